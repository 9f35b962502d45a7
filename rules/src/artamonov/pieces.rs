//! Positions as plain sets of squares, read and made.

use super::position::{MASKS, MOST_PIECES, Position};
use crate::bits::Bits;
use crate::{Pieces, PiecesError};

/// The sets of a position.
pub(super) fn of(position: &Position) -> Pieces {
    Pieces {
        men: [MASKS.gathered(position.men), 0],
        kings: [MASKS.gathered(position.kings), 0],
        side: position.side,
        barred: position.barred.map(|bit| MASKS.square(bit.into()) as u8),
        ..Pieces::EMPTY
    }
}

/// The position of these sets; refuses what the reader of FEN refuses.
pub(super) fn read(pieces: &Pieces) -> Result<Position, PiecesError> {
    let error = |reason: &str| Err(PiecesError(reason.into()));
    if let Some(error) = pieces.not_of_draughts() {
        return Err(error);
    }
    if pieces.men[1] | pieces.kings[1] != 0 {
        return error("pieces have no colour in this game: all are in the first set of each pair");
    }
    let (Some(men), Some(kings)) = (MASKS.spread(pieces.men[0]), MASKS.spread(pieces.kings[0])) else {
        return error("a piece is off the board, which has 32 squares");
    };
    if (men & kings).any() {
        let square = MASKS.square((men & kings).lowest());
        return Err(PiecesError(format!("two pieces on square {} ({})", MASKS.board.algebraic(square), square + 1)));
    }
    let there = men | kings;
    if there.is_empty() {
        return error("the board is empty, and the piece that takes the last other one is always left");
    }
    if there.count() > MOST_PIECES {
        return Err(PiecesError(format!("more than {MOST_PIECES} pieces")));
    }
    let barred = match pieces.barred.map(u32::from) {
        None => None,
        Some(square) if square < MASKS.board.squares() && there.has(MASKS.bit(square)) => Some(MASKS.bit(square) as u8),
        Some(square) => {
            return Err(PiecesError(format!("no piece stands on the barred square, number {}", square + 1)));
        }
    };
    Ok(Position { men, kings, side: pieces.side, barred })
}
