//! What every family of games (draughts; later one-colour draughts and chess) looks like from outside.

use std::fmt;
use std::hash::Hash;

use crate::{GameId, Pieces, PiecesError, Wdl};

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Side {
    /// Drawn at the bottom, moves up.
    White,
    /// Drawn at the top, moves down.
    Black,
}

impl Side {
    /// The opponent.
    #[inline(always)]
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
    /// `white` or `black`.
    pub fn name(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The two published ways of counting captures in perft.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counting {
    /// Captures with the same start, end, captured pieces and resulting piece are one move.
    Distinct,
    /// Every route counts.
    ByRoute,
}

/// A FEN that is not a legal position of its game: what is wrong and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// Byte offset in the text at which the trouble starts.
    pub offset: usize,
    /// What is wrong, naming the square or the field.
    pub reason: String,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN, column {}: {}", self.offset + 1, self.reason)
    }
}

impl std::error::Error for FenError {}

/// A text that does not name exactly one legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The text is not a move at all.
    Syntax {
        /// The text as given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No legal move fits the text.
    Illegal {
        /// The text as given.
        text: String,
        /// What would have been legal, in the game's notation.
        legal: Vec<String>,
    },
    /// Several legal moves fit the text.
    Ambiguous {
        /// The text as given.
        text: String,
        /// Those that fit, in the game's notation.
        candidates: Vec<String>,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Syntax { text, reason } => write!(f, "move \"{text}\": {reason}"),
            MoveError::Illegal { text, legal } if legal.is_empty() => {
                write!(f, "move \"{text}\": the side to move has no legal move")
            }
            MoveError::Illegal { text, legal } => {
                write!(f, "move \"{text}\" is not legal; legal: {}", legal.join(" "))
            }
            MoveError::Ambiguous { text, candidates } => {
                write!(f, "move \"{text}\" may be any of {}", candidates.join(" "))
            }
        }
    }
}

impl std::error::Error for MoveError {}

/// A game: its positions, moves and notation, without draw rules.
///
/// Implemented by a zero-sized type per game. Solver, format and prober are generic over this and the index
/// scheme of the family; they never ask which game it is.
pub trait GameRules: Copy + Default + fmt::Debug + Send + Sync + 'static {
    /// A placement of the pieces with the side to move, and whatever else decides which moves are legal.
    type Position: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static;
    /// A move, enough to play it on the position it was made for.
    type Move: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// Which game this is.
    const ID: GameId;

    /// A canonical text of everything that decides the value of a position: equal texts, equal tables.
    fn value_rules() -> String;

    /// The usual start position.
    fn start() -> Self::Position;
    /// The side to move.
    fn side_to_move(position: &Self::Position) -> Side;

    /// The value of a position for a side to move that has no legal move; the game is over (0 plies).
    fn value_without_moves(position: &Self::Position) -> Wdl;
    /// Calls `visit` for the position after each legal move; routes that lead to the same position may repeat it.
    fn for_each_successor(position: &Self::Position, visit: impl FnMut(Self::Position));
    /// Replaces the contents of `moves` by the legal moves, each once, in a fixed order.
    fn legal_moves(position: &Self::Position, moves: &mut Vec<Self::Move>);
    /// The position after a legal move.
    fn play(position: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// Leaf nodes at exactly `depth` plies; draw rules ignored. Depth 0 is one node.
    fn perft(position: &Self::Position, depth: u32, counting: Counting) -> u64;

    /// Reads a FEN. Errors name the square or field that is wrong.
    fn parse_fen(text: &str) -> Result<Self::Position, FenError>;
    /// Writes the position in the game's own FEN; [`GameRules::parse_fen`] reads it back.
    fn fen(position: &Self::Position) -> String;
    /// The position as plain sets of squares.
    fn pieces(position: &Self::Position) -> Pieces;
    /// The position of which these are the sets. An error where [`GameRules::parse_fen`] would refuse the same.
    fn from_pieces(pieces: &Pieces) -> Result<Self::Position, PiecesError>;

    /// Reads a move in the game's own notation, legal in `position`.
    fn parse_move(position: &Self::Position, text: &str) -> Result<Self::Move, MoveError>;
    /// Writes a legal move in the game's own notation, as short as it is unique.
    fn move_text(position: &Self::Position, mv: &Self::Move) -> String;
}
