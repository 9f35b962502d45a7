//! A position of chess.

use super::attacks::{
    RANK_1, RANK_8, ahead, bishop_attacks, bishop_rays, bit, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
    rook_rays, squares,
};
use super::castling::Castling;
use crate::Side;

/// A kind of piece; its number is its place in [`Position::kinds`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// P.
    Pawn,
    /// N.
    Knight,
    /// B.
    Bishop,
    /// R.
    Rook,
    /// Q.
    Queen,
    /// K.
    King,
}

impl Kind {
    /// Every kind, in the order of their numbers.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    /// What a pawn may become, the strongest first.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// Its letter in SAN, and in FEN for a white piece.
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'P',
            Kind::Knight => 'N',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
            Kind::Queen => 'Q',
            Kind::King => 'K',
        }
    }

    /// The kind of this letter; capitals only.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A placement of the pieces, the side to move, and what is left of the way to it that decides moves.
///
/// The squares of a set are bits: bit 0 is a1, bit 7 h1, bit 63 h8. Two positions are the same for repetition exactly when
/// they are equal (FIDE 9.2: the possible moves of all the pieces are the same).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// White's and Black's pieces.
    pub colours: [u64; 2],
    /// The pieces of both sides by [`Kind`].
    pub kinds: [u64; 6],
    /// The side to move.
    pub side: Side,
    /// The square behind the pawn that has just made its double step; set only when a capture en passant is legal.
    pub en_passant: Option<u8>,
    /// The castlings that neither king nor rook has forfeited by moving.
    pub castling: Castling,
}

impl Position {
    /// No piece at all, White to move: to be filled.
    pub const EMPTY: Position =
        Position { colours: [0; 2], kinds: [0; 6], side: Side::White, en_passant: None, castling: Castling::NONE };

    /// The pieces of `side`.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> u64 {
        self.colours[side as usize]
    }

    /// The pieces of one kind of `side`.
    #[inline(always)]
    pub fn of(&self, side: Side, kind: Kind) -> u64 {
        self.colours[side as usize] & self.kinds[kind as usize]
    }

    /// Every piece.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.colours[0] | self.colours[1]
    }

    /// The square of the king of `side`.
    #[inline(always)]
    pub fn king(&self, side: Side) -> u8 {
        // Masked for a board without one, which is no legal position but may be asked about.
        (self.of(side, Kind::King).trailing_zeros() & 63) as u8
    }

    /// The kind of the piece on a square.
    #[inline(always)]
    pub fn kind_on(&self, square: u8) -> Option<Kind> {
        // By arithmetic: at most one set has the square.
        let number: u64 = (1..).zip(&self.kinds).map(|(number, set)| number * (set >> (square & 63) & 1)).sum();
        (number as usize).checked_sub(1).and_then(|number| Kind::ALL.get(number).copied())
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub fn put(&mut self, square: u8, side: Side, kind: Kind) {
        self.colours[side as usize] |= bit(square);
        self.kinds[kind as usize] |= bit(square);
    }

    /// The pieces of `side` that attack `square` when the pieces stand on `occupied`.
    #[inline(always)]
    pub fn attackers(&self, square: u8, side: Side, occupied: u64) -> u64 {
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let mut attackers = pawns & pawn_attacks(bit(square), side.other())
            | knights & knight_attacks(square)
            | kings & king_attacks(square);
        // Most of the time no slider stands on a line of the square: the tables need not be asked.
        let straight = (rooks | queens) & self.pieces(side);
        if straight & rook_rays(square) != 0 {
            attackers |= straight & rook_attacks(square, occupied);
        }
        let diagonal = (bishops | queens) & self.pieces(side);
        if diagonal & bishop_rays(square) != 0 {
            attackers |= diagonal & bishop_attacks(square, occupied);
        }
        attackers & self.pieces(side)
    }

    /// Every square that `side` attacks, its own pieces' included, when the pieces stand on `occupied`.
    #[inline(always)]
    pub(super) fn attacked(&self, side: Side, occupied: u64) -> u64 {
        let own = self.pieces(side);
        let [pawns, knights, bishops, rooks, queens, _] = self.kinds;
        let mut attacked = pawn_attacks(pawns & own, side) | king_attacks(self.king(side));
        for square in squares(knights & own) {
            attacked |= knight_attacks(square);
        }
        for square in squares((bishops | queens) & own) {
            attacked |= bishop_attacks(square, occupied);
        }
        for square in squares((rooks | queens) & own) {
            attacked |= rook_attacks(square, occupied);
        }
        attacked
    }

    /// The king of `side` is attacked.
    #[inline(always)]
    pub fn in_check(&self, side: Side) -> bool {
        self.attackers(self.king(side), side.other(), self.occupied()) != 0
    }

    /// One king a side, not side by side, the side not to move not in check, no pawn on a first or last rank.
    ///
    /// Castling and en passant are not looked at: [`super::read_fen`] reads none that cannot be.
    #[inline(always)]
    pub fn is_legal(&self) -> bool {
        let one_each = [Side::White, Side::Black].iter().all(|&side| self.of(side, Kind::King).is_power_of_two());
        // Kings side by side: the one to move gives check.
        one_each && self.kinds[Kind::Pawn as usize] & (RANK_1 | RANK_8) == 0 && !self.in_check(self.side.other())
    }

    /// The same position with the colours exchanged: White plays from the other end. Its value is the same.
    #[inline(always)]
    #[must_use]
    pub fn colours_exchanged(&self) -> Position {
        Position {
            colours: [self.colours[1].swap_bytes(), self.colours[0].swap_bytes()],
            kinds: self.kinds.map(u64::swap_bytes),
            side: self.side.other(),
            en_passant: self.en_passant.map(|square| square ^ 56),
            castling: self.castling.colours_exchanged(),
        }
    }

    /// The pawn that may be captured en passant.
    #[inline(always)]
    pub(super) fn en_passant_victim(&self, square: u8) -> u64 {
        ahead(bit(square), self.side.other())
    }

    /// Whether the pawn on `from` may capture on `square` en passant without leaving its king in check.
    ///
    /// Two pawns leave one rank at once, so neither pins nor checks tell: the board after the capture is looked at.
    #[inline]
    pub(super) fn may_take_en_passant(&self, from: u8, square: u8) -> bool {
        let victim = self.en_passant_victim(square);
        let occupied = self.occupied() ^ bit(from) ^ bit(square) ^ victim;
        self.attackers(self.king(self.side), self.side.other(), occupied) & !victim == 0
    }

    /// Keeps `square` as [`Position::en_passant`] if a capture there is legal.
    #[inline]
    pub(super) fn set_en_passant(&mut self, square: u8) {
        let takers = pawn_attacks(bit(square), self.side.other()) & self.of(self.side, Kind::Pawn);
        self.en_passant = squares(takers).any(|from| self.may_take_en_passant(from, square)).then_some(square);
    }
}
