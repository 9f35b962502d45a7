//! `dambase claims --explain`: the sentence is looked for.

use dambase_prober::ProbeError;
use dambase_report::Progress;
use dambase_rules::GameId;
use dambase_theory::explain::{Ends, Explanation, Found, explain};
use dambase_theory::{DecideError, Exception, Scope, witness};
use serde::Serialize;

use super::{ClaimsArgs, ListedLine, begun, failed, open};
use crate::error::{CliError, CliResult, Outcome};
use crate::output::{Align, Out, TextTable, thousands};

/// A line of JSON: what `explain` says of a material, of a condition, or the sentence that was found.
#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "explain")]
enum ExplainLine<'a> {
    Material {
        game: &'static str,
        material: &'a str,
        side: &'static str,
        positions: u64,
        white_wins: u64,
        draws: u64,
        black_wins: u64,
    },
    Condition {
        side: &'static str,
        condition: &'a str,
        words: &'a str,
        positions: u64,
        white_wins: u64,
        draws: u64,
        black_wins: u64,
    },
    Sentence {
        side: &'static str,
        winner: &'static str,
        condition: &'a str,
        words: &'a str,
        not_won: u64,
        won_all_the_same: u64,
        first_exceptions: Vec<ListedLine>,
    },
}

/// Runs the command.
pub fn run(game: GameId, material: &str, args: &ClaimsArgs, out: &mut Out) -> CliResult {
    let tables = open(&args.tables, game)?;
    // A text that is no material is found out before anything else.
    tables.rows(material)?;
    let walk = begun(material, &tables, &[material.to_owned()], args.quiet);
    let explained = explain(&tables, material, Scope { most_exceptions: args.listed() }, &|more| walk.done(more));
    walk.end();
    let lines = |list: &[Exception]| -> CliResult<Vec<ListedLine>> {
        list.iter().map(|one| Ok(ListedLine::new(one, witness(&tables, None, &one.pieces)?))).collect()
    };
    // Here, as for `enumerate`, a table that is not there is trouble with a file.
    let explained = explained.map_err(|error| match error {
        DecideError::Probe(error @ ProbeError::Missing { .. }) => CliError::File(error.to_string()),
        error => failed(error),
    })?;
    for explanation in explained {
        let Explanation { side, ends, by_condition, found } = &explanation;
        let side = side.name();
        if args.json {
            let Ends { white_wins, draws, black_wins } = *ends;
            let positions = ends.positions();
            out.json(&ExplainLine::Material {
                game: game.name(),
                material,
                side,
                positions,
                white_wins,
                draws,
                black_wins,
            })?;
            for by in by_condition {
                let Ends { white_wins, draws, black_wins } = by.ends;
                let (condition, words, positions) = (&by.condition, &by.words, by.ends.positions());
                out.json(&ExplainLine::Condition { side, condition, words, positions, white_wins, draws, black_wins })?;
            }
            for found in found {
                out.json(&ExplainLine::Sentence {
                    side,
                    winner: found.winner.name(),
                    condition: &found.condition,
                    words: &found.words,
                    not_won: found.not_won,
                    won_all_the_same: found.won_all_the_same,
                    first_exceptions: lines(&found.exceptions)?,
                })?;
            }
            continue;
        }
        print(out, game, material, &explanation)?;
        for found in found {
            sentence(out, found, &lines(&found.exceptions)?)?;
        }
        out.line("")?;
    }
    Ok(Outcome::Done)
}

fn print(out: &mut Out, game: GameId, material: &str, explanation: &Explanation) -> CliResult<()> {
    let Explanation { side, ends, by_condition, .. } = explanation;
    out.line(format!(
        "{material} ({game}), {side} to move: {} positions, White wins {}, drawn {}, Black wins {}",
        thousands(ends.positions()),
        thousands(ends.white_wins),
        thousands(ends.draws),
        thousands(ends.black_wins)
    ))?;
    let mut table = TextTable::new([
        ("where", Align::Left),
        ("positions", Align::Right),
        ("White wins", Align::Right),
        ("drawn", Align::Right),
        ("Black wins", Align::Right),
    ]);
    for by in by_condition {
        table.row([
            by.words.clone(),
            thousands(by.ends.positions()),
            share(by.ends.white_wins, &by.ends),
            share(by.ends.draws, &by.ends),
            share(by.ends.black_wins, &by.ends),
        ]);
    }
    out.table(&table)
}

fn share(part: u64, ends: &Ends) -> String {
    format!("{:.1} %", part as f64 * 100.0 / ends.positions().max(1) as f64)
}

fn sentence(out: &mut Out, found: &Found, exceptions: &[ListedLine]) -> CliResult<()> {
    let exact = found.not_won + found.won_all_the_same == 0;
    out.line(format!("{} wins {}.", if found.winner.name() == "white" { "White" } else { "Black" }, found.words))?;
    out.line(format!("  as a condition: {}", found.condition))?;
    if exact {
        return out.line("  without exception");
    }
    out.line(format!(
        "  exceptions: {} not won though it says so, {} won though it does not",
        thousands(found.not_won),
        thousands(found.won_all_the_same)
    ))?;
    for line in exceptions {
        out.line(format!("  exception: {}  {}", line.fen, line.worth()))?;
        out.line(format!("    {} ({})", line.line.join(" "), line.end))?;
    }
    Ok(())
}
