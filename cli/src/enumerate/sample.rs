//! Positions drawn at random.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use dambase_format::{ClockedGame, SliceIndex};
use dambase_rules::Wdl;

use super::scan::{Filter, Found, SelectedRow, Slice, scan};
use crate::error::CliResult;
use crate::random::Random;
use crate::stats::sections;

/// A row's place in the list, a position's number in the slice, what is known of it.
type Drawn = (usize, u64, Found);

/// Draws `size` of the positions that fit, each equally likely, none twice; all of them where there are no more. Sorted by
/// row and number.
///
/// Where it is known how many fit and they are many, numbers are drawn until enough of them do; else all positions are
/// gone through with a reservoir.
pub fn sample<G: ClockedGame>(
    of: &Slice<'_, G>,
    rows: &[SelectedRow],
    filter: Filter,
    seed: u64,
    size: u64,
) -> CliResult<Vec<Drawn>> {
    let mut random = Random::new(seed);
    match fitting(of, rows, filter) {
        // So at least one number in eight of those that fit is drawn no more than once.
        Some(fitting) if size <= fitting / 8 => draw(of, rows, filter, &mut random, size),
        _ => reservoir(of, rows, filter, &mut random, size),
    }
}

/// How many positions fit, where the headers know.
fn fitting<G: ClockedGame>(of: &Slice<'_, G>, rows: &[SelectedRow], filter: Filter) -> Option<u64> {
    if filter.dtw.is_some() || filter.verdict.is_some() {
        return None;
    }
    let Some(wdl) = filter.wdl else {
        let sections = sections(of.tables, of.slice.key())?;
        let count = |row: &SelectedRow| sections.get(row.section).map(|stats| stats.win + stats.draw + stats.loss);
        return rows.iter().map(count).sum();
    };
    let sections = sections(of.tables, of.slice.key())?;
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

fn draw<G: ClockedGame>(
    of: &Slice<'_, G>,
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
        let Some(position) = of.slice.position_at(index) else { continue };
        let evaluation = of.tables.probe(&position)?;
        if let Some(found) = filter.find(of, index, evaluation)? {
            drawn.insert((number, index), found);
        }
    }
    Ok(drawn.into_iter().map(|((number, index), found)| (number, index, found)).collect())
}

fn reservoir<G: ClockedGame>(
    of: &Slice<'_, G>,
    rows: &[SelectedRow],
    filter: Filter,
    random: &mut Random,
    size: u64,
) -> CliResult<Vec<Drawn>> {
    let mut drawn: Vec<Drawn> = Vec::new();
    let mut seen = 0;
    for (number, row) in rows.iter().enumerate() {
        scan(of, row.range(), filter, &mut |index, found| {
            seen += 1;
            if seen <= size {
                drawn.push((number, index, found));
            } else {
                // The newest belongs to the sample with the chance size / seen, in the place of any.
                let place = random.below(seen);
                if place < size {
                    drawn[place as usize] = (number, index, found);
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
    }
    drawn.sort_unstable_by_key(|&(number, index, _)| (number, index));
    Ok(drawn)
}
