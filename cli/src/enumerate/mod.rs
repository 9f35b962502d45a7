//! `dambase enumerate`: the positions of a material, by value and depth, and by their verdict under draw rules.

mod sample;
mod scan;

use std::ops::{ControlFlow, Range};

use clap::ValueEnum;
use dambase_format::{ClockedGame, Metric, SliceIndex, same_material};
use dambase_prober::Verdict;
use dambase_rules::draw::DrawRules;
use dambase_rules::{GameId, Side, Wdl, with_game};
use serde::Serialize;

use crate::draw_rules::named_rules;
use crate::error::{CliError, CliResult, Outcome};
use crate::output::{Out, complain};
use crate::position::show_value;
use crate::probe::{VerdictLine, show_verdict};
use crate::stats::sections;
use crate::tables::TablesArgs;
use sample::sample;
use scan::{Filter, Found, SelectedRow, Slice, scan};

/// Lists the positions of a material, by value and depth, or a random sample of them.
///
/// KvKK means that White has one king and Black has two, whichever way the table holds them. Without a seed all positions
/// that fit are listed in the order of the table's numbering, White to move first. With a seed, as many of them as the
/// limit says are drawn at random, each equally likely and none twice; the same seed draws the same positions. Chess lists one of the
/// positions that look the same when the board is turned or mirrored, as tables hold them.
///
/// With `--draw-rules` each position has its verdict under a set of draw rules, all counters at zero, as `probe` gives it, and
/// `--verdict` lists those of one alone.
#[derive(clap::Args)]
pub struct EnumerateArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// The material, White first, such as KKvK.
    material: String,
    /// Only positions of this worth to the side to move.
    #[arg(long)]
    wdl: Option<WdlArg>,
    /// Only positions that are so many plies from the end, or the longest ones: of the wins, or of the losses with --wdl loss, or of
    /// those with the verdict that is asked for.
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
    /// Judge under a set of draw rules (`dambase rules GAME` lists them); none unless told.
    #[arg(long = "draw-rules", value_name = "NAME|none")]
    draw_rules: Option<String>,
    /// Only positions with this verdict to the side to move.
    #[arg(long, requires = "draw_rules")]
    verdict: Option<VerdictArg>,
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

/// [`Verdict`] on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[value(rename_all = "snake_case")]
enum VerdictArg {
    Win,
    SpoiledWin,
    Draw,
    SavedLoss,
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
    #[serde(flatten)]
    ruled: Option<VerdictLine>,
}

/// Runs the command.
pub fn run(args: &EnumerateArgs, out: &mut Out) -> CliResult {
    args.check()?;
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
            let verdict = line.ruled.as_ref().map_or_else(String::new, |ruled| format!("  {}", show_verdict(ruled)));
            out.line(format!("{}  {:<12} {}{verdict}", line.side, show_value(line.wdl, line.dtw), line.fen))
        }
    };
    with_game!(args.game, G => {
        let rules = args.draw_rules.as_deref().filter(|&name| name != "none").map(named_rules::<G>).transpose()?;
        enumerate::<G>(args, rules, sample_size, &mut print)
    })?;
    if listed == 0 && !args.json {
        complain("note", "there is no such position");
    }
    Ok(Outcome::Done)
}

impl EnumerateArgs {
    /// Refuses what means nothing.
    fn check(&self) -> CliResult<()> {
        let usage = |text: String| Err(CliError::Usage(text));
        if self.dtw.is_some() && (self.wdl == Some(WdlArg::Draw) || self.verdict == Some(VerdictArg::Draw)) {
            let option = if self.wdl == Some(WdlArg::Draw) { "--wdl" } else { "--verdict" };
            return usage(format!("a draw has no depth: --dtw does not go with {option} draw"));
        }
        if self.verdict.is_some() && self.draw_rules.as_deref() == Some("none") {
            return usage("--verdict means nothing with --draw-rules none".into());
        }
        match (self.verdict, self.wdl.map(Wdl::from)) {
            (Some(verdict), Some(wdl)) if verdict.theory().is_some_and(|theory| theory != wdl) => {
                let name = Verdict::from(verdict).name().replace('_', " ");
                usage(format!("without draw rules a {name} is no {}", wdl.name()))
            }
            _ => Ok(()),
        }
    }
}

fn enumerate<G: ClockedGame>(
    args: &EnumerateArgs,
    rules: Option<&'static DrawRules>,
    sample_size: Option<(u64, u64)>,
    print: &mut dyn FnMut(PositionLine) -> CliResult<()>,
) -> CliResult<()> {
    let key = G::parse_material(&args.material)?;
    let tables = args.tables.open::<G>()?;
    let has = |metric| tables.has(key, metric);
    if !has(Metric::Dtw) && (args.dtw.is_some() || !has(Metric::Wdl)) {
        return Err(args.tables.no_table::<G>(&tables, key, args.dtw.map(|_| Metric::Dtw)));
    }
    if let Some(rules) = rules {
        // What is missing is told before anything is listed.
        tables.table_under_rules(rules, key)?;
    }
    let slice = G::slice(key)?;
    let rows: Vec<SelectedRow> = slice
        .rows()
        .into_iter()
        .filter(|row| same_material(&row.material, &args.material))
        .filter(|row| args.side.is_none_or(|side| side.is(row.side)))
        .map(|row| {
            let Range { start, end } = slice.section(row.section);
            SelectedRow { section: row.section, exchanged: row.exchanged, side: row.side, start, end }
        })
        .collect();
    let of = Slice { tables: &tables, slice: &slice, rules };
    let filter = filter(&of, &rows, args)?;
    let line = |row: &SelectedRow, index: u64, found: Found| {
        let position = slice.position_at(index).expect("what has a value is a position");
        PositionLine {
            fen: G::fen(&if row.exchanged { G::colours_exchanged(&position) } else { position }),
            side: row.side.name(),
            wdl: found.evaluation.wdl.name(),
            dtw: found.evaluation.dtw,
            ruled: found.ruled.map(VerdictLine::from),
        }
    };
    if let Some((seed, size)) = sample_size
        && size > 0
    {
        for (row, index, found) in sample(&of, &rows, filter, seed, size)? {
            print(line(&rows[row], index, found))?;
        }
        return Ok(());
    }
    let mut left = args.limit.filter(|&limit| limit > 0).unwrap_or(u64::MAX);
    for row in &rows {
        scan(&of, row.range(), filter, &mut |index, found| {
            print(line(row, index, found))?;
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
fn filter<G: ClockedGame>(of: &Slice<'_, G>, rows: &[SelectedRow], args: &EnumerateArgs) -> CliResult<Filter> {
    let verdict = args.verdict.map(Verdict::from);
    let wdl = args.wdl.map(Wdl::from).or(args.verdict.and_then(VerdictArg::theory));
    let dtw = match args.dtw {
        None => return Ok(Filter { wdl, dtw: None, verdict }),
        Some(DtwArg::Plies(plies)) => return Ok(Filter { wdl, dtw: Some(plies), verdict }),
        // Headers know the longest win alone, whatever draw rules make of it.
        Some(DtwArg::Max) if wdl == Some(Wdl::Loss) || verdict.is_some() => {
            let all = Filter { wdl, dtw: None, verdict };
            let mut longest = None;
            // Two rows may be the two colour orders of one section.
            let mut sections: Vec<_> = rows.iter().map(|row| row.range()).collect();
            sections.sort_by_key(|range| range.start);
            sections.dedup();
            for range in sections {
                scan(of, range, all, &mut |_, found| {
                    longest = longest.max(found.evaluation.dtw);
                    Ok(ControlFlow::Continue(()))
                })?;
            }
            longest
        }
        Some(DtwArg::Max) => {
            let sections = sections(of.tables, of.slice.key()).unwrap_or_default();
            let longest = |row: &SelectedRow| sections.get(row.section)?.longest_win;
            rows.iter().filter_map(longest).map(|(plies, _)| plies).max()
        }
    };
    let wdl = if verdict.is_some() { wdl } else { wdl.or(Some(Wdl::Win)) };
    // Where there is none of them there is no longest one either: what no position fits.
    Ok(dtw.map_or(Filter::NOTHING, |plies| Filter { wdl, dtw: Some(plies), verdict }))
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

impl VerdictArg {
    /// The worth without draw rules, where the verdict tells it.
    fn theory(self) -> Option<Wdl> {
        match self {
            VerdictArg::SpoiledWin => Some(Wdl::Win),
            VerdictArg::Draw => Some(Wdl::Draw),
            VerdictArg::SavedLoss => Some(Wdl::Loss),
            VerdictArg::Win | VerdictArg::Loss => None,
        }
    }
}

impl From<VerdictArg> for Verdict {
    fn from(arg: VerdictArg) -> Self {
        match arg {
            VerdictArg::Win => Verdict::Win,
            VerdictArg::SpoiledWin => Verdict::WinSpoiled,
            VerdictArg::Draw => Verdict::Draw,
            VerdictArg::SavedLoss => Verdict::LossSaved,
            VerdictArg::Loss => Verdict::Loss,
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
    fn verdicts_are_called_as_they_are_printed() {
        for arg in VerdictArg::value_variants() {
            let name = arg.to_possible_value().expect("none is hidden");
            assert_eq!(name.get_name(), Verdict::from(*arg).name());
        }
    }
}
