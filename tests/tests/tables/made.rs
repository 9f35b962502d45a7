//! Making tables, and reading the text files of `tests/data`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dambase_format::{ClockedGame, Metric, SliceKey};
use dambase_generator::{GenerateError, Options, Progress, Report, Solvable, generate};
use dambase_prober::{OpenOptions, Tablebase};
use dambase_rules::GameRules;
use tempfile::TempDir;

/// A run nobody watches.
pub struct Silent;

impl Progress for Silent {}

/// The long run is asked for.
pub fn long() -> bool {
    std::env::var_os("DAMBASE_LONG").is_some_and(|value| value == "1")
}

/// Every slice of up to `pieces` pieces.
pub fn keys<G: Solvable>(pieces: u32) -> Vec<SliceKey> {
    (2..=pieces).flat_map(G::slices_of).collect()
}

/// How tables of both metrics are made in the game's own folder inside `root`.
pub fn options<G: Solvable>(root: &Path) -> Options {
    Options {
        folder: root.join(<G as GameRules>::ID.name()),
        metrics: Metric::THEORY.to_vec(),
        threads: Some(2),
        memory_bytes: None,
    }
}

/// One run, to `pieces` pieces.
pub fn run<G: Solvable>(pieces: u32, options: &Options, progress: &dyn Progress) -> Result<Report, GenerateError> {
    generate::<G>(&keys::<G>(pieces), options, progress)
}

/// Tables in a folder of their own.
pub struct Tables<G: Solvable> {
    pub tables: Tablebase<G>,
    _root: TempDir,
}

/// Makes all tables of up to `pieces` pieces and opens them.
pub fn tables<G: Solvable + ClockedGame>(pieces: u32) -> Tables<G> {
    let root = tempfile::tempdir().expect("a folder");
    run::<G>(pieces, &options::<G>(root.path()), &Silent).expect("tables");
    let tables = Tablebase::<G>::open(&[root.path()], &OpenOptions::default()).expect("tables");
    assert!(tables.problems().is_empty() && tables.missing().is_empty());
    Tables { tables, _root: root }
}

/// The files of a folder with their bytes, the lock left out.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"))
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .filter(|(name, _)| name != ".lock")
        .map(|(name, path)| (name, std::fs::read(path).expect("a file")))
        .collect()
}

/// One line of a data file.
pub struct Row {
    /// File and line, for messages.
    pub place: String,
    pub fields: [String; 5],
}

/// The rows of a file of five columns.
pub fn rows(file: &str) -> Vec<Row> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let place = format!("{file}, line {number}");
            // The last column is prose and may have semicolons of its own.
            let fields: Vec<_> = line.splitn(5, ';').map(|field| field.trim().to_owned()).collect();
            let fields = fields.try_into().unwrap_or_else(|_| panic!("{place}: five fields are expected"));
            Row { place, fields }
        })
        .collect()
}
