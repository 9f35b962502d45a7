//! Chess as the solver sees it: a layer is one placement of the pawns, with its mirror images.

mod exits;
mod geometry;
mod problem;
mod rows;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use dambase_format::ChessSlice;
use dambase_rules::chess::Chess;
use dambase_rules::draw::DrawRules;

use crate::clocked::{AtHand, ClockedSolvable, UnderRules, UnderRulesSlices};
use crate::problem::Solvable;
use crate::solve::{DepthOverflow, ToReset};
use crate::solved::{Solved, SolvedSlices, Values};
use problem::{ChessProblem, WithoutLimit};

const BROUGHT: &str = "the plan brings every slice that this one depends on";

impl Solvable for Chess {
    type Problem<'a> = ChessProblem<'a, Arc<Solved<Chess>>>;

    fn layers(slice: &ChessSlice) -> (u64, u64) {
        (slice.layers(), geometry::MOST_PARTS as u64 * slice.layer_len())
    }

    fn layer_bytes(slice: &ChessSlice) -> u64 {
        rows::layer_bytes(slice).unwrap_or_else(|| crate::solve::layer_bytes(Self::layers(slice).1))
    }

    fn problem<'a>(own: &'a Solved<Self>, others: &'a SolvedSlices<Self>) -> Self::Problem<'a> {
        let known = |key| Arc::clone(others.get(key).expect(BROUGHT));
        ChessProblem::new(&own.slice, &own.values, known)
    }
}

impl ClockedSolvable for Chess {
    type ClockedProblem<'a> = ChessProblem<'a, AtHand<Chess>>;

    // One clock, which runs everywhere and is set back by exactly the moves that leave a layer.
    const NEEDS_THEORY: bool = false;

    fn solve_without_limit(
        problem: &Self::ClockedProblem<'_>,
        number: u32,
        scale: ToReset,
        values: &Values,
        forced: &[AtomicU64],
    ) -> Option<Result<u64, DepthOverflow>> {
        let scale = WithoutLimit { limit_plies: scale.most_plies };
        problem.solve_rows(number, scale, values, forced)
    }

    fn clocked_problem<'a>(
        _rules: &'static DrawRules,
        own: &'a UnderRules<Self>,
        others: &'a UnderRulesSlices<Self>,
    ) -> Self::ClockedProblem<'a> {
        let known = |key| others.get(key).expect(BROUGHT);
        ChessProblem::new(&own.slice, &own.values, known)
    }
}
