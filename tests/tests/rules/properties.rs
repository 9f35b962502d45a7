//! What holds in every position of every game.

use std::collections::HashSet;

use dambase_rules::draughts::capture::{can_capture, for_each_capture};
use dambase_rules::draughts::{
    Draughts, Move, Position, SquareNames, fen, for_each_king_retreat, for_each_quiet_move, notation, play,
};
use dambase_rules::{GameRules, MoveError, with_draughts};
use proptest::prelude::*;

use crate::positions::{cook, game, recipe};

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn fen_is_read_back_in_both_spellings(id in game(), recipe in recipe()) {
        with_draughts!(id, G => fen_round_trip::<G>(cook::<G>(&recipe))).unwrap_or(Ok(()))?;
    }

    #[test]
    fn moves_are_read_back(id in game(), recipe in recipe()) {
        with_draughts!(id, G => move_round_trip::<G>(cook::<G>(&recipe))).unwrap_or(Ok(()))?;
    }

    #[test]
    fn every_route_and_part_of_one_is_read(id in game(), recipe in recipe(), keep in any::<u32>()) {
        with_draughts!(id, G => routes_are_read::<G>(cook::<G>(&recipe), keep)).unwrap_or(Ok(()))?;
    }

    #[test]
    fn the_turned_board_is_the_same_game(id in game(), recipe in recipe()) {
        with_draughts!(id, G => turned::<G>(cook::<G>(&recipe))).unwrap_or(Ok(()))?;
    }

    #[test]
    fn captures_are_found_by_all_who_ask(id in game(), recipe in recipe()) {
        with_draughts!(id, G => captures_agree::<G>(cook::<G>(&recipe))).unwrap_or(Ok(()))?;
    }

    #[test]
    fn king_retreats_are_quiet_moves_backward(id in game(), recipe in recipe()) {
        with_draughts!(id, G => retreats::<G>(cook::<G>(&recipe))).unwrap_or(Ok(()))?;
    }
}

fn legal<G: Draughts>(position: &Position<G::Word>) -> Vec<Move<G::Word>> {
    let mut moves = Vec::new();
    G::legal_moves(position, &mut moves);
    moves
}

fn fen_round_trip<G: Draughts>(position: Position<G::Word>) -> Result<(), TestCaseError> {
    for names in [SquareNames::Algebraic, SquareNames::Numeric] {
        let text = fen::write::<G>(&position, names);
        prop_assert_eq!(fen::read::<G>(&text).map(|fen| fen.position), Ok(position), "{}", text);
    }
    prop_assert_eq!(G::fen(&position), fen::write::<G>(&position, G::RULES.notation.squares));
    for mv in legal::<G>(&position) {
        let after = play(&position, &mv);
        prop_assert_eq!(G::parse_fen(&G::fen(&after)), Ok(after));
    }
    Ok(())
}

fn move_round_trip<G: Draughts>(position: Position<G::Word>) -> Result<(), TestCaseError> {
    let texts = notation::move_texts::<G>(&position);
    let moves = legal::<G>(&position);
    prop_assert_eq!(texts.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), moves.clone());
    prop_assert_eq!(texts.iter().map(|(_, text)| text).collect::<HashSet<_>>().len(), moves.len(), "{:?}", texts);
    for (mv, text) in &texts {
        prop_assert_eq!(&G::move_text(&position, mv), text);
        prop_assert_eq!(G::parse_move(&position, text), Ok(*mv), "{}", text);
        let unique = moves.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count() == 1;
        // A single jump is its own route.
        let squares = text.split(['-', ':', 'x']).count();
        prop_assert!(if unique { squares == 2 } else { squares as u32 == mv.captured_count() + 1 }, "{}", text);
    }
    Ok(())
}

trait CapturedCount {
    fn captured_count(&self) -> u32;
}

impl<B: dambase_rules::bits::Bits> CapturedCount for Move<B> {
    fn captured_count(&self) -> u32 {
        self.captured.count()
    }
}

fn routes_are_read<G: Draughts>(position: Position<G::Word>, keep: u32) -> Result<(), TestCaseError> {
    let board = G::RULES.board;
    let mut routes = Vec::new();
    for_each_capture::<G>(&position, |capture| {
        let mv =
            Move { from: capture.from as u8, to: capture.to as u8, king: capture.king, captured: capture.captured };
        let via = capture.via.iter().map(|&bit| u32::from(bit));
        let squares: Vec<u32> = std::iter::once(capture.from).chain(via).chain([capture.to]).collect();
        routes.push((mv, squares));
    });
    // Any spelling, any separator: the text need not be the game's own.
    for (i, (mv, squares)) in routes.into_iter().enumerate() {
        let names = if i % 2 == 0 { SquareNames::Algebraic } else { SquareNames::Numeric };
        let separator = ["x", ":", "X", "\u{d7}", " x "][i % 5];
        let spell = |squares: &[u32]| {
            let names: Vec<_> = squares.iter().map(|&bit| board.square_name(G::MASKS.square(bit), names)).collect();
            names.join(separator)
        };
        let text = spell(&squares);
        prop_assert_eq!(G::parse_move(&position, &text), Ok(mv), "{}", text);

        let last = squares.len() - 1;
        let part: Vec<u32> = (0..)
            .zip(&squares)
            .filter(|(i, _)| *i == 0 || *i == last || keep >> i & 1 == 1)
            .map(|(_, square)| *square)
            .collect();
        match G::parse_move(&position, &spell(&part)) {
            // Another move may be named better by these squares, but it joins the same two.
            Ok(read) => prop_assert_eq!((read.from, read.to), (mv.from, mv.to)),
            Err(MoveError::Ambiguous { candidates, .. }) => prop_assert!(candidates.len() > 1),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
    Ok(())
}

fn turned<G: Draughts>(position: Position<G::Word>) -> Result<(), TestCaseError> {
    let turned = position.turned::<G>();
    prop_assert_eq!(turned.turned::<G>(), position);
    prop_assert_eq!(legal::<G>(&position).len(), legal::<G>(&turned).len());
    let successors = |position: &Position<G::Word>| {
        let mut all = Vec::new();
        G::for_each_successor(position, |after| all.push(after));
        all
    };
    let mut there: Vec<_> = successors(&position).iter().map(Position::turned::<G>).collect();
    let mut here = successors(&turned);
    let key = |position: &Position<G::Word>| (position.white, position.black, position.kings);
    there.sort_by_key(key);
    here.sort_by_key(key);
    prop_assert_eq!(there, here);
    Ok(())
}

fn captures_agree<G: Draughts>(position: Position<G::Word>) -> Result<(), TestCaseError> {
    let moves = legal::<G>(&position);
    let must_capture = can_capture::<G>(&position);
    prop_assert!(moves.iter().all(|mv| mv.is_capture() == must_capture));
    prop_assert!(!must_capture || !moves.is_empty());
    prop_assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "a move comes twice");
    let mut successors = HashSet::new();
    G::for_each_successor(&position, |after| {
        successors.insert(after);
    });
    prop_assert_eq!(successors, moves.iter().map(|mv| play(&position, mv)).collect::<HashSet<_>>());
    Ok(())
}

fn quiet_king_moves<G: Draughts>(position: &Position<G::Word>) -> HashSet<Position<G::Word>> {
    use dambase_rules::bits::Bits;
    let mut all = HashSet::new();
    for_each_quiet_move::<G>(position, |from, to, king| {
        if position.kings.has(from) {
            let mv = Move { from: from as u8, to: to as u8, king, captured: G::Word::EMPTY };
            all.insert(play(position, &mv));
        }
    });
    all
}

fn retreats<G: Draughts>(position: Position<G::Word>) -> Result<(), TestCaseError> {
    let mut before = HashSet::new();
    let mut twice = false;
    for_each_king_retreat::<G>(&position, |earlier| twice |= !before.insert(earlier));
    prop_assert!(!twice, "a retreat comes twice");
    for earlier in &before {
        prop_assert!(quiet_king_moves::<G>(earlier).contains(&position), "{:?} does not lead back", earlier);
    }
    for after in quiet_king_moves::<G>(&position) {
        let mut found = false;
        for_each_king_retreat::<G>(&after, |earlier| found |= earlier == position);
        prop_assert!(found, "the way back from {:?} is missing", after);
    }
    Ok(())
}
