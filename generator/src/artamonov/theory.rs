//! One-colour draughts without draw rules, as the solver sees it.

use std::sync::Arc;

use dambase_format::{ArtamonovCounts, Code, SliceIndex, TableGame};
use dambase_rules::artamonov::{Artamonov, Position, for_each_capture_outcome, for_each_quiet_move, for_each_retreat};

use crate::problem::{Expansion, LayerProblem, SliceProblem};
use crate::solve::{Exits, ToTheEnd};
use crate::solved::{Solved, SolvedSlices, code_without_moves};

/// A slice to be solved.
pub struct ArtamonovProblem<'a> {
    own: &'a Solved<Artamonov>,
    /// The slices that captures and promotions lead to.
    exits: ByCounts<Arc<Solved<Artamonov>>>,
}

/// What is known of each material that a move leads to: as many kings as there are and one more, men as there are.
pub struct ByCounts<T> {
    most_kings: usize,
    slots: Vec<Option<T>>,
}

impl<T: Clone> ByCounts<T> {
    /// Asks `known` for every material that a move of this one leads to.
    pub fn new(counts: ArtamonovCounts, mut known: impl FnMut(dambase_format::SliceKey) -> T) -> Self {
        let most_kings = usize::from(counts.kings) + 2;
        let mut by = ByCounts { most_kings, slots: vec![None; (usize::from(counts.men) + 1) * most_kings] };
        for key in Artamonov::dependencies(counts.key()) {
            let slot = by.slot(ArtamonovCounts::from_key(key));
            by.slots[slot] = Some(known(key));
        }
        by
    }

    #[inline(always)]
    fn slot(&self, counts: ArtamonovCounts) -> usize {
        usize::from(counts.men) * self.most_kings + usize::from(counts.kings)
    }

    /// What is known of the material of a position.
    #[inline(always)]
    pub fn get(&self, position: &Position) -> &T {
        self.slots[self.slot(ArtamonovCounts::of(position))].as_ref().expect("moves lead to dependencies")
    }
}

impl<'a> ArtamonovProblem<'a> {
    pub fn new(own: &'a Solved<Artamonov>, others: &'a SolvedSlices<Artamonov>) -> Self {
        let known = |key| Arc::clone(others.get(key).expect("the plan brings every slice that this one depends on"));
        ArtamonovProblem { own, exits: ByCounts::new(own.slice.counts(), known) }
    }

    #[inline(always)]
    fn code_elsewhere(&self, after: &Position) -> Code {
        let solved = self.exits.get(after);
        solved.values.get(solved.slice.index_of(after))
    }
}

impl SliceProblem<ToTheEnd> for ArtamonovProblem<'_> {
    type Layer<'l>
        = ArtamonovLayer<'l>
    where
        Self: 'l;

    fn waves(&self) -> Vec<Vec<u32>> {
        vec![vec![0]]
    }

    fn layer(&self, _: u32) -> ArtamonovLayer<'_> {
        ArtamonovLayer { problem: self }
    }
}

/// The whole slice.
pub struct ArtamonovLayer<'a> {
    problem: &'a ArtamonovProblem<'a>,
}

impl ArtamonovLayer<'_> {
    #[inline(always)]
    fn position(&self, node: u32) -> Position {
        self.problem.own.slice.position_at(node.into()).expect("every number stands for a position")
    }
}

impl LayerProblem<ToTheEnd> for ArtamonovLayer<'_> {
    fn nodes(&self) -> usize {
        self.problem.own.slice.len() as usize
    }

    #[inline(always)]
    fn index(&self, node: u32) -> u64 {
        node.into()
    }

    #[inline]
    fn expand(&self, node: u32, exits: &mut Exits<ToTheEnd>) -> Expansion {
        let position = self.position(node);
        let mut forced = false;
        for_each_capture_outcome(&position, |after| {
            forced = true;
            exits.lead_to(self.problem.code_elsewhere(&after));
        });
        if forced {
            return Expansion::Forced;
        }
        let (mut inside, mut crowned) = (0, false);
        for_each_quiet_move(&position, |after, promoted| {
            if promoted {
                crowned = true;
                exits.lead_to(self.problem.code_elsewhere(&after));
            } else {
                inside += 1;
            }
        });
        if inside == 0 && !crowned {
            return Expansion::Over(code_without_moves::<Artamonov>(&position));
        }
        Expansion::Open(inside)
    }

    #[inline(always)]
    fn for_each_predecessor(&self, node: u32, mut visit: impl FnMut(u32)) {
        for_each_retreat(&self.position(node), |before| visit(self.problem.own.slice.index_of(&before) as u32));
    }
}
