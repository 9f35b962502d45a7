//! Codecs, whatever the values, what is needed of them and how they are foretold: what is decoded is what was coded.

use dambase_format::block::{code_at, pack, trit};
use dambase_format::codec::{
    ClassModel, ClassOdds, Codec, Coder, Contexts, DepthModel, Difference, Model, Need, Parts, SymbolOdds,
};
use dambase_format::{Code, Header, Metric, SectionStats, Table, Value, ValueCode, table_bytes};
use dambase_rules::Wdl;
use proptest::prelude::*;

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn distance(&mut self) -> u16 {
        let most = [4, 40, 1024][self.below(3)];
        1 + self.below(most) as u16
    }

    fn byte(&mut self, bound: usize) -> u8 {
        self.below(bound) as u8
    }
}

/// Any model that can be.
fn model(dice: &mut Dice, codec: usize, parts: Parts) -> Model {
    if codec == 1 {
        return Model::Zstd;
    }
    let neighbours: Vec<u16> = (0..dice.below(8)).map(|_| dice.distance()).collect();
    let contexts = (0..3usize.pow(neighbours.len() as u32))
        .map(|_| {
            // Class 0 does not occur in whole numbers, so it is never the likeliest.
            let orders: &[u8] = if parts == Parts::Whole { &[0, 3, 4, 5, 6] } else { &[0, 1, 2, 3, 4, 5, 6] };
            let order = orders[dice.below(orders.len())];
            ClassOdds { order, others: [dice.byte(101), dice.byte(101)] }
        })
        .collect();
    let depths = (parts != Parts::Class).then(|| depths(dice));
    Model::Contexts(Contexts { parts, classes: ClassModel { neighbours, contexts }, depths })
}

fn depths(dice: &mut Dice) -> DepthModel {
    let differences: Vec<Difference> =
        (0..dice.below(5)).map(|_| Difference { distance: dice.distance(), clamp: 1 + dice.byte(3) }).collect();
    let symbols = 2 + dice.byte(95);
    let contexts = (0..=DepthModel::count_contexts(&differences))
        .map(|_| match dice.below(3) {
            0 => SymbolOdds::default(),
            _ => SymbolOdds {
                likeliest: dice.byte(symbols.into()),
                odds: (0..1 + dice.below(symbols.into())).map(|_| dice.byte(57)).collect(),
            },
        })
        .collect();
    let most = [4, 300, 1 << 16][dice.below(3)];
    let first = dice.below(most) as u16;
    DepthModel { foretellers: [(); 3].map(|()| dice.distance()), first, differences, symbols, contexts }
}

/// Codes of a width, alike for a while and then others.
fn codes(dice: &mut Dice, len: usize, value_code: ValueCode) -> Vec<Code> {
    let greatest = if value_code == ValueCode::Words { usize::from(u16::MAX) } else { 255 };
    let bound = [4, 30, greatest + 1][dice.below(3)];
    let mut code = 0;
    (0..len)
        .map(|_| {
            match dice.below(8) {
                0 => code = dice.below(bound) as Code,
                1 => code = greatest as Code,
                2 => code = code.saturating_add(2).min(greatest as Code),
                _ => {}
            }
            code
        })
        .collect()
}

/// The codes in the packed bytes of a block; of trits the least that say as much.
fn unpacked(bytes: &[u8], len: usize, value_code: ValueCode, wins_are_odd: bool) -> Vec<Code> {
    (0..len)
        .map(|at| match value_code {
            ValueCode::Trits => match trit(bytes, at).expect("a trit") {
                Wdl::Draw => 0,
                Wdl::Win => 1 + Code::from(wins_are_odd),
                Wdl::Loss => 2 - Code::from(wins_are_odd),
            },
            _ => code_at(bytes, at, value_code).expect("a code"),
        })
        .collect()
}

/// A decoded value is as good as was asked for.
fn will_do(before: Code, after: Code, need: Need, parts: Parts, wins_are_odd: bool) -> bool {
    let [old, new] = [before, after].map(|code| Value::from_code(code, wins_are_odd));
    match (need, parts) {
        (Need::Any, _) => true,
        (Need::Exact, Parts::Class) => new.wdl() == old.wdl(),
        (Need::Exact, _) => after == before,
        (Need::AtMost, Parts::Class) => {
            new.wdl() == old.wdl() || matches!((old.wdl(), new.wdl()), (Wdl::Win, _) | (Wdl::Draw, Wdl::Loss))
        }
        (Need::AtMost, Parts::Parity) => new.preference() <= old.preference(),
        (Need::AtMost, Parts::Whole) => after == 0 || (before > 0 && after >= before),
    }
}

fn coder(model: &Model, value_code: ValueCode, wins_are_odd: bool) -> Coder {
    let bytes = model.to_bytes();
    let again = Model::from_bytes(&bytes, model.codec(), value_code).expect("a model's own bytes");
    assert!(again == *model && again.to_bytes() == bytes);
    model.ready(value_code, wins_are_odd).expect("odds that add up")
}

const WAYS: [(Parts, ValueCode); 5] = [
    (Parts::Class, ValueCode::Trits),
    (Parts::Parity, ValueCode::Bytes),
    (Parts::Parity, ValueCode::Words),
    (Parts::Whole, ValueCode::Bytes),
    (Parts::Whole, ValueCode::Words),
];

proptest! {
    // Failures are seeds of the strategies: nothing to keep that outlives a change of this file.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_come_back_as_they_are_needed(
        seed: u64, way in 0usize..5, codec in 0usize..2, wins_are_odd: bool, len in 1usize..700, free in 0usize..4,
    ) {
        let (parts, value_code) = WAYS[way];
        let mut dice = Dice(seed);
        let model = model(&mut dice, codec, parts);
        let coder = coder(&model, value_code, wins_are_odd);
        let before = codes(&mut dice, len, value_code);
        let needs: Vec<Need> = (0..len)
            .map(|_| if dice.below(4) < free { [Need::Any, Need::AtMost][dice.below(2)] } else { Need::Exact })
            .collect();
        let (mut after, mut stored, mut bytes, mut packed) = (before.clone(), Vec::new(), vec![7; 3], Vec::new());
        coder.encode(&mut after, |at| needs[at], &mut stored).unwrap();
        coder.decode(&stored, len, &mut bytes).unwrap();
        // What the coder says it has coded is what is decoded, as far as it is asked for.
        pack(&after, value_code, wins_are_odd, &mut packed);
        prop_assert_eq!(&bytes, &packed);
        for at in [0, dice.below(len), len - 1] {
            let expected = match value_code {
                ValueCode::Trits => trit(&packed, at).map(|wdl| [Wdl::Loss, Wdl::Draw, Wdl::Win].iter().position(|&of| of == wdl).unwrap() as u16),
                _ => code_at(&packed, at, value_code),
            };
            let one = coder.decode_one(&stored, len, at).unwrap();
            prop_assert_eq!(one, expected.filter(|_| codec == 0));
        }
        for (at, decoded) in unpacked(&bytes, len, value_code, wins_are_odd).into_iter().enumerate() {
            prop_assert!(
                will_do(before[at], decoded, needs[at], parts, wins_are_odd),
                "value {}: {} for {}, {:?}", at, decoded, before[at], needs[at]
            );
        }
    }

    #[test]
    fn any_stored_bytes_are_a_block_or_an_error(
        seed: u64, way in 0usize..5, codec in 0usize..2, len in 1usize..300, stored: Vec<u8>,
    ) {
        let (parts, value_code) = WAYS[way];
        let mut dice = Dice(seed);
        let coder = coder(&model(&mut dice, codec, parts), value_code, true);
        let mut bytes = Vec::new();
        let _ = coder.decode_one(&stored, len, len / 2);
        if coder.decode(&stored, len, &mut bytes).is_ok() {
            prop_assert_eq!(bytes.len() as u64, value_code.bytes_for(len as u64));
            if codec == 0 {
                unpacked(&bytes, len, value_code, true);
            }
        }
    }

    #[test]
    fn any_bytes_are_a_model_or_an_error(seed: u64, way in 0usize..5, changes in proptest::collection::vec(any::<(u16, u8)>(), 0..9)) {
        let (parts, value_code) = WAYS[way];
        let mut bytes = model(&mut Dice(seed), 0, parts).to_bytes();
        for (at, byte) in changes {
            // The first bytes say how all others are read.
            let at = usize::from(at) % if byte % 2 == 0 { bytes.len().min(24) } else { bytes.len() };
            bytes[at] = byte;
        }
        if let Ok(model) = Model::from_bytes(&bytes, Codec::Contexts, value_code) {
            prop_assert_eq!(model.to_bytes(), bytes);
            if let Ok(coder) = model.ready(value_code, true) {
                let mut decoded = Vec::new();
                let _ = coder.decode(&[0x55; 60], 100, &mut decoded);
            }
        }
    }

    #[test]
    fn a_file_holds_what_was_written(
        seed: u64, way in 0usize..5, codec in 0usize..2, wins_are_odd: bool,
        len in 1usize..2000, values_per_block in 1u32..400, blocks_per_frame in 1u16..9,
    ) {
        let (parts, value_code) = WAYS[way];
        let mut dice = Dice(seed);
        let model = model(&mut dice, codec, parts);
        let codes = codes(&mut dice, len, value_code);
        let header = Header {
            metric: if parts == Parts::Class { Metric::Wdl } else { Metric::Dtw },
            value_code,
            wins_are_odd,
            values_per_block,
            blocks_per_frame,
            values: len as u64,
            ..header(&model)
        };
        let file = table_bytes(header, &model, &codes).unwrap();
        let table = Table::open(file).unwrap();
        prop_assert_eq!(table.header().codec, model.codec());
        let (mut scratch, mut bytes, mut by_frames) = (Vec::new(), Vec::new(), Vec::new());
        for frame in 0..table.header().frames() {
            table.read_frame(frame, &mut scratch, &mut bytes, |block, bytes| {
                let len = table.header().values_in(block) as usize;
                by_frames.extend(unpacked(bytes, len, value_code, wins_are_odd));
                Ok(())
            }).unwrap();
        }
        let mut by_blocks = Vec::new();
        for block in 0..table.header().blocks() {
            table.read_block(block, &mut scratch, &mut bytes).unwrap();
            let len = table.header().values_in(block) as usize;
            by_blocks.extend(unpacked(&bytes, len, value_code, wins_are_odd));
        }
        prop_assert_eq!(&by_blocks, &by_frames);
        prop_assert_eq!(by_blocks.len(), codes.len());
        for (&found, &code) in by_blocks.iter().zip(&codes) {
            prop_assert!(will_do(code, found, Need::Exact, parts, wins_are_odd));
        }
    }
}

/// A header of a file that no game has.
fn header(model: &Model) -> Header {
    Header {
        metric: Metric::Wdl,
        scheme: 1,
        codec: model.codec(),
        value_code: ValueCode::Trits,
        exits_unstored: false,
        captures_first: false,
        wins_are_odd: true,
        values_per_block: 1,
        blocks_per_frame: 1,
        model_bytes: 0,
        values: 1,
        game: "none".into(),
        material: "KvK".into(),
        draw_rules: String::new(),
        fingerprint: [0; 32],
        clocks: None,
        sections: vec![SectionStats::default()],
        file_bytes: 0,
    }
}

/// What a model may not say, each with a word of the error.
#[test]
fn what_is_wrong_with_a_model_is_said() {
    let classes = |neighbours: &[u16], odds: ClassOdds| ClassModel {
        neighbours: neighbours.to_vec(),
        contexts: vec![odds; 3usize.pow(neighbours.len() as u32)],
    };
    let even = ClassOdds { order: 1, others: [50, 50] };
    let good = DepthModel {
        foretellers: [1, 2, 3],
        first: 5,
        differences: vec![Difference { distance: 1, clamp: 1 }],
        symbols: 4,
        contexts: vec![SymbolOdds { likeliest: 0, odds: vec![0, 60, 60] }; 7],
    };
    let of = |classes: ClassModel, depths: Option<DepthModel>| {
        let parts = if depths.is_some() { Parts::Parity } else { Parts::Class };
        Contexts { parts, classes, depths }.to_bytes()
    };
    let depths = |change: &dyn Fn(&mut DepthModel)| {
        let mut model = good.clone();
        change(&mut model);
        of(classes(&[1], even), Some(model))
    };
    let mut long = of(classes(&[1], even), None);
    long.push(0);
    let mut short = depths(&|_| ());
    short.pop();
    for (bytes, value_code, says) in [
        (vec![], ValueCode::Trits, "missing"),
        (vec![3], ValueCode::Bytes, "taken apart"),
        (of(classes(&[1], even), None), ValueCode::Bytes, "taken apart"),
        (depths(&|_| ()), ValueCode::Trits, "taken apart"),
        (long, ValueCode::Trits, "more than the model"),
        (short, ValueCode::Bytes, "missing"),
        (of(classes(&[1; 8], even), None), ValueCode::Trits, "8 neighbours"),
        (of(classes(&[0], even), None), ValueCode::Trits, "distance 0"),
        (of(classes(&[1025], even), None), ValueCode::Trits, "distance 1025"),
        (of(classes(&[1], ClassOdds { order: 7, others: [1, 1] }), None), ValueCode::Trits, "order 7"),
        (of(classes(&[1], ClassOdds { order: 6, others: [105, 105] }), None), ValueCode::Trits, "8192 and 8192"),
        (of(classes(&[1], ClassOdds { order: 6, others: [1, 255] }), None), ValueCode::Trits, "out of 16384"),
        (depths(&|model| model.foretellers[2] = 0), ValueCode::Bytes, "distance 0"),
        (depths(&|model| model.differences[0].distance = 1025), ValueCode::Words, "distance 1025"),
        (depths(&|model| model.differences[0].clamp = 0), ValueCode::Bytes, "up to 0"),
        (depths(&|model| model.differences[0].clamp = 4), ValueCode::Bytes, "up to 4"),
        (depths(&|model| model.differences = vec![model.differences[0]; 6]), ValueCode::Bytes, "6 differences"),
        (
            depths(&|model| model.differences = vec![Difference { distance: 1, clamp: 3 }; 5]),
            ValueCode::Bytes,
            "33614 contexts",
        ),
        (depths(&|model| model.symbols = 1), ValueCode::Bytes, "1 symbols"),
        (depths(&|model| model.symbols = 97), ValueCode::Bytes, "97 symbols"),
        (depths(&|model| model.contexts[2].odds = vec![1; 5]), ValueCode::Bytes, "5 of 4"),
        (depths(&|model| model.contexts[2].odds = vec![0, 105, 105]), ValueCode::Bytes, "depth context 2"),
        (depths(&|model| model.contexts[6].odds = vec![0, 200]), ValueCode::Bytes, "depth context 6"),
    ] {
        let error = Model::from_bytes(&bytes, Codec::Contexts, value_code)
            .and_then(|model| model.ready(value_code, true).map(|_| ()))
            .expect_err(says);
        assert!(error.contains(says), "{error}, not {says}");
    }
    assert!(Model::from_bytes(&[0], Codec::Zstd, ValueCode::Bytes).is_err());
    coder(&Model::from_bytes(&depths(&|_| ()), Codec::Contexts, ValueCode::Bytes).unwrap(), ValueCode::Bytes, true);
}

/// The examples of FORMAT.md, section 6.8.
#[test]
fn the_examples_of_the_format_are_right() {
    let decoded = |model: &[u8], value_code: ValueCode, stored: &[u8]| {
        let model = Model::from_bytes(model, Codec::Contexts, value_code).unwrap();
        let coder = coder(&model, value_code, true);
        let mut bytes = Vec::new();
        coder.decode(stored, 5, &mut bytes).unwrap();
        let mut again = Vec::new();
        coder.encode(&mut unpacked(&bytes, 5, value_code, true), |_| Need::Exact, &mut again).unwrap();
        assert_eq!(again, stored);
        bytes
    };
    let trits = [0, 1, 1, 0, 1, 3, 0, 0x51, 0x59, 0, 0x49, 0x51, 0];
    assert_eq!(decoded(&trits, ValueCode::Trits, &[0xa8]), [0x4c]);
    let mut depths = vec![1, 0, 6, 0x61, 0x51, 1, 0, 1, 0, 2, 0, 2, 0, 1, 1, 0, 1];
    depths.extend([4, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0x59, 0x61, 0, 0, 0x51]);
    assert_eq!(decoded(&depths, ValueCode::Bytes, &[0x67, 0x6b, 0x47, 0x4e, 0x50, 0x3d]), [6, 8, 0, 8, 61]);
}
