//! One open table, laid out for probing.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::OnceLock;

use dambase_format::block::{code_at, trit};
use dambase_format::codec::Stored;
use dambase_format::{FormatError, Table, Value, ValueCode};
use dambase_rules::Wdl;

use crate::cache::{Cache, Place};
use crate::error::{Answer, Fail, ProbeError};
use crate::file::Origin;
use crate::preload::Preloaded;

/// A table that was found right, as far as that can be seen without reading its blocks.
pub(crate) struct Loaded {
    pub(crate) path: PathBuf,
    pub(crate) table: Table<Origin>,
    /// All its values, once it has been preloaded.
    pub(crate) preloaded: OnceLock<Preloaded>,
    place: Place,
    pub(crate) values: u64,
    values_per_block: u64,
    /// The logarithm of `values_per_block` where that is a power of two: dividing takes longer than all the rest.
    block_shift: Option<u32>,
    pub(crate) value_code: ValueCode,
    wins_are_odd: bool,
    /// Positions whose value follows from other slices hold anything.
    pub(crate) exits_unstored: bool,
    /// Values may be less than positions are worth where a capture is worth as much.
    pub(crate) captures_first: bool,
}

/// Where a value lies.
#[derive(Clone, Copy)]
pub(crate) struct At {
    block: usize,
    /// Of the values in the block.
    within: usize,
    /// Of the words of eight bytes of the decoded block.
    word: usize,
    /// Of the values in the word.
    at: usize,
}

/// Buffers of a thread for what has to be read and decoded.
#[derive(Default)]
struct Scratch {
    stored: Vec<u8>,
    decoded: Vec<u8>,
}

thread_local! {
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

impl Loaded {
    pub(crate) fn new(path: PathBuf, table: Table<Origin>, place: Place) -> Self {
        let header = table.header();
        let values_per_block = u64::from(header.values_per_block);
        Loaded {
            path,
            place,
            preloaded: OnceLock::new(),
            values: header.values,
            values_per_block,
            block_shift: values_per_block.is_power_of_two().then(|| values_per_block.trailing_zeros()),
            value_code: header.value_code,
            wins_are_odd: header.wins_are_odd,
            exits_unstored: header.exits_unstored,
            captures_first: header.captures_first,
            table,
        }
    }

    /// What the cache has to know: bytes of a decoded block, how many blocks.
    pub(crate) fn cache_need(table: &Table<Origin>) -> (usize, usize) {
        // The frame table is in memory, and a frame has few blocks, so their number fits.
        (table.decoded_bytes(0), table.header().blocks() as usize)
    }

    /// Where the value of position `index` lies.
    #[inline]
    pub(crate) fn at(&self, index: u64) -> At {
        let (block, within) = match self.block_shift {
            Some(shift) => (index >> shift, index & ((1 << shift) - 1)),
            None => (index / self.values_per_block, index % self.values_per_block),
        };
        let (word, at) = match self.value_code {
            ValueCode::Trits => (within / 40, within % 40),
            ValueCode::Bytes => (within / 8, within % 8),
            ValueCode::Words => (within / 4, within % 4),
        };
        At { block: block as usize, within: within as usize, word: word as usize, at: at as usize }
    }

    /// The value of position `index` if it is in memory, else where it lies.
    #[inline]
    fn look(&self, cache: &Cache, index: u64) -> Answer<Result<Stored, At>> {
        if index >= self.values {
            return Err(beyond());
        }
        if let Some(preloaded) = self.preloaded.get() {
            return Ok(Ok(preloaded.get(index)));
        }
        let at = self.at(index);
        match cache.word(self.place, at.block, at.word) {
            Some(bytes) => self.stored(&bytes, at.at, index).map(Ok),
            None => Ok(Err(at)),
        }
    }

    /// The value of position `index`.
    #[inline]
    pub(crate) fn find(&self, cache: &Cache, index: u64) -> Answer<Stored> {
        self.look(cache, index)?.or_else(|at| self.load(cache, at, index))
    }

    /// The value of position `index`, if it is in memory.
    #[inline]
    pub(crate) fn find_in_memory(&self, cache: &Cache, index: u64) -> Answer<Stored> {
        self.look(cache, index)?.map_err(|_| Fail::NotInMemory)
    }

    /// Sends for what a look at position `index` will need first: its value, or what says where its block is.
    #[inline]
    pub(crate) fn prefetch(&self, cache: &Cache, index: u64) {
        match self.preloaded.get() {
            _ if index >= self.values => {}
            Some(preloaded) => preloaded.prefetch(index),
            None => cache.prefetch_slot(self.place, self.at(index).block),
        }
    }

    /// Sends for what it will need next: the value in its block.
    #[inline]
    pub(crate) fn prefetch_block(&self, cache: &Cache, index: u64) {
        if index < self.values && self.preloaded.get().is_none() {
            let at = self.at(index);
            cache.prefetch_word(self.place, at.block, at.word);
        }
    }

    /// The value at `at` of the eight bytes of a block that hold position `index`.
    #[inline]
    fn stored(&self, bytes: &[u8], at: usize, index: u64) -> Answer<Stored> {
        match self.value_code {
            ValueCode::Trits => match trit(bytes, at) {
                Some(Wdl::Loss) => Ok(0),
                Some(Wdl::Draw) => Ok(1),
                Some(Wdl::Win) => Ok(2),
                None => Err(self.no_trits(index)),
            },
            value_code => code_at(bytes, at, value_code).ok_or_else(beyond),
        }
    }

    /// The value at a place whose block is not in memory. A block that is asked for the first time is decoded up to the value and not kept;
    /// one that is asked for again is decoded in full and kept, where there is room.
    #[cold]
    fn load(&self, cache: &Cache, at: At, index: u64) -> Answer<Stored> {
        // Taken, not borrowed: a source that probes by itself, or a thread about to end, gets buffers of its own.
        let mut scratch = SCRATCH.try_with(Cell::take).ok().flatten().unwrap_or_default();
        let answer = self.load_with(cache, at, index, &mut scratch);
        let _ = SCRATCH.try_with(|slot| slot.set(Some(scratch)));
        answer
    }

    fn load_with(&self, cache: &Cache, at: At, index: u64, scratch: &mut Scratch) -> Answer<Stored> {
        let block = at.block as u64;
        if !cache.asked(self.place, at.block)
            && let Some(one) =
                self.table.read_one(block, at.within, &mut scratch.stored).map_err(|error| self.broken(&error))?
        {
            return Ok(one);
        }
        let decoded = &mut scratch.decoded;
        self.read_block(block, &mut scratch.stored, decoded)?;
        if decoded.iter().all(|byte| *byte == decoded[0]) {
            cache.keep_constant(self.place, at.block, decoded[0]);
        } else {
            cache.keep(self.place, at.block, decoded);
        }
        let mut bytes = [0; 8];
        let rest = &decoded[8 * at.word..];
        let len = rest.len().min(8);
        bytes[..len].copy_from_slice(&rest[..len]);
        self.stored(&bytes, at.at, index)
    }

    /// Reads, checks and decodes a block, past the cache.
    pub(crate) fn read_block(&self, block: u64, stored: &mut Vec<u8>, decoded: &mut Vec<u8>) -> Answer<()> {
        self.table.read_block(block, stored, decoded).map_err(|error| self.broken(&error))
    }

    /// Win, draw or loss of what was found.
    #[inline]
    pub(crate) fn wdl(&self, stored: Stored) -> Wdl {
        match (self.value_code, stored) {
            (ValueCode::Trits, 0) => Wdl::Loss,
            (ValueCode::Trits, 1) => Wdl::Draw,
            (ValueCode::Trits, _) => Wdl::Win,
            (ValueCode::Bytes | ValueCode::Words, _) => self.value(stored).wdl(),
        }
    }

    /// The value found, in a table of depths.
    #[inline]
    pub(crate) fn value(&self, stored: Stored) -> Value {
        Value::from_code(stored, self.wins_are_odd)
    }

    /// Win, draw or loss at `at` of a decoded block that begins with position `first`.
    pub(crate) fn wdl_in(&self, decoded: &[u8], at: usize, first: u64) -> Answer<Wdl> {
        match self.value_code {
            ValueCode::Trits => trit(decoded, at).ok_or_else(|| self.no_trits(first + at as u64)),
            ValueCode::Bytes | ValueCode::Words => Ok(self.value_in(decoded, at)?.wdl()),
        }
    }

    /// The value at `at` of a decoded block of a table of depths.
    pub(crate) fn value_in(&self, decoded: &[u8], at: usize) -> Answer<Value> {
        match code_at(decoded, at, self.value_code) {
            Some(code) => Ok(Value::from_code(code, self.wins_are_odd)),
            None => Err(beyond()),
        }
    }

    /// The code at `at` of a decoded block of a table of distances.
    #[cfg(feature = "audit")]
    pub(crate) fn code_in(&self, decoded: &[u8], at: usize) -> Answer<u16> {
        code_at(decoded, at, self.value_code).ok_or_else(beyond)
    }

    /// The error that this file is broken.
    #[cold]
    pub(crate) fn broken(&self, error: &FormatError) -> Fail {
        self.broken_for(error.to_string())
    }

    /// The error that this file is broken, in words.
    #[cold]
    pub(crate) fn broken_for(&self, error: String) -> Fail {
        ProbeError::Broken { table: self.path.display().to_string(), error }.into()
    }

    #[cold]
    pub(crate) fn no_value(&self, index: u64) -> Fail {
        if self.value_code == ValueCode::Trits { self.no_trits(index) } else { beyond() }
    }

    #[cold]
    fn no_trits(&self, index: u64) -> Fail {
        let (block, within) = (index / self.values_per_block, index % self.values_per_block);
        self.broken_for(format!("block {block}: byte {} of the decoded block is no five trits", within / 5))
    }

    /// The bytes as they lie.
    #[cfg(feature = "audit")]
    pub(crate) fn source(&self) -> &dyn dambase_format::Source {
        &*self.table.source().0
    }
}

#[cold]
fn beyond() -> Fail {
    ProbeError::Impossible { reason: "the position has no number in its slice".into() }.into()
}
