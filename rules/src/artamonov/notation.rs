//! Moves in words: Russian notation, `b2-c3` and `b2:d4`, the whole route where two captures share their ends.
//!
//! What begins on a square is moved by the piece that stands there, so a move is written and read as that of this piece
//! against all others ([`crate::draughts::notation`]).

use super::capture::pieces_that_capture;
use super::moves::{Move, legal_moves};
use super::position::{Apart, Position};
use crate::MoveError;
use crate::bits::Bits;
use crate::draughts::notation;

/// The pieces that have the right to move: those that capture, when there are any, else all but the barred one (A4).
fn candidates(position: &Position) -> u64 {
    match pieces_that_capture(position) {
        0 => position.movable(),
        capturing => capturing,
    }
}

/// Writes a legal move, as short as it is unique.
pub fn move_text(position: &Position, mv: &Move) -> String {
    notation::move_text::<Apart>(&position.apart(1 << mv.from), mv)
}

/// The legal moves, in the order of [`legal_moves`], with their texts.
pub fn move_texts(position: &Position) -> Vec<(Move, String)> {
    let mut moves = Vec::new();
    legal_moves(position, &mut moves);
    moves.into_iter().map(|mv| (mv, move_text(position, &mv))).collect()
}

/// Reads the text of a move that is legal in `position`; [`crate::draughts::notation::parse_move`] says what is understood.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    // Nobody moves: the text is read for what is wrong with it alone.
    let mut found = notation::parse_move::<Apart>(&position.apart(0), text);
    for from in candidates(position).each() {
        if !matches!(found, Err(MoveError::Illegal { .. })) {
            break;
        }
        found = notation::parse_move::<Apart>(&position.apart(1 << from), text);
    }
    found.map_err(|error| match error {
        MoveError::Illegal { text, .. } => {
            MoveError::Illegal { text, legal: move_texts(position).into_iter().map(|(_, text)| text).collect() }
        }
        MoveError::Syntax { .. } | MoveError::Ambiguous { .. } => error,
    })
}
