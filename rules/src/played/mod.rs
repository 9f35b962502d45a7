//! A game that is played: start, moves, counters and repetitions as they stand, and what has ended it.
//!
//! [`Game`] is cheap enough for an engine to carry along its search path: [`Game::push`] and [`Game::pop`] allocate nothing but
//! the growth of a vector, and repetition looks back only to the last move after which nothing earlier can recur.
//!
//! After each move (draw rules, [`crate::draw`]): every counter advances, is set back, starts or stops; if the side to move has
//! no legal move the game is over by its goal; else, if neither side can win any more, it is drawn (a dead position of chess); else an article that awards the game may end it, if there are tables to say
//! so; else, if a counter stands at its limit or the position has recurred often enough, the game is drawn.
//!
//! Articles that are not automatic never end a game: [`Game::claims`] lists what could be claimed.

mod claims;
mod end;
mod recorded;
mod replay;
mod status;
#[cfg(test)]
mod tests;
mod theory;

use crate::draughts::Draughts;
use crate::draughts::drawn_start::{CardError, read_card};
use crate::draw::{Clocks, CounterError, Counters, DrawRules};
use crate::{FenError, MoveError, Side};

pub use recorded::{Mistake, Recorded};
pub use replay::{Replay, replay};
pub use status::{Claim, Effect, End, Reason, Status};
pub use theory::Theory;

/// A game under way or over.
#[derive(Clone, Debug)]
pub struct Game<G: Clocks> {
    rules: Option<&'static DrawRules>,
    start: Stand<G>,
    plies: Vec<Ply<G>>,
    end: Option<End>,
}

#[derive(Clone, Copy, Debug)]
struct Ply<G: Clocks> {
    mv: G::Move,
    /// After the move.
    stand: Stand<G>,
}

/// A position with what the rules remember of the way to it.
#[derive(Clone, Copy, Debug)]
struct Stand<G: Clocks> {
    position: G::Position,
    counters: Counters,
    /// Plies since the last move after which nothing earlier can recur, or since the start.
    since: usize,
    /// How often the position has occurred, this time included.
    occurrences: u16,
    /// A position has occurred twice since then.
    repeated: bool,
    /// Tables have said what the articles that award the game are worth here.
    judged: bool,
}

/// Why a game cannot begin so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartError {
    /// The FEN cannot be read, or is no position of the game.
    Fen(FenError),
    /// Its half-move number cannot be.
    Counters(CounterError),
    /// The card cannot be played.
    Card(CardError),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StartError::Fen(error) => error.fmt(f),
            StartError::Counters(error) => error.fmt(f),
            StartError::Card(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}

/// Why a move was not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The game is over.
    Over(End),
    /// The text names no legal move, or several.
    Move(MoveError),
}

impl std::fmt::Display for PlayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlayError::Over(end) => {
                write!(f, "the game was over after {} plies, {}: {}", end.ply, end.outcome, end.reason)
            }
            PlayError::Move(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}

impl<G: Clocks> Game<G> {
    /// A game from the usual start. `rules` are `None` for a game without draw rules, which only its goal ends.
    pub fn new(rules: Option<&'static DrawRules>) -> Self {
        Self::from_position(rules, G::start())
    }

    /// A game from a position in which all clocks that run stand at zero.
    pub fn from_position(rules: Option<&'static DrawRules>, position: G::Position) -> Self {
        let counters = rules.map_or(Counters::STOPPED, |rules| Counters::zero::<G>(rules, &position));
        Self::set_up(rules, position, counters)
    }

    /// A game from a position in which the clocks stand as told. Without draw rules `counters` are ignored.
    ///
    /// Errors when the counters cannot stand so in this position ([`Counters::check`]).
    pub fn with_counters(
        rules: Option<&'static DrawRules>,
        position: G::Position,
        counters: Counters,
    ) -> Result<Self, CounterError> {
        let Some(set) = rules else { return Ok(Self::from_position(None, position)) };
        counters.check::<G>(set, &position)?;
        Ok(Self::set_up(rules, position, counters))
    }

    /// A game from a FEN. Its half-move number (`:H4`), where it has one, is the number of plies since the last capture or
    /// man's move: it sets the clock of king moves, and clocks that nothing else sets back stand no lower.
    ///
    /// Errors when the FEN is no position of the game, and when a clock cannot stand so.
    pub fn from_fen(rules: Option<&'static DrawRules>, text: &str) -> Result<Self, StartError> {
        let (position, past) = G::read_fen(text).map_err(StartError::Fen)?;
        let Some(set) = rules else { return Ok(Self::from_position(None, position)) };
        let counters = Counters::read::<G>(set, &position, "", past).map_err(StartError::Counters)?;
        Ok(Self::set_up(rules, position, counters))
    }

    fn set_up(rules: Option<&'static DrawRules>, position: G::Position, counters: Counters) -> Self {
        let start = Stand { position, counters, since: 0, occurrences: 1, repeated: false, judged: false };
        let mut game = Game { rules, start, plies: Vec::new(), end: None };
        game.end = game.end_here(None);
        game
    }

    /// Makes a move that is legal in [`Game::position`] and notes whether it ends the game. The game need not go on from
    /// there: whether to play on after the end is for the caller to say, and the end stays what it was.
    pub fn push(&mut self, mv: &G::Move) {
        self.advance(mv);
        if self.end.is_none() {
            self.end = self.end_here(None);
        }
    }

    /// [`Game::push`], with tables for the articles that award the game.
    pub fn push_with(&mut self, mv: &G::Move, theory: &dyn Theory<G>) {
        self.advance(mv);
        self.judge(theory);
    }

    /// Asks tables whether an article awards the game where it stands: for the start, or after [`Game::push`]. An end that
    /// came earlier stays.
    pub fn judge(&mut self, theory: &dyn Theory<G>) {
        if self.end.is_none_or(|end| end.ply == self.plies.len()) {
            self.end = self.end_here(Some(theory));
        }
    }

    fn advance(&mut self, mv: &G::Move) {
        let before = *self.stand();
        let position = G::play(&before.position, mv);
        let counters = match self.rules {
            Some(rules) => before.counters.after::<G>(rules, &before.position, &position),
            None => Counters::STOPPED,
        };
        let mut stand = Stand { position, counters, since: 0, occurrences: 1, repeated: false, judged: false };
        if !G::is_irreversible(&before.position, &position) {
            stand.since = before.since + 1;
            stand.occurrences = 1 + self.last_occurrence(&position, stand.since);
            stand.repeated = before.repeated || stand.occurrences > 1;
        }
        self.plies.push(Ply { mv: *mv, stand });
    }

    /// How often `position`, which comes after the last ply, has occurred in the last `since` plies. The latest of its
    /// occurrences has counted the others.
    fn last_occurrence(&self, position: &G::Position, since: usize) -> u16 {
        // The side to move is part of a position: only every second one can be the same.
        let back = (2..=since).step_by(2);
        back.map(|back| self.stand_at(self.plies.len() + 1 - back))
            .find(|stand| stand.position == *position)
            .map_or(0, |stand| stand.occurrences)
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn pop(&mut self) -> Option<G::Move> {
        let ply = self.plies.pop()?;
        self.end = self.end.filter(|end| end.ply <= self.plies.len());
        Some(ply.mv)
    }

    /// Makes the move that a text names.
    ///
    /// Errors when the game is over, and when the text names no legal move or several.
    pub fn play(&mut self, text: &str, theory: Option<&dyn Theory<G>>) -> Result<G::Move, PlayError> {
        if let Some(end) = self.status().end() {
            return Err(PlayError::Over(end));
        }
        let mv = G::parse_move(self.position(), text).map_err(PlayError::Move)?;
        match theory {
            Some(theory) => self.push_with(&mv, theory),
            None => self.push(&mv),
        }
        Ok(mv)
    }

    fn stand(&self) -> &Stand<G> {
        self.plies.last().map_or(&self.start, |ply| &ply.stand)
    }

    fn stand_mut(&mut self) -> &mut Stand<G> {
        self.plies.last_mut().map_or(&mut self.start, |ply| &mut ply.stand)
    }

    /// As it was after `ply` plies.
    fn stand_at(&self, ply: usize) -> &Stand<G> {
        if ply == 0 { &self.start } else { &self.plies[ply - 1].stand }
    }

    /// The draw rules, if there are any.
    pub fn draw_rules(&self) -> Option<&'static DrawRules> {
        self.rules
    }

    /// The position on the board.
    pub fn position(&self) -> &G::Position {
        &self.stand().position
    }

    /// The position after so many plies; `None` when fewer have been played.
    pub fn position_at(&self, ply: usize) -> Option<&G::Position> {
        (ply <= self.plies.len()).then(|| &self.stand_at(ply).position)
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        G::side_to_move(self.position())
    }

    /// Where the clocks stand; all are stopped without draw rules.
    pub fn counters(&self) -> &Counters {
        &self.stand().counters
    }

    /// How many plies have been played.
    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    /// The moves, first to last.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &G::Move> {
        self.plies.iter().map(|ply| &ply.mv)
    }

    /// How often the position on the board has occurred with the same side to move, this time included.
    pub fn occurrences(&self) -> u16 {
        self.stand().occurrences
    }

    /// Plies since the last move after which no earlier position can recur, or since the start.
    pub fn plies_since_irreversible(&self) -> usize {
        self.stand().since
    }

    /// Whether a position has occurred twice or oftener since the last irreversible move: what tables say of values under
    /// draw rules is exact while none has.
    pub fn has_repeated(&self) -> bool {
        self.stand().repeated
    }

    /// The positions since the last irreversible move, each once, with how often each has occurred; the latest first. Takes
    /// time in the square of their number.
    pub fn occurrences_since_irreversible(&self) -> impl Iterator<Item = (&G::Position, u16)> {
        let first = self.plies.len() - self.stand().since;
        let later = move |ply: usize| (ply + 1..=self.plies.len()).map(|ply| self.stand_at(ply));
        (first..=self.plies.len())
            .rev()
            .map(move |ply| (ply, self.stand_at(ply)))
            // Its latest occurrence has counted all.
            .filter(move |(ply, stand)| later(*ply).all(|other| other.position != stand.position))
            .map(|(_, stand)| (&stand.position, stand.occurrences))
    }

    /// Those of [`Game::occurrences_since_irreversible`] that have occurred twice or oftener.
    pub fn repeated_positions(&self) -> impl Iterator<Item = (&G::Position, u16)> {
        self.occurrences_since_irreversible().filter(|(_, occurrences)| *occurrences > 1)
    }
}

impl<G: Draughts> Game<G> {
    /// A game from a drawn start (S002 "64R"): the moves of a card, of which none counts as played, and the side that is to move
    /// after them. [`read_card`] says how a card is written.
    pub fn from_card(rules: Option<&'static DrawRules>, card: &str, side: Side) -> Result<Self, StartError> {
        let position = read_card::<G>(card, side).map_err(StartError::Card)?;
        Ok(Self::from_position(rules, position))
    }
}
