//! Damaged, foreign and misnamed files: an error each, never a panic, never a wrong value.

mod common;

use std::collections::BTreeMap;
use std::io;

use common::{LAYOUT, Layout, key, open, options, solve};
use dambase_format::codec::{ClassModel, ClassOdds, Codec, Contexts, DepthModel, Model, Parts, SymbolOdds};
use dambase_format::header::{ENTRY_BYTES, HEADER_BYTES, VERSION};
use dambase_format::{
    FormatError, Header, Metric, Source, SourceError, Table, TableWriter, Value, ValueCode, join_frame,
};
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

const CODECS: [Codec; 2] = [Codec::Contexts, Codec::Zstd];

/// Small files of several frames.
fn layout(codec: Codec) -> Layout {
    Layout { values_per_block: 60, blocks_per_frame: 4, codec: Some(codec), ..LAYOUT }
}

#[test]
fn every_byte_of_a_file_is_guarded() {
    let solved = solve::<Russian>(&["MvM"]);
    let positions = sample(&solved, 13);
    for (codec, name) in CODECS.into_iter().flat_map(|codec| ["MvM.wdl", "MvM.dtw"].map(|name| (codec, name))) {
        let files = solved.files(&Metric::THEORY, layout(codec));
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

/// Bytes of header, frame table and model.
fn opened_bytes(file: &[u8]) -> usize {
    u64::from_le_bytes(file[48..56].try_into().unwrap()) as usize
}

#[test]
fn a_file_may_end_anywhere() {
    let solved = solve::<Russian>(&["MvM"]);
    let positions = sample(&solved, 13);
    for (codec, name) in CODECS.into_iter().flat_map(|codec| ["MvM.wdl", "MvM.dtw"].map(|name| (codec, name))) {
        let files = solved.files(&Metric::THEORY, layout(codec));
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
    if len < HEADER_BYTES {
        return;
    }
    let data = u64::from_le_bytes(file[48..56].try_into().unwrap()) as usize;
    let model = u32::from_le_bytes(file[424..428].try_into().unwrap()) as usize;
    if data < HEADER_BYTES || data > len {
        return;
    }
    let frames = (data - HEADER_BYTES).saturating_sub(model) / ENTRY_BYTES;
    for frame in 0..frames {
        let (start, end) = frame_at(file, frame, frames);
        if start <= end && end <= len {
            let checksum = xxh3_64(&file[start..end]);
            let at = HEADER_BYTES + frame * ENTRY_BYTES + 8;
            file[at..at + 8].copy_from_slice(&checksum.to_le_bytes());
        }
    }
    let checksum = xxh3_64(&file[HEADER_BYTES..data]);
    file[496..504].copy_from_slice(&checksum.to_le_bytes());
    let checksum = xxh3_64(&file[..504]);
    file[504..512].copy_from_slice(&checksum.to_le_bytes());
}

/// Where a frame begins and ends, as the table of `frames` frames says.
fn frame_at(file: &[u8], frame: usize, frames: usize) -> (usize, usize) {
    let offset = |frame: usize| {
        let at = HEADER_BYTES + frame * ENTRY_BYTES;
        u64::from_le_bytes(file[at..at + 8].try_into().unwrap()) as usize
    };
    (offset(frame), if frame + 1 < frames { offset(frame + 1) } else { file.len() })
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
    for (value_code, codec) in [
        (ValueCode::Bytes, Codec::Zstd),
        (ValueCode::Words, Codec::Zstd),
        (ValueCode::Bytes, Codec::Contexts),
        (ValueCode::Words, Codec::Contexts),
    ] {
        let layout = Layout { values_per_block: 100, codec: Some(codec), value_code: Some(value_code), ..LAYOUT };
        let files = solved.files(&Metric::THEORY, layout);
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

/// A file of such blocks, which need not be what a coder makes.
fn of_blocks(header: &Header, model: &Model, mut block: impl FnMut(u64) -> Vec<u8>) -> Vec<u8> {
    let mut writer = TableWriter::new(io::Cursor::new(Vec::new()), header.clone(), model).unwrap();
    let mut stored = Vec::new();
    for frame in 0..header.frames() {
        let first = frame * u64::from(header.blocks_per_frame);
        let blocks: Vec<Vec<u8>> = (first..first + header.blocks_in(frame)).map(&mut block).collect();
        join_frame(&blocks, &mut stored);
        writer.frame(&stored).unwrap();
    }
    writer.finish().unwrap().0.into_inner()
}

/// How many of these positions are not answered because a block is wrong.
fn blocks_broken(positions: &Positions, tablebase: &Tablebase<Russian>) -> usize {
    let broken = positions.iter().filter(|(position, _)| {
        matches!(tablebase.probe_wdl(position), Err(ProbeError::Broken { error, .. }) if error.contains("block"))
    });
    broken.count()
}

const WAYS: [(Metric, ValueCode); 3] =
    [(Metric::Wdl, ValueCode::Trits), (Metric::Dtw, ValueCode::Bytes), (Metric::Dtw, ValueCode::Words)];

#[test]
fn blocks_of_one_byte_are_no_panic() {
    // Constant blocks of zstd: no five trits, and depths up to the end of the type.
    let solved = solve::<Russian>(&["KvM"]);
    let positions = sample(&solved, 1);
    for (metric, value_code) in WAYS {
        for byte in [0u8, 1, 2, 242, 243, 254, 255] {
            let mut files = solved.files(&[metric], LAYOUT);
            let layout = Layout { value_code: Some(value_code), ..layout(Codec::Zstd) };
            let header = solved.header(key::<Russian>("KvM"), metric, layout);
            files.insert(format!("KvM.{metric}"), of_blocks(&header, &Model::Zstd, |_| vec![byte]));
            let tablebase = open::<Russian>(&files, 1 << 16);
            assert!(tablebase.problems().is_empty());
            let broken = blocks_broken(&positions, &tablebase);
            assert_eq!(broken > 0, metric == Metric::Wdl && byte > 242, "{metric} {byte}");
            survives(&files, &positions);
        }
    }
}

#[test]
fn blocks_of_any_bytes_are_no_panic() {
    let solved = solve::<Russian>(&["KvM"]);
    let positions = sample(&solved, 7);
    let mut state = 7u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for codec in CODECS {
        for (metric, value_code) in WAYS {
            let layout = Layout { value_code: Some(value_code), ..layout(codec) };
            let header = solved.header(key::<Russian>("KvM"), metric, layout);
            let mut seen = [0; 2];
            for _ in 0..20 {
                let mut files = solved.files(&[metric], LAYOUT);
                let most = 1 + random(90);
                let bytes = of_blocks(&header, &common::model(&header), |_| {
                    (0..random(most)).map(|_| [random(256) as u8, 255, 0][random(most) % 3]).collect()
                });
                // Every value decodes to one that there is, or the block is an error.
                let table = Table::open(bytes.clone()).unwrap();
                let (mut stored, mut decoded) = (Vec::new(), Vec::new());
                for block in 0..header.blocks() {
                    match table.read_block(block, &mut stored, &mut decoded) {
                        Ok(()) => {
                            seen[0] += 1;
                            assert_eq!(decoded.len(), table.decoded_bytes(block));
                            let trits = codec == Codec::Contexts && metric == Metric::Wdl;
                            assert!(!trits || decoded.iter().all(|byte| *byte < 243));
                        }
                        Err(FormatError::Block { block: named, .. }) => {
                            seen[1] += 1;
                            assert_eq!(named, block);
                        }
                        Err(error) => panic!("{error}"),
                    }
                }
                files.insert(format!("KvM.{metric}"), bytes);
                survives(&files, &positions);
            }
            let all_fit = codec == Codec::Contexts && metric == Metric::Wdl;
            assert!(seen[0] > 0 && (seen[1] > 0) != all_fit, "{codec:?} {value_code:?}: {seen:?}");
        }
    }
}

#[test]
fn a_frame_that_does_not_add_up_is_named() {
    let solved = solve::<Russian>(&["MvM"]);
    let positions = sample(&solved, 1);
    for codec in CODECS {
        let layout = layout(codec);
        let files = solved.files(&Metric::THEORY, layout);
        let header = solved.header(key::<Russian>("MvM"), Metric::Dtw, layout);
        let frames = header.frames() as usize;
        assert!(frames > 2);
        type Change = fn(&mut [u8]);
        let changes: [(Change, &str); 5] = [
            (|frame| frame[0] = 3, "more than two bytes"),
            (|frame| frame[0] = 255, "more than two bytes"),
            (|frame| frame[0] = 0, "more or fewer bytes"),
            (|frame| frame[1] = frame[1].wrapping_add(1), "more or fewer bytes"),
            (|frame| frame[1] = frame[1].wrapping_sub(1), "more or fewer bytes"),
        ];
        for (change, says) in changes {
            for frame in [0, 1, frames - 1] {
                let mut files = files.clone();
                let file = files.get_mut("MvM.dtw").unwrap();
                let (start, end) = frame_at(file, frame, frames);
                assert_eq!(file[start], 1, "lengths of a byte");
                change(&mut file[start..end]);
                sign(file);
                let tablebase = open::<Russian>(&files, 1 << 16);
                assert!(tablebase.problems().is_empty());
                assert!(right_or_broken(&positions, &tablebase, "MvM.dtw") > 0);
                let named = positions.iter().any(|(position, _)| {
                    matches!(tablebase.probe_dtw(position), Err(ProbeError::Broken { error, .. })
                        if error.contains(&format!("frame {frame} ")) && error.contains(says))
                });
                assert!(named, "{codec:?}: frame {frame}, {says}");
            }
        }
    }
}

#[test]
fn a_model_that_cannot_be_is_named() {
    let solved = solve::<Russian>(&["MvM"]);
    let material = key::<Russian>("MvM");
    let classes = |distance: u16, others: [u8; 2]| ClassModel {
        neighbours: vec![distance],
        contexts: vec![ClassOdds { order: 1, others }; 3],
    };
    let depths = |distance: u16, byte: u8| DepthModel {
        foretellers: [1, 1, distance],
        first: 0,
        differences: Vec::new(),
        symbols: 2,
        contexts: vec![SymbolOdds { likeliest: 0, odds: vec![0, byte] }; 3],
    };
    let class = |classes| Contexts { parts: Parts::Class, classes, depths: None };
    let parity = |depths| Contexts { parts: Parts::Parity, classes: classes(1, [9, 9]), depths: Some(depths) };
    let problem = |metric: Metric, file: Vec<u8>| {
        let mut files = solved.files(&Metric::THEORY, LAYOUT);
        let name = format!("MvM.{metric}");
        files.insert(name.clone(), file);
        let tablebase = open::<Russian>(&files, 1 << 16);
        let [problem] = tablebase.problems() else { panic!("{:?}", tablebase.problems()) };
        assert!(problem.to_string().starts_with(&name), "{problem}");
        match &problem.fault {
            TableFault::Format(FormatError::Field { field, reason, .. }) => (*field, reason.clone()),
            fault => panic!("{fault}"),
        }
    };
    let of_model = |metric: Metric, model: Contexts| {
        let header = solved.header(material, metric, layout(Codec::Contexts));
        of_blocks(&header, &Model::Contexts(model), |_| Vec::new())
    };
    for (metric, model, says) in [
        (Metric::Wdl, class(classes(1, [105, 105])), "out of 16384"),
        (Metric::Wdl, class(classes(1, [255, 1])), "out of 16384"),
        (Metric::Wdl, class(classes(0, [9, 9])), "distance 0"),
        (Metric::Wdl, class(classes(1025, [9, 9])), "distance 1025"),
        (Metric::Wdl, parity(depths(1, 9)), "taken apart"),
        (Metric::Dtw, class(classes(1, [9, 9])), "taken apart"),
        (Metric::Dtw, parity(depths(0, 9)), "distance 0"),
        (Metric::Dtw, parity(depths(1, 200)), "out of 16384"),
        (Metric::Dtw, Contexts { depths: None, ..parity(depths(1, 9)) }, "missing"),
        (Metric::Wdl, Contexts { depths: Some(depths(1, 9)), ..class(classes(1, [9, 9])) }, "more than the model"),
    ] {
        let (field, reason) = problem(metric, of_model(metric, model));
        assert_eq!(field, "model");
        assert!(reason.contains(says), "{reason}, not {says}");
    }

    // Other bytes in its place, of a codec that has one and of one that has none.
    let good = of_model(Metric::Wdl, class(classes(1, [9, 9])));
    let at = opened_bytes(&good) - u32::from_le_bytes(good[424..428].try_into().unwrap()) as usize;
    for (change, field) in [
        ((|file, at| file[at + 2] ^= 0x55) as fn(&mut Vec<u8>, usize), "model"),
        (|file, at| file[at..at + 4].fill(0), "model"),
        (|file, _| file[14] = 3, "model"),
        (|file, _| file[14] = 1, "codec"),
        (|file, _| file[14] = 4, "codec"),
        (|file, _| file[424] += 1, "data_offset"),
        (|file, _| file[427] = 255, "data_offset"),
        (|file, _| file[428] = 0, "blocks_per_frame"),
        (|file, _| file[429] = 2, "blocks_per_frame"),
    ] {
        let mut file = good.clone();
        change(&mut file, at);
        sign(&mut file);
        assert_eq!(problem(Metric::Wdl, file).0, field);
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
