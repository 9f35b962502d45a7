//! Where the squares of a game's board lie, what they are called, and the lines that books name.

use dambase_rules::draughts::{Draughts, SquareNames};
use dambase_rules::{Family, GameId, Pieces, Side, with_draughts};

/// A set of squares; bit *i* is square *i* as in [`Pieces`].
pub type Squares = u128;

/// A board with coordinates.
///
/// Files count from 0 at White's left, rows from 1 at White's side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Files and rows.
    pub files: u32,
    /// Rows from player to player.
    pub rows: u32,
    /// The game writes its squares as numbers.
    pub numbered: bool,
    /// File and row of each square.
    places: Vec<(u32, u32)>,
    /// Every square of the other colour is left out.
    dark_only: bool,
}

/// Sets of squares that have a name, with what they are.
pub const NAMED: [(&str, &str); 8] = [
    ("main-road", "the diagonal that joins two corners of a square board of draughts (a1-h8)"),
    ("long-diagonals", "all diagonals as long as the longest"),
    ("double-road", "the two diagonals on both sides of the corners that are no squares (g1-a7 and h2-b8)"),
    ("triple-road", "the four diagonals that cut the corners off those (c1-h6, a3-f8, c1-a3, h6-f8)"),
    ("double-corner", "the four squares beside the corners that are no squares (g1, h2, a7, b8)"),
    ("single-corner", "the squares in a corner"),
    ("edge", "the outer squares"),
    ("centre", "the squares more than two away from every edge"),
];

impl Grid {
    /// The board of a game.
    pub fn of(game: GameId) -> Self {
        let rules = with_draughts!(game, G => <G as Draughts>::RULES);
        match (rules, game.family()) {
            (Some(rules), _) => {
                let board = rules.board;
                let place = |square| (board.file_of(square), u32::from(board.rows) - board.row_of(square));
                Grid {
                    files: board.files.into(),
                    rows: board.rows.into(),
                    numbered: rules.notation.squares == SquareNames::Numeric,
                    places: (0..board.squares()).map(place).collect(),
                    dark_only: true,
                }
            }
            // Numbered as in Russian draughts.
            (None, Family::Artamonov | Family::Draughts) => Grid { numbered: false, ..Grid::of(GameId::Russian) },
            (None, Family::Chess) => Grid {
                files: 8,
                rows: 8,
                numbered: false,
                places: (0..64).map(|square| (square % 8, square / 8 + 1)).collect(),
                dark_only: false,
            },
        }
    }

    /// How many squares pieces can stand on.
    pub fn squares(&self) -> u32 {
        self.places.len() as u32
    }

    /// File, from 0, and row, from 1, of a square.
    pub fn place(&self, square: u32) -> (u32, u32) {
        self.places[square as usize]
    }

    /// The square at a file and row; `None` where there is none.
    pub fn square_at(&self, file: u32, row: u32) -> Option<u32> {
        self.places.iter().position(|&place| place == (file, row)).map(|square| square as u32)
    }

    /// The square that a text names: letters and digits, or its number where the game is written in numbers.
    pub fn square_named(&self, text: &str) -> Option<u32> {
        if let Ok(number) = text.parse::<u32>() {
            return (self.numbered && (1..=self.squares()).contains(&number)).then(|| number - 1);
        }
        let (letter, digits) = text.split_at_checked(1)?;
        let file = u32::from(letter.bytes().next()?.to_ascii_lowercase()).checked_sub(u32::from(b'a'))?;
        if digits.starts_with('0') || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        self.square_at(file, digits.parse().ok()?)
    }

    /// The squares that `wanted` says yes to.
    pub fn filter(&self, mut wanted: impl FnMut(u32, u32) -> bool) -> Squares {
        let squares = self.places.iter().enumerate().filter(|&(_, &(file, row))| wanted(file, row));
        squares.fold(0, |set, (square, _)| set | 1 << square)
    }

    /// All squares.
    pub fn all(&self) -> Squares {
        self.filter(|_, _| true)
    }

    /// The last row of `side`.
    pub fn promotion_row(&self, side: Side) -> u32 {
        match side {
            Side::White => self.rows,
            Side::Black => 1,
        }
    }

    /// King's steps between two squares: in draughts, too, since diagonal steps go one file and one row at once.
    pub fn distance(&self, one: u32, other: u32) -> u32 {
        let (one, other) = (self.place(one), self.place(other));
        one.0.abs_diff(other.0).max(one.1.abs_diff(other.1))
    }

    /// A set of [`NAMED`]; the error says why this board has none.
    ///
    /// # Errors
    /// A name that is none, or of what this board does not have.
    pub fn named(&self, name: &str) -> Result<Squares, String> {
        let (last_file, last_row) = (self.files - 1, self.rows);
        let square = self.files == self.rows && self.dark_only;
        // On a mirrored board every line is mirrored.
        let mirrored = self.square_at(0, 1).is_none() && self.dark_only;
        let set = |wanted: &dyn Fn(u32, u32) -> bool| {
            self.filter(|file, row| wanted(if mirrored { last_file - file } else { file }, row))
        };
        let needs_square = || {
            if square {
                Ok(())
            } else {
                Err(format!("this board has no {name}: it is of square boards of draughts alone"))
            }
        };
        Ok(match name {
            "main-road" => {
                needs_square()?;
                set(&|file, row| file + 1 == row)
            }
            "double-road" => {
                needs_square()?;
                set(&|file, row| (file + row).abs_diff(last_row) == 1)
            }
            "triple-road" => {
                needs_square()?;
                set(&|file, row| (file + 1).abs_diff(row) == 2 || (file + row).abs_diff(last_row) == last_row - 3)
            }
            "long-diagonals" => self.long_diagonals(),
            "double-corner" if self.dark_only => set(&|file, row| {
                (file + 1 == last_file && row == 1)
                    || (file == last_file && row == 2)
                    || (file == 0 && row + 1 == last_row)
                    || (file == 1 && row == last_row)
            }),
            "double-corner" => return Err("chess has no double corner".into()),
            "single-corner" => {
                self.filter(|file, row| (file == 0 || file == last_file) && (row == 1 || row == last_row))
            }
            "edge" => self.filter(|file, row| file == 0 || file == last_file || row == 1 || row == last_row),
            "centre" => {
                self.filter(|file, row| (2..=last_file - 2).contains(&file) && (3..=last_row - 2).contains(&row))
            }
            _ => return Err(format!("no squares are called {name}")),
        })
    }

    fn long_diagonals(&self) -> Squares {
        let diagonals = |rising: bool| {
            let number = move |file: u32, row: u32| if rising { file + self.rows - row } else { file + row };
            (0..self.files + self.rows).map(move |wanted| self.filter(|file, row| number(file, row) == wanted))
        };
        let all: Vec<Squares> = diagonals(true).chain(diagonals(false)).collect();
        let longest = all.iter().map(|diagonal| diagonal.count_ones()).max().unwrap_or(0);
        all.into_iter().filter(|diagonal| diagonal.count_ones() == longest).fold(0, |set, diagonal| set | diagonal)
    }
}

/// The squares of a set, lowest first.
pub fn squares_of(mut set: Squares) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(square)
    })
}

/// Every piece of a side.
pub fn army(pieces: &Pieces, side: Side) -> Squares {
    let of = side as usize;
    pieces.men[of]
        | pieces.kings[of]
        | u128::from(pieces.queens[of] | pieces.rooks[of] | pieces.bishops[of] | pieces.knights[of])
}

/// Every piece.
pub fn occupied(pieces: &Pieces) -> Squares {
    army(pieces, Side::White) | army(pieces, Side::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(game: GameId, set: &str) -> String {
        let grid = Grid::of(game);
        let mut names: Vec<_> = squares_of(grid.named(set).unwrap())
            .map(|square| {
                let (file, row) = grid.place(square);
                format!("{}{row}", char::from(b'a' + file as u8))
            })
            .collect();
        names.sort();
        names.join(" ")
    }

    #[test]
    fn lines_are_those_of_the_books() {
        use GameId::{English, International, Italian, Russian, Spancireti};
        assert_eq!(names(Russian, "main-road"), "a1 b2 c3 d4 e5 f6 g7 h8");
        assert_eq!(names(Italian, "main-road"), "a8 b7 c6 d5 e4 f3 g2 h1");
        assert_eq!(names(Russian, "double-road"), "a7 b6 b8 c5 c7 d4 d6 e3 e5 f2 f4 g1 g3 h2");
        assert_eq!(names(Russian, "triple-road"), "a3 b2 b4 c1 c5 d2 d6 e3 e7 f4 f8 g5 g7 h6");
        assert_eq!(names(English, "double-corner"), "a7 b8 g1 h2");
        assert_eq!(names(Italian, "double-corner"), "a2 b1 g8 h7");
        assert_eq!(names(International, "double-corner"), "a9 b10 i1 j2");
        assert_eq!(names(Russian, "single-corner"), "a1 h8");
        assert_eq!(names(Russian, "centre"), "c3 c5 d4 d6 e3 e5 f4 f6");
        assert_eq!(names(Spancireti, "long-diagonals").split(' ').count(), 22);
        assert!(Grid::of(Spancireti).named("main-road").unwrap_err().contains("square boards"));
        assert!(Grid::of(Russian).named("high-road").is_err());
    }

    #[test]
    fn squares_have_the_names_of_their_game() {
        let russian = Grid::of(GameId::Russian);
        assert_eq!(russian.square_named("a1"), Some(28));
        assert_eq!(russian.square_named("B8"), Some(0));
        for no_square in ["a2", "i1", "a0", "a9", "", "a", "1", "a01", "é1"] {
            assert_eq!(russian.square_named(no_square), None, "{no_square}");
        }
        let international = Grid::of(GameId::International);
        assert_eq!(international.square_named("46"), Some(45));
        assert_eq!(international.square_named("a1"), Some(45));
        assert_eq!(international.square_named("51"), None);
        assert_eq!(Grid::of(GameId::Chess).square_named("h8"), Some(63));
        assert_eq!(Grid::of(GameId::Artamonov), Grid { numbered: false, ..russian });
    }
}
