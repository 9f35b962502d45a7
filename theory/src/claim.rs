//! Claims: what somebody says of all positions of some kind.

use dambase_format::MaterialError;
use dambase_rules::draw::DrawRules;
use dambase_rules::{GameId, Side};

use crate::language::Condition;

/// A sentence of endgame theory that is true or not.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What it is called, once in a file.
    pub name: String,
    /// The sentence, in words.
    pub says: String,
    /// Who says it.
    pub source: Option<String>,
    /// What is to be said of it.
    pub note: Option<String>,
    /// Of which game.
    pub game: GameId,
    /// Of which materials, each White first.
    pub materials: Vec<String>,
    /// Of positions with this side to move; with either where there is none.
    pub side: Option<Side>,
    /// Of positions of which this is true.
    pub conditions: Option<Condition>,
    /// What is true of them.
    pub outcome: Condition,
    /// Within how many moves of the winner.
    pub within: Option<u32>,
    /// The draw rules that are played by.
    pub draw_rules: Option<&'static DrawRules>,
    /// Of how many of the positions.
    pub quantity: Quantity,
    /// What is known of the claim.
    pub expected: Expected,
}

/// Of how many positions a claim speaks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Quantity {
    /// Of each one.
    Every,
    /// Of at least one.
    Some,
    /// Of so many in a hundred, or more.
    Percent(f64),
}

impl Quantity {
    /// A claim of so many positions is true if `holding` of `positions` are as it says. Nothing is true of no position at all but
    /// what is said of every one.
    pub fn is_met(self, holding: u64, positions: u64) -> bool {
        match self {
            Quantity::Every => holding == positions,
            Quantity::Some => holding > 0,
            Quantity::Percent(percent) => positions > 0 && holding as f64 * 100.0 >= percent * positions as f64,
        }
    }
}

/// What a file says will be found of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// It is true.
    Proved,
    /// It is not.
    Refuted,
}

impl Claim {
    /// Materials of a game, checked; each is an error of its own.
    pub(crate) fn check_material(game: GameId, material: &str) -> Result<(), MaterialError> {
        let rows = dambase_prober::any::rows(game, material)?;
        if rows.iter().any(|row| row.is_of(material)) {
            return Ok(());
        }
        Err(MaterialError { text: material.to_owned(), reason: "there is no such material".into() })
    }
}
