//! Numbers of chess positions: pawns first, then the kings, then the pieces over the squares left.

use std::ops::Range;

use dambase_rules::Side;
use dambase_rules::chess::{Kind, Position, Symmetry};

use super::counts::{ChessCounts, KINDS};
use super::kings::{KingPairs, NONE, WITH_PAWNS, WITHOUT_PAWNS};
use crate::combinations::{MOST_ALIKE, choose, rank, unrank};
use crate::slice::{Row, SliceIndex};
use crate::{MaterialError, SliceKey};

/// Where pawns can stand.
const PAWN_SQUARES: u64 = 0x00ff_ffff_ffff_ff00;
/// The diagonal from a1 to h8.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// The pieces of one colour and kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    pub(super) side: Side,
    pub(super) kind: Kind,
    pub(super) count: u32,
    /// Ways to place them on the squares that kings, pawns and the groups before leave.
    pub(super) ways: u64,
}

/// The numbering of a chess slice, for positions without castling rights and without a capture en passant.
///
/// A layer is a placement of the pawns. With pawns White's king stands on the files a to d, without any in the triangle a1, d1,
/// d4: the symmetries of the board bring every position there. Where both kings stand on the diagonal of the triangle a position
/// and its reflection are two numbers; the smaller one stands for both.
#[derive(Clone, Debug)]
pub struct ChessSlice {
    counts: ChessCounts,
    pub(super) symmetric: bool,
    pub(super) with_pawns: bool,
    /// Placements of the white pawns, and of the black ones once those stand.
    pawn_ways: [u64; 2],
    pub(super) groups: Vec<Group>,
    /// Placements of the groups, all together.
    pub(super) group_ways: u64,
}

impl ChessSlice {
    /// The numbering of canonical `counts`. Errors when a side has more men than it can, or the positions more numbers than 64
    /// bits.
    pub fn new(counts: ChessCounts) -> Result<Self, MaterialError> {
        let error = |reason: String| MaterialError { text: counts.text(), reason };
        for (name, army) in [("White", counts.white), ("Black", counts.black)] {
            let men: u32 = army.iter().map(|&count| u32::from(count)).sum();
            if men > 15 || army[0] > 8 {
                return Err(error(format!("{name} has {} men and {} pawns; 16 and 8 are the most", men + 1, army[0])));
            }
        }
        debug_assert!(counts.white.iter().chain(&counts.black).all(|&count| usize::from(count) <= MOST_ALIKE));
        let too_large = || error("its positions are more than a 64-bit number counts".into());
        let [white_pawns, black_pawns] = [counts.white[0], counts.black[0]].map(u32::from);
        let pawn_ways = [choose(48, white_pawns), choose(48 - white_pawns, black_pawns)];
        let mut free = 62 - white_pawns - black_pawns;
        let mut groups = Vec::new();
        let mut group_ways = 1u64;
        for (side, army) in [(Side::White, counts.white), (Side::Black, counts.black)] {
            for number in (1..KINDS.len()).rev().filter(|&number| army[number] > 0) {
                let count = u32::from(army[number]);
                let ways = choose(free, count);
                group_ways = group_ways.checked_mul(ways).ok_or_else(too_large)?;
                groups.push(Group { side, kind: KINDS[number], count, ways });
                free -= count;
            }
        }
        let slice = ChessSlice {
            counts,
            symmetric: counts.is_symmetric(),
            with_pawns: counts.pawns() > 0,
            pawn_ways,
            groups,
            group_ways,
        };
        // The whole numbering, both sides to move, must fit.
        pawn_ways
            .into_iter()
            .chain([slice.king_pairs().count(), 2])
            .try_fold(group_ways, u64::checked_mul)
            .ok_or_else(too_large)?;
        Ok(slice)
    }

    /// The material.
    pub fn counts(&self) -> ChessCounts {
        self.counts
    }

    /// The material is its own mirror image: positions with Black to move are numbered with the colours exchanged.
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// Placements of the pawns.
    pub fn layers(&self) -> u64 {
        self.pawn_ways[0] * self.pawn_ways[1]
    }

    /// Numbers in a layer, with one side to move.
    pub fn layer_len(&self) -> u64 {
        self.king_pairs().count() * self.group_ways
    }

    pub(super) fn section_len(&self) -> u64 {
        self.layers() * self.layer_len()
    }

    /// The pieces beside kings and pawns, in the order in which they are numbered: colour, kind and how many.
    pub fn groups(&self) -> impl Iterator<Item = (Side, Kind, u32)> {
        self.groups.iter().map(|group| (group.side, group.kind, group.count))
    }

    pub(super) fn king_pairs(&self) -> &'static KingPairs {
        if self.with_pawns { &WITH_PAWNS } else { &WITHOUT_PAWNS }
    }

    /// The pawns of a layer, White's first.
    pub fn pawns_of_layer(&self, layer: u64) -> [u64; 2] {
        let white = unrank(layer / self.pawn_ways[1], self.counts.white[0].into(), PAWN_SQUARES);
        let black = unrank(layer % self.pawn_ways[1], self.counts.black[0].into(), PAWN_SQUARES & !white);
        [white, black]
    }

    /// The layer of these pawns, White's first.
    pub fn layer_of(&self, [white, black]: [u64; 2]) -> u64 {
        rank(white, PAWN_SQUARES) * self.pawn_ways[1] + rank(black, PAWN_SQUARES & !white)
    }

    /// The symmetry that brings the kings into the part of the board that stands for all of it, and their number there.
    #[inline(always)]
    pub(super) fn placing(&self, position: &Position) -> (Symmetry, u64) {
        let (symmetry, kings) = self.king_pairs().place(position.king(Side::White), position.king(Side::Black));
        debug_assert_ne!(kings, NONE);
        (symmetry, kings.into())
    }

    /// The number within the layers of a position that `symmetry` brings there, its kings having this number then.
    #[inline(always)]
    fn rank_of(&self, position: &Position, symmetry: Symmetry, kings: u64) -> u64 {
        let placed = |set: u64| {
            if set.is_power_of_two() { 1 << symmetry.square(set.trailing_zeros() as u8) } else { symmetry.set(set) }
        };
        let (mut number, mut taken) = (kings, placed(position.of(Side::White, Kind::King)));
        taken |= placed(position.of(Side::Black, Kind::King));
        if self.with_pawns {
            let pawns = [Side::White, Side::Black].map(|side| symmetry.set(position.of(side, Kind::Pawn)));
            number += self.layer_of(pawns) * self.king_pairs().count();
            taken |= pawns[0] | pawns[1];
        }
        for group in &self.groups {
            let set = placed(position.of(group.side, group.kind));
            number = number * group.ways + rank(set, !taken);
            taken |= set;
        }
        number
    }

    /// The position may be [its own reflection](ChessSlice::is_own_reflection): both kings are on one long diagonal, and there
    /// are no pawns.
    #[inline(always)]
    pub fn may_be_own_reflection(&self, position: &Position) -> bool {
        const OTHER_DIAGONAL: u64 = 0x0102_0408_1020_4080;
        let kings = position.kinds[Kind::King as usize];
        !self.with_pawns && (kings & !DIAGONAL == 0 || kings & !OTHER_DIAGONAL == 0)
    }

    /// The number within the layers: where the reflection in the diagonal leaves both kings where they are, the smaller of two.
    #[inline(always)]
    fn least_rank(&self, position: &Position) -> u64 {
        let (symmetry, kings) = self.placing(position);
        let number = self.rank_of(position, symmetry, kings);
        if self.may_be_own_reflection(position) {
            return number.min(self.rank_of(position, symmetry.then_reflected(), kings));
        }
        number
    }

    /// The number of a legal position of this slice's colours; with symmetric material White is to move.
    #[inline]
    pub fn canonical_index(&self, position: &Position) -> u64 {
        let number = self.least_rank(position);
        match position.side {
            Side::White => number,
            Side::Black => number + self.section_len(),
        }
    }

    /// The position is one that the reflection in a long diagonal leaves as it is.
    #[inline]
    pub fn is_own_reflection(&self, position: &Position) -> bool {
        if !self.may_be_own_reflection(position) {
            return false;
        }
        let (symmetry, _) = self.placing(position);
        symmetry.position(position) == symmetry.then_reflected().position(position)
    }
}

/// The square of the `n`-th square, from 0, that is not taken; few are.
#[inline(always)]
fn nth_free(taken: u64, n: u64) -> u64 {
    let (mut square, mut taken) = (n, taken);
    while taken != 0 && u64::from(taken.trailing_zeros()) <= square {
        square += 1;
        taken &= taken - 1;
    }
    square
}

impl SliceIndex for ChessSlice {
    type Position = Position;

    fn key(&self) -> SliceKey {
        self.counts.key()
    }

    fn material(&self) -> String {
        self.counts.text()
    }

    fn pieces(&self) -> u32 {
        self.counts.pieces()
    }

    fn sections(&self) -> usize {
        if self.symmetric { 1 } else { 2 }
    }

    fn section(&self, section: usize) -> Range<u64> {
        let first = section as u64 * self.section_len();
        first..first + self.section_len()
    }

    #[inline]
    fn index_of(&self, position: &Position) -> u64 {
        let exchange = if self.symmetric {
            position.side == Side::Black
        } else {
            // Two different materials: the pieces of one colour tell which of the two it is.
            ChessCounts::of(position) != self.counts
        };
        if exchange { self.canonical_index(&position.colours_exchanged()) } else { self.canonical_index(position) }
    }

    fn position_at(&self, index: u64) -> Option<Position> {
        let (side, within) = match index.checked_sub(self.section_len()) {
            None => (Side::White, index),
            Some(within) => (Side::Black, within),
        };
        let mut position = Position { side, ..Position::EMPTY };
        let (kings, mut rest) = (within / self.group_ways, within % self.group_ways);
        let (layer, pair) = (kings / self.king_pairs().count(), kings % self.king_pairs().count());
        let (white, black) = self.king_pairs().squares(pair);
        position.put(white, Side::White, Kind::King);
        position.put(black, Side::Black, Kind::King);
        if self.with_pawns {
            let pawns = self.pawns_of_layer(layer);
            if (pawns[0] | pawns[1]) & position.occupied() != 0 {
                return None;
            }
            position.kinds[Kind::Pawn as usize] = pawns[0] | pawns[1];
            position.colours[0] |= pawns[0];
            position.colours[1] |= pawns[1];
        }
        let mut ways = self.group_ways;
        for group in &self.groups {
            ways /= group.ways;
            let set = match group.count {
                1 => 1 << nth_free(position.occupied(), rest / ways),
                count => unrank(rest / ways, count, !position.occupied()),
            };
            rest %= ways;
            position.kinds[group.kind as usize] |= set;
            position.colours[group.side as usize] |= set;
        }
        if !position.is_legal() {
            return None;
        }
        if self.may_be_own_reflection(&position) && self.least_rank(&position) < within {
            return None;
        }
        Some(position)
    }

    fn rows(&self) -> Vec<Row> {
        let row = |material: ChessCounts, side, section, exchanged| Row {
            material: material.text(),
            side,
            section,
            exchanged,
            field: None,
        };
        let (own, other) = (self.counts, self.counts.exchanged());
        if self.symmetric {
            vec![row(own, Side::White, 0, false), row(own, Side::Black, 0, true)]
        } else {
            vec![
                row(own, Side::White, 0, false),
                row(own, Side::Black, 1, false),
                row(other, Side::White, 1, true),
                row(other, Side::Black, 0, true),
            ]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dambase_rules::GameRules;
    use dambase_rules::chess::Chess;

    /// Every position of a slice has one number, which gives it back up to the symmetries; counts are those of the reference.
    fn count(material: &str) -> [u64; 2] {
        let slice = ChessSlice::new(ChessCounts::parse(material).unwrap().canonical()).unwrap();
        let mut counted = [0; 2];
        for (section, counted) in counted.iter_mut().enumerate().take(slice.sections()) {
            for index in slice.section(section) {
                let Some(position) = slice.position_at(index) else { continue };
                *counted += 1;
                assert_eq!(ChessCounts::of(&position), slice.counts());
                assert_eq!(slice.index_of(&position), index);
                assert_eq!(slice.index_of(&position.colours_exchanged()), index);
                let symmetries = if slice.with_pawns { 2 } else { 8 };
                for symmetry in (0..symmetries).map(Symmetry::numbered) {
                    assert_eq!(slice.index_of(&symmetry.position(&position)), index, "{position:?} {symmetry:?}");
                }
            }
        }
        counted
    }

    #[test]
    fn the_examples_of_the_format_are_right() {
        for (material, fen, index) in [
            ("KvK", "8/8/8/8/8/2k5/8/K7 w - - 0 1", 12),
            ("KvK", "8/8/8/8/8/2K5/8/k7 b - - 0 1", 12),
            ("KPvK", "8/8/8/8/8/2k5/P7/K7 w - - 0 1", 14),
            ("KPvK", "8/8/8/8/8/2k5/P7/K7 b - - 0 1", 86_702),
            ("KPvK", "8/8/8/8/8/5k2/7P/7K w - - 0 1", 14),
        ] {
            let slice = ChessSlice::new(ChessCounts::parse(material).unwrap()).unwrap();
            assert_eq!(slice.index_of(&Chess::parse_fen(fen).unwrap()), index, "{fen}");
        }
    }

    #[test]
    fn there_are_as_many_positions_as_published() {
        // Legal positions up to symmetry, identical pieces not distinguished (tests/data/chess/counts.json).
        assert_eq!(count("KvK"), [462, 0]);
        assert_eq!(count("KQvK"), [18_081, 28_056]);
        assert_eq!(count("KPvK"), [81_664, 84_012]);
        assert_eq!(count("KQQvK"), [353_793, 854_238]);
        assert_eq!(count("KBvKB")[1], 0);
        assert_eq!(count("KPPvK"), [1_806_671, 1_912_372]);
        assert_eq!(count("KPvKP"), [3_718_044, 0]);
    }
}
