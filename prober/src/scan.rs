//! All values of a slice, in the order of its numbering.

use std::ops::{ControlFlow, Range};

use dambase_format::{Metric, SliceIndex, SliceKey, TableGame};

use crate::error::{Answer, Fail, ProbeError};
use crate::probe::{ByDtw, ByWdl, Evaluation};
use crate::table::Loaded;
use crate::tablebase::Tablebase;

/// Where a table's values are read one after the other, past the cache.
pub(crate) struct Stream<'a> {
    table: &'a Loaded,
    stored: Vec<u8>,
    decoded: Vec<u8>,
    /// Numbers of the positions in `decoded`.
    held: Range<u64>,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(table: &'a Loaded) -> Self {
        Stream { table, stored: Vec::new(), decoded: Vec::new(), held: 0..0 }
    }

    /// Makes sure that position `index` is in `decoded`, and says where.
    fn seek(&mut self, index: u64) -> Answer<usize> {
        if !self.held.contains(&index) {
            let header = self.table.table.header();
            let block = index / u64::from(header.values_per_block);
            self.held = 0..0;
            self.table.read_block(block, &mut self.stored, &mut self.decoded)?;
            let first = block * u64::from(header.values_per_block);
            self.held = first..first + header.values_in(block);
        }
        Ok((index - self.held.start) as usize)
    }

    /// What the table holds for a position: depth where it is a table of depths.
    pub(crate) fn evaluation(&mut self, index: u64) -> Answer<Evaluation> {
        let at = self.seek(index)?;
        match self.table.table.header().metric {
            Metric::Dtw => self.table.value_in(&self.decoded, at).map(Evaluation::from),
            Metric::Wdl => self.table.wdl_in(&self.decoded, at, self.held.start).map(Evaluation::from),
            Metric::Dtc => Err(not_of_a_position()),
        }
    }

    /// The code of value `number` of a table of distances.
    #[cfg(feature = "audit")]
    pub(crate) fn code(&mut self, number: u64) -> Answer<u16> {
        let at = self.seek(number)?;
        self.table.code_in(&self.decoded, at)
    }
}

/// Tables of distances have values of positions with clocks, and are not read here.
#[cold]
fn not_of_a_position() -> Fail {
    ProbeError::OutOfScope { reason: "a table of distances has no value of a position alone".into() }.into()
}

impl<G: TableGame> Tablebase<G> {
    /// Calls `visit` with the number and the value of each position of a slice in `range`, those included that no table
    /// stores; numbers beyond the slice, and those that stand for no position, are left out. Depths are given where the slice has a table of depths. Ends when
    /// `visit` says so.
    ///
    /// Blocks of the slice itself are read past the cache, one at a time.
    pub fn for_each_value(
        &self,
        key: SliceKey,
        range: Range<u64>,
        visit: impl FnMut(u64, Evaluation) -> ControlFlow<()>,
    ) -> Result<(), ProbeError> {
        self.scan(key, range, visit).map_err(Fail::told::<G>)
    }

    fn scan(
        &self,
        key: SliceKey,
        range: Range<u64>,
        mut visit: impl FnMut(u64, Evaluation) -> ControlFlow<()>,
    ) -> Answer<()> {
        let (entry, table) = match self.answering(key, Metric::Dtw) {
            Err(error) if error.is_missing() => self.answering(key, Metric::Wdl)?,
            answer => answer?,
        };
        let mut stream = Stream::new(table);
        for index in range.start..range.end.min(entry.slice.len()) {
            let Some(position) = entry.slice.position_at(index) else { continue };
            let evaluation = self.stored_or_worked_out(&position, table, &mut stream, index)?;
            if visit(index, evaluation).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn stored_or_worked_out(
        &self,
        position: &G::Position,
        table: &Loaded,
        stream: &mut Stream<'_>,
        index: u64,
    ) -> Answer<Evaluation> {
        if table.exits_unstored && G::is_exit_only(position) {
            return match table.table.header().metric {
                Metric::Dtw => self.best_successor::<ByDtw>(position).map(Evaluation::from),
                Metric::Wdl => self.best_successor::<ByWdl>(position).map(Evaluation::from),
                Metric::Dtc => Err(not_of_a_position()),
            };
        }
        let stored = stream.evaluation(index)?;
        self.with_captures(table, position, stored)
    }

    /// The value of a position of which a table holds this.
    pub(crate) fn with_captures(
        &self,
        table: &Loaded,
        position: &G::Position,
        stored: Evaluation,
    ) -> Answer<Evaluation> {
        match stored.dtw {
            // Tables of depths hold what positions are worth.
            Some(_) => Ok(stored),
            None => self.or_better_by_capture::<ByWdl>(table, position, stored.wdl).map(Evaluation::from),
        }
    }
}
