//! Chess as the solver sees it, without draw rules or under them.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use dambase_format::{ChessSlice, Code, SliceIndex};
use dambase_rules::Side;
use dambase_rules::chess::{Chess, Kind, Move, Position, for_each_exit, for_each_move, has_legal_move, play};

use super::exits::ExitSlices;
use super::geometry::{Layer, waves};
use super::rows::{self, Beyond};
use crate::clocked::{AtHand, MOST_PLIES};
use crate::problem::{Expansion, LayerProblem, SliceProblem};
use crate::solve::{DepthOverflow, Exits, Scale, ToReset, ToTheEnd, solve_layer};
use crate::solved::{Solved, Values, code_without_moves};

/// A scale on which chess is solved.
pub trait ChessScale: Scale {
    /// The code, for this purpose, of a position beyond the layer with this value.
    fn beyond(code: Code) -> Code;

    /// What is stored of a code.
    #[inline(always)]
    fn stored(self, code: Code) -> Code {
        code
    }
}

impl ChessScale for ToTheEnd {
    #[inline(always)]
    fn beyond(code: Code) -> Code {
        code
    }
}

impl ChessScale for ToReset {
    /// The clock runs in a layer and every move out of it sets it back: it leads to a position won or lost under the rules, in no
    /// ply of the clock, or to a draw.
    #[inline(always)]
    fn beyond(code: Code) -> Code {
        if code == 0 { 0 } else { ToReset::code(code.is_multiple_of(2), 0) }
    }
}

/// [`ToReset`] without a limit; what is farther than the limit is stored as one ply more than that.
#[derive(Clone, Copy)]
pub struct WithoutLimit {
    /// The limit that is not kept.
    pub limit_plies: u16,
}

impl WithoutLimit {
    const SCALE: ToReset = ToReset { most_plies: MOST_PLIES };
}

impl Scale for WithoutLimit {
    #[inline(always)]
    fn is_win(self, code: Code) -> bool {
        Self::SCALE.is_win(code)
    }

    #[inline(always)]
    fn before(self, code: Code) -> Code {
        Self::SCALE.before(code)
    }
}

impl ChessScale for WithoutLimit {
    #[inline(always)]
    fn beyond(code: Code) -> Code {
        ToReset::beyond(code)
    }

    #[inline(always)]
    fn stored(self, code: Code) -> Code {
        code.min(ToReset::code(self.is_win(code), self.limit_plies + 1))
    }
}

/// A slice that others depend on.
pub trait Held: Clone + Sync {
    /// What its like is solved on.
    type Scale: ChessScale;

    /// Its numbering.
    fn slice(&self) -> &ChessSlice;
    /// Its values; those of wins are even.
    fn values(&self) -> &Values;
}

impl Held for Arc<Solved<Chess>> {
    type Scale = ToTheEnd;

    fn slice(&self) -> &ChessSlice {
        &self.slice
    }

    fn values(&self) -> &Values {
        &self.values
    }
}

impl Held for AtHand<Chess> {
    type Scale = ToReset;

    fn slice(&self) -> &ChessSlice {
        match self {
            AtHand::Theory(solved) => &solved.slice,
            AtHand::Ruled(ruled) => &ruled.slice,
        }
    }

    fn values(&self) -> &Values {
        match self {
            AtHand::Theory(solved) => &solved.values,
            // Chess has no inner clocks: one value a position.
            AtHand::Ruled(ruled) => &ruled.values,
        }
    }
}

/// A chess slice to be solved.
pub struct ChessProblem<'a, T> {
    slice: &'a ChessSlice,
    values: &'a Values,
    exits: ExitSlices<T>,
}

impl<'a, T: Held> ChessProblem<'a, T> {
    /// The slice with these values, to be solved; `known` gives those that captures and promotions lead to.
    pub fn new(slice: &'a ChessSlice, values: &'a Values, known: impl FnMut(dambase_format::SliceKey) -> T) -> Self {
        ChessProblem { slice, values, exits: ExitSlices::new(slice.counts(), known) }
    }

    /// The code of a position that a move of `side` out of the layer leads to.
    #[inline(always)]
    fn code_at<S: ChessScale>(
        &self,
        side: Side,
        captured: Option<Kind>,
        promotion: Option<Kind>,
        after: &Position,
    ) -> Code {
        let (slice, values) = Beyond::<S>::target(self, side, captured, promotion);
        S::beyond(values.get(slice.index_of(after)))
    }

    /// The code of a position in which a capture en passant is legal: the best of those captures and of what there is beside
    /// them.
    #[cold]
    fn code_with_en_passant<S: ChessScale>(&self, after: &Position, scratch: &Exits<S>) -> Code {
        let mut exits = scratch.emptied();
        for_each_move(after, |mv| {
            if mv.en_passant {
                exits.lead_to(self.code_at::<S>(after.side, mv.captured, None, &play(after, mv)));
            }
        });
        let plain = Position { en_passant: None, ..*after };
        S::beyond(if has_legal_move(&plain) {
            exits.better(self.code_at::<S>(after.side.other(), None, None, &plain))
        } else {
            exits.best()
        })
    }

    /// The code of the position that a move out of the layer leads to.
    #[inline(always)]
    fn code_of_move<S: ChessScale>(&self, position: &Position, mv: Move, scratch: &Exits<S>) -> Code {
        let after = play(position, mv);
        if after.en_passant.is_some() {
            self.code_with_en_passant(&after, scratch)
        } else {
            self.code_at::<S>(position.side, mv.captured, mv.promotion, &after)
        }
    }

    /// Solves a layer by rows; `None` where that is not the way.
    pub fn solve_rows<S: ChessScale>(
        &self,
        number: u32,
        scale: S,
        values: &Values,
        forced: &[AtomicU64],
    ) -> Option<Result<u64, DepthOverflow>> {
        let pawns = self.slice.pawns_of_layer(number.into());
        let solved = rows::solve(self.slice, pawns, scale, self, values, forced)?;
        Some(solved.map(|()| Layer::new(self.slice, number).nodes() as u64))
    }

    /// Puts the value of each position that a move leads to outside the layer in `exits`; how many moves stay inside, and whether
    /// any leaves.
    #[inline]
    fn look<S: ChessScale>(&self, position: &Position, exits: &mut Exits<S>) -> (u32, bool) {
        let mut leave = false;
        let inside = for_each_exit(position, |mv| {
            leave = true;
            exits.lead_to(self.code_of_move(position, mv, &exits.emptied()));
        });
        (inside, leave)
    }
}

impl<S: ChessScale, T: Held> Beyond<S> for ChessProblem<'_, T> {
    fn look(&self, position: &Position, exits: &mut Exits<S>) -> bool {
        self.look(position, exits).1
    }

    #[inline(always)]
    fn target(&self, side: Side, captured: Option<Kind>, promotion: Option<Kind>) -> (&ChessSlice, &Values) {
        if captured.is_none() && promotion.is_none() {
            return (self.slice, self.values);
        }
        let held = self.exits.get(side, captured, promotion);
        (held.slice(), held.values())
    }

    fn code_after(&self, position: &Position, mv: Move, scale: S) -> Code {
        self.code_of_move(position, mv, &Exits::new(scale))
    }

    #[inline(always)]
    fn code(&self, value: Code) -> Code {
        S::beyond(value)
    }
}

impl<T: Held> SliceProblem<T::Scale> for ChessProblem<'_, T> {
    type Layer<'l>
        = ChessLayer<'l, T>
    where
        Self: 'l;

    fn waves(&self) -> Vec<Vec<u32>> {
        waves(self.slice)
    }

    fn layer(&self, number: u32) -> ChessLayer<'_, T> {
        ChessLayer { problem: self, layer: Layer::new(self.slice, number) }
    }

    fn solve(&self, number: u32, scale: T::Scale, values: &Values, forced: &[AtomicU64]) -> Result<u64, DepthOverflow> {
        self.solve_rows(number, scale, values, forced).unwrap_or_else(|| {
            let layer = self.layer(number);
            solve_layer(&layer, scale, values, forced)?;
            Ok(layer.layer.nodes() as u64)
        })
    }
}

/// A placement of the pawns with both sides to move.
pub struct ChessLayer<'a, T> {
    problem: &'a ChessProblem<'a, T>,
    layer: Layer<'a>,
}

impl<T: Held> LayerProblem<T::Scale> for ChessLayer<'_, T> {
    fn nodes(&self) -> usize {
        self.layer.nodes()
    }

    #[inline(always)]
    fn index(&self, node: u32) -> u64 {
        self.layer.index(node)
    }

    fn expand(&self, node: u32, exits: &mut Exits<T::Scale>) -> Expansion {
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
