//! Games of Artamonov's draughts under rule 4-15, against one kept by hand on the oracle's board.

mod artamonov_oracle;

use artamonov_oracle::naive::{Player, STOP_PLIES, State};
use artamonov_oracle::{bit, state};
use dambase_rules::artamonov::{Artamonov, MASKS, Move, Position};
use dambase_rules::bits::Bits;
use dambase_rules::draw::{Clocks, DrawRules};
use dambase_rules::{Game, GameRules, Outcome, Side};

fn founding() -> &'static DrawRules {
    Artamonov::draw_rules_named(None).unwrap()
}

/// A game as somebody would keep it who plays over the board.
struct ByHand {
    board: State,
    /// Everything that has stood on the board.
    past: Vec<State>,
    /// Plies since number or kind changed with four pieces or fewer left.
    quiet: usize,
    taken_by_white: i8,
    taken_by_black: i8,
}

impl ByHand {
    fn play(&mut self, mv: &Move) {
        let taken = |step: &artamonov_oracle::naive::Step| step.taken.iter().fold(0, |set, &at| set | 1 << bit(at));
        let same = |step: &&artamonov_oracle::naive::Step| {
            (bit(step.from), bit(step.to), taken(step)) == (mv.from.into(), mv.to.into(), mv.captured)
        };
        let steps = self.board.steps();
        let step = steps.iter().find(same).expect("the move is legal");
        match self.board.turn {
            Player::White => self.taken_by_white += step.taken.len() as i8,
            Player::Black => self.taken_by_black += step.taken.len() as i8,
        }
        let counts = step.taken.is_empty() && !step.promotes && self.board.pieces() <= 4;
        self.quiet = if counts { self.quiet + 1 } else { 0 };
        self.board = step.after;
        self.past.push(step.after);
    }

    /// The article that ends the game, and how.
    fn end(&self) -> Option<(Option<&'static str>, Outcome)> {
        let mover = match self.board.turn {
            Player::White => Side::White,
            Player::Black => Side::Black,
        };
        let few = self.board.pieces() <= 4;
        if self.board.steps().is_empty() {
            Some((None, Outcome::Win(mover.other())))
        } else if few && self.quiet == STOP_PLIES {
            let outcome = match self.taken_by_white - self.taken_by_black {
                0 => Outcome::Draw,
                lead if lead > 0 => Outcome::Win(Side::White),
                _ => Outcome::Win(Side::Black),
            };
            Some((Some("4-15"), outcome))
        } else if !few && self.past.iter().filter(|&past| *past == self.board).count() >= 3 {
            Some((Some("64Rc (repetition)"), Outcome::Draw))
        } else {
            None
        }
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }
}

#[test]
fn games_end_as_those_kept_by_hand() {
    let mut random = Random(415);
    let (mut stopped, mut repeated, mut over) = ([0; 3], 0, 0);
    for _ in 0..20_000 {
        let pieces = 2 + random.below(5);
        let mut squares: Vec<u32> = MASKS.squares.each().collect();
        let mut position = Position { men: 0, kings: 0, side: Side::White, barred: None };
        for _ in 0..pieces {
            let set = 1 << squares.swap_remove(random.below(squares.len()));
            if random.below(3) == 0 { position.men |= set } else { position.kings |= set }
        }
        let white = random.below(25 - pieces);
        let fen = format!("{}:T{white},{}", Artamonov::fen(&position), 24 - pieces - white);
        let mut game = Game::<Artamonov>::from_fen(Some(founding()), &fen).unwrap();
        let board = state(&position);
        let mut by_hand = ByHand {
            board,
            past: vec![board],
            quiet: 0,
            taken_by_white: white as i8,
            taken_by_black: (24 - pieces - white) as i8,
        };
        loop {
            let end = game.status().end();
            let expected = by_hand.end();
            assert_eq!(end.map(|end| (end.article().map(|article| article.id), end.outcome)), expected, "{fen}");
            match expected {
                None => {}
                Some((Some("4-15"), outcome)) => stopped[outcome_number(outcome)] += 1,
                Some((Some(_), _)) => repeated += 1,
                Some((None, _)) => over += 1,
            }
            if expected.is_some() {
                break;
            }
            let mut moves = Vec::new();
            Artamonov::legal_moves(game.position(), &mut moves);
            // Kings that go back and forth, or no position would come again.
            let back = game.moves().len().checked_sub(2).and_then(|ply| game.moves().nth(ply)).and_then(|last| {
                moves.iter().find(|mv| (mv.from, mv.to, mv.is_capture()) == (last.to, last.from, false)).copied()
            });
            let mv = match back {
                Some(mv) if random.below(10) > 0 => mv,
                _ => moves[random.below(moves.len())],
            };
            game.push(&mv);
            by_hand.play(&mv);
            let lead = by_hand.taken_by_white - by_hand.taken_by_black;
            assert_eq!((game.counters().lead(Side::White), game.counters().lead(Side::Black)), (lead, -lead));
        }
    }
    println!("stopped {stopped:?}, repeated {repeated}, over {over}");
    assert!(stopped.iter().chain([&repeated, &over]).all(|&games| games > 50));
}

fn outcome_number(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Win(Side::White) => 0,
        Outcome::Draw => 1,
        Outcome::Win(Side::Black) => 2,
    }
}
