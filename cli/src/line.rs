//! `dambase line`: the best play to the end of the game.

use dambase_format::{ClockedGame, Metric};
use dambase_prober::ProbeError;
use dambase_rules::{GameId, Wdl, with_game};
use serde::Serialize;

use crate::error::{CliResult, Outcome};
use crate::output::{Align, Out, TextTable, complain};
use crate::position::{game_over, show_value};
use crate::tables::TablesArgs;

/// Prints the best play of both sides to the end of the game: the winner hurries, the loser delays.
///
/// Each line is a move: its number (from 1), the move, the position after it, and what it is worth to the side that makes
/// it, plies counted from before the move, as `dambase probe --moves` does. So the first line has the value of the position
/// given, and the last one a depth of 1. A drawn position, or one where the game is over, has no such line: nothing is
/// printed but a note on standard error.
#[derive(clap::Args)]
pub struct LineArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// The position, in the game's FEN.
    fen: String,
    #[command(flatten)]
    tables: TablesArgs,
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
}

/// The line, and what is to be said of its last position, or of the position given where there is no line.
struct BestPlay {
    steps: Vec<StepLine>,
    end: String,
}

/// Runs the command.
pub fn run(args: &LineArgs, out: &mut Out) -> CliResult {
    let play = with_game!(args.game, G => best_play::<G>(args))?;
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
            table.row([step.ply.to_string(), step.text, show_value(step.wdl, step.dtw), step.fen]);
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
        });
        position = step.position;
    }
    Ok(BestPlay { steps, end: game_over::<G>(&position) })
}
