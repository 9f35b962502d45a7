//! Small tables and their reports, for the tests.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use dambase_format::{Metric, TableGame};
use dambase_generator::{Options, generate, generate_under_rules};
use dambase_prober::OpenOptions;
use dambase_prober::any::{AnyTablebase, draw_rules};
use dambase_report::write_report;
use dambase_rules::draw::DrawRules;
use dambase_rules::{GameId, with_game};
use roxmltree::{Document, Node, ParsingOptions};
use tempfile::TempDir;

pub struct Silent;

impl dambase_generator::Progress for Silent {}
impl dambase_report::Progress for Silent {}

/// With DAMBASE_LONG=1 reports of every game to four pieces; that takes hours. Else what takes seconds.
pub fn long() -> bool {
    std::env::var_os("DAMBASE_LONG").is_some_and(|value| value == "1")
}

/// How many pieces tables are made to.
pub fn pieces(game: GameId) -> u32 {
    match game {
        _ if long() => 4,
        GameId::Russian | GameId::Chess => 3,
        _ => 2,
    }
}

/// Tables of a game in a folder of their own.
pub struct Made {
    pub game: GameId,
    pub root: TempDir,
    pub tables: AnyTablebase,
    /// The game's default set, of which there are tables as well.
    pub rules: &'static DrawRules,
}

/// Makes the tables of a game.
pub fn made(game: GameId, metrics: &[Metric], under_rules: bool) -> Made {
    let root = tempfile::tempdir().expect("a folder");
    let rules = draw_rules(game, None).expect("every game has a default set");
    // Games that share tables have them in one folder.
    let options = Options {
        folder: root.path().join(game.info().tables.name()),
        metrics: metrics.to_vec(),
        threads: Some(2),
        memory_bytes: None,
    };
    with_game!(game, G => {
        let keys: Vec<_> = (2..=pieces(game)).flat_map(<G as TableGame>::slices_of).collect();
        generate::<G>(&keys, &options, &Silent).expect("tables");
        if under_rules {
            generate_under_rules::<G>(&keys, rules, &options, &Silent).expect("tables under draw rules");
        }
    });
    let tables = open(game, root.path());
    assert!(tables.problems().is_empty(), "{:?}", tables.problems());
    Made { game, root, tables, rules }
}

pub fn open(game: GameId, root: &Path) -> AnyTablebase {
    AnyTablebase::open(game, &[root], &OpenOptions::default()).expect("the folder is there")
}

impl Made {
    /// Writes a report and reads its pages.
    pub fn report(&self, rules: Option<&'static DrawRules>) -> Vec<(PathBuf, String)> {
        report(self.game, &self.tables, rules, &self.root.path().join("report"))
    }
}

pub fn report(
    game: GameId,
    tables: &AnyTablebase,
    rules: Option<&'static DrawRules>,
    folder: &Path,
) -> Vec<(PathBuf, String)> {
    let written = write_report(game, tables, rules, folder, &Silent).unwrap_or_else(|error| panic!("{game}: {error}"));
    let read = |file: dambase_report::Written| {
        let html = std::fs::read_to_string(&file.path).expect("a page");
        assert_eq!(html.len() as u64, file.bytes);
        (file.path, html)
    };
    written.into_iter().map(read).collect()
}

/// A page as XML, which it is as well.
pub fn parse(html: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(html, options).unwrap_or_else(|error| panic!("{error}"))
}

pub fn has_class(node: &Node<'_, '_>, class: &str) -> bool {
    node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class))
}

/// The text of a node and all in it.
pub fn text(node: &Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// A table of a page: its caption, and the cells of its rows.
pub struct Table {
    pub caption: String,
    pub rows: Vec<Vec<String>>,
}

/// The tables of a page. Each has headings for its columns and rows.
pub fn tables_of(document: &Document<'_>) -> Vec<Table> {
    let named = |node: &Node<'_, '_>, tag: &str| node.is_element() && node.tag_name().name() == tag;
    let tables = document.descendants().filter(|node| named(node, "table"));
    tables
        .map(|table| {
            let caption = table.children().find(|node| named(node, "caption")).expect("a caption");
            let body = table.children().find(|node| named(node, "tbody")).expect("a body");
            let head = table.children().find(|node| named(node, "thead")).expect("a head");
            let columns: Vec<_> = head.descendants().filter(|node| named(node, "th")).collect();
            assert!(columns.iter().all(|column| column.attribute("scope") == Some("col")));
            let rows = body.children().map(|row| {
                let cells: Vec<_> = row.children().collect();
                assert_eq!(cells.len(), columns.len(), "{}", text(&caption));
                assert_eq!(cells[0].attribute("scope"), Some("row"));
                cells.iter().map(text).collect()
            });
            Table { caption: text(&caption), rows: rows.collect() }
        })
        .collect()
}

/// A number of a cell, before its share if there is one.
pub fn number(cell: &str) -> u64 {
    let digits = cell.split(' ').next().unwrap_or_default().replace(',', "");
    digits.parse().unwrap_or_else(|_| panic!("{cell} is no number"))
}
