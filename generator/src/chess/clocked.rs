//! Chess under draw rules, as the solver sees it: the clock runs in a layer, and every move out of it sets it back.

use std::sync::atomic::AtomicU64;

use dambase_format::{Code, SliceIndex};
use dambase_rules::GameRules;
use dambase_rules::Wdl;
use dambase_rules::chess::{Chess, Position, for_each_exit, for_each_move, has_legal_move, play};

use super::exits::ExitSlices;
use super::geometry::{Layer, waves};
use super::rows::{self, Beyond};
use crate::clocked::{AtHand, UnderRules, UnderRulesSlices};
use crate::problem::{Expansion, LayerProblem, SliceProblem};
use crate::solve::{DepthOverflow, Exits, ToReset, solve_layer};
use crate::solved::Values;

/// A chess slice to be solved under draw rules.
pub struct ClockedChessProblem<'a> {
    own: &'a UnderRules<Chess>,
    exits: ExitSlices<AtHand<Chess>>,
}

/// A move out of the layer leads to a position won or lost under the rules, in no ply of the clock it has set back, or to a draw.
#[inline(always)]
fn at_once(code: Code) -> Code {
    if code == 0 { 0 } else { ToReset::code(code.is_multiple_of(2), 0) }
}

/// The code where the game is over.
fn over(position: &Position) -> Code {
    match Chess::value_without_moves(position) {
        Wdl::Draw => 0,
        value => ToReset::code(value == Wdl::Win, 0),
    }
}

impl<'a> ClockedChessProblem<'a> {
    pub fn new(own: &'a UnderRules<Chess>, others: &'a UnderRulesSlices<Chess>) -> Self {
        let known = |key| others.get(key).expect("the plan brings every slice that this one depends on");
        ClockedChessProblem { own, exits: ExitSlices::new(own.slice.counts(), known) }
    }

    #[inline(always)]
    fn code_elsewhere(&self, reached: &AtHand<Chess>, after: &Position) -> Code {
        at_once(match reached {
            AtHand::Theory(solved) => solved.values.get(solved.slice.index_of(after)),
            AtHand::Ruled(ruled) => ruled.code(ruled.slice.index_of(after), 0),
        })
    }

    #[inline(always)]
    fn code_in_slice(&self, after: &Position) -> Code {
        at_once(self.own.code(self.own.slice.index_of(after), 0))
    }

    /// The code of a position in which a capture en passant is legal: the best of those captures and of what there is beside them.
    #[cold]
    fn code_with_en_passant(&self, after: &Position, scratch: &Exits<ToReset>) -> Code {
        let mut exits = scratch.emptied();
        for_each_move(after, |mv| {
            if mv.en_passant {
                exits.lead_to(self.code_elsewhere(self.exits.get(after.side, &mv), &play(after, mv)));
            }
        });
        let plain = Position { en_passant: None, ..*after };
        let code = if has_legal_move(&plain) { exits.better(self.code_in_slice(&plain)) } else { exits.best() };
        at_once(code)
    }

    /// Puts the value of each position that a move leads to outside the layer in `exits`; how many moves stay inside, and whether any leaves.
    #[inline(always)]
    fn look(&self, position: &Position, exits: &mut Exits<ToReset>) -> (u32, bool) {
        let mut leave = false;
        let inside = for_each_exit(position, |mv| {
            leave = true;
            if mv.is_capture() || mv.promotion.is_some() {
                exits.lead_to(self.code_elsewhere(self.exits.get(position.side, &mv), &play(position, mv)));
            } else {
                let after = play(position, mv);
                exits.lead_to(if after.en_passant.is_some() {
                    self.code_with_en_passant(&after, exits)
                } else {
                    self.code_in_slice(&after)
                });
            }
        });
        (inside, leave)
    }
}

impl Beyond<ToReset> for ClockedChessProblem<'_> {
    #[inline]
    fn look(&self, position: &Position, exits: &mut Exits<ToReset>) -> bool {
        self.look(position, exits).1
    }
}

impl SliceProblem<ToReset> for ClockedChessProblem<'_> {
    type Layer<'l>
        = ClockedChessLayer<'l>
    where
        Self: 'l;

    fn waves(&self) -> Vec<Vec<u32>> {
        waves(&self.own.slice)
    }

    fn layer(&self, number: u32) -> ClockedChessLayer<'_> {
        ClockedChessLayer { problem: self, layer: Layer::new(&self.own.slice, number) }
    }

    fn solve(&self, number: u32, scale: ToReset, values: &Values, forced: &[AtomicU64]) -> Result<u64, DepthOverflow> {
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
pub struct ClockedChessLayer<'a> {
    problem: &'a ClockedChessProblem<'a>,
    layer: Layer<'a>,
}

impl LayerProblem<ToReset> for ClockedChessLayer<'_> {
    fn nodes(&self) -> usize {
        self.layer.nodes()
    }

    #[inline(always)]
    fn index(&self, node: u32) -> u64 {
        self.layer.index(node)
    }

    fn expand(&self, node: u32, exits: &mut Exits<ToReset>) -> Expansion {
        let Some(position) = self.layer.position(node) else { return Expansion::Nowhere };
        let (inside, leave) = self.problem.look(&position, exits);
        if inside == 0 && !leave { Expansion::Over(over(&position)) } else { Expansion::Open(inside) }
    }

    #[inline(always)]
    fn for_each_predecessor(&self, node: u32, visit: impl FnMut(u32)) {
        self.layer.for_each_predecessor(node, visit);
    }
}
