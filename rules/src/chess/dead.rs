//! Dead positions: no series of legal moves leads to a mate, and the game is drawn at once (FIDE 2014 5.2b, 9.7; S004: "not
//! enough pieces to mate"); and who can still mate, which decides what a fallen flag or an illegal move costs (6.9, 7.5b, A.4b).
//!
//! "Can be mated by some series of legal moves" is a question to both players, who help each other. Three things answer it:
//!
//! - The material: some armies never mate, however the pieces stand ([`cannot_mate_by_material`]).
//! - A search of everything that can come of the position, towards the mates first. It ends with the first mate, or when it
//!   has seen all: both answers are exact. Up to four men it always runs to its end, and what is dead there, beyond the
//!   material, has few positions ahead of it. With more men it gives up after so many positions.
//! - So with more men blocked pawns between two kings, and forced captures, are still decided, and most others can be mated
//!   from; what is left is `None`, not decided.

mod search;

use super::attacks::squares;
use super::moves::has_legal_move;
use super::position::{Kind, Position};
use crate::Side;

/// The dark squares: a1 is one.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// Up to so many men every answer is given.
pub const EXACT_MEN: u32 = 4;

/// With more men [`can_mate`] looks at no more than so many positions.
pub const MOST_POSITIONS: usize = 200_000;

/// Whether `side` can mate by some series of legal moves of both sides; `None` where it is not decided, which is only so with
/// more than [`EXACT_MEN`] men.
pub fn can_mate(position: &Position, side: Side) -> Option<bool> {
    can_mate_within(position, side, MOST_POSITIONS)
}

/// [`can_mate`], with another limit to the positions that are looked at with more than [`EXACT_MEN`] men.
pub fn can_mate_within(position: &Position, side: Side, most: usize) -> Option<bool> {
    // Before the material: a board that no game leads to may have a mate that no move can make.
    if is_mate(position) {
        return Some(position.side != side);
    }
    if cannot_mate_by_material(position, side) {
        return Some(false);
    }
    let few = position.occupied().count_ones() <= EXACT_MEN;
    search::finds_mate(position, side, if few { usize::MAX } else { most })
}

/// Whether neither side can mate by any series of legal moves; `None` where that is not decided.
pub fn is_dead(position: &Position) -> Option<bool> {
    is_dead_within(position, MOST_POSITIONS)
}

/// [`is_dead`], with another limit to the positions that are looked at for each side.
///
/// A position that follows one that is dead is dead within the same limit: what can come of it is less.
pub fn is_dead_within(position: &Position, most: usize) -> Option<bool> {
    // One side is enough, and the stronger one is found out sooner.
    let weight = |side| {
        let count = |kind| position.of(side, kind).count_ones();
        9 * count(Kind::Queen)
            + 5 * count(Kind::Rook)
            + 3 * (count(Kind::Bishop) + count(Kind::Knight))
            + count(Kind::Pawn)
    };
    let first = if weight(Side::White) >= weight(Side::Black) { Side::White } else { Side::Black };
    let mut dead = Some(true);
    for side in [first, first.other()] {
        match can_mate_within(position, side, most) {
            Some(true) => return Some(false),
            Some(false) => {}
            None => dead = None,
        }
    }
    dead
}

/// With this material nobody can be mated, however the pieces stand and whoever moves: two kings alone, with one knight, or with
/// bishops that all stand on squares of one colour, whosever they are.
pub fn is_dead_by_material(position: &Position) -> bool {
    cannot_mate_by_material(position, Side::White) && cannot_mate_by_material(position, Side::Black)
}

/// With these armies `side` never mates, however the pieces stand and whatever is captured or promoted:
///
/// - a king alone;
/// - a king and one knight, when the opponent has nothing but queens. The squares that the checked king shares with the knight's
///   jump cannot all be watched by the other king, which would have to stand beside it; and a queen on any of them takes the
///   knight.
/// - a king and bishops on squares of one colour, when no other piece stands for, or can come to, the other colour alone: the
///   opponent has queens, rooks and bishops of that colour. Of the two squares beside the check's diagonal the other king
///   cannot watch both without standing beside its opponent, and a queen or rook on either can step between.
pub fn cannot_mate_by_material(position: &Position, side: Side) -> bool {
    let [pawns, knights, bishops, rooks, queens, kings] = position.kinds;
    let own = position.pieces(side) & !kings;
    if own & (pawns | rooks | queens) != 0 {
        return false;
    }
    if own == 0 {
        return true;
    }
    if own & knights != 0 {
        return own.is_power_of_two() && position.pieces(side.other()) & !kings & !queens == 0;
    }
    (pawns | knights) == 0 && (bishops & DARK == 0 || bishops & !DARK == 0)
}

/// The side to move is mated.
fn is_mate(position: &Position) -> bool {
    position.in_check(position.side) && !has_legal_move(position)
}

/// How many king's moves lie between two squares.
fn distance(one: u8, other: u8) -> u8 {
    (one & 7).abs_diff(other & 7).max((one >> 3).abs_diff(other >> 3))
}

/// The fewest king's moves from `square` to one of a set; 0 for an empty set.
fn distance_to(square: u8, set: u64) -> u8 {
    squares(set).map(|other| distance(square, other)).min().unwrap_or(0)
}
