//! `dambase line`: the best play to the end of the game.

use std::collections::BTreeMap;

use dambase_format::{ClockedGame, Metric};
use dambase_prober::ProbeError;
use dambase_rules::draw::{Counters, DrawRules};
use dambase_rules::{GameId, Wdl, with_game};
use serde::Serialize;

use crate::draw_rules::named_rules;
use crate::error::{CliError, CliResult, Outcome};
use crate::output::{Align, Out, TextTable, complain};
use crate::position::{at_limit, game_over, show_value};
use crate::tables::TablesArgs;

/// Prints the best play of both sides to the end of the game: the winner hurries, the loser delays.
///
/// Each line is a move: its number (from 1), the move, the position after it, and what it is worth to the side that makes
/// it, plies counted from before the move, as `dambase probe --moves` does. So the first line has the value of the position
/// given, and the last one a depth of 1. A drawn position, or one where the game is over, has no such line: nothing is
/// printed but a note on standard error.
///
/// With `--draw-rules` it is the best play under a set of draw rules from the counters given, each move with its verdict: of a won
/// position until the game is over, of a win that the rules spoil until the article that does ends the game.
#[derive(clap::Args)]
pub struct LineArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// The position, in the game's FEN.
    fen: String,
    #[command(flatten)]
    tables: TablesArgs,
    /// Play under a set of draw rules (`dambase rules GAME` lists them); none unless told.
    #[arg(long = "draw-rules", value_name = "NAME|none")]
    draw_rules: Option<String>,
    /// Where clocks stand, by the names that `dambase rules` prints; those not given stand at zero.
    #[arg(long, value_name = "CLOCK=COUNT,...", requires = "draw_rules")]
    counters: Option<String>,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct StepLine {
    ply: u32,
    #[serde(rename = "move")]
    text: String,
    fen: String,
    wdl: &'static str,
    dtw: Option<u16>,
    #[serde(flatten)]
    ruled: Option<RuledStep>,
}

/// What is said of a move under draw rules.
#[derive(Serialize)]
struct RuledStep {
    verdict: &'static str,
    dtc: Option<u16>,
    /// After the move.
    counters: BTreeMap<&'static str, u16>,
}

/// The line, and what is to be said of its last position, or of the position given where there is no line.
struct BestPlay {
    steps: Vec<StepLine>,
    end: String,
}

/// Runs the command.
pub fn run(args: &LineArgs, out: &mut Out) -> CliResult {
    let play = with_game!(args.game, G => match args.draw_rules.as_deref() {
        None | Some("none") => best_play::<G>(args),
        Some(name) => best_play_under_rules::<G>(args, named_rules::<G>(name)?),
    })?;
    if play.steps.is_empty() {
        complain("note", &play.end);
    } else if args.json {
        for step in &play.steps {
            out.json(step)?;
        }
    } else {
        let mut table = TextTable::new([
            ("ply", Align::Right),
            ("move", Align::Left),
            ("worth", Align::Left),
            ("position after it", Align::Left),
        ]);
        for step in play.steps {
            let worth = show_value(step.wdl, step.dtw);
            let worth = match step.ruled {
                Some(ruled) => format!("{worth}, {}", ruled.verdict.replace('_', " ")),
                None => worth,
            };
            table.row([step.ply.to_string(), step.text, worth, step.fen]);
        }
        out.table(&table)?;
        out.line(play.end)?;
    }
    Ok(Outcome::Done)
}

fn best_play<G: ClockedGame>(args: &LineArgs) -> CliResult<BestPlay> {
    let mut position = G::parse_fen(&args.fen)?;
    let tables = args.tables.open::<G>()?;
    let line = match tables.line(&position) {
        // Without depths nobody knows the way to an end; where there is none, that takes no depths to know.
        Err(ProbeError::Missing { metric: Metric::Dtw, .. }) if tables.probe_wdl(&position) == Ok(Wdl::Draw) => {
            Vec::new()
        }
        line => line?,
    };
    if line.is_empty() && tables.probe_wdl(&position)? == Wdl::Draw {
        return Ok(BestPlay { steps: Vec::new(), end: "The position is a draw: no play leads to an end.".into() });
    }
    let mut steps = Vec::with_capacity(line.len());
    for step in line {
        steps.push(StepLine {
            ply: step.ply,
            text: G::move_text(&position, &step.mv),
            fen: G::fen(&step.position),
            wdl: step.evaluation.wdl.reversed().name(),
            dtw: step.evaluation.dtw.map(|plies| plies.saturating_add(1)),
            ruled: None,
        });
        position = step.position;
    }
    Ok(BestPlay { steps, end: game_over::<G>(&position) })
}

/// The most plies of a line: no win takes nearly as many.
const MOST_PLIES: usize = 10_000;

fn best_play_under_rules<G: ClockedGame>(args: &LineArgs, rules: &'static DrawRules) -> CliResult<BestPlay> {
    let (mut position, past) = G::read_fen(&args.fen)?;
    let text = args.counters.as_deref().unwrap_or("");
    let mut counters =
        Counters::read::<G>(rules, &position, text, past).map_err(|error| CliError::Usage(error.to_string()))?;
    let tables = args.tables.open::<G>()?;
    let mut verdict = tables.probe_verdict(rules, &position, &counters)?;
    let spoiled = tables.spoiled_win(rules, &position, &counters)?;
    let mut spoiled = spoiled.map(|spoiled| spoiled.line.into_iter().map(|(mv, _)| mv));
    let mut steps = Vec::new();
    let mut ranked = Vec::new();
    // A win comes nearer with every move, and a spoiled one to the article; a draw has no end.
    while (verdict.verdict.wdl() != Wdl::Draw || spoiled.is_some()) && steps.len() < MOST_PLIES {
        tables.probe_root_verdict(rules, &position, &counters, &mut ranked)?;
        let chosen = match &mut spoiled {
            Some(line) => line.next().and_then(|mv| ranked.iter().find(|ranked| ranked.mv == mv)),
            None => ranked.first(),
        };
        let Some(chosen) = chosen else { break };
        let after = G::play(&position, &chosen.mv);
        counters = counters.after::<G>(rules, &position, &after);
        steps.push(StepLine {
            ply: steps.len() as u32 + 1,
            text: G::move_text(&position, &chosen.mv),
            fen: G::fen_with(&after, &counters),
            wdl: chosen.theory.name(),
            dtw: chosen.dtw,
            ruled: Some(RuledStep {
                verdict: chosen.evaluation.verdict.name(),
                dtc: chosen.evaluation.dtc,
                counters: counters.running(rules).collect(),
            }),
        });
        position = after;
        verdict = tables.probe_verdict(rules, &position, &counters)?;
    }
    let mut legal = Vec::new();
    G::legal_moves(&position, &mut legal);
    let end = match counters.at_limit(rules).filter(|_| !legal.is_empty()) {
        Some(article) => at_limit::<G>(verdict.article.unwrap_or(article), &position, verdict.verdict.wdl()),
        None if legal.is_empty() => game_over::<G>(&position),
        None => "The position is a draw: no play leads to an end.".into(),
    };
    Ok(BestPlay { steps, end })
}
