//! Draughts: material, men on their way, room to move.

use dambase_rules::bits::Bits;
use dambase_rules::draughts::{Draughts, King, Move, Objective, Position, for_each_quiet_move};
use dambase_rules::{Side, for_draughts_games};

use super::Playable;
use crate::score::Score;

const MAN: Score = 100;
const SHORT_KING: Score = 150;
const FLYING_KING: Score = 300;
/// Of a man, for each row it has come forward.
const ROW: Score = 3;
/// Of each move that captures nothing.
const MOVE: Score = 1;

fn king<G: Draughts>() -> Score {
    match G::RULES.king {
        King::Short => SHORT_KING,
        King::Flying | King::FlyingStopBehind => FLYING_KING,
    }
}

fn material<G: Draughts>(position: &Position<G::Word>, side: Side) -> Score {
    let count = |set: G::Word| set.count() as Score;
    count(position.men(side)) * MAN + count(position.kings_of(side)) * king::<G>()
}

/// Rows that the men of a side have come forward, in all.
fn rows<G: Draughts>(position: &Position<G::Word>, side: Side) -> Score {
    let board = G::RULES.board;
    let last = u32::from(board.rows) - 1;
    let row = |bit: u32| board.row_of(G::MASKS.square(bit));
    let forward = |bit: u32| match side {
        Side::White => last - row(bit),
        Side::Black => row(bit),
    };
    position.men(side).each().map(forward).sum::<u32>() as Score
}

fn moves<G: Draughts>(position: &Position<G::Word>, side: Side) -> Score {
    let mut count = 0;
    for_each_quiet_move::<G>(&Position { side, ..*position }, |_, _, _| count += 1);
    count
}

pub(super) fn evaluate<G: Draughts>(position: &Position<G::Word>) -> Score {
    let (own, other) = (position.side, position.side.other());
    let material = material::<G>(position, own) - material::<G>(position, other);
    let room = MOVE * (moves::<G>(position, own) - moves::<G>(position, other));
    match G::RULES.objective {
        // Pieces are what one wants to be rid of; room to choose is good all the same.
        Objective::Giveaway => -material + room,
        Objective::Normal => {
            let forward = ROW * (rows::<G>(position, own) - rows::<G>(position, other));
            // Who is ahead is so the more, the fewer pieces are left.
            let fewer =
                material.signum() * (2 * G::RULES.pieces_per_side() as Score - pieces_left::<G>(position) as Score);
            material + fewer + forward + room
        }
    }
}

fn pieces_left<G: Draughts>(position: &Position<G::Word>) -> u32 {
    position.occupied().count()
}

fn gain<G: Draughts>(position: &Position<G::Word>, mv: &Move<G::Word>) -> Score {
    let kings = (mv.captured & position.kings).count() as Score;
    (mv.captured.count() as Score - kings) * MAN + kings * king::<G>()
}

macro_rules! playable {
    ($($name:ident)*) => {
        $(impl Playable for dambase_rules::draughts::games::$name {
            const CAPTURES_COMPULSORY: bool = true;

            fn evaluate(position: &Self::Position) -> Score {
                evaluate::<Self>(position)
            }

            fn pieces_left(position: &Self::Position) -> u32 {
                pieces_left::<Self>(position)
            }

            fn is_forcing(mv: &Self::Move) -> bool {
                mv.is_capture()
            }

            fn gain(position: &Self::Position, mv: &Self::Move) -> Score {
                gain::<Self>(position, mv)
            }

            fn ends(mv: &Self::Move) -> (u8, u8) {
                (mv.from, mv.to)
            }
        })*
    };
}
for_draughts_games!(playable);
