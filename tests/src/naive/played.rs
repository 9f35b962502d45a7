//! A game as it is played, with its whole history.

use super::board::{Position, Side};
use super::draw::{DrawSet, occurrences};
use super::moves::{NaiveMove, distinct_moves};

/// What has ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveEnd {
    /// Who has won; `None` is a draw.
    pub winner: Option<Side>,
    /// The articles that all draw it; none where the side to move has no move.
    pub articles: Vec<&'static str>,
}

/// A game under way.
pub struct NaivePlayed {
    set: DrawSet,
    history: Vec<Position>,
}

impl NaivePlayed {
    /// A game that begins with this position. Every clock that runs in it stands at zero.
    #[must_use]
    pub fn new(set: DrawSet, start: Position) -> NaivePlayed {
        NaivePlayed { set, history: vec![start] }
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.history.last().expect("a history has a position")
    }

    /// The legal moves.
    #[must_use]
    pub fn moves(&self) -> Vec<NaiveMove> {
        distinct_moves(self.position())
    }

    /// Makes a move. Nothing keeps a game that is over from going on.
    pub fn play(&mut self, m: &NaiveMove) {
        self.history.push(m.result);
    }

    /// Takes back the last move.
    ///
    /// # Panics
    /// If there is none.
    pub fn take_back(&mut self) {
        assert!(self.history.len() > 1, "no move to take back");
        self.history.pop();
    }

    /// Where every clock that runs stands.
    #[must_use]
    pub fn counters(&self) -> Vec<(&'static str, usize)> {
        self.set.counters(&self.history)
    }

    /// How often the position on the board has occurred.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        occurrences(&self.history)
    }

    /// How the position on the board ends the game, if it does. To be without a move comes before every article: the
    /// last move that is allowed may still win.
    #[must_use]
    pub fn end(&self) -> Option<NaiveEnd> {
        let pos = self.position();
        if self.moves().is_empty() {
            let winner = if self.set.game().without_a_move_wins() { pos.side() } else { pos.side().other() };
            return Some(NaiveEnd { winner: Some(winner), articles: Vec::new() });
        }
        let [articles, _] = self.set.drawing(&self.history);
        (!articles.is_empty()).then_some(NaiveEnd { winner: None, articles })
    }

    /// The articles by which the side to move may claim a draw: what they ask for is so already, or will be after a
    /// move of his (rules.md 9, WCDF 1.32: "the claimant's next move would give the same position for the third
    /// time"). The clock has to have run out already.
    #[must_use]
    pub fn claimable(&self) -> Vec<&'static str> {
        let [_, mut claimable] = self.set.drawing(&self.history);
        for id in self.set.on_claim_by_repetition() {
            let mut history = self.history.clone();
            let repeats = self.moves().iter().any(|m| {
                history.push(m.result);
                let repeats = self.set.drawing(&history)[1].contains(&id);
                history.pop();
                repeats
            });
            if repeats && !claimable.contains(&id) {
                claimable.push(id);
            }
        }
        claimable
    }
}
