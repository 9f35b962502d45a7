//! The clocks of two armies of men and kings.

use super::{Army, Class, Clock, Clocks, Counters, Counts, DrawRules, Past, Scope, Step};
use crate::bits::Bits;
use crate::draughts::{Draughts, Position, fen};
use crate::{FenError, GameRules, Side};

impl Army {
    /// The men and kings of one side.
    #[inline(always)]
    pub fn of<B: Bits>(position: &Position<B>, side: Side) -> Self {
        Army { kings: position.kings_of(side).count() as u8, men: position.men(side).count() as u8 }
    }
}

/// The side with three pieces, a king among them, against a lone king that stands on the main road.
#[inline]
fn road_holder<G: Draughts>(position: &Position<G::Word>) -> Option<Side> {
    [Side::White, Side::Black].into_iter().find(|&strong| {
        let weak = position.pieces(strong.other());
        weak.count() == 1
            && (weak & position.kings & G::MASKS.main_road).any()
            && position.pieces(strong).count() == 3
            && position.kings_of(strong).any()
    })
}

impl<G: Draughts> Clocks for G {
    fn draw_rules() -> &'static [DrawRules] {
        G::DRAW_RULES
    }

    #[inline]
    fn clock_runs(scope: &Scope, position: &Self::Position) -> bool {
        let both_have_kings = || position.kings_of(Side::White).any() && position.kings_of(Side::Black).any();
        let pieces = || position.occupied().count() as u8;
        match *scope {
            Scope::KingMoves { unless_balance } => {
                !(unless_balance && both_have_kings() && (4..=7).contains(&pieces()))
            }
            Scope::Class(class) => Self::strong_side(class, position).is_some(),
            Scope::Balance { from, to } => both_have_kings() && (from..=to).contains(&pieces()),
            Scope::MainRoad => road_holder::<G>(position).is_some(),
            Scope::Few { most } => pieces() <= most,
        }
    }

    #[inline]
    fn clock_step(clock: &Clock, before: &Self::Position, after: &Self::Position) -> Step {
        let captured = before.occupied().count() != after.occupied().count();
        let reset = match clock.scope {
            Scope::KingMoves { .. } => Self::is_irreversible(before, after),
            Scope::Balance { .. } | Scope::Few { .. } => captured || before.kings.count() != after.kings.count(),
            Scope::Class(_) | Scope::MainRoad => false,
        };
        if reset {
            return Step::Reset;
        }
        match clock.counts {
            Counts::Plies => Step::Advance(1),
            Counts::StrongMoves => {
                let strong = after.pieces(before.side).count() > after.pieces(before.side.other()).count();
                Step::Advance(strong.into())
            }
        }
    }

    #[inline]
    fn strong_side(class: Class, position: &Self::Position) -> Option<Side> {
        class.strong_side(Army::of(position, Side::White), Army::of(position, Side::Black))
    }

    #[inline]
    fn is_irreversible(before: &Self::Position, after: &Self::Position) -> bool {
        let mover = before.side;
        before.men(mover) != after.men(mover) || before.occupied().count() != after.occupied().count()
    }

    fn fen_after(text: &str, mv: &Self::Move) -> Result<String, FenError> {
        let before = fen::read::<G>(text)?;
        let after = G::play(&before.position, mv);
        let mut text = G::fen(&after);
        if let Some(half_moves) = before.half_moves {
            let irreversible = Self::is_irreversible(&before.position, &after);
            text += &format!(":H{}", if irreversible { 0 } else { half_moves.saturating_add(1) });
        }
        if let Some(full_moves) = before.full_moves {
            // Both sides have moved when the turn is that of the side that began.
            let both = u32::from(after.side == G::start().side);
            text += &format!(":F{}", full_moves.saturating_add(both));
        }
        Ok(text)
    }

    fn read_fen(text: &str) -> Result<(Self::Position, Past), FenError> {
        fen::read::<G>(text).map(|fen| (fen.position, Past { half_moves: fen.half_moves, lead: None }))
    }

    fn impossible_counters(rules: &DrawRules, counters: &Counters, position: &Self::Position) -> Option<String> {
        let running = || {
            rules
                .clocks()
                .enumerate()
                .filter_map(|(number, (_, clock))| counters.get(number).map(|value| (clock, value)))
        };
        let kings_only = position.occupied() == position.kings;
        for (one, value) in running() {
            if let Scope::KingMoves { .. } = one.scope {
                // Whoever has no king made his last move, if any, with a man, or it was his last king that was taken.
                let most = [position.side, position.side.other()]
                    .into_iter()
                    .zip([1, 0])
                    .filter(|&(side, _)| position.kings_of(side).is_empty())
                    .map(|(_, most)| most)
                    .min();
                if let Some(most) = most.filter(|&most| value > most) {
                    return Some(format!(
                        "{}={value} cannot be: a side without kings has moved a man not more than {most} plies ago",
                        one.name
                    ));
                }
            }
            for (other, least) in running() {
                // The first is set back by whatever sets back or starts the second.
                let never_more = match (one.scope, other.scope) {
                    (Scope::KingMoves { .. }, Scope::Class(_) | Scope::Balance { .. }) => true,
                    (Scope::Balance { .. }, Scope::Class(_)) => true,
                    (Scope::Balance { .. }, Scope::KingMoves { .. }) => kings_only,
                    _ => false,
                };
                if never_more && value > least {
                    return Some(format!(
                        "{}={value} with {}={least} cannot be: {} is never set back without {}",
                        one.name, other.name, other.name, one.name
                    ));
                }
            }
        }
        None
    }
}
