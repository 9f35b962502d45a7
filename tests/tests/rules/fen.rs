//! FENs that are read and FENs that are not: `tests/data/fen_good.txt`, `tests/data/fen_bad.txt`.

use std::collections::HashSet;

use dambase_rules::draughts::{Draughts, fen};
use dambase_rules::{Family, FenError, GameId, GameRules, with_draughts};

use crate::data::{Row, rows};

/// The FEN as it is written, and what is said of it where it is no position of a game but a diagram.
fn rewritten<G: Draughts>(text: &str) -> Result<(String, Option<FenError>), FenError> {
    let diagram = fen::read_diagram::<G>(text)?.position;
    let written = fen::write::<G>(&diagram, G::RULES.notation.squares);
    match G::parse_fen(text) {
        Ok(position) => {
            assert_eq!((position, G::fen(&position)), (diagram, written.clone()), "{text}");
            Ok((written, None))
        }
        Err(error) => Ok((written, Some(error))),
    }
}

fn check_all_games(rows: &[Row]) {
    let games: HashSet<GameId> = rows.iter().map(Row::game).collect();
    for id in GameId::all().filter(|id| id.family() == Family::Draughts) {
        assert!(games.contains(&id), "no row of {id}");
    }
}

#[test]
fn good_fens_are_read_and_written_in_the_one_way() {
    let rows = rows("fen_good.txt", 3);
    for row in &rows {
        let [_, input, output] = &row.fields[..] else { unreachable!("three columns") };
        let (written, error) = with_draughts!(row.game(), G => rewritten::<G>(input))
            .expect("a draughts game")
            .unwrap_or_else(|error| panic!("{}: {input}: {error}", row.place));
        assert_eq!(&written, output, "{}: {input}", row.place);
        // A board without pieces of the side not to move is a diagram; every other is a position.
        let one_sided = match output.as_bytes()[0] {
            b'W' => output.ends_with(":B"),
            _ => output.contains(":W:"),
        };
        match error {
            None => assert!(!one_sided, "{}: {input}", row.place),
            Some(error) => assert!(one_sided && error.reason.contains("no pieces"), "{}: {error}", row.place),
        }
    }
    check_all_games(&rows);
}

#[test]
fn bad_fens_are_refused_and_say_what_is_wrong() {
    let rows = rows("fen_bad.txt", 3);
    for row in &rows {
        let [_, input, phrase] = &row.fields[..] else { unreachable!("three columns") };
        match with_draughts!(row.game(), G => rewritten::<G>(input)).expect("a draughts game") {
            Ok((written, None)) => panic!("{}: {input} was read as {written}", row.place),
            Ok((_, Some(error))) | Err(error) => {
                assert!(error.to_string().contains(phrase), "{}: {input}: {error}", row.place);
            }
        }
    }
    check_all_games(&rows);
}
