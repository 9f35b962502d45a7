//! The `dambase` command: makes, probes and verifies endgame tables of draughts games and of chess, and plays by them.
//!
//! Thin glue: a file for each subcommand, which reads its arguments, calls the libraries and prints. [`error`] decides the
//! exit status, [`output`] how things are printed.
#![forbid(unsafe_code)]

mod adjudicate;
mod board;
mod claims;
mod completions;
mod draw_rules;
mod enumerate;
mod error;
mod games;
mod generate;
mod info;
mod line;
mod lines;
mod memory;
mod moves;
mod output;
mod perft;
mod plan;
mod play;
mod position;
mod probe;
mod progress;
mod random;
mod report;
mod rules;
mod size;
mod stats;
mod tables;
mod verify;
mod wanted;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::CliResult;
use crate::output::Out;

/// Endgame tables of draughts games and of chess: makes, probes and verifies them, and plays by them.
#[derive(Parser)]
#[command(
    name = "dambase",
    version,
    after_help = "Exit status: 0 done and true; 1 a negative answer (a fault found, a line that could not be answered) \
                  or a run broken off by Ctrl-C; 2 wrong usage or input; 3 trouble with a file or with input and output."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(games::GamesArgs),
    Perft(perft::PerftArgs),
    Moves(moves::MovesArgs),
    Board(board::BoardArgs),
    Rules(rules::RulesArgs),
    Adjudicate(adjudicate::AdjudicateArgs),
    Plan(plan::PlanArgs),
    Generate(generate::GenerateArgs),
    Probe(probe::ProbeArgs),
    Line(line::LineArgs),
    Enumerate(enumerate::EnumerateArgs),
    Stats(stats::StatsArgs),
    Report(report::ReportArgs),
    Verify(verify::VerifyArgs),
    Claims(claims::ClaimsArgs),
    Info(info::InfoArgs),
    Hub(play::HubArgs),
    Uci(play::UciArgs),
    Completions(completions::CompletionsArgs),
}

impl Command {
    fn run(&self, out: &mut Out) -> CliResult {
        match self {
            Command::Games(args) => games::run(args, out),
            Command::Perft(args) => perft::run(args, out),
            Command::Moves(args) => moves::run(args, out),
            Command::Board(args) => board::run(args, out),
            Command::Rules(args) => rules::run(args, out),
            Command::Adjudicate(args) => adjudicate::run(args, out),
            Command::Plan(args) => plan::run(args, out),
            Command::Generate(args) => generate::run(args, out),
            Command::Probe(args) => probe::run(args, out),
            Command::Line(args) => line::run(args, out),
            Command::Enumerate(args) => enumerate::run(args, out),
            Command::Stats(args) => stats::run(args, out),
            Command::Report(args) => report::run(args, out),
            Command::Verify(args) => verify::run(args, out),
            Command::Claims(args) => claims::run(args, out),
            Command::Info(args) => info::run(args, out),
            // They speak with somebody else, line by line.
            Command::Hub(args) => play::run_hub(args),
            Command::Uci(args) => play::run_uci(args),
            Command::Completions(args) => completions::run(args, out),
        }
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Out::new();
    let result = cli.command.run(&mut out);
    // What was found out before an error goes out as well.
    let flushed = out.flush();
    error::finish(result.and_then(|outcome| flushed.map(|()| outcome)))
}
