mod awards;
mod edges;
mod repetition;
mod start;

use super::Game;
use crate::draughts::Draughts;
use crate::draw::{Clocks, DrawRules};

/// The set of this name.
fn rules<G: Clocks>(name: &str) -> &'static DrawRules {
    G::draw_rules_named(Some(name)).unwrap()
}

fn game<G: Draughts>(set: &str, fen: &str) -> Game<G> {
    Game::from_fen(Some(rules::<G>(set)), fen).unwrap()
}

/// Makes the moves, none of which may come after the end.
#[track_caller]
fn play<G: Draughts>(game: &mut Game<G>, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

fn counter<G: Clocks>(game: &Game<G>, clock: &str) -> Option<u16> {
    game.counters().get(game.draw_rules().unwrap().clock_named(clock).unwrap())
}
