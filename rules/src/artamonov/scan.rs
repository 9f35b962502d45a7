//! The scanner that the FEN is read with.

use super::position::MASKS;

/// No error message quotes more of a text than this.
const MOST_QUOTED_CHARS: usize = 40;

/// A walk over a text. It never looks back, so reading costs time in proportion to the text.
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Self {
        Scanner { text, at: 0 }
    }

    /// Goes past blanks; the byte offset of what comes next.
    pub fn offset(&mut self) -> usize {
        let rest = &self.text[self.at..];
        self.at = self.text.len() - rest.trim_start_matches(|c: char| c.is_ascii_whitespace()).len();
        self.at
    }

    /// The next character that is no blank.
    pub fn peek(&mut self) -> Option<char> {
        let at = self.offset();
        self.text[at..].chars().next()
    }

    /// Goes past the next character.
    pub fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Goes past `wanted` if it comes next.
    pub fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.bump();
        }
        found
    }

    /// What comes next, up to a separator, for "found ..." in a message.
    pub fn found(&mut self) -> String {
        let at = self.offset();
        let rest = &self.text[at..];
        let separator = |c: char| matches!(c, ',' | ':') || c.is_ascii_whitespace();
        match rest.find(separator) {
            _ if rest.is_empty() => "the end of the text".to_owned(),
            Some(0) => format!("\"{}\"", &rest[..1]),
            end => format!("\"{}\"", excerpt(&rest[..end.unwrap_or(rest.len())])),
        }
    }

    /// A run of digits as a number; `u32::MAX` stands for all that are larger. `None` when no digit comes next.
    pub fn number(&mut self) -> Option<u32> {
        let at = self.offset();
        let digits = self.digits(at);
        (!digits.is_empty()).then(|| {
            self.at += digits.len();
            digits.parse().unwrap_or(u32::MAX)
        })
    }

    fn digits(&self, at: usize) -> &'t str {
        let rest = &self.text[at..];
        &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()]
    }

    /// The bit of a square, in either spelling. The error says why what comes next is no square.
    pub fn square(&mut self) -> Result<u32, String> {
        let board = MASKS.board;
        if let Some(number) = self.number() {
            return match number.checked_sub(1) {
                Some(square) if square < board.squares() => Ok(MASKS.bit(square)),
                _ => Err(format!("square {number} is off the board, whose squares are 1 to {}", board.squares())),
            };
        }
        let at = self.offset();
        let file = self.peek().filter(char::is_ascii_lowercase);
        let rank = file.map_or("", |_| self.digits(at + 1));
        let (Some(file), false) = (file, rank.is_empty()) else {
            return Err(format!("expected a square, found {}", self.found()));
        };
        self.at += 1 + rank.len();
        let name = excerpt(&self.text[at..self.at]);
        let (file, rank) = (file as u32 - 'a' as u32, rank.parse().unwrap_or(u32::MAX));
        if file >= u32::from(board.files) || !(1..=u32::from(board.rows)).contains(&rank) {
            return Err(format!("square {name} is off the board, which has files a-h and rows 1-8"));
        }
        match board.square_at(file, u32::from(board.rows) - rank) {
            Some(square) => Ok(MASKS.bit(square)),
            None => Err(format!("square {name} is a light square, and play is on the dark ones")),
        }
    }
}

/// The beginning of a text that may be anything, fit to stand in an error message.
fn excerpt(text: &str) -> String {
    let mut chars = text.chars();
    let mut quoted: String = chars.by_ref().take(MOST_QUOTED_CHARS).flat_map(char::escape_debug).collect();
    if chars.next().is_some() {
        quoted.push_str("...");
    }
    quoted
}
