//! `dambase stats`: how many positions are won, lost and drawn.

mod ruled;

use std::collections::BTreeMap;

use dambase_format::{Metric, SectionStats, SliceIndex, SliceKey, TableGame};
use dambase_prober::Tablebase;
use dambase_rules::{GameId, with_game};
use serde::Serialize;

use crate::draw_rules::named_rules;
use crate::error::{CliResult, Outcome};
use crate::output::{Align, Out, TextTable, complain, thousands};
use crate::tables::TablesArgs;

/// Counts what the positions of each table are worth to the side to move, from the tables' headers.
///
/// There is a row for each ordered material, White first (KKvK and KvKK come from one table), and side to move. All positions
/// are counted, those with a capture on included. The longest win is in plies, with the first position that has it; it
/// needs a table of depths.
///
/// With `--draw-rules` the rows count what positions are worth under a set of draw rules, all counters at zero: wins, wins that the
/// rules spoil, draws, losses that they save, losses; the longest DTC (distance to clock reset: the plies in which the winner
/// ends the game or leaves the running clock behind; in chess DTZ); how many wins each article spoils; and the longest win that is
/// spoiled, with its line.
#[derive(clap::Args)]
pub struct StatsArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// Only this material, in both colour orders; may be given several times.
    #[arg(long = "material", value_name = "MATERIAL")]
    materials: Vec<String>,
    #[command(flatten)]
    tables: TablesArgs,
    /// Count under a set of draw rules (`dambase rules GAME` lists them); none unless told.
    #[arg(long = "draw-rules", value_name = "NAME|none")]
    draw_rules: Option<String>,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct StatsLine {
    material: String,
    side: &'static str,
    /// What else tells the row from others, where something does (`barred` in one-colour draughts).
    #[serde(flatten)]
    field: BTreeMap<&'static str, &'static str>,
    positions: u64,
    win: u64,
    loss: u64,
    draw: u64,
    max_dtw: Option<u16>,
    max_dtw_fen: Option<String>,
    /// The table has depths: without, `max_dtw` is null for want of knowledge.
    depths: bool,
    #[serde(skip)]
    pieces: u32,
}

/// Runs the command.
pub fn run(args: &StatsArgs, out: &mut Out) -> CliResult {
    if let Some(name) = args.draw_rules.as_deref().filter(|&name| name != "none") {
        return run_under_rules(args, name, out);
    }
    let lines = with_game!(args.game, G => {
        let tables = args.tables.open::<G>()?;
        let mut lines = Vec::new();
        for key in args.tables.selected(&tables, &args.materials)? {
            lines.extend(slice_lines(&tables, key)?);
        }
        lines
    });
    if args.json {
        for line in &lines {
            out.json(line)?;
        }
    } else {
        print(&lines, out)?;
    }
    Ok(Outcome::Done)
}

fn run_under_rules(args: &StatsArgs, name: &str, out: &mut Out) -> CliResult {
    let lines = with_game!(args.game, G => {
        let rules = named_rules::<G>(name)?;
        let tables = args.tables.open::<G>()?;
        let mut lines = Vec::new();
        for key in args.tables.selected(&tables, &args.materials)? {
            // What was not asked for by name may be what no table can answer.
            if let (true, Some(reason)) = (args.materials.is_empty(), ruled::not_modelled::<G>(rules, key)) {
                complain("warning", reason);
                continue;
            }
            lines.extend(ruled::slice_lines(&tables, rules, key)?);
        }
        lines
    });
    if args.json {
        for line in &lines {
            out.json(line)?;
        }
    } else {
        ruled::print(&lines, out)?;
    }
    Ok(Outcome::Done)
}

/// What is counted of each section: by the table of depths where there is one.
pub fn sections<G: TableGame>(tables: &Tablebase<G>, key: SliceKey) -> Option<&[SectionStats]> {
    let of = |metric| tables.tables().find(|table| table.key == key && table.metric == metric);
    of(Metric::Dtw).or_else(|| of(Metric::Wdl)).map(|table| &table.header.sections[..])
}

fn slice_lines<G: TableGame>(tables: &Tablebase<G>, key: SliceKey) -> CliResult<Vec<StatsLine>> {
    let slice = G::slice(key)?;
    let sections = sections(tables, key).unwrap_or_default();
    let line = |row: dambase_format::Row| {
        let stats = sections.get(row.section)?;
        let fen = stats.longest_win.and_then(|(_, within)| {
            let position = slice.position_at(slice.section(row.section).start + within)?;
            Some(G::fen(&if row.exchanged { G::colours_exchanged(&position) } else { position }))
        });
        Some(StatsLine {
            material: row.material,
            side: row.side.name(),
            field: row.field.into_iter().collect(),
            positions: stats.win + stats.loss + stats.draw,
            win: stats.win,
            loss: stats.loss,
            draw: stats.draw,
            max_dtw: stats.longest_win.map(|(plies, _)| plies),
            max_dtw_fen: fen,
            depths: tables.has(key, Metric::Dtw),
            pieces: slice.pieces(),
        })
    };
    Ok(slice.rows().into_iter().filter_map(line).collect())
}

/// The side to move, with what else tells the row from others.
fn side_words(side: &str, field: &BTreeMap<&'static str, &'static str>) -> String {
    field.iter().fold(side.to_owned(), |words, (name, value)| format!("{words}, {name}: {value}"))
}

fn print(lines: &[StatsLine], out: &mut Out) -> CliResult<()> {
    let mut table = TextTable::new([
        ("material", Align::Left),
        ("to move", Align::Left),
        ("positions", Align::Right),
        ("win", Align::Right),
        ("loss", Align::Right),
        ("draw", Align::Right),
        ("longest win", Align::Right),
        ("first position that has it", Align::Left),
    ]);
    for group in lines.chunk_by(|one, other| one.pieces == other.pieces) {
        for line in group {
            table.row([
                line.material.clone(),
                side_words(line.side, &line.field),
                thousands(line.positions),
                thousands(line.win),
                thousands(line.loss),
                thousands(line.draw),
                line.max_dtw.map_or_else(|| "-".to_owned(), |plies| plies.to_string()),
                line.max_dtw_fen.clone().unwrap_or_default(),
            ]);
        }
        // Every material is there in both colour orders: what White's rows add up to, Black's do as well.
        let white = || group.iter().filter(|line| line.side == "white");
        let sum = |field: fn(&StatsLine) -> u64| thousands(white().map(field).sum::<u64>());
        let longest = white().filter_map(|line| line.max_dtw).max();
        table.row([
            format!("{} pieces", group[0].pieces),
            "each".to_owned(),
            sum(|line| line.positions),
            sum(|line| line.win),
            sum(|line| line.loss),
            sum(|line| line.draw),
            longest.map_or_else(|| "-".to_owned(), |plies| plies.to_string()),
        ]);
        table.row([]);
    }
    out.table(&table)
}
