//! Moves in words: the standard algebraic notation of PGN.
//!
//! Written as the standard exports it: a piece's letter, the least of file, rank or square that tells it from others that
//! may go to the same square, `x`, the square, `=Q`, `+` or `#`.
//!
//! Read: that, with more or less of it. Signs behind the square are not looked into, the origin may be told more fully
//! than needed, `x` may be missing, castling may be written with zeros. A move may also be two squares (`e2e4`, `e7e8q`,
//! `e1g1`). What is said of the move has to be true: `x` where nothing is captured is no move.

use super::attacks::bit;
use super::fen::{excerpt, square_name};
use super::moves::{Move, for_each_move, has_legal_move, play};
use super::position::{Kind, Position};
use crate::MoveError;

/// Writes a legal move.
pub(super) fn move_text(position: &Position, mv: &Move) -> String {
    let mut text = String::new();
    if mv.is_castling() {
        text.push_str(if mv.to > mv.from { "O-O" } else { "O-O-O" });
    } else {
        if mv.kind != Kind::Pawn {
            text.push(mv.kind.letter());
        }
        text.push_str(&origin(position, mv));
        if mv.is_capture() {
            text.push('x');
        }
        text.push_str(&square_name(mv.to));
        if let Some(promotion) = mv.promotion {
            text.push('=');
            text.push(promotion.letter());
        }
    }
    let after = play(position, *mv);
    if after.in_check(after.side) {
        text.push(if has_legal_move(&after) { '+' } else { '#' });
    }
    text
}

/// What of the square of origin has to be written.
fn origin(position: &Position, mv: &Move) -> String {
    let name = square_name(mv.from);
    let (file, rank) = name.split_at(1);
    if mv.kind == Kind::Pawn {
        return if mv.is_capture() { file.to_owned() } else { String::new() };
    }
    let mut rivals = 0;
    for_each_move(position, |other| {
        if other.kind == mv.kind && other.to == mv.to && other.from != mv.from {
            rivals |= bit(other.from);
        }
    });
    let same = |mask: u64, step: u8| rivals & mask << step != 0;
    if rivals == 0 {
        String::new()
    } else if !same(super::attacks::FILE_A, mv.from & 7) {
        file.to_owned()
    } else if !same(super::attacks::RANK_1, mv.from & 56) {
        rank.to_owned()
    } else {
        name
    }
}

/// What a text says of a move.
#[derive(Clone, Copy, Default)]
pub(super) struct Described {
    /// The piece; `None` where squares alone are named.
    pub kind: Option<Kind>,
    pub from_file: Option<u8>,
    pub from_rank: Option<u8>,
    pub to: Option<u8>,
    /// Whether it captures, where the text tells.
    pub capture: Option<bool>,
    pub promotion: Option<Kind>,
    /// Castling: to the king's side.
    pub castling: Option<bool>,
}

impl Described {
    pub fn fits(&self, mv: &Move) -> bool {
        if let Some(short) = self.castling {
            return mv.is_castling() && short == (mv.to > mv.from);
        }
        self.to == Some(mv.to)
            && self.kind.is_none_or(|kind| kind == mv.kind)
            && self.from_file.is_none_or(|file| file == mv.from & 7)
            && self.from_rank.is_none_or(|rank| rank == mv.from >> 3)
            && self.capture.is_none_or(|capture| capture == mv.is_capture())
            && (self.promotion.is_none() || self.promotion == mv.promotion)
            // A king's move of two squares is castling when squares are named, not when the king is: Kg1.
            && (self.kind.is_none() || !mv.is_castling())
    }
}

/// Reads the text of a move that is legal in `position`.
pub(super) fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let described =
        describe(text).map_err(|reason| MoveError::Syntax { text: excerpt(text.trim()), reason: reason.to_owned() })?;
    let mut fits = Vec::new();
    for_each_move(position, |mv| {
        if described.fits(&mv) {
            fits.push(mv);
        }
    });
    match fits.as_slice() {
        [mv] => Ok(*mv),
        [] => {
            let mut legal = Vec::new();
            for_each_move(position, |mv| legal.push(move_text(position, &mv)));
            Err(MoveError::Illegal { text: excerpt(text.trim()), legal })
        }
        several => {
            let candidates = several.iter().map(|mv| move_text(position, mv)).collect();
            Err(MoveError::Ambiguous { text: excerpt(text.trim()), candidates })
        }
    }
}

/// Whether a text is a move of chess by its form, whatever the position; the error is what is wrong with it.
pub fn check_syntax(text: &str) -> Result<(), &'static str> {
    describe(text).map(|_| ())
}

/// Takes a text apart; the error is what is wrong with it.
pub(super) fn describe(text: &str) -> Result<Described, &'static str> {
    let text = text.trim();
    let bare = without_signs(text);
    let mut described = Described::default();
    match bare {
        "" => return Err("there is no move"),
        "O-O" | "0-0" | "o-o" => {
            described.castling = Some(true);
            return Ok(described);
        }
        "O-O-O" | "0-0-0" | "o-o-o" => {
            described.castling = Some(false);
            return Ok(described);
        }
        _ => {}
    }

    let mut rest = bare;
    if let Some(kind) = rest.chars().next().and_then(Kind::from_letter) {
        described.kind = Some(kind);
        rest = &rest[1..];
    }
    let first_file = take(&mut rest, 'a', 'h');
    let first_rank = take(&mut rest, '1', '8');
    for (sign, capture) in [('x', true), ('X', true), (':', true), ('\u{d7}', true), ('-', false)] {
        if let Some(behind) = rest.strip_prefix(sign) {
            described.capture = Some(capture);
            rest = behind;
            break;
        }
    }
    let second_file = take(&mut rest, 'a', 'h');
    let second_rank = take(&mut rest, '1', '8');
    let (file, rank) = match (first_file, first_rank, second_file, second_rank) {
        (_, _, Some(file), Some(rank)) => {
            (described.from_file, described.from_rank) = (first_file, first_rank);
            (file, rank)
        }
        (Some(file), Some(rank), None, None) if described.capture.is_none() => (file, rank),
        _ => return Err("a square to go to (a1 to h8) is missing"),
    };
    described.to = Some(rank * 8 + file);
    // Two squares and no letter are any piece's move; else it is a pawn's.
    let two_squares = described.from_file.is_some() && described.from_rank.is_some();
    if described.kind.is_none() && !two_squares {
        described.kind = Some(Kind::Pawn);
    }
    if !rest.is_empty() {
        described.promotion = Some(promotion(rest)?);
    }
    Ok(described)
}

/// The number of the next character from `first`, if it lies between `first` and `last`.
fn take(rest: &mut &str, first: char, last: char) -> Option<u8> {
    let next = rest.chars().next().filter(|next| (first..=last).contains(next))?;
    *rest = &rest[next.len_utf8()..];
    Some(next as u8 - first as u8)
}

/// What a pawn becomes: `=Q`, `Q`, `q`, `(Q)` or `/Q`.
fn promotion(text: &str) -> Result<Kind, &'static str> {
    let letter = text
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'))
        .unwrap_or_else(|| text.trim_start_matches(['=', '/']));
    let mut letters = letter.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Kind::from_letter(letter.to_ascii_uppercase())
            .filter(|kind| Kind::PROMOTIONS.contains(kind))
            .ok_or("what a pawn becomes must be Q, R, B or N"),
        _ => Err("something is left over behind the square"),
    }
}

/// Without check, mate, praise and blame, and the words of en passant.
fn without_signs(text: &str) -> &str {
    let mut bare = text;
    loop {
        let before = bare;
        bare = bare.trim_end_matches(['+', '#', '!', '?']).trim_end();
        for words in ["e.p.", "e.p", "ep"] {
            bare = bare.strip_suffix(words).unwrap_or(bare).trim_end();
        }
        if bare == before {
            return bare;
        }
    }
}
