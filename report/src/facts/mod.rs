//! What there is to report of the tables of a game: counts of the headers, what a walk over all positions finds, and lines of play.

mod line;
mod ruled;
mod walk;

use std::collections::BTreeMap;

use dambase_format::Metric;
use dambase_prober::any::{AnyCounts, AnyRow, AnyTable, AnyTablebase};
use dambase_prober::{ProbeError, TableProblem};
use dambase_rules::draw::DrawRules;
use dambase_rules::{GameId, Side};

pub use line::Line;
pub use ruled::{LongestSpoiled, MOST_LEAD, RuledFacts, Spoiling};

use crate::{Progress, ReportError};

/// All that a report tells.
pub struct Facts {
    /// The game that was asked for.
    pub game: GameId,
    /// The draw rules that values are judged by, beside those without any.
    pub rules: Option<&'static DrawRules>,
    /// In the order they can be solved in.
    pub materials: Vec<Material>,
    /// Every table of the game, those of theory first.
    pub files: Vec<AnyTable>,
    /// Files that cannot be used, each with what is wrong.
    pub problems: Vec<String>,
    /// Tables that something that is there depends on.
    pub missing: Vec<String>,
}

/// What there is to tell of the slice of a material.
pub struct Material {
    /// As its files are named.
    pub name: String,
    /// Pieces on the board.
    pub pieces: u32,
    /// It has a table of depths.
    pub depths: bool,
    /// What is wrong with its table of depths, where it is there and cannot be used.
    pub damaged_depths: Option<String>,
    /// Both colour orders and sides to move, as far as the slice tells them apart.
    pub rows: Vec<Row>,
    /// By the number of the slice's section: what rows that are each other's with the colours exchanged have in common.
    pub sections: Vec<Section>,
    /// Why draw rules could not be asked, where they could not.
    pub not_ruled: Option<String>,
}

/// An ordered material and a side to move.
pub struct Row {
    /// Which.
    pub row: AnyRow,
    /// What its positions are worth.
    pub counts: AnyCounts,
}

/// The positions that a slice holds for one or two rows.
pub struct Section {
    /// The section's number in the slice.
    pub number: usize,
    /// The row whose colours it has, and further ones.
    pub rows: Vec<AnyRow>,
    /// How many positions are decided in how many plies; `None` without a table of depths or where the walk could not be made.
    pub depths: Option<Depths>,
    /// The longest win of the first row.
    pub longest: Option<Line>,
    /// Why there is no line, or no walk.
    pub trouble: Option<String>,
    /// Under draw rules.
    pub ruled: Option<RuledFacts>,
}

/// Positions by plies to the end of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Depths {
    /// Of wins of the side to move.
    pub wins: BTreeMap<u16, u64>,
    /// Of losses.
    pub losses: BTreeMap<u16, u64>,
}

impl Row {
    /// White or black to move, and what else tells the row from others.
    pub fn side_words(&self) -> String {
        side_words(&self.row)
    }

    /// All positions.
    pub fn positions(&self) -> u64 {
        self.counts.win + self.counts.draw + self.counts.loss
    }
}

/// "White to move", and what else tells a row from others.
pub fn side_words(row: &AnyRow) -> String {
    let side = match row.side {
        Side::White => "White to move",
        Side::Black => "Black to move",
    };
    match row.field {
        Some((name, value)) => format!("{side}, {name}: {value}"),
        None => side.to_owned(),
    }
}

impl Section {
    /// The rows in words: `KKvK, White to move; KvKK, Black to move`.
    pub fn title(&self) -> String {
        let rows: Vec<_> = self.rows.iter().map(|row| format!("{}, {}", row.material, side_words(row))).collect();
        rows.join("; ")
    }
}

impl Facts {
    /// Gathers what is to be told. Every position is looked at once; both colour orders of a material are the same positions.
    ///
    /// # Errors
    /// No tables at all; a damaged table. Where tables are missing, the facts say so.
    pub fn gather(
        game: GameId,
        tables: &AnyTablebase,
        rules: Option<&'static DrawRules>,
        progress: &dyn Progress,
    ) -> Result<Facts, ReportError> {
        let names = tables.slices();
        if names.is_empty() {
            return Err(ReportError::NoTables { game });
        }
        let all = tables.tables();
        let slices = names.iter().map(|name| rows_of(tables, name)).collect::<Result<Vec<_>, _>>()?;
        // Each section once.
        let owned = |rows: &[AnyRow]| rows.iter().filter(|row| !row.exchanged).map(AnyRow::len).sum::<u64>();
        progress.planned(slices.iter().map(|rows| owned(rows)).sum());
        let mut materials = Vec::new();
        for (name, rows) in names.into_iter().zip(slices) {
            progress.begun(&name);
            let files: Vec<_> = all.iter().filter(|table| table.material == name).collect();
            materials.push(material(tables, rules, name, &files, rows, progress)?);
        }
        let missing = tables.missing().into_iter().map(|(material, metric)| format!("{material}.{metric}"));
        Ok(Facts {
            game,
            rules,
            materials,
            files: all,
            problems: tables.problems().iter().map(file_problem).collect(),
            missing: missing.collect(),
        })
    }
}

/// Without the folders, which are no business of whoever reads the report.
fn file_problem(problem: &TableProblem) -> String {
    let name = problem.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    format!("{name}: {}", problem.fault)
}

fn rows_of(tables: &AnyTablebase, name: &str) -> Result<Vec<AnyRow>, ReportError> {
    // The names are the tables' own.
    let no_material = |error: dambase_format::MaterialError| ProbeError::OutOfScope { reason: error.to_string() };
    Ok(tables.rows(name).map_err(no_material)?)
}

fn material(
    tables: &AnyTablebase,
    rules: Option<&'static DrawRules>,
    name: String,
    files: &[&AnyTable],
    rows: Vec<AnyRow>,
    progress: &dyn Progress,
) -> Result<Material, ReportError> {
    let depths = files.iter().any(|file| file.metric == Metric::Dtw);
    let dtw = format!("{name}.{}", Metric::Dtw);
    let damaged = tables.problems().iter().find(|problem| problem.path.file_name().is_some_and(|file| *file == *dtw));
    let damaged_depths = damaged.filter(|_| !depths).map(|problem| problem.fault.to_string());
    let mut not_ruled = None;
    let mut sections: Vec<Section> = Vec::new();
    for row in &rows {
        if let Some(section) = sections.iter_mut().find(|section| section.number == row.section) {
            section.rows.push(row.clone());
            continue;
        }
        let walked = walk::walk(tables, row, rules.filter(|_| not_ruled.is_none()), depths, progress);
        // A verdict that no table gives leaves the values without draw rules.
        let walked = match walked {
            Err(error) if rules.is_some() && not_ruled.is_none() => {
                not_ruled = Some(absence(tables, &error).ok_or(error)?);
                walk::walk(tables, row, None, depths, progress)
            }
            walked => walked,
        };
        let (walked, mut trouble) = match walked {
            Ok(walked) => (walked, None),
            Err(error) => (walk::Walked::default(), Some(absence(tables, &error).ok_or(error)?)),
        };
        let mut longest = None;
        if let Some((plies, pieces)) = tables.row_counts(row).and_then(|counts| counts.longest_win) {
            match Line::longest(tables, pieces, plies) {
                Ok(line) => longest = Some(line),
                Err(error) => trouble = Some(absence(tables, &error).ok_or(error)?),
            }
        }
        let ruled = match rules {
            Some(rules) => walked.ruled.map(|found| found.told(tables, rules)).transpose()?,
            None => None,
        };
        sections.push(Section {
            number: row.section,
            rows: vec![row.clone()],
            depths: walked.depths,
            longest,
            trouble,
            ruled,
        });
    }
    let row = |row: AnyRow| tables.row_counts(&row).map(|counts| Row { row, counts });
    let pieces = files.first().map_or(0, |file| file.pieces);
    let rows = rows.into_iter().filter_map(row).collect();
    Ok(Material { name, pieces, depths, damaged_depths, rows, sections, not_ruled })
}

/// What is to be told of an error that only says that something is not there, or of a file that could not be opened and is among the
/// problems; `None` for any other, which ends the work.
fn absence(tables: &AnyTablebase, error: &ProbeError) -> Option<String> {
    match error {
        ProbeError::Missing { .. } | ProbeError::OutOfScope { .. } => Some(error.to_string()),
        ProbeError::Broken { table, .. } => {
            tables.problems().iter().find(|problem| problem.path.display().to_string() == *table).map(file_problem)
        }
        ProbeError::Impossible { .. } => None,
    }
}
