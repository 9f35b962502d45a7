//! Counting lines of play.

use super::capture::{can_capture, for_each_capture};
use super::moves::{Move, legal_moves, of, play};
use super::position::Position;
use super::quiet::for_each_quiet;
use crate::Counting;

/// Leaf nodes at exactly `depth` plies, draw rules ignored; depth 0 is one node. The last ply is counted, not played.
pub fn perft(position: &Position, depth: u32, counting: Counting) -> u64 {
    let mut lists = vec![Vec::with_capacity(64); depth as usize];
    nodes(position, counting, &mut lists)
}

/// `lists` holds a move list for each ply to go.
fn nodes(position: &Position, counting: Counting, lists: &mut [Vec<Move>]) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut() else { return 1 };
    if rest.is_empty() && !can_capture(position) {
        let mut quiet = 0;
        for_each_quiet(position, |_| quiet += 1);
        return quiet;
    }
    legal_moves(position, moves);
    if counting == Counting::ByRoute && moves.first().is_some_and(Move::is_capture) {
        moves.clear();
        for_each_capture(position, |capture| moves.push(of(capture)));
    }
    if rest.is_empty() {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| nodes(&play(position, mv), counting, rest)).sum()
}
