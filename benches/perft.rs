//! Leaf nodes a second of perft with bulk counting, from each game's start.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dambase_rules::{Counting, GameId, GameRules, with_game};

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for (id, depth) in [
        (GameId::Russian, 8),
        (GameId::Brazilian, 8),
        (GameId::International, 7),
        (GameId::Canadian, 6),
        (GameId::English, 9),
        (GameId::Italian, 9),
        (GameId::Spancireti, 7),
        (GameId::StopAfter, 8),
    ] {
        with_game!(id, G => {
            let start = G::start();
            group.throughput(Throughput::Elements(<G as GameRules>::perft(&start, depth, Counting::Distinct)));
            group.bench_function(id.name(), |b| b.iter(|| <G as GameRules>::perft(&start, depth, Counting::Distinct)));
        });
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
