//! Which game is played: the tag GameType, and tags of our own for games that have none.
//!
//! PDN knows no number for some games. They are written as the game they come from with a tag that says what differs,
//! so that a program that does not know the tag still has the board and the way the pieces move:
//!
//! | game | tags |
//! |---|---|
//! | `russian-giveaway` | `[GameType "25,W,8,8,A0,0"] [Objective "giveaway"]` |
//! | `stop-after` | `[GameType "25,W,8,8,A0,0"] [Variant "stop-after"]` |
//! | `flying` | `[GameType "25,W,8,8,A0,0"] [Variant "flying"]`, and its start in the tag FEN |
//! | `international-giveaway` | `[GameType "98"]`, the number lidraughts gives it |
//!
//! Read are also `[Objective "giveaway"]` with type 20, and `[Variant "..."]` with the name of a game, alone or with the
//! type that this game is written with. Another Variant says nothing.

use std::fmt;

use super::tree::{PdnGame, Tag};
use crate::GameId;

/// Why the tags do not say which game is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameTypeError {
    /// There is no tag, and no fallback was given.
    Missing,
    /// The tag does not begin with a number, or has a board that is not this type's.
    Malformed {
        /// The value of the tag.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A number of another game.
    Unknown {
        /// The number.
        number: u32,
    },
}

impl fmt::Display for GameTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameTypeError::Missing => f.write_str("the game has no tag GameType"),
            GameTypeError::Malformed { value, reason } => {
                write!(f, "GameType {}: {reason}", super::error::quoted(value))
            }
            GameTypeError::Unknown { number } => write!(f, "GameType {number} is of a game that is not known here"),
        }
    }
}

impl std::error::Error for GameTypeError {}

/// The number of a game's type, with the fields of its full form.
fn type_of(game: GameId) -> (u32, &'static str) {
    let text = match game {
        GameId::InternationalGiveaway => "98",
        GameId::RussianGiveaway | GameId::StopAfter | GameId::Artamonov => type_of(GameId::Russian).1,
        _ => game.info().pdn_game_type.unwrap_or_default(),
    };
    (leading_number(text).unwrap_or_default(), text)
}

fn leading_number(text: &str) -> Option<u32> {
    text.split(',').next()?.trim().parse().ok()
}

/// Which game the tags say it is; `fallback` if they do not say.
///
/// # Errors
///
/// A type that is not a number, that gives another board than its own, or that is of none of the games here: in such a
/// game the fallback would be wrong.
pub fn game_of(game: &PdnGame, fallback: Option<GameId>) -> Result<GameId, GameTypeError> {
    let variant = game.known_tag("Variant").and_then(|name| name.parse::<GameId>().ok());
    let giveaway = game.known_tag("Objective").is_some_and(|objective| objective.eq_ignore_ascii_case("giveaway"));
    let Some(value) = game.known_tag("GameType") else {
        return variant.or(fallback).ok_or(GameTypeError::Missing);
    };
    let malformed = |reason: &str| GameTypeError::Malformed { value: value.to_owned(), reason: reason.to_owned() };
    let number = leading_number(value).ok_or_else(|| malformed("it must begin with a number"))?;
    // The first game of a number is the one that needs no other tag.
    let Some(plain) = GameId::all().find(|&id| type_of(id).0 == number) else {
        return Err(GameTypeError::Unknown { number });
    };
    let mut board = value.split(',').skip(2).take(2).map(str::trim);
    if let (Some(files), Some(rows)) = (board.next(), board.next())
        && format!("{files}x{rows}") != plain.info().board
    {
        return Err(malformed(&format!("the board of this type is {}", plain.info().board)));
    }
    Ok(match (variant, plain) {
        (Some(variant), _) if type_of(variant).0 == number => variant,
        (_, GameId::Russian) if giveaway => GameId::RussianGiveaway,
        (_, GameId::International) if giveaway => GameId::InternationalGiveaway,
        _ => plain,
    })
}

/// The tags by which [`game_of`] knows a game.
pub fn tags_of(game: GameId) -> Vec<Tag> {
    let tag = |name: &str, value: &str| Tag { name: name.to_owned(), value: value.to_owned().into() };
    let mut tags = vec![tag("GameType", type_of(game).1)];
    match game {
        GameId::RussianGiveaway => tags.push(tag("Objective", "giveaway")),
        GameId::StopAfter | GameId::Flying | GameId::Artamonov => tags.push(tag("Variant", game.name())),
        _ => {}
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tags: &[(&str, &str)], fallback: Option<GameId>) -> Result<GameId, GameTypeError> {
        let tags = tags.iter().map(|(name, value)| Tag::new(name, value).unwrap().into()).collect();
        game_of(&PdnGame { tags, ..PdnGame::default() }, fallback)
    }

    #[test]
    fn every_game_is_known_by_its_tags() {
        for id in GameId::all() {
            let tags = tags_of(id).into_iter().map(Into::into).collect();
            assert_eq!(game_of(&PdnGame { tags, ..PdnGame::default() }, None), Ok(id));
        }
    }

    #[test]
    fn types_are_read_short_and_long() {
        for (value, id) in [
            ("20", GameId::International),
            ("20,W,10,10,N2,0", GameId::International),
            (" 21 , B , 8 , 8 , N1 , 0 ", GameId::English),
            ("22,W,8,8,N2,1", GameId::Italian),
            ("25", GameId::Russian),
            ("25,W,8,8,N2,0", GameId::Russian),
            ("26", GameId::Brazilian),
            ("27,W", GameId::Canadian),
            ("41,W,10,8,A0,0", GameId::Spancireti),
            ("98", GameId::InternationalGiveaway),
        ] {
            assert_eq!(of(&[("GameType", value)], Some(GameId::StopAfter)), Ok(id), "{value}");
        }
    }

    #[test]
    fn other_tags_tell_games_of_one_type_apart() {
        let of = |tags| of(tags, Some(GameId::Italian)).unwrap();
        assert_eq!(of(&[("GameType", "20"), ("Objective", "Giveaway")]), GameId::InternationalGiveaway);
        assert_eq!(of(&[("GameType", "25"), ("Objective", "normal")]), GameId::Russian);
        assert_eq!(of(&[("GameType", "25"), ("Variant", "64D")]), GameId::StopAfter);
        assert_eq!(of(&[("GameType", "25"), ("Variant", "brazilian")]), GameId::Russian);
        assert_eq!(of(&[("GameType", "25"), ("Variant", "Standard")]), GameId::Russian);
        assert_eq!(of(&[("Variant", "stop-after")]), GameId::StopAfter);
        assert_eq!(of(&[("Variant", "Standard")]), GameId::Italian);
        assert_eq!(of(&[("GameType", "")]), GameId::Italian);
    }

    #[test]
    fn what_is_no_type_of_ours_is_an_error() {
        assert_eq!(of(&[], None), Err(GameTypeError::Missing));
        let fallback = Some(GameId::Russian);
        assert_eq!(of(&[("GameType", "40")], fallback), Err(GameTypeError::Unknown { number: 40 }));
        assert_eq!(of(&[("GameType", "0")], fallback), Ok(GameId::Chess));
        assert!(of(&[("GameType", "Russian")], fallback).unwrap_err().to_string().contains("number"));
        assert!(of(&[("GameType", "25,W,10,10,A0,0")], fallback).unwrap_err().to_string().contains("8x8"));
    }
}
