//! `dambase completions`: what a shell needs to complete commands and options.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;
use crate::error::{CliResult, Outcome};
use crate::output::Out;

/// Prints a script that completes commands and options in a shell.
#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

/// Runs the command.
pub fn run(args: &CompletionsArgs, out: &mut Out) -> CliResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "dambase", &mut script);
    out.line(String::from_utf8_lossy(&script).trim_end())?;
    Ok(Outcome::Done)
}
