//! Moves of chess against those of cozy-chess, whose tables of attacks are ours but whose moves are not.

mod chess_random;

use std::collections::BTreeSet;

use chess_random::{LIVELY, choices, game, moves, positions};
use cozy_chess::Board;
use cozy_chess::util::{display_san_move, display_uci_move};
use dambase_rules::chess::{
    Castling, Chess, Kind, Move, Position, Symmetry, count_moves, for_each_retreat, has_legal_move, play, square_name,
};
use dambase_rules::{GameRules, Wdl};
use proptest::prelude::*;

/// Two squares and what a pawn becomes.
fn uci(mv: &Move) -> String {
    let promotion: String = mv.promotion.iter().map(|kind| kind.letter().to_ascii_lowercase()).collect();
    format!("{}{}{promotion}", square_name(mv.from), square_name(mv.to))
}

fn other_moves(board: &Board) -> Vec<cozy_chess::Move> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set);
        false
    });
    moves
}

/// The board's FEN, with the en passant square only where a capture is legal, and no clocks.
fn other_fen(board: &Board) -> String {
    let fen = board.to_string();
    let mut fields: Vec<_> = fen.split(' ').collect();
    let square = fields[3].to_owned();
    let can_be_taken = other_moves(board).into_iter().any(|mv| {
        board.piece_on(mv.from) == Some(cozy_chess::Piece::Pawn)
            && mv.to.to_string() == square
            && mv.from.file() != mv.to.file()
    });
    if !can_be_taken {
        fields[3] = "-";
    }
    fields[..4].join(" ") + " 0 1"
}

/// Everything that can be compared in one position.
fn compare(position: &Position) {
    let fen = Chess::fen(position);
    let (side, occupied) = (position.side, position.occupied());
    if position.attackers(position.king(side), side.other(), occupied).count_ones() > 2 {
        // No move gives three checks: the other reader refuses such a board.
        return;
    }
    let board = Board::from_fen(&fen, false).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let ours = moves(position);
    let theirs: Vec<_> = other_moves(&board);
    let our_set: BTreeSet<_> = ours.iter().map(uci).collect();
    let their_set: BTreeSet<_> = theirs.iter().map(|&mv| display_uci_move(&board, mv).to_string()).collect();
    assert_eq!(our_set, their_set, "{fen}");
    assert_eq!(our_set.len(), ours.len(), "{fen}: a move comes twice");
    assert_eq!(count_moves(position) as usize, ours.len(), "{fen}");
    assert_eq!(has_legal_move(position), !ours.is_empty(), "{fen}");
    assert_eq!(position.in_check(position.side), !board.checkers().is_empty(), "{fen}");
    for mv in &ours {
        let text = uci(mv);
        let their = *theirs.iter().find(|&&mv| display_uci_move(&board, mv).to_string() == text).unwrap();
        let mut after = board.clone();
        after.play(their);
        let played = play(position, *mv);
        assert_eq!(Chess::fen(&played), other_fen(&after), "{fen} {text}");
        assert!(played.is_legal(), "{fen} {text}");
        check_account(position, mv, &played);
        assert_eq!(Chess::move_text(position, mv), display_san_move(&board, their).to_string(), "{fen} {text}");
    }
}

/// What a move says of itself.
fn check_account(before: &Position, mv: &Move, after: &Position) {
    let lost = before.occupied().count_ones() - after.occupied().count_ones();
    assert_eq!(mv.is_capture(), lost == 1);
    assert_eq!(before.kind_on(mv.from), Some(mv.kind));
    assert_eq!(after.kind_on(mv.to), Some(mv.promotion.unwrap_or(mv.kind)));
    if !mv.en_passant {
        assert_eq!(before.kind_on(mv.to), mv.captured);
    }
    let moved = (before.pieces(before.side) ^ after.pieces(before.side)).count_ones();
    assert_eq!(moved, if mv.is_castling() { 4 } else { 2 });
    assert!(after.en_passant.is_none() || mv.is_double_step());
}

fn retreats(position: &Position) -> Vec<Position> {
    let mut before = Vec::new();
    for_each_retreat(position, |position| before.push(position));
    before
}

fn bare(position: &Position) -> Position {
    Position { castling: Castling::NONE, en_passant: None, ..*position }
}

/// Quiet moves and moves taken back are the same pairs of positions.
fn check_retreats(position: &Position) {
    for mv in moves(position).into_iter().filter(Move::is_quiet) {
        let after = play(position, mv);
        let found = retreats(&after).into_iter().filter(|before| *before == bare(position)).count();
        assert_eq!(found, 1, "{} {}", Chess::fen(position), uci(&mv));
    }
    let position = &bare(position);
    let found = retreats(position);
    for before in &found {
        assert!(before.is_legal(), "{}", Chess::fen(before));
        let back = moves(before).into_iter().filter(|mv| mv.is_quiet() && play(before, *mv) == *position).count();
        assert_eq!(back, 1, "{} from {}", Chess::fen(position), Chess::fen(before));
    }
    let distinct: std::collections::HashSet<_> = found.iter().collect();
    assert_eq!(distinct.len(), found.len());
}

/// Values do not depend on colour, nor on left and right.
fn check_symmetries(position: &Position) {
    let exchanged = position.colours_exchanged();
    assert_eq!(exchanged.colours_exchanged(), *position);
    assert_eq!(count_moves(&exchanged), count_moves(position), "{}", Chess::fen(position));
    let without_castling = Position { castling: Castling::NONE, ..*position };
    let mirrored = without_castling.mirrored();
    assert_eq!(mirrored.mirrored(), without_castling);
    assert_eq!(count_moves(&mirrored), count_moves(&without_castling), "{}", Chess::fen(position));
    if position.kinds[Kind::Pawn as usize] == 0 {
        for symmetry in Symmetry::ALL {
            let moved = symmetry.position(position);
            assert_eq!(symmetry.inverse().position(&moved), without_castling);
            assert_eq!(count_moves(&moved), count_moves(&without_castling), "{} {symmetry:?}", Chess::fen(position));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_go_as_elsewhere(start in 0..LIVELY.len(), choices in choices(160)) {
        for position in game(Chess::parse_fen(LIVELY[start]).unwrap(), &choices) {
            compare(&position);
        }
    }

    #[test]
    fn games_are_taken_back_and_turned_round(start in 0..LIVELY.len(), choices in choices(60)) {
        for position in game(Chess::parse_fen(LIVELY[start]).unwrap(), &choices) {
            check_retreats(&position);
            check_symmetries(&position);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn endings_go_as_elsewhere(position in positions(5)) {
        compare(&position);
        for mv in moves(&position) {
            let after = play(&position, mv);
            if after.en_passant.is_some() {
                compare(&after);
            }
        }
    }

    #[test]
    fn endings_are_taken_back_and_turned_round(position in positions(4)) {
        check_retreats(&position);
        check_symmetries(&position);
    }
}

/// The legal moves of a position, sorted, as texts.
fn texts(fen: &str) -> Vec<String> {
    let position = Chess::parse_fen(fen).unwrap();
    let mut texts: Vec<_> = moves(&position).iter().map(|mv| Chess::move_text(&position, mv)).collect();
    texts.sort();
    texts
}

#[test]
fn en_passant_must_not_uncover_the_king() {
    // Both pawns leave the fifth rank.
    assert!(!texts("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1").contains(&"exd6".to_owned()));
    // Along the file or a diagonal the capturing pawn may be pinned alone.
    assert!(texts("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1").iter().all(|text| text != "exd6"));
    assert!(texts("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1").contains(&"exd6".to_owned()));
    // The captured pawn is the one that gives check, and taking it is an answer.
    assert!(texts("8/8/8/3pP3/4K3/8/8/7k w - d6 0 1").contains(&"exd6".to_owned()));
    // It gives check, but another piece does, too.
    let position = Chess::parse_fen("7k/8/8/3pP3/4K2r/8/8/8 w - d6 0 1").unwrap();
    assert_eq!(position.en_passant, None);
}

#[test]
fn a_capture_en_passant_that_is_not_legal_leaves_no_trace() {
    let before = Chess::parse_fen("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1").unwrap();
    let after = Chess::play(&before, &Chess::parse_move(&before, "e4").unwrap());
    assert_eq!(after.en_passant, None);
    let before = Chess::parse_fen("8/8/8/k7/3p4/8/4P3/4K3 w - - 0 1").unwrap();
    let after = Chess::play(&before, &Chess::parse_move(&before, "e4").unwrap());
    assert_eq!(after.en_passant, Some(20));
}

#[test]
fn castling_asks_for_free_and_safe_squares() {
    let castlings = |fen: &str| {
        let texts = texts(fen);
        (
            texts.iter().any(|text| text.starts_with("O-O") && !text.starts_with("O-O-O")),
            texts.iter().any(|text| text.starts_with("O-O-O")),
        )
    };
    assert_eq!(castlings("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (true, true));
    assert_eq!(castlings("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"), (false, true));
    assert_eq!(castlings("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1"), (false, false), "in check");
    assert_eq!(castlings("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (true, false), "through check");
    assert_eq!(castlings("1r2k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (false, true), "into check; b1 does not matter");
    assert_eq!(castlings("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1"), (false, false), "something stands between");
}

#[test]
fn mate_loses_and_stalemate_draws() {
    for (fen, value) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Wdl::Loss),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Wdl::Draw),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Wdl::Loss),
    ] {
        let position = Chess::parse_fen(fen).unwrap();
        assert!(!has_legal_move(&position), "{fen}");
        assert_eq!(Chess::value_without_moves(&position), value, "{fen}");
    }
}
