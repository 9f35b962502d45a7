//! The first page: the whole at a glance, what is longest, what draw rules spoil, the files, what is missing.

use dambase_format::Metric;
use dambase_prober::any::AnyTable;
use dambase_rules::{GameId, Side};
use maud::{Markup, html};

use super::material::line_anchor;
use super::ruled;
use super::tables::{Column, cell, table};
use crate::ReportError;
use crate::facts::{Facts, Line, Material, Row, Section, side_words};
use crate::numbers::{thousands, values_a_byte};

/// How many of the longest wins are listed.
const MOST_LISTED: usize = 12;

/// All that is not of one material. `link` says where a material's section is.
pub fn overview(facts: &Facts, link: &dyn Fn(&Material) -> String) -> Result<Markup, ReportError> {
    Ok(html! {
        (contents(facts))
        h2 id="how" { "How to read this" }
        (how_to_read(facts))
        h2 id="counts" { "At a glance" }
        (by_pieces(facts))
        (by_material(facts, link))
        h2 id="longest" { "The longest wins" }
        (longest(facts, link))
        @if let Some(rules) = facts.rules {
            h2 id="rules" { "Under the draw rules " code { (rules.name) } }
            (ruled::overview(facts, rules))
        }
        h2 id="files" { "Files" }
        (files(facts))
        @if !facts.missing.is_empty() || !facts.problems.is_empty() {
            h2 id="missing" { "What is missing" }
            (missing(facts))
        }
    })
}

fn contents(facts: &Facts) -> Markup {
    html! {
        nav aria-label="Contents" { ul {
            li { a href="#how" { "How to read this" } }
            li { a href="#counts" { "At a glance" } }
            li { a href="#longest" { "The longest wins" } }
            @if facts.rules.is_some() { li { a href="#rules" { "Under draw rules" } } }
            li { a href="#files" { "Files" } }
            @if !facts.missing.is_empty() || !facts.problems.is_empty() { li { a href="#missing" { "What is missing" } } }
        } }
    }
}

fn how_to_read(facts: &Facts) -> Markup {
    let chess = facts.game == GameId::Chess;
    html! {
        ul {
            li { "Wins, draws and losses are those of the side to move with perfect play, without draw rules unless they are named." }
            li {
                "Plies are moves of either side. "
                @if chess { "Plies to the end are the depth to mate" } @else { "Plies to the end are counted to the end of the game" }
                " when the winner hurries and the loser delays."
            }
            @match facts.game {
                GameId::Artamonov => li {
                    "Pieces belong to nobody: either side moves any but the one that the other has moved last, which is barred. \
                     Materials name kinds alone: K for a king, M for a man."
                },
                GameId::Chess => li {
                    "Materials name chessmen, White's first. All legal positions are counted up to the symmetries of the board."
                },
                _ => li {
                    "Materials name the pieces, White's first: K for a king, M for a man. One table serves both colour orders."
                },
            }
            li {
                "Each diagram is the position at the start of its line. With a keyboard: the buttons below it, or the arrow keys, Home and End \
                 while one of them has the focus."
            }
        }
    }
}

/// What White's rows of some materials add up to; Black's add up to the same.
fn sum(materials: &[Material], of: impl Fn(&Row) -> u64) -> u64 {
    materials.iter().flat_map(|material| &material.rows).filter(|row| row.row.side == Side::White).map(of).sum()
}

fn by_pieces(facts: &Facts) -> Markup {
    let columns = [
        Column::Numbers("Pieces"),
        Column::Numbers("Tables of theory"),
        Column::Numbers("Positions"),
        Column::Numbers("Wins"),
        Column::Numbers("Draws"),
        Column::Numbers("Losses"),
        Column::Numbers("Longest win, plies"),
    ];
    let rows = facts.materials.chunk_by(|one, other| one.pieces == other.pieces).map(|group| {
        let numbers: [u64; 5] = [
            group.len() as u64,
            sum(group, Row::positions),
            sum(group, |row| row.counts.win),
            sum(group, |row| row.counts.draw),
            sum(group, |row| row.counts.loss),
        ];
        let longest = group
            .iter()
            .flat_map(|material| &material.rows)
            .filter_map(|row| row.counts.longest_win)
            .map(|win| win.0)
            .max();
        let longest = longest.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        std::iter::once(cell(group[0].pieces.to_string()))
            .chain(numbers.map(|number| cell(thousands(number))))
            .chain([cell(longest)])
            .collect()
    });
    table("By number of pieces: all materials with White to move; with Black to move they are as many", &columns, rows)
}

fn by_material(facts: &Facts, link: &dyn Fn(&Material) -> String) -> Markup {
    let columns = [
        Column::Words("Material"),
        Column::Numbers("Pieces"),
        Column::Numbers("Positions, all rows"),
        Column::Numbers("Longest win, plies"),
    ];
    let rows = facts.materials.iter().map(|material| {
        let positions = material.rows.iter().map(Row::positions).sum();
        let longest = material.rows.iter().filter_map(|row| row.counts.longest_win).map(|win| win.0).max();
        vec![
            html! { a href=(link(material)) { (material.name) } },
            cell(material.pieces.to_string()),
            cell(thousands(positions)),
            cell(longest.map_or_else(|| "-".to_owned(), |plies| plies.to_string())),
        ]
    });
    table("The materials", &columns, rows)
}

fn longest(facts: &Facts, link: &dyn Fn(&Material) -> String) -> Markup {
    let mut wins: Vec<(&Material, &Section, &Line)> = facts
        .materials
        .iter()
        .flat_map(|material| material.sections.iter().map(move |section| (material, section)))
        .filter_map(|(material, section)| section.longest.as_ref().map(|line| (material, section, line)))
        .collect();
    wins.sort_by_key(|(.., line)| std::cmp::Reverse(line.plies));
    wins.truncate(MOST_LISTED);
    let columns = [
        Column::Words("Material"),
        Column::Words("To move, and wins"),
        Column::Numbers("Plies"),
        Column::Words("The first position that takes so long"),
    ];
    let rows = wins.iter().map(|(material, section, line)| {
        let row = &section.rows[0];
        let page = link(material);
        let page = page.split('#').next().unwrap_or_default();
        vec![
            cell(&row.material),
            cell(side_words(row)),
            cell(line.plies.to_string()),
            html! { a href={ (page) "#" (line_anchor(material, section)) } { code { (line.start.fen()) } } },
        ]
    });
    html! {
        @if wins.is_empty() {
            p class="note" { "No lengths are known: there are no tables of depths, or nothing is won." }
        } @else {
            (table("The longest win of each material and side to move, the longest first", &columns, rows))
        }
    }
}

fn file_name(file: &AnyTable) -> String {
    match file.draw_rules {
        Some(rules) => format!("{}.{rules}.{}", file.material, file.metric),
        None => format!("{}.{}", file.material, file.metric),
    }
}

fn files(facts: &Facts) -> Markup {
    let columns = [
        Column::Words("File"),
        Column::Words("Holds"),
        Column::Numbers("Values"),
        Column::Numbers("Bytes"),
        Column::Numbers("Values a byte"),
    ];
    let holds = |metric: Metric| match metric {
        Metric::Wdl => "win, draw or loss (WDL)",
        Metric::Dtw if facts.game == GameId::Chess => "depth to mate (DTW)",
        Metric::Dtw => "plies to the end (DTW)",
        Metric::Dtc if facts.game == GameId::Chess => "plies under draw rules (DTC, in chess DTZ)",
        Metric::Dtc => "plies under draw rules (DTC)",
    };
    let row = |name: String, holds: &str, values: u64, bytes: u64| {
        vec![
            cell(name),
            cell(holds),
            cell(thousands(values)),
            cell(thousands(bytes)),
            cell(values_a_byte(values, bytes)),
        ]
    };
    let mut rows: Vec<_> =
        facts.files.iter().map(|file| row(file_name(file), holds(file.metric), file.values, file.bytes)).collect();
    let total = |of: fn(&AnyTable) -> u64| facts.files.iter().map(of).sum();
    rows.push(row("all".into(), "", total(|file| file.values), total(|file| file.bytes)));
    table(
        "The tables: a value is that of a position, under draw rules that of a position and its counters",
        &columns,
        rows,
    )
}

fn missing(facts: &Facts) -> Markup {
    html! {
        @if !facts.missing.is_empty() {
            p { "Tables that others depend on and that are not there; what cannot be worked out without them is marked above:" }
            ul { @for name in &facts.missing { li { code { (name) } } } }
        }
        @if !facts.problems.is_empty() {
            p { "Files that cannot be used:" }
            ul { @for problem in &facts.problems { li { (problem) } } }
        }
    }
}
