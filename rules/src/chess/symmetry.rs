//! The eight symmetries of the board, and those of positions.

use super::attacks::bit;
use super::castling::Castling;
use super::position::Position;

/// One of the eight ways to lay the board on itself.
///
/// Bit 2 of its number exchanges files and ranks (a reflection in the diagonal a1-h8); after that bit 0 reverses the files
/// and bit 1 the ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Nothing moves.
    pub const IDENTITY: Symmetry = Symmetry(0);
    /// The files are reversed: a becomes h.
    pub const FILES: Symmetry = Symmetry(1);
    /// The ranks are reversed: 1 becomes 8.
    pub const RANKS: Symmetry = Symmetry(2);
    /// A reflection in the diagonal a1-h8: a2 becomes b1.
    pub const DIAGONAL: Symmetry = Symmetry(4);
    /// All eight, by their numbers.
    pub const ALL: [Symmetry; 8] =
        [Symmetry(0), Symmetry(1), Symmetry(2), Symmetry(3), Symmetry(4), Symmetry(5), Symmetry(6), Symmetry(7)];

    /// The symmetry of this number, which is taken modulo eight.
    #[inline(always)]
    pub const fn numbered(number: u8) -> Symmetry {
        Symmetry(number & 7)
    }

    /// Its number, below eight.
    #[inline(always)]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Where a square goes.
    #[inline(always)]
    pub const fn square(self, square: u8) -> u8 {
        let turned = if self.0 & 4 != 0 { (square & 7) << 3 | square >> 3 } else { square };
        // Bits 0 and 1 of the number, spread over the bits of file and rank.
        turned ^ ((self.0 & 1) * 7) ^ ((self.0 >> 1 & 1) * 56)
    }

    /// Where the squares of a set go.
    #[inline(always)]
    pub const fn set(self, set: u64) -> u64 {
        let mut moved = if self.0 & 4 != 0 { transposed(set) } else { set };
        if self.0 & 1 != 0 {
            moved = files_reversed(moved);
        }
        if self.0 & 2 != 0 {
            moved = moved.swap_bytes();
        }
        moved
    }

    /// What takes it back.
    #[inline(always)]
    pub const fn inverse(self) -> Symmetry {
        // A quarter turn is undone by the opposite one; the others are their own inverses.
        match self.0 {
            5 => Symmetry(6),
            6 => Symmetry(5),
            other => Symmetry(other),
        }
    }

    /// This one and after it the reflection in the diagonal a1-h8.
    #[inline(always)]
    #[must_use]
    pub const fn then_reflected(self) -> Symmetry {
        // Reflected after the reversals is reversed, the other way, after being reflected.
        Symmetry((self.0 ^ 4) & 4 | (self.0 & 1) << 1 | self.0 >> 1 & 1)
    }

    /// The squares it leaves where they are.
    pub fn fixed(self) -> u64 {
        (0..64).filter(|&square| self.square(square) == square).map(bit).sum()
    }

    /// A position without pawns and castling rights, moved: its value is the same. En passant is dropped.
    #[inline(always)]
    #[must_use]
    pub fn position(self, position: &Position) -> Position {
        Position {
            colours: position.colours.map(|set| self.set(set)),
            kinds: position.kinds.map(|set| self.set(set)),
            side: position.side,
            en_passant: None,
            castling: Castling::NONE,
        }
    }
}

impl Position {
    /// The position with the files reversed. Its value is the same where there are no castling rights; they are dropped.
    #[inline(always)]
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let en_passant = self.en_passant.map(|square| square ^ 7);
        Position { en_passant, ..Symmetry::FILES.position(self) }
    }
}

/// Each rank reversed.
#[inline(always)]
const fn files_reversed(set: u64) -> u64 {
    let set = (set >> 1 & 0x5555_5555_5555_5555) | (set & 0x5555_5555_5555_5555) << 1;
    let set = (set >> 2 & 0x3333_3333_3333_3333) | (set & 0x3333_3333_3333_3333) << 2;
    (set >> 4 & 0x0f0f_0f0f_0f0f_0f0f) | (set & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Files and ranks exchanged: blocks of four by four, then of two by two, then single squares change places.
#[inline(always)]
const fn transposed(set: u64) -> u64 {
    let swap = 0x0f0f_0f0f_0000_0000 & (set ^ set << 28);
    let set = set ^ swap ^ swap >> 28;
    let swap = 0x3333_0000_3333_0000 & (set ^ set << 14);
    let set = set ^ swap ^ swap >> 14;
    let swap = 0x5500_5500_5500_5500 & (set ^ set << 7);
    set ^ swap ^ swap >> 7
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::attacks::squares;

    #[test]
    fn sets_go_where_their_squares_go() {
        for symmetry in Symmetry::ALL {
            let mut seen = 0;
            for square in 0..64 {
                let to = symmetry.square(square);
                assert_eq!(symmetry.set(bit(square)), bit(to), "{symmetry:?} {square}");
                assert_eq!(symmetry.inverse().square(to), square, "{symmetry:?} {square}");
                seen |= bit(to);
            }
            assert_eq!(seen, u64::MAX);
            for square in 0..64 {
                let reflected = Symmetry::DIAGONAL.square(symmetry.square(square));
                assert_eq!(symmetry.then_reflected().square(square), reflected);
            }
            let set = 0x8037_0500_1234_00f1;
            assert_eq!(symmetry.set(set), squares(set).map(|square| bit(symmetry.square(square))).sum());
        }
    }

    #[test]
    fn the_eight_are_different_and_named_as_they_act() {
        // b1 is on no axis.
        let images: std::collections::HashSet<_> = Symmetry::ALL.map(|symmetry| symmetry.square(1)).into();
        assert_eq!(images.len(), 8);
        assert_eq!(Symmetry::IDENTITY.square(1), 1);
        assert_eq!(Symmetry::FILES.square(1), 6);
        assert_eq!(Symmetry::RANKS.square(1), 57);
        assert_eq!(Symmetry::DIAGONAL.square(1), 8);
        assert_eq!(Symmetry::DIAGONAL.fixed(), 0x8040_2010_0804_0201);
    }
}
