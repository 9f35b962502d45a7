//! `dambase verify`: tables against checksums and against themselves.

use dambase_format::{Metric, SliceIndex, SliceKey, TableGame};
use dambase_prober::Tablebase;
use dambase_prober::audit::{AuditOptions, AuditReport, Fault, audit};
use dambase_rules::{GameId, with_game};
use serde::Serialize;

use crate::error::{CliResult, Outcome};
use crate::output::{Out, thousands};
use crate::tables::TablesArgs;

/// Verifies tables: checksums of files and blocks, then the value of every position against those of the positions after
/// each move, and the counts in the headers.
///
/// Ends at the first fault, which is printed with its position, and exit status 1. A table of win, draw and loss without
/// one of depths beside it can only be shown to be consistent.
#[derive(clap::Args)]
pub struct VerifyArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// Only the tables of this material; may be given several times.
    #[arg(long = "material", value_name = "MATERIAL")]
    materials: Vec<String>,
    #[command(flatten)]
    tables: TablesArgs,
    /// Check so many random positions of each slice instead of all; checksums are all checked.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Which random positions.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
    seed: u64,
    /// Threads; one a core unless told.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct SliceLine<'a> {
    material: &'a str,
    metrics: &'a [&'static str],
    positions: u64,
    status: &'static str,
    positions_checked: Option<u64>,
    blocks_checked: Option<u64>,
    files_in_manifest: Option<u64>,
    fault: Option<FaultLine<'a>>,
}

#[derive(Serialize)]
struct FaultLine<'a> {
    table: &'a str,
    kind: String,
    fen: Option<&'a str>,
    index: Option<u64>,
    found: &'a str,
    expected: Option<&'a str>,
}

/// What was verified of a slice, or the fault found in it.
struct Verified {
    material: String,
    metrics: Vec<&'static str>,
    positions: u64,
    result: Result<AuditReport, Fault>,
}

/// Runs the command.
pub fn run(args: &VerifyArgs, out: &mut Out) -> CliResult {
    with_game!(args.game, G => {
        let tables = args.tables.open_quietly::<G>()?;
        let mut slices = 0;
        for key in args.tables.selected_or_broken(&tables, &args.materials)? {
            let verified = verify(&tables, key, args);
            print(args, out, &verified)?;
            if verified.result.is_err() {
                return Ok(Outcome::Negative);
            }
            slices += 1;
        }
        finish(args, out, slices, tables.problems().first().filter(|_| args.materials.is_empty()))
    })
}

fn verify<G: TableGame>(tables: &Tablebase<G>, key: SliceKey, args: &VerifyArgs) -> Verified {
    let slice = G::slice(key).ok();
    let options = AuditOptions { sample: args.sample, threads: args.threads.map(usize::from), seed: args.seed };
    Verified {
        material: slice.as_ref().map(SliceIndex::material).unwrap_or_default(),
        metrics: Metric::ALL.into_iter().filter(|&metric| tables.has(key, metric)).map(Metric::name).collect(),
        positions: slice.as_ref().map_or(0, SliceIndex::len),
        result: audit(tables, key, options, &|_, _| {}),
    }
}

fn print(args: &VerifyArgs, out: &mut Out, verified: &Verified) -> CliResult<()> {
    let Verified { material, metrics, positions, result } = verified;
    let report = result.as_ref().ok();
    if args.json {
        out.json(&SliceLine {
            material,
            metrics,
            positions: *positions,
            status: if report.is_some() { "ok" } else { "fault" },
            positions_checked: report.map(|report| report.positions_checked),
            blocks_checked: report.map(|report| report.blocks_checked),
            files_in_manifest: report.map(|report| report.files_in_manifest),
            fault: result.as_ref().err().map(|fault| FaultLine {
                table: &fault.table,
                kind: format!("{:?}", fault.kind).to_ascii_lowercase(),
                fen: fault.fen.as_deref(),
                index: fault.index,
                found: &fault.found,
                expected: Some(fault.expected.as_str()).filter(|expected| !expected.is_empty()),
            }),
        })?;
    } else {
        match result {
            Ok(report) => out.line(format!(
                "{material:<12} ok     {:>16} of {} positions, {} blocks, {}{}",
                thousands(report.positions_checked),
                thousands(*positions),
                thousands(report.blocks_checked),
                metrics.join(" and "),
                if report.has_depths { "" } else { " (without depths: consistent, no more)" },
            ))?,
            Err(fault) => out.line(format!("{material:<12} FAULT  {fault}"))?,
        }
    }
    // Each slice as it is ready: the next may take hours.
    out.flush()
}

/// What is to be said in the end. A file that cannot be used and belongs to no slice verified is a fault all the same.
fn finish(args: &VerifyArgs, out: &mut Out, slices: u64, problem: Option<&dambase_prober::TableProblem>) -> CliResult {
    if let Some(problem) = problem {
        if args.json {
            out.json(&SliceLine {
                material: "",
                metrics: &[],
                positions: 0,
                status: "fault",
                positions_checked: None,
                blocks_checked: None,
                files_in_manifest: None,
                fault: Some(FaultLine {
                    table: &problem.path.display().to_string(),
                    kind: "file".into(),
                    fen: None,
                    index: None,
                    found: &problem.fault.to_string(),
                    expected: None,
                }),
            })?;
        } else {
            out.line(format!("{:<12} FAULT  {problem}", ""))?;
        }
        return Ok(Outcome::Negative);
    }
    if !args.json {
        let what = if args.sample.is_some() { "no fault found in the sample" } else { "no fault" };
        out.line(format!("{what}: {slices} slice{}", if slices == 1 { "" } else { "s" }))?;
    }
    Ok(Outcome::Done)
}
