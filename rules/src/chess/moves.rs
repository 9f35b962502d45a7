//! Legal moves and what they make of a position.

use std::ops::ControlFlow;

use super::attacks::{
    RANK_1, RANK_8, between, bishop_attacks, bishop_rays, bit, king_attacks, knight_attacks, line, pawn_attacks,
    pawn_steps, rook_attacks, rook_rays, squares,
};
use super::castling::{Castling, castling_targets};
use super::position::{Kind, Position};

/// A move, with what it does to the material.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The square it begins on.
    pub from: u8,
    /// The square it ends on; for castling the king's.
    pub to: u8,
    /// What moves.
    pub kind: Kind,
    /// What is captured.
    pub captured: Option<Kind>,
    /// What a pawn on the last rank becomes.
    pub promotion: Option<Kind>,
    /// The captured pawn stands behind `to`.
    pub en_passant: bool,
}

impl Move {
    /// It captures, en passant included.
    #[inline(always)]
    pub fn is_capture(&self) -> bool {
        self.captured.is_some()
    }

    /// A pawn moves.
    #[inline(always)]
    pub fn is_pawn_move(&self) -> bool {
        self.kind == Kind::Pawn
    }

    /// A pawn takes two steps.
    #[inline(always)]
    pub fn is_double_step(&self) -> bool {
        self.is_pawn_move() && self.from.abs_diff(self.to) == 16
    }

    /// King and rook move.
    #[inline(always)]
    pub fn is_castling(&self) -> bool {
        // Next to e1 and e8 no single step of a king changes the number of the square by two.
        self.kind == Kind::King && self.from.abs_diff(self.to) == 2
    }

    /// A piece moves and nothing else happens: no capture, no pawn move, no castling. It can be taken back by the same piece.
    #[inline(always)]
    pub fn is_quiet(&self) -> bool {
        !self.is_capture() && !self.is_pawn_move() && !self.is_castling()
    }
}

/// What attacks a piece of `kind` that is no pawn from `square`.
#[inline(always)]
pub fn piece_attacks(kind: Kind, square: u8, occupied: u64) -> u64 {
    match kind {
        Kind::Pawn => 0,
        Kind::Knight => knight_attacks(square),
        Kind::Bishop => bishop_attacks(square, occupied),
        Kind::Rook => rook_attacks(square, occupied),
        Kind::Queen => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        Kind::King => king_attacks(square),
    }
}

/// What gives check to the king of the side to move, and the pieces of either side that alone stand between that king and a
/// slider of its opponent: those of the side to move are pinned, those of its opponent would uncover a check.
#[inline(always)]
pub(super) fn checkers_and_shields(position: &Position, king: u8) -> (u64, u64) {
    let side = position.side;
    let theirs = position.pieces(side.other());
    let occupied = position.occupied();
    let [pawns, knights, bishops, rooks, queens, _] = position.kinds;
    let mut checkers = theirs & (knights & knight_attacks(king) | pawns & pawn_attacks(bit(king), side));
    let mut shields = 0;
    let snipers = theirs & ((rooks | queens) & rook_rays(king) | (bishops | queens) & bishop_rays(king));
    for sniper in squares(snipers) {
        let between = between(king, sniper) & occupied;
        if between == 0 {
            checkers |= bit(sniper);
        } else if between.is_power_of_two() {
            shields |= between;
        }
    }
    (checkers, shields)
}

/// Calls `visit(kind, from, targets)` for each piece of the side to move with the squares it may legally move to, the king
/// first, until it breaks off. A king's castling is a target two squares away; a pawn's capture en passant is a target
/// beside its file that is empty.
#[inline(always)]
pub(super) fn for_each_target_set(
    position: &Position,
    mut visit: impl FnMut(Kind, u8, u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let side = position.side;
    let own = position.pieces(side);
    let occupied = position.occupied();
    let king = position.king(side);

    // The king does not hide from a slider behind itself.
    let attacked = position.attacked(side.other(), occupied ^ bit(king));
    let mut king_targets = king_attacks(king) & !own & !attacked;
    if !position.castling.is_none() {
        king_targets |= castling_targets(position, attacked);
    }
    visit(Kind::King, king, king_targets)?;

    let (checkers, pinned) = checkers_and_shields(position, king);
    // The one piece that gives check is captured or something comes between; two cannot be answered so.
    let wanted = match checkers {
        0 => !own,
        one if one.is_power_of_two() => one | between(king, one.trailing_zeros() as u8),
        _ => return ControlFlow::Continue(()),
    };
    let allowed = |from: u8| if pinned & bit(from) == 0 { wanted } else { wanted & line(king, from) };

    for from in squares(position.of(side, Kind::Pawn)) {
        let attacks = pawn_attacks(bit(from), side);
        let mut targets = pawn_steps(bit(from), side, occupied) | attacks & position.pieces(side.other());
        targets &= allowed(from);
        if let Some(square) = position.en_passant
            && attacks & bit(square) != 0
            && position.may_take_en_passant(from, square)
        {
            targets |= bit(square);
        }
        visit(Kind::Pawn, from, targets)?;
    }
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        for from in squares(position.of(side, kind)) {
            visit(kind, from, piece_attacks(kind, from, occupied) & allowed(from))?;
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` for each legal move, in a fixed order.
#[inline]
pub fn for_each_move(position: &Position, mut visit: impl FnMut(Move)) {
    let _ = for_each_target_set(position, |kind, from, targets| {
        for_each_move_to(position, kind, from, targets, &mut visit);
        ControlFlow::Continue(())
    });
}

/// Calls `visit` for each move of a piece to legal targets of it.
#[inline(always)]
fn for_each_move_to(position: &Position, kind: Kind, from: u8, targets: u64, visit: &mut impl FnMut(Move)) {
    let theirs = position.pieces(position.side.other());
    for to in squares(targets) {
        let mut captured = if theirs & bit(to) == 0 { None } else { position.kind_on(to) };
        let en_passant = kind == Kind::Pawn && captured.is_none() && (from ^ to) & 7 != 0;
        if en_passant {
            captured = Some(Kind::Pawn);
        }
        let mv = Move { from, to, kind, captured, promotion: None, en_passant };
        if kind == Kind::Pawn && bit(to) & (RANK_1 | RANK_8) != 0 {
            for promotion in Kind::PROMOTIONS {
                visit(Move { promotion: Some(promotion), ..mv });
            }
        } else {
            visit(mv);
        }
    }
}

/// Calls `visit` for each legal move that cannot be taken back by the piece that makes it, captures and pawn moves, and returns how many
/// others there are. The position has no castling rights.
#[inline(always)]
pub fn for_each_exit(position: &Position, mut visit: impl FnMut(Move)) -> u32 {
    debug_assert!(position.castling.is_none());
    let theirs = position.pieces(position.side.other());
    let mut quiet = 0;
    let _ = for_each_target_set(position, |kind, from, targets| {
        let exits = if kind == Kind::Pawn { targets } else { targets & theirs };
        quiet += (targets ^ exits).count_ones();
        for_each_move_to(position, kind, from, exits, &mut visit);
        ControlFlow::Continue(())
    });
    quiet
}

/// Whether the side to move has a legal move.
#[inline]
pub fn has_legal_move(position: &Position) -> bool {
    for_each_target_set(position, |_, _, targets| match targets {
        0 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    })
    .is_break()
}

/// How many legal moves there are; each promotion is one.
#[inline]
pub fn count_moves(position: &Position) -> u32 {
    let mut count = 0;
    let _ = for_each_target_set(position, |kind, _, targets| {
        count += targets.count_ones();
        if kind == Kind::Pawn {
            count += 3 * (targets & (RANK_1 | RANK_8)).count_ones();
        }
        ControlFlow::Continue(())
    });
    count
}

/// The position after a legal move.
#[inline]
pub fn play(position: &Position, mv: Move) -> Position {
    let side = position.side;
    let (own, their) = (side as usize, side.other() as usize);
    let (from, to) = (bit(mv.from), bit(mv.to));
    let mut after = *position;
    if let Some(captured) = mv.captured {
        let gone = if mv.en_passant { position.en_passant_victim(mv.to) } else { to };
        after.colours[their] &= !gone;
        after.kinds[captured as usize] &= !gone;
    }
    after.colours[own] ^= from | to;
    after.kinds[mv.kind as usize] ^= from;
    after.kinds[mv.promotion.unwrap_or(mv.kind) as usize] ^= to;
    if mv.is_castling()
        && let Some(way) = Castling::WAYS.iter().find(|way| way.king == mv.from && way.king_to == mv.to)
    {
        let rook = bit(way.rook) | bit(way.rook_to);
        after.colours[own] ^= rook;
        after.kinds[Kind::Rook as usize] ^= rook;
    }
    after.castling = position.castling.without(from | to);
    after.side = side.other();
    after.en_passant = None;
    if mv.is_double_step() {
        after.set_en_passant((mv.from + mv.to) / 2);
    }
    after
}
