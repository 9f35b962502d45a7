//! Many files, and as few descriptors as there may be. A program of its own: the limit is one of the process.
#![cfg(unix)]

mod common;

use std::fs;

use common::{LAYOUT, solve};
use dambase_format::{Metric, TableGame};
use dambase_prober::{Access, OpenOptions, TableFault, Tablebase};
use dambase_rules::GameRules;
use dambase_rules::draughts::games::Russian;
use nix::sys::resource::{Resource, getrlimit, setrlimit};

#[test]
fn ten_thousand_files_and_few_descriptors() {
    let solved = solve::<Russian>(&["KvM", "MvM"]);
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("russian");
    fs::create_dir_all(&inner).unwrap();
    let files = solved.files(&Metric::THEORY, LAYOUT);
    // Every material to eight pieces, and more that is none: all but six files are not what they are called.
    let names = (2..=8).flat_map(Russian::slices_of).flat_map(|key| {
        let material = dambase_format::SliceIndex::material(&Russian::slice(key).unwrap());
        Metric::THEORY.map(|metric| format!("{material}.{metric}"))
    });
    let names: Vec<String> = names.chain((0..).map(|number| format!("K{number}vK.wdl"))).take(10_000).collect();
    for name in &names {
        fs::write(inner.join(name), files.get(name).unwrap_or(&files["KvK.wdl"])).unwrap();
    }

    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
    setrlimit(Resource::RLIMIT_NOFILE, 40.min(hard), hard).unwrap();
    // By map a file is closed as soon as it is open.
    let mapped = Tablebase::<Russian>::open(&[folder.path()], &OpenOptions::default()).unwrap();
    let again = Tablebase::<Russian>::open(&[folder.path()], &OpenOptions::default()).unwrap();
    // By reading each takes a descriptor: those it did not get say so, and nothing else.
    let options = OpenOptions { access: Access::Read, ..OpenOptions::default() };
    let few = (0..30).map(|_| Tablebase::<Russian>::open(&[folder.path()], &options)).collect::<Vec<_>>();
    setrlimit(Resource::RLIMIT_NOFILE, soft, hard).unwrap();

    for tablebase in [mapped, again] {
        assert_eq!((tablebase.tables().count(), tablebase.problems().len()), (6, 10_000 - 6));
        let named = |problem: &dambase_prober::TableProblem| problem.path.starts_with(&inner);
        assert!(tablebase.problems().iter().all(named));
        solved.check_all(&tablebase);
    }
    let mut refused = 0;
    for tablebase in few {
        match tablebase {
            // The folder itself could not be listed.
            Err(_) => refused += 1,
            Ok(tablebase) => {
                let unreadable = tablebase.problems().iter().any(|problem| {
                    matches!(&problem.fault, TableFault::Io(error) if error.raw_os_error() == Some(nix::libc::EMFILE))
                });
                refused += usize::from(unreadable);
                solved.for_each(|position, value| match tablebase.probe_dtw(position) {
                    Ok(found) => assert_eq!(found, value, "{}", Russian::fen(position)),
                    Err(error) => assert!(unreadable, "{error}"),
                });
            }
        }
    }
    assert!(refused > 0, "forty descriptors are too few");
}
