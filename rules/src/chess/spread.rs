//! Moves of a piece from many squares at once.

use super::attacks::{FILE_A, FILE_H};
use super::position::Kind;

const NOT_A: u64 = !FILE_A;
const NOT_H: u64 = !FILE_H;

/// The squares from which a piece of `kind`, no pawn, reaches one of `set` in a quiet move while the others stand on `occupied`;
/// they are those that it reaches from there, too. The squares of `set` are where the one piece may stand, so none of them is in
/// the way of another.
#[inline(always)]
pub fn spread(kind: Kind, set: u64, occupied: u64) -> u64 {
    let empty = !occupied;
    let reached = match kind {
        Kind::Pawn => 0,
        Kind::Knight => {
            let (one, two) =
                (set >> 1 & NOT_H | set << 1 & NOT_A, set >> 2 & NOT_H & NOT_H >> 1 | set << 2 & NOT_A & NOT_A << 1);
            one << 16 | one >> 16 | two << 8 | two >> 8
        }
        Kind::Bishop => diagonals(set, empty),
        Kind::Rook => lines(set, empty),
        Kind::Queen => diagonals(set, empty) | lines(set, empty),
        Kind::King => {
            let beside = set >> 1 & NOT_H | set << 1 & NOT_A;
            let three = set | beside;
            beside | three << 8 | three >> 8
        }
    };
    reached & empty
}

#[inline(always)]
fn lines(set: u64, empty: u64) -> u64 {
    up::<8>(set, empty) | down::<8>(set, empty) | up::<1>(set, empty & NOT_A) | down::<1>(set, empty & NOT_H)
}

#[inline(always)]
fn diagonals(set: u64, empty: u64) -> u64 {
    up::<9>(set, empty & NOT_A)
        | down::<9>(set, empty & NOT_H)
        | up::<7>(set, empty & NOT_H)
        | down::<7>(set, empty & NOT_A)
}

/// One step and more of `STEP` to higher squares, through `free` ones: each line doubles the reach.
#[inline(always)]
fn up<const STEP: u32>(set: u64, free: u64) -> u64 {
    let (mut reach, mut free_run) = (set, free);
    reach |= free_run & reach << STEP;
    free_run &= free_run << STEP;
    reach |= free_run & reach << (2 * STEP);
    free_run &= free_run << (2 * STEP);
    reach |= free_run & reach << (4 * STEP);
    free & reach << STEP
}

/// One step and more of `STEP` to lower squares, through `free` ones.
#[inline(always)]
fn down<const STEP: u32>(set: u64, free: u64) -> u64 {
    let (mut reach, mut free_run) = (set, free);
    reach |= free_run & reach >> STEP;
    free_run &= free_run >> STEP;
    reach |= free_run & reach >> (2 * STEP);
    free_run &= free_run >> (2 * STEP);
    reach |= free_run & reach >> (4 * STEP);
    free & reach >> STEP
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::attacks::{bit, squares};
    use crate::chess::moves::piece_attacks;

    #[test]
    fn many_squares_are_each_of_them() {
        let occupied = 0x0000_2400_1008_0042u64;
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King] {
            for square in squares(!occupied) {
                let alone = piece_attacks(kind, square, occupied) & !occupied;
                assert_eq!(spread(kind, bit(square), occupied), alone, "{kind:?} {square}");
            }
            let set = 0x8100_0055_0000_1281 & !occupied;
            let each = squares(set).fold(0, |all, square| all | spread(kind, bit(square), occupied));
            let together = spread(kind, set, occupied);
            assert_eq!(together, each, "{kind:?}");
        }
    }
}
