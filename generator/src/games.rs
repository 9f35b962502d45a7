//! The doors of this crate, compiled once for each game.
//!
//! A run is generic over its game, and so would be compiled anew in every crate that asks for one. What is called here by the
//! name of the game is compiled with this crate and nowhere else.

use dambase_format::SliceKey;
use dambase_rules::draw::DrawRules;
use dambase_rules::{GameId, with_game};

use crate::clocked::ClockedSolvable;
use crate::folder::{Folder, stands};
use crate::problem::Solvable;
use crate::{GenerateError, Options, Plan, Progress, Report, clocked, run};

/// Makes the tables of `keys` and of all they depend on, as far as they do not stand in the folder.
///
/// Every table is written under a temporary name, flushed, read back and compared before it gets its own; an interrupted run
/// goes on with the first slice that is missing. Errors leave the finished tables as they are.
pub fn generate<G: Solvable>(
    keys: &[SliceKey],
    options: &Options,
    progress: &dyn Progress,
) -> Result<Report, GenerateError> {
    generate_game(G::ID, keys, options, progress)
}

fn generate_game(
    id: GameId,
    keys: &[SliceKey],
    options: &Options,
    progress: &dyn Progress,
) -> Result<Report, GenerateError> {
    with_game!(id, G => run::generate::<G>(keys, options, progress))
}

/// Makes the DTC tables of `keys` and of all they depend on, under a set of draw rules, as far as they do not stand in the folder. Slices
/// in which draw rules change nothing have none. The WDL tables must stand there already.
///
/// Errors as in [`generate`]; further when two clocks decide together in a way that is not modelled.
pub fn generate_under_rules<G: ClockedSolvable>(
    keys: &[SliceKey],
    rules: &'static DrawRules,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Report, GenerateError> {
    generate_game_under_rules(G::ID, keys, rules, options, progress)
}

fn generate_game_under_rules(
    id: GameId,
    keys: &[SliceKey],
    rules: &'static DrawRules,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Report, GenerateError> {
    with_game!(id, G => clocked::generate_under_rules::<G>(keys, rules, options, progress))
}

/// What [`generate`] would do, and what that takes; nothing is touched, and a folder need not be there. What this version cannot make
/// is in the plan, with the reason.
pub fn plan<G: Solvable>(keys: &[SliceKey], options: &Options) -> Result<Plan, GenerateError> {
    plan_game(G::ID, keys, options)
}

fn plan_game(id: GameId, keys: &[SliceKey], options: &Options) -> Result<Plan, GenerateError> {
    with_game!(id, G => {
        let folder = Folder::look(options.folder.clone());
        let stands = |key, metric| stands::<G>(&folder, key, metric);
        Plan::survey::<G>(keys, &options.metrics, threads(options), options.memory_bytes, stands)
    })
}

/// The same for [`generate_under_rules`]: `with_wdl` where it makes tables of win, draw and loss, too, instead of a run of [`generate`]
/// before.
pub fn plan_under_rules<G: ClockedSolvable>(
    keys: &[SliceKey],
    rules: &'static DrawRules,
    options: &Options,
    with_wdl: bool,
) -> Result<Plan, GenerateError> {
    plan_game_under_rules(G::ID, keys, rules, options, with_wdl)
}

fn plan_game_under_rules(
    id: GameId,
    keys: &[SliceKey],
    rules: &'static DrawRules,
    options: &Options,
    with_wdl: bool,
) -> Result<Plan, GenerateError> {
    with_game!(id, G => clocked::survey_folder::<G>(keys, rules, with_wdl, &options.folder, threads(options)))
}

/// Threads of a run.
fn threads(options: &Options) -> usize {
    options.threads.unwrap_or_else(rayon::current_num_threads)
}
