//! A slice solved under draw rules, alone or with its values without them.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use rayon::prelude::*;

use dambase_format::{DtcShape, SliceIndex};
use dambase_rules::draw::DrawRules;

use super::load::values_for;
use super::{ClockedSolvable, UnderRules, UnderRulesSlices};
use crate::problem::SliceProblem;
use crate::run::solve_waves;
use crate::solve::{DepthOverflow, ToReset};
use crate::solved::{Solved, Values, bits, marks};
use crate::{GenerateError, Progress};

/// A bit for each value that a table need not hold.
pub(crate) type Forced = Box<[AtomicU64]>;

/// Solves a slice under draw rules, those it depends on at hand.
pub(crate) fn solve_under_rules<G: ClockedSolvable>(
    rules: &'static DrawRules,
    slice: G::Slice,
    shape: DtcShape,
    theory: Option<Arc<Solved<G>>>,
    others: &UnderRulesSlices<G>,
    progress: &dyn Progress,
) -> Result<(UnderRules<G>, Forced), GenerateError> {
    let len = UnderRules::<G>::len(&slice, &shape);
    let forced = bits(len);
    let ruled = UnderRules { slice, shape, values: values_for(len, &shape), theory };
    let scale = ruled.scale();
    let problem = G::clocked_problem(rules, &ruled, others);
    let done = solve_waves(problem.waves(), progress, |number| problem.solve(number, scale, &ruled.values, &forced))?;
    done.expect("codes are as wide as the limit asks");
    drop(problem);
    Ok((ruled, forced))
}

/// A slice with codes of [`ToReset`] that tell both values: what is farther than the limit is a win or loss without draw rules
/// and a draw under them.
pub(crate) struct Both<G: ClockedSolvable> {
    /// The codes; as everywhere, wins are even where they are odd in plies.
    pub solved: Solved<G>,
    pub forced: Forced,
    /// There is something farther than the limit.
    pub spoiled: bool,
}

/// Solves a slice without draw rules and under them at once. `None` where that cannot be.
///
/// Let the outer clock be reset by exactly the moves that leave a layer, and nothing else count (chess). Without a limit on it, a
/// position is decided in theory exactly when the winner can force, in however many plies, a move out of the layer, or the end of
/// the game, after which it still is: so it is when the solver finds a finite number of plies, each exit taken for what it is
/// worth in theory. Under the rules it is the same count with each exit taken for what it is worth under the rules, and no more
/// than the limit (FORMAT.md, section 7.4: f(m) is 0 where the position entered, with the clock set back, is decided). So if
/// every exit is worth the same in both, one count tells both, the limit being looked at afterwards: cutting it off while solving
/// takes away only what is farther, since a position's count comes from lesser ones. That is so when no slice that moves lead to
/// has a spoiled win, which the caller sees to, and no other layer of this slice has one, which is seen afterwards: then the
/// slice has to be solved twice.
pub(crate) fn theory_and_rules<G: ClockedSolvable>(
    rules: &'static DrawRules,
    slice: G::Slice,
    shape: DtcShape,
    others: &UnderRulesSlices<G>,
    progress: &dyn Progress,
) -> Result<Option<Both<G>>, GenerateError> {
    let len = slice.len();
    let forced = marks::<G>(&slice);
    let limit_plies = shape.limit_plies;
    let beyond = ToReset::code(true, limit_plies + 1);
    let values = if beyond <= u16::from(u8::MAX) { Values::bytes(len) } else { Values::words(len) };
    let own = UnderRules { slice, shape, values, theory: None };
    let scale = own.scale();
    let problem = G::clocked_problem(rules, &own, others);
    let done = solve_waves(problem.waves(), progress, |number| {
        G::solve_without_limit(&problem, number, scale, &own.values, &forced).unwrap_or(Err(DepthOverflow))
    })?;
    drop(problem);
    let UnderRules { slice, values, .. } = own;
    let spoiled = done.is_ok() && (0..len).into_par_iter().any(|index| is_beyond(values.get(index), limit_plies));
    if done.is_err() || spoiled && G::layers(&slice).0 > 1 {
        return Ok(None);
    }
    Ok(Some(Both { solved: Solved { slice, values }, forced, spoiled }))
}

impl<G: ClockedSolvable> Both<G> {
    /// The values under the rules.
    pub fn under_rules(self, shape: DtcShape) -> (UnderRules<G>, Forced) {
        let Solved { slice, values } = self.solved;
        if self.spoiled {
            (0..slice.len())
                .into_par_iter()
                .filter(|&index| is_beyond(values.get(index), shape.limit_plies))
                .for_each(|index| values.set(index, 0).expect("a draw fits"));
        }
        (UnderRules { slice, shape, values, theory: None }, self.forced)
    }
}

fn is_beyond(code: dambase_format::Code, limit_plies: u16) -> bool {
    code != 0 && ToReset::plies(code) > limit_plies
}
