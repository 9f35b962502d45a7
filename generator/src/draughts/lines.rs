//! The squares that the men of a layer leave, and the lines of kings over them.

use dambase_rules::bits::Bits;
use dambase_rules::draughts::{DIRECTIONS, Draughts, king_line};

/// More bits than any board has in a word.
const MOST_BITS: usize = 80;
/// More squares than a line has behind its first, and an end.
const LINE: usize = 12;
/// Ends a line.
pub const END: u8 = u8::MAX;

/// The free squares of a placement of men, numbered from 0, lowest bit first.
#[derive(Clone)]
pub struct FreeSquares {
    pub count: usize,
    bits: [u8; MOST_BITS],
    numbers: [u8; MOST_BITS],
}

impl FreeSquares {
    pub fn new<B: Bits>(free: B) -> Self {
        let mut squares = FreeSquares { count: 0, bits: [0; MOST_BITS], numbers: [0; MOST_BITS] };
        for bit in free.each() {
            squares.bits[squares.count] = bit as u8;
            squares.numbers[bit as usize] = squares.count as u8;
            squares.count += 1;
        }
        squares
    }

    /// The bit of a square.
    #[inline(always)]
    pub fn bit(&self, number: u8) -> u8 {
        self.bits[usize::from(number)]
    }

    /// The number of the free square of this bit.
    #[inline(always)]
    pub fn number(&self, bit: u8) -> u8 {
        self.numbers[usize::from(bit)]
    }
}

/// For each free square, by number, the free squares beyond it in the four directions as far as kings go, nearest first.
#[derive(Default)]
pub struct Lines {
    lines: Vec<[[u8; LINE]; 4]>,
}

impl Lines {
    /// Lays out the lines of a placement of men, which leaves `free`.
    pub fn lay<G: Draughts>(&mut self, free: G::Word, squares: &FreeSquares) {
        self.lines.clear();
        let men = !free;
        for from in free.each() {
            self.lines.push(DIRECTIONS.map(|direction| {
                let mut line = [END; LINE];
                let reach = king_line::<G>(from, direction, men);
                let count = reach.count() as usize;
                let downward = reach.any() && reach.lowest() > from;
                for (at, bit) in reach.each().enumerate() {
                    line[if downward { at } else { count - 1 - at }] = squares.number(bit as u8);
                }
                line
            }));
        }
    }

    /// The lines from a square.
    #[inline(always)]
    pub fn from(&self, square: u8) -> &[[u8; LINE]; 4] {
        &self.lines[usize::from(square)]
    }
}
