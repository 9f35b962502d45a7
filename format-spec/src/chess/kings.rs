//! Numbers of the placements of the two kings, up to the symmetries of the board.

/// No number: the kings cannot stand so, or not so within the part of the board that stands for all of it.
pub(super) const NONE: u16 = u16::MAX;

/// The placements of both kings on squares that are not next to each other, White's within a part of the board.
pub(super) struct KingPairs {
    /// By White's square, then Black's.
    numbers: [[u16; 64]; 64],
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
        let mut pairs = KingPairs { numbers: [[NONE; 64]; 64], squares: [(0, 0); 1806], count: 0 };
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
                    pairs.numbers[white][black] = pairs.count;
                    pairs.squares[pairs.count as usize] = (white as u8, black as u8);
                    pairs.count += 1;
                }
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

    /// The number of a placement, or [`NONE`].
    #[inline(always)]
    pub(super) fn number(&self, white: u8, black: u8) -> u16 {
        self.numbers[usize::from(white)][usize::from(black)]
    }

    /// The squares of the kings of a number less than [`KingPairs::count`], White's first.
    #[inline(always)]
    pub(super) fn squares(&self, number: u64) -> (u8, u8) {
        self.squares[number as usize]
    }
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
                assert_eq!(u64::from(pairs.number(white, black)), number);
            }
        }
    }
}
