//! Sessions of UCI.

use std::time::{Duration, Instant};

use dambase_player::uci::{UciOptions, run};
use dambase_rules::chess::Chess;
use dambase_rules::draw::Clocks;
use dambase_rules::{Game, Outcome};
use proptest::prelude::*;

use crate::support::{Session, golden, options};

fn session() -> Session {
    let options = UciOptions {
        folders: vec![golden()],
        draw_rules: Chess::draw_rules().first(),
        cache_bytes: 1 << 20,
        access: dambase_prober::Access::default(),
        player: options(),
    };
    Session::begin(move |input, mut output| run(&options, input, &mut output))
}

#[test]
fn the_protocol_is_gone_through() {
    let uci = session();
    uci.send("uci");
    let lines = uci.until("uciok");
    assert!(lines[0].starts_with("id name Dambase") && lines[1].starts_with("id author"), "{lines:?}");
    for option in [
        "Hash type spin",
        "Clear Hash type button",
        "TablesPath type string",
        "DrawRules type combo",
        "Ponder type check",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option}");
    }
    uci.send("setoption name Hash value 2");
    assert_eq!(uci.ask("isready", ""), "readyok");
    uci.send("ucinewgame");
    uci.send("position startpos moves e2e4 e7e5 g1f3");
    uci.send("go depth 3");
    let lines = uci.until("bestmove");
    for line in &lines[..lines.len() - 1] {
        for field in
            ["info depth ", " seldepth ", " score cp ", " nodes ", " nps ", " time ", " hashfull ", " tbhits ", " pv "]
        {
            assert!(line.contains(field), "{line}");
        }
    }
    assert!(lines.last().unwrap().contains(" ponder "));
    // Mate in two moves; castling; promotion.
    uci.send("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    uci.send("go mate 2");
    let lines = uci.until("bestmove");
    assert!(lines[lines.len() - 2].contains(" score mate 2 "), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove a1a6"));
    // There is none in one move, and the search says so by ending.
    uci.send("go mate 1");
    assert!(uci.until("bestmove").pop().unwrap().starts_with("bestmove "));
    uci.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1");
    uci.send("go searchmoves e8c8 depth 2");
    assert!(uci.until("bestmove").pop().unwrap().starts_with("bestmove e8c8"));
    uci.send("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1");
    assert!(uci.ask("go movetime 100", "bestmove").starts_with("bestmove a7a8q"));
    assert!(uci.close().is_empty());
}

#[test]
fn rook_and_king_mate_in_the_moves_of_the_table() {
    let uci = session();
    let mut game = Game::<Chess>::from_fen(None, "8/8/8/3k4/8/8/8/KR6 w - - 0 1").unwrap();
    let mut moves = String::new();
    let mut last: Option<i32> = None;
    while game.status().end().is_none() {
        uci.send(&format!("position fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1 moves{moves}"));
        uci.send("go wtime 1000 btime 1000");
        let lines = uci.until("bestmove");
        let mate: i32 = lines[0].split_once("score mate ").unwrap().1.split(' ').next().unwrap().parse().unwrap();
        // White's count falls with every move; Black's is one less than White's, and negative.
        if let Some(last) = last {
            assert_eq!(mate, if last > 0 { 1 - last } else { -last }, "{lines:?}");
        }
        last = Some(mate);
        let mv = lines.last().unwrap().split(' ').nth(1).unwrap().to_owned();
        let legal = {
            let mut legal = Vec::new();
            <Chess as dambase_rules::GameRules>::legal_moves(game.position(), &mut legal);
            legal
        };
        let name = |square: u8| dambase_rules::chess::square_name(square);
        let found = legal.iter().find(|one| format!("{}{}", name(one.from), name(one.to)) == mv).expect("a legal move");
        game.push(found);
        moves += &format!(" {mv}");
    }
    assert!(matches!(game.status().end().unwrap().outcome, Outcome::Win(_)));
    uci.close();
}

#[test]
fn endless_searches_end_when_they_are_told_to() {
    let uci = session();
    uci.send("position startpos");
    uci.send("go infinite");
    uci.until("info");
    assert_eq!(uci.ask("isready", "readyok"), "readyok");
    let began = Instant::now();
    uci.ask("stop", "bestmove");
    assert!(began.elapsed() < Duration::from_secs(1));
    // A table knows at once, and the answer waits all the same.
    uci.send("position fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    uci.send("go infinite");
    uci.is_silent(150);
    uci.ask("stop", "bestmove");
    uci.send("go ponder wtime 1000 btime 1000");
    uci.is_silent(150);
    uci.ask("ponderhit", "bestmove");
    uci.send("go infinite");
    uci.send("quit");
    uci.close();
}

#[test]
fn what_is_wrong_is_told_or_passed_over() {
    let uci = session();
    for line in ["position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position startpos moves e2e5", "position fen", "position"] {
        assert!(uci.ask(line, "").starts_with("info string "), "{line}");
        uci.send("go depth 1");
        assert!(uci.next().starts_with("info string "));
        assert_eq!(uci.next(), "bestmove (none)");
    }
    // Mated, stalemated.
    for fen in ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"] {
        uci.send(&format!("position fen {fen}"));
        assert_eq!(uci.ask("go depth 3", "bestmove"), "bestmove (none)");
    }
    // A clock beyond its limit: a move is found all the same.
    uci.send("position fen 8/8/8/3k4/8/8/8/KR5R w - - 150 120");
    assert!(uci.ask("go depth 2", "bestmove").starts_with("bestmove "));
    assert!(uci.ask("setoption name Hash value x", "info string").contains("hash"));
    assert!(uci.ask("setoption name DrawRules value x", "info string").contains("fide2014"));
    uci.send("setoption name UCI_Chess960 value true");
    uci.send("register later");
    uci.send("stop");
    uci.send("ponderhit");
    uci.send("go nodes 50 nonsense");
    uci.until("bestmove");
    assert!(uci.close().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_line_is_too_strange(lines in proptest::collection::vec(strange_line(), 0..12)) {
        let uci = session();
        for line in &lines {
            uci.send(line);
        }
        uci.close();
    }
}

fn strange_line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "(uci|isready|ucinewgame|position|go|stop|ponderhit|setoption|debug|quit)",
        "(startpos|fen|moves|name|value|depth|movetime|wtime|infinite|mate|searchmoves|Hash|TablesPath|DrawRules)",
        "[a-h][1-8][a-h][1-8][qrbn]?",
        "-?[0-9]{1,20}",
        "[KQRBNPkqrbnp1-8/]{0,40}",
        "[^\n]{0,6}",
    ];
    proptest::collection::vec(word, 0..8).prop_map(|words| words.join(" "))
}
