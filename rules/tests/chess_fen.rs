//! FEN of chess: what is read, what is refused and why.

mod chess_random;

use chess_random::{LIVELY, choices, game, positions};
use dambase_rules::GameRules;
use dambase_rules::chess::{Chess, read_fen};
use proptest::prelude::*;

#[test]
fn fens_are_read_and_written_the_canonical_way() {
    for (text, written) in [
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1", "8/8/8/8/8/8/8/K1k5 w - - 0 1"),
        // Fields at the end may be missing, and clocks are not the position's.
        ("8/8/8/8/8/8/8/K1k5 b", "8/8/8/8/8/8/8/K1k5 b - - 0 1"),
        ("8/8/8/8/8/8/8/K1k5 w - - 17 99", "8/8/8/8/8/8/8/K1k5 w - - 0 1"),
        ("  8/8/8/8/8/8/8/K1k5\tw  -\n-  ", "8/8/8/8/8/8/8/K1k5 w - - 0 1"),
        // Rights in any order.
        ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b Kq -", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1"),
        // En passant stays where a capture is legal: nobody is there, a pawn is, a pinned pawn is.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
        ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"),
    ] {
        let position = Chess::parse_fen(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(Chess::fen(&position), written, "{text}");
    }
}

#[test]
fn the_clocks_are_read() {
    let fen = read_fen("8/8/8/8/8/8/8/K1k5 w - - 17 99").unwrap();
    assert_eq!((fen.half_moves, fen.full_moves), (Some(17), Some(99)));
    let fen = read_fen("8/8/8/8/8/8/8/K1k5 w").unwrap();
    assert_eq!((fen.half_moves, fen.full_moves), (None, None));
}

#[test]
fn fens_that_are_none_say_where_and_why() {
    for (text, offset, words) in [
        ("", 0, "empty"),
        (" \n", 0, "empty"),
        ("8/8/8/8/8/8/8/K1k5", 18, "side to move"),
        ("8/8/8/8/8/8/8/K1k5 W", 19, "w or b"),
        ("8/8/8/8/8/8/K1k5 w", 16, "ends in rank 2 after 8"),
        ("8/8/8/8/8/8/8/K1k4 w", 18, "ends in rank 1 after 7"),
        ("8/8/8/8/8/8/8/8/K1k5 w", 15, "more than 8 ranks"),
        ("8/7/8/8/8/8/8/K1k5 w", 3, "rank 7 has 7 squares"),
        ("8/8p/8/8/8/8/8/K1k5 w", 3, "rank 7 has more than 8"),
        ("8/44/8/8/8/8/8/K1k5 w", 3, "side by side"),
        ("8/9/8/8/8/8/8/K1k5 w", 2, "'9'"),
        ("8/8/8/8/8/8/8/K1k4\u{434} w", 18, "\\u{434}"),
        ("8/8/8/8/8/8/8/K1k4P w", 18, "a pawn stands on h1"),
        ("p7/8/8/8/8/8/8/K1k5 w", 0, "a pawn stands on a8"),
        ("8/8/8/8/8/8/8/K7 w", 0, "black has no king"),
        ("8/8/8/8/8/8/8/K1k4K w", 0, "white has 2 kings"),
        ("8/8/8/8/8/8/8/Kk6 w", 0, "side by side on b1 and a1"),
        ("8/8/8/8/8/8/8/K1k4R w", 0, "black's king on c1 is attacked, but white is to move"),
        ("8/8/8/8/8/P7/PPPPPPPP/K1k5 b", 0, "white has 9 pawns"),
        ("8/8/8/8/qqqq4/qqqqqqqq/qqqqq3/2k4K b", 0, "black has 18 pieces"),
        ("8/8/8/8/8/8/8/K1k5 w KQ", 21, "white's king on e1 and white's rook on h1"),
        ("4k2r/8/8/8/8/8/8/4K3 w kq", 24, "castling q needs black's king on e8 and black's rook on a8"),
        ("4k2r/8/8/8/8/8/8/4K3 w kk", 24, "twice"),
        ("4k2r/8/8/8/8/8/8/4K3 w h", 23, "letters of KQkq"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e4", 27, "en passant on e4 cannot be: white's pawns pass rank 3"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e6", 27, "rank 3"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - f3", 27, "white has no pawn on f4"),
        ("4k3/8/8/8/3pP3/4N3/8/4K3 b - e3", 29, "e3 is not empty"),
        ("4k3/8/8/8/3pP3/8/4N3/4K3 b - e3", 29, "e2 is not empty"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e", 27, "a square or -"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e9", 27, "a square or -"),
        ("8/8/8/8/8/8/8/K1k5 w - - x 1", 25, "half-move clock must be a number"),
        ("8/8/8/8/8/8/8/K1k5 w - - -1 1", 25, "half-move clock must be a number"),
        ("8/8/8/8/8/8/8/K1k5 w - - 99999999999 1", 25, "too large"),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 +1", 27, "number of the move must be a number"),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1 bm", 29, "\"bm\" is left over"),
    ] {
        let error = Chess::parse_fen(text).expect_err(text);
        assert!(error.reason.contains(words), "{text}: {error}");
        assert_eq!(error.offset, offset, "{text}: {error}");
    }
    assert!(Chess::parse_fen(&"K".repeat(100_000)).unwrap_err().to_string().len() < 200);
    assert!(Chess::parse_fen(&format!("8/8/8/8/8/8/8/K1k5 {}", "w".repeat(100_000))).unwrap_err().reason.len() < 200);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_of_games_are_read_back(start in 0..LIVELY.len(), choices in choices(120)) {
        for position in game(Chess::parse_fen(LIVELY[start]).unwrap(), &choices) {
            prop_assert_eq!(Chess::parse_fen(&Chess::fen(&position)), Ok(position));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn endings_are_read_back(position in positions(5)) {
        prop_assert_eq!(Chess::parse_fen(&Chess::fen(&position)), Ok(position));
    }

    #[test]
    fn no_text_brings_the_reader_down(text in "\\PC{0,80}") {
        let _ = read_fen(&text);
    }

    #[test]
    fn what_looks_like_a_fen_is_refused_or_a_legal_position(
        text in "[kKqRbNpP1-8/]{8,40} [wb-] [KQkq-]{1,4} ([a-h][36]|-) [0-9]{1,2} [0-9]{1,2}"
    ) {
        if let Ok(fen) = read_fen(&text) {
            prop_assert!(fen.position.is_legal());
        }
    }

    #[test]
    fn a_good_fen_with_a_change_is_refused_or_a_legal_position(
        start in 0..LIVELY.len(), at in any::<prop::sample::Index>(), letter in "\\PC"
    ) {
        let mut text: Vec<char> = LIVELY[start].chars().collect();
        let at = at.index(text.len());
        text.splice(at..=at, letter.chars());
        if let Ok(fen) = read_fen(&text.into_iter().collect::<String>()) {
            prop_assert!(fen.position.is_legal());
        }
    }
}
