//! Questions about all positions at once that differ in the square of one king: the answer is a set of squares.

use super::capture::{man_directions, man_targets};
use super::masks::{DIRECTIONS, Direction};
use super::position::Position;
use super::rules::{Draughts, King, ManTakes};
use crate::Side;
use crate::bits::Bits;

/// The squares beyond `from` in one direction that a king reaches without capturing.
#[inline(always)]
pub fn king_line<G: Draughts>(from: u32, direction: Direction, occupied: G::Word) -> G::Word {
    let masks = G::MASKS;
    match G::RULES.king {
        King::Short => masks.step(G::Word::bit(from), direction) & masks.squares & !occupied,
        King::Flying | King::FlyingStopBehind => masks.free_ray(from, direction, occupied),
    }
}

/// The free squares of `rest` on which one more king of `owner` makes a position where the side to move can capture.
#[inline]
pub fn squares_with_capture<G: Draughts>(rest: &Position<G::Word>, owner: Side) -> G::Word {
    let masks = G::MASKS;
    let mover = rest.side;
    let occupied = rest.occupied();
    let empty = masks.squares & !occupied;
    let men = rest.men(mover);
    let kings = rest.kings_of(mover);
    let enemies = rest.pieces(mover.other());
    let mut found = G::Word::EMPTY;

    // What stands takes what stands, unless the new king is in the way.
    let targets = man_targets::<G>(rest);
    for &direction in man_directions::<G>(mover) {
        let landings = masks.step(masks.step(men, direction) & targets, direction) & empty;
        if landings.any() {
            // Two landings are not both taken by one king.
            found |= if landings.without_lowest().any() { empty } else { empty & !landings };
        }
    }
    for from in kings.each() {
        for direction in DIRECTIONS {
            let way = king_line::<G>(from, direction, occupied);
            let hit = match G::RULES.king {
                King::Short => masks.step(G::Word::bit(from), direction),
                King::Flying | King::FlyingStopBehind => masks.step(way | G::Word::bit(from), direction),
            };
            let hit = hit & enemies;
            let landing = masks.step(hit, direction) & empty;
            if landing.any() {
                found |= match G::RULES.king {
                    King::Short => empty & !landing,
                    King::Flying | King::FlyingStopBehind => empty & !(way | landing),
                };
            }
        }
    }
    if found == empty {
        return empty;
    }

    if owner == mover {
        // The new king takes what stands: it is on the way to a piece with a free square behind.
        for direction in DIRECTIONS {
            let against = direction.opposite();
            let open = enemies & masks.step(empty, against);
            match G::RULES.king {
                King::Short => found |= masks.step(open, against) & empty,
                King::Flying | King::FlyingStopBehind => {
                    for target in open.each() {
                        found |= masks.free_ray(target, against, occupied);
                    }
                }
            }
        }
    } else {
        // The new king is taken.
        for direction in DIRECTIONS {
            let open = empty & masks.step(empty, direction.opposite());
            if matches!(G::RULES.man_takes, ManTakes::Anything) && man_directions::<G>(mover).contains(&direction) {
                found |= masks.step(men, direction) & open;
            }
            for from in kings.each() {
                found |= king_line::<G>(from, direction, occupied) & open;
            }
        }
    }
    found
}

/// The free squares of `rest` on which one more king of `owner` makes a position where a king of the side to move has a quiet
/// move, whether or not a capture is on.
#[inline]
pub fn squares_with_king_move<G: Draughts>(rest: &Position<G::Word>, owner: Side) -> G::Word {
    let masks = G::MASKS;
    let occupied = rest.occupied();
    let empty = masks.squares & !occupied;
    let mut steps = G::Word::EMPTY;
    let mut found = G::Word::EMPTY;
    for from in rest.kings_of(rest.side).each() {
        for direction in DIRECTIONS {
            let step = masks.step(G::Word::bit(from), direction) & empty;
            // Any two steps are not both blocked by one king.
            if step.any() && steps.any() && step != steps {
                return empty;
            }
            steps |= step;
        }
    }
    if steps.any() {
        found = empty & !steps;
    }
    if owner == rest.side {
        for direction in DIRECTIONS {
            found |= masks.step(empty, direction) & empty;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::capture::can_capture;
    use crate::draughts::count_quiet_king_moves;
    use crate::draughts::games::*;

    /// Numbers that look random, the same in every run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: u32) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) % u64::from(bound)) as u32
        }
    }

    fn some_position<G: Draughts>(numbers: &mut Numbers) -> Position<G::Word> {
        let masks = G::MASKS;
        let empty = G::Word::EMPTY;
        let side = if numbers.below(2) == 0 { Side::White } else { Side::Black };
        let mut position = Position { white: empty, black: empty, kings: empty, side };
        for _ in 0..numbers.below(9) {
            let bit = masks.bit(numbers.below(G::RULES.board.squares()));
            let square = G::Word::bit(bit);
            if position.occupied().has(bit) {
                continue;
            }
            let white = numbers.below(2) == 0;
            let last_row = if white { masks.top } else { masks.bottom };
            if white {
                position.white |= square;
            } else {
                position.black |= square;
            }
            if last_row.has(bit) || numbers.below(2) == 0 {
                position.kings |= square;
            }
        }
        position
    }

    fn check<G: Draughts>() {
        let mut numbers = Numbers(7);
        for _ in 0..3000 {
            let rest = some_position::<G>(&mut numbers);
            for owner in [Side::White, Side::Black] {
                let captures = squares_with_capture::<G>(&rest, owner);
                let moves = squares_with_king_move::<G>(&rest, owner);
                let empty = G::MASKS.squares & !rest.occupied();
                assert!(((captures | moves) & !empty).is_empty());
                for bit in empty.each() {
                    let square = G::Word::bit(bit);
                    let mut position = Position { kings: rest.kings | square, ..rest };
                    match owner {
                        Side::White => position.white |= square,
                        Side::Black => position.black |= square,
                    }
                    assert_eq!(captures.has(bit), can_capture::<G>(&position), "{position:?} {bit}");
                    assert_eq!(moves.has(bit), count_quiet_king_moves::<G>(&position) > 0, "{position:?} {bit}");
                }
            }
        }
    }

    macro_rules! check_games {
        ($($game:ident)*) => {
            #[test]
            fn squares_agree_with_positions_one_by_one() {
                $(check::<$game>();)*
            }
        };
    }

    crate::for_draughts_games!(check_games);
}
