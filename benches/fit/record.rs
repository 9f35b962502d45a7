//! What a slice was seen to cost: a line of text.

use std::fmt;
use std::str::FromStr;

use dambase_format::Metric;
use dambase_rules::GameId;

/// A slice that was made.
#[derive(Clone, Debug)]
pub struct Record {
    pub game: GameId,
    /// The set of draw rules, or nothing.
    pub draw_rules: String,
    /// What was made.
    pub metrics: Vec<Metric>,
    pub threads: usize,
    pub material: String,
    pub values: u64,
    pub layers: u64,
    /// Values of other slices that were read back from files.
    pub read_back: u64,
    pub cpu_seconds: f64,
    /// Those of them that went into solving and reading back.
    pub solving_seconds: f64,
    pub wall_seconds: f64,
    /// Bytes of the files, by [`Metric::ALL`].
    pub bytes: [u64; 3],
    pub planned_memory_bytes: u64,
    pub peak_bytes: u64,
    /// How fast the machine was when the run began: see `dambase_generator::plan::probe_seconds`.
    pub probe_seconds: f64,
}

/// What the columns are.
pub const HEADING: &str = "game\tdraw_rules\tmetrics\tthreads\tmaterial\tvalues\tlayers\tread_back\tcpu_seconds\tsolving_seconds\
                           \twall_seconds\twdl_bytes\tdtw_bytes\tdtc_bytes\tplanned_memory_bytes\tpeak_bytes\tprobe_seconds";

/// Reads names of metrics, commas between them.
pub fn parse_metrics(text: &str) -> Result<Vec<Metric>, String> {
    let parse = |name: &str| Metric::ALL.into_iter().find(|metric| metric.name() == name);
    text.split(',').map(|name| parse(name).ok_or_else(|| format!("{name:?} is no metric"))).collect()
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = if self.draw_rules.is_empty() { "-" } else { &self.draw_rules };
        let metrics: Vec<&str> = self.metrics.iter().map(|metric| metric.name()).collect();
        write!(f, "{}\t{rules}\t{}\t{}\t{}", self.game, metrics.join(","), self.threads, self.material)?;
        write!(f, "\t{}\t{}\t{}", self.values, self.layers, self.read_back)?;
        write!(f, "\t{:.6}\t{:.6}\t{:.6}", self.cpu_seconds, self.solving_seconds, self.wall_seconds)?;
        write!(f, "\t{}\t{}\t{}", self.bytes[0], self.bytes[1], self.bytes[2])?;
        write!(f, "\t{}\t{}\t{:.6}", self.planned_memory_bytes, self.peak_bytes, self.probe_seconds)
    }
}

impl FromStr for Record {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        fn number<T: FromStr>(text: &str) -> Result<T, String> {
            text.parse().map_err(|_| format!("{text:?} is no number"))
        }
        let cells: Vec<&str> = line.split('\t').collect();
        let [game, rules, metrics, threads, material, values, layers, read_back, ref rest @ ..] = cells[..] else {
            return Err(format!("{line:?} has {} columns", cells.len()));
        };
        let [cpu, solving, wall, wdl, dtw, dtc, planned, peak, probe] = *rest else {
            return Err(format!("{line:?} has {} columns", cells.len()));
        };
        Ok(Record {
            game: game.parse().map_err(|_| format!("{game:?} is no game"))?,
            draw_rules: if rules == "-" { String::new() } else { rules.to_owned() },
            metrics: parse_metrics(metrics)?,
            threads: number(threads)?,
            material: material.to_owned(),
            values: number(values)?,
            layers: number(layers)?,
            read_back: number(read_back)?,
            cpu_seconds: number(cpu)?,
            solving_seconds: number(solving)?,
            wall_seconds: number(wall)?,
            bytes: [number(wdl)?, number(dtw)?, number(dtc)?],
            planned_memory_bytes: number(planned)?,
            peak_bytes: number(peak)?,
            probe_seconds: number(probe)?,
        })
    }
}
