//! No text makes a parser panic, and what a parser takes it has understood.

use dambase_rules::{GameId, GameRules, with_draughts, with_game};
use proptest::prelude::*;

use crate::positions::{cook, game, recipe};

/// What the notations are made of, and some that they are not.
const LETTERS: [&str; 30] = [
    "W",
    "B",
    "K",
    "k",
    ":",
    ",",
    "-",
    ".",
    "?",
    "x",
    "X",
    "\u{d7}",
    " ",
    "\n",
    "0",
    "1",
    "2",
    "3",
    "9",
    "a",
    "b",
    "h",
    "l",
    "m",
    "H",
    "F",
    "\u{0}",
    "\u{e9}",
    "\u{1f600}",
    "99999999999999999999",
];

/// A change to a text: where, how much goes, and what comes instead.
type Edit = (prop::sample::Index, usize, usize);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec((any::<prop::sample::Index>(), 0..3usize, 0..=LETTERS.len()), 1..5)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (place, gone, letter) in edits {
        let at = place.index(chars.len() + 1);
        let end = (at + gone).min(chars.len());
        chars.splice(at..end, LETTERS.get(*letter).unwrap_or(&"").chars());
    }
    chars.into_iter().collect()
}

fn fen_is_understood<G: GameRules>(text: &str) -> Result<(), TestCaseError> {
    match G::parse_fen(text) {
        Ok(position) => prop_assert_eq!(G::parse_fen(&G::fen(&position)), Ok(position), "{}", text),
        Err(error) => {
            prop_assert!(error.offset <= text.len() && text.is_char_boundary(error.offset), "{}", error);
            prop_assert!(error.to_string().len() < 400, "{}", error);
        }
    }
    Ok(())
}

fn move_is_understood<G: GameRules>(position: &G::Position, text: &str) -> Result<(), TestCaseError> {
    if let Ok(mv) = G::parse_move(position, text) {
        let mut moves = Vec::new();
        G::legal_moves(position, &mut moves);
        prop_assert!(moves.contains(&mv), "{} is not legal", text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_safe(id in game(), text in ".{0,60}") {
        with_draughts!(id, G => fen_is_understood::<G>(&text)).unwrap_or(Ok(()))?;
        with_draughts!(id, G => move_is_understood::<G>(&G::start(), &text)).unwrap_or(Ok(()))?;
    }

    #[test]
    fn any_text_of_the_right_letters_is_safe(id in game(), letters in prop::collection::vec(0..LETTERS.len(), 0..40)) {
        let text: String = letters.iter().map(|&letter| LETTERS[letter]).collect();
        with_draughts!(id, G => fen_is_understood::<G>(&text)).unwrap_or(Ok(()))?;
        with_draughts!(id, G => move_is_understood::<G>(&G::start(), &text)).unwrap_or(Ok(()))?;
    }

    #[test]
    fn damaged_fens_are_safe(id in game(), recipe in recipe(), edits in edits()) {
        with_draughts!(id, G => fen_is_understood::<G>(&edited(&G::fen(&cook::<G>(&recipe)), &edits))).unwrap_or(Ok(()))?;
    }

    #[test]
    fn damaged_moves_are_safe(id in game(), recipe in recipe(), choice in any::<prop::sample::Index>(), edits in edits()) {
        with_draughts!(id, G => {
            let position = cook::<G>(&recipe);
            let mut moves = Vec::new();
            G::legal_moves(&position, &mut moves);
            if moves.is_empty() {
                Ok(())
            } else {
                let text = G::move_text(&position, &moves[choice.index(moves.len())]);
                move_is_understood::<G>(&position, &edited(&text, &edits))
            }
        }).unwrap_or(Ok(()))?;
    }
}

#[test]
fn a_gigantic_text_is_refused_in_few_words() {
    for id in GameId::all() {
        for unit in ["9", "W", ":", "K", "a1,", " ", "\u{e9}", "1-", "W:W"] {
            let text = format!("W:W{}", unit.repeat(1 << 18));
            let error = with_game!(id, G => G::parse_fen(&text).unwrap_err().to_string());
            assert!(error.len() < 400, "{id}: {error}");
            let error = with_game!(id, G => G::parse_move(&G::start(), &text).unwrap_err().to_string());
            assert!(error.len() < 400, "{id}: {error}");
        }
    }
}
