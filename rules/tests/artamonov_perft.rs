//! Lines of play of Artamonov's draughts, counted.

use dambase_rules::artamonov::Artamonov;
use dambase_rules::{Counting, GameRules};

/// Depths 1 to 9. The first five are those of rules.md 13; all to depth 7 are also the naive oracle's.
const DISTINCT: [u64; 9] = [6, 36, 151, 701, 2369, 8929, 29450, 101660, 392077];
/// With every route a move of its own.
const BY_ROUTE: [u64; 9] = [6, 36, 151, 701, 2369, 8929, 29454, 101679, 392433];

#[test]
fn perft_of_the_start() {
    let start = Artamonov::start();
    assert_eq!(Artamonov::perft(&start, 0, Counting::Distinct), 1);
    for (depth, (distinct, by_route)) in (1..).zip(DISTINCT.into_iter().zip(BY_ROUTE)) {
        assert_eq!(Artamonov::perft(&start, depth, Counting::Distinct), distinct, "depth {depth}");
        assert_eq!(Artamonov::perft(&start, depth, Counting::ByRoute), by_route, "depth {depth}");
    }
}
