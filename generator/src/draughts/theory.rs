//! Draughts without draw rules, as the solver sees it.

use std::sync::atomic::AtomicU64;

use dambase_format::{Code, DraughtsCounts, SliceIndex};
use dambase_rules::bits::Bits;
use dambase_rules::draughts::{
    Position, count_quiet_king_moves, for_each_capture_outcome, for_each_king_retreat, for_each_quiet_man_move,
};

use super::geometry::{Geometry, Layer, TableDraughts};
use super::layers::{Kings, Scratches, Sink, fill_captures, solve};
use super::targets::Reached;
use crate::problem::{Expansion, LayerProblem, SliceProblem};
use crate::solve::{DepthOverflow, Exits, ToTheEnd, solve_by_nodes};
use crate::solved::{Solved, SolvedSlices, Values, code_without_moves};

/// A draughts slice to be solved.
pub struct DraughtsProblem<'a, G: TableDraughts> {
    pub own: &'a Solved<G>,
    pub geometry: Geometry<G>,
    /// The slices that captures and promotions lead to, by [`Geometry::slot`].
    pub exits: Vec<Option<Reached<G>>>,
    kings: Option<Kings>,
    pub scratches: Scratches<G>,
}

impl<'a, G: TableDraughts> DraughtsProblem<'a, G> {
    pub fn new(own: &'a Solved<G>, others: &'a SolvedSlices<G>) -> Self {
        let geometry = Geometry::new(&own.slice);
        let mut exits: Vec<_> = (0..geometry.slots()).map(|_| None).collect();
        for key in G::dependencies(geometry.counts.key()) {
            let reached = DraughtsCounts::from_key(key);
            let solved = others.get(key).expect("the plan brings every slice that this one depends on");
            for reached in [reached, reached.exchanged()] {
                if let Some(slot) = geometry.slot(reached) {
                    exits[slot] = Some(Reached::new(solved, reached));
                }
            }
        }
        DraughtsProblem { own, kings: Kings::new(&geometry), geometry, exits, scratches: Scratches::new() }
    }

    /// What a position of another slice is worth to its side to move.
    #[inline(always)]
    fn code_elsewhere(&self, position: &Position<G::Word>) -> Code {
        if position.pieces(position.side).is_empty() {
            return code_without_moves::<G>(position);
        }
        let counts = DraughtsCounts::of(position);
        let solved = &self
            .geometry
            .slot(counts)
            .and_then(|slot| self.exits[slot].as_ref())
            .expect("moves lead to dependencies")
            .solved;
        solved.values.get(solved.slice.index_of(position))
    }

    /// What a position of another layer of this slice is worth to its side to move.
    #[inline(always)]
    fn code_in_slice(&self, position: &Position<G::Word>) -> Code {
        self.own.values.get(self.geometry.index_of(position))
    }
}

impl<G: TableDraughts> SliceProblem<ToTheEnd> for DraughtsProblem<'_, G> {
    type Layer<'l>
        = DraughtsLayer<'l, G>
    where
        Self: 'l;

    fn waves(&self) -> Vec<Vec<u32>> {
        self.geometry.waves()
    }

    fn layer(&self, number: u32) -> DraughtsLayer<'_, G> {
        DraughtsLayer { problem: self, layer: self.geometry.layer(number) }
    }

    fn fill_forced(&self, number: u32, scale: ToTheEnd, values: &Values) -> Result<bool, DepthOverflow> {
        let Some(kings) = &self.kings else { return Ok(false) };
        fill_captures(self, kings, &self.geometry.layer(number), Sink { scale, values, forced: &[] })?;
        Ok(true)
    }
}

/// A placement of the men with both sides to move.
pub struct DraughtsLayer<'a, G: TableDraughts> {
    problem: &'a DraughtsProblem<'a, G>,
    layer: Layer<'a, G>,
}

impl<G: TableDraughts> LayerProblem<ToTheEnd> for DraughtsLayer<'_, G> {
    fn nodes(&self) -> usize {
        self.layer.nodes
    }

    #[inline(always)]
    fn index(&self, node: u32) -> u64 {
        self.layer.index(node)
    }

    #[inline(always)]
    fn expand(&self, node: u32, exits: &mut Exits<ToTheEnd>) -> Expansion {
        let position = self.layer.position(node);
        let mut forced = false;
        for_each_capture_outcome::<G>(&position, |after| {
            forced = true;
            exits.lead_to(self.problem.code_elsewhere(&after));
        });
        if forced {
            return Expansion::Forced;
        }
        let mut men_move = false;
        for_each_quiet_man_move::<G>(&position, |after, crowned| {
            men_move = true;
            exits.lead_to(if crowned {
                self.problem.code_elsewhere(&after)
            } else {
                self.problem.code_in_slice(&after)
            });
        });
        let inside = count_quiet_king_moves::<G>(&position);
        if inside == 0 && !men_move {
            return Expansion::Over(code_without_moves::<G>(&position));
        }
        Expansion::Open(inside)
    }

    #[inline(always)]
    fn for_each_predecessor(&self, node: u32, mut visit: impl FnMut(u32)) {
        for_each_king_retreat::<G>(&self.layer.position(node), |before| visit(self.layer.node_across(node, &before)));
    }

    fn solve(&self, scale: ToTheEnd, values: &Values, forced: &[AtomicU64]) -> Result<(), DepthOverflow> {
        match &self.problem.kings {
            Some(kings) => solve(self.problem, kings, &self.layer, Sink { scale, values, forced }),
            None => solve_by_nodes(self, scale, values, forced),
        }
    }
}
