//! Positions.

use std::ffi::c_char;

use dambase_prober::any::AnyGame;
use dambase_rules::{Pieces, Side};

use crate::arguments::{optional_text, out, out_pointer, reference, take_text_back};
use crate::error::{Answer, Failure, dambase_error, dambase_status, guard};
use crate::tablebase::dambase_tablebase;

/// White: the value of dambase_position.side, and the place in its pairs of sets.
pub const DAMBASE_WHITE: u32 = 0;
/// Black.
pub const DAMBASE_BLACK: u32 = 1;

/// A set of squares: square i is bit i of low for i below 64, bit i - 64 of high from there on.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct dambase_squares {
    /// Squares 0 to 63.
    pub low: u64,
    /// Squares 64 to 127, which only the 10x8, 10x10 and 12x12 boards have.
    pub high: u64,
}

/// A position. Set it to zero first, then fill in what there is: all that a game does not have stays zero.
///
/// Sets come in pairs, White's at DAMBASE_WHITE and Black's at DAMBASE_BLACK. Squares are numbered from 0:
///
/// - Draughts: square i is the one numbered i + 1 in the game's PDN, counted from the upper left as White sees the board, row by row. In
///   the games written in letters, too: on 8x8 b8 is 0, d8 1, f8 2, h8 3, a7 4, and so on to g1, 31. men and kings only.
/// - Artamonov's draughts: as draughts, but pieces are nobody's: all stand in men[0] and kings[0].
/// - Chess: a1 is 0, b1 is 1, h1 is 7, a2 is 8, h8 is 63. men are the pawns.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct dambase_position {
    /// Men; pawns.
    pub men: [dambase_squares; 2],
    /// Kings.
    pub kings: [dambase_squares; 2],
    /// Queens of chess.
    pub queens: [u64; 2],
    /// Rooks of chess.
    pub rooks: [u64; 2],
    /// Bishops of chess.
    pub bishops: [u64; 2],
    /// Knights of chess.
    pub knights: [u64; 2],
    /// The side to move: DAMBASE_WHITE or DAMBASE_BLACK.
    pub side: u8,
    /// Chess: the square behind a pawn that has just made its double step (e3 is 20), which may also be given where no pawn can capture
    /// so. 0 for none: a1 is never such a square.
    pub en_passant: u8,
    /// Chess: castlings that neither king nor rook has forfeited. 1 White's short, 2 White's long, 4 Black's short, 8 Black's long.
    pub castling: u8,
    /// Artamonov's draughts: the square of the piece moved last, which may not be moved, counted from 1 as in PDN (b8 is 1). 0 for none.
    pub barred: u8,
    /// Zero.
    pub reserved: [u8; 4],
}

#[inline(always)]
fn wide(sets: [dambase_squares; 2]) -> [u128; 2] {
    sets.map(|set| u128::from(set.high) << 64 | u128::from(set.low))
}

fn narrow(sets: [u128; 2]) -> [dambase_squares; 2] {
    sets.map(|set| dambase_squares { low: set as u64, high: (set >> 64) as u64 })
}

impl dambase_position {
    /// As the prober has it. Whether it is a position of the game is for the prober to say.
    #[inline(always)]
    pub(crate) fn pieces(&self) -> Answer<Pieces> {
        if self.side > 1 || self.reserved != [0; 4] {
            return Err(self.not_set_up());
        }
        Ok(Pieces {
            men: wide(self.men),
            kings: wide(self.kings),
            queens: self.queens,
            rooks: self.rooks,
            bishops: self.bishops,
            knights: self.knights,
            side: if self.side == 0 { Side::White } else { Side::Black },
            en_passant: (self.en_passant != 0).then_some(self.en_passant),
            castling: self.castling,
            barred: self.barred.checked_sub(1),
        })
    }

    #[cold]
    fn not_set_up(&self) -> Failure {
        Failure::bad_argument(match self.side {
            0 | 1 => "position.reserved is not zero: set the position to zero first",
            _ => "position.side is neither DAMBASE_WHITE nor DAMBASE_BLACK",
        })
    }
}

impl From<&Pieces> for dambase_position {
    fn from(pieces: &Pieces) -> Self {
        dambase_position {
            men: narrow(pieces.men),
            kings: narrow(pieces.kings),
            queens: pieces.queens,
            rooks: pieces.rooks,
            bishops: pieces.bishops,
            knights: pieces.knights,
            side: match pieces.side {
                Side::White => 0,
                Side::Black => 1,
            },
            en_passant: pieces.en_passant.unwrap_or(0),
            castling: pieces.castling,
            barred: pieces.barred.map_or(0, |square| square + 1),
            reserved: [0; 4],
        }
    }
}

/// Reads a FEN (in draughts PDN's, such as "W:WKa1,Kb2:BKg3"). fen may be NULL: the game's usual start. What a FEN says of counters is
/// lost: a dambase_game keeps it. On failure position stays as it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_position_from_fen(
    tablebase: *const dambase_tablebase,
    fen: *const c_char,
    position: *mut dambase_position,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (tables, fen, place) = unsafe {
            (reference(tablebase, "tablebase")?.tables(), optional_text(fen, "fen")?, out(position, "position")?)
        };
        let pieces = match fen {
            Some(fen) => tables.read_fen(fen)?.0,
            None => AnyGame::new(tables.game(), None, None)?.position(),
        };
        place.put((&pieces).into());
        Ok(())
    })
}

/// The FEN of a position, to be given back by dambase_text_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_position_fen(
    tablebase: *const dambase_tablebase,
    position: *const dambase_position,
    fen: *mut *mut c_char,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, tables, position) = unsafe {
            (out_pointer(fen, "fen")?, reference(tablebase, "tablebase")?.tables(), reference(position, "position")?)
        };
        place.hand_text(tables.fen(&position.pieces()?)?);
        Ok(())
    })
}

/// Gives a text back. text may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_text_free(text: *mut c_char) {
    // SAFETY: it is one of those that were handed out.
    crate::error::quietly((), || unsafe { take_text_back(text) });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_back() {
        let pieces = Pieces {
            men: [1 << 71 | 1, 1 << 64],
            kings: [1 << 63, 1 << 127],
            queens: [1, 2],
            rooks: [3, 4],
            bishops: [5, 6],
            knights: [7, 8],
            side: Side::Black,
            en_passant: Some(20),
            castling: 9,
            barred: Some(0),
        };
        let position = dambase_position::from(&pieces);
        assert_eq!(position.men[0], dambase_squares { low: 1, high: 1 << 7 });
        assert_eq!((position.en_passant, position.barred, position.side), (20, 1, 1));
        assert_eq!(position.pieces().ok(), Some(pieces));
        assert_eq!(dambase_position::default().pieces().ok(), Some(Pieces::EMPTY));
        assert!(dambase_position { side: 2, ..position }.pieces().is_err());
        assert!(dambase_position { reserved: [0, 0, 0, 1], ..position }.pieces().is_err());
        assert_eq!(size_of::<dambase_position>(), 136);
    }
}
