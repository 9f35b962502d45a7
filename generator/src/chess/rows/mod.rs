//! Layers of chess slices solved by rows of 64 positions: a word operation looks at all squares of one piece.
//!
//! The order is that of [`crate::solve`]: codes from the least on, what one leads back to has a greater one. There a node counts
//! its moves that are not known to lose; here all of them are looked at, for 64 positions at once, when one more is known. A
//! position that cannot be, its pieces on one square or the side that is not to move in check, is held as won by the side to
//! move: so no move leads to it that would do anything for the side that makes it, and no move needs to be tested for being
//! legal.

mod exits;
mod frame;
mod store;
mod words;

use std::ops::Range;
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
use words::Words;

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
struct Plane {
    /// Positions that are not settled.
    open: Words,
    /// Positions won, and those that cannot be.
    won: Words,
    /// Positions that are not lost whatever their moves inside the layer lead to; or not yet, an exit that is worth more being
    /// found before they are.
    holds: Words,
    /// Positions to be looked at.
    marked: Words,
    /// Positions that a capture wins.
    taking_wins: Words,
    /// Positions that a capture draws.
    taking_draws: Words,
}

/// Positions with one side to move, lined up by the codes they are to be settled with.
#[derive(Default)]
struct LinedUp {
    /// Positions that exits give this code.
    by_exits: Vec<Vec<Some64>>,
    /// Positions of the other side to move which settle their predecessors, if anything, with this code.
    settling: Vec<Vec<Some64>>,
}

impl LinedUp {
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
    /// Many threads work on it. A layer that is one of many is solved by one thread, so that no thread has to wait for another
    /// one and begins the next layer meanwhile, for which there might be no memory.
    shared: bool,
}

/// Bytes of memory a layer takes while it is solved: its planes, and positions lined up. `None` where this is not the way to
/// solve it.
pub fn layer_bytes(slice: &ChessSlice) -> Option<u64> {
    // Eight planes, and what is lined up: with depths, exits give the positions of a row some ten codes.
    const ROW_BYTES: u64 = 320;
    Frame::new(slice, slice.pawns_of_layer(0)).map(|frame| frame.len() as u64 * ROW_BYTES)
}

/// Solves the layer with these pawns, and its mirror image. `forced` gets a bit for each number that stands for no position, and,
/// where there is room for a second row of bits, one for each that a capture wins or draws and that is worth no more. `None` where
/// this is not the way to do it.
pub fn solve<S: ChessScale, B: Beyond<S>>(
    slice: &ChessSlice,
    pawns: [u64; 2],
    scale: S,
    beyond: &B,
    values: &Values,
    forced: &[AtomicU64],
) -> Option<Result<(), DepthOverflow>> {
    let frame = Frame::new(slice, pawns)?;
    let words = || Words::new(frame.len());
    let planes = SIDES.map(|_| Plane {
        open: words(),
        won: words(),
        holds: words(),
        marked: words(),
        taking_wins: words(),
        taking_draws: words(),
    });
    let shared = slice.layers() == 1 && rayon::current_num_threads() > 1;
    let layer = Layer { slice, frame, scale, beyond, planes, shared };
    layer.lay_out();
    layer.mark_forced(forced);
    let lined_up = layer.look_beyond();
    let solved =
        if shared { layer.propagate::<true>(lined_up, values) } else { layer.propagate::<false>(lined_up, values) };
    layer.mark_taken(forced);
    Some(solved)
}

/// Rows a thread takes at a time.
const CHUNK: usize = 1 << 9;

impl<S: ChessScale, B: Beyond<S>> Layer<'_, S, B> {
    /// Does something for each range of so many things, by many threads where the layer is shared; what comes of it, in order.
    fn for_ranges<T: Send>(&self, len: usize, each: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
        let chunks = len.div_ceil(CHUNK);
        let range = |chunk: usize| chunk * CHUNK..len.min((chunk + 1) * CHUNK);
        if self.shared && chunks > 1 {
            (0..chunks).into_par_iter().map(|chunk| each(range(chunk))).collect()
        } else {
            (0..chunks).map(|chunk| each(range(chunk))).collect()
        }
    }

    /// Does something for each row.
    fn for_rows<T: Send>(&self, each: impl Fn(Range<u32>) -> T + Sync) -> Vec<T> {
        self.for_ranges(self.frame.len(), |range| each(range.start as u32..range.end as u32))
    }

    fn plane(&self, side: Side) -> &Plane {
        &self.planes[side as usize]
    }

    /// Finds out which positions there are.
    fn lay_out(&self) {
        self.for_rows(|rows| {
            for row in rows {
                let rest = self.frame.rest(row);
                let stands = self.frame.stands(&rest);
                for side in SIDES {
                    let won = if stands { rest.occupied | checks(&self.frame, &rest, side) } else { u64::MAX };
                    self.plane(side).won.set(row, won);
                    self.plane(side).open.set(row, !won);
                }
            }
        });
    }

    /// The positions among `squares` of a row whose quiet moves all lead to a win of the opponent.
    #[inline(always)]
    fn all_lose(&self, side: Side, row: u32, rest: &Rest, squares: u64) -> u64 {
        let won = &self.plane(side.other()).won;
        let mut squares = squares;
        if self.frame.last.side == side {
            squares &= !spread(self.frame.last.kind, !won.get(row), rest.occupied);
        }
        self.frame.for_each_after(side, row, rest, |after, symmetry, between| {
            let there = won.get(after);
            let there = if symmetry == Symmetry::IDENTITY { there } else { symmetry.inverse().set(there) };
            squares &= there | between;
        });
        squares
    }

    /// Settles the positions in order of their codes. What is never settled is drawn.
    fn propagate<const SHARED: bool>(&self, lined_up: [LinedUp; 2], values: &Values) -> Result<(), DepthOverflow> {
        let mut lined_up = lined_up;
        let mut code: Code = 1;
        while usize::from(code) < lined_up[0].codes().max(lined_up[1].codes()) {
            // A greater code than this one, or 0: what leads here is settled later or never.
            let before = self.scale.before(code);
            for side in SIDES {
                let LinedUp { by_exits, settling } = &mut lined_up[side as usize];
                let by_exits = std::mem::take(at_code(by_exits, code));
                let settling = std::mem::take(at_code(settling, code));
                let mut touched = self.mark_by_exits(side, &by_exits);
                touched.extend(
                    self.for_ranges(settling.len(), |range| self.mark::<SHARED>(side, &settling[range])).concat(),
                );
                // In the order of memory.
                touched.sort_unstable();
                let settled = self.for_ranges(touched.len(), |range| self.settle(side, code, &touched[range], values));
                let settled = settled.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
                if before != 0 && !settled.is_empty() {
                    at_code(&mut lined_up[side.other() as usize].settling, before).extend(settled);
                }
            }
            code += 1;
        }
        Ok(())
    }

    /// Marks the positions that exits give the code now looked at; returns the rows.
    fn mark_by_exits(&self, side: Side, by_exits: &[Some64]) -> Vec<u32> {
        let plane = self.plane(side);
        let mut touched = Vec::with_capacity(by_exits.len());
        for &Some64 { row, squares } in by_exits {
            plane.holds.set(row, plane.holds.get(row) & !squares);
            if plane.marked.add::<false>(row, squares) == 0 {
                touched.push(row);
            }
        }
        touched
    }

    /// Marks the positions from which moves lead to these; returns the rows in which nothing was marked before.
    fn mark<const SHARED: bool>(&self, side: Side, settling: &[Some64]) -> Vec<u32> {
        let plane = self.plane(side);
        let mut touched = Vec::new();
        let mut mark = |row: u32, squares: u64| {
            let squares = squares & plane.open.get(row);
            if squares != 0 && plane.marked.add::<SHARED>(row, squares) == 0 {
                touched.push(row);
            }
        };
        for &Some64 { row, squares } in settling {
            let rest = self.frame.rest(row);
            if self.frame.last.side == side {
                mark(row, spread(self.frame.last.kind, squares, rest.occupied));
            }
            self.frame.for_each_before(side, row, &rest, |before, symmetry, between| {
                let squares = squares & !between;
                mark(before, if symmetry == Symmetry::IDENTITY { squares } else { symmetry.set(squares) });
            });
        }
        touched
    }

    /// Settles those marked positions of these rows that do have this code; returns them.
    fn settle(&self, side: Side, code: Code, rows: &[u32], values: &Values) -> Result<Vec<Some64>, DepthOverflow> {
        let is_win = self.scale.is_win(code);
        let plane = self.plane(side);
        let mut settled = Vec::with_capacity(rows.len());
        for &row in rows {
            let mut squares = plane.marked.get(row) & plane.open.get(row);
            plane.marked.set(row, 0);
            let rest = self.frame.rest(row);
            if !is_win {
                squares &= !plane.holds.get(row);
                if squares != 0 {
                    squares = self.all_lose(side, row, &rest, squares);
                }
            }
            if squares == 0 {
                continue;
            }
            plane.open.set(row, plane.open.get(row) & !squares);
            if is_win {
                plane.won.set(row, plane.won.get(row) | squares);
            }
            self.store(side, &rest, squares, code, values)?;
            settled.push(Some64 { row, squares });
        }
        Ok(settled)
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
