//! What a search remembers of positions it has been at.

use std::hash::{Hash, Hasher};

use dambase_rules::draw::{Clocks, Counters, DrawRules};

use crate::score::{MOST_GUESSED, Score};

/// What a remembered score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The position is worth that at least.
    AtLeast,
    /// The position is worth that at most.
    AtMost,
    /// The position is worth exactly that.
    Exact,
}

/// What was found of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Remembered {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: u8,
    /// The number of the best move among the legal ones.
    pub(crate) best: u16,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    score: i16,
    best: u16,
    depth: u8,
    /// 0 where there is none.
    bound: u8,
    age: u8,
}

const BUCKET: usize = 4;

/// A table of bounded size; what is deep and recent stays longest.
pub(crate) struct Transpositions {
    entries: Vec<Entry>,
    age: u8,
}

impl Transpositions {
    /// A table of at most so many bytes; of fewer where the machine does not give them.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut wanted = bytes / size_of::<Entry>() / BUCKET * BUCKET;
        let mut entries = Vec::new();
        while wanted > 0 && entries.try_reserve_exact(wanted).is_err() {
            wanted = wanted / 2 / BUCKET * BUCKET;
        }
        entries.resize(wanted, Entry::default());
        Transpositions { entries, age: 0 }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    /// A new search begins: what older ones left gives way.
    pub(crate) fn begin(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn bucket(&self, key: u64) -> usize {
        let buckets = (self.entries.len() / BUCKET) as u128;
        ((u128::from(key) * buckets) >> 64) as usize * BUCKET
    }

    /// What is known of a position `ply` plies from the root.
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Remembered> {
        let at = self.bucket(key);
        let entry = self.entries.get(at..at + BUCKET)?.iter().find(|entry| entry.bound > 0 && entry.key == key)?;
        let bound = match entry.bound {
            1 => Bound::AtLeast,
            2 => Bound::AtMost,
            _ => Bound::Exact,
        };
        let score = from_node(entry.score.into(), ply);
        Some(Remembered { score, bound, depth: entry.depth, best: entry.best })
    }

    /// Remembers a position `ply` plies from the root.
    pub(crate) fn put(&mut self, key: u64, ply: usize, found: Remembered) {
        let (at, age) = (self.bucket(key), self.age);
        let Some(bucket) = self.entries.get_mut(at..at + BUCKET) else { return };
        let worth = |entry: &Entry| match entry {
            entry if entry.bound == 0 => i32::MIN,
            entry => i32::from(entry.depth) - 8 * i32::from(age.wrapping_sub(entry.age)),
        };
        let place = match bucket.iter().position(|entry| entry.bound > 0 && entry.key == key) {
            Some(place) => place,
            None => (0..BUCKET).min_by_key(|&place| worth(&bucket[place])).unwrap_or(0),
        };
        bucket[place] = Entry {
            key,
            score: to_node(found.score, ply) as i16,
            best: found.best,
            depth: found.depth,
            bound: match found.bound {
                Bound::AtLeast => 1,
                Bound::AtMost => 2,
                Bound::Exact => 3,
            },
            age,
        };
    }

    /// How full it is, in thousandths.
    pub(crate) fn permille(&self) -> u32 {
        let sample = &self.entries[..self.entries.len().min(1000)];
        let full = sample.iter().filter(|entry| entry.bound > 0 && entry.age == self.age).count();
        (full * 1000).checked_div(sample.len()).unwrap_or(0) as u32
    }
}

/// Wins and losses are counted from the root in a search, and from the position in the table.
fn to_node(score: Score, ply: usize) -> Score {
    match score {
        score if score > MOST_GUESSED => score + ply as Score,
        score if score < -MOST_GUESSED => score - ply as Score,
        score => score,
    }
}

fn from_node(score: Score, ply: usize) -> Score {
    match score {
        score if score > MOST_GUESSED => score - ply as Score,
        score if score < -MOST_GUESSED => score + ply as Score,
        score => score,
    }
}

/// Plies before the end of a clock from which on positions are told apart by where it stands.
const NEAR_LIMIT: u16 = 24;

/// The key of a position with its counters, as far as these are near to making a difference.
pub(crate) fn key<G: Clocks>(position: &G::Position, rules: Option<&DrawRules>, counters: &Counters) -> u64 {
    let mut mixer = Mixer(0x243f_6a88_85a3_08d3);
    position.hash(&mut mixer);
    for (number, (_, clock)) in rules.into_iter().flat_map(|rules| rules.clocks().enumerate()) {
        if let Some(value) = counters.get(number)
            && value.saturating_add(NEAR_LIMIT) >= clock.limit
        {
            mixer.write_u64((number as u64) << 32 | u64::from(value) << 8 | 1);
        }
    }
    mixer.finish()
}

/// Folds words by multiplication.
struct Mixer(u64);

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd129_0d3e_6f13_3f6f;
        self.0 = (product as u64).rotate_left(23) ^ (product >> 64) as u64;
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        let mut hash = self.0;
        hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash ^ hash >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::won_in;

    #[test]
    fn what_is_put_in_comes_out_seen_from_elsewhere() {
        let mut table = Transpositions::new(1 << 16);
        let found = Remembered { score: won_in(9), bound: Bound::AtLeast, depth: 4, best: 7 };
        assert_eq!(table.get(5, 0), None);
        table.put(5, 4, found);
        assert_eq!(table.get(5, 4), Some(found));
        assert_eq!(table.get(5, 0).unwrap().score, won_in(5));
        table.put(6, 4, Remembered { score: -won_in(9), ..found });
        assert_eq!(table.get(6, 6).unwrap().score, -won_in(11));
        table.clear();
        assert_eq!(table.get(5, 4), None);
    }

    #[test]
    fn a_table_without_memory_remembers_nothing() {
        let mut table = Transpositions::new(0);
        table.put(5, 0, Remembered { score: 1, bound: Bound::Exact, depth: 1, best: 0 });
        assert_eq!(table.get(5, 0), None);
        assert_eq!(table.permille(), 0);
    }
}
