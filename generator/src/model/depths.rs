//! Which neighbours foretell depths best.

use rayon::prelude::*;

use dambase_format::codec::{
    DepthModel, Difference, MOST_CONTEXTS, MOST_DIFFERENCES, MOST_SYMBOLS, Need, Parts, SymbolOdds, byte_of, middle,
    symbol_of,
};

use super::cost::{BIT, of_counts};
use super::sample::{Sample, neighbour};

/// Neighbours that are tried, besides the nearest.
const TRIED: usize = 10;
/// What the odds of a symbol cost in the model.
const SYMBOL: u64 = 12 * BIT;
/// By so much the odds of a symbol fit the sample better than the rest of the table.
const FITS: u64 = 4 * BIT;
/// Symbols that are told apart while neighbours are looked for.
const SYMBOLS: usize = 32;
const DRAW: u8 = 1;

/// Depths of a sample.
struct Depths<'a> {
    sample: &'a Sample,
    depths: Vec<u16>,
    first: u16,
}

impl Depths<'_> {
    #[inline(always)]
    fn at(&self, at: usize, distance: usize) -> u16 {
        neighbour(&self.depths, &self.sample.within, at, distance, self.first)
    }

    #[inline(always)]
    fn foretold(&self, at: usize, by: [usize; 3]) -> u16 {
        let [a, b, c] = by.map(|distance| self.at(at, distance));
        middle(a, b, c)
    }
}

/// The neighbours; odds are left to be counted.
pub fn find(sample: &Sample, parts: Parts, wins_are_odd: bool, farthest: usize) -> DepthModel {
    let classes = sample.classes(parts, wins_are_odd);
    let free: Vec<bool> =
        classes.iter().zip(&sample.needs).map(|(&class, &need)| class == DRAW || need != Need::Exact).collect();
    let places: Vec<usize> = (0..sample.len()).filter(|&at| !free[at]).collect();
    let mut all = Depths { sample, depths: sample.codes.iter().map(|&code| parts.depth(code)).collect(), first: 0 };
    if let Some(&first) = places.first() {
        let mut sorted: Vec<u16> = places.iter().map(|&at| all.depths[at]).collect();
        sorted.sort_unstable();
        all.first = sorted[sorted.len() / 2];
        all.depths[first] = parts.depth(sample.codes[first]);
    }
    fill(&mut all, &free, [1, 1, 1]);
    let fixed: Vec<u8> = free.iter().map(|&free| u8::from(!free)).collect();
    let ranked = Sample::ranked_distances(farthest.min(sample.len() / 2), |distance| {
        let depths = all.depths[distance..].iter().zip(&all.depths);
        let both = fixed[distance..].iter().zip(&fixed).map(|(a, b)| a & b);
        depths.zip(both).fold((0, 0), |(pairs, alike), ((depth, before), both)| {
            (pairs + u64::from(both), alike + u64::from(u8::from(depth == before) & both))
        })
    });
    let mut tried: Vec<usize> = ranked.iter().copied().take(TRIED).collect();
    tried.extend((1..=2).filter(|near| *near <= farthest && !ranked[..TRIED.min(ranked.len())].contains(near)));
    if tried.len() >= 3 {
        fill(&mut all, &free, [tried[0], tried[1], tried[2]]);
    }

    // Foretellers: one alone, or the middle one of three.
    let near = &tried[..tried.len().min(6)];
    let mut sets: Vec<[usize; 3]> = near.iter().map(|&one| [one; 3]).collect();
    for (a, &one) in near.iter().enumerate() {
        for (b, &two) in near.iter().enumerate().skip(a + 1) {
            sets.extend(near[b + 1..].iter().map(|&three| [one, two, three]));
        }
    }
    let mut numbers: Vec<u16> = places.iter().map(|&at| u16::from(classes[at] == 2)).collect();
    let symbols_by = |by: [usize; 3]| -> Vec<u32> {
        places.iter().map(|&at| symbol_of(all.depths[at], all.foretold(at, by))).collect()
    };
    let of = |symbols: &[u32], numbers: &[u16], contexts: usize, more: &dyn Fn(usize) -> usize| {
        let mut counts = vec![0u32; SYMBOLS * contexts];
        for ((&at, &symbol), &number) in places.iter().zip(symbols).zip(numbers) {
            counts[(usize::from(number) + more(at)) * SYMBOLS + (symbol as usize).min(SYMBOLS - 1)] += 1;
        }
        let mut bits = 0;
        let mut table = 0;
        for counts in counts.chunks_exact(SYMBOLS) {
            let symbols = counts.iter().filter(|&&count| count > 0).count() as u64;
            table += SYMBOL * symbols;
            bits += of_counts(counts) + FITS * symbols;
        }
        sample.scaled(bits) + table
    };
    let (mut least, foretellers) =
        sets.par_iter().map(|&set| (of(&symbols_by(set), &numbers, 2, &|_| 0), set)).min().unwrap_or((0, [1, 1, 1]));
    let symbols = symbols_by(foretellers);
    let foretold: Vec<u16> = (0..sample.len()).map(|at| all.foretold(at, foretellers)).collect();

    let mut differences: Vec<Difference> = Vec::new();
    let mut width = 2;
    while differences.len() < MOST_DIFFERENCES {
        let best = tried
            .par_iter()
            .flat_map(|&distance| [1, 3].map(|clamp| Difference { distance: distance as u16, clamp }))
            .filter(|difference| {
                differences.iter().all(|taken| taken.distance != difference.distance)
                    && width * difference.ways() <= MOST_CONTEXTS.min(sample.len())
            })
            .map(|difference| {
                let more = |at: usize| width * difference.digit(all.at(at, difference.distance.into()), foretold[at]);
                let cost = of(&symbols, &numbers, width * difference.ways(), &more);
                (cost, difference.distance, difference.clamp)
            })
            .min();
        match best {
            Some((cost, distance, clamp)) if cost + least / 300 < least => {
                least = cost;
                let difference = Difference { distance, clamp };
                for (number, &at) in numbers.iter_mut().zip(&places) {
                    *number += (width * difference.digit(all.at(at, distance.into()), foretold[at])) as u16;
                }
                width *= difference.ways();
                differences.push(difference);
            }
            _ => break,
        }
    }

    let mut often = vec![0u64; usize::from(MOST_SYMBOLS)];
    for &symbol in &symbols {
        often[(symbol as usize).min(usize::from(MOST_SYMBOLS) - 1)] += 1;
    }
    // What is rarer is coded as the depth itself.
    let rare = symbols.len() as u64 / 4096;
    let last = often[..often.len() - 1].iter().rposition(|&count| count > rare).unwrap_or(0);
    let contexts = DepthModel::count_contexts(&differences) + 1;
    let mut model = DepthModel {
        foretellers: foretellers.map(|distance| distance as u16),
        first: all.first,
        differences,
        symbols: (last as u8 + 2).max(2),
        contexts: vec![SymbolOdds::default(); contexts],
    };
    let mut counts = vec![0u64; contexts * usize::from(model.symbols)];
    for (&number, &symbol) in numbers.iter().zip(&symbols) {
        let symbol = (symbol as usize).min(usize::from(model.symbols) - 1);
        counts[usize::from(number) * usize::from(model.symbols) + symbol] += 1;
    }
    set_odds(&mut model, &counts);
    model
}

/// Gives depths that need not be as they are what these neighbours foretell.
fn fill(all: &mut Depths<'_>, free: &[bool], by: [usize; 3]) {
    for (at, _) in free.iter().enumerate().filter(|(_, free)| **free) {
        all.depths[at] = all.foretold(at, by);
    }
}

/// A context that occurs more seldom has no odds of its own.
const SELDOM: u64 = 6;

/// Sets the odds of every context from how often symbols were counted in them.
pub fn set_odds(model: &mut DepthModel, counts: &[u64]) {
    let symbols = usize::from(model.symbols);
    let mut rest = vec![0; symbols];
    let contexts = model.contexts.len() - 1;
    for (context, counts) in model.contexts.iter_mut().zip(counts.chunks_exact(symbols)).take(contexts) {
        for (sum, count) in rest.iter_mut().zip(counts) {
            *sum += count;
        }
        let often = counts.iter().sum::<u64>() >= SELDOM;
        *context = if often { odds(counts) } else { SymbolOdds::default() };
    }
    if rest.iter().all(|&count| count == 0) {
        rest[0] = 1;
    }
    model.contexts[contexts] = odds(&rest);
}

/// The odds for symbols that occur so often.
fn odds(counts: &[u64]) -> SymbolOdds {
    let all = counts.iter().sum();
    let likeliest = (0..counts.len()).rev().max_by_key(|&symbol| counts[symbol]).unwrap_or(0);
    let mut odds: Vec<u8> = counts.iter().map(|&count| byte_of(count, all)).collect();
    odds[likeliest] = 0;
    // The likeliest has what the others leave, and by rounding that may be nothing.
    while odds.iter().map(|&byte| u32::from(dambase_format::codec::odds_of(byte))).sum::<u32>()
        + dambase_format::codec::TOTAL / 64
        > dambase_format::codec::TOTAL
    {
        for byte in &mut odds {
            *byte -= u8::from(*byte > 1);
        }
    }
    let len = odds.iter().rposition(|&byte| byte > 0).map_or(1, |last| last + 1);
    odds.truncate(len);
    SymbolOdds { likeliest: likeliest as u8, odds }
}
