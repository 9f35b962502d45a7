//! Moves in the protocol's notation: from, to, and what a pawn becomes. Castling is the king's move.

use dambase_rules::chess::{Chess, Kind, Move, Position, square_name};
use dambase_rules::{GameRules, MoveError};

/// Writes a move.
pub(super) fn move_text(mv: &Move) -> String {
    let promotion = mv.promotion.map(|kind| kind.letter().to_ascii_lowercase().to_string()).unwrap_or_default();
    format!("{}{}{promotion}", square_name(mv.from), square_name(mv.to))
}

/// Reads a legal move. SAN is read as well, and castling as the king's capture of his own rook.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let mut legal = Vec::new();
    Chess::legal_moves(position, &mut legal);
    let wanted = text.to_ascii_lowercase();
    let own_rook = |mv: &Move| {
        let rook = if mv.to > mv.from { mv.to + 1 } else { mv.to.saturating_sub(2) };
        let takes_it = mv.is_castling() && position.of(position.side, Kind::Rook) >> (rook & 63) & 1 != 0;
        takes_it && format!("{}{}", square_name(mv.from), square_name(rook)) == wanted
    };
    if let Some(mv) = legal.iter().find(|mv| move_text(mv) == wanted).or_else(|| legal.iter().find(|mv| own_rook(mv))) {
        return Ok(*mv);
    }
    Chess::parse_move(position, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_moves_are_written_and_read() {
        for (fen, texts) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["e1g1", "e1c1", "a1b1"][..]),
            ("8/P7/8/8/8/8/k7/7K w - - 0 1", &["a7a8q", "a7a8n"]),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &["e5d6"]),
        ] {
            let position = Chess::parse_fen(fen).unwrap();
            for text in texts {
                let mv = read_move(&position, text).unwrap();
                assert_eq!(move_text(&mv), *text);
            }
        }
        let position = Chess::parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        assert_eq!(read_move(&position, "e1h1"), read_move(&position, "e1g1"));
        assert_eq!(read_move(&position, "e1a1"), read_move(&position, "O-O-O"));
        for wrong in ["", "e1", "e1e5", "0000", "e1g1q", "é1g1"] {
            assert!(read_move(&position, wrong).is_err(), "{wrong}");
        }
    }
}
