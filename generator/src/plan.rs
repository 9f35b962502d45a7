//! Which slices are to be made, in what order, and what that takes.

use std::collections::{BTreeSet, HashMap};

use dambase_format::{Metric, SliceIndex, SliceKey};

use crate::GenerateError;
use crate::problem::Solvable;
use crate::solve::Depths;

/// A slice of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedSlice {
    /// Which slice.
    pub key: SliceKey,
    /// Its name.
    pub material: String,
    /// Values in it: positions, all sides to move.
    pub positions: u64,
    /// Tables that are to be made, those that stand already left out.
    pub metrics: Vec<Metric>,
    /// Bytes of memory it takes to solve it, with everything it depends on at hand.
    pub memory_bytes: u64,
    /// Bytes its tables that are to be made are likely to take on disk.
    pub disk_bytes: u64,
}

/// Slices in an order in which each comes after those it depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The slices.
    pub slices: Vec<PlannedSlice>,
}

impl Plan {
    /// What it takes to have the tables of `keys` in these metrics, and of everything they depend on. `stands` says which
    /// tables are there already.
    pub fn new<G: Solvable>(
        keys: &[SliceKey],
        metrics: &[Metric],
        threads: usize,
        mut stands: impl FnMut(SliceKey, Metric) -> Result<bool, GenerateError>,
    ) -> Result<Self, GenerateError> {
        let mut slices = Vec::new();
        let mut sizes = HashMap::new();
        let all = closure::<G>(keys);
        for &key in &all {
            let slice = G::slice(key)?;
            let (layers, nodes) = G::layers(&slice);
            if layers > u64::from(u32::MAX) || nodes > u64::from(u32::MAX) {
                return Err(GenerateError::Request(format!(
                    "{} is too large to be made: layers and the positions of a layer are numbered in 32 bits here, and it has \
                     {layers} layers with up to {nodes} positions each",
                    slice.material()
                )));
            }
            let positions = slice.len();
            sizes.insert(key, positions);
            let dependencies: u64 =
                closure::<G>(&G::dependencies(key)).iter().map(|dependency| sizes[dependency]).sum();
            let mut missing = Vec::new();
            for &metric in metrics {
                if !stands(key, metric)? {
                    missing.push(metric);
                }
            }
            // Small layers are solved one a thread; a layer that fills a thread's memory is solved by all.
            let layers_at_once = (threads as u64).min(layers);
            slices.push(PlannedSlice {
                key,
                material: slice.material(),
                positions,
                memory_bytes: dependencies
                    + positions
                    + positions / 8
                    + layers_at_once * G::layer_bytes(&slice)
                    + OVERHEAD,
                disk_bytes: missing.iter().map(|&metric| likely_bytes(metric, positions)).sum(),
                metrics: missing,
            });
        }
        Ok(Plan { slices })
    }

    /// The slices of which something is to be made.
    pub fn to_make(&self) -> impl Iterator<Item = &PlannedSlice> {
        self.slices.iter().filter(|slice| !slice.metrics.is_empty())
    }

    /// The slice that needs most memory, among those to be made.
    pub fn hungriest(&self) -> Option<&PlannedSlice> {
        self.to_make().max_by_key(|slice| slice.memory_bytes)
    }

    /// Bytes the tables that are to be made are likely to take on disk.
    pub fn disk_bytes(&self) -> u64 {
        self.to_make().map(|slice| slice.disk_bytes).sum()
    }
}

/// Code, stacks, buffers of compressors: what a run takes beside its values.
pub(crate) const OVERHEAD: u64 = 48 << 20;

/// What tables of this many values were seen to take, rounded up (benches/results.md): an estimate, so that a run does not
/// begin that cannot end.
pub(crate) fn likely_bytes(metric: Metric, positions: u64) -> u64 {
    let per_thousand = match metric {
        Metric::Wdl => 60,
        Metric::Dtw => 350,
        Metric::Dtc => 60,
    };
    4096 + positions * per_thousand / 1000
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
