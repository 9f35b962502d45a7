//! Published counts and longest wins of small endgames, and the definition of a value on every position.

use crate::naive::solve::{from_key, to_key};
use crate::naive::{Cell, Material, NaiveGame, Position, Side, Solver, Value, legal_moves, read_fen};

/// Wins, losses and draws of one side to move, and the longest win.
fn tally(solver: &mut Solver, material: Material, side: Side) -> ([u64; 3], u16) {
    let (mut counts, mut longest) = ([0; 3], 0);
    solver.for_each(material, |pos, value| {
        if pos.side() == side {
            match value {
                Value::Win(plies) => {
                    counts[0] += 1;
                    longest = longest.max(plies);
                }
                Value::Loss(_) => counts[1] += 1,
                Value::Draw => counts[2] += 1,
            }
        }
    });
    (counts, longest)
}

/// K v K in English draughts: the project's reference figures.
#[test]
fn english_king_against_king() {
    let mut solver = Solver::new(NaiveGame::English);
    for side in [Side::White, Side::Black] {
        assert_eq!(tally(&mut solver, Material::new(0, 1, 0, 1), side), ([230, 108, 654], 11));
    }
}

/// DCTL egdb/international.cpp, citing Michel Grimminck's statistics: a position with the longest win of its material,
/// White to move, and its plies. All materials of two and three pieces.
#[test]
fn international_longest_wins() {
    let mut solver = Solver::new(NaiveGame::International);
    for (fen, plies) in [
        ("W:W33:B2", 17),
        ("W:WK42:B22", 7),
        ("W:W10:BK46", 3),
        ("W:WK10:BK5", 3),
        ("W:W40,44:B3", 23),
        ("W:WK2,11:B45", 11),
        ("W:WK7,K30:B45", 9),
        ("W:W6,7:BK45", 7),
        ("W:WK2,6:BK50", 9),
        ("W:WK1,K7:BK50", 7),
        ("W:W21:B3,4", 33),
        ("W:WK38:B4,18", 27),
        ("W:W18:B5,K23", 17),
        ("W:WK26:B23,K42", 9),
        ("W:W14:BK10,K46", 3),
        ("W:WK10:BK5,K23", 3),
    ] {
        let pos = read_fen(NaiveGame::International, fen);
        assert_eq!(solver.value(&pos), Value::Win(plies), "{fen}");
        let (_, longest) = tally(&mut solver, pos.material(), Side::White);
        assert_eq!(longest, plies, "{fen}");
    }
    // "David & Goliath": a win of this many plies, not the longest of its material.
    assert_eq!(solver.value(&read_fen(NaiveGame::International, "W:W23:B5,6")), Value::Win(29));
    // Ed Gilbert, egdb_intl example/main.cpp: (position, win, draw or loss).
    for (fen, expected) in [
        ("B:WK2:BK26", 'd'),
        ("B:W28:BK26", 'w'),
        ("B:W31:B14", 'd'),
        ("B:WK28:BK18,K36", 'd'),
        ("B:W28:BK30,K36", 'w'),
        ("W:WK31:B23,K26", 'd'),
        ("B:W31:B13,K28", 'w'),
        ("B:WK2:B15,30", 'd'),
        ("B:W34:B17,36", 'w'),
    ] {
        let found = match solver.value(&read_fen(NaiveGame::International, fen)) {
            Value::Win(_) => 'w',
            Value::Draw => 'd',
            Value::Loss(_) => 'l',
        };
        assert_eq!(found, expected, "{fen}");
    }
}

/// What a value means, checked on every position of a material against all its successors: won in one ply more than
/// the quickest loss of the opponent; lost, if all moves lose, in one more than the slowest; else a draw.
fn assert_consistent(solver: &mut Solver, material: Material) {
    let game = solver.game();
    let mut values = Vec::new();
    solver.for_each(material, |pos, value| values.push((*pos, value)));
    for (pos, value) in values {
        let after: Vec<Value> = legal_moves(&pos).iter().map(|m| solver.value(&m.result)).collect();
        let quickest =
            after.iter().filter_map(|v| if let Value::Loss(plies) = v { Some(plies + 1) } else { None }).min();
        let slowest = after.iter().filter_map(|v| if let Value::Win(plies) = v { Some(plies + 1) } else { None }).max();
        let expected = if after.is_empty() {
            if game.without_a_move_wins() { Value::Win(0) } else { Value::Loss(0) }
        } else if let Some(plies) = quickest {
            Value::Win(plies)
        } else if after.contains(&Value::Draw) {
            Value::Draw
        } else {
            Value::Loss(slowest.expect("all moves lead to wins of the opponent"))
        };
        assert_eq!(value, expected, "{pos:?}");
    }
}

#[test]
fn values_follow_from_the_successors() {
    for game in NaiveGame::all() {
        let mut solver = Solver::new(game);
        for material in Material::all(2) {
            assert_consistent(&mut solver, material);
        }
    }
    for (game, material) in [
        (NaiveGame::RussianGiveaway, Material::new(1, 0, 2, 0)),
        (NaiveGame::English, Material::new(1, 1, 1, 0)),
        (NaiveGame::Italian, Material::new(1, 0, 1, 1)),
        (NaiveGame::StopAfter, Material::new(0, 2, 1, 0)),
    ] {
        assert_consistent(&mut Solver::new(game), material);
    }
}

/// A half turn of the board with the colours exchanged changes no value. The solver knows nothing of it.
#[test]
fn turning_the_board_changes_nothing() {
    for (game, material, turned) in [
        (NaiveGame::Russian, Material::new(1, 0, 0, 1), Material::new(0, 1, 1, 0)),
        (NaiveGame::Spancireti, Material::new(1, 0, 0, 1), Material::new(0, 1, 1, 0)),
        (NaiveGame::Italian, Material::new(0, 1, 2, 0), Material::new(2, 0, 0, 1)),
    ] {
        let mut solver = Solver::new(game);
        solver.solve(turned);
        let mut values = Vec::new();
        solver.for_each(material, |pos, value| values.push((*pos, value)));
        for (pos, value) in values {
            assert_eq!(solver.known_value(&half_turn(&pos)), Some(value), "{pos:?}");
        }
    }
}

fn half_turn(pos: &Position) -> Position {
    let game = pos.game();
    let turned: Vec<(usize, Cell)> = pos
        .pieces()
        .into_iter()
        .map(|(square, cell)| {
            let other = match cell {
                Cell::WhiteMan => Cell::BlackMan,
                Cell::WhiteKing => Cell::BlackKing,
                Cell::BlackMan => Cell::WhiteMan,
                Cell::BlackKing => Cell::WhiteKing,
                Cell::Empty => Cell::Empty,
            };
            (game.squares() + 1 - square, other)
        })
        .collect();
    Position::from_pieces(game, pos.side().other(), &turned)
}

/// S002 64P: the side that has no move wins, and the winner hurries there, too.
#[test]
fn giveaway_turns_the_goal_round() {
    let giveaway = NaiveGame::RussianGiveaway;
    let mut solver = Solver::new(giveaway);
    assert_eq!(solver.value(&read_fen(giveaway, "W:W:B12")), Value::Win(0));
    assert_eq!(solver.value(&read_fen(giveaway, "W:W29:B")), Value::Loss(1));
    // White has to take the last black piece: that loses, and wins in the base game.
    assert_eq!(solver.value(&read_fen(giveaway, "W:W18:B14")), Value::Loss(1));
    let russian = NaiveGame::Russian;
    assert_eq!(Solver::new(russian).value(&read_fen(russian, "W:W18:B14")), Value::Win(1));
}

#[test]
fn keys_come_back() {
    for game in NaiveGame::all() {
        for side in [Side::White, Side::Black] {
            Material::new(1, 0, 1, 0).for_each_board(game, side, &mut |pos| {
                assert_eq!(from_key(game, to_key(pos)), *pos);
            });
        }
    }
}
