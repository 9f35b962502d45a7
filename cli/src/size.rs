//! Amounts of memory as they are written on the command line.

/// Reads an integer with KiB, MiB or GiB right behind it, such as `512MiB`, as bytes.
pub fn parse_size(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, u32); 3] = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
    let wrong = || {
        let unit = "an integer with KiB, MiB or GiB, without a space, as in 4GiB";
        format!("\"{text}\" is not an amount of memory: write {unit}")
    };
    let (digits, shift) = UNITS
        .iter()
        .find_map(|(unit, shift)| text.strip_suffix(unit).map(|digits| (digits, *shift)))
        .ok_or_else(wrong)?;
    // `parse` alone would take a sign.
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(1 << shift))
        .ok_or_else(|| format!("\"{text}\" is more than a 64-bit number of bytes"))
}

/// Bytes for people: the largest unit that keeps the number at least one.
pub fn show_bytes(bytes: impl Into<u128>) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    let bytes = bytes.into();
    if bytes < 1024 {
        return format!("{bytes} bytes");
    }
    let mut amount = bytes as f64 / 1024.0;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    format!("{amount:.1} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_integers_with_a_unit() {
        for (text, bytes) in [("1KiB", 1 << 10), ("512MiB", 512 << 20), ("4GiB", 4 << 30), ("0KiB", 0)] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "GiB",
            "4",
            "4GB",
            "4gib",
            "4G",
            "-1GiB",
            "+1GiB",
            "1.5GiB",
            "4GiB ",
            " 4GiB",
            "4 GiB",
            "4\tGiB",
            "4 4GiB",
            "0x4GiB",
            "٤GiB",
            "99999999999999999999KiB",
            "18446744073709551615KiB",
        ] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn bytes_are_shown_in_a_fitting_unit() {
        for (bytes, text) in [(0u64, "0 bytes"), (1023, "1023 bytes"), (1024, "1.0 KiB"), (1536 << 20, "1.5 GiB")] {
            assert_eq!(show_bytes(bytes), text);
        }
        assert_eq!(show_bytes(u64::MAX), "16384.0 PiB");
    }
}
