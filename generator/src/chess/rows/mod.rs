//! Layers of chess slices solved by rows of 64 positions: a word operation looks at all squares of one piece.
//!
//! The order is that of [`crate::solve`]: codes from the least on, what one leads back to has a greater one. There a node counts its moves that are not known to
//! lose; here all of them are looked at, for 64 positions at once, when one more is known. A position that cannot be, its pieces on one square or the side that is not
//! to move in check, is held as won by the side to move: so no move leads to it that would do anything for the side that makes it, and no move needs to be tested for being
//! legal.

mod exits;
mod frame;
mod store;

use std::sync::atomic::AtomicU64;

use dambase_format::{ChessSlice, Code};
use dambase_rules::Side;
use dambase_rules::chess::{
    Kind, Move, Position, Symmetry, between, bit, king_attacks, pawn_attacks, piece_attacks, spread, squares,
};
use rayon::prelude::*;

use super::problem::ChessScale;
use crate::solve::{DepthOverflow, Exits};
use crate::solved::Values;
use frame::{Frame, Man, Rest};

/// What lies beyond a layer: the exits of a position.
pub trait Beyond<S: ChessScale>: Sync {
    /// Puts the value of each position that a move leads to outside the layer in `exits`; true when there is one.
    fn look(&self, position: &Position, exits: &mut Exits<S>) -> bool;
    /// The slice that a move of `side` leads to which captures and promotes so, and its values.
    fn target(&self, side: Side, captured: Option<Kind>, promotion: Option<Kind>) -> (&ChessSlice, &Values);
    /// The code of the position that a legal move out of the layer leads to, a capture en passant being legal there or not.
    fn code_after(&self, position: &Position, mv: Move, scale: S) -> Code;
    /// The code of a position beyond the layer that has this value.
    fn code(&self, value: Code) -> Code;
}

/// The code of a side to move that is mated, on every scale.
const MATED: Code = 1;

const SIDES: [Side; 2] = [Side::White, Side::Black];

/// Some positions of a row.
#[derive(Clone, Copy)]
struct Some64 {
    row: u32,
    squares: u64,
}

/// What is known of the positions with one side to move, a bit each.
#[derive(Default)]
struct Plane {
    /// Positions that are not settled.
    open: Vec<u64>,
    /// Positions won, and those that cannot be.
    won: Vec<u64>,
    /// Positions that are not lost whatever their moves inside the layer lead to; or not yet, an exit that is worth more being found before they are.
    holds: Vec<u64>,
    /// Positions to be looked at.
    marked: Vec<u64>,
    /// By code: positions that exits give this code.
    by_exits: Vec<Vec<Some64>>,
    /// By code: positions of the other side to move which settle their predecessors, if anything, with this code.
    settling: Vec<Vec<Some64>>,
}

impl Plane {
    fn codes(&self) -> usize {
        self.by_exits.len().max(self.settling.len())
    }
}

/// Where to put something by its code.
fn at_code<T>(by_code: &mut Vec<Vec<T>>, code: Code) -> &mut Vec<T> {
    let code = usize::from(code);
    if by_code.len() <= code {
        by_code.resize_with(code + 1, Vec::new);
    }
    &mut by_code[code]
}

/// A layer that is being solved.
struct Layer<'a, S, B> {
    slice: &'a ChessSlice,
    frame: Frame,
    scale: S,
    beyond: &'a B,
    planes: [Plane; 2],
}

/// Bytes of memory a layer takes while it is solved: its planes, and positions lined up. `None` where this is not the way to solve it.
pub fn layer_bytes(slice: &ChessSlice) -> Option<u64> {
    // As seen at most (benches/results.md): with depths, wins by exits of ten codes a row.
    const ROW_BYTES: u64 = 320;
    Frame::new(slice, slice.pawns_of_layer(0)).map(|frame| frame.len() as u64 * ROW_BYTES)
}

/// Solves the layer with these pawns, and its mirror image. `forced` gets a bit for each number that stands for no position. `None` where this is not the way to do it.
pub fn solve<S: ChessScale, B: Beyond<S>>(
    slice: &ChessSlice,
    pawns: [u64; 2],
    scale: S,
    beyond: &B,
    values: &Values,
    forced: &[AtomicU64],
) -> Option<Result<(), DepthOverflow>> {
    let frame = Frame::new(slice, pawns)?;
    let mut layer = Layer { slice, frame, scale, beyond, planes: Default::default() };
    layer.lay_out();
    layer.mark_forced(forced);
    layer.look_beyond();
    Some(layer.propagate(values))
}

/// Rows a thread takes at a time.
const CHUNK: usize = 1 << 10;

impl<S: ChessScale, B: Beyond<S>> Layer<'_, S, B> {
    /// Finds out which positions there are.
    fn lay_out(&mut self) {
        let frame = &self.frame;
        for side in SIDES {
            let mut won = vec![0; frame.len()];
            won.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, won)| {
                for (row, won) in (chunk * CHUNK..).zip(won) {
                    let rest = frame.rest(row as u32);
                    *won = if frame.stands(&rest) { rest.occupied | checks(frame, &rest, side) } else { u64::MAX };
                }
            });
            let open = won.iter().map(|won| !won).collect();
            let plane = &mut self.planes[side as usize];
            *plane = Plane { open, won, holds: vec![0; frame.len()], marked: vec![0; frame.len()], ..Plane::default() };
        }
    }

    /// The positions among `squares` of a row whose quiet moves all lead to a win of the opponent.
    #[inline(always)]
    fn all_lose(&self, side: Side, row: u32, rest: &Rest, squares: u64) -> u64 {
        let won = &self.planes[side.other() as usize].won;
        let mut squares = squares;
        if self.frame.last.side == side {
            squares &= !spread(self.frame.last.kind, !won[row as usize], rest.occupied);
        }
        self.frame.for_each_after(side, row, rest, |beside, symmetry, between| {
            let there = won[beside as usize];
            let there = if symmetry == Symmetry::IDENTITY { there } else { symmetry.inverse().set(there) };
            squares &= there | between;
        });
        squares
    }

    /// Settles the positions in order of their codes. What is never settled is drawn.
    fn propagate(&mut self, values: &Values) -> Result<(), DepthOverflow> {
        let mut touched = Vec::new();
        let mut code: Code = 1;
        while usize::from(code) < self.planes[0].codes().max(self.planes[1].codes()) {
            for side in SIDES {
                self.mark(side, code, &mut touched);
                self.settle(side, code, &mut touched, values)?;
            }
            code += 1;
        }
        Ok(())
    }

    /// Marks the positions that may have this code.
    fn mark(&mut self, side: Side, code: Code, touched: &mut Vec<u32>) {
        let Layer { frame, planes, .. } = self;
        let Plane { open, marked, by_exits, settling, holds, .. } = &mut planes[side as usize];
        let mut mark = |row: u32, squares: u64| {
            let squares = squares & open[row as usize];
            if squares != 0 {
                if marked[row as usize] == 0 {
                    touched.push(row);
                }
                marked[row as usize] |= squares;
            }
        };
        for Some64 { row, squares } in std::mem::take(at_code(by_exits, code)) {
            holds[row as usize] &= !squares;
            mark(row, squares);
        }
        for Some64 { row, squares } in std::mem::take(at_code(settling, code)) {
            let rest = frame.rest(row);
            if frame.last.side == side {
                mark(row, spread(frame.last.kind, squares, rest.occupied));
            }
            frame.for_each_before(side, row, &rest, |beside, symmetry, between| {
                let squares = squares & !between;
                mark(beside, if symmetry == Symmetry::IDENTITY { squares } else { symmetry.set(squares) });
            });
        }
    }

    /// Settles those marked positions that do have this code.
    fn settle(&mut self, side: Side, code: Code, touched: &mut Vec<u32>, values: &Values) -> Result<(), DepthOverflow> {
        let is_win = self.scale.is_win(code);
        // A greater code than this one, or 0: what leads here is settled later or never.
        let before = self.scale.before(code);
        for row in touched.drain(..) {
            let at = row as usize;
            let plane = &mut self.planes[side as usize];
            let mut squares = std::mem::take(&mut plane.marked[at]) & plane.open[at];
            let rest = self.frame.rest(row);
            if !is_win {
                squares &= !plane.holds[at];
                if squares != 0 {
                    squares = self.all_lose(side, row, &rest, squares);
                }
            }
            if squares == 0 {
                continue;
            }
            let plane = &mut self.planes[side as usize];
            plane.open[at] &= !squares;
            if is_win {
                plane.won[at] |= squares;
            }
            self.store(side, &rest, squares, code, values)?;
            if before != 0 {
                at_code(&mut self.planes[side.other() as usize].settling, before).push(Some64 { row, squares });
            }
        }
        Ok(())
    }
}

/// The squares of the last piece with which `side` gives check, or, where that is the other king, stands in check.
fn checks(frame: &Frame, rest: &Rest, side: Side) -> u64 {
    if frame.is_of_kings() {
        let [white, _] = rest.kings;
        let pawns = pawn_attacks(frame.pawns[side as usize], side);
        let checks = if side == Side::White {
            pawns
        } else if pawns & bit(white) != 0 {
            u64::MAX
        } else {
            0
        };
        return checks | king_attacks(white);
    }
    checks_in(&frame.position(rest, side), frame.last, side)
}

/// The squares of one piece more with which `side` gives check.
#[inline(always)]
fn checks_in(rest: &Position, last: Man, side: Side) -> u64 {
    let king = rest.king(side.other());
    let occupied = rest.occupied();
    let leapers = rest.kinds[Kind::Knight as usize] | rest.kinds[Kind::Pawn as usize] | rest.kinds[Kind::King as usize];
    let mut checks = 0;
    for square in squares(rest.attackers(king, side, occupied)) {
        checks |= if leapers & bit(square) != 0 { u64::MAX } else { !between(square, king) };
    }
    if last.side == side {
        checks |= piece_attacks(last.kind, king, occupied) & !occupied;
    }
    checks
}
