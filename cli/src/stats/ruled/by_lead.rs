//! Where a game is stopped for who has taken more pieces: what positions are worth for each lead.

use std::collections::BTreeMap;

use dambase_format::{ClockedGame, SliceIndex};
use dambase_prober::{ProbeError, Tablebase};
use dambase_rules::Wdl;
use dambase_rules::draw::DrawRules;
use rayon::prelude::*;
use serde::Serialize;

use crate::error::CliResult;
use crate::output::{Align, Out, TextTable, thousands};
use crate::stats::side_words;

/// The greatest lead there is a row for: as many pieces as can still be taken of four.
const MOST: i8 = 3;
const LEADS: usize = 2 * MOST as usize + 1;

/// A row: a material, a side to move, what else tells rows apart, and by how many pieces the side to move leads; clocks at zero.
#[derive(Clone, Serialize)]
pub struct LeadLine {
    material: String,
    side: &'static str,
    #[serde(flatten)]
    field: BTreeMap<&'static str, &'static str>,
    difference: i8,
    positions: u64,
    win: u64,
    draw: u64,
    loss: u64,
    #[serde(skip)]
    pieces: u32,
}

/// Wins, draws and losses.
#[derive(Clone, Copy, Default)]
struct Counts {
    win: u64,
    draw: u64,
    loss: u64,
}

impl Counts {
    fn count(&mut self, value: Wdl) {
        match value {
            Wdl::Win => self.win += 1,
            Wdl::Draw => self.draw += 1,
            Wdl::Loss => self.loss += 1,
        }
    }

    fn plus(self, other: Counts) -> Counts {
        Counts { win: self.win + other.win, draw: self.draw + other.draw, loss: self.loss + other.loss }
    }
}

/// The rows of a slice, found by looking at every position.
pub fn lines<G: ClockedGame>(
    tables: &Tablebase<G>,
    rules: &'static DrawRules,
    slice: &G::Slice,
) -> Result<Vec<LeadLine>, ProbeError> {
    let sections = (0..slice.sections()).map(|section| count(tables, rules, slice, section));
    let sections = sections.collect::<Result<Vec<_>, _>>()?;
    let mut lines = Vec::new();
    for row in slice.rows() {
        for (counts, difference) in sections[row.section].iter().zip(-MOST..) {
            lines.push(LeadLine {
                material: row.material.clone(),
                side: row.side.name(),
                field: row.field.into_iter().collect(),
                difference,
                positions: counts.win + counts.draw + counts.loss,
                win: counts.win,
                draw: counts.draw,
                loss: counts.loss,
                pieces: slice.pieces(),
            });
        }
    }
    Ok(lines)
}

/// Counts a section, for every lead.
fn count<G: ClockedGame>(
    tables: &Tablebase<G>,
    rules: &'static DrawRules,
    slice: &G::Slice,
    section: usize,
) -> Result<[Counts; LEADS], ProbeError> {
    const CHUNK: u64 = 1 << 12;
    let section = slice.section(section);
    (section.start..section.end)
        .step_by(CHUNK as usize)
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|first| {
            let mut counts = [Counts::default(); LEADS];
            for index in first..(first + CHUNK).min(section.end) {
                let Some(position) = slice.position_at(index) else { continue };
                let values = tables.probe_by_lead(rules, &position, MOST)?.unwrap_or_default();
                counts.iter_mut().zip(values).for_each(|(counts, value)| counts.count(value));
            }
            Ok(counts)
        })
        .try_reduce(|| [Counts::default(); LEADS], |one, other| Ok(std::array::from_fn(|i| one[i].plus(other[i]))))
}

/// Prints the rows for people.
pub fn print(lines: &[LeadLine], out: &mut Out) -> CliResult<()> {
    let mut table = TextTable::new([
        ("material", Align::Left),
        ("to move", Align::Left),
        ("ahead by", Align::Right),
        ("positions", Align::Right),
        ("win", Align::Right),
        ("draw", Align::Right),
        ("loss", Align::Right),
    ]);
    let mut row = |material: String, side: String, difference: i8, positions: u64, counts: Counts| {
        let numbers = [positions, counts.win, counts.draw, counts.loss].map(thousands);
        table.row([material, side, format!("{difference:+}")].into_iter().chain(numbers));
    };
    for group in lines.chunk_by(|one, other| one.pieces == other.pieces) {
        for line in group {
            let counts = Counts { win: line.win, draw: line.draw, loss: line.loss };
            row(line.material.clone(), side_words(line.side, &line.field), line.difference, line.positions, counts);
        }
        for difference in -MOST..=MOST {
            let lines = group.iter().filter(|line| line.side == "white" && line.difference == difference);
            let counts = lines.fold(Counts::default(), |sum, line| {
                sum.plus(Counts { win: line.win, draw: line.draw, loss: line.loss })
            });
            let positions = counts.win + counts.draw + counts.loss;
            row(format!("{} pieces", group[0].pieces), "each".into(), difference, positions, counts);
        }
    }
    out.table(&table)
}
