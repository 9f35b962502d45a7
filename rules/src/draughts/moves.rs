//! Legal moves and what they make of a position.

use super::capture::{can_capture, for_each_capture, for_each_capture_landings};
use super::masks::Direction;
use super::position::Position;
use super::quiet::{for_each_quiet_move, king_steps, man_steps};
use super::rules::Draughts;
use crate::Side;
use crate::bits::Bits;

/// A move. Captures of one set of pieces between the same squares are one move, whatever their route.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move<B> {
    /// The bit it begins on.
    pub from: u8,
    /// The bit it ends on.
    pub to: u8,
    /// What stands on `to` afterwards is a king.
    pub king: bool,
    /// The pieces it takes.
    pub captured: B,
}

impl<B: Bits> Move<B> {
    /// The move takes something.
    #[inline(always)]
    pub fn is_capture(&self) -> bool {
        self.captured.any()
    }
}

/// The position after `mv`.
#[inline(always)]
pub fn play<B: Bits>(position: &Position<B>, mv: &Move<B>) -> Position<B> {
    let from = B::bit(u32::from(mv.from));
    let to = B::bit(u32::from(mv.to));
    let gone = from | mv.captured;
    // `from` is lifted before `to` is set: a capture may end where it began.
    let mut after = Position {
        white: position.white & !gone,
        black: position.black & !gone,
        kings: position.kings & !gone,
        side: position.side.other(),
    };
    match position.side {
        Side::White => after.white |= to,
        Side::Black => after.black |= to,
    }
    if mv.king {
        after.kings |= to;
    }
    after
}

/// Replaces `moves` by the legal moves, each once: captures when there are any, else quiet moves.
pub fn legal_moves<G: Draughts>(position: &Position<G::Word>, moves: &mut Vec<Move<G::Word>>) {
    moves.clear();
    for_each_capture::<G>(position, |capture| {
        let mv =
            Move { from: capture.from as u8, to: capture.to as u8, king: capture.king, captured: capture.captured };
        // Two routes can only meet in the same captures when they take several pieces.
        if capture.via.is_empty() || !moves.contains(&mv) {
            moves.push(mv);
        }
    });
    if moves.is_empty() {
        for_each_quiet_move::<G>(position, |from, to, king| {
            moves.push(Move { from: from as u8, to: to as u8, king, captured: G::Word::EMPTY });
        });
    }
}

/// Calls `visit` for the position after each legal capture; two routes to one position may repeat it.
#[inline(always)]
pub fn for_each_capture_outcome<G: Draughts>(position: &Position<G::Word>, visit: impl FnMut(Position<G::Word>)) {
    if can_capture::<G>(position) {
        for_each_outcome_of_captures::<G>(position, visit);
    }
}

/// As [`for_each_capture_outcome`], for where it is known that a capture is on: that is not looked at first.
#[inline(always)]
pub fn for_each_outcome_of_captures<G: Draughts>(
    position: &Position<G::Word>,
    mut visit: impl FnMut(Position<G::Word>),
) {
    for_each_capture_landings::<G>(position, |line| {
        for to in line.to.each() {
            let mv = Move { from: line.from as u8, to: to as u8, king: line.king, captured: line.captured };
            visit(play(position, &mv));
        }
    });
}

/// Calls `visit(after, crowned)` for each quiet move of a man, whether or not a capture is on.
#[inline(always)]
pub fn for_each_quiet_man_move<G: Draughts>(
    position: &Position<G::Word>,
    mut visit: impl FnMut(Position<G::Word>, bool),
) {
    let masks = G::MASKS;
    let side = position.side;
    for direction in Direction::forward(side) {
        for to in man_steps::<G>(position.men(side), position.occupied(), direction).each() {
            let from = masks.step(G::Word::bit(to), direction.opposite()).lowest();
            let king = masks.last_row(side).has(to);
            let mv = Move { from: from as u8, to: to as u8, king, captured: G::Word::EMPTY };
            visit(play(position, &mv), king);
        }
    }
}

/// How many quiet moves the kings of the side to move have, whether or not a capture is on.
#[inline(always)]
pub fn count_quiet_king_moves<G: Draughts>(position: &Position<G::Word>) -> u32 {
    let occupied = position.occupied();
    position.kings_of(position.side).each().map(|from| king_steps::<G>(from, occupied).count()).sum()
}

/// Calls `visit` for the position after each legal move; two routes to one position may repeat it.
#[inline]
pub fn for_each_successor<G: Draughts>(position: &Position<G::Word>, mut visit: impl FnMut(Position<G::Word>)) {
    if can_capture::<G>(position) {
        for_each_outcome_of_captures::<G>(position, visit);
    } else {
        for_each_quiet_move::<G>(position, |from, to, king| {
            visit(play(position, &Move { from: from as u8, to: to as u8, king, captured: G::Word::EMPTY }));
        });
    }
}
