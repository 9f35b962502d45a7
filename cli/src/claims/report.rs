//! A folder with a page about each claim, in Markdown.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use dambase_theory::Status;

use super::{Decided, ListedLine, words, write_whole};
use crate::error::{CliError, CliResult};
use crate::output::thousands;

/// The first line of every file that is written here: a file that begins otherwise is somebody else's.
const MARK: &str = "<!-- written by dambase claims -->";

/// Where pages are written.
pub struct Folder {
    path: PathBuf,
    rows: Vec<String>,
}

impl Folder {
    /// Makes the folder, if it is not there.
    pub fn open(path: &Path) -> CliResult<Self> {
        std::fs::create_dir_all(path).map_err(|error| CliError::file(path, error))?;
        Ok(Folder { path: path.to_owned(), rows: Vec::new() })
    }

    /// Writes the page of a claim.
    pub fn page(&mut self, decided: &Decided) -> CliResult<()> {
        let Decided { claim, decision, exceptions, examples } = decided;
        let mut page = format!("{MARK}\n# {}\n\n> {}\n\n", claim.name, claim.says);
        let mut field = |name: &str, text: &str| {
            // Nothing can go wrong in writing to memory.
            let _ = writeln!(page, "- {name}: {text}");
        };
        field("source", claim.source.as_deref().unwrap_or("-"));
        field("game", claim.game.name());
        field("material", &claim.materials.join(", "));
        field("side to move", claim.side.map_or("either", |side| side.name()));
        field(
            "where",
            &claim.conditions.as_ref().map_or_else(|| "anywhere".to_owned(), |one| format!("`{}`", one.text())),
        );
        field("outcome", &format!("`{}`", claim.outcome.text()));
        if let Some(within) = claim.within {
            field("within", &format!("{within} moves"));
        }
        field("draw rules", claim.draw_rules.map_or("none", |rules| rules.name));
        page.push('\n');
        for line in &words(decided)[1..] {
            let _ = writeln!(page, "**{}**\n", line.trim());
        }
        if let Some(note) = &claim.note {
            let _ = writeln!(page, "{}\n", note.trim());
        }
        for (heading, list) in [("Positions that are as it says", examples), ("Exceptions", exceptions)] {
            if !list.is_empty() {
                let _ = writeln!(page, "## {heading}\n\n{}", table(list));
            }
        }
        self.rows.push(format!(
            "| [{name}]({name}.md) | {} | {} | {} | {} | {} |",
            claim.game,
            decision.status.name(),
            thousands(decision.positions),
            thousands(decided.all_exceptions()),
            claim.says.replace('|', "\\|"),
            name = claim.name,
        ));
        debug_assert!(decision.status != Status::Undecided || exceptions.is_empty());
        self.write(&format!("{}.md", claim.name), &page)
    }

    /// Writes the page that leads to the others.
    pub fn index(self) -> CliResult<()> {
        let mut page = format!(
            "{MARK}\n# Claims\n\n| claim | game | status | positions | exceptions | it says |\n|---|---|---|---:|---:|---|\n"
        );
        for row in &self.rows {
            page.push_str(row);
            page.push('\n');
        }
        self.write("index.md", &page)
    }

    fn write(&self, name: &str, text: &str) -> CliResult<()> {
        let path = self.path.join(name);
        match std::fs::read_to_string(&path) {
            Ok(there) if !there.starts_with(MARK) => {
                return Err(CliError::file(&path, "is there and was not written by this command: it is left as it is"));
            }
            _ => {}
        }
        write_whole(&path, text)
    }
}

fn table(list: &[ListedLine]) -> String {
    let mut table = "| position | worth | line |\n|---|---|---|\n".to_owned();
    for line in list {
        let confirmed = if line.confirmed { "" } else { " (not confirmed)" };
        let _ = writeln!(
            table,
            "| `{}` | {} | {} *{}*{confirmed} |",
            line.fen,
            line.worth(),
            line.line.join(" "),
            line.end
        );
    }
    table
}
