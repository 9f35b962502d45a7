//! The tokens of movetext.

use super::cursor::{Cursor, is_separator};
use super::dialect::Dialect;
use super::error::{Place, quoted};
use super::glyph::Glyph;
use super::moves::{self, MoveNumber, PdnMove, Scanned};
use super::result::ResultToken;
use super::san;
use super::tree::Setup;

/// What comes next in movetext.
pub(super) enum Token {
    Move(PdnMove),
    Unknown,
    Number(MoveNumber),
    Glyph(Glyph),
    Nag(u16),
    Comment(String),
    Open,
    Close,
    Setup(Setup),
    Result(ResultToken),
    /// `[`, not gone past.
    Bracket,
}

/// What is wrong and where.
pub(super) struct Fail {
    pub place: Place,
    pub reason: String,
}

/// Reads the token that comes next; the cursor is at no space and not at the end. After a failure it is where reading
/// may go on. `glued`: the token touches a move, or the signs of one.
pub(super) fn token(cursor: &mut Cursor<'_>, dialect: Dialect, glued: bool) -> Result<Token, Fail> {
    let place = cursor.place();
    let fail = |reason: String| Err(Fail { place, reason });
    let next = cursor.peek().unwrap_or(' ');
    match next {
        '{' => return comment(cursor).map(Token::Comment),
        ';' => {
            cursor.bump();
            return Ok(Token::Comment(cursor.rest_of_line().to_owned()));
        }
        '[' => return Ok(Token::Bracket),
        ')' => {
            cursor.bump();
            return Ok(Token::Close);
        }
        '$' => return nag(cursor),
        '/' if dialect == Dialect::Pdn => return setup(cursor),
        // PDN's own sign for the forced move (S000 9.1.9) and its own end of a game: the blank before tells them apart.
        '*' if !glued || dialect == Dialect::Pgn => {
            cursor.bump();
            return Ok(Token::Result(ResultToken::Star));
        }
        _ => {}
    }
    let word = cursor.word();
    if next != '*'
        && let Some(token) = dialect.result(word)
    {
        cursor.take_while(|c| !is_separator(c));
        return Ok(Token::Result(token));
    }
    if let Some(glyph) = Glyph::scan(cursor) {
        return Ok(Token::Glyph(glyph));
    }
    match next {
        '(' => {
            cursor.bump();
            return Ok(Token::Open);
        }
        '-' if word == "-" => {
            cursor.bump();
            return Ok(Token::Unknown);
        }
        // How chess programs write that a side passes.
        '-' | 'Z' if dialect == Dialect::Pgn && matches!(word, "--" | "Z0") => {
            cursor.bump();
            cursor.bump();
            return Ok(Token::Unknown);
        }
        '.' | '\u{2026}' => {
            if dots(cursor) > 1 {
                return Ok(Token::Number(MoveNumber { number: None, second: true }));
            }
            return fail("a dot stands alone".to_owned());
        }
        '0'..='9' => {
            let start = *cursor;
            let digits = cursor.take_while(|c| c.is_ascii_digit());
            let dots = dots(cursor);
            // In PGN the dot may be missing; in PDN a number by itself would be the square of a move.
            if dots > 0 || dialect == Dialect::Pgn && digits == word {
                return match digits.parse() {
                    Ok(number) => Ok(Token::Number(MoveNumber { number: Some(number), second: dots > 1 })),
                    Err(_) => fail(format!("{} is no number of a move", quoted(digits))),
                };
            }
            *cursor = start;
        }
        _ => {}
    }
    if dialect == Dialect::Pgn {
        return san::scan(cursor).map(Token::Move).or_else(fail);
    }
    match moves::scan(cursor) {
        Ok(Scanned::Move(mv)) => Ok(Token::Move(mv)),
        Ok(Scanned::Result(token)) => Ok(Token::Result(token)),
        Err(reason) => fail(reason),
    }
}

/// Goes past dots, and tells how many; the sign of three counts as three.
fn dots(cursor: &mut Cursor<'_>) -> usize {
    cursor.take_while(|c| c == '.' || c == '\u{2026}').chars().map(|c| if c == '.' { 1 } else { 3 }).sum()
}

fn nag(cursor: &mut Cursor<'_>) -> Result<Token, Fail> {
    let place = cursor.place();
    cursor.bump();
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    match digits.parse() {
        Ok(nag) => Ok(Token::Nag(nag)),
        Err(_) => {
            Err(Fail { place, reason: format!("expected a number up to 65535 after '$', found {}", quoted(digits)) })
        }
    }
}

fn setup(cursor: &mut Cursor<'_>) -> Result<Token, Fail> {
    let place = cursor.place();
    cursor.bump();
    let text = cursor.take_while(|c| c != '/' && !Setup::is_foreign(c));
    match Setup::from_text(text) {
        Some(setup) if cursor.eat('/') => Ok(Token::Setup(setup)),
        _ => Err(Fail { place, reason: "the setup that begins here has no second '/'".to_owned() }),
    }
}

/// Reads `{...}`; braces do not nest.
///
/// A comment that is never closed would swallow the games behind it. So it is an error if a tag section stands in it and
/// then a brace opens again; a game that was put in braces as a whole, without comments of its own, is a comment.
fn comment(cursor: &mut Cursor<'_>) -> Result<String, Fail> {
    let place = cursor.place();
    cursor.bump();
    let start = *cursor;
    // The first tag: where reading goes on if there should have been a brace before.
    let mut tag = None;
    while let Some(c) = cursor.peek() {
        match c {
            '}' => {
                let text = cursor.since(&start).replace("\r\n", "\n").replace('\r', "\n");
                cursor.bump();
                return Ok(text);
            }
            '{' if tag.is_some() => break,
            '[' if tag.is_none() && is_tag_line(cursor) => tag = Some(*cursor),
            _ => {}
        }
        cursor.bump();
    }
    *cursor = tag.unwrap_or(*cursor);
    let reason = match tag {
        Some(tag) => format!("the comment that begins here has no '}}' before the tags in line {}", tag.place().line),
        None => "the comment that begins here has no '}'".to_owned(),
    };
    Err(Fail { place, reason })
}

fn is_tag_line(cursor: &Cursor<'_>) -> bool {
    cursor.place().column == 1 && cursor.is_at_proper_tag()
}

/// Whether a text in braces is read back as it is.
pub(super) fn fits_braces(text: &str) -> bool {
    let braced = format!("{{{text}}}");
    let mut cursor = Cursor::new(&braced);
    comment(&mut cursor).is_ok() && cursor.peek().is_none()
}

/// Whether lines of a comment look like tags.
pub(super) fn holds_tags(text: &str) -> bool {
    text.lines().skip(1).any(|line| Cursor::new(line).is_at_proper_tag())
}
