//! Signs that comment on a move in one character or a few.

use std::fmt;

use super::cursor::Cursor;

/// A sign as it was written, such as `!`, `(?)`, `*`, `+1` or `a.l.`.
///
/// The characters are kept and not explained, since books differ: in the rules of FMJD (S000 9) `?!` is a move that looks
/// weak and is strong, and `!?` the opposite, where chess has it the other way round. S000 9 has `!`, `!!`, `?`, `??`,
/// `?!`, `!?`, `*` (forced), `+` (won), `=` (drawn), `+1` and `-1` (pieces gained and lost) and `a.l.` (whatever one plays
/// comes to the same).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Glyph(String);

impl Glyph {
    /// A sign of one's own; `None` if it could not be read back as one.
    pub fn new(text: &str) -> Option<Glyph> {
        let mut cursor = Cursor::new(text);
        let glyph = Glyph::scan(&mut cursor)?;
        cursor.rest().is_empty().then_some(glyph)
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Reads the sign that comes next, if one does.
    pub(super) fn scan(cursor: &mut Cursor<'_>) -> Option<Glyph> {
        let start = *cursor;
        let found = match cursor.peek()? {
            c if is_strength(c) => !cursor.take_while(is_strength).is_empty(),
            '*' => !cursor.take_while(|c| c == '*').is_empty(),
            '(' => {
                cursor.bump();
                !cursor.take_while(is_strength).is_empty() && cursor.eat(')')
            }
            'a' | 'A' => "a.l.".chars().all(|wanted| cursor.bump().is_some_and(|c| c.eq_ignore_ascii_case(&wanted))),
            _ => points(cursor) || evaluation(cursor),
        };
        let glyph = Glyph(cursor.since(&start).to_owned());
        if !found {
            *cursor = start;
            return None;
        }
        Some(glyph)
    }
}

impl fmt::Display for Glyph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

fn is_strength(c: char) -> bool {
    "!?\u{203c}\u{2047}\u{2048}\u{2049}".contains(c)
}

/// `+1`, `-1`. Nobody loses ten pieces at once, and `-10` after a move is more likely a move with a square too many.
fn points(cursor: &mut Cursor<'_>) -> bool {
    let start = *cursor;
    let most = match cursor.bump() {
        Some('+') => 2,
        Some('-') => 1,
        _ => 0,
    };
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    let found = (1..=most).contains(&digits.len()) && !digits.starts_with('0');
    if !found {
        *cursor = start;
    }
    found
}

/// `+`, `=`, `+-`, `-/+` and the like. A dash by itself is none.
fn evaluation(cursor: &mut Cursor<'_>) -> bool {
    let mut found = false;
    while let Some(c) = cursor.peek() {
        let mut ahead = *cursor;
        match c {
            '+' | '-' if points(&mut ahead) => break,
            '+' | '=' | '#' | '\u{b1}' | '\u{2213}' | '\u{221e}' | '\u{2a71}' | '\u{2a72}' | '\u{25a1}' => found = true,
            '-' | '/' => {}
            _ => break,
        }
        cursor.bump();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_read_as_they_are_written() {
        for text in [
            "!", "!!", "?", "??", "?!", "!?", "!!!", "(!)", "(?!)", "*", "+", "=", "+1", "+12", "-1", "a.l.", "A.L.",
            "+-", "-+", "+/-", "=/+", "\u{b1}", "#",
        ] {
            assert_eq!(Glyph::new(text).as_ref().map(Glyph::text), Some(text));
        }
        for text in
            ["", "-", "--", "/", "-12", "+123", "-0", "+0", "a.l", "a1", "()", "(", "(a)", "! ", "!*", "=+1", "1", "x"]
        {
            assert_eq!(Glyph::new(text), None, "{text}");
        }
    }
}
