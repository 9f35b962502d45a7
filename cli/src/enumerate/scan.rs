//! Positions that fit, in the order of their numbers, looked for on all cores.

use std::ops::{ControlFlow, Range};

use dambase_format::{SliceKey, TableGame};
use dambase_prober::{Evaluation, ProbeError, Tablebase};
use dambase_rules::{Side, Wdl};
use rayon::prelude::*;

use crate::error::CliResult;

/// Which positions are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Only these.
    pub wdl: Option<Wdl>,
    /// Only those so many plies from the end.
    pub dtw: Option<u16>,
}

impl Filter {
    /// No position fits: a draw has no depth.
    pub const NOTHING: Filter = Filter { wdl: Some(Wdl::Draw), dtw: Some(0) };

    /// A position of this value is asked for.
    pub fn fits(self, evaluation: Evaluation) -> bool {
        self.wdl.is_none_or(|wdl| evaluation.wdl == wdl) && self.dtw.is_none_or(|dtw| evaluation.dtw == Some(dtw))
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
pub type Visit<'a> = dyn FnMut(u64, Evaluation) -> CliResult<ControlFlow<()>> + 'a;

/// Calls `visit` for each position of a slice in `range` that fits, in the order of their numbers, until it says so.
///
/// Holds what fits among some hundred thousand positions a core at most.
pub fn scan<G: TableGame>(
    tables: &Tablebase<G>,
    key: SliceKey,
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
        let found: Vec<Result<Vec<(u64, Evaluation)>, ProbeError>> =
            starts.into_par_iter().map(|first| fitting(tables, key, first..end.min(first + piece), filter)).collect();
        for found in found {
            for (index, evaluation) in found? {
                if visit(index, evaluation)?.is_break() {
                    return Ok(());
                }
            }
        }
        start = end;
        piece = (2 * piece).min(LARGEST_PIECE);
    }
    Ok(())
}

fn fitting<G: TableGame>(
    tables: &Tablebase<G>,
    key: SliceKey,
    range: Range<u64>,
    filter: Filter,
) -> Result<Vec<(u64, Evaluation)>, ProbeError> {
    let mut found = Vec::new();
    tables.for_each_value(key, range, |index, evaluation| {
        if filter.fits(evaluation) {
            found.push((index, evaluation));
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}
