//! Starts that are drawn by lot: S002 "64R", the flying draw.
//!
//! A card names the first moves of both sides, which are obligatory. Besides ordinary moves a man may instead of a move be set
//! on a free square (`a3-a5`), and two men may be exchanged (`a3<>h6`). Public lists write an exchange in which the other man
//! goes elsewhere as two flights, `a3-h6 h6-c5`: the second man makes room for the first.
//!
//! ```text
//! card := step ((' ' | ',') step)*        move numbers (`1.`) may stand among the steps
//! step := move | square '-' square | square '<>' square        `<->` and `↔` will do for `<>`
//! ```
//!
//! Who moves after the drawn moves cannot be told from them, in the lists that are published: it is given with the card.

use std::fmt;

use super::notation::parse_move;
use super::position::Position;
use super::rules::Draughts;
use super::squares::{Scanner, excerpt};
use crate::Side;
use crate::bits::Bits;
use crate::draughts::play;

/// Why a card gives no start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardError {
    /// The step that cannot be made, from 1; `None` when it is the position in the end that will not do.
    pub step: Option<usize>,
    /// What is wrong, naming the square.
    pub reason: String,
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => write!(f, "card, step {step}: {}", self.reason),
            None => write!(f, "drawn start: {}", self.reason),
        }
    }
}

impl std::error::Error for CardError {}

/// The position after the moves of a card, from the usual start, with `side` to move.
pub fn read_card<G: Draughts>(card: &str, side: Side) -> Result<Position<G::Word>, CardError> {
    let steps = split(card);
    let mut position = Position::start::<G>();
    // Two ordinary moves of one colour in a row are a mistake in the card; a flight may have been given to either side.
    let mut last_mover = None;
    let mut i = 0;
    while i < steps.len() {
        let at = |reason| CardError { step: Some(i + 1), reason };
        let step = Step::read::<G>(&steps[i]).map_err(at)?;
        last_mover = match step {
            Step::Exchange(a, b) => {
                position = exchange::<G>(&position, a, b).map_err(at)?;
                None
            }
            Step::Go(from, to) => {
                let next = steps.get(i + 1).and_then(|next| Step::read::<G>(next).ok());
                let makes_room = match next {
                    Some(Step::Go(next_from, next_to)) if next_from == to && is_enemy::<G>(&position, from, to) => {
                        Some(next_to)
                    }
                    _ => None,
                };
                if let Some(next_to) = makes_room {
                    i += 1;
                    let at = |reason| CardError { step: Some(i + 1), reason };
                    position = fly::<G>(&position, to, next_to).map_err(at)?;
                    position = fly::<G>(&position, from, to).map_err(at)?;
                    None
                } else if let Some((mover, after)) = ordinary::<G>(&position, from, &steps[i]) {
                    if last_mover == Some(mover) {
                        return Err(at(format!("{mover} makes two moves in a row")));
                    }
                    position = after;
                    Some(mover)
                } else {
                    position = fly::<G>(&position, from, to).map_err(at)?;
                    None
                }
            }
            Step::Take(from) => {
                let Some((mover, after)) = ordinary::<G>(&position, from, &steps[i]) else {
                    return Err(at(format!("\"{}\" is no legal capture", excerpt(&steps[i]))));
                };
                if last_mover == Some(mover) {
                    return Err(at(format!("{mover} makes two moves in a row")));
                }
                position = after;
                Some(mover)
            }
        };
        i += 1;
    }
    position.side = side;
    check::<G>(&position)?;
    Ok(position)
}

/// Whether a game may begin so: men alone, none of them on the row that crowns it, and the side to move has a move. A FEN that
/// was read has no man there, and no side with too many.
pub fn check<G: Draughts>(position: &Position<G::Word>) -> Result<(), CardError> {
    let no = |reason| Err(CardError { step: None, reason });
    if let Some(king) = position.kings.each().next() {
        return no(format!("there is a king on {}, and a drawn start has men alone", name::<G>(G::MASKS.square(king))));
    }
    for side in [Side::White, Side::Black] {
        let men = position.men(side);
        if men.is_empty() || men.count() > G::RULES.pieces_per_side() {
            return no(format!("{side} has {} men", men.count()));
        }
        if let Some(man) = (men & G::MASKS.last_row(side)).each().next() {
            return no(format!("a man of {side} stands on {}, its last row", name::<G>(G::MASKS.square(man))));
        }
    }
    let mut moves = Vec::new();
    super::legal_moves::<G>(position, &mut moves);
    if moves.is_empty() {
        return no(format!("{} is to move and has no move", position.side));
    }
    Ok(())
}

/// The position with the man on `from` set on the free square `to`; squares are 0-based. The side to move stays.
///
/// Errors name the square: no man stands on `from`, `to` is taken, or it is on the row that crowns him.
pub fn fly<G: Draughts>(position: &Position<G::Word>, from: u32, to: u32) -> Result<Position<G::Word>, String> {
    let side = man_on::<G>(position, from)?;
    let target = bit::<G>(to)?;
    if position.occupied().has(target) {
        return Err(format!("{} is not free", name::<G>(to)));
    }
    lands::<G>(side, to)?;
    let mut after = *position;
    let set = G::Word::bit(bit::<G>(from)?) | G::Word::bit(target);
    match side {
        Side::White => after.white = after.white ^ set,
        Side::Black => after.black = after.black ^ set,
    }
    Ok(after)
}

/// The position with the men on `a` and `b`, of different colours, exchanged; squares are 0-based. The side to move stays.
///
/// Errors name the square: no man stands there, both are of one colour, or one is set on the row that crowns him.
pub fn exchange<G: Draughts>(position: &Position<G::Word>, a: u32, b: u32) -> Result<Position<G::Word>, String> {
    let (one, other) = (man_on::<G>(position, a)?, man_on::<G>(position, b)?);
    if one == other {
        return Err(format!("{} and {} are both {one}'s", name::<G>(a), name::<G>(b)));
    }
    lands::<G>(one, b)?;
    lands::<G>(other, a)?;
    let set = G::Word::bit(bit::<G>(a)?) | G::Word::bit(bit::<G>(b)?);
    Ok(Position { white: position.white ^ set, black: position.black ^ set, ..*position })
}

enum Step {
    /// A quiet move, or a flight.
    Go(u32, u32),
    /// A capture, which begins here.
    Take(u32),
    Exchange(u32, u32),
}

impl Step {
    fn read<G: Draughts>(text: &str) -> Result<Step, String> {
        let mut scan = Scanner::new(text);
        let square = |what: &str, scan: &mut Scanner<'_>| match scan.square(G::RULES.board) {
            Some(Ok(spelled)) => Ok(spelled.square),
            Some(Err(reason)) => Err(reason),
            None => Err(format!("expected {what}, found {}", scan.found())),
        };
        let from = square("a square", &mut scan)?;
        let rest = scan.rest();
        let exchange = ["<->", "<>", "\u{2194}"].into_iter().find_map(|sign| rest.strip_prefix(sign));
        if let Some(rest) = exchange {
            let mut scan = Scanner::new(rest);
            let to = square("the other square", &mut scan)?;
            return if scan.rest().is_empty() { Ok(Step::Exchange(from, to)) } else { Err(left_over(scan.rest())) };
        }
        if !scan.eat('-') {
            return Ok(Step::Take(from));
        }
        let to = square("a square", &mut scan)?;
        if scan.rest().is_empty() { Ok(Step::Go(from, to)) } else { Err(left_over(scan.rest())) }
    }
}

fn left_over(text: &str) -> String {
    format!("\"{}\" is left over", excerpt(text))
}

/// The steps, in small letters, without move numbers.
fn split(card: &str) -> Vec<String> {
    card.split(|c: char| c == ',' || c.is_whitespace())
        .map(|token| match token.rsplit_once('.') {
            Some((number, step)) if number.bytes().all(|b| b.is_ascii_digit() || b == b'.') => step,
            _ => token,
        })
        .filter(|step| !step.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}

/// The position after a legal move of whoever owns the man on `from`.
fn ordinary<G: Draughts>(position: &Position<G::Word>, from: u32, text: &str) -> Option<(Side, Position<G::Word>)> {
    let side = man_on::<G>(position, from).ok()?;
    let position = Position { side, ..*position };
    let mv = parse_move::<G>(&position, text).ok()?;
    Some((side, play(&position, &mv)))
}

fn is_enemy<G: Draughts>(position: &Position<G::Word>, from: u32, to: u32) -> bool {
    matches!((man_on::<G>(position, from), man_on::<G>(position, to)), (Ok(one), Ok(other)) if one != other)
}

fn man_on<G: Draughts>(position: &Position<G::Word>, square: u32) -> Result<Side, String> {
    let bit = bit::<G>(square)?;
    [Side::White, Side::Black]
        .into_iter()
        .find(|&side| position.men(side).has(bit))
        .ok_or_else(|| format!("no man stands on {}", name::<G>(square)))
}

fn lands<G: Draughts>(side: Side, square: u32) -> Result<(), String> {
    if G::MASKS.last_row(side).has(bit::<G>(square)?) {
        return Err(format!("{} is the last row of {side}'s men", name::<G>(square)));
    }
    Ok(())
}

fn bit<G: Draughts>(square: u32) -> Result<u32, String> {
    if square < G::RULES.board.squares() {
        Ok(G::MASKS.bit(square))
    } else {
        Err(format!("square {} is off the board", square.saturating_add(1)))
    }
}

fn name<G: Draughts>(square: u32) -> String {
    G::RULES.board.square_name(square, G::RULES.notation.squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameRules;
    use crate::draughts::games::Russian;

    /// What differs from the usual start, as `-` for a man taken away and `+` for one set down.
    fn differences(card: &str, side: Side) -> Result<Vec<String>, CardError> {
        let after = read_card::<Russian>(card, side)?;
        let start = Russian::start();
        assert_eq!(after.side, side);
        let mut found = Vec::new();
        for (letter, before, now) in [('W', start.white, after.white), ('B', start.black, after.black)] {
            for (sign, set) in [('-', before & !now), ('+', now & !before)] {
                for bit in set.each() {
                    found.push(format!("{sign}{letter}{}", name::<Russian>(Russian::MASKS.square(bit))));
                }
            }
        }
        Ok(found)
    }

    #[test]
    fn cards_of_each_kind_are_read() {
        use Side::{Black, White};
        for (card, side, expected) in [
            ("c3-d4 d6-c5", White, "-Wc3 +Wd4 -Bd6 +Bc5"),
            ("1. c3-d4 d6-c5 2.b2-c3", Black, "-Wb2 +Wd4 -Bd6 +Bc5"),
            ("C3-B4 B6-A5 B4-C5 D6:B4 A3:C5", Black, "-Wa3 -Wc3 +Wc5 -Bb6 -Bd6 +Ba5"),
            ("a3-a5", White, "-Wa3 +Wa5"),
            ("a3-a5", Black, "-Wa3 +Wa5"),
            ("c3-c5, f6-f4", White, "-Wc3 +Wc5 -Bf6 +Bf4"),
            ("a3<>h6", White, "-Wa3 +Wh6 -Bh6 +Ba3"),
            ("h6<->a3 c3-d4", Black, "-Wa3 -Wc3 +Wd4 +Wh6 -Bh6 +Ba3"),
            ("a3\u{2194}h6", Black, "-Wa3 +Wh6 -Bh6 +Ba3"),
            // rules.md 3: the displaced man is not lost.
            ("A3-H6 H6-C5", White, "-Wa3 +Wh6 -Bh6 +Bc5"),
            ("", White, ""),
        ] {
            let mut expected: Vec<_> = expected.split_whitespace().map(str::to_owned).collect();
            let mut found = differences(card, side).unwrap_or_else(|error| panic!("{card}: {error}"));
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{card}");
        }
    }

    #[test]
    fn cards_that_give_no_start_say_at_which_step() {
        for (card, step, words) in [
            ("c3-d4 c5-d6", Some(2), "no man stands on c5"),
            ("c3-d4 e3-f4", Some(2), "white makes two moves in a row"),
            ("c3-d2", Some(1), "d2 is not free"),
            ("c3-d4 d4-b8", Some(2), "b8 is not free"),
            ("c3-d4 b8-e5 d4-b8", Some(3), "last row of white"),
            ("a3<>c3", Some(1), "both white's"),
            ("a3<>a5", Some(1), "no man stands on a5"),
            ("a3<>b8", Some(1), "last row of white"),
            ("c3:e5", Some(1), "no legal capture"),
            ("c3-j9", Some(1), "off the board"),
            ("c3-d4-e5", Some(1), "left over"),
            ("nonsense", Some(1), "expected a square"),
            ("a3-h6 h6-g7", Some(2), "g7 is not free"),
        ] {
            let error = differences(card, Side::White).expect_err(card);
            assert!(error.step == step && error.reason.contains(words), "{card}: {error}");
        }
    }

    #[test]
    fn a_start_has_men_alone_and_a_move() {
        for (fen, words) in
            [("W:Wa1,Kc1:Bh8", "king on c1"), ("W:Wa1:Bb2,c3", "has no move"), ("W:W:Bb2,c3", "white has 0 men")]
        {
            let error = check::<Russian>(&Russian::parse_fen(fen).unwrap()).expect_err(fen);
            assert!(error.to_string().contains(words), "{fen}: {error}");
        }
        check::<Russian>(&Russian::parse_fen("B:Wa1,a5,e5:Bb6,d2").unwrap()).unwrap();
    }
}
