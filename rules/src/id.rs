//! The closed list of games, and what is known of each without its code.

use std::fmt;
use std::str::FromStr;

/// A game of the founding texts, by name. The one enum at the door: below it the code is compiled per game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum GameId {
    /// Russian draughts (64Rc).
    Russian,
    /// Russian draughts from a drawn start (64R).
    Flying,
    /// Russian giveaway (64P).
    RussianGiveaway,
    /// Brazilian draughts (64B).
    Brazilian,
    /// International draughts (100).
    International,
    /// International giveaway (100P).
    InternationalGiveaway,
    /// Canadian draughts (144).
    Canadian,
    /// English draughts, checkers (64C).
    English,
    /// Italian draughts (64I).
    Italian,
    /// Spantsireti's draughts (80).
    Spancireti,
    /// "Stop after the captured piece" (64D).
    StopAfter,
    /// Artamonov's draughts, one colour for both (64A).
    Artamonov,
    /// Chess.
    Chess,
}

/// Games that share a notion of position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// Two armies of men and kings.
    Draughts,
    /// Men and kings of nobody.
    Artamonov,
    /// Chess.
    Chess,
}

/// What the list of games says of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// Which game.
    pub id: GameId,
    /// Its name in commands and files.
    pub name: &'static str,
    /// Other names it answers to; the founding text's code comes first.
    pub aliases: &'static [&'static str],
    /// Files by rows.
    pub board: &'static str,
    /// The PDN GameType tag; `None` where PDN has none.
    pub pdn_game_type: Option<&'static str>,
    /// The game whose tables answer for it: games that differ in their start alone share tables.
    pub tables: GameId,
    /// One line for people.
    pub title: &'static str,
}

macro_rules! info {
    ($($id:ident $name:literal [$($alias:literal),*] $board:literal $pdn:expr, $tables:ident, $title:literal;)*) => {
        /// Every game, in the order of the founding text.
        static GAMES: &[GameInfo] = &[$(GameInfo {
            id: GameId::$id,
            name: $name,
            aliases: &[$($alias),*],
            board: $board,
            pdn_game_type: $pdn,
            tables: GameId::$tables,
            title: $title,
        }),*];
    };
}

info! {
    Russian "russian" ["64Rc"] "8x8" Some("25,W,8,8,A0,0"), Russian, "Russian draughts";
    Flying "flying" ["64R"] "8x8" Some("25,W,8,8,A0,0"), Russian, "Russian draughts, drawn start";
    RussianGiveaway "russian-giveaway" ["64P"] "8x8" None, RussianGiveaway, "Russian giveaway";
    International "international" ["100"] "10x10" Some("20,W,10,10,N2,0"), International, "International draughts";
    InternationalGiveaway "international-giveaway" ["100P"] "10x10" None, InternationalGiveaway, "International giveaway";
    Brazilian "brazilian" ["64B"] "8x8" Some("26,W,8,8,A0,0"), Brazilian, "Brazilian draughts";
    Canadian "canadian" ["144"] "12x12" Some("27,W,12,12,N2,0"), Canadian, "Canadian draughts";
    English "english" ["64C", "checkers"] "8x8" Some("21,B,8,8,N1,0"), English, "English draughts, checkers";
    Italian "italian" ["64I"] "8x8" Some("22,W,8,8,N2,1"), Italian, "Italian draughts";
    Spancireti "spancireti" ["80"] "10x8" Some("41,W,10,8,A0,0"), Spancireti, "Spantsireti's 80-square draughts";
    StopAfter "stop-after" ["64D"] "8x8" None, StopAfter, "Stop after the captured piece";
    Artamonov "artamonov" ["64A"] "8x8" None, Artamonov, "Artamonov's draughts, one colour for both";
    Chess "chess" [] "8x8" Some("0"), Chess, "Chess";
}

impl GameId {
    /// Every game.
    pub fn all() -> impl Iterator<Item = GameId> {
        GAMES.iter().map(|game| game.id)
    }

    /// What is known of it.
    pub fn info(self) -> &'static GameInfo {
        GAMES.iter().find(|game| game.id == self).expect("every game is in the list")
    }

    /// Its name in commands and files.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The family it belongs to.
    pub fn family(self) -> Family {
        match self {
            GameId::Artamonov => Family::Artamonov,
            GameId::Chess => Family::Chess,
            _ => Family::Draughts,
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no game's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(pub String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = GAMES.iter().map(|game| game.name).collect();
        write!(f, "no game is called \"{}\"; the games are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownGame {}

impl FromStr for GameId {
    type Err = UnknownGame;
    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        GAMES
            .iter()
            .find(|game| {
                game.name.eq_ignore_ascii_case(text)
                    || game.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(text))
            })
            .map(|game| game.id)
            .ok_or_else(|| UnknownGame(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_are_read_and_never_shared() {
        let mut seen = std::collections::HashSet::new();
        for id in GameId::all() {
            let info = id.info();
            for name in std::iter::once(&info.name).chain(info.aliases) {
                assert_eq!(name.parse::<GameId>(), Ok(id));
                assert!(seen.insert(name.to_ascii_lowercase()), "{name} names two games");
            }
        }
        assert!("64Z".parse::<GameId>().unwrap_err().to_string().contains("64Z"));
    }
}
