//! What could be claimed.

use super::{Claim, Effect, Game};
use crate::draw::{Article, AwardBy, Clocks, Rule};

impl<G: Clocks> Game<G> {
    /// What could be claimed where the game stands, were it not over.
    ///
    /// A draw by an article that is not automatic, by the side to move: a clock stands at its limit (in chess also: a legal
    /// move would bring it there, 9.3a), or the position has
    /// occurred often enough, or a legal move would make it occur often enough. WCDF 1.32.1 speaks of the claimant's next
    /// move; that he may also claim when his opponent's move has done it is our reading, and 1.32.2 speaks of the
    /// claimant's own last moves, which with the opponent's answers are the plies of the clock.
    ///
    /// An award, by its strong side, whoever is to move, unless tables have been asked: they have to say what the claim is
    /// worth. An award by verdict is nobody's to claim; it stands under the name of its class's strong side.
    pub fn claims(&self) -> Vec<Claim> {
        let Some(rules) = self.draw_rules() else { return Vec::new() };
        let mut claims = Vec::new();
        for article in rules.articles {
            let by_mover = |effect| Claim { article, by: self.side_to_move(), effect };
            match article.rule {
                Rule::Award(_) if self.stand().judged => {}
                Rule::Award(award) => {
                    let effect = match award.by {
                        AwardBy::StrongSideWins => Effect::WinIfWon,
                        AwardBy::Verdict => Effect::Adjudication,
                    };
                    let strong = G::strong_side(award.class, self.position());
                    claims.extend(strong.map(|by| Claim { article, by, effect }));
                }
                Rule::Repetition { occurrences } if !article.automatic && self.can_repeat(occurrences.into()) => {
                    claims.push(by_mover(Effect::Draw));
                }
                Rule::Clock(clock) if !article.automatic && self.can_reach(article, clock.limit) => {
                    claims.push(by_mover(Effect::Draw));
                }
                Rule::Repetition { .. } | Rule::Clock(_) => {}
            }
        }
        claims
    }

    /// The clock of an article stands at its limit, or, in a game where that is enough, a legal move brings it there.
    fn can_reach(&self, wanted: &Article, limit: u16) -> bool {
        let Some(rules) = self.draw_rules() else { return false };
        let place = rules.clocks().position(|(article, _)| std::ptr::eq(article, wanted));
        let Some((number, value)) = place.and_then(|number| Some((number, self.counters().get(number)?))) else {
            return false;
        };
        if value >= limit || !G::claims_with_next_move() || value + 1 < limit {
            return value >= limit;
        }
        let mut can = false;
        G::for_each_successor(self.position(), |after| {
            let counters = self.counters().after::<G>(rules, self.position(), &after);
            can = can || counters.get(number).is_some_and(|value| value >= limit);
        });
        can
    }

    /// The position has occurred so often, or a legal move brings one about for that time.
    fn can_repeat(&self, occurrences: u16) -> bool {
        if self.occurrences() >= occurrences {
            return true;
        }
        // A position that recurs has been there before: most of the time none has so often.
        if occurrences > 2 && !self.has_repeated() {
            return false;
        }
        let mut can = false;
        let since = self.plies_since_irreversible() + 1;
        G::for_each_successor(self.position(), |after| {
            can = can
                || !G::is_irreversible(self.position(), &after)
                    && self.last_occurrence(&after, since) + 1 >= occurrences;
        });
        can
    }
}
