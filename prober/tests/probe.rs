//! Every position of small tables has the right answer, or a typed one.

mod common;

use std::ops::ControlFlow;

use common::{LAYOUT, Layout, key, open, open_all, solve};
use dambase_format::codec::Codec;
use dambase_format::{ClockedGame, Metric, SliceIndex, TableGame, Value, ValueCode};
use dambase_prober::{Evaluation, ProbeError, RankedMove, Tablebase};
use dambase_rules::draughts::games::*;
use dambase_rules::{GameRules, for_draughts_games};

const TWO: &[&str] = &["KvK", "KvM", "MvM"];

#[test]
fn every_position_of_two_pieces_of_every_game_is_answered() {
    fn check<G: ClockedGame>() {
        let solved = solve::<G>(TWO);
        solved.check_all(&open_all(&solved));
    }
    macro_rules! all {
        ($($game:ident)*) => { $(check::<$game>();)* };
    }
    for_draughts_games!(all);
}

#[test]
fn three_pieces_are_answered_with_little_memory_and_with_none() {
    let solved = solve::<English>(&["KKvK"]);
    let files = solved.files(&Metric::THEORY, Layout { values_per_block: 1000, ..LAYOUT });
    for cache_bytes in [1 << 20, 10_000, 1500, 0] {
        let tablebase = open::<English>(&files, cache_bytes);
        assert!(tablebase.problems().is_empty());
        solved.check_all(&tablebase);
    }
}

#[test]
fn every_layout_of_a_file_is_read() {
    let solved = solve::<RussianGiveaway>(TWO);
    for (values_per_block, blocks_per_frame) in [(1, 256), (5, 3), (39, 1), (128, 64), (1000, 2), (1 << 16, 1)] {
        for (value_code, codec) in [
            (ValueCode::Bytes, Codec::Contexts),
            (ValueCode::Bytes, Codec::Zstd),
            (ValueCode::Words, Codec::Contexts),
            (ValueCode::Words, Codec::Zstd),
        ] {
            for exits_stored in [false, true] {
                let (value_code, codec) = (Some(value_code), Some(codec));
                let layout = Layout { values_per_block, blocks_per_frame, codec, value_code, exits_stored };
                solved.check_all(&open(&solved.files(&Metric::THEORY, layout), 1 << 20));
            }
        }
    }
}

#[test]
fn one_metric_does_where_it_can() {
    let solved = solve::<Russian>(TWO);
    let wdl = open::<Russian>(&solved.files(&[Metric::Wdl], LAYOUT), 1 << 20);
    let dtw = open::<Russian>(&solved.files(&[Metric::Dtw], LAYOUT), 1 << 20);
    let mut moves = Vec::new();
    solved.for_each(|position, value| {
        assert_eq!(dtw.probe_wdl(position), Ok(value.wdl()));
        assert_eq!(wdl.probe_wdl(position), Ok(value.wdl()));
        assert_eq!(wdl.probe(position).unwrap().wdl, value.wdl());
        assert_eq!(wdl.probe_root(position, &mut moves).unwrap().wdl, value.wdl());
        assert_eq!(moves.first().map_or(value.wdl(), |best| best.evaluation.wdl), value.wdl());
        match wdl.probe_dtw(position) {
            // Without the table a depth is known only where the next move ends the game, or the game is over.
            Ok(exact) => assert_eq!(exact, value),
            Err(error) => assert!(matches!(error, ProbeError::Missing { metric: Metric::Dtw, .. }), "{error}"),
        }
    });
}

/// What ranking must give, from the values of the positions after each move.
fn ranked<G: TableGame>(solved: &common::Solved<G>, position: &G::Position) -> Vec<RankedMove<G::Move>> {
    let mut moves = Vec::new();
    G::legal_moves(position, &mut moves);
    let mut ranked: Vec<_> =
        moves.into_iter().map(|mv| (mv, solved.value(&G::play(position, &mv)).before_move())).collect();
    ranked.sort_by_key(|(_, value)| -value.preference());
    ranked.into_iter().map(|(mv, value)| RankedMove { mv, evaluation: value.into() }).collect()
}

/// Checks one position in `every`.
fn check_moves_and_lines<G: ClockedGame>(materials: &[&str], every: usize) {
    let solved = solve::<G>(materials);
    let tablebase = open_all(&solved);
    let mut moves = Vec::new();
    let mut count = 0;
    solved.for_each(|position, value| {
        count += 1;
        if count % every != 0 {
            return;
        }
        assert_eq!(tablebase.probe_root(position, &mut moves), Ok(Evaluation::from(value)));
        assert_eq!(moves, ranked(&solved, position), "{}", G::fen(position));

        let line = tablebase.line(position).unwrap();
        assert_eq!(line.len(), usize::from(value.plies().unwrap_or(0)), "{}", G::fen(position));
        let mut at = *position;
        for (step, ply) in line.iter().zip(1..) {
            assert_eq!(step.ply, ply);
            at = G::play(&at, &step.mv);
            assert_eq!(step.position, at);
            assert_eq!(step.evaluation, Evaluation::from(solved.value(&at)));
        }
        if value != Value::Draw {
            let mut left = Vec::new();
            G::legal_moves(&at, &mut left);
            assert!(left.is_empty(), "the game is over at the end of the line");
        }
    });
}

#[test]
fn moves_are_ranked_and_lines_go_to_the_end() {
    check_moves_and_lines::<Russian>(TWO, 1);
    check_moves_and_lines::<International>(&["KvM"], 3);
    check_moves_and_lines::<Canadian>(&["MvM"], 3);
    check_moves_and_lines::<English>(&["KMvK"], 37);
}

#[test]
fn giveaway_is_won_by_having_no_move() {
    check_moves_and_lines::<RussianGiveaway>(TWO, 1);
    let tablebase = open_all(&solve::<RussianGiveaway>(TWO));
    let position = RussianGiveaway::parse_fen("W:W:BKc1").unwrap();
    assert_eq!(tablebase.probe_dtw(&position), Ok(Value::Win(0)));
    // The man has to take, and is the last: the king is gone and Black, to move, has won.
    let position = RussianGiveaway::parse_fen("W:Wc3:BKd4").unwrap();
    assert_eq!(tablebase.probe_dtw(&position), Ok(Value::Loss(1)));
}

#[test]
fn symmetric_material_is_answered_with_black_to_move() {
    let solved = solve::<Russian>(&["KvK", "MvM"]);
    let tablebase = open_all(&solved);
    for (white, black) in [("W:Wc3:Bd4", "B:We5:Bf6"), ("W:WKa1:BKh2", "B:WKa7:BKh8"), ("W:Wc3:Bf6", "B:Wc3:Bf6")] {
        let (white, black) = (Russian::parse_fen(white).unwrap(), Russian::parse_fen(black).unwrap());
        let value = tablebase.probe_dtw(&white).unwrap();
        assert_eq!(value, solved.value(&white));
        assert_eq!(tablebase.probe_dtw(&black), Ok(value));
    }
}

#[test]
fn the_game_is_over_needs_no_table() {
    let none = Tablebase::<Russian>::from_sources([], &Default::default());
    for (fen, value) in [
        ("W:W:BKc1", Value::Loss(0)),
        ("B:WKc1,Kd2:B", Value::Loss(0)),
        // Blocked: a man at the edge, the way and the landing taken.
        ("W:Wa3:Bb4,c5", Value::Loss(0)),
        // One capture ends it.
        ("W:Wc3:Bd4", Value::Win(1)),
    ] {
        let position = Russian::parse_fen(fen).unwrap();
        assert_eq!(none.probe_dtw(&position), Ok(value), "{fen}");
        assert_eq!(none.probe(&position), Ok(value.into()), "{fen}");
        let mut moves = Vec::new();
        assert_eq!(none.probe_root(&position, &mut moves), Ok(value.into()), "{fen}");
        assert_eq!(none.line(&position).unwrap().len(), usize::from(value.plies().unwrap()), "{fen}");
    }
}

#[test]
fn what_has_no_answer_is_said_by_kind() {
    let solved = solve::<Russian>(TWO);
    let tablebase = open_all(&solved);
    let probe = |fen: &str| tablebase.probe(&Russian::parse_fen(fen).unwrap()).unwrap_err();

    let missing = |material: &str, metric| ProbeError::Missing { material: material.into(), metric, draw_rules: None };
    assert_eq!(probe("W:WKa1,c1:BKh8"), missing("KMvK", Metric::Wdl));
    // Colours exchanged: the table has one name.
    assert_eq!(probe("W:WKa7:BKh8,h4"), missing("KMvK", Metric::Wdl));
    assert!(probe("W:WKa1,c1:BKh8").to_string().contains("KMvK"));
    let position = Russian::parse_fen("W:WKa1,c1:BKh8").unwrap();
    assert_eq!(tablebase.probe_dtw(&position), Err(missing("KMvK", Metric::Dtw)));
    assert_eq!(tablebase.probe_root(&position, &mut Vec::new()), Err(missing("KMvK", Metric::Wdl)));
    assert_eq!(tablebase.line(&position), Err(missing("KMvK", Metric::Dtw)));

    // No FEN says this, but whoever builds positions by hand can.
    let mut position = Russian::parse_fen("W:WKa1:BKh4").unwrap();
    position.black = 0;
    position.kings &= position.white;
    let Err(ProbeError::Impossible { reason }) = tablebase.probe(&position) else { panic!() };
    assert!(reason.contains("white"), "{reason}");
    assert!(matches!(tablebase.probe_root(&position, &mut Vec::new()), Err(ProbeError::Impossible { .. })));

    // Sixteen kings of a kind have no index on this board.
    let kings: Vec<_> = (1..=16).map(|square| format!("K{square}")).collect();
    let fen = format!("W:W{}:BK50", kings.join(","));
    let international = Tablebase::<International>::from_sources([], &Default::default());
    let position = International::parse_fen(&fen).unwrap();
    assert!(matches!(international.probe(&position), Err(ProbeError::OutOfScope { .. })));
}

#[test]
fn a_win_is_a_win_whatever_else_is_not_known() {
    // Of Black's answers to the two captures one needs a table that is not there; the other capture ends the game.
    let solved = solve::<English>(&["KKvK"]);
    let files = solved.files(&Metric::THEORY, LAYOUT);
    for absent in solved.slices.keys() {
        let mut files = files.clone();
        for metric in Metric::THEORY {
            files.remove(&solved.name(*absent, metric));
        }
        let tablebase = open::<English>(&files, 1 << 20);
        solved.for_each(|position, value| {
            match tablebase.probe_dtw(position) {
                Ok(found) => assert_eq!(found, value),
                Err(error) => {
                    let ProbeError::Missing { material, .. } = &error else { panic!("{error}") };
                    assert_eq!(*material, solved.slices[absent].0.material());
                }
            }
            if let Ok(found) = tablebase.probe_wdl(position) {
                assert_eq!(found, value.wdl());
            }
        });
    }
}

#[test]
fn what_is_there_and_what_is_not_is_listed() {
    let solved = solve::<Russian>(&["KMvK"]);
    let mut files = solved.files(&Metric::THEORY, LAYOUT);
    let complete = open::<Russian>(&files, 0);
    assert_eq!(complete.missing(), []);
    assert_eq!(complete.tables().count(), files.len());
    assert!(complete.has(key::<Russian>("KvKM"), Metric::Dtw));
    assert!(!complete.has(key::<Russian>("KMvM"), Metric::Dtw));
    let first = complete.tables().next().unwrap();
    assert_eq!((first.path.to_str(), first.header.material.as_str()), (Some("KvK.wdl"), "KvK"));

    files.remove("KvM.dtw");
    files.remove("KvK.wdl");
    files.remove("KvK.dtw");
    files.remove("KKvK.wdl");
    let partial = open::<Russian>(&files, 0);
    let missing: Vec<_> =
        partial.missing().into_iter().map(|(key, metric)| (Russian::slice(key).unwrap().material(), metric)).collect();
    // Win, draw or loss of KKvK is in its table of depths.
    assert_eq!(missing, [("KvK".into(), Metric::Wdl), ("KvK".into(), Metric::Dtw), ("KvM".into(), Metric::Dtw)]);
}

#[test]
fn values_come_in_the_order_of_the_slice() {
    let solved = solve::<English>(&["KKvK"]);
    for metrics in [&[Metric::Dtw][..], &[Metric::Wdl], &Metric::THEORY] {
        let tablebase = open::<English>(&solved.files(metrics, LAYOUT), 1 << 20);
        for (&key, (slice, values)) in &solved.slices {
            for range in [0..slice.len(), 3..3, 100..300, 500..u64::MAX] {
                let mut expected = range.clone();
                tablebase
                    .for_each_value(key, range.clone(), |index, evaluation| {
                        assert_eq!(Some(index), expected.next());
                        assert_eq!(evaluation.wdl, values[index as usize].wdl());
                        if metrics.contains(&Metric::Dtw) {
                            assert_eq!(evaluation, values[index as usize].into());
                        }
                        ControlFlow::Continue(())
                    })
                    .unwrap();
                assert_eq!(expected.start, range.end.min(slice.len()).max(range.start));
            }
        }
        let mut seen = 0;
        let stop_at_ten = |_, _| {
            seen += 1;
            if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        tablebase.for_each_value(key::<English>("KvK"), 0..u64::MAX, stop_at_ten).unwrap();
        assert_eq!(seen, 10);
        let error =
            tablebase.for_each_value(key::<English>("KMvK"), 0..1, |_, _| ControlFlow::Continue(())).unwrap_err();
        assert!(matches!(error, ProbeError::Missing { metric: Metric::Wdl, .. }));
    }
}

#[test]
fn many_threads_share_a_tablebase() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Tablebase<English>>();
    let solved = solve::<English>(&["KKvK"]);
    let files = solved.files(&Metric::THEORY, LAYOUT);
    for cache_bytes in [1 << 20, 1000] {
        let tablebase = &open::<English>(&files, cache_bytes);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| solved.check_all(tablebase));
            }
        });
    }
}

#[test]
fn a_false_value_is_found_out_at_the_root() {
    let key = key::<Russian>("MvM");
    let mut solved = solve::<Russian>(&["MvM"]);
    let (slice, values) = solved.slices[&key].clone();
    for (index, value) in (0..).zip(values).filter(|(index, _)| index % 37 == 0) {
        let position = slice.position_at(index).unwrap();
        if Russian::is_exit_only(&position) {
            continue;
        }
        let wrong = if value == Value::Draw { Value::Win(5) } else { Value::Draw };
        solved.slices.get_mut(&key).unwrap().1[index as usize] = wrong;
        let tablebase = open_all(&solved);
        let error = tablebase.probe_root(&position, &mut Vec::new()).unwrap_err();
        let ProbeError::Broken { table, error } = error else { panic!("{error}") };
        assert!(table.contains("MvM.dtw") && error.contains(&Russian::fen(&position)), "{table}: {error}");
        assert!(wrong == Value::Draw || matches!(tablebase.line(&position), Err(ProbeError::Broken { .. })));
        solved.slices.get_mut(&key).unwrap().1[index as usize] = value;
    }
}

#[test]
fn a_probe_far_outside_all_tables_is_over_soon() {
    use dambase_rules::artamonov::Artamonov;
    use dambase_rules::draughts::games::Canadian;
    // Every piece may take others, and so on: all ways through would take minutes.
    let start =
        Artamonov::parse_fen("W:Mb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6,a3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1").unwrap();
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/v1");
    let tables = Tablebase::<Artamonov>::open(&[golden], &common::options(1 << 20)).unwrap();
    let begin = std::time::Instant::now();
    for _ in 0..10 {
        assert!(matches!(tables.probe_wdl(&start), Err(ProbeError::Missing { .. })));
        assert!(matches!(tables.probe_dtw(&start), Err(ProbeError::Missing { .. })));
        assert!(matches!(tables.probe_wdl_in_memory(&start), Ok(None) | Err(ProbeError::Missing { .. })));
    }
    let tables = Tablebase::<Canadian>::open(&[golden], &common::options(1 << 20)).unwrap();
    let kings = Canadian::parse_fen("W:WK66,K8,K18,K28,K40,K51,K61,K70:BK14,K24,K34,K45,K55,K11,K31,K59").unwrap();
    assert!(matches!(tables.probe_wdl(&kings), Err(ProbeError::Missing { .. })));
    // Generous: a machine may be busy, and this is no bench.
    assert!(begin.elapsed() < std::time::Duration::from_secs(30), "{:?}", begin.elapsed());
}
