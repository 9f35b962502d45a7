//! How long probes take: medians and 99th percentiles over random positions of all tables in a folder (benches/README.md).

#[path = "probes/clock.rs"]
mod clock;
#[path = "probes/positions.rs"]
mod positions;
#[path = "probes/rows.rs"]
mod rows;

use std::path::Path;

use dambase_rules::{GameId, with_game};

const USAGE: &str = "usage: probes GAME FOLDER [POSITIONS]";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (game, folder, count) = match args[..] {
        [game, folder] => (game, folder, 200_000),
        [game, folder, count] => (game, folder, count.parse().expect("a number of positions")),
        _ => {
            eprintln!("{USAGE}");
            std::process::exit(2);
        }
    };
    let game: GameId = game.parse().expect("a game");
    with_game!(game, G => rows::run::<G>(Path::new(folder), count));
}
