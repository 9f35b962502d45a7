//! What is measured, a row each.

use std::hint::black_box;
use std::path::Path;

use dambase_format::{ClockedGame, Metric};
use dambase_prober::{OpenOptions, Tablebase};

use crate::clock::{Times, dependent_read_ns, one_of, times};
use crate::positions::Positions;

fn open<G: ClockedGame>(folder: &Path, cache_bytes: usize) -> Tablebase<G> {
    let options = OpenOptions { cache_bytes, ..OpenOptions::default() };
    Tablebase::open(&[folder], &options).expect("a folder of tables")
}

fn row(what: &str, times: Times) {
    // Chess stores every position: there is none with a capture that would be a row of its own.
    if times.mean.is_nan() {
        return;
    }
    println!("| {what} | {:.0} | {:.0} | {:.0} |", times.median, times.p99, times.mean);
}

fn alone(what: &str, ns: f64) {
    println!("| {what} | | | {ns:.0} |");
}

/// Measures everything.
pub fn run<G: ClockedGame>(folder: &Path, count: usize) {
    let cold = open::<G>(folder, 0);
    let warm = open::<G>(folder, 4 << 30);
    let positions = Positions::<G>::random(&warm, Metric::Wdl, count);
    let (stored, captures) = (&positions.stored, &positions.captures);
    println!(
        "{}: {} tables, {} bytes; {} positions without a capture, {} with one",
        G::ID,
        warm.tables().count(),
        warm.file_bytes(),
        stored.len(),
        captures.len()
    );
    println!("\n| nanoseconds | median | p99 | in a row |\n|---|---|---|---|");

    let wdl = |tablebase: &Tablebase<G>, position| tablebase.probe_wdl(position).expect("a value") as usize;
    let dtw = |tablebase: &Tablebase<G>, position| {
        usize::from(tablebase.probe_dtw(position).expect("a value").plies().unwrap_or(0))
    };
    // Pages come into memory, and nothing stays decoded.
    for position in stored {
        wdl(&cold, position);
    }
    row("WDL, page in memory, nothing decoded", times(stored.len(), |at| wdl(&cold, &stored[at])));
    for _ in 0..3 {
        for position in stored.iter().chain(captures) {
            wdl(&warm, position);
        }
    }
    row("WDL, block decoded", times(stored.len(), |at| wdl(&warm, &stored[at])));
    let in_memory = |at: usize| warm.probe_wdl_in_memory(&stored[at]).expect("no error").map_or(3, |wdl| wdl as usize);
    row("WDL, conditional", times(stored.len(), in_memory));

    let preloaded = open::<G>(folder, 64 << 20);
    let taken = preloaded.preload(|info| info.metric == Metric::Wdl, u64::MAX).expect("sound tables");
    alone(
        &format!("a dependent read from as much as is preloaded ({} bytes)", taken.bytes),
        dependent_read_ns(taken.bytes as usize),
    );
    row("WDL, preloaded", times(stored.len(), |at| wdl(&preloaded, &stored[at])));
    let mut answers = Vec::new();
    alone("WDL, preloaded, batch", one_of(stored.len(), || preloaded.probe_wdl_batch(black_box(stored), &mut answers)));
    alone("WDL, block decoded, batch", one_of(stored.len(), || warm.probe_wdl_batch(black_box(stored), &mut answers)));

    row("WDL with a capture, preloaded", times(captures.len(), |at| wdl(&preloaded, &captures[at])));
    let mut successors = Vec::new();
    let mut ends = vec![0];
    for position in captures {
        G::for_each_successor(position, |after| successors.push(after));
        ends.push(successors.len());
    }
    let own = |tablebase: &Tablebase<G>, at: usize| -> usize {
        successors[ends[at]..ends[at + 1]].iter().map(|after| wdl(tablebase, after)).sum()
    };
    row("... the probes of its captures alone", times(captures.len(), |at| own(&preloaded, at)));
    for position in captures {
        wdl(&cold, position);
    }
    row("WDL with a capture, nothing decoded", times(captures.len(), |at| wdl(&cold, &captures[at])));
    row("... the probes of its captures alone", times(captures.len(), |at| own(&cold, at)));

    let threads = |threads: usize| {
        one_of(threads * stored.len(), || {
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| stored.iter().for_each(|position| _ = black_box(wdl(&preloaded, position))));
                }
            });
        })
    };
    println!("\ntwo threads do {:.2} times as many WDL probes as one", threads(1) / threads(2));

    if warm.tables().any(|info| info.metric == Metric::Dtw) {
        println!("\n| nanoseconds | median | p99 | in a row |\n|---|---|---|---|");
        let stored = &stored[..stored.len() / 2];
        for position in stored {
            dtw(&cold, position);
        }
        row("DTW, page in memory, nothing decoded", times(stored.len(), |at| dtw(&cold, &stored[at])));
        for _ in 0..3 {
            for position in stored {
                dtw(&warm, position);
            }
        }
        row("DTW, block decoded", times(stored.len(), |at| dtw(&warm, &stored[at])));
    }
    ruled::<G>(&cold, &warm, stored);
}

/// Values under draw rules, where there are tables of them.
fn ruled<G: ClockedGame>(cold: &Tablebase<G>, warm: &Tablebase<G>, stored: &[G::Position]) {
    let Some((rules, _)) = warm.tables_under_rules().next() else { return };
    let stored = &stored[..stored.len() / 4];
    let verdict = |tablebase: &Tablebase<G>, position: &G::Position| {
        let counters = dambase_rules::draw::Counters::zero::<G>(rules, position);
        tablebase.probe_verdict(rules, position, &counters).expect("a verdict").verdict as usize
    };
    println!("\n| nanoseconds, {} | median | p99 | in a row |\n|---|---|---|---|", rules.name);
    for position in stored {
        verdict(cold, position);
    }
    row("verdict, page in memory, nothing decoded", times(stored.len(), |at| verdict(cold, &stored[at])));
    for _ in 0..3 {
        for position in stored {
            verdict(warm, position);
        }
    }
    row("verdict, block decoded", times(stored.len(), |at| verdict(warm, &stored[at])));
}
