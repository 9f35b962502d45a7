//! Tables whose values are by levels ([`OuterKind::Stopped`](dambase_rules::draw::OuterKind::Stopped)), by the definition: one ply, counters
//! advanced by the rules alone, for every lead.
//!
//! What passes is right. Let r be the fewest plies left at which a verdict is wrong. With r - 1 left all are right, so the definition,
//! which goes by them, is right with r left; and it stays as it is there when more is left, for what the table says of the
//! positions after each move does. So it is seen to be wrong where the table changes next, or with all plies left.

use dambase_format::{ClockedGame, DtcShape, Settled};
use dambase_rules::Wdl;
use dambase_rules::draw::{Counters, DrawRules};

use super::fault::{Fault, FaultKind};
use crate::error::Answer;
use crate::scan::Stream;
use crate::stopped::{Judged, decide, set_lead};
use crate::table::Loaded;
use crate::tablebase::Tablebase;

/// What a table by levels is checked with.
pub(super) struct Levels<'a, G: ClockedGame> {
    pub(super) tablebase: &'a Tablebase<G>,
    pub(super) rules: &'static DrawRules,
    pub(super) shape: DtcShape,
    pub(super) table: &'a Loaded,
}

impl<G: ClockedGame> Levels<'_, G> {
    /// Checks a position that the table holds; the verdict with its clock at zero and as many pieces taken by both.
    pub(super) fn check(&self, index: u64, position: &G::Position, stream: &mut Stream<'_>) -> Result<Judged, Fault> {
        let unanswered = |fail| Fault::unanswered::<G>(self.tablebase, self.table, fail).at::<G>(index, position);
        let differs = |found: String, expected: String| {
            Fault::differs(self.table, FaultKind::Value, found, expected).at::<G>(index, position)
        };
        let planes = self.shape.planes;
        let mut levels = Vec::with_capacity(planes as usize);
        for plane in 0..planes {
            let code = stream.code(index * u64::from(planes) + u64::from(plane)).map_err(unanswered)?;
            let settled = Settled::from_code(code);
            if settled.is_some_and(|settled| settled.plies > self.shape.limit_plies) {
                let most = self.shape.limit_plies;
                return Err(differs(format!("value {code} at level {}", plane + 1), format!("at most {most} plies")));
            }
            levels.push(settled);
        }
        let stored = |lead: i8, left: u16| -> Judged {
            let level = |level| Ok::<_, std::convert::Infallible>(levels[self.shape.plane_of_level(level) as usize]);
            let Ok(judged) = decide(lead, left, level);
            judged
        };
        let limit = self.shape.limit_plies;
        let mut at_zero = None;
        // Every level is asked about at one of these, the last also at leads that all pieces left do not make up for.
        let most = planes as i8;
        for lead in -most..=most {
            // Every level that the lead asks about changes where this many are left.
            let asked = [lead.unsigned_abs(), lead.unsigned_abs() + 1];
            let changes = asked
                .into_iter()
                .filter(|&level| level > 0)
                .filter_map(|level| levels[self.shape.plane_of_level(level.into()) as usize])
                .flat_map(|settled| [settled.plies, settled.plies.saturating_sub(1)]);
            let mut lefts: Vec<u16> = changes.chain([1, limit]).filter(|left| (1..=limit).contains(left)).collect();
            lefts.sort_unstable();
            lefts.dedup();
            for left in lefts {
                let found = stored(lead, left);
                let expected = self.by_definition(position, lead, left).map_err(unanswered)?;
                // How many plies are needed does not depend on how many are left.
                if found != expected {
                    let words = |(value, plies): Judged| {
                        let plies = plies.map_or_else(String::new, |plies| format!(" with {plies} plies needed"));
                        format!("{}{plies} ({lead} ahead, {left} plies left)", value.name())
                    };
                    return Err(differs(words(found), words(expected)));
                }
                if lead == 0 && left == limit {
                    at_zero = Some(found);
                }
            }
        }
        Ok(at_zero.unwrap_or((Wdl::Draw, None)))
    }

    /// What the moves make of a position, with so many plies left on the clock.
    pub(super) fn by_definition(&self, position: &G::Position, lead: i8, left: u16) -> Answer<Judged> {
        let mut counters = Counters::zero::<G>(self.rules, position);
        if let Some(outer) = self.shape.regime.outer {
            counters.set(outer.number, Some(outer.limit - left));
        }
        set_lead::<G>(&mut counters, position, lead);
        self.tablebase.judged_by_moves(self.rules, position, &counters, Some(&self.shape))
    }
}
