//! What can keep tables from being made.

use std::io;
use std::path::PathBuf;

use dambase_format::{FormatError, MaterialError};

/// Why a run ended without all its tables.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A material that has no tables.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// The request makes no sense.
    #[error("{0}")]
    Request(String),
    /// The bound on memory is too low.
    #[error("{material} needs {} of memory with what it depends on; the bound is {}", mib(*.needed_bytes), bound(*.bound_bytes))]
    Memory {
        /// The slice that needs most.
        material: String,
        /// Bytes it needs.
        needed_bytes: u64,
        /// Bytes allowed.
        bound_bytes: u64,
    },
    /// The disk has no room.
    #[error("{folder}: about {} are needed, {} are free", mib(*.needed_bytes), mib(*.free_bytes))]
    DiskSpace {
        /// The folder.
        folder: PathBuf,
        /// Bytes the tables are likely to take.
        needed_bytes: u64,
        /// Bytes there are.
        free_bytes: u64,
    },
    /// Somebody else generates in this folder.
    #[error("{folder} is in use by another run{holder}; wait for it to end, or choose another folder")]
    Locked {
        /// The folder.
        folder: PathBuf,
        /// ` (process N)`, where the lock says so.
        holder: String,
    },
    /// A file that stands in the folder is not what its name says.
    #[error("{path}: {reason}; remove it to have it made anew")]
    Existing {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file just written does not read back as it was written.
    #[error("{path}: written, but read back otherwise: {reason}")]
    ReadBack {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A table that is needed could not be read.
    #[error("{path}: {error}")]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: FormatError,
    },
    /// The run was told to stop.
    #[error("stopped; the same command goes on where this run stood")]
    Stopped,
}

impl GenerateError {
    /// Puts a path to an I/O error.
    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> GenerateError {
        let path = path.into();
        move |error| GenerateError::Io { path, error }
    }
}

/// A bound as it was set.
fn bound(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}

/// Bytes as people set bounds, rounded up so that the number given back is enough.
fn mib(bytes: u64) -> String {
    format!("{} MiB ({bytes} bytes)", bytes.div_ceil(1 << 20))
}
