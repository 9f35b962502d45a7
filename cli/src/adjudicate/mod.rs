//! `dambase adjudicate`: the games of a PDN or PGN file, played again and judged.

mod judge;
mod replay;
mod tables;
mod termination;

use std::path::PathBuf;

use dambase_rules::pdn::{self, Dialect, PdnGame};
use dambase_rules::{GameId, with_game};

use crate::draw_rules::DrawRulesArg;
use crate::error::{CliError, CliResult, Outcome};
use crate::output::{Out, complain, plural};
use judge::GameLine;
use replay::{Played, PlyLine, Table};
use tables::Tables;

/// Replays the games of a PDN file (chess: PGN) and says of each how it ends by the rules, whether by its goal or by an article of the draw
/// rules, at which ply, and whether the result that the file claims agrees.
///
/// Results by resignation or agreement are not on the board: there `agrees` is null. A move that is not legal is named by the
/// error it is in the founding text S000, 5.4 (chess: by the article of FIDE's laws of 2014), with what would have been legal. Moves
/// after the end of a game are told of. A capture that fits several is taken as the one with which the rest of the game can be
/// played (draughts).
///
/// Chess: `claimable` lists the draws that could have been claimed, and from which ply on. Where the tag Termination tells of a
/// fallen flag or of illegal moves, who lost by the result loses unless the opponent could not mate by any series of legal moves;
/// then the game is drawn. With more than four men that is not always found out, and `agrees` is null. By the tag TimeControl the
/// second illegal move loses (an hour or more, or unknown) or the first (rapid and blitz).
///
/// Exit status: 0 all games were replayed and no result is contradicted; 1 some game has an illegal move, goes on after its end or
/// claims a result that the board contradicts; 2 some game of the file cannot be read, or begins with no position of the game; 3
/// the file cannot be read.
#[derive(clap::Args)]
pub struct AdjudicateArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// The file: PDN, and PGN for chess.
    #[arg(value_name = "FILE.pdn")]
    file: PathBuf,
    #[command(flatten)]
    draw_rules: DrawRulesArg,
    /// A folder of tables, for verdicts and for the articles that award a game; may be given several times. Without it `tables` is
    /// used if it is there.
    #[arg(long = "tables", value_name = "DIR")]
    tables: Vec<PathBuf>,
    /// Print each ply as well, with the position after it, the counters that run and, where tables say it, the verdict.
    #[arg(long)]
    plies: bool,
    /// Print one JSON object a line: one a game, after those of its plies.
    #[arg(long)]
    json: bool,
}

type Replaying<'a> = dyn Fn(&PdnGame) -> Result<Played, String> + 'a;

/// Runs the command.
pub fn run(args: &AdjudicateArgs, out: &mut Out) -> CliResult {
    with_game!(args.game, G => {
        let rules = args.draw_rules.of::<G>()?;
        let tables = Tables::<G>::open(&args.tables)?;
        let table = Table::<G> {
            id: args.game,
            rules,
            theory: tables.theory(),
            verdict: &|game| tables.verdict(game),
            with_plies: args.plies,
        };
        adjudicate_all(args, out, &|pdn| replay::run::<G>(pdn, &table))
    })
}

/// Adjudicates every game of the file; the same code for all games.
fn adjudicate_all(args: &AdjudicateArgs, out: &mut Out, replay: &Replaying<'_>) -> CliResult {
    let bytes = std::fs::read(&args.file).map_err(|error| CliError::file(&args.file, error))?;
    let text = pdn::decode(&bytes);
    let (mut outcome, mut games, mut unread) = (Outcome::Done, 0u64, 0u64);
    for game in pdn::games_in(Dialect::of(args.game), &text.text) {
        games += 1;
        let line = match game {
            Err(error) => GameLine::unread(error.game, None, error.to_string()),
            Ok(game) => match replay(&game) {
                Err(error) => {
                    let error = format!("game {}, {}: {error}", game.number, game.place);
                    GameLine::unread(game.number, judge::claimed(&game).0, error)
                }
                Ok(mut played) => {
                    print_plies(args, out, &std::mem::take(&mut played.lines))?;
                    played.warnings.extend(warnings(args.game, &game));
                    judge::judge(args.game, &game, played)
                }
            },
        };
        unread += u64::from(line.error.is_some());
        if line.is_negative() {
            outcome = Outcome::Negative;
        }
        if args.json { out.json(&line)? } else { print_game(out, &line)? }
    }
    let file = args.file.display();
    if games == 0 {
        return Err(CliError::Usage(format!("{file}: there is no game in it")));
    }
    if unread > 0 {
        return Err(CliError::Usage(format!("{file}: {} of {} could not be replayed", plural(unread, "game"), games)));
    }
    Ok(outcome)
}

/// What is doubtful in the file, and a game type that is another game's.
fn warnings(id: GameId, game: &PdnGame) -> Vec<String> {
    let mut warnings: Vec<_> =
        game.warnings.iter().map(|warning| format!("{}: {}", warning.place, warning.value)).collect();
    match pdn::game_of(game, Some(id)) {
        Ok(found) if found != id && !shares_type(id, found, game) => {
            warnings.push(format!("its tags say that the game is {found}, and it was replayed as {id}"));
        }
        Ok(_) => {}
        Err(error) => warnings.push(format!("{error}; it was replayed as {id}")),
    }
    warnings
}

/// PDN has one number for several games: without a tag that says more it may be any of them.
fn shares_type(id: GameId, found: GameId, game: &PdnGame) -> bool {
    let type_of = |id| pdn::tags_of(id).first().map(|tag| tag.value().to_owned());
    let told_apart = game.known_tag("Objective").is_some()
        || game.known_tag("Variant").is_some_and(|variant| variant.parse::<GameId>().is_ok());
    type_of(id) == type_of(found) && !told_apart
}

fn print_plies(args: &AdjudicateArgs, out: &mut Out, lines: &[PlyLine]) -> CliResult<()> {
    for line in lines {
        if args.json {
            out.json(line)?;
            continue;
        }
        let counters: Vec<_> = line.counters.iter().map(|(clock, count)| format!("{clock}={count}")).collect();
        let verdict = line.verdict.as_deref().unwrap_or("");
        let text = format!("{:>5}  {:<12} {}  {} {verdict}", line.ply, line.text, line.fen, counters.join(","));
        out.line(text.trim_end())?;
    }
    Ok(())
}

fn print_game(out: &mut Out, line: &GameLine) -> CliResult<()> {
    let agrees = match line.agrees {
        Some(true) => "agrees",
        Some(false) => "DISAGREES",
        None => "-",
    };
    let claimed = line.tag_result.as_deref().unwrap_or("-");
    let at_ply = line.at_ply.map_or_else(String::new, |ply| format!("at ply {ply}: "));
    out.line(format!(
        "game {}: {}, {}, file {claimed} {agrees}; {at_ply}{}",
        line.game,
        if line.plies == 1 { "1 ply".to_owned() } else { format!("{} plies", line.plies) },
        line.result,
        line.reason
    ))?;
    if !line.legal.is_empty() {
        out.line(format!("  legal: {}", line.legal.join(" ")))?;
    }
    for warning in &line.warnings {
        complain("warning", format!("game {}: {warning}", line.game));
    }
    Ok(())
}
