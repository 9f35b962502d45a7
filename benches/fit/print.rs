//! What `fit` prints: the table of prices as it is compiled, and comparisons.

use dambase_generator::plan::{Prices, Rate};
use dambase_rules::GameId;

use crate::prices::foretold;
use crate::record::Record;

fn numbers(of: &[f64]) -> String {
    let of: Vec<String> = of.iter().map(|number| format!("{number:.3}")).collect();
    format!("[{}]", of.join(", "))
}

fn rates(of: &[Rate]) -> String {
    of.iter().map(|rate| format!("            {},\n", numbers(rate))).collect()
}

/// Prints generator/src/plan/prices.rs.
pub fn print_prices(all: &[(GameId, Prices)], reference_seconds: f64) {
    println!(
        "//! What slices cost, game by game: data. Written by `fit prices` (benches/README.md); not edited by hand."
    );
    println!();
    println!("use dambase_rules::{{GameId, GameRules}};");
    println!();
    println!("use super::price::Prices;");
    println!();
    println!("/// The prices of a game.\npub fn prices<G: GameRules>() -> &'static Prices {{");
    println!("    let prices = PRICES.iter().find(|(id, _)| *id == G::ID).map(|(_, prices)| prices);");
    println!("    prices.expect(\"every game that has tables has prices\")\n}}");
    println!();
    println!(
        "/// The best time of the probe of speed (`speed.rs`) on the machine that prices were measured on, in seconds."
    );
    println!("pub const REFERENCE_SECONDS: f64 = {reference_seconds:.6};");
    println!();
    println!("#[rustfmt::skip]\nconst PRICES: [(GameId, Prices); {}] = [", all.len());
    for (id, of) in all {
        println!("    (GameId::{id:?}, Prices {{");
        for (name, rate) in [("exact_ns", of.exact_ns), ("ignored_ns", of.ignored_ns), ("ruled_ns", of.ruled_ns)] {
            println!("        {name}: {},", numbers(&rate));
        }
        println!("        layer_ns: {:.3},", of.layer_ns);
        println!("        write_ns: {},", numbers(&of.write_ns));
        println!("        byte_ns: {:.3},", of.byte_ns);
        println!("        table_ms: {},", numbers(&of.table_ms));
        println!("        read_ns: {},", numbers(&of.read_ns));
        println!("        log_bytes: [\n{}        ],\n    }}),", rates(&of.log_bytes));
    }
    println!("];");
}

/// CPU seconds and bytes of the files of a record, as `dambase plan` foretells them by these prices.
fn planned(all: &[(GameId, Prices)], record: &Record) -> (f64, u64) {
    let (_, prices) = all.iter().find(|(id, _)| *id == record.game).expect("a game with prices");
    foretold(prices, record)
}

/// Prints what was foretold and what was measured, as rows of a table.
pub fn compare(prices: &[(GameId, Prices)], records: &[Record]) {
    println!(
        "| slice | metrics | positions | CPU s planned | measured | ratio | bytes planned | measured | ratio | memory planned | peak |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let (mut seconds, mut bytes) = ([0.0; 2], [0; 2]);
    for record in records {
        let (cpu, planned) = planned(prices, record);
        let measured: u64 = record.bytes.iter().sum();
        let metrics: Vec<&str> = record.metrics.iter().map(|metric| metric.name()).collect();
        println!(
            "| {} {} | {}{} | {} | {cpu:.2} | {:.2} | {:.2} | {planned} | {measured} | {:.2} | {} MiB | {} MiB |",
            record.game,
            record.material,
            metrics.join(","),
            if record.read_back > 0 { ", read back" } else { "" },
            record.values,
            record.cpu_seconds,
            cpu / record.cpu_seconds,
            planned as f64 / measured as f64,
            record.planned_memory_bytes >> 20,
            record.peak_bytes >> 20,
        );
        seconds = [seconds[0] + cpu, seconds[1] + record.cpu_seconds];
        bytes = [bytes[0] + planned, bytes[1] + measured];
    }
    println!(
        "| all | | | {:.2} | {:.2} | {:.2} | {} | {} | {:.2} | | |",
        seconds[0],
        seconds[1],
        seconds[0] / seconds[1],
        bytes[0],
        bytes[1],
        bytes[0] as f64 / bytes[1] as f64
    );
}

/// A planned and a measured amount.
struct Pair {
    planned: f64,
    measured: f64,
}

/// Planned to measured, all together.
fn ratio(pairs: &[Pair]) -> f64 {
    pairs.iter().map(|pair| pair.planned).sum::<f64>() / pairs.iter().map(|pair| pair.measured).sum::<f64>()
}

/// By how many percent the plan is off, at most, in two thirds of what was measured.
fn percent_off(pairs: &[Pair]) -> f64 {
    let mut off: Vec<(f64, f64)> =
        pairs.iter().map(|pair| ((pair.planned / pair.measured).ln().abs(), pair.measured)).collect();
    off.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut left = off.iter().map(|(_, measured)| measured).sum::<f64>() * 2.0 / 3.0;
    let found = off.iter().find(|(_, measured)| {
        left -= measured;
        left <= 0.0
    });
    found.map_or(0.0, |(off, _)| (off.exp() - 1.0) * 100.0)
}

/// Prints how far off the records of each game are, together and one by one.
pub fn compare_by_game(prices: &[(GameId, Prices)], records: &[Record]) {
    println!(
        "\n| fitted to | slices | CPU s planned / measured | two thirds within | bytes planned / measured | two thirds within \
         | largest peak / largest plan |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut games: Vec<GameId> = records.iter().map(|record| record.game).collect();
    games.dedup();
    for game in games {
        let of: Vec<&Record> = records.iter().filter(|record| record.game == game).collect();
        let (mut seconds, mut bytes) = (Vec::new(), Vec::new());
        for record in &of {
            let (cpu, planned) = planned(prices, record);
            seconds.push(Pair { planned: cpu, measured: record.cpu_seconds });
            bytes.push(Pair { planned: planned as f64, measured: record.bytes.iter().sum::<u64>() as f64 });
        }
        // Of runs, not of slices: what the allocator keeps of a large slice is still there in the next.
        let most = |what: fn(&Record) -> u64| of.iter().map(|record| what(record)).max().unwrap_or(0) as f64;
        println!(
            "| {game} | {} | {:.2} | {:.0} % | {:.2} | {:.0} % | {:.2} |",
            of.len(),
            ratio(&seconds),
            percent_off(&seconds),
            ratio(&bytes),
            percent_off(&bytes),
            most(|record| record.peak_bytes) / most(|record| record.planned_memory_bytes),
        );
    }
}
