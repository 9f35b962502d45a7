//! What positions are worth.

use std::ffi::c_char;

use dambase_prober::{Evaluation, RuledEvaluation, Verdict, Wdl};
use dambase_prober::{Metric, Value};

/// Win, draw or loss for the side to move, no draw rules.
#[repr(i8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum dambase_wdl {
    /// The side to move loses.
    DAMBASE_LOSS = -1,
    /// Neither side can force a win.
    DAMBASE_DRAW = 0,
    /// The side to move wins.
    DAMBASE_WIN = 1,
    /// No answer: the call failed, or it was not asked.
    DAMBASE_UNKNOWN = 2,
}

use dambase_wdl::*;

/// A value and its depth, no draw rules.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct dambase_evaluation {
    /// Depth to win: plies to the end of the game when the winner hurries and the loser delays (chess: to mate). 0 where the game is
    /// over; -1 for a draw, and where no table says.
    pub dtw: i32,
    /// Win, draw or loss.
    pub wdl: dambase_wdl,
    /// Zero.
    pub reserved: [u8; 3],
}

/// Win, draw or loss under draw rules, with the counters as they stand.
#[repr(i8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum dambase_verdict {
    /// The side to move loses.
    DAMBASE_VERDICT_LOSS = -2,
    /// It would lose, but the draw rules make it a draw.
    DAMBASE_VERDICT_LOSS_SAVED = -1,
    /// A draw that needs no draw rules.
    DAMBASE_VERDICT_DRAW = 0,
    /// It would win, but the draw rules make it a draw.
    DAMBASE_VERDICT_WIN_SPOILED = 1,
    /// The side to move wins.
    DAMBASE_VERDICT_WIN = 2,
    /// No answer: the call failed, or it was not asked.
    DAMBASE_VERDICT_UNKNOWN = 3,
}

use dambase_verdict::*;

/// Bytes that the name of an article takes at most, with the zero at its end.
pub const DAMBASE_ARTICLE_BYTES: usize = 32;

/// A value under draw rules, with its reasons.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct dambase_ruled {
    /// Distance to clock reset, of wins and losses where a clock runs: plies until the winner has ended the game or left the running
    /// clock behind with a won position (chess: DTZ). Else -1.
    pub dtc: i32,
    /// The verdict.
    pub verdict: dambase_verdict,
    /// Win, draw or loss that it comes to.
    pub wdl: dambase_wdl,
    /// Zero.
    pub reserved: [u8; 2],
    /// The article that decides, by its number in its rule book, such as "1.32.2"; empty where none does. dambase_article_text has
    /// its words.
    pub article: [c_char; DAMBASE_ARTICLE_BYTES],
}

/// What the values of a table are.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum dambase_metric {
    /// Win, draw and loss.
    DAMBASE_METRIC_WDL = 1,
    /// Depth to win.
    DAMBASE_METRIC_DTW = 2,
    /// Distance to clock reset, under a set of draw rules.
    DAMBASE_METRIC_DTC = 3,
}

impl From<Wdl> for dambase_wdl {
    #[inline(always)]
    fn from(value: Wdl) -> Self {
        match value {
            Wdl::Loss => DAMBASE_LOSS,
            Wdl::Draw => DAMBASE_DRAW,
            Wdl::Win => DAMBASE_WIN,
        }
    }
}

impl dambase_evaluation {
    pub(crate) const UNKNOWN: Self = dambase_evaluation { dtw: -1, wdl: DAMBASE_UNKNOWN, reserved: [0; 3] };
}

impl From<Evaluation> for dambase_evaluation {
    fn from(evaluation: Evaluation) -> Self {
        let dtw = evaluation.dtw.map_or(-1, i32::from);
        dambase_evaluation { dtw, wdl: evaluation.wdl.into(), reserved: [0; 3] }
    }
}

impl From<Value> for dambase_evaluation {
    fn from(value: Value) -> Self {
        Evaluation::from(value).into()
    }
}

impl From<Verdict> for dambase_verdict {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Loss => DAMBASE_VERDICT_LOSS,
            Verdict::LossSaved => DAMBASE_VERDICT_LOSS_SAVED,
            Verdict::Draw => DAMBASE_VERDICT_DRAW,
            Verdict::WinSpoiled => DAMBASE_VERDICT_WIN_SPOILED,
            Verdict::Win => DAMBASE_VERDICT_WIN,
        }
    }
}

impl dambase_ruled {
    pub(crate) const UNKNOWN: Self = dambase_ruled {
        dtc: -1,
        verdict: DAMBASE_VERDICT_UNKNOWN,
        wdl: DAMBASE_UNKNOWN,
        reserved: [0; 2],
        article: [0; DAMBASE_ARTICLE_BYTES],
    };
}

impl From<RuledEvaluation> for dambase_ruled {
    fn from(evaluation: RuledEvaluation) -> Self {
        dambase_ruled {
            dtc: evaluation.dtc.map_or(-1, i32::from),
            verdict: evaluation.verdict.into(),
            wdl: evaluation.verdict.wdl().into(),
            reserved: [0; 2],
            article: article_name(evaluation.article.map_or("", |article| article.id)),
        }
    }
}

/// The name of an article, in place.
pub(crate) fn article_name(id: &str) -> [c_char; DAMBASE_ARTICLE_BYTES] {
    let mut name = [0; DAMBASE_ARTICLE_BYTES];
    for (to, from) in name[..DAMBASE_ARTICLE_BYTES - 1].iter_mut().zip(id.bytes()) {
        *to = from as c_char;
    }
    name
}

impl From<Metric> for dambase_metric {
    fn from(metric: Metric) -> Self {
        match metric {
            Metric::Wdl => dambase_metric::DAMBASE_METRIC_WDL,
            Metric::Dtw => dambase_metric::DAMBASE_METRIC_DTW,
            Metric::Dtc => dambase_metric::DAMBASE_METRIC_DTC,
        }
    }
}

#[cfg(test)]
mod tests {
    use dambase_prober::any::all_draw_rules;
    use dambase_rules::GameId;
    use dambase_rules::played::Reason;

    use super::*;

    #[test]
    fn every_article_has_a_name_that_fits() {
        let articles = GameId::all().flat_map(|game| all_draw_rules(game).iter().flat_map(|rules| rules.articles));
        for id in articles.map(|article| article.id).chain([Reason::DEAD_ARTICLE]) {
            assert!(id.len() < DAMBASE_ARTICLE_BYTES && id.is_ascii(), "{id}");
        }
    }
}
