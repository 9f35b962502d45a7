//! Folders of tables, as commands that read tables name and open them.

use std::path::PathBuf;

use dambase_format::{ClockedGame, Metric, SliceIndex, SliceKey, TableGame};
use dambase_prober::{Access, OpenOptions, Tablebase};
use dambase_rules::GameId;

use crate::error::{CliError, CliResult};
use crate::output::complain;

/// The folder that is looked in where none is named.
const DEFAULT_FOLDER: &str = "tables";

/// Where tables are read from.
#[derive(clap::Args)]
pub struct TablesArgs {
    /// A folder of tables (DIR/GAME/MATERIAL.METRIC); may be given several times, the first that has a table is used.
    #[arg(long = "tables", value_name = "DIR", default_value = DEFAULT_FOLDER)]
    folders: Vec<PathBuf>,
    /// How files are read: through a memory map, which is quickest, but no file may be changed in place meanwhile; or by reading where it is
    /// needed, which finds that out, and takes a descriptor a file.
    #[arg(long, value_name = "HOW", value_enum, default_value_t = HowToRead::Map)]
    access: HowToRead,
}

/// [`Access`], as it is named here.
#[derive(Clone, Copy, clap::ValueEnum)]
enum HowToRead {
    Map,
    Read,
}

impl TablesArgs {
    /// Opens the tables of a game. Single files that cannot be used are told of on standard error.
    pub fn open<G: ClockedGame>(&self) -> CliResult<Tablebase<G>> {
        let tables = self.open_quietly::<G>()?;
        for problem in tables.problems() {
            complain("warning", problem.to_string());
        }
        Ok(tables)
    }

    /// Opens the tables of a game and says nothing of files that cannot be used.
    pub fn open_quietly<G: ClockedGame>(&self) -> CliResult<Tablebase<G>> {
        Ok(Tablebase::open(&self.folders, &self.options())?)
    }

    /// How tables are opened.
    pub fn options(&self) -> OpenOptions {
        OpenOptions { access: self.access(), ..OpenOptions::default() }
    }

    /// How files are read.
    pub fn access(&self) -> Access {
        match self.access {
            HowToRead::Map => Access::Map,
            HowToRead::Read => Access::Read,
        }
    }

    /// The folders, for a player, who can do without: none where nobody has named one and there is not the usual one.
    pub fn present(&self) -> CliResult<Vec<PathBuf>> {
        let usual = self.folders == [PathBuf::from(DEFAULT_FOLDER)];
        let missing = self.folders.iter().find(|folder| !folder.is_dir());
        match missing {
            Some(_) if usual => Ok(Vec::new()),
            Some(folder) => Err(CliError::file(folder, "there is no such folder")),
            None => Ok(self.folders.clone()),
        }
    }

    /// The slices of which there is a table, in solving order; those of `materials` alone if any are named.
    pub fn selected<G: TableGame>(&self, tables: &Tablebase<G>, materials: &[String]) -> CliResult<Vec<SliceKey>> {
        self.among(tables, materials, tables.tables().map(|table| table.key).collect())
    }

    /// As [`TablesArgs::selected`], with the slices of which there is a file that cannot be used.
    pub fn selected_or_broken<G: TableGame>(
        &self,
        tables: &Tablebase<G>,
        materials: &[String],
    ) -> CliResult<Vec<SliceKey>> {
        let broken = tables.problems().iter().filter_map(|problem| key_of_problem::<G>(&problem.path));
        self.among(tables, materials, tables.tables().map(|table| table.key).chain(broken).collect())
    }

    fn among<G: TableGame>(
        &self,
        tables: &Tablebase<G>,
        materials: &[String],
        mut there: Vec<SliceKey>,
    ) -> CliResult<Vec<SliceKey>> {
        there.sort_by_key(|&key| G::solving_order(key));
        there.dedup();
        if materials.is_empty() {
            if there.is_empty() {
                return Err(self.no_tables(G::ID));
            }
            return Ok(there);
        }
        let mut named = Vec::new();
        for material in materials {
            let key = G::parse_material(material)?;
            if !there.contains(&key) {
                return Err(self.no_table(tables, key, None));
            }
            named.push(key);
        }
        there.retain(|key| named.contains(key));
        Ok(there)
    }

    /// The error that a table that was named is not there, or cannot be used.
    pub fn no_table<G: TableGame>(&self, tables: &Tablebase<G>, key: SliceKey, metric: Option<Metric>) -> CliError {
        let asked = |path: &PathBuf| {
            let ending = metric.map_or("", Metric::name);
            metric.is_none() || path.extension().is_some_and(|extension| extension == ending)
        };
        let broken = tables
            .problems()
            .iter()
            .find(|problem| asked(&problem.path) && key_of_problem::<G>(&problem.path) == Some(key));
        if let Some(problem) = broken {
            return CliError::File(problem.to_string());
        }
        let material = G::slice(key).map_or_else(|error| error.text, |slice| slice.material());
        let depths = if metric == Some(Metric::Dtw) { "of depths (dtw) " } else { "" };
        CliError::File(format!("there is no table {depths}of {} {material} in {}", G::ID, self.folders_text()))
    }

    /// The folders as they were named.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The error that there is nothing of a game.
    pub fn no_tables(&self, game: GameId) -> CliError {
        CliError::File(format!("there is no table of {game} in {}", self.folders_text()))
    }

    fn folders_text(&self) -> String {
        let names: Vec<_> = self.folders.iter().map(|folder| folder.display().to_string()).collect();
        names.join(", ")
    }
}

/// The slice that the name of a file that cannot be used speaks of.
fn key_of_problem<G: TableGame>(path: &std::path::Path) -> Option<SliceKey> {
    G::parse_material(path.file_stem()?.to_str()?).ok()
}
