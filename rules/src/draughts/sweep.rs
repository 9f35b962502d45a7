//! Questions about all positions at once that differ in the square of one king: the answer is a set of squares.

use super::capture::{FirstJump, landings_behind, man_directions, man_targets, rank};
use super::masks::{DIRECTIONS, Direction};
use super::position::Position;
use super::rules::{Draughts, King, ManTakes, PassingPromotion};
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

/// Replaces `jumps` by the jumps that captures begin with where one more king of `owner` is put on a free square of `rest` that is
/// one of `within`, and gives the squares with some: there the side to move must capture.
#[inline]
pub fn first_jumps<G: Draughts>(
    rest: &Position<G::Word>,
    owner: Side,
    within: G::Word,
    jumps: &mut Vec<FirstJump<G::Word>>,
) -> G::Word {
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
    let mut add = |jump: FirstJump<G::Word>| {
        found |= jump.squares;
        jumps.push(jump);
    };
    let enemy_king = |hit: u32| u32::from(rest.kings.has(hit)) << 31;
    for direction in DIRECTIONS {
        // Free squares and pieces with a free square behind them.
        let before_empty = masks.step(empty, direction.opposite());
        let open = before_empty & empty;
        if man_directions::<G>(mover).contains(&direction) {
            let mut add_man = |hit: Option<u32>, from: u32, landing: G::Word, squares: G::Word| {
                let lands_as_king = (landing & masks.last_row(mover)).any();
                let squares = squares & within;
                if squares.is_empty() {
                    return;
                }
                let next = next_jumps::<G>(rest, from, hit, landing, direction, false, owner != mover);
                add(FirstJump {
                    from: Some(from as u8),
                    hit: hit.map(|bit| bit as u8),
                    direction,
                    king: false,
                    squares,
                    ends: next.ends(squares),
                    landings: landing,
                    lands_as_king,
                    rank: rank::<G>(1, false, hit.map_or(1 << 31, enemy_king)),
                });
            };
            // What stands takes what stands, unless the new king is where it lands.
            for hit in (masks.step(men, direction) & men_targets & before_empty).each() {
                let hit_set = G::Word::bit(hit);
                let from = masks.step(hit_set, direction.opposite()).lowest();
                let landing = masks.step(hit_set, direction);
                add_man(Some(hit), from, landing, empty & !landing);
            }
            if owner != mover && matches!(G::RULES.man_takes, ManTakes::Anything) {
                for square in (masks.step(men, direction) & open).each() {
                    let square_set = G::Word::bit(square);
                    let from = masks.step(square_set, direction.opposite()).lowest();
                    add_man(None, from, masks.step(square_set, direction), square_set);
                }
            }
        }
        for from in kings.each() {
            let way = king_line::<G>(from, direction, occupied);
            let next_on_line = match G::RULES.king {
                King::Short => masks.step(G::Word::bit(from), direction),
                King::Flying | King::FlyingStopBehind => masks.step(way | G::Word::bit(from), direction),
            };
            let mut add_king = |hit: Option<u32>, landings: G::Word, squares: G::Word| {
                let squares = squares & within;
                if squares.is_empty() {
                    return;
                }
                let next = next_jumps::<G>(rest, from, hit, landings, direction, true, owner != mover);
                add(FirstJump {
                    from: Some(from as u8),
                    hit: hit.map(|bit| bit as u8),
                    direction,
                    king: true,
                    squares,
                    ends: next.ends(squares),
                    landings,
                    lands_as_king: true,
                    rank: rank::<G>(1, true, hit.map_or(1 << 31, enemy_king)),
                });
            };
            let hit = next_on_line & enemies & before_empty;
            if hit.any() {
                let passed = if matches!(G::RULES.king, King::Short) { G::Word::EMPTY } else { way };
                let squares = empty & !(passed | masks.step(hit, direction));
                let hit = hit.lowest();
                add_king(Some(hit), landings_behind::<G>(hit, direction, true, occupied), squares);
            }
            let taken = way & open;
            if owner != mover && taken.any() {
                let landings = match G::RULES.king {
                    King::Short => masks.step(taken, direction),
                    King::Flying | King::FlyingStopBehind => way,
                };
                add_king(None, landings, taken);
            }
        }
        if owner == mover {
            // The new king takes what stands: it is on the way to it.
            for hit in (enemies & before_empty).each() {
                let squares = king_line::<G>(hit, direction.opposite(), occupied) & within;
                if squares.any() {
                    add(FirstJump {
                        from: None,
                        hit: Some(hit as u8),
                        direction,
                        king: true,
                        squares,
                        ends: G::Word::EMPTY,
                        landings: landings_behind::<G>(hit, direction, true, occupied),
                        lands_as_king: true,
                        rank: rank::<G>(1, true, enemy_king(hit)),
                    });
                }
            }
        }
    }
    found
}

/// How a capture may go on after its first jump.
struct NextJumps<B> {
    /// Over a piece that stands.
    stands: bool,
    /// Over the king that differs, on these squares.
    squares: B,
}

impl<B: Bits> NextJumps<B> {
    /// The squares where it does not go on.
    #[inline(always)]
    fn ends(&self, squares: B) -> B {
        if self.stands { B::EMPTY } else { squares & !self.squares }
    }
}

/// Looks for jumps from any of `landings`, reached in `direction`; a king in the way may rule them out, and is not looked at. The
/// king that differs may be jumped when it is an `enemy`.
#[inline]
fn next_jumps<G: Draughts>(
    rest: &Position<G::Word>,
    from: u32,
    hit: Option<u32>,
    landings: G::Word,
    direction: Direction,
    by_king: bool,
    enemy: bool,
) -> NextJumps<G::Word> {
    let masks = G::MASKS;
    let mover = rest.side;
    let occupied = rest.occupied() & !G::Word::bit(from);
    let empty = masks.squares & !occupied;
    let taken = hit.map_or(G::Word::EMPTY, G::Word::bit);
    let enemies = rest.pieces(mover.other()) & !taken;
    let mut next = NextJumps { stands: false, squares: G::Word::EMPTY };
    let on_last_row = (landings & masks.last_row(mover)).any();
    let as_king = by_king || (on_last_row && matches!(G::RULES.passing_promotion, PassingPromotion::GoesOnAsKing));
    if as_king {
        for onward in DIRECTIONS {
            if onward == direction.opposite() {
                continue;
            }
            let before_empty = masks.step(empty, onward.opposite());
            for target in (enemies & before_empty).each() {
                let way = match G::RULES.king {
                    King::Short => masks.step(G::Word::bit(target), onward.opposite()),
                    _ => king_line::<G>(target, onward.opposite(), occupied),
                };
                if (way & landings).any() {
                    next.stands = true;
                    return next;
                }
            }
            if !enemy {
                continue;
            }
            for at in landings.each() {
                let way = king_line::<G>(at, onward, occupied);
                next.squares |= way & before_empty;
            }
        }
    } else if !(on_last_row && matches!(G::RULES.passing_promotion, PassingPromotion::EndsCapture)) {
        let targets = man_targets::<G>(rest) & !taken;
        for &onward in man_directions::<G>(mover) {
            let before_empty = masks.step(empty, onward.opposite());
            let stepped = masks.step(landings, onward) & before_empty;
            next.stands |= (stepped & targets).any();
            if enemy && matches!(G::RULES.man_takes, ManTakes::Anything) {
                next.squares |= stepped & empty;
            }
        }
    }
    next
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
    use crate::draughts::capture::{can_capture, for_each_capture, for_each_capture_after};
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

    /// What captures come to, in one order.
    type Outcomes<B> = Vec<(u32, u32, B, bool)>;

    fn outcomes<G: Draughts>(position: &Position<G::Word>) -> Outcomes<G::Word> {
        let mut all = Vec::new();
        for_each_capture::<G>(position, |capture| all.push((capture.from, capture.to, capture.captured, capture.king)));
        all.sort();
        all
    }

    /// The same by first jumps, with a king on `bit`; what a jump says of itself is taken at its word.
    fn outcomes_after<G: Draughts>(
        position: &Position<G::Word>,
        jumps: &[FirstJump<G::Word>],
        bit: u32,
    ) -> Outcomes<G::Word> {
        let mut all = Vec::new();
        for jump in jumps.iter().filter(|jump| jump.squares.has(bit)) {
            let mut whole = false;
            for_each_capture_after::<G>(position, jump, bit, |line, rank| {
                whole |= line.captured.count() == 1;
                if whole {
                    assert_eq!((line.king, rank), (jump.lands_as_king, jump.rank));
                    let from = jump.from.map_or(bit, u32::from);
                    let hit = jump.hit.map_or(bit, u32::from);
                    let occupied = position.occupied() & !G::Word::bit(from);
                    assert_eq!(line.to, landings_behind::<G>(hit, jump.direction, jump.king, occupied));
                    assert!((line.to & !jump.landings & !G::Word::bit(from)).is_empty());
                }
                all.extend(line.to.each().map(|to| (rank, (line.from, to, line.captured, line.king))));
            });
            assert!(whole || !jump.ends.has(bit), "{position:?} {jump:?}");
        }
        let best = all.iter().map(|&(rank, _)| rank).max();
        let mut all: Vec<_> =
            all.into_iter().filter(|&(rank, _)| Some(rank) == best).map(|(_, outcome)| outcome).collect();
        all.sort();
        all
    }

    fn check<G: Draughts>() {
        let mut numbers = Numbers(7);
        let mut jumps = Vec::new();
        for _ in 0..3000 {
            let rest = some_position::<G>(&mut numbers);
            for owner in [Side::White, Side::Black] {
                let captures = first_jumps::<G>(&rest, owner, G::MASKS.squares, &mut jumps);
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
                    assert_eq!(outcomes_after::<G>(&position, &jumps, bit), outcomes::<G>(&position));
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
