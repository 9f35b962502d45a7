//! A run: from a request to checked files.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use dambase_format::manifest::Manifest;
use dambase_format::{FormatError, Metric, SliceIndex, SliceKey, Table};

use crate::GenerateError;
use crate::folder::{FileSource, Folder, stands};
use crate::load::load;
use crate::plan::{Places, Plan, PlannedSlice, Uses, closure, closures, depths_for};
use crate::problem::{SliceProblem, Solvable};
use crate::solve::{DepthOverflow, Depths, ToTheEnd};
use crate::solved::{Solved, SolvedSlices, Values, marks};
use crate::write::{count, write_table};

/// What a run is to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game's own folder.
    pub folder: PathBuf,
    /// The metrics to make.
    pub metrics: Vec<Metric>,
    /// Threads; `None` for one a core.
    pub threads: Option<usize>,
    /// Bound on memory, in bytes; a plan that needs more is refused before anything is done.
    pub memory_bytes: Option<u64>,
}

/// Hears how a run goes on, and may stop it. Called from many threads.
pub trait Progress: Sync {
    /// The plan is made; what stands already is in it, with nothing to make.
    fn planned(&self, _plan: &Plan) {}
    /// A slice is begun.
    fn begun(&self, _slice: &PlannedSlice) {}
    /// So many more of its values are solved.
    fn solved(&self, _positions: u64) {}
    /// A slice is written and checked.
    fn finished(&self, _slice: &PlannedSlice, _made: &Made) {}
    /// The run is to stop as soon as it can.
    fn stop(&self) -> bool {
        false
    }
}

/// A slice that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// Solving it, dependencies read back included.
    pub solving: Duration,
    /// Compressing, writing, and reading back.
    pub writing: Duration,
    /// Bytes of its files.
    pub bytes: u64,
}

/// What a run has done.
#[derive(Clone, Copy, Default, Debug)]
pub struct Report {
    /// Slices made.
    pub slices: u64,
    /// Values in them.
    pub positions: u64,
    /// Bytes of the files made.
    pub bytes: u64,
    /// Slices that stood already.
    pub stood: u64,
}

/// Makes the tables of `keys` and of all they depend on, as far as they do not stand in the folder.
///
/// Every table is written under a temporary name, flushed, read back and compared before it gets its own; an interrupted run
/// goes on with the first slice that is missing. Errors leave the finished tables as they are.
pub fn generate<G: Solvable>(
    keys: &[SliceKey],
    options: &Options,
    progress: &dyn Progress,
) -> Result<Report, GenerateError> {
    if keys.is_empty() || options.metrics.is_empty() {
        return Err(GenerateError::Request("nothing to make: no material or no metric".into()));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.unwrap_or(0))
        .build()
        .map_err(|error| GenerateError::Request(format!("threads: {error}")))?;
    let threads = pool.current_num_threads();
    // What cannot be done is refused before anything is touched.
    let fresh = Plan::new::<G>(keys, &options.metrics, threads, |_, _| Ok(false))?;
    check_memory(&fresh, options)?;
    let folder = Folder::take(options.folder.clone())?;
    let plan = Plan::new::<G>(keys, &options.metrics, threads, |key, metric| stands::<G>(&folder, key, metric))?;
    check_disk(&plan, &folder)?;
    progress.planned(&plan);
    let keys: Vec<SliceKey> = plan.slices.iter().map(|slice| slice.key).collect();
    let closures = closures(&keys, G::dependencies);
    let to_make = (0..keys.len()).filter(|&place| !plan.slices[place].metrics.is_empty());
    let uses = Uses::new(&closures, &to_make.collect::<Vec<_>>());
    let at_hand = SolvedSlices::<G>::default();
    pool.install(|| Run { folder, plan: &plan, options, progress, at_hand, closures, uses }.go())
}

/// Reads and decodes every block of a table.
pub(crate) fn check_blocks(table: &Table<FileSource>) -> Result<(), FormatError> {
    (0..table.header().frames())
        .into_par_iter()
        .try_for_each_init(Default::default, |(stored, bytes): &mut (Vec<u8>, Vec<u8>), frame| {
            table.read_frame(frame, stored, bytes, |_, _| Ok(()))
        })
}

pub(crate) fn check_memory(plan: &Plan, options: &Options) -> Result<(), GenerateError> {
    match (plan.hungriest(), options.memory_bytes) {
        (Some(slice), Some(bound_bytes)) if slice.memory_bytes > bound_bytes => Err(GenerateError::Memory {
            material: slice.material.clone(),
            needed_bytes: slice.memory_bytes,
            bound_bytes,
        }),
        _ => Ok(()),
    }
}

pub(crate) fn check_disk(plan: &Plan, folder: &Folder) -> Result<(), GenerateError> {
    let free_bytes = fs4::available_space(folder.path()).map_err(GenerateError::io(folder.path()))?;
    let needed_bytes = plan.disk_bytes();
    if needed_bytes > free_bytes {
        return Err(GenerateError::DiskSpace { folder: folder.path().to_owned(), needed_bytes, free_bytes });
    }
    Ok(())
}

struct Run<'a, G: Solvable> {
    folder: Folder,
    plan: &'a Plan,
    options: &'a Options,
    progress: &'a dyn Progress,
    at_hand: SolvedSlices<G>,
    /// What each slice of the plan depends on.
    closures: Vec<Places>,
    uses: Uses,
}

impl<G: Solvable> Run<'_, G> {
    fn go(mut self) -> Result<Report, GenerateError> {
        let mut report = Report::default();
        let mut manifest = self.folder.manifest::<G>()?;
        let mut number = 0;
        for planned in &self.plan.slices {
            let slice = G::slice(planned.key)?;
            let mut bytes = 0;
            let mut made = None;
            if planned.metrics.is_empty() {
                report.stood += 1;
            } else {
                self.progress.begun(planned);
                let begin = Instant::now();
                self.make_room(number, planned);
                number += 1;
                self.bring(&G::dependencies(planned.key))?;
                let (solved, forced) =
                    solve_slice(slice.clone(), self.depths(), &self.at_hand, self.options.memory_bytes, self.progress)?;
                let solving = begin.elapsed();
                let begin = Instant::now();
                let sections = count(&solved, &forced, self.depths() == Depths::Exact);
                for &metric in &planned.metrics {
                    self.check_stop()?;
                    bytes += write_table(&self.folder, &solved, &forced, metric, &sections)?.file_bytes;
                }
                self.at_hand.keep(Arc::new(solved));
                made = Some((solving, begin));
            }
            if self.list(planned, &slice, &mut manifest)? {
                self.folder.write_manifest(&manifest)?;
            }
            if let Some((solving, begin)) = made {
                report.slices += 1;
                report.positions += planned.positions;
                report.bytes += bytes;
                self.progress.finished(planned, &Made { solving, writing: begin.elapsed(), bytes });
            }
        }
        Ok(report)
    }

    /// Enters the tables of a slice in the manifest; true when that changed it. What stood before this run is not taken on
    /// trust: it has the hash it is listed with, or, when a run ended between a table and the manifest, every block is read.
    fn list(&self, planned: &PlannedSlice, slice: &G::Slice, manifest: &mut Manifest) -> Result<bool, GenerateError> {
        let mut changed = false;
        for &metric in &self.options.metrics {
            self.check_stop()?;
            let name = Folder::file_name(&planned.material, metric);
            let damaged = |reason: String| GenerateError::Existing { path: self.folder.path().join(&name), reason };
            let table = self.folder.table::<G>(slice, metric)?.ok_or_else(|| damaged("the file is gone".into()))?;
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

    fn depths(&self) -> Depths {
        depths_for(&self.options.metrics)
    }

    fn check_stop(&self) -> Result<(), GenerateError> {
        if self.progress.stop() { Err(GenerateError::Stopped) } else { Ok(()) }
    }

    /// Lets go of what neither slice `number` of those to be made nor a later one needs; under a bound on memory, also of what there is no
    /// room for beside what this slice takes.
    fn make_room(&mut self, number: u32, planned: &PlannedSlice) {
        let place_of = |key: SliceKey| self.plan.slices.iter().position(|slice| slice.key == key);
        let mut at_hand = Places::none(self.plan.slices.len());
        self.at_hand.keys().filter_map(place_of).for_each(|place| at_hand.insert(place));
        let Some(place) = place_of(planned.key) else { return };
        let room_bytes = self.options.memory_bytes.map(|bound| bound.saturating_sub(planned.memory_bytes));
        let key_of = |place: usize| self.plan.slices[place].key;
        let bytes = |place| self.at_hand.get(key_of(place)).map_or(0, |solved| solved.memory_bytes());
        let gone = self.uses.let_go(number, &at_hand, &self.closures[place], room_bytes, bytes);
        let gone: HashSet<SliceKey> = gone.into_iter().map(key_of).collect();
        self.at_hand.retain(|key| !gone.contains(&key));
    }

    /// Reads the slices that are not at hand back from their files, and first what those depend on.
    fn bring(&mut self, keys: &[SliceKey]) -> Result<(), GenerateError> {
        for key in closure::<G>(keys) {
            if self.at_hand.get(key).is_none() {
                self.check_stop()?;
                let solved = load::<G>(&self.folder, G::slice(key)?, self.depths(), &self.at_hand)?;
                self.at_hand.keep(Arc::new(solved));
            }
        }
        Ok(())
    }
}

/// Solves a slice without draw rules, those it depends on at hand: its values, and a bit for each that a table need not hold.
pub(crate) fn solve_slice<G: Solvable>(
    slice: G::Slice,
    depths: Depths,
    at_hand: &SolvedSlices<G>,
    memory_bytes: Option<u64>,
    progress: &dyn Progress,
) -> Result<(Solved<G>, Box<[AtomicU64]>), GenerateError> {
    let len = slice.len();
    let forced = marks::<G>(&slice);
    let mut solved = Solved { slice, values: Values::for_depths(len, depths) };
    match solve_into(&solved, depths, at_hand, &forced, progress)? {
        Ok(()) => {}
        Err(DepthOverflow) => {
            // Some end is deeper than 254 plies, and depths count: the slice is solved again with two bytes a value.
            let needed_bytes = at_hand.memory_bytes() + 2 * len + len / 8;
            if let Some(bound_bytes) = memory_bytes.filter(|&bound| needed_bytes > bound) {
                let material = solved.slice.material();
                return Err(GenerateError::Memory { material, needed_bytes, bound_bytes });
            }
            solved.values = Values::words(len);
            let again = solve_into(&solved, depths, at_hand, &forced, progress)?;
            assert_eq!(again, Ok(()), "two bytes hold every depth");
        }
    }
    Ok((solved, forced))
}

fn solve_into<G: Solvable>(
    solved: &Solved<G>,
    depths: Depths,
    at_hand: &SolvedSlices<G>,
    forced: &[AtomicU64],
    progress: &dyn Progress,
) -> Result<Result<(), DepthOverflow>, GenerateError> {
    let scale = ToTheEnd { wins_are_odd: G::WINS_ARE_ODD, depths };
    let problem = G::problem(solved, at_hand);
    solve_waves(problem.waves(), progress, |number| problem.solve(number, scale, &solved.values, forced))
}

/// Solves layers wave by wave: `solve` solves one and says how many nodes it has.
pub(crate) fn solve_waves(
    waves: Vec<Vec<u32>>,
    progress: &dyn Progress,
    solve: impl Fn(u32) -> Result<u64, DepthOverflow> + Sync,
) -> Result<Result<(), DepthOverflow>, GenerateError> {
    for wave in waves {
        let done: Result<(), DepthOverflow> = wave.par_iter().try_for_each(|&number| {
            // What is left undone when the run is to stop is dropped below.
            if !progress.stop() {
                progress.solved(solve(number)?);
            }
            Ok(())
        });
        if progress.stop() {
            return Err(GenerateError::Stopped);
        }
        if done.is_err() {
            return Ok(Err(DepthOverflow));
        }
    }
    Ok(Ok(()))
}
