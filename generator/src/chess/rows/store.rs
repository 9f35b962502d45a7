//! Values of rows in the order of the numbers of the slice.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};

use dambase_format::{Code, LastPiece, SliceIndex};
use dambase_rules::Side;
use dambase_rules::chess::{Position, Symmetry, bit, king_attacks, squares};

use super::super::problem::ChessScale;
use super::frame::Rest;
use super::{Beyond, Layer, SIDES};
use crate::solve::DepthOverflow;
use crate::solved::Values;

/// The numbers of a row.
enum Numbers {
    /// A row of the numbering, once moved by the symmetry.
    Row(LastPiece, Symmetry),
    /// Those of the positions with the colours exchanged.
    Exchanged(Position),
    /// The reflection of the row has them, or the row with the colours exchanged.
    Elsewhere,
}

impl<S: ChessScale, B: Beyond<S>> Layer<'_, S, B> {
    #[inline(always)]
    fn numbers(&self, side: Side, rest: &Rest) -> Numbers {
        let [white, black] = rest.kings;
        let with_pawns = self.frame.pawns != [0, 0];
        if self.slice.is_symmetric() && side == Side::Black {
            return if with_pawns { Numbers::Exchanged(self.frame.position(rest, side)) } else { Numbers::Elsewhere };
        }
        // On the diagonal, and Black's king above it: the reflection is numbered.
        if !with_pawns && white >> 3 == white & 7 && black >> 3 > black & 7 {
            return Numbers::Elsewhere;
        }
        let symmetry = if with_pawns && white & 4 != 0 { Symmetry::FILES } else { Symmetry::IDENTITY };
        Numbers::Row(self.slice.last_piece(&self.frame.position(rest, side), symmetry), symmetry)
    }

    /// Calls `visit` with the number of each of these positions of a row that it is to be found under.
    #[inline(always)]
    fn for_each_number<E>(
        &self,
        numbers: &Numbers,
        positions: u64,
        mut visit: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        match numbers {
            Numbers::Elsewhere => Ok(()),
            Numbers::Row(row, symmetry) => {
                let positions = if *symmetry == Symmetry::IDENTITY { positions } else { symmetry.set(positions) };
                squares(positions & row.squares()).try_for_each(|square| visit(row.number(square)))
            }
            Numbers::Exchanged(rest) => {
                // Kings alone: there are no rows with pieces and symmetric pawns.
                let last = self.frame.last;
                let apart = !(king_attacks(rest.king(last.side.other())) | rest.of(last.side.other(), last.kind));
                squares(positions & apart).try_for_each(|square| {
                    let mut position = *rest;
                    position.colours[last.side as usize] |= bit(square);
                    position.kinds[last.kind as usize] |= bit(square);
                    visit(self.slice.index_of(&position))
                })
            }
        }
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
        let code = self.scale.stored(code);
        self.for_each_number(&self.numbers(side, rest), positions, |number| values.set(number, code))
    }

    /// Sets a bit for each number of the layer that stands for no position.
    pub(super) fn mark_forced(&self, forced: &[AtomicU64]) {
        for side in SIDES {
            self.mark_kings_on_pawns(side, forced);
            self.for_rows(|rows| rows.for_each(|row| self.mark_row(side, row, forced)));
        }
    }

    fn mark_row(&self, side: Side, row: u32, forced: &[AtomicU64]) {
        let frame = &self.frame;
        let rest = frame.rest(row);
        if !frame.stands(&rest) {
            return;
        }
        let numbers = self.numbers(side, &rest);
        let open = self.plane(side).open.get(row);
        let nowhere = !open & !(frame.pawns[0] | frame.pawns[1]);
        let Ok(()) = self.for_each_number(&numbers, nowhere, |number| {
            mark(forced, number);
            Ok::<(), Infallible>(())
        });
        if frame.pawns == [0, 0]
            && rest.kings.iter().all(|&king| Symmetry::DIAGONAL.square(king) == king)
            && let Numbers::Row(numbers, _) = numbers
        {
            // The smaller of two numbers stands for both.
            let position = frame.position(&rest, side);
            for square in squares(numbers.squares() & open) {
                let mut whole = position;
                whole.put(square, frame.last.side, frame.last.kind);
                let number = numbers.number(square);
                if self.slice.canonical_index(&whole) < number {
                    mark(forced, number);
                }
            }
        }
    }

    /// Sets a bit in the second row of `forced`, where there is one, for each position that is worth no more than a capture gives: readers
    /// of tables of win, draw and loss look at captures themselves.
    pub(super) fn mark_taken(&self, forced: &[AtomicU64]) {
        let taken = &forced[self.slice.len().div_ceil(64) as usize..];
        if taken.is_empty() {
            return;
        }
        for side in SIDES {
            let plane = self.plane(side);
            self.for_rows(|rows| {
                for row in rows {
                    // What is open still is drawn.
                    let wins = plane.taking_wins.get(row);
                    let positions = wins | plane.taking_draws.get(row) & plane.open.get(row);
                    if positions != 0 {
                        let numbers = self.numbers(side, &self.frame.rest(row));
                        let Ok(()) = self.for_each_number(&numbers, positions, |number| {
                            mark(taken, number);
                            Ok::<(), Infallible>(())
                        });
                    }
                }
            });
        }
    }

    fn mark_kings_on_pawns(&self, side: Side, forced: &[AtomicU64]) {
        let [white_pawns, black_pawns] = self.frame.pawns;
        let pawns = white_pawns | black_pawns;
        if pawns == 0 {
            return;
        }
        let exchange = self.slice.is_symmetric() && side == Side::Black;
        let section = if exchange { 0 } else { self.slice.section(side as usize).start };
        for white in 0..64 {
            for black in squares(!(bit(white) | king_attacks(white))) {
                if pawns & (bit(white) | bit(black)) == 0 {
                    continue;
                }
                let (pawns, kings) = if exchange {
                    ([black_pawns.swap_bytes(), white_pawns.swap_bytes()], [black ^ 56, white ^ 56])
                } else {
                    ([white_pawns, black_pawns], [white, black])
                };
                let by = if kings[0] & 4 != 0 { Symmetry::FILES } else { Symmetry::IDENTITY };
                let numbers = self.slice.numbers_of_kings(pawns.map(|set| by.set(set)), kings.map(|at| by.square(at)));
                numbers.for_each(|number| mark(forced, section + number));
            }
        }
    }
}

/// Sets the bit of a number.
#[inline(always)]
fn mark(bits: &[AtomicU64], number: u64) {
    bits[(number / 64) as usize].fetch_or(1 << (number % 64), Ordering::Relaxed);
}
