//! Positions drawn at random.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use dambase_format::{SliceIndex, TableGame};
use dambase_prober::{Evaluation, Tablebase};
use dambase_rules::Wdl;

use super::scan::{Filter, SelectedRow, scan};
use crate::error::CliResult;
use crate::random::Random;
use crate::stats::sections;

/// A row's place in the list, a position's number in the slice, its value.
type Drawn = (usize, u64, Evaluation);

/// Draws `size` of the positions that fit, each equally likely, none twice; all of them where there are no more. Sorted by
/// row and number.
///
/// Where it is known how many fit and they are many, numbers are drawn until enough of them do; else all positions are
/// gone through with a reservoir.
pub fn sample<G: TableGame>(
    tables: &Tablebase<G>,
    slice: &G::Slice,
    rows: &[SelectedRow],
    filter: Filter,
    seed: u64,
    size: u64,
) -> CliResult<Vec<Drawn>> {
    let mut random = Random::new(seed);
    match fitting(tables, slice, rows, filter) {
        // So at least one number in eight of those that fit is drawn no more than once.
        Some(fitting) if size <= fitting / 8 => draw(tables, slice, rows, filter, &mut random, size),
        _ => reservoir(tables, slice, rows, filter, &mut random, size),
    }
}

/// How many positions fit, where the headers know.
fn fitting<G: TableGame>(tables: &Tablebase<G>, slice: &G::Slice, rows: &[SelectedRow], filter: Filter) -> Option<u64> {
    if filter.dtw.is_some() {
        return None;
    }
    let Some(wdl) = filter.wdl else {
        let sections = sections(tables, slice.key())?;
        let count = |row: &SelectedRow| sections.get(row.section).map(|stats| stats.win + stats.draw + stats.loss);
        return rows.iter().map(count).sum();
    };
    let sections = sections(tables, slice.key())?;
    let count = |row: &SelectedRow| {
        let stats = sections.get(row.section)?;
        Some(match wdl {
            Wdl::Win => stats.win,
            Wdl::Draw => stats.draw,
            Wdl::Loss => stats.loss,
        })
    };
    rows.iter().map(count).sum()
}

fn draw<G: TableGame>(
    tables: &Tablebase<G>,
    slice: &G::Slice,
    rows: &[SelectedRow],
    filter: Filter,
    random: &mut Random,
    size: u64,
) -> CliResult<Vec<Drawn>> {
    let total = rows.iter().map(|row| row.end - row.start).sum();
    let mut drawn = BTreeMap::new();
    while (drawn.len() as u64) < size {
        let mut within = random.below(total);
        let mut number = 0;
        while within >= rows[number].end - rows[number].start {
            within -= rows[number].end - rows[number].start;
            number += 1;
        }
        let index = rows[number].range().start + within;
        if drawn.contains_key(&(number, index)) {
            continue;
        }
        let Some(position) = slice.position_at(index) else { continue };
        let evaluation = tables.probe(&position)?;
        if filter.fits(evaluation) {
            drawn.insert((number, index), evaluation);
        }
    }
    Ok(drawn.into_iter().map(|((number, index), evaluation)| (number, index, evaluation)).collect())
}

fn reservoir<G: TableGame>(
    tables: &Tablebase<G>,
    slice: &G::Slice,
    rows: &[SelectedRow],
    filter: Filter,
    random: &mut Random,
    size: u64,
) -> CliResult<Vec<Drawn>> {
    let mut drawn: Vec<Drawn> = Vec::new();
    let mut seen = 0;
    for (number, row) in rows.iter().enumerate() {
        scan(tables, slice.key(), row.range(), filter, &mut |index, evaluation| {
            seen += 1;
            if seen <= size {
                drawn.push((number, index, evaluation));
            } else {
                // The newest belongs to the sample with the chance size / seen, in the place of any.
                let place = random.below(seen);
                if place < size {
                    drawn[place as usize] = (number, index, evaluation);
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
    }
    drawn.sort_unstable_by_key(|&(number, index, _)| (number, index));
    Ok(drawn)
}
