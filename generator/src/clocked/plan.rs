//! What a run that makes tables of values under draw rules is to make, and what that takes.

use std::path::Path;
use std::time::Duration;

use dambase_format::{DtcShape, Metric, SliceIndex, SliceKey, decides, table_rules};
use dambase_rules::draw::DrawRules;

use super::ClockedSolvable;
use super::load::values_for;
use crate::GenerateError;
use crate::folder::Folder;
use crate::plan::{Places, Plan, PlannedSlice, Work, closure, closures, marks_bytes, overhead, prices, refusal};
use crate::solve::Depths;
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

/// What is to be made: the slices in which draw rules decide anything, and their WDL tables if they are wanted, too. An error when this
/// version cannot make one of them.
pub(super) fn plan<G: ClockedSolvable>(
    keys: &[SliceKey],
    rules: &'static DrawRules,
    with_wdl: bool,
    threads: usize,
    stands: impl FnMut(SliceKey, &G::Slice, &DtcShape, Metric) -> Result<bool, GenerateError>,
) -> Result<Plan, GenerateError> {
    survey::<G>(keys, rules, with_wdl, threads, stands)?.checked()
}

/// [`plan`] for what this version may not be able to make: see [`PlannedSlice::refusal`].
pub(super) fn survey<G: ClockedSolvable>(
    keys: &[SliceKey],
    rules: &'static DrawRules,
    with_wdl: bool,
    threads: usize,
    mut stands: impl FnMut(SliceKey, &G::Slice, &DtcShape, Metric) -> Result<bool, GenerateError>,
) -> Result<Plan, GenerateError> {
    let all = closure::<G>(keys);
    let closures = closures(&all, G::dependencies);
    let mut slices = Vec::new();
    // Everything stays at hand: each slice with its values under the rules, and without where they are needed.
    let mut at_hand_bytes = 0u64;
    // Those of a slice that is read back are there for a while in any case.
    let mut read_back_bytes = 0;
    // Values of each slice that have to be read back before it can be used.
    let mut in_files = Vec::with_capacity(all.len());
    let mut at_hand = Places::none(all.len());
    for (place, (&key, needed)) in all.iter().zip(&closures).enumerate() {
        let slice = G::slice(key)?;
        let theory = if G::NEEDS_THEORY { slice.len() } else { 0 };
        at_hand_bytes = at_hand_bytes.saturating_add(Values::bytes_for(theory, Depths::Ignored));
        if !decides::<G>(rules, key) {
            in_files.push(slice.len());
            continue;
        }
        let (layers, nodes) = G::layers(&slice);
        let shape = shape_of::<G>(rules, key, &slice);
        let planes = shape.as_ref().map_or(1, |shape| shape.planes).into();
        let nodes = nodes.saturating_mul(planes);
        let values = slice.len().saturating_mul(planes);
        let two_bytes = shape.as_ref().is_ok_and(|shape| matches!(values_for(0, shape), Values::Words(_)));
        at_hand_bytes = at_hand_bytes.saturating_add(values.saturating_mul(1 + u64::from(two_bytes)));
        let (mut metrics, mut standing) = (Vec::new(), Vec::new());
        for metric in [Metric::Wdl, Metric::Dtc].into_iter().filter(|&metric| with_wdl || metric == Metric::Dtc) {
            let stands = shape.as_ref().map_or(Ok(false), |shape| stands(key, &slice, shape, metric))?;
            if stands { &mut standing } else { &mut metrics }.push(metric);
        }
        let mut read_back = 0u64;
        if !metrics.is_empty() {
            read_back = needed.without(&at_hand).map(|place| in_files[place]).fold(theory, u64::saturating_add);
            at_hand.extend(needed);
            at_hand.insert(place);
        }
        in_files.push(if metrics.is_empty() { values.saturating_add(slice.len()) } else { theory });
        let layers_at_once = (threads as u64).min(layers);
        let layer_bytes = layers_at_once.saturating_mul(planes).saturating_mul(G::layer_bytes(&slice));
        let memory_bytes = [marks_bytes::<G>(values), layer_bytes.max(read_back_bytes), overhead(threads)]
            .into_iter()
            .fold(at_hand_bytes, u64::saturating_add);
        let makeup = G::makeup(key);
        let work = Work { values, layers, depths: Depths::Ignored, metrics: &metrics, read_back };
        slices.push(PlannedSlice {
            key,
            material: slice.material(),
            positions: values,
            layers,
            layer_positions: nodes,
            memory_bytes,
            keeping_bytes: memory_bytes,
            read_back,
            cpu: if metrics.is_empty() { Duration::ZERO } else { prices::<G>().cpu(&work, &makeup) },
            disk_bytes: metrics.iter().map(|&metric| prices::<G>().bytes(metric, values, &makeup)).sum(),
            metrics,
            stands: standing,
            refusal: match &shape {
                Err(error) => Some(error.to_string()),
                Ok(_) => refusal(&slice.material(), layers, nodes, "positions and states of clocks"),
            },
        });
        if !G::NEEDS_THEORY {
            read_back_bytes = read_back_bytes.max(slice.len());
        }
    }
    Ok(Plan { slices })
}

/// [`survey`] of what stands in a folder.
pub fn survey_folder<G: ClockedSolvable>(
    keys: &[SliceKey],
    rules: &'static DrawRules,
    with_wdl: bool,
    folder: &Path,
    threads: usize,
) -> Result<Plan, GenerateError> {
    let rules = table_rules::<G>(rules);
    let folder = Folder::look(folder.to_owned());
    survey::<G>(keys, rules, with_wdl, threads, |_, slice, shape, metric| {
        stands::<G>(&folder, slice, rules, shape, metric)
    })
}

/// A table of values under draw rules stands, or the WDL table beside it.
pub(super) fn stands<G: ClockedSolvable>(
    folder: &Folder,
    slice: &G::Slice,
    rules: &'static DrawRules,
    shape: &DtcShape,
    metric: Metric,
) -> Result<bool, GenerateError> {
    Ok(match metric {
        Metric::Dtc => folder.dtc_table::<G>(slice, rules, shape)?,
        metric => folder.table::<G>(slice, metric)?,
    }
    .is_some())
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
