//! Verdicts with a clock at its limit: the end of the game comes first, then what may be claimed, then the draw.

mod common;

use common::{Solved, open_all, solve};
use dambase_format::{Metric, SliceIndex, Value};
use dambase_prober::{GameVerdict, ProbeError, Tablebase, Verdict};
use dambase_rules::draughts::games::StopAfter;
use dambase_rules::draw::{Clocks, Counters, DrawRules, Past};
use dambase_rules::{Game, GameRules, Outcome, Side, Wdl};

type StopAfterPosition = <StopAfter as GameRules>::Position;

const AWARD: &str = "64D (mark)";
const CLOCK: &str = "7.2.4 (64D)";

fn set(name: &str) -> &'static DrawRules {
    StopAfter::draw_rules_named(Some(name)).unwrap()
}

fn two_kings_against_one() -> (Solved<StopAfter>, Tablebase<StopAfter>) {
    let solved = solve::<StopAfter>(&["KKvK"]);
    let tables = open_all(&solved);
    (solved, tables)
}

/// The verdict with the clock of the class at this count, and the article.
fn judge(
    tables: &Tablebase<StopAfter>,
    set: &'static DrawRules,
    position: &StopAfterPosition,
    counters: &str,
) -> (Verdict, Option<&'static str>) {
    let counters = Counters::read::<StopAfter>(set, position, counters, Past::default()).unwrap();
    let evaluation = tables.probe_verdict(set, position, &counters).unwrap();
    let without_article = tables.probe_ruled(set, position, &counters).unwrap();
    assert_eq!(without_article, (evaluation.verdict, evaluation.dtc));
    (evaluation.verdict, evaluation.article.map(|article| article.id))
}

fn strong_side(position: &StopAfterPosition) -> Side {
    if position.pieces(Side::White).count_ones() == 2 { Side::White } else { Side::Black }
}

#[test]
fn an_award_goes_before_a_clock_that_stands_at_its_limit() {
    let (solved, tables) = two_kings_against_one();
    let (mark, adapted) = (set("mark"), set("adapted"));
    let mut seen = [0; 4];
    solved.for_each(|position, value| {
        if position.pieces(Side::White).count_ones() + position.pieces(Side::Black).count_ones() < 3 {
            return;
        }
        let (won, spoiled) = match value.wdl() {
            Wdl::Win => (Verdict::Win, Verdict::WinSpoiled),
            Wdl::Draw => (Verdict::Draw, Verdict::Draw),
            Wdl::Loss => (Verdict::Loss, Verdict::LossSaved),
        };
        let mover = StopAfter::side_to_move(position);
        let winner = match value.wdl() {
            Wdl::Win => Some(mover),
            Wdl::Draw => None,
            Wdl::Loss => Some(mover.other()),
        };
        let over = value == Value::Loss(0);
        let awarded = winner == Some(strong_side(position)) && !over;
        let (expected, without) = match (over, awarded) {
            (true, _) => ((won, None), (won, None)),
            (false, true) => ((won, Some(AWARD)), (spoiled, Some(CLOCK))),
            (false, false) => ((spoiled, Some(CLOCK)), (spoiled, Some(CLOCK))),
        };
        seen[usize::from(over) + 2 * usize::from(awarded)] += 1;
        for counters in ["kings-v-king=30,kings=30", "kings-v-king=30,kings=7"] {
            let fen = || format!("{} {counters}", StopAfter::fen(position));
            assert_eq!(judge(&tables, mark, position, counters), expected, "{}", fen());
            assert_eq!(judge(&tables, adapted, position, counters), without, "{}", fen());
        }
        if awarded {
            assert_eq!(judge(&tables, mark, position, "kings-v-king=29"), expected);
        }
        // A game with tables says the same.
        let counters =
            Counters::read::<StopAfter>(mark, position, "kings-v-king=30,kings=30", Past::default()).unwrap();
        let mut game = Game::<StopAfter>::with_counters(Some(mark), *position, counters).unwrap();
        game.judge(&tables);
        let end = game.status().end().expect("the clock has run out");
        let outcome = winner.filter(|_| over || awarded).map_or(Outcome::Draw, Outcome::Win);
        assert_eq!((end.outcome, end.article().map(|article| article.id)), (outcome, expected.1));
        let GameVerdict::Decided(evaluation) = tables.verdict(&game).unwrap() else { panic!("nothing has recurred") };
        assert_eq!((evaluation.verdict, evaluation.article.map(|article| article.id)), expected);
    });
    // Neither, over by the goal, awarded; the lone king wins now and then, too.
    assert!(seen[0] > 0 && seen[1] > 0 && seen[2] > 10_000, "{seen:?}");
}

#[test]
fn a_win_by_blocking_is_none_for_a_clock_at_its_limit() {
    let (_, tables) = two_kings_against_one();
    // The black king has no move and cannot take: White's last move was the last that was allowed.
    let position = StopAfter::parse_fen("B:WKf6,Kg7:BKh8").unwrap();
    for set in StopAfter::draw_rules() {
        let class = if set.name == "russian-code" { "two-pieces=10,kings=10" } else { "kings-v-king=30,kings=30" };
        assert_eq!(judge(&tables, set, &position, class), (Verdict::Loss, None), "{}", set.name);
        let free = StopAfter::parse_fen("B:WKf6,Ke7:BKh8").unwrap();
        assert_ne!(judge(&tables, set, &free, class).1, None, "{}", set.name);
    }
}

#[test]
fn a_table_under_rules_that_is_not_here_is_missed_by_name() {
    let (solved, tables) = two_kings_against_one();
    for &key in solved.slices.keys() {
        let material = solved.slices[&key].0.material();
        let error = ProbeError::Missing { material, metric: Metric::Dtc, draw_rules: Some("adapted") };
        assert_eq!(tables.table_under_rules(set("adapted"), key).err(), Some(error));
    }
}
