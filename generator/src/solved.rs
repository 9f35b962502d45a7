//! Solved slices in memory.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering};

use dambase_format::{Code, SliceIndex, SliceKey, TableGame};

use crate::solve::{DepthOverflow, Depths};

/// The codes of a slice, in the order of its index. They are written by many threads, each to its own places, and never read
/// before the wave that wrote them is over: relaxed atomics are plain bytes that say so.
pub enum Values {
    /// Win, draw and loss alone, four to a byte, the first lowest: the parity of a code, as the least code that has it, 0, 1 or 2.
    Classes(Box<[AtomicU8]>),
    /// Depths to 254 plies.
    Bytes(Box<[AtomicU8]>),
    /// Any depth.
    Words(Box<[AtomicU16]>),
}

/// Values in a byte of [`Values::Classes`].
const IN_A_BYTE: u64 = 4;

/// The least code of the parity of this one.
#[inline(always)]
fn class_of(code: Code) -> u8 {
    if code == 0 { 0 } else { 2 - (code & 1) as u8 }
}

impl Values {
    /// Room for `len` codes as a solve counts them that regards depths so, all 0. Depths to 254 plies, where they count.
    pub fn for_depths(len: u64, depths: Depths) -> Self {
        match depths {
            Depths::Exact => Values::bytes(len),
            Depths::Ignored => Values::classes(len),
        }
    }

    /// Bytes of memory that [`Values::for_depths`] takes.
    pub fn bytes_for(len: u64, depths: Depths) -> u64 {
        match depths {
            Depths::Exact => len,
            Depths::Ignored => len.div_ceil(IN_A_BYTE),
        }
    }

    /// Room for `len` codes of two bits, all 0.
    pub fn classes(len: u64) -> Self {
        Values::Classes((0..len.div_ceil(IN_A_BYTE)).map(|_| AtomicU8::new(0)).collect())
    }

    /// Room for `len` codes of a byte, all 0.
    pub fn bytes(len: u64) -> Self {
        Values::Bytes((0..len).map(|_| AtomicU8::new(0)).collect())
    }

    /// Room for `len` codes of two bytes, all 0.
    pub fn words(len: u64) -> Self {
        Values::Words((0..len).map(|_| AtomicU16::new(0)).collect())
    }

    /// The code at `index`.
    #[inline(always)]
    pub fn get(&self, index: u64) -> Code {
        match self {
            Values::Classes(codes) => {
                let four = codes[(index / IN_A_BYTE) as usize].load(Ordering::Relaxed);
                (four >> (2 * (index % IN_A_BYTE)) & 3).into()
            }
            Values::Bytes(codes) => codes[index as usize].load(Ordering::Relaxed).into(),
            Values::Words(codes) => codes[index as usize].load(Ordering::Relaxed),
        }
    }

    /// Sets the code at `index`; refused when it does not fit.
    #[inline(always)]
    pub fn set(&self, index: u64, code: Code) -> Result<(), DepthOverflow> {
        match self {
            Values::Classes(codes) => {
                let (four, shift) = (&codes[(index / IN_A_BYTE) as usize], 2 * (index % IN_A_BYTE));
                let change = (four.load(Ordering::Relaxed) >> shift ^ class_of(code)) & 3;
                if change != 0 {
                    // Other threads may be at the other three; this one is nobody else's.
                    four.fetch_xor(change << shift, Ordering::Relaxed);
                }
            }
            Values::Bytes(codes) => {
                let code = u8::try_from(code).map_err(|_| DepthOverflow)?;
                codes[index as usize].store(code, Ordering::Relaxed);
            }
            Values::Words(codes) => codes[index as usize].store(code, Ordering::Relaxed),
        }
        Ok(())
    }

    /// Sets the codes from `first` on, all of which are still 0; refused when one does not fit.
    pub fn fill(&self, first: u64, codes: impl Iterator<Item = Code>) -> Result<(), DepthOverflow> {
        let Values::Classes(fours) = self else {
            return (first..).zip(codes).try_for_each(|(index, code)| self.set(index, code));
        };
        // A byte is written once: others may fill the rest of the first and the last.
        let write = |at: u64, four: u8| fours[at as usize].fetch_or(four, Ordering::Relaxed);
        let (mut at, mut four) = (first / IN_A_BYTE, 0);
        for (index, code) in (first..).zip(codes) {
            if index / IN_A_BYTE != at {
                write(at, four);
                (at, four) = (index / IN_A_BYTE, 0);
            }
            four |= class_of(code) << (2 * (index % IN_A_BYTE));
        }
        if four != 0 {
            write(at, four);
        }
        Ok(())
    }

    /// Bytes of memory.
    pub fn memory_bytes(&self) -> u64 {
        match self {
            Values::Classes(codes) | Values::Bytes(codes) => codes.len() as u64,
            Values::Words(codes) => 2 * codes.len() as u64,
        }
    }
}

/// Room for what is marked of the numbers of a slice: a bit each for those that need not be stored, and, where tables leave captures to
/// their readers, a second row of bits for those that are worth no more than a capture.
pub fn marks<G: TableGame>(slice: &G::Slice) -> Box<[AtomicU64]> {
    let rows = if G::CAPTURES_FIRST { 2 } else { 1 };
    bits(rows * slice.len().next_multiple_of(64))
}

/// Room for a bit for each of `len` positions.
pub fn bits(len: u64) -> Box<[AtomicU64]> {
    (0..len.div_ceil(64)).map(|_| AtomicU64::new(0)).collect()
}

/// A slice with its values, those of positions that files do not hold included.
pub struct Solved<G: TableGame> {
    /// The numbering.
    pub slice: G::Slice,
    /// The codes.
    pub values: Values,
}

impl<G: TableGame> Solved<G> {
    /// Bytes of memory.
    pub fn memory_bytes(&self) -> u64 {
        self.values.memory_bytes()
    }
}

/// The solved slices at hand.
pub struct SolvedSlices<G: TableGame> {
    slices: HashMap<SliceKey, Arc<Solved<G>>>,
}

impl<G: TableGame> Default for SolvedSlices<G> {
    fn default() -> Self {
        SolvedSlices { slices: HashMap::new() }
    }
}

impl<G: TableGame> SolvedSlices<G> {
    /// The slice of this key, when it is at hand.
    pub fn get(&self, key: SliceKey) -> Option<&Arc<Solved<G>>> {
        self.slices.get(&key)
    }

    /// Which slices are at hand, in no order.
    pub fn keys(&self) -> impl Iterator<Item = SliceKey> + '_ {
        self.slices.keys().copied()
    }

    /// Keeps a slice.
    pub fn keep(&mut self, solved: Arc<Solved<G>>) {
        self.slices.insert(solved.slice.key(), solved);
    }

    /// Lets go of every slice that is not wanted.
    pub fn retain(&mut self, mut wanted: impl FnMut(SliceKey) -> bool) {
        self.slices.retain(|&key, _| wanted(key));
    }

    /// Bytes of memory of all of them.
    pub fn memory_bytes(&self) -> u64 {
        self.slices.values().map(|solved| solved.memory_bytes()).sum()
    }

    /// What a position outside the slice under way is worth to its side to move. `None` when its slice is not at hand.
    pub fn code(&self, position: &G::Position) -> Option<Code> {
        match G::slice_key(position) {
            // In no slice: the side to move has nothing left, the game is over.
            None => Some(crate::solved::code_without_moves::<G>(position)),
            Some(key) => {
                let solved = self.get(key)?;
                Some(solved.values.get(solved.slice.index_of(position)))
            }
        }
    }
}

/// The code of a position whose side to move has no legal move.
pub fn code_without_moves<G: TableGame>(position: &G::Position) -> Code {
    match G::value_without_moves(position) {
        dambase_rules::Wdl::Draw => 0,
        // Over in 0 plies, won or lost by the parity of the game.
        dambase_rules::Wdl::Win | dambase_rules::Wdl::Loss => 1,
    }
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::*;

    /// Codes to 300 plies, in no order.
    fn code(index: u64) -> Code {
        (index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as Code % 301
    }

    fn least(code: Code) -> Code {
        if code == 0 { 0 } else { 2 - code % 2 }
    }

    #[test]
    fn two_bits_keep_the_parity_of_what_was_set_last() {
        for len in (0..=9).chain([10_000]) {
            let values = Values::classes(len);
            assert_eq!(values.memory_bytes(), Values::bytes_for(len, Depths::Ignored));
            // The four of a byte by as many threads, each twice.
            std::thread::scope(|scope| {
                for first in 0..IN_A_BYTE {
                    let values = &values;
                    scope.spawn(move || {
                        for round in 0..2 {
                            for index in (first..len).step_by(IN_A_BYTE as usize) {
                                values.set(index, code(index + round)).expect("any depth");
                            }
                        }
                    });
                }
            });
            assert!((0..len).all(|index| values.get(index) == least(code(index + 1))), "{len}");
        }
    }

    #[test]
    fn filling_is_setting_one_by_one() {
        for part in [1, 3, 4, 7, 512] {
            let len = 5_000u64;
            for values in [Values::classes(len), Values::words(len)] {
                (0..len.div_ceil(part)).into_par_iter().for_each(|number| {
                    let range = number * part..((number + 1) * part).min(len);
                    values.fill(range.start, range.map(code)).expect("any depth");
                });
                let stored = |code| if matches!(values, Values::Classes(_)) { least(code) } else { code };
                assert!((0..len).all(|index| values.get(index) == stored(code(index))), "{part}");
            }
        }
        assert_eq!(Values::bytes(2).fill(0, [1, 256].into_iter()), Err(DepthOverflow));
    }
}
