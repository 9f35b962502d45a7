//! Commands that need no tables, and what holds for all.

use crate::support::{dambase, number, text};

#[test]
fn games_are_listed_with_their_codes() {
    let listed = dambase(&["games", "--json"]).ok();
    assert!(listed.stdout.starts_with(
        "{\"id\":\"russian\",\"aliases\":[\"64Rc\"],\"board\":\"8x8\",\"pdn_game_type\":\"25,W,8,8,A0,0\",\
         \"tables\":\"russian\",\"title\":\"Russian draughts\"}\n"
    ));
    let games = listed.objects();
    let of = |id: &str| games.iter().find(|game| game["id"] == id).unwrap_or_else(|| panic!("no {id}"));
    for (id, alias, board) in [
        ("russian", "64Rc", "8x8"),
        ("flying", "64R", "8x8"),
        ("russian-giveaway", "64P", "8x8"),
        ("brazilian", "64B", "8x8"),
        ("international", "100", "10x10"),
        ("international-giveaway", "100P", "10x10"),
        ("canadian", "144", "12x12"),
        ("english", "64C", "8x8"),
        ("italian", "64I", "8x8"),
        ("spancireti", "80", "10x8"),
        ("stop-after", "64D", "8x8"),
        ("artamonov", "64A", "8x8"),
    ] {
        let game = of(id);
        assert!(game["aliases"].as_array().unwrap().contains(&alias.into()), "{game}");
        assert_eq!(text(game, "board"), board);
        // The alias will do wherever the name does, and the name is what is printed.
        let perft = dambase(&["perft", alias, "1", "--json"]).ok();
        assert_eq!(text(&perft.objects()[0], "game"), id);
    }
    // Chess has no code in the founding texts.
    assert_eq!(text(of("chess"), "board"), "8x8");
    assert_eq!(games.len(), 13);
    assert_eq!(text(of("flying"), "tables"), "russian");
    assert!(of("stop-after")["pdn_game_type"].is_null());
    let people = dambase(&["games"]).ok().stdout;
    assert_eq!(people.lines().count(), 14);
    assert!(people.contains("64Rc"));
}

#[test]
fn perft_prints_each_depth() {
    // rhalbersma/dctl, commit 21869018: the conventions part at depth 8.
    let distinct = [7, 49, 302, 1469, 7482, 37986, 190146, 929899];
    let by_route = [7, 49, 302, 1469, 7482, 37986, 190146, 929905];
    for (extra, expected) in [(&[][..], distinct), (&["--by-route"], by_route)] {
        let ran = dambase(&[&["perft", "russian", "8", "--json"], extra].concat()).ok();
        let expected: String = (1..)
            .zip(expected)
            .map(|(depth, nodes)| format!("{{\"game\":\"russian\",\"depth\":{depth},\"nodes\":{nodes}}}\n"))
            .collect();
        assert_eq!(ran.stdout, expected);
    }
    let people = dambase(&["perft", "64Rc", "7"]).ok().stdout;
    assert_eq!(people.lines().count(), 7);
    assert!(people.contains("190,146"), "{people}");
}

#[test]
fn perft_begins_where_it_is_told() {
    let ran = dambase(&["perft", "english", "2", "--fen", "W:WK1:B28", "--json"]).ok();
    assert_eq!(ran.objects().iter().map(|line| number(line, "nodes")).collect::<Vec<_>>(), [2, 2]);
    dambase(&["perft", "english", "2", "--fen", "W:WK33:B28"]).fails(2, "33");
    for depth in ["0", "65", "-1", "x", "99999999999999999999"] {
        dambase(&["perft", "english", depth]).fails(2, "");
    }
}

#[test]
fn numbers_of_plies_and_moves_go_on() {
    let after = |game: &str, fen: &str, mv: &str| {
        let moves = dambase(&["moves", game, fen, "--json"]).ok().objects();
        let found = moves.iter().find(|line| text(line, "move") == mv).unwrap_or_else(|| panic!("{mv} of {moves:?}"));
        text(found, "fen").to_owned()
    };
    assert!(after("russian", "W:WKa1,c3:BKh8:H4:F9", "c3-b4").ends_with(":H0:F9"));
    assert_eq!(after("russian", "B:WKa1:BKh2:H4:F9", "h2-g1"), "W:WKa1:BKg1:H5:F10");
    // Black begins, so White's move makes the number.
    assert_eq!(after("english", "W:WK1:BK28:H4:F9", "1-6"), "B:WK6:BK28:H5:F10");
    assert_eq!(after("english", "W:WK1:BK28", "1-6"), "B:WK6:BK28");
    assert_eq!(after("chess", "8/8/4k3/8/8/2K1P3/8/8 b - - 7 40", "Kd5"), "8/8/8/3k4/8/2K1P3/8/8 w - - 8 41");
    assert_eq!(after("chess", "8/8/4k3/8/8/2K1P3/8/8 w - - 7 40", "e4"), "8/8/4k3/8/4P3/2K5/8/8 b - - 0 40");
    let artamonov = dambase(&["moves", "artamonov", "W:Kd4,h8:T12,10:H3", "--json"]).ok().objects();
    // A king takes the other: the only moves.
    assert!(!artamonov.is_empty() && artamonov.iter().all(|line| text(line, "fen").ends_with(":T13,10:H0")));
    let artamonov = dambase(&["moves", "artamonov", "W:Md4,h2:T12,10:H3", "--json"]).ok().objects();
    assert!(!artamonov.is_empty() && artamonov.iter().all(|line| text(line, "fen").ends_with(":T12,10:H4")));
}

#[test]
fn moves_are_in_the_notation_of_the_game() {
    let ran = dambase(&["moves", "english", "W:WK1:B28", "--json"]).ok();
    assert_eq!(ran.stdout, "{\"move\":\"1-5\",\"fen\":\"B:WK5:B28\"}\n{\"move\":\"1-6\",\"fen\":\"B:WK6:B28\"}\n");
    let capture = dambase(&["moves", "64Rc", "W:Wc3:Bd4,d6"]).ok().stdout;
    assert!(capture.contains("c3:"), "{capture}");
    // Numbers are read where letters are written.
    assert_eq!(dambase(&["moves", "russian", "W:W22:B18,10"]).ok().stdout, capture);
}

#[test]
fn a_game_that_is_over_has_no_moves() {
    for (game, winner) in [("russian", "black wins"), ("russian-giveaway", "white wins")] {
        let fen = "W:Wa1:Bb2,c3";
        assert_eq!(dambase(&["moves", game, fen, "--json"]).ok().stdout, "");
        let people = dambase(&["moves", game, fen]).ok().stdout;
        assert!(people.contains(winner), "{people}");
    }
}

#[test]
fn wrong_input_is_status_2_and_names_what_is_wrong() {
    for (args, says) in [
        (&["moves", "64Z", "W:Wa1:Bb2"][..], "64Z"),
        (&["moves", "russian", "W:Wa9:Bb2"], "a9"),
        (&["moves", "russian", "W:Wa1:Ba1"], "a1"),
        (&["moves", "russian", "W:Wa8:Bb2"], "a8"),
        (&["moves", "russian", ""], "empty"),
        (&["moves", "russian"], "FEN"),
        (&["moves"], "GAME"),
        (&["nonsense"], "nonsense"),
        (&["games", "--nonsense"], "--nonsense"),
        (&["generate", "russian"], "--pieces"),
        (&["generate", "russian", "--pieces", "2", "--material", "KvK"], "--material"),
        (&["generate", "russian", "--pieces", "2", "--metric", "dtx"], "dtx"),
        (&["generate", "russian", "--pieces", "2", "--memory", "4GB"], "4GB"),
        (&["generate", "russian", "--pieces", "2", "--memory", "4"], "KiB, MiB or GiB"),
        (&["generate", "russian", "--pieces", "2", "--memory", "2 GiB"], "without a space"),
        (&["generate", "russian", "--material", "KKv"], "KKv"),
        (&["verify", "russian", "--sample", "0"], "0"),
        (&["enumerate", "russian", "KvK", "--dtw", "longest"], "longest"),
        (&["enumerate", "russian", "KvK", "--wdl", "draw", "--dtw", "3"], "draw"),
        (&["enumerate", "russian", "KvK", "--seed", "1", "--limit", "99999999999"], "at most"),
    ] {
        let ran = dambase(args).fails(2, says);
        assert_eq!(ran.stdout, "", "{args:?}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    assert!(dambase(&["--version"]).ok().stdout.starts_with("dambase "));
    assert!(dambase(&["--help"]).ok().stdout.contains("Exit status"));
    for command in [
        "games",
        "perft",
        "moves",
        "rules",
        "adjudicate",
        "plan",
        "generate",
        "probe",
        "line",
        "enumerate",
        "stats",
        "board",
        "report",
        "verify",
        "info",
        "completions",
    ] {
        assert!(dambase(&[command, "--help"]).ok().stdout.contains("Usage: dambase"), "{command}");
    }
    assert!(dambase(&["generate", "--help"]).ok().stdout.contains("Ctrl-C"));
    assert!(dambase(&["completions", "bash"]).ok().stdout.contains("enumerate"));
}

#[test]
fn one_slice_is_no_slices() {
    let folder = tempfile::tempdir().unwrap();
    let generate = ["generate", "russian", "--material", "KvK", "--tables", folder.path().to_str().unwrap()];
    for says in ["1 slice made, 0 stood already", "0 slices made, 1 stood already"] {
        let ran = dambase(&generate).fails(0, says);
        assert!(!ran.stderr.contains("1 slices"), "{}", ran.stderr);
    }
}
