//! The clocks of chess.

use super::game::Chess;
use super::position::{Kind, Position};
use super::sets::CHESS;
use super::{dead, fen};
use crate::draw::{Class, Clock, Clocks, Counters, DrawRules, MOST_CLOCKS, Past, Scope, Step};
use crate::{FenError, GameRules, Side};

/// With more than four men [`Clocks::is_dead`] looks at so many positions for each side: kings that walk about a chain of blocked
/// pawns have a few thousand. It is a matter of milliseconds, and of one tenth of one for most positions.
const MOST_POSITIONS: usize = 20_000;

/// A capture or a pawn's move: what sets the clocks of moves back.
#[inline]
fn resets_clocks(before: &Position, after: &Position) -> bool {
    // A pawn that moves, or is promoted, leaves its square; one that is captured is a capture.
    before.kinds[Kind::Pawn as usize] != after.kinds[Kind::Pawn as usize]
        || before.occupied().count_ones() != after.occupied().count_ones()
}

/// A FEN with these numbers of half-moves and of the next move.
fn with_clocks(position: &Position, half_moves: u32, full_moves: u32) -> String {
    let fen = <Chess as GameRules>::fen(position);
    fen.strip_suffix("0 1").map_or_else(|| fen.clone(), |text| format!("{text}{half_moves} {full_moves}"))
}

impl Clocks for Chess {
    fn draw_rules() -> &'static [DrawRules] {
        CHESS
    }

    #[inline]
    fn clock_runs(scope: &Scope, _: &Position) -> bool {
        match scope {
            Scope::KingMoves { .. } => true,
            Scope::Class(_) | Scope::Balance { .. } | Scope::Few { .. } | Scope::MainRoad => false,
        }
    }

    #[inline]
    fn clock_step(_: &Clock, before: &Position, after: &Position) -> Step {
        // All clocks of chess count plies.
        if resets_clocks(before, after) { Step::Reset } else { Step::Advance(1) }
    }

    #[inline]
    fn strong_side(_: Class, _: &Position) -> Option<Side> {
        None
    }

    #[inline]
    fn is_irreversible(before: &Position, after: &Position) -> bool {
        resets_clocks(before, after) || before.castling != after.castling
    }

    fn is_dead(position: &Position) -> bool {
        dead::is_dead_within(position, MOST_POSITIONS) == Some(true)
    }

    fn claims_with_next_move() -> bool {
        true
    }

    /// Every clock of chess counts the half-moves of the FEN. The number of the move is not known: it is 1.
    fn fen_with(position: &Position, counters: &Counters) -> String {
        let half_moves = (0..MOST_CLOCKS).find_map(|number| counters.get(number)).unwrap_or(0);
        with_clocks(position, half_moves.into(), 1)
    }

    fn fen_after(text: &str, mv: &Self::Move) -> Result<String, FenError> {
        let before = fen::read_fen(text)?;
        let after = Self::play(&before.position, mv);
        let half_moves = match before.half_moves {
            Some(plies) if !resets_clocks(&before.position, &after) => plies.saturating_add(1),
            _ => 0,
        };
        let both = u32::from(after.side == Side::White);
        Ok(with_clocks(&after, half_moves, before.full_moves.unwrap_or(1).saturating_add(both)))
    }

    fn read_fen(text: &str) -> Result<(Position, Past), FenError> {
        fen::read_fen(text).map(|fen| (fen.position, Past { half_moves: fen.half_moves, lead: None }))
    }

    fn impossible_counters(rules: &DrawRules, counters: &Counters, position: &Position) -> Option<String> {
        let mut first: Option<(&str, u16)> = None;
        for (name, value) in counters.running(rules) {
            if value > 0 && position.en_passant.is_some() {
                return Some(format!("{name}={value} cannot be: a pawn has just made its double step"));
            }
            match first {
                None => first = Some((name, value)),
                Some((other, same)) if same != value => {
                    return Some(format!("{other}={same} with {name}={value} cannot be: the same moves set them back"));
                }
                Some(_) => {}
            }
        }
        None
    }
}
