//! What a search must know of a family of games beside its rules.

mod artamonov;
mod chess;
mod draughts;

use dambase_format::ClockedGame;

use crate::score::Score;

/// A game that can be searched.
pub trait Playable: ClockedGame {
    /// Whoever can capture must.
    const CAPTURES_COMPULSORY: bool;

    /// A guess at what the position is worth to the side to move, in hundredths of a man; less than 10,000 either way.
    fn evaluate(position: &Self::Position) -> Score;

    /// Pieces on the board.
    fn pieces_left(position: &Self::Position) -> u32;

    /// The move changes so much that the position after it should not be judged as it stands: a capture, a promotion of chess.
    fn is_forcing(mv: &Self::Move) -> bool;

    /// What a forcing move seems to gain, in hundredths of a man: the greatest is looked at first.
    fn gain(position: &Self::Position, mv: &Self::Move) -> Score;

    /// The squares a move begins and ends on, as numbers below 128.
    fn ends(mv: &Self::Move) -> (u8, u8);

    /// The side to move is in check (chess).
    fn in_check(_position: &Self::Position) -> bool {
        false
    }
}
