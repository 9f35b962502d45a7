//! What positions and moves are worth.

use dambase_prober as prober;
use dambase_prober::any::{AnyRanked, AnyStep};
use dambase_rules::GameId;
use pyo3::prelude::*;

use crate::position::Position;
use crate::rules::Article;

/// A number or None, as Python prints it.
fn number(value: Option<u16>) -> String {
    value.map_or_else(|| "None".into(), |value| value.to_string())
}

/// What a position, or a move, is worth to the side to move, no draw rules.
#[pyclass(frozen, get_all, eq, hash, module = "dambase")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Evaluation {
    /// Win, draw or loss.
    wdl: &'static str,
    /// Plies to the end of the game when the winner hurries and the loser delays (chess: to mate); 0 when it is over. None for
    /// a draw, and where there are no tables of depths.
    dtw: Option<u16>,
}

impl From<prober::Evaluation> for Evaluation {
    fn from(evaluation: prober::Evaluation) -> Self {
        Evaluation { wdl: evaluation.wdl.name(), dtw: evaluation.dtw }
    }
}

#[pymethods]
impl Evaluation {
    fn __repr__(&self) -> String {
        format!("Evaluation(wdl='{}', dtw={})", self.wdl, number(self.dtw))
    }
}

/// A legal move and what it is worth to the side that makes it, plies counted from before it: the best move's value is the
/// position's.
#[pyclass(frozen, eq, hash, module = "dambase")]
#[derive(PartialEq, Eq, Hash)]
pub struct RankedMove {
    /// In the game's notation.
    #[pyo3(get, name = "move")]
    mv: String,
    /// The position after it.
    #[pyo3(get)]
    position: Position,
    /// Its value.
    #[pyo3(get)]
    evaluation: Evaluation,
}

impl RankedMove {
    /// From that of a game.
    pub fn new(game: GameId, ranked: AnyRanked<prober::Evaluation>) -> Self {
        RankedMove {
            mv: ranked.mv.text,
            position: Position::after(game, ranked.mv.after),
            evaluation: ranked.evaluation.into(),
        }
    }
}

#[pymethods]
impl RankedMove {
    fn __repr__(&self) -> String {
        format!("<RankedMove {}: {} {}>", self.mv, self.evaluation.wdl, number(self.evaluation.dtw))
    }
}

/// A move of a line.
#[pyclass(frozen, eq, hash, module = "dambase")]
#[derive(PartialEq, Eq, Hash)]
pub struct LineStep {
    /// In the game's notation.
    #[pyo3(get, name = "move")]
    mv: String,
    /// The position after it.
    #[pyo3(get)]
    position: Position,
    /// What that is worth to the side to move there.
    #[pyo3(get)]
    evaluation: Evaluation,
}

impl LineStep {
    /// From that of a game.
    pub fn new(game: GameId, step: AnyStep) -> Self {
        LineStep {
            mv: step.mv.text,
            position: Position::after(game, step.mv.after),
            evaluation: step.evaluation.into(),
        }
    }
}

#[pymethods]
impl LineStep {
    fn __repr__(&self) -> String {
        format!("<LineStep {}: then {} {}>", self.mv, self.evaluation.wdl, number(self.evaluation.dtw))
    }
}

/// What a position or a game is worth to the side to move under draw rules.
#[pyclass(frozen, get_all, eq, hash, module = "dambase")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// "spoiled_win": won, but the rules make it a draw; "saved_loss": lost, but they do.
    pub verdict: &'static str,
    /// Win, draw or loss under the rules.
    wdl: &'static str,
    /// Of wins and losses, where a clock runs: plies until the winner has ended the game or left the clock behind with a won
    /// position (in chess DTZ), the least that must be left on the clock. Else None.
    dtc: Option<u16>,
    /// The article that decides, where one does: it spoils, saves, or awards the game.
    article: Option<Article>,
}

impl From<prober::RuledEvaluation> for Verdict {
    fn from(evaluation: prober::RuledEvaluation) -> Self {
        Verdict {
            verdict: evaluation.verdict.name(),
            wdl: evaluation.verdict.wdl().name(),
            dtc: evaluation.dtc,
            article: evaluation.article.map(Article::from),
        }
    }
}

#[pymethods]
impl Verdict {
    fn __repr__(&self) -> String {
        let article = self.article.as_ref().map_or("None", |article| article.id);
        format!("<Verdict {}, dtc {}, article {article}>", self.verdict, number(self.dtc))
    }
}

/// A legal move and what it is worth under draw rules to the side that makes it, plies counted from before it.
#[pyclass(frozen, eq, hash, module = "dambase")]
#[derive(PartialEq, Eq, Hash)]
pub struct RuledMove {
    /// In the game's notation.
    #[pyo3(get, name = "move")]
    mv: String,
    /// The position after it.
    #[pyo3(get)]
    position: Position,
    /// Its value under the rules.
    #[pyo3(get)]
    verdict: Verdict,
    /// Its value without rules.
    #[pyo3(get)]
    theory: Evaluation,
}

impl RuledMove {
    /// From that of a game.
    pub fn new(game: GameId, ranked: AnyRanked<prober::RuledEvaluation>) -> Self {
        RuledMove {
            mv: ranked.mv.text,
            position: Position::after(game, ranked.mv.after),
            verdict: ranked.evaluation.into(),
            theory: ranked.theory.into(),
        }
    }
}

#[pymethods]
impl RuledMove {
    fn __repr__(&self) -> String {
        format!("<RuledMove {}: {}>", self.mv, self.verdict.verdict)
    }
}
