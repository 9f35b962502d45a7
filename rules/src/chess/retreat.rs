//! Moves taken back.

use super::attacks::{bit, line, squares};
use super::castling::Castling;
use super::moves::{checkers_and_shields, piece_attacks};
use super::position::{Kind, Position};

/// Calls `visit` for each position, without castling rights and en passant, from which a quiet move of a piece that is no
/// pawn leads here ([`super::Move::is_quiet`]); each piece and origin once.
///
/// The positions are legal: the side that is to move here does not stand in check while its opponent is about to move.
/// Castling rights of `position` are ignored; where a capture en passant is possible the last move was a pawn's, and there
/// is nothing to take back.
#[inline]
pub fn for_each_retreat(position: &Position, mut visit: impl FnMut(Position)) {
    if position.en_passant.is_some() {
        return;
    }
    let waiting = position.side;
    let mover = waiting.other();
    let occupied = position.occupied();
    let king = position.king(waiting);
    let (checkers, shields) = checkers_and_shields(position, king);
    let bare = Position { side: mover, en_passant: None, castling: Castling::NONE, ..*position };
    for kind in [Kind::King, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        // Where it would have given check; a slider that now bars its own line to the king gives check now.
        let checking = piece_attacks(kind, king, occupied);
        for at in squares(position.of(mover, kind)) {
            // A piece moves both ways along its lines, so it came from where it could go.
            let mut origins = piece_attacks(kind, at, occupied) & !occupied & !checking;
            if shields & bit(at) != 0 {
                origins &= line(king, at);
            }
            for from in squares(origins) {
                let shift = bit(at) | bit(from);
                let mut before = bare;
                before.colours[mover as usize] ^= shift;
                before.kinds[kind as usize] ^= shift;
                // Where there is a check now, it must have come with the move.
                if checkers == 0 || before.attackers(king, mover, occupied ^ shift) == 0 {
                    visit(before);
                }
            }
        }
    }
}
