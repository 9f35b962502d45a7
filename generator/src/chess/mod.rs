//! Chess as the solver sees it: a layer is one placement of the pawns, with its mirror images.

mod clocked;
mod exits;
mod geometry;
mod rows;
mod theory;

use dambase_format::ChessSlice;
use dambase_rules::chess::Chess;
use dambase_rules::draw::DrawRules;

use crate::clocked::{ClockedSolvable, UnderRules, UnderRulesSlices};
use crate::problem::Solvable;
use crate::solved::{Solved, SolvedSlices};

impl Solvable for Chess {
    type Problem<'a> = theory::ChessProblem<'a>;

    fn layers(slice: &ChessSlice) -> (u64, u64) {
        (slice.layers(), geometry::MOST_PARTS as u64 * slice.layer_len())
    }

    fn problem<'a>(own: &'a Solved<Self>, others: &'a SolvedSlices<Self>) -> Self::Problem<'a> {
        theory::ChessProblem::new(own, others)
    }
}

impl ClockedSolvable for Chess {
    type ClockedProblem<'a> = clocked::ClockedChessProblem<'a>;

    fn clocked_problem<'a>(
        _rules: &'static DrawRules,
        own: &'a UnderRules<Self>,
        others: &'a UnderRulesSlices<Self>,
    ) -> Self::ClockedProblem<'a> {
        clocked::ClockedChessProblem::new(own, others)
    }
}
