//! All moves of a layer but those of kings inside it: positions are walked in the order of their numbers, so that nothing is
//! worked out from a number.
//!
//! A row is all positions that differ in the square of one king alone, the lowest of the side that comes last in the numbering.
//! What holds for a row is worked out once for all its squares.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use dambase_format::{Code, DraughtsCounts, MenPlacement};
use dambase_rules::Side;
use dambase_rules::bits::Bits;
use dambase_rules::draughts::{Position, for_each_capture_landings};

use super::geometry::{Part, TableDraughts};
use super::inside::Inside;
use super::lines::FreeSquares;
use super::men::ManMove;
use super::rows::{Memory, Row, Squares};
use super::sets::{KingSets, advance};
use super::theory::DraughtsProblem;
use crate::solve::{DepthOverflow, Exits, ToTheEnd};
use crate::solved::{Values, code_without_moves};

/// Walks the positions of a part.
pub struct Walk<'a, G: TableDraughts> {
    pub problem: &'a DraughtsProblem<'a, G>,
    pub part: Part<G::Word>,
    pub moves: &'a [ManMove<'a, G>],
    pub free: &'a FreeSquares,
    pub values: &'a Values,
    pub forced: &'a [AtomicU64],
    pub scale: ToTheEnd,
}

/// Bits of numbers that follow each other, set a word at a time.
pub struct Marker<'a> {
    bits: &'a [AtomicU64],
    word: u64,
    marked: u64,
}

impl Marker<'_> {
    #[inline(always)]
    pub fn mark(&mut self, number: u64) {
        if number / 64 != self.word {
            self.flush();
            self.word = number / 64;
        }
        self.marked |= 1 << (number % 64);
    }

    fn flush(&mut self) {
        if self.marked != 0 {
            self.bits[self.word as usize].fetch_or(self.marked, Ordering::Relaxed);
            self.marked = 0;
        }
    }
}

impl<G: TableDraughts> Walk<'_, G> {
    /// Walks the positions whose white kings have these ranks, all of which one thread takes.
    pub fn go(
        &self,
        white_sets: Range<usize>,
        white: &KingSets,
        inside: &mut impl Inside<G>,
        memory: &mut Memory<G>,
    ) -> Result<(), DepthOverflow> {
        let counts: DraughtsCounts = self.problem.geometry.counts;
        let MenPlacement { white: white_men, black: black_men } = self.part.men;
        let men = Position { white: white_men, black: black_men, kings: G::Word::EMPTY, side: self.part.side };
        let mut marker = Marker { bits: self.forced, word: 0, marked: 0 };
        let black_kings = usize::from(counts.black_kings);
        let mut squares = Squares::default();
        if black_kings == 0 {
            inside.white_set(0);
            for number in 0..self.free.count {
                squares.add(self.free.bit(number as u8));
            }
            self.rows(
                men,
                Side::White,
                counts.white_kings.into(),
                &squares,
                self.part.start,
                inside,
                memory,
                &mut marker,
            )?;
        } else {
            let ways = self.problem.geometry.slice.black_king_ways();
            for set in white_sets {
                inside.white_set(set);
                let mut position = men;
                for &number in white.members(set) {
                    let square = G::Word::bit(self.free.bit(number).into());
                    position.white |= square;
                    position.kings |= square;
                }
                squares.clear();
                for number in 0..self.free.count {
                    let bit = self.free.bit(number as u8);
                    if !position.white.has(bit.into()) {
                        squares.add(bit);
                    }
                }
                let first = self.part.start + set as u64 * ways;
                self.rows(position, Side::Black, black_kings, &squares, first, inside, memory, &mut marker)?;
            }
        }
        marker.flush();
        Ok(())
    }

    /// Walks the placements of so many kings of one side on `squares`.
    #[allow(clippy::too_many_arguments)]
    fn rows(
        &self,
        position: Position<G::Word>,
        owner: Side,
        kings: usize,
        squares: &Squares,
        mut first: u64,
        inside: &mut impl Inside<G>,
        memory: &mut Memory<G>,
        marker: &mut Marker,
    ) -> Result<(), DepthOverflow> {
        if kings == 0 {
            return self.single(position, first, inside, memory, marker);
        }
        // The other kings, one place lower: the last king has a place below them always.
        let mut others = [0u8; 16];
        let others = &mut others[..kings - 1];
        for (at, place) in others.iter_mut().enumerate() {
            *place = at as u8;
        }
        loop {
            let mut rest = position;
            let mut set = 0;
            for (k, &place) in (2..).zip(&*others) {
                let bit = squares.bit(usize::from(place) + 1);
                let square = G::Word::bit(bit.into());
                match owner {
                    Side::White => rest.white |= square,
                    Side::Black => rest.black |= square,
                }
                rest.kings |= square;
                set += dambase_format::choose(self.free.number(bit).into(), k) as usize;
            }
            let len = others.first().map_or(squares.len(), |&place| usize::from(place) + 1);
            let free = G::MASKS.squares & !rest.occupied();
            let set_of_squares = match others.first() {
                None => free,
                Some(_) => free & G::Word::below(squares.bit(len).into()),
            };
            self.row(
                &Row { rest, owner, first, black_set: set, squares, set: set_of_squares, len },
                inside,
                memory,
                marker,
            )?;
            first += len as u64;
            advance(others);
            match others.last() {
                Some(&place) if usize::from(place) + 1 < squares.len() => {}
                _ => return Ok(()),
            }
        }
    }

    /// The one position of a part without kings.
    fn single<I: Inside<G>>(
        &self,
        position: Position<G::Word>,
        number: u64,
        inside: &mut I,
        memory: &mut Memory<G>,
        marker: &mut Marker,
    ) -> Result<(), DepthOverflow> {
        let mut exits = Exits::new(self.scale);
        let mut forced = false;
        for_each_capture_landings::<G>(&position, |line| {
            forced = true;
            self.problem.for_each_code_after(&position, line, memory.memo(), |code| exits.lead_to(code));
        });
        if I::CAPTURES_ALONE && !forced {
            return Ok(());
        }
        if forced {
            if !I::CAPTURES_ALONE {
                marker.mark(number);
            }
        } else {
            for mv in self.moves {
                let (white, black) = mv.kings_after(position.white & position.kings, position.black & position.kings);
                exits.lead_to(mv.target.code(white, black));
            }
        }
        let code = if forced || !self.moves.is_empty() { exits.best() } else { code_without_moves::<G>(&position) };
        self.settle(number, 0, code, inside)
    }

    #[inline(always)]
    pub fn settle<I: Inside<G>>(
        &self,
        number: u64,
        black_set: usize,
        code: Code,
        inside: &mut I,
    ) -> Result<(), DepthOverflow> {
        if code != 0 || I::CAPTURES_ALONE {
            self.values.set(number, code)?;
            inside.known(black_set, code);
        }
        Ok(())
    }
}
