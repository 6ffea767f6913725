//! The stream against a plain and slow one.

use proptest::prelude::*;

use super::{MemoryKind::*, embedding::hash_embedding, *};

const NO_MATTER: &str = "";

fn query(about: &str, now: u64, limit: usize) -> Query<'_> {
    Query { about, now, tick_seconds: 10, limit, kinds: MemoryKinds::ALL, rows: None }
}

fn places(hits: &[Hit]) -> Vec<u32> {
    hits.iter().map(|hit| hit.index).collect()
}

fn memory(text: &str, tick: u64, importance: u8, kind: MemoryKind) -> Memory {
    Memory { kind, ..Memory::observed(text, tick, importance) }
}

/// As the paper writes it, in `f64`, over everything, sorted whole.
fn plainly(stream: &MemoryStream, query: &Query) -> Vec<(u32, [f64; 3])> {
    let row = hash_embedding(query.about);
    let raw = |memory: &Memory| {
        let hours = (query.now - memory.accessed) as f64 * f64::from(query.tick_seconds) / 3600.0;
        let dot = hash_embedding(&memory.text).into_iter().zip(row).map(|(a, b)| f64::from(a) * f64::from(b));
        [0.99_f64.powf(hours), f64::from(memory.importance), dot.sum()]
    };
    let counted = stream.all().iter().enumerate().filter(|(_, memory)| query.kinds.has(memory.kind));
    let raws: Vec<(u32, [f64; 3])> = counted.map(|(n, memory)| (n as u32, raw(memory))).collect();
    let scaled = |n: usize, x: f64| {
        let all = || raws.iter().map(|(_, raw)| raw[n]);
        let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        if most > least { (x - least) / (most - least) } else { 0.0 }
    };
    raws.iter().map(|(place, raw)| (*place, [0, 1, 2].map(|n| scaled(n, raw[n])))).collect()
}

fn any_memory() -> impl Strategy<Value = Memory> {
    let words = prop::collection::vec(
        prop::sample::select(vec!["stove", "Una", "burning", "party", "Bo", "at five", "the cafe", "火", ""]),
        0..5,
    );
    let kind = prop::sample::select(vec![Observation, Reflection, Plan, Dialogue]);
    (words, kind, 1..=10_u8, 0..40_000_u64)
        .prop_map(|(words, kind, importance, tick)| memory(&words.join(" "), tick, importance, kind))
}

proptest! {
    #[test]
    fn exactly_the_best(
        memories in prop::collection::vec(any_memory(), 0..120),
        about in "(Una|stove|burning|party| ){0,4}",
        limit in 0..40_usize,
        left_out in prop::option::of(prop::sample::select(vec![Observation, Dialogue])),
    ) {
        let stream = MemoryStream::from(memories);
        let kinds = left_out.map_or(MemoryKinds::ALL, |kind| MemoryKinds::ALL.without(kind));
        let query = Query { kinds, ..query(&about, 40_000, limit) };
        let (hits, plain) = (stream.retrieve(&query), plainly(&stream, &query));
        prop_assert_eq!(hits.len(), limit.min(plain.len()));
        let score = |place: u32| plain.iter().find(|one| one.0 == place).map(|one| one.1.iter().sum::<f64>());
        for hit in &hits {
            let of = plain.iter().find(|one| one.0 == hit.index).expect("what is left out does not come");
            for (mine, its) in [hit.recency, hit.importance, hit.relevance].iter().zip(of.1) {
                prop_assert!((f64::from(*mine) - its).abs() < 2e-4, "{hit:?} {of:?}");
            }
            prop_assert!((hit.score - hit.recency - hit.importance - hit.relevance).abs() < 1e-5);
        }
        // Best first, of equals the newer first, and nothing better stayed behind.
        for pair in hits.windows(2) {
            let order = pair[1].score.total_cmp(&pair[0].score).then(pair[1].index.cmp(&pair[0].index));
            prop_assert!(order.is_lt(), "{pair:?}");
        }
        if let Some(last) = hits.last() {
            let worst = score(last.index).unwrap_or_default();
            for (place, _) in plain.iter().filter(|one| hits.iter().all(|hit| hit.index != one.0)) {
                prop_assert!(score(*place).unwrap_or_default() <= worst + 4e-4);
            }
        }
    }

    #[test]
    fn written_down_and_read_it_is_the_same(memories in prop::collection::vec(any_memory(), 0..30)) {
        let stream = MemoryStream::from(memories);
        let text = serde_json::to_string(&stream).expect("plain data");
        prop_assert_eq!(&text, &serde_json::to_string(stream.all()).expect("plain data"), "rows are not written");
        let read: MemoryStream = serde_json::from_str(&text).expect("what was written");
        prop_assert_eq!(&read, &stream);
        let query = query("Una at the stove", 50_000, 9);
        prop_assert_eq!(read.retrieve(&query), stream.retrieve(&query));
    }
}

#[test]
fn each_of_the_three_counts() {
    let mut stream = MemoryStream::default();
    let old = stream.remember(Memory::observed("Bo repairs the roof", 0, 3));
    let heavy = stream.remember(Memory::observed("Bo repairs the roof", 0, 4));
    let new = stream.remember(Memory::observed("Bo repairs the roof", 360, 4));
    let near = stream.remember(Memory::observed("Una bakes bread", 360, 4));
    assert_eq!(places(&stream.retrieve(&query("Una's bread", 360, 9))), [near, new, heavy, old]);
    // Nothing tells them apart but what is there: a matter of no words, all else equal, is 0 and not NaN.
    let mut same = MemoryStream::default();
    (0..3).for_each(|_| {
        same.remember(Memory::observed("Bo", 5, 3));
    });
    let hits = same.retrieve(&query(NO_MATTER, 5, 2));
    assert_eq!(places(&hits), [2, 1]);
    assert!(hits.iter().all(|hit| hit.score == 0.0 && hit.recency == 0.0));
}

#[test]
fn an_hour_leaves_99_of_100() {
    let mut stream = MemoryStream::default();
    for hours in [0, 50, 100] {
        stream.remember(Memory::observed("Bo", 360 * hours, 3));
    }
    let hits = stream.retrieve(&query(NO_MATTER, 36_000, 3));
    let (least, middle) = (0.99_f64.powi(100), 0.99_f64.powi(50));
    assert!((f64::from(hits[1].recency) - (middle - least) / (1.0 - least)).abs() < 1e-5, "{hits:?}");
}

#[test]
fn only_what_is_touched_grows_young() {
    let mut stream = MemoryStream::default();
    for tick in 0..5 {
        stream.remember(Memory::observed("Bo", tick, 3));
    }
    let before = stream.clone();
    assert_eq!(places(&stream.retrieve(&query("Bo", 100, 2))), [4, 3]);
    assert_eq!(stream, before, "looking leaves no trace");
    stream.touch(&[1, 99], 50);
    assert_eq!(places(&stream.retrieve(&query("Bo", 100, 2))), [1, 4]);
    assert_eq!((stream.all()[1].accessed, stream.all()[1].created), (50, 1));
    stream.touch(&[1], 20);
    assert_eq!(stream.all()[1].accessed, 50, "what was thought of later stays so");
}

#[test]
fn a_better_judgement_counts() {
    let mut stream = MemoryStream::default();
    for _ in 0..3 {
        stream.remember(Memory::observed("Bo", 0, 3));
    }
    stream.set_importance(0, 200);
    stream.set_importance(77, 5);
    assert_eq!((stream.all()[0].importance, stream.retrieve(&query("Bo", 9, 1))[0].index), (10, 0));
}

#[test]
fn what_was_said_is_found_by_partner() {
    let mut stream = MemoryStream::default();
    for (with, kind) in [("Ada", Dialogue), ("Bo", Dialogue), ("Ada", Observation), ("Ada", Dialogue)] {
        stream.remember(Memory { with: Some(with.into()), ..memory("words", 3, 3, kind) });
    }
    assert_eq!((stream.with("Ada"), stream.with("Bo"), stream.with("Eve")), (&[0, 3][..], &[1][..], &[][..]));
}

#[test]
fn a_hundred_thousand_memories_are_no_trouble() {
    let memories =
        (0..100_000).map(|n| Memory::observed(format!("step {} of {}", n % 997, n % 31), n, 1 + (n % 9) as u8));
    let mut stream = MemoryStream::from(memories.collect::<Vec<_>>());
    let last = stream.remember(Memory::observed("Ada lost her grey dog at the harbour", 100_000, 10));
    assert_eq!(stream.all().len(), 100_001, "nothing is dropped");
    let first = stream.all()[0].text.clone();
    assert_eq!(first, "step 0 of 0");
    assert_eq!(places(&stream.retrieve(&query("Where is Ada's dog?", 100_001, 1))), [last]);
}
