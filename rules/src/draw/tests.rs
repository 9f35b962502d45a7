use super::{Army, Clocks, Counters, Scope};
use crate::draughts::games::Russian;
use crate::{GameId, GameRules, with_game};

/// Every material of two armies of up to so many pieces.
fn materials(pieces: u8) -> Vec<(Army, Army)> {
    let armies = |most: u8| (0..=most).flat_map(move |kings| (0..=most - kings).map(move |men| Army { kings, men }));
    let mut all = Vec::new();
    for white in armies(pieces).filter(|army| army.kings + army.men > 0) {
        for black in armies(pieces - white.kings - white.men).filter(|army| army.kings + army.men > 0) {
            all.push((white, black));
        }
    }
    all
}

#[test]
fn no_material_of_any_set_has_clocks_that_tables_cannot_model() {
    for id in GameId::all() {
        for set in with_game!(id, G => G::draw_rules()) {
            for (white, black) in materials(8) {
                let regime = set.regime(white, black).unwrap_or_else(|error| panic!("{id} {}: {error}", set.name));
                assert_eq!(set.regime(black, white), Ok(regime), "{id} {}: colours do not matter", set.name);
                // Planes and counts are each other's inverse.
                for plane in 0..regime.planes() {
                    let (kings, road) = regime.counts(plane);
                    assert_eq!(regime.plane(kings, road), plane);
                }
            }
        }
    }
}

#[test]
fn sets_are_named_once_and_their_clocks_too_and_classes_never_overlap() {
    for id in GameId::all() {
        let sets = with_game!(id, G => G::draw_rules());
        assert!(!sets.is_empty(), "{id}");
        for (number, set) in sets.iter().enumerate() {
            // Names are part of file names, and are read back from them; `none` means no set.
            assert!(set.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
            assert!(set.name.len() <= 32 && set.name != "none");
            assert!(sets[..number].iter().all(|other| other.name != set.name), "{id} {}", set.name);
            let clocks: Vec<_> = set.clocks().map(|(_, clock)| clock).collect();
            assert!(clocks.len() <= super::MOST_CLOCKS);
            for (number, clock) in clocks.iter().enumerate() {
                assert!(clock.limit > 0 && clocks[..number].iter().all(|other| other.name != clock.name));
            }
            for (white, black) in materials(8) {
                let classes = clocks.iter().filter(
                    |clock| matches!(clock.scope, Scope::Class(class) if class.strong_side(white, black).is_some()),
                );
                assert!(classes.count() <= 1, "{id} {}: {white:?} {black:?}", set.name);
            }
            assert!(set.articles.iter().all(|article| !article.condition.is_empty() && !article.source.is_empty()));
        }
    }
}

#[test]
fn a_clock_of_a_class_goes_on_inside_it_and_starts_anew_in_another() {
    let rules = Russian::draw_rules_named(None).unwrap();
    let clock = |name| rules.clock_named(name).unwrap();
    let follow = |fen: &str, moves: &str| {
        let mut position = Russian::parse_fen(fen).unwrap();
        let mut counters = Counters::zero::<Russian>(rules, &position);
        for text in moves.split(' ') {
            let mv = Russian::parse_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
            let after = Russian::play(&position, &mv);
            counters = counters.after::<Russian>(rules, &position, &after);
            position = after;
        }
        (counters.get(clock("three-kings")), counters.get(clock("two-pieces")), counters.get(clock("kings")))
    };
    // Promotion inside the class of two pieces goes on counting; only the king moves begin again.
    assert_eq!(follow("W:WKa1,d6:BKg1", "a1-b2 g1-a7 d6-e7 a7-g1 e7-f8"), (None, Some(5), Some(0)));
    // Four kings that become three go on counting; the capture sets the king moves back.
    assert_eq!(follow("B:WKa1,Kb8,Kh8,Ke3:BKg5", "g5:c1"), (Some(1), None, Some(0)));
    // Three that become two start the clock of two.
    assert_eq!(follow("B:WKb8,Kh8,Ke3:BKg5", "g5:c1"), (None, Some(0), Some(0)));
    assert_eq!(follow("W:WKa1,Kb8,Kh8:BKa5", "a1-b2 a5-e1"), (Some(2), None, Some(2)));
}
