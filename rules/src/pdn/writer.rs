//! Games as text.

use super::error::Placed;
use super::glyph::Glyph;
use super::moves::PdnMove;
use super::movetext::fits_braces;
use super::tree::{Item, PdnGame};

/// No line of movetext is longer, if its parts are not.
const LINE: usize = 80;

/// Writes a game: its tags, an empty line, its movetext in lines of at most 80 characters, its result.
///
/// Reading gives an equal game back, if the game has been read or could have been: a number that waits for its move is
/// part of the move, a sign right behind a move is one of the move's, results other than the last stand in variations.
/// Comments are never broken, since a line end in one would be part of it; one that cannot stand in braces, such as one
/// with a `}`, is written behind `;`, as several if it has several lines.
pub fn write(game: &PdnGame) -> String {
    let mut text = String::new();
    for tag in &game.tags {
        let value = tag.value().replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{} \"{value}\"]\n", tag.name()));
    }
    let mut units = Units::default();
    units.items(&game.movetext);
    if let Some(result) = &game.result {
        units.push(result.text());
    }
    if !text.is_empty() && !units.done.is_empty() {
        text.push('\n');
    }
    lay_out(&units.done, &mut text);
    text
}

/// Writes games one after the other, with an empty line between.
///
/// A game without a result gets a `*` if it would run into the next one, which has no tags.
pub fn write_all<'g>(games: impl IntoIterator<Item = &'g PdnGame>) -> String {
    let mut text = String::new();
    let mut before: Option<&PdnGame> = None;
    for game in games {
        if let Some(before) = before {
            let movetext_began = before.movetext.iter().any(|item| !matches!(item.value, Item::Comment(_)));
            if before.result.is_none() && (game.tags.is_empty() || !movetext_began) {
                text.push_str("*\n");
            }
            text.push('\n');
        }
        text.push_str(&write(game));
        before = Some(game);
    }
    text
}

/// What is not broken, between blanks that may be line ends.
enum Unit {
    Text(String),
    /// Up to the end of the line.
    LineComment(String),
}

#[derive(Default)]
struct Units {
    done: Vec<Unit>,
    /// Parentheses that touch the next unit.
    open: String,
}

impl Units {
    fn push(&mut self, text: &str) {
        let open = std::mem::take(&mut self.open);
        self.done.push(Unit::Text(open + text));
    }

    fn items(&mut self, items: &[Placed<Item>]) {
        for item in items {
            match &item.value {
                Item::Move(mv) => self.push(&move_text(mv)),
                Item::Unknown => self.push("-"),
                Item::Number(number) => self.push(&number.to_string()),
                Item::Comment(text) => self.comment(text),
                Item::Nag(nag) => self.push(&format!("${nag}")),
                Item::Sign(glyph) => {
                    // "(!)" would be one sign.
                    if !self.open.is_empty() {
                        self.push("");
                    }
                    self.push(glyph.text());
                }
                Item::Variation(items) => {
                    self.open.push('(');
                    self.items(items);
                    self.close();
                }
                Item::Setup(setup) => self.push(&format!("/{}/", setup.text())),
                Item::Result(token) => self.push(token.text()),
            }
        }
    }

    fn close(&mut self) {
        match self.done.last_mut() {
            Some(Unit::Text(text)) if self.open.is_empty() => text.push(')'),
            _ => self.push(")"),
        }
    }

    fn comment(&mut self, text: &str) {
        if fits_braces(text) {
            self.push(&format!("{{{text}}}"));
            return;
        }
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        for line in text.split('\n') {
            let open = std::mem::take(&mut self.open);
            self.done.push(Unit::LineComment(format!("{open};{line}")));
        }
    }
}

fn move_text(mv: &PdnMove) -> String {
    let mut text = String::new();
    if let Some(number) = mv.number {
        text = format!("{number} ");
    }
    text.push_str(mv.text());
    let mut last: Option<&Glyph> = None;
    for glyph in &mv.glyphs {
        let apart = match last {
            Some(last) => !stand_together(last, glyph),
            // A check and an evaluation begin alike.
            None => mv.is_chess() && !glyph.text().starts_with(['!', '?']),
        };
        if apart {
            text.push(' ');
        }
        text.push_str(glyph.text());
        last = Some(glyph);
    }
    text
}

/// Whether two signs without a blank between are read as these two.
fn stand_together(first: &Glyph, second: &Glyph) -> bool {
    let both = format!("{first}{second}");
    Glyph::scan(&mut super::cursor::Cursor::new(&both)).as_ref() == Some(first)
}

/// Joins the units by blanks and line ends.
fn lay_out(units: &[Unit], text: &mut String) {
    let mut column = 0;
    for unit in units {
        let (Unit::Text(part) | Unit::LineComment(part)) = unit;
        let first_line = part.split('\n').next().unwrap_or_default().chars().count();
        if column > 0 {
            if column + 1 + first_line > LINE {
                text.push('\n');
                column = 0;
            } else {
                text.push(' ');
                column += 1;
            }
        }
        text.push_str(part);
        column = match part.rsplit_once('\n') {
            Some((_, last_line)) => last_line.chars().count(),
            None => column + first_line,
        };
        if matches!(unit, Unit::LineComment(_)) {
            text.push('\n');
            column = 0;
        }
    }
    if column > 0 {
        text.push('\n');
    }
}
