//! `dambase generate`: making tables.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use dambase_format::{Metric, SliceKey, table_rules};
use dambase_generator::plan::closure;
use dambase_generator::{
    ClockedSolvable, GenerateError, Options, Plan, Solvable, generate, generate_under_rules, need_under_rules,
};
use dambase_rules::draw::DrawRules;
use dambase_rules::{GameId, with_game};

use crate::draw_rules::named_rules;
use crate::error::{CliResult, Outcome};
use crate::memory::{Closure, Keeping};
use crate::output::Out;
use crate::progress::Shown;
use crate::size::parse_size;

/// Makes the tables of a game, and of all they depend on.
///
/// Tables that stand already are left alone, so a run that was broken off goes on with the first that is missing. Ctrl-C
/// breaks it off at the next step, a second Ctrl-C at once; the exit status is 1 then, and no table is left half made.
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
    /// Make values under a set of draw rules as well (`dambase rules GAME` lists them): files are DIR/GAME/MATERIAL.NAME.dtc,
    /// for the materials in which the rules can change anything. May be given several times. Needs wdl, which is made, too.
    #[arg(long = "draw-rules", value_name = "NAME|none")]
    pub draw_rules: Vec<String>,
    /// The folder of tables; files are DIR/GAME/MATERIAL.METRIC.
    #[arg(long, value_name = "DIR", default_value = "tables")]
    pub tables: PathBuf,
    /// Threads; one a core unless told.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The most memory to take: an integer with KiB, MiB or GiB, as in 4GiB. A run that needs more is refused;
    /// without a bound a run keeps in memory whatever it needs later, and says so where the machine has less.
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
    let sets: Vec<_> = args.draw_rules.iter().filter(|name| *name != "none").collect();
    let sets = with_game!(args.game, G => {
        sets.into_iter().map(|name| named_rules::<G>(name)).collect::<CliResult<Vec<_>>>()
    })?;
    let wanted = |metric| args.metrics.contains(&metric) || (metric == Metric::Wdl && !sets.is_empty());
    let options = Options {
        folder: args.tables.join(args.game.info().tables.name()),
        metrics: Metric::THEORY.into_iter().filter(|&metric| wanted(metric)).collect(),
        threads: args.threads.map(usize::from),
        memory_bytes: args.memory,
    };
    // What no table models is refused before anything is done.
    for &rules in &sets {
        let threads = options.threads.unwrap_or_else(rayon::current_num_threads);
        with_game!(args.game, G => need_under_rules::<G>(&slices::<G>(args)?, rules, threads))?;
    }
    if let Some(bound_bytes) = args.memory {
        with_game!(args.game, G => check_memory::<G>(args, &options, &sets, bound_bytes))?;
    }
    // Where signals cannot be caught, an interrupted run still resumes: tables are named when they are complete.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            // Asked twice: at once.
            std::process::exit(1);
        }
    });
    let bounded = |otherwise| if args.memory.is_some() { Keeping::Bounded } else { otherwise };
    // Where theory comes with values under draw rules, and no depths are asked for, one pass makes both.
    let at_once = !sets.is_empty() && options.metrics == [Metric::Wdl] && !with_game!(args.game, G => G::NEEDS_THEORY);
    if !at_once {
        let closure = with_game!(args.game, G => closure::<G> as Closure);
        let shown = Shown::new(args.quiet, &STOP, bounded(Keeping::Needed(closure)));
        let result = with_game!(args.game, G => generate::<G>(&slices::<G>(args)?, &options, &shown));
        shown.end();
        shown.summary(&result?);
    }
    for rules in sets {
        let shown = Shown::new(args.quiet, &STOP, bounded(Keeping::Planned));
        let tables = with_game!(args.game, G => table_rules::<G>(rules));
        shown.line(&if std::ptr::eq(tables, rules) {
            format!("under the draw rules {}", rules.name)
        } else {
            format!("under the draw rules {}, which share the tables of {}", rules.name, tables.name)
        });
        let result = with_game!(args.game, G => {
            generate_under_rules::<G>(&slices::<G>(args)?, rules, &options, &shown)
        });
        shown.end();
        shown.summary(&result?);
    }
    Ok(Outcome::Done)
}

/// Refuses a bound that any part of the run would go beyond, before anything is done, with the most that is needed.
fn check_memory<G: ClockedSolvable>(
    args: &GenerateArgs,
    options: &Options,
    sets: &[&'static DrawRules],
    bound_bytes: u64,
) -> CliResult<()> {
    let keys = slices::<G>(args)?;
    let threads = options.threads.unwrap_or_else(rayon::current_num_threads);
    let plan = Plan::new::<G>(&keys, &options.metrics, threads, |_, _| Ok(false))?;
    let mut most = plan.hungriest().map(|slice| (slice.memory_bytes, slice.material.clone()));
    for rules in sets {
        most = most.max(need_under_rules::<G>(&keys, rules, threads)?);
    }
    match most {
        Some((needed_bytes, material)) if needed_bytes > bound_bytes => {
            Err(GenerateError::Memory { material, needed_bytes, bound_bytes }.into())
        }
        _ => Ok(()),
    }
}

/// The slices that were asked for.
fn slices<G: Solvable>(args: &GenerateArgs) -> CliResult<Vec<SliceKey>> {
    match args.pieces {
        Some(pieces) => Ok((2..=pieces).flat_map(G::slices_of).collect()),
        None => Ok(args.materials.iter().map(|material| G::parse_material(material)).collect::<Result<_, _>>()?),
    }
}
