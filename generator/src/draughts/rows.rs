//! A row: all positions of a layer that differ in the square of one king alone.
//!
//! Moves are taken one by one, each for all squares of that king at once. Most lead to numbers that follow each other.

use dambase_format::Code;
use dambase_rules::Side;
use dambase_rules::bits::Bits;
use dambase_rules::draughts::{
    FirstJump, Landings, Majority, Position, first_jumps, for_each_capture_after, landings_behind,
    squares_with_king_move,
};

use super::expand::{Marker, Walk};
use super::geometry::TableDraughts;
use super::inside::Inside;
use super::targets::{AfterCapture, Memo, Target};
use crate::solve::{DepthOverflow, Exits, ToTheEnd};
use crate::solved::code_without_moves;

/// More bits than any board has in a word.
const MOST_BITS: usize = 80;

/// Free squares in the order of their bits.
pub struct Squares {
    bits: [u8; MOST_BITS],
    places: [u8; MOST_BITS],
    len: usize,
}

impl Default for Squares {
    fn default() -> Self {
        Squares { bits: [0; MOST_BITS], places: [0; MOST_BITS], len: 0 }
    }
}

impl Squares {
    pub fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    pub fn add(&mut self, bit: u8) {
        self.bits[self.len] = bit;
        self.places[usize::from(bit)] = self.len as u8;
        self.len += 1;
    }

    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub fn bit(&self, place: usize) -> u8 {
        self.bits[place]
    }

    /// How many there are below this one.
    #[inline(always)]
    fn place(&self, bit: u32) -> usize {
        self.places[bit as usize].into()
    }
}

/// A row under way.
pub struct Row<'a, B> {
    /// The position without the last king.
    pub rest: Position<B>,
    pub owner: Side,
    /// The number of its first position.
    pub first: u64,
    /// The set of Black's kings with the last king on free square 0.
    pub black_set: usize,
    /// Where the last king may stand: the first `len` of these squares.
    pub squares: &'a Squares,
    pub set: B,
    pub len: usize,
}

impl<B: Bits> Row<'_, B> {
    /// The position with the last king on a square.
    #[inline(always)]
    fn position(&self, bit: u32) -> Position<B> {
        let square = B::bit(bit);
        let mut position = self.rest;
        position.kings |= square;
        match self.owner {
            Side::White => position.white |= square,
            Side::Black => position.black |= square,
        }
        position
    }
}

/// What a thread remembers, and room it uses again.
pub struct Memory<G: TableDraughts> {
    memo: Memo<G::Word>,
    jumps: Vec<FirstJump<G::Word>>,
    best: Vec<Exits<ToTheEnd>>,
    ranks: Vec<u64>,
}

impl<G: TableDraughts> Default for Memory<G> {
    fn default() -> Self {
        Memory { memo: Memo::default(), jumps: Vec::new(), best: Vec::new(), ranks: Vec::new() }
    }
}

impl<G: TableDraughts> Memory<G> {
    pub fn memo(&mut self) -> &mut Memo<G::Word> {
        &mut self.memo
    }
}

/// The best moves of each position of a row, and, where a majority rules, how the captures among them rank.
struct Tally<'a, G: TableDraughts> {
    row: &'a Row<'a, G::Word>,
    best: &'a mut [Exits<ToTheEnd>],
    ranks: &'a mut [u64],
}

impl<G: TableDraughts> Tally<'_, G> {
    #[inline(always)]
    fn of(&mut self, bit: u32) -> &mut Exits<ToTheEnd> {
        &mut self.best[self.row.squares.place(bit)]
    }

    /// The captures of a rank; `None` where there are greater ones.
    #[inline(always)]
    fn of_rank(&mut self, bit: u32, rank: u64) -> Option<&mut Exits<ToTheEnd>> {
        if matches!(G::RULES.majority, Majority::Free) {
            return Some(self.of(bit));
        }
        let place = self.row.squares.place(bit);
        if rank > self.ranks[place] {
            self.ranks[place] = rank;
            self.best[place].clear();
        }
        (rank == self.ranks[place]).then(|| &mut self.best[place])
    }

    /// Captures of a rank with the last king on any of `squares` lead to a position of this code.
    #[inline(always)]
    fn lead_to(&mut self, squares: G::Word, rank: u64, code: Code) {
        for bit in squares.each() {
            if let Some(exits) = self.of_rank(bit, rank) {
                exits.lead_to(code);
            }
        }
    }

    /// A move leads to the layer of `target` from all of `squares`, where the last king stays, beside kings that stand there as
    /// given. `moved` is where a king of the same side has come to stand by it; a capture has a rank.
    #[inline(always)]
    fn stay(
        &mut self,
        squares: G::Word,
        target: &Target<G>,
        (white, black): (G::Word, G::Word),
        moved: Option<u32>,
        rank: Option<u64>,
    ) {
        let owner = self.row.owner;
        let mut count = |bit: u32, code: Code| match rank {
            None => self.of(bit).lead_to(code),
            Some(rank) => {
                if let Some(exits) = self.of_rank(bit, rank) {
                    exits.lead_to(code);
                }
            }
        };
        let mut slow = squares;
        // The last king stays the lowest there.
        let lowest = moved.map_or(squares, |moved| squares & G::Word::below(moved));
        if lowest.any()
            && let Some(run) = target.run(white, black, owner, lowest.lowest())
        {
            slow &= !lowest;
            for bit in lowest.each() {
                count(bit, target.solved.values.get(run.number(bit)));
            }
        }
        for bit in slow.each() {
            let square = G::Word::bit(bit);
            let code = match owner {
                Side::White => target.code(white | square, black),
                Side::Black => target.code(white, black | square),
            };
            count(bit, code);
        }
    }
}

impl<G: TableDraughts> Walk<'_, G> {
    /// Looks at all positions of a row.
    pub fn row<I: Inside<G>>(
        &self,
        row: &Row<G::Word>,
        inside: &mut I,
        memory: &mut Memory<G>,
        marker: &mut Marker,
    ) -> Result<(), DepthOverflow> {
        let Row { rest, owner, .. } = *row;
        let Memory { memo, jumps, best, ranks } = memory;
        best.clear();
        best.resize(row.len, Exits::new(self.scale));
        if !matches!(G::RULES.majority, Majority::Free) {
            ranks.clear();
            ranks.resize(row.len, 0);
        }
        let mut tally = Tally::<G> { row, best, ranks };
        let captures = first_jumps::<G>(&rest, owner, row.set, jumps);
        for jump in &*jumps {
            self.jump(jump, &mut tally, memo);
        }
        for bit in captures.each() {
            let number = row.first + row.squares.place(bit) as u64;
            if !I::CAPTURES_ALONE {
                marker.mark(number);
            }
            let code = tally.of(bit).best();
            self.settle(number, row.black_set + usize::from(self.free.number(bit as u8)), code, inside)?;
        }
        if I::CAPTURES_ALONE {
            return Ok(());
        }
        let quiet = row.set & !captures;
        let mut men_moves = G::Word::EMPTY;
        for mv in self.moves {
            if !rest.kings.has(mv.to) {
                let squares = quiet & !G::Word::bit(mv.to);
                men_moves |= squares;
                let kings = mv.kings_after(rest.white & rest.kings, rest.black & rest.kings);
                let moved = (mv.crowned && rest.side == owner).then_some(mv.to);
                tally.stay(squares, &mv.target, kings, moved, None);
            }
        }
        let king_moves = squares_with_king_move::<G>(&rest, owner);
        for bit in quiet.each() {
            let number = row.first + row.squares.place(bit) as u64;
            let black_set = row.black_set + usize::from(self.free.number(bit as u8));
            let exits = tally.of(bit);
            if king_moves.has(bit) {
                inside.open(&row.position(bit), black_set, number, exits, self.values)?;
            } else {
                let has_move = men_moves.has(bit);
                let code = if has_move { exits.best() } else { code_without_moves::<G>(&row.position(bit)) };
                self.settle(number, black_set, code, inside)?;
            }
        }
        Ok(())
    }

    /// Counts the captures that begin with a jump.
    #[inline]
    fn jump(&self, jump: &FirstJump<G::Word>, tally: &mut Tally<G>, memo: &mut Memo<G::Word>) {
        let row = tally.row;
        let squares = jump.squares;
        if jump.from.is_none() {
            // Once the last king is lifted it is the same wherever it stood.
            let some = squares.lowest();
            let position = row.position(some);
            let mut best = Exits::new(self.scale);
            let mut greatest = 0;
            for_each_capture_after::<G>(&position, jump, some, |line, rank| {
                if rank > greatest {
                    greatest = rank;
                    best.clear();
                }
                if rank == greatest {
                    self.problem.for_each_code_after(&position, line, memo, |code| best.lead_to(code));
                }
            });
            for bit in squares.each() {
                if let Some(exits) = tally.of_rank(bit, greatest) {
                    exits.merge(&best);
                }
            }
            return;
        }
        let ends = squares & jump.ends;
        for bit in (squares & !ends).each() {
            let position = row.position(bit);
            for_each_capture_after::<G>(&position, jump, bit, |line, rank| {
                if let Some(exits) = tally.of_rank(bit, rank) {
                    self.problem.for_each_code_after(&position, line, memo, |code| exits.lead_to(code));
                }
            });
        }
        if ends.any() {
            self.single_jump(jump, ends, tally, memo);
        }
    }

    /// Counts the captures that are over with a jump of a piece that is not the last king.
    fn single_jump(&self, jump: &FirstJump<G::Word>, squares: G::Word, tally: &mut Tally<G>, memo: &mut Memo<G::Word>) {
        let row = tally.row;
        let side = row.rest.side;
        let some = squares.lowest();
        let from = jump.from.map_or(some, u32::from);
        let captured = G::Word::bit(jump.hit.map_or(some, u32::from));
        let line = Landings { from, to: jump.landings, captured, king: jump.lands_as_king };
        let (target, white, black) = match self.problem.after_capture(&row.position(some), &line, memo) {
            AfterCapture::Over(code) => return tally.lead_to(squares, jump.rank, code),
            AfterCapture::Layer { target, white_kings, black_kings } => (target, white_kings, black_kings),
        };
        // Without the last king, which stands by or is taken.
        let (white, black) = (white & row.rest.white, black & row.rest.black);
        let with = |to: u32| match side {
            _ if !jump.lands_as_king => (white, black),
            Side::White => (white | G::Word::bit(to), black),
            Side::Black => (white, black | G::Word::bit(to)),
        };
        if jump.hit.is_none() {
            let occupied = row.rest.occupied() & !G::Word::bit(from);
            for to in jump.landings.each() {
                let mut before = G::Word::EMPTY;
                for bit in squares.each() {
                    if landings_behind::<G>(bit, jump.direction, jump.king, occupied).has(to) {
                        before |= G::Word::bit(bit);
                    }
                }
                if before.any() {
                    let (white, black) = with(to);
                    tally.lead_to(before, jump.rank, target.code(white, black));
                }
            }
            return;
        }
        for to in jump.landings.each() {
            // The last king does not stand between the piece that is taken and the square.
            let passed = jump.landings & !G::MASKS.ray(to, jump.direction);
            let moved = (jump.lands_as_king && side == row.owner).then_some(to);
            tally.stay(squares & !passed, &target, with(to), moved, Some(jump.rank));
        }
    }
}
