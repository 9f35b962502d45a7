//! `dambase line`.

use crate::support::{dambase, number, tables, text, with_tables};

#[test]
fn the_line_counts_down_to_the_end_of_the_game() {
    for (game, material) in [("russian", "KvMM"), ("russian-giveaway", "KvM"), ("russian-giveaway", "KvK")] {
        let longest =
            with_tables(&["enumerate", game, material, "--dtw", "max", "--limit", "1", "--json"]).ok().objects();
        let (mut fen, depth) = (text(&longest[0], "fen").to_owned(), number(&longest[0], "dtw"));
        let line = with_tables(&["line", game, &fen, "--json"]).ok().objects();
        assert_eq!(line.len() as u64, depth);
        for (i, step) in line.iter().enumerate() {
            assert_eq!(number(step, "ply"), i as u64 + 1);
            assert_eq!(number(step, "dtw"), depth - i as u64);
            assert_eq!(text(step, "wdl"), if i % 2 == 0 { "win" } else { "loss" });
            let moves = dambase(&["moves", game, &fen, "--json"]).ok().objects();
            let played = moves.iter().find(|mv| mv["move"] == step["move"]).expect("the move is legal");
            assert_eq!(played["fen"], step["fen"]);
            fen = text(step, "fen").to_owned();
        }
        assert_eq!(dambase(&["moves", game, &fen, "--json"]).ok().stdout, "", "the game is over");
    }
}

#[test]
fn the_fields_are_those_of_the_contract() {
    let ran = with_tables(&["line", "russian", "W:WKa1:BKg7", "--json"]).ok();
    assert_eq!(ran.stdout, "{\"ply\":1,\"move\":\"a1:h8\",\"fen\":\"B:WKh8:B\",\"wdl\":\"win\",\"dtw\":1}\n");
    let people = with_tables(&["line", "russian", "W:WKa1:BKg7"]).ok().stdout;
    assert!(people.ends_with("The game is over: black has no move, white wins.\n"), "{people}");
}

#[test]
fn what_has_no_line_is_said_aside() {
    for (fen, says) in [("W:WKb8:BKd8", "draw"), ("W:Wa1:Bb2,c3", "over")] {
        let ran = with_tables(&["line", "russian", fen, "--json"]).fails(0, says);
        assert_eq!(ran.stdout, "");
    }
}

/// A draw takes no depths to be known; a win does.
#[test]
fn without_depths_a_draw_is_a_draw() {
    let draws = with_tables(&["enumerate", "english", "KvK", "--wdl", "draw", "--limit", "3", "--json"]).ok().objects();
    assert_eq!(draws.len(), 3);
    for draw in &draws {
        let ran = with_tables(&["line", "english", text(draw, "fen"), "--json"]).fails(0, "draw");
        assert_eq!(ran.stdout, "");
    }
    for wdl in ["win", "loss"] {
        let some =
            with_tables(&["enumerate", "english", "KvM", "--wdl", wdl, "--limit", "40", "--json"]).ok().objects();
        let told = |fen: &str| with_tables(&["line", "english", fen]);
        // Where captures end the game at once no table is needed; elsewhere the missing one is named.
        assert!(some.iter().any(|line| {
            let ran = told(text(line, "fen"));
            ran.status == 1 && ran.stderr.contains("no table K") && ran.stderr.contains(".dtw")
        }));
    }
}

#[test]
fn what_has_no_answer_is_status_1() {
    with_tables(&["line", "russian", "W:WKa1,Kc1,Ke1:BKh8"]).fails(1, "KKKvK");
    dambase(&["line", "russian", "W:WKa1,x:BKh8", "--tables", tables()]).fails(2, "column 8");
}
