//! `dambase enumerate`.

use std::collections::HashSet;

use serde_json::Value;

use crate::support::{number, text, with_tables};

fn enumerate(game: &str, material: &str, more: &[&str]) -> Vec<Value> {
    with_tables(&[&["enumerate", game, material, "--json"], more].concat()).ok().objects()
}

fn fens(lines: &[Value]) -> HashSet<String> {
    let set: HashSet<String> = lines.iter().map(|line| text(line, "fen").to_owned()).collect();
    assert_eq!(set.len(), lines.len(), "no position is listed twice");
    set
}

#[test]
fn what_is_listed_is_what_is_counted() {
    for (game, material) in [("russian", "MvK"), ("russian", "KvK"), ("english", "KvM"), ("russian-giveaway", "MvM")] {
        let rows = with_tables(&["stats", game, "--material", material, "--json"]).ok().objects();
        for row in rows.iter().filter(|row| text(row, "material") == material) {
            let side = text(row, "side");
            for wdl in ["win", "loss", "draw"] {
                let listed = enumerate(game, material, &["--side", side, "--wdl", wdl]);
                assert_eq!(fens(&listed).len() as u64, number(row, wdl), "{game} {material} {side} {wdl}");
                assert!(listed.iter().all(|line| text(line, "wdl") == wdl && text(line, "side") == side));
            }
            assert_eq!(fens(&enumerate(game, material, &["--side", side])).len() as u64, number(row, "positions"));
        }
    }
}

#[test]
fn the_first_army_named_is_white() {
    let count = |fen: &str, from: &str| fen.split(':').find(|part| part.starts_with(from)).unwrap().split(',').count();
    for (material, white) in [("KKvM", 2), ("MvKK", 1), ("mvkk", 1)] {
        for line in enumerate("russian", material, &["--limit", "50"]) {
            let fen = text(&line, "fen");
            let (side, pieces) = fen.split_once(':').unwrap();
            assert_eq!(side, "W");
            assert_eq!(count(pieces, "W"), white, "{fen}");
        }
    }
    assert_eq!(enumerate("russian", "MKvK", &["--limit", "5"]), enumerate("russian", "KMvK", &["--limit", "5"]));
}

#[test]
fn the_longest_are_those_of_the_statistics() {
    let rows = with_tables(&["stats", "russian", "--material", "KvMM", "--json"]).ok().objects();
    for row in rows {
        let (material, side) = (text(&row, "material"), text(&row, "side"));
        let longest = enumerate("russian", material, &["--side", side, "--dtw", "max"]);
        assert!(longest.iter().all(|line| line["dtw"] == row["max_dtw"] && text(line, "wdl") == "win"));
        assert!(fens(&longest).contains(text(&row, "max_dtw_fen")));
        // The first in the table's order is the one named.
        assert_eq!(longest[0]["fen"], row["max_dtw_fen"]);
    }
    // Of both sides to move, the longer ones.
    let both = enumerate("russian", "KvMM", &["--dtw", "max"]);
    assert!(both.iter().all(|line| text(line, "side") == "white" && number(line, "dtw") == 23));
}

#[test]
fn the_longest_losses_are_found() {
    let losses = enumerate("russian", "KvMM", &["--wdl", "loss"]);
    let longest = losses.iter().map(|line| number(line, "dtw")).max().unwrap();
    let expected: Vec<_> = losses.into_iter().filter(|line| number(line, "dtw") == longest).collect();
    assert_eq!(enumerate("russian", "KvMM", &["--wdl", "loss", "--dtw", "max"]), expected);
    // Nobody loses with two kings against one and the move.
    let none = ["enumerate", "russian", "KKvK", "--side", "white", "--wdl", "loss", "--dtw", "max"];
    assert_eq!(with_tables(&none).fails(0, "no such position").stdout, "");
    assert_eq!(enumerate("russian", none[2], &none[3..]), [] as [Value; 0]);
}

#[test]
fn depths_choose_positions() {
    let all = enumerate("russian", "KvMM", &[]);
    for (more, wdl) in [(&[][..], None), (&["--wdl", "win"], Some("win")), (&["--wdl", "loss"], Some("loss"))] {
        let listed = enumerate("russian", "KvMM", &[more, &["--dtw", "4"]].concat());
        let fits = |line: &&Value| line["dtw"] == 4 && wdl.is_none_or(|wdl| line["wdl"] == wdl);
        assert_eq!(listed.len(), all.iter().filter(fits).count(), "{wdl:?}");
    }
}

#[test]
fn a_seed_draws_the_same_sample_of_what_fits() {
    for more in [&[][..], &["--wdl", "draw"], &["--dtw", "3"], &["--side", "black", "--wdl", "loss"]] {
        let all = fens(&enumerate("russian", "KvMM", more));
        let drawn = |seed: &str, limit: &str| {
            enumerate("russian", "KvMM", &[more, &["--seed", seed, "--limit", limit]].concat())
        };
        for limit in [1, 30, 1000] {
            let sample = drawn("1", &limit.to_string());
            assert_eq!(sample, drawn("1", &limit.to_string()));
            assert_eq!(fens(&sample).len(), limit.min(all.len()), "{more:?}");
            assert!(fens(&sample).is_subset(&all));
        }
        assert_ne!(drawn("1", "30"), drawn("2", "30"));
        // As many as there are, or more: all of them.
        assert_eq!(fens(&drawn("1", "1000000")), all);
        assert_eq!(fens(&drawn("1", "0")), all);
    }
    let unlimited = enumerate("russian", "KvMM", &["--seed", "1"]);
    assert_eq!(unlimited.len(), 10);
}

#[test]
fn a_sample_favours_nobody() {
    // A quarter of the 1,736 positions of both orders have each side to move in each order; so here a half.
    let sample = enumerate("russian", "KvM", &["--seed", "5", "--limit", "200"]);
    let white = sample.iter().filter(|line| text(line, "side") == "white").count();
    assert!((70..130).contains(&white), "{white}");
    let sample = enumerate("russian", "KvM", &["--seed", "5", "--limit", "800"]);
    let white = sample.iter().filter(|line| text(line, "side") == "white").count();
    assert!((350..450).contains(&white), "{white}");
}

#[test]
fn people_read_values_before_positions() {
    let people = with_tables(&["enumerate", "russian", "KvMM", "--dtw", "max", "--limit", "1"]).ok().stdout;
    assert!(people.starts_with("white  win in 23    W:WK"), "{people}");
}
