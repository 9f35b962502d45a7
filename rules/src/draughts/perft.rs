//! Counting lines of play.

use super::capture::{can_capture, for_each_capture};
use super::moves::{Move, legal_moves, play};
use super::position::Position;
use super::quiet::count_quiet_moves;
use super::rules::Draughts;
use crate::Counting;

/// Leaf nodes at exactly `depth` plies, draw rules ignored; depth 0 is one node. The last ply is counted, not played.
pub fn perft<G: Draughts>(position: &Position<G::Word>, depth: u32, counting: Counting) -> u64 {
    let mut lists = vec![Vec::with_capacity(64); depth.max(1) as usize];
    match depth {
        0 => 1,
        _ => nodes::<G>(position, counting, &mut lists),
    }
}

/// `lists` holds a move list for each ply to go.
fn nodes<G: Draughts>(position: &Position<G::Word>, counting: Counting, lists: &mut [Vec<Move<G::Word>>]) -> u64 {
    let (moves, rest) = lists.split_first_mut().expect("depth is at least one");
    if !can_capture::<G>(position) {
        if rest.is_empty() {
            return u64::from(count_quiet_moves::<G>(position));
        }
        legal_moves::<G>(position, moves);
    } else if counting == Counting::ByRoute {
        moves.clear();
        for_each_capture::<G>(position, |capture| {
            moves.push(Move {
                from: capture.from as u8,
                to: capture.to as u8,
                king: capture.king,
                captured: capture.captured,
            });
        });
    } else {
        legal_moves::<G>(position, moves);
    }
    if rest.is_empty() {
        return moves.len() as u64;
    }
    let mut total = 0;
    for mv in moves.iter() {
        total += nodes::<G>(&play(position, mv), counting, rest);
    }
    total
}
