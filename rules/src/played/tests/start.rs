use super::{counter, game, rules};
use crate::draughts::Position;
use crate::draughts::games::{International, Russian, RussianGiveaway};
use crate::draw::{CounterError, Counters, Past};
use crate::played::{StartError, Status};
use crate::{Game, GameRules, Outcome, Side};

#[test]
fn half_moves_of_a_fen_set_the_clock_of_king_moves() {
    let mut game = game::<Russian>("russian-code", "W:WKa1,Kc1:BKh2,Kb8:H29:F40");
    assert_eq!(counter(&game, "kings"), Some(29));
    assert_eq!(game.status(), Status::Ongoing);
    game.play("c1-d2", None).unwrap();
    let end = game.status().end().unwrap();
    assert_eq!((end.outcome, end.article().unwrap().id, end.ply), (Outcome::Draw, "7.2.5", 1));

    let read = |fen| Game::<Russian>::from_fen(Some(rules::<Russian>("russian-code")), fen);
    let over = read("W:WKa1,Kc1:BKh2,Kb8:H30").unwrap();
    assert_eq!(over.status().end().unwrap().ply, 0);
    assert!(matches!(read("W:WKa1,Kc1:BKh2,Kb8:H31"), Err(StartError::Counters(CounterError::Beyond { .. }))));
    assert!(matches!(read("W:WKa1,Kc1:BKh2,Kb9:H3"), Err(StartError::Fen(_))));
    // Games without such a clock do not ask.
    Game::<RussianGiveaway>::from_fen(Some(rules::<RussianGiveaway>("threefold")), "W:WKa1:BKh2:H300").unwrap();
    Game::<Russian>::from_fen(None, "W:WKa1:BKh2:H300").unwrap();
}

#[test]
fn counters_are_taken_as_given() {
    let set = rules::<International>("fmjd");
    let position = International::parse_fen("W:WK46,K47,K48:BK5").unwrap();
    let counters =
        Counters::read::<International>(set, &position, "three-pieces=31,kings=31", Past::default()).unwrap();
    let game = Game::<International>::with_counters(Some(set), position, counters).unwrap();
    assert_eq!((counter(&game, "three-pieces"), counter(&game, "two-pieces")), (Some(31), None));
    let mut wrong = counters;
    wrong.set(set.clock_named("two-pieces").unwrap(), Some(1));
    assert!(Game::<International>::with_counters(Some(set), position, wrong).is_err());
}

#[test]
fn a_game_may_begin_with_a_drawn_card() {
    let set = rules::<Russian>("russian-code");
    let game = Game::<Russian>::from_card(Some(set), "a3-h6 h6-c5", Side::Black).unwrap();
    assert_eq!(game.side_to_move(), Side::Black);
    assert_eq!(game.position().occupied().count_ones(), 24);
    assert_eq!(game.plies(), 0);
    let usual = Game::<Russian>::from_card(Some(set), "", Side::White).unwrap();
    assert_eq!(usual.position(), &Position::start::<Russian>());
    assert!(matches!(Game::<Russian>::from_card(Some(set), "a3-a8", Side::White), Err(StartError::Card(_))));
}

#[test]
fn a_game_may_be_over_before_it_begins() {
    let game = game::<Russian>("russian-code", "W:Wa1:Bb2,c3");
    let end = game.status().end().unwrap();
    assert_eq!((end.outcome, end.ply), (Outcome::Win(Side::Black), 0));
}
