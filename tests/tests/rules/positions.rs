//! Random positions of any game, in a form that shrinks well.

use dambase_rules::bits::Bits;
use dambase_rules::draughts::{Draughts, Position};
use dambase_rules::{Family, GameId, GameRules, Side};
use proptest::prelude::*;

/// How to come by a position; the same recipe serves every game.
#[derive(Clone, Debug)]
pub enum Recipe {
    /// From the start, by these choices among the legal moves.
    Walk(Vec<u16>),
    /// Pieces set up on squares: those that cannot stand where they are put are left out.
    Placement {
        /// Square, king, side.
        pieces: Vec<(u16, bool, bool)>,
        black_moves: bool,
    },
}

/// Half walks, half placements.
pub fn recipe() -> impl Strategy<Value = Recipe> {
    let placement = |most| {
        (prop::collection::vec((any::<u16>(), any::<bool>(), any::<bool>()), 1..most), any::<bool>())
            .prop_map(|(pieces, black_moves)| Recipe::Placement { pieces, black_moves })
    };
    prop_oneof![
        2 => prop::collection::vec(any::<u16>(), 0..150).prop_map(Recipe::Walk),
        1 => placement(8),
        1 => placement(30),
    ]
}

/// Any draughts game: the other families have tests of their own, in `rules/tests`.
pub fn game() -> impl Strategy<Value = GameId> {
    prop::sample::select(GameId::all().filter(|id| id.family() == Family::Draughts).collect::<Vec<_>>())
}

/// The position of a recipe. It is legal: a FEN can be had of it.
pub fn cook<G: Draughts>(recipe: &Recipe) -> Position<G::Word> {
    match recipe {
        Recipe::Walk(choices) => walk::<G>(choices),
        Recipe::Placement { pieces, black_moves } => placement::<G>(pieces, *black_moves),
    }
}

fn walk<G: Draughts>(choices: &[u16]) -> Position<G::Word> {
    let mut position = G::start();
    let mut moves = Vec::new();
    for choice in choices {
        G::legal_moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        position = G::play(&position, &moves[usize::from(*choice) % moves.len()]);
    }
    position
}

fn placement<G: Draughts>(pieces: &[(u16, bool, bool)], black_moves: bool) -> Position<G::Word> {
    let side = if black_moves { Side::Black } else { Side::White };
    let mut position = Position { white: G::Word::EMPTY, black: G::Word::EMPTY, kings: G::Word::EMPTY, side };
    for &(square, king, black) in pieces {
        let square = u32::from(square) % G::RULES.board.squares();
        let piece = G::Word::bit(G::MASKS.bit(square));
        let side = if black { Side::Black } else { Side::White };
        let crowned = G::MASKS.last_row(side);
        if (piece & position.occupied()).any()
            || (!king && (piece & crowned).any())
            || position.pieces(side).count() == G::RULES.pieces_per_side()
        {
            continue;
        }
        match side {
            Side::White => position.white |= piece,
            Side::Black => position.black |= piece,
        }
        if king {
            position.kings |= piece;
        }
    }
    if position.pieces(position.side.other()).is_empty() {
        // Only the side to move may have lost everything.
        position.side = position.side.other();
    }
    if position.occupied().is_empty() { G::start() } else { position }
}
