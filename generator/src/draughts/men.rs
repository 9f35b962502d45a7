//! The quiet moves of the men of a layer, found before it is known where the kings are.

use dambase_rules::Side;
use dambase_rules::bits::Bits;
use dambase_rules::draughts::{Direction, man_steps};

use super::geometry::{Part, TableDraughts};
use super::targets::Target;
use super::theory::DraughtsProblem;

/// A quiet move of a man that the other men do not block.
pub struct ManMove<'a, G: TableDraughts> {
    pub to: u32,
    pub crowned: bool,
    side: Side,
    pub target: Target<'a, G>,
}

impl<G: TableDraughts> ManMove<'_, G> {
    /// The kings after it.
    #[inline(always)]
    pub fn kings_after(&self, white: G::Word, black: G::Word) -> (G::Word, G::Word) {
        let crowned = if self.crowned { G::Word::bit(self.to) } else { G::Word::EMPTY };
        match self.side {
            Side::White => (white | crowned, black),
            Side::Black => (white, black | crowned),
        }
    }
}

/// The quiet moves of the men of a part's side to move.
pub fn man_moves<'a, G: TableDraughts>(
    problem: &'a DraughtsProblem<'_, G>,
    part: &Part<G::Word>,
) -> Vec<ManMove<'a, G>> {
    let masks = G::MASKS;
    let (own, all) = match part.side {
        Side::White => (part.men.white, part.men.white | part.men.black),
        Side::Black => (part.men.black, part.men.white | part.men.black),
    };
    let mut moves = Vec::new();
    for direction in Direction::forward(part.side) {
        for to in man_steps::<G>(own, all, direction).each() {
            let from = masks.step(G::Word::bit(to), direction.opposite());
            let crowned = masks.last_row(part.side).has(to);
            let landed = if crowned { G::Word::EMPTY } else { G::Word::bit(to) };
            let mut men = part.men;
            let mut counts = problem.geometry.counts;
            match part.side {
                Side::White => {
                    men.white = men.white & !from | landed;
                    counts.white_men -= u8::from(crowned);
                    counts.white_kings += u8::from(crowned);
                }
                Side::Black => {
                    men.black = men.black & !from | landed;
                    counts.black_men -= u8::from(crowned);
                    counts.black_kings += u8::from(crowned);
                }
            }
            moves.push(ManMove {
                to,
                crowned,
                side: part.side,
                target: problem.target(counts, men, part.side.other()),
            });
        }
    }
    moves
}
