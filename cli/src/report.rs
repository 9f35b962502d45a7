//! `dambase report`: what the tables of a game hold, as pages of HTML.

use std::path::PathBuf;

use dambase_prober::any::{AnyTablebase, draw_rules};
use dambase_report::{ReportError, write_report};
use dambase_rules::GameId;
use serde::Serialize;

use crate::error::{CliError, CliResult, Outcome};
use crate::output::{Out, complain, plural};
use crate::progress::Walk;
use crate::tables::TablesArgs;

/// Writes a report of the tables of a game: pages of HTML to look at in any browser, without a network.
///
/// For each material it has counts and bars of wins, draws and losses, histograms of the plies to the end (in chess the depth to mate), the
/// longest wins with diagrams and the line, to be played through by buttons and keys; sizes of files and values a byte. Every plot has its numbers
/// in a table as well.
///
/// With `--draw-rules` it tells what positions are worth under a set of draw rules, all counters at zero, how many wins each article spoils, and the
/// longest of them with its line; the longest DTC (distance to clock reset; in chess DTZ) needs the tables of that set. In artamonov, where
/// the game is stopped for who has taken more, wins, draws and losses are told by lead.
///
/// Every position is looked at once, which takes long for large tables; standard error says how far it is. The report is index.html and, where
/// there are many materials, a page for each number of pieces (pieces-N.html). An earlier report is replaced; other files of these names are
/// not overwritten. What is not known because tables are missing is said in the report. The same tables make the same bytes.
#[derive(clap::Args)]
pub struct ReportArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    #[command(flatten)]
    tables: TablesArgs,
    /// Judge under a set of draw rules, too (`dambase rules GAME` lists them); none unless told.
    #[arg(long = "draw-rules", value_name = "NAME|none")]
    draw_rules: Option<String>,
    /// The folder of the report, made if it is not there.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print one JSON object a line, one for each file written.
    #[arg(long)]
    json: bool,
    /// Say nothing of how far it is.
    #[arg(long)]
    quiet: bool,
}

#[derive(Serialize)]
struct FileLine {
    file: String,
    bytes: u64,
}

/// Runs the command.
pub fn run(args: &ReportArgs, out: &mut Out) -> CliResult {
    let name = args.draw_rules.as_deref().filter(|&name| name != "none");
    let rules = name.map(|name| draw_rules(args.game, Some(name)).map_err(CliError::Usage)).transpose()?;
    let tables = AnyTablebase::open(args.game, args.tables.folders(), &args.tables.options())?;
    for problem in tables.problems() {
        complain("warning", problem.to_string());
    }
    let progress = Walk::new(args.quiet);
    let written = write_report(args.game, &tables, rules, &args.out, &progress);
    progress.end();
    let written = written.map_err(|error| match error {
        ReportError::NoTables { game } => args.tables.no_tables(game),
        ReportError::Probe(error) => error.into(),
        error => CliError::File(error.to_string()),
    })?;
    for page in written {
        let file = page.path.display().to_string();
        if args.json {
            out.json(&FileLine { file, bytes: page.bytes })?;
        } else {
            out.line(format!("{file}: {}", plural(page.bytes, "byte")))?;
        }
    }
    Ok(Outcome::Done)
}
