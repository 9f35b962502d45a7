//! Any text as a move: four lines, each of which may be nonsense or missing.
//!
//! 1. the game, by name; nonsense picks a game by its bytes;
//! 2. the position to begin with, in FEN; nonsense is the start;
//! 3. the moves that are played from there, a byte each, which picks one of the legal moves;
//! 4. the text of a move.
//!
//! The text is refused, or it is a legal move whose own text reads back as that move. So does the text of every legal move.
#![no_main]

use dambase_rules::{GameId, GameRules, with_game};
use libfuzzer_sys::{Corpus, fuzz_target};

/// A game of more plies than this is as good as one of so many.
const MOST_PLIES: usize = 40;
/// Positions of more pieces are left to those that play reaches: routes of captures among dozens of kings set up by hand are
/// too many to walk in the time that a fuzzer has for an input.
const MOST_PIECES_SET_UP: usize = 10;

fuzz_target!(|data: &[u8]| -> Corpus {
    let mut lines = data.splitn(4, |&byte| byte == b'\n');
    let mut line = || lines.next().unwrap_or_default();
    let (name, fen, choices, text) = (line(), line(), line(), line());
    let (Ok(fen), Ok(text)) = (std::str::from_utf8(fen), std::str::from_utf8(text)) else { return Corpus::Reject };
    let named = std::str::from_utf8(name).ok().and_then(|name| name.parse::<GameId>().ok());
    let id = named.unwrap_or_else(|| {
        let games: Vec<GameId> = GameId::all().collect();
        games[name.iter().map(|&byte| usize::from(byte)).sum::<usize>() % games.len()]
    });
    with_game!(id, G => check::<G>(fen, choices, text));
    Corpus::Keep
});

fn check<G: GameRules>(fen: &str, choices: &[u8], text: &str) {
    let mut position = G::start();
    if let Ok(set_up) = G::parse_fen(fen)
        && G::fen(&set_up).matches(',').count() + 2 <= MOST_PIECES_SET_UP
    {
        position = set_up;
    }
    let mut moves = Vec::new();
    G::legal_moves(&position, &mut moves);
    for &choice in choices.iter().take(MOST_PLIES) {
        if moves.is_empty() {
            break;
        }
        position = G::play(&position, &moves[usize::from(choice) % moves.len()]);
        G::legal_moves(&position, &mut moves);
    }
    assert_eq!(G::parse_fen(&G::fen(&position)), Ok(position), "{}: {}", G::ID, G::fen(&position));
    match G::parse_move(&position, text) {
        Ok(mv) => assert!(moves.contains(&mv), "{}: {}: {text} is read as {mv:?}", G::ID, G::fen(&position)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    for mv in &moves {
        let text = G::move_text(&position, mv);
        assert_eq!(G::parse_move(&position, &text).as_ref(), Ok(mv), "{}: {}: {text}", G::ID, G::fen(&position));
    }
}
