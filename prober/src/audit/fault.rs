//! What a verification finds wrong.

use std::fmt;
use std::path::Path;

use dambase_format::{Metric, SliceIndex, SliceKey, TableGame};

use crate::ProbeError;
use crate::error::{Fail, TableProblem};
use crate::table::Loaded;
use crate::tablebase::Tablebase;

/// In which respect something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// There is no table of the slice.
    Missing,
    /// A file cannot be read, so nothing is known of what is in it.
    Unreadable,
    /// A file cannot be used at all.
    File,
    /// A file is not what the manifest says, or the manifest cannot be read.
    Manifest,
    /// A block cannot be read or decoded.
    Block,
    /// A value is not what the moves make of it.
    Value,
    /// Win, draw or loss is not that of the depth.
    Disagreement,
    /// A position cannot be held against its successors, for one of them has no answer.
    Unanswered,
    /// A position cannot be held against its successors, for a table that is needed for that is not there. Nothing is known
    /// to be wrong with those that are. The fault's `table` is the one that is missing.
    Dependency,
    /// A count in a header is not that of the values.
    Statistics,
}

/// Something wrong with a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// In which respect.
    pub kind: FaultKind,
    /// The file, or the material where there is none, with the metric where it must be that one.
    pub table: String,
    /// The position's number in its slice, where the fault is one position's.
    pub index: Option<u64>,
    /// That position.
    pub fen: Option<String>,
    /// What there is.
    pub found: String,
    /// What there should be; empty where `found` says it all.
    pub expected: String,
}

impl Fault {
    pub(super) fn missing<G: TableGame>(key: SliceKey) -> Self {
        let material = match G::slice(key) {
            Ok(slice) => slice.material(),
            Err(error) => error.to_string(),
        };
        Fault {
            kind: FaultKind::Missing,
            table: material,
            index: None,
            fen: None,
            found: "no table".into(),
            expected: String::new(),
        }
    }

    pub(super) fn of_problem(problem: &TableProblem) -> Self {
        let kind = if problem.fault.is_unreadable() { FaultKind::Unreadable } else { FaultKind::File };
        Fault::of_file(&problem.path, kind, problem.fault.to_string())
    }

    pub(super) fn of_file(path: &Path, kind: FaultKind, found: String) -> Self {
        Fault { kind, table: path.display().to_string(), index: None, fen: None, found, expected: String::new() }
    }

    pub(super) fn differs(table: &Loaded, kind: FaultKind, found: String, expected: String) -> Self {
        Fault { expected, ..Fault::of_file(&table.path, kind, found) }
    }

    pub(super) fn at<G: TableGame>(mut self, index: u64, position: &G::Position) -> Self {
        self.index = Some(index);
        self.fen = Some(G::fen(position));
        self
    }

    /// The answer for a position, or for one after it, could not be had.
    pub(super) fn unanswered<G: TableGame>(tablebase: &Tablebase<G>, table: &Loaded, fail: Fail) -> Self {
        let kind = FaultKind::Unanswered;
        match fail.told::<G>() {
            ProbeError::Broken { table, error } => {
                let problem = tablebase.problems.iter().find(|problem| problem.path.display().to_string() == table);
                match problem.filter(|problem| problem.fault.is_unreadable()) {
                    Some(problem) => Fault::of_problem(problem),
                    None => Fault { table, ..Fault::of_file(Path::new(""), kind, error) },
                }
            }
            ProbeError::Missing { material, metric, .. } => {
                // Win, draw and loss are in a table of either metric.
                let table = if metric == Metric::Wdl { material } else { format!("{material}.{metric}") };
                let found = format!("no table {table}");
                Fault { table, ..Fault::of_file(Path::new(""), FaultKind::Dependency, found) }
            }
            error => Fault::of_file(&table.path, kind, error.to_string()),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.table)?;
        if let (Some(index), Some(fen)) = (self.index, &self.fen) {
            write!(f, "position {index}, {fen}: ")?;
        }
        f.write_str(&self.found)?;
        if !self.expected.is_empty() {
            write!(f, " instead of {}", self.expected)?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
