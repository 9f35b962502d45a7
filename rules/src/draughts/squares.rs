//! Names of squares, and the scanner that FEN and moves are read with.

use super::board::Board;
use super::rules::SquareNames;

impl Board {
    /// The square (0-based) in the spelling asked for: `c3` or `22`.
    pub fn square_name(self, square: u32, names: SquareNames) -> String {
        match names {
            SquareNames::Algebraic => self.algebraic(square),
            SquareNames::Numeric => (square + 1).to_string(),
        }
    }
}

/// No error message quotes more of a text than this.
const MOST_QUOTED_CHARS: usize = 40;

/// The beginning of a text that may be anything, fit to stand in an error message.
pub(super) fn excerpt(text: &str) -> String {
    let mut chars = text.chars();
    let mut quoted: String = chars.by_ref().take(MOST_QUOTED_CHARS).flat_map(char::escape_debug).collect();
    if chars.next().is_some() {
        quoted.push_str("...");
    }
    quoted
}

/// How a square was spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spelled {
    /// The square, 0-based.
    pub square: u32,
    /// In letters or in numbers.
    pub names: SquareNames,
}

/// A walk over a text. It never looks back, so reading costs time in proportion to the text.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Self {
        Scanner { text, at: 0 }
    }

    /// Byte offset of what comes next.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The text that is left.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
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

    pub fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches(|c: char| c.is_ascii_whitespace()).len();
    }

    /// What comes next, up to a separator, for "found ..." in a message.
    pub fn found(&self) -> String {
        if self.peek().is_none() { "the end of the text".to_owned() } else { self.token_from(self.at) }
    }

    /// In quotes, what begins at an earlier place and goes up to a separator.
    pub fn token_from(&self, start: usize) -> String {
        let text = &self.text[start..];
        let separator = |c: char| c == ',' || c == ':' || c.is_ascii_whitespace();
        let end = match text.find(separator) {
            Some(0) => 1,
            Some(end) => end,
            None => text.len(),
        };
        format!("\"{}\"", excerpt(&text[..end]))
    }

    /// A run of digits as a number; `u32::MAX` stands for all that are larger. `None` when no digit comes next.
    pub fn number(&mut self) -> Option<u32> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return None;
        }
        let value = self.rest()[..digits]
            .bytes()
            .fold(0u32, |value, digit| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
        self.at += digits;
        Some(value)
    }

    /// A square in either spelling. `None` when nothing that could be one comes next; an error says why what comes next
    /// is no square of the board.
    pub fn square(&mut self, board: Board) -> Option<Result<Spelled, String>> {
        let start = self.at;
        let next = self.peek()?;
        if next.is_ascii_digit() {
            let number = self.number()?;
            return Some(if (1..=board.squares()).contains(&number) {
                Ok(Spelled { square: number - 1, names: SquareNames::Numeric })
            } else {
                let name = excerpt(&self.text[start..self.at]);
                Err(format!("square {name} is off the board, whose squares are 1 to {}", board.squares()))
            });
        }
        if !next.is_ascii_lowercase() {
            return None;
        }
        let mut ahead = self.clone();
        ahead.bump();
        let rank = ahead.number()?;
        self.at = ahead.at;
        let name = excerpt(&self.text[start..self.at]);
        let file = next as u32 - 'a' as u32;
        let (files, rows) = (u32::from(board.files), u32::from(board.rows));
        let last_file = char::from(b'a' + board.files - 1);
        Some(if file >= files || !(1..=rows).contains(&rank) {
            Err(format!("square {name} is off the board, which has files a-{last_file} and rows 1-{rows}"))
        } else {
            match board.square_at(file, rows - rank) {
                Some(square) => Ok(Spelled { square, names: SquareNames::Algebraic }),
                None => Err(format!("square {name} is a light square, and play is on the dark ones")),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::games::ALL;

    fn read(board: Board, text: &str) -> Option<Result<Spelled, String>> {
        Scanner::new(text).square(board)
    }

    #[test]
    fn every_square_of_every_game_is_read_back_in_both_spellings() {
        for (id, rules) in ALL {
            for square in 0..rules.board.squares() {
                for names in [SquareNames::Algebraic, SquareNames::Numeric] {
                    let name = rules.board.square_name(square, names);
                    assert_eq!(read(rules.board, &name), Some(Ok(Spelled { square, names })), "{id} {name}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_square_is_named_and_quoted_shortly() {
        let board = ALL[0].1.board;
        for (text, word) in
            [("0", "square 0 "), ("33", "square 33 "), ("i1", "square i1 "), ("a9", "square a9 "), ("a2", "light")]
        {
            let error = read(board, text).unwrap().unwrap_err();
            assert!(error.contains(word), "{text}: {error}");
        }
        let error = read(board, &"9".repeat(100_000)).unwrap().unwrap_err();
        assert!(error.len() < 200, "{error}");
        assert_eq!(read(board, ""), None);
        assert_eq!(read(board, "a"), None);
        assert_eq!(read(board, "\u{e9}1"), None);
    }
}
