//! Every position against its successors.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use dambase_format::{Metric, SectionStats, SliceIndex, SliceKey, TableGame};
use dambase_rules::Wdl;
use rayon::prelude::*;

use super::AuditOptions;
use super::fault::{Fault, FaultKind};
use crate::Evaluation;
use crate::error::Answer;
use crate::probe::{ByDtw, ByWdl, Measure};
use crate::root::words;
use crate::scan::Stream;
use crate::table::Loaded;
use crate::tablebase::{SliceEntry, Tablebase};

/// A thread takes about so many positions at once.
const POSITIONS_AT_ONCE: u64 = 1 << 15;

/// What is checked.
struct Job<'a, G: TableGame> {
    tablebase: &'a Tablebase<G>,
    entry: &'a SliceEntry<G>,
    /// The table of depths, else the only table.
    main: &'a Loaded,
    /// The table of win, draw and loss beside one of depths.
    beside: Option<&'a Loaded>,
    sample: Option<Sample>,
}

/// One random position in each of `size` equal parts of the slice.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    pub(super) size: u64,
    pub(super) positions: u64,
    pub(super) seed: u64,
}

impl Sample {
    /// The number of the `i`-th position; they rise with `i`.
    pub(super) fn index(self, i: u64) -> u64 {
        let start = |i: u64| (u128::from(i) * u128::from(self.positions) / u128::from(self.size)) as u64;
        let (first, end) = (start(i), start(i + 1));
        first + splitmix64(self.seed.wrapping_add(i.wrapping_mul(0x9E37_79B9_7F4A_7C15))) % (end - first)
    }
}

/// The next number of the generator of that name, from a state.
fn splitmix64(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What came out of some positions: counts by section, or the first fault.
#[derive(Default)]
struct Outcome {
    sections: Vec<SectionStats>,
    fault: Option<(u64, Box<Fault>)>,
}

impl Outcome {
    fn new(sections: usize) -> Self {
        Outcome { sections: vec![SectionStats::default(); sections], fault: None }
    }

    fn count(&mut self, section: usize, within: u64, evaluation: Evaluation) {
        let stats = &mut self.sections[section];
        match evaluation.wdl {
            Wdl::Win => stats.win += 1,
            Wdl::Draw => stats.draw += 1,
            Wdl::Loss => stats.loss += 1,
        }
        if let (Wdl::Win, Some(plies)) = (evaluation.wdl, evaluation.dtw) {
            stats.longest_win = longer(stats.longest_win, Some((plies, within)));
        }
    }

    fn merge(mut self, other: Outcome) -> Outcome {
        for (own, other) in self.sections.iter_mut().zip(&other.sections) {
            own.win += other.win;
            own.draw += other.draw;
            own.loss += other.loss;
            own.longest_win = longer(own.longest_win, other.longest_win);
        }
        self.fault = match (self.fault, other.fault) {
            (Some(own), Some(other)) => Some(if other.0 < own.0 { other } else { own }),
            (own, other) => own.or(other),
        };
        self
    }
}

/// The longer of two wins; the first by number of equal ones.
pub(super) fn longer(one: Option<(u16, u64)>, other: Option<(u16, u64)>) -> Option<(u16, u64)> {
    match (one, other) {
        (Some(one), Some(other)) => {
            let other_wins = other.0 > one.0 || (other.0 == one.0 && other.1 < one.1);
            Some(if other_wins { other } else { one })
        }
        (one, other) => one.or(other),
    }
}

/// Checks a slice of which there is at least one table. Returns how many positions were checked.
pub(super) fn check<G: TableGame>(
    tablebase: &Tablebase<G>,
    key: SliceKey,
    options: &AuditOptions,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<u64, Fault> {
    let missing = || Fault::missing::<G>(key);
    let entry = tablebase.entry(key).ok_or_else(missing)?;
    let (wdl, dtw) = (entry.table(Metric::Wdl), entry.table(Metric::Dtw));
    let main = dtw.or(wdl).ok_or_else(missing)?;
    let positions = entry.slice.len();
    let sample =
        options.sample.filter(|&size| size < positions).map(|size| Sample { size, positions, seed: options.seed });
    let job = Job { tablebase, entry, main, beside: dtw.and(wdl), sample };

    let total = sample.map_or(positions, |sample| sample.size);
    // Whole blocks, so that none is decoded twice.
    let at_once = POSITIONS_AT_ONCE.next_multiple_of(main.table.header().values_per_block.into());
    let first_fault = AtomicU64::new(u64::MAX);
    let done = AtomicU64::new(0);
    let outcome = (0..total.div_ceil(at_once))
        .into_par_iter()
        .map(|piece| {
            let range = piece * at_once..total.min((piece + 1) * at_once);
            let outcome = job.run(range.clone(), &first_fault);
            let count = range.end - range.start;
            progress(done.fetch_add(count, Ordering::Relaxed) + count, total);
            outcome
        })
        .reduce(|| Outcome::new(entry.slice.sections()), Outcome::merge);
    if let Some((_, fault)) = outcome.fault {
        return Err(*fault);
    }
    if sample.is_none() {
        for table in [dtw, wdl].into_iter().flatten() {
            compare_counts(table, &outcome.sections)?;
        }
    }
    // Not every number stands for a position.
    Ok(outcome.sections.iter().map(|stats| stats.win + stats.loss + stats.draw).sum())
}

impl<G: TableGame> Job<'_, G> {
    /// Checks the positions numbered `range`, in the sample or in the slice. Positions behind a fault found by another
    /// thread are left out, so what is found last is the first there is.
    fn run(&self, range: Range<u64>, first_fault: &AtomicU64) -> Outcome {
        let mut outcome = Outcome::new(self.entry.slice.sections());
        let mut main = Stream::new(self.main);
        let mut beside = self.beside.map(Stream::new);
        for i in range {
            if i % 1024 == 0 && i > first_fault.load(Ordering::Relaxed) {
                break;
            }
            let index = self.sample.map_or(i, |sample| sample.index(i));
            let Some(position) = self.entry.slice.position_at(index) else { continue };
            let checked = match self.main.table.header().metric {
                Metric::Dtw => self.check::<ByDtw>(index, &position, &mut main, beside.as_mut()),
                Metric::Wdl | Metric::Dtc => self.check::<ByWdl>(index, &position, &mut main, None),
            };
            match checked {
                Ok(evaluation) => {
                    let section = self.entry.slice.section_of(index);
                    outcome.count(section, index - self.entry.slice.section(section).start, evaluation);
                }
                Err(fault) => {
                    first_fault.fetch_min(i, Ordering::Relaxed);
                    outcome.fault = Some((i, Box::new(fault.at::<G>(index, &position))));
                    break;
                }
            }
        }
        outcome
    }

    /// Checks one position; returns its value by its successors.
    #[inline]
    fn check<M: Measure>(
        &self,
        index: u64,
        position: &G::Position,
        main: &mut Stream<'_>,
        beside: Option<&mut Stream<'_>>,
    ) -> Result<Evaluation, Fault>
    where
        Evaluation: From<M::Value>,
    {
        let answered = |table: &Loaded, answer: Answer<Evaluation>| {
            answer.map_err(|fail| Fault::unanswered(self.tablebase, table, fail))
        };
        let exit = G::is_exit_only(position);
        let by_moves = self.tablebase.best_successor::<M>(position).map(Evaluation::from);
        let by_moves = answered(self.main, by_moves)?;
        if !(exit && self.main.exits_unstored) {
            let stored = main.evaluation(index);
            let stored = stored.and_then(|stored| self.tablebase.with_captures(self.main, position, stored));
            let stored = answered(self.main, stored)?;
            if stored != by_moves {
                return Err(Fault::differs(self.main, FaultKind::Value, words(stored), words(by_moves)));
            }
        }
        if let (Some(table), Some(beside)) = (self.beside, beside) {
            // The position's own value by that table: where it is not stored, by those of its successors.
            let wdl = if exit && table.exits_unstored {
                self.tablebase.best_successor::<ByWdl>(position).map(|wdl| Evaluation { wdl, dtw: None })
            } else {
                let stored = beside.evaluation(index);
                stored.and_then(|stored| self.tablebase.with_captures(table, position, stored))
            };
            let wdl = answered(table, wdl)?;
            if wdl.wdl != by_moves.wdl {
                return Err(Fault::differs(table, FaultKind::Disagreement, words(wdl), words(by_moves)));
            }
        }
        Ok(by_moves)
    }
}

/// Compares the counts in a header with those of the values.
pub(super) fn compare_counts(table: &Loaded, counted: &[SectionStats]) -> Result<(), Fault> {
    let header = table.table.header();
    for (section, (found, counted)) in header.sections.iter().zip(counted).enumerate() {
        // A file of win, draw and loss says nothing of the longest win.
        let longest_win = if header.metric == Metric::Wdl { None } else { counted.longest_win };
        let counted = SectionStats { longest_win, ..*counted };
        if *found != counted {
            return Err(Fault::differs(
                table,
                FaultKind::Statistics,
                format!("header, section {section}: {}", counts(found)),
                counts(&counted),
            ));
        }
    }
    Ok(())
}

fn counts(stats: &SectionStats) -> String {
    let SectionStats { win, loss, draw, longest_win } = stats;
    let longest = match longest_win {
        Some((plies, at)) => format!("longest win {plies} plies at {at}"),
        None => "no longest win".into(),
    };
    format!("{win} won, {loss} lost, {draw} drawn, {longest}")
}
