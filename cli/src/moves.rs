//! `dambase moves`: the legal moves of a position.

use dambase_rules::draw::Clocks;
use dambase_rules::{GameId, with_game};
use serde::Serialize;

use crate::error::{CliResult, Outcome};
use crate::output::{Align, Out, TextTable};
use crate::position;

/// Lists the legal moves of a position, in the game's own notation, with the position after each. The numbers of plies and of moves go
/// on where the FEN has them.
#[derive(clap::Args)]
pub struct MovesArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// The position, in the game's FEN.
    fen: String,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    text: String,
    fen: String,
}

/// Runs the command.
pub fn run(args: &MovesArgs, out: &mut Out) -> CliResult {
    let (moves, end) = with_game!(args.game, G => legal_moves::<G>(&args.fen))?;
    if args.json {
        for mv in &moves {
            out.json(mv)?;
        }
    } else if moves.is_empty() {
        out.line(end)?;
    } else {
        let mut table = TextTable::new([("move", Align::Left), ("position after it", Align::Left)]);
        for mv in moves {
            table.row([mv.text, mv.fen]);
        }
        out.table(&table)?;
    }
    Ok(Outcome::Done)
}

/// The moves, and what is to be said when there are none.
fn legal_moves<G: Clocks>(fen: &str) -> CliResult<(Vec<MoveLine>, String)> {
    let position = G::parse_fen(fen)?;
    let mut moves = Vec::new();
    G::legal_moves(&position, &mut moves);
    let line = |mv| Ok(MoveLine { text: G::move_text(&position, mv), fen: G::fen_after(fen, mv)? });
    let lines = moves.iter().map(line).collect::<CliResult<_>>()?;
    Ok((lines, position::game_over::<G>(&position)))
}
