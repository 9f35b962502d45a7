//! Rule 4-15 and repetition in Artamonov's draughts: where the clock runs, and what sets it back (A12 to A17).

use dambase_rules::artamonov::Artamonov;
use dambase_rules::artamonov::draw::STOP_PLIES;
use dambase_rules::draw::{Clocks, Counters, DrawRules};
use dambase_rules::played::{End, Reason, StartError};
use dambase_rules::{Game, GameRules, Outcome, Side};

fn founding() -> &'static DrawRules {
    Artamonov::draw_rules_named(Some("founding")).unwrap()
}

/// The count of plies after each of the moves.
fn counts(fen: &str, moves: &[&str]) -> Vec<Option<u16>> {
    let mut game = Game::<Artamonov>::from_fen(Some(founding()), fen).unwrap();
    let play = |text: &&str| {
        game.play(text, None).unwrap_or_else(|error| panic!("{fen}: {error}"));
        game.counters().get(0)
    };
    moves.iter().map(play).collect()
}

#[test]
fn a12_a13_the_clock_runs_from_the_move_after_four_are_left() {
    // The capture that leaves four is not counted; a man's step counts and does not set it back (A14).
    let moves = ["a3:c5", "h8-a1", "c5-b6", "h4-g3"];
    assert_eq!(counts("W:Ma3,b4,h2,h4:Kh8", &moves), [Some(0), Some(1), Some(2), Some(3)]);
    // Five pieces: it does not run.
    assert_eq!(counts("W:Ma3,h2,h4,a7:Kh8", &["a3-b4", "h8-a1"]), [None, None]);
}

#[test]
fn a13_a_promotion_and_a_capture_set_it_back() {
    let moves = ["a3-b4", "h2-g1", "e7-d8", "g1-h2"];
    assert_eq!(counts("W:Me7,a3:Kh2:Xh2:H5", &moves), [Some(6), Some(7), Some(0), Some(1)]);
    assert_eq!(counts("W:Ma3,b4:Kh2:Xb4:H5", &["a3:c5", "h2-g1"]), [Some(0), Some(1)]);
}

#[test]
fn the_game_is_stopped_at_thirty_plies_but_not_before_a_win() {
    let mut game = Game::<Artamonov>::from_fen(Some(founding()), "W:Kb2,g5,a7:Xa7:H29").unwrap();
    assert!(game.status().end().is_none());
    game.play("b2-a1", None).unwrap();
    let Some(End { reason: Reason::Article(article), ply, .. }) = game.status().end() else { panic!() };
    assert_eq!((article.id, ply), ("4-15", 1));
    // The thirtieth ply leaves no move: the goal goes first.
    let mut game = Game::<Artamonov>::from_fen(Some(founding()), "W:Ma3,c1:Kh8:Xa3:H29").unwrap();
    game.play("h8-b2", None).unwrap();
    let End { outcome, reason, .. } = game.status().end().unwrap();
    assert_eq!((outcome, reason), (Outcome::Win(Side::White), Reason::NoMoves));
}

#[test]
fn half_moves_that_cannot_be_are_refused() {
    for (fen, words) in [
        ("W:Ka1,h2:H1", "no piece is barred"),
        // A man on its mover's first row has not moved.
        ("W:Mb8:Ka1:Xb8:H1", "has not made a quiet move"),
        ("W:Ka1,b8:Xb8:H31", "beyond its limit of 30"),
    ] {
        match Game::<Artamonov>::from_fen(Some(founding()), fen) {
            Err(StartError::Counters(error)) => assert!(error.to_string().contains(words), "{fen}: {error}"),
            other => panic!("{fen}: {:?}", other.map(|game| game.status())),
        }
    }
    // Above four pieces no clock runs.
    assert!(Game::<Artamonov>::from_fen(Some(founding()), "W:Ma1,c1,e1,g1,h2:H77").is_ok());
}

/// Two kings go to and fro between squares of the edge, where nothing is ever taken.
const TO_AND_FRO: [&str; 4] = ["a1-h8", "h2-g1", "h8-a1", "g1-h2"];

#[test]
fn a16_repetition_draws_above_four_pieces() {
    let mut game = Game::<Artamonov>::from_fen(Some(founding()), "W:Ma3,a5,h4:Ka1,h2:Xh2").unwrap();
    for text in TO_AND_FRO.iter().cycle().take(7) {
        game.play(text, None).unwrap();
        assert!(game.status().end().is_none(), "{text}");
    }
    game.play("g1-h2", None).unwrap();
    let end = game.status().end().unwrap();
    assert_eq!((end.article().map(|article| article.id), game.occurrences()), (Some("64Rc (repetition)"), 3));
}

#[test]
fn a17_the_start_with_nothing_barred_is_another_position() {
    let mut game = Game::<Artamonov>::from_fen(Some(founding()), "W:Ma3,a5,h4:Ka1,h2").unwrap();
    for text in TO_AND_FRO.iter().cycle().take(8) {
        game.play(text, None).unwrap();
    }
    // The board has been there three times, with h2 barred twice; the position after a1-h8 is the first to come for the third time.
    assert_eq!((game.status().end(), game.occurrences()), (None, 2));
    game.play("a1-h8", None).unwrap();
    assert!(game.status().end().is_some());
}

#[test]
fn with_four_pieces_repetition_does_not_end_the_game() {
    let mut game = Game::<Artamonov>::from_fen(Some(founding()), "W:Ma3,a5:Ka1,h2:Xh2").unwrap();
    for text in TO_AND_FRO.iter().cycle().take(usize::from(STOP_PLIES) - 1) {
        game.play(text, None).unwrap();
        assert!(game.status().end().is_none() && !game.has_repeated());
    }
    game.play("h2-g1", None).unwrap();
    assert_eq!(game.status().end().and_then(|end| end.article()).map(|article| article.id), Some("4-15"));
}

#[test]
fn counters_stand_still_without_the_material() {
    let start = Artamonov::start();
    assert_eq!(Counters::zero::<Artamonov>(founding(), &start).get(0), None);
    let few = Artamonov::parse_fen("W:Ka1,h2").unwrap();
    assert_eq!(Counters::zero::<Artamonov>(founding(), &few).get(0), Some(0));
}
