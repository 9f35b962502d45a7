//! A folder with a page about each claim, in Markdown.

use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};

use dambase_theory::Claim;

use super::{Decided, ListedLine, words};
use crate::error::{CliError, CliResult};
use crate::output::{one_line, thousands};

/// The first line of every file that is written here: a file that begins otherwise is somebody else's.
const MARK: &str = "<!-- written by dambase claims -->";

/// Where pages are written.
pub struct Folder {
    path: PathBuf,
    rows: Vec<String>,
}

impl Folder {
    /// Makes the folder, if it is not there, and makes sure that nobody else's file has the name of a page.
    pub fn open(path: &Path, claims: &[Claim]) -> CliResult<Self> {
        std::fs::create_dir_all(path).map_err(|error| CliError::file(path, error))?;
        let folder = Folder { path: path.to_owned(), rows: Vec::new() };
        for name in claims.iter().map(|claim| &claim.name[..]).chain(["index"]) {
            folder.page_of(name)?;
        }
        Ok(folder)
    }

    /// Where a page is written.
    fn page_of(&self, name: &str) -> CliResult<PathBuf> {
        let path = self.path.join(format!("{name}.md"));
        if std::fs::symlink_metadata(&path).is_ok() && !is_ours(&path) {
            return Err(CliError::file(&path, "is there and was not written by this command: it is left as it is"));
        }
        Ok(path)
    }

    /// Writes the page of a claim.
    pub fn page(&mut self, decided: &Decided) -> CliResult<()> {
        let Decided { claim, decision, exceptions, examples } = decided;
        let mut page = format!("{MARK}\n# {}\n\n> {}\n\n", claim.name, plain(&claim.says));
        let mut field = |name: &str, text: &str| {
            // Nothing can go wrong in writing to memory.
            let _ = writeln!(page, "- {name}: {text}");
        };
        field("source", &claim.source.as_deref().map_or_else(|| "-".into(), plain));
        field("game", claim.game.name());
        field("material", &claim.materials.join(", "));
        field("side to move", claim.side.map_or("either", |side| side.name()));
        field("where", &claim.conditions.as_ref().map_or_else(|| "anywhere".to_owned(), |one| code(one.text())));
        field("outcome", &code(claim.outcome.text()));
        if let Some(within) = claim.within {
            field("within", &format!("{within} moves"));
        }
        field("draw rules", claim.draw_rules.map_or("none", |rules| rules.name));
        page.push('\n');
        for line in &words(decided)[1..] {
            let _ = writeln!(page, "**{}**\n", line.trim());
        }
        if let Some(note) = &claim.note {
            let _ = writeln!(page, "{}\n", note.trim().replace('<', "&lt;"));
        }
        let lists = [
            ("Positions that are as it says", examples, decision.holding),
            ("Exceptions", exceptions, decided.all_exceptions()),
        ];
        for (heading, list, all) in lists.into_iter().filter(|(_, list, _)| !list.is_empty()) {
            let _ = writeln!(page, "## {heading}\n");
            if (list.len() as u64) < all {
                let _ = writeln!(page, "The first {} of {}.\n", thousands(list.len() as u64), thousands(all));
            }
            let _ = writeln!(page, "{}", table(list));
        }
        self.rows.push(format!(
            "| [{name}]({name}.md) | {} | {} | {} | {} | {} |",
            claim.game,
            decision.status.name(),
            thousands(decision.positions),
            thousands(decided.all_exceptions()),
            plain(&claim.says),
            name = claim.name,
        ));
        self.write(&claim.name, &page)
    }

    /// Writes the page that leads to the others, and names the claims that have none because a file is damaged.
    pub fn index(self, damaged: &[String]) -> CliResult<()> {
        let mut page = format!(
            "{MARK}\n# Claims\n\n| claim | game | status | positions | exceptions | it says |\n|---|---|---|---:|---:|---|\n"
        );
        for row in &self.rows {
            page.push_str(row);
            page.push('\n');
        }
        if !damaged.is_empty() {
            // Nothing can go wrong in writing to memory.
            let _ = writeln!(page, "\nNot decided, for damaged files: {}.", damaged.join(", "));
        }
        self.write("index", &page)
    }

    fn write(&self, name: &str, text: &str) -> CliResult<()> {
        let path = self.page_of(name)?;
        dambase_report::write_whole(&path, text.as_bytes()).map_err(|error| CliError::file(&path, error))
    }
}

/// A file that this command wrote. What is no plain file is never one.
fn is_ours(path: &Path) -> bool {
    let begins = || -> std::io::Result<bool> {
        let mut start = [0; MARK.len()];
        std::fs::File::open(path)?.read_exact(&mut start)?;
        Ok(start == *MARK.as_bytes())
    };
    std::fs::symlink_metadata(path).is_ok_and(|there| there.is_file()) && begins().unwrap_or(false)
}

/// Somebody's text, so that Markdown shows it letter by letter.
fn plain(text: &str) -> String {
    let mut shown = String::new();
    for letter in one_line(text).chars() {
        match letter {
            '<' => shown.push_str("&lt;"),
            '&' => shown.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => shown.extend(['\\', letter]),
            _ => shown.push(letter),
        }
    }
    shown
}

/// A condition, in which there are no backquotes.
fn code(condition: &str) -> String {
    format!("`{}`", condition.split_whitespace().collect::<Vec<_>>().join(" "))
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
