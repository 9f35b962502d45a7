//! One-colour draughts: pieces are nobody's, so what counts is who runs out of moves.

use dambase_rules::artamonov::{Artamonov, legal_moves};

use super::Playable;
use crate::score::Score;

impl Playable for Artamonov {
    const CAPTURES_COMPULSORY: bool = true;

    /// An even number of moves each way would leave the side to move without one; more moves are better than fewer.
    fn evaluate(position: &Self::Position) -> Score {
        let mut moves = Vec::with_capacity(32);
        legal_moves(position, &mut moves);
        let count = moves.len().min(40) as Score;
        let parity = if count % 2 == 1 { 20 } else { -20 };
        parity + count
    }

    fn pieces_left(position: &Self::Position) -> u32 {
        position.occupied().count_ones()
    }

    fn is_forcing(mv: &Self::Move) -> bool {
        mv.is_capture()
    }

    fn gain(_: &Self::Position, mv: &Self::Move) -> Score {
        mv.captured.count_ones() as Score
    }

    fn ends(mv: &Self::Move) -> (u8, u8) {
        (mv.from, mv.to)
    }
}
