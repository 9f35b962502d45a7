//! Which squares pieces attack: the tables of cozy-chess, over plain squares and words.

use cozy_chess::{
    BitBoard, Square, get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves, get_knight_moves,
    get_line_rays, get_rook_moves, get_rook_rays,
};

use crate::Side;

/// The file a.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The file h.
pub const FILE_H: u64 = FILE_A << 7;
/// The rank 1.
pub const RANK_1: u64 = 0xff;
/// The rank 8.
pub const RANK_8: u64 = RANK_1 << 56;

/// The set of one square.
#[inline(always)]
pub const fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// The squares of a set, from a1 on.
#[inline(always)]
pub fn squares(set: u64) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        let square = (left != 0).then(|| left.trailing_zeros() as u8);
        left &= left.wrapping_sub(1);
        square
    })
}

/// The index of cozy-chess; masked, so that it costs no test.
#[inline(always)]
fn named(square: u8) -> Square {
    Square::index(usize::from(square & 63))
}

/// Where a king may step.
#[inline(always)]
pub fn king_attacks(square: u8) -> u64 {
    get_king_moves(named(square)).0
}

/// Where a knight may jump.
#[inline(always)]
pub fn knight_attacks(square: u8) -> u64 {
    get_knight_moves(named(square)).0
}

/// What a bishop sees, up to the first piece in every direction and that piece included.
#[inline(always)]
pub fn bishop_attacks(square: u8, occupied: u64) -> u64 {
    get_bishop_moves(named(square), BitBoard(occupied)).0
}

/// What a rook sees, up to the first piece in every direction and that piece included.
#[inline(always)]
pub fn rook_attacks(square: u8, occupied: u64) -> u64 {
    get_rook_moves(named(square), BitBoard(occupied)).0
}

/// What a bishop would see on an empty board.
#[inline(always)]
pub fn bishop_rays(square: u8) -> u64 {
    get_bishop_rays(named(square)).0
}

/// What a rook would see on an empty board.
#[inline(always)]
pub fn rook_rays(square: u8) -> u64 {
    get_rook_rays(named(square)).0
}

/// The squares between two squares of one rank, file or diagonal; none for others.
#[inline(always)]
pub fn between(one: u8, other: u8) -> u64 {
    get_between_rays(named(one), named(other)).0
}

/// The whole rank, file or diagonal through two squares; none where there is no such line.
#[inline(always)]
pub fn line(one: u8, other: u8) -> u64 {
    get_line_rays(named(one), named(other)).0
}

/// The squares that pawns of `side` in `pawns` attack.
#[inline(always)]
pub fn pawn_attacks(pawns: u64, side: Side) -> u64 {
    match side {
        Side::White => (pawns & !FILE_A) << 7 | (pawns & !FILE_H) << 9,
        Side::Black => (pawns & !FILE_A) >> 9 | (pawns & !FILE_H) >> 7,
    }
}

/// The squares one step ahead of `pawns`, for pawns of `side`.
#[inline(always)]
pub fn ahead(pawns: u64, side: Side) -> u64 {
    match side {
        Side::White => pawns << 8,
        Side::Black => pawns >> 8,
    }
}

/// The rank from which pawns of `side` may take two steps.
#[inline(always)]
pub fn pawn_home(side: Side) -> u64 {
    match side {
        Side::White => RANK_1 << 8,
        Side::Black => RANK_1 << 48,
    }
}

/// The squares that pawns of `side` in `pawns` may step to.
#[inline(always)]
pub fn pawn_steps(pawns: u64, side: Side, occupied: u64) -> u64 {
    let once = ahead(pawns, side) & !occupied;
    // A single step from home has to be free, too.
    let twice = ahead(once & ahead(pawn_home(side), side), side) & !occupied;
    once | twice
}
