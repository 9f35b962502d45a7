//! Which neighbours foretell classes best.

use rayon::prelude::*;

use dambase_format::codec::{ClassModel, ClassOdds, MOST_NEIGHBOURS, Need, ORDERS, Parts, byte_of};

use super::cost::{BIT, of_counts};
use super::sample::{Sample, count_alike, neighbour};

/// Neighbours that are tried, besides the nearest.
const TRIED: usize = 14;
/// What a context costs in the model.
const CONTEXT: u64 = 16 * BIT;
/// By so much the odds of a context fit the sample better than the rest of the table.
const FITS: u64 = 2 * BIT;
const DRAW: u8 = 1;

/// The neighbours, with odds as they are in the sample.
pub fn find(sample: &Sample, parts: Parts, wins_are_odd: bool, farthest: usize) -> ClassModel {
    let truth = sample.classes(parts, wins_are_odd);
    let mut classes = truth.clone();
    let exact: Vec<u8> = sample.needs.iter().map(|&need| u8::from(need == Need::Exact)).collect();
    fill(sample, &truth, &mut classes, &[1]);
    // Pairs across the border of two blocks are among them: too few to matter.
    let ranked = Sample::ranked_distances(farthest.min(sample.len() / 2), |distance| {
        let alike = count_alike(&classes, &exact, distance);
        (exact.len() as u64, alike)
    });
    let mut tried: Vec<usize> = ranked.iter().copied().take(TRIED).collect();
    tried.extend((1..=2).filter(|near| *near <= farthest && !ranked[..TRIED.min(ranked.len())].contains(near)));
    fill(sample, &truth, &mut classes, &tried[..tried.len().min(6)]);

    // Of the values that are coded as they are: what is to be foretold, and what the neighbours say.
    let places: Vec<usize> = (0..sample.len()).filter(|&at| exact[at] == 1).collect();
    let coded: Vec<u8> = places.iter().map(|&at| classes[at]).collect();
    let mut tried: Vec<(usize, Vec<u8>)> = tried
        .into_par_iter()
        .map(|distance| {
            let there = |&at: &usize| neighbour(&classes, &sample.within, at, distance, DRAW);
            (distance, places.iter().map(there).collect())
        })
        .collect();
    let mut contexts: Vec<u16> = vec![0; places.len()];
    let mut neighbours: Vec<u16> = Vec::new();
    let mut least = sample.scaled(of_counts(&counts(&coded, contexts.iter().copied(), 1))) + CONTEXT;
    while neighbours.len() < MOST_NEIGHBOURS && !tried.is_empty() {
        let width = 3u16.pow(neighbours.len() as u32);
        let joined = |there: &[u8]| -> Vec<u16> {
            contexts.iter().zip(there).map(|(context, &class)| context + width * u16::from(class)).collect()
        };
        let (cost, which) = tried
            .par_iter()
            .enumerate()
            .map(|(which, (_, there))| {
                let counts = counts(&coded, joined(there), 3 * usize::from(width));
                let cost = counts
                    .chunks_exact(3)
                    .filter(|counts| counts.iter().any(|&count| count > 0))
                    .fold((0, 0), |(bits, table), counts| (bits + of_counts(counts) + FITS, table + CONTEXT));
                (sample.scaled(cost.0) + cost.1, which)
            })
            .min()
            .expect("something is tried");
        // What saves next to nothing only takes time.
        if cost + least / 400 >= least {
            break;
        }
        least = cost;
        let (distance, there) = tried.remove(which);
        contexts = joined(&there);
        neighbours.push(distance as u16);
    }
    let counts = counts(&coded, contexts, 3usize.pow(neighbours.len() as u32));
    let contexts =
        counts.chunks_exact(3).map(|counts| odds([0, 1, 2].map(|class| counts[class].into()), false)).collect();
    ClassModel { neighbours, contexts }
}

/// How often each class occurs in each of `contexts` contexts.
fn counts(classes: &[u8], numbers: impl IntoIterator<Item = u16>, contexts: usize) -> Vec<u32> {
    let mut counts = vec![0; 3 * contexts];
    for (&class, number) in classes.iter().zip(numbers) {
        counts[3 * usize::from(number) + usize::from(class)] += 1;
    }
    counts
}

/// Gives classes that need not be as they are the one that most of these neighbours have, the first of them counting most.
fn fill(sample: &Sample, truth: &[u8], classes: &mut [u8], distances: &[usize]) {
    for at in 0..classes.len() {
        let most = match sample.needs[at] {
            Need::Exact => continue,
            Need::Any => 2,
            Need::AtMost => truth[at],
        };
        let mut votes = [0; 3];
        for (rank, &distance) in distances.iter().enumerate() {
            let class = neighbour(classes, &sample.within, at, distance, DRAW);
            votes[usize::from(class)] += distances.len() - rank;
        }
        classes[at] = (0..=most).rev().max_by_key(|&class| votes[usize::from(class)]).unwrap_or(most);
    }
}

/// The odds for classes that occur so often; with `more`, others may occur that were not counted.
pub fn odds(counts: [u64; 3], more: bool) -> ClassOdds {
    let all: u64 = counts.iter().sum();
    if all == 0 {
        return ClassOdds::default();
    }
    let counts = if more { counts.map(|count| 4 * count + 1) } else { counts };
    let all: u64 = counts.iter().sum();
    let mut order = [0u8, 1, 2];
    order.sort_by_key(|&class| (std::cmp::Reverse(counts[usize::from(class)]), class));
    let number = (1..ORDERS.len()).find(|&number| ORDERS[number] == order).expect("every order is there");
    ClassOdds { order: number as u8, others: [1, 2].map(|place| byte_of(counts[usize::from(order[place])], all)) }
}
