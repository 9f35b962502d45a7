//! Moves ranked under draw rules, and verdicts of games.

use dambase_format::{ClockedGame, DtcShape};
use dambase_rules::Wdl;
use dambase_rules::draw::{Article, Counters, DrawRules, Rule};

use crate::error::{Answer, Fail, ProbeError};
use crate::probe::{ByDtw, ByWdl, Measure};
use crate::ruled::{RuledEvaluation, Verdict, has_move};
use crate::stopped::stopping_article;
use crate::tablebase::Tablebase;

/// A legal move and what it is worth under draw rules, to the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuledMove<M> {
    /// The move.
    pub mv: M,
    /// Its value; plies are counted from before it.
    pub evaluation: RuledEvaluation,
    /// What it is worth without draw rules.
    pub theory: Wdl,
    /// Plies to the end of the game without draw rules, counted from before it; `None` for a draw and without tables of depths.
    pub dtw: Option<u16>,
}

impl<M> RuledMove<M> {
    /// Greater is better: wins that leave the clock behind soonest, wins that are spoiled, draws, losses that are saved, losses that
    /// take longest. Of those that are alike, what is better without draw rules.
    fn rank(&self) -> (i32, i32, i32, i32) {
        let verdict = self.evaluation.verdict;
        let soonest = |value: Wdl, plies: Option<u16>| {
            let plies = plies.map_or(i32::from(u16::MAX), i32::from);
            if value == Wdl::Loss { plies } else { -plies }
        };
        (
            verdict.preference(),
            soonest(verdict.wdl(), self.evaluation.dtc),
            ByWdl::preference(self.theory),
            soonest(self.theory, self.dtw),
        )
    }
}

impl<G: ClockedGame> Tablebase<G> {
    /// Replaces the contents of `moves` by all legal moves, best first under the draw rules; returns the position's own verdict. Win,
    /// draw or loss of it are those of the first. Empty where the game is over, by its goal or by an article.
    pub fn probe_root_verdict(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
        moves: &mut Vec<RuledMove<G::Move>>,
    ) -> Result<RuledEvaluation, ProbeError> {
        self.rank_under_rules(rules, position, counters, moves).map_err(Fail::told::<G>)
    }

    fn rank_under_rules(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
        moves: &mut Vec<RuledMove<G::Move>>,
    ) -> Answer<RuledEvaluation> {
        moves.clear();
        let own = self.verdict_of(rules, position, counters)?;
        if counters.at_limit(rules).is_some() || !has_move::<G>(position) {
            return Ok(own);
        }
        let theory = self.value::<ByWdl>(position)?;
        let shape = G::slice_key(position).and_then(|key| DtcShape::of::<G>(rules, key).ok());
        let outer = shape.and_then(|shape| shape.regime.outer);
        let stopped = stopping_article(rules).is_some();
        let mut legal = Vec::new();
        G::legal_moves(position, &mut legal);
        for mv in legal {
            let after = G::play(position, &mv);
            let then = counters.after::<G>(rules, position, &after);
            let answer = self.verdict_of(rules, &after, &then)?;
            let value = answer.verdict.wdl().reversed();
            let dtc = if stopped {
                shape.and_then(|shape| self.plies_before(&shape, position, counters, &then, value, answer.dtc))
            } else {
                outer.filter(|_| value != Wdl::Draw).map(|outer| {
                    let before = counters.get(outer.number).unwrap_or(0);
                    let runs_on = then.get(outer.number) == Some(before + 1);
                    if runs_on { answer.dtc.unwrap_or(0) + 1 } else { 1 }
                })
            };
            let dtw = match self.value::<ByDtw>(&after) {
                Ok(value) => value.plies().map(|plies| plies.saturating_add(1)),
                Err(error) if error.is_missing() => None,
                Err(error) => return Err(error),
            };
            let evaluation = RuledEvaluation { verdict: answer.verdict.reversed(), dtc, article: answer.article };
            let theory = self.value::<ByWdl>(&after)?.reversed();
            let ranked = RuledMove { mv, evaluation, theory, dtw };
            let at = moves.partition_point(|other| other.rank() >= ranked.rank());
            moves.insert(at, ranked);
        }
        let best_theory = moves.iter().map(|ranked| ranked.theory).max_by_key(|&theory| ByWdl::preference(theory));
        match moves.first() {
            Some(best) if best_theory == Some(theory) && self.agrees(&own, &best.evaluation) => Ok(own),
            best => {
                let best = best.map_or("none".to_owned(), |best| verdict_words(&best.evaluation));
                let error =
                    format!("{}: the tables say {}, those of its moves {best}", G::fen(position), verdict_words(&own));
                moves.clear();
                Err(ProbeError::Broken { table: format!("tables of the draw rules {}", rules.name), error }.into())
            }
        }
    }

    /// A position is worth what its best move is; an award ends the game before any move. Where leading is worth something, what spoils a
    /// win need not be what makes the best move a draw.
    fn agrees(&self, own: &RuledEvaluation, best: &RuledEvaluation) -> bool {
        let by_award = |article: &Article| matches!(article.rule, Rule::Award(_));
        let awarded = own.article.is_some_and(by_award) && own.verdict.wdl() != Wdl::Draw;
        awarded || (own.verdict.wdl() == best.verdict.wdl() && own.dtc == best.dtc)
    }
}

fn verdict_words(evaluation: &RuledEvaluation) -> String {
    let (Verdict::Win | Verdict::Loss) = evaluation.verdict else {
        return evaluation.verdict.name().to_owned();
    };
    match evaluation.dtc {
        Some(plies) => format!("{} with {plies} plies needed", evaluation.verdict.name()),
        None => evaluation.verdict.name().to_owned(),
    }
}
