//! The oracle of Artamonov's draughts and what takes its positions to the crate's and back.
// Each test uses a part of it.
#![allow(dead_code, unused_imports)]

#[path = "../../../tests/src/naive/artamonov/mod.rs"]
pub mod naive;

use dambase_rules::Side;
use dambase_rules::artamonov::{MASKS, Position};
use dambase_rules::bits::Bits;
use naive::{Piece, Place, Player, State};

/// The bit of the crate for a place of the oracle.
pub fn bit(place: Place) -> u32 {
    MASKS.bit(MASKS.board.square_at(place.0 as u32, 7 - place.1 as u32).unwrap())
}

/// The place of the oracle for a bit of the crate.
pub fn place(bit: u32) -> Place {
    let square = MASKS.square(bit);
    (MASKS.board.file_of(square) as i8, 7 - MASKS.board.row_of(square) as i8)
}

/// The position of the crate.
pub fn position(state: &State) -> Position {
    let set = |piece| state.places_of(piece).fold(0, |set, place| set | 1 << bit(place));
    Position {
        men: set(Piece::Man),
        kings: set(Piece::King),
        side: match state.turn {
            Player::White => Side::White,
            Player::Black => Side::Black,
        },
        barred: state.barred.map(|place| bit(place) as u8),
    }
}

/// The position of the oracle.
pub fn state(position: &Position) -> State {
    let mut state = State::empty(match position.side {
        Side::White => Player::White,
        Side::Black => Player::Black,
    });
    for (set, piece) in [(position.men, Piece::Man), (position.kings, Piece::King)] {
        set.each().for_each(|bit| state.put(place(bit), piece));
    }
    state.barred = position.barred.map(|bit| place(bit.into()));
    state
}
