//! Material of one-colour draughts: kinds alone, for the pieces are nobody's.

use dambase_rules::artamonov::{MOST_PIECES, Position};
use dambase_rules::bits::Bits;

use crate::{MaterialError, SliceKey};

/// How many kings and men are on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ArtamonovCounts {
    /// Men.
    pub men: u8,
    /// Kings.
    pub kings: u8,
}

impl ArtamonovCounts {
    /// Counts the pieces of a position.
    #[inline]
    pub fn of(position: &Position) -> Self {
        ArtamonovCounts { men: position.men.count() as u8, kings: position.kings.count() as u8 }
    }

    /// Pieces on the board.
    #[inline]
    pub fn pieces(self) -> u32 {
        u32::from(self.men) + u32::from(self.kings)
    }

    /// The counts in a word.
    #[inline]
    pub fn key(self) -> SliceKey {
        SliceKey(u64::from(self.men) << 8 | u64::from(self.kings))
    }

    /// The counts in a key.
    #[inline]
    pub fn from_key(key: SliceKey) -> Self {
        ArtamonovCounts { men: (key.0 >> 8) as u8, kings: key.0 as u8 }
    }

    /// Reads `KMM`, kinds in any order.
    pub fn parse(text: &str) -> Result<Self, MaterialError> {
        let error = |reason: String| MaterialError { text: text.to_owned(), reason };
        let mut counts = ArtamonovCounts { men: 0, kings: 0 };
        for letter in text.chars() {
            let count = match letter {
                'M' | 'm' => &mut counts.men,
                'K' | 'k' => &mut counts.kings,
                'v' | 'V' => {
                    return Err(error("the pieces have one colour: a material is written by kinds, as in KMM".into()));
                }
                _ => return Err(error(format!("'{letter}' is no kind of piece; K is a king, M a man"))),
            };
            *count = count.checked_add(1).ok_or_else(|| error("too many pieces".into()))?;
        }
        match counts.pieces() {
            0 => Err(error("no pieces".into())),
            pieces if pieces > MOST_PIECES => {
                Err(error(format!("{pieces} pieces; there are {MOST_PIECES} at the most")))
            }
            _ => Ok(counts),
        }
    }

    /// The material as text, kings first.
    pub fn text(self) -> String {
        "K".repeat(self.kings.into()) + &"M".repeat(self.men.into())
    }

    /// Every material of so many pieces, those with fewer men first.
    pub fn all(pieces: u32) -> Vec<Self> {
        (0..=pieces.min(MOST_PIECES))
            .filter(|_| (1..=MOST_PIECES).contains(&pieces))
            .map(|men| ArtamonovCounts { men: men as u8, kings: (pieces - men) as u8 })
            .collect()
    }

    /// The materials that one move can lead to, itself left out: it takes any number of the other pieces, and may crown the man
    /// that moves.
    pub fn successors(self) -> Vec<Self> {
        let mut all = Vec::new();
        for crowned in 0..=self.men.min(1) {
            for men in 0..=self.men - crowned {
                for kings in crowned..=self.kings + crowned {
                    let after = ArtamonovCounts { men, kings };
                    if after != self && after.pieces() > 0 {
                        all.push(after);
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
        assert_eq!(ArtamonovCounts::parse("mKM").unwrap().text(), "KMM");
        for (text, says) in [("", "no pieces"), ("KvM", "one colour"), ("KQ", "'Q'"), (&"M".repeat(25), "24")] {
            assert!(ArtamonovCounts::parse(text).unwrap_err().to_string().contains(says), "{text}");
        }
    }

    #[test]
    fn every_material_comes_after_what_it_depends_on() {
        for pieces in 1..=6 {
            let all = ArtamonovCounts::all(pieces);
            assert_eq!(all.len() as u32, pieces + 1);
            for (at, counts) in all.iter().enumerate() {
                assert_eq!(ArtamonovCounts::from_key(counts.key()), *counts);
                for after in counts.successors() {
                    assert!(after.pieces() < pieces || all[..at].contains(&after), "{}", after.text());
                }
            }
        }
        assert!(ArtamonovCounts::all(25).is_empty());
    }
}
