//! Positions as Python sees them.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use dambase_prober::any;
use dambase_rules::draw::{DrawRules, Past};
use dambase_rules::{GameId, Pieces, Side};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};

use crate::errors::{Failure, Kind, guarded};
use crate::rules::game_named;

/// A position of a game: what stands where, who is to move, what else decides which moves are legal; with what its FEN said of
/// the way to it (`half_moves`, `lead`), which counts under draw rules alone. Immutable; positions are equal, and hash alike,
/// when all that is (None as 0).
///
/// A set of squares is a number, bit *i* being square *i*: in draughts the square numbered *i* + 1 in the game's PDN, from the
/// upper left as White sees the board (8x8 in letters, too: b8, d8, f8, h8, a7, ...); in chess a1 is 0, b1 is 1, h8 is 63. A
/// pair of sets is White's and Black's; in Artamonov's draughts pieces are nobody's, all in the first of each pair.
///
/// Reads a FEN. Raises UnknownName, FenError.
#[pyclass(frozen, eq, hash, module = "dambase")]
#[derive(Clone)]
pub struct Position {
    /// The game's name.
    game: GameId,
    pieces: Pieces,
    /// Plies since the last capture or man's (pawn's) move, where the FEN said; else None. Counters under draw rules begin with
    /// it.
    half_moves: Option<u32>,
    /// In Artamonov's draughts how many pieces more White has taken than Black, where the FEN said; else None.
    lead: Option<i8>,
}

impl Position {
    /// What makes it equal to others: not to be told of half-moves is to be told that there are none.
    fn identity(&self) -> (GameId, &Pieces, u32, i8) {
        (self.game, &self.pieces, self.half_moves.unwrap_or(0), self.lead.unwrap_or(0))
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// A position as it is handed over: a FEN or a [`Position`].
pub enum PositionArg<'py> {
    /// An object.
    Position(Bound<'py, Position>),
    /// A text.
    Fen(String),
}

impl<'py> FromPyObject<'_, 'py> for PositionArg<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(position) = given.cast::<Position>() {
            return Ok(PositionArg::Position(position.to_owned()));
        }
        let Ok(text) = given.cast::<PyString>() else {
            let message = format!("a Position or a FEN (str) is wanted, not {}", given.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        };
        // What is no Unicode is no part of any FEN, and is found there.
        Ok(PositionArg::Fen(text.to_string_lossy().into_owned()))
    }
}

/// Counters as they are handed over: any mapping from names of clocks to counts.
#[derive(Default)]
pub struct GivenCounters(pub BTreeMap<String, u16>);

impl<'py> FromPyObject<'_, 'py> for GivenCounters {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let items = given.cast::<PyMapping>()?.items()?;
        items.iter().map(|item| item.extract()).collect::<PyResult<_>>().map(GivenCounters)
    }
}

/// A pair of sets, White's and Black's.
type Sets<T> = (T, T);

/// No pieces.
const NONE: Sets<u64> = (0, 0);
const NONE_WIDE: Sets<u128> = (0, 0);

impl Position {
    /// A position that a move has led to: nothing is said of its counters.
    pub fn after(game: GameId, pieces: Pieces) -> Self {
        Position { game, pieces, half_moves: None, lead: None }
    }

    /// Reads a FEN.
    pub fn read(game: GameId, fen: &str) -> Result<Self, Failure> {
        let (pieces, past) = any::read_fen(game, fen).map_err(|error| Failure::fen(&error, fen))?;
        Ok(Position { game, pieces, half_moves: past.half_moves, lead: past.lead })
    }

    /// Its sets.
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// How many pieces stand on the board.
    pub fn piece_count(&self) -> u32 {
        let Pieces { men, kings, queens, rooks, bishops, knights, .. } = &self.pieces;
        let officers = [queens, rooks, bishops, knights].into_iter().flatten().map(|set| set.count_ones());
        men.iter().chain(kings).map(|set| set.count_ones()).chain(officers).sum()
    }

    /// What its FEN said of the way to it.
    pub fn past(&self) -> Past {
        Past { half_moves: self.half_moves, lead: self.lead }
    }

    /// An error unless it is one of this game, or of one that differs in its start alone.
    pub fn check_game(&self, game: GameId) -> Result<(), Failure> {
        if self.game.info().tables == game.info().tables {
            return Ok(());
        }
        Err(Failure::new(Kind::WrongGame, format!("a position of {}, not of {game}", self.game)))
    }
}

impl PositionArg<'_> {
    /// The position, which must be one of `game`.
    pub fn of(self, game: GameId) -> Result<Position, Failure> {
        match self {
            PositionArg::Position(position) => {
                position.get().check_game(game)?;
                Ok(position.get().clone())
            }
            PositionArg::Fen(text) => guarded(|| Position::read(game, &text)),
        }
    }
}

/// The counters of a position under draw rules: those given by the names of their clocks, the others as the position says.
pub fn counters(
    game: GameId,
    rules: &'static DrawRules,
    position: &Position,
    given: Option<GivenCounters>,
) -> Result<dambase_rules::draw::Counters, Failure> {
    let mut text = String::new();
    for (name, count) in given.unwrap_or_default().0 {
        if name.contains(['=', ',']) {
            return Err(Failure::new(Kind::CountersError, format!("no clock is called \"{name}\"")));
        }
        text += &format!("{name}={count},");
    }
    any::counters(game, rules, &position.pieces, &text, position.past())
        .map_err(|message| Failure::new(Kind::CountersError, message))
}

#[pymethods]
impl Position {
    #[new]
    fn new(game: &str, fen: &Bound<'_, PyString>) -> PyResult<Self> {
        let game = game_named(game)?;
        // What is no Unicode is no part of any FEN, and is found there.
        let fen = fen.to_string_lossy();
        Ok(guarded(|| Position::read(game, &fen))?)
    }

    /// The usual start of a game. Raises UnknownName.
    #[staticmethod]
    fn start(game: &str) -> PyResult<Self> {
        let game = game_named(game)?;
        Ok(guarded(|| Ok(Position::after(game, any::start(game))))?)
    }

    /// The position of these sets; what is not given is empty. Parameters as the properties.
    ///
    /// Raises ImpossiblePosition where a FEN would be refused, UnknownName, OverflowError (a set, or number, that is no such).
    #[staticmethod]
    #[pyo3(signature = (game, side = "white", *, men = NONE_WIDE, kings = NONE_WIDE, queens = NONE, rooks = NONE, bishops = NONE,
        knights = NONE, en_passant = None, castling = 0, barred = None, half_moves = None, lead = None))]
    #[expect(clippy::too_many_arguments, reason = "each has its name in Python")]
    fn from_sets(
        game: &str,
        side: &str,
        men: Sets<u128>,
        kings: Sets<u128>,
        queens: Sets<u64>,
        rooks: Sets<u64>,
        bishops: Sets<u64>,
        knights: Sets<u64>,
        en_passant: Option<u8>,
        castling: u8,
        barred: Option<u8>,
        half_moves: Option<u32>,
        lead: Option<i8>,
    ) -> PyResult<Self> {
        let game = game_named(game)?;
        let side = match side {
            "white" => Side::White,
            "black" => Side::Black,
            _ => return Err(Failure::unknown(format!("a side is \"white\" or \"black\", not \"{side}\"")).into()),
        };
        let pieces = Pieces {
            men: men.into(),
            kings: kings.into(),
            queens: queens.into(),
            rooks: rooks.into(),
            bishops: bishops.into(),
            knights: knights.into(),
            side,
            en_passant,
            castling,
            barred,
        };
        let pieces = guarded(|| Ok(any::checked(game, &pieces)?))?;
        Ok(Position { game, pieces, half_moves, lead })
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.name()
    }

    /// The FEN of what stands on the board, without `half_moves` and `lead`.
    #[getter]
    fn fen(&self) -> PyResult<String> {
        Ok(guarded(|| Ok(any::fen(self.game, &self.pieces)?))?)
    }

    /// Who is to move.
    #[getter]
    fn side(&self) -> &'static str {
        self.pieces.side.name()
    }

    /// Men, in chess pawns: a pair of sets.
    #[getter]
    fn men(&self) -> Sets<u128> {
        self.pieces.men.into()
    }

    /// Kings: a pair of sets.
    #[getter]
    fn kings(&self) -> Sets<u128> {
        self.pieces.kings.into()
    }

    /// Queens of chess: a pair of sets.
    #[getter]
    fn queens(&self) -> Sets<u64> {
        self.pieces.queens.into()
    }

    /// Rooks of chess: a pair of sets.
    #[getter]
    fn rooks(&self) -> Sets<u64> {
        self.pieces.rooks.into()
    }

    /// Bishops of chess: a pair of sets.
    #[getter]
    fn bishops(&self) -> Sets<u64> {
        self.pieces.bishops.into()
    }

    /// Knights of chess: a pair of sets.
    #[getter]
    fn knights(&self) -> Sets<u64> {
        self.pieces.knights.into()
    }

    /// In chess the square, 0 to 63, behind a pawn that can be captured en passant; else None.
    #[getter]
    fn en_passant(&self) -> Option<u8> {
        self.pieces.en_passant
    }

    /// In chess the castlings that have not been forfeited: bits 0 to 3 are White's short and long, Black's short and long.
    #[getter]
    fn castling(&self) -> u8 {
        self.pieces.castling
    }

    /// In Artamonov's draughts the square, from 0, of the piece that may not be moved; else None.
    #[getter]
    fn barred(&self) -> Option<u8> {
        self.pieces.barred
    }

    /// Plies since the last capture or man's (pawn's) move, where the FEN said; else None. Counters under draw rules begin with
    /// it.
    #[getter]
    fn half_moves(&self) -> Option<u32> {
        self.half_moves
    }

    /// In Artamonov's draughts how many pieces more White has taken than Black, where the FEN said; else None.
    #[getter]
    fn lead(&self) -> Option<i8> {
        self.lead
    }

    /// The legal moves in the game's notation, in a fixed order.
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        let moves = guarded(|| Ok(any::legal_moves(self.game, &self.pieces)?))?;
        Ok(moves.into_iter().map(|mv| mv.text).collect())
    }

    /// The position after the move that a text names; it knows nothing of counters (`Game` keeps them). Raises IllegalMove.
    fn play(&self, text: &str) -> PyResult<Position> {
        let pieces = guarded(|| Ok(any::play(self.game, &self.pieces, text)?))?;
        Ok(Position::after(self.game, pieces))
    }

    fn __str__(&self) -> PyResult<String> {
        self.fen()
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("Position('{}', '{}')", self.game.name(), self.fen()?))
    }
}
