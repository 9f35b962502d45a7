//! Measures what slices cost, and fits the prices of `dambase plan` to that (benches/README.md).

#[path = "fit/held_out.rs"]
mod held_out;
#[path = "fit/least_squares.rs"]
mod least_squares;
#[path = "fit/measure.rs"]
mod measure;
#[path = "fit/prices.rs"]
mod prices;
#[path = "fit/print.rs"]
mod print;
#[path = "fit/record.rs"]
mod record;

use std::path::Path;

use measure::{Request, run};
use record::{Record, parse_metrics};

const USAGE: &str = "usage: fit heading | fit measure GAME (PIECES | MATERIAL,...) METRIC,... THREADS FOLDER [DRAW_RULES] \
                     | fit prices FILE... | fit compare FILE...";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["heading"] => println!("{}", record::HEADING),
        ["measure", game, what, metrics, threads, folder, ref rules @ ..] if rules.len() < 2 => {
            let game: dambase_rules::GameId = game.parse().expect("a game");
            let pieces = what.parse().ok();
            run(&Request {
                game,
                pieces,
                materials: if pieces.is_some() { Vec::new() } else { what.split(',').map(str::to_owned).collect() },
                metrics: parse_metrics(metrics).expect("metrics"),
                draw_rules: rules.first().map(|&rules| rules.to_owned()),
                threads: threads.parse().expect("a number of threads"),
                folder: Path::new(folder).join(game.info().tables.name()),
            });
        }
        ["prices", ref files @ ..] => {
            let (_, fitted) = parted(files);
            let reference = fitted.iter().map(|record| record.probe_seconds).fold(f64::INFINITY, f64::min);
            print::print_prices(&prices::fit(&fitted), reference);
        }
        ["compare", ref files @ ..] => {
            let (held_out, fitted) = parted(files);
            let prices = prices::fit(&fitted);
            print::compare(&prices, &held_out);
            print::compare_by_game(&prices, &fitted);
        }
        _ => {
            eprintln!("{USAGE}");
            std::process::exit(2);
        }
    }
}

/// The records of these files, the best of each piece of work: those held out, and those that prices are fitted to.
fn parted(files: &[&str]) -> (Vec<Record>, Vec<Record>) {
    prices::best(records(files)).into_iter().partition(held_out::is_held_out)
}

/// The records of these files.
fn records(files: &[&str]) -> Vec<Record> {
    let mut records = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let lines = text.lines().filter(|line| *line != record::HEADING);
        records.extend(lines.map(|line| line.parse::<Record>().unwrap_or_else(|error| panic!("{file}: {error}"))));
    }
    records
}
