//! All positions of a material, one after the other, and what headers say of them.

use std::ops::{ControlFlow, Range};

use dambase_format::{ClockedGame, MaterialError, Metric, SliceIndex, SliceKey, same_material};
use dambase_rules::draw::{Counters, DrawRules};
use dambase_rules::{GameId, Pieces, Side, Wdl, with_game};

use super::{AnyMove, AnyTablebase};
use crate::{Evaluation, ProbeError, Tablebase, Verdict};

/// The positions of one ordered material with one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyRow {
    /// Ordered material, White first.
    pub material: String,
    /// The side to move.
    pub side: Side,
    /// What else tells rows of this material and side apart: the name of a field and its value.
    pub field: Option<(&'static str, &'static str)>,
    /// Their slice, by the name of its files.
    pub slice: String,
    /// Pieces on the board.
    pub pieces: u32,
    /// The slice's section that holds them, and nothing else. Two rows that share it are each other's with the colours exchanged.
    pub section: usize,
    /// They are held with the colours exchanged.
    pub exchanged: bool,
    key: SliceKey,
    /// The numbers of the section in the slice.
    numbers: Range<u64>,
}

impl AnyRow {
    /// How many numbers there are for the positions of the row; a few may stand for none.
    pub fn len(&self) -> u64 {
        self.numbers.end - self.numbers.start
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Whether it has the pieces of `material`, White's and Black's, named in any order and case.
    pub fn is_of(&self, material: &str) -> bool {
        same_material(&self.material, material)
    }
}

/// How many positions of a row are worth what to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnyCounts {
    /// Wins.
    pub win: u64,
    /// Draws.
    pub draw: u64,
    /// Losses.
    pub loss: u64,
    /// Plies of the longest win, and the first position that has it. `None` without wins or without a table of depths.
    pub longest_win: Option<(u16, Pieces)>,
    /// The slice has a table of depths.
    pub depths: bool,
}

/// What a scan is told of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scanned {
    /// Its number within the row.
    pub number: u64,
    /// The position.
    pub pieces: Pieces,
    /// Its worth without draw rules; depths where the slice has a table of them.
    pub evaluation: Evaluation,
}

/// What a scan calls.
pub type Visit<'a> = dyn FnMut(&Scanned) -> ControlFlow<()> + 'a;

/// The article that spoils a win, and the moves until then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnySpoiledWin {
    /// The article's number.
    pub article: &'static str,
    /// The moves.
    pub line: Vec<AnyMove>,
}

impl AnyTablebase {
    /// The materials that have a table of theory (WDL or DTW), as files are named, in the order they can be solved in.
    pub fn slices(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for table in self.tables().into_iter().filter(|table| table.metric != Metric::Dtc) {
            if !names.contains(&table.material) {
                names.push(table.material);
            }
        }
        names
    }

    /// The rows of the slice of a material: both colour orders of it with both sides to move.
    ///
    /// # Errors
    /// A text that is no material of the game.
    pub fn rows(&self, material: &str) -> Result<Vec<AnyRow>, MaterialError> {
        rows(self.game(), material)
    }

    /// What the header of the slice's table says of a row; `None` where there is no table.
    pub fn row_counts(&self, row: &AnyRow) -> Option<AnyCounts> {
        self.tables.row_counts(row)
    }

    /// Calls `visit` for the positions of a row whose numbers are in `part` of `0..row.len()`, in their order, until it says so.
    /// Positions that the table does not store are included; numbers that stand for no position are left out. Several parts may be
    /// scanned at once.
    ///
    /// # Errors
    /// A table that is missing or damaged.
    pub fn scan(&self, row: &AnyRow, part: Range<u64>, visit: &mut Visit<'_>) -> Result<(), ProbeError> {
        self.tables.scan(row, part, visit)
    }

    /// As [`Tablebase::probe_ruled`], all counters at zero.
    ///
    /// # Errors
    /// A table that is missing or damaged, and a position that is none.
    pub fn probe_ruled(
        &self,
        rules: &'static DrawRules,
        pieces: &Pieces,
    ) -> Result<(Verdict, Option<u16>), ProbeError> {
        self.tables.probe_ruled(rules, pieces)
    }

    /// As [`Tablebase::spoiled_win`], all counters at zero.
    ///
    /// # Errors
    /// A table that is missing or damaged, and a position that is none.
    pub fn spoiled_win(&self, rules: &'static DrawRules, pieces: &Pieces) -> Result<Option<AnySpoiledWin>, ProbeError> {
        self.tables.spoiled_win(rules, pieces)
    }

    /// As [`Tablebase::probe_by_lead`].
    ///
    /// # Errors
    /// A table that is missing or damaged, and a position that is none.
    pub fn probe_by_lead(
        &self,
        rules: &'static DrawRules,
        pieces: &Pieces,
        most: i8,
    ) -> Result<Option<Vec<Wdl>>, ProbeError> {
        self.tables.probe_by_lead(rules, pieces, most)
    }
}

/// The rows of the slice of a material of a game, as [`AnyTablebase::rows`].
///
/// # Errors
/// A text that is no material of the game.
pub fn rows(game: GameId, material: &str) -> Result<Vec<AnyRow>, MaterialError> {
    with_game!(game, G => rows_of::<G>(material))
}

/// The materials of so many pieces that can have tables, as files are named, in the order they can be solved in.
pub fn slices_of(game: GameId, pieces: u32) -> Vec<String> {
    with_game!(game, G => names_of::<G>(pieces))
}

fn names_of<G: ClockedGame>(pieces: u32) -> Vec<String> {
    let name = |key| G::slice(key).ok().map(|slice| slice.material());
    G::slices_of(pieces).into_iter().filter_map(name).collect()
}

fn rows_of<G: ClockedGame>(material: &str) -> Result<Vec<AnyRow>, MaterialError> {
    let key = G::parse_material(material)?;
    let slice = G::slice(key)?;
    let row = |row: dambase_format::Row| AnyRow {
        material: row.material,
        side: row.side,
        field: row.field,
        slice: slice.material(),
        pieces: slice.pieces(),
        section: row.section,
        exchanged: row.exchanged,
        key,
        numbers: slice.section(row.section),
    };
    Ok(slice.rows().into_iter().map(row).collect())
}

pub(super) fn row_counts<G: ClockedGame>(tables: &Tablebase<G>, row: &AnyRow) -> Option<AnyCounts> {
    let of = |metric| tables.tables().find(|table| table.key == row.key && table.metric == metric);
    let depths = of(Metric::Dtw);
    let stats = depths.or_else(|| of(Metric::Wdl))?.header.sections.get(row.section)?;
    let slice = G::slice(row.key).ok()?;
    let longest_win = stats.longest_win.and_then(|(plies, within)| {
        Some((plies, G::pieces(&in_row::<G>(row, slice.position_at(row.numbers.start + within)?))))
    });
    Some(AnyCounts { win: stats.win, draw: stats.draw, loss: stats.loss, longest_win, depths: depths.is_some() })
}

/// A position of a slice in the colour order of the row.
fn in_row<G: ClockedGame>(row: &AnyRow, position: G::Position) -> G::Position {
    if row.exchanged { G::colours_exchanged(&position) } else { position }
}

pub(super) fn scan<G: ClockedGame>(
    tables: &Tablebase<G>,
    row: &AnyRow,
    part: Range<u64>,
    visit: &mut Visit<'_>,
) -> Result<(), ProbeError> {
    let slice = G::slice(row.key).map_err(|error| ProbeError::OutOfScope { reason: error.to_string() })?;
    let first = row.numbers.start;
    let range = first + part.start.min(row.len())..first + part.end.min(row.len());
    tables.for_each_value(row.key, range, |number, evaluation| {
        let Some(position) = slice.position_at(number) else { return ControlFlow::Continue(()) };
        let pieces = G::pieces(&in_row::<G>(row, position));
        visit(&Scanned { number: number - first, pieces, evaluation })
    })
}

pub(super) fn spoiled_win<G: ClockedGame>(
    tables: &Tablebase<G>,
    rules: &'static DrawRules,
    position: &G::Position,
) -> Result<Option<AnySpoiledWin>, ProbeError> {
    let spoiled = tables.spoiled_win(rules, position, &Counters::zero::<G>(rules, position))?;
    let mut before = *position;
    Ok(spoiled.map(|spoiled| AnySpoiledWin {
        article: spoiled.article.id,
        line: spoiled
            .line
            .iter()
            .map(|(mv, after)| {
                let text = G::move_text(&before, mv);
                before = *after;
                AnyMove { text, after: G::pieces(after) }
            })
            .collect(),
    }))
}
