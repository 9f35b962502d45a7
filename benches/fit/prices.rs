//! From records to prices.
//!
//! Each coefficient is first found for all games of a family together, then for each game, drawn to that: where a game has few
//! records, or none of a kind, those of its family speak for it. What counts is the relative error; small slices count less.

use std::collections::BTreeMap;

use dambase_format::{Metric, TableGame};
use dambase_generator::plan::{Makeup, NUMBERS, Priced, Prices, Rate, SAMPLED, TABLE_BYTES, Work, depths_for};
use dambase_rules::{Family, GameId, with_game};

use crate::least_squares::Problem;
use crate::record::Record;

/// How much a game is drawn to its family: in times, which are uncertain, and in bytes, which are not.
const PULL: [f64; 2] = [0.2, 0.02];
/// How much a family is drawn to a flat price.
const PULL_TO_FLAT: [f64; 2] = [1e-3, 1e-4];
/// The same for what a layer costs: there are slices that are little else.
const LAYER_PULL: f64 = 1e-6;
/// Slices of fewer values say little.
const LEAST_VALUES: u64 = 20_000;
/// Prices of time are found in this many nanoseconds, so that coefficients are of the size of one.
const UNIT_NS: f64 = 100.0;

/// The slice of a record in numbers.
fn makeup(record: &Record) -> Makeup {
    with_game!(record.game, G => {
        <G as Priced>::makeup(G::parse_material(&record.material).unwrap_or_else(|error| panic!("{error}")))
    })
}

/// The best time of each piece of work, on one thread.
pub fn best(records: Vec<Record>) -> Vec<Record> {
    let mut best: BTreeMap<_, Record> = BTreeMap::new();
    for record in records.into_iter().filter(|record| record.threads == 1) {
        let metrics: Vec<&str> = record.metrics.iter().map(|metric| metric.name()).collect();
        let work = (record.game, record.draw_rules.clone(), metrics, record.material.clone(), record.read_back > 0);
        let kept = best.entry(work).or_insert_with(|| record.clone());
        if record.cpu_seconds < kept.cpu_seconds {
            *kept = record;
        }
    }
    best.into_values().collect()
}

/// Families that share coefficients.
fn family(game: GameId) -> u8 {
    match game.family() {
        Family::Draughts => 0,
        Family::Artamonov => 1,
        Family::Chess => 2,
    }
}

/// The prices of every game that there are records of.
pub fn fit(records: &[Record]) -> Vec<(GameId, Prices)> {
    let mut games: Vec<GameId> = records.iter().map(|record| record.game).collect();
    games.sort();
    games.dedup();
    let pooled: BTreeMap<u8, Prices> = games
        .iter()
        .map(|&game| {
            let of: Vec<&Record> = records.iter().filter(|record| family(record.game) == family(game)).collect();
            (family(game), fit_some(&of, &FLAT, PULL_TO_FLAT))
        })
        .collect();
    games
        .into_iter()
        .map(|game| {
            let of: Vec<&Record> = records.iter().filter(|record| record.game == game).collect();
            (game, balanced(fit_some(&of, &pooled[&family(game)], PULL), &of))
        })
        .collect()
}

/// The prices with times that add up to what was measured: the least relative error is had by prices that are low.
fn balanced(mut prices: Prices, records: &[&Record]) -> Prices {
    let sum = |seconds: fn(&Prices, &Record) -> f64| large(records).map(|record| seconds(&prices, record)).sum::<f64>();
    let factor = sum(|_, record| record.cpu_seconds) / sum(|prices, record| foretold(prices, record).0);
    for rate in [&mut prices.exact_ns, &mut prices.ignored_ns, &mut prices.ruled_ns] {
        rate.iter_mut().for_each(|number| *number *= factor);
    }
    for number in
        [prices.write_ns.iter_mut(), prices.table_ms.iter_mut(), prices.read_ns.iter_mut()].into_iter().flatten()
    {
        *number *= factor;
    }
    prices.layer_ns *= factor;
    prices.byte_ns *= factor;
    prices
}

/// CPU seconds and bytes of the files of a record by these prices.
pub fn foretold(prices: &Prices, record: &Record) -> (f64, u64) {
    let makeup = makeup(record);
    let work = Work {
        values: record.values,
        layers: record.layers,
        depths: depths_for(&record.metrics),
        metrics: &record.metrics,
        read_back: record.read_back,
    };
    let bytes = record.metrics.iter().map(|&metric| prices.bytes(metric, record.values, &makeup)).sum();
    (prices.cpu(&work, &makeup).as_secs_f64(), bytes)
}

const fn flat(first: f64) -> Rate {
    let mut rate = [0.0; NUMBERS];
    rate[0] = first;
    rate
}

/// What is believed before anything was measured.
const FLAT: Prices = Prices {
    exact_ns: flat(100.0),
    ignored_ns: flat(80.0),
    ruled_ns: flat(150.0),
    layer_ns: 1000.0,
    write_ns: [15.0, 20.0, 20.0],
    byte_ns: 50.0,
    table_ms: [10.0, 10.0, 10.0],
    read_ns: [30.0, 40.0],
    log_bytes: [flat(-3.5), flat(-1.5), flat(-3.0)],
};

fn fit_some(all: &[&Record], before: &Prices, [pull, bytes_pull]: [f64; 2]) -> Prices {
    let mut prices = *before;
    prices.read_ns = fit_reading(all, before);
    // Those that are mostly reading back say little of solving. Without depths it is drawn to what it is with them.
    let fresh: Vec<&Record> = large(all).filter(|record| record.read_back <= record.values / 2).collect();
    let ruled: Vec<&Record> = large(all).filter(|record| record.read_back <= record.values).collect();
    let every: Vec<&Record> = large(all).collect();
    (prices.exact_ns, prices.layer_ns) =
        fit_solving(&solved(&fresh, false, true), &before.exact_ns, before.layer_ns, prices.read_ns[1], pull);
    (prices.ignored_ns, _) =
        fit_solving(&solved(&fresh, false, false), &prices.exact_ns, prices.layer_ns, prices.read_ns[0], pull);
    (prices.ruled_ns, _) =
        fit_solving(&solved(&ruled, true, false), &before.ruled_ns, prices.layer_ns, prices.read_ns[0], pull);
    (prices.write_ns, prices.byte_ns, prices.table_ms) = fit_writing(&every, before, pull);
    for (at, metric) in Metric::ALL.into_iter().enumerate() {
        prices.log_bytes[at] = fit_bytes(&every, at, metric, &before.log_bytes[at], bytes_pull);
    }
    prices
}

/// Those that were solved under draw rules or, without, with or without depths.
fn solved<'a>(records: &[&'a Record], ruled: bool, exact: bool) -> Vec<&'a Record> {
    let has = |record: &Record, metric| record.metrics.contains(&metric);
    let is = |record: &&&Record| has(record, Metric::Dtc) == ruled && (ruled || has(record, Metric::Dtw) == exact);
    records.iter().filter(is).copied().collect()
}

fn large<'a>(records: &[&'a Record]) -> impl Iterator<Item = &'a Record> {
    records.iter().copied().filter(|record| record.values >= LEAST_VALUES)
}

/// How much a slice counts by its size.
fn size_weight(record: &Record) -> f64 {
    let millions = record.values as f64 / 1e6;
    if millions < 1.0 { millions.sqrt() } else { millions.powf(0.15) }
}

fn fit_solving(records: &[&Record], before: &Rate, layer_ns: f64, read_ns: f64, pull: f64) -> (Rate, f64) {
    let mut problem = Problem::new();
    for record in records {
        let values = record.values as f64;
        let ns = (record.solving_seconds * 1e9 - read_ns * record.read_back as f64) / values / UNIT_NS;
        let mut numbers = makeup(record).to_vec();
        numbers.push(record.layers as f64 / values * 1000.0 / UNIT_NS);
        problem.row(numbers, ns, size_weight(record) / ns.max(0.02));
    }
    let mut known: Vec<f64> = before.iter().map(|rate| rate / UNIT_NS).collect();
    known.push(layer_ns / 1000.0);
    if problem.len() == 0 {
        return (*before, layer_ns);
    }
    let found = problem.solve(&known, |at| if at == NUMBERS { LAYER_PULL } else { pull }, NUMBERS);
    (std::array::from_fn(|at| found[at] * UNIT_NS), found[NUMBERS] * 1000.0)
}

fn fit_writing(records: &[&Record], before: &Prices, pull: f64) -> ([f64; 3], f64, [f64; 3]) {
    let mut problem = Problem::new();
    for record in records {
        let values = record.values as f64;
        let ns = (record.cpu_seconds - record.solving_seconds) * 1e9 / values / UNIT_NS;
        let made = Metric::ALL.map(|metric| f64::from(u8::from(record.metrics.contains(&metric))));
        let bytes: u64 = record.bytes.iter().sum();
        let searched = (values / SAMPLED).min(1.0) * 1e6 / values;
        let mut numbers = made.map(|made| made / UNIT_NS * 10.0).to_vec();
        numbers.push(bytes as f64 / values / UNIT_NS * 100.0);
        numbers.extend(made.map(|made| made * searched / UNIT_NS * 10.0));
        problem.row(numbers, ns, size_weight(record) / ns.max(0.02));
    }
    let mut known: Vec<f64> = before.write_ns.iter().map(|ns| ns / 10.0).collect();
    known.push(before.byte_ns / 100.0);
    known.extend(before.table_ms.map(|ms| ms / 10.0));
    let found = problem.solve(&known, |_| pull, 0);
    (std::array::from_fn(|at| found[at] * 10.0), found[3] * 100.0, std::array::from_fn(|at| found[4 + at] * 10.0))
}

/// What reading a value back costs: by slices that were made with what they depend on at hand, and with that in files. Taken together, for
/// single ones are too uncertain.
fn fit_reading(records: &[&Record], before: &Prices) -> [f64; 2] {
    let mut found = before.read_ns;
    for (at, metrics) in [&[Metric::Wdl][..], &Metric::THEORY].into_iter().enumerate() {
        let (mut seconds, mut read) = (0.0, 0.0);
        let of = |record: &&&Record| record.metrics == metrics;
        for record in records.iter().filter(of).filter(|record| record.read_back > record.values) {
            let same =
                |other: &&&Record| (other.game, &other.material, other.read_back) == (record.game, &record.material, 0);
            if let Some(without) = records.iter().filter(of).find(same) {
                seconds += record.cpu_seconds - without.cpu_seconds;
                read += record.read_back as f64;
            }
        }
        if read > 0.0 {
            found[at] = (seconds * 1e9 / read).max(1.0);
        }
    }
    found
}

fn fit_bytes(records: &[&Record], at: usize, metric: Metric, before: &Rate, pull: f64) -> Rate {
    let of: Vec<&&Record> = records.iter().filter(|record| record.metrics.contains(&metric)).collect();
    let most = of.iter().map(|record| record.bytes[at]).max().unwrap_or(1) as f64;
    let mut problem = Problem::new();
    for record in of {
        let bytes = record.bytes[at] as f64;
        let goal = ((bytes - TABLE_BYTES).max(50.0) / record.values as f64).ln();
        problem.row(makeup(record).to_vec(), goal, (bytes / most).sqrt() + 0.05);
    }
    if problem.len() == 0 {
        return *before;
    }
    let found = problem.solve(before, |_| pull, NUMBERS);
    std::array::from_fn(|at| found[at])
}
