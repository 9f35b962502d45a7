//! `dambase plan`: what a run of `generate` would do, and what it takes.

mod machine;

use dambase_format::Metric;
use dambase_generator::plan::{cores_for, free_bytes, speed_of_this_machine, wall_seconds};
use dambase_generator::{Plan, PlannedSlice, plan, plan_under_rules};
use dambase_rules::with_game;
use serde::Serialize;

use crate::error::{CliResult, Outcome};
use crate::memory::available_bytes;
use crate::output::{Align, Out, TextTable, plural, thousands};
use crate::size::show_bytes;
use crate::wanted::{WantedArgs, threads};
use machine::{Machine, show_seconds};

/// Says what a run of `generate` with the same options would do, and what it takes: slices in solving order, with positions, layers,
/// time, memory, disk, and what stands already. Nothing is made or touched.
///
/// Times are estimates: what each slice's values, layers and tables cost by prices that were measured (benches/README.md), for this
/// machine's speed, which is measured in a quarter of a second, and for one thread a core. They hold for an otherwise idle machine.
/// Memory is what the run is bounded by; with --memory a run lets go of what it has no room for, and reads it back for a later slice.
/// Disk is an estimate. Slices that this version cannot make are counted all the same, and the reason is given. Where this
/// machine is too small, the last lines say what machine it would take. Positions are values of a table: those of all sides to move.
///
/// With --json there is an object a slice ("kind":"slice") and one for all ("kind":"total").
#[derive(clap::Args)]
#[command(override_usage = "dambase plan [OPTIONS] <GAME> (--pieces <N> | --material <MATERIAL>...)")]
pub struct PlanArgs {
    #[command(flatten)]
    wanted: WantedArgs,
    /// How fast the machine is, one core against one of the machine that prices were measured on; measured unless told.
    #[arg(long, value_name = "FACTOR", value_parser = parse_speed)]
    speed: Option<f64>,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// Reads a speed: a positive number.
fn parse_speed(text: &str) -> Result<f64, String> {
    let speed = text.parse::<f64>().ok().filter(|speed| speed.is_finite() && (1e-3..=1e3).contains(speed));
    speed.ok_or_else(|| format!("\"{text}\" is not a number from 0.001 to 1000"))
}

#[derive(Serialize)]
struct SliceLine<'a> {
    kind: &'static str,
    /// The set of draw rules; null for values without.
    draw_rules: Option<&'static str>,
    material: &'a str,
    positions: u64,
    layers: u64,
    /// Positions of the largest layer.
    layer_positions: u64,
    /// Metrics of the tables that are to be made, and of those that stand.
    make: Vec<&'static str>,
    stands: Vec<&'static str>,
    /// By the clock, on this machine.
    seconds: f64,
    /// CPU time on this machine.
    cpu_seconds: f64,
    /// With what it depends on at hand; in a run without --memory, with what later slices need, too.
    memory_bytes: u64,
    disk_bytes: u64,
    /// Positions of other slices that are read back from files first.
    read_back_positions: u64,
    /// Why this version does not make it.
    refused: Option<&'a str>,
}

#[derive(Serialize)]
struct TotalLine<'a> {
    kind: &'static str,
    game: &'static str,
    slices: u64,
    slices_to_make: u64,
    /// Of the slices to be made.
    positions: u128,
    seconds: f64,
    cpu_seconds: f64,
    /// The most that is taken at a time, and the material it is taken for.
    memory_bytes: u64,
    memory_material: Option<&'a str>,
    /// The least bound on memory that the run goes with.
    least_memory_bytes: u64,
    disk_bytes: u128,
    refused: u64,
    threads: usize,
    #[serde(flatten)]
    machine: &'a Machine,
    /// The bound of --memory is enough; null without one.
    within_bound: Option<bool>,
    memory_suffices: Option<bool>,
    disk_suffices: Option<bool>,
    /// Cores like this machine's that would be done in a day.
    cores_for_a_day: u64,
    /// What machine it would take, in words; null where this one does.
    needs: Option<String>,
}

/// A run without draw rules, or under a set of them.
struct Part {
    draw_rules: Option<&'static str>,
    plan: Plan,
}

/// Runs the command.
pub fn run(args: &PlanArgs, out: &mut Out) -> CliResult {
    let wanted = &args.wanted;
    let (sets, options) = (wanted.sets()?, wanted.options()?);
    let mut parts = Vec::new();
    with_game!(wanted.game, G => {
        let keys = wanted.slices::<G>()?;
        let mut theory = wanted.at_once()?;
        if !theory {
            parts.push(Part { draw_rules: None, plan: plan::<G>(&keys, &options)? });
        }
        for rules in sets {
            let plan = plan_under_rules::<G>(&keys, rules, &options, theory)?;
            parts.push(Part { draw_rules: Some(rules.name), plan });
            theory = false;
        }
    });
    let machine = Machine {
        speed: args.speed.unwrap_or_else(speed_of_this_machine),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        memory_available_bytes: available_bytes(),
        disk_free_bytes: free_bytes(&options.folder),
    };
    let planned = Planned { args, machine, threads: threads(&options), parts };
    if args.json {
        planned.json(out)?
    } else {
        planned.print(out)?
    }
    Ok(Outcome::Done)
}

struct Planned<'a> {
    args: &'a PlanArgs,
    machine: Machine,
    threads: usize,
    parts: Vec<Part>,
}

impl Planned<'_> {
    /// The time on the clock that a slice takes.
    fn seconds(&self, slice: &PlannedSlice) -> f64 {
        let threads = self.threads.min(self.machine.cores);
        wall_seconds(slice.cpu, self.machine.speed, threads, slice.metrics.len() as u64)
    }

    fn total(&self) -> TotalLine<'_> {
        let all = || self.parts.iter().flat_map(|part| &part.plan.slices);
        let to_make = || self.parts.iter().flat_map(|part| part.plan.to_make());
        let cpu = to_make().map(|slice| slice.cpu).fold(std::time::Duration::ZERO, |sum, cpu| sum.saturating_add(cpu));
        let hungriest = to_make().max_by_key(|slice| slice.keeping_bytes);
        let memory_bytes = hungriest.map_or(0, |slice| slice.keeping_bytes);
        let least_memory_bytes = to_make().map(|slice| slice.memory_bytes).max().unwrap_or(0);
        let disk_bytes = to_make().map(|slice| u128::from(slice.disk_bytes)).sum();
        let seconds = to_make().map(|slice| self.seconds(slice)).sum();
        let cores_for_a_day = cores_for(cpu, self.machine.speed, 86_400.0);
        let memory_suffices = self.machine.memory_available_bytes.map(|there| memory_bytes <= there);
        let disk_suffices = self.machine.disk_free_bytes.map(|there| disk_bytes <= u128::from(there));
        TotalLine {
            kind: "total",
            game: self.args.wanted.game.name(),
            slices: all().count() as u64,
            slices_to_make: to_make().count() as u64,
            positions: to_make().map(|slice| u128::from(slice.positions)).sum(),
            seconds,
            cpu_seconds: cpu.as_secs_f64() / self.machine.speed,
            memory_bytes,
            memory_material: hungriest.map(|slice| slice.material.as_str()),
            least_memory_bytes,
            disk_bytes,
            refused: all().filter(|slice| slice.refusal.is_some()).count() as u64,
            threads: self.threads,
            machine: &self.machine,
            within_bound: self.args.wanted.memory.map(|bound| least_memory_bytes <= bound),
            memory_suffices,
            disk_suffices,
            cores_for_a_day,
            needs: self.machine.needs(memory_bytes, least_memory_bytes, disk_bytes, seconds, cores_for_a_day),
        }
    }

    fn json(&self, out: &mut Out) -> CliResult<()> {
        for part in &self.parts {
            for slice in &part.plan.slices {
                out.json(&SliceLine {
                    kind: "slice",
                    draw_rules: part.draw_rules,
                    material: &slice.material,
                    positions: slice.positions,
                    layers: slice.layers,
                    layer_positions: slice.layer_positions,
                    make: names(&slice.metrics),
                    stands: names(&slice.stands),
                    seconds: self.seconds(slice),
                    cpu_seconds: slice.cpu.as_secs_f64() / self.machine.speed,
                    memory_bytes: slice.keeping_bytes,
                    disk_bytes: slice.disk_bytes,
                    read_back_positions: slice.read_back,
                    refused: slice.refusal.as_deref(),
                })?;
            }
        }
        out.json(&self.total())
    }

    fn print(&self, out: &mut Out) -> CliResult<()> {
        let mut table = TextTable::new([
            ("slice", Align::Left),
            ("positions", Align::Right),
            ("layers", Align::Right),
            ("make", Align::Left),
            ("stands", Align::Left),
            ("time", Align::Right),
            ("memory", Align::Right),
            ("disk", Align::Right),
        ]);
        for part in &self.parts {
            for slice in &part.plan.slices {
                let rules = part.draw_rules.map_or(String::new(), |rules| format!(".{rules}"));
                let mut cells = vec![
                    format!("{}{rules}", slice.material),
                    thousands(slice.positions),
                    thousands(slice.layers),
                    names(&slice.metrics).join(","),
                    names(&slice.stands).join(","),
                ];
                if !slice.metrics.is_empty() {
                    cells.push(show_seconds(self.seconds(slice)));
                    cells.push(show_bytes(slice.keeping_bytes));
                    cells.push(show_bytes(slice.disk_bytes));
                }
                table.row(cells);
            }
        }
        out.table(&table)?;
        for line in self.total().lines() {
            out.line(line)?;
        }
        let refused = self.parts.iter().flat_map(|part| &part.plan.slices).filter_map(|slice| slice.refusal.as_ref());
        for (number, reason) in refused.enumerate() {
            if number == MOST_REASONS {
                out.line("not made by this version: and so on (--json has all reasons)")?;
                break;
            }
            out.line(format!("not made by this version: {reason}"))?;
        }
        Ok(())
    }
}

/// Reasons that are printed for people.
const MOST_REASONS: usize = 3;

impl TotalLine<'_> {
    /// What is said below the table.
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} to make, {} in all; {} positions in about {} on {} at speed {:.2}; about {} of disk",
            plural(self.slices_to_make, "slice"),
            thousands(self.slices),
            thousands(self.positions),
            show_seconds(self.seconds),
            plural(self.threads as u64, "thread"),
            self.machine.speed,
            show_bytes(self.disk_bytes),
        )];
        if let Some(material) = self.memory_material {
            let bound = match (self.within_bound, self.least_memory_bytes < self.memory_bytes) {
                (Some(true), _) => "; the bound is enough".into(),
                (Some(false), _) => "; the bound is too low, and the run would be refused".into(),
                (None, true) => format!("; with --memory {} it would go, too", as_bound(self.least_memory_bytes)),
                (None, false) => String::new(),
            };
            lines.push(format!("at most {} of memory, for {material}{bound}", show_bytes(self.memory_bytes)));
        }
        if self.refused > 0 {
            lines.push(format!("{} cannot be made by this version", plural(self.refused, "slice")));
        }
        lines.extend(self.needs.as_ref().map(|needs| format!("this machine is too small or slow: {needs}")));
        lines
    }
}

/// Bytes as an option takes them, rounded up.
fn as_bound(bytes: u64) -> String {
    format!("{}MiB", bytes.div_ceil(1 << 20))
}

fn names(metrics: &[Metric]) -> Vec<&'static str> {
    metrics.iter().map(|metric| metric.name()).collect()
}
