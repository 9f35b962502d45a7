//! Moves of chess as they are written, without asking whether they are legal.

use super::cursor::Cursor;
use super::error::quoted;
use super::moves::{MoveKind, PdnMove};
use crate::MoveError;
use crate::chess::check_syntax;

impl PdnMove {
    /// A move of chess by its text, such as `Nbxd2+` or `e8=Q`, `O-O`, `e2e4`.
    ///
    /// # Errors
    ///
    /// [`MoveError::Syntax`] when that is not what the text is.
    pub fn san(text: &str) -> Result<PdnMove, MoveError> {
        let mut cursor = Cursor::new(text);
        let mv = scan(&mut cursor).and_then(|mv| match cursor.rest() {
            "" => Ok(mv),
            rest => Err(format!("{} is left over", quoted(rest))),
        });
        mv.map_err(|reason| MoveError::Syntax { text: text.chars().take(40).collect(), reason })
    }
}

/// Reads the move that comes next: with the signs of check and mate, and the words of en passant, which are no
/// annotations; without `!` and `?`, which are.
pub(super) fn scan(cursor: &mut Cursor<'_>) -> Result<PdnMove, String> {
    let start = *cursor;
    body(cursor);
    promotion(cursor);
    let squares = cursor.since(&start);
    check(cursor);
    let mut ahead = *cursor;
    ahead.skip_blanks();
    if en_passant(&mut ahead) {
        check(&mut ahead);
        *cursor = ahead;
    }
    if squares.is_empty() {
        return Err(format!("{} is neither a move nor a result", quoted(start.word())));
    }
    if let Err(reason) = check_syntax(squares) {
        return Err(format!("{} is neither a move nor a result: {reason}", quoted(squares)));
    }
    let kind = if squares.contains(['x', 'X', ':', '\u{d7}']) { MoveKind::Capture } else { MoveKind::Unmarked };
    Ok(PdnMove::of_chess(cursor.since(&start), kind))
}

/// Letters, digits and what stands between squares. A dash belongs to a move where it joins two parts of it.
fn body(cursor: &mut Cursor<'_>) {
    while let Some(c) = cursor.peek() {
        let mut ahead = *cursor;
        ahead.bump();
        let goes_on = match c {
            // "exd6e.p."
            'e' => !ahead.rest().starts_with(".p"),
            '-' => ahead.peek().is_some_and(|next| next.is_ascii_alphanumeric()),
            ':' | '\u{d7}' => true,
            _ => c.is_ascii_alphanumeric(),
        };
        if !goes_on {
            return;
        }
        *cursor = ahead;
    }
}

/// `=Q`, `/Q` or `(Q)`; a letter alone has been read as part of the body.
fn promotion(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    let sign = ahead.bump();
    let piece = ahead.bump().is_some_and(|c| "QRBNqrbn".contains(c));
    let closed = match sign {
        Some('=' | '/') => true,
        Some('(') => ahead.eat(')'),
        _ => false,
    };
    if piece && closed {
        *cursor = ahead;
    }
}

/// `+`, `++` or `#`, but not the beginning of an evaluation such as `+-`, `+/=` or `+1`.
fn check(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    let signs = ahead.take_while(|c| c == '+' || c == '#');
    let evaluation = ahead.peek().is_some_and(|c| "-/=".contains(c) || c.is_ascii_digit());
    if !signs.is_empty() && !evaluation {
        *cursor = ahead;
    }
}

/// `e.p.` or `ep`.
fn en_passant(cursor: &mut Cursor<'_>) -> bool {
    let start = *cursor;
    for words in ["e.p.", "e.p", "ep"] {
        if cursor.rest().starts_with(words) {
            for _ in words.chars() {
                cursor.bump();
            }
            if !cursor.peek().is_some_and(char::is_alphanumeric) {
                return true;
            }
            *cursor = start;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use MoveKind::{Capture, Unmarked};

    #[test]
    fn moves_are_read_as_files_have_them() {
        for (text, kind) in [
            ("e4", Unmarked),
            ("Nf3", Unmarked),
            ("Nbd2+", Unmarked),
            ("R1xa3#", Capture),
            ("Qa5xc3", Capture),
            ("exd5", Capture),
            ("B:f7+", Capture),
            ("e8=Q", Unmarked),
            ("e8Q++", Unmarked),
            ("dxe8(N)+", Capture),
            ("e8/R", Unmarked),
            ("O-O", Unmarked),
            ("O-O-O+", Unmarked),
            ("0-0", Unmarked),
            ("0-0-0", Unmarked),
            ("e2-e4", Unmarked),
            ("e7e8q", Unmarked),
            ("exd6e.p.", Capture),
            ("exd6 e.p.", Capture),
            ("exd6ep+", Capture),
        ] {
            let mv = PdnMove::san(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((mv.text(), mv.kind(), mv.notation().as_str()), (text, kind, text));
            assert!(mv.squares().is_empty() && mv.is_chess());
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for (text, words) in [
            ("", "neither"),
            ("32-28", "neither"),
            ("N", "neither"),
            ("e9", "neither"),
            ("i4", "neither"),
            ("-", "neither"),
            (" e4", "neither"),
            ("e4 ", "left over"),
            ("e4!", "left over"),
            ("e4+-", "left over"),
            ("e4 e5", "left over"),
            ("e8=", "left over"),
            ("e8=K", "left over"),
            ("1-0", "neither"),
            ("\u{41a}e2", "neither"),
        ] {
            let error = PdnMove::san(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        assert!(PdnMove::san(&"e".repeat(1 << 20)).unwrap_err().to_string().len() < 300);
    }
}
