//! Tables of every released version of the format, kept as they were made: they must still be read, and version 1 must still
//! be written byte for byte. When the bytes change the format's version does, and a new folder stands beside this one.

use std::path::Path;

use dambase_format::{Metric, SliceKey, Table};
use dambase_generator::{ClockedSolvable, Options, Progress, generate, generate_under_rules};
use dambase_prober::audit::{AuditOptions, audit, audit_under_rules};
use dambase_prober::{OpenOptions, Tablebase};
use sha2::{Digest, Sha256};

const VERSION_1: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/golden/v1");

struct Silent;

impl Progress for Silent {}

/// The files of these slices and of no others. `under_rules`: there are tables under the game's default draw rules.
pub fn check<G: ClockedSolvable>(keys: &[SliceKey], under_rules: bool) {
    let id = G::ID;
    let tables = Tablebase::<G>::open(&[VERSION_1], &OpenOptions::default()).expect("the golden files");
    assert!(tables.problems().is_empty(), "{:?}", tables.problems());
    for &key in keys {
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
    generate::<G>(keys, &options, &Silent).expect("tables");
    generate_under_rules::<G>(keys, &G::draw_rules()[0], &options, &Silent).expect("tables");
    let decoded = std::fs::read_to_string(Path::new(VERSION_1).join("decoded.txt")).expect("the list of hashes");
    let mut listed = decoded.lines().filter(|line| line.starts_with(&format!("{}/", id.name()))).count();
    for entry in std::fs::read_dir(Path::new(VERSION_1).join(id.name())).expect("the golden files") {
        let name = entry.expect("an entry").file_name();
        let [old, new] = [Path::new(VERSION_1).join(id.name()).join(&name), folder.join(&name)]
            .map(|path| std::fs::read(path).expect("a file"));
        assert!(old == new, "{id}: {name:?} is not written as it was");
        let name = name.to_str().expect("a name");
        if name != "manifest.json" {
            let line = format!("{}/{name} {}", id.name(), decoded_sha256(old));
            assert!(decoded.lines().any(|listed| listed == line), "decoded.txt has no line {line}");
            listed -= 1;
        }
    }
    assert_eq!(listed, 0, "decoded.txt has lines of other files");
}

/// SHA-256 of the decoded blocks of a file, one after the other: format-spec/reader.py must come to the same.
fn decoded_sha256(file: Vec<u8>) -> String {
    let table = Table::open(file).expect("a table");
    let mut hash = Sha256::new();
    let (mut scratch, mut bytes) = (Vec::new(), Vec::new());
    for frame in 0..table.header().frames() {
        let blocks = table.read_frame(frame, &mut scratch, &mut bytes, |_, bytes| {
            hash.update(bytes);
            Ok(())
        });
        blocks.expect("a frame");
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
