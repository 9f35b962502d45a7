//! Numbers as people read them.

/// A number with commas between its thousands.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many plies.
pub fn plies(number: u16) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

/// A part of a whole in percent; nothing of nothing is 0.
pub fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", share(part, whole) * 100.0)
}

/// A part of a whole, from 0 to 1.
pub fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// How many values there are to a byte of a file.
pub fn values_a_byte(values: u64, bytes: u64) -> String {
    format!("{:.2}", if bytes == 0 { 0.0 } else { values as f64 / bytes as f64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_as_people_read_them() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (13_138_899_366, "13,138,899,366")] {
            assert_eq!(thousands(number), text);
        }
        assert_eq!((percent(1, 3), percent(0, 0)), ("33.3 %".into(), "0.0 %".into()));
        assert_eq!((values_a_byte(1736, 868), values_a_byte(1, 0)), ("2.00".into(), "0.00".into()));
    }
}
