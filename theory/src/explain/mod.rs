//! Finds a sentence: where is a material won, and where not?
//!
//! Conditions of the language are asked of every position; a rule of few of them that tells wins from the rest is looked for, and then
//! decided as a claim of its own, so that its exceptions are those of all positions, one by one.

mod features;
mod rule;

use std::collections::HashMap;
use std::ops::ControlFlow;

use dambase_prober::ProbeError;
use dambase_prober::any::{AnyRow, AnyTablebase, Scanned};
use dambase_rules::{GameId, Side, Wdl};
use rayon::prelude::*;

use crate::claim::{Claim, Expected, Quantity};
use crate::decide::{DecideError, Exception, Scope, decide};
use crate::facts::Seen;
use crate::language::Condition;
use crate::symmetry::images;
use features::{Feature, features};
use rule::{Group, Rule, Size, Term, find};

/// How many positions end how.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ends {
    /// White wins.
    pub white_wins: u64,
    /// Nobody does.
    pub draws: u64,
    /// Black wins.
    pub black_wins: u64,
}

impl Ends {
    /// All of them.
    pub fn positions(&self) -> u64 {
        self.white_wins + self.draws + self.black_wins
    }

    fn add(&mut self, other: &Ends) {
        self.white_wins += other.white_wins;
        self.draws += other.draws;
        self.black_wins += other.black_wins;
    }
}

/// How positions end of which a condition is true.
#[derive(Clone, PartialEq, Debug)]
pub struct ByCondition {
    /// The condition, in the language of claims.
    pub condition: String,
    /// In words.
    pub words: String,
    /// How they end.
    pub ends: Ends,
}

/// A sentence that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// Who wins, if it is true.
    pub winner: Side,
    /// The winner wins exactly where this is true, but for the exceptions; in the language of claims.
    pub condition: String,
    /// In words.
    pub words: String,
    /// Positions it is true of that are not won.
    pub not_won: u64,
    /// Positions it is not true of that are won.
    pub won_all_the_same: u64,
    /// The first of the exceptions.
    pub exceptions: Vec<Exception>,
}

/// What was found out of a material with one side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The side to move.
    pub side: Side,
    /// How its positions end.
    pub ends: Ends,
    /// How they end by condition; conditions that are always or never true are left out.
    pub by_condition: Vec<ByCondition>,
    /// For each side that wins somewhere and not everywhere, where.
    pub found: Vec<Found>,
}

/// What a rule may be at most: a sentence that can be said in one breath, or two.
const SIZE: Size = Size { terms: 6, conditions: 3 };

/// Describes where a material, White's pieces first, is won, drawn and lost.
///
/// # Errors
/// Tables that are missing or damaged, and text that is no material.
pub fn explain(
    tables: &AnyTablebase,
    material: &str,
    scope: Scope,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Explanation>, DecideError> {
    let rows = tables.rows(material).map_err(|error| ProbeError::OutOfScope { reason: error.to_string() })?;
    let game = tables.game();
    let features = features(game, material);
    let mut explanations = Vec::new();
    let mut done: Vec<Side> = Vec::new();
    for row in rows.iter().filter(|row| row.is_of(material)) {
        // One-colour draughts has several rows a side.
        if done.contains(&row.side) {
            continue;
        }
        done.push(row.side);
        let of_side: Vec<&AnyRow> = rows.iter().filter(|one| one.side == row.side && one.is_of(material)).collect();
        explanations.push(explain_side(tables, material, &of_side, &features, scope, progress)?);
    }
    Ok(explanations)
}

type Groups = HashMap<u128, Ends>;

fn explain_side(
    tables: &AnyTablebase,
    material: &str,
    rows: &[&AnyRow],
    features: &[Feature],
    scope: Scope,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Explanation, DecideError> {
    let mut groups = Groups::new();
    for row in rows {
        for (mask, ends) in grouped(tables, row, features, progress)? {
            groups.entry(mask).or_default().add(&ends);
        }
    }
    // In an order that does not depend on threads.
    let mut groups: Vec<(u128, Ends)> = groups.into_iter().collect();
    groups.sort_by_key(|group| group.0);
    let mut ends = Ends::default();
    groups.iter().for_each(|(_, group)| ends.add(group));
    let of = |bit: u128| {
        let mut ends = Ends::default();
        groups.iter().filter(|(mask, _)| mask & bit != 0).for_each(|(_, group)| ends.add(group));
        ends
    };
    let by_condition: Vec<ByCondition> = features
        .iter()
        .enumerate()
        .map(|(number, feature)| ByCondition {
            condition: feature.condition.text().to_owned(),
            words: feature.words.clone(),
            ends: of(1 << number),
        })
        .filter(|by| by.ends.positions() > 0 && by.ends != ends)
        .collect();
    let side = rows.first().map_or(Side::White, |row| row.side);
    let telling = telling(&groups, features.len());
    let mut found = Vec::new();
    for winner in [Side::White, Side::Black] {
        let won = |ends: &Ends| if winner == Side::White { ends.white_wins } else { ends.black_wins };
        if won(&ends) == 0 || won(&ends) == ends.positions() {
            continue;
        }
        let group = |(mask, ends): &(u128, Ends)| Group {
            mask: mask & telling,
            yes: won(ends),
            no: ends.positions() - won(ends),
        };
        let groups: Vec<Group> = groups.iter().map(group).collect();
        let rule = find(&groups, features.len(), SIZE);
        found.push(tell(tables, material, side, winner, &rule, features, scope)?);
    }
    Ok(Explanation { side, ends, by_condition, found })
}

/// The conditions that tell something that none before them tells: not always the same, and not the same as another or its contrary.
fn telling(groups: &[(u128, Ends)], features: usize) -> u128 {
    let column = |feature: usize| {
        let truths: Vec<bool> = groups.iter().map(|(mask, _)| mask >> feature & 1 == 1).collect();
        // A condition and its contrary are one.
        let first = truths.first().copied().unwrap_or(false);
        truths.into_iter().map(|truth| truth != first).collect::<Vec<bool>>()
    };
    let mut seen: Vec<Vec<bool>> = Vec::new();
    let mut telling = 0;
    for feature in 0..features {
        let column = column(feature);
        if column.contains(&true) && !seen.contains(&column) {
            telling |= 1 << feature;
            seen.push(column);
        }
    }
    telling
}

/// Positions by the conditions that are true of them.
fn grouped(
    tables: &AnyTablebase,
    row: &AnyRow,
    features: &[Feature],
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Groups, ProbeError> {
    const PIECE: u64 = 1 << 12;
    (0..row.len())
        .step_by(PIECE as usize)
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|first| {
            let part = first..row.len().min(first + PIECE);
            let size = part.end - part.start;
            let mut groups = Groups::new();
            tables.scan(row, part, &mut |scanned: &Scanned| {
                for (_, pieces) in images(tables.game(), &scanned.pieces) {
                    let seen = Seen::new(&pieces, scanned.evaluation);
                    let mask = features
                        .iter()
                        .enumerate()
                        .filter(|(_, feature)| feature.condition.holds(&seen))
                        .fold(0u128, |mask, (number, _)| mask | 1 << number);
                    let ends = groups.entry(mask).or_default();
                    match (scanned.evaluation.wdl, scanned.pieces.side) {
                        (Wdl::Draw, _) => ends.draws += 1,
                        (Wdl::Win, Side::White) | (Wdl::Loss, Side::Black) => ends.white_wins += 1,
                        (Wdl::Win, Side::Black) | (Wdl::Loss, Side::White) => ends.black_wins += 1,
                    }
                }
                ControlFlow::Continue(())
            })?;
            progress(size);
            Ok(groups)
        })
        .try_reduce(Groups::new, |mut one, other| {
            for (mask, ends) in other {
                one.entry(mask).or_default().add(&ends);
            }
            Ok(one)
        })
}

/// A rule as a sentence, its exceptions found by going over all positions anew.
fn tell(
    tables: &AnyTablebase,
    material: &str,
    side: Side,
    winner: Side,
    rule: &Rule,
    features: &[Feature],
    scope: Scope,
) -> Result<Found, DecideError> {
    let (condition, words) = sentence(rule, features);
    let game = tables.game();
    let wins = format!("{winner} wins");
    let agree = format!("({wins} and ({condition})) or (not {wins} and not ({condition}))");
    let decision = decide(&claim(game, material, side, None, &agree)?, tables, scope, &|_| {})?;
    let wrong =
        decide(&claim(game, material, side, Some(&condition), &wins)?, tables, Scope { most_exceptions: 0 }, &|_| {})?;
    let not_won = wrong.positions - wrong.holding;
    Ok(Found {
        winner,
        condition,
        words,
        not_won,
        won_all_the_same: decision.positions - decision.holding - not_won,
        exceptions: decision.exceptions,
    })
}

fn claim(
    game: GameId,
    material: &str,
    side: Side,
    conditions: Option<&str>,
    outcome: &str,
) -> Result<Claim, DecideError> {
    let read = |text: &str| {
        Condition::read(game, text)
            .map_err(|error| DecideError::Probe(ProbeError::OutOfScope { reason: error.to_string() }))
    };
    Ok(Claim {
        name: "explain".into(),
        says: String::new(),
        source: None,
        note: None,
        game,
        materials: vec![material.to_owned()],
        side: Some(side),
        conditions: conditions.map(read).transpose()?,
        outcome: read(outcome)?,
        within: None,
        draw_rules: None,
        quantity: Quantity::Every,
        expected: Expected::Proved,
    })
}

/// A rule in the language of claims, and in words.
fn sentence(rule: &Rule, features: &[Feature]) -> (String, String) {
    if rule.terms.is_empty() {
        return match rule.negated {
            true => ("true".into(), "always".into()),
            false => ("false".into(), "never".into()),
        };
    }
    let parts: Vec<(String, String)> = rule.terms.iter().map(|&term| part(term, features)).collect();
    let alone = parts.len() == 1;
    let conditions: Vec<String> =
        parts.iter().map(|(text, _)| if alone { text.clone() } else { format!("({text})") }).collect();
    let words: Vec<&str> = parts.iter().map(|(_, words)| &words[..]).collect();
    let (text, words) = (conditions.join(" or "), words.join("; or "));
    match rule.negated {
        true => (format!("not ({text})"), format!("except where {words}")),
        false => (text, format!("where {words}")),
    }
}

fn part(term: Term, features: &[Feature]) -> (String, String) {
    let (mut conditions, mut words) = (Vec::new(), Vec::new());
    for (number, feature) in features.iter().enumerate() {
        let text = feature.condition.text();
        if term.with & 1 << number != 0 {
            conditions.push(text.to_owned());
            words.push(&feature.words[..]);
        }
        if term.without & 1 << number != 0 {
            conditions.push(format!("not {text}"));
            words.push(&feature.contrary[..]);
        }
    }
    (conditions.join(" and "), words.join(", and "))
}
