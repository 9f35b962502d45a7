//! The oracle against published figures and rule-book positions: it has to be right before it may judge.

mod boards;
mod draw;
mod moves;
mod perft;
mod solve;
mod verdicts;

use super::{NaiveGame, NaiveMove, legal_moves, read_fen};

/// A move as the rule books write it: `30-27`, `30x23`.
fn written(m: &NaiveMove) -> String {
    format!("{}{}{}", m.from, if m.is_capture() { 'x' } else { '-' }, m.to)
}

/// Asserts that exactly these moves, written `from-to` or `fromxto`, are legal.
fn assert_legal(game: NaiveGame, fen: &str, expected: &[&str]) {
    let mut found: Vec<String> = legal_moves(&read_fen(game, fen)).iter().map(written).collect();
    found.sort();
    found.dedup();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected, "{} {fen}", game.id());
}
