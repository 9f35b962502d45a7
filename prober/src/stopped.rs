//! Values under an article that stops the game and gives it to whoever has taken more pieces ([`AtLimit::MoreTaken`]).
//!
//! Here a verdict is not "as without draw rules, or drawn": whoever leads need only hold out. Tables have values by levels
//! ([`Settled`]): at level n one side gets n pieces more than the other before the stop, or ends the game; the last level is the
//! game alone. What a lead makes of them is in [`decide`].

use dambase_format::{ClockedGame, DtcShape, Settled, SliceIndex};
use dambase_rules::draw::{Article, AtLimit, Counters, DrawRules, Rule};
use dambase_rules::{Side, Wdl};

use crate::error::{Answer, Fail, ProbeError};
use crate::probe::ByWdl;
use crate::ruled::has_move;
use crate::tablebase::Tablebase;

/// Win, draw or loss under the rules; and the plies that must be left on the clock, where a level decides.
pub(crate) type Judged = (Wdl, Option<u16>);

/// The article of the set that stops a game for whoever has taken more.
pub(crate) fn stopping_article(rules: &DrawRules) -> Option<&'static Article> {
    rules.clocks().find(|(_, clock)| clock.at_limit == AtLimit::MoreTaken).map(|(article, _)| article)
}

/// What a game is worth to `side` that `article` has stopped.
fn stopped_by(article: &Article, counters: &Counters, side: Side) -> Wdl {
    match article.rule {
        Rule::Clock(clock) if clock.at_limit == AtLimit::MoreTaken => match counters.lead(side).signum() {
            1 => Wdl::Win,
            -1 => Wdl::Loss,
            _ => Wdl::Draw,
        },
        _ => Wdl::Draw,
    }
}

/// Whether it takes what a level has: the side that leads, or is level, needs no more than to hold out for the better part.
pub(crate) fn level_decides(lead: i8, value: Wdl) -> bool {
    match value {
        Wdl::Win => lead <= 0,
        Wdl::Draw => false,
        Wdl::Loss => lead >= 0,
    }
}

/// What a position is worth to the side to move, which has taken `lead` pieces more than its opponent, with `left` plies left on the
/// clock. `level` tells what is settled at a level from 1 on.
///
/// With v the number of pieces by which it will take more from here, the side to move wins when v > -lead and loses when v < -lead.
pub(crate) fn decide<E>(
    lead: i8,
    left: u16,
    mut level: impl FnMut(u32) -> Result<Option<Settled>, E>,
) -> Result<Judged, E> {
    let mut settled = |number: i16, win: bool| -> Result<Option<u16>, E> {
        let settled = level(number.unsigned_abs().into())?;
        Ok(settled.filter(|settled| settled.win == win && settled.plies <= left).map(|settled| settled.plies))
    };
    let lead = i16::from(lead);
    if lead <= 0 {
        // v >= 1 - lead
        if let Some(plies) = settled(1 - lead, true)? {
            return Ok((Wdl::Win, Some(plies)));
        }
    } else if settled(lead, false)?.is_none() {
        // Not v <= -lead.
        return Ok((Wdl::Win, None));
    }
    if lead >= 0 {
        // v <= -(lead + 1)
        if let Some(plies) = settled(lead + 1, false)? {
            return Ok((Wdl::Loss, Some(plies)));
        }
    } else if settled(lead, true)?.is_none() {
        // Not v >= -lead.
        return Ok((Wdl::Loss, None));
    }
    Ok((Wdl::Draw, None))
}

impl<G: ClockedGame> Tablebase<G> {
    /// As [`Tablebase::ruled`], under rules with an article that stops the game for whoever has taken more.
    pub(crate) fn judged(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
    ) -> Answer<Judged> {
        let side = G::side_to_move(position);
        if let Some(article) = counters.at_limit(rules) {
            let value = if has_move::<G>(position) {
                stopped_by(article, counters, side)
            } else {
                G::value_without_moves(position)
            };
            return Ok((value, None));
        }
        let Some(key) = G::slice_key(position) else {
            return Ok((self.value::<ByWdl>(position)?, None));
        };
        let (shape, entry) = match self.shape(rules, key) {
            Ok(Some(found)) => found,
            // Draw rules change nothing.
            Ok(None) => return Ok((self.value::<ByWdl>(position)?, None)),
            // Where captures are the only moves they may lead to where there are tables, and what is over is over.
            Err(_) if G::is_exit_only(position) || !has_move::<G>(position) => {
                return Ok((self.judged_by_moves(rules, position, counters, None)?.0, None));
            }
            Err(error) => return Err(error),
        };
        if let Some((table, slice)) = self.stored(rules, position, key, entry)? {
            let first = slice.index_of(position) * u64::from(shape.planes);
            return decide(counters.lead(side), shape.plies_left(counters), |level| {
                let number = first + u64::from(shape.plane_of_level(level));
                Ok(Settled::from_code(table.find(&self.cache, number)?))
            });
        }
        self.judged_by_moves(rules, position, counters, Some(&shape))
    }

    /// The definition: the best that the moves lead to, with the counters after them. With a `shape`, where a level decides, the plies
    /// that must be left: the winner needs one more than after his quickest move, the loser holds out longest, and a move that
    /// sets the clock back needs none after it.
    pub(crate) fn judged_by_moves(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
        shape: Option<&DtcShape>,
    ) -> Answer<Judged> {
        let mut best: Option<Judged> = None;
        let mut failed = None;
        G::for_each_successor(position, |after| {
            let then = counters.after::<G>(rules, position, &after);
            match self.judged(rules, &after, &then) {
                Ok((value, plies)) => {
                    let value = value.reversed();
                    let plies =
                        shape.and_then(|shape| self.plies_before(shape, position, counters, &then, value, plies));
                    best = Some(best.map_or((value, plies), |best| better(best, (value, plies))));
                }
                Err(error) => failed = failed.take().or(Some(error)),
            }
        });
        match (failed, best) {
            // What a move of no answer is worth does not matter beside a win, where plies do not.
            (Some(_), Some((Wdl::Win, None))) if shape.is_none() => Ok((Wdl::Win, None)),
            (Some(error), _) => Err(error),
            (None, Some(best)) => Ok(best),
            (None, None) => {
                let value = G::value_without_moves(position);
                let decides = shape.is_some() && level_decides(counters.lead(G::side_to_move(position)), value);
                Ok((value, decides.then_some(0)))
            }
        }
    }

    /// The plies that must be left on the clock before a move that is worth `value` to the side that makes it, where a level
    /// decides; `plies` after it.
    pub(crate) fn plies_before(
        &self,
        shape: &DtcShape,
        position: &G::Position,
        counters: &Counters,
        then: &Counters,
        value: Wdl,
        plies: Option<u16>,
    ) -> Option<u16> {
        let outer = shape.regime.outer?;
        let before = counters.get(outer.number).unwrap_or(0);
        let runs_on = then.get(outer.number) == Some(before + 1);
        let after = if runs_on { plies.unwrap_or(0) } else { 0 };
        level_decides(counters.lead(G::side_to_move(position)), value).then_some(after.saturating_add(1))
    }

    /// Win, draw or loss of a position under rules by which the game is stopped for who has taken more, with all clocks at zero, for
    /// each lead of the side to move from `-most` to `most`; `None` under other rules.
    pub fn probe_by_lead(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        most: i8,
    ) -> Result<Option<Vec<Wdl>>, ProbeError> {
        if stopping_article(rules).is_none() {
            return Ok(None);
        }
        let mut counters = Counters::zero::<G>(rules, position);
        let values: Answer<Vec<Wdl>> = (-most..=most)
            .map(|lead| {
                set_lead::<G>(&mut counters, position, lead);
                Ok(self.judged(rules, position, &counters)?.0)
            })
            .collect();
        values.map(Some).map_err(Fail::told::<G>)
    }
}

/// Sets by how many pieces the side to move leads.
pub(crate) fn set_lead<G: ClockedGame>(counters: &mut Counters, position: &G::Position, lead: i8) {
    counters.set_lead(match G::side_to_move(position) {
        Side::White => lead,
        Side::Black => -lead,
    });
}

/// The better of two moves for the side that makes them: of wins the one that needs less, of losses the one that takes longer.
fn better(one: Judged, other: Judged) -> Judged {
    let rank = |(value, plies): Judged| match value {
        Wdl::Win => (2, -plies.map_or(0, i32::from)),
        Wdl::Draw => (1, 0),
        Wdl::Loss => (0, plies.map_or(0, i32::from)),
    };
    if rank(other) > rank(one) { other } else { one }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// What a best difference `v` to come makes of every level, 4 being the game; in no ply.
    fn levels(v: i8) -> impl FnMut(u32) -> Result<Option<Settled>, Infallible> {
        move |level| {
            let level = level.min(4) as i8;
            Ok((v.abs() >= level).then_some(Settled { win: v > 0, plies: 7 }))
        }
    }

    #[test]
    fn who_leads_in_the_end_wins_at_every_lead() {
        for v in -4..=4i8 {
            for lead in -22..=22i8 {
                let expected = match v {
                    4 => Wdl::Win,
                    -4 => Wdl::Loss,
                    v => match (lead + v).signum() {
                        1 => Wdl::Win,
                        -1 => Wdl::Loss,
                        _ => Wdl::Draw,
                    },
                };
                let Ok((value, plies)) = decide(lead, 7, levels(v));
                assert_eq!(value, expected, "{v} to come, {lead} ahead");
                assert_eq!(plies, level_decides(lead, value).then_some(7));
                // With too few plies left nothing more is taken.
                let Ok((value, plies)) = decide(lead, 6, levels(v));
                let stopped = [Wdl::Loss, Wdl::Draw, Wdl::Win][(lead.signum() + 1) as usize];
                assert_eq!((value, plies), (stopped, None));
            }
        }
    }
}
