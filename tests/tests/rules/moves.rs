//! Published positions with their legal moves: `tests/data/moves.txt`.

use std::collections::HashSet;

use dambase_rules::draughts::{Draughts, fen};
use dambase_rules::{Family, GameId, GameRules, with_draughts};

use crate::data::{Row, rows};

fn check<G: Draughts>(row: &Row) {
    // The rule books show how a piece moves on a board that has no other side.
    let position =
        fen::read_diagram::<G>(&row.fields[1]).unwrap_or_else(|error| panic!("{}: {error}", row.place)).position;
    let texts = row.fields[2].split_whitespace().filter(|text| *text != "none");
    let listed: HashSet<_> = texts
        .map(|text| G::parse_move(&position, text).unwrap_or_else(|error| panic!("{}: {error}", row.place)))
        .collect();
    let mut legal = Vec::new();
    G::legal_moves(&position, &mut legal);
    let missing: Vec<_> =
        legal.iter().filter(|mv| !listed.contains(mv)).map(|mv| G::move_text(&position, mv)).collect();
    assert!(missing.is_empty(), "{}: legal here, but not in the list: {missing:?} ({})", row.place, row.fields[3]);
}

#[test]
fn published_lists_of_legal_moves() {
    let mut games = HashSet::new();
    for row in rows("moves.txt", 4) {
        games.insert(row.game());
        with_draughts!(row.game(), G => check::<G>(&row)).expect("a draughts game");
    }
    for id in GameId::all().filter(|id| id.family() == Family::Draughts) {
        assert!(games.contains(&id), "no row of {id}");
    }
}
