//! What tables can tell a game of.

use crate::draw::{Counters, DrawRules};
use crate::{GameRules, Wdl};

/// Whatever knows what positions are worth: tables. An answer is exact, or it is `None`.
///
/// Articles that award a game ([`crate::draw::Award`]) ask here; [`super::Game`] never guesses.
pub trait Theory<G: GameRules> {
    /// What the position is worth to the side to move without draw rules.
    fn wdl(&self, position: &G::Position) -> Option<Wdl>;

    /// What the position is worth to the side to move under `rules`, its clocks standing at `counters` and no position
    /// having occurred twice. It is asked of positions that are over neither by their goal nor by a clock.
    fn verdict(&self, rules: &'static DrawRules, position: &G::Position, counters: &Counters) -> Option<Wdl>;
}
