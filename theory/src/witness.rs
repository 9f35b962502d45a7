//! Lines of play that show what a position is worth.

use dambase_prober::any::{AnyMove, AnyTablebase, legal_moves, play};
use dambase_prober::{ProbeError, Verdict};
use dambase_rules::draw::DrawRules;
use dambase_rules::{Pieces, Wdl};

use crate::board::{army, occupied};

/// How a line ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The game is over by its goal.
    Over,
    /// The position has been there before, and neither side can do better than go round again.
    ComesBack,
    /// An article makes a draw of it.
    Article(&'static str),
    /// Nothing is shown: there are no tables of depths.
    NoDepths,
    /// It goes on for longer than is shown.
    GoesOn,
    /// A table that is needed is not there.
    Missing(String),
}

impl Ending {
    /// In words.
    pub fn words(&self) -> String {
        match self {
            Ending::Over => "the game is over".into(),
            Ending::ComesBack => "the position comes back".into(),
            Ending::Article(article) => format!("a draw by article {article}"),
            Ending::NoDepths => "no table of depths shows the way".into(),
            Ending::GoesOn => "and so on".into(),
            Ending::Missing(table) => table.clone(),
        }
    }
}

/// A line of play from a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The moves, in the game's notation.
    pub line: Vec<String>,
    /// How it ends.
    pub ending: Ending,
    /// Each move was found among the legal ones again, no move gave the value away, and the end is what the value says.
    pub confirmed: bool,
}

/// A drawn line is so long at most, in plies.
const MOST_PLIES: usize = 60;

/// Best play from a position, and whether it bears its worth out.
///
/// Won positions are played to the end of the game, spoiled ones to the article; drawn ones until a position comes back, both sides
/// keeping the draw.
///
/// # Errors
/// A damaged table. Where one is missing, nothing is shown.
pub fn witness(
    tables: &AnyTablebase,
    rules: Option<&'static DrawRules>,
    pieces: &Pieces,
) -> Result<Witness, ProbeError> {
    match shown(tables, rules, pieces) {
        Err(error @ ProbeError::Missing { .. }) => {
            Ok(Witness { line: Vec::new(), ending: Ending::Missing(error.to_string()), confirmed: false })
        }
        other => other,
    }
}

fn shown(tables: &AnyTablebase, rules: Option<&'static DrawRules>, pieces: &Pieces) -> Result<Witness, ProbeError> {
    if let Some(rules) = rules {
        let (verdict, _) = tables.probe_ruled(rules, pieces)?;
        if matches!(verdict, Verdict::WinSpoiled | Verdict::LossSaved) {
            return match tables.spoiled_win(rules, pieces)? {
                Some(spoiled) => {
                    let line: Vec<String> = spoiled.line.into_iter().map(|mv| mv.text).collect();
                    let confirmed = replayed(tables, pieces, &line)?.is_some_and(|last| last.over.is_none());
                    Ok(Witness { line, ending: Ending::Article(spoiled.article), confirmed })
                }
                None => Ok(Witness { line: Vec::new(), ending: Ending::NoDepths, confirmed: false }),
            };
        }
    }
    let wdl = tables.probe_wdl(pieces)?;
    if wdl == Wdl::Draw {
        return drawn(tables, pieces);
    }
    match tables.line(pieces) {
        Ok(steps) => {
            let line: Vec<String> = steps.into_iter().map(|step| step.mv.text).collect();
            let expected = if line.len().is_multiple_of(2) { wdl } else { wdl.reversed() };
            let confirmed = replayed(tables, pieces, &line)?.is_some_and(|last| last.over == Some(expected));
            Ok(Witness { line, ending: Ending::Over, confirmed })
        }
        Err(ProbeError::Missing { .. }) => Ok(Witness { line: Vec::new(), ending: Ending::NoDepths, confirmed: false }),
        Err(error) => Err(error),
    }
}

struct Replayed {
    /// The value of the last position if the game is over there.
    over: Option<Wdl>,
}

/// Plays moves by their texts; `None` where one is not legal.
fn replayed(tables: &AnyTablebase, pieces: &Pieces, line: &[String]) -> Result<Option<Replayed>, ProbeError> {
    let mut position = *pieces;
    for text in line {
        match play(tables.game(), &position, text) {
            Ok(after) => position = after,
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(Replayed { over: tables.over(&position)? }))
}

/// Play that keeps a draw until a position comes back. Captures go first, then what leads back soonest.
fn drawn(tables: &AnyTablebase, pieces: &Pieces) -> Result<Witness, ProbeError> {
    let mut seen = vec![*pieces];
    let mut line = Vec::new();
    let mut confirmed = true;
    let mut position = *pieces;
    while line.len() < MOST_PLIES {
        let moves = legal_moves(tables.game(), &position)?;
        if moves.is_empty() {
            // Stalemate, in chess.
            confirmed &= tables.over(&position)? == Some(Wdl::Draw);
            return Ok(Witness { line, ending: Ending::Over, confirmed });
        }
        let mut keeping: Vec<&AnyMove> = Vec::new();
        let mut gives_more = false;
        for mv in &moves {
            match tables.probe_wdl(&mv.after)? {
                Wdl::Draw => keeping.push(mv),
                // A loss to the other side would have been a win.
                Wdl::Loss => gives_more = true,
                Wdl::Win => {}
            }
        }
        confirmed &= !gives_more;
        let takes = |mv: &&&AnyMove| occupied(&mv.after).count_ones() < occupied(&position).count_ones();
        let back = |mv: &&&AnyMove| seen.contains(&mv.after);
        // Own pieces stand as they have stood before: the other side may do the same.
        let mover = position.side;
        let homeward = |mv: &&&AnyMove| seen.iter().any(|before| army(before, mover) == army(&mv.after, mover));
        let Some(chosen) = keeping
            .iter()
            .find(takes)
            .or_else(|| keeping.iter().find(back))
            .or_else(|| keeping.iter().find(homeward))
            .or_else(|| keeping.first())
        else {
            return Ok(Witness { line, ending: Ending::GoesOn, confirmed: false });
        };
        line.push(chosen.text.clone());
        position = chosen.after;
        if seen.contains(&position) {
            return Ok(Witness { line, ending: Ending::ComesBack, confirmed });
        }
        seen.push(position);
    }
    Ok(Witness { line, ending: Ending::GoesOn, confirmed })
}
