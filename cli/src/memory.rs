//! Whether the machine has the memory that a run needs.

use std::collections::{HashMap, HashSet};

use dambase_format::SliceKey;
use dambase_generator::Plan;

use crate::size::show_bytes;

/// Lists slices and all they depend on.
pub type Closure = fn(&[SliceKey]) -> Vec<SliceKey>;

/// How a run goes about memory.
#[derive(Clone, Copy)]
pub enum Keeping {
    /// It is bounded, and was held against the bound before it began.
    Bounded,
    /// Without a bound it keeps the slices that later ones need.
    Needed(Closure),
    /// Without a bound it keeps all slices, and the plan has counted them: a run under draw rules.
    Planned,
}

impl Keeping {
    /// The most memory the run takes, and the slice in whose solving it takes that; `None` where there is nothing to make.
    pub fn need(self, plan: &Plan) -> Option<(u64, String)> {
        match self {
            Keeping::Needed(closure) => need_without_bound(plan, &closure),
            Keeping::Bounded | Keeping::Planned => {
                plan.hungriest().map(|slice| (slice.memory_bytes, slice.material.clone()))
            }
        }
    }

    /// What is to be said of a run that needs so much on a machine that has so much.
    pub fn warning(self, needed_bytes: u64, available_bytes: Option<u64>) -> Option<String> {
        match self {
            Keeping::Bounded => None,
            Keeping::Needed(_) | Keeping::Planned => warning(needed_bytes, available_bytes),
        }
    }
}

/// The most memory a run takes that is not bounded, and the slice in whose solving it takes that: such a run keeps every
/// slice that a later one needs, beside what the one that is being solved does. `closure` lists slices and all they depend on.
fn need_without_bound(plan: &Plan, closure: &dyn Fn(&[SliceKey]) -> Vec<SliceKey>) -> Option<(u64, String)> {
    let bytes: HashMap<SliceKey, u64> = plan.slices.iter().map(|slice| (slice.key, slice.positions)).collect();
    let closures: Vec<Vec<SliceKey>> = plan.to_make().map(|slice| closure(&[slice.key])).collect();
    let mut last_use = HashMap::new();
    for (number, keys) in closures.iter().enumerate() {
        last_use.extend(keys.iter().map(|&key| (key, number)));
    }
    let mut kept = HashSet::new();
    let mut most = None;
    for (number, (slice, keys)) in plan.to_make().zip(&closures).enumerate() {
        kept.retain(|key| last_use[key] >= number);
        // What the slice itself needs is in its own figure.
        let own: HashSet<&SliceKey> = keys.iter().collect();
        let beside = kept.iter().filter(|key| !own.contains(key)).filter_map(|key| bytes.get(key)).sum::<u64>();
        let needed = slice.memory_bytes.saturating_add(beside);
        if most.as_ref().is_none_or(|(most, _)| needed > *most) {
            most = Some((needed, slice.material.clone()));
        }
        kept.extend(keys);
    }
    most
}

/// What is to be said of a run without a bound that needs so much.
fn warning(needed_bytes: u64, available_bytes: Option<u64>) -> Option<String> {
    let available_bytes = available_bytes.filter(|&available| needed_bytes > available)?;
    Some(format!(
        "the run needs about {} of memory, and the machine has {} available; --memory bounds what it takes",
        show_bytes(needed_bytes),
        show_bytes(available_bytes)
    ))
}

/// Bytes of memory that the machine can give without swapping; `None` where it does not tell.
pub fn available_bytes() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    parse_meminfo(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

/// MemAvailable of Linux's `/proc/meminfo`.
fn parse_meminfo(text: &str) -> Option<u64> {
    let kib = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?.trim().strip_suffix("kB")?;
    kib.trim_end().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use dambase_format::{Metric, TableGame};
    use dambase_generator::plan;
    use dambase_rules::draughts::games::Russian;

    use super::*;

    #[test]
    fn meminfo_is_read_and_nonsense_is_not() {
        let text = "MemTotal:       24584116 kB\nMemFree:          612344 kB\nMemAvailable:   23412340 kB\n";
        assert_eq!(parse_meminfo(text), Some(23_412_340 * 1024));
        for text in [
            "",
            "MemTotal: 5 kB\n",
            "MemAvailable: x kB\n",
            "MemAvailable: 5\n",
            "MemAvailable: 18446744073709551615 kB\n",
        ] {
            assert_eq!(parse_meminfo(text), None, "{text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_machine_has_memory() {
        assert!(available_bytes().is_some_and(|bytes| bytes > 1 << 20));
    }

    #[test]
    fn only_too_little_is_told_of_with_both_numbers() {
        assert_eq!(warning(2 << 30, None), None);
        assert_eq!(warning(2 << 30, Some(2 << 30)), None);
        let text = warning(3 << 30, Some(1536 << 20)).unwrap();
        assert!(text.contains("3.0 GiB") && text.contains("1.5 GiB") && text.contains("--memory"), "{text}");
    }

    #[test]
    fn a_run_under_draw_rules_warns_as_the_one_before_does() {
        let keys = [Russian::parse_material("KKvK").unwrap()];
        let plan = Plan::new::<Russian>(&keys, &[Metric::Dtc], 2, |_, _| Ok(false)).unwrap();
        let hungriest = plan.hungriest().unwrap();
        for (keeping, warns) in
            [(Keeping::Bounded, false), (Keeping::Needed(plan::closure::<Russian>), true), (Keeping::Planned, true)]
        {
            let (needed, material) = keeping.need(&plan).unwrap();
            assert_eq!((needed, &material), (hungriest.memory_bytes, &hungriest.material));
            assert_eq!(keeping.warning(needed, Some(needed - 1)).is_some(), warns);
            assert_eq!(keeping.warning(needed, Some(needed)), None);
            assert_eq!(keeping.need(&Plan { slices: Vec::new() }), None);
        }
    }

    #[test]
    fn a_run_without_bound_keeps_what_later_slices_need() {
        let make = |keys: &[SliceKey], stands: &dyn Fn(SliceKey) -> bool| {
            let plan = Plan::new::<Russian>(keys, &[Metric::Dtw], 2, |key, _| Ok(stands(key))).unwrap();
            let need = need_without_bound(&plan, &plan::closure::<Russian>);
            (plan, need)
        };
        let five: Vec<SliceKey> = (2..=5).flat_map(Russian::slices_of).collect();
        let (plan, need) = make(&five, &|_| false);
        let (needed, _) = need.unwrap();
        let all: u64 = plan.slices.iter().map(|slice| slice.positions).sum();
        let hungriest = plan.hungriest().unwrap().memory_bytes;
        assert!(needed > hungriest && needed < hungriest + all, "{needed} {hungriest} {all}");
        // A slice alone keeps nothing beside what it needs.
        let (plan, need) = make(&[Russian::parse_material("KKvK").unwrap()], &|_| false);
        assert_eq!(need.unwrap().0, plan.hungriest().unwrap().memory_bytes);
        assert_eq!(make(&five, &|_| true).1, None);
    }
}
