//! Why there is no report.

use std::io;
use std::path::PathBuf;

use dambase_prober::ProbeError;
use dambase_rules::GameId;

/// Why a report could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// There is nothing to report of.
    #[error("there is no table of {game} to report of")]
    NoTables {
        /// The game.
        game: GameId,
    },
    /// The tables cannot be read to the end.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// A file that is in the way and no earlier report.
    #[error("{}: this file is no report of dambase and is not overwritten", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A file or folder that cannot be written or looked at.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A plot could not be drawn.
    #[error("a plot: {0}")]
    Plot(String),
}
