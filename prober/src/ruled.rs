//! Values under draw rules.

use dambase_format::{ClockedGame, DtcShape, Metric, SliceIndex, SliceKey, decides, table_rules};
use dambase_rules::Wdl;
use dambase_rules::draw::{Article, AwardBy, Counters, DrawRules};

use crate::error::{Answer, Fail, ProbeError};
use crate::lookup::Lookup;
use crate::probe::{ByDtw, ByWdl};
use crate::stopped::{Judged, stopping_article};
use crate::table::Loaded;
use crate::tablebase::{Held, TableInfo, Tablebase};

/// What a position is worth under draw rules, with the counters as they stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move wins under the rules: also where the rules give it what it could not force without them (who has taken
    /// more).
    Win,
    /// It would win, but the draw rules make it a draw.
    WinSpoiled,
    /// Neither side could force a win anyway.
    Draw,
    /// It would lose, but the draw rules make it a draw.
    LossSaved,
    /// It loses under the rules.
    Loss,
}

impl Verdict {
    /// From the value without draw rules and the one under them.
    pub(crate) fn of(theory: Wdl, ruled: Wdl) -> Self {
        match (ruled, theory) {
            (Wdl::Win, _) => Verdict::Win,
            (Wdl::Loss, _) => Verdict::Loss,
            (Wdl::Draw, Wdl::Win) => Verdict::WinSpoiled,
            (Wdl::Draw, Wdl::Draw) => Verdict::Draw,
            (Wdl::Draw, Wdl::Loss) => Verdict::LossSaved,
        }
    }

    /// `win`, `spoiled_win`, `draw`, `saved_loss` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Win => "win",
            Verdict::WinSpoiled => "spoiled_win",
            Verdict::Draw => "draw",
            Verdict::LossSaved => "saved_loss",
            Verdict::Loss => "loss",
        }
    }

    /// Win, draw or loss under the rules.
    pub fn wdl(self) -> Wdl {
        match self {
            Verdict::Win => Wdl::Win,
            Verdict::WinSpoiled | Verdict::Draw | Verdict::LossSaved => Wdl::Draw,
            Verdict::Loss => Wdl::Loss,
        }
    }

    /// Seen from the other side.
    pub fn reversed(self) -> Self {
        match self {
            Verdict::Win => Verdict::Loss,
            Verdict::WinSpoiled => Verdict::LossSaved,
            Verdict::Draw => Verdict::Draw,
            Verdict::LossSaved => Verdict::WinSpoiled,
            Verdict::Loss => Verdict::Win,
        }
    }

    /// Greater is better for the side to move.
    pub(crate) fn preference(self) -> i32 {
        match self {
            Verdict::Win => 4,
            Verdict::WinSpoiled => 3,
            Verdict::Draw => 2,
            Verdict::LossSaved => 1,
            Verdict::Loss => 0,
        }
    }
}

/// A verdict with its reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuledEvaluation {
    /// The verdict.
    pub verdict: Verdict,
    /// Of wins and losses, where a clock runs: plies until the winner has ended the game or left the running clock behind with a won
    /// position (DTC; in chess DTZ). The least that must be left on the clock. Where the game is stopped for who has taken more pieces,
    /// `None` for the side that leads and wins because it is not overtaken, and for the one that loses so.
    pub dtc: Option<u16>,
    /// The article that decides, where one does: it spoils or saves, it awards the game, or it gives it to who has taken more.
    pub article: Option<&'static Article>,
}

/// How draw rules spoil a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpoiledWin<G: ClockedGame> {
    /// The article that ends the game.
    pub article: &'static Article,
    /// The moves until then, each with the position after it.
    pub line: Vec<(G::Move, G::Position)>,
}

/// The tables of a set of draw rules.
pub(crate) struct SetTables {
    pub(crate) rules: &'static DrawRules,
    lookup: Lookup,
    entries: Vec<SetEntry>,
}

/// A table of a set, or what there is in its place.
pub(crate) struct SetEntry {
    pub(crate) key: SliceKey,
    pub(crate) shape: DtcShape,
    pub(crate) held: Held,
}

impl SetTables {
    pub(crate) fn new(rules: &'static DrawRules, entries: Vec<SetEntry>) -> Self {
        let keys: Vec<_> = entries.iter().map(|entry| entry.key).collect();
        SetTables { rules, lookup: Lookup::new(&keys), entries }
    }

    pub(crate) fn entries(&self) -> &[SetEntry] {
        &self.entries
    }

    pub(crate) fn entry(&self, key: SliceKey) -> Option<&SetEntry> {
        self.lookup.get(key).map(|number| &self.entries[number])
    }
}

/// The plies that the winner needs, if he wins at all: what must be left on the outer clock.
pub(crate) type Need = Option<u16>;

impl<G: ClockedGame> Tablebase<G> {
    /// What a position is worth to the side to move under draw rules, with the counters as they stand, repetition left aside: the
    /// verdict is exact while no position since the last capture or man's move has occurred twice.
    ///
    /// Of articles that have to be claimed it is taken that whoever gains by them claims.
    pub fn probe_verdict(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
    ) -> Result<RuledEvaluation, ProbeError> {
        self.verdict_of(rules, position, counters).map_err(Fail::told::<G>)
    }

    /// As [`Tablebase::probe_verdict`], without the article: that takes a line of play to find where a win is spoiled. The plies are those
    /// of [`RuledEvaluation::dtc`].
    pub fn probe_ruled(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
    ) -> Result<(Verdict, Option<u16>), ProbeError> {
        let found = || {
            let (ruled, dtc) = self.ruled(rules, position, counters)?;
            Ok((Verdict::of(self.value::<ByWdl>(position)?, ruled), dtc))
        };
        found().map_err(Fail::told::<G>)
    }

    pub(crate) fn verdict_of(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
    ) -> Answer<RuledEvaluation> {
        let (ruled, dtc) = self.ruled(rules, position, counters)?;
        let theory = self.value::<ByWdl>(position)?;
        let verdict = Verdict::of(theory, ruled);
        // Where there is no move the game is over by its goal, and nothing is left to award.
        let awarded = self.award(rules, position, theory).filter(|_| ruled == theory && has_move::<G>(position));
        let article = awarded.or_else(|| counters.at_limit(rules).filter(|_| has_move::<G>(position)));
        let article = match article {
            None if ruled != theory => match stopping_article(rules) {
                Some(article) => Some(article),
                None => self.spoiled_line(rules, position, counters)?.map(|spoiled| spoiled.article),
            },
            article => article,
        };
        Ok(RuledEvaluation { verdict, dtc, article })
    }

    /// Win, draw or loss under the rules; of wins and losses, where a clock runs, the plies needed.
    pub(crate) fn ruled(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
    ) -> Answer<Judged> {
        if stopping_article(rules).is_some() {
            return self.judged(rules, position, counters);
        }
        let theory = self.value::<ByWdl>(position)?;
        if counters.at_limit(rules).is_some() {
            // The end of the game comes before the limit, and so does what may be claimed; tables have no values at limits.
            let before = self.award(rules, position, theory).is_some() || !has_move::<G>(position);
            return Ok((if before { theory } else { Wdl::Draw }, None));
        }
        let (need, shape) = self.need(rules, position, counters, theory)?;
        let left = shape.map_or(u16::MAX, |shape| shape.plies_left(counters));
        match need {
            Some(plies) if plies <= left => {
                let clock = shape.is_some_and(|shape| shape.limit_plies > 0);
                Ok((theory, Some(plies).filter(|_| clock && theory != Wdl::Draw)))
            }
            _ => Ok((Wdl::Draw, None)),
        }
    }

    /// The plies that must be left on the outer clock for the winner to win with the inner clocks as they stand, and the clocks that
    /// decide. `theory` is the value without draw rules. The outer clock does not matter here.
    pub(crate) fn need(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
        theory: Wdl,
    ) -> Answer<(Need, Option<DtcShape>)> {
        let Some(key) = G::slice_key(position) else {
            return Ok((Some(0), None));
        };
        let Some((shape, entry)) = self.shape(rules, key)? else {
            return Ok((Some(0), None));
        };
        if theory == Wdl::Draw {
            return Ok((None, Some(shape)));
        }
        if self.award(rules, position, theory).is_some() {
            return Ok((Some(0), Some(shape)));
        }
        if let Some((table, slice)) = self.stored(rules, position, key, entry)? {
            let index = slice.index_of(position) * u64::from(shape.planes) + u64::from(shape.plane(counters));
            let value = table.find(&self.cache, index)?;
            let need = match (shape.limit_plies, value) {
                (0, 0) => Some(0),
                (0, _) | (_, 0) => None,
                (_, plies_and_one) => Some(plies_and_one - 1),
            };
            return Ok((need, Some(shape)));
        }
        Ok((self.need_by_moves(rules, position, counters, theory, &shape)?, Some(shape)))
    }

    /// The table of distances that stores a position, with the numbering; `None` where its value follows from its moves. `entry` is what
    /// there is of its slice. An error where a table is needed and not there.
    pub(crate) fn stored<'a>(
        &'a self,
        rules: &'static DrawRules,
        position: &G::Position,
        key: SliceKey,
        entry: Option<&'a SetEntry>,
    ) -> Answer<Option<(&'a Loaded, &'a G::Slice)>> {
        let held = match entry.map(|entry| &entry.held) {
            Some(Held::Table(table)) => Some(&**table),
            Some(Held::Broken(number)) => return Err(self.broken(*number)),
            Some(Held::Absent) | None => None,
        };
        let stored = held.filter(|table| !(table.exits_unstored && G::is_exit_only(position)));
        if let (Some(table), Some(owner)) = (stored, self.entry(key)) {
            return Ok(Some((table, &owner.slice)));
        }
        if !G::is_exit_only(position) && has_move::<G>(position) {
            return Err(missing::<G>(rules, key));
        }
        Ok(None)
    }

    /// The definition: where the winner is to move 1 + min f, where the loser is to move 1 + max f, and f is what is needed after
    /// the move while the clock runs on; else 0 where that is won, with the counters it is entered with.
    pub(crate) fn need_by_moves(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
        theory: Wdl,
        shape: &DtcShape,
    ) -> Answer<Need> {
        let most = if shape.limit_plies == 0 { u16::MAX } else { shape.limit_plies };
        let mut found: Option<Need> = None;
        let mut failed = None;
        let mut any = false;
        G::for_each_successor(position, |after| {
            any = true;
            if failed.is_some() {
                return;
            }
            match self.need_after(rules, position, counters, theory, shape, &after) {
                Ok(need) => {
                    let need = need.map(|plies| if shape.limit_plies == 0 { 0 } else { plies.saturating_add(1) });
                    let need = need.filter(|&plies| plies <= most);
                    found = Some(match (found, theory) {
                        (None, _) => need,
                        // The winner takes the least there is, the loser the most, and no win at all before all else.
                        (Some(best), Wdl::Win) => [best, need].into_iter().flatten().min(),
                        (Some(worst), _) => worst.zip(need).map(|(one, other)| one.max(other)),
                    });
                }
                Err(error) => failed = Some(error),
            }
        });
        match failed {
            Some(error) => Err(error),
            None if !any => Ok(Some(0)),
            None => Ok(found.flatten()),
        }
    }

    /// What is needed after a move, counted from after it; `None` where the winner has let the win go.
    fn need_after(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
        theory: Wdl,
        shape: &DtcShape,
        after: &G::Position,
    ) -> Answer<Need> {
        let theory_after = self.value::<ByWdl>(after)?;
        if theory_after != theory.reversed() {
            return Ok(None);
        }
        let mut then = counters.after::<G>(rules, position, after);
        let outer = shape.regime.outer.map(|outer| outer.number);
        let runs_on = outer.is_some_and(|outer| {
            let before = counters.get(outer).unwrap_or(0);
            then.get(outer) == Some(before + 1)
        });
        if !runs_on {
            return Ok(self.ruled(rules, after, &then)?.0.ne(&Wdl::Draw).then_some(0));
        }
        // What is left on the outer clock is asked, so it stands at its limit nowhere.
        if let Some(outer) = outer {
            then.set(outer, Some(0));
        }
        if then.at_limit(rules).is_some() {
            return Ok((!has_move::<G>(after)).then_some(0));
        }
        Ok(self.need(rules, after, &then, theory_after)?.0)
    }

    /// The table that verdicts in a slice come from; `None` where draw rules change nothing in it, so that none is needed. Errors as a
    /// probe's, where it is not here or damaged or there can be none.
    pub fn table_under_rules(
        &self,
        rules: &'static DrawRules,
        key: SliceKey,
    ) -> Result<Option<TableInfo<'_>>, ProbeError> {
        let found = || {
            let Some((_, entry)) = self.shape(rules, key)? else { return Ok(None) };
            match entry.map(|entry| &entry.held) {
                Some(Held::Table(table)) => Ok(Some(TableInfo::new::<G>(key, Metric::Dtc, table))),
                Some(Held::Broken(number)) => Err(self.broken(*number)),
                Some(Held::Absent) | None => Err(missing::<G>(rules, key)),
            }
        };
        found().map_err(Fail::told::<G>)
    }

    /// The clocks that decide in a slice, with its table where there is one; `None` where draw rules change nothing.
    pub(crate) fn shape(
        &self,
        rules: &'static DrawRules,
        key: SliceKey,
    ) -> Answer<Option<(DtcShape, Option<&SetEntry>)>> {
        if let Some(entry) = self.set(rules).and_then(|set| set.entry(key)) {
            return Ok(Some((entry.shape, Some(entry))));
        }
        if !decides::<G>(rules, key) {
            return Ok(None);
        }
        match DtcShape::of::<G>(rules, key) {
            Ok(shape) => Ok(Some((shape, None))),
            Err(error) => {
                let material = G::slice(key).map_or_else(|error| error.text, |slice| slice.material());
                let reason = format!("{material} under the draw rules {}: {error}", rules.name);
                Err(ProbeError::OutOfScope { reason }.into())
            }
        }
    }

    pub(crate) fn set(&self, rules: &'static DrawRules) -> Option<&SetTables> {
        // By address first: the sets of a game are constants.
        let named = self.sets.iter().find(|set| std::ptr::eq(set.rules, rules));
        named.or_else(|| {
            let tables = table_rules::<G>(rules);
            self.sets.iter().find(|set| set.rules.name == tables.name)
        })
    }

    /// The article by which the strong side may claim what is won for it without draw rules.
    pub(crate) fn award(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        theory: Wdl,
    ) -> Option<&'static Article> {
        let winner = match theory {
            Wdl::Win => G::side_to_move(position),
            Wdl::Loss => G::side_to_move(position).other(),
            Wdl::Draw => return None,
        };
        rules.awards().find_map(|(article, award)| {
            let claims = award.by == AwardBy::StrongSideWins && G::strong_side(award.class, position) == Some(winner);
            claims.then_some(article)
        })
    }

    /// How draw rules spoil a win: the article that ends the game when the winner goes for the end and the loser keeps the draw, each
    /// otherwise by depth, and the moves until then. `None` where no win is spoiled or there are no tables of depths.
    pub fn spoiled_win(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
    ) -> Result<Option<SpoiledWin<G>>, ProbeError> {
        let spoiled = || {
            let spoiled =
                self.value::<ByWdl>(position)? != Wdl::Draw && self.ruled(rules, position, counters)?.0 == Wdl::Draw;
            if spoiled { self.spoiled_line(rules, position, counters) } else { Ok(None) }
        };
        spoiled().map_err(Fail::told::<G>)
    }

    fn spoiled_line(
        &self,
        rules: &'static DrawRules,
        position: &G::Position,
        counters: &Counters,
    ) -> Answer<Option<SpoiledWin<G>>> {
        let (mut position, mut counters) = (*position, *counters);
        let Some(most) = self.depth(&position)? else { return Ok(None) };
        let mut line = Vec::new();
        let mut legal = Vec::new();
        for _ in 0..=most {
            G::legal_moves(&position, &mut legal);
            if legal.is_empty() {
                return Ok(None);
            }
            if let Some(article) = counters.at_limit(rules) {
                return Ok(Some(SpoiledWin { article, line }));
            }
            let mover_wins = self.value::<ByWdl>(&position)? == Wdl::Win;
            let mut best: Option<(i32, G::Move, G::Position, Counters)> = None;
            for &mv in &legal {
                let after = G::play(&position, &mv);
                // The winner leads to losses of the other side, the loser to wins of his.
                let theory = if mover_wins { Wdl::Loss } else { Wdl::Win };
                if self.value::<ByWdl>(&after)? != theory {
                    continue;
                }
                let then = counters.after::<G>(rules, &position, &after);
                if !mover_wins && self.ruled(rules, &after, &then)?.0 == Wdl::Win {
                    continue;
                }
                let Some(plies) = self.depth(&after)? else { return Ok(None) };
                let worth = if mover_wins { -i32::from(plies) } else { i32::from(plies) };
                if best.is_none_or(|(most, ..)| worth > most) {
                    best = Some((worth, mv, after, then));
                }
            }
            let Some((_, mv, after, then)) = best else { return Ok(None) };
            line.push((mv, after));
            (position, counters) = (after, then);
        }
        Ok(None)
    }

    /// Plies to the end without draw rules; `None` for a draw, and where there is no table of depths.
    pub(crate) fn depth(&self, position: &G::Position) -> Answer<Option<u16>> {
        match self.value::<ByDtw>(position) {
            Ok(value) => Ok(value.plies()),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cold]
fn missing<G: ClockedGame>(rules: &'static DrawRules, key: SliceKey) -> Fail {
    ProbeError::missing::<G>(key, Metric::Dtc, Some(table_rules::<G>(rules).name)).into()
}

pub(crate) fn has_move<G: dambase_format::TableGame>(position: &G::Position) -> bool {
    let mut any = false;
    G::for_each_successor(position, |_| any = true);
    any
}
