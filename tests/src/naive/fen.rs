//! Reading published positions.

use super::board::{Cell, Position, Side};
use super::games::NaiveGame;

/// The position of a FEN with numbered squares, such as `B:W31-50:BK17,K24`. Written for published figures and
/// examples, so it is strict.
///
/// # Panics
/// If the text is not such a FEN or the position is not one [`Position::from_pieces`] takes.
#[must_use]
pub fn read_fen(game: NaiveGame, fen: &str) -> Position {
    let mut fields = fen.split(':');
    let side = match fields.next() {
        Some("W") => Side::White,
        Some("B") => Side::Black,
        _ => panic!("{fen}: no side to move"),
    };
    let mut pieces = Vec::new();
    for field in fields {
        let (man, king, list) = if let Some(list) = field.strip_prefix('W') {
            (Cell::WhiteMan, Cell::WhiteKing, list)
        } else if let Some(list) = field.strip_prefix('B') {
            (Cell::BlackMan, Cell::BlackKing, list)
        } else {
            panic!("{fen}: no colour in {field}")
        };
        for item in list.split(',').filter(|item| !item.is_empty()) {
            let (cell, squares) = item.strip_prefix('K').map_or((man, item), |squares| (king, squares));
            let (first, last) = squares.split_once('-').unwrap_or((squares, squares));
            let number = |text: &str| text.parse::<usize>().unwrap_or_else(|_| panic!("{fen}: bad square {item}"));
            pieces.extend((number(first)..=number(last)).map(|square| (square, cell)));
        }
    }
    Position::from_pieces(game, side, &pieces)
}

/// The FEN of a position, as [`read_fen`] reads it.
#[must_use]
pub fn write_fen(pos: &Position) -> String {
    let mut lists = [Vec::new(), Vec::new()];
    for (square, cell) in pos.pieces() {
        let king = if cell.is_king() { "K" } else { "" };
        lists[usize::from(cell.side() == Some(Side::Black))].push(format!("{king}{square}"));
    }
    let mover = if pos.side() == Side::White { 'W' } else { 'B' };
    format!("{mover}:W{}:B{}", lists[0].join(","), lists[1].join(","))
}
