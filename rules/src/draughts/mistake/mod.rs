//! What is wrong with a move that is not legal, by the errors that S000 lists in 5.4.
//!
//! Of its fourteen, those are told that a move's text can show: 5.4.1 two moves in a row, 5.4.2 a wrong move of a man or a
//! king, 5.4.4 a move taken back, 5.4.5 a move with an opponent's piece, 5.4.6 a move without taking where something
//! could be taken, 5.4.7 a piece removed without cause, 5.4.8 fewer or more pieces taken than could be, 5.4.9 a capture
//! broken off. The others are of hands: a piece that was touched (5.4.3), and pieces removed wrongly after a capture that was
//! made rightly (5.4.10 to 5.4.14). The list is of the 64-square rules of the FMJD; other games are read by the same numbers.

mod search;

use super::capture::for_each_capture;
use super::masks::DIRECTIONS;
use super::moves::Move;
use super::notation::{Named, move_texts, parse_move, read_squares};
use super::position::Position;
use super::quiet::for_each_quiet_move;
use super::rules::{Draughts, King, Majority};
use crate::MoveError;
use crate::bits::Bits;
use crate::played::Mistake;
use search::Search;

/// What is wrong with the move that `text` names, where `previous` was the move before. `None` when nothing is: the move is
/// legal, or the text fits several legal moves.
pub fn mistake<G: Draughts>(
    position: &Position<G::Word>,
    previous: Option<&Move<G::Word>>,
    text: &str,
) -> Option<Mistake> {
    let (article, reason) = match parse_move::<G>(position, text) {
        Ok(_) | Err(MoveError::Ambiguous { .. }) => return None,
        Err(MoveError::Syntax { reason, .. }) => ("5.4.2", reason),
        Err(MoveError::Illegal { .. }) => {
            let named = read_squares(&G::RULES, text).ok()?;
            Asked::<G>::new(position, previous, named).diagnose(text)
        }
    };
    let legal = move_texts::<G>(position).into_iter().map(|(_, text)| text).collect();
    Some(Mistake { book: "S000", article, reason, legal })
}

/// A move that is not legal.
struct Asked<'a, G: Draughts> {
    position: &'a Position<G::Word>,
    previous: Option<&'a Move<G::Word>>,
    /// Its squares, as bits.
    squares: Vec<u32>,
    capture: bool,
}

impl<'a, G: Draughts> Asked<'a, G> {
    fn new(position: &'a Position<G::Word>, previous: Option<&'a Move<G::Word>>, named: Named) -> Self {
        let squares = named.squares.iter().map(|&square| G::MASKS.bit(square)).collect();
        Asked { position, previous, squares, capture: named.capture }
    }

    fn from(&self) -> u32 {
        self.squares[0]
    }

    fn to(&self) -> u32 {
        self.squares[self.squares.len() - 1]
    }

    fn diagnose(&self, text: &str) -> (&'static str, String) {
        let (from, side) = (self.from(), self.position.side);
        if self.position.pieces(side.other()).has(from) {
            self.with_foreign_piece(text)
        } else if !self.position.pieces(side).has(from) {
            ("5.4.2", format!("no piece stands on {}", name::<G>(from)))
        } else if self.capture {
            self.wrong_capture()
        } else {
            self.wrong_quiet_move()
        }
    }

    fn with_foreign_piece(&self, text: &str) -> (&'static str, String) {
        let (side, other) = (self.position.side, self.position.side.other());
        let from = name::<G>(self.from());
        if let Some(previous) = self.previous {
            let (back_from, back_to) = (u32::from(previous.to), u32::from(previous.from));
            if !self.capture && (self.from(), self.to()) == (back_from, back_to) {
                return ("5.4.4", format!("{other} takes back the move that brought the piece to {from}"));
            }
            // Whoever has just moved would have this move if it were his turn.
            let turned = Position { side: other, ..*self.position };
            if matches!(parse_move::<G>(&turned, text), Ok(_) | Err(MoveError::Ambiguous { .. })) {
                return (
                    "5.4.1",
                    format!("{other} moves twice in a row: the piece on {from} is {other}'s, {side} is to move"),
                );
            }
        }
        ("5.4.5", format!("the piece on {from} is {other}'s, and {side} is to move"))
    }

    fn wrong_quiet_move(&self) -> (&'static str, String) {
        let (from, to) = (self.from(), self.to());
        if self.could_step() {
            let most = most_taken::<G>(self.position);
            return ("5.4.6", format!("nothing is taken, though {}", can_be_taken(most)));
        }
        let (from_name, to_name) = (name::<G>(from), name::<G>(to));
        if self.position.occupied().has(to) && from != to {
            return ("5.4.2", format!("{to_name} is not free"));
        }
        let how = if self.position.kings.has(from) {
            match G::RULES.king {
                King::Short => "a king moves one step diagonally to a free square",
                King::Flying | King::FlyingStopBehind => "a king moves diagonally over free squares",
            }
        } else {
            "a man moves one step diagonally forward to a free square"
        };
        ("5.4.2", format!("the piece on {from_name} does not move to {to_name}: {how}"))
    }

    /// The move would be legal were nothing to be taken.
    fn could_step(&self) -> bool {
        let mut could = false;
        for_each_quiet_move::<G>(self.position, |from, to, _| could |= (from, to) == (self.from(), self.to()));
        could && self.squares.len() == 2
    }

    fn wrong_capture(&self) -> (&'static str, String) {
        let (from, to) = (name::<G>(self.from()), name::<G>(self.to()));
        let found = Search::<G>::run(self.position, &self.squares);
        if let Some(taken) = found.whole {
            let most = most_taken::<G>(self.position);
            let why = match G::RULES.majority {
                Majority::Italian if most == taken => {
                    format!(
                        "{}, but another capture of as many goes before it (a king's, or of more kings, or of kings sooner)",
                        takes(taken)
                    )
                }
                _ => format!("{}, where {}", takes(taken), can_be_taken(most)),
            };
            return ("5.4.8", why);
        }
        if let Some(taken) = found.broken_off {
            return (
                "5.4.9",
                format!("the capture is broken off on {to}: it {}, and goes on from there", takes(taken)),
            );
        }
        if let Some(taken) = found.wrong_landing {
            return (
                "5.4.9",
                format!(
                    "the capture is broken off on {to}: it {}, and goes on from another square behind the last",
                    takes(taken)
                ),
            );
        }
        if self.could_step() {
            return ("5.4.7", format!("no piece stands between {from} and {to}: nothing is taken"));
        }
        if let Some(own) = self.own_piece_between() {
            return ("5.4.7", format!("the piece on {} is {}'s own", name::<G>(own), self.position.side));
        }
        // The longest part of the text that is a capture, whole or not.
        let part =
            (2..self.squares.len()).rev().find(|&end| Search::<G>::run(self.position, &self.squares[..end]).any());
        if let Some(end) = part {
            let (last, next) = (name::<G>(self.squares[end - 1]), name::<G>(self.squares[end]));
            return ("5.4.8", format!("more is taken than can be: the capture does not go on from {last} to {next}"));
        }
        ("5.4.2", format!("no capture of the piece on {from} leads to {to} so"))
    }

    /// A piece of the mover's that stands alone between the first two squares.
    fn own_piece_between(&self) -> Option<u32> {
        let (from, to) = (self.squares[0], self.squares[1]);
        let direction = DIRECTIONS.into_iter().find(|&direction| G::MASKS.ray(from, direction).has(to))?;
        let beyond = G::MASKS.ray(to, direction) | G::Word::bit(to);
        let between = G::MASKS.ray(from, direction) & !beyond & self.position.occupied();
        let own = between & self.position.pieces(self.position.side);
        (between.count() == 1 && own.any()).then(|| own.lowest())
    }
}

/// How many pieces the legal captures take.
fn most_taken<G: Draughts>(position: &Position<G::Word>) -> u32 {
    let mut most = 0;
    for_each_capture::<G>(position, |capture| most = most.max(capture.captured.count()));
    most
}

fn takes(pieces: u32) -> String {
    if pieces == 1 { "takes 1 piece".to_owned() } else { format!("takes {pieces} pieces") }
}

fn can_be_taken(pieces: u32) -> String {
    if pieces == 1 { "1 piece can be taken".to_owned() } else { format!("{pieces} pieces can be taken") }
}

fn name<G: Draughts>(bit: u32) -> String {
    G::RULES.board.square_name(G::MASKS.square(bit), G::RULES.notation.squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameRules;
    use crate::draughts::games::{Brazilian, English, International, Italian, Russian};

    /// The article of the error and its words.
    fn of<G: Draughts>(fen: &str, before: &str, text: &str) -> (&'static str, String) {
        let mut position = G::parse_fen(fen).unwrap();
        let mut previous = None;
        if !before.is_empty() {
            let mv = G::parse_move(&position, before).unwrap();
            position = G::play(&position, &mv);
            previous = Some(mv);
        }
        let found = mistake::<G>(&position, previous.as_ref(), text).unwrap_or_else(|| panic!("{fen} {text} is legal"));
        let legal: Vec<_> = move_texts::<G>(&position).into_iter().map(|(_, text)| text).collect();
        assert_eq!(found.legal, legal);
        (found.article, found.reason)
    }

    #[test]
    fn each_error_that_a_text_shows_has_its_article() {
        for (fen, before, text, article, words) in [
            ("W:Wc3,g3:Bh8", "c3-d4", "d4-e5", "5.4.1", "white moves twice"),
            ("W:Wc3,g3:Bh8", "c3-d4", "g3-f4", "5.4.1", "white moves twice"),
            ("W:Wc3:Bh8", "", "c3-d2", "5.4.2", "forward"),
            ("W:Wc3:Bh8", "", "c3-c5", "5.4.2", "forward"),
            ("W:WKc3:Bh8", "", "c3-c5", "5.4.2", "diagonally over free squares"),
            ("W:Wc3,d4:Bh8", "", "c3-d4", "5.4.2", "d4 is not free"),
            ("W:Wc3:Bh8", "", "e3-f4", "5.4.2", "no piece stands on e3"),
            ("W:Wc3:Bh8", "", "c3:e5", "5.4.2", "no capture"),
            ("W:Wc3:Bh8", "", "c3-c4", "5.4.2", "light"),
            ("W:Wc3:Bh8", "c3-d4", "d4-c3", "5.4.4", "takes back"),
            ("W:Wc3:Bh8", "", "h8-g7", "5.4.5", "black's"),
            ("W:Wc3:Ba7,h8", "c3-d4", "d4-b2", "5.4.5", "white's"),
            ("W:Wc3,g3:Bd4", "", "g3-h4", "5.4.6", "1 piece can be taken"),
            ("W:WKa1:Bd4,d6", "", "a1-b2", "5.4.6", "2 pieces"),
            ("W:Wc3:Bh8", "", "c3:d4", "5.4.7", "nothing is taken"),
            ("W:Wc3,d4:Bh8", "", "c3:e5", "5.4.7", "d4 is white's own"),
            ("W:Wc3:Bd4", "", "c3:e5:g7", "5.4.8", "does not go on from e5 to g7"),
            ("W:Wc3:Bd4,d6", "", "c3:e5", "5.4.9", "takes 1 piece, and goes on"),
            // S002 64Rc: a king must land where it can go on.
            ("W:WKa1:Bb2,e7", "", "a1:d4", "5.4.9", "another square"),
        ] {
            let (found, reason) = of::<Russian>(fen, before, text);
            assert!(found == article && reason.contains(words), "{fen} {text}: {found} {reason}");
        }
    }

    #[test]
    fn a_minority_is_named_where_a_majority_rules() {
        // S000 4.13.
        let (article, reason) = of::<Brazilian>("W:Wc3,g3:Bd4,d6,h4", "", "c3xe5");
        assert_eq!(article, "5.4.9", "{reason}");
        let (article, reason) = of::<Brazilian>("W:Wc3,h2:Bd4,d6,g3,h8", "", "h2xf4");
        assert!(article == "5.4.8" && reason.contains("takes 1 piece, where 2 pieces"), "{article} {reason}");
        let (article, _) = of::<International>("W:W33,38:B29,19,42,10", "", "38x47");
        assert_eq!(article, "5.4.8");
        // FID 6.9: with as many pieces and kings, the king comes sooner.
        let (article, reason) = of::<Italian>("W:WK23,31:B19,26,27", "", "23x14");
        assert!(article == "5.4.8" && reason.contains("takes 1 piece, where 2"), "{article} {reason}");
    }

    #[test]
    fn italian_men_take_no_kings() {
        // FID 5.3.
        let (article, _) = of::<Italian>("W:W22:BK18", "", "22x15");
        assert_eq!(article, "5.4.2");
        let (article, _) = of::<English>("W:W18:B22", "", "18x25");
        assert_eq!(article, "5.4.2");
    }

    #[test]
    fn a_legal_move_is_no_mistake() {
        let position = Russian::parse_fen("W:WKd2:Bc5,e3,e5,f6").unwrap();
        assert_eq!(mistake::<Russian>(&position, None, "d2:f4:d6:a3"), None);
        assert_eq!(mistake::<Russian>(&position, None, "d2:b4"), None, "several fit");
    }

    #[test]
    fn made_up_positions_take_no_time() {
        // A flying king before every piece there can be, with two empty squares between any two of them.
        let position =
            International::parse_fen("W:WK46,K48,K50:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40").unwrap();
        for text in ["46x5x46x5", "46x1x2x3x4", "48x48x48", "50x46"] {
            let began = std::time::Instant::now();
            mistake::<International>(&position, None, text);
            assert!(began.elapsed().as_secs() < 20, "{text}");
        }
    }
}
