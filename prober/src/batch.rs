//! Many positions at once: while one waits for memory, the others are on their way.

use dambase_format::codec::Stored;
use dambase_format::{SliceIndex, TableGame, Value};
use dambase_rules::Wdl;

use crate::cache::Seen;
use crate::error::{Answer, Fail, ProbeError};
use crate::probe::{ByDtw, ByWdl, Measure};
use crate::table::{At, Loaded};
use crate::tablebase::Tablebase;

/// Positions that are under way together. As many loads as a core has on the way to memory, and few enough to stay in its first
/// cache themselves.
const TOGETHER: usize = 32;

/// What has been found out of a position so far.
enum Step<'a> {
    /// It is looked up in a table that has been preloaded.
    Preloaded(&'a Loaded, u64),
    /// It is looked up in a table by blocks.
    Blocks(&'a Loaded, u64, At),
    /// Its block's slot has been read.
    Seen(&'a Loaded, u64, At, Seen),
    /// It is not looked up, or not in this way.
    Aside,
}

/// A measure whose values are read out of tables.
pub(crate) trait Batched: Measure {
    /// The value of what a table holds.
    fn of(table: &Loaded, stored: Stored) -> Self::Value;
}

impl Batched for ByWdl {
    #[inline(always)]
    fn of(table: &Loaded, stored: Stored) -> Wdl {
        table.wdl(stored)
    }
}

impl Batched for ByDtw {
    #[inline(always)]
    fn of(table: &Loaded, stored: Stored) -> Value {
        table.value(stored)
    }
}

impl<G: TableGame> Tablebase<G> {
    /// Win, draw or loss of many positions, in their order: as [`Tablebase::probe_wdl`] of each, but the memory of some is fetched while
    /// others are worked on. Replaces the contents of `answers`.
    pub fn probe_wdl_batch(&self, positions: &[G::Position], answers: &mut Vec<Result<Wdl, ProbeError>>) {
        self.batch::<ByWdl>(positions, answers);
    }

    /// [`Tablebase::probe_wdl_batch`] for [`Tablebase::probe_dtw`].
    pub fn probe_dtw_batch(&self, positions: &[G::Position], answers: &mut Vec<Result<Value, ProbeError>>) {
        self.batch::<ByDtw>(positions, answers);
    }

    fn batch<M: Batched>(&self, positions: &[G::Position], answers: &mut Vec<Result<M::Value, ProbeError>>) {
        answers.clear();
        answers.reserve(positions.len());
        for positions in positions.chunks(TOGETHER) {
            // Each loop's loads do not wait for each other, so the processor has many of them under way.
            let mut steps: [Step<'_>; TOGETHER] = std::array::from_fn(|at| match positions.get(at) {
                Some(position) => self.first_step::<M>(position),
                None => Step::Aside,
            });
            for step in &mut steps {
                if let Step::Blocks(table, index, at) = *step {
                    *step = Step::Seen(table, index, at, table.seen(&self.cache, at));
                }
            }
            // Values first, what they mean afterwards: that would hold up the loads.
            let mut found: [Option<Answer<Stored>>; TOGETHER] = std::array::from_fn(|at| match steps[at] {
                Step::Preloaded(table, index) => Some(table.find(&self.cache, index)),
                Step::Seen(table, index, at, seen) => Some(table.find_seen(&self.cache, at, seen, index)),
                Step::Blocks(..) | Step::Aside => None,
            });
            for (at, position) in positions.iter().enumerate() {
                let table = match steps[at] {
                    Step::Preloaded(table, _) | Step::Seen(table, ..) => Some(table),
                    Step::Blocks(..) | Step::Aside => None,
                };
                let answer = match (table, found[at].take()) {
                    (Some(table), Some(stored)) => {
                        stored.and_then(|stored| self.or_better_by_capture::<M>(table, position, M::of(table, stored)))
                    }
                    _ => self.value::<M>(position),
                };
                answers.push(answer.map_err(Fail::told::<G>));
            }
        }
    }

    #[inline]
    fn first_step<M: Measure>(&self, position: &G::Position) -> Step<'_> {
        let Some(key) = G::slice_key(position) else { return Step::Aside };
        if G::is_exit_only(position) {
            return Step::Aside;
        }
        let Ok((entry, table)) = self.answering(key, M::METRIC) else { return Step::Aside };
        let index = entry.slice.index_of(position);
        if table.preloaded.get().is_some() || index >= table.values {
            return Step::Preloaded(table, index);
        }
        Step::Blocks(table, index, table.at(index))
    }
}
