//! Captures: each piece that may be moved against all others.

use super::position::{Apart, MASKS, Position};
use crate::bits::Bits;
use crate::draughts::capture::{self, Capture};
use crate::draughts::{DIRECTIONS, Direction};

/// The men that have a first jump. The bar goes before the duty to capture (A4); what is jumped may be any other piece,
/// the barred one included (A2).
#[inline(always)]
fn men_that_capture(position: &Position) -> u64 {
    let occupied = position.occupied();
    let empty = MASKS.squares & !occupied;
    let men = position.men & position.movable();
    let mut found = 0;
    for direction in Direction::forward(position.side) {
        let landings = MASKS.step(MASKS.step(men, direction) & occupied, direction) & empty;
        let back = direction.opposite();
        found |= MASKS.step(MASKS.step(landings, back), back);
    }
    found
}

/// A king on `from` has a first jump, in any direction (A9).
#[inline(always)]
fn king_captures(from: u32, occupied: u64) -> bool {
    let empty = MASKS.squares & !occupied;
    DIRECTIONS.into_iter().any(|direction| {
        MASKS.first_on_ray(from, direction, occupied).is_some_and(|hit| (MASKS.step(1 << hit, direction) & empty).any())
    })
}

/// The pieces by which the side to move can capture.
#[inline(always)]
pub(super) fn pieces_that_capture(position: &Position) -> u64 {
    let occupied = position.occupied();
    let kings = (position.kings & position.movable()).each().filter(|&from| king_captures(from, occupied));
    kings.fold(men_that_capture(position), |set, from| set | 1 << from)
}

/// The side to move can capture with a piece that it may move, and so must (A4).
#[inline]
pub fn can_capture(position: &Position) -> bool {
    men_that_capture(position).any()
        || (position.kings & position.movable()).each().any(|from| king_captures(from, position.occupied()))
}

/// Calls `visit` for each legal capture, each route once (see [`capture::for_each_capture`]). There is no majority (A11).
#[inline]
pub fn for_each_capture(position: &Position, mut visit: impl FnMut(&Capture<'_, u64>)) {
    for from in pieces_that_capture(position).each() {
        capture::for_each_capture::<Apart>(&position.apart(1 << from), &mut visit);
    }
}
