//! Bytes as text, whatever the encoding.
//!
//! PDN 3.0 asks for UTF-8 and advises to read the rest, too. Files are put together from other files, so the choice is
//! made line by line: a line that is no UTF-8 is read as Windows-1252, a superset of Latin-1 that gives every byte a
//! character. Where the writer meant another code page the letters are wrong, but each stands for the byte that was there.
//! UTF-16 is read if it begins with a byte order mark.

use std::borrow::Cow;

/// A text and how it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded<'b> {
    /// The text, without a byte order mark. Line ends are as they were.
    pub text: Cow<'b, str>,
    /// How many lines were no UTF-8 and were read as Windows-1252.
    pub foreign_lines: usize,
}

/// Reads bytes as text. Never fails; unpaired UTF-16 becomes U+FFFD.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Some(bytes) = bytes.strip_prefix(b"\xff\xfe") {
        return utf16(bytes, u16::from_le_bytes);
    }
    if let Some(bytes) = bytes.strip_prefix(b"\xfe\xff") {
        return utf16(bytes, u16::from_be_bytes);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Decoded { text: Cow::Borrowed(text), foreign_lines: 0 };
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 4);
    let mut foreign_lines = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n' || byte == b'\r') {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => {
                foreign_lines += 1;
                text.extend(line.iter().copied().map(windows_1252));
            }
        }
    }
    Decoded { text: Cow::Owned(text), foreign_lines }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Decoded<'static> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    Decoded { text: Cow::Owned(text), foreign_lines: 0 }
}

fn windows_1252(byte: u8) -> char {
    // The five bytes that the code page leaves open stay control characters, as in the WHATWG encoding standard.
    const HIGH: [char; 32] = [
        '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}', //
        '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}', //
        '\u{90}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}', //
        '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> (String, usize) {
        let decoded = decode(bytes);
        (decoded.text.into_owned(), decoded.foreign_lines)
    }

    #[test]
    fn utf_8_is_taken_as_it_is() {
        assert_eq!(text("\u{feff}\u{17d}em\u{117}\r\n".as_bytes()), ("\u{17d}em\u{117}\r\n".into(), 0));
        assert!(matches!(decode(b"abc").text, Cow::Borrowed("abc")));
    }

    #[test]
    fn a_line_that_is_no_utf_8_is_windows_1252() {
        assert_eq!(
            text(b"\xc3\xa9\nB\xe9la \x8aimon \x80\x81\rx"),
            ("\u{e9}\nB\u{e9}la \u{160}imon \u{20ac}\u{81}\rx".into(), 1)
        );
    }

    #[test]
    fn utf_16_is_known_by_its_mark() {
        assert_eq!(text(b"\xff\xfe1\0-\0\x00\xd8x"), ("1-\u{fffd}".into(), 0));
        assert_eq!(text(b"\xfe\xff\0[\0A"), ("[A".into(), 0));
    }
}
