//! Best play from a position to the end of the game.

use dambase_prober::ProbeError;
use dambase_prober::any::AnyTablebase;
use dambase_rules::{Outcome, Pieces, Side, Wdl};

use crate::Diagram;

/// Moves from a position.
pub struct Line {
    /// Where it begins.
    pub start: Diagram,
    /// Plies to the end without draw rules.
    pub plies: u16,
    /// The moves.
    pub moves: Vec<Played>,
    /// How it ends.
    pub end: String,
}

/// A move of a line.
pub struct Played {
    /// Who makes it.
    pub side: Side,
    /// In the game's notation.
    pub text: String,
    /// The position after it.
    pub after: Diagram,
}

impl Line {
    /// The longest win of a row, played to its end.
    pub(super) fn longest(tables: &AnyTablebase, start: Pieces, plies: u16) -> Result<Self, ProbeError> {
        let steps = tables.line(&start)?;
        let last = steps.last().map_or(start, |step| step.mv.after);
        let end = match tables.over(&last)? {
            Some(value) => ending(value, last.side),
            None => String::new(),
        };
        Self::of(tables, start, plies, steps.into_iter().map(|step| (step.mv.text, step.mv.after)), end)
    }

    pub(super) fn of(
        tables: &AnyTablebase,
        start: Pieces,
        plies: u16,
        moves: impl Iterator<Item = (String, Pieces)>,
        end: String,
    ) -> Result<Self, ProbeError> {
        let game = tables.game();
        let mut side = start.side;
        let moves = moves.map(|(text, after)| {
            let played = Played { side, text, after: Diagram::new(game, &after)? };
            side = after.side;
            Ok(played)
        });
        Ok(Line { start: Diagram::new(game, &start)?, plies, moves: moves.collect::<Result<_, ProbeError>>()?, end })
    }
}

/// What is said where the side to move has no move.
fn ending(value: Wdl, side: Side) -> String {
    let name = |side| if side == Side::White { "White" } else { "Black" };
    match Outcome::of(value, side) {
        Outcome::Win(winner) => format!("{} has no move: {} has won.", name(side), name(winner)),
        Outcome::Draw => format!("{} has no move: a draw.", name(side)),
    }
}
