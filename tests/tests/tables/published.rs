//! Published values: `tests/data/endgames.txt` and `tests/data/counts.txt`.
//!
//! The suite makes tables of three pieces, and of four for the totals of english. `DAMBASE_LONG=1` makes four everywhere and
//! so looks at the rows of four pieces, too.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use dambase_format::{ClockedGame, Metric, SectionStats, SliceIndex, Value};
use dambase_generator::Solvable;
use dambase_prober::Tablebase;
use dambase_rules::{Family, GameId, GameRules, Side, Wdl, with_game};

use crate::made::{Row, long, rows, tables};

fn most_pieces() -> u32 {
    if long() { 4 } else { 3 }
}

fn rows_by_game(rows: Vec<Row>, kind: Option<&str>, game: usize) -> BTreeMap<String, Vec<Row>> {
    let mut games: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in rows.into_iter().filter(|row| kind.is_none_or(|kind| row.fields[0] == kind)) {
        games.entry(row.fields[game].clone()).or_default().push(row);
    }
    assert!(!games.is_empty(), "no rows");
    games
}

fn game(name: &str) -> GameId {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn check_endgames<G: Solvable + ClockedGame>(rows: &[Row]) {
    let made = tables::<G>(most_pieces());
    let mut checked = 0;
    for Row { place, fields: [_, fen, value, plies, source] } in rows {
        let position = G::parse_fen(fen).unwrap_or_else(|error| panic!("{place}: {error}"));
        let key = G::slice_key(&position).unwrap_or_else(|| panic!("{place}: both sides have pieces"));
        if G::slice(key).unwrap_or_else(|error| panic!("{place}: {error}")).pieces() > most_pieces() {
            continue;
        }
        let found = made.tables.probe_dtw(&position).unwrap_or_else(|error| panic!("{place}: {error}"));
        let wdl = match value.as_str() {
            "win" => Wdl::Win,
            "loss" => Wdl::Loss,
            "draw" => Wdl::Draw,
            other => panic!("{place}: no value {other}"),
        };
        assert_eq!(found.wdl(), wdl, "{place}: {fen} ({source})");
        assert_eq!(made.tables.probe_wdl(&position), Ok(wdl), "{place}: {fen} ({source})");
        if plies != "-" {
            let plies: u16 = plies.parse().unwrap_or_else(|error| panic!("{place}: {error}"));
            let found = match found {
                Value::Win(found) | Value::Loss(found) => Some(found),
                Value::Draw => None,
            };
            assert_eq!(found, Some(plies), "{place}: {fen} ({source})");
        }
        checked += 1;
    }
    println!("{}: {checked} of {} endgames", <G as GameRules>::ID, rows.len());
    assert!(checked > 0, "{}: no row of so few pieces", <G as GameRules>::ID);
}

#[test]
fn endgames() {
    for (name, rows) in rows_by_game(rows("endgames.txt"), None, 0) {
        with_game!(game(&name), G => check_endgames::<G>(&rows));
    }
}

/// Positions of `pieces` pieces, one side to move.
fn positions<G: Solvable>(pieces: u32) -> u64 {
    let white = |key| {
        let slice = G::slice(key).expect("an index");
        let len = |section| slice.section(section).end - slice.section(section).start;
        slice.rows().iter().filter(|row| row.side == Side::White).map(|row| len(row.section)).sum::<u64>()
    };
    G::slices_of(pieces).into_iter().map(white).sum()
}

#[test]
fn every_game_has_as_many_positions_as_its_board() {
    for (board, rows) in rows_by_game(rows("counts.txt"), Some("positions"), 1) {
        let games: Vec<_> =
            GameId::all().filter(|id| id.info().board == board && id.family() == Family::Draughts).collect();
        assert!(!games.is_empty(), "no game is played on {board}");
        for (id, row) in games.iter().flat_map(|id| rows.iter().map(move |row| (*id, row))) {
            let Row { place, fields: [_, _, pieces, number, _] } = row;
            let pieces = pieces.parse().unwrap_or_else(|error| panic!("{place}: {error}"));
            let number: u64 = number.parse().unwrap_or_else(|error| panic!("{place}: {error}"));
            assert_eq!(with_game!(id, G => positions::<G>(pieces)), number, "{place}: {id}");
        }
    }
}

/// The `name=value` pairs of a row.
fn numbers(row: &Row) -> HashMap<&str, u64> {
    row.fields[3]
        .split(' ')
        .map(|text| {
            let (name, value) = text.split_once('=').unwrap_or_else(|| panic!("{}: {text}", row.place));
            (name, value.parse().unwrap_or_else(|error| panic!("{}: {error}", row.place)))
        })
        .collect()
}

/// What the headers say of each ordered material with White to move: pieces and counts.
fn white_rows<G: Solvable>(tables: &Tablebase<G>) -> BTreeMap<String, (u32, SectionStats)> {
    let of_table = |table: dambase_prober::TableInfo<'_>| {
        let slice = G::slice(table.key).expect("an index");
        let white = slice.rows().into_iter().filter(|row| row.side == Side::White);
        white.map(|row| (row.material, (slice.pieces(), table.header.sections[row.section]))).collect::<Vec<_>>()
    };
    tables.tables().filter(|table| table.metric == Metric::Dtw).flat_map(of_table).collect()
}

fn check_totals(row: &Row, white: &BTreeMap<String, (u32, SectionStats)>) {
    let scope = &row.fields[2];
    // Numbers of pieces, such as `2-4 pieces`, or one material.
    let range = scope.strip_suffix(" pieces").and_then(|range| range.split_once('-'));
    let range = range.map(|(first, last)| {
        let number = |text: &str| text.parse::<u32>().unwrap_or_else(|error| panic!("{}: {error}", row.place));
        number(first)..=number(last)
    });
    let in_scope = |material: &str, pieces: u32| match &range {
        Some(range) => range.contains(&pieces),
        None => material == scope,
    };
    let (mut win, mut loss, mut draw, mut longest) = (0, 0, 0, 0);
    for (_, (_, stats)) in white.iter().filter(|(material, (pieces, _))| in_scope(material, *pieces)) {
        win += stats.win;
        loss += stats.loss;
        draw += stats.draw;
        longest = longest.max(stats.longest_win.map_or(0, |(plies, _)| plies.into()));
    }
    let found = HashMap::from([
        ("positions", win + loss + draw),
        ("win", win),
        ("loss", loss),
        ("draw", draw),
        ("longest", longest),
    ]);
    for (name, number) in numbers(row) {
        assert_eq!(found[name], number, "{}: {scope}: {name}", row.place);
    }
}

fn check_all_totals<G: Solvable + ClockedGame>(rows: &[Row]) {
    let made = tables::<G>(4);
    let white = white_rows(&made.tables);
    for row in rows {
        check_totals(row, &white);
    }
}

#[test]
fn totals() {
    for (name, rows) in rows_by_game(rows("counts.txt"), Some("totals"), 1) {
        with_game!(game(&name), G => check_all_totals::<G>(&rows));
    }
}

/// The squares of the main road of an 8x8 board.
const MAIN_ROAD: [&str; 8] = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"];

/// The longest win of White, to move, against a lone king on the main road.
fn longest_on_the_main_road<G: Solvable>(tables: &Tablebase<G>, material: &str) -> u64 {
    let key = G::parse_material(material).expect("a material");
    let slice = G::slice(key).expect("an index");
    let rows = slice.rows();
    let row = rows.iter().find(|row| row.material == material && row.side == Side::White).expect("such a row");
    let mut longest = 0;
    let visit = |index, evaluation: dambase_prober::Evaluation| {
        if let (Wdl::Win, Some(plies)) = (evaluation.wdl, evaluation.dtw)
            && u64::from(plies) > longest
        {
            let position = slice.position_at(index).expect("a position");
            let fen = G::fen(&if row.exchanged { G::colours_exchanged(&position) } else { position });
            let (_, square) = fen.rsplit_once(":BK").expect("a lone king");
            if MAIN_ROAD.contains(&square) {
                longest = plies.into();
            }
        }
        ControlFlow::Continue(())
    };
    tables.for_each_value(key, slice.section(row.section), visit).expect("values");
    longest
}

fn check_longest<G: Solvable + ClockedGame>(rows: &[Row]) {
    let most = most_pieces();
    let material = |row: &Row| row.fields[2].split(',').next().unwrap_or_default().to_owned();
    let pieces = |row: &Row| {
        let key = G::parse_material(&material(row)).unwrap_or_else(|error| panic!("{}: {error}", row.place));
        G::slice(key).expect("an index").pieces()
    };
    let rows: Vec<_> = rows.iter().filter(|row| pieces(row) <= most).collect();
    if rows.is_empty() {
        return;
    }
    let made = tables::<G>(most);
    let white = white_rows(&made.tables);
    for row in rows {
        let material = material(row);
        let found = match row.fields[2].split_once(", ") {
            None => white[&material].1.longest_win.map_or(0, |(plies, _)| plies.into()),
            Some((_, "lone king on the main road a1-h8")) => longest_on_the_main_road(&made.tables, &material),
            Some((_, other)) => panic!("{}: no test understands \"{other}\"", row.place),
        };
        assert_eq!(found, numbers(row)["plies"], "{}: {}", row.place, row.fields[2]);
    }
}

#[test]
fn longest_wins() {
    for (name, rows) in rows_by_game(rows("counts.txt"), Some("longest"), 1) {
        with_game!(game(&name), G => check_longest::<G>(&rows));
    }
}
