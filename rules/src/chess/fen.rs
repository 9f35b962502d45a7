//! Positions in words: the FEN of the PGN standard.
//!
//! ```text
//! fen := placement side [castling [en-passant [half-moves [full-moves]]]]
//! ```
//!
//! The fields stand apart by blanks; those at the end may be missing, and are `-`, `-`, `0` and `1` then. A position that no
//! game can have is an error. An en passant square behind a pawn that cannot legally be captured there is accepted, since
//! the standard writes it after every double step, and forgotten, since it makes no difference to the position.

use super::attacks::{RANK_1, RANK_8, ahead, bit, king_attacks, pawn_home, squares};
use super::castling::Castling;
use super::position::{Kind, Position};
use crate::{FenError, Side};

/// What a FEN says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// Plies since the last capture or pawn's move, where the text tells.
    pub half_moves: Option<u32>,
    /// The number of the next move, where the text tells.
    pub full_moves: Option<u32>,
}

/// The name of a square, as `e4`.
pub fn square_name(square: u8) -> String {
    let file = char::from(b'a' + (square & 7));
    let rank = char::from(b'1' + (square >> 3 & 7));
    [file, rank].iter().collect()
}

/// The square of this name.
pub(super) fn square_named(name: &str) -> Option<u8> {
    match *name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + (file - b'a')),
        _ => None,
    }
}

/// The beginning of a text, for a message.
pub(super) fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn error<T>(offset: usize, reason: impl Into<String>) -> Result<T, FenError> {
    Err(FenError { offset, reason: reason.into() })
}

/// An error where something is wrong.
fn fault_at(offset: usize, fault: Option<String>) -> Result<(), FenError> {
    fault.map_or(Ok(()), |reason| error(offset, reason))
}

/// A field and where it begins.
#[derive(Clone, Copy)]
struct Field<'t> {
    offset: usize,
    text: &'t str,
}

/// The fields of a text, without the blanks.
fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let offset = at + (rest.len() - rest.trim_ascii_start().len());
        let rest = &text[offset..];
        let length = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        at = offset + length;
        (length > 0).then(|| Field { offset, text: &rest[..length] })
    })
}

/// Reads a FEN with all it says.
///
/// # Errors
///
/// When the text is no FEN, and when the position is none that a game can have. The error names the field or the square.
pub fn read_fen(text: &str) -> Result<Fen, FenError> {
    let mut fields = fields(text);
    let Some(placement) = fields.next() else { return error(0, "the text is empty") };
    let mut position = read_placement(placement)?;
    let side = match fields.next() {
        None => return error(text.len(), "the side to move (w or b) is missing"),
        Some(field) => match field.text {
            "w" => Side::White,
            "b" => Side::Black,
            other => {
                return error(field.offset, format!("the side to move must be w or b, found \"{}\"", excerpt(other)));
            }
        },
    };
    position.side = side;
    fault_at(placement.offset, king_fault(&position))?;
    if let Some(field) = fields.next().filter(|field| field.text != "-") {
        position.castling = read_castling(field, &position)?;
    }
    if let Some(field) = fields.next().filter(|field| field.text != "-") {
        let square = read_en_passant(field, &position)?;
        position.set_en_passant(square);
    }
    let half_moves = fields.next().map(|field| read_number(field, "the half-move clock")).transpose()?;
    let full_moves = fields.next().map(|field| read_number(field, "the number of the move")).transpose()?;
    match fields.next() {
        None => Ok(Fen { position, half_moves, full_moves }),
        Some(field) => error(field.offset, format!("\"{}\" is left over", excerpt(field.text))),
    }
}

/// Reads the placement, and counts what stands on the board.
fn read_placement(field: Field<'_>) -> Result<Position, FenError> {
    let mut position = Position::EMPTY;
    let (mut rank, mut file) = (7u8, 0u8);
    let mut after_digit = false;
    for (i, letter) in field.text.char_indices() {
        let offset = field.offset + i;
        if letter == '/' {
            if file != 8 {
                return error(offset, format!("rank {} has {file} squares instead of 8", rank + 1));
            }
            if rank == 0 {
                return error(offset, "there are more than 8 ranks");
            }
            (rank, file, after_digit) = (rank - 1, 0, false);
            continue;
        }
        let (width, piece) = match letter {
            '1'..='8' if after_digit => return error(offset, "two numbers of empty squares stand side by side"),
            '1'..='8' => (letter as u8 - b'0', None),
            _ => match Kind::from_letter(letter.to_ascii_uppercase()) {
                Some(kind) if letter.is_ascii_uppercase() => (1, Some((Side::White, kind))),
                Some(kind) => (1, Some((Side::Black, kind))),
                None => {
                    return error(
                        offset,
                        format!("'{}' is neither a piece nor a number up to 8", letter.escape_default()),
                    );
                }
            },
        };
        after_digit = piece.is_none();
        if file + width > 8 {
            return error(offset, format!("rank {} has more than 8 squares", rank + 1));
        }
        let square = rank * 8 + file;
        if let Some((side, kind)) = piece {
            if kind == Kind::Pawn && bit(square) & (RANK_1 | RANK_8) != 0 {
                return error(offset, format!("a pawn stands on {}", square_name(square)));
            }
            position.put(square, side, kind);
        }
        file += width;
    }
    if rank != 0 || file != 8 {
        let end = field.offset + field.text.len();
        return error(end, format!("the placement ends in rank {} after {file} squares", rank + 1));
    }
    fault_at(field.offset, count_fault(&position))?;
    Ok(position)
}

/// What is wrong with how many pieces there are, if anything is.
pub(super) fn count_fault(position: &Position) -> Option<String> {
    [Side::White, Side::Black].into_iter().find_map(|side| {
        [(position.of(side, Kind::Pawn).count_ones(), 8, "pawns"), (position.pieces(side).count_ones(), 16, "pieces")]
            .into_iter()
            .find_map(|(count, most, what)| {
                (count > most).then(|| format!("{side} has {count} {what}, and can have {most} at most"))
            })
    })
}

/// What is wrong with the kings, if anything is.
pub(super) fn king_fault(position: &Position) -> Option<String> {
    for side in [Side::White, Side::Black] {
        match position.of(side, Kind::King).count_ones() {
            1 => {}
            0 => return Some(format!("{side} has no king")),
            several => return Some(format!("{side} has {several} kings")),
        }
    }
    let (waiting, mover) = (position.side.other(), position.side);
    let king = position.king(waiting);
    if king_attacks(king) & bit(position.king(mover)) != 0 {
        let other = square_name(position.king(mover));
        return Some(format!("the kings stand side by side on {} and {other}", square_name(king)));
    }
    position.in_check(waiting).then(|| {
        let king = square_name(king);
        format!("{waiting}'s king on {king} is attacked, but {mover} is to move")
    })
}

/// What is wrong with a castling, by its number, if anything is.
pub(super) fn castling_fault(position: &Position, number: usize) -> Option<String> {
    let way = &Castling::WAYS[number];
    (!way.is_set_up(position)).then(|| {
        let (side, king, rook) = (way.side, square_name(way.king), square_name(way.rook));
        format!("castling {} needs {side}'s king on {king} and {side}'s rook on {rook}", way.letter)
    })
}

/// Why the pawn behind a square cannot just have passed it, if it cannot.
pub(super) fn en_passant_fault(position: &Position, square: u8) -> Option<String> {
    let name = square_name(square);
    let waiting = position.side.other();
    let origin = bit(square) & ahead(pawn_home(waiting), waiting);
    let origin = ahead(origin, position.side);
    if origin == 0 {
        let rank = if waiting == Side::White { 3 } else { 6 };
        return Some(format!(
            "en passant on {name} cannot be: {waiting}'s pawns pass rank {rank} on their double step"
        ));
    }
    let victim = position.en_passant_victim(square);
    if position.of(waiting, Kind::Pawn) & victim == 0 {
        let at: String = squares(victim).map(square_name).collect();
        return Some(format!("en passant on {name} cannot be: {waiting} has no pawn on {at}"));
    }
    let blocked = squares(position.occupied() & (bit(square) | origin)).next()?;
    Some(format!("en passant on {name} cannot be: {} is not empty", square_name(blocked)))
}

fn read_castling(field: Field<'_>, position: &Position) -> Result<Castling, FenError> {
    let mut castling = Castling::NONE;
    for (i, letter) in field.text.char_indices() {
        let offset = field.offset + i;
        let Some(number) = Castling::WAYS.iter().position(|way| way.letter == letter) else {
            let found = letter.escape_default();
            return error(offset, format!("castling rights are letters of KQkq, or -, found '{found}'"));
        };
        if castling.has(number) {
            return error(offset, format!("castling {letter} is named twice"));
        }
        fault_at(offset, castling_fault(position, number))?;
        castling = castling.with(number);
    }
    Ok(castling)
}

/// A square that the pawn behind it may just have passed.
fn read_en_passant(field: Field<'_>, position: &Position) -> Result<u8, FenError> {
    let Some(square) = square_named(field.text) else {
        return error(field.offset, format!("en passant is a square or -, found \"{}\"", excerpt(field.text)));
    };
    fault_at(field.offset, en_passant_fault(position, square))?;
    Ok(square)
}

fn read_number(field: Field<'_>, what: &str) -> Result<u32, FenError> {
    if field.text.is_empty() || !field.text.bytes().all(|byte| byte.is_ascii_digit()) {
        return error(field.offset, format!("{what} must be a number, found \"{}\"", excerpt(field.text)));
    }
    // Digits alone: what fails is too large.
    match field.text.parse() {
        Ok(number) => Ok(number),
        Err(_) => error(field.offset, format!("{what} is too large: \"{}\"", excerpt(field.text))),
    }
}

/// Writes a position; the clocks, which it does not know, as `0 1`.
pub(super) fn write(position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for square in rank * 8..rank * 8 + 8 {
            let Some(kind) = position.kind_on(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            let white = position.pieces(Side::White) & bit(square) != 0;
            text.push(if white { kind.letter() } else { kind.letter().to_ascii_lowercase() });
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text.push_str(match position.side {
        Side::White => " w ",
        Side::Black => " b ",
    });
    if position.castling.is_none() {
        text.push('-');
    }
    text.extend(position.castling.ways().map(|way| way.letter));
    text.push(' ');
    text.push_str(&position.en_passant.map_or_else(|| "-".to_owned(), square_name));
    text.push_str(" 0 1");
    text
}
