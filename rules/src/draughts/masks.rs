//! The constants of a board in its word: sets of squares, shifts and rays, all computed at compile time.

use super::board::{Board, Corner};
use crate::Side;
use crate::bits::Bits;

/// A diagonal direction on the board as drawn, White at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Up and to the left.
    NorthWest,
    /// Up and to the right.
    NorthEast,
    /// Down and to the left.
    SouthWest,
    /// Down and to the right.
    SouthEast,
}

/// All four directions; the first two are White's way forward, the last two Black's.
pub const DIRECTIONS: [Direction; 4] =
    [Direction::NorthWest, Direction::NorthEast, Direction::SouthWest, Direction::SouthEast];

impl Direction {
    /// The two directions a man of `side` moves in.
    #[inline(always)]
    pub fn forward(side: Side) -> [Direction; 2] {
        match side {
            Side::White => [Direction::NorthWest, Direction::NorthEast],
            Side::Black => [Direction::SouthWest, Direction::SouthEast],
        }
    }

    /// The two directions at right angles to this one.
    #[inline(always)]
    pub fn across(self) -> [Direction; 2] {
        match self {
            Direction::NorthWest | Direction::SouthEast => [Direction::NorthEast, Direction::SouthWest],
            Direction::NorthEast | Direction::SouthWest => [Direction::NorthWest, Direction::SouthEast],
        }
    }

    /// The way back.
    #[inline(always)]
    pub fn opposite(self) -> Direction {
        match self {
            Direction::NorthWest => Direction::SouthEast,
            Direction::NorthEast => Direction::SouthWest,
            Direction::SouthWest => Direction::NorthEast,
            Direction::SouthEast => Direction::NorthWest,
        }
    }

    /// Squares get higher numbers in this direction.
    #[inline(always)]
    const fn is_down(self) -> bool {
        matches!(self, Direction::SouthWest | Direction::SouthEast)
    }
}

/// The most bits a board of this project has in a word (12x12: 72 squares and 5 unused bits, rounded up).
const MOST_BITS: usize = 80;

/// A board laid into words of type `B`.
#[derive(Clone, Copy, Debug)]
pub struct Masks<B> {
    /// The board itself.
    pub board: Board,
    /// Every square.
    pub squares: B,
    /// Row 0, where White's men are crowned.
    pub top: B,
    /// The last row, where Black's men are crowned.
    pub bottom: B,
    /// The line that joins two corners of a square board, a1-h8 on the usual one; empty where there is none.
    pub main_road: B,
    /// The squares beyond a square in each direction, nearest to farthest, by `[direction][bit]`.
    rays: [[B; MOST_BITS]; 4],
    /// The square of each bit; 255 for an unused bit.
    square_of: [u8; MOST_BITS],
    /// The bit of each square.
    bit_of: [u8; MOST_BITS],
}

macro_rules! masks_of_word {
    ($word:ty) => {
        impl Masks<$word> {
            /// Lays `board` into the word.
            ///
            /// # Panics
            /// At compile time, when the word is too narrow for the board.
            pub const fn new(board: Board) -> Self {
                assert!(board.word_bits() <= <$word>::BITS, "the word is too narrow for the board");
                assert!(board.files % 2 == 0 && board.rows % 2 == 0, "boards have even measures");
                let w = board.row_squares();
                let mut masks = Masks {
                    board,
                    squares: 0,
                    top: 0,
                    bottom: 0,
                    main_road: 0,
                    rays: [[0; MOST_BITS]; 4],
                    square_of: [255; MOST_BITS],
                    bit_of: [0; MOST_BITS],
                };
                let mut square = 0;
                while square < board.squares() {
                    let bit = board.bit_of(square);
                    masks.squares |= 1 << bit;
                    if square < w {
                        masks.top |= 1 << bit;
                    }
                    if square >= board.squares() - w {
                        masks.bottom |= 1 << bit;
                    }
                    let (file, row) = (board.file_of(square), board.row_of(square));
                    let across = match board.corner {
                        Corner::Left => board.rows as u32 - 1 - row,
                        Corner::Right => row,
                    };
                    if board.files == board.rows && file == across {
                        masks.main_road |= 1 << bit;
                    }
                    masks.square_of[bit as usize] = square as u8;
                    masks.bit_of[square as usize] = bit as u8;
                    square += 1;
                }
                let mut direction = 0;
                while direction < 4 {
                    let mut square = 0;
                    while square < board.squares() {
                        masks.rays[direction][board.bit_of(square) as usize] = {
                            // Walk the drawn board, file by file, so that the rays do not rest on the shifts.
                            let mut ray: $word = 0;
                            let mut file = board.file_of(square);
                            let mut row = board.row_of(square);
                            loop {
                                let (df, dr): (i32, i32) = match direction {
                                    0 => (-1, -1),
                                    1 => (1, -1),
                                    2 => (-1, 1),
                                    _ => (1, 1),
                                };
                                let (f, r) = (file as i32 + df, row as i32 + dr);
                                if f < 0 || r < 0 {
                                    break ray;
                                }
                                match board.square_at(f as u32, r as u32) {
                                    Some(next) => ray |= 1 << board.bit_of(next),
                                    None => break ray,
                                }
                                file = f as u32;
                                row = r as u32;
                            }
                        };
                        square += 1;
                    }
                    direction += 1;
                }
                masks
            }
        }
    };
}

masks_of_word!(u64);
masks_of_word!(u128);

impl<B: Bits> Masks<B> {
    /// All squares of `set` one step on; steps off the board fall on unused bits, so mask with what may be there.
    #[inline(always)]
    pub fn step(&self, set: B, direction: Direction) -> B {
        let w = self.board.row_squares();
        match direction {
            Direction::NorthWest => set >> (w + 1),
            Direction::NorthEast => set >> w,
            Direction::SouthWest => set << w,
            Direction::SouthEast => set << (w + 1),
        }
    }

    /// The squares beyond `bit` in a direction.
    #[inline(always)]
    pub fn ray(&self, bit: u32, direction: Direction) -> B {
        self.rays[direction as usize][bit as usize]
    }

    /// The first of `occupied` beyond `bit` in a direction.
    #[inline(always)]
    pub fn first_on_ray(&self, bit: u32, direction: Direction, occupied: B) -> Option<u32> {
        let blockers = self.ray(bit, direction) & occupied;
        if blockers.is_empty() {
            None
        } else if direction.is_down() {
            Some(blockers.lowest())
        } else {
            Some(blockers.highest())
        }
    }

    /// The squares beyond `bit` in a direction, up to and without the first of `occupied`.
    #[inline(always)]
    pub fn free_ray(&self, bit: u32, direction: Direction, occupied: B) -> B {
        let ray = self.ray(bit, direction);
        match self.first_on_ray(bit, direction, occupied) {
            None => ray,
            Some(first) => ray & !(self.ray(first, direction) | B::bit(first)),
        }
    }

    /// Where men of `side` are crowned.
    #[inline(always)]
    pub fn last_row(&self, side: Side) -> B {
        match side {
            Side::White => self.top,
            Side::Black => self.bottom,
        }
    }

    /// The square (0-based) of a bit that is one.
    #[inline(always)]
    pub fn square(&self, bit: u32) -> u32 {
        self.square_of[bit as usize] as u32
    }

    /// The bit of a square (0-based).
    #[inline(always)]
    pub fn bit(&self, square: u32) -> u32 {
        self.bit_of[square as usize] as u32
    }

    /// Squares before the first unused bit: two rows, but a mirrored board begins with the second of two.
    #[inline(always)]
    fn first_rows(&self) -> u32 {
        let width = self.board.row_squares();
        if self.board.bit_of(width) == width { 2 * width } else { width }
    }

    /// The set of the squares (0-based) whose bits are set; `None` when one of them is not on the board.
    #[inline]
    pub fn spread(&self, squares: u128) -> Option<B> {
        if squares >> self.board.squares() != 0 {
            return None;
        }
        // An unused bit comes after every two rows.
        let width = 2 * self.board.row_squares();
        let mut left = squares;
        let mut set = B::EMPTY;
        let mut at = 0;
        let mut take = self.first_rows();
        while left != 0 {
            set |= B::truncated(left & ((1 << take) - 1)) << at;
            left >>= take;
            at += take + 1;
            take = width;
        }
        Some(set)
    }

    /// The squares (0-based) of a set, a bit each.
    #[inline]
    pub fn gathered(&self, set: B) -> u128 {
        let width = 2 * self.board.row_squares();
        let mut left = set.widened();
        let mut squares = 0;
        let mut at = 0;
        let mut take = self.first_rows();
        while left != 0 {
            squares |= (left & ((1 << take) - 1)) << at;
            left >>= take + 1;
            at += take;
            take = width;
        }
        squares
    }

    /// The set turned by 180 degrees.
    #[inline(always)]
    pub fn turned(&self, set: B) -> B {
        // The unused bits lie alike from both ends only up to a shift: the last square must land on the first.
        let spare = B::WIDTH - 1 - (self.squares.highest() + self.squares.lowest());
        set.reversed() >> spare
    }
}

/// The squares as seen from a mirrored corner have the same shape; only names differ.
const _: () = {
    let italian = Masks::<u64>::new(Board { files: 8, rows: 8, corner: Corner::Right });
    assert!(italian.squares.count_ones() == 32);
};

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Bits>(masks: &Masks<B>) {
        let last = masks.board.squares() - 1;
        assert_eq!(masks.spread(1 << masks.board.squares()), None);
        assert_eq!(masks.spread((1 << masks.board.squares()) - 1), Some(masks.squares));
        assert_eq!(masks.gathered(masks.squares), (1 << masks.board.squares()) - 1);
        for square in 0..=last {
            let bit = masks.bit(square);
            assert_eq!(masks.spread(1 << square), Some(B::bit(bit)));
            assert_eq!(masks.gathered(B::bit(bit)), 1 << square);
            // A turn by 180 degrees sends square s to last - s.
            assert_eq!(masks.turned(B::bit(bit)), B::bit(masks.bit(last - square)));
            for direction in DIRECTIONS {
                // The nearest square of a ray is what one shift gives.
                let nearest = masks.first_on_ray(bit, direction, masks.squares);
                let stepped = masks.step(B::bit(bit), direction) & masks.squares;
                assert_eq!(nearest.map_or(B::EMPTY, B::bit), stepped, "square {square} {direction:?}");
                if let Some(nearest) = nearest {
                    assert_eq!(masks.ray(bit, direction), masks.ray(nearest, direction) | B::bit(nearest));
                }
            }
        }
    }

    #[test]
    fn shifts_rays_and_turns_agree_on_every_board() {
        for (files, rows, corner) in
            [(8, 8, Corner::Left), (8, 8, Corner::Right), (10, 8, Corner::Left), (10, 10, Corner::Left)]
        {
            check(&Masks::<u64>::new(Board { files, rows, corner }));
        }
        check(&Masks::<u128>::new(Board { files: 12, rows: 12, corner: Corner::Left }));
    }
}
