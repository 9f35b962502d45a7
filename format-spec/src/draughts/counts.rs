//! Material of two armies of men and kings.

use dambase_rules::Side;
use dambase_rules::bits::Bits;
use dambase_rules::draughts::Position;

use crate::{MaterialError, SliceKey};

/// How many men and kings each side has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct DraughtsCounts {
    /// White men.
    pub white_men: u8,
    /// White kings.
    pub white_kings: u8,
    /// Black men.
    pub black_men: u8,
    /// Black kings.
    pub black_kings: u8,
}

impl DraughtsCounts {
    /// Counts the pieces of a position.
    #[inline]
    pub fn of<B: Bits>(position: &Position<B>) -> Self {
        DraughtsCounts {
            white_men: position.men(Side::White).count() as u8,
            white_kings: position.kings_of(Side::White).count() as u8,
            black_men: position.men(Side::Black).count() as u8,
            black_kings: position.kings_of(Side::Black).count() as u8,
        }
    }

    /// White's pieces.
    #[inline]
    pub fn white(self) -> u32 {
        u32::from(self.white_men) + u32::from(self.white_kings)
    }

    /// Black's pieces.
    #[inline]
    pub fn black(self) -> u32 {
        u32::from(self.black_men) + u32::from(self.black_kings)
    }

    /// Men of both sides.
    pub fn men(self) -> u32 {
        u32::from(self.white_men) + u32::from(self.black_men)
    }

    /// The colours exchanged.
    #[inline]
    pub fn exchanged(self) -> Self {
        DraughtsCounts {
            white_men: self.black_men,
            white_kings: self.black_kings,
            black_men: self.white_men,
            black_kings: self.white_kings,
        }
    }

    /// Both sides have the same.
    #[inline]
    pub fn is_symmetric(self) -> bool {
        self == self.exchanged()
    }

    /// White is the side with more pieces, or with more kings among as many: the order files are named in.
    #[inline]
    pub fn is_canonical(self) -> bool {
        (self.white(), self.white_kings) >= (self.black(), self.black_kings)
    }

    /// These counts, or the exchanged ones where those are canonical.
    #[inline]
    pub fn canonical(self) -> Self {
        if self.is_canonical() { self } else { self.exchanged() }
    }

    /// The counts in a word.
    #[inline]
    pub fn key(self) -> SliceKey {
        SliceKey(u64::from(u32::from_be_bytes([self.white_men, self.white_kings, self.black_men, self.black_kings])))
    }

    /// The counts in a key.
    #[inline]
    pub fn from_key(key: SliceKey) -> Self {
        let [white_men, white_kings, black_men, black_kings] = (key.0 as u32).to_be_bytes();
        DraughtsCounts { white_men, white_kings, black_men, black_kings }
    }

    /// Reads `KKMvK`: kings and men of White, `v`, those of Black, kinds in any order.
    pub fn parse(text: &str) -> Result<Self, MaterialError> {
        let error = |reason: String| MaterialError { text: text.to_owned(), reason };
        let (white, black) = text
            .split_once(['v', 'V'])
            .ok_or_else(|| error("a material is written as White's pieces, a v, Black's pieces, as in KKMvK".into()))?;
        let mut sides = [[0u8; 2]; 2];
        for (side, (name, letters)) in sides.iter_mut().zip([("White", white), ("Black", black)]) {
            if letters.is_empty() {
                return Err(error(format!("{name} has no pieces")));
            }
            for letter in letters.chars() {
                let kind = match letter {
                    'M' | 'm' => 0,
                    'K' | 'k' => 1,
                    _ => return Err(error(format!("'{letter}' is no kind of piece; K is a king, M a man"))),
                };
                side[kind] = side[kind].checked_add(1).ok_or_else(|| error(format!("{name} has too many pieces")))?;
            }
        }
        let [[white_men, white_kings], [black_men, black_kings]] = sides;
        Ok(DraughtsCounts { white_men, white_kings, black_men, black_kings })
    }

    /// The material as text, kings first.
    pub fn text(self) -> String {
        let army = |kings: u8, men: u8| "K".repeat(kings.into()) + &"M".repeat(men.into());
        format!("{}v{}", army(self.white_kings, self.white_men), army(self.black_kings, self.black_men))
    }

    /// Every canonical material of `pieces` pieces with both sides on the board, those with fewer men first.
    pub fn all(pieces: u32) -> Vec<Self> {
        let mut all = Vec::new();
        for white in 1..pieces {
            let black = pieces - white;
            for white_kings in 0..=white {
                for black_kings in 0..=black {
                    let counts = DraughtsCounts {
                        white_men: (white - white_kings) as u8,
                        white_kings: white_kings as u8,
                        black_men: (black - black_kings) as u8,
                        black_kings: black_kings as u8,
                    };
                    if counts.is_canonical() {
                        all.push(counts);
                    }
                }
            }
        }
        all.sort_by_key(|counts| (counts.men(), *counts));
        all
    }

    /// The canonical materials that one move of either side can lead to, itself left out.
    ///
    /// A move takes any number of the opponent's pieces, and may crown a man.
    pub fn successors(self) -> Vec<Self> {
        let mut all = Vec::new();
        for mover in [self, self.exchanged()] {
            for men_left in 0..=mover.black_men {
                for kings_left in 0..=mover.black_kings {
                    for crowned in 0..=mover.white_men.min(1) {
                        let after = DraughtsCounts {
                            white_men: mover.white_men - crowned,
                            white_kings: mover.white_kings + crowned,
                            black_men: men_left,
                            black_kings: kings_left,
                        };
                        if after != mover && after.black() > 0 {
                            all.push(after.canonical());
                        }
                    }
                }
            }
        }
        all.sort();
        all.dedup();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn materials_are_read_in_any_order_and_written_in_one() {
        assert_eq!(DraughtsCounts::parse("MKKvk").unwrap().text(), "KKMvK");
        assert_eq!(DraughtsCounts::parse("KvMKK").unwrap().canonical().text(), "KKMvK");
        assert_eq!(DraughtsCounts::parse("MvK").unwrap().canonical().text(), "KvM");
        for (text, says) in [("KK", "a v"), ("KKv", "Black has no"), ("vK", "White has no"), ("KQvK", "'Q'")] {
            assert!(DraughtsCounts::parse(text).unwrap_err().to_string().contains(says), "{text}");
        }
        assert!(DraughtsCounts::parse(&("K".repeat(300) + "vK")).is_err());
    }

    #[test]
    fn every_material_is_listed_once_and_after_what_it_depends_on() {
        for (pieces, how_many) in [(2, 3), (3, 6), (4, 16)] {
            let all = DraughtsCounts::all(pieces);
            // Of two pieces: KvK, KvM, MvM.
            if pieces == 2 {
                assert_eq!(all.iter().map(|c| c.text()).collect::<Vec<_>>(), ["KvK", "KvM", "MvM"]);
            }
            for (at, counts) in all.iter().enumerate() {
                assert_eq!(DraughtsCounts::from_key(counts.key()), *counts);
                for after in counts.successors() {
                    if after.white() + after.black() == pieces {
                        assert!(all[..at].contains(&after), "{} before {}", after.text(), counts.text());
                    }
                }
            }
            let _ = how_many;
        }
    }
}
