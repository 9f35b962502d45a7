//! What tables say of positions in the tree.

use std::collections::HashMap;
use std::sync::Arc;

use dambase_format::{Metric, SliceKey};
use dambase_prober::{ProbeError, Tablebase};
use dambase_rules::draw::{AtLimit, DrawRules, Rule};
use dambase_rules::played::Theory;
use dambase_rules::{Game, Wdl};

use crate::playable::Playable;
use crate::score::{HOPEFUL, Score, table_win_in, won_in};

/// What there is for the positions of a slice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Nothing.
    Absent,
    /// Values that no draw rule changes.
    Theory,
    /// Values under the draw rules.
    Ruled,
    /// Values that draw rules may change, and nothing that says whether they do.
    Doubtful,
}

/// The tables of a game, and what is kept in mind of them.
pub(crate) struct Oracle<G: Playable> {
    pub(crate) tables: Arc<Tablebase<G>>,
    rules: Option<&'static DrawRules>,
    most_pieces: u32,
    standings: HashMap<SliceKey, Standing>,
    /// Positions that tables have answered.
    pub(crate) hits: u64,
    /// The first damaged file that was met.
    pub(crate) trouble: Option<ProbeError>,
}

impl<G: Playable> Oracle<G> {
    pub(crate) fn new(tables: Arc<Tablebase<G>>) -> Self {
        let most_pieces = tables.tables().map(|table| table.pieces).max().unwrap_or(0);
        Oracle { tables, rules: None, most_pieces, standings: HashMap::new(), hits: 0, trouble: None }
    }

    /// A search begins.
    pub(crate) fn begin(&mut self, rules: Option<&'static DrawRules>) {
        if self.rules.map(|rules| rules.name) != rules.map(|rules| rules.name) {
            self.standings.clear();
        }
        self.rules = rules;
        self.hits = 0;
    }

    pub(crate) fn rules(&self) -> Option<&'static DrawRules> {
        self.rules
    }

    /// The position could be in a table.
    #[inline]
    pub(crate) fn may_know(&self, position: &G::Position) -> bool {
        self.most_pieces > 0 && G::pieces_left(position) <= self.most_pieces
    }

    fn standing(&mut self, key: SliceKey) -> Standing {
        if let Some(&known) = self.standings.get(&key) {
            return known;
        }
        let has = |metric| self.tables.has(key, metric);
        let standing = match self.rules {
            _ if !has(Metric::Wdl) && !has(Metric::Dtw) => Standing::Absent,
            None => Standing::Theory,
            Some(rules) => match self.tables.table_under_rules(rules, key) {
                Ok(None) => Standing::Theory,
                Ok(Some(_)) => Standing::Ruled,
                Err(_) => Standing::Doubtful,
            },
        };
        self.standings.insert(key, standing);
        standing
    }

    /// What the position on the board, `ply` plies from the root and not over, is worth to the side to move, as far as tables know.
    pub(crate) fn score(&mut self, game: &Game<G>, ply: usize) -> Option<Score> {
        let position = game.position();
        if !self.may_know(position) {
            return None;
        }
        let score = match (self.standing(G::slice_key(position)?), self.rules) {
            (Standing::Absent, _) => return None,
            (Standing::Ruled, Some(rules)) => {
                let wdl = Theory::verdict(&*self.tables, rules, position, game.counters())?;
                let plies = match wdl {
                    Wdl::Draw => 0,
                    Wdl::Win | Wdl::Loss => self.answer(|tables| tables.probe(position))?.dtw.unwrap_or(0),
                };
                signed(wdl, table_win_in(ply as u32 + u32::from(plies)))
            }
            (Standing::Doubtful, _) => {
                let wdl = self.answer(|tables| tables.probe_wdl(position))?;
                self.hopeful(wdl, ply)?
            }
            (Standing::Theory | Standing::Ruled, _) => {
                let value = self.answer(|tables| tables.probe(position))?;
                let won = match value.dtw {
                    Some(plies) => won_in(ply as u32 + u32::from(plies)),
                    None => table_win_in(ply as u32),
                };
                signed(value.wdl, won)
            }
        };
        self.hits += 1;
        Some(score)
    }

    /// As [`Oracle::score`], from what is in memory alone.
    pub(crate) fn quick_score(&mut self, game: &Game<G>, ply: usize) -> Option<Score> {
        let position = game.position();
        if !self.may_know(position) {
            return None;
        }
        let standing = self.standing(G::slice_key(position)?);
        if standing == Standing::Absent {
            return None;
        }
        let wdl = self.answer(|tables| tables.probe_wdl_in_memory(position))??;
        let score = match standing {
            Standing::Theory => signed(wdl, table_win_in(ply as u32)),
            _ => self.hopeful(wdl, ply)?,
        };
        self.hits += 1;
        Some(score)
    }

    /// What a value without draw rules is worth where these may change it.
    fn hopeful(&self, wdl: Wdl, ply: usize) -> Option<Score> {
        let by_lead = |rules: &DrawRules| rules.clocks().any(|(_, clock)| clock.at_limit == AtLimit::MoreTaken);
        // A draw may be won by who has taken more.
        if wdl == Wdl::Draw && self.rules.is_some_and(by_lead) {
            return None;
        }
        Some(signed(wdl, HOPEFUL - ply as Score))
    }

    /// The answer of a probe; a damaged file is kept in mind, and answers nothing.
    fn answer<T>(&mut self, probe: impl FnOnce(&Tablebase<G>) -> Result<T, ProbeError>) -> Option<T> {
        match probe(&self.tables) {
            Ok(value) => Some(value),
            Err(error) => {
                self.blame(error);
                None
            }
        }
    }

    /// Keeps a damaged file in mind.
    pub(crate) fn blame(&mut self, error: ProbeError) {
        if matches!(error, ProbeError::Broken { .. }) {
            self.trouble.get_or_insert(error);
        }
    }

    /// The occurrence of a position that draws, by itself or on claim.
    pub(crate) fn drawing_occurrence(&self) -> Option<u16> {
        self.rules?.repetition().map(|(_, occurrences)| occurrences.into())
    }

    /// Articles that are about clocks or awards.
    pub(crate) fn least_clock_left(&self, game: &Game<G>) -> u16 {
        let Some(rules) = self.rules else { return u16::MAX };
        let awards = rules.articles.iter().any(|article| matches!(article.rule, Rule::Award(_)));
        let left = |(number, limit): (usize, u16)| limit.saturating_sub(game.counters().get(number).unwrap_or(0));
        let least = rules.clocks().enumerate().map(|(number, (_, clock))| left((number, clock.limit))).min();
        if awards { 0 } else { least.unwrap_or(u16::MAX) }
    }
}

fn signed(wdl: Wdl, won: Score) -> Score {
    match wdl {
        Wdl::Win => won,
        Wdl::Draw => 0,
        Wdl::Loss => -won,
    }
}
