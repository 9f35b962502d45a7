//! `dambase probe`: what positions are worth.

use std::collections::{BTreeMap, HashSet};
use std::io;

use dambase_format::{ClockedGame, TableGame};
use dambase_prober::{Evaluation, ProbeError, RankedMove, RuledEvaluation, Tablebase};
use dambase_rules::draw::{Clocks, Counters, DrawRules};
use dambase_rules::{GameId, with_game};
use serde::Serialize;

use crate::error::{CliError, CliResult, Outcome};
use crate::lines::{Line, Lines, MOST_BYTES};
use crate::output::{Out, complain};
use crate::position::{at_limit, game_over, show_value};
use crate::tables::TablesArgs;

/// Looks up what positions are worth to the side to move: win, draw or loss, and the plies to the end of the game when the
/// winner hurries and the loser delays (DTW); and, with `--draw-rules`, what they are worth under draw rules.
///
/// Positions are answered one a line, in their order. Without FENs on the command line they are read from standard input,
/// and each answer goes out before more input is waited for. A line that cannot be answered says why, and makes the exit
/// status 1 in the end. Where a file of depths is damaged and one of win, draw and loss answers, that is the answer, without a
/// depth, and a warning names the file.
///
/// With `--draw-rules` the answer has the verdict under a set of draw rules, with the counters as given: `win`, `spoiled_win`, `draw`,
/// `saved_loss` or `loss`; the article that decides; and DTC (distance to clock reset: the plies in which the winner ends the game
/// or leaves the running clock behind; in chess DTZ). Moves are ranked by it. Repetition is left aside: the verdict is exact while no
/// position since the last capture or man's move has occurred twice. The half-move number of a FEN (`:H4`) is read as a counter.
#[derive(clap::Args)]
pub struct ProbeArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// The positions, in the game's FEN; without any, lines of standard input.
    #[arg(value_name = "FEN")]
    fens: Vec<String>,
    #[command(flatten)]
    tables: TablesArgs,
    /// Judge under a set of draw rules (`dambase rules GAME` lists them); none unless told.
    #[arg(long = "draw-rules", value_name = "NAME|none")]
    draw_rules: Option<String>,
    /// Where clocks stand, by the names that `dambase rules` prints; those not given stand at zero. Without `--draw-rules`, of the
    /// game's default set.
    #[arg(long, value_name = "CLOCK=COUNT,...")]
    counters: Option<String>,
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
    #[serde(flatten)]
    ruled: Option<&'a Ruled>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a [MoveLine]>,
}

/// What is said under draw rules.
#[derive(Serialize)]
struct Ruled {
    draw_rules: &'static str,
    counters: BTreeMap<&'static str, u16>,
    #[serde(flatten)]
    verdict: VerdictLine,
}

/// A verdict, as every command prints it.
#[derive(Serialize)]
pub struct VerdictLine {
    verdict: &'static str,
    dtc: Option<u16>,
    article: Option<&'static str>,
}

impl From<RuledEvaluation> for VerdictLine {
    fn from(evaluation: RuledEvaluation) -> Self {
        VerdictLine {
            verdict: evaluation.verdict.name(),
            dtc: evaluation.dtc,
            article: evaluation.article.map(|article| article.id),
        }
    }
}

#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    text: String,
    wdl: &'static str,
    dtw: Option<u16>,
    #[serde(flatten)]
    ruled: Option<VerdictLine>,
}

#[derive(Serialize)]
struct Unanswered<'a> {
    fen: &'a str,
    error: &'a str,
}

/// What is known of a position.
struct Answer {
    evaluation: Evaluation,
    ruled: Option<Ruled>,
    moves: Option<Vec<MoveLine>>,
    /// What is to be said where the game is over, or can be.
    end: Option<String>,
}

/// Runs the command.
pub fn run(args: &ProbeArgs, out: &mut Out) -> CliResult {
    with_game!(args.game, G => {
        let tables = args.tables.open::<G>()?;
        let rules = match (args.draw_rules.as_deref(), &args.counters) {
            (Some("none"), Some(_)) => {
                return Err(CliError::Usage("--counters means nothing with --draw-rules none".into()));
            }
            (Some("none"), None) | (None, None) => None,
            (name, _) => Some(G::draw_rules_named(name).map_err(CliError::Usage)?),
        };
        if let Some(rules) = rules {
            let counters = args.counters.as_deref().unwrap_or("");
            // What is wrong with them whatever the position is said once.
            Counters::list(rules, counters).map_err(|error| CliError::Usage(error.to_string()))?;
            return answer_all(args, out, &mut |fen| answer_under_rules::<G>(&tables, rules, counters, fen, args.moves));
        }
        let mut ranked = Vec::new();
        let mut damaged = Damaged::of(&tables);
        answer_all(args, out, &mut |fen| answer::<G>(&tables, &mut ranked, &mut damaged, fen, args.moves))
    })
}

/// The files whose damage was told of: each is told of once, however many positions meet it.
struct Damaged(HashSet<String>);

impl Damaged {
    /// Opening tables has told of those that cannot be used at all.
    fn of<G: TableGame>(tables: &Tablebase<G>) -> Self {
        Damaged(tables.problems().iter().map(|problem| problem.path.display().to_string()).collect())
    }

    fn tell(&mut self, error: &ProbeError) {
        if let ProbeError::Broken { table, .. } = error
            && self.0.insert(table.clone())
        {
            complain("warning", format!("{error}; answers that need it go without the depth"));
        }
    }
}

fn answer<G: TableGame>(
    tables: &Tablebase<G>,
    ranked: &mut Vec<RankedMove<G::Move>>,
    damaged: &mut Damaged,
    fen: &str,
    with_moves: bool,
) -> Result<Answer, String> {
    let position = G::parse_fen(fen).map_err(|error| error.to_string())?;
    if !with_moves {
        let evaluation = tables.probe_past_broken(&position, &mut |error| damaged.tell(error));
        let evaluation = evaluation.map_err(|error| error.to_string())?;
        return Ok(Answer { evaluation, ruled: None, moves: None, end: None });
    }
    let evaluation = tables.probe_root_past_broken(&position, ranked, &mut |error| damaged.tell(error));
    let evaluation = evaluation.map_err(|error| error.to_string())?;
    let moves = ranked
        .iter()
        .map(|ranked| MoveLine {
            text: G::move_text(&position, &ranked.mv),
            wdl: ranked.evaluation.wdl.name(),
            dtw: ranked.evaluation.dtw,
            ruled: None,
        })
        .collect();
    let end = ranked.is_empty().then(|| game_over::<G>(&position));
    Ok(Answer { evaluation, ruled: None, moves: Some(moves), end })
}

fn answer_under_rules<G: ClockedGame>(
    tables: &Tablebase<G>,
    rules: &'static DrawRules,
    counters: &str,
    fen: &str,
    with_moves: bool,
) -> Result<Answer, String> {
    let (position, past) = G::read_fen(fen).map_err(|error| error.to_string())?;
    let counters = Counters::read::<G>(rules, &position, counters, past).map_err(|error| error.to_string())?;
    let said = |error: ProbeError| error.to_string();
    let evaluation = tables.probe(&position).map_err(said)?;
    let mut ranked = Vec::new();
    let verdict = if with_moves {
        tables.probe_root_verdict(rules, &position, &counters, &mut ranked)
    } else {
        tables.probe_verdict(rules, &position, &counters)
    };
    let verdict = verdict.map_err(said)?;
    let moves = ranked
        .iter()
        .map(|ranked| MoveLine {
            text: G::move_text(&position, &ranked.mv),
            wdl: ranked.theory.name(),
            dtw: ranked.dtw,
            ruled: Some(ranked.evaluation.into()),
        })
        .collect();
    let end = match counters.at_limit(rules).filter(|_| has_moves::<G>(&position)) {
        Some(article) => Some(at_limit::<G>(verdict.article.unwrap_or(article), &position, verdict.verdict.wdl())),
        None => {
            (with_moves && ranked.is_empty()).then(|| match verdict.article.filter(|_| has_moves::<G>(&position)) {
                Some(article) => format!("The game is over by article {}.", article.id),
                None => game_over::<G>(&position),
            })
        }
    };
    let ruled = Ruled { draw_rules: rules.name, counters: counters.running(rules).collect(), verdict: verdict.into() };
    Ok(Answer { evaluation, ruled: Some(ruled), moves: with_moves.then_some(moves), end })
}

fn has_moves<G: TableGame>(position: &G::Position) -> bool {
    let mut legal = Vec::new();
    G::legal_moves(position, &mut legal);
    !legal.is_empty()
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
            ruled: answer.ruled.as_ref(),
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
    if let Some(ruled) = &answer.ruled {
        let clocks: Vec<_> = ruled.counters.iter().map(|(clock, count)| format!("{clock} {count}")).collect();
        let clocks = if clocks.is_empty() { String::new() } else { format!(", clocks at {}", clocks.join(", ")) };
        out.line(format!("  under the draw rules {}{clocks}: {}", ruled.draw_rules, show_verdict(&ruled.verdict)))?;
    }
    if let Some(end) = &answer.end {
        out.line(format!("  {end}"))?;
    }
    let moves = answer.moves.as_deref().unwrap_or_default();
    let width = moves.iter().map(|mv| mv.text.len()).max().unwrap_or(0);
    for mv in moves {
        let value = show_value(mv.wdl, mv.dtw);
        match &mv.ruled {
            Some(verdict) => out.line(format!("  {:<width$}  {value:<12}  {}", mv.text, show_verdict(verdict)))?,
            None => out.line(format!("  {:<width$}  {value}", mv.text))?,
        }
    }
    Ok(())
}

/// A verdict for people.
pub fn show_verdict(line: &VerdictLine) -> String {
    let verdict = match line.verdict {
        "spoiled_win" => "win, spoiled",
        "saved_loss" => "loss, saved",
        verdict => verdict,
    };
    let clock = line.dtc.map_or_else(String::new, |plies| {
        format!(" ({} on the clock)", if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") })
    });
    let article = line.article.map_or_else(String::new, |article| format!(" by article {article}"));
    format!("{verdict}{clock}{article}")
}
