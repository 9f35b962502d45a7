//! What a position is worth to the side to move, without draw rules, and how a game ends.

use std::fmt;

use crate::Side;

/// The theoretical value for the side to move, no draw rules applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The value seen from the other side.
    pub fn reversed(self) -> Self {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
    /// `win`, `draw` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Nobody did.
    Draw,
}

impl Outcome {
    /// The outcome of a value for `side`, which is to move.
    pub fn of(value: Wdl, side: Side) -> Self {
        match value {
            Wdl::Win => Outcome::Win(side),
            Wdl::Draw => Outcome::Draw,
            Wdl::Loss => Outcome::Win(side.other()),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(side) => write!(f, "{side} wins"),
            Outcome::Draw => f.write_str("a draw"),
        }
    }
}
