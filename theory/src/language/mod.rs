//! The language of conditions: what can be said of a position.
//!
//! `no white.kings on main-road and not black can-capture` is read once for a game ([`Condition::read`]) and then asked of many
//! positions ([`Condition::holds`]). Three kinds of things are said: sentences (true or false), numbers, and sets of squares. The
//! whole of it is in `claims/LANGUAGE.md`.

mod eval;
mod parse;
mod syntax;
mod words;

use std::fmt;

use dambase_rules::GameId;

use crate::board::Grid;
use crate::facts::{Facts, Seen};
use syntax::Sentence;
pub use syntax::{Relation, Who};
pub use words::{WORDS, Word};

/// A condition of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    text: String,
    sentence: Sentence,
    facts: Facts,
    grid: Grid,
}

/// A text that is no condition: what is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LanguageError {
    /// Offset in the text, in bytes.
    pub offset: usize,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.offset + 1, self.reason)
    }
}

impl std::error::Error for LanguageError {}

/// What a condition has to be told of a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Needs {
    /// Plies to the end of the game.
    pub depths: bool,
    /// What draw rules make of it.
    pub draw_rules: bool,
    /// Its worth, by one or the other.
    pub worth: bool,
}

impl Condition {
    /// Reads a condition on positions of a game.
    ///
    /// # Errors
    /// The first thing that cannot be understood, or that the game does not have.
    pub fn read(game: GameId, text: &str) -> Result<Self, LanguageError> {
        let grid = Grid::of(game);
        let sentence = parse::sentence(game, &grid, text)?;
        Ok(Condition { text: text.to_owned(), sentence, facts: Facts::of(game), grid })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it asks for.
    pub fn needs(&self) -> Needs {
        let mut needs = Needs::default();
        self.sentence.needs(&mut needs);
        needs
    }

    /// Says that nobody wins, and nothing else.
    pub fn is_of_draws(&self) -> bool {
        matches!(self.sentence, Sentence::Drawn(_))
    }

    /// Whether it is true of a position.
    pub fn holds(&self, seen: &Seen<'_>) -> bool {
        eval::Eval { facts: &self.facts, grid: &self.grid, seen }.sentence(&self.sentence)
    }
}

#[cfg(test)]
mod tests {
    use dambase_prober::Evaluation;
    use dambase_prober::any::read_fen;
    use dambase_rules::Wdl;
    use proptest::prelude::*;

    use super::*;

    fn says(game: GameId, fen: &str, evaluation: Evaluation, text: &str) -> bool {
        let (pieces, _) = read_fen(game, fen).unwrap();
        let condition = Condition::read(game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        condition.holds(&Seen::new(&pieces, evaluation))
    }

    const WIN: Evaluation = Evaluation { wdl: Wdl::Win, dtw: Some(9) };
    const LOSS: Evaluation = Evaluation { wdl: Wdl::Loss, dtw: Some(8) };
    const DRAW: Evaluation = Evaluation { wdl: Wdl::Draw, dtw: None };

    #[test]
    fn what_is_said_of_a_position() {
        let fen = "B:WKa1,Kc1,c3:BKh8,g7";
        for (text, expected) in [
            ("black to-move and mover to-move", true),
            ("white to-move or not waiting to-move", true),
            ("white.kings on main-road", true),
            ("all white.kings on main-road", false),
            ("no white.men on main-road", false),
            ("count(white on main-road) = 2", true),
            ("count(pieces) = 5 and count(kings) = 3", true),
            ("count(white.kings | white.men) = 3", true),
            ("count(~pieces) = 27", true),
            ("count(black & main-road) >= 2", true),
            ("distance(white.kings, black.kings) = 7", true),
            ("distance(white.men, black.men) = 4", true),
            ("farthest(white.kings, black.men) = 6", true),
            ("row-distance(white, black) = 4", true),
            ("file-distance(white, black) = 4 - 0 * 3", true),
            ("lowest-row(white.men) = 3 and highest-row(black) = 8", true),
            ("distance(white.men, promotion(white)) = 5", true),
            ("distance(black.queens & black, white) = 1 or true", true),
            ("plies = 9 and moves = 5", true),
            ("not (plies + 1) % 2 = 1", true),
            ("black wins and white loses and not draw", true),
            ("mover would-win and waiting would-lose", true),
            ("[a1, c1 c3] on white", true),
            ("no [d4 e5] on pieces", true),
            ("row(1) on white and rows(7..8) on black and file(g..h) on black", true),
            ("-1 < 0", true),
            ("black can-capture", false),
            ("mobility(black) > 0 and attacks(white) = 0", true),
        ] {
            if text.contains("queens") {
                assert!(Condition::read(GameId::Russian, text).is_err());
                continue;
            }
            assert_eq!(says(GameId::Russian, fen, WIN, text), expected, "{text}");
        }
        assert!(says(GameId::Russian, fen, LOSS, "white wins and moves = 4"));
        assert!(says(GameId::Russian, fen, DRAW, "draw and not plies >= 0 and not plies < 0"));
        // No piece is at no distance.
        assert!(says(GameId::Russian, "W:WKa1:BKh8", DRAW, "not distance(men, kings) >= 0 and all men on edge"));
        // Both a1 and h8 stand on files of whoever asks: a, c, e, g are White's.
        assert!(says(GameId::Russian, "W:Wa1:Bh8", DRAW, "white has-the-move and not black has-the-move"));
        assert!(says(GameId::Russian, "W:Wa1:Bg7", DRAW, "black has-the-move"));
        assert!(says(GameId::Chess, "8/4k3/8/4K3/8/8/8/8 b - - 0 1", DRAW, "white has-opposition and not check"));
        assert!(says(GameId::Artamonov, "W:Mc3:Kd4:Xd4", DRAW, "barred on kings and no men on barred"));
        assert!(says(
            GameId::International,
            "W:WK46:BK5",
            DRAW,
            "[46] on white and main-road on white and [1..5] on black"
        ));
    }

    #[test]
    fn errors_name_the_place() {
        for (text, offset, words) in [
            ("", 0, "the text ends"),
            ("white wins and", 14, "the text ends"),
            ("white winz", 6, "\"wins\"?"),
            ("whyte wins", 0, "\"white\"?"),
            ("(white wins", 11, "\")\" is expected"),
            ("white wins)", 10, "over before this"),
            ("main-road", 0, "neither true nor false"),
            ("3", 0, "compare it"),
            ("3 < main-road", 4, "a number is expected"),
            ("white wins < 3", 0, "true or false"),
            ("no 3 on edge", 3, "squares are expected"),
            ("all white.men edge", 14, "\"on\" is expected"),
            ("white.kinks on edge", 6, "no pieces are called"),
            ("white.rooks on edge", 0, "only chess"),
            ("white.men on [a2]", 14, "a2 is no square"),
            ("white.men on row(9)", 17, "1 to 8"),
            ("white.men on file(i)", 18, "a to h"),
            ("white forces-capture 9", 21, "1 to 4"),
            ("white forces-capture", 20, "1 to 4"),
            ("mobility(edge) > 1", 9, "needs a side"),
            ("check", 0, "no check in draughts"),
            ("barred on edge", 0, "no piece is barred"),
            ("white has-opposition", 6, "not of this game"),
            ("white wins ; draw", 11, "';' means nothing"),
            ("plies = 99999999999999999999", 8, "too great"),
            ("\u{e9}", 0, "means nothing"),
        ] {
            let error = Condition::read(GameId::Russian, text).expect_err(text);
            assert_eq!(error.offset, offset, "{text}: {error}");
            assert!(error.reason.contains(words), "{text}: {error}");
        }
        assert!(Condition::read(GameId::Artamonov, "white.men on edge").unwrap_err().reason.contains("nobody's"));
        assert!(
            Condition::read(GameId::Spancireti, "white on main-road").unwrap_err().reason.contains("square boards")
        );
        let deep = "(".repeat(1_000);
        assert!(Condition::read(GameId::Russian, &deep).unwrap_err().reason.contains("too deep"));
        let nots = format!("{}true", "not ".repeat(1_001));
        assert!(!says(GameId::Russian, "W:WKa1:BKh8", DRAW, &nots));
        let many = format!("true{}", " and true".repeat(100_000));
        assert!(Condition::read(GameId::Russian, &many).unwrap_err().reason.contains("too long"));
    }

    proptest! {
        #[test]
        fn nothing_that_is_written_panics(text in "[a-z0-9 ()\\[\\]|&~<>=.,*%+-]{0,60}") {
            for game in [GameId::Russian, GameId::Chess, GameId::Artamonov] {
                if let Err(error) = Condition::read(game, &text) {
                    prop_assert!(error.offset <= text.len());
                }
            }
        }

        #[test]
        fn words_in_any_order_are_read_or_refused(words in proptest::collection::vec(prop_oneof![
            Just("white"), Just("black"), Just("mover"), Just("wins"), Just("."), Just("kings"), Just("on"), Just("edge"), Just("no"),
            Just("all"), Just("not"), Just("and"), Just("or"), Just("("), Just(")"), Just("count"), Just("distance"), Just(","), Just("3"),
            Just("<"), Just("="), Just("|"), Just("~"), Just("plies"), Just("["), Just("]"), Just("a1"), Just(".."), Just("-"), Just("%"), Just("0"),
        ], 0..24)) {
            let text = words.join(" ");
            if let Ok(condition) = Condition::read(GameId::Russian, &text) {
                let (pieces, _) = read_fen(GameId::Russian, "W:WKa1,c3:Bh8").unwrap();
                condition.holds(&Seen::new(&pieces, WIN));
            }
        }
    }
}
