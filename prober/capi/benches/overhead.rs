//! What a call through the C interface costs over the same call in Rust: `cargo bench -p dambase-capi`.
//!
//! Small tables, preloaded, so that the tables themselves cost next to nothing. Each way takes the same positions in turn; of many rounds
//! the quickest counts.

use std::ffi::CString;
use std::hint::black_box;
use std::path::Path;
use std::ptr::{null, null_mut};
use std::time::Instant;

use dambase::{
    DAMBASE_DEFAULT_CACHE_BYTES, dambase_access, dambase_close, dambase_open, dambase_position, dambase_preload,
    dambase_probe_wdl, dambase_probe_wdl_batch, dambase_status, dambase_wdl,
};
use dambase_prober::any::AnyTablebase;
use dambase_prober::{OpenOptions, Tablebase};
use dambase_rules::Pieces;
use dambase_rules::chess::Chess;
use dambase_rules::draughts::games::{Canadian, English};

const ROUNDS: usize = 200;
const POSITIONS: usize = 4096;

fn main() {
    measure::<English>(|random| Pieces { kings: [1 << random(32), 1 << random(32)], ..Pieces::EMPTY });
    measure::<Canadian>(|random| Pieces { kings: [1 << random(72), 1 << random(72)], ..Pieces::EMPTY });
    measure::<Chess>(|random| Pieces {
        kings: [1 << random(64), 1 << random(64)],
        rooks: [1 << random(64), 0],
        ..Pieces::EMPTY
    });
}

/// Nanoseconds a position of one round.
fn round(run: impl FnOnce()) -> f64 {
    let before = Instant::now();
    run();
    before.elapsed().as_nanos() as f64 / POSITIONS as f64
}

fn measure<G: dambase_format::ClockedGame>(random_position: impl Fn(&mut dyn FnMut(u64) -> u64) -> Pieces) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/v1");
    let options = OpenOptions::default();
    let typed = Tablebase::<G>::open(&[&folder], &options).expect("the golden files");
    typed.preload(|_| true, u64::MAX).expect("they are whole");
    let any = AnyTablebase::open(G::ID, &[&folder], &options).expect("the golden files");
    any.preload(|_| true, u64::MAX).expect("they are whole");
    let (game, folder) = (CString::new(G::ID.name()), CString::new(folder.into_os_string().into_encoded_bytes()));
    let (game, folder) = (game.expect("a name"), folder.expect("a path"));
    let mut tables = null_mut();
    // SAFETY: texts end with a zero; the handle is given back below.
    let opened = unsafe {
        let folders = [folder.as_ptr()];
        let access = dambase_access::DAMBASE_MAP as i32;
        dambase_open(game.as_ptr(), folders.as_ptr(), 1, DAMBASE_DEFAULT_CACHE_BYTES, access, &mut tables, null_mut());
        dambase_preload(tables, null(), 0, 0, u64::MAX, null_mut(), null_mut())
    };
    assert_eq!(opened, dambase_status::DAMBASE_OK);

    let mut state = 88172645463325252_u64;
    let mut random = move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut pieces = Vec::new();
    while pieces.len() < POSITIONS {
        let one = random_position(&mut random);
        if any.probe_wdl(&one).is_ok() {
            pieces.push(one);
        }
    }
    let positions: Vec<G::Position> = pieces.iter().map(|one| G::from_pieces(one).expect("it has an answer")).collect();
    let plain: Vec<dambase_position> = pieces.iter().map(dambase_position::from).collect();
    let mut wdl = vec![dambase_wdl::DAMBASE_UNKNOWN; POSITIONS];
    // As from another language: not to be looked into by the compiler.
    let (one, many) = (black_box(dambase_probe_wdl as ProbeOne), black_box(dambase_probe_wdl_batch as ProbeMany));
    let mut best = [f64::MAX; 5];
    let mut answers = Vec::new();
    for _ in 0..ROUNDS {
        let times = [
            round(|| positions.iter().for_each(|position| drop(black_box(typed.probe_wdl(black_box(position)))))),
            round(|| pieces.iter().for_each(|pieces| drop(black_box(any.probe_wdl(black_box(pieces)))))),
            round(|| {
                for (position, wdl) in plain.iter().zip(&mut wdl) {
                    // SAFETY: the handle is open, and all else is a reference.
                    black_box(unsafe { one(tables, position, wdl, null_mut()) });
                }
            }),
            round(|| typed.probe_wdl_batch(black_box(&positions), &mut answers)),
            round(|| {
                // SAFETY: the handle is open, and the arrays are so long.
                unsafe { many(tables, plain.as_ptr(), POSITIONS, wdl.as_mut_ptr(), null_mut(), null_mut()) };
            }),
        ];
        for (best, time) in best.iter_mut().zip(times) {
            *best = best.min(time);
        }
    }
    // SAFETY: given back once.
    unsafe { dambase_close(tables) };
    let [typed, any, c, batch, c_batch] = best;
    println!(
        "{:<10} ns a position: {typed:.1} typed, {any:.1} any game, {c:.1} C; batch: {batch:.1} typed, {c_batch:.1} C",
        G::ID.name()
    );
}

type ProbeOne = unsafe extern "C" fn(
    *const dambase::dambase_tablebase,
    *const dambase_position,
    *mut dambase_wdl,
    *mut dambase::dambase_error,
) -> dambase_status;

type ProbeMany = unsafe extern "C" fn(
    *const dambase::dambase_tablebase,
    *const dambase_position,
    usize,
    *mut dambase_wdl,
    *mut dambase_status,
    *mut dambase::dambase_error,
) -> dambase_status;
