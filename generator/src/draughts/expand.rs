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
use dambase_rules::draughts::{
    Direction, FirstJump, Position, first_jumps, for_each_capture_landings, for_each_capture_landings_of, king_steps,
    man_steps, squares_with_king_move,
};

use super::geometry::{Part, TableDraughts};
use super::lines::FreeSquares;
use super::planes::{LinedUp, line_up};
use super::sets::{KingSets, advance};
use super::targets::{Memo, Target};
use super::theory::DraughtsProblem;
use crate::solve::{DepthOverflow, Exits, ToTheEnd};
use crate::solved::{Values, code_without_moves};

/// A quiet move of a man that the other men do not block.
pub struct ManMove<'a, G: TableDraughts> {
    to: u32,
    crowned: bool,
    target: Target<'a, G>,
}

/// The quiet moves of the men of a part's side to move.
pub fn man_moves<'a, G: TableDraughts>(
    problem: &'a DraughtsProblem<'_, G>,
    part: &Part<G::Word>,
) -> Vec<ManMove<'a, G>> {
    let masks = G::MASKS;
    let (own, all) = match part.side {
        Side::White => (part.men.white, part.men.white | part.men.black),
        Side::Black => (part.men.black, part.men.white | part.men.black),
    };
    let mut moves = Vec::new();
    for direction in Direction::forward(part.side) {
        for to in man_steps::<G>(own, all, direction).each() {
            let from = masks.step(G::Word::bit(to), direction.opposite());
            let crowned = masks.last_row(part.side).has(to);
            let landed = if crowned { G::Word::EMPTY } else { G::Word::bit(to) };
            let mut men = part.men;
            let mut counts = problem.geometry.counts;
            match part.side {
                Side::White => {
                    men.white = men.white & !from | landed;
                    counts.white_men -= u8::from(crowned);
                    counts.white_kings += u8::from(crowned);
                }
                Side::Black => {
                    men.black = men.black & !from | landed;
                    counts.black_men -= u8::from(crowned);
                    counts.black_kings += u8::from(crowned);
                }
            }
            moves.push(ManMove { to, crowned, target: problem.target(counts, men, part.side.other()) });
        }
    }
    moves
}

/// What becomes of positions from which a king can move inside the layer.
pub trait Inside<G: TableDraughts> {
    /// White's kings of the rows that follow.
    fn white_set(&mut self, set: usize);
    /// The value of a position is known, and stored.
    fn known(&mut self, black_set: usize, code: Code);
    /// A king of the side to move can move, and no capture is on.
    fn open(
        &mut self,
        position: &Position<G::Word>,
        black_set: usize,
        number: u64,
        exits: &mut Exits<ToTheEnd>,
        values: &Values,
    ) -> Result<(), DepthOverflow>;
}

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

/// A row under way.
struct Row<B> {
    /// The position without the last king.
    rest: Position<B>,
    owner: Side,
    /// The number of its first position.
    first: u64,
    /// The set of Black's kings with the last king on free square 0.
    black_set: usize,
}

/// A man's move as it is in a row.
#[derive(Clone, Copy)]
struct RowMove<B> {
    /// Which of the part's moves.
    at: u8,
    to: u8,
    /// Where numbers follow each other: the number it leads to is this and the count of `free` squares below the last king.
    first: Option<u64>,
    free: B,
}

/// What a thread remembers, and room it uses again.
pub struct Memory<G: TableDraughts> {
    memo: Memo<G::Word>,
    jumps: Vec<FirstJump<G::Word>>,
    moves: Vec<RowMove<G::Word>>,
}

impl<G: TableDraughts> Default for Memory<G> {
    fn default() -> Self {
        Memory { memo: Memo::default(), jumps: Vec::new(), moves: Vec::new() }
    }
}

/// A position with one more king.
#[inline(always)]
fn with_king<B: Bits>(rest: &Position<B>, owner: Side, bit: u8) -> Position<B> {
    let square = B::bit(bit.into());
    let mut position = *rest;
    position.kings |= square;
    match owner {
        Side::White => position.white |= square,
        Side::Black => position.black |= square,
    }
    position
}

/// Bits of numbers that follow each other, set a word at a time.
struct Marker<'a> {
    bits: &'a [AtomicU64],
    word: u64,
    marked: u64,
}

impl Marker<'_> {
    #[inline(always)]
    fn mark(&mut self, number: u64) {
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
        let mut squares = [0u8; 80];
        if black_kings == 0 {
            inside.white_set(0);
            let count = self.free.count;
            for (number, bit) in squares.iter_mut().enumerate().take(count) {
                *bit = self.free.bit(number as u8);
            }
            let squares = &squares[..count];
            self.rows(
                men,
                Side::White,
                counts.white_kings.into(),
                squares,
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
                let mut count = 0;
                for number in 0..self.free.count {
                    let bit = self.free.bit(number as u8);
                    squares[count] = bit;
                    count += usize::from(!position.white.has(bit.into()));
                }
                let first = self.part.start + set as u64 * ways;
                let squares = &squares[..count];
                self.rows(position, Side::Black, black_kings, squares, first, inside, memory, &mut marker)?;
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
        squares: &[u8],
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
                let bit = squares[usize::from(place) + 1];
                let square = G::Word::bit(bit.into());
                match owner {
                    Side::White => rest.white |= square,
                    Side::Black => rest.black |= square,
                }
                rest.kings |= square;
                set += dambase_format::choose(self.free.number(bit).into(), k) as usize;
            }
            let run = others.first().map_or(squares.len(), |&place| usize::from(place) + 1);
            let row = Row { rest, owner, first, black_set: set };
            self.row(&row, &squares[..run], inside, memory, marker)?;
            first += run as u64;
            advance(others);
            match others.last() {
                Some(&place) if usize::from(place) + 1 < squares.len() => {}
                _ => return Ok(()),
            }
        }
    }

    fn row(
        &self,
        row: &Row<G::Word>,
        squares: &[u8],
        inside: &mut impl Inside<G>,
        memory: &mut Memory<G>,
        marker: &mut Marker,
    ) -> Result<(), DepthOverflow> {
        let Row { rest, owner, .. } = *row;
        let Memory { memo, jumps, moves } = memory;
        let captures = first_jumps::<G>(&rest, owner, jumps);
        let king_moves = squares_with_king_move::<G>(&rest, owner);
        moves.clear();
        moves.extend((0..).zip(self.moves).filter_map(|(at, mv)| self.row_move(at, mv, row, squares)));
        let mut exits = Exits::new(self.scale);
        for (at, &bit) in squares.iter().enumerate() {
            let square = G::Word::bit(bit.into());
            let number = row.first + at as u64;
            let black_set = row.black_set + usize::from(self.free.number(bit));
            exits.clear();
            if (captures & square).any() {
                let position = with_king(&rest, owner, bit);
                for_each_capture_landings_of::<G>(&position, jumps, bit.into(), |line| {
                    self.problem.for_each_code_after(&position, line, memo, |code| exits.lead_to(code));
                });
                marker.mark(number);
                self.settle(number, black_set, exits.best(), inside)?;
                continue;
            }
            let mut men_move = false;
            for mv in &*moves {
                if mv.to == bit {
                    continue;
                }
                men_move = true;
                let whole = &self.moves[usize::from(mv.at)];
                exits.lead_to(match mv.first {
                    Some(first) => {
                        let below = (mv.free & G::Word::below(bit.into())).count();
                        whole.target.solved.values.get(first.wrapping_add(below.into()))
                    }
                    None => self.code_after(whole, &with_king(&rest, owner, bit)),
                });
            }
            if (king_moves & square).any() {
                inside.open(&with_king(&rest, owner, bit), black_set, number, &mut exits, self.values)?;
            } else {
                let code = if men_move { exits.best() } else { code_without_moves::<G>(&with_king(&rest, owner, bit)) };
                self.settle(number, black_set, code, inside)?;
            }
        }
        Ok(())
    }

    /// A man's move as it is in a row; `None` where a king blocks it.
    #[inline(always)]
    fn row_move(&self, at: u8, mv: &ManMove<G>, row: &Row<G::Word>, squares: &[u8]) -> Option<RowMove<G::Word>> {
        let Row { rest, owner, .. } = *row;
        if rest.kings.has(mv.to) {
            return None;
        }
        let to = mv.to as u8;
        let slow = RowMove { at, to, first: None, free: G::Word::EMPTY };
        // Where the last king stays the lowest of the kings that are numbered last, the numbers follow each other but for what the
        // man leaves and takes.
        let stays_lowest = match (mv.crowned, rest.side) {
            (false, _) => true,
            // Black's kings come after White's.
            (true, Side::White) if owner == Side::Black => true,
            (true, Side::Black) if owner == Side::White => false,
            (true, _) => squares.last().is_some_and(|&last| last < to),
        };
        if mv.target.turned || !stays_lowest {
            return Some(slow);
        }
        let &some = squares.iter().find(|&&bit| bit != to)?;
        let position = with_king(&rest, owner, some);
        let (white, black) = self.kings_after(mv, &position);
        let free = G::MASKS.squares & !mv.target.men;
        let free = if owner == Side::Black { free & !white } else { free };
        let below = (free & G::Word::below(some.into())).count();
        Some(RowMove { first: Some(mv.target.number(white, black).wrapping_sub(below.into())), free, ..slow })
    }

    /// The kings after a man's move.
    #[inline(always)]
    fn kings_after(&self, mv: &ManMove<G>, position: &Position<G::Word>) -> (G::Word, G::Word) {
        let (mut white, mut black) = (position.white & position.kings, position.black & position.kings);
        if mv.crowned {
            match position.side {
                Side::White => white |= G::Word::bit(mv.to),
                Side::Black => black |= G::Word::bit(mv.to),
            }
        }
        (white, black)
    }

    /// What a man's move leads to.
    #[inline(always)]
    fn code_after(&self, mv: &ManMove<G>, position: &Position<G::Word>) -> Code {
        let (white, black) = self.kings_after(mv, position);
        mv.target.code(white, black)
    }

    /// The one position of a part without kings.
    fn single(
        &self,
        position: Position<G::Word>,
        number: u64,
        inside: &mut impl Inside<G>,
        memory: &mut Memory<G>,
        marker: &mut Marker,
    ) -> Result<(), DepthOverflow> {
        let mut exits = Exits::new(self.scale);
        let mut forced = false;
        for_each_capture_landings::<G>(&position, |line| {
            forced = true;
            self.problem.for_each_code_after(&position, line, &mut memory.memo, |code| exits.lead_to(code));
        });
        if forced {
            marker.mark(number);
        } else {
            for mv in self.moves {
                exits.lead_to(self.code_after(mv, &position));
            }
        }
        let code = if forced || !self.moves.is_empty() { exits.best() } else { code_without_moves::<G>(&position) };
        self.settle(number, 0, code, inside)
    }

    #[inline(always)]
    fn settle(
        &self,
        number: u64,
        black_set: usize,
        code: Code,
        inside: &mut impl Inside<G>,
    ) -> Result<(), DepthOverflow> {
        if code != 0 {
            self.values.set(number, code)?;
            inside.known(black_set, code);
        }
        Ok(())
    }
}

/// How much a set of White's kings and one of Black's add to a position's place in the planes.
#[derive(Clone, Copy)]
pub struct Strides {
    pub white: u32,
    pub black: u32,
}

/// Positions go to the planes.
pub struct ToPlanes<'a> {
    /// Rows are White's sets, from the first of a range on, and bits are Black's.
    can_win: &'a mut [u64],
    can_lose: &'a mut [u64],
    words: usize,
    first_set: usize,
    lined_up: &'a mut LinedUp,
    strides: Strides,
    set: usize,
}

impl<'a> ToPlanes<'a> {
    pub fn new(
        can_win: &'a mut [u64],
        can_lose: &'a mut [u64],
        words: usize,
        first_set: usize,
        lined_up: &'a mut LinedUp,
        strides: Strides,
    ) -> Self {
        ToPlanes { can_win, can_lose, words, first_set, lined_up, strides, set: first_set }
    }

    #[inline(always)]
    fn place(&self, black_set: usize) -> u32 {
        self.set as u32 * self.strides.white + black_set as u32 * self.strides.black
    }
}

impl<G: TableDraughts> Inside<G> for ToPlanes<'_> {
    #[inline(always)]
    fn white_set(&mut self, set: usize) {
        self.set = set;
    }

    #[inline(always)]
    fn known(&mut self, black_set: usize, code: Code) {
        let place = self.place(black_set);
        line_up(&mut self.lined_up.known, code, place);
    }

    #[inline(always)]
    fn open(
        &mut self,
        _: &Position<G::Word>,
        black_set: usize,
        number: u64,
        exits: &mut Exits<ToTheEnd>,
        values: &Values,
    ) -> Result<(), DepthOverflow> {
        let word = (self.set - self.first_set) * self.words + black_set / 64;
        let bit = 1 << (black_set % 64);
        self.can_win[word] |= bit;
        if let Some(code) = exits.win() {
            let place = self.place(black_set);
            line_up(&mut self.lined_up.wins, code, place);
        } else if !exits.draws() {
            self.can_lose[word] |= bit;
            let loss = exits.loss();
            if loss > 0 {
                if values.set(number, loss).is_err() {
                    values.set(number, u8::MAX.into())?;
                    self.lined_up.deep.push(number);
                }
                let place = self.place(black_set);
                self.lined_up.tentative.push(place);
            }
        }
        Ok(())
    }
}

/// One side alone has kings: its moves lead to positions of the other side, which are all settled by moves of men.
pub struct ToOneSide<'a> {
    pub sets: &'a KingSets,
    pub free: &'a FreeSquares,
    /// The number of the first position with the side to move that has kings, and the same for the other side.
    pub start: u64,
    pub other_start: u64,
}

impl<G: TableDraughts> Inside<G> for ToOneSide<'_> {
    fn white_set(&mut self, _: usize) {}

    fn known(&mut self, _: usize, _: Code) {}

    #[inline(always)]
    fn open(
        &mut self,
        position: &Position<G::Word>,
        _: usize,
        number: u64,
        exits: &mut Exits<ToTheEnd>,
        values: &Values,
    ) -> Result<(), DepthOverflow> {
        let set = (number - self.start) as usize;
        let occupied = position.occupied();
        for (member, &square) in self.sets.members(set).iter().enumerate() {
            let moved = self.sets.moved(set, member);
            for to in king_steps::<G>(self.free.bit(square).into(), occupied).each() {
                let set = moved[usize::from(self.free.number(to as u8))];
                exits.stay_at(values.get(self.other_start + u64::from(set)));
            }
        }
        values.set(number, exits.best())
    }
}

/// Nobody has kings, or the side to move has none: all is known.
pub struct NoneInside;

impl<G: TableDraughts> Inside<G> for NoneInside {
    fn white_set(&mut self, _: usize) {}

    fn known(&mut self, _: usize, _: Code) {}

    fn open(
        &mut self,
        _: &Position<G::Word>,
        _: usize,
        _: u64,
        _: &mut Exits<ToTheEnd>,
        _: &Values,
    ) -> Result<(), DepthOverflow> {
        unreachable!("no king of the side to move")
    }
}
