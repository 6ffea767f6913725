//! A whole retrieval over 10,000 memories against nothing but the dot products of the same rows.
//!
//! `retrieval_numpy.py` beside this file does the same in numpy.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use smallville::memory::{
    Weights,
    embedding::{DIMS, hashed},
    retrieval::{Columns, Sought},
    scan::dots,
};

const COUNT: usize = 10_000;

fn columns() -> Columns {
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let words =
        ["stove", "party", "cafe", "guitar", "burning", "mayor", "paper", "friend", "coffee", "garden", "ladder"];
    let mut columns = Columns::default();
    for n in 0..COUNT {
        let text: Vec<&str> = (0..8).map(|_| words[dice.random_range(0..words.len())]).collect();
        let text = format!("{} {}", text.join(" "), dice.random_range(0..500));
        columns.push(&hashed(&text), n as u64 * 7, dice.random_range(1..=10), dice.random_range(0..4));
    }
    columns
}

fn retrieval(bench: &mut Criterion) {
    let columns = columns();
    let row = hashed("Who comes to the party at the cafe?");
    let mut sought = Sought {
        row: &row,
        theirs: None,
        now: COUNT as u64 * 7 + 5,
        tick_seconds: 10,
        kinds: u8::MAX,
        most: 30,
        weights: Weights::default(),
    };
    let mut group = bench.benchmark_group(format!("{COUNT} memories x {DIMS}"));
    group.bench_function("dot products alone", |bench| {
        bench.iter(|| dots(black_box(columns.rows()), black_box(&row), COUNT));
    });
    group.bench_function("recency + importance + relevance, the best 30", |bench| {
        bench.iter(|| black_box(&columns).retrieve(black_box(&sought)));
    });
    group.finish();
}

criterion_group!(benches, retrieval);
criterion_main!(benches);
