//! Games that were written down, as far as that differs from family to family.

use super::replay::{self, Replay};
use crate::draughts::{Draughts, drawn_start};
use crate::draw::Clocks;
use crate::pdn::PdnMove;
use crate::{GameId, GameRules, Side};

/// What is wrong with a move that is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Where the article is written.
    pub book: &'static str,
    /// The article that names the error.
    pub article: &'static str,
    /// What is wrong, naming the squares.
    pub reason: String,
    /// What would have been legal, in the game's notation.
    pub legal: Vec<String>,
}

/// A game whose recorded games can be played again.
pub trait Recorded: Clocks {
    /// Plays moves that a file has from a position, as far as they are legal.
    fn replay(start: &Self::Position, texts: &[&PdnMove]) -> Replay<Self::Move>;

    /// Refuses a start that a game under this name cannot have.
    fn check_start(_id: GameId, _start: &Self::Position) -> Result<(), String> {
        Ok(())
    }

    /// Whether `side` can still win by some series of legal moves of both, where the laws of the game ask, as those of chess do
    /// when a flag falls; `None` where it is not decided.
    fn can_win(_position: &Self::Position, _side: Side) -> Option<bool> {
        None
    }
}

impl<G: Draughts> Recorded for G {
    fn replay(start: &Self::Position, texts: &[&PdnMove]) -> Replay<Self::Move> {
        replay::replay::<G>(start, texts)
    }

    fn check_start(id: GameId, start: &<Self as GameRules>::Position) -> Result<(), String> {
        match id {
            GameId::Flying => drawn_start::check::<G>(start).map_err(|error| error.to_string()),
            _ => Ok(()),
        }
    }
}
