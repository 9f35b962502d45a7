//! What tables say of the games that are adjudicated.

use std::path::{Path, PathBuf};

use dambase_format::ClockedGame;
use dambase_prober::{GameVerdict, OpenOptions, Tablebase};
use dambase_rules::Game;
use dambase_rules::played::Theory;

use crate::error::CliResult;
use crate::output::complain;

/// Where tables are looked for unless told.
const USUAL: &str = "tables";

/// The tables of a game, if there are any.
pub struct Tables<G: ClockedGame> {
    tables: Option<Tablebase<G>>,
}

impl<G: ClockedGame> Tables<G> {
    /// Opens the folders named; without any the usual one, where there is one.
    pub fn open(folders: &[PathBuf]) -> CliResult<Self> {
        let usual = [PathBuf::from(USUAL)];
        let folders = match folders {
            [] if !Path::new(USUAL).is_dir() => return Ok(Tables { tables: None }),
            [] => &usual,
            folders => folders,
        };
        let tables = Tablebase::open(folders, &OpenOptions::default())?;
        for problem in tables.problems() {
            complain("warning", problem.to_string());
        }
        Ok(Tables { tables: Some(tables) })
    }

    // ---- The place where the prober's verdicts come in: these two functions, and nothing else of this command. ----

    /// The tables, for the articles that award a game.
    pub fn theory(&self) -> Option<&dyn Theory<G>> {
        self.tables.as_ref().map(|tables| tables as &dyn Theory<G>)
    }

    /// What the position on the board is worth to the side to move under the game's draw rules, its counters as they stand and
    /// what has recurred; `None` where tables do not say.
    pub fn verdict(&self, game: &Game<G>) -> Option<String> {
        let name = match self.tables.as_ref()?.verdict(game).ok()? {
            GameVerdict::Decided(evaluation) => evaluation.verdict.name(),
            GameVerdict::RepetitionOpen(_) => "repetition_open",
        };
        Some(name.to_owned())
    }
}
