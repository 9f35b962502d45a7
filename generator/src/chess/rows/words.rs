//! Words that many threads write.

use std::sync::atomic::{AtomicU64, Ordering};

/// A word a row. Relaxed: what a thread needs to see of others is behind the joining of them.
#[derive(Default)]
pub struct Words(Box<[AtomicU64]>);

impl Words {
    /// So many words, all 0.
    pub fn new(len: usize) -> Self {
        Words((0..len).map(|_| AtomicU64::new(0)).collect())
    }

    /// A word.
    #[inline(always)]
    pub fn get(&self, row: u32) -> u64 {
        self.0[row as usize].load(Ordering::Relaxed)
    }

    /// Writes a word which no other thread writes.
    #[inline(always)]
    pub fn set(&self, row: u32, word: u64) {
        self.0[row as usize].store(word, Ordering::Relaxed);
    }

    /// Adds bits to a word and returns what it was; where it is not `SHARED` no other thread writes it.
    #[inline(always)]
    pub fn add<const SHARED: bool>(&self, row: u32, bits: u64) -> u64 {
        if SHARED {
            return self.0[row as usize].fetch_or(bits, Ordering::Relaxed);
        }
        let word = self.get(row);
        self.set(row, word | bits);
        word
    }
}
