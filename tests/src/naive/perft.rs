//! Counting move sequences.

use super::board::Position;
use super::moves::{distinct_moves, legal_moves};

/// The number of sequences of exactly `depth` legal moves. With `drop_duplicates`, captures that agree in from, to,
/// the set of pieces taken and the resulting piece are one move (rules.md 1.4 has both conventions).
#[must_use]
pub fn perft(pos: &Position, depth: u32, drop_duplicates: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = if drop_duplicates { distinct_moves(pos) } else { legal_moves(pos) };
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|m| perft(&m.result, depth - 1, drop_duplicates)).sum()
}
