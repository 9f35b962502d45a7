//! Captures that a text names, whether or not they are legal.

use crate::Side;
use crate::bits::Bits;
use crate::draughts::capture::{king_hit, man_directions, man_targets};
use crate::draughts::masks::{DIRECTIONS, Direction};
use crate::draughts::position::Position;
use crate::draughts::rules::{Draughts, King, PassingPromotion};

/// A look for captures that go by the squares of a text, whether or not they go to their end or are the best.
pub struct Search<'a, G: Draughts> {
    side: Side,
    /// Every piece but the capturing one.
    occupied: G::Word,
    man_targets: G::Word,
    king_targets: G::Word,
    to: u32,
    between: &'a [u32],
    /// Steps that may still be looked at: a made-up position may have more captures than can be counted.
    steps: u32,
    /// Pieces taken by a capture that cannot go on.
    pub whole: Option<u32>,
    /// Pieces taken by a capture that can go on.
    pub broken_off: Option<u32>,
    /// Pieces taken by a capture that could go on had it landed on another square.
    pub wrong_landing: Option<u32>,
}

impl<'a, G: Draughts> Search<'a, G> {
    pub fn run(position: &Position<G::Word>, squares: &'a [u32]) -> Self {
        const MOST_STEPS: u32 = 1 << 18;
        let from = squares[0];
        let mut search = Search {
            side: position.side,
            occupied: position.occupied() & !G::Word::bit(from),
            man_targets: man_targets::<G>(position),
            king_targets: position.pieces(position.side.other()),
            to: squares[squares.len() - 1],
            between: &squares[1..squares.len() - 1],
            steps: MOST_STEPS,
            whole: None,
            broken_off: None,
            wrong_landing: None,
        };
        if position.pieces(position.side).has(from) {
            search.jump_on(from, position.kings.has(from), G::Word::EMPTY, 0);
        }
        search
    }

    pub fn any(&self) -> bool {
        self.whole.or(self.broken_off).or(self.wrong_landing).is_some()
    }

    /// Each jump from `at`, with `named` of the squares between passed already.
    fn jump_on(&mut self, at: u32, king: bool, captured: G::Word, named: usize) {
        let directions = if king { &DIRECTIONS[..] } else { man_directions::<G>(self.side) };
        for &direction in directions {
            let Some(hit) = self.hit(at, king, captured, direction) else { continue };
            let Some(left) = self.steps.checked_sub(1) else { return };
            self.steps = left;
            let captured = captured | G::Word::bit(hit);
            let behind = G::MASKS.step(G::Word::bit(hit), direction);
            let landings = match (king, G::RULES.king) {
                (true, King::Flying) => behind | G::MASKS.free_ray(hit, direction, self.occupied),
                _ => behind,
            };
            let crowned = !king && (behind & G::MASKS.last_row(self.side)).any();
            let stops = crowned && G::RULES.passing_promotion == PassingPromotion::EndsCapture;
            let king = king || crowned && G::RULES.passing_promotion == PassingPromotion::GoesOnAsKing;
            let goes_on = |search: &Self, landing| !stops && search.can_jump(landing, king, captured);
            let any_goes_on = landings.each().any(|landing| goes_on(self, landing));
            // Squares that are passed may be named as well as those the piece stands on.
            let mut passed = named;
            let mut landing = behind.lowest();
            loop {
                if landing == self.to && passed == self.between.len() {
                    let found = if goes_on(self, landing) {
                        &mut self.broken_off
                    } else if any_goes_on {
                        &mut self.wrong_landing
                    } else {
                        &mut self.whole
                    };
                    *found = (*found).max(Some(captured.count()));
                }
                if self.between.get(passed) == Some(&landing) {
                    passed += 1;
                }
                if !stops {
                    self.jump_on(landing, king, captured, passed);
                }
                let next = G::MASKS.step(G::Word::bit(landing), direction) & landings;
                if next.is_empty() {
                    break;
                }
                landing = next.lowest();
            }
        }
    }

    fn hit(&self, at: u32, king: bool, captured: G::Word, direction: Direction) -> Option<u32> {
        if king {
            return king_hit::<G>(at, direction, self.occupied, self.king_targets & !captured);
        }
        let hit = G::MASKS.step(G::Word::bit(at), direction) & self.man_targets & !captured;
        let behind = G::MASKS.step(hit, direction) & G::MASKS.squares & !self.occupied;
        behind.any().then(|| hit.lowest())
    }

    fn can_jump(&self, at: u32, king: bool, captured: G::Word) -> bool {
        let directions = if king { &DIRECTIONS[..] } else { man_directions::<G>(self.side) };
        directions.iter().any(|&direction| self.hit(at, king, captured, direction).is_some())
    }
}
