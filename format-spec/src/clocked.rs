//! Values under draw rules: which slices have tables of them, and how many values a position has there.

use std::collections::BTreeSet;

use dambase_rules::draw::{Clocks, Counters, DrawRules, NotModelled, Regime};
use sha2::{Digest, Sha256};

use crate::{Code, SliceKey, TableGame};

/// A game whose tables know of draw rules.
pub trait ClockedGame: TableGame + Clocks {
    /// What decides in the material of a slice.
    fn regime(rules: &DrawRules, key: SliceKey) -> Result<Regime, NotModelled>;
}

/// How a table of DTC is laid out.
///
/// Values tell how many plies must be left on the outer clock for what is decided without draw rules. But where who has taken more
/// wins when it has run out ([`OuterKind::Stopped`](dambase_rules::draw::OuterKind::Stopped)), they are by levels, and say by themselves
/// who wins: they are codes of [`Settled`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DtcShape {
    /// Which clocks decide.
    pub regime: Regime,
    /// Values of a position.
    pub planes: u32,
    /// The limit of the outer clock, in plies; 0 where there is none.
    pub limit_plies: u16,
}

impl DtcShape {
    /// The shape of the table of a slice.
    pub fn of<G: ClockedGame>(rules: &DrawRules, key: SliceKey) -> Result<Self, NotModelled> {
        let regime = G::regime(rules, key)?;
        Ok(DtcShape { regime, planes: regime.planes(), limit_plies: regime.outer.map_or(0, |outer| outer.limit) })
    }

    /// Which of a position's values holds for these counters, which stand below their limits.
    #[inline]
    pub fn plane(&self, counters: &Counters) -> u32 {
        let count = |clock: Option<(usize, u16)>| clock.and_then(|(number, _)| counters.get(number)).unwrap_or(0);
        self.regime.plane(count(self.regime.kings), count(self.regime.road))
    }

    /// The values are by levels.
    #[inline]
    pub fn is_by_levels(&self) -> bool {
        self.regime.levels() > 0
    }

    /// The plane of a level, where values are by levels: from 1 on, and the last stands for the game and so for all that are higher.
    #[inline]
    pub fn plane_of_level(&self, level: u32) -> u32 {
        level.clamp(1, self.planes) - 1
    }

    /// Plies left on the outer clock; the greatest number where there is none.
    #[inline]
    pub fn plies_left(&self, counters: &Counters) -> u16 {
        match self.regime.outer {
            Some(outer) => outer.limit.saturating_sub(counters.get(outer.number).unwrap_or(0)),
            None => u16::MAX,
        }
    }
}

/// A value of a level: the side to move, or its opponent, gets that many more pieces than the other before the clock has run out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The side to move does.
    pub win: bool,
    /// The plies that must be left on the clock, this side to move.
    pub plies: u16,
}

impl Settled {
    /// What a code says; `None` where neither side does, however much is left.
    #[inline(always)]
    pub fn from_code(code: Code) -> Option<Self> {
        (code > 0).then(|| Settled { win: code.is_multiple_of(2), plies: (code - 1) / 2 })
    }

    /// One more than twice the plies in losses, two more in wins.
    #[inline(always)]
    pub fn code(self) -> Code {
        1 + 2 * self.plies + Code::from(self.win)
    }
}

/// Draw rules can change values in a slice: something is decided by clock or award in it or in a slice that play can come to. Where
/// they cannot, there is no table, and the value without draw rules is the value under them.
pub fn decides<G: ClockedGame>(rules: &DrawRules, key: SliceKey) -> bool {
    let mut seen = BTreeSet::from([key]);
    let mut open = vec![key];
    while let Some(key) = open.pop() {
        // What is not modelled decides, too.
        if G::regime(rules, key).is_ok_and(|regime| regime.is_empty()) {
            open.extend(G::dependencies(key).into_iter().filter(|&needed| seen.insert(needed)));
        } else {
            return true;
        }
    }
    false
}

/// SHA-256 of the text of the draw rules that decide values.
pub fn rules_fingerprint(rules: &DrawRules) -> [u8; 32] {
    Sha256::digest(rules.value_rules().as_bytes()).into()
}

/// The set whose tables answer for `rules`: the first of the game's that decides values alike. Sets that differ in repetition, in
/// their words or in adjudicating at once share tables.
pub fn table_rules<G: ClockedGame>(rules: &'static DrawRules) -> &'static DrawRules {
    let text = rules.value_rules();
    G::draw_rules().iter().find(|set| set.value_rules() == text).unwrap_or(rules)
}
