//! Values of rows in the order of the numbers of the slice.

use std::sync::atomic::{AtomicU64, Ordering};

use dambase_format::{Code, LastPiece};
use dambase_rules::Side;
use dambase_rules::chess::{Symmetry, squares};

use super::frame::Rest;
use super::{Beyond, Layer, SIDES};
use crate::solve::{DepthOverflow, Scale};
use crate::solved::Values;

impl<S: Scale, B: Beyond<S>> Layer<'_, S, B> {
    /// The numbers of a row, and the symmetry that brings it there. `None` where its reflection or the row with the colours exchanged has them.
    #[inline(always)]
    fn numbers(&self, side: Side, rest: &Rest) -> Option<(LastPiece, Symmetry)> {
        if self.slice.is_symmetric() && side == Side::Black {
            return None;
        }
        let [white, black] = rest.kings;
        let with_pawns = self.frame.pawns != [0, 0];
        let symmetry = if with_pawns && white & 4 != 0 { Symmetry::FILES } else { Symmetry::IDENTITY };
        // On the diagonal, and Black's king above it: the reflection is numbered.
        if !with_pawns && white >> 3 == white & 7 && black >> 3 > black & 7 {
            return None;
        }
        Some((self.slice.last_piece(&self.frame.position(rest, side), symmetry), symmetry))
    }

    /// Gives these positions of a row their code.
    #[inline(always)]
    pub(super) fn store(
        &self,
        side: Side,
        rest: &Rest,
        positions: u64,
        code: Code,
        values: &Values,
    ) -> Result<(), DepthOverflow> {
        let Some((numbers, symmetry)) = self.numbers(side, rest) else { return Ok(()) };
        let positions = if symmetry == Symmetry::IDENTITY { positions } else { symmetry.set(positions) };
        squares(positions & numbers.squares()).try_for_each(|square| values.set(numbers.number(square), code))
    }

    /// Sets a bit for each number of the layer that stands for no position.
    pub(super) fn mark_forced(&self, forced: &[AtomicU64]) {
        let frame = &self.frame;
        for side in SIDES {
            if self.slice.is_symmetric() && side == Side::Black {
                continue;
            }
            let section = self.slice_section(side);
            // Kings on squares of pawns.
            let pawns = frame.pawns[0] | frame.pawns[1];
            for kings in frame.kings_on(pawns) {
                let mirrored = kings[0] & 4 != 0;
                let by = if mirrored { Symmetry::FILES } else { Symmetry::IDENTITY };
                let numbers =
                    self.slice.numbers_of_kings(frame.pawns.map(|set| by.set(set)), kings.map(|at| by.square(at)));
                (numbers.start..numbers.end).for_each(|number| mark(forced, section + number));
            }
            for row in 0..frame.len() as u32 {
                let rest = frame.rest(row);
                if !frame.stands(&rest) {
                    continue;
                }
                let Some((numbers, symmetry)) = self.numbers(side, &rest) else { continue };
                let nowhere = symmetry.set(!self.planes[side as usize].open[row as usize]) & numbers.squares();
                squares(nowhere).for_each(|square| mark(forced, numbers.number(square)));
                if pawns == 0 && rest.kings.iter().all(|&king| Symmetry::DIAGONAL.square(king) == king) {
                    // The smaller of two numbers stands for both.
                    let position = frame.position(&rest, side);
                    for square in squares(numbers.squares() & !nowhere) {
                        let mut whole = position;
                        whole.put(square, frame.last.side, frame.last.kind);
                        let number = numbers.number(square);
                        if self.slice.canonical_index(&whole) < number {
                            mark(forced, number);
                        }
                    }
                }
            }
        }
    }

    fn slice_section(&self, side: Side) -> u64 {
        use dambase_format::SliceIndex;
        if side == Side::White { 0 } else { self.slice.section(1).start }
    }
}

/// Sets the bit of a number.
#[inline(always)]
fn mark(bits: &[AtomicU64], number: u64) {
    bits[(number / 64) as usize].fetch_or(1 << (number % 64), Ordering::Relaxed);
}
