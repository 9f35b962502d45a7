//! `dambase enumerate`.

use std::collections::HashSet;

use serde_json::Value;

use crate::support::{copy_of_ruled_tables, dambase, number, text, with_ruled_tables, with_tables};

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

/// The positions of a material under the Russian code.
fn ruled(game: &str, material: &str, more: &[&str]) -> Vec<Value> {
    let args = ["enumerate", game, material, "--draw-rules", "russian-code", "--json"];
    with_ruled_tables(&[&args, more].concat()).ok().objects()
}

const VERDICTS: [&str; 5] = ["win", "spoiled_win", "draw", "saved_loss", "loss"];

#[test]
fn what_is_listed_by_verdict_is_what_is_counted() {
    for (game, set, material) in [
        ("stop-after", "russian-code", "KvKK"),
        ("russian", "russian-code", "KMvK"),
        ("russian", "russian-code", "KvK"),
        ("russian-giveaway", "threefold", "KvM"),
    ] {
        let rules = ["--draw-rules", set, "--json"];
        let rows = [&["stats", game, "--material", material][..], &rules].concat();
        for row in with_ruled_tables(&rows).ok().objects().iter().filter(|row| text(row, "material") == material) {
            let side = ["--side", text(row, "side")];
            let list = |more: &[&str]| {
                let args = [&["enumerate", game, material], &side[..], &rules, more].concat();
                with_ruled_tables(&args).ok().objects()
            };
            let all = list(&[]);
            assert_eq!(fens(&all).len() as u64, number(row, "positions"));
            for verdict in VERDICTS {
                let listed = list(&["--verdict", verdict]);
                assert_eq!(listed.len() as u64, number(row, verdict), "{game} {material} {side:?} {verdict}");
                let expected: Vec<_> = all.iter().filter(|line| text(line, "verdict") == verdict).collect();
                assert_eq!(listed.iter().collect::<Vec<_>>(), expected);
                let wdl = verdict.split('_').next_back().unwrap();
                assert!(listed.iter().all(|line| text(line, "wdl") == wdl));
                // What is spoiled or saved is so by an article.
                let by_article = verdict.contains('_');
                assert!(listed.iter().all(|line| line["article"].is_string() == by_article));
            }
            // The longest win on the clock is the one of the statistics.
            let wins = || all.iter().filter(|line| text(line, "verdict") == "win");
            let longest = wins().filter_map(|line| line["dtc"].as_u64()).max();
            assert_eq!(longest, row["max_dtc"].as_u64());
            let first = wins().find(|line| line["dtc"].as_u64() == longest).filter(|_| longest.is_some());
            assert_eq!(first.map_or(&Value::Null, |line| &line["fen"]), &row["max_dtc_fen"]);
        }
    }
}

#[test]
fn verdicts_are_those_of_probe() {
    for (game, material) in [("stop-after", "KKvK"), ("russian", "KvKM")] {
        let listed = ruled(game, material, &["--seed", "3", "--limit", "60"]);
        let fens: Vec<&str> = listed.iter().map(|line| text(line, "fen")).collect();
        let args = [&["probe", game], &fens[..], &["--draw-rules", "russian-code", "--json"]].concat();
        for (line, answer) in listed.iter().zip(with_ruled_tables(&args).ok().objects()) {
            for field in ["fen", "wdl", "dtw", "verdict", "dtc", "article"] {
                assert_eq!(line[field], answer[field], "{line} {answer}");
            }
        }
    }
}

#[test]
fn verdicts_go_with_depths_and_seeds() {
    let longest = ruled("stop-after", "KKvK", &["--side", "white", "--verdict", "spoiled_win", "--dtw", "max"]);
    assert!(longest.iter().all(|line| number(line, "dtw") == 13 && text(line, "verdict") == "spoiled_win"));
    // The one that `stats` names, the first of them.
    assert_eq!(text(&longest[0], "fen"), "W:WKd8,Kh8:BKg3");
    let saved = ruled("stop-after", "KvKK", &["--side", "white", "--verdict", "saved_loss"]);
    let most = saved.iter().map(|line| number(line, "dtw")).max().unwrap();
    let expected: Vec<_> = saved.iter().filter(|line| number(line, "dtw") == most).cloned().collect();
    assert_eq!(ruled("stop-after", "KvKK", &["--side", "white", "--verdict", "saved_loss", "--dtw", "max"]), expected);
    let some = ["--side", "white", "--verdict", "saved_loss", "--dtw", "12"];
    assert_eq!(ruled("stop-after", "KvKK", &some), {
        saved.iter().filter(|line| number(line, "dtw") == 12).cloned().collect::<Vec<_>>()
    });
    let sample = ["--side", "white", "--verdict", "saved_loss", "--seed", "1", "--limit", "30"];
    let drawn = ruled("stop-after", "KvKK", &sample);
    assert_eq!((fens(&drawn).len(), &drawn), (30, &ruled("stop-after", "KvKK", &sample)));
    assert!(fens(&drawn).is_subset(&fens(&saved)));
    assert_eq!(ruled("russian", "KKvK", &["--verdict", "spoiled_win", "--dtw", "max"]), [] as [Value; 0]);
    let people = ["enumerate", "stop-after", "KKvK", "--draw-rules", "russian-code", "--dtw", "13", "--limit", "1"];
    let people = with_ruled_tables(&people).ok().stdout;
    assert_eq!(people, "white  win in 13    W:WKd8,Kh8:BKg3  win, spoiled by article 7.2.8\n");
}

#[test]
fn without_rules_there_are_no_verdicts_and_without_their_table_no_answer() {
    let listed = |more: &[&str]| with_ruled_tables(&[&["enumerate", "russian", "KvK", "--json"], more].concat());
    let plain = listed(&[]).ok().stdout;
    assert_eq!(listed(&["--draw-rules", "none"]).ok().stdout, plain);
    assert!(!plain.contains("verdict"));
    listed(&["--verdict", "win"]).fails(2, "--draw-rules");
    listed(&["--verdict", "win", "--draw-rules", "none"]).fails(2, "none");
    listed(&["--draw-rules", "fide"]).fails(2, "russian-code, lidraughts");
    listed(&["--draw-rules", "russian-code", "--verdict", "draw", "--dtw", "3"]).fails(2, "a draw has no depth");
    listed(&["--draw-rules", "russian-code", "--verdict", "saved_loss", "--wdl", "win"])
        .fails(2, "a saved loss is no win");

    let missed = with_ruled_tables(&["enumerate", "english", "KvK", "--draw-rules", "wcdf"]).fails(1, "KvK.wcdf.dtc");
    assert_eq!(missed.stdout, "");
    let folder = copy_of_ruled_tables();
    let path = folder.path().join("russian/KvK.russian-code.dtc");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[20] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let tables = folder.path().to_str().unwrap();
    let broken = dambase(&["enumerate", "russian", "KvK", "--draw-rules", "russian-code", "--tables", tables]);
    assert_eq!(broken.fails(3, "KvK.russian-code.dtc").stdout, "");
}
