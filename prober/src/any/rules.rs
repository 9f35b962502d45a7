//! What the rules of a game that is chosen at run time say of positions, tables or not.

use dambase_rules::draw::{Clocks, Counters, DrawRules, Past};
use dambase_rules::{FenError, GameId, GameRules, Pieces, with_game};

use super::{AnyMove, PlayError};
use crate::ProbeError;

/// The usual start position of a game.
pub fn start(game: GameId) -> Pieces {
    with_game!(game, G => G::pieces(&G::start()))
}

/// Reads a FEN, with what it says of the way to its position.
pub fn read_fen(game: GameId, text: &str) -> Result<(Pieces, Past), FenError> {
    with_game!(game, G => <G as Clocks>::read_fen(text).map(|(position, past)| (G::pieces(&position), past)))
}

/// The FEN of a position; an error where it is none.
pub fn fen(game: GameId, pieces: &Pieces) -> Result<String, ProbeError> {
    with_game!(game, G => Ok(G::fen(&position::<G>(pieces)?)))
}

/// The sets of a position, those of equal positions being equal: what makes no difference to the game is left out (a pawn's double
/// step that no pawn can answer by capturing). An error where it is none.
pub fn checked(game: GameId, pieces: &Pieces) -> Result<Pieces, ProbeError> {
    with_game!(game, G => Ok(G::pieces(&position::<G>(pieces)?)))
}

/// The legal moves of a position, in the order the game generates them.
pub fn legal_moves(game: GameId, pieces: &Pieces) -> Result<Vec<AnyMove>, ProbeError> {
    with_game!(game, G => {
        let position = position::<G>(pieces)?;
        let mut moves = Vec::new();
        G::legal_moves(&position, &mut moves);
        Ok(moves.iter().map(|mv| any_move::<G>(&position, mv)).collect())
    })
}

/// Calls `visit` for the position after each legal move; some may be repeated. An error where the position is none.
pub fn for_each_successor(game: GameId, pieces: &Pieces, visit: &mut dyn FnMut(&Pieces)) -> Result<(), ProbeError> {
    with_game!(game, G => {
        G::for_each_successor(&position::<G>(pieces)?, |after| visit(&G::pieces(&after)));
        Ok(())
    })
}

/// The position after the move that a text names.
pub fn play(game: GameId, pieces: &Pieces, text: &str) -> Result<Pieces, PlayError> {
    with_game!(game, G => {
        let position = position::<G>(pieces)?;
        let mv = G::parse_move(&position, text).map_err(PlayError::Move)?;
        Ok(G::pieces(&G::play(&position, &mv)))
    })
}

/// As [`Counters::read`].
pub fn counters(
    game: GameId,
    rules: &'static DrawRules,
    pieces: &Pieces,
    text: &str,
    past: Past,
) -> Result<Counters, String> {
    with_game!(game, G => {
        let position = position::<G>(pieces).map_err(|error| error.to_string())?;
        Counters::read::<G>(rules, &position, text, past).map_err(|error| error.to_string())
    })
}

/// The position of these sets.
#[inline]
pub(super) fn position<G: GameRules>(pieces: &Pieces) -> Result<G::Position, ProbeError> {
    G::from_pieces(pieces).map_err(|error| ProbeError::Impossible { reason: error.0 })
}

/// A legal move of a position.
pub(super) fn any_move<G: GameRules>(position: &G::Position, mv: &G::Move) -> AnyMove {
    AnyMove { text: G::move_text(position, mv), after: G::pieces(&G::play(position, mv)) }
}
