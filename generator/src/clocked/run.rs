//! A run that makes tables of values under draw rules.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use dambase_format::codec::{Need, Parts};
use dambase_format::manifest::Manifest;
use dambase_format::{
    Code, DtcShape, Header, Metric, SectionStats, Settled, SliceIndex, SliceKey, ValueCode, decides, table_rules,
};
use dambase_rules::draw::DrawRules;

use super::load::load;
use super::plan::{plan, shape_of};
use super::solve::{Both, solve_under_rules, theory_and_rules};
use super::{AtHand, ClockedSolvable, UnderRules, UnderRulesSlices};
use crate::folder::{Folder, clock_fields};
use crate::plan::{Plan, PlannedSlice, closure};
use crate::run::{check_blocks, check_disk, check_memory, solve_slice};
use crate::solve::{Depths, Scale, ToReset};
use crate::solved::{Solved, SolvedSlices, Values};
use crate::write::{count, has_bit, header_of, is_nowhere, write_table, write_values};
use crate::{GenerateError, Made, Options, Progress, Report};

/// Makes the DTC tables of `keys` and of all they depend on, under a set of draw rules, as far as they do not stand in the
/// folder. Slices in which draw rules change nothing have none. The WDL tables must stand there already; but where the game does
/// not need them for this ([`ClockedSolvable::NEEDS_THEORY`]) and `options` ask for them, they are made, too, with less work than
/// by themselves.
///
/// Errors as in [`crate::generate`]; further when two clocks decide together in a way that is not modelled.
pub fn generate_under_rules<G: ClockedSolvable>(
    keys: &[SliceKey],
    rules: &'static DrawRules,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Report, GenerateError> {
    let rules = table_rules::<G>(rules);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.unwrap_or(0))
        .build()
        .map_err(|error| GenerateError::Request(format!("threads: {error}")))?;
    let threads = pool.current_num_threads();
    let with_wdl = !G::NEEDS_THEORY && options.metrics.contains(&Metric::Wdl);
    let fresh = plan::<G>(keys, rules, with_wdl, threads, |_, _, _, _| Ok(false))?;
    check_memory(&fresh, options)?;
    let folder = Folder::take(options.folder.clone())?;
    let plan = plan::<G>(keys, rules, with_wdl, threads, |_, slice, shape, metric| {
        Ok(match metric {
            Metric::Dtc => folder.dtc_table::<G>(slice, rules, shape)?,
            metric => folder.table::<G>(slice, metric)?,
        }
        .is_some())
    })?;
    check_disk(&plan, &folder)?;
    progress.planned(&plan);
    let run = Run::<G> {
        folder,
        plan: &plan,
        rules,
        with_wdl,
        memory_bytes: options.memory_bytes,
        progress,
        ruled: Default::default(),
        theory: Default::default(),
        spoiled: Default::default(),
    };
    pool.install(|| run.go())
}

struct Run<'a, G: ClockedSolvable> {
    folder: Folder,
    plan: &'a Plan,
    rules: &'static DrawRules,
    with_wdl: bool,
    memory_bytes: Option<u64>,
    progress: &'a dyn Progress,
    ruled: UnderRulesSlices<G>,
    theory: SolvedSlices<G>,
    /// The slices at hand in which theory has wins that are spoiled under the rules; where theory is needed nobody asks.
    spoiled: HashSet<SliceKey>,
}

impl<G: ClockedSolvable> Run<'_, G> {
    fn go(mut self) -> Result<Report, GenerateError> {
        let mut report = Report::default();
        let mut manifest = self.folder.manifest::<G>()?;
        for planned in &self.plan.slices {
            let slice = G::slice(planned.key)?;
            let shape = shape_of::<G>(self.rules, planned.key, &slice)?;
            let mut made = None;
            if planned.metrics.is_empty() {
                report.stood += 1;
            } else {
                self.progress.begun(planned);
                made = Some(self.make(planned, &slice, shape)?);
            }
            if self.list(planned, &slice, &shape, &mut manifest)? {
                self.folder.write_manifest(&manifest)?;
            }
            if let Some(made) = made {
                report.slices += 1;
                report.positions += planned.positions;
                report.bytes += made.bytes;
                self.progress.finished(planned, &made);
            }
        }
        Ok(report)
    }

    /// Makes the tables of a slice that do not stand.
    fn make(&mut self, planned: &PlannedSlice, slice: &G::Slice, shape: DtcShape) -> Result<Made, GenerateError> {
        let key = planned.key;
        let begin = Instant::now();
        self.make_room(key);
        let mut writing = Duration::ZERO;
        let mut bytes = 0;
        let mut timed = |written: Result<Header, GenerateError>, begin: Instant| {
            writing += begin.elapsed();
            written.inspect(|header| bytes += header.file_bytes)
        };
        let mut both = None;
        if planned.metrics.contains(&Metric::Wdl) {
            let dependencies = G::dependencies(key);
            self.bring(&dependencies)?;
            if !dependencies.iter().any(|key| self.spoiled.contains(key)) {
                both = theory_and_rules(self.rules, slice.clone(), shape, &self.ruled, self.progress)?;
            }
            let by_itself;
            let (theory, forced) = match &both {
                Some(Both { solved, forced, .. }) => (solved, forced),
                None => {
                    by_itself = self.solve_theory(key, slice)?;
                    (&by_itself.0, &by_itself.1)
                }
            };
            let begin = Instant::now();
            let sections = count(theory, forced, false);
            timed(write_table(&self.folder, theory, forced, Metric::Wdl, &sections), begin)?;
        }
        if planned.metrics.contains(&Metric::Dtc) {
            let (ruled, forced) = match both {
                Some(both) => both.under_rules(shape),
                None => {
                    self.bring(&G::dependencies(key))?;
                    let theory = if G::NEEDS_THEORY {
                        Some(self.theory_of(key)?)
                    } else {
                        self.table_of_theory(slice)?;
                        None
                    };
                    solve_under_rules(self.rules, slice.clone(), shape, theory, &self.ruled, self.progress)?
                }
            };
            self.check_stop()?;
            let begin = Instant::now();
            let header = timed(self.write(&ruled, &forced), begin)?;
            self.ruled.keep(key, AtHand::Ruled(Arc::new(ruled)));
            if !G::NEEDS_THEORY && self.has_spoiled(slice, &header.sections)? {
                self.spoiled.insert(key);
            }
        }
        Ok(Made { solving: begin.elapsed() - writing, writing, bytes })
    }

    /// A slice without draw rules, by itself: what is at hand under rules makes room for it.
    fn solve_theory(
        &mut self,
        key: SliceKey,
        slice: &G::Slice,
    ) -> Result<(Solved<G>, Box<[AtomicU64]>), GenerateError> {
        self.ruled.retain(|_| false);
        for key in G::dependencies(key) {
            self.theory_of(key)?;
        }
        let solved = solve_slice(slice.clone(), Depths::Ignored, &self.theory, self.memory_bytes, self.progress);
        self.theory.retain(|_| false);
        solved
    }

    /// Whether wins of theory are spoiled in a slice whose values under the rules are counted so.
    fn has_spoiled(&self, slice: &G::Slice, ruled: &[SectionStats]) -> Result<bool, GenerateError> {
        let decided = |stats: &SectionStats| (stats.win, stats.loss);
        let wdl = self.folder.table::<G>(slice, Metric::Wdl)?;
        Ok(wdl.is_none_or(|wdl| !wdl.header().sections.iter().map(decided).eq(ruled.iter().map(decided))))
    }

    fn list(
        &self,
        planned: &PlannedSlice,
        slice: &G::Slice,
        shape: &DtcShape,
        manifest: &mut Manifest,
    ) -> Result<bool, GenerateError> {
        let mut changed = false;
        for metric in [Metric::Wdl, Metric::Dtc].into_iter().filter(|&metric| self.with_wdl || metric == Metric::Dtc) {
            self.check_stop()?;
            let (name, table) = match metric {
                Metric::Dtc => (
                    Folder::dtc_name(&planned.material, self.rules),
                    self.folder.dtc_table::<G>(slice, self.rules, shape)?,
                ),
                metric => (Folder::file_name(&planned.material, metric), self.folder.table::<G>(slice, metric)?),
            };
            let damaged = |reason: String| GenerateError::Existing { path: self.folder.path().join(&name), reason };
            let table = table.ok_or_else(|| damaged("the file is gone".into()))?;
            let entry = self.folder.manifest_entry::<G>(slice, table.header(), &name)?;
            if !planned.metrics.contains(&metric) {
                match manifest.files.get(&name) {
                    Some(listed) if *listed == entry => continue,
                    Some(_) => return Err(damaged("it is not the file that the manifest lists".into())),
                    None => check_blocks(&table).map_err(|error| damaged(error.to_string()))?,
                }
            }
            manifest.files.insert(name, entry);
            changed = true;
        }
        Ok(changed)
    }

    fn check_stop(&self) -> Result<(), GenerateError> {
        if self.progress.stop() { Err(GenerateError::Stopped) } else { Ok(()) }
    }

    /// Lets go of what neither this slice nor a later one of the run needs.
    fn make_room(&mut self, key: SliceKey) {
        let later: Vec<_> = self.plan.to_make().map(|slice| slice.key).skip_while(|&later| later != key).collect();
        let wanted: HashSet<SliceKey> = closure::<G>(&later).into_iter().collect();
        self.ruled.retain(|key| wanted.contains(&key));
        self.theory.retain(|key| wanted.contains(&key));
    }

    /// Refuses to go on where the WDL table of a slice does not stand.
    fn table_of_theory(&self, slice: &G::Slice) -> Result<(), GenerateError> {
        if self.folder.table::<G>(slice, Metric::Wdl)?.is_none() {
            let material = slice.material();
            return Err(GenerateError::Request(format!(
                "the table {material}.wdl is needed for values under draw rules and does not stand in {}",
                self.folder.path().display()
            )));
        }
        Ok(())
    }

    /// The slice without draw rules, read from its WDL table.
    fn theory_of(&mut self, key: SliceKey) -> Result<Arc<Solved<G>>, GenerateError> {
        // Where tables leave out what other slices tell, those come first.
        let needed = if G::EXITS_HAVE_NUMBERS || G::CAPTURES_FIRST { closure::<G>(&[key]) } else { vec![key] };
        for key in needed {
            if self.theory.get(key).is_none() {
                self.check_stop()?;
                let slice = G::slice(key)?;
                self.table_of_theory(&slice)?;
                let solved = crate::load::load::<G>(&self.folder, slice, Depths::Ignored, &self.theory)?;
                self.theory.keep(Arc::new(solved));
            }
        }
        Ok(Arc::clone(self.theory.get(key).expect("just read")))
    }

    /// Makes sure that these slices are at hand, and before them what they depend on where it is needed to read them.
    fn bring(&mut self, keys: &[SliceKey]) -> Result<(), GenerateError> {
        for &key in keys {
            if self.ruled.get(key).is_some() {
                continue;
            }
            if decides::<G>(self.rules, key) {
                self.bring(&G::dependencies(key))?;
                let theory = self.theory_of(key)?;
                self.check_stop()?;
                let slice = G::slice(key)?;
                let shape = shape_of::<G>(self.rules, key, &slice)?;
                let mut ruled = load::<G>(&self.folder, self.rules, slice.clone(), shape, theory, &self.ruled)?;
                if !G::NEEDS_THEORY {
                    ruled.theory = None;
                    self.theory.retain(|_| false);
                    let table = self.folder.dtc_table::<G>(&slice, self.rules, &shape)?;
                    let spoiled = match table {
                        Some(table) => self.has_spoiled(&slice, &table.header().sections)?,
                        None => true,
                    };
                    if spoiled {
                        self.spoiled.insert(key);
                    }
                }
                self.ruled.keep(key, AtHand::Ruled(Arc::new(ruled)));
            } else {
                let theory = self.theory_of(key)?;
                self.ruled.keep(key, AtHand::Theory(theory));
            }
        }
        Ok(())
    }

    fn write(&self, ruled: &UnderRules<G>, forced: &[AtomicU64]) -> Result<Header, GenerateError> {
        let (slice, shape) = (&ruled.slice, &ruled.shape);
        let header = Header {
            value_code: match &ruled.values {
                // Spoiled or not is a byte, however far the end may be.
                _ if shape.limit_plies == 0 => ValueCode::Bytes,
                Values::Words(_) => ValueCode::Words,
                Values::Bytes(_) | Values::Classes(_) => ValueCode::Bytes,
            },
            values: UnderRules::<G>::len(slice, shape),
            draw_rules: self.rules.name.to_owned(),
            clocks: Some(clock_fields(self.rules, shape)),
            sections: sections(ruled, forced),
            ..header_of::<G>(slice, Metric::Dtc)
        };
        let planes = u64::from(shape.planes);
        let scale = ruled.scale();
        let value_of = |index: u64| -> Code {
            let code = ruled.values.get(index);
            if shape.is_by_levels() {
                let settled = |code| Settled { win: scale.is_win(code), plies: ToReset::plies(code) };
                if code == 0 { 0 } else { settled(code).code() }
            } else if shape.limit_plies == 0 {
                let theory = ruled.theory.as_ref().expect("brought where there is no limit");
                u16::from(code == 0 && theory.values.get(index / planes) != 0)
            } else if code == 0 {
                0
            } else {
                ToReset::plies(code) + 1
            }
        };
        // Readers ask theory first: a draw has no distance. Without theory at hand, what is not decided under the rules is a draw
        // where nothing is spoiled.
        let none_spoiled = ruled.theory.is_none() && !self.has_spoiled(slice, &header.sections)?;
        let is_drawn = |index: u64| match &ruled.theory {
            Some(theory) => !shape.is_by_levels() && theory.values.get(index / planes) == 0,
            None => none_spoiled && ruled.values.get(index) == 0,
        };
        let need_of = |index: u64| if has_bit(forced, index) || is_drawn(index) { Need::Any } else { Need::Exact };
        let parts = if shape.is_by_levels() { Parts::Parity } else { Parts::Whole };
        let name = Folder::dtc_name(&slice.material(), self.rules);
        write_values(&self.folder, &name, header, parts, need_of, value_of)
    }
}

/// Counts every section with the counters at zero, and at level 1 where values are by levels: as many pieces taken by both. The
/// longest win is the longest DTC, where there is a clock.
fn sections<G: ClockedSolvable>(ruled: &UnderRules<G>, unstored: &[AtomicU64]) -> Vec<SectionStats> {
    let scale = ruled.scale();
    let planes = u64::from(ruled.shape.planes);
    (0..ruled.slice.sections())
        .map(|section| {
            let mut stats = SectionStats::default();
            let section = ruled.slice.section(section);
            for (at, index) in (0..).zip(section) {
                if is_nowhere::<G>(unstored, index * planes) {
                    continue;
                }
                match ruled.code(index, 0) {
                    0 => stats.draw += 1,
                    code if scale.is_win(code) => {
                        stats.win += 1;
                        let plies = ToReset::plies(code);
                        let longer = stats.longest_win.is_none_or(|(longest, _)| plies > longest);
                        if longer && ruled.shape.limit_plies > 0 {
                            stats.longest_win = Some((plies, at));
                        }
                    }
                    _ => stats.loss += 1,
                }
            }
            stats
        })
        .collect()
}
