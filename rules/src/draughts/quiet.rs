//! Moves that capture nothing, and the way kings came.

use super::masks::{DIRECTIONS, Direction};
use super::position::Position;
use super::rules::{Draughts, King};
use crate::Side;
use crate::bits::Bits;

/// The squares a king on `from` may move to when nothing is captured.
#[inline(always)]
pub fn king_steps<G: Draughts>(from: u32, occupied: G::Word) -> G::Word {
    let masks = G::MASKS;
    let mut to = G::Word::EMPTY;
    for direction in DIRECTIONS {
        to |= match G::RULES.king {
            King::Short => masks.step(G::Word::bit(from), direction) & masks.squares & !occupied,
            King::Flying | King::FlyingStopBehind => masks.free_ray(from, direction, occupied),
        };
    }
    to
}

/// The squares that men of `side` in `men` step to in one of their two directions.
#[inline(always)]
pub fn man_steps<G: Draughts>(men: G::Word, occupied: G::Word, direction: Direction) -> G::Word {
    G::MASKS.step(men, direction) & G::MASKS.squares & !occupied
}

/// Calls `visit(from, to, king_after)` for each quiet move, kings first, whether or not a capture is on.
#[inline(always)]
pub fn for_each_quiet_move<G: Draughts>(position: &Position<G::Word>, mut visit: impl FnMut(u32, u32, bool)) {
    let masks = G::MASKS;
    let side = position.side;
    let occupied = position.occupied();
    for from in position.kings_of(side).each() {
        for to in king_steps::<G>(from, occupied).each() {
            visit(from, to, true);
        }
    }
    for direction in Direction::forward(side) {
        for to in man_steps::<G>(position.men(side), occupied, direction).each() {
            let from = masks.step(G::Word::bit(to), direction.opposite()).lowest();
            visit(from, to, masks.last_row(side).has(to));
        }
    }
}

/// How many quiet moves there are.
#[inline(always)]
pub fn count_quiet_moves<G: Draughts>(position: &Position<G::Word>) -> u32 {
    let side = position.side;
    let occupied = position.occupied();
    let kings = super::moves::count_quiet_king_moves::<G>(position);
    let men: u32 = Direction::forward(side)
        .into_iter()
        .map(|direction| man_steps::<G>(position.men(side), occupied, direction).count())
        .sum();
    kings + men
}

/// Calls `visit` for each position from which a quiet king move of the side not to move leads here. Whether that move
/// was legal there (no capture on) is for the caller to ask.
#[inline(always)]
pub fn for_each_king_retreat<G: Draughts>(position: &Position<G::Word>, mut visit: impl FnMut(Position<G::Word>)) {
    let mover = position.side.other();
    let occupied = position.occupied();
    for at in position.kings_of(mover).each() {
        // A king moves both ways along its lines, so it came from where it could go.
        for from in king_steps::<G>(at, occupied).each() {
            let shift = G::Word::bit(at) | G::Word::bit(from);
            let mut before = *position;
            match mover {
                Side::White => before.white = before.white ^ shift,
                Side::Black => before.black = before.black ^ shift,
            }
            before.kings = before.kings ^ shift;
            before.side = mover;
            visit(before);
        }
    }
}
