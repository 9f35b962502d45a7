//! Moves in words: PDN's moves, `from-to` and `fromxto` or `from:to`.
//!
//! Written: from and to where no other legal move has the same two; else the whole route, every square a jump but the
//! last ends on: where it turns the square it turns on, where it goes straight on the square right behind the piece
//! taken (PDN 3.0). Read: any part of a route that fits one move alone.

use super::capture::{Capture, for_each_capture};
use super::masks::DIRECTIONS;
use super::moves::{Move, legal_moves};
use super::position::Position;
use super::rules::{Draughts, Notation};
use super::squares::{Scanner, excerpt};
use crate::MoveError;
use crate::bits::Bits;

/// Writes a legal move, as short as it is unique.
pub fn move_text<G: Draughts>(position: &Position<G::Word>, mv: &Move<G::Word>) -> String {
    let mut moves = Vec::new();
    legal_moves::<G>(position, &mut moves);
    if moves.iter().any(|other| other != mv && same_ends(other, mv)) {
        let mut route = None;
        for_each_capture::<G>(position, |capture| {
            if route.is_none() && of(capture) == *mv {
                route = Some(full_route::<G>(capture));
            }
        });
        if let Some(route) = route {
            return route;
        }
    }
    short::<G>(mv)
}

/// The legal moves, in the order of [`legal_moves`], with their texts.
pub fn move_texts<G: Draughts>(position: &Position<G::Word>) -> Vec<(Move<G::Word>, String)> {
    let mut moves = Vec::new();
    legal_moves::<G>(position, &mut moves);
    let shared: Vec<bool> =
        moves.iter().map(|mv| moves.iter().any(|other| other != mv && same_ends(other, mv))).collect();
    let mut texts: Vec<Option<String>> =
        moves.iter().zip(&shared).map(|(mv, shared)| (!shared).then(|| short::<G>(mv))).collect();
    if shared.contains(&true) {
        // One walk over the routes serves all moves that need theirs; the first of several routes is taken.
        for_each_capture::<G>(position, |capture| {
            let mv = of(capture);
            if let Some(i) = moves.iter().position(|other| *other == mv)
                && texts[i].is_none()
            {
                texts[i] = Some(full_route::<G>(capture));
            }
        });
    }
    moves.into_iter().zip(texts).map(|(mv, text)| (mv, text.unwrap_or_else(|| short::<G>(&mv)))).collect()
}

/// Reads the text of a move that is legal in `position`.
///
/// Squares in either spelling, `-` for a move that takes nothing, `x`, `X`, `:` or `×` for one that does. Between the
/// first square and the last any squares of the route may stand. The fit that says most decides: the text is a move's
/// whole route; else its squares are among those of the written route ([`Capture::via`]); else among all that the piece
/// passes between its first jump and its last, since people name other squares of a straight line, too.
pub fn parse_move<G: Draughts>(position: &Position<G::Word>, text: &str) -> Result<Move<G::Word>, MoveError> {
    let named = read_squares(&G::RULES, text)?;
    let squares: Vec<u32> = named.squares.iter().map(|&square| G::MASKS.bit(square)).collect();
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    let between = &squares[1..squares.len() - 1];

    let mut fits: [Vec<Move<G::Word>>; 3] = Default::default();
    let mut add = |level: usize, mv: Move<G::Word>| {
        if !fits[level].contains(&mv) {
            fits[level].push(mv);
        }
    };
    if named.capture {
        let mut path = Vec::new();
        for_each_capture::<G>(position, |capture| {
            if (capture.from, capture.to) != (from, to) {
                return;
            }
            let via = capture.via.iter().map(|&bit| u32::from(bit));
            if via.clone().eq(between.iter().copied()) {
                add(0, of(capture));
            } else if is_subsequence(between, via) {
                add(1, of(capture));
            } else {
                squares_passed::<G>(capture, &mut path);
                if is_subsequence(between, path.iter().copied()) {
                    add(2, of(capture));
                }
            }
        });
    } else {
        let mut moves = Vec::new();
        legal_moves::<G>(position, &mut moves);
        for mv in moves {
            if !mv.is_capture() && (u32::from(mv.from), u32::from(mv.to)) == (from, to) {
                add(0, mv);
            }
        }
    }

    let text = || excerpt(text.trim());
    match fits.iter().find(|fits| !fits.is_empty()).map(Vec::as_slice) {
        Some([mv]) => Ok(*mv),
        Some(several) => {
            let all = move_texts::<G>(position).into_iter();
            let candidates = all.filter(|(mv, _)| several.contains(mv)).map(|(_, text)| text).collect();
            Err(MoveError::Ambiguous { text: text(), candidates })
        }
        None => {
            let legal = move_texts::<G>(position).into_iter().map(|(_, text)| text).collect();
            Err(MoveError::Illegal { text: text(), legal })
        }
    }
}

fn same_ends<B: Bits>(a: &Move<B>, b: &Move<B>) -> bool {
    (a.from, a.to) == (b.from, b.to)
}

/// The move that a capture makes.
fn of<B: Bits>(capture: &Capture<'_, B>) -> Move<B> {
    Move { from: capture.from as u8, to: capture.to as u8, king: capture.king, captured: capture.captured }
}

fn short<G: Draughts>(mv: &Move<G::Word>) -> String {
    let Notation { capture, .. } = G::RULES.notation;
    let separator = if mv.is_capture() { capture } else { '-' };
    join::<G>([u32::from(mv.from), u32::from(mv.to)], separator)
}

fn full_route<G: Draughts>(capture: &Capture<'_, G::Word>) -> String {
    let via = capture.via.iter().map(|&bit| u32::from(bit));
    let route = std::iter::once(capture.from).chain(via).chain([capture.to]);
    join::<G>(route, G::RULES.notation.capture)
}

fn join<G: Draughts>(bits: impl IntoIterator<Item = u32>, separator: char) -> String {
    let mut text = String::new();
    for (i, bit) in bits.into_iter().enumerate() {
        if i > 0 {
            text.push(separator);
        }
        text.push_str(&G::RULES.board.square_name(G::MASKS.square(bit), G::RULES.notation.squares));
    }
    text
}

/// All of `wanted` stand in `all`, in their order.
fn is_subsequence(wanted: &[u32], mut all: impl Iterator<Item = u32>) -> bool {
    wanted.iter().all(|square| all.any(|other| other == *square))
}

/// Replaces `path` by the empty squares that the capturing piece passes or stands on after its first jump and before its
/// last, in order.
fn squares_passed<G: Draughts>(capture: &Capture<'_, G::Word>, path: &mut Vec<u32>) {
    path.clear();
    let jumps = capture.captured.count();
    let mut jumped = 0;
    let mut at = capture.from;
    for next in capture.via.iter().map(|&bit| u32::from(bit)).chain([capture.to]) {
        let Some(direction) = DIRECTIONS.into_iter().find(|&direction| G::MASKS.ray(at, direction).has(next)) else {
            unreachable!("each part of a route is a straight line")
        };
        while at != next {
            at = G::MASKS.step(G::Word::bit(at), direction).lowest();
            if capture.captured.has(at) {
                jumped += 1;
            } else if (1..jumps).contains(&jumped) {
                path.push(at);
            }
        }
    }
}

/// A move's text, taken apart.
pub(super) struct Named {
    /// The squares, 0-based.
    pub squares: Vec<u32>,
    /// It takes something.
    pub capture: bool,
}

/// Two squares or more with separators of one kind between them.
pub(super) fn read_squares(rules: &super::Rules, text: &str) -> Result<Named, MoveError> {
    let syntax = |reason: String| Err(MoveError::Syntax { text: excerpt(text.trim()), reason });
    let mut scan = Scanner::new(text);
    let mut named = Named { squares: Vec::new(), capture: false };
    loop {
        scan.skip_spaces();
        match scan.square(rules.board) {
            Some(Ok(spelled)) => named.squares.push(spelled.square),
            Some(Err(reason)) => return syntax(reason),
            None => return syntax(format!("expected a square, found {}", scan.found())),
        }
        scan.skip_spaces();
        let capture = match scan.peek() {
            None if named.squares.len() >= 2 => return Ok(named),
            Some('-') => false,
            Some('x' | 'X' | ':' | '×') => true,
            _ => {
                let found = scan.found();
                return syntax(format!("expected '-' or '{}' after a square, found {found}", rules.notation.capture));
            }
        };
        scan.bump();
        match named.squares.len() {
            1 => named.capture = capture,
            _ if !named.capture => return syntax("a move that takes nothing has two squares".to_owned()),
            _ if !capture => return syntax("'-' stands in a capture".to_owned()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameRules;
    use crate::draughts::games::{Brazilian, International, Russian};

    /// All moves, sorted.
    fn texts<G: Draughts>(fen: &str) -> Vec<String> {
        let mut texts: Vec<_> =
            move_texts::<G>(&G::parse_fen(fen).unwrap()).into_iter().map(|(_, text)| text).collect();
        texts.sort();
        texts
    }

    /// What `text` is in the canonical spelling, or the error.
    fn reread<G: Draughts>(fen: &str, text: &str) -> Result<String, MoveError> {
        let position = G::parse_fen(fen).unwrap();
        parse_move::<G>(&position, text).map(|mv| move_text::<G>(&position, &mv))
    }

    // PDN 3.0 has 47x36 with two routes as its example; here the ways round are c5 or e3, then two landing squares.
    const TWO_WAYS: &str = "W:WKd2:Bc5,e3,e5,f6";

    #[test]
    fn from_and_to_are_enough_when_no_other_move_has_them() {
        assert_eq!(texts::<Russian>("W:Wa3:Bh8"), ["a3-b4"]);
        assert_eq!(texts::<Brazilian>("W:We3:Bd4,f4,f6"), ["e3xe7"]);
        assert_eq!(texts::<International>("W:WK47:B9,12,33"), ["47x17", "47x21", "47x26"]);
    }

    #[test]
    fn moves_with_the_same_ends_are_written_in_full() {
        assert_eq!(texts::<Russian>(TWO_WAYS), ["d2:f4:d6:a3", "d2:f4:d6:b4", "d2:g5:e7:a3", "d2:g5:e7:b4"]);
        // A single jump and a chain with the same ends: the short text is the whole route of the first.
        let fen = "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8";
        assert_eq!(reread::<Russian>(fen, "f8:b4").unwrap(), "f8:b4");
    }

    #[test]
    fn any_part_of_a_route_that_fits_one_move_is_read() {
        for (text, full) in [
            ("d2:f4:d6:b4", "d2:f4:d6:b4"),
            // The other route passes f4, too, but does not turn there.
            ("d2:f4:b4", "d2:f4:d6:b4"),
            ("d2:e7:b4", "d2:g5:e7:b4"),
            ("d2xd6xb4", "d2:f4:d6:b4"),
            ("\td2 X e7 x b4 ", "d2:g5:e7:b4"),
            ("d2\u{d7}g5:b4", "d2:g5:e7:b4"),
            ("26x016x7xb4", "d2:g5:e7:b4"),
        ] {
            assert_eq!(reread::<Russian>(TWO_WAYS, text).as_deref(), Ok(full), "{text}");
        }
        assert_eq!(reread::<Russian>("W:Wa3:Bh8", "021-17").as_deref(), Ok("a3-b4"));
    }

    #[test]
    fn other_squares_of_a_straight_line_may_be_named() {
        let fen = "W:WKa1:Bb2,f6";
        assert_eq!(texts::<Russian>(fen), ["a1:g7", "a1:h8"]);
        for text in ["a1:c3:g7", "a1:d4:g7", "a1:e5:g7", "a1:c3:e5:g7"] {
            assert_eq!(reread::<Russian>(fen, text).as_deref(), Ok("a1:g7"), "{text}");
        }
        for text in ["a1:b2:g7", "a1:e5:c3:g7", "a1:g7:h8", "a1:f6:h8", "a1:a1:g7", "a1:e5"] {
            assert!(matches!(reread::<Russian>(fen, text), Err(MoveError::Illegal { .. })), "{text}");
        }
    }

    #[test]
    fn a_ring_is_one_move_with_a_text_of_its_own() {
        // Two routes round the same four pieces, and back to the start.
        let fen = "W:WK38:B18,19,32,33";
        assert_eq!(texts::<International>(fen), ["38x38", "38x42", "38x43", "38x47", "38x49"]);
        for text in ["38x27x13x24x38", "38x24x13x27x38", "38x13x38", "38x38"] {
            assert_eq!(reread::<International>(fen, text).as_deref(), Ok("38x38"), "{text}");
        }
    }

    #[test]
    fn texts_that_fit_no_move_or_several_say_what_would() {
        let Err(MoveError::Ambiguous { text, mut candidates }) = reread::<Russian>(TWO_WAYS, " d2:b4 ") else {
            panic!()
        };
        candidates.sort();
        assert_eq!((text.as_str(), candidates), ("d2:b4", vec!["d2:f4:d6:b4".into(), "d2:g5:e7:b4".into()]));
        // A capture is on, and compulsory (S000 4.1).
        let Err(MoveError::Illegal { legal, .. }) = reread::<Russian>("W:Wc3,g3:Bd4", "g3-h4") else { panic!() };
        assert_eq!(legal, ["c3:e5"]);
        let Err(MoveError::Illegal { legal, .. }) = reread::<Russian>("W:Wc3:Bd4", "c3-e5") else { panic!() };
        assert_eq!(legal, ["c3:e5"]);
        let Err(MoveError::Illegal { legal, .. }) = reread::<Russian>("W:Wa3:Bb4,c5", "a3-b4") else { panic!() };
        assert!(legal.is_empty());
    }

    #[test]
    fn texts_that_are_no_move_say_why() {
        let position = <Russian as GameRules>::start();
        for (text, words) in [
            ("", "expected a square, found the end"),
            ("c3", "found the end"),
            ("c3-", "expected a square"),
            ("c3d4", "found \"d4\""),
            ("c3-d4-e5", "two squares"),
            ("c3:d4-e5", "'-' stands in a capture"),
            ("c3-d4!", "found \"!\""),
            ("c3-i9", "off the board"),
            ("c3-c4", "light"),
            ("33-1", "off the board"),
            ("\u{43f}3-d4", "expected a square"),
        ] {
            match parse_move::<Russian>(&position, text) {
                Err(MoveError::Syntax { reason, .. }) => assert!(reason.contains(words), "{text}: {reason}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        let error = parse_move::<Russian>(&position, &"c3-".repeat(100_000)).unwrap_err();
        assert!(error.to_string().len() < 300, "{error}");
    }
}
