//! From the moves that a file has to the moves of a game.
//!
//! The text of a capture may fit several legal captures with the same ends; which of them was made, the rest of the game often
//! tells. The first that lets the game go on to its last move is taken.

use super::Mistake;
use crate::MoveError;
use crate::draughts::mistake::mistake;
use crate::draughts::notation::parse_move;
use crate::draughts::{Draughts, Move, Position, play};
use crate::pdn::{MoveKind, PdnMove};

/// What the moves of a file are on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay<M> {
    /// The moves, up to the first that is not legal.
    pub moves: Vec<M>,
    /// What is wrong with the move after them.
    pub mistake: Option<Mistake>,
    /// What was read though it is not as it should be, with its ply, from 1.
    pub notes: Vec<(usize, String)>,
}

/// Texts that fit several moves and may be open at once, and wrong turns that are gone back from: a made-up file has no end of
/// them, and goes on with the first move that fits.
const MOST_OPEN: usize = 64;
const MOST_TRIES: usize = 10_000;

/// Plays moves that a file has from a position.
pub fn replay<G: Draughts>(start: &Position<G::Word>, texts: &[&PdnMove]) -> Replay<Move<G::Word>> {
    let mut finder = Finder::<G> { texts, line: Vec::new(), longest: None, whole: 0, tries: 0 };
    finder.go_on(*start, 0);
    let (moves, doubtful) = (finder.longest.unwrap_or_default(), finder.whole > 1);
    let mut notes = Vec::new();
    let (mut position, mut previous) = (*start, None);
    for (ply, (mv, text)) in (1..).zip(moves.iter().zip(texts)) {
        if mv.is_capture() && text.kind() == MoveKind::Quiet {
            notes.push((ply, format!("\"{}\" is a capture, written as a move that takes nothing", text.text())));
        }
        let several = fits::<G>(&position, text);
        if several.len() > 1 {
            let end = if doubtful {
                "so does the rest of the game; the first is taken"
            } else {
                "the rest of the game decides"
            };
            notes.push((ply, format!("\"{}\" fits {} captures; {end}", text.text(), several.len())));
        }
        position = play(&position, mv);
        previous = Some(*mv);
    }
    let wrong = texts.get(moves.len()).and_then(|text| {
        let as_written = mistake::<G>(&position, previous.as_ref(), &text.notation())?;
        Some(Mistake { reason: format!("\"{}\": {}", text.text(), as_written.reason), ..as_written })
    });
    Replay { moves, mistake: wrong, notes }
}

/// The legal moves that a text fits. A capture may be written as a move that takes nothing, where there is no such move.
fn fits<G: Draughts>(position: &Position<G::Word>, text: &PdnMove) -> Vec<Move<G::Word>> {
    let read = |text: &str| match parse_move::<G>(position, text) {
        Ok(mv) => vec![mv],
        Err(MoveError::Ambiguous { candidates, .. }) => {
            candidates.iter().filter_map(|candidate| parse_move::<G>(position, candidate).ok()).collect()
        }
        Err(MoveError::Illegal { .. } | MoveError::Syntax { .. }) => Vec::new(),
    };
    let as_written = read(&text.notation());
    if !as_written.is_empty() || text.kind() == MoveKind::Capture {
        return as_written;
    }
    read(&text.as_capture())
}

struct Finder<'a, G: Draughts> {
    texts: &'a [&'a PdnMove],
    line: Vec<Move<G::Word>>,
    /// The line that got farthest; of several the first.
    longest: Option<Vec<Move<G::Word>>>,
    /// How many lines got to the end; two are as good as more.
    whole: usize,
    tries: usize,
}

impl<G: Draughts> Finder<'_, G> {
    /// Plays on from the end of the line, where `open` texts so far fitted several moves. The line is left as it was.
    fn go_on(&mut self, mut position: Position<G::Word>, open: usize) {
        let began = self.line.len();
        self.tries += 1;
        while let Some(text) = self.texts.get(self.line.len()) {
            let mut moves = fits::<G>(&position, text);
            if open >= MOST_OPEN || self.tries >= MOST_TRIES {
                moves.truncate(1);
            }
            match moves[..] {
                [] => break,
                [mv] => {
                    self.line.push(mv);
                    position = play(&position, &mv);
                }
                _ => {
                    for mv in moves {
                        self.line.push(mv);
                        self.go_on(play(&position, &mv), open + 1);
                        self.line.pop();
                        if self.whole > 1 {
                            break;
                        }
                    }
                    self.line.truncate(began);
                    return;
                }
            }
        }
        if self.line.len() == self.texts.len() {
            self.whole += 1;
        }
        if self.longest.as_ref().is_none_or(|longest| longest.len() < self.line.len()) {
            self.longest = Some(self.line.clone());
        }
        self.line.truncate(began);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameRules;
    use crate::draughts::games::{International, Russian};
    use crate::draughts::notation::move_text;

    fn replayed<G: Draughts>(fen: &str, moves: &str) -> (Vec<String>, Replay<Move<G::Word>>) {
        let texts: Vec<_> = moves.split_whitespace().map(|text| PdnMove::new(text).unwrap()).collect();
        let start = G::parse_fen(fen).unwrap();
        let found = replay::<G>(&start, &texts.iter().collect::<Vec<_>>());
        let mut position = start;
        let played = found.moves.iter().map(|mv| {
            let text = move_text::<G>(&position, mv);
            position = play(&position, mv);
            text
        });
        (played.collect(), found.clone())
    }

    #[test]
    fn the_rest_of_a_game_tells_which_capture_was_made() {
        // Two ways round, which leave different pieces; then one of those left moves.
        let fen = "W:WKd2:Bc5,e3,e5,f6";
        let (_, whole) = replayed::<Russian>(fen, "d2:b4");
        assert_eq!(whole.notes.len(), 1);
        assert!(whole.notes[0].1.contains("the first is taken"), "{:?}", whole.notes);
        for (next, route) in [("f6-g5", "f4:d6"), ("e5-f4", "g5:e7")] {
            let (played, found) = replayed::<Russian>(fen, &format!("d2:b4 {next}"));
            assert_eq!((played.len(), &found.mistake), (2, &None), "{played:?}");
            assert!(played[0].contains(route), "{played:?}");
            assert!(found.notes[0].1.contains("decides"));
        }
    }

    #[test]
    fn the_first_wrong_move_stops_it() {
        let (played, found) = replayed::<International>("W:W31-50:B1-20", "32-28 19-23 28x19 14x23 33-28 1-7");
        assert_eq!(played.len(), 5);
        let mistake = found.mistake.unwrap();
        assert_eq!(mistake.article, "5.4.2");
        assert!(mistake.reason.starts_with("\"1-7\": 7 is not free"), "{}", mistake.reason);
    }

    #[test]
    fn a_capture_may_be_written_with_a_dash_or_nothing() {
        let (played, found) = replayed::<Russian>("W:Wc3:Bd4,h8", "c3-e5 h8g7 e5f6 g7e5");
        assert_eq!(played, ["c3:e5", "h8-g7", "e5-f6", "g7:e5"]);
        assert_eq!(found.notes.len(), 1, "letters alone are a way of writing both: {:?}", found.notes);
        assert!(replayed::<Russian>("W:Wc3:Bd4,h8", "c3-d2").1.mistake.is_some());
    }

    #[test]
    fn no_file_takes_forever() {
        let moves = vec!["d2:b4"; 20_000].join(" ");
        replayed::<Russian>("W:WKd2:Bc5,e3,e5,f6", &moves);
    }
}
