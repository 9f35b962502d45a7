//! The boards of the games: which squares are played on, where they are and what they are called.

use dambase_rules::draughts::{Board, Corner, Draughts, Rules, SquareNames};
use dambase_rules::{Family, GameId, with_draughts};

/// A board as it is seen with White below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// Which game it is of.
    pub game: GameId,
    /// Squares across.
    pub files: u32,
    /// Squares from player to player.
    pub rows: u32,
    /// How squares are called.
    pub names: SquareNames,
    board: Board,
}

/// A place on a board: the file from the left and the row from the top, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// From the left.
    pub file: u32,
    /// From the top.
    pub row: u32,
}

impl Geometry {
    /// The board of a game.
    pub fn of(game: GameId) -> Self {
        const USUAL: Board = Board { files: 8, rows: 8, corner: Corner::Left };
        let rules: Option<Rules> = with_draughts!(game, G => <G as Draughts>::RULES);
        let (board, names) =
            rules.map_or((USUAL, SquareNames::Algebraic), |rules| (rules.board, rules.notation.squares));
        Geometry { game, files: board.files.into(), rows: board.rows.into(), names, board }
    }

    /// Every square is played on, light ones too.
    pub fn uses_all_squares(&self) -> bool {
        self.game.family() == Family::Chess
    }

    /// Squares that are played on.
    #[cfg(test)]
    fn squares(&self) -> u32 {
        if self.uses_all_squares() { self.files * self.rows } else { self.board.squares() }
    }

    /// Where a square is.
    pub fn place(&self, square: u32) -> Place {
        if self.uses_all_squares() {
            Place { file: square % self.files, row: self.rows - 1 - square / self.files }
        } else {
            Place { file: self.board.file_of(square), row: self.board.row_of(square) }
        }
    }

    /// The square at a place; `None` where nothing is played on it.
    pub fn square_at(&self, place: Place) -> Option<u32> {
        if self.uses_all_squares() {
            Some((self.rows - 1 - place.row) * self.files + place.file)
        } else {
            self.board.square_at(place.file, place.row)
        }
    }

    /// A place is dark.
    pub fn is_dark(&self, place: Place) -> bool {
        self.board.square_at(place.file, place.row).is_some()
    }

    /// What the game calls a square.
    pub fn name(&self, square: u32) -> String {
        match self.names {
            SquareNames::Numeric => (square + 1).to_string(),
            SquareNames::Algebraic => {
                let place = self.place(square);
                format!("{}{}", self.file_letter(place.file), self.rows - place.row)
            }
        }
    }

    /// The letter of a file.
    pub fn file_letter(&self, file: u32) -> char {
        char::from(b'a' + file as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_called_as_the_games_call_them() {
        for (game, square, name) in [
            (GameId::Russian, 0, "b8"),
            (GameId::Spancireti, 39, "i1"),
            (GameId::International, 49, "50"),
            (GameId::Canadian, 71, "72"),
            (GameId::Italian, 0, "1"),
            (GameId::English, 31, "32"),
            (GameId::Artamonov, 28, "a1"),
            (GameId::Chess, 0, "a1"),
            (GameId::Chess, 63, "h8"),
        ] {
            assert_eq!(Geometry::of(game).name(square), name, "{game}");
        }
    }

    #[test]
    fn places_and_squares_are_inverse() {
        for game in GameId::all() {
            let geometry = Geometry::of(game);
            for square in 0..geometry.squares() {
                let place = geometry.place(square);
                assert!(place.file < geometry.files && place.row < geometry.rows);
                assert_eq!(geometry.square_at(place), Some(square), "{game}");
                assert!(geometry.uses_all_squares() || geometry.is_dark(place));
            }
            // The lower left corner is dark everywhere but on the Italian board.
            let corner = Place { file: 0, row: geometry.rows - 1 };
            assert_eq!(geometry.is_dark(corner), game != GameId::Italian, "{game}");
        }
    }
}
