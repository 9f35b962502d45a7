//! Tables in folders: found, chosen, mapped or read, replaced and removed while they are open.

mod common;

use std::fs;
use std::path::Path;

use common::{LAYOUT, Solved, solve};
use dambase_format::{Metric, SliceIndex, TableGame, Value};
use dambase_prober::{Access, OpenError, OpenOptions, ProbeError, TableFault, Tablebase};
use dambase_rules::GameRules;
use dambase_rules::draughts::games::Russian;

const BOTH: [Access; 2] = [Access::Map, Access::Read];

fn write(folder: &Path, solved: &Solved<Russian>, metrics: &[Metric]) {
    let inner = folder.join("russian");
    fs::create_dir_all(&inner).unwrap();
    for (name, bytes) in solved.files(metrics, LAYOUT) {
        fs::write(inner.join(name), bytes).unwrap();
    }
}

fn open(folders: &[&Path], access: Access) -> Tablebase<Russian> {
    Tablebase::open(folders, &OpenOptions { cache_bytes: 1 << 16, access }).unwrap()
}

#[test]
fn a_folder_is_probed_by_map_and_by_reading() {
    let solved = solve::<Russian>(&["KvM", "MvM"]);
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &solved, &Metric::THEORY);
    let inner = folder.path().join("russian");
    // What is not called like a table is none.
    for name in [".KvK.dtw.part", ".lock", "manifest.json", "README", ".KKKvK.wdl", "KKvK.dtz"] {
        fs::write(inner.join(name), b"no table").unwrap();
    }
    fs::create_dir(folder.path().join("brazilian")).unwrap();
    for access in BOTH {
        let tablebase = open(&[folder.path()], access);
        assert!(tablebase.problems().is_empty(), "{:?}", tablebase.problems());
        assert_eq!(tablebase.tables().count(), 6);
        solved.check_all(&tablebase);
    }
    assert_eq!(Tablebase::<Russian>::open::<&Path>(&[], &OpenOptions::default()).unwrap().tables().count(), 0);
}

#[test]
fn folders_that_cannot_be_read_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let absent = folder.path().join("absent");
    let file = folder.path().join("file");
    fs::write(&file, b"").unwrap();
    let odd = folder.path().join("odd");
    fs::create_dir(&odd).unwrap();
    fs::write(odd.join("russian"), b"").unwrap();
    for (path, named) in [(&absent, absent.clone()), (&file, file.clone()), (&odd, odd.join("russian"))] {
        let OpenError::Folder { path: told, error } =
            Tablebase::<Russian>::open(&[path], &OpenOptions::default()).unwrap_err();
        // Where a file stands for a folder, systems differ in which of the two they blame.
        assert!(named.starts_with(&told) || told.starts_with(&named), "{} {error}", told.display());
    }
    // A folder without tables of the game is none to complain of.
    let tablebase = open(&[folder.path()], Access::Map);
    assert_eq!(tablebase.tables().count(), 0);
}

#[test]
fn one_bad_file_leaves_the_others() {
    let solved = solve::<Russian>(&["KvM", "MvM"]);
    for access in BOTH {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &solved, &[Metric::Dtw]);
        let inner = folder.path().join("russian");
        fs::write(inner.join("KvM.dtw"), b"").unwrap();
        fs::create_dir(inner.join("KKvK.wdl")).unwrap();
        let tablebase = open(&[folder.path()], access);
        let [directory, empty] = tablebase.problems() else { panic!("{:?}", tablebase.problems()) };
        assert_eq!((directory.path.clone(), empty.path.clone()), (inner.join("KKvK.wdl"), inner.join("KvM.dtw")));
        assert!(matches!(directory.fault, TableFault::Io(_)));
        assert!(matches!(empty.fault, TableFault::Format(_)));
        let probe = |fen| tablebase.probe(&Russian::parse_fen(fen).unwrap());
        assert!(probe("W:WKa1:BKh4").is_ok());
        let Err(ProbeError::Broken { table, .. }) = probe("W:WKa1:Bh4") else { panic!() };
        assert_eq!(Path::new(&table), inner.join("KvM.dtw"));
    }
}

#[test]
fn the_first_folder_with_a_usable_table_wins() {
    let solved = solve::<Russian>(&["KvM"]);
    let mut other = solve::<Russian>(&["KvM"]);
    // The second folder says something else, so that it is seen who is asked.
    let fen = "W:WKa1:BKh4";
    let position = Russian::parse_fen(fen).unwrap();
    let key = Russian::slice_key(&position).unwrap();
    let (slice, values) = other.slices.get_mut(&key).unwrap();
    values[slice.index_of(&position) as usize] = Value::Win(99);
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(one.path(), &solved, &Metric::THEORY);
    write(two.path(), &other, &Metric::THEORY);

    let probe = |folders: &[&Path]| open(folders, Access::Map).probe_dtw(&position);
    assert_eq!(probe(&[one.path(), two.path()]), Ok(Value::Draw));
    assert_eq!(probe(&[two.path(), one.path()]), Ok(Value::Win(99)));
    // What the first does not have comes from the second, and so does what is broken in the first.
    let file = one.path().join("russian").join("KvK.dtw");
    fs::write(&file, b"broken").unwrap();
    assert_eq!(probe(&[one.path(), two.path()]), Ok(Value::Win(99)));
    assert_eq!(open(&[one.path(), two.path()], Access::Map).problems().len(), 1);
    fs::remove_file(&file).unwrap();
    assert_eq!(probe(&[one.path(), two.path()]), Ok(Value::Win(99)));
}

#[cfg(unix)]
#[test]
fn files_replaced_and_removed_while_open_go_on_answering() {
    let solved = solve::<Russian>(&["KvM", "MvM"]);
    for access in BOTH {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &solved, &Metric::THEORY);
        let tablebase = open(&[folder.path()], access);
        let inner = folder.path().join("russian");
        let aside = inner.join(".new");
        fs::write(&aside, b"something else").unwrap();
        fs::rename(&aside, inner.join("KvM.dtw")).unwrap();
        fs::remove_file(inner.join("KvK.wdl")).unwrap();
        solved.check_all(&tablebase);
        fs::remove_dir_all(folder.path()).unwrap();
        solved.check_all(&tablebase);
        assert!(Tablebase::<Russian>::open(&[folder.path()], &OpenOptions::default()).is_err());
    }
}

#[test]
fn a_file_changed_in_place_is_found_out_when_it_is_read() {
    let solved = solve::<Russian>(&["KvM"]);
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &solved, &[Metric::Dtw]);
    let file = folder.path().join("russian").join("KvM.dtw");
    let bytes = fs::read(&file).unwrap();
    for (change, says) in [(true, "checksum"), (false, "reading")] {
        fs::write(&file, &bytes).unwrap();
        let tablebase =
            Tablebase::<Russian>::open(&[folder.path()], &OpenOptions { cache_bytes: 0, access: Access::Read })
                .unwrap();
        solved.check_all_depths(&tablebase);
        let mut changed = bytes.clone();
        if change {
            let header = usize::from(u16::from_le_bytes([bytes[48], bytes[49]]));
            changed[header..].fill(0x55);
        } else {
            changed.truncate(600);
        }
        fs::write(&file, &changed).unwrap();
        let position = Russian::parse_fen("W:WKa1:Bh4").unwrap();
        let Err(ProbeError::Broken { error, .. }) = tablebase.probe_dtw(&position) else { panic!() };
        assert!(error.contains(says), "{error}");
    }
}

impl Solved<Russian> {
    fn check_all_depths(&self, tablebase: &Tablebase<Russian>) {
        self.for_each(|position, value| assert_eq!(tablebase.probe_dtw(position), Ok(value)));
    }
}
