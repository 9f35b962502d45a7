//! Small tables for the tests, solved by going over the rules until nothing changes, and written by hand.
#![allow(dead_code)]

use std::collections::BTreeMap;

use dambase_format::codec::{
    ClassModel, ClassOdds, Codec, Contexts, DepthModel, Difference, Model, Parts, SymbolOdds, byte_of,
};
use dambase_format::{
    ClockedGame, Header, Metric, SectionStats, SliceIndex, SliceKey, Source, TableGame, Value, ValueCode, fingerprint,
    table_bytes,
};
use dambase_prober::{OpenOptions, Tablebase};
use dambase_rules::Wdl;

/// The values of some slices and of all they depend on.
pub struct Solved<G: TableGame> {
    pub slices: BTreeMap<SliceKey, (G::Slice, Vec<Value>)>,
}

/// How a file is written.
#[derive(Clone, Copy)]
pub struct Layout {
    pub values_per_block: u32,
    pub blocks_per_frame: u16,
    /// That of both metrics; the one the generator takes where none is said.
    pub codec: Option<Codec>,
    pub value_code: Option<ValueCode>,
    /// Positions whose value follows from other slices are stored as they are, or hold nonsense.
    pub exits_stored: bool,
}

pub const LAYOUT: Layout =
    Layout { values_per_block: 64, blocks_per_frame: 5, codec: None, value_code: None, exits_stored: false };

pub fn key<G: TableGame>(material: &str) -> SliceKey {
    G::parse_material(material).unwrap()
}

/// Solves `materials` and what they depend on.
pub fn solve<G: TableGame>(materials: &[&str]) -> Solved<G> {
    let mut keys: Vec<_> = materials.iter().map(|material| key::<G>(material)).collect();
    let mut at = 0;
    while at < keys.len() {
        for needed in G::dependencies(keys[at]) {
            if !keys.contains(&needed) {
                keys.push(needed);
            }
        }
        at += 1;
    }
    keys.sort_by_key(|key| G::solving_order(*key));
    let mut solved = Solved::<G> { slices: BTreeMap::new() };
    for key in keys {
        let slice = G::slice(key).unwrap();
        let len = slice.len();
        solved.slices.insert(key, (slice, vec![Value::Draw; len as usize]));
        loop {
            let mut changed = false;
            for index in 0..len {
                let (slice, values) = &solved.slices[&key];
                let value = solved.by_moves(&slice.position_at(index).unwrap());
                if value != values[index as usize] {
                    changed = true;
                    solved.slices.get_mut(&key).unwrap().1[index as usize] = value;
                }
            }
            if !changed {
                break;
            }
        }
    }
    solved
}

impl<G: TableGame> Solved<G> {
    /// The value of a position: found, or that of a game that is over.
    pub fn value(&self, position: &G::Position) -> Value {
        match G::slice_key(position) {
            Some(key) => {
                let (slice, values) = &self.slices[&key];
                values[slice.index_of(position) as usize]
            }
            None => over::<G>(position),
        }
    }

    fn by_moves(&self, position: &G::Position) -> Value {
        let mut best: Option<Value> = None;
        G::for_each_successor(position, |after| {
            let value = self.value(&after).before_move();
            best = Some(match best {
                Some(best) if best.preference() >= value.preference() => best,
                _ => value,
            });
        });
        best.unwrap_or_else(|| over::<G>(position))
    }

    pub fn stats(&self, key: SliceKey, metric: Metric) -> Vec<SectionStats> {
        let (slice, values) = &self.slices[&key];
        (0..slice.sections())
            .map(|section| {
                let range = slice.section(section);
                &values[range.start as usize..range.end as usize]
            })
            .map(|section| {
                let mut stats = SectionStats::default();
                for (at, value) in section.iter().enumerate() {
                    match value {
                        Value::Loss(_) => stats.loss += 1,
                        Value::Draw => stats.draw += 1,
                        Value::Win(plies) => {
                            stats.win += 1;
                            if metric == Metric::Dtw && stats.longest_win.is_none_or(|longest| *plies > longest.0) {
                                stats.longest_win = Some((*plies, at as u64));
                            }
                        }
                    }
                }
                stats
            })
            .collect()
    }

    pub fn header(&self, key: SliceKey, metric: Metric, layout: Layout) -> Header {
        let (slice, values) = &self.slices[&key];
        let value_code = match metric {
            Metric::Wdl => ValueCode::Trits,
            Metric::Dtw | Metric::Dtc => layout.value_code.unwrap_or(ValueCode::Bytes),
        };
        Header {
            metric,
            scheme: G::SCHEME,
            codec: layout.codec.unwrap_or(if metric == Metric::Wdl { Codec::Contexts } else { G::DEPTH_CODEC }),
            value_code,
            exits_unstored: !layout.exits_stored,
            captures_first: false,
            wins_are_odd: G::WINS_ARE_ODD,
            values_per_block: layout.values_per_block,
            blocks_per_frame: layout.blocks_per_frame,
            model_bytes: 0,
            values: values.len() as u64,
            game: G::ID.name().into(),
            material: slice.material(),
            draw_rules: String::new(),
            fingerprint: fingerprint::<G>(),
            clocks: None,
            sections: self.stats(key, metric),
            file_bytes: 0,
        }
    }

    /// The file of a slice.
    pub fn file(&self, key: SliceKey, metric: Metric, layout: Layout) -> Vec<u8> {
        let header = self.header(key, metric, layout);
        let (slice, values) = &self.slices[&key];
        let codes: Vec<_> = values
            .iter()
            .zip(0..)
            .map(|(value, index)| {
                let stored = layout.exits_stored || !G::is_exit_only(&slice.position_at(index).unwrap());
                // Nonsense that is different everywhere, for whoever should believe it.
                if stored { value.code() } else { (index * 7 % 250) as u16 }
            })
            .collect();
        write(&header, &codes)
    }

    /// The name of a slice's file.
    pub fn name(&self, key: SliceKey, metric: Metric) -> String {
        format!("{}.{metric}", self.slices[&key].0.material())
    }

    /// All files, by name.
    pub fn files(&self, metrics: &[Metric], layout: Layout) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        for &key in self.slices.keys() {
            for &metric in metrics {
                files.insert(self.name(key, metric), self.file(key, metric, layout));
            }
        }
        files
    }

    /// Calls `visit` with every position in every colour order, and its value.
    pub fn for_each(&self, mut visit: impl FnMut(&G::Position, Value)) {
        for (slice, values) in self.slices.values() {
            for (index, value) in (0..).zip(values) {
                let position = slice.position_at(index).unwrap();
                visit(&position, *value);
                visit(&G::colours_exchanged(&position), *value);
            }
        }
    }

    /// Every position has exactly the right answer, by every way to ask for it.
    pub fn check_all(&self, tablebase: &Tablebase<G>) {
        self.for_each(|position, value| {
            assert_eq!(tablebase.probe_dtw(position), Ok(value), "{}", G::fen(position));
            assert_eq!(tablebase.probe_wdl(position), Ok(value.wdl()), "{}", G::fen(position));
            assert_eq!(tablebase.probe(position), Ok(value.into()), "{}", G::fen(position));
        });
    }
}

/// Writes a file of such codes, with the codec that the header names.
pub fn write(header: &Header, codes: &[u16]) -> Vec<u8> {
    table_bytes(header.clone(), &model(header), codes).unwrap()
}

/// A model that foretells badly, but all there is to a model is in it.
pub fn model(header: &Header) -> Model {
    if header.codec == Codec::Zstd {
        return Model::Zstd;
    }
    let parts = if header.value_code == ValueCode::Trits { Parts::Class } else { Parts::Parity };
    // By the nearest neighbour, likely alike; a context of two draws has no odds.
    let odds = |number: usize| match number {
        4 => ClassOdds::default(),
        _ => ClassOdds { order: [1, 3, 5][number % 3], others: [byte_of(1, 8); 2] },
    };
    let classes = ClassModel { neighbours: vec![1, 7], contexts: (0..9).map(odds).collect() };
    let differences = vec![Difference { distance: 2, clamp: 1 }];
    let contexts = (0..=DepthModel::count_contexts(&differences))
        .map(|number| match number % 3 {
            1 => SymbolOdds::default(),
            _ => SymbolOdds {
                likeliest: 0,
                odds: vec![0, byte_of(1, 9), byte_of(1, 9), 0, byte_of(1, 50), 0, 0, byte_of(1, 60)],
            },
        })
        .collect();
    let depths = DepthModel { foretellers: [1, 3, 9], first: 3, differences, symbols: 8, contexts };
    Model::Contexts(Contexts { parts, classes, depths: (parts != Parts::Class).then_some(depths) })
}

/// The value where there are no moves.
pub fn over<G: TableGame>(position: &G::Position) -> Value {
    match G::value_without_moves(position) {
        Wdl::Win => Value::Win(0),
        Wdl::Draw => Value::Draw,
        Wdl::Loss => Value::Loss(0),
    }
}

pub fn options(cache_bytes: usize) -> OpenOptions {
    OpenOptions { cache_bytes, ..OpenOptions::default() }
}

/// Opens files in memory.
pub fn open<G: ClockedGame>(files: &BTreeMap<String, Vec<u8>>, cache_bytes: usize) -> Tablebase<G> {
    let sources = files.iter().map(|(name, bytes)| (name.clone(), Box::new(bytes.clone()) as Box<dyn Source>));
    Tablebase::from_sources(sources, &options(cache_bytes))
}

/// Opens all tables of `solved`, both metrics.
pub fn open_all<G: ClockedGame>(solved: &Solved<G>) -> Tablebase<G> {
    let tablebase = open(&solved.files(&Metric::THEORY, LAYOUT), 1 << 20);
    assert!(tablebase.problems().is_empty(), "{:?}", tablebase.problems());
    tablebase
}
