//! Whether the machine has the memory that a run needs.

use dambase_generator::Plan;

use crate::size::show_bytes;

/// How a run goes about memory.
#[derive(Clone, Copy)]
pub enum Keeping {
    /// It is bounded, and was held against the bound before it began.
    Bounded,
    /// Without a bound it keeps the slices that later ones need.
    Needed,
    /// Without a bound it keeps all slices, and the plan has counted them: a run under draw rules.
    Planned,
}

impl Keeping {
    /// The most memory the run takes, and the slice in whose solving it takes that; `None` where there is nothing to make.
    pub fn need(self, plan: &Plan) -> Option<(u64, String)> {
        match self {
            Keeping::Needed => plan.hungriest_keeping().map(|slice| (slice.keeping_bytes, slice.material.clone())),
            Keeping::Bounded | Keeping::Planned => {
                plan.hungriest().map(|slice| (slice.memory_bytes, slice.material.clone()))
            }
        }
    }

    /// What is to be said of a run that needs so much on a machine that has so much.
    pub fn warning(self, needed_bytes: u64, available_bytes: Option<u64>) -> Option<String> {
        match self {
            Keeping::Bounded => None,
            Keeping::Needed | Keeping::Planned => warning(needed_bytes, available_bytes),
        }
    }
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
        for (keeping, warns) in [(Keeping::Bounded, false), (Keeping::Needed, true), (Keeping::Planned, true)] {
            let (needed, material) = keeping.need(&plan).unwrap();
            assert_eq!((needed, &material), (hungriest.memory_bytes, &hungriest.material));
            assert_eq!(keeping.warning(needed, Some(needed - 1)).is_some(), warns);
            assert_eq!(keeping.warning(needed, Some(needed)), None);
            assert_eq!(keeping.need(&Plan { slices: Vec::new() }), None);
        }
    }
}
