//! Files of claims.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use dambase_prober::any::{draw_rules, slices_of};
use dambase_rules::{GameId, Side};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::claim::{Claim, Expected, Quantity};
use crate::language::{Condition, LanguageError, Needs};

/// What is wrong with a file of claims, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimsError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in letters.
    pub column: usize,
    /// The claim it is in, where that is known.
    pub claim: Option<String>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for ClaimsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        if let Some(claim) = &self.claim {
            write!(f, "claim \"{claim}\": ")?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for ClaimsError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    #[serde(default)]
    claim: Vec<Spanned<RawClaim>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawClaim {
    name: Spanned<String>,
    says: String,
    source: Option<String>,
    note: Option<String>,
    game: Spanned<String>,
    material: Spanned<OneOrMore>,
    side: Option<Spanned<String>>,
    #[serde(rename = "where")]
    conditions: Option<Spanned<String>>,
    outcome: Spanned<String>,
    within: Option<Spanned<i64>>,
    draw_rules: Option<Spanned<String>>,
    #[serde(rename = "for")]
    quantity: Option<Spanned<String>>,
    expect: Option<Spanned<String>>,
}

/// One string, or a list of them.
struct OneOrMore(Vec<String>);

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = OneOrMore;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a material or a list of materials, as strings")
            }

            fn visit_str<E>(self, text: &str) -> Result<OneOrMore, E> {
                Ok(OneOrMore(vec![text.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OneOrMore, A::Error> {
                let mut materials = Vec::new();
                while let Some(material) = list.next_element()? {
                    materials.push(material);
                }
                Ok(OneOrMore(materials))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// Reads a file of claims.
///
/// # Errors
/// The first thing that is wrong, with its line and column.
pub fn read_claims(text: &str) -> Result<Vec<Claim>, ClaimsError> {
    let at = |offset: usize, claim: Option<&str>, reason: String| {
        let (line, column) = place(text, offset);
        ClaimsError { line, column, claim: claim.map(str::to_owned), reason }
    };
    let file: RawFile = toml::from_str(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        let line = text.get(offset..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        // The brackets are easily forgotten, and a list of claims is all that there can be.
        let hint = if line.trim_start().starts_with("[claim]") { ": a claim begins with [[claim]]" } else { "" };
        at(offset, None, format!("{}{hint}", error.message()))
    })?;
    let mut claims: Vec<Claim> = Vec::new();
    for raw in file.claim {
        let raw = raw.into_inner();
        let name = raw.name.get_ref().clone();
        let error = |span: Range<usize>, reason: String| at(span.start, Some(&name), reason);
        if !is_name(&name) {
            return Err(at(
                raw.name.span().start,
                None,
                format!(
                    "name {:?}: a page is named by it: letters, digits, `-`, `_` and `.` between them, {MOST_LETTERS} at most, and not \"index\"",
                    name.chars().take(40).collect::<String>()
                ),
            ));
        }
        if claims.iter().any(|claim| claim.name.eq_ignore_ascii_case(&name)) {
            return Err(error(raw.name.span(), "the second claim of this name".into()));
        }
        let game: GameId = raw
            .game
            .get_ref()
            .parse()
            .map_err(|unknown: dambase_rules::UnknownGame| error(raw.game.span(), unknown.to_string()))?;
        let mut materials: Vec<String> = Vec::new();
        for material in &raw.material.get_ref().0 {
            match pieces(material) {
                Some(Ok(pieces)) => materials.extend(pieces.flat_map(|pieces| slices_of(game, pieces))),
                Some(Err(reason)) => return Err(error(raw.material.span(), reason)),
                None => materials.push(material.clone()),
            }
        }
        if materials.is_empty() {
            return Err(error(raw.material.span(), "a claim of no material says nothing".into()));
        }
        for material in &materials {
            Claim::check_material(game, material).map_err(|wrong| error(raw.material.span(), wrong.to_string()))?;
        }
        let side = match raw.side.as_ref().map(|side| &side.get_ref()[..]) {
            None | Some("either") => None,
            Some("white") => Some(Side::White),
            Some("black") => Some(Side::Black),
            Some(other) => {
                let span = raw.side.as_ref().map_or(0..0, Spanned::span);
                return Err(error(span, format!("side {other:?}: white, black or either")));
            }
        };
        let condition = |written: &Spanned<String>| {
            Condition::read(game, written.get_ref()).map_err(|wrong: LanguageError| {
                let span = written.span();
                at(span.start + offset_in(&text[span], written.get_ref(), wrong.offset), Some(&name), wrong.reason)
            })
        };
        let rules = match &raw.draw_rules {
            Some(named) if named.get_ref() != "none" => {
                Some(draw_rules(game, Some(named.get_ref())).map_err(|reason| error(named.span(), reason))?)
            }
            _ => None,
        };
        let conditions = raw.conditions.as_ref().map(condition).transpose()?;
        let outcome = condition(&raw.outcome)?;
        if rules.is_none() {
            let mut both =
                [(raw.conditions.as_ref(), conditions.as_ref()), (Some(&raw.outcome), Some(&outcome))].into_iter();
            let asks = both.find(|(_, read)| read.is_some_and(|read| read.needs().draw_rules));
            if let Some((Some(written), _)) = asks {
                return Err(error(
                    written.span(),
                    "`spoiled` and `dtc` speak of draw rules: the claim needs draw-rules".into(),
                ));
            }
        }
        let within = match &raw.within {
            None => None,
            Some(moves) => match u32::try_from(*moves.get_ref()) {
                Ok(number) if number <= 100_000 => Some(number),
                _ => return Err(error(moves.span(), "within is a number of moves, 0 to 100000".into())),
            },
        };
        if let Some(written) = raw.within.as_ref().filter(|_| outcome.is_of_draws()) {
            return Err(error(written.span(), "within is the winner's moves, and the outcome has no winner".into()));
        }
        let quantity = match &raw.quantity {
            None => Quantity::Every,
            Some(written) => quantity(written.get_ref()).ok_or_else(|| {
                error(written.span(), format!("for {:?}: every, some, or a share such as \"90 %\"", written.get_ref()))
            })?,
        };
        let expected = match raw.expect.as_ref().map(|expect| &expect.get_ref()[..]) {
            None | Some("proved") => Expected::Proved,
            Some("refuted") => Expected::Refuted,
            Some(other) => {
                let span = raw.expect.as_ref().map_or(0..0, Spanned::span);
                return Err(error(span, format!("expect {other:?}: proved or refuted")));
            }
        };
        claims.push(Claim {
            name: name.clone(),
            says: raw.says,
            source: raw.source,
            note: raw.note,
            game,
            materials,
            side,
            conditions,
            outcome,
            within,
            draw_rules: rules,
            quantity,
            expected,
        });
    }
    Ok(claims)
}

impl Claim {
    /// What tables have to tell for it to be decided.
    pub fn needs(&self) -> Needs {
        let mut needs = self.outcome.needs();
        if let Some(conditions) = &self.conditions {
            let also = conditions.needs();
            needs = Needs {
                depths: needs.depths || also.depths,
                draw_rules: needs.draw_rules || also.draw_rules,
                worth: needs.worth || also.worth,
            };
        }
        needs.depths |= self.within.is_some();
        needs
    }
}

/// The longest name of a claim.
const MOST_LETTERS: usize = 100;

/// Whether a claim, and the page about it, can be called so on any system.
fn is_name(name: &str) -> bool {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    let ends = name.starts_with('.') || name.ends_with('.');
    plain && !ends && (1..=MOST_LETTERS).contains(&name.len()) && !name.eq_ignore_ascii_case("index")
}

/// The most pieces of a material that is named by how many there are.
const MOST_PIECES: u32 = 8;

/// `4 pieces`, `2..4 pieces`: all materials of so many. `None` where it is not written so.
fn pieces(text: &str) -> Option<Result<RangeInclusive<u32>, String>> {
    let numbers = text.trim().strip_suffix("pieces")?.trim();
    let (least, most) = numbers.split_once("..").unwrap_or((numbers, numbers));
    let range = match (least.trim().parse(), most.trim().parse()) {
        (Ok(least), Ok(most)) if 1 <= least && least <= most && most <= MOST_PIECES => Ok(least..=most),
        _ => Err(format!("material {text:?}: \"4 pieces\" or \"2..4 pieces\", of 1 to {MOST_PIECES} pieces")),
    };
    Some(range)
}

fn quantity(text: &str) -> Option<Quantity> {
    match text.trim() {
        "every" => Some(Quantity::Every),
        "some" => Some(Quantity::Some),
        share => {
            let percent: f64 = share.strip_suffix('%')?.trim().parse().ok()?;
            (0.0..=100.0).contains(&percent).then_some(Quantity::Percent(percent))
        }
    }
}

/// Where a place of a string's value is in how it is written: exact where nothing is escaped, else the beginning.
fn offset_in(written: &str, value: &str, offset: usize) -> usize {
    written.find(value).map_or(0, |start| start + offset)
}

/// Line and column of a byte, both from 1.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset.min(text.len())).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before[start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(lines: &str) -> String {
        format!("[[claim]]\nname = \"one\"\nsays = \"So it is.\"\ngame = \"russian\"\nmaterial = \"KKKvK\"\n{lines}\n")
    }

    #[test]
    fn a_claim_is_read() {
        let claims = read_claims(&file("where = 'no black.kings on main-road'\noutcome = \"white wins\"\nwithin = 15\nfor = \"99.5 %\"\nexpect = \"refuted\"\nside = \"black\"\ndraw-rules = \"russian-code\"")).unwrap();
        let [claim] = &claims[..] else { panic!("{claims:?}") };
        assert_eq!((&claim.name[..], claim.game, claim.side), ("one", GameId::Russian, Some(Side::Black)));
        assert_eq!((claim.within, claim.quantity), (Some(15), Quantity::Percent(99.5)));
        assert_eq!(claim.expected, Expected::Refuted);
        assert_eq!(claim.draw_rules.unwrap().name, "russian-code");
        assert_eq!(claim.needs(), Needs { depths: true, draw_rules: false, worth: true });
        assert!(read_claims("").unwrap().is_empty());
        let all =
            read_claims("[[claim]]\nname='a'\nsays=''\ngame='russian'\nmaterial='2..3 pieces'\noutcome='not draw'")
                .unwrap();
        assert_eq!(all[0].materials.len(), 9, "{:?}", all[0].materials);
    }

    #[test]
    fn errors_name_line_and_column() {
        let cases = [
            ("outcome = \"white wnis\"", 6, 18, "(\"wins\"?)"),
            ("outcome = \"\"\"\nwhite wins and\n  black on a2\"\"\"", 8, 12, "\"a2\" is no word"),
            ("outcome = \"white wins\"\nwhere = \"white.queens on edge\"", 7, 10, "only chess"),
            ("outcome = \"white wins\"\nsides = \"white\"", 7, 1, "unknown field"),
            ("outcome = \"white wins\"\nside = \"red\"", 7, 8, "white, black or either"),
            ("outcome = \"white wins\"\nwithin = -1", 7, 10, "number of moves"),
            ("outcome = \"white wins\"\ndraw-rules = \"chess\"", 7, 14, "chess"),
            ("outcome = \"spoiled\"", 6, 11, "needs draw-rules"),
            ("outcome = \"white wins\"\nfor = \"most\"", 7, 7, "every, some"),
            ("outcome = \"white wins\"\nexpect = \"no\"", 7, 10, "proved or refuted"),
            ("outcome = 7", 6, 11, "string"),
            ("outcome = \"draw\"\nwithin = 3", 7, 10, "no winner"),
            ("outcome = \"white wins\"\n[[claim]]\nname = \"one\"", 7, 1, "missing field"),
        ];
        for (lines, line, column, words) in cases {
            let error = read_claims(&file(lines)).expect_err(lines);
            assert_eq!((error.line, error.column), (line, column), "{lines}: {error}");
            assert!(error.reason.contains(words), "{lines}: {error}");
        }
        let material =
            read_claims("[[claim]]\nname='a'\nsays=''\ngame='russian'\nmaterial='KQvK'\noutcome='draw'").unwrap_err();
        assert_eq!((material.line, material.column, material.claim.as_deref()), (5, 10, Some("a")));
        for (written, words) in [("7", "a list of materials"), ("'16 pieces'", "of 1 to 8"), ("'x..4 pieces'", "2..4")]
        {
            let text = format!("[[claim]]\nname='a'\nsays=''\ngame='russian'\nmaterial={written}\noutcome='draw'");
            let error = read_claims(&text).unwrap_err();
            assert!((error.line, error.column) == (5, 10) && error.reason.contains(words), "{error}");
        }
        assert!(read_claims("[claim]\nname='a'").unwrap_err().reason.contains("[[claim]]"));
        let game = read_claims("[[claim]]\nname='a'\nsays=''\ngame='go'\nmaterial='KvK'\noutcome='draw'").unwrap_err();
        assert!(game.to_string().starts_with("line 4, column 6: claim \"a\": no game is called"), "{game}");
        let name =
            read_claims("[[claim]]\nname='a/b'\nsays=''\ngame='go'\nmaterial='KvK'\noutcome='draw'").unwrap_err();
        assert!(name.to_string().contains("a page is named by it"));
        assert!(
            !is_name("Index") && !is_name("") && !is_name("..") && !is_name(&"a".repeat(101)) && is_name("a.1-b_c")
        );
        assert!(read_claims("[[claim").unwrap_err().line == 1);
    }
}
