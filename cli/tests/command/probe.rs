//! `dambase probe`.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::support::{command, dambase, dambase_with_input, number, tables, text, with_tables};

fn probe_input(args: &[&str], input: &[u8]) -> crate::support::Ran {
    dambase_with_input(&[&["probe"], args, &["--tables", tables()]].concat(), input)
}

#[test]
fn positions_on_the_command_line_are_answered_in_their_order() {
    let ran = with_tables(&["probe", "russian", "W:WKa1:BKh8", "B:WKa1:B", "W:WKb8:BKd8", "--json"]).ok();
    assert_eq!(
        ran.stdout,
        "{\"fen\":\"W:WKa1:BKh8\",\"wdl\":\"loss\",\"dtw\":2}\n\
         {\"fen\":\"B:WKa1:B\",\"wdl\":\"loss\",\"dtw\":0}\n\
         {\"fen\":\"W:WKb8:BKd8\",\"wdl\":\"draw\",\"dtw\":null}\n"
    );
    let people = with_tables(&["probe", "russian", "W:WKa1:BKh8"]).ok().stdout;
    assert_eq!(people, "loss in 2    W:WKa1:BKh8\n");
}

#[test]
fn every_line_of_the_input_has_a_line_of_the_output() {
    let input = b"W:WKa1:BKh8\r\n\n W : WKa1 : BKh8 \nnonsense\nW:W\xff:BKh8\nW:WKa1,Kc1,Ke1:BKh8\nW:W29-29:BK4";
    let ran = probe_input(&["russian", "--json"], input).fails(1, "");
    let answers = ran.objects();
    let fens: Vec<_> = answers.iter().map(|answer| text(answer, "fen")).collect();
    let expected =
        ["W:WKa1:BKh8", "", " W : WKa1 : BKh8 ", "nonsense", "W:W\u{fffd}:BKh8", "W:WKa1,Kc1,Ke1:BKh8", "W:W29-29:BK4"];
    assert_eq!(fens, expected);
    for (at, answer) in answers.iter().enumerate() {
        let answered = [0, 2, 6].contains(&at);
        assert_eq!(answer.get("wdl").is_some(), answered, "{answer}");
        assert_eq!(answer.get("error").is_some(), !answered, "{answer}");
    }
    assert!(text(&answers[5], "error").contains("KKKvK"));
    assert_eq!(probe_input(&["russian", "--json"], b"").ok().stdout, "");
    let people = probe_input(&["russian"], b"nonsense\nW:WKa1:BKh8\n").fails(1, "").stdout;
    assert_eq!(people.lines().count(), 2);
}

#[test]
fn a_line_without_end_is_an_error_and_nothing_more() {
    let mut input = vec![b'W'; 3 << 20];
    input.extend(b"\nW:WKa1:BKh8\n");
    let answers = probe_input(&["russian", "--json"], &input).fails(1, "").objects();
    assert_eq!(answers.len(), 2);
    assert!(text(&answers[0], "error").contains("longer than"));
    assert_eq!(text(&answers[1], "wdl"), "loss");
}

#[test]
fn whoever_asks_line_by_line_is_answered_line_by_line() {
    let mut child = command(&["probe", "russian", "--json", "--tables", tables()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for fen in ["W:WKa1:BKh8", "B:WKa1:BKh8", "W:WKa1:BKh6"] {
        writeln!(stdin, "{fen}").unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert!(answer.contains(fen), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_best_move_is_worth_what_the_position_is() {
    let fens = with_tables(&["enumerate", "russian", "KMvM", "--seed", "3", "--limit", "60", "--json"]).ok().objects();
    let input: String = fens.iter().map(|line| format!("{}\n", text(line, "fen"))).collect();
    let answers = probe_input(&["russian", "--moves", "--json"], input.as_bytes()).ok().objects();
    assert_eq!(answers.len(), 60);
    let key = |answer: &serde_json::Value| {
        let plies = answer["dtw"].as_i64();
        match text(answer, "wdl") {
            "win" => -1000 + plies.unwrap(),
            "draw" => 0,
            _ => 1000 - plies.unwrap(),
        }
    };
    for (answer, listed) in answers.iter().zip(&fens) {
        assert_eq!((&answer["wdl"], &answer["dtw"]), (&listed["wdl"], &listed["dtw"]));
        let fen = text(answer, "fen");
        let moves = answer["moves"].as_array().unwrap();
        let legal = dambase(&["moves", "russian", fen, "--json"]).ok().objects();
        assert_eq!(moves.len(), legal.len(), "{fen}");
        for mv in moves {
            assert!(legal.iter().any(|legal| legal["move"] == mv["move"]), "{fen} {mv}");
        }
        assert!(moves.is_sorted_by_key(key), "{answer}");
        if let Some(best) = moves.first() {
            assert_eq!(key(best), key(answer), "{answer}");
        }
    }
}

#[test]
fn moves_come_last_and_in_order() {
    let ran = with_tables(&["probe", "russian", "W:Wg7:BKa1", "--moves", "--json"]).ok();
    assert_eq!(
        ran.stdout,
        "{\"fen\":\"W:Wg7:BKa1\",\"wdl\":\"win\",\"dtw\":3,\"moves\":[{\"move\":\"g7-h8\",\"wdl\":\"win\",\"dtw\":3},\
         {\"move\":\"g7-f8\",\"wdl\":\"draw\",\"dtw\":null}]}\n"
    );
    let over = with_tables(&["probe", "russian", "W:Wa1:Bb2,c3", "--moves", "--json"]).ok();
    assert_eq!(over.stdout, "{\"fen\":\"W:Wa1:Bb2,c3\",\"wdl\":\"loss\",\"dtw\":0,\"moves\":[]}\n");
}

#[test]
fn without_depths_wins_are_known_all_the_same() {
    let losses = with_tables(&["enumerate", "english", "MvK", "--wdl", "loss", "--json"]).ok().objects();
    let input: String = losses.iter().map(|line| format!("{}\n", text(line, "fen"))).collect();
    let answers = probe_input(&["english", "--moves", "--json"], input.as_bytes()).ok().objects();
    assert_eq!(answers.len(), losses.len());
    for answer in &answers {
        assert_eq!(text(answer, "wdl"), "loss");
        assert!(answer["moves"].as_array().unwrap().iter().all(|mv| mv["wdl"] == "loss"), "{answer}");
    }
    // Where captures end the game the moves alone tell the depth; elsewhere nothing does.
    assert!(answers.iter().any(|answer| answer["dtw"].is_null()));
}

#[test]
fn a_game_is_probed_by_the_tables_it_shares() {
    let ran = with_tables(&["probe", "64R", "W:WKa1:BKh8", "--json"]).ok();
    assert_eq!(number(&ran.objects()[0], "dtw"), 2);
}

#[test]
fn several_folders_complete_each_other() {
    let empty = tempfile::tempdir().unwrap();
    let empty = empty.path().to_str().unwrap();
    let fen = "W:WKa1:BKh8";
    let ran = dambase(&["probe", "russian", fen, "--json", "--tables", empty, "--tables", tables()]).ok();
    assert_eq!(number(&ran.objects()[0], "dtw"), 2);
    let ran = dambase(&["probe", "russian", fen, "--json", "--tables", empty]).fails(1, "");
    assert!(text(&ran.objects()[0], "error").contains("KvK"));
}
