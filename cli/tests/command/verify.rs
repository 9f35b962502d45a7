//! `dambase verify`.

use std::path::Path;

use dambase_format::block::code_at;
use dambase_format::codec::Model;
use dambase_format::{Code, Table, table_bytes};

use crate::support::{copy_of_russian_tables, dambase, number, text, with_tables};

#[test]
fn good_tables_pass() {
    let ran = with_tables(&["verify", "russian", "--json"]).ok();
    let slices = ran.objects();
    let names: Vec<_> = slices.iter().map(|slice| text(slice, "material")).collect();
    assert_eq!(names, ["KvK", "KvM", "MvM", "KKvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM"]);
    for slice in &slices {
        assert_eq!(text(slice, "status"), "ok");
        assert_eq!(number(slice, "positions_checked"), number(slice, "positions"));
        assert!(slice["fault"].is_null());
    }
    for game in ["russian-giveaway", "english"] {
        let people = with_tables(&["verify", game, "--threads", "1"]).ok().stdout;
        assert!(people.ends_with("no fault: 3 slices\n"), "{people}");
    }
}

#[test]
fn a_sample_is_of_the_materials_named() {
    let ran =
        with_tables(&["verify", "russian", "--material", "KvKM", "--material", "KvM", "--sample", "50", "--json"]).ok();
    let slices = ran.objects();
    assert_eq!(slices.iter().map(|slice| text(slice, "material")).collect::<Vec<_>>(), ["KvM", "KMvK"]);
    assert!(slices.iter().all(|slice| number(slice, "positions_checked") == 50));
}

#[test]
fn a_table_that_is_not_there_cannot_be_verified() {
    with_tables(&["verify", "russian", "--material", "KKKvK"]).fails(3, "KKKvK");
    with_tables(&["verify", "italian"]).fails(3, "italian");
    with_tables(&["verify", "russian", "--material", "KKQvK"]).fails(2, "'Q'");
}

/// Damages a file of a copy of the tables, verifies it, and returns what is said of the first fault.
fn fault_after(file: &str, damage: impl FnOnce(&Path)) -> serde_json::Value {
    let folder = copy_of_russian_tables();
    let path = folder.path().join("russian").join(file);
    damage(&path);
    let folder = folder.path().to_str().unwrap();
    let ran = dambase(&["verify", "russian", "--tables", folder, "--json"]).fails(1, "");
    let last = ran.objects().pop().expect("the fault is printed");
    assert_eq!(text(&last, "status"), "fault");
    let people = dambase(&["verify", "russian", "--tables", folder]).fails(1, "").stdout;
    assert!(people.contains("FAULT"), "{people}");
    assert!(people.contains(file), "{people}");
    last["fault"].clone()
}

#[test]
fn damage_is_found_wherever_it_is() {
    let flip = |at: fn(usize) -> usize| {
        move |path: &Path| {
            let mut bytes = std::fs::read(path).unwrap();
            let at = at(bytes.len());
            bytes[at] ^= 0x10;
            std::fs::write(path, bytes).unwrap();
        }
    };
    for fault in [
        fault_after("KMvK.dtw", flip(|_| 3)),
        fault_after("KMvK.dtw", flip(|_| 70)),
        fault_after("KMvK.dtw", flip(|_| 520)),
        fault_after("KMvK.dtw", flip(|len| len - 1)),
        fault_after("KMvK.wdl", flip(|len| len - 1)),
        fault_after("KvM.dtw", |path| {
            let bytes = std::fs::read(path).unwrap();
            std::fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }),
        fault_after("KvM.dtw", |path| std::fs::write(path, b"").unwrap()),
        fault_after("KvM.dtw", |path| {
            std::fs::copy(path.with_file_name("MvM.dtw"), path).unwrap();
        }),
        fault_after("nonsense.dtw", |path| std::fs::write(path, b"nonsense").unwrap()),
    ] {
        assert!(text(&fault, "table").contains("russian"), "{fault}");
        assert!(!text(&fault, "found").is_empty(), "{fault}");
    }
}

/// A table with right checksums in which the first longest win of its first section takes two plies more.
fn forge(path: &Path) {
    let bytes = std::fs::read(path).unwrap();
    let table = Table::open(bytes).unwrap();
    let header = table.header();
    let (_, forged) = header.sections[0].longest_win.unwrap();
    let (mut scratch, mut decoded, mut codes) = (Vec::new(), Vec::new(), Vec::<Code>::new());
    for block in 0..header.blocks() {
        table.read_block(block, &mut scratch, &mut decoded).unwrap();
        let values = header.values_in(block) as usize;
        codes.extend((0..values).map(|at| code_at(&decoded, at, header.value_code).unwrap()));
    }
    codes[forged as usize] += 2;
    std::fs::write(path, table_bytes(header.clone(), &Model::Zstd, &codes).unwrap()).unwrap();
    // The manifest would tell of it at once.
    std::fs::remove_file(path.with_file_name("manifest.json")).unwrap();
}

#[test]
fn a_false_value_is_shown_with_its_position() {
    let fault = fault_after("MMvM.dtw", forge);
    let fen = text(&fault, "fen");
    assert!(number(&fault, "index") > 0);
    assert_eq!(dambase(&["moves", "russian", fen]).ok().status, 0, "{fen} is a position");
    assert!(text(&fault, "found").contains("plies") && text(&fault, "expected").contains("plies"), "{fault}");
}

/// A table that is not there is no fault of those that need it; what can be checked is.
#[test]
fn a_slice_that_others_need_is_missed() {
    let folder = copy_of_russian_tables();
    let inner = folder.path().join("russian");
    let dir = folder.path().to_str().unwrap();
    let verify = ["verify", "russian", "--tables", dir];
    for (gone, missing) in [("KvK.dtw", "KvK.dtw"), ("KvK.wdl", "KvK.dtw")] {
        std::fs::remove_file(inner.join(gone)).unwrap();
        let ran = dambase(&[&verify[..], &["--json"]].concat()).fails(1, "");
        let lines = ran.objects();
        let of = |material: &str| lines.iter().find(|line| line["material"] == material).expect("it is verified");
        assert_eq!((text(of("KvM"), "status"), text(of("KvM"), "missing")), ("not checkable", missing));
        assert!(of("KvM")["fault"].is_null() && of("KvM")["positions_checked"].is_null());
        assert_eq!(text(of("MvM"), "status"), "ok");
        let people = dambase(&verify).fails(1, "").stdout;
        assert!(people.contains(&format!("not checkable: table {missing} that it needs is missing")), "{people}");
        assert!(!people.contains("FAULT") && people.lines().last().unwrap().contains("not checkable"), "{people}");
    }
    // Win, draw and loss may come from either table.
    for entry in std::fs::read_dir(&inner).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "dtw") {
            std::fs::remove_file(path).unwrap();
        }
    }
    let people = dambase(&verify).fails(1, "").stdout;
    assert!(people.contains("not checkable: table KvK that it needs is missing"), "{people}");
    // A fault is one all the same.
    std::fs::write(inner.join("MMvM.wdl"), b"nonsense").unwrap();
    let people = dambase(&verify).fails(1, "").stdout;
    assert!(people.contains("MMvM.wdl: not a Dambase table"), "{people}");
}

/// The manifest of another game is what is wrong, not the table.
#[test]
fn a_manifest_of_another_game_is_blamed_itself() {
    let folder = copy_of_russian_tables();
    let manifest = folder.path().join("russian").join("manifest.json");
    std::fs::copy(Path::new(crate::support::tables()).join("english").join("manifest.json"), &manifest).unwrap();
    let ran = dambase(&["verify", "russian", "--json", "--tables", folder.path().to_str().unwrap()]).fails(1, "");
    let fault = &ran.objects()[0]["fault"];
    assert_eq!(Path::new(text(fault, "table")), manifest);
    assert_eq!(
        (text(fault, "kind"), text(fault, "found"), text(fault, "expected")),
        ("manifest", "game english", "russian")
    );
}
