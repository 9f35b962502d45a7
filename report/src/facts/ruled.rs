//! What draw rules make of the positions of a section, all counters at zero.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use dambase_prober::any::{AnyTablebase, Scanned};
use dambase_prober::{ProbeError, Verdict};
use dambase_rules::draw::{AtLimit, DrawRules};
use dambase_rules::{Pieces, Wdl};

use super::Line;

/// The greatest lead that is told of where a game is stopped for who has taken more: as many as can still be taken of four.
pub const MOST_LEAD: i8 = 3;
const LEADS: usize = 2 * MOST_LEAD as usize + 1;

/// What there is to tell of a section under draw rules.
pub enum RuledFacts {
    /// The rules spoil wins and save losses.
    Spoiling(Spoiling),
    /// The rules give the game to who has taken more: wins, draws and losses by the lead of the side to move.
    ByLead(Vec<ByLead>),
}

/// Verdicts of a section.
pub struct Spoiling {
    /// Wins.
    pub win: u64,
    /// Wins that the rules spoil.
    pub spoiled_win: u64,
    /// Draws.
    pub draw: u64,
    /// Losses that the rules save.
    pub saved_loss: u64,
    /// Losses.
    pub loss: u64,
    /// The longest DTC of a win, where a clock runs.
    pub max_dtc: Option<u16>,
    /// How many wins each article spoils, in the order of their numbers.
    pub by_article: Vec<(&'static str, u64)>,
    /// The longest win that each article spoils, where there are depths.
    pub longest: Vec<LongestSpoiled>,
}

/// The longest win that an article spoils.
pub struct LongestSpoiled {
    /// The article's number.
    pub article: &'static str,
    /// The winner goes for the end, the loser keeps the draw, until the article ends the game.
    pub line: Line,
}

/// Values for a lead of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByLead {
    /// By how many pieces it leads.
    pub lead: i8,
    /// Wins.
    pub win: u64,
    /// Draws.
    pub draw: u64,
    /// Losses.
    pub loss: u64,
}

/// What a walk has found so far.
pub enum Found {
    /// Verdicts.
    Verdicts(Verdicts),
    /// Wins, draws and losses by lead.
    ByLead([[u64; 3]; LEADS]),
}

/// Counts of verdicts.
#[derive(Default)]
pub struct Verdicts {
    win: u64,
    spoiled_win: u64,
    draw: u64,
    saved_loss: u64,
    loss: u64,
    max_dtc: Option<u16>,
    by_article: BTreeMap<&'static str, u64>,
    longest: BTreeMap<&'static str, Candidate>,
}

/// Perhaps the longest win that an article spoils.
#[derive(Clone, Copy)]
struct Candidate {
    plies: u16,
    number: u64,
    pieces: Pieces,
}

impl Candidate {
    /// The longer one; of equals the first.
    fn longer(self, other: Candidate) -> Candidate {
        std::cmp::min_by_key(self, other, |candidate| (Reverse(candidate.plies), candidate.number))
    }
}

impl Found {
    /// Nothing yet.
    pub fn none(rules: &DrawRules) -> Self {
        if rules.clocks().any(|(_, clock)| clock.at_limit == AtLimit::MoreTaken) {
            Found::ByLead([[0; 3]; LEADS])
        } else {
            Found::Verdicts(Verdicts::default())
        }
    }

    /// Counts a position.
    pub fn look(
        &mut self,
        tables: &AnyTablebase,
        rules: &'static DrawRules,
        scanned: &Scanned,
    ) -> Result<(), ProbeError> {
        match self {
            Found::Verdicts(verdicts) => verdicts.look(tables, rules, scanned)?,
            Found::ByLead(counts) => {
                let values = tables.probe_by_lead(rules, &scanned.pieces, MOST_LEAD)?.unwrap_or_default();
                for (counts, value) in counts.iter_mut().zip(values) {
                    counts[match value {
                        Wdl::Win => 0,
                        Wdl::Draw => 1,
                        Wdl::Loss => 2,
                    }] += 1;
                }
            }
        }
        Ok(())
    }

    /// What both have found; the other comes after this one.
    pub fn merged(self, other: Found) -> Found {
        match (self, other) {
            (Found::Verdicts(one), Found::Verdicts(other)) => Found::Verdicts(one.merged(other)),
            (Found::ByLead(one), Found::ByLead(other)) => Found::ByLead(std::array::from_fn(|lead| {
                std::array::from_fn(|value| one[lead][value] + other[lead][value])
            })),
            // The kind goes by the rules, which are the same.
            (one, _) => one,
        }
    }

    /// What is told of it.
    pub fn told(self, tables: &AnyTablebase, rules: &'static DrawRules) -> Result<RuledFacts, ProbeError> {
        match self {
            Found::Verdicts(verdicts) => verdicts.told(tables, rules).map(RuledFacts::Spoiling),
            Found::ByLead(counts) => {
                let by_lead = (-MOST_LEAD..).zip(counts);
                let by_lead = by_lead.map(|(lead, [win, draw, loss])| ByLead { lead, win, draw, loss });
                Ok(RuledFacts::ByLead(by_lead.collect()))
            }
        }
    }
}

impl Verdicts {
    fn look(&mut self, tables: &AnyTablebase, rules: &'static DrawRules, scanned: &Scanned) -> Result<(), ProbeError> {
        let (verdict, dtc) = tables.probe_ruled(rules, &scanned.pieces)?;
        match verdict {
            Verdict::Win => {
                self.win += 1;
                self.max_dtc = self.max_dtc.max(dtc);
            }
            Verdict::WinSpoiled => {
                self.spoiled_win += 1;
                let counters = tables
                    .counters(rules, &scanned.pieces, "", Default::default())
                    .map_err(|reason| ProbeError::OutOfScope { reason })?;
                let article = tables.probe_verdict(rules, &scanned.pieces, &counters)?.article;
                let article = article.map_or("unknown", |article| article.id);
                *self.by_article.entry(article).or_default() += 1;
                if let Some(plies) = scanned.evaluation.dtw {
                    let candidate = Candidate { plies, number: scanned.number, pieces: scanned.pieces };
                    let longest = self.longest.entry(article).or_insert(candidate);
                    *longest = longest.longer(candidate);
                }
            }
            Verdict::Draw => self.draw += 1,
            Verdict::LossSaved => self.saved_loss += 1,
            Verdict::Loss => self.loss += 1,
        }
        Ok(())
    }

    fn merged(mut self, other: Verdicts) -> Verdicts {
        self.win += other.win;
        self.spoiled_win += other.spoiled_win;
        self.draw += other.draw;
        self.saved_loss += other.saved_loss;
        self.loss += other.loss;
        self.max_dtc = self.max_dtc.max(other.max_dtc);
        for (article, positions) in other.by_article {
            *self.by_article.entry(article).or_default() += positions;
        }
        for (article, candidate) in other.longest {
            let longest = self.longest.entry(article).or_insert(candidate);
            *longest = longest.longer(candidate);
        }
        self
    }

    fn told(self, tables: &AnyTablebase, rules: &'static DrawRules) -> Result<Spoiling, ProbeError> {
        let mut longest = Vec::new();
        for (article, candidate) in self.longest {
            let Some(spoiled) = tables.spoiled_win(rules, &candidate.pieces)? else { continue };
            let end = format!("Article {} ends the game: a draw.", spoiled.article);
            let moves = spoiled.line.into_iter().map(|mv| (mv.text, mv.after));
            longest.push(LongestSpoiled {
                article,
                line: Line::of(tables, candidate.pieces, candidate.plies, moves, end)?,
            });
        }
        Ok(Spoiling {
            win: self.win,
            spoiled_win: self.spoiled_win,
            draw: self.draw,
            saved_loss: self.saved_loss,
            loss: self.loss,
            max_dtc: self.max_dtc,
            by_article: self.by_article.into_iter().collect(),
            longest,
        })
    }
}
