//! `dambase rules`.

use crate::support::{dambase, text};

#[test]
fn the_fields_are_those_of_the_contract() {
    let ran = dambase(&["rules", "international", "--draw-rules", "fmjd", "--json"]).ok();
    let first = ran.stdout.lines().next().unwrap();
    assert_eq!(
        first,
        "{\"set\":\"fmjd\",\"default\":true,\"article\":\"6.1\",\"condition\":\"the same position occurs for the third time with the \
         same side to move\",\"limit_plies\":null,\"counts\":null,\"resets\":\"a capture or the move of a man makes the earlier \
         positions unreachable\",\"effect\":\"draw\",\"automatic\":true,\"source\":\"FMJD-A1 6.1\",\"clock\":null,\"occurrences\":3}"
    );
    let limits: Vec<_> = ran.objects().iter().map(|line| line["limit_plies"].as_u64()).collect();
    assert_eq!(limits, [None, Some(32), Some(10), Some(50)]);
}

#[test]
fn every_game_has_sets_the_default_first() {
    for game in dambase(&["games", "--json"]).ok().objects() {
        let game = text(&game, "id");
        let articles = dambase(&["rules", game, "--json"]).ok().objects();
        assert!(articles.first().is_some_and(|article| article["default"] == true), "{game}");
        assert!(articles.is_sorted_by_key(|article| article["default"] == false), "{game}");
        for article in &articles {
            assert!(["draw", "award"].contains(&text(article, "effect")), "{article}");
            let clocked = article["counts"].is_string();
            assert_eq!(article["limit_plies"].is_u64(), clocked, "{article}");
            assert_eq!(article["clock"].is_string(), clocked, "{article}");
        }
        let people = dambase(&["rules", game]).ok().stdout;
        assert!(people.contains("(default)") && people.contains(text(&articles[0], "condition")), "{people}");
    }
}

#[test]
fn a_set_is_chosen_by_its_name() {
    let ran = dambase(&["rules", "64B", "--draw-rules", "fmjd64", "--json"]).ok().objects();
    assert!(ran.iter().all(|article| article["set"] == "fmjd64" && article["default"] == false));
    let road = ran.iter().find(|article| article["clock"] == "main-road").unwrap();
    assert_eq!((text(road, "counts"), road["limit_plies"].as_u64()), ("strong-moves", Some(5)));
    let english = dambase(&["rules", "english", "--json"]).ok().objects();
    assert!(english.iter().all(|article| article["automatic"] == false));
    let mark = dambase(&["rules", "80", "--draw-rules", "mark", "--json"]).ok().objects();
    assert_eq!(text(&mark[0], "effect"), "award");
    assert_eq!(dambase(&["rules", "russian", "--draw-rules", "none", "--json"]).ok().stdout, "");
    assert!(dambase(&["rules", "russian", "--draw-rules", "none"]).ok().stdout.contains("no draw rules"));
    dambase(&["rules", "russian", "--draw-rules", "fmjd"]).fails(2, "russian-code, lidraughts, adjudicated, and none");
    dambase(&["rules", "64Z"]).fails(2, "64Z");
}
