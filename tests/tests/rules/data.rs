//! Reading the text files of `tests/data`: a row a line, fields between semicolons, `#` for comments.

use std::path::PathBuf;

use dambase_rules::GameId;

/// One line of a data file.
pub struct Row {
    /// File and line, for messages.
    pub place: String,
    pub fields: Vec<String>,
}

impl Row {
    pub fn game(&self) -> GameId {
        self.fields[0].parse().unwrap_or_else(|error| panic!("{}: {error}", self.place))
    }
}

/// The rows of a file, each with `columns` fields.
pub fn rows(file: &str, columns: usize) -> Vec<Row> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<Row> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let place = format!("{file}, line {number}");
            // The last column is prose and may have semicolons of its own.
            let fields: Vec<_> = line.splitn(columns, ';').map(|field| field.trim().to_owned()).collect();
            assert_eq!(fields.len(), columns, "{place}: fields");
            Row { place, fields }
        })
        .collect();
    assert!(!rows.is_empty(), "{file} has no rows");
    rows
}
