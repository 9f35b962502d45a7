//! Runs slices and records what each costs.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use dambase_format::{Metric, SliceKey, table_rules};
use dambase_generator::plan::probe_seconds;
use dambase_generator::{ClockedSolvable, Made, Options, PlannedSlice, Progress, generate, generate_under_rules};
use dambase_rules::{GameId, with_game};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::record::Record;

/// What is to be run.
pub struct Request {
    pub game: GameId,
    pub pieces: Option<u32>,
    pub materials: Vec<String>,
    pub metrics: Vec<Metric>,
    pub draw_rules: Option<String>,
    pub threads: usize,
    pub folder: PathBuf,
}

/// User and system time of this process so far, in seconds. Wall time would count what else the machine does.
fn cpu_seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("a process may ask for its own usage");
    (usage.user_time() + usage.system_time()).num_microseconds() as f64 * 1e-6
}

/// The most memory this process has taken since [`reset_peak`].
fn peak_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    peak.unwrap_or(0) << 10
}

fn reset_peak() {
    // Where it is refused, peaks are those of the whole run.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// Prints a record a slice.
struct Recorder<'a> {
    request: &'a Request,
    /// The set of draw rules whose tables are made, or nothing.
    rules: &'a str,
    probe_seconds: f64,
    /// CPU seconds when the slice under way began.
    begun: Mutex<f64>,
}

impl Progress for Recorder<'_> {
    fn begun(&self, _: &PlannedSlice) {
        reset_peak();
        *self.begun.lock().expect("one slice at a time") = cpu_seconds();
    }

    fn finished(&self, slice: &PlannedSlice, made: &Made) {
        let cpu_seconds = cpu_seconds() - *self.begun.lock().expect("one slice at a time");
        let (solving, writing) = (made.solving.as_secs_f64(), made.writing.as_secs_f64());
        let bytes = |metric: Metric| {
            let rules = if metric == Metric::Dtc { format!(".{}", self.rules) } else { String::new() };
            let path = self.request.folder.join(format!("{}{rules}.{metric}", slice.material));
            if slice.metrics.contains(&metric) { fs::metadata(path).expect("a table just made").len() } else { 0 }
        };
        let record = Record {
            game: self.request.game,
            draw_rules: self.rules.to_owned(),
            metrics: slice.metrics.clone(),
            threads: self.request.threads,
            material: slice.material.clone(),
            values: slice.positions,
            layers: slice.layers,
            read_back: slice.read_back,
            cpu_seconds,
            // One goes on after the other: their shares of the wall time are taken to be those of the CPU time.
            solving_seconds: cpu_seconds * solving / (solving + writing).max(1e-9),
            wall_seconds: solving + writing,
            bytes: Metric::ALL.map(bytes),
            planned_memory_bytes: slice.keeping_bytes,
            peak_bytes: peak_bytes(),
            probe_seconds: self.probe_seconds,
        };
        println!("{record}");
    }
}

/// Runs what is asked for, and prints a record for each slice made.
pub fn run(request: &Request) {
    with_game!(request.game, G => run_game::<G>(request));
}

fn run_game<G: ClockedSolvable>(request: &Request) {
    let keys: Vec<SliceKey> = match request.pieces {
        Some(pieces) => (2..=pieces).flat_map(G::slices_of).collect(),
        None => {
            let parse = |text: &String| G::parse_material(text).unwrap_or_else(|error| panic!("{error}"));
            request.materials.iter().map(parse).collect()
        }
    };
    let named = |name| G::draw_rules_named(Some(name)).unwrap_or_else(|error| panic!("{error}"));
    let rules = request.draw_rules.as_deref().map(|name| table_rules::<G>(named(name)));
    let options = Options {
        folder: request.folder.clone(),
        metrics: request.metrics.clone(),
        threads: Some(request.threads),
        memory_bytes: None,
    };
    let recorder = Recorder {
        request,
        rules: rules.map_or("", |rules| rules.name),
        probe_seconds: probe_seconds(),
        begun: Mutex::default(),
    };
    match rules {
        None => generate::<G>(&keys, &options, &recorder),
        Some(rules) => generate_under_rules::<G>(&keys, rules, &options, &recorder),
    }
    .unwrap_or_else(|error| panic!("{error}"));
}
