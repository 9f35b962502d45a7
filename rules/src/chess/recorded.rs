//! Games of chess that were written down.

use super::notation::parse_move;
use super::{Chess, Kind, Move, Position, for_each_move, play};
use crate::pdn::PdnMove;
use crate::played::{Mistake, Recorded, Replay};
use crate::{GameRules, MoveError};

impl Recorded for Chess {
    /// A text that fits several moves ends it: two pieces of one kind are told apart by the one who writes.
    fn replay(start: &Position, texts: &[&PdnMove]) -> Replay<Move> {
        let mut replay = Replay { moves: Vec::new(), mistake: None, notes: Vec::new() };
        let mut position = *start;
        for text in texts {
            match parse_move(&position, &text.notation()) {
                Ok(mv) => {
                    position = play(&position, mv);
                    replay.moves.push(mv);
                }
                Err(error) => {
                    replay.mistake = Some(mistake(&position, text.text(), &error));
                    break;
                }
            }
        }
        replay
    }
}

/// The article of FIDE's laws of 2014 that a move breaks, by what was to move: 3.10 of S003 calls a move illegal that does not
/// do what 3.1 to 3.9 demand.
fn mistake(position: &Position, text: &str, error: &MoveError) -> Mistake {
    let mut legal = Vec::new();
    for_each_move(position, |mv| legal.push(Chess::move_text(position, &mv)));
    let (article, reason) = match error {
        MoveError::Syntax { reason, .. } => ("3.10", reason.clone()),
        MoveError::Ambiguous { candidates, .. } => ("C.10", format!("it may be any of {}", candidates.join(" "))),
        MoveError::Illegal { .. } => {
            let kind = match text.chars().next() {
                Some('O' | 'o' | '0' | 'K') => Kind::King,
                Some(letter @ ('Q' | 'R' | 'B' | 'N')) => Kind::from_letter(letter).unwrap_or(Kind::Pawn),
                _ => Kind::Pawn,
            };
            let (article, how) = match kind {
                Kind::Bishop => ("3.2", "a bishop moves along diagonals"),
                Kind::Rook => ("3.3", "a rook moves along files and ranks"),
                Kind::Queen => ("3.4", "a queen moves along files, ranks and diagonals"),
                Kind::Knight => ("3.6", "a knight moves to the nearest squares not on its lines"),
                Kind::Pawn => ("3.7", "a pawn moves forward and takes diagonally forward"),
                Kind::King => ("3.8", "a king moves to a next square that is not attacked, or castles"),
            };
            if position.in_check(position.side) {
                ("3.9", "the king of the side to move is in check, and no legal move of it is written so".to_owned())
            } else {
                (article, format!("{how}, over no other piece and leaving no check of its own king (3.9)"))
            }
        }
    };
    Mistake { book: "FIDE 2014", article, reason: format!("\"{text}\": {reason}"), legal }
}
