//! What slices cost, game by game: data. Written by `fit prices` (benches/README.md); not edited by hand.

use dambase_rules::{GameId, GameRules};

use super::price::Prices;

/// The prices of a game.
pub fn prices<G: GameRules>() -> &'static Prices {
    let at = PRICES.iter().position(|(id, _)| *id == G::ID);
    &PRICES[at.unwrap_or(0)].1
}

/// The best time of the probe of speed (`speed.rs`) on the machine that prices were measured on, in seconds.
pub const REFERENCE_SECONDS: f64 = 0.01;

const PRICES: [(GameId, Prices); 1] = [(
    GameId::Russian,
    Prices {
        exact_ns: [100.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        ignored_ns: [100.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        ruled_ns: [100.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        layer_ns: 1000.0,
        write_ns: [10.0, 30.0, 30.0],
        byte_ns: 100.0,
        table_ms: [5.0, 5.0, 5.0],
        read_ns: [10.0, 10.0],
        log_bytes: [
            [-2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [-2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [-2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        ],
    },
)];
