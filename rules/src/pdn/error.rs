//! Where things stand in a PDN file, and what is wrong there.

use std::fmt;
use std::ops::Deref;

/// A place in a file. Both numbers count from 1, columns in characters; `0:0` is the place of what no file said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Something with the place at which it begins. Equality is of what stands there, wherever that is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placed<T> {
    /// What stands there.
    pub value: T,
    /// Where.
    pub place: Place,
}

impl<T: PartialEq> PartialEq for Placed<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Placed<T> {}

impl<T> Deref for Placed<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> From<T> for Placed<T> {
    /// For what a program makes.
    fn from(value: T) -> Self {
        Placed { value, place: Place::default() }
    }
}

/// Why a game of a file was not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnError {
    /// Which game of the file, from 1.
    pub game: usize,
    /// The move it is near, as the file numbers its moves; `None` in the tags.
    pub move_number: Option<u32>,
    /// Where the trouble begins: for what is never closed, where it was opened.
    pub place: Place,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, ", self.game)?;
        if let Some(number) = self.move_number {
            write!(f, "move {number}, ")?;
        }
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl std::error::Error for PdnError {}

/// The beginning of a text that may be anything, in quotes and fit to stand in a message.
pub(super) fn quoted(text: &str) -> String {
    const MOST_CHARS: usize = 40;
    let mut chars = text.chars();
    let excerpt: String = chars.by_ref().take(MOST_CHARS).flat_map(char::escape_debug).collect();
    format!("\"{excerpt}{}\"", if chars.next().is_some() { "..." } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_where() {
        let place = Place { line: 40, column: 7 };
        let mut error = PdnError { game: 3, move_number: Some(12), place, reason: "no".into() };
        assert_eq!(error.to_string(), "game 3, move 12, line 40, column 7: no");
        error.move_number = None;
        assert_eq!(error.to_string(), "game 3, line 40, column 7: no");
    }

    #[test]
    fn places_are_not_compared() {
        assert_eq!(Placed { value: 1, place: Place { line: 1, column: 1 } }, Placed::from(1));
        assert_ne!(Placed::from(1), Placed::from(2));
    }

    #[test]
    fn a_quotation_is_short_and_on_one_line() {
        assert_eq!(quoted("a\nb"), "\"a\\nb\"");
        assert!(quoted(&"x".repeat(1000)).len() < 50);
    }
}
