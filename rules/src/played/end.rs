//! What ends a game.

use super::{End, Game, Reason, Status, Theory};
use crate::draw::{Article, AtLimit, AwardBy, Class, Clock, Clocks, Rule};
use crate::{Outcome, Side};

impl<G: Clocks> Game<G> {
    /// Where the game stands.
    pub fn status(&self) -> Status {
        if let Some(end) = self.end.or_else(|| self.end_by_goal()).or_else(|| self.end_by_death()) {
            return Status::Over(end);
        }
        let claims = self.claims();
        if claims.is_empty() { Status::Ongoing } else { Status::Claimable(claims) }
    }

    /// The end as far as it is known without generating moves: a game that is over by its goal alone, or by a dead position, is
    /// found by [`Game::status`]. For a search that finds out by itself that there is no move.
    pub fn known_end(&self) -> Option<End> {
        self.end
    }

    fn end_by_goal(&self) -> Option<End> {
        (!has_moves::<G>(self.position())).then(|| {
            let value = G::value_without_moves(self.position());
            self.end_as(Outcome::of(value, self.side_to_move()), Reason::NoMoves)
        })
    }

    /// The end by a position in which nobody can win any more. Whoever pushes moves does not ask: it is looked for only when the
    /// status is, or when an article would end the game otherwise. As such a position is followed by none but such, the first of
    /// them is found by halving.
    fn end_by_death(&self) -> Option<End> {
        self.rules?;
        let is_dead = |ply: usize| G::is_dead(&self.stand_at(ply).position);
        let (mut dead, mut alive) = (is_dead(self.plies()).then_some(self.plies())?, 0);
        // Below `alive` none is; `dead` is.
        while alive < dead {
            let middle = usize::midpoint(alive, dead);
            if is_dead(middle) { dead = middle } else { alive = middle + 1 }
        }
        Some(End { outcome: Outcome::Draw, reason: Reason::Dead, ply: dead })
    }

    fn end_as(&self, outcome: Outcome, reason: Reason) -> End {
        End { outcome, reason, ply: self.plies() }
    }

    /// What ends the game where it stands, but for the goal, which is only looked for where an article would say otherwise:
    /// finding out that there is no move takes longer than all the rest.
    pub(super) fn end_here(&mut self, theory: Option<&dyn Theory<G>>) -> Option<End> {
        let rules = self.rules?;
        let drawn = self.drawing_article();
        let may_award =
            theory.is_some() && rules.awards().any(|(_, award)| G::strong_side(award.class, self.position()).is_some());
        if drawn.is_none() && !may_award {
            return None;
        }
        // The last allowed move may still win.
        if let Some(end) = self.end_by_goal().or_else(|| self.end_by_death()) {
            return Some(end);
        }
        let mut answered = theory.is_some();
        let awarded = theory.and_then(|theory| self.award(theory, drawn.is_some(), &mut answered));
        self.stand_mut().judged = answered;
        awarded.or_else(|| drawn.map(|article| self.end_as(self.stopped_by(article), Reason::Article(article))))
    }

    /// What an article makes of the game that repetition or a clock has stopped.
    fn stopped_by(&self, article: &Article) -> Outcome {
        match article.rule {
            Rule::Clock(Clock { at_limit: AtLimit::MoreTaken, .. }) => match self.counters().lead(Side::White).signum()
            {
                1 => Outcome::Win(Side::White),
                -1 => Outcome::Win(Side::Black),
                _ => Outcome::Draw,
            },
            Rule::Clock(_) | Rule::Repetition { .. } | Rule::Award(_) => Outcome::Draw,
        }
    }

    /// The first automatic article that draws the game where it stands.
    fn drawing_article(&self) -> Option<&'static Article> {
        let rules = self.rules?;
        let repeated = rules
            .repetitions()
            .filter(|(_, occurrences)| self.occurrences() >= u16::from(*occurrences))
            .map(|(article, _)| article);
        let clocks = rules.clocks().enumerate().filter_map(|(number, (article, clock))| {
            self.counters().get(number).filter(|&value| value >= clock.limit).map(|_| article)
        });
        // Of several the first in the order of the set.
        let place = |wanted: &Article| rules.articles.iter().position(|article| std::ptr::eq(article, wanted));
        repeated.chain(clocks).filter(|article| article.automatic).min_by_key(|article| place(article))
    }

    /// The material of a class has come about with the last move, or the game began with it.
    fn has_arisen(&self, class: Class) -> bool {
        match self.plies().checked_sub(1) {
            None => true,
            Some(before) => G::strong_side(class, &self.stand_at(before).position).is_none(),
        }
    }

    /// What tables make of the articles that award the game. `drawn`: another article draws it on this ply, which comes after
    /// what the strong side may claim, and is itself what a verdict is about. `answered` becomes false when tables do not know.
    fn award(&self, theory: &dyn Theory<G>, drawn: bool, answered: &mut bool) -> Option<End> {
        let rules = self.rules?;
        let position = self.position();
        rules.awards().find_map(|(article, award)| {
            let strong = G::strong_side(award.class, position)?;
            let side = self.side_to_move();
            let value = match award.by {
                AwardBy::StrongSideWins => theory.wdl(position),
                AwardBy::Verdict if drawn => return None,
                // Only the moment it arises: what could not be decided then stays open.
                AwardBy::Verdict if !self.has_arisen(award.class) => None,
                AwardBy::Verdict => theory.verdict(rules, position, self.counters()),
            };
            *answered &= value.is_some();
            let outcome = Outcome::of(value?, side);
            let awarded = award.by == AwardBy::Verdict || outcome == Outcome::Win(strong);
            awarded.then(|| self.end_as(outcome, Reason::Article(article)))
        })
    }
}

/// Whether the side to move has a legal move.
pub(super) fn has_moves<G: Clocks>(position: &G::Position) -> bool {
    let mut any = false;
    G::for_each_successor(position, |_| any = true);
    any
}
