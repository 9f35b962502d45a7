//! Tables of every released version of the format, kept as they were made: they must still be read, and version 1 must still
//! be written byte for byte. When the bytes change the format's version does, and a new folder stands beside this one.

use std::path::Path;

use dambase_format::{Metric, SliceKey, TableGame};
use dambase_generator::{ClockedSolvable, Options, Progress, generate, generate_under_rules};
use dambase_prober::audit::{AuditOptions, audit, audit_under_rules};
use dambase_prober::{OpenOptions, Tablebase};
use dambase_rules::draughts::games::{Canadian, English, RussianGiveaway};
use dambase_rules::{GameId, GameRules};

const VERSION_1: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/golden/v1");

struct Silent;

impl Progress for Silent {}

/// `under_rules`: there are tables under the game's default draw rules.
fn check<G: ClockedSolvable>(id: GameId, under_rules: bool) {
    let keys: Vec<SliceKey> = <G as TableGame>::slices_of(2);
    let tables = Tablebase::<G>::open(&[VERSION_1], &OpenOptions::default()).expect("the golden files");
    assert!(tables.problems().is_empty(), "{:?}", tables.problems());
    for &key in &keys {
        for metric in Metric::THEORY {
            assert!(tables.has(key, metric));
        }
        let options = AuditOptions { sample: None, threads: None, seed: 0 };
        match audit(&tables, key, options, &|_, _| {}) {
            // Both files are held to the hashes of the manifest.
            Ok(report) => assert_eq!(report.files_in_manifest, 2),
            Err(fault) => panic!("{fault}"),
        }
    }

    let mut ruled = 0;
    for (rules, table) in tables.tables_under_rules() {
        let options = AuditOptions { sample: None, threads: None, seed: 0 };
        match audit_under_rules(&tables, rules, table.key, options, &|_, _| {}) {
            Ok(report) => ruled += report.files_in_manifest,
            Err(fault) => panic!("{fault}"),
        }
    }
    assert_eq!(ruled, if under_rules { keys.len() as u64 } else { 0 });

    let made = tempfile::tempdir().expect("a folder");
    let folder = made.path().join(id.name());
    let options =
        Options { folder: folder.clone(), metrics: Metric::THEORY.to_vec(), threads: None, memory_bytes: None };
    generate::<G>(&keys, &options, &Silent).expect("tables");
    generate_under_rules::<G>(&keys, &G::draw_rules()[0], &options, &Silent).expect("tables");
    for entry in std::fs::read_dir(Path::new(VERSION_1).join(id.name())).expect("the golden files") {
        let name = entry.expect("an entry").file_name();
        let [old, new] = [Path::new(VERSION_1).join(id.name()).join(&name), folder.join(&name)]
            .map(|path| std::fs::read(path).expect("a file"));
        assert!(old == new, "{id}: {name:?} is not written as it was");
    }
}

#[test]
fn short_kings() {
    check::<English>(<English as GameRules>::ID, true);
}

#[test]
fn giveaway() {
    check::<RussianGiveaway>(<RussianGiveaway as GameRules>::ID, false);
}

#[test]
fn a_128_bit_board() {
    check::<Canadian>(<Canadian as GameRules>::ID, true);
}
