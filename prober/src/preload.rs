//! Whole tables in memory, decoded, so that a probe looks in one place.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

use dambase_format::block::{code_at, trit};
use dambase_format::codec::Stored;
use dambase_format::{Metric, TableGame, ValueCode};
use dambase_rules::Wdl;

use crate::error::{Answer, Fail, ProbeError};
use crate::table::Loaded;
use crate::tablebase::{Held, TableInfo, Tablebase};

/// All values of a table, where their number says.
pub(crate) enum Preloaded {
    /// Classes (0 loss, 1 draw, 2 win), two bits each, 32 a word.
    Classes(Box<[u64]>),
    Bytes(Box<[u8]>),
    Words(Box<[u16]>),
}

impl Preloaded {
    /// Bytes that so many values take.
    fn bytes_for(values: u64, value_code: ValueCode) -> u64 {
        match value_code {
            ValueCode::Trits => 8 * values.div_ceil(32),
            ValueCode::Bytes => values,
            ValueCode::Words => 2 * values,
        }
    }

    /// The value of position `index`, which is one of the table's.
    #[inline]
    pub(crate) fn get(&self, index: u64) -> Stored {
        // What was preloaded could be addressed.
        match self {
            Preloaded::Classes(words) => (words[(index / 32) as usize] >> (2 * (index % 32)) & 3) as Stored,
            Preloaded::Bytes(bytes) => bytes[index as usize].into(),
            Preloaded::Words(words) => words[index as usize],
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
    /// A table is broken; those before it are preloaded.
    #[error(transparent)]
    Broken(#[from] ProbeError),
}

impl<G: TableGame> Tablebase<G> {
    /// Decodes into memory the tables that `wanted` says (by material, by how many pieces, by metric), beside the memory of
    /// decoded blocks: at most `most_bytes`, or nothing. They stay as long as the tablebase; what is there already is counted, not
    /// read again. Uses all cores.
    ///
    /// Memory: a quarter of a byte a position of a WDL table; one or two bytes a position in tables of depths.
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
        let sizes = chosen.iter().map(|table| Preloaded::bytes_for(table.values, table.value_code));
        let bytes = sizes.fold(0, u64::saturating_add);
        let tables = chosen.len();
        // On a narrow host there are tables that cannot be addressed.
        let most_bytes = most_bytes.min(isize::MAX as u64);
        if bytes > most_bytes {
            return Err(PreloadError::TooLarge { tables, bytes, most_bytes });
        }
        for table in chosen {
            if table.preloaded.get().is_none() {
                let preloaded = table.decode_all().map_err(|error| PreloadError::Broken(error.told::<G>()))?;
                // Another thread may have been as quick; both have the same.
                let _ = table.preloaded.set(preloaded);
            }
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

impl Loaded {
    /// All values of the table, read frame by frame, by all cores.
    fn decode_all(&self) -> Answer<Preloaded> {
        let values = self.values as usize;
        match self.value_code {
            ValueCode::Trits => {
                let words =
                    self.decoded::<u64>(self.values.div_ceil(32) as usize, 32, |words, first, decoded, count| {
                        for at in 0..count {
                            let class = match trit(decoded, at) {
                                Some(Wdl::Loss) => 0,
                                Some(Wdl::Draw) => 1,
                                Some(Wdl::Win) => 2,
                                None => return Err(first + at),
                            };
                            words[(first + at) / 32] |= class << (2 * ((first + at) % 32));
                        }
                        Ok(())
                    })?;
                Ok(Preloaded::Classes(words))
            }
            ValueCode::Bytes => {
                let bytes = self.decoded::<u8>(values, 1, |bytes, first, decoded, count| {
                    bytes[first..first + count].copy_from_slice(decoded);
                    Ok(())
                })?;
                Ok(Preloaded::Bytes(bytes))
            }
            ValueCode::Words => {
                let words = self.decoded::<u16>(values, 1, |words, first, decoded, count| {
                    for (at, word) in words[first..first + count].iter_mut().enumerate() {
                        *word = code_at(decoded, at, ValueCode::Words).ok_or(first + at)?;
                    }
                    Ok(())
                })?;
                Ok(Preloaded::Words(words))
            }
        }
    }

    /// Fills an array of `len` elements, each of which holds `each` values: `put` puts a block's values where the first of them goes
    /// in the part of the array it gets. Its error is the place of a value that is none.
    fn decoded<T: Copy + Default + Send>(
        &self,
        len: usize,
        each: usize,
        put: impl Fn(&mut [T], usize, &[u8], usize) -> Result<(), usize> + Sync,
    ) -> Answer<Box<[T]>> {
        let header = self.table.header();
        let mut array = vec![T::default(); len].into_boxed_slice();
        let values_at_once = FRAMES_AT_ONCE * u64::from(header.blocks_per_frame) * u64::from(header.values_per_block);
        // A part that begins in the middle of an element would have to be shared: whoever made the file chose odd blocks.
        let parts = if values_at_once.is_multiple_of(each as u64) { values_at_once } else { self.values.max(1) };
        let part_len = parts.div_ceil(each as u64) as usize;
        let frames = parts.div_ceil(u64::from(header.blocks_per_frame) * u64::from(header.values_per_block));
        let chunks: Vec<_> = array.chunks_mut(part_len.max(1)).map(|chunk| Mutex::new(Some(chunk))).collect();
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
            None => Ok(array),
        }
    }
}
