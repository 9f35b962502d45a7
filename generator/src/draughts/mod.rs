//! Draughts as the solver sees it: a layer is one placement of the men.

mod clocked;
mod expand;
mod geometry;
mod inside;
mod layers;
mod lines;
mod men;
mod planes;
mod rows;
mod sets;
mod targets;
#[cfg(test)]
mod tests;
mod theory;
mod transpose;

use dambase_format::DraughtsSlice;
use dambase_rules::draughts::games::*;
use dambase_rules::draw::DrawRules;

use crate::clocked::{ClockedSolvable, UnderRules, UnderRulesSlices};
use crate::problem::Solvable;
use crate::solved::{Solved, SolvedSlices};

macro_rules! solvable_games {
    ($($game:ident)*) => {
        $(
            impl Solvable for $game {
                type Problem<'a> = theory::DraughtsProblem<'a, $game>;

                fn layers(slice: &DraughtsSlice<$game>) -> (u64, u64) {
                    (slice.layers(), 2 * slice.king_places())
                }

                fn problem<'a>(own: &'a Solved<Self>, others: &'a SolvedSlices<Self>) -> Self::Problem<'a> {
                    theory::DraughtsProblem::new(own, others)
                }
            }

            impl ClockedSolvable for $game {
                type ClockedProblem<'a> = clocked::ClockedProblem<'a, $game>;

                fn clocked_problem<'a>(
                    rules: &'static DrawRules,
                    own: &'a UnderRules<Self>,
                    others: &'a UnderRulesSlices<Self>,
                ) -> Self::ClockedProblem<'a> {
                    clocked::ClockedProblem::new(rules, own, others)
                }
            }
        )*
    };
}

dambase_rules::for_draughts_games!(solvable_games);
