//! What people look at: diagrams of positions, and reports of what tables hold.
//!
//! [`Diagram`] draws a position of any game for a terminal or as SVG. [`write_report`] writes pages of HTML that need nothing but
//! themselves. Nothing here is generic over games: positions are [`dambase_rules::Pieces`], tables are [`AnyTablebase`].
#![forbid(unsafe_code)]

mod board;
mod error;
mod facts;
mod files;
mod numbers;
mod page;

use std::path::{Path, PathBuf};

use dambase_prober::any::AnyTablebase;
use dambase_rules::GameId;
use dambase_rules::draw::DrawRules;

pub use board::Diagram;
pub use error::ReportError;
pub use files::write_whole;

/// Is told how the work goes on.
pub trait Progress: Sync {
    /// So many positions will be looked at.
    fn planned(&self, _positions: u64) {}
    /// The positions of a material are next.
    fn begun(&self, _material: &str) {}
    /// So many more positions have been looked at.
    fn done(&self, _positions: u64) {}
}

/// A file of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Where it is.
    pub path: PathBuf,
    /// How long it is.
    pub bytes: u64,
}

/// Writes a report of the tables of a game to a folder, which is made if it is not there: `index.html`, and where there are many
/// materials a page for each number of pieces. The same tables make the same bytes.
///
/// # Errors
/// No tables at all; a damaged table; a file in the folder that is in the way and no earlier report; trouble with writing. Missing tables
/// are no error: the report says what is not known for want of them.
pub fn write_report(
    game: GameId,
    tables: &AnyTablebase,
    rules: Option<&'static DrawRules>,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<Vec<Written>, ReportError> {
    if tables.slices().is_empty() {
        return Err(ReportError::NoTables { game });
    }
    // Whether it can be written is found out before the work.
    let folder = files::Folder::prepare(folder)?;
    let facts = facts::Facts::gather(game, tables, rules, progress)?;
    folder.write(&page::pages(&facts)?)
}
