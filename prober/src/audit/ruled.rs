//! Tables of values under draw rules, by their own definition: one ply, counters advanced.

use std::sync::atomic::{AtomicU64, Ordering};

use dambase_format::{ClockedGame, DtcShape, SectionStats, SliceIndex, SliceKey};
use dambase_rules::Wdl;
use dambase_rules::draw::{Clocks, Counters, DrawRules, Scope};
use rayon::prelude::*;

use super::fault::{Fault, FaultKind};
use super::positions::{Sample, compare_counts, longer};
use super::stopped::Levels;
use super::{AuditOptions, AuditReport, check_blocks, in_pool, manifest};
use crate::error::Answer;
use crate::probe::ByWdl;
use crate::ruled::Need;
use crate::scan::Stream;
use crate::table::Loaded;
use crate::tablebase::{Held, SliceEntry, Tablebase};

/// Verifies the table of a slice under a set of draw rules: size and SHA-256 where there is a manifest beside it; checksums and
/// contents of every block; every position, with every state of the inner clocks, against what its moves make of it; the counts
/// in the header. The tables without draw rules are taken as they are: [`super::audit`] is for them.
///
/// Where values are by levels, every lead is looked at, at the counts at which values change.
///
/// Where a clock runs, what passes is right: the plies needed fall with every move, so none rests on itself. In material
/// without a clock the check is necessary, not sufficient.
pub fn audit_under_rules<G: ClockedGame>(
    tablebase: &Tablebase<G>,
    rules: &'static DrawRules,
    key: SliceKey,
    options: AuditOptions,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<AuditReport, Fault> {
    let missing = || Fault::missing::<G>(key);
    let entry = tablebase.set(rules).and_then(|set| set.entry(key)).ok_or_else(missing)?;
    let table = match &entry.held {
        Held::Absent => return Err(missing()),
        Held::Broken(number) => {
            let problem = &tablebase.problems[*number];
            return Err(Fault::of_file(&problem.path, FaultKind::File, problem.fault.to_string()));
        }
        Held::Table(table) => &**table,
    };
    // The numbering comes from a table without draw rules, which is needed anyway.
    let owner = tablebase.entry(key).ok_or_else(missing)?;
    in_pool(options.threads, || {
        let files_in_manifest = u64::from(manifest::check::<G>(table)?);
        let blocks_checked = check_blocks(table)?;
        let job = Job { tablebase, rules, shape: entry.shape, owner, table };
        let positions_checked = job.check(&options, progress)?;
        Ok(AuditReport { positions_checked, blocks_checked, files_in_manifest, has_depths: true })
    })
}

struct Job<'a, G: ClockedGame> {
    tablebase: &'a Tablebase<G>,
    rules: &'static DrawRules,
    shape: DtcShape,
    owner: &'a SliceEntry<G>,
    table: &'a Loaded,
}

/// Positions that a thread takes at once.
const AT_ONCE: u64 = 1 << 12;

impl<G: ClockedGame> Job<'_, G> {
    fn check(&self, options: &AuditOptions, progress: &(dyn Fn(u64, u64) + Sync)) -> Result<u64, Fault> {
        let positions = self.owner.slice.len();
        let sample =
            options.sample.filter(|&size| size < positions).map(|size| Sample { size, positions, seed: options.seed });
        let total = sample.map_or(positions, |sample| sample.size);
        let done = AtomicU64::new(0);
        let sections = self.owner.slice.sections();
        let pieces: Vec<Result<Vec<SectionStats>, Fault>> = (0..total.div_ceil(AT_ONCE))
            .into_par_iter()
            .map(|piece| {
                let range = piece * AT_ONCE..total.min((piece + 1) * AT_ONCE);
                let mut stats = vec![SectionStats::default(); sections];
                let mut stream = Stream::new(self.table);
                for i in range.clone() {
                    let index = sample.map_or(i, |sample| sample.index(i));
                    self.check_position(index, &mut stream, &mut stats)?;
                }
                let count = range.end - range.start;
                progress(done.fetch_add(count, Ordering::Relaxed) + count, total);
                Ok(stats)
            })
            .collect();
        let mut counted = vec![SectionStats::default(); sections];
        for piece in pieces {
            for (own, other) in counted.iter_mut().zip(piece?) {
                own.win += other.win;
                own.loss += other.loss;
                own.draw += other.draw;
                own.longest_win = longer(own.longest_win, other.longest_win);
            }
        }
        if sample.is_none() {
            compare_counts(self.table, &counted)?;
        }
        // Not every number stands for a position.
        Ok(counted.iter().map(|stats| stats.win + stats.loss + stats.draw).sum())
    }

    fn check_position(&self, index: u64, stream: &mut Stream<'_>, stats: &mut [SectionStats]) -> Result<(), Fault> {
        let Some(position) = self.owner.slice.position_at(index) else { return Ok(()) };
        if self.shape.is_by_levels() {
            return self.check_levels(index, &position, stream, stats);
        }
        let unanswered = |answer: Answer<Need>| {
            answer.map_err(|fail| Fault::unanswered::<G>(self.tablebase, self.table, fail).at::<G>(index, &position))
        };
        let theory = self.tablebase.value::<ByWdl>(&position);
        let theory = theory
            .map_err(|fail| Fault::unanswered::<G>(self.tablebase, self.table, fail).at::<G>(index, &position))?;
        let held = !(self.table.exits_unstored && G::is_exit_only(&position));
        for plane in 0..self.shape.planes {
            let Some(counters) = self.counters(&position, plane) else { continue };
            // What is stored for a draw in theory means nothing: readers ask theory first.
            let means_something = held && theory != Wdl::Draw;
            if plane > 0 && !means_something {
                continue;
            }
            let need = unanswered(self.by_definition(&position, &counters, theory))?;
            if plane == 0 {
                self.count(index, theory, need, stats);
            }
            if !means_something {
                continue;
            }
            let number = index * u64::from(self.shape.planes) + u64::from(plane);
            let stored = stream.code(number);
            let stored = stored
                .map_err(|fail| Fault::unanswered::<G>(self.tablebase, self.table, fail).at::<G>(index, &position))?;
            let expected = match (self.shape.limit_plies, need) {
                (0, need) => u16::from(need.is_none()),
                (_, None) => 0,
                (_, Some(plies)) => plies + 1,
            };
            if stored != expected {
                let words = |value: u16| match (self.shape.limit_plies, value) {
                    (0, 0) => "nothing spoiled".to_owned(),
                    (0, _) => "spoiled".to_owned(),
                    (_, 0) => "not won nor lost under the rules".to_owned(),
                    (_, plies_and_one) => format!("{theory} with {} plies needed", plies_and_one - 1),
                };
                let found = format!("{} (counters {:?})", words(stored), counters);
                return Err(
                    Fault::differs(self.table, FaultKind::Value, found, words(expected)).at::<G>(index, &position)
                );
            }
        }
        Ok(())
    }

    fn check_levels(
        &self,
        index: u64,
        position: &G::Position,
        stream: &mut Stream<'_>,
        stats: &mut [SectionStats],
    ) -> Result<(), Fault> {
        let levels = Levels { tablebase: self.tablebase, rules: self.rules, shape: self.shape, table: self.table };
        let (value, plies) = if self.table.exits_unstored && G::is_exit_only(position) {
            levels
                .by_definition(position, 0, self.shape.limit_plies)
                .map_err(|fail| Fault::unanswered::<G>(self.tablebase, self.table, fail).at::<G>(index, position))?
        } else {
            levels.check(index, position, stream)?
        };
        self.count(index, value, plies, stats);
        Ok(())
    }

    fn by_definition(&self, position: &G::Position, counters: &Counters, theory: Wdl) -> Answer<Need> {
        if theory == Wdl::Draw {
            return Ok(None);
        }
        if self.tablebase.award(self.rules, position, theory).is_some() {
            return Ok(Some(0));
        }
        self.tablebase.need_by_moves(self.rules, position, counters, theory, &self.shape)
    }

    /// Counters with the inner clocks as in a plane and all others at zero; `None` where they cannot stand so.
    fn counters(&self, position: &G::Position, plane: u32) -> Option<Counters> {
        let mut counters = Counters::zero::<G>(self.rules, position);
        let (kings, road) = self.shape.regime.counts(plane);
        if let Some((number, _)) = self.shape.regime.kings {
            counters.set(number, Some(kings));
        }
        if let Some((number, _)) = self.shape.regime.road {
            if <G as Clocks>::clock_runs(&Scope::MainRoad, position) {
                counters.set(number, Some(road));
            } else if road > 0 {
                return None;
            }
        }
        Some(counters)
    }

    fn count(&self, index: u64, theory: Wdl, need: Need, stats: &mut [SectionStats]) {
        let section = self.owner.slice.section_of(index);
        let within = index - self.owner.slice.section(section).start;
        let stats = &mut stats[section];
        match (theory, need) {
            (Wdl::Draw, _) | (_, None) => stats.draw += 1,
            (Wdl::Loss, Some(_)) => stats.loss += 1,
            (Wdl::Win, Some(plies)) => {
                stats.win += 1;
                if self.shape.limit_plies > 0 {
                    stats.longest_win = longer(stats.longest_win, Some((plies, within)));
                }
            }
        }
    }
}
