//! The tables the tests share, made once, and the reference files.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use dambase_format::{Metric, SliceKey, TableGame};
use dambase_generator::{Options, Progress, generate, generate_under_rules};
use dambase_prober::{OpenOptions, Tablebase};
use dambase_rules::GameRules;
use dambase_rules::chess::{Chess, Position};
use dambase_rules::draw::{Clocks, DrawRules};
use tempfile::TempDir;

struct Silent;

impl Progress for Silent {}

/// All 35 materials of three and four men are asked for: minutes. Else those that need no other of four men.
pub fn long() -> bool {
    std::env::var_os("DAMBASE_LONG").is_some_and(|value| value == "1")
}

/// FIDE's laws of 2014.
pub fn fide() -> &'static DrawRules {
    Chess::draw_rules_named(None).expect("the default set")
}

/// Materials of four men whose captures and promotions lead to three.
const FOUR_MEN: [&str; 8] = ["KNNvK", "KBBvK", "KBNvK", "KRNvK", "KQvKR", "KRvKN", "KRvKB", "KNvKN"];

/// What there are tables of.
pub fn keys() -> Vec<SliceKey> {
    if long() {
        return (2..=4).flat_map(Chess::slices_of).collect();
    }
    let few = FOUR_MEN.map(|material| Chess::parse_material(material).expect("a material"));
    (2..=3).flat_map(Chess::slices_of).chain(few).collect()
}

/// The tables, with values under FIDE's laws.
pub fn tables() -> &'static Tablebase<Chess> {
    static TABLES: OnceLock<(Tablebase<Chess>, TempDir)> = OnceLock::new();
    &TABLES
        .get_or_init(|| {
            let root = tempfile::tempdir().expect("a folder");
            let options = Options {
                folder: root.path().join("chess"),
                metrics: Metric::THEORY.to_vec(),
                threads: Some(2),
                memory_bytes: None,
            };
            generate::<Chess>(&keys(), &options, &Silent).expect("tables");
            generate_under_rules::<Chess>(&keys(), fide(), &options, &Silent).expect("tables under rules");
            let tables = Tablebase::open(&[root.path()], &OpenOptions::default()).expect("tables");
            assert!(tables.problems().is_empty() && tables.missing().is_empty());
            (tables, root)
        })
        .0
}

/// A file of `tests/data/chess`.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/chess").join(name)
}

/// A position.
pub fn position(fen: &str) -> Position {
    Chess::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}
