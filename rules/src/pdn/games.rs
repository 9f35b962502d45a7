//! The games of a file, one after the other.

use super::cursor::Cursor;
use super::dialect::Dialect;
use super::error::PdnError;
use super::reader::{GameReader, GoBack};
use super::tree::PdnGame;

/// The games of a text, read as they are asked for.
///
/// After an error reading goes on at the next line that begins a tag section; where the game has no tags, behind the next result
/// that stands alone, if that comes first.
#[derive(Clone, Debug)]
pub struct Games<'t> {
    cursor: Cursor<'t>,
    dialect: Dialect,
    read: usize,
    may_go_back: GoBack,
}

/// Reads the games of a text in PDN. [`decode`](super::decode) makes bytes a text.
pub fn games(text: &str) -> Games<'_> {
    games_in(Dialect::Pdn, text)
}

/// Reads the games of a text in either format.
pub fn games_in(dialect: Dialect, text: &str) -> Games<'_> {
    Games { cursor: Cursor::new(text), dialect, read: 0, may_go_back: GoBack::of(text) }
}

impl Iterator for Games<'_> {
    type Item = Result<PdnGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.cursor.skip_spaces();
        self.cursor.peek()?;
        self.read += 1;
        let mut reader = GameReader::new(&mut self.cursor, self.dialect, self.read);
        Some(match reader.run() {
            Ok(()) => Ok(reader.game),
            Err(fail) => {
                let move_number = reader.move_number();
                if reader.in_tag {
                    skip_tags(reader.cursor);
                }
                if reader.in_tag || !reader.game.tags.is_empty() {
                    skip_to_tags(reader.cursor);
                } else {
                    reader.skip_to_next_game(&mut self.may_go_back);
                }
                Err(PdnError { game: self.read, move_number, place: fail.place, reason: fail.reason })
            }
        })
    }
}

/// Goes past the rest of a tag section in which something was wrong: up to a line that is no tag.
fn skip_tags(cursor: &mut Cursor<'_>) {
    loop {
        cursor.skip_line();
        let mut ahead = *cursor;
        ahead.skip_blanks();
        if !ahead.is_at_tag() {
            return;
        }
    }
}

/// Goes to the next tag at the beginning of a line, from here on.
fn skip_to_tags(cursor: &mut Cursor<'_>) {
    while cursor.peek().is_some() {
        let mut ahead = *cursor;
        ahead.skip_blanks();
        if ahead.is_at_tag() {
            *cursor = ahead;
            return;
        }
        cursor.skip_line();
    }
}
