//! C and C++ programs on the library: what they are told is what Rust is told, and nothing leaks.
#![cfg(unix)]

mod common;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use common::{Link, built, checked, compile, compile_c, golden, manifest, run};
use dambase_prober::any::{AnyGame, AnyMove, AnyRanked, AnyTablebase};
use dambase_prober::{Access, Evaluation, Metric, OpenOptions, RuledEvaluation, Verdict, Wdl};
use dambase_rules::draw::Past;
use dambase_rules::{GameId, Pieces, Side};

/// Games that have golden files, with a set of draw rules that has, too.
const GAMES: [(GameId, &str); 5] = [
    (GameId::English, "wcdf"),
    (GameId::Chess, "fide2014"),
    (GameId::Artamonov, "founding"),
    (GameId::Canadian, "fmjd"),
    (GameId::RussianGiveaway, "none"),
];

fn open(game: GameId) -> AnyTablebase {
    let options = OpenOptions { cache_bytes: 1 << 20, access: Access::Read };
    AnyTablebase::open(game, &[golden()], &options).unwrap()
}

/// Positions of two or three pieces that the tables answer, at random but always the same.
fn positions(tables: &AnyTablebase, count: usize) -> Vec<Pieces> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut found = Vec::new();
    while found.len() < count {
        let mut pieces = Pieces { side: if random(2) == 0 { Side::White } else { Side::Black }, ..Pieces::EMPTY };
        match tables.game() {
            GameId::Chess => {
                pieces.kings = [1 << random(64), 1 << random(64)];
                let side = random(2) as usize;
                match random(5) {
                    0 => pieces.men[side] = 1 << random(64),
                    1 => pieces.queens[side] = 1 << random(64),
                    2 => pieces.rooks[side] = 1 << random(64),
                    3 => pieces.bishops[side] = 1 << random(64),
                    _ => pieces.knights[side] = 1 << random(64),
                }
            }
            GameId::Artamonov => {
                let at = [random(32), random(32)];
                for square in at {
                    let sets = if random(2) == 0 { &mut pieces.men } else { &mut pieces.kings };
                    sets[0] |= 1 << square;
                }
                pieces.barred = (random(2) == 0).then_some(at[0] as u8);
            }
            game => {
                let squares = if game == GameId::Canadian { 72 } else { 32 };
                for side in 0..2 {
                    let sets = if random(2) == 0 { &mut pieces.men } else { &mut pieces.kings };
                    sets[side] = 1 << random(squares);
                }
            }
        }
        if tables.probe(&pieces).is_ok() {
            found.push(pieces);
        }
    }
    found
}

fn wdl(value: Wdl) -> i32 {
    match value {
        Wdl::Loss => -1,
        Wdl::Draw => 0,
        Wdl::Win => 1,
    }
}

fn plies(plies: Option<u16>) -> i32 {
    plies.map_or(-1, i32::from)
}

fn value(evaluation: Evaluation) -> (i32, i32) {
    (wdl(evaluation.wdl), plies(evaluation.dtw))
}

fn verdict(ruled: &RuledEvaluation) -> (i32, i32, &'static str) {
    let verdict = match ruled.verdict {
        Verdict::Loss => -2,
        Verdict::LossSaved => -1,
        Verdict::Draw => 0,
        Verdict::WinSpoiled => 1,
        Verdict::Win => 2,
    };
    (verdict, plies(ruled.dtc), ruled.article.map_or("", |article| article.id))
}

fn write_moves<'a>(text: &mut String, name: &str, moves: impl IntoIterator<Item = (&'a AnyMove, String)>) {
    write!(text, "{name}").unwrap();
    for (mv, rest) in moves {
        write!(text, " {}:{rest}", mv.text).unwrap();
    }
    writeln!(text).unwrap();
}

fn ranked(ranked: &AnyRanked<Evaluation>) -> (&AnyMove, String) {
    let (wdl, dtw) = value(ranked.evaluation);
    (&ranked.mv, format!("{wdl}:{dtw}:3:-1:"))
}

fn ruled(ranked: &AnyRanked<RuledEvaluation>) -> (&AnyMove, String) {
    let (wdl, dtw) = value(ranked.theory);
    let (verdict, dtc, article) = verdict(&ranked.evaluation);
    (&ranked.mv, format!("{wdl}:{dtw}:{verdict}:{dtc}:{article}"))
}

/// What tests/c/probe.c prints.
fn expected(tables: &AnyTablebase, rules: &str, positions: &[Pieces]) -> String {
    let mut text = String::new();
    let mut most = 0;
    for table in tables.tables() {
        let rules = table.draw_rules.unwrap_or("-");
        let (material, metric) = (&table.material, table.metric as u8);
        writeln!(text, "table {material} {metric} {rules} {} {} {}", table.pieces, table.values, table.bytes).unwrap();
        most = most.max(table.pieces);
    }
    for (material, metric) in tables.missing() {
        writeln!(text, "missing {material} {}", metric as u8).unwrap();
    }
    writeln!(text, "problems 0\nbytes {} pieces {most}", tables.file_bytes()).unwrap();
    for pieces in positions {
        let fen = tables.fen(pieces).unwrap();
        let evaluation = tables.probe(pieces).unwrap();
        let own = value(evaluation);
        let over = tables.over(pieces).unwrap().map_or(2, wdl);
        writeln!(text, "fen {fen}\nvalue {} {} {} {} {} {over}", own.0, own.0, own.1, own.0, own.1).unwrap();
        let legal = tables.moves(pieces).unwrap();
        if let Some(first) = legal.first() {
            writeln!(text, "played {}", first.text).unwrap();
        }
        write_moves(&mut text, "legal", legal.iter().map(|mv| (mv, "2:-1:3:-1:".into())));
        let (root, moves) = tables.probe_root(pieces).unwrap();
        writeln!(text, "root {} {}", value(root).0, value(root).1).unwrap();
        write_moves(&mut text, "ranked", moves.iter().map(ranked));
        let line = tables.line(pieces).unwrap();
        let step =
            |plies| (wdl(if plies % 2 == 0 { evaluation.wdl } else { evaluation.wdl.reversed() }), own.1 - plies);
        let steps = line.iter().zip(0..).map(|(at, ply)| (&at.mv, format!("{}:{}:3:-1:", step(ply).0, step(ply).1)));
        write_moves(&mut text, "line", steps);
        if rules != "none" {
            let rules = tables.draw_rules(Some(rules)).unwrap();
            let counters = tables.counters(rules, pieces, "", Past::default()).unwrap();
            let (own, moves) = tables.probe_root_verdict(rules, pieces, &counters).unwrap();
            assert_eq!(tables.probe_verdict(rules, pieces, &counters), Ok(own));
            let (number, dtc, article) = verdict(&own);
            writeln!(text, "verdict {number} {} {dtc} {article}", wdl(own.verdict.wdl())).unwrap();
            write_moves(&mut text, "ruled", moves.iter().map(ruled));
        }
    }
    let done = tables.preload(|table| table.metric == Metric::Dtw, 1 << 30).unwrap();
    writeln!(text, "preloaded {} {}", done.tables, done.bytes).unwrap();
    for pieces in positions {
        let (wdl, dtw) = value(tables.probe(pieces).unwrap());
        writeln!(text, "batch 0 {wdl} {wdl} {dtw}").unwrap();
    }
    text
}

fn fens(tables: &AnyTablebase, positions: &[Pieces]) -> String {
    positions.iter().map(|pieces| tables.fen(pieces).unwrap() + "\n").collect()
}

/// As `text`, to be compared line by line.
fn assert_same(found: &str, expected: &str) {
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

#[test]
fn c_is_told_what_rust_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let source = manifest().join("tests/c/probe.c");
    let linked = [Link::Static, Link::Shared].map(|link| compile_c(&source, link, folder.path()));
    for (number, (game, rules)) in GAMES.into_iter().enumerate() {
        let tables = open(game);
        let asked = positions(&tables, 400);
        let answers = expected(&tables, rules, &asked);
        for program in &linked {
            let mut command = Command::new(program);
            let found = run(command.arg(game.name()).arg(golden()).arg(rules), &fens(&tables, &asked));
            assert_same(&found, &answers);
        }
        // Slower by far: fewer of them, each way of linking in turn.
        let few = &asked[..20];
        let mut command = checked(&linked[number % 2]);
        let found = run(command.arg(game.name()).arg(golden()).arg(rules), &fens(&tables, few));
        assert_same(&found, &expected(&open(game), rules, few));
    }
}

#[test]
fn what_goes_wrong_is_an_error_and_never_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken");
    fs::create_dir_all(broken.join("english")).unwrap();
    let whole = fs::read(golden().join("english/KvM.wdl")).unwrap();
    fs::write(broken.join("english/KvM.wdl"), &whole[..whole.len() / 2]).unwrap();
    for link in [Link::Static, Link::Shared] {
        let program = compile_c(&manifest().join("tests/c/faults.c"), link, folder.path());
        assert_eq!(run(Command::new(&program).arg(golden()).arg(&broken), ""), "");
        assert_eq!(run(checked(&program).arg(golden()).arg(&broken), ""), "");
    }
}

#[test]
fn the_header_is_one_of_cpp() {
    let folder = tempfile::tempdir().unwrap();
    let source = manifest().join("tests/c/smoke.cpp");
    for link in [Link::Static, Link::Shared] {
        let program = compile("c++", &["-std=c++17"], &source, link, folder.path());
        let (root, moves) = best(&open(GameId::English), "W:WK1:BK13");
        let mut command = Command::new(program);
        let found = run(command.arg("english").arg(golden()).arg("W:WK1:BK13"), "");
        assert_eq!(found, format!("{} {} {}\n", moves[0], wdl(root.wdl), plies(root.dtw)));
    }
}

fn best(tables: &AnyTablebase, fen: &str) -> (Evaluation, Vec<String>) {
    let (pieces, _) = tables.read_fen(fen).unwrap();
    let (root, moves) = tables.probe_root(&pieces).unwrap();
    (root, moves.into_iter().map(|ranked| ranked.mv.text).collect())
}

/// What the engine in the examples says of positions it has tables for.
fn by_tables(tables: &AnyTablebase, pieces: &Pieces) -> String {
    let (root, moves) = tables.probe_root(pieces).unwrap();
    let Some(first) = moves.first() else { return "no move: the game is over".into() };
    let value = if root.wdl == Wdl::Draw { "a draw".into() } else { format!("a {}", root.wdl) };
    let depth = root.dtw.map_or_else(String::new, |plies| format!(" in {plies} plies"));
    format!("{} by tables, {value}{depth}", first.mv.text)
}

#[test]
fn the_engine_plays_perfectly_by_tables_and_legally_without() {
    let folder = tempfile::tempdir().unwrap();
    let source = manifest().join("../examples/c/engine.c");
    let program = compile_c(&source, Link::Static, folder.path());
    for (game, _) in GAMES {
        let tables = open(game);
        let asked = positions(&tables, 100);
        let mut command = Command::new(&program);
        let found = run(command.arg(game.name()).arg(golden()), &fens(&tables, &asked));
        let answers: String = asked.iter().map(|pieces| by_tables(&tables, pieces) + "\n").collect();
        assert_same(&found, &answers);
        // The usual start is in no table.
        let start = AnyGame::new(game, None, None).unwrap();
        let found = run(Command::new(&program).arg(game.name()).arg(golden()).arg(start.fen()), "");
        let chosen = found.split(" by search").next().unwrap();
        assert!(start.legal_moves().iter().any(|mv| mv.text == chosen), "{game}: {found}");
    }
    // Three pieces are in no table: the search sees the win by those of two.
    let sure = "W:WK15,K18:B6";
    let found = run(checked(&program).arg("english").arg(golden()).arg(sure).arg("nonsense"), "");
    assert!(found.contains(" by search") && found.contains("a win"), "{found}");
    assert!(found.lines().nth(1).is_some_and(|line| line.starts_with("error: ")), "{found}");
}

/// What README.md says of installing and building.
#[test]
fn it_is_installed_and_found_by_pkg_config() {
    let folder = tempfile::tempdir().unwrap();
    let prefix = folder.path().join("a prefix");
    let mut install = Command::new(manifest().join("install"));
    let said = run(install.arg(&prefix).arg(built()), "");
    assert!(said.contains(env!("CARGO_PKG_VERSION")), "{said}");
    for name in ["include/dambase.h", "lib/libdambase.a", "lib/libdambase.so", "lib/libdambase.so.1"] {
        assert!(prefix.join(name).exists(), "{name}");
    }
    // What means something to the tools that write the file means nothing in a name.
    let odd = folder.path().join("a&b|c\\d e");
    run(Command::new(manifest().join("install")).arg(&odd).arg(built()), "");
    let pc = fs::read_to_string(odd.join("lib/pkgconfig/dambase.pc")).unwrap();
    let prefix = pc.lines().next().unwrap().strip_prefix("prefix=").unwrap();
    assert_eq!(prefix.replace("\\ ", " ").replace("\\\\", "\\"), odd.display().to_string());
    let there = Command::new("pkg-config").arg("--version").output();
    if !there.is_ok_and(|output| output.status.success()) {
        eprintln!("pkg-config is missing: it is not tried");
        return;
    }
    // Make has no names with blanks.
    let plain = folder.path().join("plain");
    run(Command::new(manifest().join("install")).arg(&plain).arg(built()), "");
    let example = folder.path().join("example");
    fs::create_dir(&example).unwrap();
    for name in ["Makefile", "engine.c"] {
        fs::copy(manifest().join("../examples/c").join(name), example.join(name)).unwrap();
    }
    let path = format!("PKG_CONFIG_PATH={}", plain.join("lib/pkgconfig").display());
    run(Command::new("make").arg("-C").arg(&example).args(["engine", "engine-static", &path]), "");
    let (root, moves) = best(&open(GameId::English), "W:WK1:BK13");
    for name in ["engine", "engine-static"] {
        let found = run(Command::new(example.join(name)).arg("english").arg(golden()).arg("W:WK1:BK13"), "");
        assert_eq!(found, format!("{} by tables, a win in {} plies\n", moves[0], root.dtw.unwrap()));
    }
}

/// The program in README.md is one, and says what it should.
#[test]
fn the_program_of_the_readme_runs() {
    let readme = fs::read_to_string(manifest().join("README.md")).unwrap();
    let program = readme.split("```c\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("readme.c");
    fs::write(&source, program).unwrap();
    std::os::unix::fs::symlink(golden(), folder.path().join("tables")).unwrap();
    let program = compile_c(&source, Link::Static, folder.path());
    assert_eq!(run(Command::new(program).current_dir(folder.path()), ""), "a win\n");
}

/// A panic cannot come from a caller's function, since no call takes one: every parameter is data.
#[test]
fn nothing_calls_back() {
    let header = fs::read_to_string(Path::new(manifest()).join("include/dambase.h")).unwrap();
    assert!(!header.contains("(*"), "a function pointer");
}
