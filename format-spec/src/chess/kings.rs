//! Numbers of the placements of the two kings, up to the symmetries of the board.

use dambase_rules::chess::Symmetry;

/// No number: the kings cannot stand so, or not so within the part of the board that stands for all of it.
pub(super) const NONE: u16 = u16::MAX;

/// The placements of both kings on squares that are not next to each other, White's within a part of the board.
pub(super) struct KingPairs {
    /// By White's square, then Black's: the symmetry that brings the kings into that part, and their number there.
    placed: [[(u8, u16); 64]; 64],
    /// White's square and Black's, by number.
    squares: [(u8, u8); 1806],
    count: u16,
}

/// White's king in the triangle a1, d1, d4; Black's not above the diagonal from a1 where White's is on it.
pub(super) static WITHOUT_PAWNS: KingPairs = KingPairs::new(true);
/// White's king on the files a to d.
pub(super) static WITH_PAWNS: KingPairs = KingPairs::new(false);

impl KingPairs {
    const fn new(triangle: bool) -> Self {
        let mut pairs = KingPairs { placed: [[(0, NONE); 64]; 64], squares: [(0, 0); 1806], count: 0 };
        let mut white: usize = 0;
        while white < 64 {
            let (file, rank) = (white % 8, white / 8);
            let mut black: usize = 0;
            while black < 64 {
                let (other_file, other_rank) = (black % 8, black / 8);
                let apart = file.abs_diff(other_file) > 1 || rank.abs_diff(other_rank) > 1;
                let stands_for_all =
                    file < 4 && (!triangle || rank < file || (rank == file && other_rank <= other_file));
                if apart && stands_for_all {
                    pairs.placed[white][black] = (0, pairs.count);
                    pairs.squares[pairs.count as usize] = (white as u8, black as u8);
                    pairs.count += 1;
                }
                black += 1;
            }
            white += 1;
        }
        // All other placements, by the symmetry that brings them there.
        let mut white = 0;
        while white < 64 {
            let mut black = 0;
            while black < 64 {
                let (symmetry, to_white, to_black) = place(white, black, triangle);
                pairs.placed[white as usize][black as usize] =
                    (symmetry, pairs.placed[to_white as usize][to_black as usize].1);
                black += 1;
            }
            white += 1;
        }
        pairs
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.count.into()
    }

    /// The symmetry that brings a placement into the part of the board that stands for all of it, and its number, or [`NONE`] for
    /// kings next to each other.
    #[inline(always)]
    pub(super) fn place(&self, white: u8, black: u8) -> (Symmetry, u16) {
        let (symmetry, number) = self.placed[usize::from(white & 63)][usize::from(black & 63)];
        (Symmetry::numbered(symmetry), number)
    }

    /// The squares of the kings of a number less than [`KingPairs::count`], White's first.
    #[inline(always)]
    pub(super) fn squares(&self, number: u64) -> (u8, u8) {
        self.squares[number as usize]
    }
}

/// The symmetry that brings White's king into the triangle (on its diagonal: Black's not above it), or on the files a to d.
const fn place(white: u8, black: u8, triangle: bool) -> (u8, u8, u8) {
    let mut symmetry = white >> 2 & 1;
    if triangle {
        symmetry |= (white >> 5 & 1) << 1;
        // Files and ranks are exchanged before either is reversed, so the reversals change places with them.
        let (to_white, to_black) =
            (Symmetry::numbered(symmetry).square(white), Symmetry::numbered(symmetry).square(black));
        let white_above = to_white >> 3 > to_white & 7;
        let on_diagonal = to_white >> 3 == to_white & 7;
        if white_above || (on_diagonal && to_black >> 3 > to_black & 7) {
            symmetry = 4 | (symmetry & 1) << 1 | symmetry >> 1 & 1;
        }
    }
    let by = Symmetry::numbered(symmetry);
    (symmetry, by.square(white), by.square(black))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_as_everybody_says() {
        assert_eq!(WITHOUT_PAWNS.count(), 462);
        assert_eq!(WITH_PAWNS.count(), 1806);
        for pairs in [&WITHOUT_PAWNS, &WITH_PAWNS] {
            for number in 0..pairs.count() {
                let (white, black) = pairs.squares(number);
                assert_eq!(pairs.place(white, black), (Symmetry::IDENTITY, number as u16));
            }
        }
    }
}
