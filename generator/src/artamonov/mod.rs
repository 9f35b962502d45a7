//! One-colour draughts as the solver sees it: the whole material is one layer, for what White's moves of a man do, Black's undo.

mod clocked;
mod theory;

use dambase_format::{ArtamonovSlice, SliceIndex};
use dambase_rules::artamonov::Artamonov;
use dambase_rules::draw::DrawRules;

use crate::clocked::{ClockedSolvable, UnderRules, UnderRulesSlices};
use crate::problem::Solvable;
use crate::solved::{Solved, SolvedSlices};

impl Solvable for Artamonov {
    type Problem<'a> = theory::ArtamonovProblem<'a>;

    fn layers(slice: &ArtamonovSlice) -> (u64, u64) {
        (1, slice.len())
    }

    fn problem<'a>(own: &'a Solved<Self>, others: &'a SolvedSlices<Self>) -> Self::Problem<'a> {
        theory::ArtamonovProblem::new(own, others)
    }
}

impl ClockedSolvable for Artamonov {
    type ClockedProblem<'a> = clocked::ClockedArtamonovProblem<'a>;

    fn clocked_problem<'a>(
        _rules: &'static DrawRules,
        own: &'a UnderRules<Self>,
        others: &'a UnderRulesSlices<Self>,
    ) -> Self::ClockedProblem<'a> {
        clocked::ClockedArtamonovProblem::new(own, others)
    }
}
