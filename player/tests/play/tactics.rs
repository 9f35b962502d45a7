//! Short wins outside the tables, in every game: found as a search without any cunning finds them.

use dambase_player::{Limits, Playable, Player, Worth};
use dambase_rules::artamonov::Artamonov;
use dambase_rules::chess::Chess;
use dambase_rules::draughts::games::*;
use dambase_rules::{Game, Wdl};

use crate::support::{asked, no_tables, options};

/// How the game ends for the side to move, if it can be forced within so many plies: every move is tried. Where `budget` positions do not
/// suffice, nothing is known.
fn forced<G: Playable>(position: &G::Position, plies: u32) -> Option<(Wdl, u32)> {
    let mut budget = 100_000;
    forced_within::<G>(position, plies, &mut budget).filter(|_| budget > 0)
}

fn forced_within<G: Playable>(position: &G::Position, plies: u32, budget: &mut u32) -> Option<(Wdl, u32)> {
    *budget = budget.checked_sub(1)?;
    let mut moves = Vec::new();
    G::legal_moves(position, &mut moves);
    if moves.is_empty() {
        return Some((G::value_without_moves(position), 0));
    }
    if plies == 0 {
        return None;
    }
    let (mut win, mut longest_loss) = (None::<u32>, Some(0));
    for mv in &moves {
        match forced_within::<G>(&G::play(position, mv), plies - 1, budget) {
            Some((Wdl::Loss, left)) => win = Some(win.map_or(left + 1, |least| least.min(left + 1))),
            Some((Wdl::Win, left)) => longest_loss = longest_loss.map(|most| most.max(left + 1)),
            _ => longest_loss = None,
        }
    }
    match (win, longest_loss) {
        (Some(plies), _) => Some((Wdl::Win, plies)),
        (None, Some(plies)) => Some((Wdl::Loss, plies)),
        (None, None) => None,
    }
}

/// Numbers that follow no plan, the same ones every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// Positions near the ends of games of random moves in which the side to move has a win in three plies, or more up to `most`, and a move that is none.
fn problems<G: Playable>(wanted: usize, most: u32) -> Vec<(G::Position, u32)> {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut found = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..2_000 {
        let mut position = G::start();
        let mut positions = Vec::new();
        for _ in 0..300 {
            G::legal_moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            positions.push(position);
            position = G::play(&position, &moves[numbers.below(moves.len())]);
        }
        if !moves.is_empty() {
            continue;
        }
        for position in positions.iter().rev().take(8) {
            let Some((Wdl::Win, plies)) = forced::<G>(position, most) else { continue };
            if plies < 3 {
                continue;
            }
            G::legal_moves(position, &mut moves);
            let keeps = |mv: &G::Move| forced::<G>(&G::play(position, mv), plies - 1) == Some((Wdl::Loss, plies - 1));
            if !moves.iter().all(keeps) {
                found.push((*position, plies));
                break;
            }
        }
        if found.len() == wanted {
            break;
        }
    }
    found
}

fn finds<G: Playable>(most: u32) {
    const WANTED: usize = 4;
    let mut player = Player::new(no_tables::<G>(), &options());
    let problems = problems::<G>(WANTED, most);
    assert_eq!(problems.len(), WANTED, "{}", G::ID);
    for (position, plies) in problems {
        let fen = G::fen(&position);
        let limits = Limits { depth: Some(9), nodes: Some(3_000_000), ..Limits::default() };
        let game = Game::<G>::from_position(None, position);
        let (answer, report) = asked(&mut player, &game, &limits);
        assert_eq!(report.unwrap().worth, Worth::WinIn(plies), "{}: {fen}", G::ID);
        let after = G::play(&position, &answer.unwrap().mv);
        assert_eq!(forced::<G>(&after, plies), Some((Wdl::Loss, plies - 1)), "{}: {fen}", G::ID);
    }
}

#[test]
fn short_wins_are_found_without_tables() {
    finds::<Russian>(5);
    finds::<RussianGiveaway>(5);
    finds::<Brazilian>(5);
    finds::<International>(5);
    finds::<InternationalGiveaway>(5);
    finds::<Canadian>(5);
    finds::<English>(5);
    finds::<Italian>(5);
    finds::<Spancireti>(5);
    finds::<StopAfter>(5);
    finds::<Artamonov>(5);
    finds::<Chess>(3);
}
