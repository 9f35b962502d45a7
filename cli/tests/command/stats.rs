//! `dambase stats` and `dambase info`.

use std::path::Path;

use serde_json::Value;

use crate::support::{number, tables, text, with_tables};

#[test]
fn every_ordered_material_has_a_row_for_each_side_to_move() {
    let rows = with_tables(&["stats", "russian", "--json"]).ok().objects();
    let names: Vec<_> = rows.iter().map(|row| (text(row, "material"), text(row, "side"))).collect();
    assert_eq!(
        &names[..8],
        [
            ("KvK", "white"),
            ("KvK", "black"),
            ("KvM", "white"),
            ("KvM", "black"),
            ("MvK", "white"),
            ("MvK", "black"),
            ("MvM", "white"),
            ("MvM", "black")
        ]
    );
    // design.md 4: positions of 2 and 3 pieces on 64 squares with one side to move.
    for (pieces, expected) in [(2, 3_488), (3, 196_032)] {
        for side in ["white", "black"] {
            let of = |row: &&Value| text(row, "material").len() == pieces + 1 && text(row, "side") == side;
            assert_eq!(rows.iter().filter(of).map(|row| number(row, "positions")).sum::<u64>(), expected);
        }
    }
    for row in &rows {
        assert_eq!(number(row, "win") + number(row, "loss") + number(row, "draw"), number(row, "positions"), "{row}");
    }
}

#[test]
fn the_longest_win_is_a_position_of_its_row() {
    for (game, longest_of_all) in [("russian", 25), ("russian-giveaway", 0)] {
        let rows = with_tables(&["stats", game, "--json"]).ok().objects();
        for row in &rows {
            if number(row, "win") == 0 {
                assert!(row["max_dtw"].is_null() && row["max_dtw_fen"].is_null(), "{row}");
                continue;
            }
            let fen = text(row, "max_dtw_fen");
            let side = if fen.starts_with('W') { "white" } else { "black" };
            assert_eq!(text(row, "side"), side);
            let answer = &with_tables(&["probe", game, fen, "--json"]).ok().objects()[0];
            assert_eq!((text(answer, "wdl"), &answer["dtw"]), ("win", &row["max_dtw"]));
            let listed =
                with_tables(&["enumerate", game, text(row, "material"), "--dtw", "max", "--side", side, "--json"]);
            assert_eq!(listed.ok().objects()[0]["fen"], fen);
        }
        let longest = rows.iter().filter_map(|row| row["max_dtw"].as_u64()).max().unwrap();
        assert!(longest >= longest_of_all);
    }
}

#[test]
fn without_depths_there_is_no_longest_win() {
    // Published: English K v K has 230 wins, 108 losses and 654 draws.
    let ran = with_tables(&["stats", "english", "--material", "KvK", "--json"]).ok();
    let row = |side| {
        format!(
            "{{\"material\":\"KvK\",\"side\":\"{side}\",\"positions\":992,\"win\":230,\"loss\":108,\"draw\":654,\
             \"max_dtw\":null,\"max_dtw_fen\":null,\"depths\":false}}\n"
        )
    };
    assert_eq!(ran.stdout, row("white") + &row("black"));
}

#[test]
fn one_table_has_the_rows_of_both_colour_orders() {
    for name in ["KKvM", "MvKK", "mvkk"] {
        let rows = with_tables(&["stats", "flying", "--material", name, "--json"]).ok().objects();
        let names: Vec<_> = rows.iter().map(|row| text(row, "material")).collect();
        assert_eq!(names, ["KKvM", "KKvM", "MvKK", "MvKK"]);
        let same = |one: usize, other: usize| assert_eq!(number(&rows[one], "win"), number(&rows[other], "win"));
        same(0, 3);
        same(1, 2);
    }
}

#[test]
fn people_get_thousands_and_totals() {
    let people = with_tables(&["stats", "russian"]).ok().stdout;
    assert!(people.contains("2 pieces"), "{people}");
    assert!(people.contains("196,032"), "{people}");
    assert!(people.lines().all(|line| line.trim_end() == line));
}

#[test]
fn a_table_says_what_it_is() {
    let file = Path::new(tables()).join("russian").join("KvM.dtw");
    let file = file.to_str().unwrap();
    let ran = crate::support::dambase(&["info", file, "--json"]).ok();
    let info = &ran.objects()[0];
    assert_eq!((text(info, "game"), text(info, "material"), text(info, "metric")), ("russian", "KvM", "dtw"));
    assert_eq!(number(info, "positions"), 1736);
    assert_eq!(info["rules_match"], true);
    assert_eq!(number(info, "file_bytes"), std::fs::metadata(file).unwrap().len());
    let sections = info["sections"].as_array().unwrap();
    let rows = with_tables(&["stats", "russian", "--material", "KvM", "--json"]).ok().objects();
    for (section, row) in sections.iter().zip(&rows) {
        assert_eq!(section["win"], row["win"]);
        assert_eq!(section["longest_win_plies"], row["max_dtw"]);
        assert_eq!(section["longest_win_fen"], row["max_dtw_fen"]);
    }
    let people = crate::support::dambase(&["info", file]).ok().stdout;
    assert!(people.contains("positions a byte"), "{people}");
}
