//! How a run goes has no part in what it makes: stopped and taken up again, one metric or both, little memory or much.
//!
//! Number of threads, files that are gone, damaged files: `values.rs` has those.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use dambase_format::Metric;
use dambase_generator::{GenerateError, Made, Plan, PlannedSlice, Progress};
use dambase_rules::draughts::games::{Russian, RussianGiveaway};

use crate::made::{Silent, files, keys, options, run};

const PIECES: u32 = 3;

/// Stops a run when its first slice is finished.
#[derive(Default)]
struct OneSlice(AtomicBool);

impl Progress for OneSlice {
    fn finished(&self, _: &PlannedSlice, _: &Made) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Stops a run in the midst of its first slice that has so many positions.
struct MidSlice {
    positions: u64,
    begun: AtomicBool,
}

impl Progress for MidSlice {
    fn begun(&self, slice: &PlannedSlice) {
        self.begun.fetch_or(slice.positions >= self.positions, Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        self.begun.load(Ordering::Relaxed)
    }
}

#[test]
fn a_run_stopped_after_each_slice_makes_the_same_bytes() {
    let [whole, stopped] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let report = run::<Russian>(PIECES, &options::<Russian>(whole.path()), &Silent).expect("tables");
    let whole = files(&options::<Russian>(whole.path()).folder);
    let options = options::<Russian>(stopped.path());
    let mut runs = 0;
    loop {
        runs += 1;
        match run::<Russian>(PIECES, &options, &OneSlice::default()) {
            Err(GenerateError::Stopped) => {
                let files = files(&options.folder);
                assert_eq!(files.len(), 2 * runs + 1, "two tables more with each run, and the manifest");
                for (name, bytes) in files.iter().filter(|(name, _)| *name != "manifest.json") {
                    assert_eq!(whole.get(name), Some(bytes), "{name} after run {runs}");
                }
                // As if the run had been killed while it wrote.
                std::fs::write(options.folder.join(".KKvM.dtw.part"), b"half a table").expect("written");
            }
            Ok(last) => {
                assert_eq!((last.slices, last.stood), (1, report.slices - 1));
                break;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(runs as u64, report.slices);
    assert_eq!(files(&options.folder), whole);
}

#[test]
fn a_run_stopped_in_a_slice_leaves_nothing_of_it() {
    let [whole, stopped] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    run::<Russian>(PIECES, &options::<Russian>(whole.path()), &Silent).expect("tables");
    let whole = files(&options::<Russian>(whole.path()).folder);
    let options = options::<Russian>(stopped.path());
    let progress = MidSlice { positions: 20_000, begun: AtomicBool::new(false) };
    let stopped = run::<Russian>(PIECES, &options, &progress);
    assert!(matches!(stopped, Err(GenerateError::Stopped)), "{stopped:?}");
    let left = files(&options.folder);
    assert!(left.len() > 1 && left.len() < whole.len(), "{:?}", left.keys());
    assert!(left.keys().all(|name| !name.ends_with(".part")), "{:?}", left.keys());
    run::<Russian>(PIECES, &options, &Silent).expect("tables");
    assert_eq!(files(&options.folder), whole);
}

#[test]
fn a_metric_alone_has_the_bytes_it_has_beside_the_other() {
    let [both, one, other] = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    run::<RussianGiveaway>(PIECES, &options::<RussianGiveaway>(both.path()), &Silent).expect("tables");
    let both = files(&options::<RussianGiveaway>(both.path()).folder);
    for (root, metric) in [(&one, Metric::Wdl), (&other, Metric::Dtw)] {
        let mut options = options::<RussianGiveaway>(root.path());
        options.metrics = vec![metric];
        run::<RussianGiveaway>(PIECES, &options, &Silent).expect("tables");
        let alone = files(&options.folder);
        assert_eq!(alone.len(), both.len() / 2 + 1, "tables of one metric, and the manifest");
        for (name, bytes) in alone.iter().filter(|(name, _)| *name != "manifest.json") {
            assert!(name.ends_with(metric.name()), "{name}");
            assert!(both.get(name) == Some(bytes), "{name} differs");
        }
        // The other metric, made later.
        options.metrics = Metric::THEORY.to_vec();
        let report = run::<RussianGiveaway>(PIECES, &options, &Silent).expect("tables");
        assert_eq!(report.slices as usize, both.len() / 2);
        assert!(files(&options.folder) == both, "{metric} first, then both");
    }
}

#[test]
fn the_memory_a_refusal_names_is_enough() {
    let [free, bound] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let mut options = options::<Russian>(bound.path());
    options.memory_bytes = Some(1);
    let needed = match run::<Russian>(PIECES, &options, &Silent) {
        Err(GenerateError::Memory { needed_bytes, bound_bytes: 1, .. }) => needed_bytes,
        other => panic!("{other:?}"),
    };
    options.memory_bytes = Some(needed - 1);
    let refused = run::<Russian>(PIECES, &options, &Silent);
    assert!(matches!(refused, Err(GenerateError::Memory { .. })), "{refused:?}");
    assert!(!options.folder.exists(), "a refused run touches nothing");

    options.memory_bytes = Some(needed);
    run::<Russian>(PIECES, &options, &Silent).expect("tables");
    let unbound = crate::made::options::<Russian>(free.path());
    run::<Russian>(PIECES, &unbound, &Silent).expect("tables");
    assert_eq!(files(&options.folder), files(&unbound.folder));
}

/// Starts a second run in the folder while the first one holds it.
struct Second {
    options: dambase_generator::Options,
    error: Mutex<Option<GenerateError>>,
}

impl Progress for Second {
    fn planned(&self, _: &Plan) {
        *self.error.lock().expect("a lock") = run::<Russian>(2, &self.options, &Silent).err();
    }
}

#[test]
fn a_folder_in_use_is_refused() {
    let root = tempfile::tempdir().expect("a folder");
    let options = options::<Russian>(root.path());
    let second = Second { options: options.clone(), error: Mutex::new(None) };
    let report = run::<Russian>(2, &options, &second).expect("the first run goes on");
    assert_eq!(report.slices as usize, keys::<Russian>(2).len());
    match second.error.into_inner().expect("a lock") {
        Some(error @ GenerateError::Locked { .. }) => {
            let text = error.to_string();
            assert!(text.contains(&format!("process {}", std::process::id())), "{text}");
        }
        other => panic!("{other:?}"),
    }
    // And is free again afterwards.
    assert_eq!(run::<Russian>(2, &options, &Silent).expect("tables").slices, 0);
}

#[test]
fn nothing_to_make_is_an_error() {
    let root = tempfile::tempdir().expect("a folder");
    let options = options::<Russian>(root.path());
    assert!(matches!(run::<Russian>(1, &options, &Silent), Err(GenerateError::Request(_))));
    assert!(!options.folder.exists());
}
