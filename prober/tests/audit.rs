//! Verification passes what is right and names the first thing that is not.
#![cfg(feature = "audit")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use common::{LAYOUT, Layout, Solved, key, open, open_all, solve};
use dambase_format::manifest::{MANIFEST_VERSION, Manifest, ManifestFile, ManifestSection};
use dambase_format::{ClockedGame, Metric, SliceIndex, SliceKey, TableGame, Value, fingerprint};
use dambase_prober::audit::{AuditOptions, AuditReport, Fault, FaultKind, audit};
use dambase_prober::{OpenOptions, Tablebase};
use dambase_rules::draughts::games::{Canadian, English, Italian, Russian, RussianGiveaway};
use sha2::{Digest, Sha256};

fn run<G: TableGame>(tablebase: &Tablebase<G>, key: SliceKey) -> Result<AuditReport, Fault> {
    audit(tablebase, key, AuditOptions::default(), &|_, _| {})
}

#[test]
fn right_tables_pass() {
    fn check<G: ClockedGame>(materials: &[&str]) {
        let solved = solve::<G>(materials);
        let tablebase = open_all(&solved);
        for (&key, (slice, _)) in &solved.slices {
            let report = run(&tablebase, key).unwrap();
            assert_eq!((report.positions_checked, report.has_depths), (slice.len(), true));
            assert_eq!(report.blocks_checked, 2 * slice.len().div_ceil(LAYOUT.values_per_block.into()));
            assert_eq!(report.files_in_manifest, 0);
        }
    }
    check::<Russian>(&["KvM", "MvM"]);
    check::<RussianGiveaway>(&["KvM", "MvM"]);
    check::<Italian>(&["KKvK"]);
    check::<English>(&["KMvK"]);
    check::<Canadian>(&["MvM"]);
}

#[test]
fn each_metric_passes_alone_and_exits_may_be_stored() {
    let solved = solve::<Russian>(&["KvM"]);
    for exits_stored in [false, true] {
        let layout = Layout { exits_stored, ..LAYOUT };
        for metrics in [&[Metric::Wdl][..], &[Metric::Dtw], &Metric::THEORY] {
            let tablebase = open::<Russian>(&solved.files(metrics, layout), 1 << 20);
            let report = run(&tablebase, key::<Russian>("KvM")).unwrap();
            assert_eq!(report.has_depths, metrics.contains(&Metric::Dtw));
        }
    }
}

#[test]
fn progress_ends_with_all() {
    let solved = solve::<English>(&["KKvK"]);
    let tablebase = open_all(&solved);
    let (most, whole) = (AtomicU64::new(0), AtomicU64::new(0));
    let progress = |done, all| {
        most.fetch_max(done, Ordering::Relaxed);
        whole.store(all, Ordering::Relaxed);
    };
    let report = audit(&tablebase, key::<English>("KKvK"), AuditOptions::default(), &progress).unwrap();
    assert_eq!(most.load(Ordering::Relaxed), report.positions_checked);
    assert_eq!(whole.load(Ordering::Relaxed), report.positions_checked);
}

#[test]
fn a_false_value_is_found_with_its_position_by_any_number_of_threads() {
    let material = key::<English>("KKvK");
    let solved = solve::<English>(&["KKvK"]);
    let files = solved.files(&Metric::THEORY, LAYOUT);
    let (slice, values) = &solved.slices[&material];
    let held: Vec<u64> =
        (0..slice.len()).filter(|&index| !English::is_exit_only(&slice.position_at(index).unwrap())).collect();
    for at in [0, held.len() / 3, held.len() - 1] {
        let index = held[at];
        let true_value = values[index as usize];
        for metric in Metric::THEORY {
            // Two plies more or less, or another result.
            let false_values = match true_value {
                Value::Draw => vec![Value::Win(7), Value::Loss(8)],
                Value::Win(plies) => vec![Value::Win(plies + 2), Value::Draw],
                Value::Loss(plies) => vec![Value::Loss(plies + 2), Value::Draw],
            };
            for value in
                false_values.into_iter().filter(|value| metric == Metric::Dtw || value.wdl() != true_value.wdl())
            {
                let mut planted = solve::<English>(&["KKvK"]);
                planted.slices.get_mut(&material).unwrap().1[index as usize] = value;
                let mut files = files.clone();
                let name = solved.name(material, metric);
                files.insert(name.clone(), planted.file(material, metric, LAYOUT));
                let tablebase = open::<English>(&files, 1 << 20);
                let faults: Vec<_> = [1, 2, 3, 7]
                    .map(|threads| {
                        let options = AuditOptions { threads: Some(threads), ..AuditOptions::default() };
                        audit(&tablebase, material, options, &|_, _| {}).unwrap_err()
                    })
                    .into();
                assert!(faults.iter().all(|fault| *fault == faults[0]), "{faults:?}");
                let fault = &faults[0];
                assert_eq!(fault.table, name);
                match metric {
                    Metric::Wdl => {
                        assert_eq!(fault.kind, FaultKind::Disagreement);
                        assert_eq!(fault.index, Some(index));
                    }
                    Metric::Dtw | Metric::Dtc => {
                        // The position itself or one before it whose value rests on it, whichever is first.
                        assert_eq!(fault.kind, FaultKind::Value);
                        assert!(fault.index.unwrap() <= index);
                    }
                }
                let position = slice.position_at(fault.index.unwrap()).unwrap();
                assert_eq!(fault.fen.as_deref(), Some(&*<English as dambase_rules::GameRules>::fen(&position)));
                assert!(fault.to_string().contains(fault.fen.as_deref().unwrap()));
            }
        }
    }
}

#[test]
fn a_sample_finds_what_is_wrong_everywhere_and_depends_on_the_seed_alone() {
    let material = key::<Russian>("KKvK");
    let solved = solve::<Russian>(&["KKvK"]);
    let tablebase = open_all(&solved);
    let options = |sample, seed| AuditOptions { sample: Some(sample), threads: Some(2), seed };
    for sample in [0, 1, 1000, u64::MAX] {
        let report = audit(&tablebase, material, options(sample, 7), &|_, _| {}).unwrap();
        assert_eq!(report.positions_checked, sample.min(solved.slices[&material].0.len()));
    }
    let mut planted = solved;
    for value in &mut planted.slices.get_mut(&material).unwrap().1 {
        if let Value::Win(plies) = value {
            *value = Value::Win(*plies + 2);
        }
    }
    let mut files = planted.files(&Metric::THEORY, LAYOUT);
    files.insert("KvK.dtw".into(), solve::<Russian>(&["KvK"]).file(key::<Russian>("KvK"), Metric::Dtw, LAYOUT));
    let tablebase = open::<Russian>(&files, 1 << 20);
    let fault = |seed| audit(&tablebase, material, options(500, seed), &|_, _| {}).unwrap_err();
    assert_eq!(fault(1), fault(1));
    assert!((2..9).any(|seed| fault(seed) != fault(1)));
}

#[test]
fn counts_in_the_header_are_compared() {
    let material = key::<Russian>("KvM");
    let solved = solve::<Russian>(&["KvM"]);
    let files = solved.files(&Metric::THEORY, LAYOUT);
    let codes: Vec<_> = solved.slices[&material].1.iter().map(|value| value.code()).collect();
    type Change = fn(&mut dambase_format::SectionStats);
    let changes: [Change; 3] = [
        |stats| (stats.win, stats.draw) = (stats.win - 1, stats.draw + 1),
        |stats| stats.longest_win = stats.longest_win.map(|(plies, at)| (plies + 2, at)),
        |stats| stats.longest_win = stats.longest_win.map(|(plies, at)| (plies, at + 1)),
    ];
    for (metric, section, change) in
        [(Metric::Dtw, 0, 0), (Metric::Dtw, 1, 1), (Metric::Dtw, 0, 2), (Metric::Wdl, 1, 0)]
    {
        let mut header = solved.header(material, metric, LAYOUT);
        changes[change](&mut header.sections[section]);
        let mut files = files.clone();
        files.insert(format!("KvM.{metric}"), common::write(&header, &codes));
        let tablebase = open::<Russian>(&files, 1 << 20);
        let fault = run(&tablebase, material).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Statistics);
        assert_eq!(fault.table, format!("KvM.{metric}"));
        assert!(fault.found.contains(&format!("section {section}")), "{fault}");
        // A sample counts nothing.
        let options = AuditOptions { sample: Some(100), ..AuditOptions::default() };
        assert!(audit(&tablebase, material, options, &|_, _| {}).is_ok());
    }
}

#[test]
fn damaged_blocks_and_missing_tables_are_named() {
    let material = key::<Russian>("KvM");
    let solved = solve::<Russian>(&["KvM"]);
    let files = solved.files(&Metric::THEORY, LAYOUT);
    let fault = |files: &BTreeMap<String, Vec<u8>>| run(&open::<Russian>(files, 1 << 20), material).unwrap_err();

    let mut damaged = files.clone();
    *damaged.get_mut("KvM.dtw").unwrap().last_mut().unwrap() ^= 1;
    let found = fault(&damaged);
    assert_eq!((found.kind, &*found.table), (FaultKind::Block, "KvM.dtw"));
    assert!(found.found.contains("frame"), "{found}");

    damaged.get_mut("KvM.dtw").unwrap()[100] ^= 1;
    let found = fault(&damaged);
    assert_eq!((found.kind, &*found.table), (FaultKind::File, "KvM.dtw"));

    let mut partial = files.clone();
    partial.remove("KvK.dtw");
    let found = fault(&partial);
    assert_eq!((found.kind, &*found.table), (FaultKind::Dependency, "KvK.dtw"));
    assert!(found.found.contains("KvK.dtw") && found.fen.is_some(), "{found}");

    let found = run(&open_all(&solved), key::<Russian>("KKvK")).unwrap_err();
    assert_eq!((found.kind, &*found.table), (FaultKind::Missing, "KKvK"));
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn manifest<G: TableGame>(solved: &Solved<G>, files: &BTreeMap<String, Vec<u8>>) -> Manifest {
    let mut manifest = Manifest {
        manifest: MANIFEST_VERSION,
        game: G::ID.name().into(),
        rules_sha256: hex(&fingerprint::<G>()),
        rules: G::value_rules(),
        files: BTreeMap::new(),
    };
    for (&key, (slice, _)) in &solved.slices {
        for metric in Metric::THEORY {
            let name = solved.name(key, metric);
            let sections = solved.stats(key, metric).into_iter().map(|stats| ManifestSection {
                win: stats.win,
                loss: stats.loss,
                draw: stats.draw,
                longest_win_plies: stats.longest_win.map(|longest| longest.0),
                longest_win_fen: None,
            });
            let file = ManifestFile {
                material: slice.material(),
                metric: metric.name().into(),
                draw_rules: None,
                bytes: files[&name].len() as u64,
                sha256: hex(&Sha256::digest(&files[&name])),
                positions: slice.section(0).end,
                sections: sections.collect(),
            };
            manifest.files.insert(name, file);
        }
    }
    manifest
}

#[test]
fn the_manifest_is_held_against_the_files() {
    let material = key::<Russian>("KvM");
    let solved = solve::<Russian>(&["KvM"]);
    let files = solved.files(&Metric::THEORY, LAYOUT);
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("russian");
    fs::create_dir(&inner).unwrap();
    for (name, bytes) in &files {
        fs::write(inner.join(name), bytes).unwrap();
    }
    let tablebase = Tablebase::<Russian>::open(&[folder.path()], &OpenOptions::default()).unwrap();
    let with = |text: &str| {
        fs::write(inner.join("manifest.json"), text).unwrap();
        run(&tablebase, material)
    };
    let right = manifest(&solved, &files);
    assert_eq!(with(&right.to_json()).unwrap().files_in_manifest, 2);

    type Change = fn(&mut Manifest);
    let changes: [(&str, Change); 7] = [
        ("game", |manifest| manifest.game = "english".into()),
        ("rules", |manifest| manifest.rules_sha256 = "00".into()),
        ("not listed", |manifest| drop(manifest.files.remove("KvM.wdl"))),
        ("bytes", |manifest| manifest.files.get_mut("KvM.wdl").unwrap().bytes += 1),
        ("SHA-256", |manifest| manifest.files.get_mut("KvM.wdl").unwrap().sha256.replace_range(0..1, "x")),
        ("counts", |manifest| manifest.files.get_mut("KvM.wdl").unwrap().sections[0].win += 1),
        ("positions", |manifest| manifest.files.get_mut("KvM.wdl").unwrap().positions += 1),
    ];
    for (says, change) in changes {
        let mut changed = right.clone();
        change(&mut changed);
        let fault = with(&changed.to_json()).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Manifest);
        // A manifest of another game says nothing of the table.
        let blamed = if ["game", "rules"].contains(&says) { "manifest.json" } else { "KvM.wdl" };
        assert!(Path::new(&fault.table).ends_with(blamed) && fault.found.contains(says), "{fault}");
    }
    let fault = with("{").unwrap_err();
    assert!(Path::new(&fault.table).ends_with("manifest.json"), "{fault}");
}
