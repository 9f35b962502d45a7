//! Material of two armies of chessmen.

use dambase_rules::Side;
use dambase_rules::chess::{Kind, Position};

use crate::{MaterialError, SliceKey};

/// The kinds a side may have any number of, by their number: all but the king.
pub const KINDS: [Kind; 5] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
/// Their letters.
const LETTERS: [char; 5] = ['P', 'N', 'B', 'R', 'Q'];

/// How many pawns, knights, bishops, rooks and queens each side has, beside its king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ChessCounts {
    /// White's, by the number of the kind.
    pub white: [u8; 5],
    /// Black's.
    pub black: [u8; 5],
}

impl ChessCounts {
    /// Counts the men of a position.
    #[inline]
    pub fn of(position: &Position) -> Self {
        let army = |side| KINDS.map(|kind| position.of(side, kind).count_ones() as u8);
        ChessCounts { white: army(Side::White), black: army(Side::Black) }
    }

    /// Men on the board, kings included.
    pub fn pieces(self) -> u32 {
        2 + self.white.iter().chain(&self.black).map(|&count| u32::from(count)).sum::<u32>()
    }

    /// Pawns of both sides.
    pub fn pawns(self) -> u32 {
        u32::from(self.white[0]) + u32::from(self.black[0])
    }

    /// The colours exchanged.
    #[inline]
    pub fn exchanged(self) -> Self {
        ChessCounts { white: self.black, black: self.white }
    }

    /// Both sides have the same.
    #[inline]
    pub fn is_symmetric(self) -> bool {
        self.white == self.black
    }

    /// White is the side with more men, or with the stronger ones among as many: the order files are named in.
    #[inline]
    pub fn is_canonical(self) -> bool {
        let strength = |[pawns, knights, bishops, rooks, queens]: [u8; 5]| {
            (pawns + knights + bishops + rooks + queens, queens, rooks, bishops, knights)
        };
        strength(self.white) >= strength(self.black)
    }

    /// These counts, or the exchanged ones where those are canonical.
    #[inline]
    pub fn canonical(self) -> Self {
        if self.is_canonical() { self } else { self.exchanged() }
    }

    /// The counts in a word. Each is at most 15.
    #[inline]
    pub fn key(self) -> SliceKey {
        SliceKey(self.white.iter().chain(&self.black).fold(0, |key, &count| key << 4 | u64::from(count)))
    }

    /// The counts in a key.
    #[inline]
    pub fn from_key(key: SliceKey) -> Self {
        let count = |at: usize| (key.0 >> (4 * (9 - at)) & 15) as u8;
        ChessCounts { white: [0, 1, 2, 3, 4].map(count), black: [5, 6, 7, 8, 9].map(count) }
    }

    /// Reads `KRPvKR`: one king a side, `v` between the sides, kinds in any order.
    pub fn parse(text: &str) -> Result<Self, MaterialError> {
        let error = |reason: String| MaterialError { text: text.to_owned(), reason };
        let (white, black) = text
            .split_once(['v', 'V'])
            .ok_or_else(|| error("a material is written as White's men, a v, Black's men, as in KRPvKR".into()))?;
        let army = |name: &str, letters: &str| {
            let (mut kings, mut army) = (0u32, [0u8; 5]);
            for letter in letters.chars() {
                match LETTERS.iter().position(|known| known.eq_ignore_ascii_case(&letter)) {
                    Some(_) if letters.len() > 16 => return Err(error(format!("{name} has more than 16 men"))),
                    Some(kind) => army[kind] += 1,
                    None if letter.eq_ignore_ascii_case(&'K') => kings += 1,
                    None => return Err(error(format!("'{letter}' is no kind of man; they are K, Q, R, B, N, P"))),
                }
            }
            match kings {
                1 => Ok(army),
                kings => Err(error(format!("{name} has {kings} kings instead of one"))),
            }
        };
        Ok(ChessCounts { white: army("White", white)?, black: army("Black", black)? })
    }

    /// The material as text, strongest first.
    pub fn text(self) -> String {
        let army = |army: [u8; 5]| {
            let men = (0..5).rev().map(|kind| LETTERS[kind].to_string().repeat(army[kind].into()));
            format!("K{}", men.collect::<String>())
        };
        format!("{}v{}", army(self.white), army(self.black))
    }

    /// Every canonical material of so many men, those with fewer pawns first.
    pub fn all(pieces: u32) -> Vec<Self> {
        fn armies(men: u32) -> Vec<[u8; 5]> {
            let mut all = vec![[0; 5]];
            for _ in 0..men {
                all = all
                    .iter()
                    .flat_map(|army| {
                        (0..5).map(|kind| {
                            let mut army = *army;
                            army[kind] += 1;
                            army
                        })
                    })
                    .collect();
                all.sort_unstable();
                all.dedup();
            }
            all
        }
        let mut all = Vec::new();
        for black in 0..=pieces.saturating_sub(2) / 2 {
            for white in armies(pieces - 2 - black) {
                for black in armies(black) {
                    all.push(ChessCounts { white, black }.canonical());
                }
            }
        }
        all.sort_by_key(|counts| (counts.pawns(), *counts));
        all.dedup();
        all
    }

    /// The canonical materials that one move of either side can lead to, itself left out: it takes a man or none, and crowns a
    /// pawn or none.
    pub fn successors(self) -> Vec<Self> {
        let mut all = Vec::new();
        for mover in [self, self.exchanged()] {
            for taken in (0..5).filter(|&kind| mover.black[kind] > 0).map(Some).chain([None]) {
                for crowned in (1..5).filter(|_| mover.white[0] > 0).map(Some).chain([None]) {
                    let mut after = mover;
                    if let Some(kind) = taken {
                        after.black[kind] -= 1;
                    }
                    if let Some(kind) = crowned {
                        after.white[0] -= 1;
                        after.white[kind] += 1;
                    }
                    if after != mover {
                        all.push(after.canonical());
                    }
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn materials_are_read_in_any_order_and_written_in_one() {
        assert_eq!(ChessCounts::parse("PRKvkr").unwrap().text(), "KRPvKR");
        assert_eq!(ChessCounts::parse("KNvKBB").unwrap().canonical().text(), "KBBvKN");
        assert_eq!(ChessCounts::parse("KPvKR").unwrap().canonical().text(), "KRvKP");
        for (text, says) in [
            ("KQ", "a v"),
            ("QvK", "White has 0 kings"),
            ("KvKK", "Black has 2 kings"),
            ("KMvK", "'M'"),
            ("KPPPPPPPPPPPPPPPPPvK", "16 men"),
        ] {
            assert!(ChessCounts::parse(text).unwrap_err().to_string().contains(says), "{text}");
        }
    }

    #[test]
    fn every_material_is_listed_once_and_after_what_it_depends_on() {
        // KvK; 5 of three men; 30 of four; 110 of five: the numbers every set of chess tables has.
        for (pieces, how_many) in [(2, 1), (3, 5), (4, 30), (5, 110)] {
            let all = ChessCounts::all(pieces);
            assert_eq!(all.len(), how_many);
            for (at, counts) in all.iter().enumerate() {
                assert!(counts.is_canonical());
                assert_eq!(ChessCounts::from_key(counts.key()), *counts);
                for after in counts.successors() {
                    assert!(after.pieces() < pieces || all[..at].contains(&after), "{}", after.text());
                }
            }
        }
    }
}
