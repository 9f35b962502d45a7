//! Values under draw rules: the third metric, DTC.
//!
//! The solver is the one that makes the other tables. What differs is the scale (plies to the end of the game or to a reset of
//! the outer clock) and the nodes, which carry the state of the inner clocks.

mod load;
mod plan;
mod run;
pub(crate) mod solve;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use dambase_format::{ClockedGame, Code, DtcShape, SliceIndex, SliceKey};
use dambase_rules::draw::DrawRules;

use crate::problem::{SliceProblem, Solvable};
use crate::solve::{DepthOverflow, ToReset};
use crate::solved::{Solved, Values};

pub use plan::{need_under_rules, survey_folder};
pub use run::generate_under_rules;

/// A game whose slices can be solved under draw rules.
pub trait ClockedSolvable: Solvable + ClockedGame {
    /// A slice as a problem.
    type ClockedProblem<'a>: SliceProblem<ToReset>;

    /// Values without draw rules decide something beside those under rules of the slices that moves lead to. Where they do not,
    /// [`generate_under_rules`] does without them, and makes the WDL tables itself when they are asked for.
    const NEEDS_THEORY: bool = true;

    /// Solves a layer as if the outer clock had no limit, but stores what is farther than that of `scale` as one ply more than
    /// the limit. `None` where the game cannot. See [`theory_and_rules`].
    ///
    /// [`theory_and_rules`]: solve::theory_and_rules
    fn solve_without_limit(
        _problem: &Self::ClockedProblem<'_>,
        _number: u32,
        _scale: ToReset,
        _values: &Values,
        _forced: &[AtomicU64],
    ) -> Option<Result<u64, DepthOverflow>> {
        None
    }

    /// The slice `own`, to be solved with the slices it depends on at hand.
    fn clocked_problem<'a>(
        rules: &'static DrawRules,
        own: &'a UnderRules<Self>,
        others: &'a UnderRulesSlices<Self>,
    ) -> Self::ClockedProblem<'a>;
}

/// A slice with its values under draw rules.
pub struct UnderRules<G: ClockedSolvable> {
    /// The numbering of positions.
    pub slice: G::Slice,
    /// Which clocks decide.
    pub shape: DtcShape,
    /// Codes of [`ToReset`], all planes of a position side by side.
    pub values: Values,
    /// The slice without draw rules, where that is needed.
    pub theory: Option<Arc<Solved<G>>>,
}

impl<G: ClockedSolvable> UnderRules<G> {
    /// How many codes there are.
    pub fn len(slice: &G::Slice, shape: &DtcShape) -> u64 {
        slice.len() * u64::from(shape.planes)
    }

    /// The code of a position in a plane.
    #[inline(always)]
    pub fn code(&self, index: u64, plane: u32) -> Code {
        self.values.get(index * u64::from(self.shape.planes) + u64::from(plane))
    }

    /// What is farther than the limit of the outer clock cannot be won.
    pub fn scale(&self) -> ToReset {
        ToReset { most_plies: if self.shape.limit_plies == 0 { MOST_PLIES } else { self.shape.limit_plies } }
    }
}

/// Plies counted where no clock bounds them: far more than any way inside a layer.
pub(crate) const MOST_PLIES: u16 = 30_000;

/// A slice that others depend on.
pub enum AtHand<G: ClockedSolvable> {
    /// With values under draw rules.
    Ruled(Arc<UnderRules<G>>),
    /// Draw rules change nothing in it.
    Theory(Arc<Solved<G>>),
}

impl<G: ClockedSolvable> Clone for AtHand<G> {
    fn clone(&self) -> Self {
        match self {
            AtHand::Ruled(ruled) => AtHand::Ruled(Arc::clone(ruled)),
            AtHand::Theory(solved) => AtHand::Theory(Arc::clone(solved)),
        }
    }
}

/// The slices at hand.
pub struct UnderRulesSlices<G: ClockedSolvable> {
    slices: HashMap<SliceKey, AtHand<G>>,
}

impl<G: ClockedSolvable> Default for UnderRulesSlices<G> {
    fn default() -> Self {
        UnderRulesSlices { slices: HashMap::new() }
    }
}

impl<G: ClockedSolvable> UnderRulesSlices<G> {
    /// The slice of this key, when it is at hand.
    pub fn get(&self, key: SliceKey) -> Option<AtHand<G>> {
        self.slices.get(&key).cloned()
    }

    /// Keeps a slice.
    pub fn keep(&mut self, key: SliceKey, at_hand: AtHand<G>) {
        self.slices.insert(key, at_hand);
    }

    /// Lets go of every slice that is not wanted.
    pub fn retain(&mut self, mut wanted: impl FnMut(SliceKey) -> bool) {
        self.slices.retain(|&key, _| wanted(key));
    }
}
