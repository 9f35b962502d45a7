//! Any text as a FEN of every game: it is refused with a place within the text, or it is understood: the position prints
//! as a FEN that reads back as the same position, and has moves that can be generated.
#![no_main]

use dambase_rules::{GameId, GameRules, with_game};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|data: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(data) else { return Corpus::Reject };
    for id in GameId::all() {
        with_game!(id, G => check::<G>(text));
    }
    Corpus::Keep
});

fn check<G: GameRules>(text: &str) {
    match G::parse_fen(text) {
        Ok(position) => {
            let written = G::fen(&position);
            assert_eq!(G::parse_fen(&written), Ok(position), "{}: {written}", G::ID);
            assert_eq!(G::fen(&position), written, "{}", G::ID);
        }
        Err(error) => {
            assert!(error.offset <= text.len() && text.is_char_boundary(error.offset), "{}: {error}", G::ID);
            assert!(error.to_string().len() < 400, "{}: {error}", G::ID);
        }
    }
}
