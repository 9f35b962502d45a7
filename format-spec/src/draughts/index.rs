//! Numbers of draughts positions: men first, then kings over the squares the men leave.

use std::marker::PhantomData;
use std::ops::Range;

use dambase_rules::Side;
use dambase_rules::bits::Bits;
use dambase_rules::draughts::{Draughts, Position};

use super::counts::DraughtsCounts;
use crate::combinations::{MOST_ALIKE, choose, for_each_member, rank, rank_turned, unrank};
use crate::slice::{Row, SliceIndex};
use crate::{MaterialError, SliceKey};

/// The placements of men with a given number of them on the two rows that one colour alone can stand on.
#[derive(Clone, Copy, Debug)]
struct MenClass {
    /// White men on the bottom row, where no black man can be.
    white_home: u32,
    /// Black men on the top row, where no white man can be.
    black_home: u32,
    /// Rank of the first placement of this class.
    first: u64,
    /// Ways to place the black men on the top row.
    black_home_ways: u64,
    /// Ways to place the other white men.
    white_ways: u64,
    /// Ways to place the other black men.
    black_ways: u64,
}

/// The numbering of a draughts slice.
#[derive(Clone, Debug)]
pub struct DraughtsSlice<G> {
    counts: DraughtsCounts,
    classes: Vec<MenClass>,
    layers: u64,
    /// Ways to place White's kings once the men stand.
    white_king_ways: u64,
    /// Ways to place Black's kings once the men and White's kings stand.
    black_king_ways: u64,
    game: PhantomData<G>,
}

/// One placement of the men: a layer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MenPlacement<B> {
    /// White's men.
    pub white: B,
    /// Black's men.
    pub black: B,
}

impl<G: Draughts> DraughtsSlice<G> {
    /// The numbering of canonical `counts`. Errors when a kind has more pieces than the tables of binomials, a side more than
    /// it can have, or the positions more numbers than 64 bits.
    pub fn new(counts: DraughtsCounts) -> Result<Self, MaterialError> {
        let error = |reason: String| MaterialError { text: counts.text(), reason };
        let squares = G::RULES.board.squares();
        let row = G::RULES.board.row_squares();
        let most = G::RULES.pieces_per_side();
        for (name, pieces) in [("White", counts.white()), ("Black", counts.black())] {
            if pieces == 0 {
                return Err(error(format!("{name} has no pieces")));
            }
            if pieces > most {
                return Err(error(format!("{name} has {pieces} pieces; a side has at most {most}")));
            }
        }
        let alike = [counts.white_men, counts.white_kings, counts.black_men, counts.black_kings];
        if alike.iter().any(|&n| usize::from(n) > MOST_ALIKE) {
            return Err(error(format!("more than {MOST_ALIKE} pieces of a kind have no index")));
        }
        let (wm, bm) = (u32::from(counts.white_men), u32::from(counts.black_men));
        let (wk, bk) = (u32::from(counts.white_kings), u32::from(counts.black_kings));
        let too_large = || error("its positions are more than a 64-bit number counts".into());
        let middle = squares - 2 * row;
        let mut classes = Vec::new();
        let mut layers = 0u64;
        for white_home in 0..=wm.min(row) {
            for black_home in 0..=bm.min(row) {
                let (white_rest, black_rest) = (wm - white_home, bm - black_home);
                if white_rest + black_rest > middle {
                    continue;
                }
                let class = MenClass {
                    white_home,
                    black_home,
                    first: layers,
                    black_home_ways: choose(row, black_home),
                    white_ways: choose(middle, white_rest),
                    black_ways: choose(middle - white_rest, black_rest),
                };
                let size = [choose(row, white_home), class.black_home_ways, class.white_ways, class.black_ways]
                    .iter()
                    .try_fold(1u64, |product, &ways| product.checked_mul(ways))
                    .ok_or_else(too_large)?;
                layers = layers.checked_add(size).ok_or_else(too_large)?;
                classes.push(class);
            }
        }
        let free = squares - wm - bm;
        let slice = DraughtsSlice {
            counts,
            classes,
            layers,
            white_king_ways: choose(free, wk),
            black_king_ways: choose(free - wk, bk),
            game: PhantomData,
        };
        // The whole numbering, both sides to move, must fit.
        layers
            .checked_mul(slice.white_king_ways)
            .and_then(|n| n.checked_mul(slice.black_king_ways))
            .and_then(|n| n.checked_mul(2))
            .ok_or_else(too_large)?;
        Ok(slice)
    }

    /// The material.
    pub fn counts(&self) -> DraughtsCounts {
        self.counts
    }

    /// Placements of the men.
    pub fn layers(&self) -> u64 {
        self.layers
    }

    /// Positions with one side to move.
    #[inline]
    pub fn section_len(&self) -> u64 {
        self.layers * self.king_places()
    }

    /// Placements of the kings in a layer, with one side to move.
    pub fn king_places(&self) -> u64 {
        self.white_king_ways * self.black_king_ways
    }

    /// Ways to place Black's kings once the men and White's kings stand: numbers of one placement of White's kings.
    pub fn black_king_ways(&self) -> u64 {
        self.black_king_ways
    }

    /// The squares between the two home rows, where men of both colours can stand.
    #[inline(always)]
    fn middle() -> G::Word {
        G::MASKS.squares & !G::MASKS.top & !G::MASKS.bottom
    }

    /// The rank of a placement of men of this slice's counts.
    #[inline]
    pub fn layer_of(&self, men: MenPlacement<G::Word>) -> u64 {
        let masks = G::MASKS;
        let (white_home, black_home) = (men.white & masks.bottom, men.black & masks.top);
        let (i, j) = (white_home.count(), black_home.count());
        let class = self.class(i, j);
        let middle = Self::middle();
        let white_rest = men.white & !masks.bottom;
        let black_rest = men.black & !masks.top;
        let homes = rank(white_home, masks.bottom) * class.black_home_ways + rank(black_home, masks.top);
        class.first
            + (homes * class.white_ways + rank(white_rest, middle)) * class.black_ways
            + rank(black_rest, middle & !white_rest)
    }

    #[inline(always)]
    fn class(&self, white_home: u32, black_home: u32) -> &MenClass {
        let per_row = u32::from(self.counts.black_men).min(G::RULES.board.row_squares()) + 1;
        let class = &self.classes[(white_home * per_row + black_home) as usize];
        debug_assert_eq!((class.white_home, class.black_home), (white_home, black_home));
        class
    }

    /// The placement of men of a rank less than [`DraughtsSlice::layers`].
    pub fn men_of_layer(&self, layer: u64) -> MenPlacement<G::Word> {
        let masks = G::MASKS;
        let at = self.classes.partition_point(|class| class.first <= layer) - 1;
        let class = &self.classes[at];
        let rest = layer - class.first;
        let (rest, black_rank) = (rest / class.black_ways, rest % class.black_ways);
        let (homes, white_rank) = (rest / class.white_ways, rest % class.white_ways);
        let (white_home, black_home) = (homes / class.black_home_ways, homes % class.black_home_ways);
        let (squares, row) = (G::RULES.board.squares(), G::RULES.board.row_squares());
        let bit = |square: u32| G::Word::bit(masks.bit(square));
        let mut men = MenPlacement { white: G::Word::EMPTY, black: G::Word::EMPTY };
        // Squares are numbered as bits are ordered, so no set of squares has to be searched for its members.
        for_each_member(white_home, class.white_home, row, |place| men.white |= bit(squares - row + place));
        for_each_member(black_home, class.black_home, row, |place| men.black |= bit(place));
        let middle = squares - 2 * row;
        let (white, black) = (u32::from(self.counts.white_men), u32::from(self.counts.black_men));
        let mut taken = [0; MOST_ALIKE];
        let mut count = 0;
        for_each_member(white_rank, white - class.white_home, middle, |place| {
            taken[count] = place;
            count += 1;
            men.white |= bit(row + place);
        });
        for_each_member(black_rank, black - class.black_home, middle - count as u32, |place| {
            // White's men were found from the highest down.
            let place = taken[..count].iter().rev().fold(place, |place, &taken| place + u32::from(taken <= place));
            men.black |= bit(row + place);
        });
        men
    }

    /// The rank of the kings among the squares that `men` leave.
    #[inline]
    pub fn king_rank(&self, white: G::Word, black: G::Word, men: G::Word) -> u64 {
        let free = G::MASKS.squares & !men;
        rank(white, free) * self.black_king_ways + rank(black, free & !white)
    }

    /// [`DraughtsSlice::king_rank`] of the board turned by 180 degrees with the colours exchanged.
    #[inline]
    pub fn king_rank_turned(&self, white: G::Word, black: G::Word, men: G::Word) -> u64 {
        let free = G::MASKS.squares & !men;
        rank_turned(black, free) * self.black_king_ways + rank_turned(white, free & !black)
    }

    /// The kings of a rank less than [`DraughtsSlice::king_places`].
    #[inline]
    pub fn kings_of_rank(&self, king_rank: u64, men: G::Word) -> (G::Word, G::Word) {
        let free = G::MASKS.squares & !men;
        let white = unrank(king_rank / self.black_king_ways, self.counts.white_kings.into(), free);
        let black = unrank(king_rank % self.black_king_ways, self.counts.black_kings.into(), free & !white);
        (white, black)
    }

    /// The number of a position that is already in canonical colours (and, for symmetric material, has White to move).
    #[inline]
    pub fn canonical_index(&self, position: &Position<G::Word>) -> u64 {
        let men = MenPlacement { white: position.white & !position.kings, black: position.black & !position.kings };
        let kings =
            self.king_rank(position.white & position.kings, position.black & position.kings, men.white | men.black);
        let index = self.layer_of(men) * self.king_places() + kings;
        match position.side {
            Side::White => index,
            Side::Black => index + self.section_len(),
        }
    }
}

impl<G: Draughts> SliceIndex for DraughtsSlice<G> {
    type Position = Position<G::Word>;

    fn key(&self) -> SliceKey {
        self.counts.key()
    }

    fn material(&self) -> String {
        self.counts.text()
    }

    fn pieces(&self) -> u32 {
        self.counts.white() + self.counts.black()
    }

    fn sections(&self) -> usize {
        if self.counts.is_symmetric() { 1 } else { 2 }
    }

    fn section(&self, section: usize) -> Range<u64> {
        let first = section as u64 * self.section_len();
        first..first + self.section_len()
    }

    #[inline]
    fn index_of(&self, position: &Position<G::Word>) -> u64 {
        let counts = DraughtsCounts::of(position);
        debug_assert_eq!(counts.canonical(), self.counts);
        if counts != self.counts || (self.counts.is_symmetric() && position.side == Side::Black) {
            self.canonical_index(&position.turned::<G>())
        } else {
            self.canonical_index(position)
        }
    }

    fn position_at(&self, index: u64) -> Option<Position<G::Word>> {
        let (side, within) = match index.checked_sub(self.section_len()) {
            None => (Side::White, index),
            Some(within) => (Side::Black, within),
        };
        let men = self.men_of_layer(within / self.king_places());
        let (white, black) = self.kings_of_rank(within % self.king_places(), men.white | men.black);
        Some(Position { white: men.white | white, black: men.black | black, kings: white | black, side })
    }

    fn rows(&self) -> Vec<Row> {
        let row = |material: DraughtsCounts, side, section, exchanged| Row {
            material: material.text(),
            side,
            section,
            exchanged,
            field: None,
        };
        let (own, other) = (self.counts, self.counts.exchanged());
        if own == other {
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
    use dambase_rules::draughts::games::{Canadian, International, Italian, Russian, Spancireti};

    /// Every number names a position of the slice, and that position has this number; so there are no gaps and no doubles.
    fn round_trip<G: Draughts>(pieces: u32) -> u64 {
        let mut one_side = 0;
        for counts in DraughtsCounts::all(pieces) {
            let slice = DraughtsSlice::<G>::new(counts).unwrap();
            for index in 0..slice.len() {
                let position = slice.position_at(index).unwrap();
                assert_eq!(DraughtsCounts::of(&position), counts);
                assert!((position.white & position.black).is_empty());
                assert!((position.men(Side::White) & G::MASKS.top).is_empty());
                assert!((position.men(Side::Black) & G::MASKS.bottom).is_empty());
                assert_eq!(slice.index_of(&position), index);
                assert_eq!(slice.index_of(&position.turned::<G>()), index);
            }
            one_side += slice.section_len() * if counts.is_symmetric() { 1 } else { 2 };
        }
        one_side
    }

    #[test]
    fn every_position_has_one_number() {
        // Counts with one side to move, both sides non-empty, all materials in both colour orders.
        assert_eq!(round_trip::<Russian>(2), 3_488);
        assert_eq!(round_trip::<Russian>(3), 196_032);
        assert_eq!(round_trip::<Italian>(3), 196_032);
        assert_eq!(round_trip::<Spancireti>(2), 5_485);
        assert_eq!(round_trip::<Spancireti>(3), 390_540);
        assert_eq!(round_trip::<International>(2), 8_845);
        assert_eq!(round_trip::<International>(3), 806_300);
        assert_eq!(round_trip::<Canadian>(2), 18_780);
    }

    #[test]
    fn sizes_agree_with_the_closed_formula() {
        fn total<G: Draughts>(pieces: u32) -> u64 {
            DraughtsCounts::all(pieces)
                .into_iter()
                .map(|counts| {
                    let slice = DraughtsSlice::<G>::new(counts).unwrap();
                    slice.section_len() * if counts.is_symmetric() { 1 } else { 2 }
                })
                .sum()
        }
        assert_eq!([4, 5, 6, 7].map(total::<Russian>), [6_209_316, 139_450_808, 2_426_085_676, 34_243_113_624]);
        assert_eq!([4, 5].map(total::<Spancireti>), [15_787_360, 456_035_030]);
        assert_eq!([4, 5].map(total::<International>), [41_971_200, 1_570_600_750]);
        assert_eq!([3, 4].map(total::<Canadian>), [2_518_980, 194_246_505]);
    }

    #[test]
    fn what_has_no_index_is_refused() {
        for (text, says) in [("KKKKKKKKKKKKKvK", "at most 12"), ("KKKKKKKKKKKKvKKKKKKKKKKKK", "64-bit")] {
            let counts = DraughtsCounts::parse(text).unwrap();
            let result = DraughtsSlice::<Russian>::new(counts);
            if let Err(error) = result {
                assert!(error.to_string().contains(says), "{error}");
            } else {
                assert_eq!(says, "64-bit", "{text} fits");
            }
        }
        let crowd = DraughtsCounts::parse(&("K".repeat(16) + "vK")).unwrap();
        assert!(DraughtsSlice::<International>::new(crowd).unwrap_err().to_string().contains("15 pieces of a kind"));
    }
}
