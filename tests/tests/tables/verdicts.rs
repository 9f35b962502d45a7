//! Verdicts under draw rules: tables against plain induction over positions and counters, which knows no distances.

use std::path::Path;

use dambase_format::{ClockedGame, Metric, SliceKey};
use dambase_generator::{ClockedSolvable, Options, Progress, generate, generate_under_rules};
use dambase_prober::{OpenOptions, Tablebase};
use dambase_rules::draw::{Counters, DrawRules};
use dambase_rules::{GameId, GameRules, Wdl, with_draughts};
use dambase_tests::naive::{self, DrawSet, Material, NaiveGame, PositionVerdicts, Verdicts, write_fen};

struct Silent;

impl Progress for Silent {}

fn is_long() -> bool {
    std::env::var_os("DAMBASE_LONG").is_some()
}

/// The tables of some slices, and of all they depend on, without draw rules and under some sets of them.
fn tables<G: ClockedSolvable>(keys: &[SliceKey], sets: &[&'static DrawRules], folder: &Path) -> Tablebase<G> {
    let options = |metrics: Vec<Metric>| Options {
        folder: folder.join(<G as GameRules>::ID.name()),
        metrics,
        threads: Some(1),
        memory_bytes: None,
    };
    generate::<G>(keys, &options(vec![Metric::Wdl]), &Silent).expect("tables");
    for rules in sets {
        generate_under_rules::<G>(keys, rules, &options(vec![Metric::Dtc]), &Silent).expect("tables under rules");
    }
    let tables = Tablebase::<G>::open(&[folder], &OpenOptions::default()).expect("tables");
    assert!(tables.problems().is_empty(), "{:?}", tables.problems());
    tables
}

/// What the product says.
fn verdict<G: ClockedGame>(
    tables: &Tablebase<G>,
    rules: &'static DrawRules,
    position: &G::Position,
    counters: &[(&'static str, usize)],
) -> Wdl {
    let mut given = Counters::zero::<G>(rules, position);
    assert_eq!(given.running(rules).count(), counters.len(), "the clocks that run");
    for &(name, value) in counters {
        let number = rules.clock_named(name).expect("a clock of this name");
        given.set(number, Some(u16::try_from(value).expect("a small count")));
    }
    given.check::<G>(rules, position).expect("counters that can stand so");
    tables.probe_verdict(rules, position, &given).expect("a verdict").verdict.wdl()
}

/// Compares the verdicts of one position: with all clocks at zero, and if `all` with all counters there are.
fn compare<G: ClockedGame>(
    tables: &Tablebase<G>,
    sets: &[&'static DrawRules],
    oracle: &PositionVerdicts,
    all: bool,
) -> u64 {
    let rules = sets[oracle.set];
    let text = write_fen(oracle.position);
    let position = G::parse_fen(&text).expect("a legal position");
    let mut compared = 0;
    oracle.for_each(|counters, expected| {
        if all || compared == 0 {
            let expected = match expected {
                naive::Wdl::Win => Wdl::Win,
                naive::Wdl::Draw => Wdl::Draw,
                naive::Wdl::Loss => Wdl::Loss,
            };
            let found = verdict(tables, rules, &position, counters);
            assert_eq!(found, expected, "{} {}: {text} {counters:?}", <G as GameRules>::ID, rules.name);
            compared += 1;
        }
    });
    compared
}

/// A number that says which positions are compared with all their counters.
fn hash(position: &naive::Position) -> u64 {
    let pieces = position.pieces().into_iter().map(|(square, cell)| square as u64 * 5 + cell as u64);
    let mixed = pieces.fold(position.side() as u64, |hash, piece| (hash ^ piece).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed >> 40
}

/// One in `stride` positions of some materials with all counters, and one in `zero_stride` with the clocks at zero.
fn agrees<G: ClockedSolvable>(
    game: NaiveGame,
    names: &[&str],
    materials: &[Material],
    keys: &[SliceKey],
    [stride, zero_stride]: [u64; 2],
) {
    assert_eq!(game.id(), <G as GameRules>::ID.name());
    let sets: Vec<_> = names.iter().map(|name| G::draw_rules_named(Some(name)).expect("a set of this name")).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let tables = tables::<G>(keys, &sets, folder.path());
    let mut oracle = Verdicts::new(game, names);
    let mut compared = 0;
    for &material in materials {
        oracle.for_each(material, |verdicts| {
            let hash = hash(verdicts.position);
            let all = hash.is_multiple_of(stride);
            if all || hash.is_multiple_of(zero_stride) {
                compared += compare(&tables, &sets, verdicts, all);
            }
        });
    }
    println!("{}: {compared} verdicts compared", game.id());
}

/// The materials of two to so many pieces, those first that others lead to.
fn materials(pieces: usize) -> Vec<Material> {
    let mut materials: Vec<_> = (2..=pieces).flat_map(Material::all).collect();
    materials.sort_by_key(|material| (material.pieces(), material.white_men + material.black_men));
    materials
}

fn small_materials<G: ClockedSolvable>(game: NaiveGame, pieces: usize, strides: [u64; 2]) {
    let keys: Vec<SliceKey> = (2..=pieces as u32).flat_map(G::slices_of).collect();
    agrees::<G>(game, DrawSet::names(game), &materials(pieces), &keys, if is_long() { [1; 2] } else { strides });
}

macro_rules! agreement {
    ($($name:ident: $game:ident $pieces:expr, $strides:expr;)*) => {
        $(#[test]
        fn $name() {
            let pieces = if is_long() { 3 } else { $pieces };
            with_draughts!(GameId::$game, G => small_materials::<G>(NaiveGame::$game, pieces, $strides)).expect("a draughts game");
        })*
    };
}

agreement! {
    russian: Russian 3, [16, 1];
    russian_giveaway: RussianGiveaway 2, [1, 1];
    brazilian: Brazilian 3, [16, 2];
    international: International 3, [128, 8];
    international_giveaway: InternationalGiveaway 2, [1, 1];
    canadian: Canadian 2, [1, 1];
    english: English 3, [16, 1];
    italian: Italian 3, [16, 2];
    spancireti: Spancireti 3, [64, 4];
    stop_after: StopAfter 3, [16, 2];
}

/// Four pieces, where several clocks decide together: a sample, in the long run.
fn four_pieces<G: ClockedSolvable>(game: NaiveGame, names: &[&str], materials: &[Material]) {
    if is_long() {
        let keys: Vec<SliceKey> = materials.iter().map(|material| key::<G>(*material)).collect();
        agrees::<G>(game, names, materials, &keys, [199, 29]);
    }
}

fn key<G: ClockedGame>(material: Material) -> SliceKey {
    let piece = |number: usize, letter: &str| letter.repeat(number);
    let white = piece(material.white_kings, "K") + &piece(material.white_men, "M");
    let black = piece(material.black_kings, "K") + &piece(material.black_men, "M");
    G::parse_material(&format!("{white}v{black}")).expect("a material")
}

const K_M_V_K_M: Material = material(1, 1, 1, 1);
const KK_V_K_M: Material = material(2, 0, 1, 1);
const KK_M_V_K: Material = material(2, 1, 1, 0);
const K_MM_V_K: Material = material(1, 2, 1, 0);
const KKK_V_K: Material = material(3, 0, 1, 0);

const fn material(white_kings: usize, white_men: usize, black_kings: usize, black_men: usize) -> Material {
    Material { white_men, white_kings, black_men, black_kings }
}

#[test]
fn russian_four() {
    let materials = [KKK_V_K, KK_V_K_M, KK_M_V_K, K_M_V_K_M, K_MM_V_K];
    with_draughts!(GameId::Russian, G => four_pieces::<G>(NaiveGame::Russian, &["russian-code", "lidraughts"], &materials)).expect("a draughts game");
}

#[test]
fn brazilian_four() {
    let materials = [KKK_V_K, KK_V_K_M, KK_M_V_K, K_M_V_K_M, K_MM_V_K];
    with_draughts!(GameId::Brazilian, G => four_pieces::<G>(NaiveGame::Brazilian, &["fmjd64", "cbd"], &materials))
        .expect("a draughts game");
}

#[test]
fn international_four() {
    let materials = [KK_V_K_M, KK_M_V_K];
    with_draughts!(GameId::International, G => four_pieces::<G>(NaiveGame::International, &["fmjd"], &materials))
        .expect("a draughts game");
}

#[test]
fn stop_after_four() {
    // Where what is won at once meets a clock that stands at its limit: three kings that become two.
    with_draughts!(GameId::StopAfter, G => four_pieces::<G>(NaiveGame::StopAfter, &["mark", "adapted"], &[KKK_V_K, KK_M_V_K])).expect("a draughts game");
}
