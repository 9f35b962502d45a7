//! Sets of kings by rank, over free squares that are numbered without gaps: what holds for every placement of the men.

use dambase_format::choose;

/// No set.
pub const NO_SET: u32 = u32::MAX;

/// The sets of `size` kings on `free` squares, by their rank (FORMAT.md, "Combinations").
pub struct KingSets {
    pub size: usize,
    free: usize,
    /// How many sets.
    pub len: usize,
    /// Words that hold a bit for each set.
    pub words: usize,
    /// Members of each set, lowest first, `size` a set.
    members: Vec<u8>,
    /// The rank of each set less one member among the sets of one king less, by `[set][member]`.
    without: Vec<u32>,
    /// The rank of a set of one king less with one square more, by `[set][square]`; [`NO_SET`] where it holds the square already.
    with: Vec<u32>,
    /// The sets that hold a square, a bit for each set, by `[square][word]`.
    holding: Vec<u64>,
}

/// The rank of a set with these members, lowest first.
fn rank(members: impl IntoIterator<Item = u8>) -> u32 {
    (1..).zip(members).map(|(k, square)| choose(square.into(), k) as u32).sum()
}

/// The next set of so many members in the order of ranks.
pub fn advance(members: &mut [u8]) {
    for at in 0..members.len() {
        members[at] += 1;
        if at + 1 == members.len() || members[at] < members[at + 1] {
            return;
        }
        members[at] = at as u8;
    }
}

impl KingSets {
    pub fn new(size: usize, free: usize) -> Self {
        let len = choose(free as u32, size as u32) as usize;
        let words = len.div_ceil(64);
        let mut sets = KingSets {
            size,
            free,
            len,
            words,
            members: Vec::with_capacity(len * size),
            without: Vec::with_capacity(len * size),
            with: Vec::new(),
            holding: vec![0; free * words],
        };
        let mut members: Vec<u8> = (0..size as u8).collect();
        for set in 0..len {
            for (at, &square) in members.iter().enumerate() {
                sets.holding[usize::from(square) * words + set / 64] |= 1 << (set % 64);
                let rest = members.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &square)| square);
                sets.without.push(rank(rest));
            }
            sets.members.extend_from_slice(&members);
            advance(&mut members);
        }
        if size > 0 {
            let smaller = choose(free as u32, size as u32 - 1) as usize;
            sets.with = Vec::with_capacity(smaller * free);
            let mut members: Vec<u8> = (0..size as u8 - 1).collect();
            for _ in 0..smaller {
                for square in 0..free as u8 {
                    sets.with.push(if members.contains(&square) {
                        NO_SET
                    } else {
                        let at = members.partition_point(|&member| member < square);
                        rank(members[..at].iter().chain([&square]).chain(&members[at..]).copied())
                    });
                }
                advance(&mut members);
            }
        }
        sets
    }

    /// The squares of a set, lowest first.
    #[inline(always)]
    pub fn members(&self, set: usize) -> &[u8] {
        &self.members[set * self.size..][..self.size]
    }

    /// The sets that come of moving one member of `set` to another square, by the square.
    #[inline(always)]
    pub fn moved(&self, set: usize, member: usize) -> &[u32] {
        let rest = self.without[set * self.size + member] as usize;
        &self.with[rest * self.free..][..self.free]
    }

    /// The sets that hold a square, 64 of them in a word.
    #[inline(always)]
    pub fn holding(&self, square: u8, word: usize) -> u64 {
        self.holding[usize::from(square) * self.words + word]
    }

    /// The set turned by 180 degrees, for each set: square `s` becomes `free - 1 - s`.
    pub fn turned(&self) -> Vec<u32> {
        (0..self.len)
            .map(|set| rank(self.members(set).iter().rev().map(|&square| self.free as u8 - 1 - square)))
            .collect()
    }
}

/// Which pairs of a set of White's kings and a set of Black's are placements, and their numbers.
///
/// A slice numbers Black's kings over the squares that White's leave. Here they are numbered over all free squares, so that each
/// side's moves change one number alone; what the sides share a square in is left out when placements are counted.
pub struct Pairs {
    /// Words of Black's sets.
    words: usize,
    /// Black's sets that share no square with White's, by `[White's set][word]`.
    apart: Vec<u64>,
    /// How many such there are before each word.
    before: Vec<u32>,
    /// Numbers of one set of White's.
    ways: u64,
}

impl Pairs {
    pub fn new(white: &KingSets, black: &KingSets) -> Self {
        let words = black.words;
        let mut pairs = Pairs {
            words,
            apart: Vec::with_capacity(white.len * words),
            before: Vec::with_capacity(white.len * words),
            ways: 0,
        };
        let last = if black.len.is_multiple_of(64) { !0 } else { (1 << (black.len % 64)) - 1 };
        for set in 0..white.len {
            let mut count = 0;
            for word in 0..words {
                let all = if word + 1 == words { last } else { !0u64 };
                let shared = white.members(set).iter().fold(0, |shared, &square| shared | black.holding(square, word));
                pairs.apart.push(all & !shared);
                pairs.before.push(count);
                count += (all & !shared).count_ones();
            }
            pairs.ways = count.into();
        }
        pairs
    }

    /// The number of a placement among those of the kings.
    #[inline(always)]
    pub fn number(&self, white: usize, black: usize) -> u64 {
        let word = white * self.words + black / 64;
        let below = self.apart[word] & ((1 << (black % 64)) - 1);
        white as u64 * self.ways + u64::from(self.before[word] + below.count_ones())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_follow_each_other_by_rank() {
        for size in 0..=3 {
            let sets = KingSets::new(size, 9);
            let turned = sets.turned();
            for set in 0..sets.len {
                let members = sets.members(set);
                assert!(members.is_sorted() && rank(members.iter().copied()) as usize == set);
                assert_eq!(turned[turned[set] as usize] as usize, set);
                for (at, &from) in members.iter().enumerate() {
                    for to in 0..9 {
                        let mut expected = members.to_vec();
                        expected[at] = to;
                        expected.sort();
                        match sets.moved(set, at)[usize::from(to)] {
                            NO_SET => assert!(to != from && members.contains(&to)),
                            moved => assert_eq!(sets.members(moved as usize), expected),
                        }
                    }
                }
                for square in 0..9 {
                    assert_eq!(sets.holding(square, set / 64) >> (set % 64) & 1 == 1, members.contains(&square));
                }
            }
        }
    }

    #[test]
    fn placements_are_numbered_without_gaps() {
        for (white, black) in [(0, 0), (2, 0), (0, 2), (1, 1), (2, 2), (1, 3)] {
            let (white, black) = (KingSets::new(white, 9), KingSets::new(black, 9));
            let pairs = Pairs::new(&white, &black);
            let mut number = 0;
            for w in 0..white.len {
                for b in 0..black.len {
                    if black.members(b).iter().all(|square| !white.members(w).contains(square)) {
                        assert_eq!(pairs.number(w, b), number);
                        number += 1;
                    }
                }
            }
        }
    }
}
