//! How long a search may take.

use std::time::{Duration, Instant};

use crate::control::Control;

/// What bounds a search; nothing bounds it that is not set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The most plies of full search.
    pub depth: Option<u32>,
    /// The most positions looked at.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The time for this and later moves.
    pub clock: Option<GameClock>,
    /// Ends the search when a win in so many plies has been found.
    pub win_within: Option<u32>,
    /// The answer is held back until the search is stopped.
    pub infinite: bool,
}

/// A game clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// What is left on it, whatever is added for this move included.
    pub left: Duration,
    /// What of it is certain to be left: `left`, or less where it is not clear whether the increment has been added.
    pub certain: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves until more time comes; `None` for all the rest of the game.
    pub moves: Option<u32>,
}

/// What is kept back for the way of the answer to the clock.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The moves that time is left for where it is for all the rest of the game.
const MOVES_TO_GO: u32 = 30;

/// When to begin nothing more, and when to break off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Budget {
    pub(crate) enough: Option<Duration>,
    pub(crate) most: Option<Duration>,
}

impl Budget {
    /// Never more than the time for the move, or than what is certain to be on the clock; half of what is left for later moves.
    pub(crate) fn of(limits: &Limits, overhead: Duration) -> Self {
        let mut budget = Budget::default();
        let overhead = overhead.max(OVERHEAD);
        if let Some(time) = limits.move_time {
            let most = time.saturating_sub(overhead).max(time / 4);
            budget = Budget { enough: Some(most), most: Some(most) };
        }
        if let Some(clock) = limits.clock {
            let moves = clock.moves.map_or(MOVES_TO_GO, |moves| moves.clamp(1, MOVES_TO_GO));
            let left = clock.left.saturating_sub(overhead);
            let share = left / moves + clock.increment.min(left) / 4 * 3;
            // The last move before more time comes may take nearly all there is.
            let ceiling = if moves == 1 { left / 10 * 8 } else { left / 10 * 4 };
            let certain = clock.certain.saturating_sub(overhead) / 10 * 8;
            let most = (share * 4).min(ceiling).min(certain.max(clock.left / 4));
            let enough = (share / 2).min(most);
            budget.enough = Some(budget.enough.map_or(enough, |other| other.min(enough)));
            budget.most = Some(budget.most.map_or(most, |other| other.min(most)));
        }
        budget
    }
}

/// The time of a search as it passes.
pub(crate) struct Timer<'a> {
    control: &'a Control,
    began: Instant,
    /// Since when time counts; `None` on the opponent's time.
    counts_from: Option<Instant>,
    budget: Budget,
}

impl<'a> Timer<'a> {
    pub(crate) fn new(control: &'a Control, budget: Budget) -> Self {
        let began = Instant::now();
        let counts_from = (!control.is_pondering()).then_some(began);
        Timer { control, began, counts_from, budget }
    }

    /// Since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// So long, or a quarter of all the time there is.
    pub(crate) fn at_most(&self, long: Duration) -> Duration {
        self.budget.most.map_or(long, |most| long.min(most / 4))
    }

    /// There is so much time.
    pub(crate) fn allows(&self, time: Duration) -> bool {
        self.budget.most.is_none_or(|most| most >= time)
    }

    /// The search must end now.
    #[inline]
    pub(crate) fn is_over(&mut self) -> bool {
        self.control.is_stopped() || self.is_past(self.budget.most)
    }

    /// Nothing new is worth beginning.
    pub(crate) fn is_enough(&mut self) -> bool {
        self.is_over() || self.is_past(self.budget.enough)
    }

    fn is_past(&mut self, bound: Option<Duration>) -> bool {
        let Some(bound) = bound else { return false };
        if self.counts_from.is_none() && !self.control.is_pondering() {
            self.counts_from = self.control.hit_at().or(Some(self.began));
        }
        self.counts_from.is_some_and(|from| from.elapsed() >= bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64, moves: Option<u32>) -> Budget {
        let left = Duration::from_millis(left);
        let clock = GameClock { left, certain: left, increment: Duration::from_millis(increment), moves };
        Budget::of(&Limits { clock: Some(clock), ..Limits::default() }, Duration::ZERO)
    }

    #[test]
    fn no_budget_goes_beyond_the_clock() {
        for left in [0, 1, 5, 19, 20, 21, 50, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 1, 100, 10_000, 1_000_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = clock(left, increment, moves);
                    let most = budget.most.unwrap();
                    assert!(most <= Duration::from_millis(left).mul_f64(0.8), "{left} {increment} {moves:?}: {most:?}");
                    assert!(budget.enough.unwrap() <= most);
                    if left > 200 {
                        assert!(most + OVERHEAD <= Duration::from_millis(left));
                        assert!(most > Duration::from_millis(2));
                    }
                }
            }
        }
        let time = |millis| Limits { move_time: Some(Duration::from_millis(millis)), ..Limits::default() };
        assert_eq!(Budget::of(&time(1_000), Duration::ZERO).most, Some(Duration::from_millis(980)));
        assert_eq!(Budget::of(&time(0), Duration::ZERO).most, Some(Duration::ZERO));
        assert_eq!(Budget::of(&Limits::default(), Duration::ZERO), Budget::default());
    }

    #[test]
    fn time_of_the_opponent_does_not_count() {
        let control = Control::pondering();
        let short = Budget { enough: Some(Duration::ZERO), most: Some(Duration::ZERO) };
        let mut timer = Timer::new(&control, short);
        assert!(!timer.is_over() && !timer.is_enough());
        control.ponder_hit();
        assert!(timer.is_over());
        let mut timer = Timer::new(&control, Budget::default());
        assert!(!timer.is_enough());
        control.stop();
        assert!(timer.is_over());
    }
}
