//! Moves ranked, and the best play to the end.

use dambase_format::{TableGame, Value};
use dambase_rules::Wdl;

use crate::error::{Answer, Fail, ProbeError};
use crate::probe::{ByDtw, Evaluation, Measure};
use crate::tablebase::Tablebase;

/// A legal move and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove<M> {
    /// The move.
    pub mv: M,
    /// Its value to the side that makes it, plies counted from before it: the best move's value is the position's.
    pub evaluation: Evaluation,
}

/// A move of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineStep<G: TableGame> {
    /// Which move of the line, from 1.
    pub ply: u32,
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub position: G::Position,
    /// What that is worth to the side to move there.
    pub evaluation: Evaluation,
}

/// Orders what is known of moves, greater is better: quick wins, wins of unknown depth, draws, slow losses, losses of
/// unknown depth.
fn rank(evaluation: Evaluation) -> i32 {
    match (evaluation.wdl, evaluation.dtw.map(i32::from)) {
        (Wdl::Win, Some(plies)) => 200_000 - plies,
        (Wdl::Win, None) => 100_000,
        (Wdl::Draw, _) => 0,
        (Wdl::Loss, Some(plies)) => plies - 100_000,
        (Wdl::Loss, None) => -200_000,
    }
}

/// Lends a listener once more: `Option::as_deref_mut` would lend it for as long as it lives.
fn reborrow<'a>(listener: &'a mut Option<&mut dyn FnMut(&ProbeError)>) -> Option<&'a mut dyn FnMut(&ProbeError)> {
    match listener {
        Some(listener) => Some(&mut **listener),
        None => None,
    }
}

/// What a move to a position of this evaluation is worth to the side that makes it.
fn before_move(after: Evaluation) -> Evaluation {
    Evaluation { wdl: after.wdl.reversed(), dtw: after.dtw.map(|plies| plies.saturating_add(1)) }
}

impl<G: TableGame> Tablebase<G> {
    /// Replaces the contents of `moves` by all legal moves, best first: the quickest win, then draws, then the slowest loss;
    /// equal ones in the order the game generates them. Moves whose depth is not known come after those of the same worth
    /// whose depth is. Returns the position's own value.
    ///
    /// Every move must have an answer, else there is no order; and the best move must be worth what the table says of the
    /// position, else a table is [broken](ProbeError::Broken).
    pub fn probe_root(
        &self,
        position: &G::Position,
        moves: &mut Vec<RankedMove<G::Move>>,
    ) -> Result<Evaluation, ProbeError> {
        self.rank_moves(position, moves, None).map_err(Fail::told::<G>)
    }

    /// As [`Tablebase::probe_root`], but with win, draw and loss alone where the depth is in a broken file, as
    /// [`Tablebase::probe_past_broken`] has it. Tables that contradict each other are an error all the same.
    pub fn probe_root_past_broken(
        &self,
        position: &G::Position,
        moves: &mut Vec<RankedMove<G::Move>>,
        broken: &mut dyn FnMut(&ProbeError),
    ) -> Result<Evaluation, ProbeError> {
        self.rank_moves(position, moves, Some(broken)).map_err(Fail::told::<G>)
    }

    fn rank_moves(
        &self,
        position: &G::Position,
        moves: &mut Vec<RankedMove<G::Move>>,
        mut passed_over: Option<&mut dyn FnMut(&ProbeError)>,
    ) -> Answer<Evaluation> {
        moves.clear();
        // First of all: an impossible position is that whatever its moves lead to.
        let own = match self.evaluate(position, reborrow(&mut passed_over)) {
            Err(error) if !error.is_missing() => return Err(error),
            own => own,
        };
        let mut legal = Vec::new();
        G::legal_moves(position, &mut legal);
        for mv in legal {
            let evaluation = match self.evaluate(&G::play(position, &mv), reborrow(&mut passed_over)) {
                Ok(after) => before_move(after),
                Err(error) => {
                    moves.clear();
                    return Err(error);
                }
            };
            let at = moves.partition_point(|other| rank(other.evaluation) >= rank(evaluation));
            moves.insert(at, RankedMove { mv, evaluation });
        }
        let best = match moves.first() {
            Some(best) => best.evaluation,
            None => ByDtw::over(G::value_without_moves(position)).into(),
        };
        let complete = moves.iter().all(|other| other.evaluation.dtw.is_some() || other.evaluation.wdl == Wdl::Draw);
        let from_moves = if complete { best } else { Evaluation { dtw: None, ..best } };
        let Ok(own) = own else {
            return Ok(from_moves);
        };
        let depths_differ = own.dtw.is_some() && complete && own.dtw != best.dtw;
        if own.wdl != best.wdl || depths_differ {
            moves.clear();
            return Err(self.contradicted(position, &words(own), &words(best)));
        }
        Ok(if own.dtw.is_some() { own } else { from_moves })
    }

    /// The best play of both sides to the end of the game, by tables of depths: as many moves as the position's depth says,
    /// the first in generation order among equally good ones. Empty for a draw, which has no end, and where the game is over.
    pub fn line(&self, position: &G::Position) -> Result<Vec<LineStep<G>>, ProbeError> {
        self.best_line(position).map_err(Fail::told::<G>)
    }

    fn best_line(&self, position: &G::Position) -> Answer<Vec<LineStep<G>>> {
        let mut line = Vec::new();
        let mut legal = Vec::new();
        let mut position = *position;
        let mut value = self.value::<ByDtw>(&position)?;
        // Each step takes one ply off, or the tables contradict themselves; so this ends.
        while value.plies().is_some_and(|plies| plies > 0) {
            G::legal_moves(&position, &mut legal);
            let mut best: Option<(G::Move, G::Position, Value, Value)> = None;
            for &mv in &legal {
                let next = G::play(&position, &mv);
                let after = self.value::<ByDtw>(&next)?;
                let worth = ByDtw::before_move(after);
                if best.is_none_or(|(.., best)| worth.preference() > best.preference()) {
                    best = Some((mv, next, after, worth));
                }
            }
            let Some((mv, next, after, worth)) = best else {
                return Err(self.contradicted(&position, &words(value.into()), "the game is over"));
            };
            if worth != value {
                return Err(self.contradicted(&position, &words(value.into()), &words(worth.into())));
            }
            line.push(LineStep { ply: line.len() as u32 + 1, mv, position: next, evaluation: after.into() });
            (position, value) = (next, after);
        }
        Ok(line)
    }

    /// The error that the table of a position does not agree with those of its moves.
    #[cold]
    fn contradicted(&self, position: &G::Position, table: &str, moves: &str) -> Fail {
        let error = format!("{}: the table says {table}, the tables of its moves say {moves}", G::fen(position));
        let answering = G::slice_key(position).and_then(|key| {
            let entry = self.entry(key)?;
            entry.table(ByDtw::METRIC).or(entry.table(dambase_format::Metric::Wdl))
        });
        match answering {
            Some(table) => table.broken_for(error),
            None => ProbeError::Broken { table: "tables".into(), error }.into(),
        }
    }
}

/// An evaluation in words.
pub(crate) fn words(evaluation: Evaluation) -> String {
    match evaluation.dtw {
        Some(plies) => format!("{} in {plies} plies", evaluation.wdl),
        None => evaluation.wdl.to_string(),
    }
}
