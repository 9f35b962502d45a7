//! How fast this machine is, and what that makes of CPU time.

use std::time::{Duration, Instant};

use dambase_format::TableGame;
use dambase_rules::draughts::games::English;

use super::closure;
use super::prices::REFERENCE_SECONDS;
use crate::run::{Progress, solve_slice};
use crate::solve::Depths;
use crate::solved::SolvedSlices;

/// How long a machine is measured, and how often at least.
const MEASURED: Duration = Duration::from_millis(250);
const LEAST_TIMES: usize = 3;
/// What a further thread adds, of a thread alone: measured with two.
const FURTHER_THREAD: f64 = 0.85;
/// Wall time in which nothing is computed, a file: it is flushed, renamed, and its folder flushed.
pub const FLUSH_SECONDS: f64 = 0.005;
/// What is solved to see how fast a machine is, with all it depends on: in English draughts, on one thread, in memory. Some milliseconds,
/// so that among many times there is one in which nothing else had the core.
const PROBE: &str = "KMvK";

/// Says nothing and stops nothing.
struct Silent;

impl Progress for Silent {}

/// How fast this machine is, 1 being the one that prices were measured on: the time it takes to solve a few small slices in memory, on one
/// thread. Takes a fraction of a second. What else the machine does meanwhile matters little: the best of many times counts.
pub fn speed_of_this_machine() -> f64 {
    REFERENCE_SECONDS / probe_seconds()
}

/// The time that [`speed_of_this_machine`] goes by, in seconds.
pub fn probe_seconds() -> f64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    // Where no thread can be had, nothing is known.
    pool.map_or(REFERENCE_SECONDS, |pool| pool.install(best_time))
}

fn best_time() -> f64 {
    let begin = Instant::now();
    let mut best = f64::INFINITY;
    let mut times = 0;
    while times < LEAST_TIMES || begin.elapsed() < MEASURED {
        let begin = Instant::now();
        solve_probe();
        best = best.min(begin.elapsed().as_secs_f64());
        times += 1;
    }
    best
}

fn solve_probe() {
    let key = English::parse_material(PROBE).expect("a material of English draughts");
    let mut at_hand = SolvedSlices::<English>::default();
    for key in closure::<English>(&[key]) {
        let slice = English::slice(key).expect("a small slice");
        let (solved, _) = solve_slice(slice, Depths::Exact, &at_hand, None, &Silent).expect("nothing stops it");
        at_hand.keep(std::sync::Arc::new(solved));
    }
}

/// The time on a clock that so much CPU time takes on a machine of this speed by so many threads, each on a core of its own, when so many
/// files are made.
pub fn wall_seconds(cpu: Duration, speed: f64, threads: usize, files: u64) -> f64 {
    cpu.as_secs_f64() / speed / cores(threads) + files as f64 * FLUSH_SECONDS
}

/// What so many threads, each on a core of its own, do, in threads alone.
fn cores(threads: usize) -> f64 {
    1.0 + (threads.max(1) - 1) as f64 * FURTHER_THREAD
}

/// The cores it takes to be done in so many seconds.
pub fn cores_for(cpu: Duration, speed: f64, seconds: f64) -> u64 {
    let alone = cpu.as_secs_f64() / speed / seconds;
    (1.0 + (alone - 1.0) / FURTHER_THREAD).ceil().max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_a_speed() {
        let speed = speed_of_this_machine();
        assert!(speed.is_finite() && speed > 0.0, "{speed}");
    }

    #[test]
    fn cores_are_those_that_make_the_time() {
        for hours in [1, 24, 1000] {
            let cpu = Duration::from_secs(hours * 3600);
            for speed in [0.5, 1.0, 3.0] {
                let cores = cores_for(cpu, speed, 86_400.0);
                assert!(wall_seconds(cpu, speed, cores as usize, 0) <= 86_400.0, "{hours} {speed} {cores}");
                assert!(
                    cores == 1 || wall_seconds(cpu, speed, cores as usize - 1, 0) > 86_400.0,
                    "{hours} {speed} {cores}"
                );
            }
        }
    }
}
