//! Tables against the naive oracle, which shares no code with what made them.

use std::fmt::Write;
use std::path::Path;

use dambase_format::{ClockedGame, Metric, SliceIndex, SliceKey, Value};
use dambase_generator::{GenerateError, Options, Progress, Report, Solvable, generate};
use dambase_prober::audit::{AuditOptions, audit};
use dambase_prober::{OpenOptions, Tablebase};
use dambase_rules::draughts::games::Russian;
use dambase_rules::{GameId, GameRules, with_draughts};
use dambase_tests::naive::{self, Cell, Material, NaiveGame, Solver};

struct Silent;

impl Progress for Silent {}

fn options<G: GameRules>(folder: &Path, threads: usize, memory_bytes: Option<u64>) -> Options {
    Options {
        folder: folder.join(<G as GameRules>::ID.name()),
        metrics: Metric::THEORY.to_vec(),
        threads: Some(threads),
        memory_bytes,
    }
}

fn make<G: Solvable>(folder: &Path, pieces: u32) -> Report {
    let keys: Vec<SliceKey> = (2..=pieces).flat_map(G::slices_of).collect();
    generate::<G>(&keys, &options::<G>(folder, 2, None), &Silent).expect("tables")
}

fn fen(position: &naive::Position) -> String {
    let mut sides = [String::from("W"), String::from("B")];
    for (square, cell) in position.pieces() {
        let (side, king) = match cell {
            Cell::WhiteMan => (0, ""),
            Cell::WhiteKing => (0, "K"),
            Cell::BlackMan => (1, ""),
            Cell::BlackKing => (1, "K"),
            Cell::Empty => continue,
        };
        let comma = if sides[side].len() > 1 { "," } else { "" };
        write!(sides[side], "{comma}{king}{square}").expect("text");
    }
    let mover = if position.side() == naive::Side::White { "W" } else { "B" };
    format!("{mover}:{}:{}", sides[0], sides[1])
}

/// Every position of every material, both colour orders, both sides to move: win, draw or loss, and plies.
fn agrees<G: Solvable + ClockedGame>(game: NaiveGame, pieces: u32) {
    assert_eq!(game.id(), <G as GameRules>::ID.name());
    let folder = tempfile::tempdir().expect("a folder");
    make::<G>(folder.path(), pieces);
    let tables = Tablebase::<G>::open(&[folder.path()], &OpenOptions::default()).expect("tables");
    assert!(tables.problems().is_empty() && tables.missing().is_empty());
    let mut solver = Solver::new(game);
    let mut compared = 0u64;
    for count in 2..=pieces as usize {
        for material in Material::all(count) {
            solver.for_each(material, |position, value| {
                let text = fen(position);
                let position = G::parse_fen(&text).expect("a legal position");
                let expected = match value {
                    naive::Value::Draw => Value::Draw,
                    naive::Value::Win(plies) => Value::Win(plies),
                    naive::Value::Loss(plies) => Value::Loss(plies),
                };
                assert_eq!(tables.probe_dtw(&position).expect("a value"), expected, "{text}");
                assert_eq!(tables.probe_wdl(&position).expect("a value"), expected.wdl(), "{text}");
                compared += 1;
            });
        }
    }
    let numbered: u64 = (2..=pieces)
        .flat_map(G::slices_of)
        .flat_map(|key| {
            let slice = G::slice(key).expect("an index");
            slice.rows().into_iter().map(move |row| slice.section(row.section).end - slice.section(row.section).start)
        })
        .sum();
    assert_eq!(compared, numbered, "the oracle and the index count the same positions");
    // The tables against themselves: every position and its successors, headers recounted, hashes compared.
    for key in (2..=pieces).flat_map(G::slices_of) {
        let options = AuditOptions { sample: None, threads: None, seed: 0 };
        if let Err(fault) = audit(&tables, key, options, &|_, _| {}) {
            panic!("{fault}");
        }
    }
}

macro_rules! agreement {
    ($($name:ident: $game:ident $pieces:expr;)*) => {
        $(#[test]
        fn $name() {
            with_draughts!(GameId::$game, G => agrees::<G>(NaiveGame::$game, $pieces)).expect("a draughts game");
        })*
    };
}

fn canadian_pieces() -> u32 {
    if std::env::var_os("DAMBASE_LONG").is_some() { 3 } else { 2 }
}

agreement! {
    russian: Russian 3;
    russian_giveaway: RussianGiveaway 3;
    brazilian: Brazilian 3;
    international: International 3;
    international_giveaway: InternationalGiveaway 3;
    canadian: Canadian canadian_pieces();
    english: English 3;
    italian: Italian 3;
    spancireti: Spancireti 3;
    stop_after: StopAfter 3;
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.file_name() != ".lock")
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).expect("a file")))
        .collect();
    files.sort();
    files
}

#[test]
fn bytes_depend_on_neither_threads_nor_memory_nor_interruption() {
    let keys: Vec<SliceKey> = (2..=3).flat_map(<Russian as dambase_format::TableGame>::slices_of).collect();
    let run = |folder: &Path, threads, memory| {
        generate::<Russian>(&keys, &options::<Russian>(folder, threads, memory), &Silent)
    };
    let [one, two] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    run(one.path(), 1, None).expect("tables");
    run(two.path(), 2, Some(128 << 20)).expect("tables");
    let whole = files(&one.path().join("russian"));
    assert_eq!(whole, files(&two.path().join("russian")));

    // Interrupted: some tables gone, one half written; the run makes what is missing and nothing else.
    let folder = two.path().join("russian");
    for name in ["KKvK.dtw", "KMvK.wdl", "MMvM.dtw", "manifest.json"] {
        std::fs::remove_file(folder.join(name)).expect("a file");
    }
    std::fs::write(folder.join(".KKvK.dtw.part"), b"half").expect("written");
    let report = run(two.path(), 2, None).expect("tables");
    assert_eq!(report.slices, 3);
    assert_eq!(whole, files(&folder));

    // A damaged table is named and left alone.
    std::fs::write(folder.join("KvK.wdl"), b"not a table").expect("written");
    match run(two.path(), 2, None) {
        Err(GenerateError::Existing { path, .. }) => assert!(path.ends_with("KvK.wdl")),
        other => panic!("{other:?}"),
    }

    // A bound that is too low is refused before anything is written.
    let none = tempfile::tempdir().expect("a folder");
    assert!(matches!(run(none.path(), 2, Some(1 << 20)), Err(GenerateError::Memory { .. })));
    assert_eq!(std::fs::read_dir(none.path()).expect("a folder").count(), 0);
}
