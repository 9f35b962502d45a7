//! `dambase generate`: making tables.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use dambase_format::{Metric, SliceKey};
use dambase_generator::{Options, Solvable, generate};
use dambase_rules::{GameId, with_game};

use crate::error::{CliResult, Outcome};
use crate::output::Out;
use crate::progress::Shown;
use crate::size::parse_size;

/// Makes the tables of a game, and of all they depend on.
#[derive(clap::Args)]
#[command(override_usage = "dambase generate [OPTIONS] <GAME> (--pieces <N> | --material <MATERIAL>...)")]
#[command(group(clap::ArgGroup::new("what").required(true).args(["pieces", "materials"])))]
pub struct GenerateArgs {
    /// The game, by name or alias (`dambase games` lists them).
    pub game: GameId,
    /// All materials of up to so many pieces.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=16))]
    pub pieces: Option<u32>,
    /// These materials, such as KKKvK; may be given several times.
    #[arg(long = "material", value_name = "MATERIAL", num_args = 1..)]
    pub materials: Vec<String>,
    /// What to make: wdl (win, draw, loss), dtw (depth to win), or both.
    #[arg(long = "metric", value_name = "METRIC", value_delimiter = ',', default_value = "wdl,dtw")]
    pub metrics: Vec<Metric>,
    /// The folder of tables; files are DIR/GAME/MATERIAL.METRIC.
    #[arg(long, value_name = "DIR", default_value = "tables")]
    pub tables: PathBuf,
    /// Threads; one a core unless told.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The most memory to take: an integer with KiB, MiB or GiB.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,
    /// Say nothing but errors.
    #[arg(long)]
    pub quiet: bool,
}

/// Set by Ctrl-C: the run ends at the next step, and leaves no table half made.
static STOP: AtomicBool = AtomicBool::new(false);

/// Runs the command.
pub fn run(args: &GenerateArgs, _out: &mut Out) -> CliResult {
    let options = Options {
        folder: args.tables.join(args.game.info().tables.name()),
        metrics: Metric::ALL.into_iter().filter(|metric| args.metrics.contains(metric)).collect(),
        threads: args.threads.map(usize::from),
        memory_bytes: args.memory,
    };
    // Where signals cannot be caught, an interrupted run still resumes: tables are named when they are complete.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            // Asked twice: at once.
            std::process::exit(1);
        }
    });
    let shown = Shown::new(args.quiet, &STOP);
    let result = with_game!(args.game, G => generate::<G>(&slices::<G>(args)?, &options, &shown));
    shown.end();
    shown.summary(&result?);
    Ok(Outcome::Done)
}

/// The slices that were asked for.
fn slices<G: Solvable>(args: &GenerateArgs) -> CliResult<Vec<SliceKey>> {
    match args.pieces {
        Some(pieces) => Ok((2..=pieces).flat_map(G::slices_of).collect()),
        None => Ok(args.materials.iter().map(|material| G::parse_material(material)).collect::<Result<_, _>>()?),
    }
}
