//! SAN of chess: what is read and what is written.

mod chess_random;

use chess_random::{LIVELY, choices, game, moves, positions};
use dambase_rules::chess::{Chess, Position, square_name};
use dambase_rules::pdn::{Dialect, Pdn, PdnMove};
use dambase_rules::played::Recorded;
use dambase_rules::{GameRules, MoveError};
use proptest::prelude::*;

fn position(fen: &str) -> Position {
    Chess::parse_fen(fen).unwrap()
}

/// What `text` is in the canonical spelling, or the error.
fn reread(fen: &str, text: &str) -> Result<String, MoveError> {
    let position = position(fen);
    Chess::parse_move(&position, text).map(|mv| Chess::move_text(&position, &mv))
}

const START: &str = LIVELY[0];
const KIWIPETE: &str = LIVELY[1];

#[test]
fn moves_are_written_as_short_as_they_are_unique() {
    for (fen, from_to, text) in [
        (START, "g1f3", "Nf3"),
        (START, "e2e4", "e4"),
        (KIWIPETE, "e5d7", "Nxd7"),
        (KIWIPETE, "d5e6", "dxe6"),
        (KIWIPETE, "e1g1", "O-O"),
        (KIWIPETE, "e1c1", "O-O-O"),
        // Two knights on one rank, on one file, and queens that need both.
        ("4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1", "a1b3", "Nb3"),
        ("4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1", "b1d2", "Nbd2"),
        ("4k3/8/8/1N6/8/8/4K3/1N6 w - - 0 1", "b1c3", "N1c3"),
        ("6k1/8/8/Q3Q3/8/8/8/Q5K1 w - - 0 1", "a5c3", "Qa5c3"),
        // The other knight is pinned, and no rival.
        ("4k3/4r3/8/8/4N3/8/8/N3K3 w - - 0 1", "a1c2", "Nc2"),
        ("4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "a1b3", "Nb3"),
        ("4k3/4r3/8/8/1N6/8/4N3/4K3 w - - 0 1", "b4d3", "Nd3"),
        ("4k3/4r3/8/8/1N6/8/4N3/4K3 w - - 0 1", "b4d5", "Nd5"),
        // Promotion, with check and mate.
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a8=Q+"),
        ("7k/P7/7K/8/8/8/8/8 w - - 0 1", "a7a8q", "a8=Q#"),
        ("7k/P7/7K/8/8/8/8/8 w - - 0 1", "a7a8n", "a8=N"),
        ("1n5k/P7/7K/8/8/8/8/8 w - - 0 1", "a7b8r", "axb8=R#"),
        ("8/8/8/3pP3/4K3/8/8/7k w - d6 0 1", "e5d6", "exd6"),
        // Castling gives check.
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ] {
        assert_eq!(reread(fen, from_to).as_deref(), Ok(text), "{fen} {from_to}");
        assert_eq!(reread(fen, text).as_deref(), Ok(text), "{fen} {text}");
    }
}

#[test]
fn other_spellings_are_read() {
    for (fen, text, written) in [
        (START, " Nf3! ", "Nf3"),
        (START, "Ng1f3", "Nf3"),
        (START, "Ngf3", "Nf3"),
        (START, "N1f3", "Nf3"),
        (START, "Ng1-f3", "Nf3"),
        (START, "Pe4", "e4"),
        (START, "e2-e4", "e4"),
        (START, "e4+", "e4"),
        (START, "e4!?", "e4"),
        (KIWIPETE, "Nd7", "Nxd7"),
        (KIWIPETE, "Ne5:d7", "Nxd7"),
        (KIWIPETE, "N\u{d7}d7", "Nxd7"),
        (KIWIPETE, "de6", "dxe6"),
        (KIWIPETE, "d5xe6", "dxe6"),
        (KIWIPETE, "0-0", "O-O"),
        (KIWIPETE, "0-0-0+", "O-O-O"),
        (KIWIPETE, "o-o", "O-O"),
        ("8/8/8/3pP3/4K3/8/8/7k w - d6 0 1", "exd6 e.p.", "exd6"),
        ("8/8/8/3pP3/4K3/8/8/7k w - d6 0 1", "exd6e.p.+", "exd6"),
        ("8/8/8/3pP3/4K3/8/8/7k w - d6 0 1", "ed6ep", "exd6"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8Q", "a8=Q+"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8(Q)", "a8=Q+"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8/Q+", "a8=Q+"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7-a8=q", "a8=Q+"),
        // A small b is a file, a capital one a bishop.
        ("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bxc3", "bxc3"),
        ("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "Bxc3", "Bxc3"),
    ] {
        assert_eq!(reread(fen, text).as_deref(), Ok(written), "{fen} {text}");
    }
}

#[test]
fn texts_that_fit_no_move_or_several_say_what_would() {
    let two = "4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1";
    assert_eq!(
        reread(two, "Nd2"),
        Err(MoveError::Ambiguous { text: "Nd2".to_owned(), candidates: vec!["Nbd2".to_owned(), "Nfd2".to_owned()] })
    );
    let Err(MoveError::Ambiguous { candidates, .. }) = reread("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8") else { panic!() };
    assert_eq!(candidates, ["a8=Q+", "a8=R+", "a8=B", "a8=N"]);
    let Err(MoveError::Illegal { legal, .. }) = reread(START, "e5") else { panic!() };
    assert_eq!(legal.len(), 20);
    for (fen, text) in [
        (START, "Ke2"),
        (START, "O-O"),
        // It captures nothing.
        (START, "Nxf3"),
        (START, "e2xe4"),
        (KIWIPETE, "Ne5-d7"),
        // Castling is not the king's own move.
        (KIWIPETE, "Kg1"),
        // Nothing becomes a queen there.
        (START, "e4=Q"),
        // A pinned piece.
        ("4k3/4r3/8/8/4N3/8/8/N3K3 w - - 0 1", "Nc3"),
    ] {
        assert!(matches!(reread(fen, text), Err(MoveError::Illegal { .. })), "{fen} {text}: {:?}", reread(fen, text));
    }
    let Err(MoveError::Illegal { legal, .. }) = reread("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Kg8") else { panic!() };
    assert!(legal.is_empty());
}

#[test]
fn texts_that_are_no_move_say_why() {
    for (text, words) in [
        ("", "no move"),
        ("+", "no move"),
        ("N", "square to go to"),
        ("Nf", "square to go to"),
        ("e9", "square to go to"),
        ("exd", "square to go to"),
        ("e4x", "square to go to"),
        ("i4", "square to go to"),
        ("\u{41a}e2", "square to go to"),
        ("e8=K", "Q, R, B or N"),
        ("e8=P", "Q, R, B or N"),
        ("e8=", "left over"),
        ("e4e5e6", "left over"),
        ("Nf3 Nf6", "left over"),
        ("O-O-O-O", "square to go to"),
    ] {
        match reread(START, text) {
            Err(MoveError::Syntax { reason, .. }) => assert!(reason.contains(words), "{text}: {reason}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(reread(START, &"Nf3".repeat(100_000)).unwrap_err().to_string().len() < 300);
}

#[test]
fn a_game_is_played_up_to_its_first_mistake() {
    let replayed = |movetext: &str| {
        let games = Pdn::read_in(Dialect::Pgn, movetext.as_bytes()).games;
        let moves: Vec<_> = games[0].as_ref().unwrap().moves().map(|(_, mv)| mv).collect();
        Chess::replay(&Chess::start(), &moves)
    };
    let whole = replayed("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *");
    assert_eq!((whole.moves.len(), whole.mistake), (9, None));
    let position = whole.moves.iter().fold(Chess::start(), |position, mv| Chess::play(&position, mv));
    assert_eq!(Chess::fen(&position), "r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1");
    for (movetext, moves, article) in [
        ("1. e4 e5 2. Ke3 Nf6 *", 2, "3.8"),
        ("1. e4 e5 2. Nd3 *", 2, "3.6"),
        ("1. e4 f6 2. Qh5 a6 *", 3, "3.9"),
        ("1. e5 *", 0, "3.7"),
        ("1. Nd2 *", 0, "3.1"),
        ("1. e4 e5 2. Bb3 *", 2, "3.2"),
        ("1. a4 e5 2. Rb3 *", 2, "3.3"),
        ("1. d4 e5 2. Qe3 *", 2, "3.4"),
        // Where they could go, were nothing in between.
        ("1. Bb5 *", 0, "3.5"),
        ("1. Ra3 *", 0, "3.5"),
        ("1. Qd3 *", 0, "3.5"),
        ("1. e4 e5 2. Nf3 Nf6 3. O-O *", 4, "3.8"),
        ("1. e4 a6 2. e5 d5 3. a3 a5 4. exd6 *", 6, "3.7"),
        ("1. h4 g5 2. hxg5 h6 3. gxh6 a6 4. h7 a5 5. hxg8 *", 8, "3.7"),
    ] {
        let broken = replayed(movetext);
        let mistake = broken.mistake.unwrap();
        assert_eq!((broken.moves.len(), mistake.article), (moves, article), "{movetext}: {}", mistake.reason);
        assert!(!mistake.legal.is_empty());
    }
    // The double step was the last move, and the capture opens the rank of the king: not 3.7d.
    let start = Chess::parse_fen("8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1").unwrap();
    let texts = ["d4", "exd3"].map(|text| PdnMove::san(text).unwrap());
    let mistake = Chess::replay(&start, &texts.iter().collect::<Vec<_>>()).mistake.unwrap();
    assert_eq!(mistake.article, "3.9", "{}", mistake.reason);
}

fn check_round_trips(position: &Position) -> Result<(), TestCaseError> {
    for mv in moves(position) {
        let text = Chess::move_text(position, &mv);
        prop_assert_eq!(Chess::parse_move(position, &text), Ok(mv), "{} {}", Chess::fen(position), text);
        let promotion: String = mv.promotion.iter().map(|kind| kind.letter().to_ascii_lowercase()).collect();
        let squares = format!("{}{}{promotion}", square_name(mv.from), square_name(mv.to));
        prop_assert_eq!(Chess::parse_move(position, &squares), Ok(mv), "{} {}", Chess::fen(position), squares);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_move_of_a_game_is_read_back(start in 0..LIVELY.len(), choices in choices(80)) {
        for position in game(Chess::parse_fen(LIVELY[start]).unwrap(), &choices) {
            check_round_trips(&position)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    // Many pieces of one kind: little is enough to tell them apart.
    #[test]
    fn every_move_of_an_ending_is_read_back(position in positions(8)) {
        check_round_trips(&position)?;
    }

    #[test]
    fn no_text_brings_the_reader_down(text in "\\PC{0,30}") {
        let _ = Chess::parse_move(&Chess::start(), &text);
    }

    #[test]
    fn what_looks_like_a_move_is_refused_or_legal(start in 0..LIVELY.len(), text in "[KQRBNPa-h1-8x:=O0+#!?.-]{0,9}") {
        let position = position(LIVELY[start]);
        if let Ok(mv) = Chess::parse_move(&position, &text) {
            prop_assert!(moves(&position).contains(&mv));
        }
    }
}
