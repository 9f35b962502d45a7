//! Claims against the naive oracle: conditions said anew over plain boards, values from the naive solver.

use std::collections::HashSet;
use std::path::Path;

use dambase_format::Metric;
use dambase_generator::{Options, Progress, Solvable, generate};
use dambase_prober::OpenOptions;
use dambase_prober::any::AnyTablebase;
use dambase_rules::chess::Chess;
use dambase_rules::draughts::games::{English, Russian};
use dambase_rules::{GameId, GameRules, Pieces};
use dambase_tests::naive::{Cell, Material, NaiveGame, Position, Side, Solver, Value, legal_moves};
use dambase_theory::{Claim, Decision, Ending, Scope, Status, decide, explain, read_claims, witness};

struct Silent;

impl Progress for Silent {}

fn tables<G: Solvable>(root: &Path, metrics: &[Metric]) -> AnyTablebase {
    let keys: Vec<_> = (2..=3).flat_map(G::slices_of).collect();
    let folder = root.join(<G as GameRules>::ID.name());
    let options = Options { folder, metrics: metrics.to_vec(), threads: Some(2), memory_bytes: None };
    generate::<G>(&keys, &options, &Silent).expect("tables");
    AnyTablebase::open(<G as GameRules>::ID, &[root], &OpenOptions::default()).expect("tables")
}

fn claim(game: &str, material: &str, lines: &str) -> Claim {
    let text = format!("[[claim]]\nname='it'\nsays='so'\ngame='{game}'\nmaterial='{material}'\n{lines}");
    read_claims(&text).unwrap_or_else(|error| panic!("{text}: {error}")).remove(0)
}

const ALL: Scope = Scope { most_exceptions: usize::MAX };

/// A condition in the language, and the same in plain words of the program.
type Said = (&'static str, fn(&Position, Value) -> bool);

fn kings(position: &Position, cell: Cell) -> Vec<usize> {
    position.pieces().into_iter().filter(|piece| piece.1 == cell).map(|piece| piece.0).collect()
}

/// File and row of a square of the 8x8 board, both from 1 at a1.
fn place(square: usize) -> (i32, i32) {
    let (row, within) = ((square - 1) / 4, (square - 1) % 4);
    let file = 2 * within + if row % 2 == 0 { 2 } else { 1 };
    (file as i32, 8 - row as i32)
}

fn on_main_road(square: usize) -> bool {
    let (file, row) = place(square);
    file == row
}

fn steps(one: usize, other: usize) -> i32 {
    let (one, other) = (place(one), place(other));
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}

fn winner(position: &Position, value: Value) -> Option<Side> {
    match value {
        Value::Draw => None,
        Value::Win(_) => Some(position.side()),
        Value::Loss(_) => Some(position.side().other()),
    }
}

fn takes(position: &Position, side: Side) -> bool {
    legal_moves(&position.with_side(side)).iter().any(|mv| mv.is_capture())
}

fn attacked(position: &Position, side: Side) -> HashSet<usize> {
    let moves = legal_moves(&position.with_side(side));
    moves.iter().flat_map(|mv| mv.captured.clone()).collect()
}

fn double_attack(position: &Position, side: Side) -> bool {
    let two = |position: &Position| attacked(position, side).len() >= 2 && !takes(position, side.other());
    if position.side() != side {
        return two(position);
    }
    legal_moves(position).iter().any(|mv| !mv.is_capture() && two(&mv.result))
}

fn forces(position: &Position, side: Side, moves: u32) -> bool {
    let legal = legal_moves(position);
    if position.side() == side {
        return legal.iter().any(|mv| mv.is_capture())
            || (moves > 1 && legal.iter().any(|mv| forces(&mv.result, side, moves - 1)));
    }
    !legal.is_empty() && legal.iter().all(|mv| forces(&mv.result, side, moves))
}

const SAID: [Said; 12] = [
    ("black.kings on main-road", |position, _| kings(position, Cell::BlackKing).into_iter().any(on_main_road)),
    ("white to-move", |position, _| position.side() == Side::White),
    ("black can-capture", |position, _| takes(position, Side::Black)),
    ("white can-capture", |position, _| takes(position, Side::White)),
    ("attacks(black) >= 2", |position, _| attacked(position, Side::Black).len() >= 2),
    ("black double-attack", |position, _| double_attack(position, Side::Black)),
    ("black forces-capture 2", |position, _| forces(position, Side::Black, 2)),
    ("white forces-capture 1", |position, _| forces(position, Side::White, 1)),
    ("distance(white.kings, black.kings) <= 2", |position, _| {
        let black = kings(position, Cell::BlackKing);
        let near = |white: usize| black.iter().any(|&black| steps(white, black) <= 2);
        kings(position, Cell::WhiteKing).into_iter().any(near)
    }),
    ("plies >= 9", |_, value| value.plies().is_some_and(|plies| plies >= 9)),
    ("highest-row(white.men) >= 6", |position, _| {
        kings(position, Cell::WhiteMan).into_iter().any(|square| place(square).1 >= 6)
    }),
    ("not draw", |_, value| value != Value::Draw),
];

/// Every condition on every position of a material, as condition and as what is claimed.
fn agrees(game: NaiveGame, tables: &AnyTablebase, name: &str, material: Material) {
    let mut solver = Solver::new(game);
    let mut boards = Vec::new();
    solver.for_each(material, |position, value| boards.push((*position, value)));
    for (text, meaning) in SAID {
        let said = claim(game.id(), name, &format!("where='{text}'\noutcome='white wins'\nwithin=5"));
        let decision = decide(&said, tables, ALL, &|_| {}).expect("an answer");
        let within = |position: &Position, value: Value| {
            winner(position, value) == Some(Side::White)
                && value.plies().is_some_and(|plies| {
                    // Moves that White makes in so many plies.
                    let first = u16::from(position.side() == Side::White);
                    (plies + first) / 2 <= 5
                })
        };
        let spoken: Vec<_> = boards.iter().filter(|(position, value)| meaning(position, *value)).collect();
        let holding = spoken.iter().filter(|(position, value)| within(position, *value)).count();
        assert_eq!(decision.positions, spoken.len() as u64, "{name}: {text}");
        assert_eq!(decision.holding, holding as u64, "{name}: {text}");
        let longest = spoken
            .iter()
            .filter(|(position, value)| winner(position, *value) == Some(Side::White))
            .filter_map(|(_, value)| value.plies())
            .max();
        assert_eq!(decision.longest.as_ref().map(|longest| longest.dtw), longest, "{name}: {text}");
        assert_eq!(decision.exceptions.len() as u64, decision.positions - decision.holding);
        let expected = if decision.exceptions.is_empty() { Status::Proved } else { Status::Refuted };
        assert_eq!(decision.status, expected);
    }
}

#[test]
fn claims_agree_with_plain_boards() {
    let folder = tempfile::tempdir().expect("a folder");
    let russian = tables::<Russian>(folder.path(), &Metric::THEORY);
    let english = tables::<English>(folder.path(), &Metric::THEORY);
    agrees(NaiveGame::Russian, &russian, "KKvK", Material::new(0, 2, 0, 1));
    agrees(NaiveGame::Russian, &russian, "KMvK", Material::new(1, 1, 0, 1));
    agrees(NaiveGame::Russian, &russian, "MvKK", Material::new(1, 0, 0, 2));
    agrees(NaiveGame::English, &english, "KKvK", Material::new(0, 2, 0, 1));
    each_exception_has_a_line(&russian, "russian");
    each_exception_has_a_line(&english, "english");
    quantities_are_what_they_say(&russian);
    sentences_that_are_found_count_right(&russian);
    whatever_is_not_there_is_named(folder.path());
}

fn each_exception_has_a_line(tables: &AnyTablebase, game: &str) {
    for outcome in ["white wins", "draw", "black wins"] {
        let refuted = claim(game, "KKvK", &format!("outcome='{outcome}'"));
        let decision = decide(&refuted, tables, ALL, &|_| {}).expect("an answer");
        assert!(!decision.exceptions.is_empty());
        for exception in decision.exceptions.iter().step_by(17) {
            let shown = witness(tables, None, &exception.pieces).expect("a line");
            assert!(shown.confirmed, "{}: {shown:?}", exception.fen);
            match exception.dtw {
                Some(plies) => assert_eq!((shown.line.len(), &shown.ending), (usize::from(plies), &Ending::Over)),
                None => assert_eq!(shown.ending, Ending::ComesBack, "{}: {:?}", exception.fen, shown.line),
            }
        }
    }
}

fn quantities_are_what_they_say(tables: &AnyTablebase) {
    let status = |lines: &str| {
        let decision = decide(&claim("russian", "KKvK", lines), tables, Scope { most_exceptions: 2 }, &|_| {});
        let Decision { status, exceptions, examples, positions, .. } = decision.expect("an answer");
        assert!(exceptions.len() <= 2 && examples.len() <= 2);
        (status, examples.len(), positions > 0)
    };
    assert_eq!(status("outcome='draw'\nfor='some'"), (Status::Proved, 2, true));
    assert_eq!(status("outcome='black wins and plies > 99'\nfor='some'"), (Status::Refuted, 0, true));
    assert_eq!(status("outcome='draw'\nfor='100 %'").0, Status::Refuted);
    assert_eq!(status("outcome='draw'\nfor='0 %'").0, Status::Proved);
    // Of nothing at all every one is so, and none.
    assert_eq!(status("where='false'\noutcome='draw'"), (Status::Proved, 0, false));
    assert_eq!(status("where='false'\noutcome='draw'\nfor='some'"), (Status::Refuted, 0, false));
    assert!(!status("side='white'\nwhere='black to-move'\noutcome='draw'").2);
}

fn sentences_that_are_found_count_right(tables: &AnyTablebase) {
    let explained = explain::explain(tables, "KKvK", ALL, &|_| {}).expect("an answer");
    assert_eq!(explained.len(), 2);
    for explanation in &explained {
        assert_eq!(explanation.ends.positions(), 32 * 31 * 30 / 2);
        for found in &explanation.found {
            // The sentence as a claim has the exceptions that are told.
            let lines =
                format!("side='{}'\nwhere='{}'\noutcome='{} wins'", explanation.side, found.condition, found.winner);
            let decision = decide(&claim("russian", "KKvK", &lines), tables, ALL, &|_| {}).expect("an answer");
            assert_eq!(decision.positions - decision.holding, found.not_won);
            assert_eq!(found.exceptions.len() as u64, found.not_won + found.won_all_the_same);
            // It is worth more than to say always or never.
            let wins = match found.winner {
                dambase_rules::Side::White => explanation.ends.white_wins,
                dambase_rules::Side::Black => explanation.ends.black_wins,
            };
            let blind = wins.min(explanation.ends.positions() - wins);
            assert!(found.not_won + found.won_all_the_same < blind, "{found:?}");
        }
    }
}

fn whatever_is_not_there_is_named(root: &Path) {
    let other = tempfile::tempdir().expect("a folder");
    let tables = tables::<English>(other.path(), &[Metric::Wdl]);
    let of = |lines: &str, material: &str| {
        decide(&claim("english", material, lines), &tables, ALL, &|_| {}).expect("an answer")
    };
    let decision = of("outcome='white wins'", "KKvK");
    assert_eq!((decision.status, decision.longest), (Status::Refuted, None));
    let decision = of("outcome='white wins'\nwithin=9", "KKvK");
    assert_eq!((decision.status, &decision.missing[..]), (Status::Undecided, &["KKvK.dtw".to_owned()][..]));
    let decision = of("outcome='white wins'", "KKKvK");
    assert_eq!((decision.status, &decision.missing[..]), (Status::Undecided, &["KKKvK.wdl".to_owned()][..]));
    // What is there may decide all the same: an exception does, and so does an example.
    for (lines, status) in [
        ("outcome='white wins'", Status::Refuted),
        ("outcome='true'", Status::Undecided),
        ("outcome='white wins'\nfor='some'", Status::Proved),
        ("outcome='false'\nfor='some'", Status::Undecided),
        ("outcome='false'\nfor='5 %'", Status::Undecided),
    ] {
        let text = format!("[[claim]]\nname='it'\nsays=''\ngame='english'\nmaterial=['KKKvK', 'KKvK']\n{lines}");
        let both = read_claims(&text).expect("a claim").remove(0);
        let decision = decide(&both, &tables, ALL, &|_| {}).expect("an answer");
        assert_eq!((decision.status, &decision.missing[..]), (status, &["KKKvK.wdl".to_owned()][..]), "{lines}");
        assert_eq!(decision.positions, of("outcome='true'", "KKvK").positions);
    }
    // Tables of another game are no tables.
    let russian = AnyTablebase::open(GameId::Russian, &[root], &OpenOptions::default()).expect("tables");
    let error = decide(&claim("english", "KKvK", "outcome='draw'"), &russian, ALL, &|_| {}).unwrap_err();
    assert!(error.to_string().contains("the tables are of russian"), "{error}");
}

/// Three squares of 64, in every way.
fn placements() -> impl Iterator<Item = (u8, u8, u8)> {
    (0..64).flat_map(|one| (0..64).flat_map(move |other| (0..64).map(move |third| (one, other, third))))
}

/// Tables of chess hold one of the positions that look the same: claims speak of all of them.
#[test]
fn claims_on_chess_speak_of_every_square() {
    let root = tempfile::tempdir().expect("a folder");
    let tables = tables::<Chess>(root.path(), &[Metric::Wdl, Metric::Dtw]);
    let of = |material: &str, lines: &str| {
        decide(&claim("chess", material, lines), &tables, ALL, &|_| {}).expect("an answer")
    };
    // Every placement, counted by hand: a position is legal where the side that is not to move is not in check.
    let legal = |place: &dyn Fn(&mut Pieces, u8)| {
        let mut count = 0;
        for (white, black, third) in placements() {
            if white == black || white == third || black == third {
                continue;
            }
            for side in [dambase_rules::Side::White, dambase_rules::Side::Black] {
                let mut pieces = Pieces { kings: [1 << white, 1 << black], side, ..Pieces::EMPTY };
                place(&mut pieces, third);
                count += u64::from(dambase_prober::any::legal_moves(GameId::Chess, &pieces).is_ok());
            }
        }
        count
    };
    assert_eq!(of("KvK", "outcome='draw'").positions, 7_224);
    let queens = legal(&|pieces, square| pieces.queens[0] = 1 << square);
    assert_eq!(of("KQvK", "outcome='true'").positions, queens);
    let pawns = legal(&|pieces, square| pieces.men[0] = 1 << square);
    assert_eq!(of("KPvK", "outcome='true'").positions, pawns);
    // What is said of one side of the board is said of the other.
    for (material, one, other) in [
        ("KQvK", "file(a)", "file(h)"),
        ("KQvK", "row(1)", "row(8)"),
        ("KQvK", "row(2)", "file(g)"),
        ("KPvK", "file(b)", "file(g)"),
    ] {
        let piece = if material == "KQvK" { "queens" } else { "men" };
        let there = |squares: &str| of(material, &format!("where='white.{piece} on {squares}'\noutcome='white wins'"));
        let (one, other) = (there(one), there(other));
        assert_eq!((one.positions, one.holding), (other.positions, other.holding), "{material}");
        assert!(one.positions > 0);
    }
    let everywhere = of("KQvK", "outcome='white.kings on file(a..d)'");
    assert_eq!((everywhere.status, everywhere.positions), (Status::Refuted, 2 * everywhere.holding));
    for exception in everywhere.exceptions.iter().take(50) {
        assert_eq!(Some(exception.wdl), tables.probe_wdl(&exception.pieces).ok());
        let shown = witness(&tables, None, &exception.pieces).expect("a line");
        assert!(shown.confirmed, "{}", exception.fen);
    }
    let one = of("KQvK", "where='white.kings on [h8] and black.kings on [a1]'\noutcome='white wins'\nfor='some'");
    assert_eq!(one.status, Status::Proved);
}
