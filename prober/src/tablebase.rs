//! What is there.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use dambase_format::{Header, Metric, SliceIndex, SliceKey, TableGame};
use dambase_rules::draw::DrawRules;

use crate::cache::Cache;
use crate::error::{Answer, Fail, ProbeError, TableProblem};
use crate::lookup::Lookup;
use crate::open::slot;
use crate::ruled::SetTables;
use crate::table::Loaded;

/// The open tables of one game. Shared by reference between threads.
pub struct Tablebase<G: TableGame> {
    pub(crate) slices: Vec<SliceEntry<G>>,
    pub(crate) lookup: Lookup,
    pub(crate) cache: Cache,
    pub(crate) problems: Vec<TableProblem>,
    pub(crate) sets: Vec<SetTables>,
}

/// A slice of which there is some file, usable or not.
pub(crate) struct SliceEntry<G: TableGame> {
    pub(crate) key: SliceKey,
    pub(crate) slice: G::Slice,
    pub(crate) held: [Held; Metric::THEORY.len()],
}

/// What there is of a slice in one metric.
pub(crate) enum Held {
    Absent,
    /// The problem's number.
    Broken(usize),
    Table(Box<Loaded>),
}

impl<G: TableGame> SliceEntry<G> {
    pub(crate) fn held(&self, metric: Metric) -> &Held {
        &self.held[slot(metric)]
    }

    pub(crate) fn table(&self, metric: Metric) -> Option<&Loaded> {
        match self.held(metric) {
            Held::Table(table) => Some(table),
            Held::Absent | Held::Broken(_) => None,
        }
    }
}

/// An open table.
#[derive(Clone, Copy, Debug)]
pub struct TableInfo<'a> {
    /// Which slice.
    pub key: SliceKey,
    /// Pieces on the board.
    pub pieces: u32,
    /// What its values are.
    pub metric: Metric,
    /// The file, or the name of the source.
    pub path: &'a Path,
    /// What the file says of itself.
    pub header: &'a Header,
}

impl<'a> TableInfo<'a> {
    pub(crate) fn new<G: TableGame>(key: SliceKey, metric: Metric, table: &'a Loaded) -> Self {
        // Every table that is open is of a slice.
        let pieces = G::slice(key).map_or(0, |slice| slice.pieces());
        TableInfo { key, pieces, metric, path: &table.path, header: table.table.header() }
    }
}

impl<G: TableGame> Tablebase<G> {
    /// The usable tables, in the order they can be solved in.
    pub fn tables(&self) -> impl Iterator<Item = TableInfo<'_>> {
        let mut slices: Vec<_> = self.slices.iter().collect();
        slices.sort_by_key(|entry| G::solving_order(entry.key));
        slices.into_iter().flat_map(|entry| {
            Metric::THEORY.into_iter().filter_map(|metric| {
                let table = entry.table(metric)?;
                Some(TableInfo::new::<G>(entry.key, metric, table))
            })
        })
    }

    /// The usable tables of values under draw rules, in the order of sets and, in each, in the order they can be solved in.
    pub fn tables_under_rules(&self) -> impl Iterator<Item = (&'static DrawRules, TableInfo<'_>)> {
        self.sets.iter().flat_map(|set| {
            let mut entries: Vec<_> = set.entries().iter().collect();
            entries.sort_by_key(|entry| G::solving_order(entry.key));
            entries.into_iter().filter_map(|entry| match &entry.held {
                Held::Table(table) => Some((set.rules, TableInfo::new::<G>(entry.key, Metric::Dtc, table))),
                Held::Absent | Held::Broken(_) => None,
            })
        })
    }

    /// Bytes of all usable tables as files.
    pub fn file_bytes(&self) -> u64 {
        let ruled = self.tables_under_rules().map(|(_, info)| info);
        self.tables().chain(ruled).map(|info| info.header.file_bytes).sum()
    }

    /// The files that cannot be used, in the order they were found. Probing what one of them would have answered is
    /// [`ProbeError::Broken`], unless another folder has the table.
    pub fn problems(&self) -> &[TableProblem] {
        &self.problems
    }

    /// The table is there and usable.
    pub fn has(&self, key: SliceKey, metric: Metric) -> bool {
        self.entry(key).is_some_and(|entry| entry.table(metric).is_some())
    }

    /// What is needed by something that is there, directly or through others, and is not there itself: positions with
    /// moves to it, or all of whose moves are captures into it, may have no answer. In the order it can be solved in. Depths
    /// need depths; for win, draw and loss a table of either kind will do. Files that cannot be used are not missing.
    pub fn missing(&self) -> Vec<(SliceKey, Metric)> {
        let mut missing = Vec::new();
        for metric in Metric::THEORY {
            let there = |key: SliceKey| {
                self.entry(key).is_some_and(|entry| {
                    let held = |metric| !matches!(entry.held(metric), Held::Absent);
                    held(metric) || (metric == Metric::Wdl && held(Metric::Dtw))
                })
            };
            let mut open: Vec<_> =
                self.slices.iter().filter(|entry| entry.table(metric).is_some()).map(|entry| entry.key).collect();
            let mut seen: BTreeSet<_> = open.iter().copied().collect();
            while let Some(key) = open.pop() {
                for needed in G::dependencies(key) {
                    if seen.insert(needed) {
                        open.push(needed);
                        if !there(needed) {
                            missing.push((needed, metric));
                        }
                    }
                }
            }
        }
        missing.sort_by_key(|&(key, metric)| (G::solving_order(key), metric));
        missing
    }

    #[inline]
    pub(crate) fn entry(&self, key: SliceKey) -> Option<&SliceEntry<G>> {
        self.lookup.get(key).map(|number| &self.slices[number])
    }

    /// The table that answers for `metric`, or why there is none. Win, draw and loss are in tables of depths as well.
    #[inline]
    pub(crate) fn answering(&self, key: SliceKey, metric: Metric) -> Answer<(&SliceEntry<G>, &Loaded)> {
        let entry = self.entry(key).ok_or(Fail::Missing(key, metric))?;
        Ok((entry, self.answering_of(entry, metric)?))
    }

    /// The table of a slice that answers for `metric`.
    #[inline]
    pub(crate) fn answering_of<'a>(&'a self, entry: &'a SliceEntry<G>, metric: Metric) -> Answer<&'a Loaded> {
        match (entry.held(metric), entry.held(Metric::Dtw)) {
            (Held::Table(table), _) | (Held::Absent, Held::Table(table)) => Ok(table),
            (Held::Broken(number), _) | (Held::Absent, Held::Broken(number)) => Err(self.broken(*number)),
            (Held::Absent, Held::Absent) => Err(Fail::Missing(entry.key, metric)),
        }
    }

    #[cold]
    pub(crate) fn broken(&self, number: usize) -> Fail {
        let TableProblem { path, fault } = &self.problems[number];
        ProbeError::Broken { table: path.display().to_string(), error: fault.to_string() }.into()
    }
}

impl<G: TableGame> fmt::Debug for Tablebase<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase")
            .field("game", &G::ID)
            .field("slices", &self.slices.len())
            .field("problems", &self.problems)
            .finish_non_exhaustive()
    }
}
