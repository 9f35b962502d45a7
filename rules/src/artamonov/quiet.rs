//! Moves that capture nothing, and the way pieces came.

use super::moves::{Move, play};
use super::position::{Apart, MASKS, Position};
use crate::bits::Bits;
use crate::draughts::{self, DIRECTIONS, Direction};

/// Calls `visit` for each quiet move, kings first, whether or not a capture is on.
#[inline(always)]
pub(super) fn for_each_quiet(position: &Position, mut visit: impl FnMut(Move)) {
    draughts::for_each_quiet_move::<Apart>(&position.apart(position.movable()), |from, to, king| {
        visit(Move { from: from as u8, to: to as u8, king, captured: 0 });
    });
}

/// Calls `visit(after, promoted)` for each quiet move, kings first, whether or not a capture is on.
#[inline(always)]
pub fn for_each_quiet_move(position: &Position, mut visit: impl FnMut(Position, bool)) {
    for_each_quiet(position, |mv| {
        let after = play(position, &mv);
        visit(after, after.kings.count() != position.kings.count());
    });
}

/// Calls `visit` for each position from which a quiet move that crowns no man leads here. Whether that move was legal there
/// (no capture on) is for the caller to ask.
///
/// Only the barred piece can have moved (A3). What was barred then is forgotten: nothing, or any other piece.
#[inline]
pub fn for_each_retreat(position: &Position, mut visit: impl FnMut(Position)) {
    let Some(at) = position.barred else { return };
    let mover = position.side.other();
    let here = 1 << at;
    let others = position.occupied() & !here;
    let mut before = |men: u64, kings: u64| {
        visit(Position { men, kings, side: mover, barred: None });
        for barred in others.each() {
            visit(Position { men, kings, side: mover, barred: Some(barred as u8) });
        }
    };
    if (position.kings & here).any() {
        // A king moves both ways along its lines, so it came from where it could go.
        let kings = position.kings & !here;
        for direction in DIRECTIONS {
            for from in MASKS.free_ray(u32::from(at), direction, position.occupied()).each() {
                before(position.men, kings | 1 << from);
            }
        }
    } else if (here & MASKS.last_row(mover)).is_empty() {
        // Its mover's last row a man reaches only to be crowned.
        let empty = MASKS.squares & !position.occupied();
        for direction in Direction::forward(mover) {
            let from = MASKS.step(here, direction.opposite()) & empty;
            if from.any() {
                before(position.men & !here | from, position.kings);
            }
        }
    }
}
