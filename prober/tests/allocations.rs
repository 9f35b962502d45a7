//! A probe whose block is in memory allocates nothing, and one whose block is not allocates nothing after the first.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::{LAYOUT, open, solve};
use dambase_format::{Metric, TableGame};
use dambase_prober::Tablebase;
use dambase_rules::draughts::games::English;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call goes on to the system's allocator as it came; counting touches no memory that is handed out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: as for this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as for this function.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: as for this function.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(run: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    run();
    ALLOCATIONS.get() - before
}

fn probe_all(tablebase: &Tablebase<English>, positions: &[<English as dambase_rules::GameRules>::Position]) {
    for position in positions {
        tablebase.probe(position).unwrap();
        tablebase.probe_wdl(position).unwrap();
    }
}

#[test]
fn a_warm_probe_allocates_nothing() {
    let solved = solve::<English>(&["KKvK", "MvM"]);
    let mut positions = Vec::new();
    solved.for_each(|position, _| positions.push(*position));
    assert!(positions.iter().any(English::is_exit_only), "captures are among them");
    let layout = common::Layout { values_per_block: 1000, ..LAYOUT };
    for metrics in [&[Metric::Wdl, Metric::Dtw][..], &[Metric::Wdl]] {
        let files = solved.files(metrics, layout);
        // Everything fits; some has to give way again and again; nothing is kept.
        for cache_bytes in [1 << 20, 8 << 10, 0] {
            let tablebase = open::<English>(&files, cache_bytes);
            let first = allocations(|| probe_all(&tablebase, &positions));
            assert!(first > 0 || cache_bytes == 0, "they are counted");
            assert_eq!(allocations(|| probe_all(&tablebase, &positions)), 0, "{cache_bytes} bytes");
        }
    }

    let tablebase = open::<English>(&solved.files(&Metric::THEORY, layout), 1 << 20);
    let mut moves = Vec::new();
    for position in &positions {
        tablebase.probe_root(position, &mut moves).unwrap();
        let root = allocations(|| {
            tablebase.probe_root(position, &mut moves).unwrap();
        });
        // The game's own list of moves, which grows a few times.
        assert!(root <= 6, "{root}");
    }
}
