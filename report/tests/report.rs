//! Reports say what the tables hold, in pages that need nothing else and that everybody can read.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use common::{Silent, has_class, made, number, open, parse, report, tables_of, text};
use dambase_format::Metric;
use dambase_prober::any::{AnyRow, AnyTablebase, Scanned};
use dambase_report::{ReportError, write_report};
use dambase_rules::{GameId, Side, Wdl};
use roxmltree::Document;

/// Nothing is loaded from anywhere, links lead somewhere, headings are in order, plots have their numbers in a table.
fn check_page(name: &str, html: &str, pages: &BTreeMap<String, BTreeSet<String>>) {
    let document = parse(html);
    let elements = || document.descendants().filter(|node| node.is_element());
    for node in elements() {
        assert!(!["link", "img", "iframe", "object", "embed", "base"].contains(&node.tag_name().name()));
        for attribute in node.attributes() {
            assert!(!["src", "srcset", "action", "ping"].contains(&attribute.name()), "{}", attribute.name());
            if attribute.name() == "href" {
                let (page, part) = attribute.value().split_once('#').unwrap_or((attribute.value(), ""));
                let ids = pages.get(if page.is_empty() { name } else { page }).expect("a page of the report");
                assert!(part.is_empty() || ids.contains(part), "{}", attribute.value());
            } else {
                assert!(!attribute.value().contains("://"), "{}", attribute.value());
            }
        }
    }
    for (word, times) in [("url(", 0), ("@import", 0), ("fetch(", 0), ("XMLHttp", 0), ("import(", 0)] {
        assert_eq!(html.matches(word).count(), times, "{word}");
    }
    let addresses: BTreeSet<_> = html.match_indices("://").map(|(at, _)| &html[at - 5..at + 13]).collect();
    assert!(addresses.iter().all(|address| address.contains("www.w3.org")), "{addresses:?}");

    let mut before = 0;
    for node in elements() {
        if let Some(level) = node.tag_name().name().strip_prefix('h').and_then(|level| level.parse::<u32>().ok()) {
            assert!(level <= before + 1 && (level > 1 || before == 0), "{}", text(&node));
            assert!(!text(&node).trim().is_empty());
            before = level;
        }
    }
    let plots: Vec<_> = elements().filter(|node| has_class(node, "plot")).collect();
    for plot in plots {
        assert!(plot.attribute("aria-label").is_some() && plot.attribute("role") == Some("img"));
        let next = plot.next_siblings().skip(1).find(|node| node.is_element()).expect("something after a plot");
        assert!(next.descendants().any(|node| node.tag_name().name() == "table"), "a table beside the plot");
    }
    for diagram in elements().filter(|node| has_class(node, "diagram")) {
        let title = diagram.children().find(|node| node.tag_name().name() == "title").expect("a title");
        assert!(text(&title).contains("to move."));
    }
    assert!(elements().any(|node| node.attribute("href") == Some("#main") && text(&node).contains("Skip")));
}

fn ids(document: &Document<'_>) -> BTreeSet<String> {
    let all: Vec<_> = document.descendants().filter_map(|node| node.attribute("id").map(str::to_owned)).collect();
    let set: BTreeSet<_> = all.iter().cloned().collect();
    assert_eq!(all.len(), set.len(), "an id stands twice");
    set
}

/// Positions of a row by plies to the end, counted one after the other.
fn depths(tables: &AnyTablebase, row: &AnyRow) -> BTreeMap<u16, (u64, u64)> {
    let mut depths = BTreeMap::<u16, (u64, u64)>::new();
    let mut count = |scanned: &Scanned| {
        if let Some(plies) = scanned.evaluation.dtw {
            let (wins, losses) = depths.entry(plies).or_default();
            *(if scanned.evaluation.wdl == Wdl::Win { wins } else { losses }) += 1;
        }
        ControlFlow::Continue(())
    };
    tables.scan(row, 0..row.len(), &mut count).expect("a walk");
    depths
}

fn side_words(row: &AnyRow) -> String {
    let side = if row.side == Side::White { "White to move" } else { "Black to move" };
    row.field.map_or(side.to_owned(), |(name, value)| format!("{side}, {name}: {value}"))
}

/// Every number of the pages is the tables' own.
fn check_numbers(tables: &AnyTablebase, documents: &[Document<'_>]) {
    let told: Vec<_> = documents.iter().flat_map(tables_of).collect();
    let find = |caption: &str| {
        let mut found = told.iter().filter(|table| table.caption == caption);
        let table = found.next().unwrap_or_else(|| panic!("no table {caption}"));
        assert!(found.next().is_none(), "two tables {caption}");
        &table.rows
    };
    for material in tables.slices() {
        let rows = tables.rows(&material).unwrap();
        let outcomes = find(&format!("{material}: what positions are worth to the side to move"));
        assert_eq!(outcomes.len(), rows.len());
        for (told, row) in outcomes.iter().zip(&rows) {
            let counts = tables.row_counts(row).unwrap();
            assert_eq!((&told[0], &told[1]), (&row.material, &side_words(row)));
            let numbers: Vec<_> = told[2..6].iter().map(|cell| number(cell)).collect();
            let all = counts.win + counts.draw + counts.loss;
            assert_eq!(numbers, [all, counts.win, counts.draw, counts.loss], "{told:?}");
            match counts.longest_win {
                Some((plies, _)) => assert_eq!(number(&told[6]), u64::from(plies)),
                None => assert_eq!(told[6], if counts.depths { "no win" } else { "not known" }),
            }
            let title = format!("{}, {}", row.material, side_words(row));
            let histogram = told_histogram(documents, &title);
            let own = if counts.depths { depths(tables, row) } else { BTreeMap::new() };
            assert_eq!(histogram, own, "{title}");
        }
    }
    let files = told.iter().find(|table| table.caption.starts_with("The tables:")).expect("a table of files");
    assert_eq!(files.rows.len(), tables.tables().len() + 1);
    for (told, table) in files.rows.iter().zip(tables.tables()) {
        assert!(told[0].starts_with(&format!("{}.", table.material)) && told[0].ends_with(table.metric.name()));
        assert_eq!((number(&told[2]), number(&told[3])), (table.values, table.bytes));
    }
    assert_eq!(number(&files.rows.last().unwrap()[3]), tables.file_bytes());
}

/// The numbers of the histogram that is told for a row.
fn told_histogram(documents: &[Document<'_>], row: &str) -> BTreeMap<u16, (u64, u64)> {
    let told = documents.iter().flat_map(tables_of).find(|table| {
        let title = table.caption.strip_suffix(": positions by plies to the end");
        title.is_some_and(|title| title.split("; ").any(|one| one == row))
    });
    let rows = told.map_or_else(Vec::new, |table| table.rows);
    rows.iter().map(|row| (row[0].parse().unwrap(), (number(&row[1]), number(&row[2])))).collect()
}

/// The moves of each longest win are as many as its plies, and the table of the longest names it.
fn check_lines(tables: &AnyTablebase, documents: &[Document<'_>]) {
    let mut seen = 0;
    for material in tables.slices() {
        for row in tables.rows(&material).unwrap().iter().filter(|row| !row.exchanged) {
            let Some((plies, pieces)) = tables.row_counts(row).and_then(|counts| counts.longest_win) else { continue };
            let name = format!("Longest win of {}, {}", row.material, side_words(row));
            let lines = documents.iter().flat_map(Document::descendants);
            let line = lines.clone().find(|node| node.attribute("aria-label") == Some(&name)).expect("its line");
            let moves: Vec<_> = line.descendants().filter(|node| node.tag_name().name() == "li").collect();
            assert_eq!(moves.len(), usize::from(plies), "{name}");
            let own = tables.line(&pieces).unwrap();
            for (told, step) in moves.iter().zip(own) {
                let told = told.descendants().find(|node| has_class(node, "white") || has_class(node, "black"));
                assert_eq!(text(&told.unwrap()), step.mv.text);
            }
            assert!(text(&line).contains(&tables.fen(&pieces).unwrap()));
            seen += 1;
        }
    }
    assert!(seen > 0);
}

/// Verdicts add up to what is told without draw rules.
fn check_verdicts(tables: &AnyTablebase, documents: &[Document<'_>]) {
    for material in tables.slices() {
        let caption = format!("{material}: verdicts with all counters at zero");
        let told = documents.iter().flat_map(tables_of).find(|table| table.caption == caption).expect("verdicts");
        let rows: Vec<_> = tables.rows(&material).unwrap().into_iter().filter(|row| !row.exchanged).collect();
        assert_eq!(told.rows.len(), rows.len());
        for (told, row) in told.rows.iter().zip(&rows) {
            let counts = tables.row_counts(row).unwrap();
            let [win, spoiled, draw, saved, loss] = std::array::from_fn(|cell| number(&told[cell + 1]));
            assert_eq!((win + spoiled, draw, saved + loss), (counts.win, counts.draw, counts.loss), "{material}");
        }
    }
}

fn check(tables: &AnyTablebase, pages: &[(std::path::PathBuf, String)]) {
    let documents: Vec<_> = pages.iter().map(|(_, html)| parse(html)).collect();
    let names = pages.iter().map(|(path, _)| path.file_name().unwrap().to_str().unwrap().to_owned());
    let all: BTreeMap<_, _> = names.clone().zip(documents.iter().map(ids)).collect();
    for (name, (_, html)) in names.zip(pages) {
        check_page(&name, html, &all);
    }
    check_numbers(tables, &documents);
}

#[test]
fn every_game_has_a_report_with_the_numbers_of_its_tables() {
    for game in GameId::all() {
        let made = made(game, &Metric::THEORY, true);
        let pages = made.report(Some(made.rules));
        check(&made.tables, &pages);
        let documents: Vec<_> = pages.iter().map(|(_, html)| parse(html)).collect();
        check_lines(&made.tables, &documents);
        if game == GameId::Artamonov {
            let leads: Vec<_> = documents
                .iter()
                .flat_map(tables_of)
                .filter(|table| table.caption.contains("by how many pieces"))
                .collect();
            assert!(!leads.is_empty() && leads.iter().all(|table| table.rows.len() == 7));
        } else {
            check_verdicts(&made.tables, &documents);
        }
        // The same again, over the earlier report.
        assert_eq!(made.report(Some(made.rules)), pages, "{game}");
    }
}

#[test]
fn without_draw_rules_none_are_told_of() {
    let made = made(GameId::English, &Metric::THEORY, false);
    let pages = made.report(None);
    check(&made.tables, &pages);
    assert!(!pages[0].1.contains("draw rules</h2>") && !pages[0].1.contains("id=\"rules\""));
    // Their tables are missing, which is said, and the rest is there.
    let pages = made.report(Some(made.rules));
    check(&made.tables, &pages);
    assert!(pages[0].1.contains("id=\"rules\""));
}

#[test]
fn without_depths_the_report_says_so() {
    let made = made(GameId::Italian, &[Metric::Wdl], false);
    let pages = made.report(None);
    check(&made.tables, &pages);
    assert!(pages[0].1.contains("There is no table of depths") && pages[0].1.contains("not known"));
}

#[test]
fn missing_tables_are_named() {
    let made = made(GameId::Russian, &Metric::THEORY, false);
    for gone in ["KvK.wdl", "KvK.dtw", "KvM.dtw"] {
        std::fs::remove_file(made.root.path().join("russian").join(gone)).unwrap();
    }
    std::fs::write(made.root.path().join("russian/MvM.dtw"), b"no table").unwrap();
    let tables = open(GameId::Russian, made.root.path());
    let pages = report(GameId::Russian, &tables, Some(made.rules), &made.root.path().join("report"));
    let html = &pages[0].1;
    parse(html);
    assert!(html.contains("What is missing") && html.contains("KvK.wdl") && html.contains("MvM.dtw: "), "{html}");
    assert!(html.contains("not everything is known"));
    assert!(!html.contains(made.root.path().to_str().unwrap()), "folders are nobody's business");
}

#[test]
fn what_makes_no_report_is_an_error_in_words() {
    let place = tempfile::tempdir().unwrap();
    let nothing = open(GameId::Russian, place.path());
    let folder = place.path().join("report");
    let error = write_report(GameId::Russian, &nothing, None, &folder, &Silent).unwrap_err();
    assert!(matches!(error, ReportError::NoTables { .. }) && error.to_string().contains("no table of russian"));
    assert!(!folder.exists(), "nothing is made for nothing");

    let made = made(GameId::Brazilian, &[Metric::Wdl], false);
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("index.html"), "<html>mine</html>").unwrap();
    let error = write_report(GameId::Brazilian, &made.tables, None, &folder, &Silent).unwrap_err();
    assert!(matches!(error, ReportError::Foreign { .. }) && error.to_string().contains("index.html"), "{error}");
    assert_eq!(std::fs::read_to_string(folder.join("index.html")).unwrap(), "<html>mine</html>");

    std::fs::write(place.path().join("file"), "").unwrap();
    let error = write_report(GameId::Brazilian, &made.tables, None, &place.path().join("file"), &Silent).unwrap_err();
    assert!(matches!(error, ReportError::Io { .. }) && error.to_string().contains("file"), "{error}");
}
