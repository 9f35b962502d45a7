//! Boards: how many squares there are, how they are numbered, and how they lie in a machine word.
//!
//! Squares are numbered as PDN numbers them: 1 is the first dark square of the top row (Black's home), numbers
//! run left to right, row by row. Inside the code a square is that number less one.
//!
//! In a word the squares lie in the same order with one unused bit after every second row, so that each of the
//! four diagonal steps is one and the same shift from every square, and a step off the side falls on an unused bit.

/// On which side of each player the dark corner square lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Corner {
    /// a1 is dark: the usual board.
    Left,
    /// h1 is dark: the Italian board.
    Right,
}

/// The shape of a board. Both measures are even.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Squares across, light and dark: 8, 10 or 12.
    pub files: u8,
    /// Squares from player to player, light and dark: 8, 10 or 12.
    pub rows: u8,
    /// Where the dark corner is.
    pub corner: Corner,
}

impl Board {
    /// Dark squares in a row.
    pub const fn row_squares(self) -> u32 {
        self.files as u32 / 2
    }

    /// Dark squares in all.
    pub const fn squares(self) -> u32 {
        self.row_squares() * self.rows as u32
    }

    /// Bits a word needs for this board, unused ones included.
    pub const fn word_bits(self) -> u32 {
        self.bit_of(self.squares() - 1) + 1
    }

    /// The bit of a square (0-based).
    pub const fn bit_of(self, square: u32) -> u32 {
        let w = self.row_squares();
        let lead = match self.corner {
            Corner::Left => 0,
            // The first row of a mirrored board lies like the second row of a usual one.
            Corner::Right => w,
        };
        square + (square + lead) / (2 * w)
    }

    /// The square (0-based) of a bit; `None` for an unused bit.
    pub const fn square_of(self, bit: u32) -> Option<u32> {
        let mut square = 0;
        while square < self.squares() {
            if self.bit_of(square) == bit {
                return Some(square);
            }
            square += 1;
        }
        None
    }

    /// The row of a square, 0 at the top.
    pub const fn row_of(self, square: u32) -> u32 {
        square / self.row_squares()
    }

    /// The file of a square, 0 = a.
    pub const fn file_of(self, square: u32) -> u32 {
        let row = self.row_of(square);
        let within = square % self.row_squares();
        // The top row begins with b8 on the usual board of even height, with a8 on the mirrored one.
        let dark_first = match self.corner {
            Corner::Left => row % 2 == 1,
            Corner::Right => row.is_multiple_of(2),
        };
        2 * within + if dark_first { 0 } else { 1 }
    }

    /// The square of a file and a row counted from the top; `None` when it is light or off the board.
    pub const fn square_at(self, file: u32, row: u32) -> Option<u32> {
        if file >= self.files as u32 || row >= self.rows as u32 {
            return None;
        }
        let square = row * self.row_squares() + file / 2;
        if self.file_of(square) == file { Some(square) } else { None }
    }

    /// The square in letters and digits, such as `c3`.
    pub fn algebraic(self, square: u32) -> String {
        let file = char::from(b'a' + self.file_of(square) as u8);
        format!("{file}{}", self.rows as u32 - self.row_of(square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUSSIAN: Board = Board { files: 8, rows: 8, corner: Corner::Left };
    const ITALIAN: Board = Board { files: 8, rows: 8, corner: Corner::Right };
    const SPANCIRETI: Board = Board { files: 10, rows: 8, corner: Corner::Left };
    const CANADIAN: Board = Board { files: 12, rows: 12, corner: Corner::Left };

    #[test]
    fn squares_are_named_as_pdn_names_them() {
        // rules.md 1.1: where each numbering begins and ends.
        for (board, number, name) in [
            (RUSSIAN, 1, "b8"),
            (RUSSIAN, 4, "h8"),
            (RUSSIAN, 5, "a7"),
            (RUSSIAN, 29, "a1"),
            (RUSSIAN, 32, "g1"),
            (ITALIAN, 1, "a8"),
            (ITALIAN, 32, "h1"),
            (SPANCIRETI, 1, "b8"),
            (SPANCIRETI, 5, "j8"),
            (SPANCIRETI, 36, "a1"),
            (SPANCIRETI, 40, "i1"),
            (CANADIAN, 72, "k1"),
        ] {
            assert_eq!(board.algebraic(number - 1), name);
        }
    }

    #[test]
    fn bits_and_squares_are_inverse() {
        for board in [RUSSIAN, ITALIAN, SPANCIRETI, CANADIAN] {
            let mut used = 0;
            for bit in 0..board.word_bits() {
                if let Some(square) = board.square_of(bit) {
                    assert_eq!(board.bit_of(square), bit);
                    assert_eq!(board.square_at(board.file_of(square), board.row_of(square)), Some(square));
                    used += 1;
                }
            }
            assert_eq!(used, board.squares());
        }
    }
}
