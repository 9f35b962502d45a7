//! From a slice's key to its place in a list: a hash table that is built once.

use dambase_format::SliceKey;

const NOTHING: u32 = u32::MAX;

/// Open addressing with at most every fourth place taken.
pub(crate) struct Lookup {
    shift: u32,
    places: Box<[(u64, u32)]>,
}

impl Lookup {
    /// Numbers the keys, which all differ, in their order.
    pub(crate) fn new(keys: &[SliceKey]) -> Self {
        let size = (4 * keys.len()).next_power_of_two().max(2);
        let mut lookup = Lookup { shift: 64 - size.trailing_zeros(), places: vec![(0, NOTHING); size].into() };
        for (number, key) in keys.iter().enumerate() {
            let mut at = lookup.first_place(*key);
            while lookup.places[at].1 != NOTHING {
                at = (at + 1) & (size - 1);
            }
            lookup.places[at] = (key.0, number as u32);
        }
        lookup
    }

    #[inline(always)]
    fn first_place(&self, key: SliceKey) -> usize {
        // Fibonacci hashing: the high bits of the product depend on every bit of the key.
        (key.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    /// The number of a key.
    #[inline]
    pub(crate) fn get(&self, key: SliceKey) -> Option<usize> {
        let mut at = self.first_place(key);
        loop {
            // Some place is free, so this ends.
            let (held, number) = self.places[at];
            if number == NOTHING {
                return None;
            }
            if held == key.0 {
                return Some(number as usize);
            }
            at = (at + 1) & (self.places.len() - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_under_its_number_and_no_other_is() {
        for len in [0, 1, 2, 3, 100, 1000] {
            let keys: Vec<_> = (0..len).map(|i| SliceKey(i * i * 0x0100_0001)).collect();
            let lookup = Lookup::new(&keys);
            for (number, key) in keys.iter().enumerate() {
                assert_eq!(lookup.get(*key), Some(number));
                assert_eq!(lookup.get(SliceKey(key.0 + 1)), None);
            }
        }
    }
}
