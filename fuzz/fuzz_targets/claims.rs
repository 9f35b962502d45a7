//! Any text as a file of claims, and as a condition in every game: it is refused with a line and a column or a place within the text, or
//! it is understood and can be asked of positions.
#![no_main]

use dambase_prober::Evaluation;
use dambase_prober::any::read_fen;
use dambase_rules::{GameId, Pieces, Wdl};
use dambase_theory::language::Condition;
use dambase_theory::{Seen, read_claims};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|data: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(data) else { return Corpus::Reject };
    match read_claims(text) {
        Ok(claims) => {
            for claim in claims {
                assert!(!claim.name.is_empty() && !claim.materials.is_empty());
                for pieces in positions(claim.game) {
                    let seen = Seen::new(&pieces, evaluation(text.len()));
                    claim.outcome.holds(&seen);
                    claim.conditions.iter().for_each(|conditions| _ = conditions.holds(&seen));
                }
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    for game in GameId::all() {
        match Condition::read(game, text) {
            Ok(condition) => {
                for pieces in positions(game) {
                    condition.holds(&Seen::new(&pieces, evaluation(text.len())));
                }
            }
            Err(error) => assert!(error.offset <= text.len() && text.is_char_boundary(error.offset), "{error}"),
        }
    }
    Corpus::Keep
});

/// One of each side to move; a king of each colour and a man.
fn positions(game: GameId) -> Vec<Pieces> {
    let fens: [&str; 2] = match game {
        GameId::Chess => ["8/8/4k3/8/8/2K1P3/8/8 w - - 0 1", "8/8/4k3/8/8/2K1P3/8/8 b - - 0 1"],
        GameId::Artamonov => ["W:Mc3,e5:Kg1", "B:Mc3,e5:Kg1:Xe5"],
        _ => ["W:WK3,9:BK16", "B:WK3,9:BK16"],
    };
    fens.iter().map(|fen| read_fen(game, fen).expect("a position of the game").0).collect()
}

fn evaluation(number: usize) -> Evaluation {
    match number % 3 {
        0 => Evaluation { wdl: Wdl::Win, dtw: Some(7) },
        1 => Evaluation { wdl: Wdl::Draw, dtw: None },
        _ => Evaluation { wdl: Wdl::Loss, dtw: Some(0) },
    }
}
