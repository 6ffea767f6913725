//! Talk through the real questions: eight people of this test's own, two days, no town.

mod cast;
mod town;

use std::collections::BTreeMap;

use smallville::mind::question::Does;
use town::{DAY, Town};

fn lived(text: &str, seed: u64) -> Town {
    let (people, places) = cast::read(text, seed);
    let mut town = Town::new(people, places, seed);
    town.live(2, 6);
    town
}

fn first(name: &str) -> &str {
    name.split(' ').next().unwrap_or(name)
}

fn clock(at: u32) -> String {
    format!("day {} {:02}:{:02}", at / DAY + 1, at / 60 % 24, at % 60)
}

/// (word for word, most frequent sentence with names out as a share, that sentence).
fn repeats(town: &Town) -> (f32, f32, String) {
    let mut whole: BTreeMap<&str, u32> = BTreeMap::new();
    let mut bare: BTreeMap<String, u32> = BTreeMap::new();
    let lines: Vec<&str> = town.talks.iter().flat_map(|t| &t.lines).map(|l| l.words.as_str()).collect();
    for line in &lines {
        *whole.entry(line).or_default() += 1;
        for sentence in line.split_inclusive(['.', '!', '?']) {
            let mut sentence = sentence.trim().to_string();
            for person in &town.people {
                sentence = sentence.replace(first(&person.name), "#");
            }
            if !sentence.is_empty() {
                *bare.entry(sentence).or_default() += 1;
            }
        }
    }
    let again: u32 = whole.values().map(|n| n - 1).sum();
    let sentences: u32 = bare.values().sum();
    let (most, n) = bare.into_iter().max_by_key(|row| row.1).unwrap_or_default();
    (again as f32 / lines.len() as f32, n as f32 / sentences as f32, most)
}

#[test]
#[ignore = "for reading aloud: SEED, SHOW, KEPT"]
fn read_aloud() {
    let number = |name: &str, or: u64| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(or);
    let seed = number("SEED", 1);
    let text = if number("NONSENSE", 0) > 0 { cast::nonsense(seed) } else { cast::text().to_string() };
    let town = lived(&text, seed);
    let step = (town.talks.len() / number("SHOW", 12) as usize).max(1);
    for talk in town.talks.iter().skip(number("FROM", 0) as usize).step_by(step) {
        println!("-- {} {}", clock(talk.at), talk.place);
        for line in &talk.lines {
            println!("   {}: {}", first(&line.who), line.words);
        }
        if number("KEPT", 0) > 0 {
            for (who, kept) in talk.pair.iter().zip(&talk.kept) {
                println!("     [{} keeps]", first(&town.people[*who].name));
                for fact in &kept.heard {
                    println!("       heard {}: {}", fact.line, fact.fact);
                }
                for fact in &kept.told {
                    println!("       told  {}: {}", fact.line, fact.fact);
                }
                for (name, text) in [
                    ("unsure", &kept.unsure),
                    ("changes", &kept.changes),
                    ("opinion", &kept.opinion),
                    ("summary", &kept.summary),
                ] {
                    if !text.is_empty() {
                        println!("       {name}: {text}");
                    }
                }
            }
        }
    }
    figures(&town);
}

#[test]
fn two_days_of_talk_keep_their_promises() {
    let town = lived(cast::text(), 1);
    let (again, ..) = repeats(&town);
    assert!(again < 0.02, "repeated word for word: {again}");
    let said = || town.talks.iter().flat_map(|talk| &talk.lines).map(|line| line.words.to_lowercase());
    assert!(!said().any(|line| line.contains("turquoise")), "a secret was said");
    for (i, stream) in town.streams.iter().enumerate() {
        for memory in stream {
            let owner = &town.people[i].name;
            assert!(!memory.text.contains("turquoise") || memory.secret, "{owner} learned a secret: {}", memory.text);
            let wrong =
                memory.text.contains("holding a harvest supper") && !memory.text.contains("Wilma Thorne is hold");
            assert!(!wrong, "{owner} has the wrong host: {}", memory.text);
        }
    }
    for talk in &town.talks {
        let lines: Vec<_> = talk.lines.iter().map(|line| format!("{}: {}", first(&line.who), line.words)).collect();
        // seven lines of one's own each, and what has to be answered after them
        assert!((2..=18).contains(&lines.len()), "too short or too long:\n{}", lines.join("\n"));
    }
}

fn figures(town: &Town) {
    let lines: Vec<_> = town.talks.iter().flat_map(|t| &t.lines).collect();
    let words: usize = lines.iter().map(|l| l.words.split(' ').count()).sum();
    let long = lines.iter().filter(|l| l.words.split(' ').count() > 30).count();
    let (again, most, which) = repeats(town);
    println!(
        "talks {} lines {} lines/talk {:.1} ({}-{}) words/line {:.1} over 30: {:.1}% repeated {:.2}% most frequent {:.2}% {which:?}",
        town.talks.len(),
        lines.len(),
        lines.len() as f32 / town.talks.len() as f32,
        town.talks.iter().map(|t| t.lines.len()).min().unwrap_or(0),
        town.talks.iter().map(|t| t.lines.len()).max().unwrap_or(0),
        words as f32 / lines.len() as f32,
        100.0 * long as f32 / lines.len() as f32,
        100.0 * again,
        100.0 * most,
    );
    let know = |what: &str| town.streams.iter().filter(|s| s.iter().any(|m| m.text.contains(what))).count();
    let kept: Vec<_> = town.talks.iter().flat_map(|t| &t.kept).collect();
    let acts = |does| town.talks.iter().flat_map(|t| &t.acts).map(|(_, act)| act).filter(move |act| act.does == does);
    println!(
        "supper {} council {} exhibition {} of {}; agreed {} refused {} unsure {} opinions {}",
        know("harvest supper"),
        know("parish council"),
        know("exhibition of"),
        town.people.len(),
        acts(Does::Accept).count(),
        acts(Does::Decline).count(),
        kept.iter().filter(|k| !k.unsure.is_empty()).count(),
        kept.iter().filter(|k| !k.opinion.is_empty()).count(),
    );
    for act in acts(Does::Accept) {
        println!("   agreed: {} | {} | {} {}-{}", act.what, act.place, act.date, act.from, act.until);
    }
}
