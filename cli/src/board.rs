//! `dambase board`: a diagram of a position.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use dambase_report::{Diagram, write_whole};
use dambase_rules::GameId;
use serde::Serialize;

use crate::error::{CliError, CliResult, Outcome};
use crate::output::Out;

/// Draws a position: on the terminal, or with `--svg` as an SVG file.
///
/// The board is the game's own, with White below, and squares are called as the game calls them: letters and digits, or numbers, which
/// stand on the empty squares. White's pieces are outlines and Black's are filled, as in print; on a terminal squares are coloured (not
/// where NO_COLOR is set), elsewhere a legend says which sign is which. In artamonov the piece that may not be moved is in brackets.
///
/// The SVG needs no other file, and tells the position in words in its title and description. It is written under a temporary name and renamed; a
/// file that has its name is replaced.
///
/// With `--json` one object is printed: the FEN as the game writes it, the side to move, the barred square (null but in artamonov), the position in
/// words, and the file written (null without one; with `--svg -` the SVG itself is in `svg`).
#[derive(clap::Args)]
pub struct BoardArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// The position, in the game's FEN.
    fen: String,
    /// Write an SVG to this file; `-` for standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct BoardLine<'a> {
    fen: &'a str,
    side: &'static str,
    barred: Option<String>,
    words: String,
    file: Option<String>,
    svg: Option<String>,
}

/// Runs the command.
pub fn run(args: &BoardArgs, out: &mut Out) -> CliResult {
    let diagram = Diagram::from_fen(args.game, &args.fen)?;
    let to_output = args.svg.as_deref().is_some_and(|path| path == Path::new("-"));
    let file = args.svg.as_deref().filter(|_| !to_output);
    if let Some(path) = file {
        write_whole(path, diagram.svg().as_bytes()).map_err(|error| CliError::file(path, error))?;
    }
    if args.json {
        out.json(&BoardLine {
            fen: diagram.fen(),
            side: diagram.side().name(),
            barred: diagram.barred(),
            words: diagram.words(),
            file: file.map(|path| path.display().to_string()),
            svg: to_output.then(|| diagram.svg()),
        })?;
    } else if to_output {
        out.line(diagram.svg())?;
    } else if file.is_none() {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colours = std::io::stdout().is_terminal() && !no_colour;
        out.line(diagram.terminal(colours).trim_end_matches('\n'))?;
    }
    Ok(Outcome::Done)
}
