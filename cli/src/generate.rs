//! `dambase generate`: making tables.

use std::sync::atomic::{AtomicBool, Ordering};

use dambase_format::table_rules;
use dambase_generator::{
    ClockedSolvable, GenerateError, Options, Plan, generate, generate_under_rules, need_under_rules,
};
use dambase_rules::draw::DrawRules;
use dambase_rules::with_game;

use crate::error::{CliResult, Outcome};
use crate::memory::Keeping;
use crate::output::Out;
use crate::progress::Shown;
use crate::wanted::{WantedArgs, threads};

/// Makes the tables of a game, and of all they depend on.
///
/// Tables that stand already are left alone, so a run that was broken off goes on with the first that is missing. Ctrl-C
/// breaks it off at the next step, a second Ctrl-C at once; the exit status is 1 then, and no table is left half made.
#[derive(clap::Args)]
#[command(override_usage = "dambase generate [OPTIONS] <GAME> (--pieces <N> | --material <MATERIAL>...)")]
pub struct GenerateArgs {
    #[command(flatten)]
    wanted: WantedArgs,
    /// Say nothing but errors.
    #[arg(long)]
    quiet: bool,
}

/// Set by Ctrl-C: the run ends at the next step, and leaves no table half made.
static STOP: AtomicBool = AtomicBool::new(false);

/// Runs the command.
pub fn run(args: &GenerateArgs, _out: &mut Out) -> CliResult {
    let wanted = &args.wanted;
    let (sets, options) = (wanted.sets()?, wanted.options()?);
    // What no table models is refused before anything is done.
    for &rules in &sets {
        with_game!(wanted.game, G => need_under_rules::<G>(&wanted.slices::<G>()?, rules, threads(&options)))?;
    }
    if let Some(bound_bytes) = wanted.memory {
        with_game!(wanted.game, G => check_memory::<G>(wanted, &options, &sets, bound_bytes))?;
    }
    // Where signals cannot be caught, an interrupted run still resumes: tables are named when they are complete.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            // Asked twice: at once.
            std::process::exit(1);
        }
    });
    let bounded = |otherwise| if wanted.memory.is_some() { Keeping::Bounded } else { otherwise };
    if !wanted.at_once()? {
        let shown = Shown::new(args.quiet, &STOP, bounded(Keeping::Needed));
        let result = with_game!(wanted.game, G => generate::<G>(&wanted.slices::<G>()?, &options, &shown));
        shown.end();
        shown.summary(&result?);
    }
    for rules in sets {
        let shown = Shown::new(args.quiet, &STOP, bounded(Keeping::Planned));
        let tables = with_game!(wanted.game, G => table_rules::<G>(rules));
        shown.line(&if std::ptr::eq(tables, rules) {
            format!("under the draw rules {}", rules.name)
        } else {
            format!("under the draw rules {}, which share the tables of {}", rules.name, tables.name)
        });
        let result = with_game!(wanted.game, G => {
            generate_under_rules::<G>(&wanted.slices::<G>()?, rules, &options, &shown)
        });
        shown.end();
        shown.summary(&result?);
    }
    Ok(Outcome::Done)
}

/// Refuses a bound that any part of the run would go beyond, before anything is done, with the most that is needed.
fn check_memory<G: ClockedSolvable>(
    wanted: &WantedArgs,
    options: &Options,
    sets: &[&'static DrawRules],
    bound_bytes: u64,
) -> CliResult<()> {
    let keys = wanted.slices::<G>()?;
    let threads = threads(options);
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
