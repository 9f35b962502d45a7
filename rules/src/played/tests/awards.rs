use super::{game, play};
use crate::draughts::games::{Brazilian, Spancireti};
use crate::draughts::{Draughts, Position};
use crate::draw::{Counters, DrawRules, Past};
use crate::played::{Effect, Game, Status, Theory};
use crate::{Outcome, Side, Wdl};

/// Tables that say of every position what they are told to.
struct Says {
    wdl: Option<Wdl>,
    verdict: Option<Wdl>,
}

impl<G: Draughts> Theory<G> for Says {
    fn wdl(&self, _: &Position<G::Word>) -> Option<Wdl> {
        self.wdl
    }
    fn verdict(&self, rules: &'static DrawRules, _: &Position<G::Word>, counters: &Counters) -> Option<Wdl> {
        assert!(counters.at_limit(rules).is_none(), "it is asked while the clocks run");
        self.verdict
    }
}

const THREE_KINGS: &str = "W:WKa1,Kc1,Ke1:BKj8";

#[test]
fn the_mark_of_the_game_ends_it_when_tables_say_so() {
    for (wdl, side, ends) in [
        (Some(Wdl::Win), 'W', true),
        (Some(Wdl::Loss), 'B', true),
        (Some(Wdl::Draw), 'W', false),
        (Some(Wdl::Win), 'B', false),
        (None, 'W', false),
    ] {
        let fen = format!("{side}{}", &THREE_KINGS[1..]);
        let mut game = game::<Spancireti>("mark", &fen);
        game.judge(&Says { wdl, verdict: None });
        let end = game.status().end();
        assert_eq!(
            end.map(|end| (end.outcome, end.article().unwrap().id)),
            ends.then_some((Outcome::Win(Side::White), "80 (mark)"))
        );
        // Where tables have said no, there is nothing to claim; where they have said nothing, there is.
        let claimable = matches!(game.status(), Status::Claimable(_));
        assert_eq!(claimable, wdl.is_none(), "{wdl:?} {side}");
    }
}

#[test]
fn without_tables_it_is_claimable_by_the_strong_side() {
    let mut game = game::<Spancireti>("mark", THREE_KINGS);
    play(&mut game, "a1-b2");
    let Status::Claimable(claims) = game.status() else { panic!("{:?}", game.status()) };
    assert_eq!((claims.len(), claims[0].by, claims[0].effect), (1, Side::White, Effect::WinIfWon));
}

#[test]
fn the_award_goes_before_a_draw() {
    let set = super::rules::<Spancireti>("mark");
    let fen = crate::draughts::fen::read::<Spancireti>(THREE_KINGS).unwrap();
    let counters =
        Counters::read::<Spancireti>(set, &fen.position, "three-kings=30,kings=30,balance-4-5=30", Past::default())
            .unwrap();
    let mut game = Game::<Spancireti>::with_counters(Some(set), fen.position, counters).unwrap();
    assert_eq!(game.status().end().unwrap().article().unwrap().id, "7.2.4");
    game.judge(&Says { wdl: Some(Wdl::Draw), verdict: None });
    assert_eq!(game.status().end().unwrap().outcome, Outcome::Draw);
    game.judge(&Says { wdl: Some(Wdl::Win), verdict: None });
    assert_eq!(game.status().end().unwrap().outcome, Outcome::Win(Side::White));
}

#[test]
fn five_move_endings_are_adjudicated_as_they_arise() {
    for (verdict, outcome) in [
        (Some(Wdl::Win), Some(Outcome::Win(Side::Black))),
        (Some(Wdl::Draw), Some(Outcome::Draw)),
        (Some(Wdl::Loss), Some(Outcome::Win(Side::White))),
        (None, None),
    ] {
        let says = Says { wdl: None, verdict };
        // Three kings take nothing: the white king takes one of two.
        let mut game = game::<Brazilian>("adjudicated", "W:WKa1,Kc1:BKb2,Kh8,Kd8");
        game.judge(&says);
        assert_eq!(game.known_end(), None);
        game.play("c1xa3", Some(&says)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.known_end(), None, "two kings against two are in no class");
        let legal = crate::draughts::notation::move_texts::<Brazilian>(game.position());
        assert!(!legal.is_empty());
        let mut lone = self::game::<Brazilian>("adjudicated", "W:WKa1,Kc1:BKb2,Kh8");
        lone.play("c1xa3", Some(&says)).unwrap();
        let end = lone.status().end();
        assert_eq!(end.map(|end| end.outcome), outcome);
        match end {
            Some(end) => assert_eq!((end.article().unwrap().id, end.ply), ("6.3 (adjudicated)", 1)),
            None => {
                assert!(matches!(lone.status(), Status::Claimable(claims) if claims[0].effect == Effect::Adjudication))
            }
        }
    }
}

#[test]
fn what_could_not_be_decided_when_it_arose_stays_open() {
    let unknown = Says { wdl: None, verdict: None };
    let mut game = game::<Brazilian>("adjudicated", "W:WKb8,Kd8:BKh2");
    game.judge(&unknown);
    assert_eq!(game.known_end(), None);
    // A blunder: later positions are drawn, which says nothing of the one to be adjudicated.
    game.play("d8-h4", Some(&Says { wdl: None, verdict: Some(Wdl::Draw) })).unwrap();
    assert_eq!(game.known_end(), None);
    assert!(matches!(game.status(), Status::Claimable(claims) if claims[0].effect == Effect::Adjudication));
}

#[test]
fn the_last_piece_taken_is_no_matter_for_tables() {
    let mut game = game::<Spancireti>("mark", "W:WKa1,Kc1,Ke1:BKd4");
    game.play("a1:e5", Some(&Says { wdl: Some(Wdl::Draw), verdict: None })).unwrap();
    let end = game.status().end().unwrap();
    assert_eq!((end.outcome, end.article()), (Outcome::Win(Side::White), None));
}
