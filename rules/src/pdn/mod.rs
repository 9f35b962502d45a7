//! PDN 3.0, the text format of draughts games, and PGN, that of chess: reading and writing.
//!
//! A file is read into a tree that keeps what was written and where: no move is played and nothing is asked about
//! legality. [`Pdn::read`] takes the bytes of a file, [`write()`] makes text of a game. Which of the two formats a text is in,
//! the caller says ([`Dialect`]).
//!
//! Written is PDN 3.0 (wiegerw/pdn, `doc/grammar.rst`) as far as the tree allows. Read is more, since files have more:
//!
//! - All results end a game, in many spellings ([`ResultToken::from_text`]); so does the tag of a next game. A second
//!   result and comments in the line of the result belong to the game before.
//! - `*` that touches a move is the sign of a forced move (S000 9.1.9), by itself it ends the game.
//! - A game has one tag section. A tag after movetext begins the next game, and so does, after an empty line, a tag whose
//!   name is there already. Comments may stand between tags; they go to the front of the movetext.
//! - Moves have `-`, `x` or `:`, blanks round it or not, squares in numbers or in letters a to l; in letters they may be
//!   without any (`c3d4`).
//! - `{...}` and `;` to the end of the line are comments; lines that begin with `%` are passed over, as in PGN.
//! - In PGN moves are in algebraic notation ([`PdnMove::san`]), there are four results, `*` always ends a game, the number
//!   of a move may lack its dot, and `--` or `Z0` stands for a move that is passed over.
//! - Values of tags may have quotes without a backslash. Names of tags may be Italian ([`PdnGame::tag`]).
//! - Bytes that are no UTF-8 are read as Windows-1252 ([`decode()`]).
//!
//! What is read but doubtful is noted in [`PdnGame::warnings`]. An error costs one game: comments and variations that are
//! never closed, variations nested more than [`MAX_NESTING`] deep, tags that are not closed in their line, and words that
//! are nothing of the above. Reading goes on at the next tag section; after an error in a game without tags, behind the next
//! result that stands alone, if that comes first.

mod cursor;
mod decode;
mod dialect;
mod error;
mod game_type;
mod games;
mod glyph;
mod moves;
mod movetext;
mod reader;
mod result;
mod san;
mod tree;
mod writer;

pub use decode::{Decoded, decode};
pub use dialect::Dialect;
pub use error::{PdnError, Place, Placed};
pub use game_type::{GameTypeError, game_of, tags_of};
pub use games::{Games, games, games_in};
pub use glyph::Glyph;
pub use moves::{MoveKind, MoveNumber, PdnMove, PdnSquare};
pub use reader::MAX_NESTING;
pub use result::{Outcome, ResultToken};
pub use tree::{Item, PdnGame, Setup, Tag, moves_of};
pub use writer::{write, write_all};

/// A file of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pdn {
    /// The games in order, or why one was not read.
    pub games: Vec<Result<PdnGame, PdnError>>,
    /// How many lines were no UTF-8 and were read as Windows-1252.
    pub foreign_lines: usize,
}

impl Pdn {
    /// Reads a whole file. For a file too large for memory, [`games`] gives one game at a time.
    pub fn read(bytes: &[u8]) -> Pdn {
        Pdn::read_in(Dialect::Pdn, bytes)
    }

    /// Reads a whole file in either format.
    pub fn read_in(dialect: Dialect, bytes: &[u8]) -> Pdn {
        let decoded = decode(bytes);
        Pdn { games: games_in(dialect, &decoded.text).collect(), foreign_lines: decoded.foreign_lines }
    }
}

#[cfg(test)]
mod pgn_tests;
#[cfg(test)]
mod tests;
