//! Tables of values under draw rules: they verify by their own definition, and say what is known.

use std::ops::ControlFlow;
use std::path::Path;

use dambase_format::{Metric, SliceIndex, SliceKey, TableGame, table_rules};
use dambase_generator::{ClockedSolvable, Options, Progress, generate, generate_under_rules};
use dambase_prober::audit::{AuditOptions, audit_under_rules};
use dambase_prober::{GameVerdict, OpenOptions, Tablebase, Verdict};
use dambase_rules::draughts::games::{International, Italian, Russian};
use dambase_rules::draw::{Clocks, Counters, DrawRules, Past};
use dambase_rules::{Game, GameId, GameRules, Wdl, with_game};

struct Quiet;

impl Progress for Quiet {}

fn keys<G: TableGame>(pieces: u32) -> Vec<SliceKey> {
    (2..=pieces).flat_map(G::slices_of).collect()
}

/// Makes the tables of a game to so many pieces, and those of one set of draw rules, or of all.
fn make<G: ClockedSolvable>(folder: &Path, keys: &[SliceKey], sets: &[&'static DrawRules]) -> Tablebase<G> {
    let options = Options {
        folder: folder.join(G::ID.name()),
        metrics: Metric::THEORY.to_vec(),
        threads: None,
        memory_bytes: None,
    };
    generate::<G>(keys, &options, &Quiet).unwrap();
    for rules in sets {
        generate_under_rules::<G>(keys, rules, &options, &Quiet).unwrap();
    }
    let tables = Tablebase::open(&[folder], &OpenOptions::default()).unwrap();
    assert!(tables.problems().is_empty(), "{:?}", tables.problems());
    tables
}

/// The sets of a game that have tables of their own.
fn sets<G: ClockedSolvable>() -> Vec<&'static DrawRules> {
    G::draw_rules().iter().filter(|rules| std::ptr::eq(table_rules::<G>(rules), *rules)).collect()
}

fn verify<G: ClockedSolvable>(pieces: u32) {
    let folder = tempfile::tempdir().unwrap();
    let sets = sets::<G>();
    let tables = make::<G>(folder.path(), &keys::<G>(pieces), &sets);
    let mut checked = 0;
    for (rules, table) in tables.tables_under_rules() {
        let report = audit_under_rules(&tables, rules, table.key, AuditOptions::default(), &|_, _| ());
        let report = report.unwrap_or_else(|fault| panic!("{} {}: {fault}", G::ID, rules.name));
        assert_eq!(report.files_in_manifest, 1);
        checked += report.positions_checked;
    }
    let clocks = sets.iter().any(|rules| rules.clocks().next().is_some());
    assert_eq!(checked > 0, clocks, "{}", G::ID);
}

#[test]
fn every_set_of_every_game_verifies_by_its_definition() {
    for id in GameId::all() {
        let pieces = if id == GameId::Canadian { 2 } else { 3 };
        with_game!(id, G => verify::<G>(pieces));
    }
}

/// The longest win of a slice without draw rules, in plies, and among the positions that have it one that stays longest inside the
/// clock, with the plies it needs there.
fn longest_win<G: ClockedSolvable>(
    tables: &Tablebase<G>,
    rules: &'static DrawRules,
    key: SliceKey,
) -> (u16, G::Position, Option<u16>) {
    let slice = G::slice(key).unwrap();
    let mut longest = Vec::new();
    let mut most = 0;
    tables
        .for_each_value(key, 0..u64::MAX, |index, evaluation| {
            let plies = evaluation.dtw.filter(|_| evaluation.wdl == Wdl::Win).unwrap_or(0);
            if plies > most {
                most = plies;
                longest.clear();
            }
            if plies == most {
                longest.extend(slice.position_at(index));
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    let needed = |position: &G::Position| {
        tables.probe_verdict(rules, position, &Counters::zero::<G>(rules, position)).unwrap().dtc
    };
    let position = longest.iter().copied().max_by_key(|position| needed(position)).unwrap();
    (most, position, needed(&position))
}

#[test]
fn the_longest_win_fits_the_counter_and_one_move_later_it_is_a_draw() {
    // FMJD-A1 6.4: king and man against king, 9 plies, the winner's fifth move. 6.3: two kings and man, 31 plies; the way to the end
    // leaves the three-piece class 28 plies from the start at the latest, for one that has a clock of its own.
    let folder = tempfile::tempdir().unwrap();
    let parse = |material| International::parse_material(material).unwrap();
    let rules = &International::draw_rules()[0];
    let tables = make::<International>(folder.path(), &[parse("KMvK"), parse("KKMvK")], &[rules]);
    for (material, clock, article, plies, in_class, limit) in
        [("KMvK", "two-pieces", "6.4", 9, 9, 10), ("KKMvK", "three-pieces", "6.3", 31, 28, 32)]
    {
        let (longest, position, needed) = longest_win(&tables, rules, parse(material));
        assert_eq!((longest, needed), (plies, Some(in_class)), "{material}");
        let verdict = |used: u16| {
            let text = format!("{clock}={used}");
            let counters = Counters::read::<International>(rules, &position, &text, Past::default()).unwrap();
            let evaluation = tables.probe_verdict(rules, &position, &counters).unwrap();
            let without_article = tables.probe_ruled(rules, &position, &counters).unwrap();
            assert_eq!(without_article, (evaluation.verdict, evaluation.dtc));
            (evaluation.verdict, evaluation.article.map(|article| article.id))
        };
        assert_eq!(verdict(0), (Verdict::Win, None), "{material}");
        assert_eq!(verdict(limit - in_class), (Verdict::Win, None), "{material}");
        assert_eq!(verdict(limit - in_class + 1), (Verdict::WinSpoiled, Some(article)), "{material}");
    }
}

#[test]
fn three_kings_have_five_moves_against_a_king_on_the_main_road() {
    let folder = tempfile::tempdir().unwrap();
    let key = Russian::parse_material("KKKvK").unwrap();
    let rules = &Russian::draw_rules()[0];
    let tables = make::<Russian>(folder.path(), &[key], &[rules]);
    let slice = Russian::slice(key).unwrap();
    let mut longest_on_road = 0;
    tables
        .for_each_value(key, slice.section(0), |index, evaluation| {
            let position = slice.position_at(index).unwrap();
            let road = Russian::clock_runs(&dambase_rules::draw::Scope::MainRoad, &position);
            if road && evaluation.wdl == Wdl::Win {
                longest_on_road = longest_on_road.max(evaluation.dtw.unwrap());
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    // DCTL's longest win: the strong side's fifth move.
    assert_eq!(longest_on_road, 9);
    // A king on the main road that is not caught at once holds three kings for ever.
    let position = Russian::parse_fen("W:WKa3,Kc1,Ke1:BKh8").unwrap();
    let evaluation = tables.probe_verdict(rules, &position, &Counters::zero::<Russian>(rules, &position)).unwrap();
    assert_eq!(evaluation.verdict, Verdict::Draw);
}

/// The quiet moves of a position, where nothing can be captured.
fn quiet_moves<G: ClockedSolvable>(position: &G::Position) -> Vec<(G::Move, G::Position)> {
    let mut legal = Vec::new();
    G::legal_moves(position, &mut legal);
    let all: Vec<_> = legal.iter().map(|mv| (*mv, G::play(position, mv))).collect();
    if all.iter().any(|(_, after)| G::is_irreversible(position, after)) { Vec::new() } else { all }
}

#[test]
fn a_game_with_repetitions_is_decided_only_where_the_win_can_keep_clear_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let key = Italian::parse_material("KvK").unwrap();
    let rules = Italian::draw_rules_named(Some("fid-threefold")).unwrap();
    let tables = make::<Italian>(folder.path(), &[key], &[table_rules::<Italian>(rules)]);
    let slice = Italian::slice(key).unwrap();
    let (mut open, mut decided) = (0, 0);
    for index in slice.section(0) {
        let before = slice.position_at(index).unwrap();
        let counters = Counters::zero::<Italian>(rules, &before);
        let mut ranked = Vec::new();
        let evaluation = tables.probe_root_verdict(rules, &before, &counters, &mut ranked).unwrap();
        let winning = ranked.iter().filter(|mv| mv.evaluation.verdict == Verdict::Win).count();
        if evaluation.verdict != Verdict::Win || evaluation.dtc < Some(3) || quiet_moves::<Italian>(&before).is_empty()
        {
            continue;
        }
        // A round of four plies: the winning move, the other king away, the first king back, the other king back.
        let win = ranked[0].mv;
        let after_win = Italian::play(&before, &win);
        let round = quiet_moves::<Italian>(&after_win).into_iter().find_map(|(away, second)| {
            let (back, third) =
                quiet_moves::<Italian>(&second).into_iter().find(|(mv, _)| mv.from == win.to && mv.to == win.from)?;
            let (home, _) = quiet_moves::<Italian>(&third).into_iter().find(|(_, last)| *last == before)?;
            Some([away, back, home])
        });
        let Some(round) = round else { continue };
        // The game begins after the winning move, so that this position is the first to have occurred twice and once more.
        let mut game = Game::<Italian>::from_position(Some(rules), after_win);
        let play = |game: &mut Game<Italian>, moves: &[_]| moves.iter().for_each(|mv| game.push(mv));
        play(&mut game, &round);
        assert!(!game.has_repeated());
        assert!(matches!(tables.verdict(&game), Ok(GameVerdict::Decided(_))));
        play(&mut game, &[win]);
        play(&mut game, &round);
        assert!(game.has_repeated() && game.status().end().is_none());
        match tables.verdict(&game).unwrap() {
            GameVerdict::RepetitionOpen(evaluation) => {
                open += 1;
                assert_eq!(evaluation.verdict, Verdict::Win);
                // The move that wins by the tables would draw.
                game.push(&win);
                let end = game.status().end().expect("the third time");
                assert_eq!(end.article().map(|article| article.id), Some("9.3(b1)"));
            }
            GameVerdict::Decided(evaluation) => {
                decided += 1;
                assert_eq!(evaluation.verdict, Verdict::Win);
                // Another way to win there must be.
                assert!(winning > 1, "{}", Italian::fen(&before));
            }
        }
    }
    assert!(open > 0, "{open} open, {decided} decided");
}

#[test]
fn a_game_that_is_over_is_worth_what_it_ended_with() {
    let folder = tempfile::tempdir().unwrap();
    let key = Russian::parse_material("KvK").unwrap();
    let rules = &Russian::draw_rules()[0];
    let tables = make::<Russian>(folder.path(), &[key], &[rules]);
    // One move wins: the draw falls after both have made theirs, so the last allowed one may still win.
    let position = Russian::parse_fen("W:WKa1:BKb2").unwrap();
    for (used, verdict) in [(9, Verdict::Win), (10, Verdict::WinSpoiled)] {
        let counters =
            Counters::read::<Russian>(rules, &position, &format!("two-pieces={used}"), Past::default()).unwrap();
        let game = Game::<Russian>::with_counters(Some(rules), position, counters).unwrap();
        let GameVerdict::Decided(evaluation) = tables.verdict(&game).unwrap() else { panic!("nothing has recurred") };
        assert_eq!(evaluation.verdict, verdict);
    }
    let game = Game::<Russian>::from_position(None, position);
    let GameVerdict::Decided(evaluation) = tables.verdict(&game).unwrap() else { panic!("there is no repetition") };
    assert_eq!((evaluation.verdict, evaluation.article), (Verdict::Win, None));
}
