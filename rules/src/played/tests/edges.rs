//! Both edges of every clock of every set: the last allowed move may still win, and one later the game is drawn.
//!
//! The games are played from their beginning to the limit by moves chosen at random among those that let the clock run on, so
//! that no counter is set by hand.

use super::rules;
use crate::draughts::games::*;
use crate::draughts::{Draughts, Move};
use crate::draw::{Clock, Clocks, Counts, Rule};
use crate::played::Reason;
use crate::{Game, GameRules, Outcome, Side};

/// Where games begin that run the clock to its limit. The fewer pieces, the more often somebody can win at once.
fn starts<G: Draughts>() -> Vec<(&'static str, &'static str, &'static str)> {
    let russian = |set| {
        [
            (set, "three-kings", "W:WKa1,Kc1,Ke1:BKb8"),
            (set, "two-pieces", "W:WKa1,Kc1:BKb8"),
            (set, "main-road", "W:WKc1,Ke1,Kg1:BKh8"),
            (set, "balance-4-5", "W:WKe1,a1,c1,e3:BKb8"),
            (set, "balance-6-7", "W:WKe1,a1,c1,g1,a3:BKb8"),
        ]
    };
    let fmjd = |set, three, two, kings| [(set, "three-pieces", three), (set, "two-pieces", two), (set, "kings", kings)];
    match <G as Draughts>::ID.name() {
        "russian" => {
            let mut all: Vec<_> = ["russian-code", "adjudicated", "lidraughts"].into_iter().flat_map(russian).collect();
            all.push(("russian-code", "kings", "W:WKa1,Kc1,Ke1,g1:BKb8"));
            all.push(("adjudicated", "kings", "W:WKa1,Kc1,Ke1,g1:BKb8"));
            // Beyond seven pieces this clock runs in the server's reading as well.
            all.push(("lidraughts", "kings", "W:WKa1,Kc1,Ke1,g1,h2,f2,d2:BKb8"));
            all
        }
        "brazilian" => {
            let mut all: Vec<_> = russian("fmjd64").into();
            all.push(("fmjd64", "kings", "W:WKa1,Kc1,Ke1,g1:BKb8"));
            for set in ["founding", "adjudicated"] {
                all.push((set, "two-pieces", "W:WKa1,Kc1:BKb8"));
                all.push((set, "kings", "W:WKa1,Kc1,Ke1:BKb8"));
            }
            all.push(("cbd", "five-moves", "W:WKa1,Kc1:BKb8"));
            all.push(("cbd", "kings", "W:WKa1,Kc1,Ke1:BKb8"));
            all
        }
        "international" => ["fmjd", "adjudicated"]
            .into_iter()
            .flat_map(|set| fmjd(set, "W:WK46,K47,K48:BK1", "W:WK46,K47:BK1", "W:WK46,K47,K48,K49:BK1"))
            .collect(),
        "canadian" => ["fmjd", "adjudicated"]
            .into_iter()
            .flat_map(|set| fmjd(set, "W:WK67,K68,K69:BK1", "W:WK67,K68:BK1", "W:WK67,K68,K69,K70:BK1"))
            .collect(),
        "english" => vec![("wcdf", "kings", "W:WK29,K30:BK4")],
        "italian" => vec![("fid", "kings", "W:WK29,K30:BK4"), ("fid-threefold", "kings", "W:WK29,K30:BK4")],
        "spancireti" => ["russian-80", "mark"]
            .into_iter()
            .flat_map(|set| russian(set).into_iter().filter(|(_, clock, _)| *clock != "main-road"))
            .chain(["russian-80", "mark"].map(|set| (set, "kings", "W:WKa1,Kc1,Ke1,g1:BKb8")))
            .collect(),
        "stop-after" => {
            let mut all: Vec<_> = russian("russian-code").into();
            all.push(("russian-code", "kings", "W:WKa1,Kc1,Ke1,g1:BKb8"));
            for set in ["adapted", "mark"] {
                all.push((set, "kings-v-king", "W:WKa1,Kc1:BKb8"));
                all.push((set, "king-v-king", "W:WKa1:BKb8"));
                all.push((set, "kings", "W:WKa1,Kc1,g1:BKb8"));
                all.push((set, "balance-4-5", "W:WKe1,a1,c1,e3:BKb8"));
                all.push((set, "balance-6-7", "W:WKe1,a1,c1,g1,a3:BKb8"));
            }
            all
        }
        _ => Vec::new(),
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// The moves that keep the clock going and end nothing, `taking` those that leave something to take as well.
fn quiet_moves<G: Draughts>(game: &mut Game<G>, number: usize, before: u16, open: bool) -> Vec<Move<G::Word>> {
    let mut moves = Vec::new();
    G::legal_moves(game.position(), &mut moves);
    moves.retain(|mv| {
        game.push(mv);
        let goes_on = game.known_end().is_none() && game.counters().get(number).is_some_and(|value| value >= before);
        let safe = open || !crate::draughts::capture::can_capture::<G>(game.position());
        game.pop();
        goes_on && safe
    });
    moves
}

/// Plays until one more count brings the clock to its limit; `None` when the moves chosen lead nowhere.
fn run_to_the_edge<G: Draughts>(
    mut game: Game<G>,
    number: usize,
    clock: Clock,
    random: &mut Random,
) -> Option<Game<G>> {
    loop {
        let value = game.counters().get(number)?;
        let (next, after_next) = match clock.counts {
            Counts::Plies => (value + 1, value + 2),
            // It is White that has more pieces.
            Counts::StrongMoves => (value + u16::from(game.side_to_move() == Side::White), value + 1),
        };
        if next >= clock.limit {
            return Some(game);
        }
        // The last move before the edge may be a blunder.
        let moves = quiet_moves(&mut game, number, value, after_next >= clock.limit);
        if moves.is_empty() {
            return None;
        }
        let mv = moves[random.below(moves.len())];
        game.push(&mv);
    }
}

/// Whether the side to move can win at once.
fn can_win<G: Draughts>(game: &Game<G>) -> Option<Move<G::Word>> {
    let mut moves = Vec::new();
    G::legal_moves(game.position(), &mut moves);
    moves.into_iter().find(|mv| {
        let mut none = Vec::new();
        G::legal_moves(&G::play(game.position(), mv), &mut none);
        none.is_empty()
    })
}

fn both_edges<G: Draughts>(set: &str, name: &str, fen: &str) {
    let set = rules::<G>(set);
    let number = set.clock_named(name).unwrap();
    let (article, clock) = set.clocks().nth(number).unwrap();
    let (mut won, mut drawn) = (false, false);
    for seed in 1..50_000u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // The side with more pieces is the one that wins, by the last move allowed or by the one after it.
        let first = if seed % 2 == 0 { 'W' } else { 'B' };
        let start = Game::<G>::from_fen(Some(set), &format!("{first}{}", &fen[1..])).unwrap();
        let Some(mut game) = run_to_the_edge(start, number, clock, &mut random) else { continue };
        if game.known_end().is_some() {
            continue;
        }
        if let Some(mv) = can_win(&game).filter(|_| !won) {
            game.push(&mv);
            let end = game.status().end().unwrap_or_else(|| panic!("{} {name}: the last move wins", set.name));
            assert_eq!((end.reason, end.ply), (Reason::NoMoves, game.plies()));
            assert!(matches!(end.outcome, Outcome::Win(_)));
            won = true;
        } else if !drawn {
            let mut moves = Vec::new();
            G::legal_moves(game.position(), &mut moves);
            for mv in moves {
                game.push(&mv);
                // One later somebody could have won. A clock of the strong side's moves runs out when the other is to move.
                let could = clock.counts == Counts::StrongMoves || can_win(&game).is_some();
                if could && game.counters().get(number) == Some(clock.limit) {
                    if article.automatic {
                        let end = game.status().end().expect("the clock has run out");
                        assert_eq!((end.outcome, end.ply), (Outcome::Draw, game.plies()));
                        drawn = end.article() == Some(article);
                    } else {
                        assert_eq!(game.known_end(), None);
                        drawn = game.claims().iter().any(|claim| claim.article == article);
                        assert!(drawn, "{} {name}", set.name);
                    }
                }
                game.pop();
            }
        }
        if won && drawn {
            return;
        }
    }
    panic!("{} {} {name}: won {won}, drawn {drawn}", <G as Draughts>::ID, set.name);
}

#[test]
fn the_last_allowed_move_may_win_by_blocking() {
    // Black keeps his king, and has no move with it. By one ply more the five moves are over, and so are the king moves where they
    // are as many.
    for set in Russian::draw_rules() {
        let parse = |fen| crate::draughts::fen::read::<Russian>(fen).unwrap().position;
        let read = |position, text| {
            crate::draw::Counters::read::<Russian>(set, position, text, crate::draw::Past::default()).unwrap()
        };
        let before = parse("W:WKf6,Kf8:BKh8");
        let mut game =
            Game::<Russian>::with_counters(Some(set), before, read(&before, "two-pieces=9,kings=9")).unwrap();
        game.play("f8-g7", None).unwrap();
        let at_limit = |game: &Game<Russian>| game.counters().at_limit(set).map(|article| article.id);
        assert_eq!(at_limit(&game), Some("7.2.8"), "{}", set.name);
        let end = game.status().end().expect("Black has no move");
        assert_eq!((end.outcome, end.reason, end.article()), (Outcome::Win(Side::White), Reason::NoMoves, None));
        // Any other move is the last one all the same.
        game.pop();
        game.play("f8-d6", None).unwrap();
        assert_eq!(at_limit(&game), Some("7.2.8"));
        let end = game.status().end().expect("the five moves are over");
        assert_eq!((end.outcome, end.article().map(|article| article.id)), (Outcome::Draw, Some("7.2.8")));
        // A game that is taken up where it is over already.
        let blocked = parse("B:WKf6,Kg7:BKh8");
        let game =
            Game::<Russian>::with_counters(Some(set), blocked, read(&blocked, "two-pieces=10,kings=10")).unwrap();
        assert_eq!(game.status().end().unwrap().outcome, Outcome::Win(Side::White));
        assert_eq!(at_limit(&game), Some("7.2.8"));
    }
}

fn all_clocks<G: Draughts>() {
    let starts = starts::<G>();
    for set in G::draw_rules() {
        for (_, clock) in set.clocks() {
            let start = starts.iter().find(|(of, name, _)| (*of, *name) == (set.name, clock.name));
            let (_, _, fen) = start.unwrap_or_else(|| panic!("{} {}: no start", set.name, clock.name));
            both_edges::<G>(set.name, clock.name, fen);
        }
        let ends = |article: &crate::draw::Article| matches!(article.rule, Rule::Clock(_));
        assert_eq!(set.articles.iter().filter(|article| ends(article)).count(), set.clocks().count());
    }
}

macro_rules! edges {
    ($($test:ident $game:ident;)*) => {$(
        #[test]
        fn $test() {
            all_clocks::<$game>();
        }
    )*};
}

edges! {
    russian_clocks Russian;
    giveaway_clocks RussianGiveaway;
    brazilian_clocks Brazilian;
    international_clocks International;
    canadian_clocks Canadian;
    english_clocks English;
    italian_clocks Italian;
    spancireti_clocks Spancireti;
    stop_after_clocks StopAfter;
}
