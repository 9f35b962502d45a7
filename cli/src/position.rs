//! What several commands say of a position.

use dambase_rules::draw::Article;
use dambase_rules::{GameRules, Outcome as Ended, Wdl};

/// What is to be said of a position whose side to move has no move.
pub fn game_over<G: GameRules>(position: &G::Position) -> String {
    let mover = G::side_to_move(position);
    let winner = match G::value_without_moves(position) {
        Wdl::Win => mover,
        Wdl::Loss => mover.other(),
        Wdl::Draw => return format!("The game is over: {mover} has no move, a draw."),
    };
    format!("The game is over: {mover} has no move, {winner} wins.")
}

/// What is to be said of a position with moves in which the clock of an article stands at its limit, worth this to the side to move.
pub fn at_limit<G: GameRules>(article: &Article, position: &G::Position, worth: Wdl) -> String {
    let (outcome, claimed) = match Ended::of(worth, G::side_to_move(position)) {
        Ended::Draw => ("drawn".to_owned(), "draw"),
        outcome => (outcome.to_string(), "win"),
    };
    if article.automatic {
        format!("The game is over: {outcome} by article {}: {}.", article.id, article.condition)
    } else {
        format!("A {claimed} can be claimed by article {}: {}.", article.id, article.condition)
    }
}

/// A value for people, such as `win in 13`.
pub fn show_value(wdl: &str, dtw: Option<u16>) -> String {
    match dtw {
        Some(plies) => format!("{wdl} in {plies}"),
        None => wdl.to_owned(),
    }
}
