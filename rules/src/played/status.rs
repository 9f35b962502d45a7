//! Whether a game is over, and by what.

use std::fmt;

use crate::draw::Article;
use crate::{Outcome, Side};

/// Where a game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// It goes on.
    Ongoing,
    /// It goes on unless somebody claims it: never empty.
    Claimable(Vec<Claim>),
    /// It is over.
    Over(End),
}

impl Status {
    /// The end, when it is over.
    pub fn end(&self) -> Option<End> {
        match self {
            Status::Over(end) => Some(*end),
            Status::Ongoing | Status::Claimable(_) => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Who won.
    pub outcome: Outcome,
    /// What decided.
    pub reason: Reason,
    /// The plies that had been played.
    pub ply: usize,
}

impl End {
    /// The article that ended the game; `None` when it was the goal of the game, or a dead position, which is part of
    /// the laws whatever the set ([`Reason::DEAD_ARTICLE`]).
    pub fn article(&self) -> Option<&'static Article> {
        match self.reason {
            Reason::NoMoves | Reason::Dead => None,
            Reason::Article(article) => Some(article),
        }
    }
}

/// What decided a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The side to move had no legal move: the goal of the game, or in giveaway too.
    NoMoves,
    /// Neither side can win by any series of legal moves ([`crate::draw::Clocks::is_dead`]).
    Dead,
    /// An article of the draw rules.
    Article(&'static Article),
}

impl Reason {
    /// The article of FIDE's laws of 2014 by which a dead position ends the game; 9.7 says it again.
    pub const DEAD_ARTICLE: &'static str = "5.2b";
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoMoves => f.write_str("the side to move has no legal move"),
            Reason::Dead => {
                let article = Self::DEAD_ARTICLE;
                write!(
                    f,
                    "dead position, neither side can mate by any series of legal moves (FIDE 2014 {article}, 9.7)"
                )
            }
            Reason::Article(article) => write!(f, "article {}: {}", article.id, article.condition),
        }
    }
}

/// What may be claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// By which article.
    pub article: &'static Article,
    /// Who may claim.
    pub by: Side,
    /// What he gets if the claim holds.
    pub effect: Effect,
}

/// What a claim is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A draw. The claim holds.
    Draw,
    /// The game, if tables say that the position is won for him; they were not there, or did not know it.
    WinIfWon,
    /// Whatever the position is worth by tables, which were not there, or did not know it.
    Adjudication,
}
