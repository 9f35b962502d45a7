//! Which of two formats a text is in.

use super::result::ResultToken;
use crate::GameId;

/// Which of two formats a text is in. They share tags, comments, variations, numbers and glyphs; moves and results differ,
/// and a text does not say by itself which it is: `0-0` castles in one and is a result in the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// PDN, for draughts: moves of squares.
    #[default]
    Pdn,
    /// PGN, for chess: moves in algebraic notation.
    Pgn,
}

impl Dialect {
    /// The format in which games of `game` are written.
    pub fn of(game: GameId) -> Dialect {
        match game {
            GameId::Chess => Dialect::Pgn,
            _ => Dialect::Pdn,
        }
    }

    /// [`ResultToken::from_text`], where such a result ends a game of this format. PGN has four.
    pub(super) fn result(self, text: &str) -> Option<ResultToken> {
        let token = ResultToken::from_text(text)?;
        let four = [ResultToken::OneZero, ResultToken::ZeroOne, ResultToken::Halves, ResultToken::Star];
        (self == Dialect::Pdn || four.contains(&token)).then_some(token)
    }
}
