use super::{game, play};
use crate::draughts::games::{English, Italian, Russian, RussianGiveaway};
use crate::played::{Effect, PlayError, Reason, Status};
use crate::{Game, Outcome};

/// Nobody can be taken while a7 and f8 go to and fro.
const KINGS: &str = "W:WKc1,a3,Ka7:BKf8,Kh6,h8";
const ROUND: &str = "a7-b8 f8-e7 b8-a7 e7-f8";

#[test]
fn the_third_occurrence_ends_the_game() {
    let mut game = game::<Russian>("russian-code", KINGS);
    play(&mut game, ROUND);
    play(&mut game, "a7-b8 f8-e7 b8-a7");
    assert_eq!(game.status(), Status::Ongoing);
    assert_eq!(game.occurrences(), 2);
    play(&mut game, "e7-f8");
    let end = game.status().end().unwrap();
    assert_eq!((end.outcome, end.ply, end.article().unwrap().id), (Outcome::Draw, 8, "7.2.3"));
    assert_eq!(game.occurrences(), 3);
    assert!(matches!(game.play("a7-b8", None), Err(PlayError::Over(at)) if at == end));
}

#[test]
fn the_order_of_moves_makes_no_difference() {
    let mut game = game::<Italian>("fid-threefold", "W:WK29,K30:BK3,K4");
    play(&mut game, "29-25 4-8 30-26 3-7");
    let out = *game.position();
    play(&mut game, "25-29 8-4 26-30 7-3");
    assert_eq!(game.occurrences(), 2);
    play(&mut game, "30-26 3-7 29-25 4-8");
    assert_eq!((*game.position(), game.occurrences()), (out, 2));
    play(&mut game, "26-30 8-4 25-29");
    assert_eq!(game.status(), Status::Ongoing);
    play(&mut game, "7-3");
    let end = game.status().end().unwrap();
    assert_eq!((end.article().unwrap().id, end.ply), ("9.3(b1)", 16));
}

#[test]
fn the_side_to_move_is_part_of_the_position() {
    // By triangulation the same placement comes with the other side to move.
    let mut game = game::<Russian>("russian-code", "W:WKb8,h4:BKg1,a5");
    play(&mut game, "b8-c7 g1-f2 c7-e5 f2-g1 e5-b8");
    let start = game.position_at(0).unwrap();
    assert_eq!((game.position().white, game.position().black), (start.white, start.black));
    assert_eq!(game.occurrences(), 1);
    assert!(!game.has_repeated());
}

#[test]
fn nothing_recurs_across_a_capture_or_a_man_s_move() {
    let mut game = game::<Russian>("russian-code", "W:WKc1,a3,Ka7:BKf8,Kh6,h8,b6");
    assert!(matches!(game.play("a7-b8", None), Err(PlayError::Move(_))));
    play(&mut game, "a7:d4 f8-e7 d4-a7 e7-f8 a7-d4 f8-e7 d4-a7 e7-f8");
    assert_eq!(game.plies_since_irreversible(), 7);
    let count =
        |game: &Game<Russian>| game.occurrences_since_irreversible().map(|(_, count)| u32::from(count)).sum::<u32>();
    assert_eq!(count(&game), 8, "each ply since the capture, and the position it made");
    assert_eq!(game.repeated_positions().count(), 4);
    // A quiet man's move.
    play(&mut game, "a3-b4");
    assert!(!game.has_repeated());
    assert_eq!((game.plies_since_irreversible(), game.occurrences()), (0, 1));
    assert_eq!(game.occurrences_since_irreversible().count(), 1);
    game.pop();
    assert!(game.has_repeated());
    assert_eq!(count(&game), 8);
}

#[test]
fn undoing_undoes_everything() {
    let mut game = game::<Russian>("russian-code", KINGS);
    let mut before = Vec::new();
    for text in ROUND.split(' ').chain(ROUND.split(' ')) {
        before.push((format!("{game:?}"), text));
        play(&mut game, text);
    }
    assert!(game.known_end().is_some());
    while let Some((was, text)) = before.pop() {
        let mv = game.pop().unwrap();
        assert_eq!(format!("{game:?}"), was);
        assert_eq!(crate::draughts::notation::move_text::<Russian>(game.position(), &mv), text);
    }
    assert_eq!(game.pop(), None);
}

#[test]
fn the_end_stays_where_it_was_when_play_goes_on() {
    let mut game = game::<Russian>("russian-code", KINGS);
    play(&mut game, ROUND);
    play(&mut game, ROUND);
    let end = game.status().end().unwrap();
    let mv = crate::draughts::notation::parse_move::<Russian>(game.position(), "a3-b4").unwrap();
    game.push(&mv);
    assert_eq!(game.status(), Status::Over(end));
    game.pop();
    assert_eq!(game.status(), Status::Over(end));
    game.pop();
    assert_eq!(game.status(), Status::Ongoing);
}

#[test]
fn the_italian_fourth_occurrence() {
    let mut four = game::<Italian>("fid", "W:WK29,21:BK4,12");
    let mut three = game::<Italian>("fid-threefold", "W:WK29,21:BK4,12");
    for _ in 0..2 {
        play(&mut four, "29-25 4-8 25-29 8-4");
        play(&mut three, "29-25 4-8 25-29 8-4");
    }
    assert_eq!((four.occurrences(), four.status()), (3, Status::Ongoing));
    assert_eq!(three.status().end().unwrap().ply, 8);
    play(&mut four, "29-25 4-8 25-29 8-4");
    assert_eq!(four.status().end().unwrap().article().unwrap().id, "9.3(b1)");
}

#[test]
fn english_repetition_is_claimed() {
    // WCDF 1.32.1: the claimant's next move would bring the position about for the third time.
    let mut game = game::<English>("wcdf", "W:WK29,21:BK4,12");
    play(&mut game, "29-25 4-8 25-29 8-4 29-25 4-8 25-29");
    let Status::Claimable(claims) = game.status() else { panic!("{:?}", game.status()) };
    assert_eq!(claims.len(), 1);
    assert_eq!((claims[0].article.id, claims[0].by, claims[0].effect), ("1.32.1", crate::Side::Black, Effect::Draw));
    play(&mut game, "8-4");
    assert_eq!(game.occurrences(), 3);
    let Status::Claimable(claims) = game.status() else { panic!() };
    assert_eq!(claims[0].by, crate::Side::White);
    // Nobody did, and it goes on.
    play(&mut game, "21-17");
    assert_eq!(game.status(), Status::Ongoing);
}

#[test]
fn without_draw_rules_only_the_goal_ends_a_game() {
    let mut game = Game::<Russian>::from_fen(None, KINGS).unwrap();
    for _ in 0..50 {
        play(&mut game, ROUND);
    }
    assert_eq!((game.occurrences(), game.status()), (51, Status::Ongoing));
    assert_eq!(game.counters(), &crate::draw::Counters::STOPPED);
    let mut giveaway = Game::<RussianGiveaway>::from_fen(None, "W:WKa1:Bb2").unwrap();
    play(&mut giveaway, "a1:c3");
    let end = giveaway.status().end().unwrap();
    assert_eq!((end.outcome, end.reason), (Outcome::Win(crate::Side::Black), Reason::NoMoves));
}
