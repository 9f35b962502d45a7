//! Chess: material, and where it stands.

use dambase_rules::Side;
use dambase_rules::chess::{Chess, Kind, Position, squares};

use super::Playable;
use crate::score::Score;

/// Of each kind, in the order of [`Kind`].
const VALUES: [Score; 6] = [100, 320, 330, 500, 950, 0];
/// Of each kind without pawns, for how far the game has come.
const PHASES: [Score; 6] = [0, 1, 1, 2, 4, 0];
const WHOLE_PHASE: Score = 24;

/// From a corner, 6, to the middle, 0.
fn from_middle(square: u8) -> Score {
    let off = |at: u8| Score::from((2 * i16::from(at) - 7).unsigned_abs() / 2);
    off(square & 7) + off(square >> 3)
}

/// Steps of a king.
fn apart(one: u8, other: u8) -> Score {
    Score::from((one & 7).abs_diff(other & 7).max((one >> 3).abs_diff(other >> 3)))
}

/// A piece where it stands, while many are left and when few are.
fn placed(kind: Kind, square: u8, side: Side) -> (Score, Score) {
    let middle = 6 - from_middle(square);
    let rank = Score::from(if side == Side::White { square >> 3 } else { 7 - (square >> 3) });
    match kind {
        Kind::Pawn => (2 * rank + middle * rank / 2, 8 * rank),
        Kind::Knight => (6 * middle - 18, 4 * middle - 12),
        Kind::Bishop => (4 * middle - 12 + rank.min(2), 3 * middle - 9),
        Kind::Rook => (if rank == 6 { 20 } else { middle }, if rank == 6 { 10 } else { 0 }),
        Kind::Queen => (middle - 3, 4 * middle - 12),
        Kind::King => (-10 * rank - 6 * middle, 6 * middle - 18),
    }
}

/// What one side has: while many pieces are left, when few are, and how many are.
struct Army {
    early: Score,
    late: Score,
    phase: Score,
    pawns: u32,
    material: Score,
}

fn army(position: &Position, side: Side) -> Army {
    let mut army = Army { early: 0, late: 0, phase: 0, pawns: 0, material: 0 };
    for kind in Kind::ALL {
        for square in squares(position.of(side, kind)) {
            let (early, late) = placed(kind, square, side);
            army.early += early;
            army.late += late;
            army.phase += PHASES[kind as usize];
            army.material += VALUES[kind as usize];
        }
    }
    army.pawns = position.of(side, Kind::Pawn).count_ones();
    army
}

impl Playable for Chess {
    const CAPTURES_COMPULSORY: bool = false;

    fn evaluate(position: &Position) -> Score {
        let (own, other) = (position.side, position.side.other());
        let (ours, theirs) = (army(position, own), army(position, other));
        let phase = (ours.phase + theirs.phase).min(WHOLE_PHASE);
        let (early, late) = (ours.early - theirs.early, ours.late - theirs.late);
        let mut score = ours.material - theirs.material + (early * phase + late * (WHOLE_PHASE - phase)) / WHOLE_PHASE;
        let (ahead, strong, weak) = if score >= 0 { (&ours, own, other) } else { (&theirs, other, own) };
        let lead = (ours.material - theirs.material).abs();
        // A bare king is driven to the edge, king against king.
        if position.pieces(weak).is_power_of_two() && lead >= VALUES[Kind::Rook as usize] {
            let (hunter, hunted) = (position.king(strong), position.king(weak));
            score += score.signum() * (10 * from_middle(hunted) + 4 * (14 - apart(hunter, hunted)));
        }
        // Without pawns less than a rook more wins nothing.
        if ahead.pawns == 0 && lead < VALUES[Kind::Rook as usize] - VALUES[Kind::Pawn as usize] {
            score /= 8;
        }
        score
    }

    fn pieces_left(position: &Position) -> u32 {
        position.occupied().count_ones()
    }

    fn is_forcing(mv: &Self::Move) -> bool {
        mv.is_capture() || mv.promotion.is_some()
    }

    /// The most valuable victim first, of these by the least valuable attacker.
    fn gain(_: &Position, mv: &Self::Move) -> Score {
        let value = |kind: Option<Kind>| kind.map_or(0, |kind| VALUES[kind as usize]);
        let promoted = value(mv.promotion).saturating_sub(if mv.promotion.is_some() { 100 } else { 0 });
        value(mv.captured) + promoted - value(Some(mv.kind)) / 20
    }

    fn ends(mv: &Self::Move) -> (u8, u8) {
        (mv.from, mv.to)
    }

    fn in_check(position: &Position) -> bool {
        position.in_check(position.side)
    }
}
