//! What the solver sees of a game.

use std::sync::atomic::AtomicU64;

use dambase_format::Code;

use crate::plan::Priced;
use crate::solve::{DepthOverflow, Exits, Scale, ToTheEnd, layer_bytes, solve_by_nodes, solve_layer};
use crate::solved::{Solved, SolvedSlices, Values};

/// A game whose slices can be solved: it can number the nodes of a layer and go back from one to another.
pub trait Solvable: Priced {
    /// A slice as a problem.
    type Problem<'a>: SliceProblem<ToTheEnd>;

    /// How many layers a slice has, and how many nodes its largest.
    fn layers(slice: &Self::Slice) -> (u64, u64);

    /// Bytes of memory the largest layer takes while it is solved, beside its values.
    fn layer_bytes(slice: &Self::Slice) -> u64 {
        layer_bytes(Self::layers(slice).1)
    }

    /// The slice `own`, to be solved with the slices it depends on at hand.
    fn problem<'a>(own: &'a Solved<Self>, others: &'a SolvedSlices<Self>) -> Self::Problem<'a>;
}

/// A slice to be solved: layers in waves. Layers of one wave do not lead to each other; layers of a later wave lead to
/// earlier ones.
pub trait SliceProblem<S: Scale>: Sync {
    /// A layer.
    type Layer<'l>: LayerProblem<S>
    where
        Self: 'l;

    /// Numbers of layers, wave by wave, each layer of the slice exactly once (a layer may stand for its mirror image, too).
    fn waves(&self) -> Vec<Vec<u32>>;
    /// A layer by its number.
    fn layer(&self, number: u32) -> Self::Layer<'_>;
    /// Solves a layer, as [`solve_layer`] does, and returns how many nodes it has. A game that knows a quicker way than node by
    /// node goes it here.
    fn solve(&self, number: u32, scale: S, values: &Values, forced: &[AtomicU64]) -> Result<u64, DepthOverflow> {
        let layer = self.layer(number);
        solve_layer(&layer, scale, values, forced)?;
        Ok(layer.nodes() as u64)
    }
    /// Works out the positions of a layer whose moves all lead to other slices, and leaves the others as they are: a table that was read
    /// does not hold them. False where the game knows no quicker way to do so than one by one.
    fn fill_forced(&self, _number: u32, _scale: S, _values: &Values) -> Result<bool, DepthOverflow> {
        Ok(false)
    }
}

/// A part of a slice that reversible moves do not leave, with all sides to move. Its positions are nodes 0..nodes.
pub trait LayerProblem<S: Scale>: Sync {
    /// How many nodes.
    fn nodes(&self) -> usize;
    /// The number in the slice of a node.
    fn index(&self, node: u32) -> u64;
    /// Looks at a node: puts the value of each position that a move leads to outside the layer in `exits`, and counts the moves
    /// that stay inside.
    fn expand(&self, node: u32, exits: &mut Exits<S>) -> Expansion;
    /// Calls `visit` for each node from which a move inside the layer leads to `node`. Nodes that have no moves inside the
    /// layer, because a move that leaves it is forced there, may be among them: the solver passes them over.
    fn for_each_predecessor(&self, node: u32, visit: impl FnMut(u32));

    /// Solves the layer: see [`crate::solve::solve_layer`]. A family that knows a faster way than node by node has its own, with
    /// the same values.
    fn solve(&self, scale: S, values: &Values, forced: &[AtomicU64]) -> Result<(), DepthOverflow>
    where
        Self: Sized,
    {
        solve_by_nodes(self, scale, values, forced)
    }
}

/// What a look at a node has shown, beside its exits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expansion {
    /// The node stands for no position.
    Nowhere,
    /// The game is over here, with this value.
    Over(Code),
    /// A move that leaves the slice is forced: the exits are all its moves.
    Forced,
    /// So many moves stay inside the layer.
    Open(u32),
}
