//! Solved slices in memory.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering};

use dambase_format::{Code, SliceIndex, SliceKey, TableGame};

use crate::solve::DepthOverflow;

/// The codes of a slice, in the order of its index. They are written by many threads, each to its own places, and never read
/// before the wave that wrote them is over: relaxed atomics are plain bytes that say so.
pub enum Values {
    /// Depths to 254 plies.
    Bytes(Box<[AtomicU8]>),
    /// Any depth.
    Words(Box<[AtomicU16]>),
}

impl Values {
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
            Values::Bytes(codes) => codes[index as usize].load(Ordering::Relaxed).into(),
            Values::Words(codes) => codes[index as usize].load(Ordering::Relaxed),
        }
    }

    /// Sets the code at `index`; refused when it does not fit.
    #[inline(always)]
    pub fn set(&self, index: u64, code: Code) -> Result<(), DepthOverflow> {
        match self {
            Values::Bytes(codes) => {
                let code = u8::try_from(code).map_err(|_| DepthOverflow)?;
                codes[index as usize].store(code, Ordering::Relaxed);
            }
            Values::Words(codes) => codes[index as usize].store(code, Ordering::Relaxed),
        }
        Ok(())
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
        match self.values {
            Values::Bytes(_) => self.slice.len(),
            Values::Words(_) => 2 * self.slice.len(),
        }
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
