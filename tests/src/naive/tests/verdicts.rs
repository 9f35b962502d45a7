//! Verdicts against published longest wins, and against the articles on random games.

use std::collections::HashMap;

use crate::naive::{
    Cell, DrawSet, Material, NaiveGame, NaivePlayed, Position, PositionVerdicts, Side, Value, Verdicts, Wdl,
};

fn is_long() -> bool {
    std::env::var_os("DAMBASE_LONG").is_some()
}

/// All positions of a material in which White has a theoretical win to make in `longest` plies, its longest.
fn longest_wins(verdicts: &mut Verdicts, material: Material, longest: u16) -> Vec<Position> {
    let (mut found, mut most) = (Vec::new(), 0);
    verdicts.theory().for_each(material, |pos, value| {
        if let (Side::White, Value::Win(plies)) = (pos.side(), value) {
            most = most.max(plies);
            if plies == longest {
                found.push(*pos);
            }
        }
    });
    assert_eq!(most, longest);
    found
}

/// Wins, and how many of them are no longer wins with all clocks at zero.
fn spoiled(verdicts: &mut Verdicts, material: Material) -> [u64; 2] {
    let mut theory = HashMap::new();
    verdicts.theory().for_each(material, |pos, value| {
        theory.insert(*pos, Wdl::from(value));
    });
    let mut counts = [0; 2];
    verdicts.for_each(material, |verdict| {
        if theory[verdict.position] == Wdl::Win {
            counts[0] += 1;
            counts[1] += u64::from(verdict.at_zero() != Wdl::Win);
        }
    });
    counts
}

/// Rules.md 1.7: K + man v K takes 9 plies at the longest, and 5 moves each are allowed. The win comes with the
/// winner's fifth move; a ply later it comes too late.
#[test]
fn five_moves_are_enough_for_king_and_man() {
    let mut verdicts = Verdicts::new(NaiveGame::International, &["fmjd"]);
    let material = Material::new(1, 1, 0, 1);
    let wins = longest_wins(&mut verdicts, material, 9);
    assert!(!wins.is_empty());
    for pos in wins {
        for (used, expected) in [(0, Wdl::Win), (1, Wdl::Win), (2, Wdl::Draw), (9, Wdl::Draw)] {
            let counters = [("two-pieces", used), ("kings", 0)];
            assert_eq!(verdicts.verdict(0, &pos, &counters), Some(expected), "{used} used, {pos:?}");
        }
        assert_eq!(verdicts.verdict(0, &pos, &[("two-pieces", 10)]), None);
    }
    assert_eq!(spoiled(&mut verdicts, material)[1], 0);
}

/// Rules.md 1.7: 2K + man v K takes 31 plies, and 16 moves each are allowed. The way to the end gives a king up for the five moves of
/// king and man, 28 plies from the start at the latest: so four plies may have been used, and with five some are drawn.
#[test]
fn sixteen_moves_are_enough_for_two_kings_and_a_man() {
    if !is_long() {
        return;
    }
    let mut verdicts = Verdicts::new(NaiveGame::International, &["fmjd"]);
    let wins = longest_wins(&mut verdicts, Material::new(1, 2, 0, 1), 31);
    assert!(!wins.is_empty());
    let mut drawn = 0;
    for pos in wins {
        for used in 0..=4 {
            let verdict = verdicts.verdict(0, &pos, &[("three-pieces", used)]);
            assert_eq!(verdict, Some(Wdl::Win), "{used} used, {pos:?}");
        }
        drawn += usize::from(verdicts.verdict(0, &pos, &[("three-pieces", 5)]) == Some(Wdl::Draw));
    }
    assert!(drawn > 0);
}

/// Rules.md 1.7: 3K v K with the lone king on the main road takes 9 plies at the longest if the three are to move: the
/// fifth move.
#[test]
fn five_moves_are_enough_on_the_main_road() {
    if !is_long() {
        return;
    }
    let mut verdicts = Verdicts::new(NaiveGame::Russian, &["russian-code"]);
    let material = Material::new(0, 3, 0, 1);
    let road = [29, 25, 22, 18, 15, 11, 8, 4];
    let mut longest = 0;
    let mut wins = Vec::new();
    verdicts.theory().for_each(material, |pos, value| {
        let on_the_road = road.iter().any(|&square| pos.get(square) == Cell::BlackKing);
        if let (true, Side::White, Value::Win(plies)) = (on_the_road, pos.side(), value) {
            longest = longest.max(plies);
            wins.push((*pos, plies));
        }
    });
    assert_eq!(longest, 9);
    // By the moves that have been made already: how many of those won with the fifth move are drawn.
    let mut drawn = [0; 5];
    for (pos, plies) in wins {
        assert_eq!(verdicts.verdict(0, &pos, &[]), Some(Wdl::Win), "{pos:?}");
        if plies == 9 {
            for (made, drawn) in drawn.iter_mut().enumerate() {
                let verdict = verdicts.verdict(0, &pos, &[("main-road", made)]);
                assert_ne!(verdict, Some(Wdl::Loss));
                *drawn += u32::from(verdict == Some(Wdl::Draw));
            }
        }
    }
    // In all twelve the lone king takes a king before that, and what is left is another ending; not with one move left.
    assert_eq!(drawn, [0, 0, 0, 0, 12]);
}

/// In giveaway no clock runs.
#[test]
fn giveaway_is_theory() {
    let game = NaiveGame::RussianGiveaway;
    let mut verdicts = Verdicts::new(game, &["threefold"]);
    let mut found = Vec::new();
    verdicts.for_each(Material::new(1, 0, 0, 1), |pos: &PositionVerdicts| found.push((*pos.position, pos.at_zero())));
    found.sort_by_key(|(pos, _)| pos.pieces());
    for (pos, verdict) in found {
        assert_eq!(verdict, verdicts.theory().value(&pos).into());
    }
}

/// The value of a position is that of its best move, with the clocks as the articles count them over the whole
/// history. Nothing of the induction is in it but its answers.
#[test]
fn verdicts_follow_from_those_after_the_moves() {
    let games = [NaiveGame::Russian, NaiveGame::Brazilian, NaiveGame::Spancireti, NaiveGame::StopAfter];
    for game in if is_long() { &games } else { &games[3..] } {
        let mut verdicts = Verdicts::new(*game, DrawSet::names(*game));
        for (number, set) in DrawSet::names(*game).iter().enumerate() {
            let game = *game;
            let mut chance: usize = 12345;
            let mut random = |limit: usize| {
                chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (chance >> 33) % limit
            };
            let mut asked = 0;
            for _ in 0..if is_long() { 40 } else { 10 } {
                let mut pos = Position::empty(game, Side::White);
                let row = game.columns() / 2;
                pos.set(row + 1 + random(row), Cell::WhiteKing);
                pos.set(game.squares() - row - random(row), Cell::BlackKing);
                pos.set(3 * row + 1 + random(row), [Cell::WhiteMan, Cell::WhiteKing, Cell::BlackMan][random(3)]);
                let mut played = NaivePlayed::new(DrawSet::new(game, set), pos);
                while played.position().material().both_present() {
                    let now = verdicts.verdict(number, played.position(), &played.counters());
                    let has_clock_ended = played.end().is_some_and(|end| end.articles.iter().any(|id| *id != "7.2.3"));
                    if played.moves().is_empty() || has_clock_ended && !is_repetition_only(&played) {
                        assert_eq!(now, None, "{game:?} {set} {:?}", played.position());
                        break;
                    }
                    let mut best = Wdl::Loss;
                    for m in played.moves() {
                        played.play(&m);
                        let goal = played.moves().is_empty();
                        let after = if goal {
                            Wdl::Loss
                        } else if m.result.material().both_present() {
                            verdicts.verdict(number, &m.result, &played.counters()).unwrap_or(Wdl::Draw)
                        } else {
                            unreachable!("a side without pieces has no move")
                        };
                        best = match (best, after) {
                            (_, Wdl::Loss) | (Wdl::Win, _) => Wdl::Win,
                            (_, Wdl::Draw) | (Wdl::Draw, _) => Wdl::Draw,
                            (Wdl::Loss, Wdl::Win) => Wdl::Loss,
                        };
                        played.take_back();
                    }
                    let awarded = *set == "mark" && now == Some(Wdl::from(verdicts.theory().value(played.position())));
                    assert!(now == Some(best) || awarded, "{game:?} {set} {:?} {best:?}", played.position());
                    asked += 1;
                    let moves = played.moves();
                    played.play(&moves[random(moves.len())]);
                }
            }
            assert!(asked > 10);
        }
    }
}

/// Whether nothing but repetition draws the position on the board.
fn is_repetition_only(played: &NaivePlayed) -> bool {
    played.end().is_some_and(|end| end.articles.iter().all(|id| matches!(*id, "7.2.3" | "6.1" | "16 (repetition)")))
}
