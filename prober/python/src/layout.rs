//! Positions as records of numpy arrays.

use dambase_prober::any;
use dambase_rules::{Family, GameId, Pieces, Side};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict};

use crate::errors::{Failure, Kind, detached};
use crate::position::{Position, PositionArg};
use crate::rules::game_named;

/// A record of an array: which fields it has, and where. Numbers are in the byte order of the machine. A set whose board has more than 64
/// squares is two numbers, the lower squares first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// men, kings: 2 sets each; side.
    Draughts,
    /// men, kings: 2 sets of 2 numbers each; side.
    Wide,
    /// men, kings: 2 sets each; barred: a set; side.
    Artamonov,
    /// men, kings, queens, rooks, bishops, knights: 2 sets each; en passant: a set; side; castling.
    Chess,
}

/// Bytes of a set.
const SET: usize = 8;

impl Layout {
    /// That of a game.
    pub fn of(game: GameId) -> Self {
        match (game.family(), game.info().board) {
            (Family::Chess, _) => Layout::Chess,
            (Family::Artamonov, _) => Layout::Artamonov,
            (Family::Draughts, "12x12") => Layout::Wide,
            (Family::Draughts, _) => Layout::Draughts,
        }
    }

    /// The fields: name, numbers, whether they are bytes.
    fn fields(self) -> &'static [(&'static str, &'static str, usize)] {
        match self {
            Layout::Draughts => &[("men", "(2,)u8", 0), ("kings", "(2,)u8", 16), ("side", "u1", 32)],
            Layout::Wide => &[("men", "(2,2)u8", 0), ("kings", "(2,2)u8", 32), ("side", "u1", 64)],
            Layout::Artamonov => {
                &[("men", "(2,)u8", 0), ("kings", "(2,)u8", 16), ("barred", "u8", 32), ("side", "u1", 40)]
            }
            Layout::Chess => &[
                ("men", "(2,)u8", 0),
                ("kings", "(2,)u8", 16),
                ("queens", "(2,)u8", 32),
                ("rooks", "(2,)u8", 48),
                ("bishops", "(2,)u8", 64),
                ("knights", "(2,)u8", 80),
                ("en_passant", "u8", 96),
                ("side", "u1", 104),
                ("castling", "u1", 105),
            ],
        }
    }

    /// Bytes of a record.
    pub fn bytes(self) -> usize {
        match self {
            Layout::Draughts => 40,
            Layout::Wide => 72,
            Layout::Artamonov => 48,
            Layout::Chess => 112,
        }
    }

    /// The numpy dtype.
    pub fn dtype<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let fields = self.fields();
        let spec = PyDict::new(py);
        spec.set_item("names", fields.iter().map(|field| field.0).collect::<Vec<_>>())?;
        spec.set_item("formats", fields.iter().map(|field| field.1).collect::<Vec<_>>())?;
        spec.set_item("offsets", fields.iter().map(|field| field.2).collect::<Vec<_>>())?;
        spec.set_item("itemsize", self.bytes())?;
        py.import("numpy")?.call_method1("dtype", (spec,))
    }

    /// The sets of a record, which has as many bytes as [`Layout::bytes`] says.
    #[inline]
    pub fn read(self, record: &[u8]) -> Result<Pieces, Failure> {
        let set = |number: usize| {
            let bytes: Option<&[u8; SET]> = record[SET * number..].first_chunk();
            bytes.map_or(0, |bytes| u64::from_ne_bytes(*bytes))
        };
        let pair = |field: usize| [set(2 * field), set(2 * field + 1)];
        let wide = |first: usize| u128::from(set(first)) | u128::from(set(first + 1)) << 64;
        let side_at = |at: usize| match record[at] {
            0 => Ok(Side::White),
            1 => Ok(Side::Black),
            side => Err(impossible(format!("side is {side}, and 0 is white, 1 black"))),
        };
        let narrow = |field| pair(field).map(u128::from);
        Ok(match self {
            Layout::Draughts => Pieces { men: narrow(0), kings: narrow(1), side: side_at(32)?, ..Pieces::EMPTY },
            Layout::Wide => {
                Pieces { men: [wide(0), wide(2)], kings: [wide(4), wide(6)], side: side_at(64)?, ..Pieces::EMPTY }
            }
            Layout::Artamonov => Pieces {
                men: narrow(0),
                kings: narrow(1),
                barred: only_square("barred", set(4))?,
                side: side_at(40)?,
                ..Pieces::EMPTY
            },
            Layout::Chess => Pieces {
                men: narrow(0),
                kings: narrow(1),
                queens: pair(2),
                rooks: pair(3),
                bishops: pair(4),
                knights: pair(5),
                en_passant: only_square("en_passant", set(12))?,
                side: side_at(104)?,
                castling: record[105],
                barred: None,
            },
        })
    }

    /// The record of a position of a game with this layout.
    fn write(self, pieces: &Pieces, record: &mut [u8]) {
        record.fill(0);
        let mut put = |number: usize, set: u64| record[SET * number..][..SET].copy_from_slice(&set.to_ne_bytes());
        let square = |square: Option<u8>| square.map_or(0, |square| 1 << square);
        let (sets, side_at): (Vec<u64>, usize) = match self {
            Layout::Wide => {
                let all = pieces.men.into_iter().chain(pieces.kings);
                (all.flat_map(|set| [set as u64, (set >> 64) as u64]).collect(), 64)
            }
            Layout::Draughts | Layout::Artamonov | Layout::Chess => {
                let mut sets: Vec<u64> = pieces.men.into_iter().chain(pieces.kings).map(|set| set as u64).collect();
                match self {
                    Layout::Artamonov => sets.push(square(pieces.barred)),
                    Layout::Chess => {
                        let officers = [pieces.queens, pieces.rooks, pieces.bishops, pieces.knights];
                        sets.extend(officers.as_flattened());
                        sets.push(square(pieces.en_passant));
                    }
                    Layout::Draughts | Layout::Wide => {}
                }
                let side_at = SET * sets.len();
                (sets, side_at)
            }
        };
        for (number, set) in sets.into_iter().enumerate() {
            put(number, set);
        }
        record[side_at] = u8::from(pieces.side == Side::Black);
        if self == Layout::Chess {
            record[side_at + 1] = pieces.castling;
        }
    }
}

fn impossible(reason: String) -> Failure {
    Failure::new(Kind::ImpossiblePosition, format!("impossible position: {reason}"))
}

/// The square of a set that has one at most.
fn only_square(field: &str, set: u64) -> Result<Option<u8>, Failure> {
    match set.count_ones() {
        0 => Ok(None),
        1 => Ok(Some(set.trailing_zeros() as u8)),
        count => Err(impossible(format!("{field} is {count} squares, and at most one can be"))),
    }
}

/// The numpy dtype of positions of a game, in the byte order of the machine. A set of squares is a uint64 (see `Position`),
/// pairs are White's and Black's. An array of zeros is an array of empty boards, White to move.
///
/// | games | fields |
/// |---|---|
/// | draughts | `men`, `kings`: shape (2,); `side`: uint8, 0 is White, 1 Black |
/// | canadian, of 72 squares | the same, but `men`, `kings`: shape (2, 2), White's squares 0 to 63, White's squares 64 to 71, Black's likewise |
/// | artamonov | as draughts, all in `men[0]` and `kings[0]`; `barred`: a set of at most one square |
/// | chess | `men` (pawns), `kings`, `queens`, `rooks`, `bishops`, `knights`: shape (2,); `en_passant`: a set of at most one square; `side`; `castling`: uint8 |
///
/// Raises UnknownName, ImportError (without numpy).
#[pyfunction]
pub fn position_dtype<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyAny>> {
    Layout::of(game_named(game)?).dtype(py)
}

/// An array as contiguous records of the game, in one dimension; an error when it has another dtype.
pub fn records<'py>(array: &Bound<'py, PyAny>, layout: Layout, game: GameId) -> PyResult<Bound<'py, PyAny>> {
    let dtype = layout.dtype(array.py())?;
    let found = array.getattr_opt("dtype")?.unwrap_or_else(|| array.get_type().into_any());
    if !found.eq(&dtype)? {
        return Err(PyTypeError::new_err(format!(
            "positions of {game} are an array of dambase.position_dtype(\"{game}\"), not of dtype {found}"
        )));
    }
    array.call_method1("reshape", (-1,))
}

/// An array of `position_dtype(game)`. Raises UnknownName; FenError, WrongGame, with the attribute `index`.
#[pyfunction]
pub fn positions_to_array<'py>(
    py: Python<'py>,
    game: &str,
    positions: Vec<PositionArg<'py>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game_named(game)?;
    let layout = Layout::of(game);
    let given = texts_and_pieces(game, positions)?;
    let bytes = detached(py, || {
        let mut bytes = vec![0; given.len() * layout.bytes()];
        for (index, (given, record)) in given.iter().zip(bytes.chunks_exact_mut(layout.bytes())).enumerate() {
            layout.write(&given.pieces(game).map_err(|failure| failure.at(index))?, record);
        }
        Ok(bytes)
    })?;
    let numpy = py.import("numpy")?;
    numpy.call_method1("frombuffer", (PyByteArray::new(py, &bytes), layout.dtype(py)?))
}

/// The positions of an array of `position_dtype(game)`. Raises UnknownName, TypeError (another dtype); ImpossiblePosition, with
/// the attribute `index`.
#[pyfunction]
pub fn positions_from_array(py: Python<'_>, game: &str, array: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let game = game_named(game)?;
    let layout = Layout::of(game);
    let bytes = records(array, layout, game)?.call_method0("tobytes")?.cast_into::<PyBytes>()?;
    let bytes = bytes.as_bytes();
    Ok(detached(py, || {
        let positions = bytes.chunks_exact(layout.bytes()).enumerate();
        let read = |record| Ok(Position::after(game, any::checked(game, &layout.read(record)?)?));
        positions.map(|(index, record)| read(record).map_err(|failure: Failure| failure.at(index))).collect()
    })?)
}

/// A position that needs nothing of Python any more.
pub enum Given {
    /// A FEN that has not been read yet.
    Fen(String),
    /// The sets of a position.
    Pieces(Pieces),
}

impl Given {
    /// Its sets.
    pub fn pieces(&self, game: GameId) -> Result<Pieces, Failure> {
        match self {
            Given::Fen(text) => Ok(*Position::read(game, text)?.pieces()),
            Given::Pieces(pieces) => Ok(*pieces),
        }
    }
}

/// Positions as they were handed over; an error where one is another game's.
pub fn texts_and_pieces(game: GameId, positions: Vec<PositionArg<'_>>) -> PyResult<Vec<Given>> {
    let given = positions.into_iter().enumerate().map(|(index, position)| match position {
        PositionArg::Fen(text) => Ok(Given::Fen(text)),
        PositionArg::Position(position) => {
            position.get().check_game(game).map_err(|failure| failure.at(index))?;
            Ok(Given::Pieces(*position.get().pieces()))
        }
    });
    given.collect()
}
