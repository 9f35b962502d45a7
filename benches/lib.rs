//! What the benches share.

use dambase_format::{ClockedGame, Metric};
use dambase_generator::{Options, Progress, Solvable, generate};
use dambase_prober::{OpenOptions, Tablebase};

/// A run that says nothing.
pub struct Silent;

impl Progress for Silent {}

/// Makes all tables of `G` up to so many pieces in a folder of their own.
///
/// # Panics
/// When that fails.
pub fn make<G: Solvable>(pieces: u32, threads: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let keys: Vec<_> = (2..=pieces).flat_map(G::slices_of).collect();
    let options = Options {
        folder: folder.path().join(G::ID.name()),
        metrics: Metric::THEORY.to_vec(),
        threads: Some(threads),
        memory_bytes: None,
    };
    generate::<G>(&keys, &options, &Silent).expect("tables");
    folder
}

/// Opens what [`make`] made.
///
/// # Panics
/// When that fails.
pub fn open<G: ClockedGame>(folder: &tempfile::TempDir) -> Tablebase<G> {
    Tablebase::open(&[folder.path()], &OpenOptions::default()).expect("a tablebase")
}
