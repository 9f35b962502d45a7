//! One-colour draughts under rule 4-15, as the solver sees it: a node is a position with a level.
//!
//! At level n below the last the side to move wins when it takes n pieces more than its opponent will, or wins the game, before the
//! game is stopped; at the last level it wins the game. Its opponent wins the same way, and of one position never both. A stop
//! helps neither at any level, so what is won with some plies left is won with more; and a quiet move stays at its level.

use dambase_format::{Code, Settled, SliceIndex};
use dambase_rules::artamonov::{Artamonov, Position, for_each_capture_outcome, for_each_quiet_move, for_each_retreat};
use dambase_rules::bits::Bits;

use super::theory::ByCounts;
use crate::clocked::{AtHand, UnderRules, UnderRulesSlices};
use crate::problem::{Expansion, LayerProblem, SliceProblem};
use crate::solve::{Exits, ToReset};

/// A slice to be solved under rule 4-15.
pub struct ClockedArtamonovProblem<'a> {
    own: &'a UnderRules<Artamonov>,
    /// The slices that captures and promotions lead to.
    exits: ByCounts<AtHand<Artamonov>>,
}

impl<'a> ClockedArtamonovProblem<'a> {
    pub fn new(own: &'a UnderRules<Artamonov>, others: &'a UnderRulesSlices<Artamonov>) -> Self {
        let known = |key| others.get(key).expect("the plan brings every slice that this one depends on");
        ClockedArtamonovProblem { own, exits: ByCounts::new(own.slice.counts(), known) }
    }

    /// What the opponent, to move after a capture of `taken` pieces or a promotion, has at this level: in no ply of the clock,
    /// which begins anew with all plies that there are.
    fn code_elsewhere(&self, after: &Position, taken: u32, level: u32) -> Code {
        let AtHand::Ruled(ruled) = self.exits.get(after) else {
            unreachable!("the clock runs with fewer pieces, too");
        };
        let index = ruled.slice.index_of(after);
        let settled = |level| Settled::from_code(ruled.code(index, ruled.shape.plane_of_level(level)));
        let wins = |level| settled(level).is_some_and(|settled| settled.win);
        let loses = |level| settled(level).is_some_and(|settled| !settled.win);
        let last = self.own.shape.planes;
        // What the mover asks of the opponent: to lose so many pieces as he has not taken yet; or not to win more than he has
        // taken too many; but the game is not to be had for pieces.
        let lost = if level == last {
            loses(last)
        } else if taken < level {
            loses(level - taken)
        } else {
            !wins(taken - level + 1)
        };
        if lost {
            ToReset::code(false, 0)
        } else if wins(level + taken) {
            ToReset::code(true, 0)
        } else {
            0
        }
    }
}

impl SliceProblem<ToReset> for ClockedArtamonovProblem<'_> {
    type Layer<'l>
        = ClockedArtamonovLayer<'l>
    where
        Self: 'l;

    fn waves(&self) -> Vec<Vec<u32>> {
        vec![vec![0]]
    }

    fn layer(&self, _: u32) -> ClockedArtamonovLayer<'_> {
        ClockedArtamonovLayer { problem: self, planes: self.own.shape.planes }
    }
}

/// The whole slice, at every level.
pub struct ClockedArtamonovLayer<'a> {
    problem: &'a ClockedArtamonovProblem<'a>,
    planes: u32,
}

impl ClockedArtamonovLayer<'_> {
    /// The position of a node, and its plane.
    #[inline(always)]
    fn position(&self, node: u32) -> (Position, u32) {
        let index = u64::from(node / self.planes);
        let position = self.problem.own.slice.position_at(index).expect("every number stands for a position");
        (position, node % self.planes)
    }
}

impl LayerProblem<ToReset> for ClockedArtamonovLayer<'_> {
    fn nodes(&self) -> usize {
        self.problem.own.slice.len() as usize * self.planes as usize
    }

    #[inline(always)]
    fn index(&self, node: u32) -> u64 {
        node.into()
    }

    fn expand(&self, node: u32, exits: &mut Exits<ToReset>) -> Expansion {
        let (position, plane) = self.position(node);
        let level = plane + 1;
        let pieces = position.occupied().count();
        let mut forced = false;
        for_each_capture_outcome(&position, |after| {
            forced = true;
            let taken = pieces - after.occupied().count();
            exits.lead_to(self.problem.code_elsewhere(&after, taken, level));
        });
        if forced {
            return Expansion::Forced;
        }
        let (mut inside, mut crowned) = (0, false);
        for_each_quiet_move(&position, |after, promoted| {
            if promoted {
                crowned = true;
                exits.lead_to(self.problem.code_elsewhere(&after, 0, level));
            } else {
                inside += 1;
            }
        });
        if inside == 0 && !crowned {
            // Having no move goes before the stop, and loses at every level.
            return Expansion::Over(ToReset::code(false, 0));
        }
        Expansion::Open(inside)
    }

    #[inline(always)]
    fn for_each_predecessor(&self, node: u32, mut visit: impl FnMut(u32)) {
        let (position, plane) = self.position(node);
        for_each_retreat(&position, |before| {
            visit(self.problem.own.slice.index_of(&before) as u32 * self.planes + plane);
        });
    }
}
