//! `dambase hub` and `dambase uci`: a player for programs with a board.

use std::io::{self, BufReader, Write};

use dambase_player::PlayerOptions;
use dambase_player::hub::{self, HubOptions};
use dambase_player::uci::{self, UciOptions};
use dambase_rules::chess::Chess;
use dambase_rules::{GameId, with_game};

use crate::draw_rules::DrawRulesArg;
use crate::error::{CliError, CliResult, Outcome};
use crate::size::parse_size;
use crate::tables::TablesArgs;

/// Plays draughts by the Hub protocol (version 2) on standard input and output: perfectly inside the tables, by a search outside.
#[derive(clap::Args)]
pub struct HubArgs {
    /// The game to begin with, by name or alias; the other side may choose another.
    #[arg(long, value_name = "GAME", default_value = "international")]
    variant: GameId,
    #[command(flatten)]
    player: PlayerArgs,
}

/// Plays chess by UCI on standard input and output: perfectly inside the tables, by a search outside.
#[derive(clap::Args)]
pub struct UciArgs {
    #[command(flatten)]
    player: PlayerArgs,
}

#[derive(clap::Args)]
struct PlayerArgs {
    #[command(flatten)]
    tables: TablesArgs,
    #[command(flatten)]
    draw_rules: DrawRulesArg,
    /// The most memory for decoded tables.
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = parse_size)]
    cache: u64,
    /// The most memory for positions a search remembers.
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = parse_size)]
    hash: u64,
}

impl PlayerArgs {
    fn cache_bytes(&self) -> usize {
        usize::try_from(self.cache).unwrap_or(usize::MAX)
    }

    fn player(&self) -> PlayerOptions {
        PlayerOptions { hash_bytes: usize::try_from(self.hash).unwrap_or(usize::MAX), ..PlayerOptions::default() }
    }
}

/// Runs `dambase hub`.
pub fn run_hub(args: &HubArgs) -> CliResult {
    if args.variant == GameId::Chess {
        return Err(CliError::Usage("chess is played by `dambase uci`".into()));
    }
    // A set that the first game does not have is found out now.
    let rules = with_game!(args.variant, G => args.player.draw_rules.of::<G>())?;
    let options = HubOptions {
        game: args.variant,
        folders: args.player.tables.present()?,
        draw_rules: args.player.draw_rules.is_given().then(|| rules.map_or("none", |rules| rules.name).to_owned()),
        cache_bytes: args.player.cache_bytes(),
        access: args.player.tables.access(),
        player: args.player.player(),
    };
    ended(hub::run(&options, BufReader::new(io::stdin()), &mut io::stdout()))
}

/// Runs `dambase uci`.
pub fn run_uci(args: &UciArgs) -> CliResult {
    let options = UciOptions {
        folders: args.player.tables.present()?,
        draw_rules: args.player.draw_rules.of::<Chess>()?,
        cache_bytes: args.player.cache_bytes(),
        access: args.player.tables.access(),
        player: args.player.player(),
    };
    ended(uci::run(&options, BufReader::new(io::stdin()), &mut io::stdout()))
}

fn ended(session: io::Result<()>) -> CliResult {
    session.and_then(|()| io::stdout().flush()).map_err(CliError::output)?;
    Ok(Outcome::Done)
}
