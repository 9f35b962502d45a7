//! What the moves out of a layer give.

use dambase_format::Code;
use dambase_rules::Side;
use dambase_rules::chess::{bit, king_attacks, piece_attacks, squares};
use rayon::prelude::*;

use super::frame::{Frame, Rest};
use super::{Beyond, CHUNK, Layer, MATED, SIDES, Some64, at_code};
use crate::solve::{Exits, Scale};

impl<S: Scale, B: Beyond<S>> Layer<'_, S, B> {
    /// Looks at all exits, and at positions without a move.
    pub(super) fn look_beyond(&mut self) {
        for side in SIDES {
            let mut holds = std::mem::take(&mut self.planes[side as usize].holds);
            let layer = &*self;
            let found: Vec<Vec<(Code, Some64)>> = holds
                .par_chunks_mut(CHUNK)
                .enumerate()
                .map(|(chunk, holds)| {
                    let mut found = Vec::new();
                    for (row, holds) in (chunk * CHUNK..).zip(holds) {
                        *holds = layer.look_at(side, row as u32, &mut found);
                    }
                    found
                })
                .collect();
            let plane = &mut self.planes[side as usize];
            plane.holds = holds;
            for (code, some) in found.into_iter().flatten() {
                at_code(&mut plane.by_exits, code).push(some);
            }
        }
    }

    /// Puts what exits give the positions of a row in `found`; returns those that are not lost, or not yet.
    fn look_at(&self, side: Side, row: u32, found: &mut Vec<(Code, Some64)>) -> u64 {
        let open = self.planes[side as usize].open[row as usize];
        if open == 0 {
            return 0;
        }
        let rest = self.frame.rest(row);
        let stuck = self.all_lose(side, row, &rest, open);
        let mut best: [Code; 64] = [0; 64];
        let (mut decided, mut drawn) = (0, 0);
        let mut position = self.frame.position(&rest, side);
        for square in squares(open & may_leave(&self.frame, &rest, side)) {
            let last = self.frame.last;
            let mut exits = Exits::new(self.scale);
            position.put(square, last.side, last.kind);
            let leaves = self.beyond.look(&position, &mut exits);
            position.colours[last.side as usize] ^= bit(square);
            position.kinds[last.kind as usize] ^= bit(square);
            if leaves {
                let code = exits.best();
                best[usize::from(square)] = code;
                if code == 0 {
                    drawn |= bit(square);
                } else {
                    decided |= bit(square);
                }
            }
        }
        // No move at all.
        let over = stuck & !(decided | drawn);
        if over != 0 {
            let in_check = self.planes[side.other() as usize].won[row as usize] & over;
            drawn |= over & !in_check;
            decided |= in_check;
            squares(in_check).for_each(|square| best[usize::from(square)] = MATED);
        }
        let mut left = decided;
        while left != 0 {
            let code = best[left.trailing_zeros() as usize];
            let alike = squares(left).filter(|&square| best[usize::from(square)] == code).map(bit).sum();
            found.push((code, Some64 { row, squares: alike }));
            left &= !alike;
        }
        drawn | decided
    }
}

/// The squares of the last piece with which a piece of `side` may have something to capture, or a pawn to move.
fn may_leave(frame: &Frame, rest: &Rest, side: Side) -> u64 {
    if frame.pawns != [0, 0] {
        return u64::MAX;
    }
    let mut theirs = 0;
    let mut attacked = king_attacks(rest.kings[side as usize]);
    for (man, &square) in frame.outer.iter().zip(&rest.outer) {
        if man.side == side {
            attacked |= piece_attacks(man.kind, square, rest.occupied);
        } else {
            theirs |= bit(square);
        }
    }
    if attacked & theirs != 0 {
        u64::MAX
    } else if frame.last.side == side {
        squares(theirs).fold(0, |from, square| from | piece_attacks(frame.last.kind, square, rest.occupied))
    } else {
        attacked
    }
}
