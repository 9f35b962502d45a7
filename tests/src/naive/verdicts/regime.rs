//! Which clocks run in a material, and which of their values can stand together.

use crate::naive::board::{Position, Side};
use crate::naive::draw::{DrawSet, Measure};
use crate::naive::material::Material;

/// The clocks that run in a material, sorted by what sets them back.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Regime {
    /// Advanced by every king move, back at zero after every other move: the clock of king moves. Where there are no
    /// men, a change of balance is the only other move, and the clock of balance stands where that of king moves does:
    /// then both names are here, and the lower limit.
    pub(super) fast: Option<(Vec<&'static str>, usize)>,
    /// Advanced by every move that leaves the material as it is: the clock of a class, or else of balance.
    pub(super) slow: Option<Slow>,
    /// Counts the moves of the strong side while the lone king stands on the main road.
    pub(super) road: Option<(&'static str, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slow {
    pub(super) name: &'static str,
    pub(super) limit: usize,
    /// Whether it goes on when the material changes but stays in the class.
    pub(super) class: bool,
}

impl Regime {
    pub(super) fn of(set: &DrawSet, material: Material) -> Regime {
        let mut regime = Regime { fast: None, slow: None, road: None };
        let mut balance = None;
        for (name, limit, measure) in set.clocks().filter(|(_, _, measure)| measure.concerns(material)) {
            match measure {
                Measure::KingMoves | Measure::KingMovesWithoutBalance => {
                    assert!(regime.fast.is_none(), "one clock of king moves");
                    regime.fast = Some((vec![name], limit));
                }
                Measure::Class(_) => {
                    assert!(regime.slow.is_none(), "one class at a time");
                    regime.slow = Some(Slow { name, limit, class: true });
                }
                Measure::Balance(..) => balance = Some((name, limit)),
                Measure::MainRoad => regime.road = Some((name, limit)),
            }
        }
        if let Some((name, limit)) = balance {
            if material.white_men + material.black_men == 0 {
                let (names, lower) = regime.fast.get_or_insert((Vec::new(), limit));
                names.push(name);
                *lower = limit.min(*lower);
            } else {
                assert!(regime.slow.is_none(), "no set has both a class and balance where there are men");
                regime.slow = Some(Slow { name, limit, class: false });
            }
        }
        regime
    }

    /// Whether no clock runs at all.
    pub(super) fn is_empty(&self) -> bool {
        self.fast.is_none() && self.slow.is_none()
    }

    /// The rows to compute: how many values the clock has that every king move advances. The fast one never stands
    /// higher than the slow one, so beyond that one's limit nothing is needed; and see [`most_king_moves`].
    pub(super) fn rows(&self, material: Material) -> usize {
        let slow = self.slow.map(|slow| slow.limit);
        let fast = self.fast.as_ref().map(|(_, limit)| *limit);
        let limit = fast.into_iter().chain(slow).min().unwrap_or(0);
        let most = [Side::White, Side::Black].map(|side| most_king_moves(material, side));
        most.into_iter().map(|most| most.map_or(limit, |most| limit.min(most + 1))).max().unwrap_or(limit)
    }

    /// How many values of the road clock a position has: those up to the limit itself if it runs there.
    pub(super) fn width(&self, on_the_road: bool) -> usize {
        match self.road {
            Some((_, limit)) if on_the_road => limit + 1,
            _ => 1,
        }
    }

    /// Whether the slow clock goes on when the move that leads into this regime comes from `before`.
    pub(super) fn goes_on_from(&self, before: &Regime, same_material: bool) -> bool {
        self.slow.is_some_and(|slow| same_material || slow.class && before.slow == Some(slow))
    }

    /// Calls `f` with all counters with which `pos` can stand on the board and the game is not over by them: each
    /// combination as values by name, and as row, value of the slow clock, and value of the road clock.
    pub(super) fn for_each(
        &self,
        pos: &Position,
        on_the_road: bool,
        f: &mut impl FnMut(&[(&'static str, usize)], [usize; 3]),
    ) {
        let most = most_king_moves(pos.material(), pos.side()).unwrap_or(usize::MAX);
        let rows = self.rows(pos.material()).min(most.saturating_add(1));
        let mut counters = Vec::new();
        for row in 0..rows.max(1) {
            let slow_values = match (&self.fast, self.slow) {
                // Whatever sets the slow clock back sets the fast one back as well.
                (Some(_), Some(slow)) => row..slow.limit,
                _ => 0..1,
            };
            for slow_value in slow_values {
                for road_value in 0..self.width(on_the_road).saturating_sub(1).max(1) {
                    counters.clear();
                    match (&self.fast, self.slow) {
                        (Some((names, _)), slow) => {
                            counters.extend(names.iter().map(|name| (*name, row)));
                            counters.extend(slow.map(|slow| (slow.name, slow_value)));
                        }
                        (None, Some(slow)) => counters.push((slow.name, row)),
                        (None, None) => {}
                    }
                    if on_the_road {
                        counters.extend(self.road.map(|(name, _)| (name, road_value)));
                    }
                    f(&counters, [row, slow_value, road_value]);
                }
            }
        }
    }

    /// Row, value of the slow clock, and value of the road clock, for counters given by name; those not named stand at
    /// zero.
    pub(super) fn place(&self, counters: &[(&str, usize)]) -> [usize; 3] {
        let value = |wanted: &str| counters.iter().find(|(name, _)| *name == wanted).map_or(0, |(_, value)| *value);
        let fast = self.fast.as_ref().map(|(names, _)| value(names[0]));
        let slow = self.slow.map(|slow| value(slow.name));
        let road = self.road.map_or(0, |(name, _)| value(name));
        match (fast, slow) {
            (Some(fast), slow) => [fast, slow.unwrap_or(0), road],
            (None, Some(slow)) => [slow, 0, road],
            (None, None) => [0, 0, road],
        }
    }
}

/// How many king moves in a row can have led to a position of this material with this side to move; `None` if there is
/// no bound. A side without kings has just moved a man, or was the last to move with a king that has been taken since.
pub(super) fn most_king_moves(material: Material, side: Side) -> Option<usize> {
    let has_kings = |side| match side {
        Side::White => material.white_kings > 0,
        Side::Black => material.black_kings > 0,
    };
    match (has_kings(side), has_kings(side.other())) {
        (_, false) => Some(0),
        (false, true) => Some(1),
        (true, true) => None,
    }
}
