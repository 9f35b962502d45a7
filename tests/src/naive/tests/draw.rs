//! The clocks, counted back over games written out by hand.

use crate::naive::{DrawSet, NaiveGame, NaivePlayed, legal_moves, read_fen};

/// Plays moves written `from-to` (or `fromxto`), and returns the game.
fn play(game: NaiveGame, set: &str, fen: &str, moves: &str) -> NaivePlayed {
    let mut played = NaivePlayed::new(DrawSet::new(game, set), read_fen(game, fen));
    for text in moves.split_whitespace() {
        let found = legal_moves(played.position()).into_iter().find(|m| super::written(m) == text);
        played.play(&found.unwrap_or_else(|| panic!("{fen}: {text} is not legal")));
    }
    played
}

fn clocks(game: NaiveGame, set: &str, fen: &str, moves: &str) -> String {
    let mut clocks = play(game, set, fen, moves).counters();
    clocks.sort_unstable();
    clocks.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// Rules.md 2, R6: a promotion within the class goes on counting; R3 begins anew.
#[test]
fn a_class_outlives_a_promotion() {
    let fen = "W:WK31,5:BK25";
    assert_eq!(clocks(NaiveGame::Russian, "russian-code", fen, ""), "kings=0 two-pieces=0");
    assert_eq!(clocks(NaiveGame::Russian, "russian-code", fen, "31-24"), "kings=1 two-pieces=1");
    assert_eq!(clocks(NaiveGame::Russian, "russian-code", fen, "31-24 25-21 5-1"), "kings=0 two-pieces=3");
}

/// Rules.md 2, R5: the strong side's moves count, from when the lone king stands on the road; it begins again when the
/// king comes back.
#[test]
fn the_road_counts_moves_of_the_strong_side() {
    let fen = "W:WK1,K2,K3:BK29";
    let count = |moves| {
        let counters = play(NaiveGame::Russian, "russian-code", fen, moves).counters();
        counters.into_iter().find(|(name, _)| *name == "main-road").map(|(_, value)| value)
    };
    assert_eq!(count(""), Some(0));
    assert_eq!(count("1-5"), Some(1));
    assert_eq!(count("1-5 29-25"), Some(1));
}

/// Without a move the game is lost, not drawn, whatever the clocks say.
#[test]
fn the_goal_comes_first() {
    // The king takes the only black man.
    let end = play(NaiveGame::Russian, "russian-code", "W:WK29:B22", "").end();
    assert_eq!(end, None);
    let end = play(NaiveGame::Russian, "russian-code", "W:WK29:B22", "29x18").end().expect("an end");
    assert_eq!(end.winner, Some(crate::naive::Side::White));
    assert!(end.articles.is_empty());
}

/// English: the claimant's next move may be the one that repeats (WCDF 1.32.1).
#[test]
fn a_repetition_may_be_claimed_a_move_ahead() {
    let dance = "1-5 32-28 5-1 28-32 1-5 32-28 5-1";
    let played = play(NaiveGame::English, "wcdf", "W:WK1:BK32", dance);
    assert_eq!((played.end(), played.occurrences()), (None, 2));
    assert_eq!(played.claimable(), ["1.32.1"]);
    let played = play(NaiveGame::English, "wcdf", "W:WK1:BK32", &dance[..dance.len() - 4]);
    assert_eq!(played.claimable(), [""; 0]);
}
