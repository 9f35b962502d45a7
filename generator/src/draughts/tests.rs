//! What is solved by rows and planes against the same slices solved node by node, every value of every game.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dambase_format::SliceIndex;
use dambase_rules::draughts::games;

use crate::problem::{LayerProblem, SliceProblem, Solvable};
use crate::solve::{DepthOverflow, Depths, Scale, ToTheEnd, solve_by_nodes, solve_layer};
use crate::solved::{Solved, SolvedSlices, Values, bits};

/// How a layer is solved.
trait Way {
    /// Room for the values.
    fn values(len: u64, depths: Depths) -> Values;

    fn solve<S: Scale, L: LayerProblem<S>>(
        layer: &L,
        scale: S,
        values: &Values,
        forced: &[AtomicU64],
    ) -> Result<(), DepthOverflow>;
}

struct OwnWay;

impl Way for OwnWay {
    /// As a run keeps them: two bits each where depths are ignored.
    fn values(len: u64, depths: Depths) -> Values {
        Values::for_depths(len, depths)
    }

    fn solve<S: Scale, L: LayerProblem<S>>(
        layer: &L,
        scale: S,
        values: &Values,
        forced: &[AtomicU64],
    ) -> Result<(), DepthOverflow> {
        solve_layer(layer, scale, values, forced)
    }
}

struct ByNodes;

impl Way for ByNodes {
    /// Bytes always, so that whatever else is stored shows.
    fn values(len: u64, _: Depths) -> Values {
        Values::bytes(len)
    }

    fn solve<S: Scale, L: LayerProblem<S>>(
        layer: &L,
        scale: S,
        values: &Values,
        forced: &[AtomicU64],
    ) -> Result<(), DepthOverflow> {
        solve_by_nodes(layer, scale, values, forced)
    }
}

fn solve<G: Solvable, W: Way>(
    slice: &G::Slice,
    others: &SolvedSlices<G>,
    depths: Depths,
) -> (Solved<G>, Box<[AtomicU64]>) {
    let (values, forced) = (W::values(slice.len(), depths), bits(slice.len()));
    let solved = Solved::<G> { slice: slice.clone(), values };
    let problem = G::problem(&solved, others);
    let scale = ToTheEnd { wins_are_odd: G::WINS_ARE_ODD, depths };
    for layer in problem.waves().into_iter().flatten() {
        W::solve(&problem.layer(layer), scale, &solved.values, &forced).expect("no end is so deep with so few pieces");
    }
    drop(problem);
    (solved, forced)
}

fn compare<G: Solvable>(most_pieces: u32, depths: Depths) {
    let mut others = SolvedSlices::<G>::default();
    for pieces in 2..=most_pieces {
        for key in G::slices_of(pieces) {
            let slice = G::slice(key).expect("listed");
            let (own, own_forced) = solve::<G, OwnWay>(&slice, &others, depths);
            let (slow, slow_forced) = solve::<G, ByNodes>(&slice, &others, depths);
            for index in 0..slice.len() {
                let (own, slow) = (own.values.get(index), slow.values.get(index));
                let same = own == slow || (depths == Depths::Ignored && own > 0 && slow > 0 && (own ^ slow) & 1 == 0);
                assert!(same, "{:?} {} {index}: {own}, node by node {slow}", G::ID, slice.material());
            }
            for (own, slow) in own_forced.iter().zip(&slow_forced) {
                let (own, slow) = (own.load(Ordering::Relaxed), slow.load(Ordering::Relaxed));
                assert_eq!(own, slow, "{:?} {}: captures", G::ID, slice.material());
            }
            others.keep(Arc::new(own));
        }
    }
}

macro_rules! compare_games {
    ($($game:ident)*) => {
        #[allow(non_snake_case)]
        mod every_value_is_that_of_the_slow_way {
            use super::*;

            $(
                #[test]
                fn $game() {
                    // With DAMBASE_LONG set, a piece more.
                    let more = u32::from(std::env::var_os("DAMBASE_LONG").is_some());
                    let wide = <games::$game as dambase_rules::draughts::Draughts>::RULES.board.squares() > 50;
                    let pieces = if wide { 2 } else { 3 } + more;
                    compare::<games::$game>(pieces, Depths::Exact);
                    compare::<games::$game>(pieces.min(3), Depths::Ignored);
                }
            )*
        }
    };
}

dambase_rules::for_draughts_games!(compare_games);
