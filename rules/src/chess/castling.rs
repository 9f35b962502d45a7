//! Castling rights.

use super::attacks::bit;
use super::position::{Kind, Position};
use crate::Side;

/// Which castlings are still possible in principle: the king and that rook have not moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Castling(u8);

/// One of the four castlings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Who castles.
    pub side: Side,
    /// Its letter in FEN.
    pub letter: char,
    /// Where the king stands.
    pub king: u8,
    /// Where the king goes.
    pub king_to: u8,
    /// Where the rook stands.
    pub rook: u8,
    /// Where the rook goes.
    pub rook_to: u8,
    /// What has to be empty.
    pub empty: u64,
    /// What must not be attacked: where the king stands, passes and arrives.
    pub safe: u64,
}

const fn way(side: Side, letter: char, king: u8, rook: u8) -> Way {
    let short = rook > king;
    let (king_to, rook_to) = if short { (king + 2, king + 1) } else { (king - 2, king - 1) };
    // The squares strictly between king and rook.
    let empty = if short { bit(king + 1) | bit(king + 2) } else { bit(king - 1) | bit(king - 2) | bit(king - 3) };
    Way { side, letter, king, king_to, rook, rook_to, empty, safe: bit(king) | bit(rook_to) | bit(king_to) }
}

impl Castling {
    /// No castling.
    pub const NONE: Castling = Castling(0);
    /// All four.
    pub const ALL: Castling = Castling(0b1111);
    /// The four ways; the number of a way is its bit.
    pub const WAYS: [Way; 4] = [
        way(Side::White, 'K', 4, 7),
        way(Side::White, 'Q', 4, 0),
        way(Side::Black, 'k', 60, 63),
        way(Side::Black, 'q', 60, 56),
    ];

    /// No way is left.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether the way with this number is left.
    #[inline(always)]
    pub fn has(self, number: usize) -> bool {
        self.0 >> number & 1 != 0
    }

    /// With the way of this number.
    #[must_use]
    pub fn with(self, number: usize) -> Castling {
        Castling((self.0 | 1 << number) & Castling::ALL.0)
    }

    /// The ways that are left.
    pub fn ways(self) -> impl Iterator<Item = &'static Way> {
        const WAYS: &[Way; 4] = &Castling::WAYS;
        WAYS.iter().enumerate().filter(move |(number, _)| self.has(*number)).map(|(_, way)| way)
    }

    /// What is left when a piece leaves or reaches a square of `touched`.
    #[inline(always)]
    pub(super) fn without(self, touched: u64) -> Castling {
        // a1, e1, h1 and their like on the eighth rank.
        if self.is_none() || touched & 0x9100_0000_0000_0091 == 0 {
            return self;
        }
        let mut left = self;
        for (number, way) in Castling::WAYS.iter().enumerate() {
            if touched & (bit(way.king) | bit(way.rook)) != 0 {
                left.0 &= !(1 << number);
            }
        }
        left
    }

    /// White's rights are Black's and the other way round.
    #[inline(always)]
    pub(super) fn colours_exchanged(self) -> Castling {
        Castling((self.0 << 2 | self.0 >> 2) & Castling::ALL.0)
    }
}

impl Way {
    /// King and rook stand where they began.
    pub fn is_set_up(&self, position: &Position) -> bool {
        position.of(self.side, Kind::King) & bit(self.king) != 0
            && position.of(self.side, Kind::Rook) & bit(self.rook) != 0
    }
}

/// Where the king of the side to move may castle to, given what its opponent attacks.
#[inline]
pub(super) fn castling_targets(position: &Position, attacked: u64) -> u64 {
    let mut targets = 0;
    for way in position.castling.ways().filter(|way| way.side == position.side) {
        if position.occupied() & way.empty == 0 && attacked & way.safe == 0 {
            targets |= bit(way.king_to);
        }
    }
    targets
}
