//! Questions about all positions at once that differ in the square of one king: the answer is a set of squares.

use super::capture::{FirstJump, man_directions, man_targets};
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

/// Replaces `jumps` by the jumps that captures begin with where one more king of `owner` is put on a free square of `rest`, and
/// gives the squares with some: there the side to move must capture.
#[inline]
pub fn first_jumps<G: Draughts>(rest: &Position<G::Word>, owner: Side, jumps: &mut Vec<FirstJump<G::Word>>) -> G::Word {
    let masks = G::MASKS;
    let mover = rest.side;
    let occupied = rest.occupied();
    let empty = masks.squares & !occupied;
    let men = rest.men(mover);
    let kings = rest.kings_of(mover);
    let enemies = rest.pieces(mover.other());
    let men_targets = man_targets::<G>(rest);
    let mut found = G::Word::EMPTY;
    jumps.clear();
    let mut add = |from: Option<u32>, hit: Option<u32>, direction, king, squares: G::Word| {
        found |= squares;
        let (from, hit) = (from.map(|bit| bit as u8), hit.map(|bit| bit as u8));
        jumps.push(FirstJump { from, hit, direction, king, squares });
    };
    for direction in DIRECTIONS {
        // Pieces with a free square behind them, and free squares with one.
        let before_empty = masks.step(empty, direction.opposite());
        let open = before_empty & empty;
        if man_directions::<G>(mover).contains(&direction) {
            // What stands takes what stands, unless the new king is where it lands.
            for hit in (masks.step(men, direction) & men_targets & before_empty).each() {
                let hit_set = G::Word::bit(hit);
                let from = masks.step(hit_set, direction.opposite()).lowest();
                add(Some(from), Some(hit), direction, false, empty & !masks.step(hit_set, direction));
            }
            if owner != mover && matches!(G::RULES.man_takes, ManTakes::Anything) {
                for square in (masks.step(men, direction) & open).each() {
                    let from = masks.step(G::Word::bit(square), direction.opposite()).lowest();
                    add(Some(from), None, direction, false, G::Word::bit(square));
                }
            }
        }
        for from in kings.each() {
            let way = king_line::<G>(from, direction, occupied);
            // A king's line ends before what it may take, or, for a short king, there is no line then.
            let hit = match G::RULES.king {
                King::Short => masks.step(G::Word::bit(from), direction),
                King::Flying | King::FlyingStopBehind => masks.step(way | G::Word::bit(from), direction),
            };
            let hit = hit & enemies & before_empty;
            if hit.any() {
                let way = if matches!(G::RULES.king, King::Short) { G::Word::EMPTY } else { way };
                let squares = empty & !(way | masks.step(hit, direction));
                add(Some(from), Some(hit.lowest()), direction, true, squares);
            }
            let taken = way & open;
            if owner != mover && taken.any() {
                add(Some(from), None, direction, true, taken);
            }
        }
        if owner == mover {
            // The new king takes what stands: it is on the way to it.
            for hit in (enemies & before_empty).each() {
                let squares = king_line::<G>(hit, direction.opposite(), occupied);
                if squares.any() {
                    add(None, Some(hit), direction, true, squares);
                }
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
    use crate::draughts::capture::{can_capture, for_each_capture, for_each_capture_landings_of};
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

    /// What captures come to, found with or without the first jumps, in one order.
    fn outcomes_of<G: Draughts>(
        position: &Position<G::Word>,
        known: Option<(&[FirstJump<G::Word>], u32)>,
    ) -> Vec<(u32, u32, G::Word, bool)> {
        let mut all = Vec::new();
        match known {
            Some((jumps, square)) => for_each_capture_landings_of::<G>(position, jumps, square, |line| {
                all.extend(line.to.each().map(|to| (line.from, to, line.captured, line.king)));
            }),
            None => for_each_capture::<G>(position, |capture| {
                all.push((capture.from, capture.to, capture.captured, capture.king));
            }),
        }
        all.sort();
        all
    }

    fn check<G: Draughts>() {
        let mut numbers = Numbers(7);
        let mut jumps = Vec::new();
        for _ in 0..3000 {
            let rest = some_position::<G>(&mut numbers);
            for owner in [Side::White, Side::Black] {
                let captures = first_jumps::<G>(&rest, owner, &mut jumps);
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
                    assert_eq!(outcomes_of::<G>(&position, Some((&jumps, bit))), outcomes_of::<G>(&position, None));
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
