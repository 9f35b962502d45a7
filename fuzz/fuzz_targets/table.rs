//! Any bytes as a table, on its own and among the tables that the prober answers from.
//!
//! The first byte says what the rest is: the bytes of a file as they are, or changes to a real table. Changed tables may get
//! checksums that fit again, so that what comes behind the checksums is reached. Whatever the file says: nothing panics, no
//! allocation is larger than a table of that many bytes can need, and where no checksum was made to fit, an answer is the
//! right one or the error that the file is broken.
#![no_main]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::ControlFlow;
use std::sync::OnceLock;

use dambase_format::header::{ENTRY_BYTES, HEADER_BYTES};
use dambase_format::{ClockedGame, SliceIndex, Source, Table};
use dambase_prober::{Access, Evaluation, OpenOptions, ProbeError, RuledEvaluation, Tablebase};
use dambase_rules::chess::Chess;
use dambase_rules::draughts::games::{Canadian, English, RussianGiveaway};
use dambase_rules::draw::Counters;
use libfuzzer_sys::{Corpus, fuzz_target};
use xxhash_rust::xxh3::xxh3_64;

/// Ends the process when somebody asks for more memory at once than he can need: a decoded block has at most 128 KiB, a model
/// 2 MiB, what is made of it a few times as much, and inputs are small.
struct Bounded;

const MOST_BYTES_AT_ONCE: usize = 16 << 20;

#[global_allocator]
static ALLOCATOR: Bounded = Bounded;

impl Bounded {
    fn check(bytes: usize) {
        if bytes > MOST_BYTES_AT_ONCE {
            // No words: they would be allocated. The stack of the crash tells who asked.
            std::process::abort();
        }
    }
}

// SAFETY: all is left to the system's allocator, which keeps the contract.
unsafe impl GlobalAlloc for Bounded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Bounded::check(layout.size());
        // SAFETY: the caller keeps the contract of this very function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Bounded::check(layout.size());
        // SAFETY: as in `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, bytes: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        Bounded::check(new_size);
        // SAFETY: as in `alloc`.
        unsafe { System.realloc(bytes, layout, new_size) }
    }

    unsafe fn dealloc(&self, bytes: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`.
        unsafe { System.dealloc(bytes, layout) }
    }
}

type Files = [(&'static str, &'static [u8])];

/// Golden files, by name.
macro_rules! golden {
    ($game:literal: $($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../tests/golden/v1/", $game, "/", $name)))),*]
    };
}

static ENGLISH: &Files = golden!(
    "english": "KvK.wdl" "KvM.wdl" "MvM.wdl" "KvK.dtw" "KvM.dtw" "MvM.dtw" "KvK.wcdf.dtc" "KvM.wcdf.dtc" "MvM.wcdf.dtc"
);
// Its draw rules have no clock, and so no tables.
static GIVEAWAY: &Files = golden!("russian-giveaway": "KvK.wdl" "KvM.wdl" "MvM.wdl" "KvK.dtw" "KvM.dtw" "MvM.dtw");
static CANADIAN: &Files = golden!(
    "canadian": "KvK.wdl" "KvM.wdl" "MvM.wdl" "KvK.dtw" "KvM.dtw" "MvM.dtw" "KvK.fmjd.dtc" "KvM.fmjd.dtc" "MvM.fmjd.dtc"
);
// Its depths are coded by contexts.
static CHESS: &Files =
    golden!("chess": "KvK.wdl" "KQvK.wdl" "KvK.dtw" "KQvK.dtw" "KvK.fide2014.dtc" "KQvK.fide2014.dtc");

fuzz_target!(|data: &[u8]| -> Corpus {
    let [kind, rest @ ..] = data else { return Corpus::Reject };
    // Two bits for the game, four for the file, one for checksums, one for what the bytes are.
    let which = usize::from(kind >> 2 & 15);
    let (sign, whole) = (kind & 0x40 != 0, kind & 0x80 != 0);
    match kind & 3 {
        0 => run::<English>(ENGLISH, which, rest, sign, whole),
        1 => run::<RussianGiveaway>(GIVEAWAY, which, rest, sign, whole),
        2 => run::<Canadian>(CANADIAN, which, rest, sign, whole),
        _ => run::<Chess>(CHESS, which, rest, sign, whole),
    }
});

fn run<G: ClockedGame>(files: &Files, which: usize, data: &[u8], sign: bool, whole: bool) -> Corpus {
    let Some(&(name, good)) = files.get(which) else { return Corpus::Reject };
    let bytes = if whole { data.to_vec() } else { changed(good, data, sign) };
    let bytes = if sign { signed(bytes) } else { bytes };
    alone(&bytes);
    // Bytes of a fuzzer's own making may have any checksum, even one that it found out.
    among_others::<G>(files, name, bytes, !sign && !whole);
    Corpus::Keep
}

/// Changes of three bytes each: where, and what stands there then; the place just behind the end makes the file longer, and
/// one far behind cuts it short. Checksums are only touched when all are to fit again: a lie that is signed is no broken file.
fn changed(good: &[u8], changes: &[u8], sign: bool) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for change in changes.chunks_exact(3).take(64) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]]));
        if at >= 0xf000 {
            bytes.truncate(usize::from(change[2]) * 8);
        } else if at % (good.len() + 1) >= bytes.len() {
            bytes.push(change[2]);
        } else if sign || !(496..HEADER_BYTES).contains(&(at % (good.len() + 1))) {
            bytes[at % (good.len() + 1)] = change[2];
        }
    }
    bytes
}

/// Makes the checksums fit whatever the bytes have become, where they can be found.
fn signed(mut file: Vec<u8>) -> Vec<u8> {
    let len = file.len();
    let word = |file: &[u8], at: usize| {
        let bytes = file.get(at..at + 8)?;
        usize::try_from(u64::from_le_bytes(bytes.try_into().ok()?)).ok()
    };
    let Some(data) = word(&file, 48).filter(|&data| len >= HEADER_BYTES && (HEADER_BYTES..=len).contains(&data)) else {
        return file;
    };
    let model = u32::from_le_bytes(file[424..428].try_into().expect("four bytes")) as usize;
    let frames = (data - HEADER_BYTES).saturating_sub(model) / ENTRY_BYTES;
    for frame in 0..frames {
        let at = HEADER_BYTES + frame * ENTRY_BYTES;
        let end = if frame + 1 < frames { word(&file, at + ENTRY_BYTES) } else { Some(len) };
        if let (Some(start), Some(end)) = (word(&file, at), end)
            && start <= end
            && end <= len
        {
            let checksum = xxh3_64(&file[start..end]);
            file[at + 8..at + 16].copy_from_slice(&checksum.to_le_bytes());
        }
    }
    let checksum = xxh3_64(&file[HEADER_BYTES..data]);
    file[496..504].copy_from_slice(&checksum.to_le_bytes());
    let checksum = xxh3_64(&file[..504]);
    file[504..512].copy_from_slice(&checksum.to_le_bytes());
    file
}

/// Opens and reads everything, block by block and frame by frame.
fn alone(bytes: &[u8]) {
    let Ok(table) = Table::open(bytes) else { return };
    let (mut stored, mut decoded) = (Vec::new(), Vec::new());
    for frame in 0..table.header().frames() {
        assert!(table.frame_bytes(frame) > 0);
        let mut seen = 0;
        let read = table.read_frame(frame, &mut stored, &mut decoded, |block, bytes| {
            assert_eq!(bytes.len(), table.decoded_bytes(block));
            seen += 1;
            Ok(())
        });
        match read {
            Ok(()) => assert_eq!(seen, table.header().blocks_in(frame)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    for block in 0..table.header().blocks().min(64) {
        if table.read_block(block, &mut stored, &mut decoded).is_ok() {
            assert_eq!(decoded.len(), table.decoded_bytes(block));
        }
    }
}

/// Probes, ranks and plays with the file among the good ones.
fn among_others<G: ClockedGame>(files: &Files, name: &str, bytes: Vec<u8>, unsigned: bool) {
    let options = OpenOptions { cache_bytes: 1 << 16, access: Access::Read };
    let sources = files.iter().map(|&(other, good)| -> (String, Box<dyn Source>) {
        let source: Box<dyn Source> = if other == name { Box::new(bytes.clone()) } else { Box::new(good) };
        (other.into(), source)
    });
    let tables = Tablebase::<G>::from_sources(sources, &options);
    let (mut moves, mut ruled_moves) = (Vec::new(), Vec::new());
    let rules = &G::draw_rules()[0];
    for (material, every) in [("KvK", 97), ("KvM", 131), ("MvM", 113), ("KQvK", 997)] {
        let Some((key, slice)) = G::parse_material(material).ok().and_then(|key| Some((key, G::slice(key).ok()?)))
        else {
            continue;
        };
        for (number, index) in (0..slice.len()).step_by((slice.len() as usize / 12).max(every)).enumerate() {
            let Some(position) = slice.position_at(index) else { continue };
            let right = right_values::<G>(files, material, number, &position);
            let fault = |error: ProbeError| {
                assert!(
                    !unsigned || matches!(&error, ProbeError::Broken { table, .. } if table == name),
                    "{}: {error}",
                    G::fen(&position)
                );
            };
            let judge = |probed: Result<Evaluation, ProbeError>| match probed {
                Ok(found) if unsigned => {
                    // Depth may be missing where the depths are what is broken; a value may not be another.
                    assert_eq!(found.wdl, right.plain.wdl, "{}", G::fen(&position));
                    assert!(found.dtw.is_none() || found.dtw == right.plain.dtw, "{}: {found:?}", G::fen(&position));
                }
                Ok(_) => {}
                Err(error) => fault(error),
            };
            judge(tables.probe(&position));
            judge(tables.probe_wdl(&position).map(Evaluation::from));
            judge(tables.probe_dtw(&position).map(Evaluation::from));
            judge(tables.probe_root(&position, &mut moves));
            let _ = tables.line(&position);
            for (counters, right) in counters::<G>(&position).into_iter().zip(right.ruled) {
                for answer in [
                    tables.probe_verdict(rules, &position, &counters),
                    tables.probe_root_verdict(rules, &position, &counters, &mut ruled_moves),
                ] {
                    match answer {
                        Ok(found) => assert!(!unsigned || found == right, "{}: {found:?}", G::fen(&position)),
                        Err(error) => fault(error),
                    }
                }
            }
        }
        let mut seen = 0;
        let _ = tables.for_each_value(key, 0..slice.len().min(300), |_, _| {
            seen += 1;
            ControlFlow::Continue(())
        });
        assert!(seen <= 300);
    }
    let used = tables.tables().count() + tables.tables_under_rules().count();
    assert_eq!(used + tables.problems().len(), files.len());
}

/// Clocks that have just begun, that stand in the middle, and at their limits.
fn counters<G: ClockedGame>(position: &G::Position) -> [Counters; 3] {
    let rules = &G::draw_rules()[0];
    [0, 6, u16::MAX].map(|count| {
        let mut counters = Counters::zero::<G>(rules, position);
        for (number, (_, clock)) in rules.clocks().enumerate() {
            if counters.get(number).is_some() {
                counters.set(number, Some(clock.limit.min(count)));
            }
        }
        counters
    })
}

/// What a position is worth, and what it is worth under the game's draw rules with each of [`counters`].
#[derive(Clone, Copy)]
struct Right {
    plain: Evaluation,
    ruled: [RuledEvaluation; 3],
}

/// What the good tables say, remembered by game, material and number.
fn right_values<G: ClockedGame>(files: &Files, material: &str, number: usize, position: &G::Position) -> Right {
    type Known = std::sync::Mutex<std::collections::HashMap<(&'static str, String, usize), Right>>;
    static KNOWN: OnceLock<Known> = OnceLock::new();
    let mut known = KNOWN.get_or_init(Known::default).lock().expect("nobody panics with it");
    *known.entry((G::ID.name(), material.to_owned(), number)).or_insert_with(|| {
        let options = OpenOptions { cache_bytes: 1 << 16, access: Access::Read };
        let sources = files.iter().map(|&(name, good)| -> (String, Box<dyn Source>) { (name.into(), Box::new(good)) });
        let tables = Tablebase::<G>::from_sources(sources, &options);
        assert!(tables.problems().is_empty(), "{:?}", tables.problems());
        let plain = tables.probe(position).expect("the golden tables answer");
        let ruled = counters::<G>(position).map(|counters| {
            tables.probe_verdict(&G::draw_rules()[0], position, &counters).expect("the golden tables answer")
        });
        Right { plain, ruled }
    })
}
