//! What slices cost, game by game: data, as `fit prices` writes it (benches/README.md). So far one rate a family, from whole runs
//! (benches/results.md): good for sums, not for single slices.

use dambase_rules::{GameId, GameRules};

use super::price::Prices;

/// The prices of a game.
pub fn prices<G: GameRules>() -> &'static Prices {
    let at = PRICES.iter().position(|(id, _)| *id == G::ID);
    &PRICES[at.unwrap_or(0)].1
}

/// The best time of the probe of speed (`speed.rs`) on the machine that prices were measured on, in seconds.
pub const REFERENCE_SECONDS: f64 = 0.14;

const PRICES: [(GameId, Prices); 2] = [
    (
        GameId::Russian,
        Prices {
            exact_ns: [95.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            ignored_ns: [85.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            ruled_ns: [330.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            layer_ns: 1000.0,
            write_ns: [35.0, 45.0, 30.0],
            byte_ns: 0.0,
            table_ms: [35.0, 5.0, 5.0],
            read_ns: [120.0, 120.0],
            log_bytes: [
                [-3.7, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                [-1.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                [-2.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            ],
        },
    ),
    (
        GameId::Chess,
        Prices {
            exact_ns: [52.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            ignored_ns: [48.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            ruled_ns: [48.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            layer_ns: 1000.0,
            write_ns: [45.0, 140.0, 110.0],
            byte_ns: 0.0,
            table_ms: [35.0, 80.0, 80.0],
            read_ns: [60.0, 60.0],
            log_bytes: [
                [-4.3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                [-1.7, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                [-2.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            ],
        },
    ),
];
