//! What draw rules make of the positions of each table.

mod by_lead;

use std::collections::BTreeMap;

use dambase_format::{ClockedGame, DtcShape, SectionStats, SliceIndex, SliceKey, table_rules};
use dambase_prober::{ProbeError, Tablebase};
use dambase_rules::draw::{Counters, DrawRules};
use rayon::prelude::*;
use serde::Serialize;

use super::sections;
use crate::error::{CliError, CliResult};
use crate::output::{Align, Out, TextTable, thousands};
use by_lead::LeadLine;

/// A row, all counters at zero.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub enum RuledLine {
    /// Where draw rules spoil wins and save losses.
    Spoiling(SpoilingLine),
    /// Where they give the game to who has taken more.
    ByLead(LeadLine),
}

/// A row: an ordered material and a side to move.
#[derive(Clone, Serialize)]
pub struct SpoilingLine {
    material: String,
    side: &'static str,
    positions: u64,
    win: u64,
    spoiled_win: u64,
    draw: u64,
    saved_loss: u64,
    loss: u64,
    /// Plies; null where nothing is won or no clock runs.
    max_dtc: Option<u16>,
    max_dtc_fen: Option<String>,
    /// How many wins each article spoils.
    spoiled_by: Vec<SpoiledBy>,
    longest_spoiled: Option<LongestSpoiled>,
    #[serde(skip)]
    pieces: u32,
}

#[derive(Clone, Serialize)]
struct SpoiledBy {
    article: &'static str,
    positions: u64,
}

/// The longest win that draw rules spoil, and how.
#[derive(Clone, Serialize)]
struct LongestSpoiled {
    fen: String,
    dtw: u16,
    article: &'static str,
    /// The winner goes for the end, the loser keeps the draw, until the article ends the game.
    line: Vec<String>,
}

/// What is found out of the spoiled wins of a section.
#[derive(Default)]
struct Spoiled {
    by: BTreeMap<&'static str, u64>,
    /// Plies and number of the longest.
    longest: Option<(u16, u64)>,
}

impl Spoiled {
    fn merge(mut self, other: Spoiled) -> Spoiled {
        for (article, positions) in other.by {
            *self.by.entry(article).or_default() += positions;
        }
        self.longest = [self.longest, other.longest]
            .into_iter()
            .flatten()
            .min_by_key(|&(plies, index)| (std::cmp::Reverse(plies), index));
        self
    }
}

/// The rows of a slice.
pub fn slice_lines<G: ClockedGame>(
    tables: &Tablebase<G>,
    rules: &'static DrawRules,
    key: SliceKey,
) -> CliResult<Vec<RuledLine>> {
    let slice = G::slice(key)?;
    let theory = sections(tables, key).unwrap_or_default();
    let ruled: Vec<SectionStats> = match tables.table_under_rules(rules, key) {
        Ok(Some(table)) => table.header.sections.clone(),
        Ok(None) => theory.iter().map(|stats| SectionStats { longest_win: None, ..*stats }).collect(),
        Err(error @ ProbeError::Missing { .. }) => {
            return Err(CliError::Unanswered(format!(
                "{error}; `dambase generate {} --material {} --draw-rules {}` makes it",
                G::ID,
                slice.material(),
                table_rules::<G>(rules).name
            )));
        }
        Err(error) => return Err(error.into()),
    };
    if DtcShape::of::<G>(rules, key).is_ok_and(|shape| shape.is_by_levels()) {
        return Ok(by_lead::lines(tables, rules, &slice)?.into_iter().map(RuledLine::ByLead).collect());
    }
    let mut lines = Vec::new();
    let mut found: BTreeMap<usize, Spoiled> = BTreeMap::new();
    for row in slice.rows() {
        let (Some(theory), Some(stats)) = (theory.get(row.section), ruled.get(row.section)) else { continue };
        let spoiled_win = theory.win.saturating_sub(stats.win);
        if spoiled_win > 0 && !found.contains_key(&row.section) {
            found.insert(row.section, spoiled(tables, rules, &slice, row.section)?);
        }
        let spoiled = found.get(&row.section);
        let position = |index: u64| {
            let position = slice.position_at(index)?;
            Some(if row.exchanged { G::colours_exchanged(&position) } else { position })
        };
        let longest_spoiled = match spoiled.and_then(|spoiled| spoiled.longest) {
            Some((dtw, index)) => match position(index) {
                Some(position) => longest(tables, rules, &position, dtw)?,
                None => None,
            },
            None => None,
        };
        lines.push(RuledLine::Spoiling(SpoilingLine {
            material: row.material.clone(),
            side: row.side.name(),
            positions: theory.win + theory.draw + theory.loss,
            win: stats.win,
            spoiled_win,
            draw: theory.draw,
            saved_loss: theory.loss.saturating_sub(stats.loss),
            loss: stats.loss,
            max_dtc: stats.longest_win.map(|(plies, _)| plies),
            max_dtc_fen: stats
                .longest_win
                .and_then(|(_, within)| position(slice.section(row.section).start + within))
                .map(|position| G::fen(&position)),
            spoiled_by: spoiled.map_or_else(Vec::new, |spoiled| {
                spoiled.by.iter().map(|(&article, &positions)| SpoiledBy { article, positions }).collect()
            }),
            longest_spoiled,
            pieces: slice.pieces(),
        }));
    }
    Ok(lines)
}

/// Looks at every position of a section for the wins that are spoiled.
fn spoiled<G: ClockedGame>(
    tables: &Tablebase<G>,
    rules: &'static DrawRules,
    slice: &G::Slice,
    section: usize,
) -> Result<Spoiled, ProbeError> {
    const CHUNK: u64 = 1 << 12;
    let section = slice.section(section);
    (section.start..section.end)
        .step_by(CHUNK as usize)
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|first| {
            let mut spoiled = Spoiled::default();
            for index in first..(first + CHUNK).min(section.end) {
                let Some(position) = slice.position_at(index) else { continue };
                let counters = Counters::zero::<G>(rules, &position);
                let evaluation = tables.probe_verdict(rules, &position, &counters)?;
                if evaluation.verdict != dambase_prober::Verdict::WinSpoiled {
                    continue;
                }
                *spoiled.by.entry(evaluation.article.map_or("unknown", |article| article.id)).or_default() += 1;
                if let Some(plies) = tables.probe(&position)?.dtw
                    && spoiled.longest.is_none_or(|(longest, _)| plies > longest)
                {
                    spoiled.longest = Some((plies, index));
                }
            }
            Ok(spoiled)
        })
        .try_reduce(Spoiled::default, |one, other| Ok(one.merge(other)))
}

fn longest<G: ClockedGame>(
    tables: &Tablebase<G>,
    rules: &'static DrawRules,
    position: &G::Position,
    dtw: u16,
) -> Result<Option<LongestSpoiled>, ProbeError> {
    let counters = Counters::zero::<G>(rules, position);
    let Some(spoiled) = tables.spoiled_win(rules, position, &counters)? else { return Ok(None) };
    let mut line = Vec::new();
    let mut before = *position;
    for (mv, after) in &spoiled.line {
        line.push(G::move_text(&before, mv));
        before = *after;
    }
    Ok(Some(LongestSpoiled { fen: G::fen(position), dtw, article: spoiled.article.id, line }))
}

/// Why no table models what draw rules make of a material, where none does.
pub fn not_modelled<G: ClockedGame>(rules: &DrawRules, key: SliceKey) -> Option<String> {
    let reason = DtcShape::of::<G>(rules, key).err()?;
    let material = G::slice(key).map_or_else(|error| error.text, |slice| slice.material());
    Some(format!("{material} under the draw rules {}: {reason}", rules.name))
}

/// Prints the rows for people.
pub fn print(lines: &[RuledLine], out: &mut Out) -> CliResult<()> {
    let (mut spoiling, mut by_lead) = (Vec::new(), Vec::new());
    for line in lines {
        match line {
            RuledLine::Spoiling(line) => spoiling.push(line.clone()),
            RuledLine::ByLead(line) => by_lead.push(line.clone()),
        }
    }
    // Rows of one set are of one kind.
    if by_lead.is_empty() { print_spoiling(&spoiling, out) } else { by_lead::print(&by_lead, out) }
}

fn print_spoiling(lines: &[SpoilingLine], out: &mut Out) -> CliResult<()> {
    let mut table = TextTable::new([
        ("material", Align::Left),
        ("to move", Align::Left),
        ("positions", Align::Right),
        ("win", Align::Right),
        ("spoiled win", Align::Right),
        ("draw", Align::Right),
        ("saved loss", Align::Right),
        ("loss", Align::Right),
        ("longest DTC", Align::Right),
        ("spoiled by", Align::Left),
    ]);
    for group in lines.chunk_by(|one, other| one.pieces == other.pieces) {
        for line in group {
            let by: Vec<_> =
                line.spoiled_by.iter().map(|by| format!("{} ({})", by.article, thousands(by.positions))).collect();
            table.row([
                line.material.clone(),
                line.side.to_owned(),
                thousands(line.positions),
                thousands(line.win),
                thousands(line.spoiled_win),
                thousands(line.draw),
                thousands(line.saved_loss),
                thousands(line.loss),
                line.max_dtc.map_or_else(|| "-".to_owned(), |plies| plies.to_string()),
                by.join(", "),
            ]);
        }
        let sum = |field: fn(&SpoilingLine) -> u64| {
            thousands(group.iter().filter(|line| line.side == "white").map(field).sum::<u64>())
        };
        table.row([
            format!("{} pieces", group[0].pieces),
            "each".to_owned(),
            sum(|line| line.positions),
            sum(|line| line.win),
            sum(|line| line.spoiled_win),
            sum(|line| line.draw),
            sum(|line| line.saved_loss),
            sum(|line| line.loss),
        ]);
        table.row([]);
    }
    out.table(&table)?;
    // Of every article, the longest win it spoils, White to win.
    let mut longest: BTreeMap<(&str, &str), &LongestSpoiled> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.side == "white") {
        if let Some(spoiled) = &line.longest_spoiled {
            longest.insert((&line.material, spoiled.article), spoiled);
        }
    }
    for ((material, _), spoiled) in longest {
        out.line(format!(
            "{material}: the longest win that is spoiled, {} plies, by article {}: {}",
            spoiled.dtw, spoiled.article, spoiled.fen
        ))?;
        out.line(format!("  {}", spoiled.line.join(" ")))?;
    }
    Ok(())
}
