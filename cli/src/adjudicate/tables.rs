//! What tables say of the games that are adjudicated.

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use dambase_format::ClockedGame;
use dambase_prober::{GameVerdict, OpenOptions, ProbeError, Tablebase};
use dambase_rules::Game;
use dambase_rules::played::Theory;

use crate::error::CliResult;
use crate::output::complain;

/// Where tables are looked for unless told.
const USUAL: &str = "tables";

/// The tables of a game, if there are any.
pub struct Tables<G: ClockedGame> {
    tables: Option<Tablebase<G>>,
    /// The damaged files that were told of.
    told: RefCell<HashSet<String>>,
}

impl<G: ClockedGame> Tables<G> {
    /// Opens the folders named; without any the usual one, where there is one.
    pub fn open(folders: &[PathBuf]) -> CliResult<Self> {
        let usual = [PathBuf::from(USUAL)];
        let folders = match folders {
            [] if !Path::new(USUAL).is_dir() => return Ok(Tables { tables: None, told: RefCell::default() }),
            [] => &usual,
            folders => folders,
        };
        let tables = Tablebase::open(folders, &OpenOptions::default())?;
        for problem in tables.problems() {
            complain("warning", problem.to_string());
        }
        Ok(Tables { tables: Some(tables), told: RefCell::default() })
    }

    // ---- The place where the prober's verdicts come in: these two functions, and nothing else of this command. ----

    /// The tables, for the articles that award a game.
    pub fn theory(&self) -> Option<&dyn Theory<G>> {
        self.tables.as_ref().map(|tables| tables as &dyn Theory<G>)
    }

    /// What the position on the board is worth to the side to move under the game's draw rules, its counters as they stand and
    /// what has recurred; `None` where tables do not say.
    pub fn verdict(&self, game: &Game<G>) -> Option<String> {
        let name = match self.tables.as_ref()?.verdict(game) {
            Ok(GameVerdict::Decided(evaluation)) => evaluation.verdict.name(),
            Ok(GameVerdict::RepetitionOpen(_)) => "repetition_open",
            Err(error) => {
                if let ProbeError::Broken { table, .. } = &error
                    && self.told.borrow_mut().insert(table.clone())
                {
                    complain("warning", format!("{error}; verdicts that need it are left out"));
                }
                return None;
            }
        };
        Some(name.to_owned())
    }
}
