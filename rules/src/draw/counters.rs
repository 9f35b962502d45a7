//! The counters of a game under a set of draw rules.

use std::fmt;

use super::{Article, Clock, Clocks, DrawRules, Past, Scope, Step};
use crate::Side;

/// The most clocks a set may have.
pub const MOST_CLOCKS: usize = 8;

const STOPPED: u16 = u16::MAX;

/// Where every clock of a set stands, in the order of [`DrawRules::clocks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counters {
    values: [u16; MOST_CLOCKS],
    /// How many pieces more White has taken than Black; 0 in games that do not ask.
    lead: i8,
}

impl Counters {
    /// No clock runs.
    pub const STOPPED: Counters = Counters { values: [STOPPED; MOST_CLOCKS], lead: 0 };

    /// The clocks that run in `position`, all at zero: a position given without counters.
    pub fn zero<G: Clocks>(rules: &DrawRules, position: &G::Position) -> Self {
        let mut counters = Counters::STOPPED;
        for (value, (_, clock)) in counters.values.iter_mut().zip(rules.clocks()) {
            if G::clock_runs(&clock.scope, position) {
                *value = 0;
            }
        }
        counters
    }

    /// The counters after a legal move from `before` to `after`.
    #[must_use]
    pub fn after<G: Clocks>(mut self, rules: &DrawRules, before: &G::Position, after: &G::Position) -> Self {
        for (value, (_, clock)) in self.values.iter_mut().zip(rules.clocks()) {
            *value = if !G::clock_runs(&clock.scope, after) {
                STOPPED
            } else if *value == STOPPED {
                // It starts with the position the move has made; the move itself is not counted.
                0
            } else {
                match G::clock_step(&clock, before, after) {
                    Step::Reset => 0,
                    // A game is over at the limit, but a caller may play on.
                    Step::Advance(by) => value.saturating_add(by).min(STOPPED - 1),
                }
            };
        }
        let taken = G::taken(before, after) as i8;
        self.lead += match G::side_to_move(before) {
            Side::White => taken,
            Side::Black => -taken,
        };
        self
    }

    /// How many pieces more `side` has taken than its opponent, in a game with an article that asks
    /// ([`super::AtLimit::MoreTaken`]); counted from zero where a position was given without.
    #[inline]
    pub fn lead(&self, side: Side) -> i8 {
        match side {
            Side::White => self.lead,
            Side::Black => -self.lead,
        }
    }

    /// Sets how many pieces more White has taken than Black.
    pub fn set_lead(&mut self, white: i8) {
        self.lead = white;
    }

    /// Where clock `number` stands; `None` where it does not run.
    #[inline]
    pub fn get(&self, number: usize) -> Option<u16> {
        self.values.get(number).copied().filter(|&value| value != STOPPED)
    }

    /// Sets clock `number`.
    ///
    /// # Panics
    /// When the number is not below [`MOST_CLOCKS`].
    pub fn set(&mut self, number: usize, value: Option<u16>) {
        self.values[number] = value.map_or(STOPPED, |value| value.min(STOPPED - 1));
    }

    /// The article whose clock stands at its limit: the first that ends the game by itself, else the first under which a draw may be
    /// claimed.
    pub fn at_limit(&self, rules: &DrawRules) -> Option<&'static Article> {
        let at_limit = || {
            let clocks = rules.clocks().zip(self.values);
            clocks.filter(|((_, clock), value)| *value != STOPPED && *value >= clock.limit)
        };
        let mut automatic = at_limit().map(|((article, _), _)| article).filter(|article| article.automatic);
        automatic.next().or_else(|| at_limit().next().map(|((article, _), _)| article))
    }

    /// The clocks that run, with their names, in the order of the set.
    pub fn running<'a>(&'a self, rules: &'a DrawRules) -> impl Iterator<Item = (&'static str, u16)> + 'a {
        rules
            .clocks()
            .zip(self.values)
            .filter(|(_, value)| *value != STOPPED)
            .map(|((_, clock), value)| (clock.name, value))
    }

    /// Reads `CLOCK=COUNT,...` for a position: clocks that run and are not named stand at zero, unless a clock that is named
    /// counts the same, as where fifty moves may be claimed and seventy-five draw. The half-move number,
    /// where `past` has one, is the number of plies since the last capture or man's move: it sets the clock of king moves, and clocks that nothing
    /// else sets back stand no lower, unless they are named.
    ///
    /// Errors when a clock is unknown, named twice, does not run in the position or stands beyond its limit, and when the
    /// counters cannot stand so together.
    pub fn read<G: Clocks>(
        rules: &DrawRules,
        position: &G::Position,
        text: &str,
        past: Past,
    ) -> Result<Self, CounterError> {
        let mut counters = Counters::zero::<G>(rules, position);
        counters.set_lead(past.lead.unwrap_or(0));
        let mut named = [false; MOST_CLOCKS];
        for (number, name, value) in Counters::list(rules, text)? {
            if counters.get(number).is_none() {
                return Err(CounterError::Stopped(name.to_owned()));
            }
            named[number] = true;
            counters.set(number, Some(value));
        }
        for (number, (_, clock)) in rules.clocks().enumerate().filter(|(number, _)| !named[*number]) {
            let same = |other: &Clock| (other.scope, other.counts) == (clock.scope, clock.counts);
            let twin = rules.clocks().enumerate().find(|(other, (_, clock))| named[*other] && same(clock));
            if let (Some((twin, _)), Some(_)) = (twin, counters.get(number)) {
                counters.set(number, counters.get(twin));
            }
        }
        if let Some(half_moves) = past.half_moves {
            for (number, (_, clock)) in rules.clocks().enumerate() {
                let Some(given) = counters.get(number) else { continue };
                let value = half_moves.min(u32::from(STOPPED - 1)) as u16;
                match clock.scope {
                    Scope::KingMoves { .. } if named[number] && given != value => {
                        return Err(CounterError::Conflict { clock: clock.name, counters: given, half_moves });
                    }
                    Scope::KingMoves { .. } => counters.set(number, Some(value)),
                    // A class, and the balance, begin with a capture or a promotion, and so not after the last of those.
                    Scope::Class(_) | Scope::Balance { .. } | Scope::Few { .. } if !named[number] => {
                        counters.set(number, Some(value));
                    }
                    Scope::Class(_) | Scope::Balance { .. } | Scope::Few { .. } | Scope::MainRoad => {}
                }
            }
        }
        counters.check::<G>(rules, position)?;
        Ok(counters)
    }

    /// The clocks that `CLOCK=COUNT,...` names, each once, with their numbers and counts: what can be said of such a text without a
    /// position.
    pub fn list<'t>(rules: &DrawRules, text: &'t str) -> Result<Vec<(usize, &'t str, u16)>, CounterError> {
        let mut list: Vec<(usize, &str, u16)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, count) = part.split_once('=').ok_or_else(|| CounterError::Syntax(part.to_owned()))?;
            let (name, count) = (name.trim(), count.trim());
            let number = rules.clock_named(name).ok_or_else(|| CounterError::Unknown {
                clock: name.to_owned(),
                known: rules.clocks().map(|(_, clock)| clock.name).collect(),
            })?;
            let value = count.parse().map_err(|_| CounterError::Syntax(part.to_owned()))?;
            if list.iter().any(|(other, ..)| *other == number) {
                return Err(CounterError::Twice(name.to_owned()));
            }
            list.push((number, name, value));
        }
        Ok(list)
    }

    /// Whether the counters can stand so in this position.
    pub fn check<G: Clocks>(&self, rules: &DrawRules, position: &G::Position) -> Result<(), CounterError> {
        for (number, (article, clock)) in rules.clocks().enumerate() {
            if self.get(number).is_some() && !G::clock_runs(&clock.scope, position) {
                return Err(CounterError::Stopped(clock.name.to_owned()));
            }
            // What has to be claimed need not have been.
            if let Some(value) = self.get(number).filter(|&value| value > clock.limit && article.automatic) {
                return Err(CounterError::Beyond { clock: clock.name, value, limit: clock.limit });
            }
        }
        match G::impossible_counters(rules, self, position) {
            Some(reason) => Err(CounterError::Impossible(reason)),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries((0..MOST_CLOCKS).filter_map(|number| self.get(number).map(|value| (number, value))))
            .finish()
    }
}

/// Counters that cannot be, or cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CounterError {
    /// Not `CLOCK=COUNT`.
    Syntax(String),
    /// No clock of the set has this name.
    Unknown {
        /// The name.
        clock: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// A clock is named twice.
    Twice(String),
    /// The clock does not run in this position.
    Stopped(String),
    /// Beyond the limit: the game was drawn before.
    Beyond {
        /// The clock.
        clock: &'static str,
        /// Where it is said to stand.
        value: u16,
        /// Its limit.
        limit: u16,
    },
    /// The counters and the half-move clock of the FEN say different things.
    Conflict {
        /// The clock.
        clock: &'static str,
        /// What the counters say.
        counters: u16,
        /// What the FEN says.
        half_moves: u32,
    },
    /// The counters cannot stand so together.
    Impossible(String),
}

impl fmt::Display for CounterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CounterError::Syntax(part) => write!(f, "counters: \"{part}\" is not CLOCK=COUNT"),
            CounterError::Unknown { clock, known } if known.is_empty() => {
                write!(f, "counters: there is no clock \"{clock}\": these rules have none")
            }
            CounterError::Unknown { clock, known } => {
                write!(f, "counters: there is no clock \"{clock}\"; the clocks are {}", known.join(", "))
            }
            CounterError::Twice(clock) => write!(f, "counters: {clock} is given twice"),
            CounterError::Stopped(clock) => write!(f, "counters: {clock} does not run in this position"),
            CounterError::Beyond { clock, value, limit } => {
                write!(f, "counters: {clock}={value} is beyond its limit of {limit}: the game was drawn before")
            }
            CounterError::Conflict { clock, counters, half_moves } => {
                write!(f, "counters: {clock}={counters}, but the FEN says {half_moves} (:H{half_moves})")
            }
            CounterError::Impossible(reason) => write!(f, "counters: {reason}"),
        }
    }
}

impl std::error::Error for CounterError {}
