//! A game as a file has it.

use super::cursor::is_name;
use super::error::{Place, Placed};
use super::glyph::Glyph;
use super::moves::{MoveNumber, PdnMove};
use super::result::ResultToken;

/// A game as a file has it. Equality is of tags, movetext and result; places, number and warnings are left out.
#[derive(Clone, Debug, Default)]
pub struct PdnGame {
    /// The tags, in the order of the file; a name may come twice.
    pub tags: Vec<Placed<Tag>>,
    /// The moves and all that stands between them.
    pub movetext: Vec<Placed<Item>>,
    /// What the movetext ends with.
    pub result: Option<Placed<ResultToken>>,
    /// Where the game begins.
    pub place: Place,
    /// Which game of the file it is, from 1; 0 for one that was not read from a file.
    pub number: usize,
    /// What was read though it is not as it should be.
    pub warnings: Vec<Placed<String>>,
}

impl PartialEq for PdnGame {
    fn eq(&self, other: &Self) -> bool {
        (&self.tags, &self.movetext, &self.result) == (&other.tags, &other.movetext, &other.result)
    }
}

impl Eq for PdnGame {}

impl PdnGame {
    /// The value of the first tag of this name, capitals or not; else of the first tag that is its name in Italian files.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let find = |name: &str| self.tags.iter().find(|tag| tag.name().eq_ignore_ascii_case(name));
        let aliases = ITALIAN.iter().filter(|(_, standard)| standard.eq_ignore_ascii_case(name));
        find(name).or_else(|| aliases.filter_map(|(alias, _)| find(alias)).next()).map(|tag| tag.value.value())
    }

    /// [`PdnGame::tag`] where it says something: not blank, nor one of the signs for an unknown value (`?`, `-`,
    /// `????.??.??`).
    pub fn known_tag(&self, name: &str) -> Option<&str> {
        let value = self.tag(name)?.trim();
        value.contains(|c: char| !matches!(c, '?' | '.' | '-')).then_some(value)
    }

    /// The position the game begins with, where it is not the usual one: the text of the tag FEN.
    pub fn fen(&self) -> Option<&str> {
        self.known_tag("FEN")
    }

    /// The result the tags give, where it is one of those known. [`PdnGame::result`] is what the movetext ends with.
    pub fn tag_result(&self) -> Option<ResultToken> {
        ResultToken::from_text(self.tag("Result")?)
    }

    /// The moves of the game itself, variations left out.
    pub fn moves(&self) -> impl Iterator<Item = (Place, &PdnMove)> {
        moves_of(&self.movetext)
    }
}

/// The moves of a line, variations left out.
pub fn moves_of(items: &[Placed<Item>]) -> impl Iterator<Item = (Place, &PdnMove)> {
    items.iter().filter_map(|item| match &item.value {
        Item::Move(mv) => Some((item.place, mv)),
        _ => None,
    })
}

/// The tags of Italian files and their names in the standard. `Dati` ("data") holds the tournament.
const ITALIAN: [(&str, &str); 9] = [
    ("Dati", "Event"),
    ("Evento", "Event"),
    ("Luogo", "Site"),
    ("Data", "Date"),
    ("Anno", "Date"),
    ("Turno", "Round"),
    ("Bianco", "White"),
    ("Nero", "Black"),
    ("Risultato", "Result"),
];

/// A name and a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    pub(super) name: String,
    pub(super) value: Placed<String>,
}

impl Tag {
    /// A tag. `None` if the name is not letters, digits and `_`, beginning with a letter. A value has one line: line ends
    /// in it become blanks.
    pub fn new(name: &str, value: &str) -> Option<Tag> {
        let proper = name.starts_with(char::is_alphabetic) && name.chars().all(is_name);
        let value = value.replace("\r\n", " ").replace(['\r', '\n'], " ");
        proper.then(|| Tag { name: name.to_owned(), value: value.into() })
    }

    /// The name, as written.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value, without quotes and escapes.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// Where the value begins, after its quote: errors in a FEN count from here.
    pub fn value_place(&self) -> Place {
        self.value.place
    }
}

/// One thing of the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A move.
    Move(PdnMove),
    /// A move that nobody knows: `-` in place of one.
    Unknown,
    /// A move's number without the move right behind it, as before a comment or a result.
    Number(MoveNumber),
    /// A comment, without its braces or `;`; line ends are `\n`.
    Comment(String),
    /// A numeric annotation glyph, `$7`.
    Nag(u16),
    /// A sign that does not stand right behind a move.
    Sign(Glyph),
    /// Moves in parentheses. They take the place of the move before, as in chess; PDN does not say.
    Variation(Vec<Placed<Item>>),
    /// Another position on the board, `/FEN "..."/`.
    Setup(Setup),
    /// A result inside a variation: it ends nothing. [`PdnGame::result`] has that of the game.
    Result(ResultToken),
}

/// A command between slashes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup(String);

impl Setup {
    /// The command that sets up a position.
    pub fn new(fen: &str) -> Option<Setup> {
        Setup::from_text(&format!("FEN \"{fen}\""))
    }

    /// What stands between the slashes; `None` if it has slashes or brackets in it, so that it would not be read back.
    pub fn from_text(text: &str) -> Option<Setup> {
        let proper = !text.contains('/') && !text.contains(Setup::is_foreign);
        proper.then(|| Setup(text.replace("\r\n", "\n").replace('\r', "\n")))
    }

    /// What shows that a slash was none of a setup's.
    pub(super) fn is_foreign(c: char) -> bool {
        "{}()[]".contains(c)
    }

    /// What stands between the slashes.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The position, with its quotes and a colon after `FEN` left out; `None` for another command.
    pub fn fen(&self) -> Option<&str> {
        let text = self.0.trim();
        let (command, fen) = text.split_at_checked("FEN".len())?;
        if !command.eq_ignore_ascii_case("FEN") || fen.starts_with(char::is_alphanumeric) {
            return None;
        }
        let fen = fen.trim_start();
        let fen = fen.strip_prefix(':').unwrap_or(fen).trim();
        Some(fen.strip_prefix('"').and_then(|fen| fen.strip_suffix('"')).unwrap_or(fen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(tags: &[(&str, &str)]) -> PdnGame {
        let tags = tags.iter().map(|(name, value)| Tag::new(name, value).unwrap().into()).collect();
        PdnGame { tags, ..PdnGame::default() }
    }

    #[test]
    fn tags_have_their_italian_names() {
        let game = game(&[("Dati", "T"), ("Anno", "2005"), ("bianco", "W"), ("Nero", "B"), ("Risultato", "1-0")]);
        for (name, value) in [("Event", "T"), ("Date", "2005"), ("WHITE", "W"), ("Black", "B"), ("Nero", "B")] {
            assert_eq!(game.tag(name), Some(value));
        }
        assert_eq!(game.tag_result(), Some(ResultToken::OneZero));
        assert_eq!(game.tag("Site"), None);
    }

    #[test]
    fn the_standard_name_goes_first() {
        assert_eq!(game(&[("Data", "1"), ("Anno", "2"), ("Date", "3")]).tag("Date"), Some("3"));
        assert_eq!(game(&[("Anno", "2"), ("Data", "1")]).tag("Date"), Some("1"));
    }

    #[test]
    fn unknown_values_are_known_as_such() {
        for value in ["", " ", "?", "-", "????.??.??"] {
            assert_eq!(game(&[("Date", value)]).known_tag("Date"), None, "{value}");
        }
        assert_eq!(game(&[("Date", " 1950. ")]).known_tag("Date"), Some("1950."));
        assert_eq!(game(&[("FEN", "")]).fen(), None);
    }

    #[test]
    fn tags_that_could_not_be_read_back_are_not_made() {
        for name in ["", "1a", "a b", "a-b", "_a", "a\""] {
            assert_eq!(Tag::new(name, ""), None, "{name}");
        }
        assert_eq!(Tag::new("A", "x\r\ny\nz").unwrap().value(), "x y z");
    }

    #[test]
    fn setups_hold_positions() {
        let fen = |text| Setup::from_text(text).map(|setup| setup.fen().map(str::to_owned));
        for text in ["FEN \"W:W1:B2\"", "FEN:W:W1:B2", "fen W:W1:B2", " FEN : \"W:W1:B2\" "] {
            assert_eq!(fen(text), Some(Some("W:W1:B2".into())), "{text}");
        }
        assert_eq!(fen("FENCE"), Some(None));
        assert_eq!(fen("x"), Some(None));
        assert_eq!(fen("a/b"), None);
        assert_eq!(Setup::new("W:W1:B2").unwrap().text(), "FEN \"W:W1:B2\"");
    }
}
