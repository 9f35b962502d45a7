//! The calls of [`AnyTablebase`](super::AnyTablebase) for one game.

use std::any::Any;
use std::ops::Range;

use dambase_format::{ClockedGame, Metric, SliceIndex, Value};
use dambase_rules::draw::{Counters, DrawRules};
use dambase_rules::{Pieces, Wdl};

use super::rules::{any_move, position};
use super::scan::{self, Visit};
use super::{AnyCounts, AnyMove, AnyRanked, AnyRow, AnySpoiledWin, AnyStep, AnyTable};
use crate::ruled::has_move;
use crate::{
    Evaluation, PreloadError, PreloadedTables, ProbeError, RuledEvaluation, TableInfo, TableProblem, Tablebase, Verdict,
};

/// Open tables of some game.
pub(super) trait Tables: Send + Sync {
    /// The [`Tablebase`] of the game's type.
    fn as_any(&self) -> &dyn Any;
    fn tables(&self) -> Vec<AnyTable>;
    fn missing(&self) -> Vec<(String, Metric)>;
    fn problems(&self) -> &[TableProblem];
    fn file_bytes(&self) -> u64;
    fn preload(
        &self,
        wanted: &mut dyn FnMut(&AnyTable) -> bool,
        most_bytes: u64,
    ) -> Result<PreloadedTables, PreloadError>;
    fn probe_wdl(&self, pieces: &Pieces) -> Result<Wdl, ProbeError>;
    fn probe_wdl_in_memory(&self, pieces: &Pieces) -> Result<Option<Wdl>, ProbeError>;
    fn probe_dtw(&self, pieces: &Pieces) -> Result<Value, ProbeError>;
    fn probe(&self, pieces: &Pieces) -> Result<Evaluation, ProbeError>;
    fn probe_wdl_batch(&self, positions: &[Pieces], answer: &mut dyn FnMut(usize, Result<Wdl, ProbeError>));
    fn probe_dtw_batch(&self, positions: &[Pieces], answer: &mut dyn FnMut(usize, Result<Value, ProbeError>));
    fn probe_root(&self, pieces: &Pieces) -> Result<(Evaluation, Vec<AnyRanked<Evaluation>>), ProbeError>;
    fn line(&self, pieces: &Pieces) -> Result<Vec<AnyStep>, ProbeError>;
    fn probe_verdict(
        &self,
        rules: &'static DrawRules,
        pieces: &Pieces,
        counters: &Counters,
    ) -> Result<RuledEvaluation, ProbeError>;
    fn probe_root_verdict(
        &self,
        rules: &'static DrawRules,
        pieces: &Pieces,
        counters: &Counters,
    ) -> Result<(RuledEvaluation, Vec<AnyRanked<RuledEvaluation>>), ProbeError>;
    fn over(&self, pieces: &Pieces) -> Result<Option<Wdl>, ProbeError>;
    fn row_counts(&self, row: &AnyRow) -> Option<AnyCounts>;
    fn scan(&self, row: &AnyRow, part: Range<u64>, visit: &mut Visit<'_>) -> Result<(), ProbeError>;
    fn probe_ruled(&self, rules: &'static DrawRules, pieces: &Pieces) -> Result<(Verdict, Option<u16>), ProbeError>;
    fn spoiled_win(&self, rules: &'static DrawRules, pieces: &Pieces) -> Result<Option<AnySpoiledWin>, ProbeError>;
    fn probe_by_lead(
        &self,
        rules: &'static DrawRules,
        pieces: &Pieces,
        most: i8,
    ) -> Result<Option<Vec<Wdl>>, ProbeError>;
}

fn any_table<G: ClockedGame>(info: &TableInfo<'_>) -> AnyTable {
    let draw_rules = &info.header.draw_rules;
    AnyTable {
        material: info.header.material.clone(),
        pieces: info.pieces,
        metric: info.metric,
        draw_rules: G::draw_rules().iter().map(|rules| rules.name).find(|name| name == draw_rules),
        values: info.header.values,
        bytes: info.header.file_bytes,
    }
}

/// As [`Tablebase::probe_root_verdict`].
pub(super) fn ranked_under_rules<G: ClockedGame>(
    tables: &Tablebase<G>,
    rules: &'static DrawRules,
    position: &G::Position,
    counters: &Counters,
) -> Result<(RuledEvaluation, Vec<AnyRanked<RuledEvaluation>>), ProbeError> {
    let mut ranked = Vec::new();
    let evaluation = tables.probe_root_verdict(rules, position, counters, &mut ranked)?;
    let moves = ranked.iter().map(|ranked| AnyRanked {
        mv: any_move::<G>(position, &ranked.mv),
        evaluation: ranked.evaluation,
        theory: Evaluation { wdl: ranked.theory, dtw: ranked.dtw },
    });
    Ok((evaluation, moves.collect()))
}

/// Positions that are turned at once into those of the game.
const AT_ONCE: usize = 1024;

/// Answers positions in parts, each with one call of `probe`; those that are none with an error.
fn batch<G: ClockedGame, T>(
    positions: &[Pieces],
    answer: &mut dyn FnMut(usize, Result<T, ProbeError>),
    mut probe: impl FnMut(&[G::Position], &mut Vec<Result<T, ProbeError>>),
) {
    let (mut good, mut wrong, mut answers) = (Vec::new(), Vec::new(), Vec::new());
    for (part, positions) in positions.chunks(AT_ONCE).enumerate() {
        good.clear();
        wrong.clear();
        for (at, pieces) in positions.iter().enumerate() {
            match position::<G>(pieces) {
                Ok(position) => good.push(position),
                Err(error) => wrong.push((at, error)),
            }
        }
        probe(&good, &mut answers);
        let (mut wrong, mut answers) = (wrong.drain(..).peekable(), answers.drain(..));
        for at in 0..positions.len() {
            let one = match wrong.next_if(|&(place, _)| place == at) {
                Some((_, error)) => Err(error),
                None => match answers.next() {
                    Some(answer) => answer,
                    None => break,
                },
            };
            answer(part * AT_ONCE + at, one);
        }
    }
}

impl<G: ClockedGame> Tables for Tablebase<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn tables(&self) -> Vec<AnyTable> {
        let ruled = self.tables_under_rules().map(|(_, info)| info);
        self.tables().chain(ruled).map(|info| any_table::<G>(&info)).collect()
    }

    fn missing(&self) -> Vec<(String, Metric)> {
        let named = |(key, metric)| (G::slice(key).map_or_else(|error| error.text, |slice| slice.material()), metric);
        Tablebase::missing(self).into_iter().map(named).collect()
    }

    fn problems(&self) -> &[TableProblem] {
        Tablebase::problems(self)
    }

    fn file_bytes(&self) -> u64 {
        Tablebase::file_bytes(self)
    }

    fn preload(
        &self,
        wanted: &mut dyn FnMut(&AnyTable) -> bool,
        most_bytes: u64,
    ) -> Result<PreloadedTables, PreloadError> {
        Tablebase::preload(self, |info| wanted(&any_table::<G>(info)), most_bytes)
    }

    fn probe_wdl(&self, pieces: &Pieces) -> Result<Wdl, ProbeError> {
        Tablebase::probe_wdl(self, &position::<G>(pieces)?)
    }

    fn probe_wdl_in_memory(&self, pieces: &Pieces) -> Result<Option<Wdl>, ProbeError> {
        Tablebase::probe_wdl_in_memory(self, &position::<G>(pieces)?)
    }

    fn probe_dtw(&self, pieces: &Pieces) -> Result<Value, ProbeError> {
        Tablebase::probe_dtw(self, &position::<G>(pieces)?)
    }

    fn probe(&self, pieces: &Pieces) -> Result<Evaluation, ProbeError> {
        Tablebase::probe(self, &position::<G>(pieces)?)
    }

    fn probe_wdl_batch(&self, positions: &[Pieces], answer: &mut dyn FnMut(usize, Result<Wdl, ProbeError>)) {
        batch::<G, _>(positions, answer, |positions, answers| Tablebase::probe_wdl_batch(self, positions, answers));
    }

    fn probe_dtw_batch(&self, positions: &[Pieces], answer: &mut dyn FnMut(usize, Result<Value, ProbeError>)) {
        batch::<G, _>(positions, answer, |positions, answers| Tablebase::probe_dtw_batch(self, positions, answers));
    }

    fn probe_root(&self, pieces: &Pieces) -> Result<(Evaluation, Vec<AnyRanked<Evaluation>>), ProbeError> {
        let position = position::<G>(pieces)?;
        let mut ranked = Vec::new();
        let evaluation = Tablebase::probe_root(self, &position, &mut ranked)?;
        let moves = ranked.iter().map(|ranked| AnyRanked {
            mv: any_move::<G>(&position, &ranked.mv),
            evaluation: ranked.evaluation,
            theory: ranked.evaluation,
        });
        Ok((evaluation, moves.collect()))
    }

    fn line(&self, pieces: &Pieces) -> Result<Vec<AnyStep>, ProbeError> {
        let mut before = position::<G>(pieces)?;
        let line = Tablebase::line(self, &before)?;
        let steps = line.iter().map(|step| {
            let text = G::move_text(&before, &step.mv);
            before = step.position;
            AnyStep { mv: AnyMove { text, after: G::pieces(&step.position) }, evaluation: step.evaluation }
        });
        Ok(steps.collect())
    }

    fn probe_verdict(
        &self,
        rules: &'static DrawRules,
        pieces: &Pieces,
        counters: &Counters,
    ) -> Result<RuledEvaluation, ProbeError> {
        Tablebase::probe_verdict(self, rules, &position::<G>(pieces)?, counters)
    }

    fn probe_root_verdict(
        &self,
        rules: &'static DrawRules,
        pieces: &Pieces,
        counters: &Counters,
    ) -> Result<(RuledEvaluation, Vec<AnyRanked<RuledEvaluation>>), ProbeError> {
        ranked_under_rules(self, rules, &position::<G>(pieces)?, counters)
    }

    fn over(&self, pieces: &Pieces) -> Result<Option<Wdl>, ProbeError> {
        let position = position::<G>(pieces)?;
        Ok((!has_move::<G>(&position)).then(|| G::value_without_moves(&position)))
    }

    fn row_counts(&self, row: &AnyRow) -> Option<AnyCounts> {
        scan::row_counts(self, row)
    }

    fn scan(&self, row: &AnyRow, part: Range<u64>, visit: &mut Visit<'_>) -> Result<(), ProbeError> {
        scan::scan(self, row, part, visit)
    }

    fn probe_ruled(&self, rules: &'static DrawRules, pieces: &Pieces) -> Result<(Verdict, Option<u16>), ProbeError> {
        let position = position::<G>(pieces)?;
        Tablebase::probe_ruled(self, rules, &position, &Counters::zero::<G>(rules, &position))
    }

    fn spoiled_win(&self, rules: &'static DrawRules, pieces: &Pieces) -> Result<Option<AnySpoiledWin>, ProbeError> {
        scan::spoiled_win(self, rules, &position::<G>(pieces)?)
    }

    fn probe_by_lead(
        &self,
        rules: &'static DrawRules,
        pieces: &Pieces,
        most: i8,
    ) -> Result<Option<Vec<Wdl>>, ProbeError> {
        Tablebase::probe_by_lead(self, rules, &position::<G>(pieces)?, most)
    }
}
