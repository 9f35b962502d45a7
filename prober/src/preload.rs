//! Whole tables in memory, decoded, so that a probe looks in one place.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use dambase_format::block::{code_at, trit};
use dambase_format::codec::Stored;
use dambase_format::{Metric, TableGame, ValueCode};
use dambase_rules::Wdl;
use memmap2::{Mmap, MmapOptions};

use crate::error::{Answer, Fail, ProbeError};
use crate::prefetch::prefetch;
use crate::table::Loaded;
use crate::tablebase::{Held, TableInfo, Tablebase};

/// All values of a table, where their number says: classes (0 loss, 1 draw, 2 win), four a byte; bytes; or pairs of bytes, the lower first.
pub(crate) struct Preloaded {
    /// Shared by tables that were preloaded together: one piece of memory can lie in large pages, and then a look into it is no look into
    /// the page tables as well.
    memory: Arc<Mmap>,
    /// Of the memory, the first byte of this table.
    first: usize,
    value_code: ValueCode,
}

/// Tables begin with a line of the processor's cache.
const LINE: u64 = 64;

impl Preloaded {
    /// Bytes that so many values take.
    fn bytes_for(values: u64, value_code: ValueCode) -> u64 {
        match value_code {
            ValueCode::Trits => values.div_ceil(4),
            ValueCode::Bytes => values,
            ValueCode::Words => 2 * values,
        }
    }

    /// Bytes that a table takes.
    fn bytes_of(table: &Loaded) -> u64 {
        Preloaded::bytes_for(table.values, table.value_code).next_multiple_of(LINE)
    }

    /// Sends for what [`Preloaded::get`] reads.
    #[inline]
    pub(crate) fn prefetch(&self, index: u64) {
        let index = index as usize;
        prefetch(match self.value_code {
            ValueCode::Trits => &self.memory[self.first + index / 4],
            ValueCode::Bytes => &self.memory[self.first + index],
            ValueCode::Words => &self.memory[self.first + 2 * index],
        });
    }

    /// The value of position `index`, which is one of the table's.
    #[inline]
    pub(crate) fn get(&self, index: u64) -> Stored {
        // What was preloaded could be addressed.
        let index = index as usize;
        match self.value_code {
            ValueCode::Trits => (self.memory[self.first + index / 4] >> (2 * (index % 4)) & 3).into(),
            ValueCode::Bytes => self.memory[self.first + index].into(),
            ValueCode::Words => {
                let at = self.first + 2 * index;
                Stored::from_le_bytes([self.memory[at], self.memory[at + 1]])
            }
        }
    }
}

/// What has been preloaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PreloadedTables {
    /// How many tables, those that had been preloaded before included.
    pub tables: usize,
    /// Bytes of memory they take.
    pub bytes: u64,
}

/// Why tables were not preloaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PreloadError {
    /// They take more memory than was allowed; nothing was preloaded.
    #[error("{tables} tables take {bytes} bytes when they are decoded, and {most_bytes} are allowed")]
    TooLarge {
        /// How many tables were asked for.
        tables: usize,
        /// Bytes they take.
        bytes: u64,
        /// Bytes that are allowed.
        most_bytes: u64,
    },
    /// The system has no memory for them; nothing was preloaded.
    #[error("there is no memory for {bytes} bytes: {error}")]
    Memory {
        /// Bytes that were asked for.
        bytes: u64,
        /// What the system says.
        error: String,
    },
    /// A table is broken; those before it are preloaded.
    #[error(transparent)]
    Broken(#[from] ProbeError),
}

impl<G: TableGame> Tablebase<G> {
    /// Decodes into memory the tables that `wanted` says (by material, by how many pieces, by metric), beside the memory of
    /// decoded blocks: at most `most_bytes`, or nothing. They stay as long as the tablebase; what is there already is counted, not
    /// read again. Uses all cores.
    ///
    /// Memory: a quarter of a byte a position of a WDL table, one or two bytes a position in tables of depths; each table is rounded up
    /// to 64 bytes.
    ///
    /// Errors when that is too much, and when a block is broken. May be called while other threads probe.
    pub fn preload(
        &self,
        mut wanted: impl FnMut(&TableInfo<'_>) -> bool,
        most_bytes: u64,
    ) -> Result<PreloadedTables, PreloadError> {
        let mut chosen: Vec<&Loaded> = Vec::new();
        let theory = self.slices.iter().flat_map(|entry| entry.held.iter().map(|held| (entry.key, held)));
        let ruled = self.sets.iter().flat_map(|set| set.entries().iter().map(|entry| (entry.key, &entry.held)));
        for (key, held) in theory.chain(ruled) {
            let Held::Table(table) = held else { continue };
            if wanted(&TableInfo::new::<G>(key, table.table.header().metric, table)) {
                chosen.push(table);
            }
        }
        let bytes = chosen.iter().map(|table| Preloaded::bytes_of(table)).fold(0, u64::saturating_add);
        let tables = chosen.len();
        // On a narrow host there are tables that cannot be addressed.
        let most_bytes = most_bytes.min(isize::MAX as u64);
        if bytes > most_bytes {
            return Err(PreloadError::TooLarge { tables, bytes, most_bytes });
        }
        chosen.retain(|table| table.preloaded.get().is_none());
        if !chosen.is_empty() {
            decode_together(&chosen).map_err(|error| match error {
                NotDecoded::Memory(error) => PreloadError::Memory { bytes, error: error.to_string() },
                NotDecoded::Broken(error) => PreloadError::Broken(error.told::<G>()),
            })?;
        }
        Ok(PreloadedTables { tables, bytes })
    }

    /// As [`Tablebase::preload`], for the tables of win, draw and loss of up to so many pieces.
    pub fn preload_wdl(&self, most_pieces: u32, most_bytes: u64) -> Result<PreloadedTables, PreloadError> {
        self.preload(|info| info.metric == Metric::Wdl && info.pieces <= most_pieces, most_bytes)
    }
}

/// Frames that a thread takes at once.
const FRAMES_AT_ONCE: u64 = 16;

enum NotDecoded {
    Memory(io::Error),
    Broken(Fail),
}

/// Preloads tables into one piece of memory; those before one that is broken, if one is.
fn decode_together(tables: &[&Loaded]) -> Result<(), NotDecoded> {
    let bytes: u64 = tables.iter().map(|table| Preloaded::bytes_of(table)).sum();
    let mut memory = MmapOptions::new().len((bytes as usize).max(1)).map_anon().map_err(NotDecoded::Memory)?;
    // A wish: without large pages it is slower, and just as right.
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage);
    let mut firsts = Vec::with_capacity(tables.len());
    let mut first = 0;
    let mut broken = None;
    for table in tables {
        let end = first + Preloaded::bytes_of(table) as usize;
        if let Err(error) = table.decode_into(&mut memory[first..end]) {
            broken = Some(error);
            break;
        }
        firsts.push(first);
        first = end;
    }
    let memory = Arc::new(memory.make_read_only().map_err(NotDecoded::Memory)?);
    for (table, first) in tables.iter().zip(firsts) {
        // Another thread may have been as quick; both have the same.
        let _ = table.preloaded.set(Preloaded { memory: Arc::clone(&memory), first, value_code: table.value_code });
    }
    broken.map_or(Ok(()), |error| Err(NotDecoded::Broken(error)))
}

impl Loaded {
    /// All values of the table, into memory that is all zeros.
    fn decode_into(&self, memory: &mut [u8]) -> Answer<()> {
        match self.value_code {
            ValueCode::Trits => self.decoded(memory, 4, |bytes, first, decoded, count| {
                for at in 0..count {
                    let class = match trit(decoded, at) {
                        Some(Wdl::Loss) => 0,
                        Some(Wdl::Draw) => 1,
                        Some(Wdl::Win) => 2,
                        None => return Err(first + at),
                    };
                    bytes[(first + at) / 4] |= class << (2 * ((first + at) % 4));
                }
                Ok(())
            }),
            ValueCode::Bytes => self.decoded(memory, 1, |bytes, first, decoded, count| {
                bytes[first..first + count].copy_from_slice(decoded);
                Ok(())
            }),
            ValueCode::Words => self.decoded(memory, 1, |bytes, first, decoded, count| {
                for at in 0..count {
                    let code = code_at(decoded, at, ValueCode::Words).ok_or(first + at)?;
                    bytes[2 * (first + at)..][..2].copy_from_slice(&code.to_le_bytes());
                }
                Ok(())
            }),
        }
    }

    /// Fills the memory of a table, of which `each` values cannot be told apart by address: `put` puts a block's values where the first of
    /// them goes in the part of the memory it gets. Its error is the place of a value that is none.
    fn decoded(
        &self,
        memory: &mut [u8],
        each: u64,
        put: impl Fn(&mut [u8], usize, &[u8], usize) -> Result<(), usize> + Sync,
    ) -> Answer<()> {
        let header = self.table.header();
        let values_at_once = FRAMES_AT_ONCE * u64::from(header.blocks_per_frame) * u64::from(header.values_per_block);
        // A part that begins in the middle of a byte would have to be shared: whoever made the file chose odd blocks.
        let parts = if values_at_once.is_multiple_of(each) { values_at_once } else { self.values.max(1) };
        let part_len = Preloaded::bytes_for(parts, self.value_code) as usize;
        let frames = parts.div_ceil(u64::from(header.blocks_per_frame) * u64::from(header.values_per_block));
        let chunks: Vec<_> = memory.chunks_mut(part_len.max(1)).map(|chunk| Mutex::new(Some(chunk))).collect();
        let next = AtomicU64::new(0);
        let failed: Mutex<Option<Fail>> = Mutex::new(None);
        let fail = |error| {
            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        };
        let work = || {
            let (mut stored, mut decoded) = (Vec::new(), Vec::new());
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                let Some(chunk) = chunks.get(part as usize) else { return };
                let Some(chunk) = chunk.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
                let first = part * parts;
                for frame in part * frames..((part + 1) * frames).min(header.frames()) {
                    let mut wrong = None;
                    let read = self.table.read_frame(frame, &mut stored, &mut decoded, |block, bytes| {
                        let at = (block * u64::from(header.values_per_block) - first) as usize;
                        if let Err(at) = put(chunk, at, bytes, header.values_in(block) as usize) {
                            wrong = wrong.or(Some(first + at as u64));
                        }
                        Ok(())
                    });
                    let broken =
                        read.err().map(|error| self.broken(&error)).or_else(|| wrong.map(|at| self.no_value(at)));
                    if let Some(error) = broken {
                        return fail(error);
                    }
                }
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(chunks.len());
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        drop(chunks);
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}
