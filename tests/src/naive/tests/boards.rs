//! Geometry, set-up and the counts of boards.

use crate::naive::board::{place, square_of};
use crate::naive::{Cell, Material, NaiveGame, Position, Side, read_fen};

#[test]
fn squares_and_places_agree() {
    for game in NaiveGame::all() {
        for square in 1..=game.squares() {
            assert_eq!(square_of(game, place(game, square)), square, "{}", game.id());
        }
    }
}

/// Rules.md 1.1: the corners of the numbering, as row from the top and column from the left.
#[test]
fn numbering_of_the_corners() {
    // 1=b8, 4=h8, 5=a7, 29=a1, 32=g1.
    for (square, at) in [(1, (0, 1)), (4, (0, 7)), (5, (1, 0)), (29, (7, 0)), (32, (7, 6))] {
        assert_eq!(place(NaiveGame::Russian, square), at);
    }
    // Italian: 1=a8, 32=h1.
    for (square, at) in [(1, (0, 0)), (4, (0, 6)), (5, (1, 1)), (29, (7, 1)), (32, (7, 7))] {
        assert_eq!(place(NaiveGame::Italian, square), at);
    }
    // 10x8: 1=b8, 5=j8, 36=a1, 40=i1.
    for (square, at) in [(1, (0, 1)), (5, (0, 9)), (36, (7, 0)), (40, (7, 8))] {
        assert_eq!(place(NaiveGame::Spancireti, square), at);
    }
    for (square, at) in [(1, (0, 1)), (5, (0, 9)), (46, (9, 0)), (50, (9, 8))] {
        assert_eq!(place(NaiveGame::International, square), at);
    }
    for (square, at) in [(1, (0, 1)), (6, (0, 11)), (67, (11, 0)), (72, (11, 10))] {
        assert_eq!(place(NaiveGame::Canadian, square), at);
    }
}

/// The start FENs of rules.md 2-12.
#[test]
fn start_positions() {
    for game in NaiveGame::all() {
        let fen = match game {
            NaiveGame::International | NaiveGame::InternationalGiveaway => "W:W31-50:B1-20",
            NaiveGame::Canadian => "W:W43-72:B1-30",
            NaiveGame::English => "B:W21-32:B1-12",
            NaiveGame::Spancireti => "W:W26-40:B1-15",
            _ => "W:W21-32:B1-12",
        };
        assert_eq!(Position::start(game), read_fen(game, fen), "{}", game.id());
    }
}

#[test]
fn pieces_come_back() {
    let pieces = [(3, Cell::BlackMan), (17, Cell::WhiteKing), (18, Cell::WhiteMan), (32, Cell::BlackKing)];
    let pos = Position::from_pieces(NaiveGame::Brazilian, Side::Black, &pieces);
    assert_eq!(pos.pieces(), pieces);
    assert_eq!(pos.material(), Material::new(1, 1, 1, 1));
    assert_eq!(pos, read_fen(NaiveGame::Brazilian, "B:WK17,18:B3,K32"));
}

#[test]
#[should_panic(expected = "a man on its last row")]
fn no_man_on_its_last_row() {
    let _ = Position::from_pieces(NaiveGame::Russian, Side::White, &[(4, Cell::WhiteMan)]);
}

#[test]
#[should_panic(expected = "named twice")]
fn no_square_twice() {
    let _ = Position::from_pieces(NaiveGame::Russian, Side::White, &[(9, Cell::WhiteMan), (9, Cell::BlackMan)]);
}

fn assert_boards(game: NaiveGame, pieces: usize, expected: u64) {
    let counts = Material::all(pieces).into_iter().map(|material| material.count_boards(game));
    assert_eq!(counts.sum::<u64>(), expected, "{} with {pieces} pieces", game.id());
}

/// Design.md 4, one side to move.
#[test]
fn counts_of_boards() {
    for (game, two, three) in [
        (NaiveGame::Russian, 3_488, 196_032),
        (NaiveGame::Italian, 3_488, 196_032),
        (NaiveGame::Spancireti, 5_485, 390_540),
        (NaiveGame::International, 8_845, 806_300),
        (NaiveGame::Canadian, 18_780, 2_518_980),
    ] {
        assert_boards(game, 2, two);
        assert_boards(game, 3, three);
    }
    assert_boards(NaiveGame::English, 4, 6_209_316);
    assert_boards(NaiveGame::Spancireti, 4, 15_787_360);
}
