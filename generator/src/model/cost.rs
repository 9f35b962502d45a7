//! What coding would cost, in whole numbers: choices must not depend on how a machine rounds.

use std::sync::OnceLock;

/// Parts of a bit that costs are counted in.
pub const BIT: u64 = 1 << 12;

/// The logarithm of `n` to base 2 in parts of a bit; 0 for 0.
fn logarithm(n: u64) -> u64 {
    if n < 2 {
        return 0;
    }
    let whole = n.ilog2();
    // 1 <= square < 2, with 31 bits behind the point; each squaring gives a bit of the logarithm.
    let mut square = if whole > 31 { n >> (whole - 31) } else { n << (31 - whole) };
    let mut parts = u64::from(whole);
    for _ in 0..BIT.ilog2() {
        square = (square * square) >> 31;
        parts <<= 1;
        if square >> 32 != 0 {
            square >>= 1;
            parts += 1;
        }
    }
    parts
}

/// `n` times the logarithm of `n`.
fn times_logarithm(n: u64) -> u64 {
    const SMALL: usize = 1 << 12;
    static TABLE: OnceLock<Box<[u64]>> = OnceLock::new();
    let table = TABLE.get_or_init(|| (0..SMALL as u64).map(|n| n * logarithm(n)).collect());
    table.get(n as usize).copied().unwrap_or_else(|| n * logarithm(n))
}

/// What it costs to code symbols that occur so often in one context, by their own odds.
pub fn of_counts(counts: &[u32]) -> u64 {
    let mut all = 0;
    let mut saved = 0;
    for &count in counts {
        if count > 0 {
            all += u64::from(count);
            saved += times_logarithm(count.into());
        }
    }
    times_logarithm(all).saturating_sub(saved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near() {
        for n in (1..5000u64).chain([1 << 20, (1 << 40) + 12345, u64::MAX]) {
            let exact = (n as f64).log2() * BIT as f64;
            assert!((logarithm(n) as f64 - exact).abs() < 2.0, "{n}");
        }
        assert_eq!(of_counts(&[1024, 1024]), 2048 * BIT);
        assert_eq!(of_counts(&[77, 0, 0]), 0);
    }
}
