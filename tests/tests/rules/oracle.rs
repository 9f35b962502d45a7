//! The move generator against the naive oracle: the same moves, by route and distinct, and the same successors.

use dambase_rules::bits::Bits;
use dambase_rules::draughts::capture::for_each_capture;
use dambase_rules::draughts::{Draughts, Position};
use dambase_rules::{Family, GameId, GameRules, Side, with_draughts};
use dambase_tests::naive::{self, Cell, NaiveGame};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::positions::{cook, recipe};

/// Random positions of each game.
const POSITIONS: u32 = 3_000;

fn naive_game(id: GameId) -> NaiveGame {
    NaiveGame::all().into_iter().find(|game| game.id() == id.name()).expect("the oracle plays every game")
}

/// The same position on the oracle's board.
fn naive_position<G: Draughts>(position: &Position<G::Word>) -> naive::Position {
    let pieces: Vec<(usize, Cell)> = position
        .occupied()
        .each()
        .map(|bit| {
            let cell = match (position.white.has(bit), position.kings.has(bit)) {
                (true, false) => Cell::WhiteMan,
                (true, true) => Cell::WhiteKing,
                (false, false) => Cell::BlackMan,
                (false, true) => Cell::BlackKing,
            };
            (number::<G>(bit), cell)
        })
        .collect();
    let side = match position.side {
        Side::White => naive::Side::White,
        Side::Black => naive::Side::Black,
    };
    naive::Position::from_pieces(naive_game(<G as GameRules>::ID), side, &pieces)
}

/// The PDN number of a bit.
fn number<G: Draughts>(bit: u32) -> usize {
    G::MASKS.square(bit) as usize + 1
}

/// From, pieces in the order they are taken, to, and whether a king stands there afterwards.
type Route = (usize, Vec<usize>, usize, bool);

/// The pieces of `captured` that lie on a route, in its order, found by walking the drawn board.
fn order_taken<G: Draughts>(route: &[u32], captured: G::Word) -> Vec<usize> {
    let board = G::RULES.board;
    let place = |bit| {
        let square = G::MASKS.square(bit);
        (i64::from(board.file_of(square)), i64::from(board.row_of(square)))
    };
    let mut taken = Vec::new();
    for step in route.windows(2) {
        let ((mut file, mut row), end) = (place(step[0]), place(step[1]));
        let (right, down) = ((end.0 - file).signum(), (end.1 - row).signum());
        assert_eq!((end.0 - file).abs(), (end.1 - row).abs(), "a route runs along diagonals");
        while (file, row) != end {
            file += right;
            row += down;
            let square = board.square_at(file as u32, row as u32).expect("a route stays on the dark squares");
            if captured.has(G::MASKS.bit(square)) {
                taken.push(square as usize + 1);
            }
        }
    }
    taken
}

fn compare<G: Draughts>(position: &Position<G::Word>) -> Result<(), TestCaseError> {
    let oracle = naive_position::<G>(position);
    let text = G::fen(position);

    let mut legal = Vec::new();
    G::legal_moves(position, &mut legal);
    let mut ours: Vec<_> = legal
        .iter()
        .map(|mv| {
            let mut captured: Vec<_> = mv.captured.each().map(number::<G>).collect();
            captured.sort_unstable();
            let promoted = mv.king && !position.kings.has(u32::from(mv.from));
            let after = naive_position::<G>(&G::play(position, mv));
            (number::<G>(mv.from.into()), number::<G>(mv.to.into()), captured, promoted, after.pieces())
        })
        .collect();
    let mut theirs: Vec<_> = naive::distinct_moves(&oracle)
        .into_iter()
        .map(|mut mv| {
            mv.captured.sort_unstable();
            (mv.from, mv.to, mv.captured, mv.promoted, mv.result.pieces())
        })
        .collect();
    ours.sort();
    theirs.sort();
    prop_assert_eq!(ours, theirs, "{}", text);

    let mut ours: Vec<Route> = Vec::new();
    for_each_capture::<G>(position, |capture| {
        let via = capture.via.iter().map(|&bit| u32::from(bit));
        let route: Vec<u32> = std::iter::once(capture.from).chain(via).chain([capture.to]).collect();
        let taken = order_taken::<G>(&route, capture.captured);
        ours.push((number::<G>(capture.from), taken, number::<G>(capture.to), capture.king));
    });
    let mut theirs: Vec<Route> = naive::legal_moves(&oracle)
        .into_iter()
        .filter(naive::NaiveMove::is_capture)
        .map(|mv| (mv.from, mv.captured, mv.to, mv.result.get(mv.to).is_king()))
        .collect();
    ours.sort();
    theirs.sort();
    prop_assert_eq!(ours, theirs, "{}", text);
    Ok(())
}

fn check<G: Draughts>() {
    prop_assert_oracle::<G>().unwrap_or_else(|error| panic!("{}: {error}", <G as GameRules>::ID));
}

fn prop_assert_oracle<G: Draughts>() -> Result<(), String> {
    let config = ProptestConfig { cases: POSITIONS, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new(config)
        .run(&recipe(), |recipe| compare::<G>(&cook::<G>(&recipe)))
        .map_err(|error| error.to_string())
}

#[test]
fn moves_are_those_of_the_oracle() {
    std::thread::scope(|scope| {
        for id in GameId::all().filter(|id| id.info().tables == *id && id.family() == Family::Draughts) {
            scope.spawn(move || with_draughts!(id, G => check::<G>()).expect("a draughts game"));
        }
    });
}
