//! Numbers of all positions that differ in the square of one piece.

use std::ops::Range;

use dambase_rules::Side;
use dambase_rules::chess::{Kind, Position, Symmetry, bit, king_attacks};

use super::counts::ChessCounts;
use super::index::ChessSlice;
use super::kings::NONE;
use crate::combinations::{choose, rank};

impl ChessSlice {
    /// The numbers of all positions with these pawns and kings, White's first, and White to move; with Black to move they are in
    /// the next section. The kings are where the numbering has them, and the symmetry that brings `pawns` there is not looked
    /// for.
    pub fn numbers_of_kings(&self, pawns: [u64; 2], [white, black]: [u8; 2]) -> Range<u64> {
        let (_, kings) = self.king_pairs().place(white, black);
        debug_assert_ne!(kings, NONE);
        let layer = if self.with_pawns { self.layer_of(pawns) * self.king_pairs().count() } else { 0 };
        let first = (layer + u64::from(kings)) * self.group_ways;
        first..first + self.group_ways
    }

    /// The numbers of the positions that are `rest` and one piece more, the last of the last group, or Black's king where there
    /// are pawns and nothing else. `symmetry` is one that brings the kings into the part of the board that stands for all of it.
    /// The side to move is that of `rest`; colours are those of the numbering.
    #[inline]
    pub fn last_piece(&self, rest: &Position, symmetry: Symmetry) -> LastPiece {
        let placed = |side, kind| symmetry.set(rest.of(side, kind));
        let white = symmetry.square(rest.king(Side::White));
        let section = if rest.side == Side::Black { self.section_len() } else { 0 };
        let mut number = 0;
        let mut taken = 0;
        if self.with_pawns {
            let pawns = [Side::White, Side::Black].map(|side| placed(side, Kind::Pawn));
            number = self.layer_of(pawns) * self.king_pairs().count();
            taken = pawns[0] | pawns[1];
        }
        let Some((last, before)) = self.groups.split_last() else {
            debug_assert!(self.with_pawns);
            let taken = bit(white) | king_attacks(white);
            let (_, first) = self.king_pairs().place(white, (!taken).trailing_zeros() as u8);
            return LastPiece { start: section + number + u64::from(first), taken, count: 1, squares: !taken };
        };
        let black = symmetry.square(rest.king(Side::Black));
        let (_, kings) = self.king_pairs().place(white, black);
        debug_assert_ne!(kings, NONE);
        number += u64::from(kings);
        taken |= bit(white) | bit(black);
        for group in before {
            let set = placed(group.side, group.kind);
            number = number * group.ways + rank(set, !taken);
            taken |= set;
        }
        let others = placed(last.side, last.kind);
        LastPiece {
            start: section + number * last.ways + rank(others, !taken),
            taken,
            count: last.count,
            // It is the last of its group where it stands above the others.
            squares: !taken & !others & !((1u64 << (63 - (others | 1).leading_zeros())) - 1),
        }
    }

    /// The numbers of the positions that are `rest` and one piece of `side` and `kind` more, in either colour order. `None` where
    /// they are no simple row: the piece is not the last of the numbering, or not alone of its group, or both kings stand on a
    /// diagonal.
    #[inline]
    pub fn row_of(&self, rest: &Position, side: Side, kind: Kind) -> Option<PieceRow> {
        let exchange = if self.symmetric {
            rest.side == Side::Black
        } else {
            let mut counts = ChessCounts::of(rest);
            let army = if side == Side::White { &mut counts.white } else { &mut counts.black };
            army[kind as usize] += 1;
            counts != self.counts()
        };
        let (rest, side) = if exchange { (&rest.colours_exchanged(), side.other()) } else { (rest, side) };
        let last = self.groups.last()?;
        if (last.side, last.kind, last.count) != (side, kind, 1) || self.may_be_own_reflection(rest) {
            return None;
        }
        let (symmetry, _) = self.placing(rest);
        Some(PieceRow { flip: if exchange { 56 } else { 0 }, symmetry, numbers: self.last_piece(rest, symmetry) })
    }
}

/// The numbers of positions that differ in the square of one piece alone: see [`ChessSlice::last_piece`].
#[derive(Clone, Copy, Debug)]
pub struct LastPiece {
    /// The number without the rank of the piece.
    start: u64,
    /// What the groups before its own take.
    taken: u64,
    /// Pieces of its group.
    count: u32,
    squares: u64,
}

impl LastPiece {
    /// The squares, moved by the symmetry, where the piece is the last of its group.
    #[inline(always)]
    pub fn squares(&self) -> u64 {
        self.squares
    }

    /// The number of the position with the piece on one of [`LastPiece::squares`].
    #[inline(always)]
    pub fn number(&self, square: u8) -> u64 {
        let below = (!self.taken & (bit(square) - 1)).count_ones();
        self.start + if self.count == 1 { u64::from(below) } else { choose(below, self.count) }
    }
}

/// The numbers of positions that differ in the square of one piece alone, wherever it stands: see [`ChessSlice::row_of`].
#[derive(Clone, Copy, Debug)]
pub struct PieceRow {
    /// What exchanges the colours of a square, or nothing.
    flip: u8,
    symmetry: Symmetry,
    numbers: LastPiece,
}

impl PieceRow {
    /// The number of the position with the piece on a square that nothing else stands on.
    #[inline(always)]
    pub fn number(&self, square: u8) -> u64 {
        self.numbers.number(self.symmetry.square(square ^ self.flip))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SliceIndex;

    #[test]
    fn numbers_of_the_last_piece_are_those_of_whole_positions() {
        for material in ["KQvK", "KQvKR", "KBBvK", "KRPvK", "KRvKP"] {
            let slice = ChessSlice::new(ChessCounts::parse(material).unwrap()).unwrap();
            let (side, kind, _) = slice.groups().last().unwrap();
            let step = (slice.len() / 20_000).max(1) as usize;
            for index in (0..slice.len()).step_by(step) {
                let Some(position) = slice.position_at(index) else { continue };
                let last = 63 - position.of(side, kind).leading_zeros() as u8;
                let mut rest = position;
                rest.colours[side as usize] ^= bit(last);
                rest.kinds[kind as usize] ^= bit(last);
                let numbers = slice.last_piece(&rest, Symmetry::IDENTITY);
                assert_ne!(numbers.squares() & bit(last), 0);
                assert_eq!(numbers.number(last), index, "{position:?}");
                let pawns = [Side::White, Side::Black].map(|side| position.of(side, Kind::Pawn));
                let kings = [Side::White, Side::Black].map(|side| position.king(side));
                let section = slice.section(slice.section_of(index)).start;
                assert!(slice.numbers_of_kings(pawns, kings).contains(&(index - section)));
            }
        }
    }
}
