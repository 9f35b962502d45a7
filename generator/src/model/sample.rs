//! Blocks that a model is found on.

use dambase_format::codec::{Need, Parts};
use dambase_format::{Code, Header};

/// The fewest and the most values a model is found on; all there are, in a small table.
const VALUES: (u64, u64) = (3 << 14, 1 << 18);
/// Between those, one in so many.
const ONE_IN: u64 = 256;

/// Whole blocks of a table, spread evenly over it.
pub struct Sample {
    /// The values, block after block.
    pub codes: Vec<Code>,
    /// What they must be.
    pub needs: Vec<Need>,
    /// The place of each in its block.
    pub within: Vec<u16>,
    /// Values of the whole table.
    pub values: u64,
}

/// Numbers of so many of `all` blocks, spread evenly.
pub fn spread(all: u64, wanted: u64) -> impl Iterator<Item = u64> {
    let wanted = wanted.clamp(1, all);
    (0..wanted).map(move |i| (u128::from(i) * u128::from(all) / u128::from(wanted)) as u64)
}

impl Sample {
    pub fn new(header: &Header, value_of: impl Fn(u64) -> Code, need_of: impl Fn(u64) -> Need) -> Self {
        let mut sample = Sample { codes: Vec::new(), needs: Vec::new(), within: Vec::new(), values: header.values };
        let wanted = (header.values / ONE_IN).clamp(VALUES.0, VALUES.1);
        for block in spread(header.blocks(), wanted.div_ceil(header.values_per_block.into())) {
            let first = block * u64::from(header.values_per_block);
            for at in 0..header.values_in(block) {
                let need = need_of(first + at);
                sample.codes.push(if need == Need::Any { 0 } else { value_of(first + at) });
                sample.needs.push(need);
                sample.within.push(at as u16);
            }
        }
        sample
    }

    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// A cost for the sample as a cost for the table.
    pub fn scaled(&self, cost: u64) -> u64 {
        (u128::from(cost) * u128::from(self.values) / self.len().max(1) as u128) as u64
    }

    /// Classes of the values; 1 where any will do.
    pub fn classes(&self, parts: Parts, wins_are_odd: bool) -> Vec<u8> {
        self.codes.iter().map(|&code| parts.class(code, wins_are_odd)).collect()
    }

    /// Distances up to `most`, those first at which `alike` finds most pairs alike. `alike` gets a distance and gives how many pairs it
    /// has looked at and how many of them are alike.
    pub fn ranked_distances(most: usize, alike: impl Fn(usize) -> (u64, u64) + Sync) -> Vec<usize> {
        use rayon::prelude::*;
        let mut ranked: Vec<(u64, usize)> = (1..=most)
            .into_par_iter()
            .map(|distance| {
                let (all, alike) = alike(distance);
                ((alike << 24).checked_div(all).unwrap_or(0), distance)
            })
            .collect();
        ranked.sort_by_key(|&(share, distance)| (std::cmp::Reverse(share), distance));
        ranked.into_iter().map(|(_, distance)| distance).collect()
    }
}

/// How many of the values in `fixed` (1, else 0) are the same as the one so far before.
pub fn count_alike(values: &[u8], fixed: &[u8], distance: usize) -> u64 {
    const LANES: usize = 32;
    let (now, before, fixed) = (&values[distance..], &values[..values.len() - distance], &fixed[distance..]);
    let mut alike = 0;
    // Short enough for a byte to count, so that a whole register is compared at once.
    for ((now, before), fixed) in now.chunks(255 * LANES).zip(before.chunks(255 * LANES)).zip(fixed.chunks(255 * LANES))
    {
        let mut lanes = [0u8; LANES];
        let whole = now.chunks_exact(LANES).zip(before.chunks_exact(LANES)).zip(fixed.chunks_exact(LANES));
        for ((now, before), fixed) in whole {
            for lane in 0..LANES {
                lanes[lane] += u8::from(now[lane] == before[lane]) & fixed[lane];
            }
        }
        let rest = now.len() / LANES * LANES;
        let rest = (rest..now.len()).filter(|&at| now[at] == before[at] && fixed[at] == 1).count();
        alike += lanes.iter().map(|&lane| u64::from(lane)).sum::<u64>() + rest as u64;
    }
    alike
}

/// What stands `distance` before place `at` of a sample, or the value before it where that is beyond the start of its block, as the
/// codec has it.
#[inline(always)]
pub fn neighbour<T: Copy>(values: &[T], within: &[u16], at: usize, distance: usize, first: T) -> T {
    if usize::from(within[at]) >= distance {
        values[at - distance]
    } else if within[at] > 0 {
        values[at - 1]
    } else {
        first
    }
}
