//! Random games and positions for the tests of chess.
#![allow(dead_code, reason = "each test crate uses a part")]

use dambase_rules::Side;
use dambase_rules::chess::{Kind, Move, Position, bit, for_each_move, play};
use proptest::prelude::*;

/// The legal moves.
pub fn moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for_each_move(position, |mv| moves.push(mv));
    moves
}

/// Numbers that choose the moves of a game.
pub fn choices(plies: usize) -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 0..plies)
}

/// The positions of a game from `start` in which each number chooses a move, up to the end of either.
pub fn game(start: Position, choices: &[u16]) -> Vec<Position> {
    let mut positions = vec![start];
    for &choice in choices {
        let position = positions[positions.len() - 1];
        let moves = moves(&position);
        if moves.is_empty() {
            break;
        }
        positions.push(play(&position, moves[usize::from(choice) % moves.len()]));
    }
    positions
}

/// Legal positions with two kings and up to `most` other pieces, without castling and en passant.
pub fn positions(most: usize) -> impl Strategy<Value = Position> {
    let piece = (0u8..64, any::<bool>(), 0usize..5);
    (0u8..64, 0u8..64, any::<bool>(), proptest::collection::vec(piece, 0..=most)).prop_filter_map(
        "not a legal position",
        |(white, black, white_moves, pieces)| {
            let side = |white| if white { Side::White } else { Side::Black };
            let mut position = Position { side: side(white_moves), ..Position::EMPTY };
            let kings = [(white, true, 5), (black, false, 5)];
            for (square, white, kind) in kings.into_iter().chain(pieces) {
                if position.occupied() & bit(square) != 0 {
                    return None;
                }
                position.put(square, side(white), Kind::ALL[kind]);
            }
            position.is_legal().then_some(position)
        },
    )
}

/// Positions in which much is possible at once: castling, promotions, captures en passant, pins.
pub const LIVELY: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "3rk3/pppppppp/8/8/8/8/PPPPPPPP/3RK3 w - - 0 1",
    "1n1rk1r1/PPP3PP/8/8/8/8/ppp3pp/1N1RK1R1 w - - 0 1",
];
