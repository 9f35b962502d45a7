//! Decoded blocks in bounded memory, read without a lock.
//!
//! Blocks of about one decoded size share a pool of equal frames. A block has a *slot*, one atomic word that says where its
//! bytes are: nowhere (and whether it has been asked for), in a frame, or (a block of one byte repeated) in the slot itself. Frames are filled under the pool's
//! lock; when none is free, the clock algorithm empties one that was not read for long.
//!
//! Readers take no lock. They read the slot, then the bytes, then the slot again: when it has not changed, the frame was this
//! block's all the while. That needs the bytes to be atomic words, and a version in the slot, so that a block that went and
//! came back to the same frame is not mistaken for one that stayed (a reader would have to sleep while 2^37 blocks are decoded).

use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::prefetch::prefetch;

/// Slot: the block is not in memory.
const ABSENT: u64 = 0;
/// Slot, low bits: the block is the byte in bits 8..16, repeated.
const CONSTANT: u64 = 1;
/// Slot, low bits: the block is in frame number bits 3..27; bits 27..64 are the version.
const FRAME: u64 = 2;
/// Slot: the block is not in memory, but has been asked for.
const ASKED: u64 = 3;
const KIND: u64 = 3;
/// Slot: the frame was read since the clock's hand last came by.
const USED: u64 = 4;
const FRAME_SHIFT: u32 = 3;
const VERSION_SHIFT: u32 = 27;
/// The most frames of a pool.
const MOST_FRAMES: usize = 1 << (VERSION_SHIFT - FRAME_SHIFT);
/// Frames are allocated together, about so many bytes at once.
const CHUNK_BYTES: usize = 1 << 20;

/// A block's slot: which pool, and which slot in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pool: u32,
    slot: usize,
}

impl Place {
    /// The slot of the block `blocks` later.
    #[inline(always)]
    fn plus(self, blocks: usize) -> usize {
        self.slot + blocks
    }
}

/// The decoded blocks of all tables.
pub(crate) struct Cache {
    pools: Box<[Pool]>,
}

impl Cache {
    /// Room for tables given as (decoded bytes of their largest block, how many blocks), within `budget` bytes; and the
    /// place of each table's first block.
    pub(crate) fn new(tables: &[(usize, usize)], budget: usize) -> (Self, Vec<Place>) {
        let mut sizes: Vec<usize> = tables.iter().map(|&(bytes, _)| frame_bytes(bytes)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let mut slots = vec![0usize; sizes.len()];
        let places = tables
            .iter()
            .map(|&(bytes, blocks)| {
                let pool = sizes.binary_search(&frame_bytes(bytes)).expect("every size is listed");
                let slot = slots[pool];
                slots[pool] += blocks;
                Place { pool: pool as u32, slot }
            })
            .collect();
        // Those that need least get all of it, and what they leave is shared by the others: small tables are asked often.
        let mut by_need: Vec<usize> = (0..sizes.len()).collect();
        by_need.sort_by_key(|&pool| (sizes[pool] as u128 * slots[pool] as u128, pool));
        let mut frames = vec![0usize; sizes.len()];
        let mut left = budget;
        for (at, &pool) in by_need.iter().enumerate() {
            let share = left / (by_need.len() - at);
            frames[pool] = (share / sizes[pool]).min(slots[pool]).min(MOST_FRAMES);
            left -= frames[pool] * sizes[pool];
        }
        let pools = (0..sizes.len()).map(|pool| Pool::new(sizes[pool], slots[pool], frames[pool])).collect();
        (Cache { pools }, places)
    }

    /// The eight bytes from `8 * word` on of a decoded block, if it is in memory. `word` must be within the block.
    #[inline]
    pub(crate) fn word(&self, first: Place, block: usize, word: usize) -> Option<[u8; 8]> {
        self.pools[first.pool as usize].word(first.plus(block), word)
    }

    /// Sends for a block's slot.
    #[inline]
    pub(crate) fn prefetch_slot(&self, first: Place, block: usize) {
        prefetch(&self.pools[first.pool as usize].slots[first.plus(block)]);
    }

    /// Sends for the bytes that [`Cache::word`] reads, if the block is in memory.
    #[inline]
    pub(crate) fn prefetch_word(&self, first: Place, block: usize, word: usize) {
        self.pools[first.pool as usize].prefetch(first.plus(block), word);
    }

    /// Notes that a block that is not in memory is asked for, and says whether it is to be kept: it has been asked for before, and there
    /// is memory for any.
    pub(crate) fn asked(&self, first: Place, block: usize) -> bool {
        let pool = &self.pools[first.pool as usize];
        let slot = &pool.slots[first.plus(block)];
        pool.frames > 0 && slot.compare_exchange(ABSENT, ASKED, Ordering::Relaxed, Ordering::Relaxed).is_err()
    }

    /// Keeps a decoded block, if there is room for any. The block's bytes are not more than was said of its table.
    pub(crate) fn keep(&self, first: Place, block: usize, bytes: &[u8]) {
        self.pools[first.pool as usize].keep(first.plus(block), bytes);
    }

    /// Keeps a block that is one byte repeated.
    pub(crate) fn keep_constant(&self, first: Place, block: usize, byte: u8) {
        let slot = &self.pools[first.pool as usize].slots[first.plus(block)];
        slot.store(CONSTANT | u64::from(byte) << 8, Ordering::Release);
    }
}

/// The frame for blocks of so many bytes: at most an eighth too large, so that there are few sizes.
fn frame_bytes(bytes: usize) -> usize {
    bytes.next_multiple_of((bytes.next_power_of_two() / 8).max(64))
}

struct Pool {
    frame_words: usize,
    /// Frames in a chunk: a power of two, this its logarithm.
    chunk_shift: u32,
    slots: Box<[AtomicU64]>,
    chunks: Box<[OnceLock<Box<[AtomicU64]>>]>,
    frames: usize,
    clock: Mutex<Clock>,
}

struct Clock {
    /// The slot each frame in use belongs to.
    owners: Vec<usize>,
    hand: usize,
    version: u64,
}

impl Pool {
    fn new(frame_bytes: usize, slots: usize, frames: usize) -> Self {
        let chunk_shift = (CHUNK_BYTES / frame_bytes).max(1).ilog2();
        Pool {
            frame_words: frame_bytes / 8,
            chunk_shift,
            slots: (0..slots).map(|_| AtomicU64::new(ABSENT)).collect(),
            chunks: (0..frames.div_ceil(1 << chunk_shift)).map(|_| OnceLock::new()).collect(),
            frames,
            clock: Mutex::new(Clock { owners: Vec::new(), hand: 0, version: 0 }),
        }
    }

    #[inline(always)]
    fn frame(&self, frame: usize) -> Option<&[AtomicU64]> {
        let chunk = self.chunks[frame >> self.chunk_shift].get()?;
        let start = (frame & ((1 << self.chunk_shift) - 1)) * self.frame_words;
        Some(&chunk[start..start + self.frame_words])
    }

    #[inline]
    fn prefetch(&self, slot: usize, word: usize) {
        let seen = self.slots[slot].load(Ordering::Relaxed);
        if seen & KIND == FRAME
            && let Some(frame) = self.frame((seen >> FRAME_SHIFT) as usize & (MOST_FRAMES - 1))
        {
            prefetch(&frame[word]);
        }
    }

    #[inline]
    fn word(&self, slot: usize, word: usize) -> Option<[u8; 8]> {
        let slot = &self.slots[slot];
        // Acquire: what the frame was filled with before the slot was set is seen.
        let seen = slot.load(Ordering::Acquire);
        if seen & KIND != FRAME {
            return (seen & KIND == CONSTANT).then_some([(seen >> 8) as u8; 8]);
        }
        let frame = (seen >> FRAME_SHIFT) as usize & (MOST_FRAMES - 1);
        let bytes = self.frame(frame)?[word].load(Ordering::Relaxed);
        // Pairs with the fence in `keep`: had the word been another block's, this load would see that the slot was emptied.
        fence(Ordering::Acquire);
        if (slot.load(Ordering::Relaxed) ^ seen) & !USED != 0 {
            return None;
        }
        if seen & USED == 0 {
            // Says that the frame is wanted. Should the slot have changed since, that is no longer so.
            let _ = slot.compare_exchange(seen, seen | USED, Ordering::Relaxed, Ordering::Relaxed);
        }
        Some(bytes.to_le_bytes())
    }

    #[cold]
    fn keep(&self, slot: usize, bytes: &[u8]) {
        if self.frames == 0 {
            return;
        }
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(self.slots[slot].load(Ordering::Relaxed) & KIND, ABSENT | ASKED) {
            return;
        }
        let frame = if clock.owners.len() < self.frames {
            clock.owners.push(slot);
            clock.owners.len() - 1
        } else {
            let frame = self.unwanted(&mut clock);
            self.slots[clock.owners[frame]].store(ABSENT, Ordering::Relaxed);
            clock.owners[frame] = slot;
            frame
        };
        // Pairs with the fence in `word`: whoever reads a word stored below finds the slot emptied above.
        fence(Ordering::Release);
        let at = frame >> self.chunk_shift;
        let in_chunk = (self.frames - (at << self.chunk_shift)).min(1 << self.chunk_shift);
        self.chunks[at].get_or_init(|| (0..in_chunk * self.frame_words).map(|_| AtomicU64::new(0)).collect());
        let frame_words = self.frame(frame).expect("the chunk was just allocated");
        for (word, eight) in frame_words.iter().zip(bytes.chunks(8)) {
            let mut whole = [0; 8];
            whole[..eight.len()].copy_from_slice(eight);
            word.store(u64::from_le_bytes(whole), Ordering::Relaxed);
        }
        clock.version += 1;
        // Not yet marked as used: what is read once only goes first.
        let tag = FRAME | (frame as u64) << FRAME_SHIFT | clock.version << VERSION_SHIFT;
        self.slots[slot].store(tag, Ordering::Release);
    }

    /// The next frame that was not read since the hand passed it.
    fn unwanted(&self, clock: &mut Clock) -> usize {
        // Readers may mark frames as fast as the hand unmarks them: after two rounds any will do.
        for _ in 0..2 * self.frames {
            let frame = clock.hand;
            clock.hand = (clock.hand + 1) % self.frames;
            if self.slots[clock.owners[frame]].fetch_and(!USED, Ordering::Relaxed) & USED == 0 {
                return frame;
            }
        }
        clock.hand
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes_of(block: usize) -> Vec<u8> {
        (0..100).map(|at| (block * 31 + at * 7) as u8).collect()
    }

    /// Reads block `block` word by word, through the cache.
    fn check(cache: &Cache, place: Place, block: usize) -> bool {
        let bytes = bytes_of(block);
        (0..bytes.len().div_ceil(8)).all(|word| {
            cache.word(place, block, word).is_some_and(|eight| {
                let expected = &bytes[8 * word..bytes.len().min(8 * word + 8)];
                assert_eq!(&eight[..expected.len()], expected, "block {block}");
                true
            })
        })
    }

    #[test]
    fn what_fits_stays_and_what_does_not_makes_room() {
        let (cache, places) = Cache::new(&[(100, 10), (100, 5)], 128 * 15);
        for block in 0..10 {
            assert!(!check(&cache, places[0], block));
            cache.keep(places[0], block, &bytes_of(block));
        }
        for block in 0..5 {
            cache.keep(places[1], block, &bytes_of(block));
        }
        assert!((0..10).all(|block| check(&cache, places[0], block)));
        assert!((0..5).all(|block| check(&cache, places[1], block)));

        let (cache, places) = Cache::new(&[(100, 1000)], 128 * 8);
        for block in 0..1000 {
            cache.keep(places[0], block, &bytes_of(block));
            assert!(check(&cache, places[0], block));
        }
        assert_eq!((0..1000).filter(|&block| check(&cache, places[0], block)).count(), 8);
    }

    #[test]
    fn a_block_that_is_read_outlives_those_that_are_not() {
        let (cache, places) = Cache::new(&[(100, 1000)], 128 * 8);
        cache.keep(places[0], 0, &bytes_of(0));
        for block in 1..1000 {
            cache.keep(places[0], block, &bytes_of(block));
            assert!(check(&cache, places[0], 0), "after block {block}");
        }
    }

    #[test]
    fn without_memory_nothing_is_kept_but_constants() {
        let (cache, places) = Cache::new(&[(100, 10)], 0);
        cache.keep(places[0], 0, &bytes_of(0));
        cache.keep_constant(places[0], 1, 7);
        assert_eq!(cache.word(places[0], 0, 0), None);
        assert_eq!(cache.word(places[0], 1, 0), Some([7; 8]));
    }

    #[test]
    fn the_budget_is_kept_and_small_tables_come_first() {
        for budget in [0, 1000, 10_000, 100_000, 1_000_000] {
            let (cache, _) = Cache::new(&[(10, 1), (900, 3), (4096, 100), (4096, 17), (20_000, 40)], budget);
            let bytes: usize = cache.pools.iter().map(|pool| pool.frames * pool.frame_words * 8).sum();
            assert!(bytes <= budget);
            if budget >= 10_000 {
                assert_eq!(cache.pools[0].frames, 1);
                assert!(cache.pools[1].frames >= 2);
            }
            if budget == 1_000_000 {
                assert!(cache.pools[2].frames >= 117 || cache.pools[3].frames >= 24);
            }
        }
        for bytes in 1..70_000 {
            assert!((bytes..=bytes + 64.max(bytes / 4)).contains(&frame_bytes(bytes)), "{bytes}");
            assert_eq!(frame_bytes(bytes) % 8, 0);
        }
    }

    #[test]
    fn readers_never_see_another_blocks_bytes() {
        let (cache, places) = Cache::new(&[(100, 64)], 128 * 4);
        let (cache, place) = (&cache, places[0]);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                scope.spawn(move || {
                    let mut state = thread + 1;
                    let mut hits = 0;
                    for _ in 0..200_000 {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        let block = (state >> 40) as usize % if thread == 0 { 64 } else { 6 };
                        if check(cache, place, block) {
                            hits += 1;
                        } else {
                            cache.keep(place, block, &bytes_of(block));
                        }
                    }
                    assert!(hits > 0);
                });
            }
        });
    }
}
