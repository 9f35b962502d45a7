//! `dambase probe`: what positions are worth.

use std::io;

use dambase_format::TableGame;
use dambase_prober::{Evaluation, RankedMove, Tablebase};
use dambase_rules::{GameId, with_game};
use serde::Serialize;

use crate::error::{CliError, CliResult, Outcome};
use crate::lines::{Line, Lines, MOST_BYTES};
use crate::output::Out;
use crate::position::{game_over, show_value};
use crate::tables::TablesArgs;

/// Looks up what positions are worth to the side to move: win, draw or loss, and the plies to the end of the game when the
/// winner hurries and the loser delays (DTW). No draw rules.
///
/// Positions are answered one a line, in their order. Without FENs on the command line they are read from standard input,
/// and each answer goes out before more input is waited for. A line that cannot be answered says why, and makes the exit
/// status 1 in the end.
#[derive(clap::Args)]
pub struct ProbeArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// The positions, in the game's FEN; without any, lines of standard input.
    #[arg(value_name = "FEN")]
    fens: Vec<String>,
    #[command(flatten)]
    tables: TablesArgs,
    /// List all moves, best first, with their worth to the side that makes them, plies counted from before the move.
    #[arg(long)]
    moves: bool,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answered<'a> {
    fen: &'a str,
    wdl: &'static str,
    dtw: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a [MoveLine]>,
}

#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    text: String,
    wdl: &'static str,
    dtw: Option<u16>,
}

#[derive(Serialize)]
struct Unanswered<'a> {
    fen: &'a str,
    error: &'a str,
}

/// What is known of a position.
struct Answer {
    evaluation: Evaluation,
    moves: Option<Vec<MoveLine>>,
    /// What is to be said for want of moves.
    end: Option<String>,
}

/// Runs the command.
pub fn run(args: &ProbeArgs, out: &mut Out) -> CliResult {
    with_game!(args.game, G => {
        let tables = args.tables.open::<G>()?;
        let mut ranked = Vec::new();
        answer_all(args, out, &mut |fen| answer::<G>(&tables, &mut ranked, fen, args.moves))
    })
}

fn answer<G: TableGame>(
    tables: &Tablebase<G>,
    ranked: &mut Vec<RankedMove<G::Move>>,
    fen: &str,
    with_moves: bool,
) -> Result<Answer, String> {
    let position = G::parse_fen(fen).map_err(|error| error.to_string())?;
    if !with_moves {
        let evaluation = tables.probe(&position).map_err(|error| error.to_string())?;
        return Ok(Answer { evaluation, moves: None, end: None });
    }
    let evaluation = tables.probe_root(&position, ranked).map_err(|error| error.to_string())?;
    let moves = ranked
        .iter()
        .map(|ranked| MoveLine {
            text: G::move_text(&position, &ranked.mv),
            wdl: ranked.evaluation.wdl.name(),
            dtw: ranked.evaluation.dtw,
        })
        .collect();
    Ok(Answer { evaluation, moves: Some(moves), end: ranked.is_empty().then(|| game_over::<G>(&position)) })
}

type Answering<'a> = dyn FnMut(&str) -> Result<Answer, String> + 'a;

/// Answers every position; the same code for all games.
fn answer_all(args: &ProbeArgs, out: &mut Out, answer: &mut Answering<'_>) -> CliResult {
    let mut outcome = Outcome::Done;
    let mut print = |out: &mut Out, fen: &str, result: Result<Answer, String>| {
        if result.is_err() {
            outcome = Outcome::Negative;
        }
        if args.json { print_json(out, fen, &result) } else { print_text(out, fen, &result) }
    };
    if !args.fens.is_empty() {
        for fen in &args.fens {
            print(out, fen, answer(fen))?;
        }
        return Ok(outcome);
    }
    let mut lines = Lines::new(io::stdin().lock());
    loop {
        // Whoever asks line by line waits for the answer before it asks on.
        if !lines.is_ready() {
            out.flush()?;
        }
        let Some(line) = lines.next().map_err(|error| CliError::File(format!("standard input: {error}")))? else {
            return Ok(outcome);
        };
        match line {
            Line::Text(fen) => print(out, &fen, answer(&fen))?,
            Line::NotText(fen) => print(out, &fen, Err("the line is not UTF-8 text; shown as near as can be".into()))?,
            Line::TooLong(fen) => {
                print(out, &fen, Err(format!("the line is longer than {MOST_BYTES} bytes; its beginning is shown")))?;
            }
        }
    }
}

fn print_json(out: &mut Out, fen: &str, result: &Result<Answer, String>) -> CliResult<()> {
    match result {
        Ok(answer) => out.json(&Answered {
            fen,
            wdl: answer.evaluation.wdl.name(),
            dtw: answer.evaluation.dtw,
            moves: answer.moves.as_deref(),
        }),
        Err(error) => out.json(&Unanswered { fen, error }),
    }
}

fn print_text(out: &mut Out, fen: &str, result: &Result<Answer, String>) -> CliResult<()> {
    let answer = match result {
        Ok(answer) => answer,
        Err(error) => return out.line(format!("{:<12} {fen}  ({error})", "no answer")),
    };
    let evaluation = answer.evaluation;
    out.line(format!("{:<12} {fen}", show_value(evaluation.wdl.name(), evaluation.dtw)))?;
    if let Some(end) = &answer.end {
        out.line(format!("  {end}"))?;
    }
    let moves = answer.moves.as_deref().unwrap_or_default();
    let width = moves.iter().map(|mv| mv.text.len()).max().unwrap_or(0);
    for mv in moves {
        out.line(format!("  {:<width$}  {}", mv.text, show_value(mv.wdl, mv.dtw)))?;
    }
    Ok(())
}
