//! A run that makes tables of values under draw rules.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use rayon::prelude::*;

use dambase_format::codec::{Need, Parts};
use dambase_format::manifest::Manifest;
use dambase_format::{
    Code, DtcShape, Header, Metric, SectionStats, Settled, SliceIndex, SliceKey, ValueCode, decides, table_rules,
};
use dambase_rules::draw::DrawRules;

use super::load::{load, values_for};
use super::{AtHand, ClockedSolvable, UnderRules, UnderRulesSlices};
use crate::folder::{Folder, clock_fields};
use crate::plan::{OVERHEAD, Plan, PlannedSlice, closure, likely_bytes};
use crate::problem::SliceProblem;
use crate::run::{check_blocks, check_disk, check_memory};
use crate::solve::{DepthOverflow, Depths, Scale, ToReset, layer_bytes};
use crate::solved::{Solved, SolvedSlices, bits};
use crate::write::{has_bit, header_of, is_nowhere, write_values};
use crate::{GenerateError, Made, Options, Progress, Report};

/// Makes the DTC tables of `keys` and of all they depend on, under a set of draw rules, as far as they do not stand in the folder. Slices
/// in which draw rules change nothing have none. The WDL tables must stand there already.
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
    let fresh = plan::<G>(keys, rules, threads, |_, _, _| Ok(false))?;
    check_memory(&fresh, options)?;
    let folder = Folder::take(options.folder.clone())?;
    let plan =
        plan::<G>(keys, rules, threads, |_, slice, shape| Ok(folder.dtc_table::<G>(slice, rules, shape)?.is_some()))?;
    check_disk(&plan, &folder)?;
    progress.planned(&plan);
    let run = Run::<G> { folder, plan: &plan, rules, progress, ruled: Default::default(), theory: Default::default() };
    pool.install(|| run.go())
}

/// The most memory that a run of [`generate_under_rules`] takes, and the material in whose making it takes that; `None` where there
/// is nothing to make. Nothing is counted as made already.
pub fn need_under_rules<G: ClockedSolvable>(
    keys: &[SliceKey],
    rules: &'static DrawRules,
    threads: usize,
) -> Result<Option<(u64, String)>, GenerateError> {
    let plan = plan::<G>(keys, table_rules::<G>(rules), threads, |_, _, _| Ok(false))?;
    Ok(plan.hungriest().map(|slice| (slice.memory_bytes, slice.material.clone())))
}

/// What is to be made: the slices in which draw rules decide anything.
fn plan<G: ClockedSolvable>(
    keys: &[SliceKey],
    rules: &'static DrawRules,
    threads: usize,
    mut stands: impl FnMut(SliceKey, &G::Slice, &DtcShape) -> Result<bool, GenerateError>,
) -> Result<Plan, GenerateError> {
    let mut slices = Vec::new();
    // Everything stays at hand: each slice with its values under the rules and without.
    let mut at_hand_bytes = 0;
    for key in closure::<G>(keys) {
        let slice = G::slice(key)?;
        at_hand_bytes += slice.len();
        if !decides::<G>(rules, key) {
            continue;
        }
        let shape = shape_of::<G>(rules, key, &slice)?;
        let (layers, nodes) = G::layers(&slice);
        let nodes = nodes * u64::from(shape.planes);
        if layers > u64::from(u32::MAX) || nodes > u64::from(u32::MAX) {
            return Err(GenerateError::Request(format!(
                "{} is too large to be made: layers and the positions of a layer are numbered in 32 bits here, and it has {layers} \
                 layers with up to {nodes} positions and states of clocks each",
                slice.material()
            )));
        }
        let values = UnderRules::<G>::len(&slice, &shape);
        let width = if matches!(values_for(0, &shape), crate::solved::Values::Bytes(_)) { 1 } else { 2 };
        at_hand_bytes += values * width;
        let metrics = if stands(key, &slice, &shape)? { Vec::new() } else { vec![Metric::Dtc] };
        let layers_at_once = (threads as u64).min(layers);
        slices.push(PlannedSlice {
            key,
            material: slice.material(),
            positions: values,
            memory_bytes: at_hand_bytes + values / 8 + layers_at_once * layer_bytes(nodes) + OVERHEAD,
            disk_bytes: if metrics.is_empty() { 0 } else { likely_bytes(Metric::Dtc, values) },
            metrics,
        });
    }
    Ok(Plan { slices })
}

fn shape_of<G: ClockedSolvable>(
    rules: &'static DrawRules,
    key: SliceKey,
    slice: &G::Slice,
) -> Result<DtcShape, GenerateError> {
    DtcShape::of::<G>(rules, key).map_err(|error| {
        GenerateError::Request(format!("{} under the draw rules {}: {error}", slice.material(), rules.name))
    })
}

struct Run<'a, G: ClockedSolvable> {
    folder: Folder,
    plan: &'a Plan,
    rules: &'static DrawRules,
    progress: &'a dyn Progress,
    ruled: UnderRulesSlices<G>,
    theory: SolvedSlices<G>,
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
                let begin = Instant::now();
                self.make_room(planned.key);
                self.bring(&G::dependencies(planned.key))?;
                let theory = self.theory_of(planned.key)?;
                let (ruled, forced) = self.solve(slice.clone(), shape, theory)?;
                let solving = begin.elapsed();
                self.check_stop()?;
                let begin = Instant::now();
                let header = self.write(&ruled, &forced)?;
                self.ruled.keep(planned.key, AtHand::Ruled(Arc::new(ruled)));
                made = Some(Made { solving, writing: begin.elapsed(), bytes: header.file_bytes });
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

    fn list(
        &self,
        planned: &PlannedSlice,
        slice: &G::Slice,
        shape: &DtcShape,
        manifest: &mut Manifest,
    ) -> Result<bool, GenerateError> {
        self.check_stop()?;
        let name = Folder::dtc_name(&planned.material, self.rules);
        let damaged = |reason: String| GenerateError::Existing { path: self.folder.path().join(&name), reason };
        let table =
            self.folder.dtc_table::<G>(slice, self.rules, shape)?.ok_or_else(|| damaged("the file is gone".into()))?;
        let entry = self.folder.manifest_entry::<G>(slice, table.header(), &name)?;
        if planned.metrics.is_empty() {
            match manifest.files.get(&name) {
                Some(listed) if *listed == entry => return Ok(false),
                Some(_) => return Err(damaged("it is not the file that the manifest lists".into())),
                None => check_blocks(&table).map_err(|error| damaged(error.to_string()))?,
            }
        }
        manifest.files.insert(name, entry);
        Ok(true)
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

    /// The slice without draw rules, read from its WDL table.
    fn theory_of(&mut self, key: SliceKey) -> Result<Arc<Solved<G>>, GenerateError> {
        for key in closure::<G>(&[key]) {
            if self.theory.get(key).is_none() {
                self.check_stop()?;
                let slice = G::slice(key)?;
                if self.folder.table::<G>(&slice, Metric::Wdl)?.is_none() {
                    let material = slice.material();
                    return Err(GenerateError::Request(format!(
                        "the table {material}.wdl is needed for values under draw rules and does not stand in {}",
                        self.folder.path().display()
                    )));
                }
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
            let theory = self.theory_of(key)?;
            if decides::<G>(self.rules, key) {
                self.bring(&G::dependencies(key))?;
                self.check_stop()?;
                let slice = G::slice(key)?;
                let shape = shape_of::<G>(self.rules, key, &slice)?;
                let ruled = load::<G>(&self.folder, self.rules, slice, shape, theory, &self.ruled)?;
                self.ruled.keep(key, AtHand::Ruled(Arc::new(ruled)));
            } else {
                self.ruled.keep(key, AtHand::Theory(theory));
            }
        }
        Ok(())
    }

    fn solve(
        &self,
        slice: G::Slice,
        shape: DtcShape,
        theory: Arc<Solved<G>>,
    ) -> Result<(UnderRules<G>, Box<[AtomicU64]>), GenerateError> {
        let len = UnderRules::<G>::len(&slice, &shape);
        let forced = bits(len);
        let ruled = UnderRules { slice, shape, values: values_for(len, &shape), theory: Some(theory) };
        let scale = ruled.scale();
        let problem = G::clocked_problem(self.rules, &ruled, &self.ruled);
        for wave in problem.waves() {
            self.check_stop()?;
            let done: Result<(), DepthOverflow> = wave.par_iter().try_for_each(|&number| {
                if self.progress.stop() {
                    // The caller sees it, too, and drops the slice.
                    return Ok(());
                }
                self.progress.solved(problem.solve(number, scale, &ruled.values, &forced)?);
                Ok(())
            });
            self.check_stop()?;
            done.expect("codes are as wide as the limit asks");
        }
        drop(problem);
        Ok((ruled, forced))
    }

    fn write(&self, ruled: &UnderRules<G>, forced: &[AtomicU64]) -> Result<Header, GenerateError> {
        let (slice, shape) = (&ruled.slice, &ruled.shape);
        let theory = ruled.theory.as_ref().expect("brought for every slice that is made");
        let header = Header {
            value_code: match &ruled.values {
                // Spoiled or not is a byte, however far the end may be.
                _ if shape.limit_plies == 0 => ValueCode::Bytes,
                crate::solved::Values::Bytes(_) => ValueCode::Bytes,
                crate::solved::Values::Words(_) => ValueCode::Words,
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
                u16::from(code == 0 && theory.values.get(index / planes) != 0)
            } else if code == 0 {
                0
            } else {
                ToReset::plies(code) + 1
            }
        };
        let need_of = |index: u64| {
            // Readers ask theory first: a draw has no distance.
            let drawn = !shape.is_by_levels() && theory.values.get(index / planes) == 0;
            if drawn || has_bit(forced, index) { Need::Any } else { Need::Exact }
        };
        let parts = if shape.is_by_levels() { Parts::Parity } else { Parts::Whole };
        let name = Folder::dtc_name(&slice.material(), self.rules);
        write_values(&self.folder, &name, header, parts, need_of, value_of)
    }
}

/// Counts every section with the counters at zero, and at level 1 where values are by levels: as many pieces taken by both. The longest win is the longest DTC, where there is a clock.
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
