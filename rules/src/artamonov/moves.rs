//! Legal moves and what they make of a position.

use super::capture::{can_capture, for_each_capture};
use super::position::Position;
use super::quiet::for_each_quiet;
use crate::draughts;
use crate::draughts::capture::Capture;

/// A move. Captures of one set of pieces between the same squares are one move, whatever their route.
pub type Move = draughts::Move<u64>;

/// The move that a capture makes.
#[inline(always)]
pub(super) fn of(capture: &Capture<'_, u64>) -> Move {
    Move { from: capture.from as u8, to: capture.to as u8, king: capture.king, captured: capture.captured }
}

/// The position after `mv`: the piece that has moved is the barred one, also when it was crowned or captured (A3).
#[inline(always)]
pub fn play(position: &Position, mv: &Move) -> Position {
    let to = 1 << mv.to;
    // `from` is lifted before `to` is set: a capture may end where it began.
    let gone = 1 << mv.from | mv.captured;
    let (men, kings) = (position.men & !gone, position.kings & !gone);
    let (men, kings) = if mv.king { (men, kings | to) } else { (men | to, kings) };
    Position { men, kings, side: position.side.other(), barred: Some(mv.to) }
}

/// Replaces `moves` by the legal moves, each once: captures when there are any, else quiet moves.
pub fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
    moves.clear();
    for_each_capture(position, |capture| {
        let mv = of(capture);
        // Two routes can only meet in the same captures when they take several pieces.
        if capture.via.is_empty() || !moves.contains(&mv) {
            moves.push(mv);
        }
    });
    if moves.is_empty() {
        for_each_quiet(position, |mv| moves.push(mv));
    }
}

/// Calls `visit` for the position after each legal capture; two routes to one position may repeat it.
#[inline]
pub fn for_each_capture_outcome(position: &Position, mut visit: impl FnMut(Position)) {
    for_each_capture(position, |capture| visit(play(position, &of(capture))));
}

/// Calls `visit` for the position after each legal move; two routes to one position may repeat it.
#[inline]
pub fn for_each_successor(position: &Position, mut visit: impl FnMut(Position)) {
    if can_capture(position) {
        for_each_capture_outcome(position, visit);
    } else {
        for_each_quiet(position, |mv| visit(play(position, &mv)));
    }
}
