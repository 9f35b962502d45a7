//! The founding text of Artamonov's draughts (S002 64A) and the readings A1 to A18 of rules.md 13, by number.

use dambase_rules::artamonov::{Artamonov, Position, notation};
use dambase_rules::{GameRules, Wdl};

fn read(fen: &str) -> Position {
    Artamonov::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal moves in alphabetic order.
fn moves(fen: &str) -> Vec<String> {
    let mut texts: Vec<_> = notation::move_texts(&read(fen)).into_iter().map(|(_, text)| text).collect();
    texts.sort();
    texts
}

/// The position after moves.
fn after(fen: &str, texts: &[&str]) -> String {
    let play = |position: Position, text: &&str| {
        let mv = Artamonov::parse_move(&position, text).unwrap_or_else(|error| panic!("{fen}: {error}"));
        Artamonov::play(&position, &mv)
    };
    Artamonov::fen(&texts.iter().fold(read(fen), play))
}

#[test]
fn the_game_begins_with_captures() {
    let start = Artamonov::fen(&Artamonov::start());
    assert_eq!(start, "W:Mb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6,a3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1");
    // rules.md 13.
    assert_eq!(moves(&start), ["b2:d4", "d2:b4", "d2:f4", "f2:d4", "f2:h4", "h2:f4"]);
    // S002 64A: 1. b2:d4 g7:e5:c3 2. f2:d4.
    let line = after(&start, &["b2:d4", "g7:e5:c3", "f2:d4"]);
    assert_eq!(line, "B:Mb8,d8,f8,h8,a7,c7,e7,b6,d6,h6,d4,a3,c3,g3,d2,h2,a1,c1,e1,g1:Xd4");
}

#[test]
fn a1_a_man_goes_the_way_of_whoever_moves_it() {
    assert_eq!(moves("W:Md4"), ["d4-c5", "d4-e5"]);
    assert_eq!(moves("B:Md4"), ["d4-c3", "d4-e3"]);
    // 64A 2: it takes forward only.
    assert_eq!(moves("W:Md4,e5,c3"), ["d4:f6"]);
    assert_eq!(moves("B:Md4,e5,c3"), ["d4:b2"]);
}

#[test]
fn a2_the_barred_piece_may_be_taken() {
    assert_eq!(moves("W:Mc3,d4:Xd4"), ["c3:e5"]);
    assert_eq!(after("W:Mc3,d4:Xd4", &["c3:e5"]), "B:Me5:Xe5");
}

#[test]
fn a3_the_piece_moved_last_is_barred_for_one_turn() {
    assert_eq!(after("W:Ma3,h6", &["a3-b4"]), "B:Mh6,b4:Xb4");
    assert_eq!(moves("B:Mh6,b4:Xb4"), ["h6-g5"]);
    assert_eq!(after("B:Mh6,b4:Xb4", &["h6-g5"]), "W:Mg5,b4:Xg5");
    // Crowned, and after a capture.
    assert_eq!(after("W:Mc7,a1", &["c7-d8"]), "B:Ma1:Kd8:Xd8");
    assert_eq!(after("W:Ma1:Kc3,e5", &["c3:g7"]), "B:Ma1:Kg7:Xg7");
}

#[test]
fn a4_the_bar_comes_before_the_duty_to_capture() {
    assert_eq!(moves("W:Mc3,d4,h4"), ["c3:e5"]);
    assert_eq!(moves("W:Mc3,d4,h4:Xc3"), ["d4-c5", "d4-e5", "h4-g5"]);
}

#[test]
fn a5_who_may_move_nothing_loses() {
    assert!(moves("W:Kd4:Xd4").is_empty());
    assert_eq!(Artamonov::value_without_moves(&read("W:Kd4:Xd4")), Wdl::Loss);
    // Taking everything but the piece that takes wins (A19).
    assert_eq!(after("W:Mc3,d4", &["c3:e5"]), "B:Me5:Xe5");
    // A18: the other men are blocked or stand on the last row; rule 6.
    assert!(moves("W:Mb8,d8:Ka1:Xa1").is_empty());
    assert!(moves("W:Ma7,b8:Kh2:Xh2").is_empty());
}

#[test]
fn a6_a_man_found_on_the_last_row_is_a_man() {
    assert!(moves("W:Mb8,h8:Xh8").is_empty());
    assert_eq!(moves("B:Mb8,h8:Xh8"), ["b8-a7", "b8-c7"]);
    assert_eq!(after("B:Mb8,h8:Xh8", &["b8-a7"]), "W:Mh8,a7:Xa7");
    assert_eq!(after("W:Ma7,h8:Xh8", &["a7-b8"]), "B:Mh8:Kb8:Xb8");
}

#[test]
fn a7_a_mans_capture_ends_on_the_last_row() {
    // As a king it would go on from d8 over b6.
    assert_eq!(moves("W:Mf6,e7,b6:Xb6"), ["f6:d8"]);
    assert_eq!(after("W:Mf6,e7,b6:Xb6", &["f6:d8"]), "B:Mb6:Kd8:Xd8");
}

#[test]
fn a8_a9_a_king_turns_on_any_row_and_takes_every_way() {
    // Over c3 to e1, where it turns, over g3.
    assert_eq!(moves("B:Md2,g3:Kb4"), ["b4:h4"]);
    // On any free square behind, but on one from which it goes on, if there is one (64Rc).
    assert_eq!(moves("W:Mc3:Ka1:Xc3"), ["a1:d4", "a1:e5", "a1:f6", "a1:g7", "a1:h8"]);
    assert_eq!(moves("W:Mc3,d6:Ka1:Xc3"), ["a1:b8", "a1:c7"]);
}

#[test]
fn a10_a15_kings_are_anybodys() {
    assert_eq!(moves("W:Kb2,h8:Xh8").len(), moves("B:Kb2,h8:Xh8").len());
}

#[test]
fn a11_there_is_no_majority() {
    assert_eq!(moves("W:Ma3,b4,d6,f2,g3:Xg3"), ["a3:e7", "f2:h4"]);
}

#[test]
fn a17_positions_differ_by_the_barred_piece() {
    assert_ne!(read("W:Ma1,c1:Xa1"), read("W:Ma1,c1:Xc1"));
    assert_ne!(read("W:Ma1,c1:Xa1"), read("W:Ma1,c1"));
}
