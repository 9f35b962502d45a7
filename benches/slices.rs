//! The parts of making a table, each by itself: solving the layers of a slice, coding and writing it, decoding it.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::fs::{File, remove_file};
use std::io::Read;
use std::sync::Mutex;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dambase_benches::make;
use dambase_format::{Metric, SliceIndex, Table};
use dambase_generator::{Made, Options, PlannedSlice, Progress, Solvable, generate};
use dambase_rules::chess::Chess;
use dambase_rules::draughts::games::{English, International, Russian};

/// Adds up what a run says of its slices.
#[derive(Default)]
struct Times(Mutex<[Duration; 2]>);

impl Progress for Times {
    fn finished(&self, _slice: &PlannedSlice, made: &Made) {
        let mut times = self.0.lock().expect("no panic before");
        times[0] += made.solving;
        times[1] += made.writing;
    }
}

/// Solving and writing one slice whose dependencies stand; what is read of those counts as solving.
fn slice<G: Solvable>(c: &mut Criterion, material: &str) {
    let key = G::parse_material(material).expect("a material");
    let slice = G::slice(key).expect("an index");
    let folder = make::<G>(slice.pieces() - 1, 2);
    let own = folder.path().join(G::ID.name());
    for (part, name) in ["solve", "write"].into_iter().enumerate() {
        let mut group = c.benchmark_group(name);
        group.sample_size(10).throughput(Throughput::Elements(slice.len()));
        for threads in [1, 2] {
            group.bench_function(format!("{} {material}, {threads} threads", G::ID.name()), |b| {
                b.iter_custom(|times| {
                    let all = Times::default();
                    for _ in 0..times {
                        for metric in Metric::THEORY {
                            let _ = remove_file(own.join(format!("{}.{metric}", slice.material())));
                        }
                        let options = Options {
                            folder: own.clone(),
                            metrics: Metric::THEORY.to_vec(),
                            threads: Some(threads),
                            memory_bytes: None,
                        };
                        generate::<G>(&[key], &options, &all).expect("tables");
                    }
                    all.0.into_inner().expect("no panic before")[part]
                });
            });
        }
        group.finish();
    }
    let mut group = c.benchmark_group("decode");
    for metric in Metric::THEORY {
        let mut file = Vec::new();
        let path = own.join(format!("{}.{metric}", slice.material()));
        File::open(path).and_then(|mut from| from.read_to_end(&mut file)).expect("the table");
        let table = Table::open(file).expect("a table");
        group.throughput(Throughput::Elements(slice.len()));
        group.bench_function(format!("{} {material}.{metric}", G::ID.name()), |b| {
            let (mut scratch, mut bytes) = (Vec::new(), Vec::new());
            b.iter(|| {
                for frame in 0..table.header().frames() {
                    table.read_frame(frame, &mut scratch, &mut bytes, |_, _| Ok(())).expect("a frame");
                }
            });
        });
    }
    group.finish();
}

fn slices(c: &mut Criterion) {
    slice::<Russian>(c, "KKMvK");
    slice::<English>(c, "KMvMM");
    slice::<International>(c, "KKMvK");
    slice::<Chess>(c, "KQvKR");
}

criterion_group!(benches, slices);
criterion_main!(benches);
