//! Few conditions that tell two kinds of positions apart, with as few exceptions as can be found.
//!
//! Positions are alike that agree in every condition; a rule is an "or" of "and"s. It is grown by the part that explains most, by a
//! beam search, and cut back where parts turn out to be needless. Nothing says that there is no better one.

use rayon::prelude::*;

/// Positions that agree in every condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The conditions that are true of them, a bit each.
    pub mask: u128,
    /// How many are of the kind that is looked for.
    pub yes: u64,
    /// How many are not.
    pub no: u64,
}

/// Conditions that are true together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Term {
    /// These are true.
    pub with: u128,
    /// These are not.
    pub without: u128,
}

impl Term {
    /// Whether it is true of a group.
    pub fn covers(self, mask: u128) -> bool {
        mask & self.with == self.with && mask & self.without == 0
    }

    /// How many conditions it is made of.
    pub fn len(self) -> u32 {
        self.with.count_ones() + self.without.count_ones()
    }
}

/// A rule that tells the kinds apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// It is said of a position where one of these is true ...
    pub terms: Vec<Term>,
    /// ... that it is not of the kind, instead of that it is.
    pub negated: bool,
    /// Positions of which it is wrong.
    pub errors: u64,
}

/// How large a rule may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Parts.
    pub terms: usize,
    /// Conditions in a part.
    pub conditions: u32,
}

impl Rule {
    /// What it says of a group.
    #[cfg(test)]
    pub fn says(&self, mask: u128) -> bool {
        self.terms.iter().any(|term| term.covers(mask)) != self.negated
    }

    fn conditions(&self) -> u32 {
        self.terms.iter().map(|term| term.len()).sum()
    }
}

/// The best rule that was found, of `features` conditions.
pub fn find(groups: &[Group], features: usize, size: Size) -> Rule {
    let exchanged: Vec<Group> = groups.iter().map(|group| Group { yes: group.no, no: group.yes, ..*group }).collect();
    // How much worse it is to say too much than too little, by a part: the rest may still be said by another one.
    let tries: Vec<(bool, u64)> =
        [false, true].into_iter().flat_map(|side| [1, 3, 1000].map(|weight| (side, weight))).collect();
    let rules = tries.into_iter().map(|(negated, weight)| {
        let groups = if negated { &exchanged } else { groups };
        let terms = pruned(grown(groups, features, size, weight), groups);
        Rule { errors: errors(&terms, groups), terms, negated }
    });
    rules.min_by_key(|rule| (rule.errors, rule.conditions())).unwrap_or(Rule {
        terms: Vec::new(),
        negated: false,
        errors: 0,
    })
}

fn errors(terms: &[Term], groups: &[Group]) -> u64 {
    let wrong = |group: &Group| if terms.iter().any(|term| term.covers(group.mask)) { group.no } else { group.yes };
    groups.iter().map(wrong).sum()
}

fn grown(groups: &[Group], features: usize, size: Size, weight: u64) -> Vec<Term> {
    let mut left = groups.to_vec();
    let mut terms = Vec::new();
    while terms.len() < size.terms {
        let Some(term) = best_term(&left, features, size.conditions, weight) else { break };
        left.retain(|group| !term.covers(group.mask));
        terms.push(term);
    }
    terms
}

const BEAM: usize = 16;

/// The part that makes the most of the kind right, less `weight` times what it makes wrong; `None` where none is any good.
fn best_term(groups: &[Group], features: usize, conditions: u32, weight: u64) -> Option<Term> {
    let gain = |yes: u64, no: u64| yes as i64 - (no * weight) as i64;
    // A part that can still become good: share times root of size, so parts that are nearly right and not tiny.
    let promise = |yes: u64, no: u64| if yes == 0 { 0.0 } else { yes as f64 / (yes + no) as f64 * (yes as f64).sqrt() };
    let mut beam = vec![Term::default()];
    let mut best: Option<(i64, Term)> = None;
    for _ in 0..conditions {
        let mut scored: Vec<(i64, f64, Term)> = beam
            .par_iter()
            .flat_map_iter(|&term| {
                longer(term, groups, features)
                    .into_iter()
                    .map(|(term, yes, no)| (gain(yes, no), promise(yes, no), term))
            })
            .collect();
        // The same part may have come about in several ways.
        scored.sort_by_key(|&(_, _, term)| term);
        scored.dedup_by_key(|&mut (_, _, term)| term);
        for &(gain, _, term) in &scored {
            if gain > 0 && best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, term));
            }
        }
        // Half by what they are, half by what they may become.
        scored.sort_by_key(|&(gain, ..)| std::cmp::Reverse(gain));
        beam = scored.iter().take(BEAM / 2).map(|scored| scored.2).collect();
        scored.sort_by(|one, other| other.1.total_cmp(&one.1));
        for (_, _, term) in scored {
            if beam.len() < BEAM && !beam.contains(&term) {
                beam.push(term);
            }
        }
    }
    best.map(|(_, term)| term)
}

/// A part with one condition more, in every way, and how many of the kind and of the others it covers then.
fn longer(term: Term, groups: &[Group], features: usize) -> Vec<(Term, u64, u64)> {
    let (mut with, mut all) = ([(0u64, 0u64); 128], (0, 0));
    for group in groups.iter().filter(|group| term.covers(group.mask)) {
        all = (all.0 + group.yes, all.1 + group.no);
        let mut left = group.mask;
        while left != 0 {
            let (yes, no) = &mut with[left.trailing_zeros() as usize];
            (*yes, *no) = (*yes + group.yes, *no + group.no);
            left &= left - 1;
        }
    }
    let mut found = Vec::new();
    for (feature, &(yes, no)) in with.iter().enumerate().take(features) {
        let bit = 1u128 << feature;
        if (term.with | term.without) & bit == 0 {
            found.push((Term { with: term.with | bit, ..term }, yes, no));
            found.push((Term { without: term.without | bit, ..term }, all.0 - yes, all.1 - no));
        }
    }
    found
}

/// Leaves out conditions and parts without which nothing gets worse.
fn pruned(mut terms: Vec<Term>, groups: &[Group]) -> Vec<Term> {
    let mut least = errors(&terms, groups);
    loop {
        let mut shorter: Vec<Vec<Term>> = Vec::new();
        for (at, term) in terms.iter().enumerate() {
            let mut without = terms.clone();
            without.remove(at);
            shorter.push(without);
            for bit in (0..128).map(|feature| 1u128 << feature) {
                if term.len() > 1 && (term.with | term.without) & bit != 0 {
                    let mut looser = terms.clone();
                    looser[at] = Term { with: term.with & !bit, without: term.without & !bit };
                    shorter.push(looser);
                }
            }
        }
        let found = shorter.into_iter().map(|terms| (errors(&terms, groups), terms)).min_by_key(|(errors, _)| *errors);
        match found {
            Some((errors, shorter)) if errors <= least => (least, terms) = (errors, shorter),
            _ => return terms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination of `features` conditions, one position each.
    fn all(features: u32, kind: impl Fn(u128) -> bool) -> Vec<Group> {
        (0..1u128 << features).map(|mask| Group { mask, yes: kind(mask).into(), no: (!kind(mask)).into() }).collect()
    }

    const SIZE: Size = Size { terms: 6, conditions: 3 };

    #[test]
    fn what_can_be_said_in_few_words_is_found_exactly() {
        // Of six conditions: the first and not the second, or the third.
        let groups = all(6, |mask| mask & 0b11 == 0b01 || mask & 0b100 != 0);
        let rule = find(&groups, 6, SIZE);
        assert_eq!(rule.errors, 0);
        for group in &groups {
            assert_eq!(rule.says(group.mask), group.yes == 1);
        }
        assert!(rule.conditions() <= 3, "{rule:?}");
        // All but one corner.
        let groups = all(5, |mask| mask & 0b111 != 0b111);
        let rule = find(&groups, 5, SIZE);
        assert_eq!((rule.errors, rule.conditions()), (0, 3));
    }

    #[test]
    fn errors_are_counted_by_positions() {
        let groups = [Group { mask: 0, yes: 10, no: 3 }, Group { mask: 1, yes: 2, no: 50 }];
        let rule = find(&groups, 1, SIZE);
        assert_eq!(rule.errors, 5);
        assert!(rule.says(0) && !rule.says(1));
    }

    #[test]
    fn one_kind_alone_needs_no_words() {
        let groups = all(3, |_| true);
        let rule = find(&groups, 3, SIZE);
        assert_eq!((rule.errors, rule.terms.len(), rule.says(5)), (0, 0, true));
    }
}
