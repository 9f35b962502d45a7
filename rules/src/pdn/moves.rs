//! Moves as they are written, without asking whether they are legal.

use std::fmt;

use super::cursor::{Cursor, is_separator};
use super::error::quoted;
use super::glyph::Glyph;
use super::result::ResultToken;
use crate::MoveError;

/// How a square is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PdnSquare {
    /// By number, from 1; at most three digits.
    Number(u16),
    /// By file and row.
    Letter {
        /// `a` to `l`, as a small letter.
        file: char,
        /// From 1; at most two digits.
        row: u8,
    },
}

impl fmt::Display for PdnSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PdnSquare::Number(number) => write!(f, "{number}"),
            PdnSquare::Letter { file, row } => write!(f, "{file}{row}"),
        }
    }
}

/// What stands between the squares of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// `-`: nothing is taken.
    Quiet,
    /// `x` or `:`, or more than two squares: something is taken.
    Capture,
    /// Nothing (`c3d4`, which PDN allows with letters): either of the two.
    Unmarked,
}

/// The number in front of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveNumber {
    /// The number; `None` where the dots stand alone.
    pub number: Option<u32>,
    /// More than one dot follows (`12...`, also written `12. ...`): the move is the second of its pair. Which colour that is
    /// depends on who began.
    pub second: bool,
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "{number}")?;
        }
        // Dots alone are always of a second move.
        f.write_str(if self.second || self.number.is_none() { "..." } else { "." })
    }
}

/// A move of the movetext with what is attached to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnMove {
    text: String,
    squares: Vec<PdnSquare>,
    kind: MoveKind,
    /// The number directly before it.
    pub number: Option<MoveNumber>,
    /// The signs directly after it, in order.
    pub glyphs: Vec<Glyph>,
}

impl PdnMove {
    /// A move by its text: two squares or more, by numbers or letters, with `-`, or `x` or `:`, or nothing between them.
    ///
    /// # Errors
    ///
    /// [`MoveError::Syntax`] when that is not what the text is.
    pub fn new(text: &str) -> Result<PdnMove, MoveError> {
        let mut cursor = Cursor::new(text);
        let mv = scan(&mut cursor).and_then(|scanned| match scanned {
            Scanned::Move(mv) if cursor.rest().is_empty() => Ok(mv),
            Scanned::Move(_) => Err(format!("{} is left over", quoted(cursor.rest()))),
            Scanned::Result(_) => Err(format!("{} is a result", quoted(text))),
        });
        mv.map_err(|reason| MoveError::Syntax { text: text.chars().take(40).collect(), reason })
    }

    /// A move of chess: no squares are looked into.
    pub(super) fn of_chess(text: &str, kind: MoveKind) -> PdnMove {
        PdnMove { text: text.to_owned(), squares: Vec::new(), kind, number: None, glyphs: Vec::new() }
    }

    /// Whether it is a move of chess, in algebraic notation.
    pub fn is_chess(&self) -> bool {
        self.squares.is_empty()
    }

    /// As it was written, blanks within included.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The squares named, two or more: the first and the last, and whatever was written of the route between. None for a
    /// move of chess.
    pub fn squares(&self) -> &[PdnSquare] {
        &self.squares
    }

    /// What stands between them. For a move of chess whether it is said to capture.
    pub fn kind(&self) -> MoveKind {
        self.kind
    }

    /// Whether the squares are written in letters; a text that mixes both is not.
    pub fn is_algebraic(&self) -> bool {
        self.squares.iter().all(|square| matches!(square, PdnSquare::Letter { .. }))
    }

    /// The move in the spelling that [`GameRules::parse_move`](crate::GameRules::parse_move) reads: no blanks, small
    /// letters, no zeros in front, `-` or `x`. [`MoveKind::Unmarked`] is written as a quiet move; [`PdnMove::as_capture`]
    /// has the other reading. A move of chess is as it was written.
    pub fn notation(&self) -> String {
        self.spelled(if self.kind == MoveKind::Capture { "x" } else { "-" })
    }

    /// [`PdnMove::notation`] with the squares joined as a capture's.
    pub fn as_capture(&self) -> String {
        self.spelled("x")
    }

    fn spelled(&self, separator: &str) -> String {
        if self.is_chess() {
            return self.text.clone();
        }
        let squares: Vec<_> = self.squares.iter().map(PdnSquare::to_string).collect();
        squares.join(separator)
    }
}

/// What may look like a move.
pub(super) enum Scanned {
    Move(PdnMove),
    /// `1 - 0`, where blanks hide that it is one word.
    Result(ResultToken),
}

/// Reads the move that comes next.
///
/// Blanks may stand round the separators. A quiet move has two squares: what follows begins something else.
pub(super) fn scan(cursor: &mut Cursor<'_>) -> Result<Scanned, String> {
    let start = *cursor;
    let no_move = || Err(format!("{} is neither a move nor a result", quoted(start.word())));
    // Before anything else, so that no move begins with a result: "1:1 :1".
    if let Some(token) = ResultToken::from_text(cursor.word()) {
        cursor.take_while(|c| !is_separator(c));
        return Ok(Scanned::Result(token));
    }
    let mut squares = Vec::new();
    let mut kind = None;
    match square(cursor) {
        Some(first) => squares.push(first),
        None => return no_move(),
    }
    loop {
        let before = *cursor;
        cursor.skip_blanks();
        let separator = match cursor.peek() {
            Some('-' | '\u{2010}'..='\u{2015}' | '\u{2212}') => Some(MoveKind::Quiet),
            Some('x' | 'X' | ':' | '\u{d7}') => Some(MoveKind::Capture),
            _ => None,
        };
        let goes_on = match separator {
            Some(MoveKind::Quiet) => kind.is_none(),
            Some(_) => matches!(kind, None | Some(MoveKind::Capture)),
            None => {
                *cursor = before;
                matches!(kind, None | Some(MoveKind::Unmarked)) && matches!(squares[0], PdnSquare::Letter { .. })
            }
        };
        if goes_on && separator.is_some() {
            cursor.bump();
            cursor.skip_blanks();
        }
        match goes_on.then(|| square(cursor)).flatten() {
            // Numbers run together (3228) would be one number; only letters show where a square begins.
            Some(PdnSquare::Number(_)) if separator.is_none() => return no_move(),
            Some(next) => squares.push(next),
            None => {
                *cursor = before;
                break;
            }
        }
        kind = Some(separator.unwrap_or(MoveKind::Unmarked));
    }
    let text = cursor.since(&start);
    if let Some(token) = ResultToken::from_text(text) {
        return Ok(Scanned::Result(token));
    }
    let Some(kind) = kind else { return no_move() };
    if squares.iter().any(|square| matches!(square, PdnSquare::Number(0) | PdnSquare::Letter { row: 0, .. })) {
        return Err(format!("{} is neither a move nor a result: there is no square 0", quoted(text)));
    }
    let kind = if squares.len() > 2 { MoveKind::Capture } else { kind };
    Ok(Scanned::Move(PdnMove { text: text.to_owned(), squares, kind, number: None, glyphs: Vec::new() }))
}

/// A square in either spelling. The number of a move, with its dot, is none.
fn square(cursor: &mut Cursor<'_>) -> Option<PdnSquare> {
    let start = *cursor;
    let letter = cursor.peek().map(|c| c.to_ascii_lowercase()).filter(|c| ('a'..='l').contains(c));
    if letter.is_some() {
        cursor.bump();
    }
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    let most = if letter.is_some() { 2 } else { 3 };
    let found = if !(1..=most).contains(&digits.len()) || cursor.peek() == Some('.') {
        None
    } else {
        match letter {
            Some(file) => digits.parse().ok().map(|row| PdnSquare::Letter { file, row }),
            None => digits.parse().ok().map(PdnSquare::Number),
        }
    };
    if found.is_none() {
        *cursor = start;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use MoveKind::{Capture, Quiet, Unmarked};

    #[test]
    fn moves_are_read_as_files_have_them() {
        for (text, kind, notation) in [
            ("32-28", Quiet, "32-28"),
            ("1-5", Quiet, "1-5"),
            ("03- 6", Quiet, "3-6"),
            ("3 - 06", Quiet, "3-6"),
            ("32\u{2013}28", Quiet, "32-28"),
            ("5x23", Capture, "5x23"),
            ("5 X 23", Capture, "5x23"),
            ("26x17x10x1", Capture, "26x17x10x1"),
            ("c3-d4", Quiet, "c3-d4"),
            ("C3-D4", Quiet, "c3-d4"),
            ("c3:e5:g7", Capture, "c3xe5xg7"),
            ("c3xe5", Capture, "c3xe5"),
            ("c3\u{d7}e5", Capture, "c3xe5"),
            ("k11-l12", Quiet, "k11-l12"),
            ("c3d4", Unmarked, "c3-d4"),
            ("c3e5g7", Capture, "c3xe5xg7"),
            ("10:1", Capture, "10x1"),
        ] {
            let mv = PdnMove::new(text).unwrap();
            assert_eq!((mv.text(), mv.kind(), mv.notation().as_str()), (text, kind, notation));
            assert_eq!(mv.is_algebraic(), text.starts_with(char::is_alphabetic));
        }
        assert_eq!(PdnMove::new("c3d4").unwrap().as_capture(), "c3xd4");
        assert_eq!(PdnMove::new("a1x3").unwrap().squares()[0], PdnSquare::Letter { file: 'a', row: 1 });
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for (text, words) in [
            ("", "neither"),
            ("32", "neither"),
            ("32-", "neither"),
            ("3228", "neither"),
            ("1234-5", "neither"),
            ("m1-n2", "neither"),
            ("a123-b2", "neither"),
            ("c332", "neither"),
            ("32-28-23", "left over"),
            ("32-28x23", "left over"),
            ("32x28-23", "left over"),
            (" 32-28", "neither"),
            ("32-28 ", "left over"),
            ("32-1.", "neither"),
            ("0-5", "square 0"),
            ("12-0", "square 0"),
            ("a0-b1", "square 0"),
            ("1 - 0", "a result"),
            ("1-1", "a result"),
            ("1:1 :1", "a result"),
        ] {
            let error = PdnMove::new(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        assert!(PdnMove::new(&"1".repeat(1 << 20)).unwrap_err().to_string().len() < 300);
    }

    #[test]
    fn a_route_of_any_length_is_read() {
        let text = vec!["12"; 10_000].join("x");
        assert_eq!(PdnMove::new(&text).unwrap().squares().len(), 10_000);
    }
}
