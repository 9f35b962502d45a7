//! `dambase verify`: tables against checksums and against themselves.

use dambase_format::{ClockedGame, Metric, SliceIndex, SliceKey, table_rules};
use dambase_prober::audit::{AuditOptions, AuditReport, Fault, FaultKind, audit, audit_under_rules};
use dambase_prober::{TableProblem, Tablebase};
use dambase_rules::draw::DrawRules;
use dambase_rules::{GameId, with_game};
use serde::Serialize;

use crate::draw_rules::named_rules;
use crate::error::{CliError, CliResult, Outcome};
use crate::output::{Out, plural, thousands};
use crate::stats::sections;
use crate::tables::TablesArgs;

/// Verifies tables: checksums of files and blocks, then the value of every position against those of the positions after
/// each move, and the counts in the headers.
///
/// Ends at the first fault, which is printed with its position, and exit status 1. Tables that cannot be checked for want of
/// one that they need are no fault: the others are still verified, and the exit status is 1 in the end. A file that cannot
/// be read is exit status 3. Tables under draw rules are verified by their own definition: one ply, counters advanced. A table of win, draw and loss without one of depths beside it can only be shown to be
/// consistent.
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
    /// Of the tables under draw rules verify those of this set alone, or `none`; all of them unless told.
    #[arg(long = "draw-rules", value_name = "NAME|none")]
    draw_rules: Option<String>,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct SliceLine<'a> {
    material: &'a str,
    /// The set of draw rules of a table under draw rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    draw_rules: Option<&'static str>,
    metrics: &'a [&'static str],
    positions: u64,
    /// "ok", "fault", "not checkable" or "unreadable".
    status: &'static str,
    /// The table that is needed and not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<&'a str>,
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
    draw_rules: Option<&'static str>,
    metrics: Vec<&'static str>,
    positions: u64,
    result: Result<AuditReport, Fault>,
}

/// Runs the command.
pub fn run(args: &VerifyArgs, out: &mut Out) -> CliResult {
    with_game!(args.game, G => {
        let tables = args.tables.open_quietly::<G>()?;
        let mut count = Count::default();
        let keys = args.tables.selected_or_broken(&tables, &args.materials)?;
        let only = match args.draw_rules.as_deref() {
            None | Some("none") => None,
            Some(name) => Some(table_rules::<G>(named_rules::<G>(name)?).name),
        };
        let ruled = tables.tables_under_rules().filter(|(rules, table)| {
            args.draw_rules.as_deref() != Some("none")
                && keys.contains(&table.key)
                && only.is_none_or(|name| rules.name == name)
        });
        let ruled: Vec<_> = ruled.collect();
        if let (Some(name), []) = (only, &ruled[..]) {
            return Err(CliError::File(format!("there is no table under the draw rules {name} among those asked for")));
        }
        let slices = keys.iter().map(|&key| (None, key)).chain(ruled.iter().map(|(rules, table)| (Some(*rules), table.key)));
        for (rules, key) in slices {
            let verified = verify(&tables, rules, key, args);
            print(args, out, &verified)?;
            match &verified.result {
                Ok(_) => count.right += 1,
                Err(fault) if fault.kind == FaultKind::Dependency => count.not_checkable += 1,
                Err(fault) if fault.kind == FaultKind::Unreadable => return Err(CliError::File(fault.to_string())),
                Err(_) => return Ok(Outcome::Negative),
            }
        }
        finish(args, out, &count, tables.problems().first().filter(|_| args.materials.is_empty()))
    })
}

/// How many slices came out how.
#[derive(Default)]
struct Count {
    right: u64,
    not_checkable: u64,
}

fn verify<G: ClockedGame>(
    tables: &Tablebase<G>,
    rules: Option<&'static DrawRules>,
    key: SliceKey,
    args: &VerifyArgs,
) -> Verified {
    let slice = G::slice(key).ok();
    let options = AuditOptions { sample: args.sample, threads: args.threads.map(usize::from), seed: args.seed };
    Verified {
        material: slice.as_ref().map(SliceIndex::material).unwrap_or_default(),
        draw_rules: rules.map(|rules| rules.name),
        metrics: match rules {
            Some(_) => vec![Metric::Dtc.name()],
            None => Metric::THEORY.into_iter().filter(|&metric| tables.has(key, metric)).map(Metric::name).collect(),
        },
        positions: sections(tables, key)
            .map_or(0, |sections| sections.iter().map(|of| of.win + of.loss + of.draw).sum()),
        result: match rules {
            Some(rules) => audit_under_rules(tables, rules, key, options, &|_, _| {}),
            None => audit(tables, key, options, &|_, _| {}),
        },
    }
}

fn print(args: &VerifyArgs, out: &mut Out, verified: &Verified) -> CliResult<()> {
    let Verified { material, draw_rules, metrics, positions, result } = verified;
    let report = result.as_ref().ok();
    let missing = result.as_ref().err().filter(|fault| fault.kind == FaultKind::Dependency);
    if args.json {
        out.json(&SliceLine {
            material,
            draw_rules: *draw_rules,
            metrics,
            positions: *positions,
            status: match result {
                Ok(_) => "ok",
                Err(fault) => status(fault.kind),
            },
            missing: missing.map(|fault| fault.table.as_str()),
            positions_checked: report.map(|report| report.positions_checked),
            blocks_checked: report.map(|report| report.blocks_checked),
            files_in_manifest: report.map(|report| report.files_in_manifest),
            fault: result.as_ref().err().filter(|_| missing.is_none()).map(|fault| FaultLine {
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
                draw_rules.map_or_else(|| metrics.join(" and "), |name| format!("dtc under {name}")),
                if report.has_depths { "" } else { " (without depths: consistent, no more)" },
            ))?,
            Err(fault) if missing.is_some() => {
                let table = &fault.table;
                out.line(format!("{material:<12} not checkable: table {table} that it needs is missing"))?;
            }
            Err(fault) if fault.kind == FaultKind::Unreadable => {
                out.line(format!("{material:<12} UNREADABLE  {fault}"))?;
            }
            Err(fault) => out.line(format!("{material:<12} FAULT  {fault}"))?,
        }
    }
    // Each slice as it is ready: the next may take hours.
    out.flush()
}

/// A kind of fault as the status of what was verified.
fn status(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Dependency => "not checkable",
        FaultKind::Unreadable => "unreadable",
        _ => "fault",
    }
}

/// What is to be said in the end. A file that cannot be used and belongs to no slice verified is a fault all the same.
fn finish(args: &VerifyArgs, out: &mut Out, count: &Count, problem: Option<&TableProblem>) -> CliResult {
    if let Some(problem) = problem {
        let unreadable = problem.fault.is_unreadable();
        let kind = if unreadable { FaultKind::Unreadable } else { FaultKind::File };
        if args.json {
            out.json(&SliceLine {
                material: "",
                draw_rules: None,
                metrics: &[],
                positions: 0,
                status: status(kind),
                missing: None,
                positions_checked: None,
                blocks_checked: None,
                files_in_manifest: None,
                fault: Some(FaultLine {
                    table: &problem.path.display().to_string(),
                    kind: format!("{kind:?}").to_ascii_lowercase(),
                    fen: None,
                    index: None,
                    found: &problem.fault.to_string(),
                    expected: None,
                }),
            })?;
        } else {
            out.line(format!("{:<12} {}  {problem}", "", if unreadable { "UNREADABLE" } else { "FAULT" }))?;
        }
        return if unreadable { Err(CliError::File(problem.to_string())) } else { Ok(Outcome::Negative) };
    }
    if !args.json {
        let what = if args.sample.is_some() { "no fault found in the sample" } else { "no fault" };
        let and_not = match count.not_checkable {
            0 => String::new(),
            not_checkable => format!("; {not_checkable} not checkable"),
        };
        out.line(format!("{what}: {}{and_not}", plural(count.right, "slice")))?;
    }
    Ok(if count.not_checkable == 0 { Outcome::Done } else { Outcome::Negative })
}
