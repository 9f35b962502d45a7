//! Which slices are to be made, in what order, and what that takes.

mod closures;
mod keeping;
mod price;
mod prices;
mod speed;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use dambase_format::{Metric, SliceIndex, SliceKey};

use crate::GenerateError;
use crate::problem::Solvable;
use crate::solve::Depths;
use crate::solved::Values;

pub(crate) use closures::{Places, closures};
pub(crate) use keeping::Uses;
pub use price::{Makeup, NUMBERS, Priced, Prices, Rate, SAMPLED, TABLE_BYTES, Work};
pub use prices::prices;
pub use speed::{FLUSH_SECONDS, cores_for, probe_seconds, speed_of_this_machine, wall_seconds};

/// A slice of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedSlice {
    /// Which slice.
    pub key: SliceKey,
    /// Its name.
    pub material: String,
    /// Values in it: positions, all sides to move; under draw rules, times the states of inner clocks.
    pub positions: u64,
    /// Parts that reversible moves do not leave.
    pub layers: u64,
    /// Values of the largest layer.
    pub layer_positions: u64,
    /// Tables that are to be made, those that stand already left out.
    pub metrics: Vec<Metric>,
    /// Tables that were asked for and stand already.
    pub stands: Vec<Metric>,
    /// Bytes of memory it takes to solve it, with everything it depends on at hand.
    pub memory_bytes: u64,
    /// The same with what the run keeps beside for later slices: all they need, or what its bound on memory leaves room for.
    pub keeping_bytes: u64,
    /// Values of other slices that are read back from their files before it can be solved.
    pub read_back: u64,
    /// CPU time it takes, what has to be read back included, on a machine of speed 1 (see [`speed_of_this_machine`]): an estimate.
    pub cpu: Duration,
    /// Bytes its tables that are to be made are likely to take on disk.
    pub disk_bytes: u64,
    /// Why this version does not make it, where it does not.
    pub refusal: Option<String>,
}

/// Slices in an order in which each comes after those it depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The slices.
    pub slices: Vec<PlannedSlice>,
}

impl Plan {
    /// What it takes to have the tables of `keys` in these metrics, and of everything they depend on. `stands` says which
    /// tables are there already. An error when this version cannot make one of them.
    pub fn new<G: Solvable>(
        keys: &[SliceKey],
        metrics: &[Metric],
        threads: usize,
        stands: impl FnMut(SliceKey, Metric) -> Result<bool, GenerateError>,
    ) -> Result<Self, GenerateError> {
        Self::survey::<G>(keys, metrics, threads, None, stands)?.checked()
    }

    /// [`Plan::new`] for what this version may not be able to make: see [`PlannedSlice::refusal`]. A run bounded to so many bytes lets
    /// go of what it has no room for, and reads it back when a slice needs it.
    pub fn survey<G: Solvable>(
        keys: &[SliceKey],
        metrics: &[Metric],
        threads: usize,
        bound_bytes: Option<u64>,
        mut stands: impl FnMut(SliceKey, Metric) -> Result<bool, GenerateError>,
    ) -> Result<Self, GenerateError> {
        let all = closure::<G>(keys);
        let closures = closures(&all, G::dependencies);
        let depths = depths_for(metrics);
        let bytes_of = |slice: &PlannedSlice| Values::bytes_for(slice.positions, depths);
        let mut slices: Vec<PlannedSlice> = Vec::with_capacity(all.len());
        for (&key, needed) in all.iter().zip(&closures) {
            let slice = G::slice(key)?;
            let (layers, nodes) = G::layers(&slice);
            let positions = slice.len();
            let (mut missing, mut standing) = (Vec::new(), Vec::new());
            for &metric in metrics {
                if stands(key, metric)? { &mut standing } else { &mut missing }.push(metric);
            }
            let dependencies = needed.iter().map(|place| bytes_of(&slices[place])).fold(0, u64::saturating_add);
            // Small layers are solved one a thread; a layer that fills a thread's memory is solved by all.
            let layers_at_once = (threads as u64).min(layers);
            let memory_bytes = [
                Values::bytes_for(positions, depths),
                marks_bytes::<G>(positions),
                layers_at_once.saturating_mul(G::layer_bytes(&slice)),
                overhead(threads),
            ]
            .into_iter()
            .fold(dependencies, u64::saturating_add);
            let makeup = G::makeup(key);
            slices.push(PlannedSlice {
                key,
                material: slice.material(),
                positions,
                layers,
                layer_positions: nodes,
                memory_bytes,
                keeping_bytes: memory_bytes,
                read_back: 0,
                cpu: Duration::ZERO,
                disk_bytes: missing.iter().map(|&metric| prices::<G>().bytes(metric, positions, &makeup)).sum(),
                metrics: missing,
                stands: standing,
                refusal: refusal(&slice.material(), layers, nodes, "positions"),
            });
        }
        keep_and_read_back(&mut slices, &closures, bound_bytes, bytes_of);
        for slice in slices.iter_mut().filter(|slice| !slice.metrics.is_empty()) {
            let work = Work {
                values: slice.positions,
                layers: slice.layers,
                depths,
                metrics: &slice.metrics,
                read_back: slice.read_back,
            };
            slice.cpu = prices::<G>().cpu(&work, &G::makeup(slice.key));
        }
        Ok(Plan { slices })
    }

    /// An error when this version does not make one of the slices.
    pub fn checked(self) -> Result<Self, GenerateError> {
        match self.slices.iter().find_map(|slice| slice.refusal.clone()) {
            Some(reason) => Err(GenerateError::Request(reason)),
            None => Ok(self),
        }
    }

    /// The slices of which something is to be made.
    pub fn to_make(&self) -> impl Iterator<Item = &PlannedSlice> {
        self.slices.iter().filter(|slice| !slice.metrics.is_empty())
    }

    /// The slice that needs most memory, among those to be made.
    pub fn hungriest(&self) -> Option<&PlannedSlice> {
        self.to_make().max_by_key(|slice| slice.memory_bytes)
    }

    /// The slice that needs most memory where none is let go of that is needed later, among those to be made.
    pub fn hungriest_keeping(&self) -> Option<&PlannedSlice> {
        self.to_make().max_by_key(|slice| slice.keeping_bytes)
    }

    /// Bytes the tables that are to be made are likely to take on disk.
    pub fn disk_bytes(&self) -> u64 {
        self.to_make().map(|slice| slice.disk_bytes).fold(0, u64::saturating_add)
    }
}

/// Works out what a run keeps and what it reads back, as `run` does: before a slice it lets go of what it has no use or no room for, and
/// then reads what is not at hand. `bytes_of` says what the values of a slice take.
fn keep_and_read_back(
    slices: &mut [PlannedSlice],
    closures: &[Places],
    bound_bytes: Option<u64>,
    bytes_of: impl Fn(&PlannedSlice) -> u64,
) {
    let to_make: Vec<usize> = (0..slices.len()).filter(|&place| !slices[place].metrics.is_empty()).collect();
    let uses = Uses::new(closures, &to_make);
    let mut at_hand = Places::none(slices.len());
    for (number, &place) in (0..).zip(&to_make) {
        let needed = &closures[place];
        let room_bytes = bound_bytes.map(|bound| bound.saturating_sub(slices[place].memory_bytes));
        for gone in uses.let_go(number, &at_hand, needed, room_bytes, |place| bytes_of(&slices[place])) {
            at_hand.remove(gone);
        }
        let read_back = needed.without(&at_hand).map(|place| slices[place].positions).fold(0, u64::saturating_add);
        let beside = at_hand.without(needed).map(|place| bytes_of(&slices[place])).fold(0, u64::saturating_add);
        slices[place].read_back = read_back;
        slices[place].keeping_bytes = slices[place].memory_bytes.saturating_add(beside);
        at_hand.extend(needed);
        at_hand.insert(place);
    }
}

/// Why a slice with so many layers, the largest with so many nodes, is not made.
pub(crate) fn refusal(material: &str, layers: u64, nodes: u64, nodes_are: &str) -> Option<String> {
    let most = u64::from(u32::MAX);
    (layers > most || nodes > most).then(|| {
        format!(
            "{material} is too large to be made: layers and the positions of a layer are numbered in 32 bits here, and of its layers \
             ({layers}) the largest has {nodes} {nodes_are}"
        )
    })
}

/// What is marked of each number of a slice that is solved: see [`crate::solved::marks`].
pub(crate) fn marks_bytes<G: Solvable>(values: u64) -> u64 {
    let rows = if G::CAPTURES_FIRST { 2 } else { 1 };
    rows * (values / 8 + 8)
}

/// What a run takes beside its values: code, stacks, buffers of compressors, samples of values, and what the allocator does not give
/// back to the system, a share for each thread. Above all that was measured (`fit compare` in benches/).
pub(crate) fn overhead(threads: usize) -> u64 {
    (64 << 20) + threads as u64 * (16 << 20)
}

/// Depths are only ignored when nobody asks for them.
pub fn depths_for(metrics: &[Metric]) -> Depths {
    if metrics.contains(&Metric::Dtw) { Depths::Exact } else { Depths::Ignored }
}

/// These slices and all they depend on, in solving order.
pub fn closure<G: Solvable>(keys: &[SliceKey]) -> Vec<SliceKey> {
    let mut all = BTreeSet::new();
    let mut open: Vec<SliceKey> = keys.to_vec();
    while let Some(key) = open.pop() {
        if all.insert((G::solving_order(key), key)) {
            open.extend(G::dependencies(key));
        }
    }
    all.into_iter().map(|(_, key)| key).collect()
}

/// Bytes that are free where a folder is or would be made; `None` where the system does not tell.
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().find(|path| path.exists()).unwrap_or(Path::new("."));
    fs4::available_space(there).ok()
}

#[cfg(test)]
mod tests;
