//! Values under draw rules: `generate`, `stats`, `probe`, `verify` and `info` with `--draw-rules`.

use std::path::Path;

use crate::support::{copy_of_ruled_tables, dambase, number, ruled_tables, text, with_ruled_tables};

/// Two kings against one where kings stop behind what they take: a win in 13 plies, which takes more than five moves.
const SPOILED: &str = "W:WKd8,Kh8:BKg3";
/// King and man against king, a win in 9 plies: the winner's fifth move.
const FIVE_MOVES: &str = "--dtw=9";

#[test]
fn stats_count_what_the_rules_spoil_and_say_by_which_article() {
    let rows = with_ruled_tables(&["stats", "stop-after", "--draw-rules", "russian-code", "--json"]).ok().objects();
    let plain = with_ruled_tables(&["stats", "stop-after", "--json"]).ok().objects();
    assert_eq!(rows.len(), plain.len());
    let mut spoiled = 0;
    for (row, plain) in rows.iter().zip(&plain) {
        let sum = |fields: &[&str]| fields.iter().map(|field| number(row, field)).sum::<u64>();
        assert_eq!(sum(&["win", "spoiled_win"]), number(plain, "win"), "{row}");
        assert_eq!(sum(&["loss", "saved_loss"]), number(plain, "loss"), "{row}");
        assert_eq!(number(row, "draw"), number(plain, "draw"), "{row}");
        let by: u64 = row["spoiled_by"].as_array().unwrap().iter().map(|by| number(by, "positions")).sum();
        assert_eq!(by, number(row, "spoiled_win"), "{row}");
        spoiled += by;
    }
    assert!(spoiled > 0);
    let of = |material: &str| rows.iter().find(|row| row["material"] == material && row["side"] == "white").unwrap();
    // S002 64D against FMJD-64 7.2.8: five moves for two kings would spoil the game's own claim.
    let kings = of("KKvK");
    assert_eq!((number(kings, "spoiled_win"), number(kings, "max_dtc")), (1288, 9));
    assert_eq!(text(&kings["spoiled_by"][0], "article"), "7.2.8");
    let longest = &kings["longest_spoiled"];
    assert_eq!((text(longest, "fen"), number(longest, "dtw"), text(longest, "article")), (SPOILED, 13, "7.2.8"));
    // Ten plies: five moves by each.
    assert_eq!(longest["line"].as_array().unwrap().len(), 10);
}

#[test]
fn russian_to_three_pieces_is_never_spoiled() {
    let rows = with_ruled_tables(&["stats", "russian", "--draw-rules", "russian-code", "--json"]).ok().objects();
    assert!(rows.iter().all(|row| number(row, "spoiled_win") == 0 && row["longest_spoiled"].is_null()));
    let text = with_ruled_tables(&["stats", "russian", "--draw-rules", "russian-code"]).ok().stdout;
    assert!(text.lines().next().unwrap().contains("spoiled win"), "{text}");
}

#[test]
fn the_last_allowed_move_wins_and_one_ply_later_it_is_a_draw() {
    let listed =
        with_ruled_tables(&["enumerate", "russian", "KMvK", FIVE_MOVES, "--side", "white", "--json"]).ok().objects();
    let probe = |fen: &str, counters: &str| {
        let args =
            ["probe", "russian", fen, "--draw-rules", "russian-code", "--counters", counters, "--json", "--moves"];
        with_ruled_tables(&args).ok().objects().remove(0)
    };
    let fen = listed
        .iter()
        .map(|line| text(line, "fen"))
        .find(|fen| number(&probe(fen, ""), "dtc") == 9)
        .expect("a win that takes all five moves inside the class");
    for (used, verdict) in [(0, "win"), (1, "win"), (2, "spoiled_win"), (9, "spoiled_win"), (10, "spoiled_win")] {
        let answer = probe(fen, &format!("two-pieces={used}"));
        assert_eq!((text(&answer, "verdict"), text(&answer, "wdl")), (verdict, "win"), "{used}: {answer}");
        let moves = answer["moves"].as_array().unwrap();
        if used == 10 {
            // Ten plies have been made: the game is over.
            assert_eq!((text(&answer, "article"), moves.len()), ("7.2.8", 0));
            continue;
        }
        assert_eq!(moves[0]["verdict"], verdict);
        if verdict == "win" {
            assert_eq!((&answer["article"], &moves[0]["dtc"]), (&serde_json::Value::Null, &answer["dtc"]));
        } else {
            assert_eq!(text(&answer, "article"), "7.2.8");
        }
    }
}

#[test]
fn counters_are_read_from_options_and_from_the_fen() {
    let probe =
        |fen: &str, counters: &str| with_ruled_tables(&["probe", "russian", fen, "--counters", counters, "--json"]);
    let probe_text =
        |fen: &str| with_ruled_tables(&["probe", "russian", fen, "--draw-rules", "russian-code"]).ok().stdout;
    let answer = probe("W:WKa1,c3:BKf8:H3:F9", "two-pieces=6").ok().objects().remove(0);
    assert_eq!((number(&answer["counters"], "kings"), number(&answer["counters"], "two-pieces")), (3, 6));
    assert_eq!(text(&answer, "draw_rules"), "russian-code");
    for (fen, counters, says) in [
        ("W:WKa1,c3:BKf8:H3", "kings=4", "the FEN says 3"),
        ("W:WKa1,c3:BKf8", "kings=4,two-pieces=3", "cannot be"),
        ("W:WKa1,c3:BKf8", "two-pieces=11", "beyond its limit of 10"),
        ("W:WKa1,c3:BKf8", "three-kings=1", "does not run"),
        ("W:Wc3:BKf8", "kings=2", "moved a man"),
    ] {
        let ran = probe(fen, counters);
        assert_eq!(ran.status, 1, "{fen} {counters}");
        let error = text(&ran.objects()[0], "error").to_owned();
        assert!(error.contains(says), "{error}");
    }
    // What is wrong whatever the position is wrong use.
    for (counters, says) in
        [("clock=1", "the clocks are"), ("two-pieces", "not CLOCK=COUNT"), ("kings=1,kings=1", "twice")]
    {
        probe("W:WKa1,c3:BKf8", counters).fails(2, says);
    }
    // At a limit the answer says what that means.
    let over = probe_text("W:WKa1,Kc1:BKb8:H10");
    assert!(over.contains("The game is over: drawn by article 7.2.8: "), "{over}");
    // The half-moves stand for the class, too: the FEN says that the game was drawn before.
    let ran = with_ruled_tables(&["probe", "russian", "W:WKa1,Kc1:BKb8:H12", "--draw-rules", "russian-code", "--json"]);
    assert!(text(&ran.objects()[0], "error").contains("two-pieces=12 is beyond its limit of 10"), "{}", ran.stdout);
    // What has to be claimed need not have been.
    let drawn = with_ruled_tables(&["enumerate", "english", "KvK", "--wdl", "draw", "--json"]).ok().objects().remove(0);
    with_ruled_tables(&["probe", "english", text(&drawn, "fen"), "--draw-rules", "wcdf", "--counters", "kings=81"])
        .ok();
    with_ruled_tables(&["probe", "russian", "W:WKa1:BKf8", "--draw-rules", "none", "--counters", "kings=1"])
        .fails(2, "none");
    with_ruled_tables(&["probe", "russian", "W:WKa1:BKf8", "--draw-rules", "fide"])
        .fails(2, "russian-code, lidraughts");
}

#[test]
fn tables_under_rules_are_verified_shown_and_missed_by_name() {
    let ran = with_ruled_tables(&["verify", "stop-after", "--draw-rules", "russian-code", "--json"]).ok();
    let ruled: Vec<_> = ran.objects().into_iter().filter(|line| line["draw_rules"] == "russian-code").collect();
    assert_eq!(ruled.len(), 9);
    assert!(ruled.iter().all(|line| line["status"] == "ok" && line["metrics"][0] == "dtc"), "{ruled:?}");

    let file = Path::new(ruled_tables()).join("russian/KMvK.russian-code.dtc");
    let info = dambase(&["info", file.to_str().unwrap(), "--json"]).ok().objects().remove(0);
    assert_eq!((text(&info, "metric"), text(&info, "draw_rules")), ("dtc", "russian-code"));
    assert_eq!((number(&info, "limit_plies"), number(&info, "planes"), number(&info, "positions")), (10, 1, 52080));
    assert_eq!(info["rules_match"], true);

    // English has no tables of its set here.
    let lost = with_ruled_tables(&["enumerate", "english", "KvK", "--wdl", "loss", "--json"]).ok().objects().remove(0);
    let ran = with_ruled_tables(&["probe", "english", text(&lost, "fen"), "--draw-rules", "wcdf", "--json"]);
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    assert!(text(&ran.objects()[0], "error").contains("KvK.wcdf.dtc"), "{}", ran.stdout);
    with_ruled_tables(&["stats", "english", "--draw-rules", "wcdf"]).fails(1, "KvK.wcdf.dtc");
    // Without a clock there is nothing to look up.
    let answer =
        with_ruled_tables(&["probe", "russian-giveaway", "W:WKa1:BKh8", "--draw-rules", "threefold", "--json"]);
    assert_eq!(answer.ok().objects()[0]["verdict"], "win");
}

#[test]
fn a_damaged_table_under_rules_is_named_and_never_believed() {
    let folder = copy_of_ruled_tables();
    let path = folder.path().join("russian/KMvK.russian-code.dtc");
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 0x55;
    std::fs::write(&path, &bytes).unwrap();
    let tables = folder.path().to_str().unwrap();
    let ran = dambase(&["verify", "russian", "--material", "KMvK", "--tables", tables]);
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("KMvK.russian-code.dtc"), "{}", ran.stdout);
    // A file under another set's name is refused.
    std::fs::rename(&path, folder.path().join("russian/KMvK.lidraughts.dtc")).unwrap();
    let won = with_ruled_tables(&["enumerate", "russian", "KMvK", FIVE_MOVES, "--json"]).ok().objects().remove(0);
    let ran = dambase(&["probe", "russian", text(&won, "fen"), "--draw-rules", "lidraughts", "--tables", tables]);
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    assert!(ran.stderr.contains("draw_rules"), "{}", ran.stderr);
}

#[test]
fn an_interrupted_run_under_rules_goes_on_with_what_is_missing() {
    let folder = copy_of_ruled_tables();
    let inner = folder.path().join("russian");
    let name = "KMvM.russian-code.dtc";
    let whole = std::fs::read(inner.join(name)).unwrap();
    std::fs::remove_file(inner.join(name)).unwrap();
    let tables = folder.path().to_str().unwrap();
    let args = ["generate", "russian", "--pieces", "3", "--draw-rules", "russian-code", "--tables", tables];
    let ran = dambase(&args);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("1 slice made, 8 stood already"), "{}", ran.stderr);
    // Dependencies were read back from their files: the same bytes.
    assert_eq!(std::fs::read(inner.join(name)).unwrap(), whole);
}

#[test]
fn a_line_under_rules_ends_with_the_game_or_with_the_article() {
    let line = |fen: &str, counters: &str| {
        let args = ["line", "stop-after", fen, "--draw-rules", "russian-code", "--counters", counters, "--json"];
        with_ruled_tables(&args).ok().objects()
    };
    let spoiled = line(SPOILED, "");
    assert_eq!(spoiled.len(), 10);
    assert!(spoiled.iter().step_by(2).all(|step| step["verdict"] == "spoiled_win"), "{spoiled:?}");
    assert!(spoiled.iter().skip(1).step_by(2).all(|step| step["verdict"] == "saved_loss"), "{spoiled:?}");
    assert_eq!(number(&spoiled[9]["counters"], "two-pieces"), 10);
    let text = with_ruled_tables(&["line", "stop-after", SPOILED, "--draw-rules", "russian-code"]).ok().stdout;
    assert!(text.trim_end().lines().last().unwrap().contains("7.2.8"), "{text}");
    // A win within the five moves is played out.
    let won = line("W:WKa1,Ka3:BKb2", "two-pieces=9");
    assert_eq!((won.len(), text_of(&won[0])), (1, "win"));
    let none = with_ruled_tables(&["line", "stop-after", "W:WKc1:BKf8", "--draw-rules", "russian-code"]);
    assert_eq!((none.status, none.stdout.as_str()), (0, ""));
    with_ruled_tables(&["line", "stop-after", "W:WKa1:BKh8", "--counters", "kings=1"]).fails(2, "--draw-rules");
}

fn text_of(step: &serde_json::Value) -> &str {
    text(step, "verdict")
}

#[test]
fn a_bound_on_memory_is_held_against_the_whole_run_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let run = |memory: &str| {
        let args = ["generate", "brazilian", "--material", "KvK", "--draw-rules", "founding", "--tables", tables];
        dambase(&[&args[..], &["--memory", memory]].concat())
    };
    let refused = run("1KiB").fails(2, "the bound is 1024 bytes");
    assert!(!folder.path().join("brazilian").exists(), "{}", refused.stderr);
    // The number it names is enough.
    let needed = refused.stderr.split_once('(').unwrap().1.split_once(" bytes").unwrap().0;
    assert_eq!(run(&format!("{}KiB", needed.parse::<u64>().unwrap().div_ceil(1024))).status, 0);
}

#[test]
fn what_was_not_decided_when_it_arose_is_left_open_by_adjudicate() {
    // Two kings against one, won in the moment it arises and thrown away by the first move.
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    dambase(&[
        "generate",
        "brazilian",
        "--material",
        "KKvK",
        "--draw-rules",
        "founding",
        "--tables",
        tables,
        "--quiet",
    ])
    .ok();
    let pdn = folder.path().join("game.pdn");
    std::fs::write(&pdn, "[FEN \"W:WKb8,Kd8:BKh2\"]\n[Result \"1-0\"]\n\n1. d8-h4 1-0\n").unwrap();
    let judge = |tables: &str| {
        let args =
            ["adjudicate", "brazilian", pdn.to_str().unwrap(), "--draw-rules", "adjudicated", "--tables", tables];
        dambase(&[&args[..], &["--json"]].concat()).objects().remove(0)
    };
    let decided = judge(tables);
    assert_eq!((text(&decided, "result"), number(&decided, "at_ply")), ("1-0", 0), "{decided}");
    std::fs::remove_file(folder.path().join("brazilian/KKvK.founding.dtc")).unwrap();
    let open = judge(tables);
    assert_eq!(text(&open, "result"), "*", "{open}");
    assert!(open["agrees"].is_null() && text(&open, "reason").contains("for tables to decide"), "{open}");
}
