//! Moves and un-moves of Artamonov's draughts against an oracle that shares no code with them.

mod artamonov_oracle;

use std::collections::HashSet;

use artamonov_oracle::naive::{self, Solution, State};
use artamonov_oracle::{bit, position, state};
use dambase_rules::artamonov::{
    Artamonov, MASKS, Position, can_capture, for_each_capture_outcome, for_each_quiet_move, for_each_retreat,
};
use dambase_rules::bits::Bits;
use dambase_rules::{Counting, GameRules, Side};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % bound
    }

    fn position(&mut self) -> Position {
        let pieces = 1 + self.below(24);
        // Of so many pieces so many are kings: many kings among many pieces have captures without number.
        let kings = self.below(1 + pieces.min(8));
        let mut squares: Vec<u32> = MASKS.squares.each().collect();
        let mut position = Position { men: 0, kings: 0, side: Side::White, barred: None };
        for i in 0..pieces {
            let bit = squares.swap_remove(self.below(squares.len() as u64) as usize);
            if i < kings {
                position.kings |= 1 << bit;
            } else {
                position.men |= 1 << bit;
            }
        }
        if self.below(2) == 0 {
            position.side = Side::Black;
        }
        position.barred = position.occupied().each().nth(self.below(1 + pieces) as usize).map(|bit| bit as u8);
        position
    }
}

/// A move by what decides whether it is the same move, and the position after it.
type Played = (u32, u32, u64, Position);

/// All that the crate says of the moves of a position agrees with the oracle. Returns the moves.
fn check_moves(position: &Position) -> Vec<Played> {
    let steps = state(position).steps();
    let taken = |step: &naive::Step| step.taken.iter().fold(0, |set, &place| set | 1 << bit(place));
    let expected: Vec<Played> = steps
        .iter()
        .map(|step| (bit(step.from), bit(step.to), taken(step), artamonov_oracle::position(&step.after)))
        .collect();
    let mut legal = Vec::new();
    Artamonov::legal_moves(position, &mut legal);
    let mut found: Vec<Played> = Vec::new();
    for mv in &legal {
        found.push((mv.from.into(), mv.to.into(), mv.captured, Artamonov::play(position, mv)));
    }
    let sorted = |moves: &[Played]| {
        let mut moves = moves.to_vec();
        moves.sort_by_key(|&(from, to, taken, _)| (from, to, taken));
        moves
    };
    let fen = || Artamonov::fen(position);
    assert_eq!(sorted(&found), sorted(&expected), "{}", fen());
    assert_eq!(Artamonov::perft(position, 1, Counting::Distinct), legal.len() as u64, "{}", fen());

    let captures = !steps.is_empty() && steps.iter().all(|step| !step.taken.is_empty());
    assert_eq!(can_capture(position), captures, "{}", fen());
    let after: HashSet<Position> = expected.iter().map(|played| played.3).collect();
    let mut successors = HashSet::new();
    Artamonov::for_each_successor(position, |after| _ = successors.insert(after));
    assert_eq!(successors, after, "{}", fen());
    let mut outcomes = HashSet::new();
    for_each_capture_outcome(position, |after| _ = outcomes.insert(after));
    if captures {
        assert_eq!(outcomes, after, "{}", fen());
    } else {
        assert!(outcomes.is_empty(), "{}", fen());
        let mut quiet = HashSet::new();
        for_each_quiet_move(position, |after, promoted| assert!(quiet.insert((after, promoted))));
        let expected: HashSet<_> =
            steps.iter().map(|step| (artamonov_oracle::position(&step.after), step.promotes)).collect();
        assert_eq!(quiet, expected, "{}", fen());
    }
    found
}

/// The board turned by 180 degrees with the other side to move has the turned moves.
fn check_turned(position: &Position) {
    let turned = position.turned();
    assert_eq!(turned.turned(), *position);
    let moves = |position: &Position| {
        let mut after = HashSet::new();
        Artamonov::for_each_successor(position, |position| _ = after.insert(position));
        after
    };
    assert_eq!(moves(position).iter().map(Position::turned).collect::<HashSet<_>>(), moves(&turned));
}

#[test]
fn moves_of_random_positions_are_the_oracles() {
    let mut random = Random(64);
    for _ in 0..300_000 {
        let position = random.position();
        assert_eq!(artamonov_oracle::position(&state(&position)), position);
        check_moves(&position);
        check_turned(&position);
    }
}

#[test]
fn moves_along_random_games_are_the_oracles() {
    let mut random = Random(1);
    let mut ended = 0;
    for _ in 0..3_000 {
        let mut position = Artamonov::start();
        for _ in 0..200 {
            let moves = check_moves(&position);
            if moves.is_empty() {
                ended += 1;
                break;
            }
            position = moves[random.below(moves.len() as u64) as usize].3;
        }
    }
    assert!(ended > 1_000, "{ended}");
}

#[test]
fn perft_is_the_oracles() {
    fn leaves(state: &State, depth: u32) -> u64 {
        if depth == 0 { 1 } else { state.steps().iter().map(|step| leaves(&step.after, depth - 1)).sum() }
    }
    let start = Artamonov::start();
    for depth in 0..=7 {
        assert_eq!(leaves(&state(&start), depth), Artamonov::perft(&start, depth, Counting::Distinct), "depth {depth}");
    }
}

#[test]
fn retreats_are_the_quiet_moves_backward() {
    // Both ways at once: each position is turned into (before, after) by moves and by un-moves.
    let solution = Solution::up_to(3);
    let (mut forward, mut backward) = (HashSet::new(), HashSet::new());
    for state in &solution.states {
        let here = position(state);
        for step in state.steps().iter().filter(|step| step.taken.is_empty() && !step.promotes) {
            assert!(forward.insert((here, position(&step.after))));
        }
        for_each_retreat(&here, |before| {
            // Whether a capture was on is for the caller to ask.
            if !can_capture(&before) {
                assert!(backward.insert((before, here)), "{} twice", Artamonov::fen(&before));
            }
        });
    }
    assert!(forward == backward);
    assert!(forward.len() > 1_000_000, "{}", forward.len());
}
