//! `dambase perft`: counting lines of play.

use std::time::{Duration, Instant};

use dambase_rules::{Counting, GameId, GameRules, with_game};
use rayon::prelude::*;
use serde::Serialize;

use crate::error::{CliResult, Outcome};
use crate::output::{Out, thousands};

/// Counts the lines of play of each length up to DEPTH plies, on all cores. Draw rules do not end a line.
#[derive(clap::Args)]
pub struct PerftArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// The longest lines to count, in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES))]
    depth: u32,
    /// Begin at this position instead of the game's start.
    #[arg(long)]
    fen: Option<String>,
    /// Count every route of a capture; without this, captures of the same pieces between the same squares are one move.
    #[arg(long)]
    by_route: bool,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// Nobody lives to see more.
const MOST_PLIES: i64 = 64;
/// Lines are shared out among cores once there are so many beginnings; the last plies are never split.
const ENOUGH_TASKS: usize = 512;
const PLIES_OF_A_TASK: u32 = 3;

#[derive(Serialize)]
struct PerftLine {
    game: &'static str,
    depth: u32,
    nodes: u64,
}

/// Runs the command.
pub fn run(args: &PerftArgs, out: &mut Out) -> CliResult {
    let counting = if args.by_route { Counting::ByRoute } else { Counting::Distinct };
    with_game!(args.game, G => {
        let position = match &args.fen {
            Some(fen) => G::parse_fen(fen)?,
            None => G::start(),
        };
        for depth in 1..=args.depth {
            let began = Instant::now();
            let nodes = count::<G>(&position, depth, counting);
            print(args, out, depth, nodes, began.elapsed())?;
        }
    });
    Ok(Outcome::Done)
}

fn print(args: &PerftArgs, out: &mut Out, depth: u32, nodes: u64, time: Duration) -> CliResult<()> {
    if args.json {
        out.json(&PerftLine { game: args.game.name(), depth, nodes })?;
    } else {
        let rate = nodes as f64 / time.as_secs_f64().max(1e-9);
        // A rate measured over an instant says nothing.
        let rate = if time >= Duration::from_millis(1) {
            format!("  {:>10.3} s  {:>7.1} million a second", time.as_secs_f64(), rate / 1e6)
        } else {
            String::new()
        };
        out.line(format!("{depth:>2}  {:>22}{rate}", thousands(nodes)))?;
    }
    // Each depth as it is ready: the next may take hours.
    out.flush()
}

/// [`GameRules::perft`], shared out among cores.
fn count<G: GameRules>(position: &G::Position, depth: u32, counting: Counting) -> u64 {
    let mut tasks = vec![(*position, depth)];
    // Breadth first, until there are enough tasks or none can be split.
    let mut split = true;
    while split && tasks.len() < ENOUGH_TASKS {
        split = false;
        let mut next = Vec::new();
        for (position, depth) in tasks {
            match (depth > PLIES_OF_A_TASK).then(|| children::<G>(&position, counting)).flatten() {
                Some(children) => {
                    split = true;
                    next.extend(children.into_iter().map(|child| (child, depth - 1)));
                }
                None => next.push((position, depth)),
            }
        }
        tasks = next;
    }
    tasks.into_par_iter().with_max_len(1).map(|(position, depth)| G::perft(&position, depth, counting)).sum()
}

/// The positions after each move, as often as `counting` counts them; `None` where they cannot be had in that number.
fn children<G: GameRules>(position: &G::Position, counting: Counting) -> Option<Vec<G::Position>> {
    let expected = G::perft(position, 1, counting);
    let mut children = Vec::new();
    match counting {
        Counting::Distinct => {
            let mut moves = Vec::new();
            G::legal_moves(position, &mut moves);
            children.extend(moves.iter().map(|mv| G::play(position, mv)));
        }
        Counting::ByRoute => G::for_each_successor(position, |child| children.push(child)),
    }
    (children.len() as u64 == expected).then_some(children)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_cores_count_what_one_counts() {
        for id in GameId::all() {
            for counting in [Counting::Distinct, Counting::ByRoute] {
                with_game!(id, G => {
                    let start = G::start();
                    for depth in 1..=6 {
                        assert_eq!(count::<G>(&start, depth, counting), G::perft(&start, depth, counting), "{id} {depth}");
                    }
                });
            }
        }
    }

    #[test]
    fn lines_that_end_early_count_nothing() {
        with_game!(GameId::Russian, G => {
            let position = G::parse_fen("W:Wa1:Bb2,c3").expect("a legal position");
            for depth in 1..=6 {
                let expected = G::perft(&position, depth, Counting::Distinct);
                assert_eq!(count::<G>(&position, depth, Counting::Distinct), expected);
                assert_eq!(expected, 0);
            }
        });
    }
}
