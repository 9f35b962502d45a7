//! One-colour draughts under rule 4-15, as the solver sees it.

use crate::problem::{Expansion, LayerProblem, SliceProblem};
use crate::solve::{Exits, ToReset};

/// A slice to be solved under rule 4-15.
pub struct ClockedArtamonovProblem;

impl SliceProblem<ToReset> for ClockedArtamonovProblem {
    type Layer<'l> = ClockedArtamonovLayer;

    fn waves(&self) -> Vec<Vec<u32>> {
        vec![vec![0]]
    }

    fn layer(&self, _: u32) -> ClockedArtamonovLayer {
        ClockedArtamonovLayer
    }
}

/// The whole slice.
pub struct ClockedArtamonovLayer;

impl LayerProblem<ToReset> for ClockedArtamonovLayer {
    fn nodes(&self) -> usize {
        0
    }

    fn index(&self, node: u32) -> u64 {
        node.into()
    }

    fn expand(&self, _: u32, _: &mut Exits<ToReset>) -> Expansion {
        Expansion::Nowhere
    }

    fn for_each_predecessor(&self, _: u32, _: impl FnMut(u32)) {}
}
