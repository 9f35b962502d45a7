//! `dambase enumerate`: the positions of a material, by value and depth.

mod sample;
mod scan;

use std::ops::{ControlFlow, Range};

use clap::ValueEnum;
use dambase_format::{ClockedGame, Metric, SliceIndex, TableGame};
use dambase_prober::{Evaluation, Tablebase};
use dambase_rules::{GameId, Side, Wdl, with_game};
use serde::Serialize;

use crate::error::{CliError, CliResult, Outcome};
use crate::output::{Out, complain};
use crate::position::show_value;
use crate::stats::sections;
use crate::tables::TablesArgs;
use sample::sample;
use scan::{Filter, SelectedRow, scan};

/// Lists the positions of a material, by value and depth, or a random sample of them.
///
/// KvKK means that White has one king and Black has two, whichever way the table holds them. Without a seed all positions
/// that fit are listed in the order of the table's numbering, White to move first. With a seed, as many of them as the
/// limit says are drawn at random, each equally likely and none twice; the same seed draws the same positions.
#[derive(clap::Args)]
pub struct EnumerateArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// The material, White first, such as KKvK.
    material: String,
    /// Only positions of this worth to the side to move.
    #[arg(long)]
    wdl: Option<WdlArg>,
    /// Only positions that are so many plies from the end, or the longest ones: of the wins, or of the losses with --wdl loss.
    #[arg(long, value_name = "N|max")]
    dtw: Option<DtwArg>,
    /// Only positions with this side to move.
    #[arg(long)]
    side: Option<SideArg>,
    /// List at most so many; 0 for all. With a seed, how many to draw (10 unless told).
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Draw positions at random.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    tables: TablesArgs,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// [`Wdl`] on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum WdlArg {
    Win,
    Draw,
    Loss,
}

/// [`Side`] on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SideArg {
    #[value(alias = "w")]
    White,
    #[value(alias = "b")]
    Black,
}

/// A depth on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DtwArg {
    Plies(u16),
    Max,
}

impl std::str::FromStr for DtwArg {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "max" {
            return Ok(DtwArg::Max);
        }
        text.parse().map(DtwArg::Plies).map_err(|_| format!("\"{text}\" is neither a number of plies nor max"))
    }
}

/// Positions drawn unless told otherwise.
const USUAL_SAMPLE: u64 = 10;
/// The most that may be drawn: a sample is held in memory.
const LARGEST_SAMPLE: u64 = 10_000_000;

#[derive(Serialize)]
struct PositionLine {
    fen: String,
    side: &'static str,
    wdl: &'static str,
    dtw: Option<u16>,
}

/// Runs the command.
pub fn run(args: &EnumerateArgs, out: &mut Out) -> CliResult {
    if args.dtw.is_some() && args.wdl == Some(WdlArg::Draw) {
        return Err(CliError::Usage("a draw has no depth: --dtw does not go with --wdl draw".into()));
    }
    let sample_size = args.seed.map(|seed| (seed, args.limit.unwrap_or(USUAL_SAMPLE)));
    if sample_size.is_some_and(|(_, size)| size > LARGEST_SAMPLE) {
        return Err(CliError::Usage(format!("at most {LARGEST_SAMPLE} positions are drawn at random")));
    }
    let mut listed = 0;
    let mut print = |line: PositionLine| {
        listed += 1;
        if args.json {
            out.json(&line)
        } else {
            out.line(format!("{}  {:<12} {}", line.side, show_value(line.wdl, line.dtw), line.fen))
        }
    };
    with_game!(args.game, G => enumerate::<G>(args, sample_size, &mut print))?;
    if listed == 0 && !args.json {
        complain("note", "there is no such position");
    }
    Ok(Outcome::Done)
}

fn enumerate<G: ClockedGame>(
    args: &EnumerateArgs,
    sample_size: Option<(u64, u64)>,
    print: &mut dyn FnMut(PositionLine) -> CliResult<()>,
) -> CliResult<()> {
    let key = G::parse_material(&args.material)?;
    let tables = args.tables.open::<G>()?;
    let has = |metric| tables.has(key, metric);
    if !has(Metric::Dtw) && (args.dtw.is_some() || !has(Metric::Wdl)) {
        return Err(args.tables.no_table::<G>(&tables, key, args.dtw.map(|_| Metric::Dtw)));
    }
    let slice = G::slice(key)?;
    let rows: Vec<SelectedRow> = slice
        .rows()
        .into_iter()
        .filter(|row| same_pieces(&row.material, &args.material))
        .filter(|row| args.side.is_none_or(|side| side.is(row.side)))
        .map(|row| {
            let Range { start, end } = slice.section(row.section);
            SelectedRow { section: row.section, exchanged: row.exchanged, side: row.side, start, end }
        })
        .collect();
    let filter = filter(&tables, &slice, &rows, args)?;
    let line = |row: &SelectedRow, index: u64, evaluation: Evaluation| {
        let position = slice.position_at(index).expect("what has a value is a position");
        PositionLine {
            fen: G::fen(&if row.exchanged { G::colours_exchanged(&position) } else { position }),
            side: row.side.name(),
            wdl: evaluation.wdl.name(),
            dtw: evaluation.dtw,
        }
    };
    if let Some((seed, size)) = sample_size
        && size > 0
    {
        for (row, index, evaluation) in sample(&tables, &slice, &rows, filter, seed, size)? {
            print(line(&rows[row], index, evaluation))?;
        }
        return Ok(());
    }
    let mut left = args.limit.filter(|&limit| limit > 0).unwrap_or(u64::MAX);
    for row in &rows {
        scan(&tables, key, row.range(), filter, &mut |index, evaluation| {
            print(line(row, index, evaluation))?;
            left -= 1;
            Ok(if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        if left == 0 {
            break;
        }
    }
    Ok(())
}

/// What is asked for, the longest depth found out where that is asked for.
fn filter<G: TableGame>(
    tables: &Tablebase<G>,
    slice: &G::Slice,
    rows: &[SelectedRow],
    args: &EnumerateArgs,
) -> CliResult<Filter> {
    let wdl = args.wdl.map(Wdl::from);
    let dtw = match args.dtw {
        None => return Ok(Filter { wdl, dtw: None }),
        Some(DtwArg::Plies(plies)) => return Ok(Filter { wdl, dtw: Some(plies) }),
        Some(DtwArg::Max) if wdl == Some(Wdl::Loss) => {
            let losses = Filter { wdl, dtw: None };
            let mut longest = None;
            // Two rows may be the two colour orders of one section.
            let mut sections: Vec<_> = rows.iter().map(|row| row.range()).collect();
            sections.sort_by_key(|range| range.start);
            sections.dedup();
            for range in sections {
                scan(tables, slice.key(), range, losses, &mut |_, evaluation| {
                    longest = longest.max(evaluation.dtw);
                    Ok(ControlFlow::Continue(()))
                })?;
            }
            longest
        }
        Some(DtwArg::Max) => {
            let sections = sections(tables, slice.key()).unwrap_or_default();
            let longest = |row: &SelectedRow| sections.get(row.section)?.longest_win;
            rows.iter().filter_map(longest).map(|(plies, _)| plies).max()
        }
    };
    let wdl = Some(wdl.unwrap_or(Wdl::Win));
    // Where there is none of them there is no longest one either: what no position fits.
    Ok(dtw.map_or(Filter::NOTHING, |plies| Filter { wdl, dtw: Some(plies) }))
}

/// Two ordered materials are the same pieces, written in any order and case.
fn same_pieces(one: &str, other: &str) -> bool {
    let sides = |text: &str| {
        let text = text.to_ascii_uppercase();
        let sorted = |side: &str| {
            let mut letters: Vec<_> = side.bytes().collect();
            letters.sort_unstable();
            letters
        };
        text.split_once('V').map(|(white, black)| (sorted(white), sorted(black)))
    };
    sides(one) == sides(other)
}

impl From<WdlArg> for Wdl {
    fn from(arg: WdlArg) -> Self {
        match arg {
            WdlArg::Win => Wdl::Win,
            WdlArg::Draw => Wdl::Draw,
            WdlArg::Loss => Wdl::Loss,
        }
    }
}

impl SideArg {
    fn is(self, side: Side) -> bool {
        match self {
            SideArg::White => side == Side::White,
            SideArg::Black => side == Side::Black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_numbers_or_max() {
        assert_eq!("max".parse(), Ok(DtwArg::Max));
        assert_eq!("17".parse(), Ok(DtwArg::Plies(17)));
        for text in ["", "-1", "MAX", "65536", "1.5"] {
            assert!(text.parse::<DtwArg>().is_err(), "{text}");
        }
    }

    #[test]
    fn materials_are_compared_side_by_side() {
        assert!(same_pieces("KKMvK", "mkkVk"));
        assert!(!same_pieces("KKMvK", "KvKKM"));
        assert!(!same_pieces("KvK", "KK"));
    }
}
