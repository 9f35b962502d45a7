//! Positions that fit, in the order of their numbers, looked for on all cores.

use std::ops::{ControlFlow, Range};

use dambase_format::{ClockedGame, SliceIndex};
use dambase_prober::{Evaluation, ProbeError, RuledEvaluation, Tablebase, Verdict};
use dambase_rules::draw::{Counters, DrawRules};
use dambase_rules::{Side, Wdl};
use rayon::prelude::*;

use crate::error::CliResult;

/// Where positions are looked for.
pub struct Slice<'a, G: ClockedGame> {
    /// The tables.
    pub tables: &'a Tablebase<G>,
    /// The positions.
    pub slice: &'a G::Slice,
    /// What positions are judged by, the counters at zero; `None` for no draw rules.
    pub rules: Option<&'static DrawRules>,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its worth without draw rules.
    pub evaluation: Evaluation,
    /// Its worth under them.
    pub ruled: Option<RuledEvaluation>,
}

/// Which positions are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Only these.
    pub wdl: Option<Wdl>,
    /// Only those so many plies from the end.
    pub dtw: Option<u16>,
    /// Only these, under draw rules.
    pub verdict: Option<Verdict>,
}

impl Filter {
    /// No position fits: a draw has no depth.
    pub const NOTHING: Filter = Filter { wdl: Some(Wdl::Draw), dtw: Some(0), verdict: None };

    /// What is to be known of a position if it is asked for; `evaluation` is its worth without draw rules.
    pub fn find<G: ClockedGame>(
        self,
        of: &Slice<'_, G>,
        index: u64,
        evaluation: Evaluation,
    ) -> Result<Option<Found>, ProbeError> {
        let fits =
            self.wdl.is_none_or(|wdl| evaluation.wdl == wdl) && self.dtw.is_none_or(|dtw| evaluation.dtw == Some(dtw));
        let Some(rules) = of.rules.filter(|_| fits) else {
            return Ok(fits.then_some(Found { evaluation, ruled: None }));
        };
        let Some(position) = of.slice.position_at(index) else { return Ok(None) };
        let ruled = of.tables.probe_verdict(rules, &position, &Counters::zero::<G>(rules, &position))?;
        let fits = self.verdict.is_none_or(|verdict| ruled.verdict == verdict);
        Ok(fits.then_some(Found { evaluation, ruled: Some(ruled) }))
    }
}

/// Positions of one ordered material with one side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelectedRow {
    /// The section that holds them.
    pub section: usize,
    /// They are held with the colours exchanged.
    pub exchanged: bool,
    /// The side to move.
    pub side: Side,
    /// The first of their numbers in the slice.
    pub start: u64,
    /// The number after the last.
    pub end: u64,
}

impl SelectedRow {
    /// Their numbers in the slice.
    pub fn range(&self) -> Range<u64> {
        self.start..self.end
    }
}

/// A thread takes so many positions at once: few at first, for the first that fit may be enough.
const FIRST_PIECE: u64 = 1 << 10;
const LARGEST_PIECE: u64 = 1 << 16;

/// What `scan` calls.
pub type Visit<'a> = dyn FnMut(u64, Found) -> CliResult<ControlFlow<()>> + 'a;

/// Calls `visit` for each position of a slice in `range` that fits, in the order of their numbers, until it says so.
///
/// Holds what fits among some hundred thousand positions a core at most.
pub fn scan<G: ClockedGame>(
    of: &Slice<'_, G>,
    range: Range<u64>,
    filter: Filter,
    visit: &mut Visit<'_>,
) -> CliResult<()> {
    if filter == Filter::NOTHING {
        return Ok(());
    }
    let pieces_at_once = 2 * rayon::current_num_threads() as u64;
    let mut piece = FIRST_PIECE;
    let mut start = range.start;
    while start < range.end {
        let end = range.end.min(start + piece * pieces_at_once);
        let starts: Vec<u64> = (start..end).step_by(piece as usize).collect();
        let found: Vec<Result<Vec<(u64, Found)>, ProbeError>> =
            starts.into_par_iter().map(|first| fitting(of, first..end.min(first + piece), filter)).collect();
        for found in found {
            for (index, found) in found? {
                if visit(index, found)?.is_break() {
                    return Ok(());
                }
            }
        }
        start = end;
        piece = (2 * piece).min(LARGEST_PIECE);
    }
    Ok(())
}

fn fitting<G: ClockedGame>(
    of: &Slice<'_, G>,
    range: Range<u64>,
    filter: Filter,
) -> Result<Vec<(u64, Found)>, ProbeError> {
    let mut fitting = Vec::new();
    let mut failed = None;
    of.tables.for_each_value(of.slice.key(), range, |index, evaluation| {
        match filter.find(of, index, evaluation) {
            Ok(found) => fitting.extend(found.map(|found| (index, found))),
            Err(error) => {
                failed = Some(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    failed.map_or(Ok(fitting), Err)
}
