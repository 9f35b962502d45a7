//! What is in memory: probes that look nowhere else, tables decoded as a whole, and many positions at once.

mod common;

use std::collections::BTreeMap;

use common::{LAYOUT, Layout, Solved, open, options, solve};
use dambase_format::codec::Codec;
use dambase_format::{ClockedGame, Metric, SliceIndex, Value, ValueCode};
use dambase_prober::{PreloadError, ProbeError, Tablebase};
use dambase_rules::GameRules;
use dambase_rules::artamonov::Artamonov;
use dambase_rules::chess::Chess;
use dambase_rules::draughts::games::{English, Russian, RussianGiveaway};

/// Files whose blocks hold several values of neighbours, in several frames.
const LAYOUTS: [Layout; 4] = [
    Layout { codec: Some(Codec::Contexts), ..LAYOUT },
    Layout { codec: Some(Codec::Zstd), ..LAYOUT },
    Layout { values_per_block: 45, blocks_per_frame: 3, codec: Some(Codec::Contexts), ..LAYOUT },
    Layout { value_code: Some(ValueCode::Words), ..LAYOUT },
];

fn positions<G: ClockedGame>(solved: &Solved<G>) -> (Vec<G::Position>, Vec<Value>) {
    let (mut positions, mut values) = (Vec::new(), Vec::new());
    solved.for_each(|position, value| {
        positions.push(*position);
        values.push(value);
    });
    (positions, values)
}

fn check_batches<G: ClockedGame>(tablebase: &Tablebase<G>, positions: &[G::Position]) {
    let (mut wdl, mut dtw) = (vec![], vec![]);
    tablebase.probe_wdl_batch(positions, &mut wdl);
    tablebase.probe_dtw_batch(positions, &mut dtw);
    assert_eq!((wdl.len(), dtw.len()), (positions.len(), positions.len()));
    for (position, (wdl, dtw)) in positions.iter().zip(wdl.iter().zip(&dtw)) {
        assert_eq!(*wdl, tablebase.probe_wdl(position), "{}", G::fen(position));
        assert_eq!(*dtw, tablebase.probe_dtw(position), "{}", G::fen(position));
    }
}

fn check_game<G: ClockedGame>(materials: &[&str]) {
    let solved = solve::<G>(materials);
    let (positions, _) = positions(&solved);
    for layout in LAYOUTS {
        let files = solved.files(&Metric::THEORY, layout);
        for cache_bytes in [1 << 20, 2000, 0] {
            let tablebase = open::<G>(&files, cache_bytes);
            check_batches(&tablebase, &positions);
        }
        let tablebase = open::<G>(&files, 0);
        let preloaded = tablebase.preload(|_| true, u64::MAX).unwrap();
        assert_eq!(preloaded.tables, tablebase.tables().count());
        check_batches(&tablebase, &positions);
        solved.check_all(&tablebase);
    }
}

#[test]
fn many_at_once_and_from_whole_tables_are_as_one_at_a_time() {
    check_game::<Russian>(&["KvM", "MvM"]);
    check_game::<RussianGiveaway>(&["KvM"]);
    check_game::<English>(&["KKvK"]);
}

/// Of the golden tables, which the solver of these tests cannot make.
fn check_golden<G: ClockedGame>() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/v1");
    let open = || Tablebase::<G>::open(&[folder], &options(1 << 20)).unwrap();
    let tablebase = open();
    let mut positions = Vec::new();
    for info in tablebase.tables().filter(|info| info.metric == Metric::Wdl) {
        let slice = G::slice(info.key).unwrap();
        positions.extend((0..slice.len()).step_by(3).filter_map(|index| slice.position_at(index)));
    }
    assert!(positions.len() > 1000);
    check_batches(&tablebase, &positions);
    let preloaded = open();
    preloaded.preload(|_| true, u64::MAX).unwrap();
    check_batches(&preloaded, &positions);
    for position in positions {
        assert_eq!(preloaded.probe_wdl(&position), tablebase.probe_wdl(&position));
        assert_eq!(preloaded.probe_wdl_in_memory(&position).map(Option::unwrap), tablebase.probe_wdl(&position));
        assert_eq!(preloaded.probe_dtw(&position), tablebase.probe_dtw(&position));
    }
}

#[test]
fn so_it_is_in_games_where_captures_are_free_and_where_pieces_are_nobodys() {
    check_golden::<Chess>();
    check_golden::<Artamonov>();
}

#[test]
fn tables_that_are_not_there_are_named_in_a_batch_as_elsewhere() {
    let solved = solve::<Russian>(&["KvM", "MvM"]);
    let (positions, _) = positions(&solved);
    let mut files = solved.files(&Metric::THEORY, LAYOUT);
    files.remove("KvM.dtw");
    files.remove("KvM.wdl");
    files.get_mut("KvK.dtw").unwrap()[500] ^= 1;
    check_batches(&open::<Russian>(&files, 1 << 20), &positions);
    check_batches(&open::<Russian>(&files, 1 << 20), &[]);
}

#[test]
fn a_probe_of_memory_alone_answers_what_was_decoded_and_nothing_else() {
    let solved = solve::<Russian>(&["KvM", "MvM"]);
    let (positions, values) = positions(&solved);
    for layout in LAYOUTS {
        let files = solved.files(&Metric::THEORY, layout);
        let tablebase = open::<Russian>(&files, 1 << 20);
        let (mut over, mut known) = (0, 0);
        for (position, value) in positions.iter().zip(&values) {
            // Without a move no table is asked.
            if value.plies() == Some(0) {
                over += 1;
            }
            let wdl = tablebase.probe_wdl_in_memory(position).unwrap();
            assert!(wdl.is_none_or(|wdl| wdl == value.wdl()));
            known += u32::from(wdl.is_some());
            assert_eq!(tablebase.probe_dtw_in_memory(position).unwrap().filter(|found| found != value), None);
        }
        // Nothing is in memory but what captures end the game with.
        assert!(known < over + positions.len() as u32 / 4, "{known} of {}", positions.len());
        for _ in 0..2 {
            solved.check_all(&tablebase);
        }
        for (position, value) in positions.iter().zip(&values) {
            assert_eq!(tablebase.probe_wdl_in_memory(position), Ok(Some(value.wdl())));
            assert_eq!(tablebase.probe_dtw_in_memory(position), Ok(Some(*value)));
        }
        // Decoded as a whole, from the first.
        let tablebase = open::<Russian>(&files, 0);
        tablebase.preload_wdl(2, u64::MAX).unwrap();
        for (position, value) in positions.iter().zip(&values) {
            assert_eq!(tablebase.probe_wdl_in_memory(position), Ok(Some(value.wdl())));
        }
    }
    // What is not there is an error here, too.
    let tablebase = open::<Russian>(&BTreeMap::new(), 1 << 20);
    let quiet = Russian::parse_fen("W:WKa1:BKh4").unwrap();
    assert!(matches!(tablebase.probe_wdl_in_memory(&quiet), Err(ProbeError::Missing { .. })));
}

#[test]
fn the_budget_of_whole_tables_is_kept() {
    let solved = solve::<English>(&["KKvK", "MvM"]);
    let files = solved.files(&Metric::THEORY, LAYOUT);
    let tablebase = open::<English>(&files, 0);
    let wdl = |info: &dambase_prober::TableInfo<'_>| info.metric == Metric::Wdl;
    let Err(PreloadError::TooLarge { tables, bytes, most_bytes: 100 }) = tablebase.preload(wdl, 100) else { panic!() };
    assert_eq!(tables, tablebase.tables().filter(wdl).count());
    let position = English::parse_fen("W:WK1,K2:BK20").unwrap();
    assert_eq!(tablebase.probe_wdl_in_memory(&position), Ok(None), "nothing was preloaded");
    let taken = tablebase.preload(wdl, bytes).unwrap();
    assert_eq!((taken.tables, taken.bytes), (tables, bytes));
    // A quarter of a byte a position, rounded up to lines of the cache.
    let least: u64 = tablebase.tables().filter(wdl).map(|info| info.header.values.div_ceil(4)).sum();
    assert!((least..least + 64 * tables as u64).contains(&bytes), "{bytes} {least}");
    // Once more costs nothing; two pieces are fewer tables.
    assert_eq!(tablebase.preload(wdl, bytes), Ok(taken));
    assert!(tablebase.preload_wdl(2, u64::MAX).unwrap().tables < tables);
    solved.check_all(&tablebase);
}

#[test]
fn a_broken_block_is_named_when_its_table_is_preloaded() {
    let solved = solve::<English>(&["KKvK"]);
    for layout in LAYOUTS {
        let mut files = solved.files(&Metric::THEORY, layout);
        let file = files.get_mut("KKvK.wdl").unwrap();
        let last = file.len() - 1;
        file[last] ^= 1;
        let tablebase = open::<English>(&files, 0);
        let error = tablebase.preload(|_| true, u64::MAX).unwrap_err();
        let PreloadError::Broken(ProbeError::Broken { table, error }) = error else { panic!("{error}") };
        assert!(table == "KKvK.wdl" && error.contains("frame"), "{table}: {error}");
        tablebase.preload(|info| info.header.material != "KKvK", u64::MAX).unwrap();
    }
}

#[test]
fn threads_may_probe_while_tables_are_preloaded() {
    let solved = solve::<English>(&["KKvK"]);
    let tablebase = &open::<English>(&solved.files(&Metric::THEORY, LAYOUT), 1000);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| solved.check_all(tablebase));
            scope.spawn(|| tablebase.preload(|_| true, u64::MAX).unwrap());
        }
    });
}
