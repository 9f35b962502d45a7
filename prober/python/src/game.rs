//! Games under way.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use dambase_prober::GameVerdict;
use dambase_prober::any::AnyGame;
use dambase_rules::draw::Counters;
use dambase_rules::played::{self, Effect};
use dambase_rules::{GameId, Outcome};
use pyo3::prelude::*;

use crate::errors::{Failure, Kind, detached, guarded};
use crate::position::{self, GivenCounters, Position, PositionArg};
use crate::rules::{Article, game_named, rules_named};
use crate::tablebase::Tablebase;
use crate::values::Verdict;

/// What may be claimed.
#[pyclass(frozen, get_all, eq, hash, module = "dambase")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Claim {
    /// By which article.
    article: Article,
    /// Who may claim.
    by: &'static str,
    /// What he gets: a draw; the game, if tables say that it is won for him; whatever tables say that it is worth.
    effect: &'static str,
}

#[pymethods]
impl Claim {
    fn __repr__(&self) -> String {
        format!("<Claim {} by {}: {}>", self.article.id, self.by, self.effect)
    }
}

/// Where a game stands.
#[pyclass(frozen, get_all, eq, hash, module = "dambase")]
#[derive(PartialEq, Eq, Hash)]
pub struct Status {
    /// "claimable": it goes on unless somebody claims it.
    state: &'static str,
    /// Of a game that is over: who won.
    result: Option<&'static str>,
    /// Of a game that is over: what decided, in words.
    reason: Option<String>,
    /// Of a game that is over: the article that ended it; None when it was the goal of the game, or a dead position of chess.
    article: Option<Article>,
    /// Of a game that is over: the plies that had been played then.
    ply: Option<usize>,
    /// What may be claimed.
    claims: Vec<Claim>,
}

impl From<played::Status> for Status {
    fn from(status: played::Status) -> Self {
        let mut told =
            Status { state: "ongoing", result: None, reason: None, article: None, ply: None, claims: Vec::new() };
        match status {
            played::Status::Ongoing => {}
            played::Status::Claimable(claims) => {
                told.state = "claimable";
                told.claims = claims.iter().map(Claim::from).collect();
            }
            played::Status::Over(end) => {
                told.state = "over";
                told.result = Some(match end.outcome {
                    Outcome::Draw => "draw",
                    Outcome::Win(side) => side.name(),
                });
                told.reason = Some(end.reason.to_string());
                told.article = end.article().map(Article::from);
                told.ply = Some(end.ply);
            }
        }
        told
    }
}

impl From<&played::Claim> for Claim {
    fn from(claim: &played::Claim) -> Self {
        let effect = match claim.effect {
            Effect::Draw => "draw",
            Effect::WinIfWon => "win_if_won",
            Effect::Adjudication => "adjudication",
        };
        Claim { article: claim.article.into(), by: claim.by.name(), effect }
    }
}

#[pymethods]
impl Status {
    fn __repr__(&self) -> String {
        match (self.result, &self.reason) {
            (Some(result), Some(reason)) => format!("<Status over, {result}: {reason}>"),
            _ => format!("<Status {}>", self.state),
        }
    }
}

/// A game under way or over, with its counters, repetitions and claims.
///
/// A game from `fen` (None: the usual start) under a set of draw rules (None: the default, "none": no rules, only its goal ends
/// the game). `counters` as in `Tablebase.verdict`.
///
/// Raises UnknownName, FenError, WrongGame, CountersError.
#[pyclass(frozen, module = "dambase")]
pub struct Game {
    id: GameId,
    /// The game's name.
    game: Mutex<AnyGame>,
}

impl Game {
    /// Does something with the game, while other threads of Python go on: one of them may have the game just now.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut AnyGame) -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        detached(py, || work(&mut self.game.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, draw_rules = None, fen = None, counters = None))]
    fn new(
        game: &str,
        draw_rules: Option<&str>,
        fen: Option<PositionArg<'_>>,
        counters: Option<GivenCounters>,
    ) -> PyResult<Self> {
        let id = game_named(game)?;
        let rules = rules_named(id, draw_rules)?;
        let start = match fen {
            Some(position) => position.of(id)?,
            None => guarded(|| Ok(Position::after(id, dambase_prober::any::start(id))))?,
        };
        let game = guarded(|| {
            let counters = match rules {
                Some(rules) => position::counters(id, rules, &start, counters)?,
                None if counters.is_some_and(|counters| !counters.0.is_empty()) => {
                    return Err(Failure::new(Kind::CountersError, "without draw rules there are no counters"));
                }
                None => Counters::STOPPED,
            };
            Ok(AnyGame::from_position(id, rules, start.pieces(), counters)?)
        })?;
        Ok(Game { id, game: Mutex::new(game) })
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &'static str {
        self.id.name()
    }

    /// The name of its draw rules; None without any.
    #[getter]
    fn draw_rules(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        Ok(self.with(py, |game| Ok(game.draw_rules().map(|rules| rules.name)))?)
    }

    /// Makes the move that a text names. Articles that award the game by what tables say need a `tablebase`.
    ///
    /// Raises GameOver, IllegalMove, WrongGame (tables of another game).
    #[pyo3(signature = (text, tablebase = None))]
    fn push(&self, py: Python<'_>, text: &str, tablebase: Option<&Bound<'_, Tablebase>>) -> PyResult<()> {
        let tables = tablebase.map(|tablebase| tablebase.get().tables());
        Ok(self.with(py, |game| Ok(game.push(text, tables)?))?)
    }

    /// Takes the last move back and returns it; None at the start.
    fn pop(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.with(py, |game| Ok(game.pop()))?)
    }

    /// The moves made.
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.with(py, |game| Ok(game.moves()))?)
    }

    /// The legal moves, whether or not the game is over.
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let moves = self.with(py, |game| Ok(game.legal_moves()))?;
        Ok(moves.into_iter().map(|mv| mv.text).collect())
    }

    /// The position on the board, without counters.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Position> {
        Ok(Position::after(self.id, self.with(py, |game| Ok(game.position()))?))
    }

    /// The FEN of the position, with what the game's FEN says of counters.
    #[getter]
    fn fen(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.with(py, |game| Ok(game.fen()))?)
    }

    /// The clocks that run, by name, with where they stand: plies, or moves of one side (`Article.counts`).
    #[getter]
    fn counters(&self, py: Python<'_>) -> PyResult<BTreeMap<&'static str, u16>> {
        Ok(self.with(py, |game| Ok(game.counters()))?.into_iter().collect())
    }

    /// How often the position on the board has occurred, this time included.
    #[getter]
    fn occurrences(&self, py: Python<'_>) -> PyResult<u16> {
        Ok(self.with(py, |game| Ok(game.occurrences()))?)
    }

    /// Whether the game is over, by what, and what may be claimed.
    fn status(&self, py: Python<'_>) -> PyResult<Status> {
        Ok(self.with(py, |game| Ok(game.status()))?.into())
    }

    /// What the game is worth to the side to move under its draw rules, with its counters and all that has recurred; of a game
    /// that is over, what it ended with.
    ///
    /// Raises RepetitionOpen where repetition may decide; else as `Tablebase.verdict`.
    fn verdict(&self, py: Python<'_>, tablebase: &Bound<'_, Tablebase>) -> PyResult<Verdict> {
        let tables = tablebase.get().tables();
        match self.with(py, |game| Ok(game.verdict(tables)?))? {
            GameVerdict::Decided(evaluation) => Ok(evaluation.into()),
            GameVerdict::RepetitionOpen(evaluation) => Err(Failure::repetition_open(evaluation.into()).into()),
        }
    }

    /// A copy that goes its own way.
    fn copy(&self, py: Python<'_>) -> PyResult<Game> {
        let game = self.with(py, |game| Ok(game.clone()))?;
        Ok(Game { id: self.id, game: Mutex::new(game) })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Game> {
        self.copy(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (fen, plies) = self.with(py, |game| Ok((game.fen(), game.moves().len())))?;
        Ok(format!("<Game {} after {plies} plies: {fen}>", self.id))
    }
}
