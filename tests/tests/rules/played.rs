//! Games played at random, by the product and by the oracle, which knows nothing but the list of their positions.

use dambase_rules::draughts::Draughts;
use dambase_rules::draw::Clocks;
use dambase_rules::played::{Effect, Reason, Status};
use dambase_rules::{Game, GameId, GameRules, Outcome, with_draughts};
use dambase_tests::naive::{
    Cell, DrawSet, NaiveEnd, NaiveGame, NaiveMove, NaivePlayed, Position, Side, legal_moves, write_fen,
};

/// Chance that is the same on every machine (xorshift64*).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }

    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// How moves are chosen, so that games come to the ends that articles make.
#[derive(Clone, Copy)]
enum Manner {
    /// Any move.
    Free,
    /// Kings are moved, out of harm's way, so that clocks run out.
    Shuffling,
    /// The same, but a man is moved now and then: the clocks that go on past that run out.
    Creeping,
    /// Back to where the game has been.
    Repeating,
}

fn random_endgame(game: NaiveGame, chance: &mut Chance) -> Position {
    loop {
        let side = if chance.percent(50) { Side::White } else { Side::Black };
        let mut pos = Position::empty(game, side);
        let kings = [30, 60, 90, 100][chance.below(4)];
        // One against several is what most articles are about.
        let black = if chance.percent(50) { 1 } else { 1 + chance.below(3) };
        let white = 1 + chance.below(7 - black);
        let swap = chance.percent(50);
        for number in 0..white + black {
            let white = (number < white) != swap;
            let cell = match (white, chance.percent(kings)) {
                (true, true) => Cell::WhiteKing,
                (true, false) => Cell::WhiteMan,
                (false, true) => Cell::BlackKing,
                (false, false) => Cell::BlackMan,
            };
            // A square out of reach of the row where a man would be crowned.
            let in_row = game.columns() / 2;
            let square = if cell.is_man() {
                in_row + 1 + chance.below(game.squares() - 2 * in_row)
            } else if chance.percent(20) {
                // Along the edge and the main road of a board of 64 squares.
                [1, 29, 25, 22, 18, 15, 11, 8, 4][chance.below(9)]
            } else {
                1 + chance.below(game.squares())
            };
            pos.set(square, cell);
        }
        // Where a capture is waiting, the game is mostly soon over.
        let quiet = |pos: Position| legal_moves(&pos).iter().all(|m| !m.is_capture());
        let calm = quiet(pos) && quiet(pos.with_side(pos.side().other()));
        if pos.material().both_present() && (calm || chance.percent(10)) {
            return pos;
        }
    }
}

fn choose(game: &NaivePlayed, past: &[Position], manner: Manner, chance: &mut Chance) -> Option<NaiveMove> {
    let moves = game.moves();
    if moves.is_empty() {
        return None;
    }
    let now = game.position();
    let safe = |m: &&NaiveMove| legal_moves(&m.result).iter().all(|reply| !reply.is_capture());
    let king = |m: &&NaiveMove| now.get(m.from).is_king() && !m.is_capture();
    let wanted: Vec<&NaiveMove> = match manner {
        Manner::Free => Vec::new(),
        Manner::Creeping if chance.percent(5) => moves.iter().filter(|m| !king(m)).filter(safe).collect(),
        Manner::Shuffling | Manner::Creeping => moves.iter().filter(king).filter(safe).collect(),
        Manner::Repeating => {
            let known: Vec<_> = moves.iter().filter(|m| past.contains(&m.result)).collect();
            if known.is_empty() || chance.percent(20) {
                moves.iter().filter(king).filter(safe).collect()
            } else {
                known
            }
        }
    };
    let from = if wanted.is_empty() { moves.iter().collect() } else { wanted };
    Some(from[chance.below(from.len())].clone())
}

/// What is compared of a position, and looked at again when moves are taken back.
#[derive(Clone, PartialEq, Debug)]
struct Seen {
    counters: Vec<(String, usize)>,
    occurrences: usize,
    end: Option<(Outcome, Option<&'static str>)>,
    claims: Vec<&'static str>,
}

fn seen<G: Clocks>(game: &Game<G>) -> Seen {
    let rules = game.draw_rules().expect("draw rules");
    let mut counters: Vec<_> =
        game.counters().running(rules).map(|(name, value)| (name.to_owned(), usize::from(value))).collect();
    counters.sort();
    let status = game.status();
    let end = status.end().map(|end| {
        let article = match end.reason {
            Reason::NoMoves | Reason::Dead => None,
            Reason::Article(article) => Some(article.id),
        };
        (end.outcome, article)
    });
    let mut claims = Vec::new();
    if let Status::Claimable(found) = status {
        claims.extend(found.iter().filter(|claim| claim.effect == Effect::Draw).map(|claim| claim.article.id));
        claims.sort_unstable();
    }
    Seen { counters, occurrences: usize::from(game.occurrences()), end, claims }
}

/// Compares the product with the oracle where both stand; `over` if the game had ended before.
fn compare<G: Clocks>(product: &Game<G>, oracle: &NaivePlayed, over: bool, context: &dyn Fn() -> String) -> Seen {
    let seen = seen(product);
    let mut counters: Vec<_> = oracle.counters().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    counters.sort();
    assert_eq!(seen.counters, counters, "counters: {}", context());
    assert_eq!(seen.occurrences, oracle.occurrences(), "occurrences: {}", context());
    if over {
        return seen;
    }
    let end = oracle.end();
    match (&seen.end, &end) {
        (None, None) => {
            let mut claimable = oracle.claimable();
            claimable.sort_unstable();
            assert_eq!(seen.claims, claimable, "claims: {}", context());
        }
        (Some((outcome, None)), Some(NaiveEnd { winner: Some(winner), .. })) => {
            let winner = match winner {
                Side::White => dambase_rules::Side::White,
                Side::Black => dambase_rules::Side::Black,
            };
            assert_eq!(*outcome, Outcome::Win(winner), "winner: {}", context());
        }
        (Some((Outcome::Draw, Some(article))), Some(NaiveEnd { winner: None, articles })) => {
            assert!(articles.contains(article), "{article} of {articles:?}: {}", context());
        }
        _ => panic!("{seen:?} and {end:?}: {}", context()),
    }
    seen
}

/// How games ended, for a look at what they reach.
type Ends = std::collections::BTreeMap<String, usize>;

fn play_one<G: Draughts>(game: NaiveGame, set: &str, chance: &mut Chance, ends: &mut Ends) {
    let rules = G::draw_rules_named(Some(set)).expect("a set of this name");
    let start = if chance.percent(10) { Position::start(game) } else { random_endgame(game, chance) };
    let manner = [Manner::Free, Manner::Shuffling, Manner::Creeping, Manner::Repeating][chance.below(4)];
    let mut oracle = NaivePlayed::new(DrawSet::new(game, set), start);
    let parse = |pos: &Position| G::parse_fen(&write_fen(pos)).expect("a legal position");
    let mut product = Game::<G>::from_position(Some(rules), parse(&start));
    let mut past = vec![start];
    let mut all_seen: Vec<Seen> = Vec::new();
    let mut moves = Vec::new();
    // After its end a game is played on for some plies: the clocks are still to be right.
    let mut left_after_end = chance.below(6);
    loop {
        let over = all_seen.iter().any(|seen| seen.end.is_some());
        let context = || format!("{} {set}: {}", game.id(), past.iter().map(write_fen).collect::<Vec<_>>().join(" "));
        let seen = compare(&product, &oracle, over, &context);
        if let (Some((outcome, article)), false) = (seen.end, over) {
            *ends.entry(format!("{} {set}: {}", game.id(), article.unwrap_or("goal"))).or_default() += 1;
            assert!(article.is_none() || outcome == Outcome::Draw);
        }
        if over {
            assert_eq!(seen.end, all_seen.last().expect("an earlier one").end, "an end stays: {}", context());
        }
        let is_over = seen.end.is_some();
        all_seen.push(seen);
        if is_over {
            if left_after_end == 0 {
                break;
            }
            left_after_end -= 1;
        } else if past.len() > 1 && chance.percent(1) {
            // Some moves are taken back and others made in their place.
            for _ in 0..=chance.below(past.len() - 1).min(20) {
                oracle.take_back();
                past.pop();
                all_seen.pop();
                product.pop().expect("a move");
                let again = compare(&product, &oracle, false, &|| "taken back".to_owned());
                assert_eq!(Some(&again), all_seen.last());
                if past.len() == 1 {
                    break;
                }
            }
        }
        if past.len() > 300 {
            break;
        }
        let Some(m) = choose(&oracle, &past, manner, chance) else { break };
        let after = parse(&m.result);
        G::legal_moves(product.position(), &mut moves);
        let same = moves.iter().find(|mv| G::play(product.position(), mv) == after).expect("the same move");
        product.push(same);
        oracle.play(&m);
        past.push(m.result);
    }
    // Back to the start.
    while product.pop().is_some() {
        all_seen.pop();
        let again = self::seen(&product);
        assert_eq!(Some(&again), all_seen.last(), "{} {set}: taken back to ply {}", game.id(), product.plies());
    }
    assert_eq!(all_seen.len(), 1);
}

fn games_of<G: Draughts>(game: NaiveGame) {
    let long = std::env::var_os("DAMBASE_LONG").is_some();
    let games = if long { 2500 } else { 150 };
    let mut ends = Ends::new();
    for set in DrawSet::names(game) {
        let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
        for _ in 0..games {
            play_one::<G>(game, set, &mut chance, &mut ends);
        }
    }
    for (end, count) in &ends {
        println!("{end}: {count}");
    }
}

#[test]
fn sets_have_the_same_names() {
    fn names<G: Clocks>() -> Vec<&'static str> {
        G::draw_rules().iter().map(|set| set.name).collect()
    }
    for game in NaiveGame::all() {
        let id: GameId = game.id().parse().expect("a game of this name");
        assert_eq!(
            with_draughts!(id, G => names::<G>()).expect("a draughts game"),
            DrawSet::names(game),
            "{}",
            game.id()
        );
    }
}

macro_rules! games {
    ($($name:ident: $game:ident;)*) => {
        $(#[test]
        fn $name() {
            with_draughts!(GameId::$game, G => games_of::<G>(NaiveGame::$game)).expect("a draughts game");
        })*
    };
}

games! {
    russian: Russian;
    russian_giveaway: RussianGiveaway;
    brazilian: Brazilian;
    international: International;
    international_giveaway: InternationalGiveaway;
    canadian: Canadian;
    english: English;
    italian: Italian;
    spancireti: Spancireti;
    stop_after: StopAfter;
}
