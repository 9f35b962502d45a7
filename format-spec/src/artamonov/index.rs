//! Numbers of positions of one-colour draughts: men first, then kings over the squares left, then the barred piece.

use std::ops::Range;

use dambase_rules::Side;
use dambase_rules::artamonov::{MASKS, Position};
use dambase_rules::bits::Bits;

use super::counts::ArtamonovCounts;
use crate::combinations::{MOST_ALIKE, choose, rank, unrank};
use crate::slice::{Row, SliceIndex};
use crate::{MaterialError, SliceKey};

/// The numbering of a slice. White is always to move: the pieces are nobody's, so the turned board with Black to move is the same.
#[derive(Clone, Debug)]
pub struct ArtamonovSlice {
    counts: ArtamonovCounts,
    /// Ways to place the kings once the men stand.
    king_ways: u64,
    /// Ways to place the pieces.
    placements: u64,
}

impl ArtamonovSlice {
    /// The numbering of `counts`. Errors when a kind has more pieces than the tables of binomials.
    pub fn new(counts: ArtamonovCounts) -> Result<Self, MaterialError> {
        let error = |reason: String| MaterialError { text: counts.text(), reason };
        if counts.pieces() == 0 {
            return Err(error("no pieces".into()));
        }
        if usize::from(counts.men.max(counts.kings)) > MOST_ALIKE {
            return Err(error(format!("more than {MOST_ALIKE} pieces of a kind have no index")));
        }
        let (men, kings) = (u32::from(counts.men), u32::from(counts.kings));
        let king_ways = choose(32 - men, kings);
        let placements = choose(32, men)
            .checked_mul(king_ways)
            .filter(|placements| placements.checked_mul(u64::from(counts.pieces()) + 1).is_some())
            .ok_or_else(|| error("its positions are more than a 64-bit number counts".into()))?;
        Ok(ArtamonovSlice { counts, king_ways, placements })
    }

    /// The material.
    pub fn counts(&self) -> ArtamonovCounts {
        self.counts
    }

    /// The number of a position with White to move.
    #[inline]
    fn index_for_white(&self, position: &Position) -> u64 {
        let squares = MASKS.squares;
        let placement = rank(position.men, squares) * self.king_ways + rank(position.kings, squares & !position.men);
        match position.barred {
            None => placement,
            Some(bit) => {
                let before = (position.occupied() & u64::below(bit.into())).count();
                self.placements + placement * u64::from(self.counts.pieces()) + u64::from(before)
            }
        }
    }
}

impl SliceIndex for ArtamonovSlice {
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

    /// Nothing is barred; a piece is.
    fn sections(&self) -> usize {
        2
    }

    fn section(&self, section: usize) -> Range<u64> {
        match section {
            0 => 0..self.placements,
            _ => self.placements..self.placements * (u64::from(self.counts.pieces()) + 1),
        }
    }

    #[inline]
    fn index_of(&self, position: &Position) -> u64 {
        match position.side {
            Side::White => self.index_for_white(position),
            Side::Black => self.index_for_white(&position.turned()),
        }
    }

    #[inline]
    fn position_at(&self, index: u64) -> Option<Position> {
        let (placement, barred) = match index.checked_sub(self.placements) {
            None => (index, None),
            Some(within) => {
                let pieces = u64::from(self.counts.pieces());
                (within / pieces, Some((within % pieces) as usize))
            }
        };
        let men = unrank(placement / self.king_ways, self.counts.men.into(), MASKS.squares);
        let kings = unrank(placement % self.king_ways, self.counts.kings.into(), MASKS.squares & !men);
        let barred = barred.and_then(|number| (men | kings).each().nth(number)).map(|bit| bit as u8);
        Some(Position { men, kings, side: Side::White, barred })
    }

    fn rows(&self) -> Vec<Row> {
        let row = |side, section: usize| Row {
            material: self.counts.text(),
            side,
            section,
            exchanged: side == Side::Black,
            field: Some(("barred", if section == 0 { "no" } else { "yes" })),
        };
        vec![row(Side::White, 0), row(Side::White, 1), row(Side::Black, 0), row(Side::Black, 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_one_number() {
        // C(32, n) placements, two kinds, nothing or one of n pieces barred.
        for (pieces, positions) in [(1, 128), (2, 496 * 4 * 3), (3, 4_960 * 8 * 4)] {
            let mut counted = 0;
            for counts in ArtamonovCounts::all(pieces) {
                let slice = ArtamonovSlice::new(counts).unwrap();
                for index in 0..slice.len() {
                    let position = slice.position_at(index).unwrap();
                    assert_eq!(ArtamonovCounts::of(&position), counts);
                    assert_eq!(slice.index_of(&position), index);
                    assert_eq!(slice.index_of(&position.turned()), index);
                    assert_eq!(position.barred.is_some(), slice.section_of(index) == 1);
                    counted += 1;
                }
            }
            assert_eq!(counted, positions);
        }
    }

    #[test]
    fn what_has_no_index_is_refused() {
        let crowd = ArtamonovCounts::parse(&"K".repeat(16)).unwrap();
        assert!(ArtamonovSlice::new(crowd).unwrap_err().to_string().contains("15 pieces of a kind"));
    }
}
