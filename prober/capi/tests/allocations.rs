//! A probe whose block is in memory allocates nothing on the way through the C interface.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ffi::CString;
use std::ptr::null_mut;

use dambase::*;

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
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const UNKNOWN: dambase_evaluation = dambase_evaluation { dtw: -1, wdl: dambase_wdl::DAMBASE_UNKNOWN, reserved: [0; 3] };

#[test]
fn a_warm_probe_allocates_nothing() {
    let folder = format!("{}/../../tests/golden/v1", env!("CARGO_MANIFEST_DIR"));
    let folder = CString::new(folder).unwrap();
    let mut tables = null_mut();
    // SAFETY: texts end with a zero, and all else is a reference.
    let status = unsafe {
        let folders = [folder.as_ptr()];
        dambase_open(c"english".as_ptr(), folders.as_ptr(), 1, 1 << 20, 0, &mut tables, null_mut())
    };
    assert_eq!(status, dambase_status::DAMBASE_OK);
    let probe_all = || {
        let mut answers = 0;
        for (white, black, side) in (0..32u32).flat_map(|white| (0..64).map(move |to| (white, to / 2, to % 2))) {
            let mut position = dambase_position { side: side as u8, ..dambase_position::default() };
            position.kings = [1 << white, 1 << black].map(|low| dambase_squares { low, high: 0 });
            if white == black {
                continue;
            }
            let (mut wdl, mut evaluation) = (dambase_wdl::DAMBASE_UNKNOWN, UNKNOWN);
            // SAFETY: the handle is open, and all else is a reference.
            let statuses = unsafe {
                [
                    dambase_probe_wdl(tables, &position, &mut wdl, null_mut()),
                    dambase_probe_wdl_in_memory(tables, &position, &mut wdl, null_mut()),
                    dambase_probe(tables, &position, &mut evaluation, null_mut()),
                ]
            };
            answers += u32::from(statuses == [dambase_status::DAMBASE_OK; 3] && wdl == evaluation.wdl);
        }
        answers
    };
    // Blocks are decoded by the second look at the latest.
    probe_all();
    probe_all();
    let before = ALLOCATIONS.get();
    assert_eq!(probe_all(), 2 * 32 * 31);
    assert_eq!(ALLOCATIONS.get() - before, 0);
    // SAFETY: given back once.
    unsafe { dambase_close(tables) };
}
