//! What tables are wanted: the options that `generate` and `plan` share.

use std::path::PathBuf;

use dambase_format::{Metric, SliceKey};
use dambase_generator::{ClockedSolvable, Options, Solvable};
use dambase_rules::draw::DrawRules;
use dambase_rules::{GameId, with_game};

use crate::draw_rules::named_rules;
use crate::error::CliResult;
use crate::size::parse_size;

/// Which tables, where, and with what.
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["pieces", "materials"])))]
pub struct WantedArgs {
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
}

impl WantedArgs {
    /// The slices that were asked for.
    pub fn slices<G: Solvable>(&self) -> CliResult<Vec<SliceKey>> {
        match self.pieces {
            Some(pieces) => Ok((2..=pieces).flat_map(G::slices_of).collect()),
            None => Ok(self.materials.iter().map(|material| G::parse_material(material)).collect::<Result<_, _>>()?),
        }
    }

    /// The sets of draw rules that were asked for.
    pub fn sets(&self) -> CliResult<Vec<&'static DrawRules>> {
        let names = self.draw_rules.iter().filter(|name| *name != "none");
        with_game!(self.game, G => names.map(|name| named_rules::<G>(name)).collect())
    }

    /// What is wanted of the run without draw rules, which goes before those under the sets that were asked for; and of theirs.
    pub fn options(&self) -> CliResult<Options> {
        let under_rules = !self.sets()?.is_empty();
        let wanted = |metric| self.metrics.contains(&metric) || (metric == Metric::Wdl && under_rules);
        Ok(Options {
            folder: self.tables.join(self.game.info().tables.name()),
            metrics: Metric::THEORY.into_iter().filter(|&metric| wanted(metric)).collect(),
            threads: self.threads.map(usize::from),
            memory_bytes: self.memory,
        })
    }

    /// Theory comes with values under draw rules, and no depths are asked for: one pass makes both, and none is needed before.
    pub fn at_once(&self) -> CliResult<bool> {
        let needs_theory = with_game!(self.game, G => G::NEEDS_THEORY);
        Ok(!needs_theory && !self.sets()?.is_empty() && self.options()?.metrics == [Metric::Wdl])
    }
}

/// Threads of a run.
pub fn threads(options: &Options) -> usize {
    options.threads.unwrap_or_else(rayon::current_num_threads)
}
