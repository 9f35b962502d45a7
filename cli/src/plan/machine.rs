//! The machine there is, and the one it would take.

use serde::Serialize;

use crate::size::show_bytes;

/// What a machine has.
#[derive(Serialize)]
pub struct Machine {
    /// One core against one of the machine that prices were measured on.
    pub speed: f64,
    pub cores: usize,
    /// Null where the system does not tell.
    pub memory_available_bytes: Option<u64>,
    pub disk_free_bytes: Option<u64>,
}

/// A run that takes longer is one to think about.
const DAY_SECONDS: f64 = 86_400.0;

impl Machine {
    /// What machine it takes for a run, in words; `None` where this one is enough, and done within a day.
    pub fn needs(
        &self,
        memory_bytes: u64,
        least_memory_bytes: u64,
        disk_bytes: u128,
        seconds: f64,
        cores_for_a_day: u64,
    ) -> Option<String> {
        let mut needs = Vec::new();
        if let Some(there) = self.memory_available_bytes.filter(|&there| memory_bytes > there) {
            let least = match least_memory_bytes {
                least if least > there => format!("{} of memory, bounded by --memory", show_bytes(least)),
                _ => format!("{} of memory, or --memory", show_bytes(memory_bytes)),
            };
            needs.push(format!("{least} ({} available)", show_bytes(there)));
        }
        if let Some(there) = self.disk_free_bytes.filter(|&there| disk_bytes > u128::from(there)) {
            needs.push(format!("{} of disk ({} free)", show_bytes(disk_bytes), show_bytes(there)));
        }
        if seconds > DAY_SECONDS {
            needs.push(format!("{} on this machine, or {cores_for_a_day} such cores for a day", show_seconds(seconds)));
        }
        (!needs.is_empty()).then(|| needs.join("; "))
    }
}

/// Time for people: the largest unit that keeps the number at least one.
pub fn show_seconds(seconds: f64) -> String {
    const UNITS: [(&str, f64); 4] =
        [("years", 365.25 * DAY_SECONDS), ("days", DAY_SECONDS), ("h", 3600.0), ("min", 60.0)];
    match UNITS.iter().find(|(_, unit)| seconds >= *unit) {
        Some((name, unit)) => format!("{:.1} {name}", seconds / unit),
        None if seconds < 1.0 => format!("{seconds:.2} s"),
        None => format!("{seconds:.1} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_a_fitting_unit() {
        for (seconds, text) in [
            (0.0, "0.00 s"),
            (0.25, "0.25 s"),
            (59.0, "59.0 s"),
            (90.0, "1.5 min"),
            (5400.0, "1.5 h"),
            (2e5, "2.3 days"),
            (1e8, "3.2 years"),
        ] {
            assert_eq!(show_seconds(seconds), text);
        }
    }

    #[test]
    fn a_machine_that_is_too_small_is_told_by_what_it_lacks() {
        let machine =
            Machine { speed: 1.0, cores: 2, memory_available_bytes: Some(1 << 30), disk_free_bytes: Some(1 << 30) };
        assert_eq!(machine.needs(1 << 30, 1 << 29, 1 << 30, 86_400.0, 1), None);
        let needs = machine.needs(1 << 31, 1 << 29, 1 << 30, 1.0, 1).unwrap();
        assert_eq!(needs, "2.0 GiB of memory, or --memory (1.0 GiB available)");
        let needs = machine.needs(1 << 33, 1 << 32, 1 << 50, 1e8, 700).unwrap();
        assert_eq!(
            needs,
            "4.0 GiB of memory, bounded by --memory (1.0 GiB available); 1.0 PiB of disk (1.0 GiB free); 3.2 years on this machine, \
             or 700 such cores for a day"
        );
        let unknown = Machine { memory_available_bytes: None, disk_free_bytes: None, ..machine };
        assert_eq!(unknown.needs(u64::MAX, u64::MAX, u128::MAX, 1.0, 1), None);
    }
}
