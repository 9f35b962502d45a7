//! How long work goes on, a run of `generate` or a walk over positions: a bar on a terminal, plain lines elsewhere, nothing when quiet. All
//! on stderr.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use dambase_generator::{Made, Plan, PlannedSlice, Progress};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::memory::{Keeping, available_bytes};
use crate::output::plural;
use crate::size::show_bytes;

/// Plain lines come no closer than this.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// Shows a run, and stops it when told to by a signal.
pub struct Shown {
    how: How,
    stop: &'static AtomicBool,
    keeping: Keeping,
    begin: Instant,
    /// Values solved in this run, and values it is to solve.
    solved: AtomicU64,
    to_solve: AtomicU64,
}

enum How {
    Quiet,
    Bar(ProgressBar),
    Plain(Mutex<Plain>),
}

struct Plain {
    slice: String,
    last: Instant,
}

impl How {
    /// As stderr is.
    fn of_stderr(quiet: bool) -> Self {
        if quiet {
            How::Quiet
        } else if stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
            let style = "{msg:>12} {wide_bar} {human_pos}/{human_len} positions, {per_sec}, {eta} left";
            bar.set_style(ProgressStyle::with_template(style).expect("a template that indicatif knows"));
            How::Bar(bar)
        } else {
            How::Plain(Mutex::new(Plain { slice: String::new(), last: Instant::now() }))
        }
    }

    /// This slice is next.
    fn begun(&self, material: &str) {
        match self {
            How::Quiet => {}
            How::Bar(bar) => bar.set_message(material.to_owned()),
            How::Plain(plain) => {
                material.clone_into(&mut plain.lock().unwrap_or_else(std::sync::PoisonError::into_inner).slice);
            }
        }
    }

    /// Some more positions are done, so many since the beginning, of all that there are.
    fn went_on(&self, positions: u64, done: u64, all: u64, begin: Instant) {
        match self {
            How::Quiet => {}
            How::Bar(bar) => bar.inc(positions),
            How::Plain(plain) => {
                // Another thread that holds it prints as good a line as this one would.
                let Ok(mut plain) = plain.try_lock() else { return };
                if plain.last.elapsed() < PLAIN_EVERY {
                    return;
                }
                plain.last = Instant::now();
                let rate = done as f64 / begin.elapsed().as_secs_f64();
                let left = Duration::from_secs_f64(all.saturating_sub(done) as f64 / rate.max(1.0));
                let _ = writeln!(
                    stderr(),
                    "{}: {} of {} positions, {} a second, {} left",
                    plain.slice,
                    HumanCount(done),
                    HumanCount(all),
                    HumanCount(rate as u64),
                    HumanDuration(left),
                );
            }
        }
    }
}

impl Shown {
    /// A display for stderr as it is. `stop` is set by the signal handler.
    pub fn new(quiet: bool, stop: &'static AtomicBool, keeping: Keeping) -> Self {
        Shown {
            how: How::of_stderr(quiet),
            stop,
            keeping,
            begin: Instant::now(),
            solved: AtomicU64::new(0),
            to_solve: AtomicU64::new(0),
        }
    }

    /// A line that stays.
    pub fn line(&self, text: &str) {
        match &self.how {
            How::Quiet => {}
            How::Bar(bar) => bar.println(text),
            // A log that takes no more must not end a run of hours.
            How::Plain(_) => drop(writeln!(stderr(), "{text}")),
        }
    }

    /// Takes the bar away, whatever came of the run.
    pub fn end(&self) {
        if let How::Bar(bar) = &self.how {
            bar.finish_and_clear();
        }
    }

    /// Says what the run has made.
    pub fn summary(&self, report: &dambase_generator::Report) {
        let seconds = self.begin.elapsed().as_secs_f64();
        self.line(&format!(
            "{} made, {} stood already; {} positions in {seconds:.1} s, {} on disk",
            plural(report.slices, "slice"),
            report.stood,
            HumanCount(report.positions),
            show_bytes(report.bytes),
        ));
    }
}

impl Progress for Shown {
    fn planned(&self, plan: &Plan) {
        let (mut slices, mut positions) = (0, 0);
        for slice in plan.to_make() {
            slices += 1;
            positions += slice.positions;
        }
        self.to_solve.store(positions, Ordering::Relaxed);
        if let How::Bar(bar) = &self.how {
            bar.set_length(positions);
        }
        if matches!(self.how, How::Quiet) {
            return;
        }
        if let Some((bytes, material)) = self.keeping.need(plan) {
            self.line(&format!(
                "{} to make, {} positions; at most about {} of memory (for {material}) and {} of disk",
                plural(slices, "slice"),
                HumanCount(positions),
                show_bytes(bytes),
                show_bytes(plan.disk_bytes()),
            ));
            if let Some(text) = self.keeping.warning(bytes, available_bytes()) {
                self.line(&format!("warning: {text}"));
            }
        }
    }

    fn begun(&self, slice: &PlannedSlice) {
        self.how.begun(&slice.material);
    }

    fn solved(&self, positions: u64) {
        let solved = self.solved.fetch_add(positions, Ordering::Relaxed) + positions;
        self.how.went_on(positions, solved, self.to_solve.load(Ordering::Relaxed), self.begin);
    }

    fn finished(&self, slice: &PlannedSlice, made: &Made) {
        self.line(&format!(
            "{:>12}  {:>15} positions  {:>8.2} s solved  {:>8.2} s written and checked  {:>10}",
            slice.material,
            HumanCount(slice.positions).to_string(),
            made.solving.as_secs_f64(),
            made.writing.as_secs_f64(),
            show_bytes(made.bytes),
        ));
    }

    fn stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Shows a walk over all positions of some tables.
pub struct Walk {
    how: How,
    begin: Instant,
    done: AtomicU64,
    planned: AtomicU64,
}

impl Walk {
    /// A display for stderr as it is.
    pub fn new(quiet: bool) -> Self {
        let begin = Instant::now();
        Walk { how: How::of_stderr(quiet), begin, done: AtomicU64::new(0), planned: AtomicU64::new(0) }
    }

    /// Takes the bar away, whatever came of the work.
    pub fn end(&self) {
        if let How::Bar(bar) = &self.how {
            bar.finish_and_clear();
        }
    }
}

impl dambase_report::Progress for Walk {
    fn planned(&self, positions: u64) {
        self.planned.store(positions, Ordering::Relaxed);
        if let How::Bar(bar) = &self.how {
            bar.set_length(positions);
        }
    }

    fn begun(&self, material: &str) {
        self.how.begun(material);
    }

    fn done(&self, positions: u64) {
        let done = self.done.fetch_add(positions, Ordering::Relaxed) + positions;
        self.how.went_on(positions, done, self.planned.load(Ordering::Relaxed), self.begin);
    }
}
