//! `dambase hub` and `dambase uci`: a session each of the real command.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use crate::support::{command, dambase, number, ruled_tables, tables, text, with_ruled_tables, with_tables};

/// A command that is spoken with.
struct Talk {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Talk {
    fn begin(args: &[&str]) -> Self {
        let mut child = command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the command starts");
        let input = child.stdin.take().expect("standard input is a pipe");
        let output = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
        let (said, lines) = mpsc::channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| said.send(line)));
        Talk { child, input, lines }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the command listens");
    }

    /// Sends a line and gives the answers up to the one that begins so.
    #[track_caller]
    fn ask(&mut self, line: &str, start: &str) -> Vec<String> {
        self.send(line);
        let mut lines = Vec::new();
        while lines.last().is_none_or(|last: &String| !last.starts_with(start)) {
            lines.push(self.lines.recv_timeout(Duration::from_secs(60)).expect("an answer in time"));
        }
        lines
    }

    /// Asks it to end, and it does.
    fn quit(mut self) {
        self.send("quit");
        assert_eq!(self.child.wait().expect("the command ends").code(), Some(0));
    }
}

/// The letters of a Russian position in FEN.
fn letters(fen: &str) -> String {
    let mut letters = vec!['e'; 33];
    let mut parts = fen.split(':');
    letters[0] = parts.next().and_then(|side| side.chars().next()).expect("a side");
    for army in parts {
        let (colour, pieces) = army.split_at(1);
        for piece in pieces.split(',').filter(|piece| !piece.is_empty()) {
            let king = piece.starts_with('K');
            let square = piece.trim_start_matches('K').as_bytes();
            let (file, rank) = (usize::from(square[0] - b'a'), usize::from(square[1] - b'1'));
            let letter = if colour == "W" { 'w' } else { 'b' };
            letters[1 + (7 - rank) * 4 + file / 2] = if king { letter.to_ascii_uppercase() } else { letter };
        }
    }
    letters.into_iter().collect()
}

/// The text of a move in numbers.
fn in_numbers(mv: &str) -> String {
    let squares: Vec<_> = mv
        .split(['-', ':'])
        .map(|square| {
            let square = square.as_bytes();
            (7 - usize::from(square[1] - b'1')) * 4 + usize::from(square[0] - b'a') / 2 + 1
        })
        .collect();
    format!("{}-{}", squares[0], squares[1])
}

#[test]
fn hub_converts_a_win_in_the_plies_of_the_table() {
    let mut hub = Talk::begin(&["hub", "--variant", "russian", "--tables", tables(), "--draw-rules", "none"]);
    assert!(hub.ask("hub", "wait").iter().any(|line| line.contains("value=russian type=enum")));
    assert_eq!(hub.ask("init", "ready"), ["ready"]);
    let longest =
        with_tables(&["enumerate", "russian", "KvMM", "--dtw", "max", "--limit", "1", "--json"]).ok().objects();
    let (fen, depth) = (text(&longest[0], "fen"), number(&longest[0], "dtw"));
    let mut moves: Vec<String> = Vec::new();
    hub.send("level move-time=0.2");
    for ply in 0..depth {
        hub.send(&format!("pos pos={} moves=\"{}\"", letters(fen), moves.join(" ")));
        let answers = hub.ask("go think", "done");
        let left = depth - ply;
        let score = if ply % 2 == 0 { 100.0 - left as f64 / 100.0 } else { left as f64 / 100.0 - 100.0 };
        assert!(answers[0].contains(&format!(" score={score:.2} ")), "{answers:?}");
        let done = answers.last().expect("an answer");
        moves.push(done.split([' ', '=']).nth(2).expect("a move").to_owned());
    }
    hub.send(&format!("pos pos={} moves=\"{}\"", letters(fen), moves.join(" ")));
    assert!(hub.ask("go think", "error")[0].contains("over"));
    hub.quit();
}

/// A move by depth alone would spoil the win.
#[test]
fn hub_keeps_wins_that_draw_rules_would_spoil() {
    let rules = ["--draw-rules", "russian-code"];
    let candidates = with_ruled_tables(
        &[
            &["enumerate", "russian", "KMvK", "--verdict", "win", "--dtw", "max", "--limit", "200", "--json"][..],
            &rules,
        ]
        .concat(),
    )
    .ok()
    .objects();
    let mut hub = Talk::begin(&[&["hub", "--variant", "russian", "--tables", ruled_tables()][..], &rules].concat());
    let mut tried = 0;
    for candidate in &candidates {
        let fen = text(candidate, "fen");
        let ranked =
            with_ruled_tables(&[&["probe", "russian", fen, "--moves", "--json"][..], &rules].concat()).ok().objects();
        let all = ranked[0]["moves"].as_array().expect("moves");
        let winning: Vec<_> = all.iter().filter(|mv| text(mv, "verdict") == "win").map(|mv| text(mv, "move")).collect();
        hub.send(&format!("pos pos={}", letters(fen)));
        let answers = hub.ask("go think", "done");
        let done = answers.last().expect("an answer").split([' ', '=']).nth(2).expect("a move");
        let played = done.replacen('x', "-", 1).split('x').next().expect("two squares").to_owned();
        assert!(winning.iter().any(|mv| in_numbers(mv) == played), "{fen}: {done} is none of {winning:?}");
        tried += 1;
        if tried == 20 {
            break;
        }
    }
    assert!(tried > 0);
    hub.quit();
}

#[test]
fn uci_mates() {
    let mut uci = Talk::begin(&["uci"]);
    assert!(uci.ask("uci", "uciok").iter().any(|line| line.starts_with("option name TablesPath")));
    uci.ask("isready", "readyok");
    uci.send("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    let answers = uci.ask("go movetime 2000", "bestmove");
    assert!(answers.iter().any(|line| line.contains("score mate 1 ")), "{answers:?}");
    uci.send("go infinite");
    uci.ask("stop", "bestmove");
    uci.quit();
}

#[test]
fn what_cannot_be_played_is_refused_at_the_door() {
    dambase(&["hub", "--variant", "chess"]).fails(2, "dambase uci");
    dambase(&["hub", "--variant", "halma"]).fails(2, "halma");
    dambase(&["hub", "--draw-rules", "nonsense"]).fails(2, "nonsense");
    dambase(&["uci", "--tables", "/nowhere/at/all"]).fails(3, "/nowhere/at/all");
    // Nobody speaks: it ends, and well.
    dambase(&["hub"]).ok();
    dambase(&["uci"]).ok();
}
