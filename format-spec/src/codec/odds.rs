//! Odds in a byte each: a whole number out of [`TOTAL`] with three bits behind the leading one.

use super::range::TOTAL;

/// The odds a byte stands for; 0 for none.
#[inline]
pub fn odds_of(byte: u8) -> u16 {
    match byte {
        0 => 0,
        _ => {
            let (exponent, rest) = (u32::from(byte - 1) / 8, u32::from(byte - 1) % 8);
            // Bytes above 112 are all there is, or more: no writer uses them, and a reader refuses the sum.
            (((8 + rest) << exponent.min(14)) >> 3) as u16
        }
    }
}

/// The byte for a share of odds, `count` of `all`: not 0 unless the count is. Whole numbers alone, so that it is the same everywhere.
pub fn byte_of(count: u64, all: u64) -> u8 {
    if count == 0 {
        return 0;
    }
    let wanted = u128::from(count) * u128::from(TOTAL);
    let all = u128::from(all);
    let (mut low, mut high) = (1u8, LARGEST);
    while low < high {
        // The greatest byte that does not say more than what is wanted.
        let middle = (low + high).div_ceil(2);
        if u128::from(odds_of(middle)) * all <= wanted { low = middle } else { high = middle - 1 }
    }
    let above = u128::from(odds_of((low + 1).min(LARGEST))) * all;
    let below = u128::from(odds_of(low)) * all;
    if below < wanted && above.saturating_sub(wanted) < wanted - below { (low + 1).min(LARGEST) } else { low }
}

/// The byte of the greatest odds there are.
const LARGEST: u8 = 112;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_near_what_they_stand_for() {
        for count in 1..u64::from(TOTAL) * 15 / 16 {
            let odds = f64::from(odds_of(byte_of(count, TOTAL.into())));
            let ratio = odds / count as f64;
            assert!((0.88..1.13).contains(&ratio) || count < 8 && (ratio - 1.0).abs() < 0.5, "{count}: {odds}");
        }
        assert_eq!(byte_of(0, 5), 0);
        assert_eq!(odds_of(byte_of(1, 1 << 40)), 1);
    }
}
