//! Lines of standard input: of bounded length, whatever bytes they are made of.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is read whole, in bytes: no position of any game needs a tenth of it.
pub const MOST_BYTES: usize = 1 << 14;

/// A line without its end (LF or CRLF).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Text.
    Text(String),
    /// Bytes that are no UTF-8, as near as text comes to them.
    NotText(String),
    /// The beginning of a line that is longer than [`MOST_BYTES`].
    TooLong(String),
}

/// Reads lines one by one.
pub struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> Self {
        Lines { input: BufReader::with_capacity(1 << 16, input), line: Vec::new() }
    }

    /// The next line can be had without waiting for input.
    pub fn is_ready(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// The next line; `None` at the end. What follows the last line end is a line if it is not empty.
    pub fn next(&mut self) -> io::Result<Option<Line>> {
        self.line.clear();
        let mut too_long = false;
        let mut any = false;
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                break;
            }
            any = true;
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            // One byte more than allowed, so that a CR at the very end does not count.
            let room = (MOST_BYTES + 1).saturating_sub(self.line.len());
            too_long |= part.len() > room;
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let used = end.map_or(available.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !any {
            return Ok(None);
        }
        if !too_long && self.line.last() == Some(&b'\r') {
            self.line.pop();
        }
        if too_long || self.line.len() > MOST_BYTES {
            let shown = &self.line[..SHOWN_BYTES];
            return Ok(Some(Line::TooLong(String::from_utf8_lossy(shown).into_owned())));
        }
        Ok(Some(match std::str::from_utf8(&self.line) {
            Ok(text) => Line::Text(text.to_owned()),
            Err(_) => Line::NotText(String::from_utf8_lossy(&self.line).into_owned()),
        }))
    }
}

/// How much of a line that is too long is shown.
const SHOWN_BYTES: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Line> {
        let mut lines = Lines::new(bytes);
        std::iter::from_fn(|| lines.next().expect("bytes in memory can be read")).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.into())
    }

    #[test]
    fn lines_end_with_lf_or_crlf_or_the_input() {
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\n"), [text("")]);
        assert_eq!(all(b"a\r\n b \n\nc"), [text("a"), text(" b "), text(""), text("c")]);
        assert_eq!(all(b"a\r"), [text("a")]);
        assert_eq!(all(b"a\r\r\n"), [text("a\r")]);
    }

    #[test]
    fn bytes_that_are_no_text_are_shown_as_near_as_can_be() {
        assert_eq!(all(b"a\xff\nb\n"), [Line::NotText("a\u{fffd}".into()), text("b")]);
    }

    #[test]
    fn no_line_takes_more_memory_than_is_allowed() {
        let longest = "x".repeat(MOST_BYTES);
        assert_eq!(all(format!("{longest}\r\nb\n").as_bytes()), [text(&longest), text("b")]);
        let shown = Line::TooLong("x".repeat(SHOWN_BYTES));
        assert_eq!(all(format!("{longest}x\nb\n").as_bytes()), [shown.clone(), text("b")]);
        let endless = "x".repeat(100 * MOST_BYTES);
        let mut lines = Lines::new(endless.as_bytes());
        assert_eq!(lines.next().unwrap(), Some(shown));
        assert!(lines.line.capacity() < 4 * MOST_BYTES);
        assert_eq!(lines.next().unwrap(), None);
    }
}
