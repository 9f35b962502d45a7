//! Making and probing tables: whole small runs, and warm probes of random positions.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dambase_benches::{make, open};
use dambase_format::{SliceIndex, TableGame};
use dambase_rules::draughts::games::{English, International, Russian};

/// Values of all slices up to so many pieces, as they are stored.
fn values<G: TableGame>(pieces: u32) -> u64 {
    (2..=pieces).flat_map(G::slices_of).map(|key| G::slice(key).expect("an index").len()).sum()
}

fn generate(c: &mut Criterion) {
    let mut group = c.benchmark_group("generate");
    group.sample_size(10);
    for threads in [1, 2] {
        group.throughput(Throughput::Elements(values::<Russian>(3)));
        group.bench_function(format!("russian to 3, {threads} threads"), |b| b.iter(|| make::<Russian>(3, threads)));
        group.throughput(Throughput::Elements(values::<International>(3)));
        group.bench_function(format!("international to 3, {threads} threads"), |b| {
            b.iter(|| make::<International>(3, threads));
        });
    }
    group.finish();
}

fn probe(c: &mut Criterion) {
    let folder = make::<English>(4, 2);
    let tablebase = open::<English>(&folder);
    // Random positions over all tables, with and without captures: a step that has no common factor with the sizes.
    let positions: Vec<_> = English::slices_of(4)
        .into_iter()
        .flat_map(|key| {
            let slice = English::slice(key).expect("an index");
            (0..slice.len()).step_by(997).filter_map(move |index| slice.position_at(index)).collect::<Vec<_>>()
        })
        .collect();
    let mut group = c.benchmark_group("probe, english 4 pieces, all positions");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("wdl", |b| {
        b.iter(|| {
            for position in &positions {
                black_box(tablebase.probe_wdl(position)).expect("a value");
            }
        });
    });
    group.bench_function("dtw", |b| {
        b.iter(|| {
            for position in &positions {
                black_box(tablebase.probe_dtw(position)).expect("a value");
            }
        });
    });
    group.finish();
}

criterion_group!(benches, generate, probe);
criterion_main!(benches);
