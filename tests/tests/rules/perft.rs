//! Published perft figures: `tests/data/perft.txt`.
//!
//! The suite runs the rows of up to 30 million nodes. `DAMBASE_LONG=1` runs those of up to `DAMBASE_PERFT_NODES` nodes
//! (three thousand million unless it is set). Compiled for release, a core of 2026 counts 50 to 100 million nodes a second;
//! the rows below that bound have 5.7 x 10^10 together.
//!
//! ```text
//! DAMBASE_LONG=1 DAMBASE_PERFT_NODES=100000000000 cargo test --release -p dambase-tests --test rules perft
//! ```

use dambase_rules::{Counting, GameId, GameRules, with_game};

use crate::data::rows;

const MOST_NODES: u64 = 30_000_000;
const MOST_NODES_LONG: u64 = 3_000_000_000;

/// The bound on the nodes of a row that is run.
fn most_nodes() -> u64 {
    if std::env::var_os("DAMBASE_LONG").is_none_or(|value| value != "1") {
        return MOST_NODES;
    }
    match std::env::var("DAMBASE_PERFT_NODES") {
        Ok(text) => text.parse().expect("DAMBASE_PERFT_NODES is a number of nodes"),
        Err(_) => MOST_NODES_LONG,
    }
}

fn count<G: GameRules>(fen: &str, depth: u32, counting: Counting, place: &str) -> u64 {
    let position = match fen {
        "start" => G::start(),
        fen => G::parse_fen(fen).unwrap_or_else(|error| panic!("{place}: {error}")),
    };
    G::perft(&position, depth, counting)
}

fn check(id: GameId) {
    let most = most_nodes();
    let mut conventions = std::collections::HashSet::new();
    for row in rows("perft.txt", 6).iter().filter(|row| row.game() == id) {
        let [_, convention, fen, depth, nodes, source] = &row.fields[..] else { unreachable!("six columns") };
        let counting = match convention.as_str() {
            "route" => Counting::ByRoute,
            "distinct" => Counting::Distinct,
            other => panic!("{}: no convention {other}", row.place),
        };
        let nodes: u64 = nodes.parse().unwrap_or_else(|error| panic!("{}: {nodes}: {error}", row.place));
        let depth: u32 = depth.parse().unwrap_or_else(|error| panic!("{}: {depth}: {error}", row.place));
        if nodes > most {
            continue;
        }
        conventions.insert(counting);
        let found = with_game!(id, G => count::<G>(fen, depth, counting, &row.place));
        assert_eq!(found, nodes, "{}: {id} {convention} depth {depth} of {fen} ({source})", row.place);
    }
    assert!(conventions.contains(&Counting::Distinct), "no row of {id} was run");
    // The figures published for 12x12 are of one convention.
    assert!(conventions.len() == 2 || id == GameId::Canadian, "{id} was run in one convention only");
}

/// A test for each game, so that they run side by side; a game without one does not compile.
macro_rules! perft_of {
    ($($test:ident: $id:ident,)*) => {
        $(
            #[test]
            fn $test() {
                check(GameId::$id);
            }
        )*

        #[allow(dead_code, reason = "it is there to be exhaustive")]
        fn every_game_has_a_test(id: GameId) {
            match id {
                $(GameId::$id => {})*
                // With their families: rules/tests.
                GameId::Artamonov | GameId::Chess => {}
            }
        }
    };
}

perft_of! {
    russian: Russian,
    flying: Flying,
    russian_giveaway: RussianGiveaway,
    brazilian: Brazilian,
    international: International,
    international_giveaway: InternationalGiveaway,
    canadian: Canadian,
    english: English,
    italian: Italian,
    spancireti: Spancireti,
    stop_after: StopAfter,
}
