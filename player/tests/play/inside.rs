//! Inside the tables.

use std::sync::{Arc, OnceLock};

use dambase_player::{Limits, Playable, Player, Worth};
use dambase_prober::{Metric, Tablebase, Value};
use dambase_rules::chess::Chess;
use dambase_rules::draughts::games::{English, Russian, RussianGiveaway};
use dambase_rules::draw::Clocks;
use dambase_rules::{Game, GameRules, Outcome, Wdl};

use crate::common::{self, LAYOUT, options as open_options};
use crate::support::{asked, depth, golden_tables, options};

/// Plays both sides, each by its tables; the game must be over in just as many plies as the table says, and won.
fn plays_out<G: Playable>(player: &mut Player<G>, tables: &Tablebase<G>, fen: &str, rules: bool) -> usize {
    let rules = if rules { G::draw_rules().first() } else { None };
    let mut game = Game::<G>::from_fen(rules, fen).unwrap();
    let Value::Win(plies) = tables.probe_dtw(game.position()).unwrap() else { panic!("{fen} is not won") };
    let winner = game.side_to_move();
    for ply in 0..usize::from(plies) {
        let (answer, report) = asked(player, &game, &depth(1));
        let left = u32::from(plies) - ply as u32;
        let expected = if ply % 2 == 0 { Worth::WinIn(left) } else { Worth::LossIn(left) };
        assert_eq!(report.unwrap().worth, expected, "{fen}");
        game.push(&answer.unwrap().mv);
    }
    assert_eq!(game.status().end().map(|end| end.outcome), Some(Outcome::Win(winner)), "{fen}");
    assert_eq!(asked(player, &game, &depth(1)).0, None);
    plies.into()
}

#[test]
fn mates_come_in_as_many_plies_as_the_tables_say() {
    let tables = golden_tables::<Chess>();
    let mut player = Player::new(Arc::clone(&tables), &options());
    for rules in [false, true] {
        // The longest mates of these materials: 16 and 10 moves.
        assert_eq!(plays_out(&mut player, &tables, "8/8/8/8/8/8/2k5/K6R w - - 0 1", rules) % 2, 1);
        plays_out(&mut player, &tables, "8/8/8/3k4/8/8/8/KR6 w - - 0 1", rules);
        plays_out(&mut player, &tables, "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1", rules);
        plays_out(&mut player, &tables, "8/8/8/8/8/4K3/4P3/7k w - - 0 1", rules);
    }
}

/// Russian, three kings against one and all it depends on.
fn russian() -> &'static common::Solved<Russian> {
    static SOLVED: OnceLock<common::Solved<Russian>> = OnceLock::new();
    SOLVED.get_or_init(|| common::solve::<Russian>(&["KKKvK"]))
}

#[test]
fn three_kings_beat_one_in_the_plies_of_the_table() {
    let solved = russian();
    let tables = Arc::new(common::open_all(solved));
    let mut player = Player::new(Arc::clone(&tables), &options());
    let (slice, values) = &solved.slices[&common::key::<Russian>("KKKvK")];
    let longest = values.iter().filter_map(|value| value.plies().filter(|_| value.wdl() == Wdl::Win)).max().unwrap();
    let mut left = 3;
    for (index, value) in values.iter().enumerate() {
        if *value == Value::Win(longest) && left > 0 {
            left -= 1;
            let position = dambase_format::SliceIndex::position_at(slice, index as u64).unwrap();
            let fen = Russian::fen(&position);
            assert_eq!(plays_out(&mut player, &tables, &fen, false), usize::from(longest));
        }
    }
    assert_eq!(left, 0);
}

/// Without depths a win is a search's to find, and no win is let go.
#[test]
fn without_depths_a_win_is_still_won() {
    let solved = russian();
    let files = solved.files(&[Metric::Wdl], LAYOUT);
    let tables = Arc::new(common::open::<Russian>(&files, 1 << 20));
    let mut player = Player::new(Arc::clone(&tables), &options());
    for fen in ["W:WKa1,Kc3,Ke1:BKh8", "W:WKb4,Kd4,Kf4:BKa3"] {
        let mut game = Game::<Russian>::from_fen(None, fen).unwrap();
        let mut plies = 0;
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        while game.status().end().is_none() {
            let won = tables.probe_wdl(game.position()).unwrap();
            assert_eq!(won, if plies % 2 == 0 { Wdl::Win } else { Wdl::Loss });
            let mv = asked(&mut player, &game, &limits).0.unwrap().mv;
            game.push(&mv);
            plies += 1;
            assert!(plies < 200, "{fen}: no progress");
        }
    }
    let _ = open_options;
}

#[test]
fn a_win_that_repetition_would_draw_is_won_another_way() {
    let tables = golden_tables::<English>();
    let mut player = Player::new(Arc::clone(&tables), &options());
    // Two to one is not in these tables; king against man is.
    let fen = won::<English>(&tables, "KvM");
    let mut game = Game::<English>::from_fen(English::draw_rules_named(None).ok(), &fen).unwrap();
    let mut plies = 0;
    while game.status().end().is_none() {
        let mv = asked(&mut player, &game, &depth(4)).0.unwrap().mv;
        game.push(&mv);
        plies += 1;
        assert!(plies < 80);
    }
    assert!(matches!(game.status().end().unwrap().outcome, Outcome::Win(_)));

    // Chess: a winner who has gone to and fro finds another way the third time.
    let tables = golden_tables::<Chess>();
    let mut player = Player::new(Arc::clone(&tables), &options());
    let mut game =
        Game::<Chess>::from_fen(Chess::draw_rules_named(None).ok(), "8/8/8/3k4/8/8/8/KR6 w - - 0 1").unwrap();
    for text in ["Rb2", "Ke5", "Rb1", "Kd5", "Rb2", "Ke5", "Rb1", "Kd5"] {
        game.play(text, None).unwrap();
    }
    let mut moves = 0;
    while game.status().end().is_none() {
        let mv = asked(&mut player, &game, &depth(1)).0.unwrap().mv;
        game.push(&mv);
        moves += 1;
        assert!(game.occurrences() < 3, "it repeats");
        assert!(moves < 60);
    }
    assert!(matches!(game.status().end().unwrap().outcome, Outcome::Win(_)));
}

/// A won position of a material.
fn won<G: Playable>(tables: &Tablebase<G>, material: &str) -> String {
    let slice = G::slice(G::parse_material(material).unwrap()).unwrap();
    let len = dambase_format::SliceIndex::len(&slice);
    let positions = (0..len).filter_map(|index| dambase_format::SliceIndex::position_at(&slice, index));
    let best = positions.max_by_key(|position| match tables.probe_dtw(position) {
        Ok(Value::Win(plies)) => plies,
        _ => 0,
    });
    G::fen(&best.unwrap())
}

#[test]
fn who_loses_takes_a_repetition_that_saves_him() {
    let tables = golden_tables::<Chess>();
    let mut player = Player::new(Arc::clone(&tables), &options());
    let mut game =
        Game::<Chess>::from_fen(Chess::draw_rules_named(None).ok(), "8/8/8/3k4/8/8/8/KR6 w - - 0 1").unwrap();
    for text in ["Rb2", "Ke5", "Rb1", "Kd5", "Rb2", "Ke5", "Rb1"] {
        game.play(text, None).unwrap();
    }
    let mv = asked(&mut player, &game, &depth(1)).0.unwrap().mv;
    assert_eq!(Chess::move_text(game.position(), &mv), "Kd5");
}

/// Who could claim a draw is not told of a mate, but for one on the move; a move is played all the same.
#[test]
fn what_can_be_claimed_is_a_draw() {
    let tables = golden_tables::<Chess>();
    let mut player = Player::new(Arc::clone(&tables), &options());
    let rules = Chess::draw_rules_named(None).ok();
    type Case = (&'static str, fn(Worth) -> bool);
    let cases: [Case; 4] = [
        ("8/8/8/3k4/8/8/8/KR6 w - - 40 1", |worth| matches!(worth, Worth::WinIn(2..))),
        ("8/8/8/3k4/8/8/8/KR6 w - - 149 140", |worth| worth == Worth::Draw),
        ("8/8/8/3k4/8/8/8/KR6 b - - 120 140", |worth| worth == Worth::Draw),
        ("7k/8/6K1/8/8/8/8/R7 w - - 149 140", |worth| worth == Worth::WinIn(1)),
    ];
    for (fen, is_expected) in cases {
        let game = Game::<Chess>::from_fen(rules, fen).unwrap();
        let (answer, report) = asked(&mut player, &game, &depth(1));
        assert!(answer.is_some());
        let worth = report.unwrap().worth;
        assert!(is_expected(worth), "{fen}: {worth:?}");
    }
}

#[test]
fn giveaway_is_won_by_giving_away() {
    let tables = golden_tables::<RussianGiveaway>();
    let mut player = Player::new(Arc::clone(&tables), &options());
    for material in ["KvM", "KvK", "MvM"] {
        let fen = won(&tables, material);
        plays_out(&mut player, &tables, &fen, false);
    }
}

#[test]
fn a_way_into_the_tables_is_found_from_outside() {
    let tables = golden_tables::<Chess>();
    let mut player = Player::new(tables, &options());
    // Two more pieces than the tables have: taking the queen leaves a rook against a king.
    let game = Game::<Chess>::from_fen(None, "8/8/8/3k4/8/8/q7/KR6 w - - 0 1").unwrap();
    let (answer, report) = asked(&mut player, &game, &depth(3));
    let report = report.unwrap();
    assert_eq!(Chess::move_text(game.position(), &answer.unwrap().mv), "Kxa2");
    assert!(matches!(report.worth, Worth::WinIn(_)) && report.table_hits > 0, "{report:?}");
}
