//! A position of a draughts game.

use super::rules::Draughts;
use crate::Side;
use crate::bits::Bits;

/// A placement of men and kings with the side to move.
///
/// The sets are in the word of the game's board ([`super::Masks`]). White's and Black's never overlap and lie on squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<B> {
    /// White's men and kings.
    pub white: B,
    /// Black's men and kings.
    pub black: B,
    /// The kings of both.
    pub kings: B,
    /// The side to move.
    pub side: Side,
}

impl<B: Bits> Position<B> {
    /// Men and kings of `side`.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> B {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// Men of `side`.
    #[inline(always)]
    pub fn men(&self, side: Side) -> B {
        self.pieces(side) & !self.kings
    }

    /// Kings of `side`.
    #[inline(always)]
    pub fn kings_of(&self, side: Side) -> B {
        self.pieces(side) & self.kings
    }

    /// Every piece.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.white | self.black
    }

    /// The same board seen from the other player's chair: turned by 180 degrees, colours and side to move exchanged.
    /// Its value is the same.
    #[inline(always)]
    pub fn turned<G: Draughts<Word = B>>(&self) -> Self {
        let masks = G::MASKS;
        Position {
            white: masks.turned(self.black),
            black: masks.turned(self.white),
            kings: masks.turned(self.kings),
            side: self.side.other(),
        }
    }

    /// The start of `G`.
    pub fn start<G: Draughts<Word = B>>() -> Self {
        let masks = G::MASKS;
        let squares = G::RULES.board.squares();
        let men = G::RULES.pieces_per_side();
        let set = |range: std::ops::Range<u32>| range.fold(B::EMPTY, |set, square| set | B::bit(masks.bit(square)));
        Position { white: set(squares - men..squares), black: set(0..men), kings: B::EMPTY, side: G::RULES.first }
    }
}
