//! `dambase games`: which games there are.

use dambase_rules::GameId;
use serde::Serialize;

use crate::error::{CliResult, Outcome};
use crate::output::{Align, Out, TextTable};

/// Lists the games.
#[derive(clap::Args)]
pub struct GamesArgs {
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameLine {
    id: &'static str,
    aliases: &'static [&'static str],
    board: &'static str,
    pdn_game_type: Option<&'static str>,
    tables: &'static str,
    title: &'static str,
}

/// Runs the command.
pub fn run(args: &GamesArgs, out: &mut Out) -> CliResult {
    let games = GameId::all().map(|id| {
        let info = id.info();
        GameLine {
            id: info.name,
            aliases: info.aliases,
            board: info.board,
            pdn_game_type: info.pdn_game_type,
            tables: info.tables.name(),
            title: info.title,
        }
    });
    if args.json {
        for game in games {
            out.json(&game)?;
        }
    } else {
        let mut table = TextTable::new(
            ["game", "aliases", "board", "PDN GameType", "tables", "title"].map(|heading| (heading, Align::Left)),
        );
        for game in games {
            table.row([
                game.id.to_owned(),
                game.aliases.join(", "),
                game.board.to_owned(),
                game.pdn_game_type.unwrap_or("-").to_owned(),
                game.tables.to_owned(),
                game.title.to_owned(),
            ]);
        }
        out.table(&table)?;
    }
    Ok(Outcome::Done)
}
