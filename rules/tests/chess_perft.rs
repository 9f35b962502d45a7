//! Published perft figures of chess.

use dambase_rules::chess::Chess;
use dambase_rules::{Counting, GameRules};
use serde_json::Value;

const FIGURES: &str = include_str!("../../tests/data/chess/perft.json");

/// Deeper figures take too long for every run: the ignored test has them.
const LEAVES_PER_FIGURE: u64 = 5_000_000;

/// Every figure: FEN, depth, leaves. Figures that no 64 bits hold are left out.
fn figures() -> Vec<(String, u32, u64)> {
    let data: Value = serde_json::from_str(FIGURES).unwrap();
    let mut figures = Vec::new();
    for (name, position) in data["positions"].as_object().unwrap() {
        let fen = position["fen"].as_str().unwrap();
        for (depth, leaves) in (1..).zip(position["perft"].as_array().unwrap()) {
            if let Some(leaves) = leaves.as_u64() {
                assert!(leaves > 0, "{name}");
                figures.push((fen.to_owned(), depth, leaves));
            }
        }
    }
    for position in data["edge_cases"]["positions"].as_array().unwrap() {
        let fen = position["fen"].as_str().unwrap();
        for (depth, leaves) in position["perft_at_depth"].as_object().unwrap() {
            figures.push((fen.to_owned(), depth.parse().unwrap(), leaves.as_u64().unwrap()));
        }
    }
    assert!(figures.len() > 50);
    figures
}

fn check(most_leaves: u64) -> u64 {
    let mut total = 0;
    for (fen, depth, leaves) in figures().into_iter().filter(|(_, _, leaves)| *leaves <= most_leaves) {
        let position = Chess::parse_fen(&fen).unwrap();
        assert_eq!(Chess::perft(&position, depth, Counting::Distinct), leaves, "{fen} at depth {depth}");
        total += leaves;
    }
    total
}

#[test]
fn published_figures_are_met() {
    assert!(check(LEAVES_PER_FIGURE) > 30_000_000);
}

/// To 200 million leaves a figure: with `DAMBASE_LONG=1`, like every test that takes long.
#[test]
fn published_figures_are_met_deeply() {
    if std::env::var_os("DAMBASE_LONG").is_none() {
        return;
    }
    let began = std::time::Instant::now();
    let leaves = check(200_000_000);
    let seconds = began.elapsed().as_secs_f64();
    println!("{leaves} leaves, {:.1} million a second", leaves as f64 / seconds / 1e6);
}

#[test]
fn the_start_is_the_usual_one() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Chess::fen(&Chess::start()), fen);
    assert_eq!(Chess::parse_fen(fen), Ok(Chess::start()));
    assert_eq!(Chess::perft(&Chess::start(), 0, Counting::ByRoute), 1);
}
