//! Tables of values under draw rules: they verify by their own definition, and say what is known.

use std::ops::ControlFlow;
use std::path::Path;

use dambase_format::{Metric, SliceIndex, SliceKey, TableGame, table_rules};
use dambase_generator::{ClockedSolvable, Options, Progress, generate, generate_under_rules};
use dambase_prober::audit::{AuditOptions, audit_under_rules};
use dambase_prober::{OpenOptions, Tablebase, Verdict};
use dambase_rules::draughts::games::{International, Russian};
use dambase_rules::draw::{Clocks, Counters, DrawRules};
use dambase_rules::{GameId, GameRules, Wdl, with_game};

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
                longest.push(slice.position_at(index));
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
    // FMJD-A1 6.4: king and man against king, 9 plies, the winner's fifth move. 6.3: two kings and man, 31 plies.
    let folder = tempfile::tempdir().unwrap();
    let parse = |material| International::parse_material(material).unwrap();
    let rules = &International::draw_rules()[0];
    let tables = make::<International>(folder.path(), &[parse("KMvK"), parse("KKMvK")], &[rules]);
    for (material, clock, article, plies, limit) in
        [("KMvK", "two-pieces", "6.4", 9, 10), ("KKMvK", "three-pieces", "6.3", 31, 32)]
    {
        let (longest, position, needed) = longest_win(&tables, rules, parse(material));
        assert_eq!((longest, needed), (plies, Some(plies)), "{material}");
        let verdict = |used: u16| {
            let text = format!("{clock}={used}");
            let counters = Counters::read::<International>(rules, &position, &text, None).unwrap();
            let evaluation = tables.probe_verdict(rules, &position, &counters).unwrap();
            (evaluation.verdict, evaluation.article.map(|article| article.id))
        };
        assert_eq!(verdict(0), (Verdict::Win, None), "{material}");
        assert_eq!(verdict(limit - plies), (Verdict::Win, None), "{material}");
        assert_eq!(verdict(limit - plies + 1), (Verdict::WinSpoiled, Some(article)), "{material}");
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
        .for_each_value(key, 0..slice.section_len(), |index, evaluation| {
            let position = slice.position_at(index);
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
