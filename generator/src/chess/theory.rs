//! Chess without draw rules, as the solver sees it.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use dambase_format::{Code, SliceIndex};
use dambase_rules::chess::{Chess, Position, for_each_exit, for_each_move, has_legal_move, play};

use super::exits::ExitSlices;
use super::geometry::{Layer, waves};
use super::rows::{self, Beyond};
use crate::problem::{Expansion, LayerProblem, SliceProblem};
use crate::solve::{DepthOverflow, Exits, ToTheEnd, solve_layer};
use crate::solved::{Solved, SolvedSlices, Values, code_without_moves};

/// A chess slice to be solved.
pub struct ChessProblem<'a> {
    own: &'a Solved<Chess>,
    exits: ExitSlices<Arc<Solved<Chess>>>,
}

impl<'a> ChessProblem<'a> {
    pub fn new(own: &'a Solved<Chess>, others: &'a SolvedSlices<Chess>) -> Self {
        let known = |key| Arc::clone(others.get(key).expect("the plan brings every slice that this one depends on"));
        ChessProblem { own, exits: ExitSlices::new(own.slice.counts(), known) }
    }

    /// The code of a position that a move out of the layer leads to.
    #[inline(always)]
    fn code(&self, solved: &Solved<Chess>, after: &Position) -> Code {
        solved.values.get(solved.slice.index_of(after))
    }

    /// The code of a position in which a capture en passant is legal: the best of those captures and of what there is beside them.
    #[cold]
    fn code_with_en_passant(&self, after: &Position, scratch: &Exits<ToTheEnd>) -> Code {
        let mut exits = scratch.emptied();
        for_each_move(after, |mv| {
            if mv.en_passant {
                exits.lead_to(self.code(self.exits.get(after.side, &mv), &play(after, mv)));
            }
        });
        let plain = Position { en_passant: None, ..*after };
        if has_legal_move(&plain) { exits.better(self.code(self.own, &plain)) } else { exits.best() }
    }

    /// Puts the value of each position that a move leads to outside the layer in `exits`; how many moves stay inside, and whether any leaves.
    #[inline(always)]
    fn look(&self, position: &Position, exits: &mut Exits<ToTheEnd>) -> (u32, bool) {
        let mut leave = false;
        let inside = for_each_exit(position, |mv| {
            leave = true;
            if mv.is_capture() || mv.promotion.is_some() {
                exits.lead_to(self.code(self.exits.get(position.side, &mv), &play(position, mv)));
            } else {
                let after = play(position, mv);
                exits.lead_to(if after.en_passant.is_some() {
                    self.code_with_en_passant(&after, exits)
                } else {
                    self.code(self.own, &after)
                });
            }
        });
        (inside, leave)
    }
}

impl Beyond<ToTheEnd> for ChessProblem<'_> {
    #[inline]
    fn look(&self, position: &Position, exits: &mut Exits<ToTheEnd>) -> bool {
        self.look(position, exits).1
    }
}

impl SliceProblem<ToTheEnd> for ChessProblem<'_> {
    type Layer<'l>
        = ChessLayer<'l>
    where
        Self: 'l;

    fn waves(&self) -> Vec<Vec<u32>> {
        waves(&self.own.slice)
    }

    fn layer(&self, number: u32) -> ChessLayer<'_> {
        ChessLayer { problem: self, layer: Layer::new(&self.own.slice, number) }
    }

    fn solve(&self, number: u32, scale: ToTheEnd, values: &Values, forced: &[AtomicU64]) -> Result<u64, DepthOverflow> {
        let layer = self.layer(number);
        let pawns = self.own.slice.pawns_of_layer(number.into());
        match rows::solve(&self.own.slice, pawns, scale, self, values, forced) {
            Some(solved) => solved?,
            None => solve_layer(&layer, scale, values, forced)?,
        }
        Ok(layer.nodes() as u64)
    }
}

/// A placement of the pawns with both sides to move.
pub struct ChessLayer<'a> {
    problem: &'a ChessProblem<'a>,
    layer: Layer<'a>,
}

impl LayerProblem<ToTheEnd> for ChessLayer<'_> {
    fn nodes(&self) -> usize {
        self.layer.nodes()
    }

    #[inline(always)]
    fn index(&self, node: u32) -> u64 {
        self.layer.index(node)
    }

    fn expand(&self, node: u32, exits: &mut Exits<ToTheEnd>) -> Expansion {
        let Some(position) = self.layer.position(node) else { return Expansion::Nowhere };
        let (inside, leave) = self.problem.look(&position, exits);
        if inside == 0 && !leave {
            Expansion::Over(code_without_moves::<Chess>(&position))
        } else {
            Expansion::Open(inside)
        }
    }

    #[inline(always)]
    fn for_each_predecessor(&self, node: u32, visit: impl FnMut(u32)) {
        self.layer.for_each_predecessor(node, visit);
    }
}
