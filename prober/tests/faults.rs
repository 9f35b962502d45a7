//! Damaged, foreign and misnamed files: an error each, never a panic, never a wrong value.

mod common;

use std::collections::BTreeMap;
use std::io;

use common::{LAYOUT, Layout, key, open, options, solve};
use dambase_format::header::{ENTRY_BYTES, HEADER_BYTES, VERSION};
use dambase_format::{FormatError, Metric, Source, SourceError, Value, ValueCode};
use dambase_prober::{ProbeError, TableFault, Tablebase};
use dambase_rules::GameRules;
use dambase_rules::draughts::games::{Brazilian, English, Russian};
use xxhash_rust::xxh3::xxh3_64;

type Files = BTreeMap<String, Vec<u8>>;

type Positions = Vec<(<Russian as GameRules>::Position, Value)>;

/// One position in `every`, with its value.
fn sample(solved: &common::Solved<Russian>, every: usize) -> Positions {
    let mut positions = Vec::new();
    solved.for_each(|position, value| positions.push((*position, value)));
    positions.into_iter().step_by(every).collect()
}

/// Every answer is right or says that `name` is broken. Returns how many are broken.
fn right_or_broken(positions: &Positions, tablebase: &Tablebase<Russian>, name: &str) -> u64 {
    let mut broken = 0;
    let mut judge = |error: ProbeError| {
        let ProbeError::Broken { table, error } = error else { panic!("{error}") };
        assert!(table == name && !error.is_empty(), "{table}: {error}");
        broken += 1;
    };
    for (position, value) in positions {
        match tablebase.probe_dtw(position) {
            Ok(found) => assert_eq!(found, *value, "{}", Russian::fen(position)),
            Err(error) => judge(error),
        }
        match tablebase.probe_wdl(position) {
            Ok(found) => assert_eq!(found, value.wdl(), "{}", Russian::fen(position)),
            Err(error) => judge(error),
        }
    }
    broken
}

#[test]
fn every_byte_of_a_file_is_guarded() {
    let solved = solve::<Russian>(&["MvM"]);
    let positions = sample(&solved, 13);
    let files = solved.files(&Metric::THEORY, Layout { values_per_block: 200, ..LAYOUT });
    for name in ["MvM.wdl", "MvM.dtw"] {
        let len = files[name].len();
        assert!(len < 2000, "{len} bytes are too many for this test");
        for at in 0..len {
            for bit in [0, 5] {
                let mut files = files.clone();
                files.get_mut(name).unwrap()[at] ^= 1 << bit;
                let tablebase = open::<Russian>(&files, 1 << 16);
                let broken = right_or_broken(&positions, &tablebase, name);
                assert!(broken > 0, "{name}: nobody missed bit {bit} of byte {at}");
                assert_eq!(tablebase.problems().len(), usize::from(at < opened_bytes(&files[name])));
            }
        }
    }
}

/// Bytes of header and block table.
fn opened_bytes(file: &[u8]) -> usize {
    u64::from_le_bytes(file[48..56].try_into().unwrap()) as usize
}

#[test]
fn a_file_may_end_anywhere() {
    let solved = solve::<Russian>(&["MvM"]);
    let positions = sample(&solved, 13);
    let files = solved.files(&Metric::THEORY, Layout { values_per_block: 200, ..LAYOUT });
    for name in ["MvM.wdl", "MvM.dtw"] {
        for len in 0..files[name].len() {
            let mut files = files.clone();
            files.get_mut(name).unwrap().truncate(len);
            let tablebase = open::<Russian>(&files, 1 << 16);
            assert_eq!(tablebase.problems().len(), 1);
            assert!(right_or_broken(&positions, &tablebase, name) > 0);
        }
        let mut files = files.clone();
        files.get_mut(name).unwrap().push(0);
        let tablebase = open::<Russian>(&files, 1 << 16);
        assert!(matches!(tablebase.problems()[0].fault, TableFault::Format(FormatError::Length { .. })));
    }
}

/// Makes the checksums of a file fit whatever its bytes have become, where they can be found.
fn sign(file: &mut [u8]) {
    let len = <[u8]>::len(file);
    let Some(data) = file.get(48..56).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap()) as usize) else {
        return;
    };
    if len < HEADER_BYTES || data < HEADER_BYTES || data > len {
        return;
    }
    let blocks = (data - HEADER_BYTES) / ENTRY_BYTES;
    let offset = |file: &[u8], block: usize| {
        let at = HEADER_BYTES + block * ENTRY_BYTES;
        u64::from_le_bytes(file[at..at + 8].try_into().unwrap()) as usize
    };
    for block in 0..blocks {
        let start = offset(file, block);
        let end = if block + 1 < blocks { offset(file, block + 1) } else { len };
        if start <= end && end <= len {
            let checksum = xxh3_64(&file[start..end]);
            let at = HEADER_BYTES + block * ENTRY_BYTES + 8;
            file[at..at + 8].copy_from_slice(&checksum.to_le_bytes());
        }
    }
    let checksum = xxh3_64(&file[HEADER_BYTES..data]);
    file[496..504].copy_from_slice(&checksum.to_le_bytes());
    let checksum = xxh3_64(&file[..504]);
    file[504..512].copy_from_slice(&checksum.to_le_bytes());
}

/// Whatever the file says, the program goes on.
fn survives(files: &Files, positions: &Positions) {
    let tablebase = open::<Russian>(files, 1 << 16);
    let mut moves = Vec::new();
    for (position, _) in positions {
        let _ = tablebase.probe(position);
        let _ = tablebase.probe_wdl(position);
        let _ = tablebase.probe_root(position, &mut moves);
        let _ = tablebase.line(position);
    }
}

#[test]
fn a_signed_lie_is_no_panic() {
    let solved = solve::<Russian>(&["KvM"]);
    let positions = sample(&solved, 61);
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for value_code in [ValueCode::Bytes, ValueCode::Words] {
        let files =
            solved.files(&Metric::THEORY, Layout { values_per_block: 100, value_code: Some(value_code), ..LAYOUT });
        for name in ["KvK.dtw", "KvM.wdl", "KvM.dtw"] {
            let len = files[name].len();
            for round in 0..len + 500 {
                let mut files = files.clone();
                let file = files.get_mut(name).unwrap();
                // Each byte of what is read on opening, then several anywhere.
                if round < opened_bytes(file) {
                    file[round] = [0, 1, 0x7f, 0xff][random(4)];
                } else {
                    for _ in 0..1 + random(8) {
                        let at = random(len);
                        file[at] = random(256) as u8;
                    }
                }
                sign(file);
                survives(&files, &positions);
            }
        }
    }
}

#[test]
fn blocks_of_any_content_are_no_panic() {
    // Blocks stored as they are, with every byte: no five trits, and depths up to the end of the type.
    let solved = solve::<Russian>(&["KvM"]);
    let positions = sample(&solved, 1);
    for (metric, value_code, at_once) in
        [(Metric::Wdl, ValueCode::Trits, 5), (Metric::Dtw, ValueCode::Bytes, 1), (Metric::Dtw, ValueCode::Words, 1)]
    {
        for byte in [0u8, 1, 2, 242, 243, 254, 255] {
            let mut files = solved.files(&[metric], LAYOUT);
            let mut header =
                solved.header(key::<Russian>("KvM"), metric, Layout { value_code: Some(value_code), ..LAYOUT });
            header.values_per_block = 64 * at_once;
            let mut writer = dambase_format::TableWriter::new(io::Cursor::new(Vec::new()), header.clone()).unwrap();
            for _ in 0..header.blocks() {
                writer.block(&[byte]).unwrap();
            }
            files.insert(format!("KvM.{metric}"), writer.finish().unwrap().0.into_inner());
            let tablebase = open::<Russian>(&files, 1 << 16);
            assert!(tablebase.problems().is_empty());
            let broken = positions.iter().filter(|(position, _)| {
                matches!(tablebase.probe_wdl(position), Err(ProbeError::Broken { error, .. }) if error.contains("block"))
            });
            assert_eq!(broken.count() > 0, metric == Metric::Wdl && byte > 242, "{metric} {byte}");
            survives(&files, &positions);
        }
    }
}

#[test]
fn foreign_and_misnamed_files_are_named_with_what_is_wrong() {
    let solved = solve::<Russian>(&["KKvK"]);
    let files = solved.files(&Metric::THEORY, LAYOUT);
    let foreign = solve::<Brazilian>(&["KvK"]).files(&Metric::THEORY, LAYOUT);
    let with_header = |change: &dyn Fn(&mut dambase_format::Header)| {
        let key = key::<Russian>("KvK");
        let mut header = solved.header(key, Metric::Wdl, LAYOUT);
        change(&mut header);
        common::write(&header, &vec![0; header.values as usize])
    };
    let mut version = files["KvK.wdl"].clone();
    version[8] = VERSION as u8 + 1;

    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("KvK.wdl", Vec::new(), "not a Dambase table"),
        ("KvK.wdl", b"Hello".to_vec(), "not a Dambase table"),
        ("KvK.wdl", version, "version"),
        ("KvK.wdl", foreign["KvK.wdl"].clone(), "game: brazilian where russian"),
        ("KvK.wdl", files["KvK.dtw"].clone(), "metric: dtw where wdl"),
        ("KvK.wdl", files["KKvK.wdl"].clone(), "material: KKvK where KvK"),
        ("KvK.wdl", with_header(&|header| header.fingerprint[0] ^= 1), "fingerprint"),
        ("KvK.wdl", with_header(&|header| header.scheme += 1), "scheme"),
        ("KvK.wdl", with_header(&|header| header.wins_are_odd = false), "wins_are_odd"),
        ("KvK.wdl", with_header(&|header| header.draw_rules = "fmjd".into()), "draw_rules"),
        (
            "KvK.wdl",
            with_header(&|header| {
                header.values -= 1;
                header.sections[0].draw -= 1;
            }),
            "values",
        ),
        ("KKKvK.wdl", files["KKvK.wdl"].clone(), "material: KKvK where KKKvK"),
        ("KvKK.wdl", files["KKvK.wdl"].clone(), "called KKvK.wdl"),
        ("KvQ.wdl", files["KKvK.wdl"].clone(), "'Q'"),
        ("some/where/kvk.dtw", files["KvK.dtw"].clone(), "called KvK.dtw"),
    ];
    for (name, bytes, says) in cases {
        let mut files = files.clone();
        files.insert(name.into(), bytes);
        let tablebase = open::<Russian>(&files, 1 << 16);
        let [problem] = tablebase.problems() else { panic!("{name}, {says}: {:?}", tablebase.problems()) };
        let text = problem.to_string();
        assert!(text.starts_with(name) && text.contains(says), "{text}, not {says}");
        let probed = tablebase.probe_wdl(&Russian::parse_fen("W:WKa1:BKh4").unwrap());
        if name == "KvK.wdl" {
            let Err(ProbeError::Broken { table, error }) = probed else { panic!("{probed:?}") };
            assert!(table == name && error.contains(says), "{table}: {error}");
        } else {
            assert!(probed.is_ok());
        }
        // The others can be used.
        assert!(tablebase.probe_wdl(&Russian::parse_fen("W:WKa1,Kb2:BKh4").unwrap()).is_ok());
    }
}

#[test]
fn a_file_with_two_sections_too_few_is_refused() {
    let solved = solve::<English>(&["KvM"]);
    let key = key::<English>("KvM");
    let mut header = solved.header(key, Metric::Wdl, LAYOUT);
    let second = header.sections.pop().unwrap();
    header.sections[0].win += second.win;
    header.sections[0].loss += second.loss;
    header.sections[0].draw += second.draw;
    let file = common::write(&header, &vec![0; header.values as usize]);
    let tablebase = open::<English>(&[("KvM.wdl".into(), file)].into(), 1 << 16);
    assert!(tablebase.problems()[0].to_string().contains("sections"));
}

/// A disk that fails for some bytes.
struct Failing {
    bytes: Vec<u8>,
    from: u64,
}

impl Source for Failing {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn bytes<'a>(&'a self, offset: u64, len: usize, scratch: &'a mut Vec<u8>) -> Result<&'a [u8], SourceError> {
        if offset + len as u64 > self.from {
            return Err(SourceError { offset, len, error: io::Error::other("the disk is on fire") });
        }
        self.bytes.bytes(offset, len, scratch)
    }
}

#[test]
fn a_disk_that_fails_is_an_error_with_its_words() {
    let solved = solve::<Russian>(&["MvM"]);
    let positions = sample(&solved, 1);
    let files = solved.files(&Metric::THEORY, LAYOUT);
    let len = files["MvM.dtw"].len() as u64;
    for from in (0..len).step_by(100) {
        let sources = files.iter().map(|(name, bytes)| {
            let from = if name == "MvM.dtw" { from } else { u64::MAX };
            (name.clone(), Box::new(Failing { bytes: bytes.clone(), from }) as Box<dyn Source>)
        });
        let tablebase = Tablebase::<Russian>::from_sources(sources, &options(1 << 16));
        assert!(right_or_broken(&positions, &tablebase, "MvM.dtw") > 0);
        let mut said = false;
        solved.for_each(|position, _| {
            if let Err(error) = tablebase.probe_dtw(position) {
                said |= error.to_string().contains("the disk is on fire");
            }
        });
        assert!(said);
    }
}
