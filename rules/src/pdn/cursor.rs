//! A walk over the text of a file that knows its line and column.

use super::error::Place;

/// A place in a text. A copy remembers where to come back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    place: Place,
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t str) -> Self {
        Cursor { text, at: 0, place: Place { line: 1, column: 1 } }
    }

    /// Byte offset of what comes next.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn place(&self) -> Place {
        self.place
    }

    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The text from an earlier place up to here.
    pub fn since(&self, start: &Cursor<'t>) -> &'t str {
        &self.text[start.at..self.at]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes past the next character. CR LF, LF and a CR by itself end a line.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        if c == '\n' || (c == '\r' && !self.rest().starts_with('\n')) {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    /// Goes past `wanted` if it comes next.
    pub fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.bump();
        }
        found
    }

    /// Goes past all characters that `wanted` holds of, and returns them.
    pub fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let start = *self;
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
        self.since(&start)
    }

    /// Goes past blanks within the line.
    pub fn skip_blanks(&mut self) {
        self.take_while(|c| is_space(c) && !is_line_end(c));
    }

    /// Goes past blanks, line ends and `%` lines. True if a blank line was among them.
    pub fn skip_spaces(&mut self) -> bool {
        let mut blank_line = false;
        loop {
            let line = self.place.line;
            self.take_while(is_space);
            blank_line |= self.place.line > line + 1;
            if self.place.column != 1 || self.peek() != Some('%') {
                return blank_line;
            }
            self.skip_line();
        }
    }

    /// Goes to the end of the line, and stops before it.
    pub fn rest_of_line(&mut self) -> &'t str {
        self.take_while(|c| !is_line_end(c))
    }

    /// Goes to the beginning of the next line, or to the end of the text.
    pub fn skip_line(&mut self) {
        let line = self.place.line;
        while self.place.line == line && self.bump().is_some() {}
    }

    /// Whether a tag may begin here: `[` and a letter, unlike the `[%` of commands in comments.
    pub fn is_at_tag(&self) -> bool {
        let Some(name) = self.rest().strip_prefix('[') else { return false };
        name.trim_start_matches([' ', '\t']).starts_with(char::is_alphabetic)
    }

    /// Whether a name and a quote follow the `[`, as in a proper tag.
    pub fn is_at_proper_tag(&self) -> bool {
        let mut ahead = *self;
        ahead.bump();
        ahead.skip_blanks();
        ahead.take_while(is_name);
        ahead.skip_blanks();
        self.is_at_tag() && ahead.peek() == Some('"')
    }

    /// What comes next up to a separator, but never more than an excerpt: what looks at a whole word and reads a part of
    /// it would take quadratic time.
    pub fn word(&self) -> &'t str {
        const LONGEST: usize = 41;
        let rest = self.rest();
        let end = rest.char_indices().take(LONGEST).find(|&(_, c)| is_separator(c));
        match end {
            Some((0, c)) => &rest[..c.len_utf8()],
            Some((end, _)) => &rest[..end],
            None => rest.char_indices().nth(LONGEST).map_or(rest, |(end, _)| &rest[..end]),
        }
    }
}

/// Blanks and line ends; besides Unicode's, the byte order mark where files were put together, and the end mark of DOS.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}' || c == '\u{1a}'
}

pub(super) fn is_line_end(c: char) -> bool {
    c == '\n' || c == '\r'
}

/// What the name of a tag is made of.
pub(super) fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What no move, number or result has in it.
pub(super) fn is_separator(c: char) -> bool {
    is_space(c) || "{}()[];$".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_counts_once() {
        let mut cursor = Cursor::new("a\r\nb\rc\nd\n\r\ne");
        for (c, line) in [('a', 1), ('b', 2), ('c', 3), ('d', 4), ('e', 6)] {
            cursor.skip_spaces();
            assert_eq!((cursor.peek(), cursor.place()), (Some(c), Place { line, column: 1 }));
            cursor.bump();
        }
        assert_eq!(cursor.bump(), None);
    }

    #[test]
    fn columns_are_characters() {
        let mut cursor = Cursor::new("\u{e9}\u{1f600}x");
        cursor.take_while(|c| c != 'x');
        assert_eq!(cursor.place(), Place { line: 1, column: 3 });
    }

    #[test]
    fn blank_lines_and_lines_of_percent_are_spaces() {
        let skipped = |text| {
            let mut cursor = Cursor::new(text);
            (cursor.skip_spaces(), cursor.rest())
        };
        assert_eq!(skipped(" \t\nx"), (false, "x"));
        assert_eq!(skipped("\n \nx"), (true, "x"));
        assert_eq!(skipped("%a\n% b\nx"), (false, "x"));
        assert_eq!(skipped(" %x"), (false, "%x"));
        assert_eq!(skipped("%"), (false, ""));
    }

    #[test]
    fn words_are_bounded() {
        assert_eq!(Cursor::new("32-28{").word(), "32-28");
        assert_eq!(Cursor::new("}32").word(), "}");
        assert_eq!(Cursor::new("").word(), "");
        assert_eq!(Cursor::new(&"\u{e9}".repeat(100)).word().chars().count(), 41);
    }
}
