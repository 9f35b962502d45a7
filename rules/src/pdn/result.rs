//! How games end, in PDN's words.

use std::fmt;

pub use crate::Outcome;
use crate::{GameId, Side};

/// A result as PDN spells it. Many spellings are read, these are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultToken {
    /// `1-0`
    OneZero,
    /// `0-1`
    ZeroOne,
    /// `1/2-1/2`
    Halves,
    /// `2-0`
    TwoZero,
    /// `0-2`
    ZeroTwo,
    /// `1-1`: a draw where a win gives two points. Nowhere a move, since no quiet move ends where it began.
    OneOne,
    /// `0-0`: both have lost.
    ZeroZero,
    /// `*`: unfinished, or unknown.
    Star,
}

use ResultToken::{Halves, OneOne, OneZero, Star, TwoZero, ZeroOne, ZeroTwo, ZeroZero};

impl ResultToken {
    /// Every result.
    pub const ALL: [ResultToken; 8] = [OneZero, ZeroOne, Halves, TwoZero, ZeroTwo, OneOne, ZeroZero, Star];

    /// As PDN 3.0 spells it.
    pub fn text(self) -> &'static str {
        match self {
            OneZero => "1-0",
            ZeroOne => "0-1",
            Halves => "1/2-1/2",
            TwoZero => "2-0",
            ZeroTwo => "0-2",
            OneOne => "1-1",
            ZeroZero => "0-0",
            Star => "*",
        }
    }

    /// Reads a result in any of the spellings that files have: blanks within, `:` or a longer dash for `-`, `½`, `0.5` or
    /// `0,5` for `1/2`, and `1/2` alone for a draw. `None` for anything else, such as the half wins of some tournaments.
    pub fn from_text(text: &str) -> Option<ResultToken> {
        // The longest spelling is 1/2 - 1/2; a tag's value may be of any length.
        const LONGEST: usize = 24;
        if text.len() > LONGEST {
            return None;
        }
        let mut plain = String::new();
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            match c {
                ':' | '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
                '\u{bd}' => plain.push_str("1/2"),
                ',' => plain.push('.'),
                _ => plain.push(c),
            }
        }
        let plain = plain.replace("0.5", "1/2");
        match plain.as_str() {
            "1/2" => Some(Halves),
            plain => Self::ALL.into_iter().find(|token| token.text() == plain),
        }
    }

    /// Who won. `None` where the game is not over or unknown (`*`), and where both have lost (`0-0`).
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            OneZero | TwoZero => Some(Outcome::Win(Side::White)),
            ZeroOne | ZeroTwo => Some(Outcome::Win(Side::Black)),
            Halves | OneOne => Some(Outcome::Draw),
            ZeroZero | Star => None,
        }
    }

    /// How a game is to write an outcome: two points for a win in the games of the International family, one in the
    /// others (PDN 3.0, `gametype.rst`). `*` for an unknown outcome.
    pub fn of_game(game: GameId, outcome: Option<Outcome>) -> ResultToken {
        let two_points = matches!(game, GameId::International | GameId::InternationalGiveaway | GameId::Canadian);
        match (outcome, two_points) {
            (None, _) => Star,
            (Some(Outcome::Win(Side::White)), false) => OneZero,
            (Some(Outcome::Win(Side::White)), true) => TwoZero,
            (Some(Outcome::Win(Side::Black)), false) => ZeroOne,
            (Some(Outcome::Win(Side::Black)), true) => ZeroTwo,
            (Some(Outcome::Draw), false) => Halves,
            (Some(Outcome::Draw), true) => OneOne,
        }
    }
}

impl fmt::Display for ResultToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_many_spellings() {
        for token in ResultToken::ALL {
            assert_eq!(ResultToken::from_text(token.text()), Some(token));
        }
        for (text, token) in [
            (" 1 - 0 ", OneZero),
            ("2:0", TwoZero),
            ("0\u{2013}1", ZeroOne),
            ("\u{bd}-\u{bd}", Halves),
            ("1/2", Halves),
            ("0.5-0.5", Halves),
            ("0,5 : 0,5", Halves),
            ("1/2 \u{2014} 1/2", Halves),
        ] {
            assert_eq!(ResultToken::from_text(text), Some(token), "{text}");
        }
        for text in ["", "1", "1-2", "12-0", "1+ - 1-", "1 1/2 - 1/2", "5-5", "1-0 1-0", &"1".repeat(1 << 20)] {
            assert_eq!(ResultToken::from_text(text), None, "{text:.20}");
        }
    }

    #[test]
    fn each_game_has_its_own_way() {
        for game in GameId::all() {
            for outcome in [Some(Outcome::Win(Side::White)), Some(Outcome::Win(Side::Black)), Some(Outcome::Draw), None]
            {
                assert_eq!(ResultToken::of_game(game, outcome).outcome(), outcome);
            }
        }
        assert_eq!(ResultToken::of_game(GameId::Canadian, Some(Outcome::Draw)), OneOne);
        assert_eq!(ResultToken::of_game(GameId::Brazilian, Some(Outcome::Draw)), Halves);
        assert_eq!(ZeroZero.outcome(), None);
    }
}
