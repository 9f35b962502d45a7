//! A position as something to look at: where its pieces are drawn, in words, for a terminal, as SVG.

mod geometry;
mod shapes;
mod svg;
mod terminal;
mod words;

use dambase_prober::ProbeError;
use dambase_prober::any;
use dambase_rules::{FenError, GameId, Pieces, Side};

pub use geometry::Geometry;
pub(crate) use svg::{definitions, of_definitions};

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A king of draughts.
    King,
    /// A man of draughts.
    Man,
    /// The king of chess.
    Monarch,
    /// Of chess.
    Queen,
    /// Of chess.
    Rook,
    /// Of chess.
    Bishop,
    /// Of chess.
    Knight,
    /// Of chess.
    Pawn,
}

impl Kind {
    /// Its name in a sentence, of one piece and of several.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Kind::King | Kind::Monarch => ("king", "kings"),
            Kind::Man => ("man", "men"),
            Kind::Queen => ("queen", "queens"),
            Kind::Rook => ("rook", "rooks"),
            Kind::Bishop => ("bishop", "bishops"),
            Kind::Knight => ("knight", "knights"),
            Kind::Pawn => ("pawn", "pawns"),
        }
    }
}

/// Whose a piece is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Owner {
    /// White's.
    White,
    /// Black's.
    Black,
    /// Either side may move it: one-colour draughts.
    Nobody,
}

impl Owner {
    fn name(self) -> &'static str {
        match self {
            Owner::White => "white",
            Owner::Black => "black",
            Owner::Nobody => "neutral",
        }
    }
}

/// A piece on its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// As [`Pieces`] numbers squares.
    pub square: u32,
    /// Whose it is.
    pub owner: Owner,
    /// What it is.
    pub kind: Kind,
}

/// A position to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    geometry: Geometry,
    /// White's first; kings before men, in the order of the squares.
    placed: Vec<Placed>,
    pieces: Pieces,
    fen: String,
}

impl Diagram {
    /// The diagram of a position.
    pub fn new(game: GameId, pieces: &Pieces) -> Result<Self, ProbeError> {
        let fen = any::fen(game, pieces)?;
        Ok(Diagram { geometry: Geometry::of(game), placed: placed(game, pieces), pieces: *pieces, fen })
    }

    /// The diagram of a position in the game's FEN.
    pub fn from_fen(game: GameId, fen: &str) -> Result<Self, FenError> {
        let (pieces, _) = any::read_fen(game, fen)?;
        // What was read has a FEN, and this is the game's own.
        Self::new(game, &pieces).map_err(|error| FenError { offset: 0, reason: error.to_string() })
    }

    /// The position in the game's own FEN.
    pub fn fen(&self) -> &str {
        &self.fen
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.pieces.side
    }

    /// The square of the piece that may not be moved, as the game names it; in one-colour draughts alone.
    pub fn barred(&self) -> Option<String> {
        self.pieces.barred.map(|square| self.geometry.name(u32::from(square)))
    }

    /// The board has more than 8 squares across.
    pub(crate) fn has_large_board(&self) -> bool {
        self.geometry.files > 8
    }
}

/// The pieces of a position in the order in which they are told.
fn placed(game: GameId, pieces: &Pieces) -> Vec<Placed> {
    use Kind::{Bishop, King, Knight, Man, Monarch, Pawn, Queen, Rook};
    let chess = game == GameId::Chess;
    let (king, man) = if chess { (Monarch, Pawn) } else { (King, Man) };
    let mut placed = Vec::new();
    for (army, owner) in [Owner::White, Owner::Black].into_iter().enumerate() {
        let owner = if game == GameId::Artamonov { Owner::Nobody } else { owner };
        let sets = [
            (king, pieces.kings[army]),
            (Queen, u128::from(pieces.queens[army])),
            (Rook, u128::from(pieces.rooks[army])),
            (Bishop, u128::from(pieces.bishops[army])),
            (Knight, u128::from(pieces.knights[army])),
            (man, pieces.men[army]),
        ];
        for (kind, set) in sets {
            placed.extend((0..128).filter(|square| set >> square & 1 == 1).map(|square| Placed {
                square,
                owner,
                kind,
            }));
        }
    }
    placed
}
