//! Whole games of a player against itself, in every game.

use std::time::{Duration, Instant};

use dambase_player::{Control, GameClock, Job, Limits, Playable, Player};
use dambase_rules::Game;
use dambase_rules::artamonov::Artamonov;
use dambase_rules::chess::Chess;
use dambase_rules::draughts::games::*;

use crate::support::{asked, golden_tables, no_tables, options};

/// Every move is legal and every game comes to an end, or is long.
fn plays<G: Playable>(nodes: u64) {
    for tables in [no_tables::<G>(), golden_tables::<G>()] {
        let mut player = Player::new(tables, &options());
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut game = Game::<G>::new(G::draw_rules().first());
        let mut legal = Vec::new();
        while game.status().end().is_none() && game.plies() < 150 {
            G::legal_moves(game.position(), &mut legal);
            let (answer, report) = asked(&mut player, &game, &limits);
            let answer = answer.expect("a move");
            assert!(legal.contains(&answer.mv));
            game.push(&answer.mv);
            for mv in report.iter().flat_map(|report| report.line.first()) {
                assert!(legal.contains(mv));
            }
            if let Some(expected) = answer.expected {
                G::legal_moves(game.position(), &mut legal);
                assert!(legal.contains(&expected));
            }
        }
        assert!(game.plies() > 10, "{}", G::ID);
    }
}

#[test]
fn games_are_played_to_the_end() {
    plays::<Russian>(500);
    plays::<RussianGiveaway>(500);
    plays::<Brazilian>(500);
    plays::<International>(500);
    plays::<InternationalGiveaway>(500);
    plays::<Canadian>(500);
    plays::<English>(500);
    plays::<Italian>(500);
    plays::<Spancireti>(500);
    plays::<StopAfter>(500);
    plays::<Artamonov>(500);
    plays::<Chess>(500);
}

#[test]
fn a_clock_is_never_overstepped() {
    let mut player = Player::new(no_tables::<Chess>(), &options());
    for millis in [0, 1, 30, 100, 400] {
        let left = Duration::from_millis(millis);
        let clock = GameClock { left, certain: left, increment: Duration::ZERO, moves: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let job = Job { game: Game::<Chess>::new(None), limits, moves: Vec::new(), analyse: false };
        let began = Instant::now();
        assert!(player.think(&job, &Control::new(), &mut |_| {}).is_some());
        // A busy machine may take its time.
        assert!(began.elapsed() < left + Duration::from_millis(100), "{millis}: {:?}", began.elapsed());
    }
}
