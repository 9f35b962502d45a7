//! What the oracle says of the values of Artamonov's draughts to three pieces: figures for others to check against.

mod artamonov_oracle;

use artamonov_oracle::naive::{Piece, STOP_PLIES, Solution, Stopped, Value};
use artamonov_oracle::{position, state};
use dambase_rules::GameRules;
use dambase_rules::artamonov::{Artamonov, fen};

/// Of one material, both sides to move, every piece barred or none.
struct Figures {
    kings: u32,
    men: u32,
    /// Wins, draws and losses of the side to move.
    wdl: [u32; 3],
    /// A longest win and a longest loss, in plies.
    longest: [(u16, &'static str); 2],
    /// What draws become by rule 4-15 with no ply counted: wins, draws and losses by the lead of the side to move.
    stopped: &'static [(i8, [u32; 3])],
}

const FIGURES: [Figures; 9] = [
    Figures { kings: 1, men: 0, wdl: [64, 0, 64], longest: [(1, "W:Ka1"), (0, "W:Ka1:Xa1")], stopped: &[] },
    Figures { kings: 0, men: 1, wdl: [56, 0, 72], longest: [(1, "W:Ma1"), (0, "W:Ma1:Xa1")], stopped: &[] },
    Figures {
        kings: 2,
        men: 0,
        wdl: [642, 2328, 6],
        longest: [(3, "W:Kb2,a1:Xa1"), (2, "W:Kh8,a1")],
        stopped: &[(-2, [0, 0, 2328]), (0, [0, 2328, 0]), (2, [2328, 0, 0])],
    },
    Figures {
        kings: 1,
        men: 1,
        wdl: [3556, 1042, 1354],
        longest: [(7, "W:Mc7:Ka1"), (8, "W:Me1:Ka1:Xa1")],
        stopped: &[(-2, [0, 0, 1042]), (0, [0, 1042, 0]), (2, [1042, 0, 0])],
    },
    Figures {
        kings: 0,
        men: 2,
        wdl: [1198, 1224, 554],
        longest: [(13, "W:Mf8,b4"), (12, "W:Mb4,a1:Xb4")],
        stopped: &[(-2, [0, 0, 1224]), (0, [0, 1224, 0]), (2, [1224, 0, 0])],
    },
    Figures {
        kings: 3,
        men: 0,
        wdl: [6028, 33304, 348],
        longest: [(3, "W:Kh8,a1,c1"), (4, "W:Kd4,c3,b2")],
        stopped: &[(-3, [0, 0, 33304]), (-1, [0, 16084, 17220]), (1, [33120, 184, 0]), (3, [33304, 0, 0])],
    },
    Figures {
        kings: 2,
        men: 1,
        wdl: [41194, 75310, 2536],
        longest: [(13, "W:Mh6:Ke7,e1:Xe7"), (12, "W:Ma3:Kd2,e1:Xe1")],
        stopped: &[(-3, [0, 0, 75310]), (-1, [0, 38740, 36570]), (1, [64612, 10698, 0]), (3, [75310, 0, 0])],
    },
    Figures {
        kings: 1,
        men: 2,
        wdl: [64504, 41280, 13256],
        longest: [(17, "W:Mg7,b6:Kh2"), (18, "W:Me3,a1:Ke1:Xe1")],
        stopped: &[(-3, [0, 0, 41280]), (-1, [0, 22436, 18844]), (1, [30998, 10282, 0]), (3, [41280, 0, 0])],
    },
    Figures {
        kings: 0,
        men: 3,
        wdl: [11806, 24280, 3594],
        longest: [(23, "W:Md8,h8,a3"), (22, "W:Mf4,a1,c1:Xf4")],
        stopped: &[(-3, [0, 0, 24280]), (-1, [0, 10350, 13930]), (1, [19746, 4534, 0]), (3, [24280, 0, 0])],
    },
];

/// Wins, draws and losses are 0, 1 and 2.
fn wdl(value: Value) -> usize {
    match value {
        Value::Win(_) => 0,
        Value::Draw => 1,
        Value::Loss(_) => 2,
    }
}

#[test]
fn values_to_three_pieces() {
    let solution = Solution::up_to(3);
    let stopped = Stopped::new(&solution);
    for figures in &FIGURES {
        let material = format!("{} kings, {} men", figures.kings, figures.men);
        let mut counts = [0; 3];
        let mut longest = [0; 3];
        let mut results: Vec<[u32; 3]> = vec![[0; 3]; figures.stopped.len()];
        for state in &solution.states {
            if state.places_of(Piece::King).count() != figures.kings as usize
                || state.places_of(Piece::Man).count() != figures.men as usize
            {
                continue;
            }
            let value = solution.value(state);
            counts[wdl(value)] += 1;
            if let Value::Win(plies) | Value::Loss(plies) = value {
                let most = &mut longest[wdl(value)];
                *most = plies.max(*most);
            }
            for ((difference, _), results) in figures.stopped.iter().zip(&mut results) {
                let result = stopped.result(state, 0, *difference);
                if value == Value::Draw {
                    results[(1 - result) as usize] += 1;
                } else {
                    // No win is longer than the 30 plies, so the rule spoils none that has all of them before it.
                    assert_eq!(result, if wdl(value) == 0 { 1 } else { -1 }, "{state:?}");
                }
            }
        }
        assert_eq!(counts, figures.wdl, "{material}");
        for (difference, expected) in figures.stopped {
            let found = results.remove(0);
            assert_eq!(found, *expected, "{material}, difference {difference}");
        }
        for ((plies, text), which) in figures.longest.into_iter().zip([0, 2]) {
            assert_eq!(longest[which], plies, "{material}");
            let value = solution.value(&state(&fen::read(text).unwrap().position));
            assert!(wdl(value) == which && matches!(value, Value::Win(n) | Value::Loss(n) if n == plies), "{text}");
        }
    }
}

#[test]
fn values_have_the_shape_the_rules_give_them() {
    let solution = Solution::up_to(2);
    let stopped = Stopped::new(&solution);
    for here in &solution.states {
        // Nobody's pieces: the board turned is worth the same (A10).
        let turned = state(&position(here).turned());
        let value = solution.value(here);
        assert_eq!(value, solution.value(&turned));
        if here.pieces() == 1 && here.barred.is_some() {
            // A5: the only piece is barred.
            assert_eq!(value, Value::Loss(0), "{}", Artamonov::fen(&position(here)));
        }
        for count in 0..STOP_PLIES {
            for difference in -3..=3 {
                let result = stopped.result(here, count, difference);
                assert_eq!(result, stopped.result(&turned, count, difference));
                // To have taken more is never worse.
                assert!(difference == -3 || stopped.result(here, count, difference - 1) <= result);
                match value {
                    Value::Win(plies) if usize::from(plies) + count <= STOP_PLIES => assert_eq!(result, 1),
                    Value::Loss(plies) if usize::from(plies) + count <= STOP_PLIES => assert_eq!(result, -1),
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn the_ply_that_stops_the_game_may_still_win_it() {
    let solution = Solution::up_to(2);
    let stopped = Stopped::new(&solution);
    // A win in exactly seven plies: with 23 counted it comes at the thirtieth, with 24 the lead decides before.
    let here = state(&fen::read("W:Mc7:Ka1").unwrap().position);
    assert_eq!(solution.value(&here), Value::Win(7));
    for (count, difference, result) in [(23, -2, 1), (23, 2, 1), (24, -2, -1), (24, 0, 0), (24, 2, 1), (29, -2, -1)] {
        assert_eq!(stopped.result(&here, count, difference), result, "{count} plies, difference {difference}");
    }
}
