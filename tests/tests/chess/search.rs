//! Short mates and stalemate traps against a search that knows no tables: every line, to the end.
//!
//! The moves are cozy-chess's, which the solver does not use.

use cozy_chess::{Board, GameStatus};
use dambase_format::{SliceIndex, TableGame};
use dambase_prober::{Metric, Value};
use dambase_rules::GameRules;
use dambase_rules::chess::Chess;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::made::{keys, position, tables};

/// Plies to mate with best play, if it comes within `most`; positive numbers for the side to move, negative against it.
fn mate_within(board: &Board, most: i32) -> Option<i32> {
    match board.status() {
        GameStatus::Won => return Some(0),
        GameStatus::Drawn => return None,
        GameStatus::Ongoing if most == 0 => return None,
        GameStatus::Ongoing => {}
    }
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set);
        false
    });
    let after = |mv| {
        let mut after = board.clone();
        after.play_unchecked(mv);
        mate_within(&after, most - 1)
    };
    let answers: Vec<_> = moves.into_iter().map(after).collect();
    // A win: some answer is lost for the opponent, in an even number of plies.
    let quickest = answers.iter().flatten().filter(|plies| **plies % 2 == 0).min();
    if let Some(plies) = quickest {
        return Some(plies + 1);
    }
    // A loss: every answer wins for the opponent.
    let slowest = answers.iter().copied().collect::<Option<Vec<_>>>()?;
    slowest.into_iter().max().map(|plies| plies + 1)
}

const MOST: i32 = 3;

fn agrees(fen: &str) {
    // The half-move clock of a FEN would draw for cozy-chess: it stands at zero here.
    let board = Board::from_fen(fen, false).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let searched = mate_within(&board, MOST);
    let value = match tables().probe_dtw(&position(fen)).unwrap_or_else(|error| panic!("{fen}: {error}")) {
        Value::Win(plies) | Value::Loss(plies) if i32::from(plies) <= MOST => Some(i32::from(plies)),
        _ => None,
    };
    assert_eq!(value, searched, "{fen}");
}

#[test]
fn short_mates_are_found_by_a_search() {
    let keys: Vec<_> = keys().into_iter().filter(|&key| tables().has(key, Metric::Dtw)).collect();
    let config = Config { cases: 1_500, failure_persistence: None, ..Config::default() };
    let strategy = (any::<prop::sample::Index>(), any::<u64>());
    TestRunner::new(config)
        .run(&strategy, |(slice, number)| {
            let slice = Chess::slice(keys[slice.index(keys.len())]).unwrap();
            // The next number that stands for a position.
            let first = number % slice.len();
            let found = (first..slice.len()).chain(0..first).find_map(|index| slice.position_at(index));
            agrees(&Chess::fen(&found.unwrap()));
            Ok(())
        })
        .unwrap();
}

#[test]
fn corners_and_traps() {
    for fen in [
        // Stalemate, and the moves that give it away.
        "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
        "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
        "k7/8/1K6/1P6/8/8/8/8 b - - 0 1",
        "k7/P7/2K5/8/8/8/8/8 w - - 0 1",
        // Underpromotion, promotion with mate, promotion under a pin.
        "8/5P1k/8/6K1/8/8/8/8 w - - 0 1",
        "6k1/4P3/6K1/8/8/8/8/8 w - - 0 1",
        "2k5/2P5/2K5/8/8/8/8/8 w - - 0 1",
        // A double step that gives check or mates.
        "8/8/8/8/2k5/8/1P6/K7 w - - 0 1",
        // The rook is pinned, the knight forks.
        "8/8/8/8/8/k7/1r6/K6Q b - - 0 1",
        "8/8/8/2n5/8/1k6/8/K6R b - - 0 1",
        // Mates of two knights, and of a knight against a knight in the corner.
        "7k/5K2/8/5NN1/8/8/8/8 w - - 0 1",
        "k7/2K5/2N5/8/8/8/8/n7 w - - 0 1",
        // Bishop and knight, the last moves.
        "7k/8/5BKN/8/8/8/8/8 b - - 0 1",
        "7k/3B4/6KN/8/8/8/8/8 w - - 0 1",
    ] {
        agrees(fen);
    }
}

#[test]
fn en_passant_counts_in_the_value() {
    if !tables().has(Chess::parse_material("KPvKP").unwrap(), Metric::Dtw) {
        // Without tables of pawns on both sides the longer form of this test has it: DAMBASE_LONG=1.
        return;
    }
    for fen in [
        "8/8/8/8/1pP4k/8/8/K7 b - c3 0 1",
        "8/8/8/8/k1pP3R/8/8/K7 b - d3 0 1",
        "8/8/8/K1pP3r/8/8/8/7k w - c6 0 1",
        "8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1",
    ] {
        if let Ok(value) = tables().probe_dtw(&position(fen)) {
            // One ply of play says the same.
            let mut moves = Vec::new();
            let root = tables().probe_root(&position(fen), &mut moves).unwrap();
            assert_eq!(root.wdl, value.wdl(), "{fen}");
            assert!(moves.iter().any(|ranked| ranked.mv.en_passant), "{fen}");
        }
    }
}
