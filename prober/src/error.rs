//! What can go wrong, and whose fault it is.

use std::io;
use std::path::PathBuf;

use dambase_format::{FormatError, Metric, SliceIndex, SliceKey, TableGame};

/// Folders that cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A folder that is not there or cannot be listed.
    #[error("folder {}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

/// A file among the tables that cannot be used. The others can.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct TableProblem {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: TableFault,
}

/// Why a file cannot be used as a table.
#[derive(Debug, thiserror::Error)]
pub enum TableFault {
    /// It cannot be opened.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no table, or a damaged one.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// It is not called `MATERIAL.METRIC` (or `MATERIAL.SET.dtc`) with material as tables are named.
    #[error("file name: {0}")]
    Name(String),
    /// It is a table, but not the one its place and name promise.
    #[error("header field {field}: {found} where {expected} is expected")]
    Mismatch {
        /// The header's field, by its name in FORMAT.md.
        field: &'static str,
        /// What the file says.
        found: String,
        /// What it should say.
        expected: String,
    },
}

impl TableFault {
    /// The system would not let it be read: nothing is known of what is in it.
    pub fn is_unreadable(&self) -> bool {
        matches!(self, TableFault::Io(_) | TableFault::Format(FormatError::Source(_)))
    }
}

/// Why a position has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProbeError {
    /// The answer is in a table that is not here.
    #[error("{}", missing_text(material, *metric, *draw_rules))]
    Missing {
        /// The table's material.
        material: String,
        /// What was asked for. A DTW table answers for [`Metric::Wdl`], too; neither is here.
        metric: Metric,
        /// The set of draw rules whose table it is, where it is one of [`Metric::Dtc`].
        draw_rules: Option<&'static str>,
    },
    /// No table can hold the position.
    #[error("outside all tables: {reason}")]
    OutOfScope {
        /// Why.
        reason: String,
    },
    /// The position cannot arise in a game.
    #[error("impossible position: {reason}")]
    Impossible {
        /// Why.
        reason: String,
    },
    /// The file that should answer is damaged.
    #[error("{table}: {error}")]
    Broken {
        /// The file.
        table: String,
        /// What is wrong: names the field or block, and the offset in bytes.
        error: String,
    },
}

impl ProbeError {
    /// The table of a slice is not here, or there can be none.
    #[cold]
    pub(crate) fn missing<G: TableGame>(key: SliceKey, metric: Metric, draw_rules: Option<&'static str>) -> Self {
        match G::slice(key) {
            Ok(slice) => ProbeError::Missing { material: slice.material(), metric, draw_rules },
            Err(error) => ProbeError::OutOfScope { reason: error.to_string() },
        }
    }
}

fn missing_text(material: &str, metric: Metric, draw_rules: Option<&str>) -> String {
    match metric {
        Metric::Wdl => format!("no table of {material} (neither {material}.wdl nor {material}.dtw)"),
        Metric::Dtw => format!("no table {material}.dtw"),
        Metric::Dtc => format!("no table {material}.{}.dtc", draw_rules.unwrap_or_default()),
    }
}

/// An answer on its way up. An error costs nothing before it leaves the crate: a table that is not there is often no error at
/// all, but the reason to ask another one.
pub(crate) type Answer<T> = Result<T, Fail>;

/// Why there is no answer.
pub(crate) enum Fail {
    /// No table of this slice, or none can be.
    Missing(SliceKey, Metric),
    /// The block is not in memory, and nothing else was to be looked at.
    NotInMemory,
    /// Anything else.
    Told(Box<ProbeError>),
}

impl Fail {
    /// The error for the caller.
    #[cold]
    pub(crate) fn told<G: TableGame>(self) -> ProbeError {
        match self {
            Fail::Missing(key, metric) => ProbeError::missing::<G>(key, metric, None),
            // Told to nobody: who asks for what is in memory alone gets `None`.
            Fail::NotInMemory => ProbeError::OutOfScope { reason: "it is not in memory".into() },
            Fail::Told(error) => *error,
        }
    }

    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Fail::Missing(..))
    }
}

impl From<ProbeError> for Fail {
    #[cold]
    fn from(error: ProbeError) -> Self {
        Fail::Told(Box::new(error))
    }
}
