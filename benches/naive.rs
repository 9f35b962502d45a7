//! The generator beside the naive solver of the tests: the same materials, one after the other in the same process, one thread each
//! (benches/README.md).

use dambase_format::{Metric, SliceKey};
use dambase_generator::{Options, Progress, Solvable, generate};
use dambase_rules::{GameId, with_game};
use dambase_tests::naive::artamonov::Solution;
use dambase_tests::naive::{Material, NaiveGame, Solver};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

const USAGE: &str = "usage: naive [--json] [GAME PIECES]...";

/// What is compared where nothing is asked for.
const USUAL: [&str; 8] = ["english", "4", "russian", "4", "international", "3", "artamonov", "3"];

/// Values that were found, and the CPU time that took.
#[derive(Clone, Copy)]
struct Work {
    values: u64,
    seconds: f64,
}

impl Work {
    /// Does it: `work` returns how many values it has found.
    fn timed(work: impl FnOnce() -> u64) -> Self {
        let begun = cpu_seconds();
        let values = work();
        Work { values, seconds: cpu_seconds() - begun }
    }

    fn a_second(self) -> f64 {
        self.values as f64 / self.seconds
    }
}

struct Silent;

impl Progress for Silent {}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let json = args.first().is_some_and(|arg| arg == "--json");
    if json {
        args.remove(0);
    }
    let mut asked: Vec<&str> = args.iter().map(String::as_str).collect();
    if asked.is_empty() {
        asked.extend(USUAL);
    }
    if !json {
        println!("| game | pieces | naive: values | CPU s | a second | generator: values | CPU s | a second | ratio |");
        println!("|---|---|---|---|---|---|---|---|---|");
    }
    for pair in asked.chunks(2) {
        let &[game, pieces] = pair else { usage() };
        let (Ok(game), Ok(pieces)) = (game.parse::<GameId>(), pieces.parse::<u32>()) else { usage() };
        let Some(naive) = solve_naively(game, pieces) else {
            eprintln!("the tests have no naive solver of {}", game.name());
            std::process::exit(2);
        };
        let made = with_game!(game, G => make::<G>(pieces));
        print(json, game.name(), pieces, naive, made);
    }
}

fn usage() -> ! {
    eprintln!("{USAGE}");
    std::process::exit(2);
}

/// Solves everything up to so many pieces, with depths, in memory. `None` where the tests have no solver of the game.
fn solve_naively(game: GameId, pieces: u32) -> Option<Work> {
    if game == GameId::Artamonov {
        return Some(Work::timed(|| Solution::up_to(pieces as usize).states.len() as u64));
    }
    let game = NaiveGame::all().into_iter().find(|naive| naive.id() == game.name())?;
    Some(Work::timed(|| {
        let mut solver = Solver::new(game);
        for material in (2..=pieces as usize).flat_map(Material::all) {
            solver.solve(material);
        }
        solver.positions() as u64
    }))
}

/// Makes the tables of everything up to so many pieces, win, draw and loss and depths, as `dambase generate` does.
fn make<G: Solvable>(pieces: u32) -> Work {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let keys: Vec<SliceKey> = (1..=pieces).flat_map(G::slices_of).collect();
    let options = Options {
        folder: folder.path().join(G::ID.name()),
        metrics: Metric::THEORY.to_vec(),
        threads: Some(1),
        memory_bytes: None,
    };
    Work::timed(|| generate::<G>(&keys, &options, &Silent).expect("tables").positions)
}

fn print(json: bool, game: &str, pieces: u32, naive: Work, made: Work) {
    let ratio = made.a_second() / naive.a_second();
    if json {
        let work = |Work { values, seconds }| format!(r#"{{"values":{values},"cpu_seconds":{seconds:.3}}}"#);
        println!(
            r#"{{"game":"{game}","pieces":{pieces},"naive":{},"generator":{},"ratio":{ratio:.2}}}"#,
            work(naive),
            work(made)
        );
        return;
    }
    let columns = |work: Work| format!("{} | {:.2} | {:.0}", work.values, work.seconds, work.a_second());
    println!("| {game} | {pieces} | {} | {} | {ratio:.2} |", columns(naive), columns(made));
}

/// User and system time of this process so far, in seconds. Wall time would count what else the machine does.
fn cpu_seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("a process may ask for its own usage");
    (usage.user_time() + usage.system_time()).num_microseconds() as f64 * 1e-6
}
