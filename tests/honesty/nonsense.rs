//! No name is built in: a town whose names are nonsense lives as the same town does under its own.

use std::collections::{BTreeMap, BTreeSet};

use smallville::{data::Data, memory::MemoryKind};

use super::{
    copied::Copied,
    lived::{How, Lived},
    names::into_nonsense,
};

/// What is counted of a town that has lived.
type Figures = BTreeMap<String, f64>;

fn figures(town: &mut Lived) -> Figures {
    let (minds, lines, questions) = (town.minds(), town.said(), town.asked());
    let people = minds.len() as f64;
    let mut figures = Figures::new();
    let mut note = |what: &str, figure: f64| figures.insert(what.to_string(), figure);
    note("lines", lines.len() as f64);
    note(
        "letters of a line",
        lines.iter().map(|line| line.words.len()).sum::<usize>() as f64 / (lines.len().max(1)) as f64,
    );
    note("memories", minds.values().map(|(_, all)| all.len()).sum::<usize>() as f64);
    for kind in [MemoryKind::Observation, MemoryKind::Reflection, MemoryKind::Dialogue] {
        let of = |all: &[smallville::memory::Memory]| all.iter().filter(|memory| memory.kind == kind).count();
        note(&format!("{kind:?}"), minds.values().map(|(_, all)| of(all)).sum::<usize>() as f64);
    }
    // Names that are longer or shorter than before make a line so; the rest is for everybody the same.
    let with: BTreeSet<(u32, &str)> = minds
        .iter()
        .flat_map(|(id, (_, all))| all.iter().filter_map(|memory| Some((*id, memory.with.as_deref()?))))
        .collect();
    note("acquaintances made", with.len() as f64 / people);
    for news in &town.played().news {
        let knows = |all: &[smallville::memory::Memory]| all.iter().any(|memory| news.told_in(&memory.text));
        let share = minds.values().filter(|(_, all)| knows(all)).count() as f64 / people;
        note(&format!("know of {}", news.id), share);
    }
    for purpose in ["reaction", "after_talk"] {
        note(&format!("asked: {purpose}"), questions.iter().filter(|ask| ask.purpose == purpose).count() as f64);
    }
    figures
}

/// The scenario `id` under its own names and under nonsense, each with these seeds.
fn both(id: &str, seeds: std::ops::RangeInclusive<u64>, hours: f64) -> (Vec<Figures>, Vec<Figures>) {
    let live = |data: &Data, seed: u64| {
        let mut town = Lived::new(id, data, How { seed, talk: 1.0 });
        town.until(town.end(hours));
        figures(&mut town)
    };
    let ours = Data::only(env!("CARGO_MANIFEST_DIR"));
    std::thread::scope(|scope| {
        let own = scope.spawn(|| seeds.clone().map(|seed| live(&ours, seed)).collect());
        let nonsense = seeds.clone().map(|seed| {
            let copied = Copied::of(id);
            into_nonsense(&copied, seed);
            live(&copied.data(), seed)
        });
        let nonsense = nonsense.collect();
        (own.join().expect("it lived"), nonsense)
    })
}

fn mean(all: &[f64]) -> f64 {
    all.iter().sum::<f64>() / all.len() as f64
}

/// How likely it is that two drawings of one distribution have means at least so far apart: by trying at most 20,000
/// ways to deal the same figures into two hands.
fn likelihood(one: &[f64], other: &[f64]) -> f64 {
    let all: Vec<f64> = one.iter().chain(other).copied().collect();
    let apart = (mean(one) - mean(other)).abs() - 1e-9;
    let ways = 1u32 << all.len();
    let step = (ways / 1_000_000).max(1);
    let (mut dealt, mut farther) = (0u32, 0u32);
    for way in (0..ways).step_by(step as usize).filter(|way| way.count_ones() as usize == one.len()) {
        let hand = |mine: bool| {
            let held = all.iter().enumerate().filter(|(n, _)| (way >> n & 1 == 1) == mine).map(|(_, figure)| *figure);
            mean(&held.collect::<Vec<_>>())
        };
        dealt += 1;
        farther += u32::from((hand(true) - hand(false)).abs() >= apart);
    }
    f64::from(farther) / f64::from(dealt)
}

/// Prints the table; the figures that are further apart than chance would have it in one of `once_in` towns.
fn apart(own: &[Figures], nonsense: &[Figures], once_in: f64) -> Vec<String> {
    let mut strange = Vec::new();
    for what in own[0].keys() {
        let column = |all: &[Figures]| all.iter().map(|figures| figures[what]).collect::<Vec<f64>>();
        let (one, other) = (column(own), column(nonsense));
        let likely = likelihood(&one, &other);
        println!("{what:>24}  {:8.2}  {:8.2}  p = {likely:.3}", mean(&one), mean(&other));
        if likely < 1.0 / once_in && what != "letters of a line" {
            strange.push(format!("{what}: {one:.2?} under its own names, {other:.2?} under nonsense"));
        }
    }
    strange
}

#[test]
fn hands_of_one_pack_are_likely_and_of_two_are_not() {
    assert!(likelihood(&[1.0, 2.0, 3.0, 4.0], &[4.0, 1.0, 2.0, 3.0]) > 0.9);
    assert!(likelihood(&[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0]) < 0.03);
    assert_eq!(likelihood(&[2.0; 4], &[2.0; 4]), 1.0);
}

/// Four seeds and a morning: fails only where not one town of one kind is like any of the other.
#[test]
fn a_harbour_of_nonsense_lives_like_the_harbour() {
    let (own, nonsense) = both("harbour", 1..=4, 5.0);
    let strange = apart(&own, &nonsense, 34.0);
    assert!(strange.is_empty(), "{}", strange.join("\n"));
}

/// The whole of it: `cargo test --release --test honesty -- --ignored the_ville`, some minutes.
#[test]
#[ignore = "ten seeds of two days, twice: for release"]
fn the_ville_of_nonsense_lives_like_the_ville() {
    let (own, nonsense) = both("the_ville", 1..=10, 48.0);
    // So many figures are looked at that one in twenty whole tests may fail by chance.
    let strange = apart(&own, &nonsense, 20.0 * own[0].len() as f64);
    assert!(strange.is_empty(), "{}", strange.join("\n"));
}
