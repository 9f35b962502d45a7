//! Draw rules as data: named sets of articles, the clocks they count by, and the counters of a game.
//!
//! An article either makes a draw, by repetition or by a clock that has run out, or awards the game at once. What a clock
//! counts and what sets it back is a [`Scope`]; which positions that concerns is for the family of games to say
//! ([`Clocks`]). The words of every article, and where it comes from, stand beside its data, so that they can be printed.
//!
//! After each move (design of the project, section 6): every counter advances, is set back, starts or stops; if the side to move has
//! no legal move the game is over by its goal; else, if a counter stands at its limit, the game is drawn. So the last
//! allowed move may still win, and the move that brings about the material of a clock is not counted.

mod counters;
mod draughts;
mod regime;
mod sets;
#[cfg(test)]
mod tests;

pub use counters::{CounterError, Counters, MOST_CLOCKS};
pub use regime::{Army, NotModelled, Outer, OuterKind, Regime};
pub use sets::*;

use crate::{FenError, GameRules, Side};

/// A named set of articles for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRules {
    /// Its name in commands and files.
    pub name: &'static str,
    /// Where the set comes from, and why it is as it is.
    pub note: &'static str,
    /// The articles. Of several that draw a game at once, the first is named.
    pub articles: &'static [Article],
}

/// An article of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Article {
    /// Its number in its rule book.
    pub id: &'static str,
    /// What it does.
    pub rule: Rule,
    /// When it applies, in words.
    pub condition: &'static str,
    /// What sets it back, in words.
    pub resets: &'static str,
    /// It ends the game by itself; else a player has to claim it.
    pub automatic: bool,
    /// Where it is written.
    pub source: &'static str,
}

impl Article {
    /// The clock it goes by.
    pub fn clock(&self) -> Option<Clock> {
        match self.rule {
            Rule::Clock(clock) => Some(clock),
            Rule::Repetition { .. } | Rule::Award(_) => None,
        }
    }

    /// Of an article of repetition: which occurrence draws.
    pub fn occurrences(&self) -> Option<u8> {
        match self.rule {
            Rule::Repetition { occurrences } => Some(occurrences),
            Rule::Clock(_) | Rule::Award(_) => None,
        }
    }

    /// What it does to the game, in a word: `draw` or `award`.
    pub fn effect(&self) -> &'static str {
        match self.rule {
            Rule::Repetition { .. } | Rule::Clock(_) => "draw",
            Rule::Award(_) => "award",
        }
    }
}

/// What an article does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Draws when a position has occurred so many times with the same side to move.
    Repetition {
        /// Which occurrence draws.
        occurrences: u8,
    },
    /// Draws when a clock has run out.
    Clock(Clock),
    /// Ends the game at once by what the tables say.
    Award(Award),
}

/// One counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Its name; articles of a set have clocks of different names.
    pub name: &'static str,
    /// Where it runs and what sets it back.
    pub scope: Scope,
    /// The count at which the game is stopped.
    pub limit: u16,
    /// What is counted.
    pub counts: Counts,
    /// What becomes of the game then.
    pub at_limit: AtLimit,
}

/// What becomes of a game when a clock has run out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtLimit {
    /// It is drawn.
    Draw,
    /// Who has taken more pieces wins it ([`Counters::lead`]); it is drawn if both have taken as many.
    MoreTaken,
}

/// What a clock counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// Plies: the moves of both sides.
    Plies,
    /// The moves of the side with more pieces.
    StrongMoves,
}

impl Counts {
    /// `plies` or `strong-moves`.
    pub fn name(self) -> &'static str {
        match self {
            Counts::Plies => "plies",
            Counts::StrongMoves => "strong-moves",
        }
    }
}

/// Where a clock runs, and what sets it back there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Everywhere; set back by a capture or the move of a man.
    KingMoves {
        /// It stands still while both sides have a king and 4 to 7 pieces are left: there the balance clock takes its place.
        unless_balance: bool,
    },
    /// In the material of a class. Inside it nothing sets it back.
    Class(Class),
    /// While both sides have a king and `from` to `to` pieces are left; set back by a capture or a promotion.
    Balance {
        /// Fewest pieces on the board.
        from: u8,
        /// Most pieces on the board.
        to: u8,
    },
    /// While exactly three pieces, a king among them, stand against a lone king on the main road.
    MainRoad,
    /// While at most so many pieces are left in all; set back by a capture or a promotion.
    Few {
        /// Most pieces on the board.
        most: u8,
    },
}

/// A class of materials; the first army of a pair may be either colour's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class(pub &'static [(ArmyRange, ArmyRange)]);

/// Armies with so many kings and so many men, bounds included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArmyRange {
    /// Fewest and most kings.
    pub kings: (u8, u8),
    /// Fewest and most men.
    pub men: (u8, u8),
}

impl ArmyRange {
    /// Exactly so many kings and men.
    pub const fn of(kings: u8, men: u8) -> Self {
        ArmyRange { kings: (kings, kings), men: (men, men) }
    }

    /// At least so many kings and no men.
    pub const fn kings_from(kings: u8) -> Self {
        ArmyRange { kings: (kings, u8::MAX), men: (0, 0) }
    }

    fn has(self, army: Army) -> bool {
        (self.kings.0..=self.kings.1).contains(&army.kings) && (self.men.0..=self.men.1).contains(&army.men)
    }
}

impl Class {
    /// The side whose army is the first of a pair, when the material belongs to the class; White's where both are.
    #[inline]
    pub fn strong_side(self, white: Army, black: Army) -> Option<Side> {
        let fits = |one: Army, other: Army| self.0.iter().any(|(a, b)| a.has(one) && b.has(other));
        if fits(white, black) {
            Some(Side::White)
        } else if fits(black, white) {
            Some(Side::Black)
        } else {
            None
        }
    }
}

/// An article that ends the game without its being played out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Award {
    /// In which material.
    pub class: Class,
    /// What decides.
    pub by: AwardBy,
}

/// What decides an award. Both need tables: without them the article is only claimable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AwardBy {
    /// The strong side (the first army of the class) may claim the game when the position is won for it without any draw rule.
    StrongSideWins,
    /// The game is decided the moment the material arises: won if it is won under the other articles, else drawn.
    Verdict,
}

impl DrawRules {
    /// The clocks with their articles; their order is that of [`Counters`].
    pub fn clocks(&self) -> impl Iterator<Item = (&'static Article, Clock)> {
        self.articles.iter().filter_map(|article| Some((article, article.clock()?)))
    }

    /// The number of a clock by its name.
    pub fn clock_named(&self, name: &str) -> Option<usize> {
        self.clocks().position(|(_, clock)| clock.name == name)
    }

    /// The articles of repetition, each with the occurrence that draws.
    pub fn repetitions(&self) -> impl Iterator<Item = (&'static Article, u8)> {
        self.articles.iter().filter_map(|article| Some((article, article.occurrences()?)))
    }

    /// The article of repetition that asks for the fewest occurrences, automatic or on claim, and the occurrence that draws.
    pub fn repetition(&self) -> Option<(&'static Article, u8)> {
        self.repetitions().min_by_key(|&(_, occurrences)| occurrences)
    }

    /// The articles that award the game.
    pub fn awards(&self) -> impl Iterator<Item = (&'static Article, Award)> {
        self.articles.iter().filter_map(|article| match article.rule {
            Rule::Award(award) => Some((article, award)),
            Rule::Repetition { .. } | Rule::Clock(_) => None,
        })
    }

    /// A canonical text of what decides values under these rules: equal texts, equal tables. Names and words are not in it,
    /// nor are repetition and awards by verdict, which change no value of a table.
    pub fn value_rules(&self) -> String {
        let class = |class: Class| {
            let army = |a: ArmyRange| format!("K{}-{}M{}-{}", a.kings.0, a.kings.1, a.men.0, a.men.1);
            let pairs: Vec<_> = class.0.iter().map(|(a, b)| format!("{}v{}", army(*a), army(*b))).collect();
            pairs.join(",")
        };
        let mut parts = Vec::new();
        for article in self.articles {
            match article.rule {
                Rule::Repetition { .. } | Rule::Award(Award { by: AwardBy::Verdict, .. }) => {}
                Rule::Clock(clock) => {
                    let scope = match clock.scope {
                        Scope::KingMoves { unless_balance: false } => "king-moves".to_owned(),
                        Scope::KingMoves { unless_balance: true } => "king-moves-unless-balance".to_owned(),
                        Scope::Class(of) => format!("class[{}]", class(of)),
                        Scope::Balance { from, to } => format!("balance[{from}-{to}]"),
                        Scope::MainRoad => "main-road".to_owned(),
                        Scope::Few { most } => format!("few[{most}]"),
                    };
                    let end = match clock.at_limit {
                        AtLimit::Draw => "",
                        AtLimit::MoreTaken => ",more-taken",
                    };
                    parts.push(format!("{scope}={}{}{end}", clock.limit, clock.counts.name()));
                }
                Rule::Award(Award { class: of, by: AwardBy::StrongSideWins }) => {
                    parts.push(format!("award[{}]", class(of)));
                }
            }
        }
        // The order of articles names the reason of a draw, not its being one.
        parts.sort();
        parts.join(";")
    }
}

/// What a move does to a clock that runs before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It begins again at zero.
    Reset,
    /// It goes on by this much.
    Advance(u16),
}

/// What a FEN says of the way to its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Past {
    /// The half-move number, where there is one: plies since the last move that set the clock of king moves back, or in a game without
    /// such a clock, since number or kind of the pieces last changed.
    pub half_moves: Option<u32>,
    /// How many pieces more White has taken than Black, where the FEN tells and an article asks.
    pub lead: Option<i8>,
}

/// A game whose clocks can be kept.
pub trait Clocks: GameRules {
    /// The sets of draw rules of the game, the default first.
    fn draw_rules() -> &'static [DrawRules];
    /// The clock runs in this position.
    fn clock_runs(scope: &Scope, position: &Self::Position) -> bool;
    /// What a legal move does to a clock that runs before and after it.
    fn clock_step(clock: &Clock, before: &Self::Position, after: &Self::Position) -> Step;
    /// The side that a class names as the strong one, where the material of the position belongs to the class.
    fn strong_side(class: Class, position: &Self::Position) -> Option<Side>;
    /// A move after which no earlier position can occur again.
    fn is_irreversible(before: &Self::Position, after: &Self::Position) -> bool;
    /// Neither side can win any more, whatever both play, so that the game is drawn at once: a dead position of chess. May be
    /// false where that takes too long to find out; never true where it is not so. What follows a position that is
    /// found dead is found dead, too.
    fn is_dead(_position: &Self::Position) -> bool {
        false
    }
    /// A draw by a clock may be claimed with the move that brings it to its limit, before it is made (FIDE 9.3a); else not
    /// before the clock stands there.
    fn claims_with_next_move() -> bool {
        false
    }
    /// How many pieces a legal move has taken, in a game with an article that asks who has taken more.
    fn taken(_before: &Self::Position, _after: &Self::Position) -> u8 {
        0
    }
    /// The FEN of a position together with what its counters say of the way to it, where the game's FEN has a place for that and
    /// [`Clocks::read_fen`] reads it back.
    fn fen_with(position: &Self::Position, _counters: &Counters) -> String {
        Self::fen(position)
    }
    /// The FEN after a legal move from the position of this one. The numbers of plies and of moves go on, where it has them.
    fn fen_after(fen: &str, mv: &Self::Move) -> Result<String, FenError>;
    /// Reads a FEN together with what it says of the way to its position.
    fn read_fen(text: &str) -> Result<(Self::Position, Past), FenError>;
    /// What is impossible in these counters, given that each is below its limit and runs: one clock is never set back without
    /// another, or a side cannot have made such moves.
    fn impossible_counters(rules: &DrawRules, counters: &Counters, position: &Self::Position) -> Option<String>;

    /// The set of this name; the default one for `None`. The error lists the names.
    fn draw_rules_named(name: Option<&str>) -> Result<&'static DrawRules, String> {
        let sets = Self::draw_rules();
        match name {
            None => Ok(&sets[0]),
            Some(name) => sets.iter().find(|set| set.name == name).ok_or_else(|| {
                let names: Vec<_> = sets.iter().map(|set| set.name).collect();
                format!("no draw rules of {} are called \"{name}\"; there are {}, and none", Self::ID, names.join(", "))
            }),
        }
    }
}
