//! Positions as plain sets of squares, read and made.

use super::position::Position;
use super::rules::Draughts;
use crate::bits::Bits;
use crate::{Pieces, PiecesError, Side};

/// The sets of a position.
pub(super) fn of<G: Draughts>(position: &Position<G::Word>) -> Pieces {
    let gathered = |set| G::MASKS.gathered(set);
    Pieces {
        men: [gathered(position.men(Side::White)), gathered(position.men(Side::Black))],
        kings: [gathered(position.kings_of(Side::White)), gathered(position.kings_of(Side::Black))],
        side: position.side,
        ..Pieces::EMPTY
    }
}

/// The position of these sets; refuses what the reader of FEN refuses.
pub(super) fn read<G: Draughts>(pieces: &Pieces) -> Result<Position<G::Word>, PiecesError> {
    let masks = G::MASKS;
    let [Some(white_men), Some(black_men)] = pieces.men.map(|set| masks.spread(set)) else {
        return Err(fault::<G>(pieces));
    };
    let [Some(white_kings), Some(black_kings)] = pieces.kings.map(|set| masks.spread(set)) else {
        return Err(fault::<G>(pieces));
    };
    let (white, black) = (white_men | white_kings, black_men | black_kings);
    let position = Position { white, black, kings: white_kings | black_kings, side: pieces.side };
    let twice = (white_men & white_kings) | (black_men & black_kings) | (white & black);
    let crowned = (white_men & masks.top) | (black_men & masks.bottom);
    let most = G::RULES.pieces_per_side();
    let wrong = (twice | crowned).any()
        || white.count() > most
        || black.count() > most
        || position.pieces(pieces.side.other()).is_empty()
        || pieces.not_of_draughts().is_some()
        || pieces.barred.is_some();
    if wrong { Err(fault::<G>(pieces)) } else { Ok(position) }
}

/// What is wrong with sets that are no position.
#[cold]
fn fault<G: Draughts>(pieces: &Pieces) -> PiecesError {
    let board = G::RULES.board;
    let name = |set: u128| {
        let square = set.trailing_zeros();
        format!("{} ({})", board.algebraic(square), square + 1)
    };
    if let Some(error) = pieces.not_of_draughts() {
        return error;
    }
    if pieces.barred.is_some() {
        return PiecesError("no piece is barred in this game".into());
    }
    let mut seen = 0;
    for (side, men, kings) in
        [(Side::White, pieces.men[0], pieces.kings[0]), (Side::Black, pieces.men[1], pieces.kings[1])]
    {
        if (men | kings) >> board.squares() != 0 {
            return PiecesError(format!("a piece of {side} is off the board, which has {} squares", board.squares()));
        }
        let twice = (men & kings) | (seen & (men | kings));
        if twice != 0 {
            return PiecesError(format!("two pieces on square {}", name(twice)));
        }
        seen |= men | kings;
        let last_row = G::MASKS.gathered(match side {
            Side::White => G::MASKS.top,
            Side::Black => G::MASKS.bottom,
        });
        if men & last_row != 0 {
            let square = name(men & last_row);
            return PiecesError(format!("a man of {side} on square {square}, its last row, would be a king"));
        }
        let most = G::RULES.pieces_per_side();
        if (men | kings).count_ones() > most {
            return PiecesError(format!("{side} has more than {most} pieces"));
        }
    }
    if seen == 0 {
        return PiecesError("the board is empty".into());
    }
    PiecesError(format!("{} has no pieces and is not to move: nobody can have moved last", pieces.side.other()))
}
