//! Inside tables that the generator has made, with values under draw rules.

use std::sync::Arc;

use dambase_format::{SliceIndex, SliceKey, TableGame};
use dambase_generator::{ClockedSolvable, Options, Progress, generate, generate_under_rules};
use dambase_player::{Playable, Player, Worth};
use dambase_prober::{Metric, OpenOptions, Tablebase, Value};
use dambase_rules::draughts::games::{International, Spancireti};
use dambase_rules::draw::{Clocks, DrawRules};
use dambase_rules::{Game, GameRules, Outcome, Wdl};

use crate::support::{asked, depth, options};

struct Silent;

impl Progress for Silent {}

/// The tables of a material and of all it depends on, with values under the rules.
fn tables<G: ClockedSolvable + Playable>(material: &str, rules: &'static DrawRules) -> (SliceKey, Arc<Tablebase<G>>) {
    let folder = tempfile::tempdir().unwrap();
    let key = G::parse_material(material).unwrap();
    let options = Options {
        folder: folder.path().join(G::ID.name()),
        metrics: Metric::THEORY.to_vec(),
        threads: None,
        memory_bytes: None,
    };
    generate::<G>(&[key], &options, &Silent).unwrap();
    generate_under_rules::<G>(&[key], rules, &options, &Silent).unwrap();
    // Open files outlive their names.
    (key, Arc::new(Tablebase::open(&[folder.path()], &OpenOptions::default()).unwrap()))
}

/// The plies of the game that both sides play by their tables, which somebody wins.
fn played_out<G: Playable>(player: &mut Player<G>, mut game: Game<G>) -> (usize, Outcome) {
    let begun = game.plies();
    while game.status().end().is_none() {
        let answer = asked(player, &game, &depth(1)).0.unwrap();
        game.push(&answer.mv);
        assert!(game.plies() < 200, "{}: no end", G::fen(game.position()));
    }
    (game.plies() - begun, game.status().end().unwrap().outcome)
}

#[test]
fn three_kings_beat_one_where_they_can_in_international() {
    let rules = &International::draw_rules()[0];
    let (key, tables) = tables::<International>("KKKvK", rules);
    let mut player = Player::new(Arc::clone(&tables), &options());
    let slice = International::slice(key).unwrap();
    // Of every depth a few, spread over the slice.
    let mut seen = [0; 64];
    for index in (0..slice.len()).step_by(997) {
        let Some(position) = slice.position_at(index) else { continue };
        let Value::Win(plies) = tables.probe_dtw(&position).unwrap() else { continue };
        if seen[usize::from(plies)] == 3 {
            continue;
        }
        seen[usize::from(plies)] += 1;
        let expected = (usize::from(plies), Outcome::Win(International::side_to_move(&position)));
        for rules in [None, Some(rules)] {
            let game = Game::<International>::from_position(rules, position);
            let worth = asked(&mut player, &game, &depth(1)).1.unwrap().worth;
            // How soon is told where no clock can come in between.
            let told = worth == Worth::WinIn(plies.into()) || (rules.is_some() && worth == Worth::Win);
            assert!(told, "{}: {worth:?}", International::fen(&position));
            assert_eq!(played_out(&mut player, game), expected, "{}", International::fen(&position));
        }
    }
    // No win takes more than eight moves, and this sample has one of seven.
    assert!(seen[13] > 0 && seen[17..].iter().all(|count| *count == 0), "{seen:?}");
}

/// 7.2.8 of the Russian code on the wider board: on the quickest way to the end the five moves run out first.
#[test]
fn the_quickest_way_is_left_where_draw_rules_would_spoil_it() {
    let rules = Spancireti::draw_rules_named(Some("russian-80")).unwrap();
    let (_, tables) = tables::<Spancireti>("KKKvK", rules);
    let mut player = Player::new(Arc::clone(&tables), &options());
    let fen = "W:WKg7,Ki7,Ka5:BKe7";
    let by_depth = Game::<Spancireti>::from_fen(None, fen).unwrap();
    let by_rules = Game::<Spancireti>::from_fen(Some(rules), fen).unwrap();
    assert_eq!(tables.probe_dtw(by_rules.position()).unwrap(), Value::Win(13));
    // Each way is won in its own game ...
    let mut after = |game: &Game<Spancireti>| {
        let mv = asked(&mut player, game, &depth(1)).0.unwrap().mv;
        (Spancireti::move_text(game.position(), &mv), Spancireti::play(game.position(), &mv))
    };
    let (by_depth_alone, safe) = (after(&by_depth), after(&by_rules));
    for (_, position) in [&by_depth_alone, &safe] {
        assert_eq!(tables.probe_wdl(position).unwrap(), Wdl::Loss);
    }
    let winner = by_rules.side_to_move();
    assert_eq!(played_out(&mut player, by_depth).1, Outcome::Win(winner));
    assert_eq!(played_out(&mut player, by_rules.clone()).1, Outcome::Win(winner));
    // ... and a5-b4, as quick as any, is a draw under the rules.
    let mut spoiled = by_rules;
    spoiled.play("a5-b4", None).unwrap();
    assert_eq!(tables.probe_dtw(spoiled.position()).unwrap(), Value::Loss(12));
    assert_eq!(played_out(&mut player, spoiled).1, Outcome::Draw);
    assert_ne!(safe.0, "a5-b4");
}
