//! What commands print: lines, JSON objects, and tables for people.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

use crate::error::{CliError, CliResult};

/// Standard output, buffered. What is left in the buffer goes out with [`Out::flush`], which every command ends with.
pub struct Out {
    out: BufWriter<StdoutLock<'static>>,
}

impl Out {
    /// Takes standard output.
    pub fn new() -> Self {
        Out { out: BufWriter::with_capacity(1 << 16, io::stdout().lock()) }
    }

    /// Prints a line.
    pub fn line(&mut self, text: impl AsRef<str>) -> CliResult<()> {
        self.out.write_all(text.as_ref().as_bytes()).and_then(|()| self.out.write_all(b"\n")).map_err(CliError::output)
    }

    /// Prints an object on a line of its own.
    pub fn json(&mut self, object: &impl Serialize) -> CliResult<()> {
        serde_json::to_writer(&mut self.out, object).map_err(|error| CliError::output(error.into()))?;
        self.out.write_all(b"\n").map_err(CliError::output)
    }

    /// Prints a table.
    pub fn table(&mut self, table: &TextTable) -> CliResult<()> {
        for line in table.lines() {
            self.line(line)?;
        }
        Ok(())
    }

    /// Sends everything on its way.
    pub fn flush(&mut self) -> CliResult<()> {
        self.out.flush().map_err(CliError::output)
    }
}

/// Says something on standard error, which may well be closed.
pub fn complain(kind: &str, text: impl AsRef<str>) {
    let _ = writeln!(io::stderr().lock(), "{kind}: {}", text.as_ref());
}

/// Somebody else's text on one line, without what a terminal would obey.
pub fn one_line(text: &str) -> String {
    let shown = |letter: char| match letter {
        _ if letter.is_whitespace() => ' ',
        _ if letter.is_control() => char::REPLACEMENT_CHARACTER,
        _ => letter,
    };
    text.trim().chars().map(shown).collect()
}

/// How a column is aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows of cells, printed in columns as wide as they have to be.
pub struct TextTable {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table with a heading for each column.
    pub fn new<const N: usize>(columns: [(&str, Align); N]) -> Self {
        TextTable {
            columns: columns.iter().map(|column| column.1).collect(),
            rows: vec![columns.iter().map(|column| column.0.to_owned()).collect()],
        }
    }

    /// Adds a row. Cells that are not given are empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table's lines, without blanks at their ends.
    fn lines(&self) -> impl Iterator<Item = String> + '_ {
        let width = |cell: &String| cell.chars().count();
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| self.rows.iter().filter_map(|row| row.get(column)).map(width).max().unwrap_or(0))
            .collect();
        self.rows.iter().map(move |row| {
            let mut line = String::new();
            for ((cell, align), width) in row.iter().zip(&self.columns).zip(&widths) {
                match align {
                    Align::Left => line.push_str(&format!("{cell:<width$}  ")),
                    Align::Right => line.push_str(&format!("{cell:>width$}  ")),
                }
            }
            line.truncate(line.trim_end().len());
            line
        })
    }
}

/// So many things of a kind: "1 slice", "2 slices".
pub fn plural(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// A number with commas between its thousands.
pub fn thousands(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_obeys_nothing() {
        assert_eq!(one_line(" a\nb\t\u{1b}[31mc\u{7}é "), "a b \u{fffd}[31mc\u{fffd}é");
    }

    #[test]
    fn thousands_are_parted() {
        for (number, text) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (13_138_899_366, "13,138,899,366")] {
            assert_eq!(thousands(number), text);
        }
    }

    #[test]
    fn one_is_no_plural() {
        for (number, text) in [(0, "0 slices"), (1, "1 slice"), (2, "2 slices"), (1234, "1,234 slices")] {
            assert_eq!(plural(number, "slice"), text);
        }
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = TextTable::new([("name", Align::Left), ("n", Align::Right), ("note", Align::Left)]);
        table.row(["a".into(), "1000".into(), String::new()]);
        table.row(["longer".into(), "1".into(), "x".into()]);
        table.row(["short".into()]);
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(lines, ["name       n  note", "a       1000", "longer     1  x", "short"]);
    }
}
