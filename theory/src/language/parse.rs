//! Reads conditions: from letters to words, from words to a tree, with the kind of each part made sure of.

use dambase_rules::{Family, GameId};

use super::LanguageError;
use super::syntax::{Kind, Number, Relation, Sentence, Set, Theory, Who};
use super::words::{SIDES, near};
use crate::board::{Grid, NAMED};

/// Reads a whole text.
pub fn sentence(game: GameId, grid: &Grid, text: &str) -> Result<Sentence, LanguageError> {
    // Trees are walked from part to part: what is not deep must not be long either.
    if text.len() > MOST_BYTES {
        return Err(LanguageError {
            offset: MOST_BYTES,
            reason: format!("the condition is too long: {MOST_BYTES} bytes at most"),
        });
    }
    let tokens = tokens(text)?;
    let mut parser = Parser { game, grid, tokens, at: 0, depth: 0, end: text.len() };
    let said = parser.either()?;
    let sentence = parser.told(said)?;
    match parser.peek() {
        None => Ok(sentence),
        Some(_) => Err(parser.error_here("the sentence is over before this")),
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Token<'a> {
    Word(&'a str),
    Number(i64),
    Sign(&'a str),
}

/// Signs, longer ones first.
const SIGNS: [&str; 19] =
    ["..", "<=", ">=", "!=", "==", "<", ">", "=", "(", ")", "[", "]", ",", ".", "|", "&", "~", "+", "*"];

fn tokens(text: &str) -> Result<Vec<(usize, Token<'_>)>, LanguageError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if letter.is_whitespace() {
            at += letter.len_utf8();
            continue;
        } else if letter.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let number = rest[..length].parse().map_err(|_| LanguageError {
                offset: at,
                reason: format!("{} is too great a number", &rest[..length.min(24)]),
            })?;
            tokens.push((at, Token::Number(number)));
            length
        } else if letter.is_ascii_alphabetic() {
            // A hyphen belongs to a word if a letter follows.
            let bytes = rest.as_bytes();
            let mut length = 1;
            while length < bytes.len()
                && (bytes[length].is_ascii_alphanumeric()
                    || (bytes[length] == b'-' && bytes.get(length + 1).is_some_and(u8::is_ascii_alphabetic)))
            {
                length += 1;
            }
            tokens.push((at, Token::Word(&rest[..length])));
            length
        } else if let Some(sign) = SIGNS.iter().chain(&["-", "%"]).find(|sign| rest.starts_with(**sign)) {
            tokens.push((at, Token::Sign(&rest[..sign.len()])));
            sign.len()
        } else {
            return Err(LanguageError { offset: at, reason: format!("{letter:?} means nothing here") });
        };
        at += length;
    }
    Ok(tokens)
}

/// Something said, and where it begins.
struct Said {
    at: usize,
    what: What,
}

enum What {
    Sentence(Sentence),
    Number(Number),
    Set(Set),
}

/// The longest condition, in bytes.
const MOST_BYTES: usize = 8 << 10;

/// Parts within parts, at most.
const MOST_DEPTH: u32 = 64;

struct Parser<'a> {
    game: GameId,
    grid: &'a Grid,
    tokens: Vec<(usize, Token<'a>)>,
    at: usize,
    depth: u32,
    /// Length of the text.
    end: usize,
}

type Parsed<T> = Result<T, LanguageError>;

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).map(|token| token.1)
    }

    fn offset(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |token| token.0)
    }

    fn error<T>(&self, offset: usize, reason: impl Into<String>) -> Parsed<T> {
        Err(LanguageError { offset, reason: reason.into() })
    }

    fn error_here(&self, reason: impl Into<String>) -> LanguageError {
        LanguageError { offset: self.offset(), reason: reason.into() }
    }

    /// Takes the next token if it is this sign or word.
    fn take(&mut self, text: &str) -> bool {
        let is = matches!(self.peek(), Some(Token::Sign(found) | Token::Word(found)) if found == text);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, sign: &str, after: &str) -> Parsed<()> {
        if self.take(sign) { Ok(()) } else { Err(self.error_here(format!("\"{sign}\" is expected after {after}"))) }
    }

    fn told(&self, said: Said) -> Parsed<Sentence> {
        match said.what {
            What::Sentence(sentence) => Ok(sentence),
            What::Number(_) => self.error(said.at, "a number alone is neither true nor false: compare it with another"),
            What::Set(_) => self.error(said.at, "squares alone are neither true nor false: `A on B`, `count(A) = 2`"),
        }
    }

    fn counted(&self, said: Said) -> Parsed<Number> {
        match said.what {
            What::Number(number) => Ok(number),
            What::Set(_) => {
                self.error(said.at, "a number is expected, and these are squares: `count(A)`, `distance(A, B)`")
            }
            What::Sentence(_) => self.error(said.at, "a number is expected, and this is true or false"),
        }
    }

    fn placed(&self, said: Said) -> Parsed<Set> {
        match said.what {
            What::Set(set) => Ok(set),
            What::Number(_) => {
                self.error(said.at, "squares are expected, and this is a number: squares by number are written [22]")
            }
            What::Sentence(_) => self.error(said.at, "squares are expected, and this is true or false"),
        }
    }

    fn either(&mut self) -> Parsed<Said> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(self.error_here("parts within parts go too deep"));
        }
        let mut said = self.both()?;
        while self.take("or") {
            let one = self.told(said)?;
            let other = self.both()?;
            let (at, other) = (other.at, self.told(other)?);
            said = Said { at, what: What::Sentence(Sentence::Or(Box::new(one), Box::new(other))) };
        }
        self.depth -= 1;
        Ok(said)
    }

    fn both(&mut self) -> Parsed<Said> {
        let mut said = self.negated()?;
        while self.take("and") {
            let one = self.told(said)?;
            let other = self.negated()?;
            let (at, other) = (other.at, self.told(other)?);
            said = Said { at, what: What::Sentence(Sentence::And(Box::new(one), Box::new(other))) };
        }
        Ok(said)
    }

    fn negated(&mut self) -> Parsed<Said> {
        let at = self.offset();
        let mut negations = 0;
        while self.take("not") {
            negations += 1;
        }
        let said = self.compared()?;
        if negations == 0 {
            return Ok(said);
        }
        let sentence = self.told(said)?;
        let sentence = if negations % 2 == 1 { Sentence::Not(Box::new(sentence)) } else { sentence };
        Ok(Said { at, what: What::Sentence(sentence) })
    }

    fn compared(&mut self) -> Parsed<Said> {
        let at = self.offset();
        for quantity in ["all", "no", "some"] {
            if self.take(quantity) {
                let one = self.summed()?;
                let one = self.placed(one)?;
                self.expect("on", &format!("the squares of \"{quantity}\""))?;
                let other = self.summed()?;
                let other = self.placed(other)?;
                let sentence = match quantity {
                    "all" => Sentence::All(one, other),
                    "no" => Sentence::Not(Box::new(Sentence::Some(one, other))),
                    _ => Sentence::Some(one, other),
                };
                return Ok(Said { at, what: What::Sentence(sentence) });
            }
        }
        let one = self.summed()?;
        if self.take("on") {
            let one = self.placed(one)?;
            let other = self.summed()?;
            let other = self.placed(other)?;
            return Ok(Said { at, what: What::Sentence(Sentence::Some(one, other)) });
        }
        let relations = [
            ("<=", Relation::AtMost),
            (">=", Relation::AtLeast),
            ("!=", Relation::Other),
            ("==", Relation::Equal),
            ("=", Relation::Equal),
            ("<", Relation::Less),
            (">", Relation::More),
        ];
        for (sign, relation) in relations {
            if self.take(sign) {
                let one = self.counted(one)?;
                let other = self.summed()?;
                let other = self.counted(other)?;
                return Ok(Said { at, what: What::Sentence(Sentence::Compare(one, relation, other)) });
            }
        }
        Ok(one)
    }

    fn summed(&mut self) -> Parsed<Said> {
        let mut said = self.multiplied()?;
        loop {
            let at = said.at;
            let what = if self.take("|") {
                let (one, other) = (self.placed(said)?, self.multiplied()?);
                What::Set(Set::Either(Box::new(one), Box::new(self.placed(other)?)))
            } else if self.take("+") {
                let (one, other) = (self.counted(said)?, self.multiplied()?);
                What::Number(Number::Plus(Box::new(one), Box::new(self.counted(other)?)))
            } else if self.take("-") {
                let (one, other) = (self.counted(said)?, self.multiplied()?);
                What::Number(Number::Minus(Box::new(one), Box::new(self.counted(other)?)))
            } else {
                return Ok(said);
            };
            said = Said { at, what };
        }
    }

    fn multiplied(&mut self) -> Parsed<Said> {
        let mut said = self.single()?;
        loop {
            let at = said.at;
            let what = if self.take("&") {
                let (one, other) = (self.placed(said)?, self.single()?);
                What::Set(Set::Both(Box::new(one), Box::new(self.placed(other)?)))
            } else if self.take("*") {
                let (one, other) = (self.counted(said)?, self.single()?);
                What::Number(Number::Times(Box::new(one), Box::new(self.counted(other)?)))
            } else if self.take("%") {
                let (one, other) = (self.counted(said)?, self.single()?);
                What::Number(Number::Modulo(Box::new(one), Box::new(self.counted(other)?)))
            } else {
                return Ok(said);
            };
            said = Said { at, what };
        }
    }

    fn single(&mut self) -> Parsed<Said> {
        let at = self.offset();
        let mut outside = false;
        while self.take("~") {
            outside = !outside;
        }
        if outside {
            let said = self.primary()?;
            return Ok(Said { at, what: What::Set(Set::Outside(Box::new(self.placed(said)?))) });
        }
        if self.take("-") {
            let said = self.primary()?;
            let number = self.counted(said)?;
            return Ok(Said { at, what: What::Number(Number::Minus(Box::new(Number::Literal(0)), Box::new(number))) });
        }
        self.primary()
    }

    fn primary(&mut self) -> Parsed<Said> {
        let at = self.offset();
        let what = match self.peek() {
            None => return Err(self.error_here("something is expected here, and the text ends")),
            Some(Token::Number(number)) => {
                self.at += 1;
                What::Number(Number::Literal(number))
            }
            Some(Token::Sign("(")) => {
                self.at += 1;
                let said = self.either()?;
                self.expect(")", "what is in brackets")?;
                return Ok(Said { at, what: said.what });
            }
            Some(Token::Sign("[")) => {
                self.at += 1;
                What::Set(self.listed()?)
            }
            Some(Token::Sign(sign)) => return Err(self.error_here(format!("\"{sign}\" cannot stand here"))),
            Some(Token::Word(word)) => {
                self.at += 1;
                self.word(at, word)?
            }
        };
        Ok(Said { at, what })
    }

    /// Squares up to the closing bracket.
    fn listed(&mut self) -> Parsed<Set> {
        let mut squares = 0u128;
        loop {
            if self.take("]") {
                return Ok(Set::Squares(squares));
            }
            let from = self.square()?;
            let to = if self.take("..") { self.square()? } else { from };
            squares |= (from.min(to)..=from.max(to)).fold(0, |set, square| set | 1 << square);
            let _ = self.take(",");
        }
    }

    fn square(&mut self) -> Parsed<u32> {
        let at = self.offset();
        let text = match self.peek() {
            Some(Token::Word(word)) => word.to_owned(),
            Some(Token::Number(number)) => number.to_string(),
            _ => return Err(self.error_here("a square or \"]\" is expected")),
        };
        self.at += 1;
        self.grid.square_named(&text).map_or_else(|| self.error(at, format!("{text} is no square of this board")), Ok)
    }

    fn side(&mut self, of: &str) -> Parsed<Who> {
        let at = self.offset();
        if let Some(Token::Word(word)) = self.peek()
            && let Some(who) = who(word)
        {
            self.at += 1;
            return Ok(who);
        }
        self.error(at, format!("{of} needs a side: {}", SIDES.join(", ")))
    }

    fn word(&mut self, at: usize, word: &'a str) -> Parsed<What> {
        if let Some(who) = who(word) {
            return self.of_a_side(at, who);
        }
        let family = self.game.family();
        Ok(match word {
            "true" => What::Sentence(Sentence::Constant(true)),
            "false" => What::Sentence(Sentence::Constant(false)),
            "draw" => What::Sentence(Sentence::Drawn(Theory::AsClaimed)),
            "would-draw" => What::Sentence(Sentence::Drawn(Theory::Always)),
            "spoiled" => What::Sentence(Sentence::Spoiled),
            "check" if family == Family::Chess => What::Sentence(Sentence::InCheck),
            "check" => return self.error(at, "there is no check in draughts"),
            "plies" => What::Number(Number::Plies),
            "moves" => What::Number(Number::Moves),
            "dtc" => What::Number(Number::Dtc),
            "barred" if family == Family::Artamonov => What::Set(Set::Barred),
            "barred" => return self.error(at, "no piece is barred in this game"),
            "count" => {
                self.expect("(", word)?;
                let one = self.summed()?;
                let one = self.placed(one)?;
                let set = if self.take("on") {
                    let other = self.summed()?;
                    Set::Both(Box::new(one), Box::new(self.placed(other)?))
                } else {
                    one
                };
                self.expect(")", "the squares that are counted")?;
                What::Number(Number::Count(set))
            }
            "distance" | "farthest" | "row-distance" | "file-distance" => {
                self.expect("(", word)?;
                let one = self.summed()?;
                let one = self.placed(one)?;
                self.expect(",", "the first squares")?;
                let other = self.summed()?;
                let other = self.placed(other)?;
                self.expect(")", "the second squares")?;
                What::Number(match word {
                    "distance" => Number::Distance(one, other),
                    "farthest" => Number::Farthest(one, other),
                    "row-distance" => Number::RowDistance(one, other),
                    _ => Number::FileDistance(one, other),
                })
            }
            "lowest-row" | "highest-row" => {
                self.expect("(", word)?;
                let set = self.summed()?;
                let set = self.placed(set)?;
                self.expect(")", "the squares")?;
                What::Number(if word == "lowest-row" { Number::LowestRow(set) } else { Number::HighestRow(set) })
            }
            // Whose piece has moved and whose was taken cannot be told apart there.
            "attacks" if family == Family::Artamonov => return self.error(at, "attacks is not of this game: takes(S)"),
            "mobility" | "attacks" | "takes" => {
                self.expect("(", word)?;
                let who = self.side(word)?;
                self.expect(")", "the side")?;
                What::Number(match word {
                    "mobility" => Number::Mobility(who),
                    "attacks" => Number::Attacks(who),
                    _ => Number::Takes(who),
                })
            }
            "promotion" => {
                self.expect("(", word)?;
                let who = self.side(word)?;
                self.expect(")", "the side")?;
                What::Set(Set::Promotion(who))
            }
            "row" | "rows" => What::Set(self.rows()?),
            "file" | "files" => What::Set(self.files()?),
            _ => return self.squares_or_pieces(at, word),
        })
    }

    /// A word that names pieces, squares with a name, or one square.
    fn squares_or_pieces(&self, at: usize, word: &str) -> Parsed<What> {
        if let Some(kind) = kind(word) {
            return self.of_kind(at, None, kind).map(What::Set);
        }
        if NAMED.iter().any(|(name, _)| *name == word) {
            return match self.grid.named(word) {
                Ok(squares) => Ok(What::Set(Set::Squares(squares))),
                Err(reason) => self.error(at, reason),
            };
        }
        if let Some(square) = self.grid.square_named(word) {
            return Ok(What::Set(Set::Squares(1 << square)));
        }
        if ["and", "or", "on"].contains(&word) {
            return self.error(at, format!("something has to stand before \"{word}\""));
        }
        const OTHERS: [&str; 18] = [
            "draw",
            "spoiled",
            "would-draw",
            "check",
            "plies",
            "moves",
            "dtc",
            "barred",
            "count",
            "distance",
            "farthest",
            "row-distance",
            "file-distance",
            "mobility",
            "attacks",
            "takes",
            "promotion",
            "pieces",
        ];
        let known = SIDES.into_iter().chain(NAMED.iter().map(|named| named.0)).chain(OTHERS);
        let hint = near(word, known).map_or_else(String::new, |near| format!(" (\"{near}\"?)"));
        self.error(at, format!("\"{word}\" is no word of the language{hint}"))
    }

    /// What follows the name of a side.
    fn of_a_side(&mut self, at: usize, who: Who) -> Parsed<What> {
        if self.take(".") {
            let at_kind = self.offset();
            let Some(Token::Word(word)) = self.peek() else {
                return Err(self.error_here("pieces are expected after the dot: pieces, men, kings"));
            };
            let Some(kind) = kind(word) else {
                return self.error(at_kind, format!("no pieces are called \"{word}\": pieces, men, kings"));
            };
            self.at += 1;
            return self.of_kind(at, Some(who), kind).map(What::Set);
        }
        let at_verb = self.offset();
        let Some(Token::Word(verb)) = self.peek() else {
            return self.of_kind(at, Some(who), Kind::Pieces).map(What::Set);
        };
        let family = self.game.family();
        let sentence = match verb {
            "wins" => Sentence::Wins(who, Theory::AsClaimed),
            "loses" => Sentence::Loses(who, Theory::AsClaimed),
            "would-win" => Sentence::Wins(who, Theory::Always),
            "would-lose" => Sentence::Loses(who, Theory::Always),
            "to-move" => Sentence::ToMove(who),
            "can-capture" => Sentence::CanCapture(who),
            "double-attack" if family != Family::Artamonov => Sentence::DoubleAttack(who),
            "recaptures" => Sentence::Recaptures(who),
            "has-the-move" if family == Family::Draughts => Sentence::HasTheMove(who),
            "has-opposition" if family == Family::Chess => Sentence::Opposition(who),
            "has-the-move" | "has-opposition" | "double-attack" => {
                return self.error(at_verb, format!("{verb} is not of this game"));
            }
            "forces-capture" => {
                self.at += 1;
                let at_number = self.offset();
                let Some(Token::Number(moves @ 1..=4)) = self.peek() else {
                    return self.error(at_number, "forces-capture needs a number of moves, 1 to 4");
                };
                self.at += 1;
                return Ok(What::Sentence(Sentence::ForcesCapture(who, moves as u32)));
            }
            // The side's pieces, and a word that goes on.
            "on" | "and" | "or" => return self.of_kind(at, Some(who), Kind::Pieces).map(What::Set),
            _ => {
                const VERBS: [&str; 11] = [
                    "wins",
                    "loses",
                    "would-win",
                    "would-lose",
                    "to-move",
                    "can-capture",
                    "double-attack",
                    "recaptures",
                    "has-the-move",
                    "has-opposition",
                    "forces-capture",
                ];
                let hint = near(verb, VERBS.into_iter()).map_or_else(String::new, |near| format!(" (\"{near}\"?)"));
                return self.error(at_verb, format!("\"{verb}\" says nothing of a side{hint}"));
            }
        };
        self.at += 1;
        Ok(What::Sentence(sentence))
    }

    fn of_kind(&self, at: usize, who: Option<Who>, kind: Kind) -> Parsed<Set> {
        let family = self.game.family();
        if who.is_some() && family == Family::Artamonov {
            return self.error(at, "pieces are nobody's in this game: `men`, `kings`, `pieces`");
        }
        let of_chess = matches!(kind, Kind::Queens | Kind::Rooks | Kind::Bishops | Kind::Knights);
        if of_chess && family != Family::Chess {
            return self.error(at, "only chess has such pieces");
        }
        Ok(Set::Of(who, kind))
    }

    fn rows(&mut self) -> Parsed<Set> {
        self.expect("(", "row")?;
        let row = |parser: &mut Self| match parser.peek() {
            Some(Token::Number(number)) if (1..=i64::from(parser.grid.rows)).contains(&number) => {
                parser.at += 1;
                Ok(number as u32)
            }
            _ => Err(parser.error_here(format!("a row is expected, 1 to {}", parser.grid.rows))),
        };
        let from = row(self)?;
        let to = if self.take("..") { row(self)? } else { from };
        self.expect(")", "the rows")?;
        Ok(Set::Squares(self.grid.filter(|_, row| (from.min(to)..=from.max(to)).contains(&row))))
    }

    fn files(&mut self) -> Parsed<Set> {
        self.expect("(", "file")?;
        let last = char::from(b'a' + self.grid.files as u8 - 1);
        let file = |parser: &mut Self| match parser.peek() {
            Some(Token::Word(word)) if word.len() == 1 && ("a"..=&last.to_string()[..]).contains(&word) => {
                parser.at += 1;
                Ok(u32::from(word.as_bytes()[0] - b'a'))
            }
            _ => Err(parser.error_here(format!("a file is expected, a to {last}"))),
        };
        let from = file(self)?;
        let to = if self.take("..") { file(self)? } else { from };
        self.expect(")", "the files")?;
        Ok(Set::Squares(self.grid.filter(|file, _| (from.min(to)..=from.max(to)).contains(&file))))
    }
}

fn who(word: &str) -> Option<Who> {
    Some(match word {
        "white" => Who::White,
        "black" => Who::Black,
        "mover" => Who::Mover,
        "waiting" => Who::Waiting,
        _ => return None,
    })
}

fn kind(word: &str) -> Option<Kind> {
    Some(match word {
        "pieces" | "piece" => Kind::Pieces,
        "men" | "man" | "pawns" | "pawn" => Kind::Men,
        "kings" | "king" => Kind::Kings,
        "queens" | "queen" => Kind::Queens,
        "rooks" | "rook" => Kind::Rooks,
        "bishops" | "bishop" => Kind::Bishops,
        "knights" | "knight" => Kind::Knights,
        _ => return None,
    })
}
