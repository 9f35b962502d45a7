//! Draws of chess: clocks, repetition and dead positions.

mod chess_random;

use dambase_rules::chess::dead::is_dead_by_material;
use dambase_rules::chess::{CHESS, Chess, Kind, Position, bit, has_legal_move, squares};
use dambase_rules::draw::{Clocks, CounterError, Counters, DrawRules, Past, Rule};
use dambase_rules::played::{Effect, Status};
use dambase_rules::{Game, GameRules, Outcome, Side};

fn fide() -> &'static DrawRules {
    Chess::draw_rules_named(None).unwrap()
}

fn play(game: &mut Game<Chess>, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(text, None).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn fifty(game: &Game<Chess>) -> Option<u16> {
    game.counters().get(fide().clock_named("fifty").unwrap())
}

/// Articles that may be claimed as a draw.
fn claims(game: &Game<Chess>) -> Vec<&'static str> {
    assert!(game.claims().iter().all(|claim| claim.effect == Effect::Draw && claim.by == game.side_to_move()));
    game.claims().iter().map(|claim| claim.article.id).collect()
}

#[test]
fn the_default_set_is_that_of_2014() {
    assert_eq!(fide().name, "fide2014");
    assert_eq!(fide(), &CHESS[0]);
    let articles: Vec<_> = fide().articles.iter().map(|article| (article.id, article.automatic)).collect();
    assert_eq!(articles, [("9.2", false), ("9.3", false), ("9.6a", true), ("9.6b", true)]);
    let limits: Vec<_> = fide().clocks().map(|(_, clock)| (clock.name, clock.limit)).collect();
    assert_eq!(limits, [("fifty", 100), ("seventy-five", 150)]);
    assert_eq!(fide().repetition().map(|(article, occurrences)| (article.id, occurrences)), Some(("9.2", 3)));
}

#[test]
fn every_set_has_a_name_of_its_own_and_says_where_it_is_from() {
    for (number, set) in CHESS.iter().enumerate() {
        assert!(set.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
        assert!(CHESS[..number].iter().all(|other| other.name != set.name));
        for article in set.articles {
            assert!(!article.source.is_empty() && !article.resets.is_empty());
            let (Rule::Repetition { .. } | Rule::Clock(_)) = article.rule else { panic!("{}", article.id) };
        }
    }
}

#[test]
fn captures_and_pawn_moves_set_the_clock_back_and_castling_does_not() {
    let mut game = Game::<Chess>::new(Some(fide()));
    for (text, count) in [
        ("Nf3", 1),
        ("Nc6", 2),
        ("e4", 0),
        ("e5", 0),
        ("Bc4", 1),
        ("Bc5", 2),
        ("O-O", 3),
        ("Nf6", 4),
        ("Bxf7+", 0),
        ("Kxf7", 0),
        ("Re1", 1),
    ] {
        play(&mut game, text);
        assert_eq!(fifty(&game), Some(count), "{text}");
    }
    // A promotion is a pawn's move.
    let mut game = Game::<Chess>::from_fen(Some(fide()), "8/P7/8/8/8/8/7k/K7 w - - 40 90").unwrap();
    assert_eq!(fifty(&game), Some(40));
    play(&mut game, "a8=Q");
    assert_eq!(fifty(&game), Some(0));
}

#[test]
fn fifty_moves_may_be_claimed_and_seventy_five_end_the_game() {
    let fen = "8/8/8/8/8/1k6/8/K6R b - - 98 90";
    let mut game = Game::<Chess>::from_fen(Some(fide()), fen).unwrap();
    assert!(claims(&game).is_empty());
    play(&mut game, "Kc2");
    // The next move would be the fiftieth (9.3a).
    assert_eq!(claims(&game), ["9.3"]);
    play(&mut game, "Rh2+");
    assert_eq!(claims(&game), ["9.3"]);
    assert!(matches!(game.status(), Status::Claimable(_)));

    let fen = "8/8/8/8/8/1k6/8/K6R b - - 148 90";
    let mut game = Game::<Chess>::from_fen(Some(fide()), fen).unwrap();
    play(&mut game, "Kc2 Rh2+");
    let end = game.status().end().unwrap();
    assert_eq!((end.outcome, end.article().unwrap().id), (Outcome::Draw, "9.6b"));
}

#[test]
fn fifty_moves_are_not_claimed_with_a_move_that_sets_them_back() {
    // White has no other moves than the pawn's.
    let fen = "8/8/8/8/8/6pk/7p/5b1K w - - 99 90";
    assert!(Chess::parse_fen(fen).is_ok_and(|position| !has_legal_move(&position)));
    let fen = "8/8/8/8/P7/6pk/7p/5b1K w - - 99 90";
    let mut game = Game::<Chess>::from_fen(Some(fide()), fen).unwrap();
    assert!(claims(&game).is_empty());
    play(&mut game, "a5");
    assert_eq!(fifty(&game), Some(0));
}

#[test]
fn mate_on_the_last_move_goes_first() {
    for (half_moves, article) in [(99, None), (149, None)] {
        let fen = format!("6k1/5ppp/8/8/8/8/8/K6R w - - {half_moves} 90");
        let mut game = Game::<Chess>::from_fen(Some(fide()), &fen).unwrap();
        play(&mut game, "Rb1");
        assert_eq!(
            game.status().end().map(|end| end.outcome),
            if half_moves == 149 { Some(Outcome::Draw) } else { None }
        );
        let fen = format!("6k1/5ppp/8/8/8/8/8/KR6 w - - {half_moves} 90");
        let mut game = Game::<Chess>::from_fen(Some(fide()), &fen).unwrap();
        play(&mut game, "Rb8#");
        let end = game.status().end().unwrap();
        assert_eq!((end.outcome, end.article().map(|article| article.id)), (Outcome::Win(Side::White), article));
    }
}

#[test]
fn a_third_occurrence_may_be_claimed() {
    let mut game = Game::<Chess>::new(Some(fide()));
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    // It is about to occur: who is to move may claim with his next move.
    assert_eq!(game.occurrences(), 2);
    assert_eq!(claims(&game), ["9.2"]);
    play(&mut game, "Ng8");
    assert_eq!((game.occurrences(), claims(&game)), (3, vec!["9.2"]));
    assert!(game.status().end().is_none());
}

#[test]
fn a_fifth_occurrence_ends_the_game() {
    let mut game = Game::<Chess>::new(Some(fide()));
    for _ in 0..3 {
        play(&mut game, "Nf3 Nf6 Ng1 Ng8");
    }
    assert_eq!((game.occurrences(), claims(&game)), (4, vec!["9.2"]));
    play(&mut game, "Nf3 Nf6 Ng1 Ng8");
    let end = game.status().end().unwrap();
    assert_eq!((end.outcome, end.article().unwrap().id, end.ply), (Outcome::Draw, "9.6a", 16));
}

#[test]
fn a_set_may_draw_at_the_third_occurrence_by_itself() {
    let rules = Chess::draw_rules_named(Some("chess-lt")).unwrap();
    let mut game = Game::<Chess>::new(Some(rules));
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(game.status().end().map(|end| end.outcome), Some(Outcome::Draw));
}

#[test]
fn positions_with_other_rights_are_others() {
    // After the first move of the king the position looks the same, and is not.
    let mut game = Game::<Chess>::from_fen(Some(fide()), "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").unwrap();
    play(&mut game, "Ke2 Kd7 Ke1 Ke8");
    assert_eq!((game.occurrences(), game.plies_since_irreversible()), (1, 2));
    assert_eq!(fifty(&game), Some(4));
    // So with en passant.
    let mut game = Game::<Chess>::from_fen(Some(fide()), "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1").unwrap();
    play(&mut game, "e4 Nf6 Nf3 Ng8 Ng1");
    assert_eq!(game.occurrences(), 1);
    play(&mut game, "Nf6 Nf3 Ng8 Ng1");
    assert_eq!(game.occurrences(), 2);
}

#[test]
fn clocks_that_cannot_stand_so_are_refused() {
    let position = Chess::parse_fen("8/8/8/8/8/1k6/8/K6R b - - 0 1").unwrap();
    let read = |text: &str, half_moves| {
        Counters::read::<Chess>(fide(), &position, text, Past { half_moves, ..Past::default() })
    };
    let counters = read("", Some(37)).unwrap();
    assert_eq!((counters.get(0), counters.get(1)), (Some(37), Some(37)));
    assert!(read("fifty=99,seventy-five=99", None).is_ok());
    assert_eq!(read("fifty=99", None).unwrap().get(1), Some(99));
    assert_eq!(read("seventy-five=120", None).unwrap().get(0), Some(120));
    assert!(matches!(read("fifty=9,seventy-five=99", None), Err(CounterError::Impossible(_))));
    assert!(matches!(read("", Some(151)), Err(CounterError::Beyond { .. })));
    let position = Chess::parse_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").unwrap();
    let past = Past { half_moves: Some(3), ..Past::default() };
    assert!(matches!(Counters::read::<Chess>(fide(), &position, "", past), Err(CounterError::Impossible(_))));
}

#[test]
fn materials_that_cannot_mate_are_dead() {
    for (fen, dead) in [
        ("8/8/8/8/8/8/8/K1k5 w", true),
        ("8/8/8/8/8/8/8/K1k4N w", true),
        ("8/8/8/8/8/8/8/K1k4b w", true),
        ("8/8/8/8/6b1/8/8/K1k4b w", true),
        ("8/8/8/8/6B1/8/8/K1k4b w", true),
        ("8/8/8/8/7B/8/8/K1k4b w", false),
        ("8/8/8/8/7b/8/8/K1k4b w", false),
        ("8/8/8/8/7n/8/8/K1k4b w", false),
        ("8/8/8/8/7N/8/8/K1k4n w", false),
        ("8/8/8/8/7N/8/8/K1k4N w", false),
        ("8/8/8/7p/8/8/8/K1k5 w", false),
        ("8/8/8/7r/8/8/8/K1k5 w", false),
        ("8/8/8/6Q1/8/8/8/K1k5 b", false),
    ] {
        assert_eq!(is_dead_by_material(&Chess::parse_fen(fen).unwrap()), dead, "{fen}");
    }
}

fn mated(position: &Position) -> bool {
    position.is_legal() && position.in_check(position.side) && !has_legal_move(position)
}

/// Whether some placement with these pieces is a mate; the first may be kept to some squares.
fn some_mate(pieces: &[(Side, Kind, u64)]) -> bool {
    fn place(position: Position, pieces: &[(Side, Kind, u64)]) -> bool {
        let Some((&(side, kind, on), rest)) = pieces.split_first() else {
            return mated(&position) || mated(&Position { side: Side::Black, ..position });
        };
        squares(on & !position.occupied()).any(|square| {
            let mut next = position;
            next.put(square, side, kind);
            place(next, rest)
        })
    }
    place(Position::EMPTY, pieces)
}

#[test]
fn no_dead_material_has_a_mate_and_the_others_have() {
    use Kind::{Bishop, King, Knight};
    use Side::{Black, White};
    let (all, light) = (u64::MAX, (0..64).filter(|square| (square ^ (square >> 3)) & 1 == 1).map(bit).sum());
    let kings = [(White, King, all), (Black, King, all)];
    let with = |pieces: &[(Side, Kind, u64)]| some_mate(&[&kings[..], pieces].concat());
    assert!(!with(&[]));
    assert!(!with(&[(White, Knight, all)]));
    assert!(!with(&[(White, Bishop, all)]));
    assert!(!with(&[(White, Bishop, light), (Black, Bishop, light)]));
    assert!(!with(&[(White, Bishop, light), (White, Bishop, light)]));
    assert!(with(&[(White, Bishop, light), (Black, Bishop, !light)]));
    assert!(with(&[(White, Bishop, all), (Black, Knight, all)]));
    assert!(with(&[(White, Knight, all), (Black, Knight, all)]));
    assert!(with(&[(White, Knight, all), (White, Knight, all)]));
}

#[test]
fn the_clock_of_a_fen_goes_on_with_the_game() {
    let (position, past) = Chess::read_fen("4k3/8/8/8/8/8/8/R3K3 w - - 80 120").unwrap();
    let counters = Counters::read::<Chess>(fide(), &position, "", past).unwrap();
    let mv = Chess::parse_move(&position, "Ra2").unwrap();
    let after = Chess::play(&position, &mv);
    let counters = counters.after::<Chess>(fide(), &position, &after);
    let fen = Chess::fen_with(&after, &counters);
    assert_eq!(fen, "4k3/8/8/8/8/8/R7/4K3 b - - 81 1");
    let (read, past) = Chess::read_fen(&fen).unwrap();
    assert_eq!((read, past.half_moves), (after, Some(81)));
}
