//! What several commands say of a position.

use dambase_rules::{GameRules, Wdl};

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

/// A value for people, such as `win in 13`.
pub fn show_value(wdl: &str, dtw: Option<u16>) -> String {
    match dtw {
        Some(plies) => format!("{wdl} in {plies}"),
        None => wdl.to_owned(),
    }
}
