//! Verification of tables, which shares nothing with what made them but the rules and the format.
//!
//! A table of depths that passes in full, together with those it depends on, is right: the value of each position is what
//! the best move makes of it, and depths fall to 0 where the game is over, so no win or loss rests on itself; and what is
//! neither won nor lost by that is a draw. For a table of win, draw and loss alone the same check is necessary but not
//! sufficient (a circle of false wins would pass); beside a table of depths it must agree with that on every position.

mod fault;
mod manifest;
mod positions;
mod ruled;
mod stopped;

use dambase_format::{FormatError, Metric, SliceKey, TableGame};
use rayon::prelude::*;

pub use fault::{Fault, FaultKind};
pub use ruled::audit_under_rules;

use crate::table::Loaded;
use crate::tablebase::{Held, Tablebase};

/// How a slice is verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AuditOptions {
    /// Check so many positions, spread at random over the slice, instead of all. Blocks are all read nevertheless; counts
    /// in headers are not compared.
    pub sample: Option<u64>,
    /// Threads; `None` for one a processor.
    pub threads: Option<usize>,
    /// Decides which positions are in the sample.
    pub seed: u64,
}

/// What was verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AuditReport {
    /// Positions held against their successors.
    pub positions_checked: u64,
    /// Blocks read and decoded, of all the slice's files.
    pub blocks_checked: u64,
    /// Files that a manifest lists and that are what it says.
    pub files_in_manifest: u64,
    /// The slice has a table of depths. Without one, what was checked is necessary but not sufficient.
    pub has_depths: bool,
}

/// Verifies the files of a slice: size and SHA-256 where there is a manifest beside them; checksums and contents of every
/// block; every position against its successors, and one metric against the other; the counts in the headers.
///
/// The fault returned is the first by this order, then by block or position, for any number of threads. `progress` is
/// called with positions done and positions in all, from any thread.
pub fn audit<G: TableGame>(
    tablebase: &Tablebase<G>,
    key: SliceKey,
    options: AuditOptions,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<AuditReport, Fault> {
    let mut tables = Vec::new();
    if let Some(entry) = tablebase.entry(key) {
        for metric in Metric::THEORY {
            match entry.held(metric) {
                Held::Absent => {}
                Held::Broken(number) => {
                    return Err(Fault::of_problem(&tablebase.problems[*number]));
                }
                Held::Table(table) => tables.push(&**table),
            }
        }
    }
    let Some(last) = tables.last() else {
        return Err(Fault::missing::<G>(key));
    };
    let has_depths = last.table.header().metric == Metric::Dtw;
    in_pool(options.threads, || {
        let (mut files_in_manifest, mut blocks_checked) = (0, 0);
        for table in &tables {
            files_in_manifest += u64::from(manifest::check::<G>(table)?);
        }
        for table in &tables {
            blocks_checked += check_blocks(table)?;
        }
        let positions_checked = positions::check(tablebase, key, &options, progress)?;
        Ok(AuditReport { positions_checked, blocks_checked, files_in_manifest, has_depths })
    })
}

fn in_pool<T: Send>(threads: Option<usize>, run: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build() {
        Ok(pool) => pool.install(run),
        // No threads are to be had: then without.
        Err(_) => run(),
    }
}

/// Reads every block; how many there are, or the first that is not right.
fn check_blocks(table: &Loaded) -> Result<u64, Fault> {
    let blocks = table.table.header().blocks();
    let first_fault = (0..blocks)
        .into_par_iter()
        .map_init(Default::default, |(stored, decoded): &mut (Vec<u8>, Vec<u8>), block| {
            table.table.read_block(block, stored, decoded).err()
        })
        .find_first(Option::is_some);
    match first_fault.flatten() {
        Some(error) => {
            let kind = if matches!(error, FormatError::Source(_)) { FaultKind::Unreadable } else { FaultKind::Block };
            Err(Fault::of_file(&table.path, kind, error.to_string()))
        }
        None => Ok(blocks),
    }
}
