//! What a run that makes tables of values under draw rules is to make, and what that takes.

use dambase_format::{DtcShape, Metric, SliceIndex, SliceKey, decides, table_rules};
use dambase_rules::draw::DrawRules;

use super::load::values_for;
use super::{ClockedSolvable, UnderRules};
use crate::GenerateError;
use crate::plan::{OVERHEAD, Plan, PlannedSlice, closure, likely_bytes};
use crate::solved::Values;

/// The most memory that a run of [`generate_under_rules`] takes, and the material in whose making it takes that; `None` where
/// there is nothing to make. Nothing is counted as made already.
pub fn need_under_rules<G: ClockedSolvable>(
    keys: &[SliceKey],
    rules: &'static DrawRules,
    threads: usize,
) -> Result<Option<(u64, String)>, GenerateError> {
    let plan = plan::<G>(keys, table_rules::<G>(rules), false, threads, |_, _, _, _| Ok(false))?;
    Ok(plan.hungriest().map(|slice| (slice.memory_bytes, slice.material.clone())))
}

/// What is to be made: the slices in which draw rules decide anything, and their WDL tables if they are wanted, too.
pub(super) fn plan<G: ClockedSolvable>(
    keys: &[SliceKey],
    rules: &'static DrawRules,
    with_wdl: bool,
    threads: usize,
    mut stands: impl FnMut(SliceKey, &G::Slice, &DtcShape, Metric) -> Result<bool, GenerateError>,
) -> Result<Plan, GenerateError> {
    let mut slices = Vec::new();
    // Everything stays at hand: each slice with its values under the rules, and without where they are needed.
    let mut at_hand_bytes = 0;
    // Those of a slice that is read back are there for a while in any case.
    let mut read_back_bytes = 0;
    for key in closure::<G>(keys) {
        let slice = G::slice(key)?;
        if G::NEEDS_THEORY {
            at_hand_bytes += slice.len();
        }
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
        let width = if matches!(values_for(0, &shape), Values::Bytes(_)) { 1 } else { 2 };
        at_hand_bytes += values * width;
        let mut metrics = Vec::new();
        for metric in [Metric::Wdl, Metric::Dtc].into_iter().filter(|&metric| with_wdl || metric == Metric::Dtc) {
            if !stands(key, &slice, &shape, metric)? {
                metrics.push(metric);
            }
        }
        let layers_at_once = (threads as u64).min(layers);
        slices.push(PlannedSlice {
            key,
            material: slice.material(),
            positions: values,
            memory_bytes: at_hand_bytes
                + values / 8
                + u64::max(layers_at_once * u64::from(shape.planes) * G::layer_bytes(&slice), read_back_bytes)
                + OVERHEAD,
            disk_bytes: metrics.iter().map(|&metric| likely_bytes(metric, values)).sum(),
            metrics,
        });
        if !G::NEEDS_THEORY {
            read_back_bytes = read_back_bytes.max(slice.len());
        }
    }
    Ok(Plan { slices })
}

pub(super) fn shape_of<G: ClockedSolvable>(
    rules: &'static DrawRules,
    key: SliceKey,
    slice: &G::Slice,
) -> Result<DtcShape, GenerateError> {
    DtcShape::of::<G>(rules, key).map_err(|error| {
        GenerateError::Request(format!("{} under the draw rules {}: {error}", slice.material(), rules.name))
    })
}
