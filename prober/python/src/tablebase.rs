//! Open tables.

use std::path::PathBuf;

use dambase_prober::any::{AnyTable, AnyTablebase};
use dambase_prober::{Access, Metric, OpenOptions};
use dambase_rules::GameId;
use dambase_rules::draw::{Counters, DrawRules};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::batch;
use crate::errors::{Failure, Kind, detached, guarded};
use crate::position::{self, GivenCounters, Position, PositionArg};
use crate::rules::{game_named, rules_named};
use crate::values::{Evaluation, LineStep, RankedMove, RuledMove, Verdict};

/// A table that is there.
#[pyclass(frozen, get_all, eq, hash, module = "dambase")]
#[derive(PartialEq, Eq, Hash)]
pub struct Table {
    /// Its material, as files are named: "KKvK", in chess "KRPvKR".
    material: String,
    /// Pieces on the board, kings of chess included.
    pieces: u32,
    /// "wdl" (win, draw, loss), "dtw" (depth to win) or "dtc" (values under draw rules).
    metric: &'static str,
    /// The set of draw rules of a table of "dtc"; else None.
    draw_rules: Option<&'static str>,
    /// How many positions it holds, or values under draw rules.
    values: u64,
    /// Bytes of the file.
    bytes: u64,
}

impl From<AnyTable> for Table {
    fn from(table: AnyTable) -> Self {
        Table {
            metric: table.metric.name(),
            material: table.material,
            pieces: table.pieces,
            draw_rules: table.draw_rules,
            values: table.values,
            bytes: table.bytes,
        }
    }
}

#[pymethods]
impl Table {
    fn __repr__(&self) -> String {
        let set = self.draw_rules.map_or_else(String::new, |set| format!("{set}."));
        format!("<Table {}.{set}{}: {} values, {} bytes>", self.material, self.metric, self.values, self.bytes)
    }
}

/// A file among the tables that cannot be used.
#[pyclass(frozen, get_all, eq, hash, module = "dambase")]
#[derive(PartialEq, Eq, Hash)]
pub struct TableProblem {
    /// The file, a pathlib.Path.
    path: PathBuf,
    /// What is wrong with it.
    fault: String,
}

#[pymethods]
impl TableProblem {
    fn __repr__(&self) -> String {
        format!("<TableProblem {}: {}>", self.path.display(), self.fault)
    }
}

/// What to preload, as it was asked for.
struct Wanted {
    pieces: Option<u32>,
    materials: Option<Vec<String>>,
    metrics: Vec<Metric>,
}

impl Wanted {
    fn has(&self, table: &AnyTable) -> bool {
        self.metrics.contains(&table.metric)
            && self.pieces.is_none_or(|most| table.pieces <= most)
            && self.materials.as_ref().is_none_or(|named| named.contains(&table.material))
    }
}

/// The open tables of a game. They stay open as long as the object lives.
///
/// Opens the tables of `game` in each of `folders`: the files `GAME/MATERIAL.wdl`, `.dtw` and `.SET.dtc` in it. Where several
/// folders have a table, the first in which it can be used wins. No file is read whole.
///
/// `cache_bytes`: the most memory that decoded blocks take, of all tables together. `access`: "map" maps files into memory,
/// which is fastest, and **forbids to change them in place** while they are open (replacing or removing them is fine); "read"
/// reads what it needs, when it needs it, finds such changes out, and takes a descriptor a file.
///
/// Raises UnknownName (game, access), FolderError, ValueError (no folder). A file that cannot be used is no exception: see
/// `problems()`.
#[pyclass(frozen, module = "dambase")]
pub struct Tablebase {
    tables: AnyTablebase,
    most_pieces: u32,
}

impl Tablebase {
    /// The tables themselves.
    pub fn tables(&self) -> &AnyTablebase {
        &self.tables
    }

    fn position(&self, position: PositionArg<'_>) -> Result<Position, Failure> {
        position.of(self.tables.game())
    }

    /// What memory has of it takes less time than letting other threads go on: no more pieces than tables have, so that captures soon
    /// come to an end.
    fn is_quick(&self, position: &Position) -> bool {
        position.piece_count() <= self.most_pieces
    }

    /// What a question under draw rules is about.
    fn ruled(
        &self,
        position: PositionArg<'_>,
        draw_rules: Option<&str>,
        counters: Option<GivenCounters>,
    ) -> Result<(Position, &'static DrawRules, Counters), Failure> {
        let game = self.tables.game();
        let Some(rules) = rules_named(game, draw_rules)? else {
            return Err(Failure::unknown("without draw rules there is no verdict; probe() has the value"));
        };
        let position = self.position(position)?;
        let counters = guarded(|| position::counters(game, rules, &position, counters))?;
        Ok((position, rules, counters))
    }
}

fn access_named(name: &str) -> Result<Access, Failure> {
    match name {
        "map" => Ok(Access::Map),
        "read" => Ok(Access::Read),
        _ => Err(Failure::unknown(format!("access is \"map\" or \"read\", not \"{name}\""))),
    }
}

fn metric_named(name: &str) -> Result<Metric, Failure> {
    [Metric::Wdl, Metric::Dtw, Metric::Dtc]
        .into_iter()
        .find(|metric| metric.name() == name)
        .ok_or_else(|| Failure::unknown(format!("a metric is \"wdl\", \"dtw\" or \"dtc\", not \"{name}\"")))
}

#[pymethods]
impl Tablebase {
    #[new]
    #[pyo3(signature = (game, *folders, cache_bytes = 268_435_456, access = "map"))]
    fn new(py: Python<'_>, game: &str, folders: Vec<PathBuf>, cache_bytes: usize, access: &str) -> PyResult<Self> {
        let game: GameId = game_named(game)?;
        if folders.is_empty() {
            return Err(PyValueError::new_err("no folder of tables is given"));
        }
        let options = OpenOptions { cache_bytes, access: access_named(access)? };
        let tables = detached(py, || Ok(AnyTablebase::open(game, &folders, &options)?))?;
        let most_pieces = tables.tables().iter().map(|table| table.pieces).max().unwrap_or(0);
        Ok(Tablebase { tables, most_pieces })
    }

    /// The game that was asked for.
    #[getter]
    fn game(&self) -> &'static str {
        self.tables.game().name()
    }

    /// The tables that can be used, those without draw rules first.
    #[pyo3(name = "tables")]
    fn list(&self) -> Vec<Table> {
        self.tables.tables().into_iter().map(Table::from).collect()
    }

    /// What is not there, though a table that is there leads to it by a capture or a promotion: materials, and "wdl" or "dtw".
    fn missing(&self) -> Vec<(String, &'static str)> {
        self.tables.missing().into_iter().map(|(material, metric)| (material, metric.name())).collect()
    }

    /// The files that cannot be used: damaged, of another game or version, wrongly named. What they should answer raises
    /// BrokenTable.
    fn problems(&self) -> Vec<TableProblem> {
        let problem = |problem: &dambase_prober::TableProblem| TableProblem {
            path: problem.path.clone(),
            fault: problem.fault.to_string(),
        };
        self.tables.problems().iter().map(problem).collect()
    }

    /// Bytes of all files that can be used.
    #[getter]
    fn file_bytes(&self) -> u64 {
        self.tables.file_bytes()
    }

    /// Decodes tables into memory, beside `cache_bytes`, so that probes of them read no file: those of at most so many `pieces`
    /// (None: any), of `materials` (names as in `tables()`; None: any), of `metrics` (None: "wdl" alone). They stay as long as
    /// the object. Uses all cores.
    ///
    /// Takes a quarter of a byte a position of "wdl", one or two bytes a value of "dtw" and "dtc"; at most `most_bytes`, or
    /// nothing is done. Returns how many tables that is, and their bytes, those that were in memory already included.
    ///
    /// Raises PreloadTooLarge, MissingTable (a material that is not there), BrokenTable, UnknownName (metric).
    #[pyo3(signature = (pieces = None, materials = None, metrics = None, *, most_bytes = 1_073_741_824))]
    fn preload(
        &self,
        py: Python<'_>,
        pieces: Option<u32>,
        materials: Option<Vec<String>>,
        metrics: Option<Vec<String>>,
        most_bytes: u64,
    ) -> PyResult<(usize, u64)> {
        let metrics = match metrics {
            None => vec![Metric::Wdl],
            Some(names) => names.iter().map(|name| metric_named(name)).collect::<Result<_, _>>()?,
        };
        let wanted = Wanted { pieces, materials, metrics };
        let preloaded = detached(py, || {
            let there = self.tables.tables();
            for material in wanted.materials.iter().flatten() {
                if !there.iter().any(|table| table.material == *material && wanted.metrics.contains(&table.metric)) {
                    let text = format!("no table of {material} to preload, by the name that tables() has");
                    return Err(Failure::new(Kind::MissingTable, text).of_material(material));
                }
            }
            Ok(self.tables.preload(|table| wanted.has(table), most_bytes)?)
        })?;
        Ok((preloaded.tables, preloaded.bytes))
    }

    /// What a position is worth to the side to move, no draw rules; with its depth where there are tables of depths.
    ///
    /// Raises MissingTable, OutOfScope, BrokenTable; FenError, ImpossiblePosition, WrongGame.
    fn probe(&self, py: Python<'_>, position: PositionArg<'_>) -> PyResult<Evaluation> {
        let position = self.position(position)?;
        Ok(detached(py, || Ok(self.tables.probe(position.pieces())?))?.into())
    }

    /// Win, draw or loss alone, and sooner: from tables of win, draw and loss, or of depths where there are none of those.
    ///
    /// Raises as `probe`.
    fn probe_wdl(&self, py: Python<'_>, position: PositionArg<'_>) -> PyResult<&'static str> {
        let position = self.position(position)?;
        if self.is_quick(&position)
            && let Ok(Some(wdl)) = guarded(|| Ok(self.tables.probe_wdl_in_memory(position.pieces())?))
        {
            return Ok(wdl.name());
        }
        Ok(detached(py, || Ok(self.tables.probe_wdl(position.pieces())?))?.name())
    }

    /// Win, draw or loss, if that can be told from what has been decoded already (preloaded, or probed lately); else None.
    /// Reads no file.
    ///
    /// Raises as `probe`.
    fn probe_wdl_in_memory(&self, py: Python<'_>, position: PositionArg<'_>) -> PyResult<Option<&'static str>> {
        let position = self.position(position)?;
        let probe = || Ok(self.tables.probe_wdl_in_memory(position.pieces())?);
        let wdl = if self.is_quick(&position) { guarded(probe) } else { detached(py, probe) }?;
        Ok(wdl.map(|wdl| wdl.name()))
    }

    /// As `probe`, but MissingTable where there is no table of depths.
    fn probe_dtw(&self, py: Python<'_>, position: PositionArg<'_>) -> PyResult<Evaluation> {
        let position = self.position(position)?;
        let value = detached(py, || Ok(self.tables.probe_dtw(position.pieces())?))?;
        Ok(dambase_prober::Evaluation::from(value).into())
    }

    /// Win, draw or loss of many positions: WIN, DRAW, LOSS, or NO_ANSWER, in an array of the same shape. Faster than one by
    /// one: while the memory of some is fetched, others are worked on. Needs numpy.
    ///
    /// `positions`: an array of `position_dtype(game)` (fastest), or FENs and Position objects. With `strict` the first
    /// position without an answer raises what `probe` would, with the attribute `index`, its place in the flattened array.
    ///
    /// Raises TypeError (an array of another dtype, something that is no position), ImportError (without numpy).
    #[pyo3(signature = (positions, *, strict = false))]
    fn probe_wdl_batch<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        strict: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        batch::probe_wdl(py, &self.tables, positions, strict)
    }

    /// Depths of many positions: an array as that of `probe_wdl_batch`, and one of plies to the end of the game, 0 or more, or
    /// NO_PLIES for draws and where there is no answer. Parameters and exceptions as `probe_wdl_batch`.
    #[pyo3(signature = (positions, *, strict = false))]
    fn probe_dtw_batch<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        strict: bool,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        batch::probe_dtw(py, &self.tables, positions, strict)
    }

    /// The legal moves with what they are worth, the best first: quick wins before slow ones, draws, slow losses before quick
    /// ones. Empty where the game is over. Raises as `probe`, also when a move leads to what is not there.
    fn moves(&self, py: Python<'_>, position: PositionArg<'_>) -> PyResult<Vec<RankedMove>> {
        let position = self.position(position)?;
        let (_, moves) = detached(py, || Ok(self.tables.probe_root(position.pieces())?))?;
        Ok(moves.into_iter().map(|mv| RankedMove::new(self.tables.game(), mv)).collect())
    }

    /// The best play of both sides to the end of the game; empty for a draw, and where it is over. Needs tables of depths.
    /// Raises as `probe`.
    fn line(&self, py: Python<'_>, position: PositionArg<'_>) -> PyResult<Vec<LineStep>> {
        let position = self.position(position)?;
        let line = detached(py, || Ok(self.tables.line(position.pieces())?))?;
        Ok(line.into_iter().map(|step| LineStep::new(self.tables.game(), step)).collect())
    }

    /// What a position is worth under a set of draw rules (None: the game's default) with the `counters` of its clocks as they
    /// stand, by their names (`Article.clock`). Clocks that are not given stand where the FEN says (half-moves), else at zero.
    /// Repetition is left aside: see `Game.verdict`.
    ///
    /// Raises as `probe`; UnknownName (draw rules), CountersError (counters that cannot be), OutOfScope (rules that tables do
    /// not model).
    #[pyo3(signature = (position, draw_rules = None, counters = None))]
    fn verdict(
        &self,
        py: Python<'_>,
        position: PositionArg<'_>,
        draw_rules: Option<&str>,
        counters: Option<GivenCounters>,
    ) -> PyResult<Verdict> {
        let (position, rules, counters) = self.ruled(position, draw_rules, counters)?;
        Ok(detached(py, || Ok(self.tables.probe_verdict(rules, position.pieces(), &counters)?))?.into())
    }

    /// The legal moves with what they are worth under draw rules, the best first; empty where the game is over, by a clock,
    /// too. Parameters and exceptions as `verdict`.
    #[pyo3(signature = (position, draw_rules = None, counters = None))]
    fn verdict_moves(
        &self,
        py: Python<'_>,
        position: PositionArg<'_>,
        draw_rules: Option<&str>,
        counters: Option<GivenCounters>,
    ) -> PyResult<Vec<RuledMove>> {
        let (position, rules, counters) = self.ruled(position, draw_rules, counters)?;
        let (_, moves) = detached(py, || Ok(self.tables.probe_root_verdict(rules, position.pieces(), &counters)?))?;
        Ok(moves.into_iter().map(|mv| RuledMove::new(self.tables.game(), mv)).collect())
    }

    fn __repr__(&self) -> String {
        format!("<Tablebase {}: {} tables>", self.tables.game(), self.tables.tables().len())
    }
}
