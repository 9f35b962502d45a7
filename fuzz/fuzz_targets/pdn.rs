//! Any bytes as a file of PDN and of PGN: every game is refused with a place, or read; what is read is written and reads back the same; and its
//! moves are replayed in every game as far as they go.
#![no_main]

use dambase_rules::pdn::{Dialect, Pdn, PdnMove, write};
use dambase_rules::played::Recorded;
use dambase_rules::{Game, GameId, with_game};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    read(Dialect::Pdn, data);
    read(Dialect::Pgn, data);
});

fn read(dialect: Dialect, data: &[u8]) {
    for game in Pdn::read_in(dialect, data).games {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                assert!(error.place.line > 0 && error.place.column > 0, "{error}");
                continue;
            }
        };
        let written = write(&game);
        let again = Pdn::read_in(dialect, written.as_bytes()).games;
        assert!(matches!(&again[..], [Ok(again)] if *again == game), "{written}");
        let moves: Vec<&PdnMove> = game.moves().map(|(_, mv)| mv).collect();
        for id in GameId::all().filter(|&id| Dialect::of(id) == dialect) {
            with_game!(id, G => play::<G>(game.fen(), &moves));
        }
    }
}

fn play<G: Recorded>(fen: Option<&str>, moves: &[&PdnMove]) {
    let rules = G::draw_rules().first();
    let start = match fen {
        Some(fen) => Game::<G>::from_fen(rules, fen),
        None => Ok(Game::new(rules)),
    };
    let Ok(mut game) = start else { return };
    for mv in &G::replay(game.position(), moves).moves {
        game.push(mv);
        let _ = game.status();
    }
    while game.pop().is_some() {}
}
