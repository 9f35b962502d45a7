//! Nanoseconds of single calls, and of many in a row.

use std::hint::black_box;
use std::time::Instant;

/// Nanoseconds a call: what half of them stay below, and what 99 of 100 do.
#[derive(Clone, Copy)]
pub struct Times {
    pub median: f64,
    pub p99: f64,
    /// All of them one after the other, each waiting for the one before, by their number.
    pub mean: f64,
}

/// What looking at the clock twice takes, in nanoseconds.
fn clock_ns() -> f64 {
    let mut times: Vec<u64> = (0..10_001).map(|_| Instant::now().elapsed().as_nanos() as u64).collect();
    times.sort_unstable();
    times[times.len() / 2] as f64
}

/// Times calls for the numbers 0 to `count`. A call returns something of its answer: the next call cannot begin before that
/// is known.
pub fn times(count: usize, mut call: impl FnMut(usize) -> usize) -> Times {
    if count == 0 {
        return Times { median: f64::NAN, p99: f64::NAN, mean: f64::NAN };
    }
    let clock = clock_ns();
    let begun = Instant::now();
    let mut at = 0;
    while at < count {
        // Nothing, but neither compiler nor processor knows.
        at += 1 + (black_box(call(at)) >> 32);
    }
    let mean = begun.elapsed().as_nanos() as f64 / count as f64;
    let mut single: Vec<u64> = (0..count)
        .map(|at| {
            let begun = Instant::now();
            black_box(call(at));
            begun.elapsed().as_nanos() as u64
        })
        .collect();
    single.sort_unstable();
    let of = |share: f64| (single[((count - 1) as f64 * share) as usize] as f64 - clock).max(0.0);
    Times { median: of(0.5), p99: of(0.99), mean }
}

/// Nanoseconds of one of `count` pieces of work that one call does.
pub fn one_of(count: usize, mut call: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let begun = Instant::now();
        call();
        best = best.min(begun.elapsed().as_nanos() as f64 / count as f64);
    }
    best
}

/// Nanoseconds of a read from `bytes` of memory at an address that the read before says.
pub fn dependent_read_ns(bytes: usize) -> f64 {
    let len = (bytes / 8).next_power_of_two().max(1024);
    // Odd steps of a full cycle through a power of two: each place says the next, and they are far apart.
    let next = |at: usize| (at.wrapping_mul(5).wrapping_add(0x9E37_79B1)) & (len - 1);
    let memory: Vec<usize> = (0..len).map(next).collect();
    let reads = 1_000_000;
    one_of(reads, || {
        let mut at = 0;
        for _ in 0..reads {
            at = memory[at];
        }
        black_box(at);
    })
}
