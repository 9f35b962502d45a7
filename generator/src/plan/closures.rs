//! Which slices of a plan depend on which.

use std::collections::HashMap;

use dambase_format::SliceKey;

/// Slices of a plan by their places in it, a bit each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places(Box<[u64]>);

impl Places {
    /// None of so many.
    pub fn none(slices: usize) -> Self {
        Places(vec![0; slices.div_ceil(64)].into())
    }

    /// Adds a slice.
    pub fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    /// Takes a slice away.
    pub fn remove(&mut self, place: usize) {
        self.0[place / 64] &= !(1 << (place % 64));
    }

    /// Adds all of those.
    pub fn extend(&mut self, others: &Places) {
        self.0.iter_mut().zip(&others.0).for_each(|(word, other)| *word |= other);
    }

    /// The places, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        each(self.0.iter().copied())
    }

    /// The places that are not among the others, in order.
    pub fn without<'a>(&'a self, others: &'a Places) -> impl Iterator<Item = usize> + 'a {
        each(self.0.iter().zip(&others.0).map(|(word, other)| word & !other))
    }
}

fn each(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(at, mut word)| {
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(at * 64 + bit)
        })
    })
}

/// What each slice of a plan depends on, and what that does, and so on, itself left out. `keys` are in solving order and hold all that
/// any of them depends on; `dependencies` are those that moves lead to.
///
/// # Panics
/// When a slice is not behind all it depends on.
pub fn closures(keys: &[SliceKey], dependencies: impl Fn(SliceKey) -> Vec<SliceKey>) -> Vec<Places> {
    let places: HashMap<SliceKey, usize> = keys.iter().enumerate().map(|(place, &key)| (key, place)).collect();
    let mut all: Vec<Places> = Vec::with_capacity(keys.len());
    for &key in keys {
        let mut own = Places::none(keys.len());
        for dependency in dependencies(key) {
            let place = places[&dependency];
            own.insert(place);
            own.extend(&all[place]);
        }
        all.push(own);
    }
    all
}

#[cfg(test)]
mod tests {
    use dambase_rules::chess::Chess;
    use dambase_rules::draughts::games::Russian;

    use super::*;
    use crate::plan::closure;
    use crate::problem::Solvable;

    fn agree<G: Solvable>(pieces: u32) {
        let keys = closure::<G>(&(2..=pieces).flat_map(G::slices_of).collect::<Vec<_>>());
        for (own, &key) in closures(&keys, G::dependencies).iter().zip(&keys) {
            let listed: Vec<SliceKey> = own.iter().map(|place| keys[place]).collect();
            assert_eq!(listed, closure::<G>(&G::dependencies(key)));
        }
    }

    #[test]
    fn bits_say_what_lists_do() {
        agree::<Russian>(6);
        agree::<Chess>(5);
    }

    #[test]
    fn places_are_a_set() {
        let mut one = Places::none(200);
        let mut other = Places::none(200);
        [3, 64, 199].into_iter().for_each(|place| one.insert(place));
        [3, 70].into_iter().for_each(|place| other.insert(place));
        assert_eq!(one.without(&other).collect::<Vec<_>>(), [64, 199]);
        other.extend(&one);
        assert_eq!(other.iter().collect::<Vec<_>>(), [3, 64, 70, 199]);
        other.remove(3);
        assert_eq!(other.iter().collect::<Vec<_>>(), [64, 70, 199]);
    }
}
