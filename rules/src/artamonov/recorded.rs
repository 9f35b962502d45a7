//! Games of one-colour draughts that were written down.

use super::{Artamonov, Move, Position, notation, play};
use crate::MoveError;
use crate::pdn::{MoveKind, PdnMove};
use crate::played::{Mistake, Recorded, Replay};

impl Recorded for Artamonov {
    /// A text that fits several captures ends it: the route has to be written.
    fn replay(start: &Position, texts: &[&PdnMove]) -> Replay<Move> {
        let mut replay = Replay { moves: Vec::new(), mistake: None, notes: Vec::new() };
        let mut position = *start;
        for text in texts {
            let as_written = notation::parse_move(&position, &text.notation());
            let read = match as_written {
                Err(MoveError::Illegal { .. }) if text.kind() != MoveKind::Capture => {
                    notation::parse_move(&position, &text.as_capture()).or(as_written)
                }
                read => read,
            };
            match read {
                Ok(mv) => {
                    position = play(&position, &mv);
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

fn mistake(position: &Position, text: &str, error: &MoveError) -> Mistake {
    let reason = match error {
        MoveError::Syntax { reason, .. } => reason.clone(),
        MoveError::Ambiguous { candidates, .. } => format!("it may be any of {}", candidates.join(" ")),
        MoveError::Illegal { .. } => "it is no legal move".to_owned(),
    };
    let legal = notation::move_texts(position).into_iter().map(|(_, text)| text).collect();
    Mistake { book: "S002", article: "64A", reason: format!("\"{text}\": {reason}"), legal }
}
