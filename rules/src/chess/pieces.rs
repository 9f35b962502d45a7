//! Positions as plain sets of squares, read and made.

use super::attacks::{RANK_1, RANK_8};
use super::fen::{castling_fault, count_fault, en_passant_fault, king_fault, square_name};
use super::position::{Kind, Position};
use crate::{Pieces, PiecesError, Side};

/// The sets of a position.
pub(super) fn of(position: &Position) -> Pieces {
    let sets = |kind| [position.of(Side::White, kind), position.of(Side::Black, kind)];
    Pieces {
        men: sets(Kind::Pawn).map(u128::from),
        kings: sets(Kind::King).map(u128::from),
        queens: sets(Kind::Queen),
        rooks: sets(Kind::Rook),
        bishops: sets(Kind::Bishop),
        knights: sets(Kind::Knight),
        side: position.side,
        en_passant: position.en_passant,
        castling: (0..4).map(|number| u8::from(position.castling.has(number)) << number).sum(),
        barred: None,
    }
}

/// The position of these sets; refuses what the reader of FEN refuses.
pub(super) fn read(pieces: &Pieces) -> Result<Position, PiecesError> {
    if (pieces.men[0] | pieces.men[1] | pieces.kings[0] | pieces.kings[1]) >> 64 != 0 {
        return Err(PiecesError("a piece is off the board, which has 64 squares".into()));
    }
    if pieces.barred.is_some() {
        return Err(PiecesError("no piece is barred in this game".into()));
    }
    let kinds = [
        pieces.men.map(|set| set as u64),
        pieces.knights,
        pieces.bishops,
        pieces.rooks,
        pieces.queens,
        pieces.kings.map(|set| set as u64),
    ];
    let mut position = Position { side: pieces.side, ..Position::EMPTY };
    let mut twice = 0;
    for (kind, sets) in kinds.into_iter().enumerate() {
        for (side, set) in sets.into_iter().enumerate() {
            twice |= set & (position.colours[0] | position.colours[1]);
            position.colours[side] |= set;
            position.kinds[kind] |= set;
        }
    }
    if twice != 0 {
        return Err(PiecesError(format!("two pieces on {}", square_name(twice.trailing_zeros() as u8))));
    }
    let pawns = position.kinds[Kind::Pawn as usize] & (RANK_1 | RANK_8);
    if pawns != 0 {
        return Err(PiecesError(format!("a pawn stands on {}", square_name(pawns.trailing_zeros() as u8))));
    }
    let many = position.occupied().count_ones() > 16 || position.kinds[Kind::Pawn as usize].count_ones() > 8;
    if many || !position.is_legal() {
        refuse(count_fault(&position))?;
        refuse(king_fault(&position))?;
    }
    if pieces.castling >> 4 != 0 {
        return Err(PiecesError(format!("castling is {}, and has four bits", pieces.castling)));
    }
    for number in (0..4).filter(|number| pieces.castling >> number & 1 != 0) {
        refuse(castling_fault(&position, number))?;
        position.castling = position.castling.with(number);
    }
    if let Some(square) = pieces.en_passant {
        if square > 63 {
            return Err(PiecesError(format!("en passant is on square {square}, and squares are 0 to 63")));
        }
        refuse(en_passant_fault(&position, square))?;
        position.set_en_passant(square);
    }
    Ok(position)
}

fn refuse(fault: Option<String>) -> Result<(), PiecesError> {
    fault.map_or(Ok(()), |reason| Err(PiecesError(reason)))
}
