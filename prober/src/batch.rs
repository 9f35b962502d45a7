//! Many positions at once: while one waits for memory, the others are on their way.

use dambase_format::codec::Stored;
use dambase_format::{SliceIndex, TableGame, Value};
use dambase_rules::Wdl;

use crate::error::{Fail, ProbeError};
use crate::probe::{ByDtw, ByWdl, Measure};
use crate::table::Loaded;
use crate::tablebase::Tablebase;

/// Positions that are under way together: enough for several of a slice, and few enough for what was fetched to be still there.
const TOGETHER: usize = 256;
/// Slices are told apart by so many buckets; those that share one cost time alone.
const BUCKETS: usize = 64;

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
            let mut tables = [None; TOGETHER];
            let mut buckets = [0; TOGETHER];
            for ((table, bucket), position) in tables.iter_mut().zip(&mut buckets).zip(positions) {
                *table = self.looked_up_in::<M>(position);
                *bucket = table.map_or(0, |(slice, _): (usize, _)| slice % BUCKETS) as u8;
            }
            // Those of one slice one after the other: what is done for them is the same, and the processor foresees it.
            let order = by_bucket(&buckets[..positions.len()]);
            let mut indices = [0; TOGETHER];
            for &place in &order[..positions.len()] {
                let place = usize::from(place);
                if let Some((slice, table)) = tables[place] {
                    let index = self.slices[slice].slice.index_of(&positions[place]);
                    indices[place] = index;
                    table.prefetch(&self.cache, index);
                }
            }
            for (table, &index) in tables.iter().zip(&indices) {
                if let Some((_, table)) = table {
                    table.prefetch_block(&self.cache, index);
                }
            }
            for ((table, &index), position) in tables.iter().zip(&indices).zip(positions) {
                let answer = match table {
                    Some((_, table)) => table
                        .find(&self.cache, index)
                        .and_then(|stored| self.or_better_by_capture::<M>(table, position, M::of(table, stored))),
                    None => self.value::<M>(position),
                };
                answers.push(answer.map_err(Fail::told::<G>));
            }
        }
    }

    /// The number of the slice and the table that a position's value is looked up in; `None` where it has to be worked out.
    #[inline]
    fn looked_up_in<M: Measure>(&self, position: &G::Position) -> Option<(usize, &Loaded)> {
        let key = G::slice_key(position)?;
        if G::is_exit_only(position) {
            return None;
        }
        let slice = self.lookup.get(key)?;
        Some((slice, self.answering_of(&self.slices[slice], M::METRIC).ok()?))
    }
}

/// The places of up to [`TOGETHER`] numbers below [`BUCKETS`], the lowest numbers first.
fn by_bucket(buckets: &[u8]) -> [u16; TOGETHER] {
    let mut next = [0u16; BUCKETS + 1];
    for &bucket in buckets {
        next[usize::from(bucket) + 1] += 1;
    }
    for bucket in 0..BUCKETS {
        next[bucket + 1] += next[bucket];
    }
    let mut order = [0; TOGETHER];
    for (place, &bucket) in (0u16..).zip(buckets) {
        let at = &mut next[usize::from(bucket)];
        order[usize::from(*at)] = place;
        *at += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_put_in_the_order_of_their_buckets() {
        for len in [0, 1, 5, TOGETHER] {
            let buckets: Vec<u8> = (0..len).map(|at| (at * 37 % BUCKETS) as u8).collect();
            let mut expected: Vec<u16> = (0..len as u16).collect();
            expected.sort_by_key(|&place| buckets[usize::from(place)]);
            assert_eq!(by_bucket(&buckets)[..len], expected);
        }
    }
}
