//! Draughts under draw rules, as the solver sees it: a node is a position with the state of the inner clocks.

use dambase_format::{Code, DraughtsCounts, SliceIndex};
use dambase_rules::bits::Bits;
use dambase_rules::draughts::{
    Move, Position, capture, count_quiet_king_moves, for_each_capture_outcome, for_each_king_retreat,
    for_each_quiet_man_move, for_each_quiet_move, play,
};
use dambase_rules::draw::{AwardBy, Clocks, DrawRules, OuterKind, Regime, Scope};
use dambase_rules::{Side, Wdl};

use super::geometry::{Geometry, Layer, TableDraughts};
use crate::clocked::{AtHand, ClockedSolvable, UnderRules, UnderRulesSlices};
use crate::problem::{Expansion, LayerProblem, SliceProblem};
use crate::solve::{Exits, ToReset};

/// A slice that captures and promotions lead to.
struct Reached<G: ClockedSolvable> {
    at_hand: AtHand<G>,
    /// The outer clock of the slice under way runs on in it.
    runs_on: bool,
}

/// A draughts slice to be solved under draw rules.
///
/// The outer clock is what values count: a code is the fewest plies that must be left on it. So every move costs one, a move that
/// leaves or resets it leads to a code of no plies or to a draw, and the inner clocks are part of the node.
pub struct ClockedProblem<'a, G: TableDraughts + ClockedSolvable> {
    rules: &'static DrawRules,
    own: &'a UnderRules<G>,
    geometry: Geometry<G>,
    regime: Regime,
    planes: u32,
    /// Limits of the inner clocks; what is not counted never gets there.
    most_kings: u16,
    most_road: u16,
    /// The side with three pieces, where the road matters.
    strong: Side,
    /// By [`Geometry::slot`].
    exits: Vec<Option<Reached<G>>>,
}

/// What the inner clocks have counted.
#[derive(Clone, Copy)]
struct Inner {
    kings: u16,
    road: u16,
}

impl<'a, G: TableDraughts + ClockedSolvable> ClockedProblem<'a, G> {
    pub fn new(rules: &'static DrawRules, own: &'a UnderRules<G>, others: &'a UnderRulesSlices<G>) -> Self {
        let geometry = Geometry::new(&own.slice);
        let regime = own.shape.regime;
        let mut exits: Vec<_> = (0..geometry.slots()).map(|_| None).collect();
        for key in G::dependencies(geometry.counts.key()) {
            let at_hand = others.get(key).expect("the plan brings every slice that this one depends on");
            let runs_on = match (&at_hand, regime.outer) {
                // Only a class outlasts a change of material.
                (AtHand::Ruled(ruled), Some(outer)) => {
                    outer.kind == OuterKind::Class
                        && ruled.shape.regime.outer.is_some_and(|reached| reached.number == outer.number)
                }
                _ => false,
            };
            let reached = DraughtsCounts::from_key(key);
            for reached in [reached, reached.exchanged()] {
                if let Some(slot) = geometry.slot(reached) {
                    exits[slot] = Some(Reached { at_hand: at_hand.clone(), runs_on });
                }
            }
        }
        ClockedProblem {
            rules,
            own,
            planes: own.shape.planes,
            most_kings: regime.kings.map_or(u16::MAX, |(_, limit)| limit),
            most_road: regime.road.map_or(u16::MAX, |(_, limit)| limit),
            strong: if geometry.counts.white() == 3 { Side::White } else { Side::Black },
            regime,
            geometry,
            exits,
        }
    }

    fn on_road(position: &Position<G::Word>) -> bool {
        <G as Clocks>::clock_runs(&Scope::MainRoad, position)
    }

    /// The inner clocks after a move from `before`, on which they stand at `inner`.
    #[inline(always)]
    fn advance(&self, inner: Inner, before: &Position<G::Word>, after: &Position<G::Word>, king_move: bool) -> Inner {
        let kings = if king_move && self.regime.kings.is_some() { inner.kings + 1 } else { 0 };
        let road = match self.regime.road {
            Some(_) if Self::on_road(after) && Self::on_road(before) => {
                inner.road + u16::from(before.side == self.strong)
            }
            _ => 0,
        };
        Inner { kings, road }
    }

    /// A clock stands at its limit: drawn, unless the side to move has no move, which comes first.
    #[inline(always)]
    fn at_limit(&self, inner: Inner) -> bool {
        inner.kings >= self.most_kings || inner.road >= self.most_road
    }

    fn over(position: &Position<G::Word>) -> Code {
        match G::value_without_moves(position) {
            Wdl::Draw => 0,
            value => ToReset::code(value == Wdl::Win, 0),
        }
    }

    fn at_limit_code(position: &Position<G::Word>) -> Code {
        let mut moves = capture::can_capture::<G>(position) || count_quiet_king_moves::<G>(position) > 0;
        if !moves {
            for_each_quiet_man_move::<G>(position, |_, _| moves = true);
        }
        if moves { 0 } else { Self::over(position) }
    }

    /// The code of a position that is reached by a move out of the slice.
    #[inline]
    fn code_elsewhere(&self, position: &Position<G::Word>, inner: Inner) -> Code {
        if position.pieces(position.side).is_empty() {
            return Self::over(position);
        }
        if self.at_limit(inner) {
            return Self::at_limit_code(position);
        }
        let reached = self
            .geometry
            .slot(DraughtsCounts::of(position))
            .and_then(|slot| self.exits[slot].as_ref())
            .expect("moves lead to dependencies");
        match &reached.at_hand {
            AtHand::Theory(solved) => match solved.values.get(solved.slice.index_of(position)) {
                0 => 0,
                code => ToReset::code(code.is_multiple_of(2) == G::WINS_ARE_ODD, 0),
            },
            AtHand::Ruled(ruled) => {
                let plane = ruled.shape.regime.plane(0, inner.road);
                let code = ruled.code(ruled.slice.index_of(position), plane);
                if reached.runs_on { code } else { at_once(code) }
            }
        }
    }

    /// The code of a position of another layer of this slice, reached by the move of a man.
    #[inline]
    fn code_in_slice(&self, position: &Position<G::Word>, inner: Inner) -> Code {
        if self.at_limit(inner) {
            return Self::at_limit_code(position);
        }
        let code = self.own.code(self.geometry.index_of(position), self.regime.plane(inner.kings, inner.road));
        match self.regime.outer {
            Some(outer) if outer.kind == OuterKind::KingMoves => at_once(code),
            _ => code,
        }
    }

    /// The strong side may claim the game here.
    fn awarded(&self, position: &Position<G::Word>) -> Option<Code> {
        if !self.regime.award {
            return None;
        }
        let theory = self.own.theory.as_ref().expect("brought where there are awards");
        let code = theory.values.get(self.geometry.index_of(position));
        let mover_wins = code.is_multiple_of(2) == G::WINS_ARE_ODD;
        let winner = if mover_wins { position.side } else { position.side.other() };
        let claims = self.rules.awards().any(|(_, award)| {
            award.by == AwardBy::StrongSideWins && <G as Clocks>::strong_side(award.class, position) == Some(winner)
        });
        (code != 0 && claims).then(|| ToReset::code(mover_wins, 0))
    }
}

/// What has left the clock behind is won or lost at once.
#[inline(always)]
fn at_once(code: Code) -> Code {
    if code == 0 { 0 } else { ToReset::code(code.is_multiple_of(2), 0) }
}

impl<G: TableDraughts + ClockedSolvable> SliceProblem<ToReset> for ClockedProblem<'_, G> {
    type Layer<'l>
        = ClockedLayer<'l, G>
    where
        Self: 'l;

    fn waves(&self) -> Vec<Vec<u32>> {
        self.geometry.waves()
    }

    fn layer(&self, number: u32) -> ClockedLayer<'_, G> {
        ClockedLayer { problem: self, layer: self.geometry.layer(number) }
    }
}

/// A placement of the men with both sides to move and every state of the inner clocks.
pub struct ClockedLayer<'a, G: TableDraughts + ClockedSolvable> {
    problem: &'a ClockedProblem<'a, G>,
    layer: Layer<'a, G>,
}

impl<G: TableDraughts + ClockedSolvable> LayerProblem<ToReset> for ClockedLayer<'_, G> {
    fn nodes(&self) -> usize {
        self.layer.nodes * self.problem.planes as usize
    }

    #[inline(always)]
    fn index(&self, node: u32) -> u64 {
        let planes = self.problem.planes;
        self.layer.index(node / planes) * u64::from(planes) + u64::from(node % planes)
    }

    fn expand(&self, node: u32, exits: &mut Exits<ToReset>) -> Expansion {
        let problem = self.problem;
        let position = self.layer.position(node / problem.planes);
        let (kings, road) = problem.regime.counts(node % problem.planes);
        let inner = Inner { kings, road };
        if road > 0 && !ClockedProblem::<G>::on_road(&position) {
            // No such state: the clock of the road stands still elsewhere.
            return Expansion::Over(0);
        }
        if let Some(code) = problem.awarded(&position) {
            return Expansion::Over(code);
        }
        let mut forced = false;
        for_each_capture_outcome::<G>(&position, |after| {
            forced = true;
            exits.lead_to(problem.code_elsewhere(&after, problem.advance(inner, &position, &after, false)));
        });
        if forced {
            return Expansion::Forced;
        }
        let mut moves = false;
        for_each_quiet_man_move::<G>(&position, |after, crowned| {
            moves = true;
            let inner = problem.advance(inner, &position, &after, false);
            exits.lead_to(if crowned {
                problem.code_elsewhere(&after, inner)
            } else {
                problem.code_in_slice(&after, inner)
            });
        });
        let mut inside = 0;
        if problem.planes == 1 {
            inside = count_quiet_king_moves::<G>(&position);
            moves |= inside > 0;
        } else {
            for_each_quiet_move::<G>(&position, |from, to, _| {
                if !position.kings.has(from) {
                    return;
                }
                moves = true;
                let mv = Move { from: from as u8, to: to as u8, king: true, captured: G::Word::EMPTY };
                let after = play(&position, &mv);
                if problem.at_limit(problem.advance(inner, &position, &after, true)) {
                    exits.lead_to(ClockedProblem::<G>::at_limit_code(&after));
                } else {
                    inside += 1;
                }
            });
        }
        if moves { Expansion::Open(inside) } else { Expansion::Over(ClockedProblem::<G>::over(&position)) }
    }

    #[inline(always)]
    fn for_each_predecessor(&self, node: u32, mut visit: impl FnMut(u32)) {
        let problem = self.problem;
        let (planes, regime) = (problem.planes, &problem.regime);
        let base = node / planes;
        let position = self.layer.position(base);
        if planes == 1 {
            for_each_king_retreat::<G>(&position, |before| visit(self.layer.node_across(base, &before)));
            return;
        }
        let (kings, road) = regime.counts(node % planes);
        let kings_before = match regime.kings {
            None => 0,
            Some(_) if kings == 0 => return,
            Some(_) => kings - 1,
        };
        let Some((_, most_road)) = regime.road else {
            let plane = regime.plane(kings_before, 0);
            for_each_king_retreat::<G>(&position, |before| {
                visit(self.layer.node_across(base, &before) * planes + plane)
            });
            return;
        };
        let on_road = ClockedProblem::<G>::on_road(&position);
        let strong_moved = position.side != problem.strong;
        for_each_king_retreat::<G>(&position, |before| {
            let was_on_road = ClockedProblem::<G>::on_road(&before);
            let roads = match (was_on_road, on_road) {
                // It counts the moves of the strong side.
                (true, true) if strong_moved => road.checked_sub(1).map(|road| road..road + 1),
                (true, true) => Some(road..road + 1),
                // It begins at zero.
                (false, true) => (road == 0).then_some(0..1),
                // It stops wherever it stands.
                (true, false) => Some(0..most_road),
                (false, false) => Some(0..1),
            };
            let before = self.layer.node_across(base, &before) * planes;
            for road in roads.into_iter().flatten() {
                visit(before + regime.plane(kings_before, road));
            }
        });
    }
}
