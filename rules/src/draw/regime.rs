//! Which clocks decide in a material: what tables of values under draw rules are made by.

use super::{Award, AwardBy, Clock, DrawRules, Scope};

/// The kings and men of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Army {
    /// Kings.
    pub kings: u8,
    /// Men.
    pub men: u8,
}

/// The clocks that can decide in a material, those left out that never can: a clock is left out when another one that is set
/// back no more often than it, and so never stands lower, has a limit that is no higher.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Regime {
    /// The clock that is set back least often.
    pub outer: Option<Outer>,
    /// The clock of king moves, set back by the man moves that leave the outer one running: its number and limit.
    pub kings: Option<(usize, u16)>,
    /// The clock of the main road: its number and limit, in moves of the strong side.
    pub road: Option<(usize, u16)>,
    /// The strong side may claim what is won without draw rules.
    pub award: bool,
}

/// The outer clock of a regime.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outer {
    /// Its number in the set.
    pub number: usize,
    /// Its limit, in plies.
    pub limit: u16,
    /// What it is.
    pub kind: OuterKind,
}

/// What sets the outer clock back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OuterKind {
    /// Nothing in its class of materials.
    Class,
    /// A change of material.
    Balance,
    /// A change of material or the move of a man.
    KingMoves,
    /// A change of material; who has taken more pieces when it has run out wins ([`super::AtLimit::MoreTaken`]). So what is won is
    /// a number of pieces more than the opponent will take, or the game: values are by levels 1 to `levels`, the last of which
    /// is the game.
    Stopped {
        /// How many levels there are.
        levels: u8,
    },
}

/// Why tables do not model what decides in a material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotModelled {
    /// Two clocks decide together.
    Pair {
        /// The clocks' names.
        clocks: [&'static str; 2],
    },
    /// Repetition ends a game there, and what it leaves open is what the game goes on for.
    Repetition {
        /// The clock whose limit asks who has taken more pieces.
        clock: &'static str,
        /// The most pieces with which it runs.
        most_pieces: u8,
    },
}

impl std::fmt::Display for NotModelled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotModelled::Pair { clocks: [one, other] } => {
                write!(f, "the clocks {one} and {other} run together here in a way that no table models")
            }
            NotModelled::Repetition { clock, most_pieces } => write!(
                f,
                "with more than {most_pieces} pieces a game can end by repetition before {clock} asks who has taken more, and no \
                 table models both"
            ),
        }
    }
}

impl std::error::Error for NotModelled {}

impl Regime {
    /// No clock can decide, and nothing is awarded.
    pub fn is_empty(&self) -> bool {
        *self == Regime::default()
    }

    /// The levels that values are by, where the game is stopped for who has taken more pieces; else 0.
    #[inline]
    pub fn levels(&self) -> u8 {
        match self.outer {
            Some(Outer { kind: OuterKind::Stopped { levels }, .. }) => levels,
            _ => 0,
        }
    }

    /// How many values a position has: one for each level where there are some ([`OuterKind::Stopped`], without inner clocks); else
    /// as many as the inner clocks have states together, those at a limit left out: there the game is over.
    pub fn planes(&self) -> u32 {
        if self.levels() > 0 {
            return self.levels().into();
        }
        let kings = self.kings.map_or(1, |(_, limit)| u32::from(limit));
        let road = self.road.map_or(1, |(_, limit)| u32::from(limit));
        kings * road
    }

    /// The state of the inner clocks by what they have counted. `kings` and `road` are ignored where there is no such clock.
    ///
    /// # Panics
    /// In debug builds, when a count is not below its limit.
    #[inline]
    pub fn plane(&self, kings: u16, road: u16) -> u32 {
        let mut plane = 0;
        if let Some((_, limit)) = self.road {
            debug_assert!(road < limit);
            plane = u32::from(road);
        }
        if let Some((_, limit)) = self.kings {
            debug_assert!(kings < limit);
            plane = plane * u32::from(limit) + u32::from(kings);
        }
        plane
    }

    /// What the inner clocks have counted in a plane: king moves, and moves of the strong side on the road.
    #[inline]
    pub fn counts(&self, plane: u32) -> (u16, u16) {
        let kings = self.kings.map_or(1, |(_, limit)| u32::from(limit));
        ((plane % kings) as u16, (plane / kings) as u16)
    }
}

impl DrawRules {
    /// What can decide in a material of men and kings.
    pub fn regime(&self, white: Army, black: Army) -> Result<Regime, NotModelled> {
        let both_have_kings = white.kings > 0 && black.kings > 0;
        let pieces = u32::from(white.kings) + u32::from(white.men) + u32::from(black.kings) + u32::from(black.men);
        let kings_only = white.men == 0 && black.men == 0;
        let mut regime = Regime::default();
        let (mut class, mut balance, mut kings): (Option<(usize, Clock)>, _, _) = (None, None, None);
        for (number, (_, clock)) in self.clocks().enumerate() {
            match clock.scope {
                Scope::Class(of) if of.strong_side(white, black).is_some() => class = class.or(Some((number, clock))),
                Scope::Balance { from, to }
                    if both_have_kings && (u32::from(from)..=u32::from(to)).contains(&pieces) =>
                {
                    balance = balance.or(Some((number, clock)));
                }
                // A side without kings moves its men, so the clock never gets far.
                Scope::KingMoves { unless_balance } if both_have_kings => {
                    if !(unless_balance && (4..=7).contains(&pieces)) {
                        kings = kings.or(Some((number, clock)));
                    }
                }
                Scope::MainRoad => {
                    let alone = |army: Army| army == Army { kings: 1, men: 0 };
                    let three = |army: Army| army.kings > 0 && army.kings + army.men == 3;
                    if (alone(white) && three(black)) || (alone(black) && three(white)) {
                        regime.road = regime.road.or(Some((number, clock.limit)));
                    }
                }
                Scope::Class(_) | Scope::Balance { .. } | Scope::KingMoves { .. } | Scope::Few { .. } => {}
            }
        }
        let limit = |clock: Option<(usize, Clock)>| clock.map_or(u16::MAX, |(_, clock)| clock.limit);
        // Class clocks are started by captures and promotions, which set the others back: these never stand higher.
        if limit(balance) >= limit(class) {
            balance = None;
        }
        if limit(kings) >= limit(class) || limit(kings) >= limit(balance) {
            kings = None;
        }
        // Among kings alone both are set back by captures only, and stand alike.
        if kings_only && kings.is_some() && limit(balance) >= limit(kings) {
            balance = None;
        }
        let together =
            |one: (usize, Clock), other: (usize, Clock)| NotModelled::Pair { clocks: [one.1.name, other.1.name] };
        let outer = |(number, clock): (usize, Clock), kind| Some(Outer { number, limit: clock.limit, kind });
        match (class, balance, kings) {
            (Some(class), Some(balance), _) => return Err(together(class, balance)),
            (Some(class), None, Some(kings)) => return Err(together(class, kings)),
            (Some(class), None, None) => regime.outer = outer(class, OuterKind::Class),
            (None, Some(balance), inner) => {
                regime.outer = outer(balance, OuterKind::Balance);
                regime.kings = inner.map(|(number, clock)| (number, clock.limit));
            }
            (None, None, Some(kings)) => regime.outer = outer(kings, OuterKind::KingMoves),
            (None, None, None) => {}
        }
        regime.award = self
            .awards()
            .any(|(_, Award { class, by })| by == AwardBy::StrongSideWins && class.strong_side(white, black).is_some());
        Ok(regime)
    }

    /// What can decide among so many pieces that belong to nobody.
    pub fn regime_of_common(&self, pieces: u32) -> Result<Regime, NotModelled> {
        let few = self.clocks().enumerate().find_map(|(number, (_, clock))| match clock.scope {
            Scope::Few { most } => Some((number, clock, most)),
            _ => None,
        });
        match few {
            None => Ok(Regime::default()),
            Some((_, clock, most)) if pieces > most.into() => {
                Err(NotModelled::Repetition { clock: clock.name, most_pieces: most })
            }
            // A piece is always left, so of `most` pieces no more than `most - 1` are taken: the last level is the game.
            Some((number, clock, most)) => {
                let outer = Outer { number, limit: clock.limit, kind: OuterKind::Stopped { levels: most } };
                Ok(Regime { outer: Some(outer), ..Regime::default() })
            }
        }
    }
}
