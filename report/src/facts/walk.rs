//! A walk over the positions of a section, in parallel.

use std::ops::ControlFlow;

use dambase_prober::ProbeError;
use dambase_prober::any::{AnyRow, AnyTablebase, Scanned};
use dambase_rules::Wdl;
use dambase_rules::draw::DrawRules;
use rayon::prelude::*;

use super::Depths;
use super::ruled::Found;
use crate::Progress;

/// Positions that a thread looks at in one go.
const PART: u64 = 1 << 13;

/// What a walk has found.
#[derive(Default)]
pub struct Walked {
    /// Where there is a table of depths.
    pub depths: Option<Depths>,
    /// Where draw rules were asked for.
    pub ruled: Option<Found>,
}

/// Looks at every position of a row, if there is anything to be found out by that.
pub fn walk(
    tables: &AnyTablebase,
    row: &AnyRow,
    rules: Option<&'static DrawRules>,
    depths: bool,
    progress: &dyn Progress,
) -> Result<Walked, ProbeError> {
    let empty = || Walked { depths: depths.then(Depths::default), ruled: rules.map(Found::none) };
    if !depths && rules.is_none() {
        progress.done(row.len());
        return Ok(empty());
    }
    let parts = row.len().div_ceil(PART);
    (0..parts)
        .into_par_iter()
        .map(|part| {
            let mut walked = empty();
            let mut failed = None;
            let mut visit = |scanned: &Scanned| match walked.look(tables, rules, scanned) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            };
            let range = part * PART..((part + 1) * PART).min(row.len());
            let len = range.end - range.start;
            tables.scan(row, range, &mut visit)?;
            progress.done(len);
            failed.map_or(Ok(walked), Err)
        })
        .try_reduce(empty, |one, other| Ok(one.merged(other)))
}

impl Walked {
    fn look(
        &mut self,
        tables: &AnyTablebase,
        rules: Option<&'static DrawRules>,
        scanned: &Scanned,
    ) -> Result<(), ProbeError> {
        if let (Some(depths), Some(plies)) = (&mut self.depths, scanned.evaluation.dtw) {
            match scanned.evaluation.wdl {
                Wdl::Win => *depths.wins.entry(plies).or_default() += 1,
                Wdl::Loss => *depths.losses.entry(plies).or_default() += 1,
                Wdl::Draw => {}
            }
        }
        match (&mut self.ruled, rules) {
            (Some(found), Some(rules)) => found.look(tables, rules, scanned),
            _ => Ok(()),
        }
    }

    fn merged(self, other: Walked) -> Walked {
        let depths = match (self.depths, other.depths) {
            (Some(mut one), Some(other)) => {
                for (plies, positions) in other.wins {
                    *one.wins.entry(plies).or_default() += positions;
                }
                for (plies, positions) in other.losses {
                    *one.losses.entry(plies).or_default() += positions;
                }
                Some(one)
            }
            (one, other) => one.or(other),
        };
        let ruled = match (self.ruled, other.ruled) {
            (Some(one), Some(other)) => Some(one.merged(other)),
            (one, other) => one.or(other),
        };
        Walked { depths, ruled }
    }
}
