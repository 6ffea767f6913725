//! A whole retrieval over 10,000 memories against nothing but the dot products of the same rows; and the same over rows
//! of a server, which lie by text and not by memory.
//!
//! `retrieval_numpy.py` beside this file does the first in numpy.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use smallville::{
    clock::AgentId,
    memory::{
        Weights,
        embedding::{DIMS, hash_embedding},
        embedding_store::EmbeddingStore,
        retrieval::{ColumnQuery, Columns},
        scan::dots,
    },
    mind::question::{EmbedAnswer, Row},
};

const COUNT: usize = 10_000;
const ABOUT: &str = "Who comes to the party at the cafe?";

/// The memories; and the rows of a server, which are ours again.
fn columns() -> (Columns, EmbeddingStore) {
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let words =
        ["stove", "party", "cafe", "guitar", "burning", "mayor", "paper", "friend", "coffee", "garden", "ladder"];
    let (mut columns, mut rows, who) = (Columns::default(), EmbeddingStore::default(), AgentId(0));
    rows.switch(true);
    rows.text_id(who, ABOUT, 0);
    for n in 0..COUNT {
        let text: Vec<&str> = (0..8).map(|_| words[dice.random_range(0..words.len())]).collect();
        let text = format!("{} {}", text.join(" "), dice.random_range(0..500));
        columns.push(&hash_embedding(&text), n as u64 * 7, dice.random_range(1..=10), dice.random_range(0..4));
        columns.number(rows.text_id(who, &text, 0));
    }
    while let Some(texts) = rows.batch(who, 0, 0) {
        let each = texts.iter().map(|text| Row(hash_embedding(text).to_vec())).collect();
        rows.receive(who, &texts, &EmbedAnswer { model: "ours".into(), dims: DIMS, rows: each }, 0, (1, 1));
    }
    (columns, rows)
}

fn retrieval(bench: &mut Criterion) {
    let (columns, rows) = columns();
    let row = hash_embedding(ABOUT);
    let query = ColumnQuery {
        row: &row,
        theirs: None,
        now: COUNT as u64 * 7 + 5,
        tick_seconds: 10,
        kinds: u8::MAX,
        limit: 30,
        weights: Weights::default(),
    };
    let theirs = ColumnQuery { theirs: rows.of(ABOUT), ..query };
    let mut group = bench.benchmark_group(format!("{COUNT} memories x {DIMS}"));
    group.bench_function("dot products alone", |bench| {
        bench.iter(|| dots(black_box(columns.rows()), black_box(&row), COUNT));
    });
    group.bench_function("recency + importance + relevance, the best 30", |bench| {
        bench.iter(|| black_box(&columns).retrieve(black_box(&query)));
    });
    group.bench_function("the same over rows of a server", |bench| {
        bench.iter(|| black_box(&columns).retrieve(black_box(&theirs)));
    });
    group.finish();
}

criterion_group!(benches, retrieval);
criterion_main!(benches);
