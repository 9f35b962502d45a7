//! The search against going through all moves, and small tactics of every family.

use std::sync::Arc;

use dambase_prober::{OpenOptions, Tablebase};
use dambase_rules::artamonov::Artamonov;
use dambase_rules::chess::Chess;
use dambase_rules::draughts::games::{English, International, Italian, Russian, RussianGiveaway};
use dambase_rules::{Game, Outcome, Wdl};

use super::*;
use crate::control::Control;
use crate::limits::Budget;
use crate::score::MOST_GUESSED;

fn no_tables<G: Playable>() -> Oracle<G> {
    Oracle::new(Arc::new(Tablebase::from_sources([], &OpenOptions::default())))
}

/// What the search says of a game at a depth, remembering so many bytes of positions and coming to it step by step.
fn searched<G: Playable>(game: &Game<G>, depth: u32, hash_bytes: usize) -> (Score, Vec<G::Move>) {
    let (mut oracle, mut transpositions, control) = (no_tables::<G>(), Transpositions::new(hash_bytes), Control::new());
    oracle.begin(game.draw_rules());
    let mut moves = Vec::new();
    G::legal_moves(game.position(), &mut moves);
    let mut roots: Vec<_> = moves.iter().map(|&mv| RootMove { mv, score: 0, line: Vec::new() }).collect();
    let timer = Timer::new(&control, Budget::default());
    let mut search = Search::new(game.clone(), &mut oracle, &mut transpositions, timer, None, false);
    for depth in 1..=depth {
        search.search_root(&mut roots, depth);
    }
    (roots[0].score, roots[0].line.clone())
}

/// The same by the definition: every move, nothing remembered, nothing left out.
fn by_all_moves<G: Playable>(game: &mut Game<G>, depth: u32, ply: usize) -> Score {
    if ply > 0 {
        if let Some(end) = game.known_end() {
            let won = WON - ply as Score;
            return match end.outcome {
                Outcome::Draw => 0,
                Outcome::Win(side) => {
                    if side == game.side_to_move() {
                        won
                    } else {
                        -won
                    }
                }
            };
        }
        let rules = game.draw_rules();
        let drawing =
            rules.and_then(|rules| rules.repetition()).map_or(u16::MAX, |(_, occurrences)| occurrences.into());
        let first_ply = game.plies() - ply;
        let since_root = (first_ply + 1..game.plies()).any(|at| game.position_at(at) == Some(game.position()));
        let irreversible = game.plies_since_irreversible() < 2;
        if (game.occurrences() >= drawing || since_root) && !irreversible {
            return 0;
        }
    }
    let position = *game.position();
    let mut moves = Vec::new();
    G::legal_moves(&position, &mut moves);
    if moves.is_empty() {
        return match G::value_without_moves(&position) {
            Wdl::Win => WON - ply as Score,
            Wdl::Draw => 0,
            Wdl::Loss => ply as Score - WON,
        };
    }
    if ply > 0 && game.draw_rules().is_some_and(|rules| game.counters().at_limit(rules).is_some()) {
        return 0;
    }
    let mut best = -INFINITE;
    if depth == 0 {
        let guess = G::evaluate(&position).clamp(1 - MOST_GUESSED, MOST_GUESSED - 1);
        if G::CAPTURES_COMPULSORY {
            if !G::is_forcing(&moves[0]) {
                return guess;
            }
        } else if !G::in_check(&position) {
            best = guess;
            moves.retain(G::is_forcing);
        }
    }
    for mv in moves {
        game.push(&mv);
        let score = -by_all_moves(game, depth.saturating_sub(1), ply + 1);
        game.pop();
        best = best.max(score);
    }
    best
}

fn agree<G: Playable>(fens: &[&str], depth: u32) {
    for fen in fens {
        for rules in [G::draw_rules().first(), None] {
            let mut game = Game::<G>::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            for depth in 1..=depth {
                let true_value = by_all_moves(&mut game, depth, 0);
                for hash_bytes in [0, 1 << 22] {
                    let (score, line) = searched(&game, depth, hash_bytes);
                    assert_eq!(score, true_value, "{} {fen}, depth {depth}, {hash_bytes} bytes", G::ID);
                    assert!(!line.is_empty());
                    // The line can be played.
                    let mut game = game.clone();
                    for mv in &line {
                        let mut legal = Vec::new();
                        G::legal_moves(game.position(), &mut legal);
                        assert!(legal.contains(mv));
                        game.push(mv);
                    }
                }
            }
        }
    }
}

#[test]
fn the_search_finds_what_going_through_all_moves_finds() {
    agree::<Russian>(
        &["W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6", "W:WKa1,c3,e3:BKh8,f6,d6"],
        5,
    );
    agree::<RussianGiveaway>(&["W:Wa1,c3,e3,Kg1:Bf6,d6,Kh8"], 4);
    agree::<English>(&["B:W21,22,23,24,25,26,K3:B1,2,5,6,K30,9"], 5);
    agree::<Italian>(&["W:W21,22,23,24,25,26,K3:B1,2,5,6,K30,9"], 5);
    agree::<International>(&["W:W28,32,33,38,39,K46:B12,13,18,19,24,K5"], 4);
    agree::<Artamonov>(&["W:Ma3,c3,e5,f6:Kh8,b2"], 5);
    agree::<Chess>(&["7k/5p1p/8/3r4/8/8/3Q2PP/7K w - - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"], 2);
    let near_limits = "8/P6k/8/8/8/8/p6K/8 w - - 98 80";
    agree::<Chess>(&["8/8/8/8/8/2k5/4q3/K7 w - - 0 1", near_limits, "k7/8/8/8/8/8/5q2/7K b - - 99 90"], 3);
}

#[test]
fn small_tactics_are_found() {
    fn best<G: Playable>(fen: &str, depth: u32) -> (Score, String) {
        let game = Game::<G>::from_fen(G::draw_rules().first(), fen).unwrap();
        let (score, line) = searched(&game, depth, 1 << 20);
        (score, G::move_text(game.position(), &line[0]))
    }
    // Scholar's mate, and a mate in two.
    let (score, mv) = best::<Chess>("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 2);
    assert_eq!((score, mv.as_str()), (won_in_plies(1), "Qxf7#"));
    let (score, _) = best::<Chess>("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4);
    assert_eq!(score, won_in_plies(3));
    // A man is given, and whoever takes it, two are taken for it.
    let fen = "W:Wa1,b2,c3,f2,g1:Bh8,c5,e5";
    let guess = Russian::evaluate(Game::<Russian>::from_fen(None, fen).unwrap().position());
    assert!(best::<Russian>(fen, 4).0 > guess + 80);
    // The giver wins who has nothing left.
    let (score, mv) = best::<RussianGiveaway>("W:Wc3:Be5", 3);
    assert_eq!((score, mv.as_str()), (won_in_plies(2), "c3-d4"));
    let (score, _) = best::<Artamonov>("W:Ma7", 3);
    assert_eq!(score, won_in_plies(1));
}

fn won_in_plies(plies: Score) -> Score {
    WON - plies
}
