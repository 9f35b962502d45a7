//! One game of a file.

use std::collections::HashSet;

use super::cursor::{Cursor, is_name, is_separator, is_space};
use super::dialect::Dialect;
use super::error::{Place, Placed, quoted};
use super::moves::MoveNumber;
use super::movetext::{Fail, Token, holds_tags, token};
use super::result::ResultToken;
use super::tree::{Item, PdnGame, Tag};

/// Variations within variations, at most. What walks the tree may go down by recursion.
pub const MAX_NESTING: usize = 100;

/// How many bytes may be read once more after errors. What is never closed is read up to the end of the file before that is known;
/// with a bound the time stays linear.
#[derive(Clone, Debug)]
pub(super) struct GoBack {
    bytes: usize,
}

impl GoBack {
    /// As often as this may the whole text be read again.
    const TIMES: usize = 8;

    pub fn of(text: &str) -> Self {
        GoBack { bytes: text.len().saturating_mul(GoBack::TIMES) }
    }

    /// Goes back to where what was wrong begins, if that is not too much.
    fn to<'t>(&mut self, start: Cursor<'t>, cursor: &mut Cursor<'t>) {
        let bytes = cursor.at() - start.at();
        if let Some(left) = self.bytes.checked_sub(bytes) {
            self.bytes = left;
            *cursor = start;
        }
    }
}

/// Items on one level, and what was outside of them.
struct Level<'t> {
    /// Where the parenthesis stands.
    open: Cursor<'t>,
    outer: Vec<Placed<Item>>,
    outer_number: Option<u32>,
}

pub(super) struct GameReader<'c, 't> {
    pub cursor: &'c mut Cursor<'t>,
    dialect: Dialect,
    pub game: PdnGame,
    /// Something else than comments has been read: a tag now begins the next game.
    movetext_began: bool,
    pub in_tag: bool,
    tag_names: HashSet<&'t str>,
    /// Where what is being read begins: after an error that is what was wrong.
    begin: Cursor<'t>,
    /// The innermost line that is open.
    items: Vec<Placed<Item>>,
    levels: Vec<Level<'t>>,
    /// A number that waits for its move.
    number: Option<Placed<MoveNumber>>,
    last_number: Option<u32>,
    main_plies: usize,
}

impl<'c, 't> GameReader<'c, 't> {
    pub fn new(cursor: &'c mut Cursor<'t>, dialect: Dialect, number: usize) -> Self {
        let game = PdnGame { place: cursor.place(), number, ..PdnGame::default() };
        GameReader {
            begin: *cursor,
            cursor,
            dialect,
            game,
            movetext_began: false,
            in_tag: false,
            tag_names: HashSet::new(),
            items: Vec::new(),
            levels: Vec::new(),
            number: None,
            last_number: None,
            main_plies: 0,
        }
    }

    /// The move that is being read: by the file's numbers, or counted where it has none.
    pub fn move_number(&self) -> Option<u32> {
        let counted = || u32::try_from(self.main_plies / 2 + 1).ok();
        self.last_number.or_else(counted).filter(|_| self.movetext_began)
    }

    fn warn(&mut self, place: Place, text: impl Into<String>) {
        self.game.warnings.push(Placed { value: text.into(), place });
    }

    pub fn run(&mut self) -> Result<(), Fail> {
        loop {
            let before = self.cursor.at();
            let blank_line = self.cursor.skip_spaces();
            let glued = before == self.cursor.at() && self.move_before().is_some();
            if self.cursor.peek().is_none() {
                return self.finish(None);
            }
            let place = self.cursor.place();
            self.begin = *self.cursor;
            if self.cursor.is_at_tag() || !self.movetext_began && self.cursor.peek() == Some('[') {
                if self.movetext_began || !self.tag(blank_line)? {
                    return self.finish(None);
                }
                continue;
            }
            self.movetext_began |= !matches!(self.cursor.peek(), Some('{' | ';'));
            match token(self.cursor, self.dialect, glued)? {
                Token::Result(token) if self.levels.is_empty() => {
                    return self.finish(Some(Placed { value: token, place }));
                }
                token => self.put(token, place)?,
            }
        }
    }

    /// After an error in a game without tags: goes behind the next result that stands alone, and what belongs to it, or to the next
    /// tag at the beginning of a line, whichever comes first. In any case reading advances: a game that has no tags begins at none.
    pub fn skip_to_next_game(&mut self, may_go_back: &mut GoBack) {
        may_go_back.to(self.begin, self.cursor);
        // What could not be read again ended before these tags, which are not of this game.
        if self.cursor.is_at_tag() {
            return;
        }
        self.cursor.bump();
        loop {
            let before = *self.cursor;
            self.cursor.skip_spaces();
            let after_space = self.cursor.at() > before.at();
            let place = self.cursor.place();
            let begins_line = place.column == 1 || place.line > before.place().line;
            if self.cursor.peek().is_none() || begins_line && self.cursor.is_at_tag() {
                return;
            }
            let start = *self.cursor;
            match token(self.cursor, self.dialect, !after_space) {
                Ok(Token::Result(_)) if after_space && self.is_after_word() => {
                    let end = *self.cursor;
                    if self.after_result().is_err() {
                        may_go_back.to(end, self.cursor);
                    }
                    return;
                }
                Ok(_) => {}
                Err(_) => may_go_back.to(start, self.cursor),
            }
            // A word of which nothing was read is gone past as a whole.
            if self.cursor.at() == start.at() && self.cursor.take_while(|c| !is_separator(c)).is_empty() {
                self.cursor.bump();
            }
        }
    }

    /// What is next does not belong to the word before it: a blank, a comment, or nothing.
    fn is_after_word(&self) -> bool {
        self.cursor.peek().is_none_or(|c| is_space(c) || c == '{' || c == ';')
    }

    /// Reads a tag. False, and nothing read, if it is of the next game: after a blank line a name that was there before.
    fn tag(&mut self, blank_line: bool) -> Result<bool, Fail> {
        let place = self.cursor.place();
        let mut ahead = *self.cursor;
        ahead.bump();
        ahead.skip_blanks();
        let word = ahead.word();
        let name = ahead.take_while(is_name);
        if blank_line && self.tag_names.contains(name) {
            return Ok(false);
        }
        self.in_tag = true;
        *self.cursor = ahead;
        if !name.starts_with(char::is_alphabetic) {
            return Err(Fail { place, reason: format!("expected the name of a tag, found {}", quoted(word)) });
        }
        self.tag_names.insert(name);
        self.cursor.skip_blanks();
        if !self.cursor.eat('"') {
            let found = quoted(self.cursor.word());
            let reason = format!("the value of the tag {} must be in double quotes, found {found}", quoted(name));
            return Err(Fail { place: self.cursor.place(), reason });
        }
        let value = self.tag_value(place, name)?;
        self.in_tag = false;
        self.game.tags.push(Placed { value: Tag { name: name.to_owned(), value }, place });
        Ok(true)
    }

    /// Reads a value and what closes the tag. `\"` and `\\` stand for a quote and a backslash; a quote that does not close
    /// the tag is taken for part of the value.
    fn tag_value(&mut self, tag: Place, name: &str) -> Result<Placed<String>, Fail> {
        let place = self.cursor.place();
        let mut value = String::new();
        loop {
            let at = self.cursor.place();
            match self.cursor.peek() {
                None | Some('\n' | '\r') => {
                    let reason = format!("the tag {} is not closed by '\"]' in its line", quoted(name));
                    return Err(Fail { place: tag, reason });
                }
                Some(c) => {
                    self.cursor.bump();
                    let escaped = self.cursor.peek().filter(|next| c == '\\' && matches!(next, '"' | '\\'));
                    if let Some(escaped) = escaped {
                        self.cursor.bump();
                        value.push(escaped);
                        continue;
                    }
                    if c == '"' {
                        let mut ahead = *self.cursor;
                        ahead.skip_blanks();
                        if ahead.eat(']') {
                            *self.cursor = ahead;
                            return Ok(Placed { value, place });
                        }
                        self.warn(at, format!("a quote within the value of the tag {} lacks its '\\'", quoted(name)));
                    }
                    value.push(c);
                }
            }
        }
    }

    /// The move that comes directly before what is next.
    fn move_before(&mut self) -> Option<&mut super::PdnMove> {
        match self.items.last_mut() {
            Some(Placed { value: Item::Move(mv), .. }) if self.number.is_none() => Some(mv),
            _ => None,
        }
    }

    fn put(&mut self, token: Token, place: Place) -> Result<(), Fail> {
        let item = match token {
            Token::Number(number) => {
                self.put_number(number, place);
                return Ok(());
            }
            Token::Move(mut mv) => {
                let number = self.number.take();
                mv.number = number.map(|number| number.value);
                let place = number.map_or(place, |number| number.place);
                self.main_plies += usize::from(self.levels.is_empty());
                self.items.push(Placed { value: Item::Move(mv), place });
                return Ok(());
            }
            Token::Glyph(glyph) => match self.move_before() {
                Some(mv) => {
                    mv.glyphs.push(glyph);
                    return Ok(());
                }
                None => Item::Sign(glyph),
            },
            Token::Open => {
                self.flush_number();
                if self.levels.len() == MAX_NESTING {
                    return Err(Fail { place, reason: format!("variations are nested more than {MAX_NESTING} deep") });
                }
                let outer = std::mem::take(&mut self.items);
                self.levels.push(Level { open: self.begin, outer, outer_number: self.last_number });
                return Ok(());
            }
            Token::Close => {
                self.flush_number();
                let Some(level) = self.levels.pop() else {
                    return Err(Fail { place, reason: "')' closes nothing".to_owned() });
                };
                let inner = std::mem::replace(&mut self.items, level.outer);
                self.last_number = level.outer_number;
                self.items.push(Placed { value: Item::Variation(inner), place: level.open.place() });
                return Ok(());
            }
            Token::Bracket => return Err(Fail { place, reason: "'[' begins no tag".to_owned() }),
            Token::Comment(text) => {
                if holds_tags(&text) {
                    self.warn(place, "the comment has tags in it: is a '}' missing?");
                }
                Item::Comment(text)
            }
            Token::Unknown => Item::Unknown,
            Token::Nag(nag) => Item::Nag(nag),
            Token::Setup(setup) => Item::Setup(setup),
            Token::Result(token) => Item::Result(token),
        };
        self.flush_number();
        self.items.push(Placed { value: item, place });
        Ok(())
    }

    fn put_number(&mut self, number: MoveNumber, place: Place) {
        self.last_number = number.number.or(self.last_number);
        match &mut self.number {
            // "12. ..." is "12...".
            Some(before) if number.number.is_none() => before.value.second = true,
            _ => {
                self.flush_number();
                self.number = Some(Placed { value: number, place });
            }
        }
    }

    /// Makes a number that has no move an item of its own.
    fn flush_number(&mut self) {
        if let Some(number) = self.number.take() {
            self.items.push(Placed { value: Item::Number(number.value), place: number.place });
        }
    }

    fn finish(&mut self, result: Option<Placed<ResultToken>>) -> Result<(), Fail> {
        self.flush_number();
        if let Some(level) = self.levels.first() {
            let found = if self.cursor.peek().is_none() { "the end of the file" } else { "the next tags" };
            let reason = format!("the variation that begins here has no ')' before {found}");
            self.begin = level.open;
            return Err(Fail { place: level.open.place(), reason });
        }
        if let Some(result) = result {
            self.after_result()?;
            self.compare_with_tag(result);
        }
        self.game.result = result;
        self.game.movetext = std::mem::take(&mut self.items);
        Ok(())
    }

    /// Takes what belongs to the game though its result stands before: comments in the same line, and a second result
    /// such as the `*` that separates games in PDN 3.0.
    fn after_result(&mut self) -> Result<(), Fail> {
        loop {
            let mut ahead = *self.cursor;
            ahead.skip_blanks();
            if matches!(ahead.peek(), Some('{' | ';')) {
                let place = ahead.place();
                (*self.cursor, self.begin) = (ahead, ahead);
                let token = token(self.cursor, self.dialect, false)?;
                self.put(token, place)?;
                continue;
            }
            ahead.skip_spaces();
            if self.dialect.result(ahead.word()).is_none() {
                return Ok(());
            }
            self.warn(ahead.place(), format!("a second result, {}, is passed over", quoted(ahead.word())));
            *self.cursor = ahead;
            self.cursor.take_while(|c| !is_separator(c));
        }
    }

    fn compare_with_tag(&mut self, result: Placed<ResultToken>) {
        let Some(tag) = self.game.tag_result() else { return };
        let unknown = |token| token == ResultToken::Star;
        let differ = tag.outcome() != result.outcome() && !unknown(tag) && !unknown(result.value);
        if differ {
            self.warn(result.place, format!("the game ends with {}, its tag Result says {tag}", result.value));
        }
    }
}
