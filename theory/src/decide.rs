//! Goes over every position that a claim speaks of.

use std::ops::{ControlFlow, Range};

use dambase_prober::any::{AnyRow, AnyTablebase, Scanned};
use dambase_prober::{ProbeError, RuledEvaluation};
use dambase_rules::draw::DrawRules;
use dambase_rules::{Pieces, Wdl};
use rayon::prelude::*;

use crate::claim::{Claim, Quantity};
use crate::facts::{Ruled, Seen};
use crate::symmetry::{image, images};

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// True of every position it speaks of, or of as many as it says.
    Proved,
    /// Not so.
    Refuted,
    /// Tables are missing, and what is there does not decide it.
    Undecided,
}

impl Status {
    /// `proved`, `refuted` or `undecided`.
    pub fn name(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Refuted => "refuted",
            Status::Undecided => "undecided",
        }
    }
}

/// A position that is as the claim says, or is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exception {
    /// The position.
    pub pieces: Pieces,
    /// Its FEN.
    pub fen: String,
    /// Its worth to the side to move, no draw rules.
    pub wdl: Wdl,
    /// Plies to the end of the game.
    pub dtw: Option<u16>,
    /// Its worth under the claim's draw rules.
    pub ruled: Option<RuledEvaluation>,
}

/// The position farthest from its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Longest {
    /// Its FEN.
    pub fen: String,
    /// Plies.
    pub dtw: u16,
}

/// How much is looked for and told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// So many exceptions at most are told.
    pub most_exceptions: usize,
}

/// What was found out of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// What became of it.
    pub status: Status,
    /// Positions it speaks of, in the tables that are there.
    pub positions: u64,
    /// Those that are as it says.
    pub holding: u64,
    /// The first of the others, in the order of the materials, the side to move (White first) and the numbering of tables.
    pub exceptions: Vec<Exception>,
    /// The first of those that are as it says, where it says so of some.
    pub examples: Vec<Exception>,
    /// The longest of those that end as it says, within whatever number of moves; the first of them.
    pub longest: Option<Longest>,
    /// What is not there: files by name. One exception refutes what is said of every position all the same.
    pub missing: Vec<String>,
}

/// Why a claim could not be looked at.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecideError {
    /// The tables are those of another game.
    #[error("the tables are of {0}, the claim is of {1}")]
    OtherGame(dambase_rules::GameId, dambase_rules::GameId),
    /// A table is damaged, or cannot answer.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

/// Positions are handed to threads by so many.
const PIECE: u64 = 1 << 13;

/// A number of a row, and from which side its position is seen.
type Place = (u64, u8);

#[derive(Default)]
struct Tally {
    positions: u64,
    holding: u64,
    exceptions: Vec<Place>,
    examples: Vec<Place>,
    longest: Option<(u16, Place)>,
}

impl Tally {
    /// Adds what was found further on.
    fn extend(&mut self, other: Tally, most: usize) {
        self.positions += other.positions;
        self.holding += other.holding;
        let room = |list: &Vec<Place>| most.saturating_sub(list.len());
        self.exceptions.extend(other.exceptions.into_iter().take(room(&self.exceptions)));
        self.examples.extend(other.examples.into_iter().take(room(&self.examples)));
        if other.longest.is_some_and(|(plies, _)| self.longest.is_none_or(|(most, _)| plies > most)) {
            self.longest = other.longest;
        }
    }
}

/// Whether a claim is true. `progress` is told how many more numbers have been looked at, from any thread.
///
/// # Errors
/// Tables of another game, and damaged ones. Missing ones leave the claim undecided, unless the others decide it.
pub fn decide(
    claim: &Claim,
    tables: &AnyTablebase,
    scope: Scope,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Decision, DecideError> {
    if tables.game().info().tables != claim.game.info().tables {
        return Err(DecideError::OtherGame(tables.game(), claim.game));
    }
    let rows = rows_of(claim, tables)?;
    let mut decision = Decision {
        status: Status::Undecided,
        positions: 0,
        holding: 0,
        exceptions: Vec::new(),
        examples: Vec::new(),
        longest: None,
        missing: Vec::new(),
    };
    for row in &rows {
        let found = match missing(claim, tables, row) {
            Some(name) => {
                progress(row.len());
                Err(name)
            }
            None => match scan_row(claim, tables, row, scope, progress) {
                Ok(tally) => Ok(tally),
                // What a table that is there depends on, or one under draw rules.
                Err(ProbeError::Missing { material, metric, draw_rules }) => {
                    let set = draw_rules.map_or_else(String::new, |name| format!("{name}."));
                    Err(format!("{material}.{set}{metric}"))
                }
                Err(error) => return Err(error.into()),
            },
        };
        let tally = match found {
            Ok(tally) => tally,
            Err(name) => {
                if !decision.missing.contains(&name) {
                    decision.missing.push(name);
                }
                continue;
            }
        };
        decision.positions += tally.positions;
        decision.holding += tally.holding;
        for (found, list) in [(&tally.exceptions, &mut decision.exceptions), (&tally.examples, &mut decision.examples)]
        {
            let room = scope.most_exceptions.saturating_sub(list.len());
            list.extend(told(claim, tables, row, &found[..room.min(found.len())])?);
        }
        if let Some((plies, number)) = tally.longest
            && decision.longest.as_ref().is_none_or(|longest| plies > longest.dtw)
            && let Some(exception) = told(claim, tables, row, &[number])?.pop()
        {
            decision.longest = Some(Longest { fen: exception.fen, dtw: plies });
        }
    }
    decision.status = match (claim.quantity, decision.missing.is_empty()) {
        // One position decides, whatever those are worth that could not be looked at.
        (Quantity::Every, false) if decision.holding < decision.positions => Status::Refuted,
        (Quantity::Some, false) if decision.holding > 0 => Status::Proved,
        (_, false) => Status::Undecided,
        (quantity, true) if quantity.is_met(decision.holding, decision.positions) => Status::Proved,
        (_, true) => Status::Refuted,
    };
    Ok(decision)
}

/// The rows that a claim speaks of, each once.
fn rows_of(claim: &Claim, tables: &AnyTablebase) -> Result<Vec<AnyRow>, ProbeError> {
    let mut rows: Vec<AnyRow> = Vec::new();
    for material in &claim.materials {
        let all = tables.rows(material).map_err(|error| ProbeError::OutOfScope { reason: error.to_string() })?;
        for row in all {
            if row.is_of(material) && claim.side.is_none_or(|side| row.side == side) && !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

/// The file that has to be there for a row and is not.
fn missing(claim: &Claim, tables: &AnyTablebase, row: &AnyRow) -> Option<String> {
    let depths = claim.needs().depths;
    let there = tables.row_counts(row).is_some_and(|counts| counts.depths || !depths);
    (!there).then(|| format!("{}.{}", row.slice, if depths { "dtw" } else { "wdl" }))
}

fn scan_row(
    claim: &Claim,
    tables: &AnyTablebase,
    row: &AnyRow,
    scope: Scope,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Tally, ProbeError> {
    let at_once = PIECE * 8 * rayon::current_num_threads() as u64;
    let mut tally = Tally::default();
    let mut start = 0;
    while start < row.len() {
        let end = row.len().min(start.saturating_add(at_once));
        let parts: Vec<Range<u64>> =
            (start..end).step_by(PIECE as usize).map(|first| first..end.min(first + PIECE)).collect();
        let found: Vec<Result<Tally, ProbeError>> = parts
            .into_par_iter()
            .map(|part| {
                let size = part.end - part.start;
                let tally = scan_part(claim, tables, row, part, scope);
                progress(size);
                tally
            })
            .collect();
        for part in found {
            tally.extend(part?, scope.most_exceptions);
        }
        start = end;
    }
    Ok(tally)
}

fn scan_part(
    claim: &Claim,
    tables: &AnyTablebase,
    row: &AnyRow,
    part: Range<u64>,
    scope: Scope,
) -> Result<Tally, ProbeError> {
    let mut tally = Tally::default();
    let mut failed = None;
    tables.scan(row, part, &mut |scanned: &Scanned| {
        let ruled = claim.draw_rules.map(|rules| Ruled::new(&scanned.pieces, tables, rules));
        for (image, pieces) in images(claim.game, &scanned.pieces) {
            let seen = Seen::under(&pieces, scanned.evaluation, ruled.as_ref());
            tally.count(claim, (scanned.number, image), &seen, scope);
        }
        match ruled.and_then(Ruled::error) {
            Some(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        }
    })?;
    failed.map_or(Ok(tally), Err)
}

impl Tally {
    /// Counts a position, if the claim speaks of it.
    fn count(&mut self, claim: &Claim, place: Place, seen: &Seen<'_>, scope: Scope) {
        if claim.conditions.as_ref().is_some_and(|conditions| !conditions.holds(seen)) {
            return;
        }
        self.positions += 1;
        let comes_true = claim.outcome.holds(seen);
        if comes_true
            && let Some(plies) = seen.evaluation.dtw
            && self.longest.is_none_or(|(most, _)| plies > most)
        {
            self.longest = Some((plies, place));
        }
        let holds = comes_true && claim.within.is_none_or(|within| moves(seen).is_some_and(|moves| moves <= within));
        self.holding += u64::from(holds);
        let list = if holds { &mut self.examples } else { &mut self.exceptions };
        // Examples are of those who speak of some.
        if list.len() < scope.most_exceptions && (!holds || claim.quantity != Quantity::Every) {
            list.push(place);
        }
    }
}

/// Moves of the winner; `None` for a draw.
fn moves(seen: &Seen<'_>) -> Option<u32> {
    let plies = u32::from(seen.evaluation.dtw?);
    Some(if seen.evaluation.wdl == Wdl::Loss { plies / 2 } else { plies.div_ceil(2) })
}

/// Positions by their numbers.
fn told(claim: &Claim, tables: &AnyTablebase, row: &AnyRow, places: &[Place]) -> Result<Vec<Exception>, ProbeError> {
    let mut list = Vec::with_capacity(places.len());
    for &(number, side) in places {
        let mut found = None;
        tables.scan(row, number..number + 1, &mut |scanned: &Scanned| {
            found = Some(*scanned);
            ControlFlow::Break(())
        })?;
        if let Some(Scanned { pieces, evaluation, .. }) = found {
            let pieces = image(&pieces, side);
            let fen = tables.fen(&pieces)?;
            let ruled = claim.draw_rules.map(|rules| verdict(tables, rules, &pieces)).transpose()?;
            list.push(Exception { pieces, fen, wdl: evaluation.wdl, dtw: evaluation.dtw, ruled });
        }
    }
    Ok(list)
}

/// The verdict on a position with all counters at zero, and its article.
pub(crate) fn verdict(
    tables: &AnyTablebase,
    rules: &'static DrawRules,
    pieces: &Pieces,
) -> Result<RuledEvaluation, ProbeError> {
    let counters =
        tables.counters(rules, pieces, "", Default::default()).map_err(|reason| ProbeError::OutOfScope { reason })?;
    tables.probe_verdict(rules, pieces, &counters)
}
