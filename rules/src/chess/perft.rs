//! Counting the leaves of the game tree.

use super::moves::{count_moves, for_each_move, play};
use super::position::Position;

/// Leaf nodes at exactly `depth` plies.
pub(super) fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_moves(position).into(),
        _ => {
            let mut leaves = 0;
            for_each_move(position, |mv| leaves += perft(&play(position, mv), depth - 1));
            leaves
        }
    }
}
