//! Which memories bear out what is asked.

use std::collections::BTreeSet;

use super::{
    super::beliefs::{Beliefs, Fact, Memory},
    Matter, Point,
};
use crate::language::{
    lexicon::lex,
    text::{content, finite, split},
    time::DAY,
};

/// So many of the words must stand in a memory of it, if there are more than two; all, if not.
const SHARE: f32 = 0.6;
/// A word of so many letters has hardly a stem.
const SHORT: usize = 5;
/// What a number counts stands so near behind it, in words.
const NEAR: usize = 3;

/// Whether a memory may be spoken of at all.
pub fn open(head: &Beliefs, memory: &Memory) -> bool {
    !memory.secret
        && !head.facts.iter().any(|fact| fact.f().secret && fact.n == memory.n && memory.text.contains(&fact.text))
}

/// Facts that may be spoken of.
pub fn facts<'h>(head: &'h Beliefs) -> impl Iterator<Item = &'h Fact> {
    head.facts.iter().filter(|fact| !fact.f().secret)
}

/// What was found.
#[derive(Default)]
pub struct Found<'h> {
    /// Memories, best first.
    pub memories: Vec<&'h Memory>,
    /// The fact that says it best.
    pub fact: Option<&'h Fact>,
    /// There is something, but it is nobody's business.
    pub hidden: bool,
}

impl Found<'_> {
    /// The numbers of what was found.
    pub fn because(&self) -> BTreeSet<u32> {
        self.memories.iter().filter_map(|memory| memory.n).take(6).collect()
    }
}

/// How much of the words stand in a text, 0 to 1.
pub fn share(stems: &[String], text: &[String]) -> f32 {
    if stems.is_empty() {
        return 1.0;
    }
    stems.iter().filter(|stem| text.iter().any(|word| alike(stem, word))).count() as f32 / stems.len() as f32
}

/// The same word, or a short one with its ending: `bake`, `baked`.
fn alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    a == b || short.len() >= 4 && long.len() <= short.len() + 2 && long.starts_with(short)
}

/// Whether that share is enough for so many words.
pub fn enough(stems: &[String], share: f32) -> bool {
    if stems.len() <= 2 { share > 0.95 } else { share >= SHARE }
}

/// Verbs in their plain form, so that "lost" is found by "lose".
pub fn plain(words: Vec<String>) -> Vec<String> {
    let plain = |word: String| match lex().map("past").get(&word) {
        Some(plain) => plain.clone(),
        // what burns is a fire
        None if lex().map("same").contains_key(&word.to_lowercase()) => lex().map("same")[&word.to_lowercase()].clone(),
        // "worries", "worried": the stem of "worry" is another
        None if word.ends_with("ies") || word.ends_with("ied") => format!("{}y", &word[..word.len() - 3]),
        // A short one has no stem to speak of: "owes" and "used" would not be found by "owe" and "use".
        None if word.len() <= SHORT && (word.ends_with("ed") || word.ends_with('s')) => {
            finite(&word).map(|(plain, _)| plain).filter(|plain| lex().verb(plain)).unwrap_or(word)
        }
        None => word,
    };
    words.into_iter().map(plain).collect()
}

/// Looks for a matter among all memories.
pub fn search<'h>(head: &'h Beliefs, matter: &Matter) -> Found<'h> {
    let words = |text: &str| content(&plain(head.names.merge(split(text))));
    let stems = &matter.stems;
    let mut found: Vec<(f32, &Memory)> = Vec::new();
    let mut hidden = false;
    for memory in &head.memories {
        let text = words(&memory.text);
        let named = matter.named.iter().all(|who| content(&split(who)).iter().all(|stem| text.contains(stem)))
            && matter.must.iter().all(|stem| text.contains(stem));
        let fits = share(stems, &text);
        let others = matter.own && !memory.text.contains(head.me.name.as_str());
        if others || !named || !enough(stems, fits) || !on_that_day(head, memory, matter) {
            continue;
        }
        if open(head, memory) {
            found.push((fits + f32::from(memory.importance) * 0.01, memory));
        } else {
            hidden = true;
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let memories: Vec<&Memory> = found.into_iter().map(|(_, memory)| memory).collect();
    let fact = best_fact(head, &memories, matter, stems);
    Found { hidden: hidden && memories.is_empty(), memories, fact }
}

/// A question that names a day wants what is of that day: written in the memory, or made then.
fn on_that_day(head: &Beliefs, memory: &Memory, matter: &Matter) -> bool {
    let Some(day) = matter.when.as_ref().and_then(|when| when.day) else { return true };
    let of_day =
        |fact: &Fact| fact.f().when.as_ref().and_then(|when| when.day) == Some(day) && memory.text.contains(&fact.text);
    let undated = head.facts.iter().filter(|fact| memory.text.contains(&fact.text)).all(|fact| fact.f().when.is_none());
    head.facts.iter().any(of_day) || memory.at / DAY == day && undated || !matter.stems.is_empty() && undated
}

/// Of the facts in those memories, or in what I know of myself, the one that answers best.
fn best_fact<'h>(head: &'h Beliefs, memories: &[&Memory], matter: &Matter, stems: &[String]) -> Option<&'h Fact> {
    let from_memory =
        |fact: &&Fact| memories.iter().any(|memory| memory.text.contains(&fact.text) && memory.n == fact.n);
    let of_myself = |fact: &&Fact| fact.n.is_none() && fact.at == 0;
    let score = |fact: &Fact| {
        let mut words = fact.f().key();
        words.extend(content(&fact.f().rest));
        let answers = match matter.point {
            Point::When => fact.f().when.is_some(),
            Point::Where => fact.f().place.is_some(),
            Point::Who => fact.f().person,
            _ => fact.f().event.is_some(),
        };
        let at_source = fact.from.is_none() || fact.from.as_deref() == Some(fact.f().subj.as_str());
        let first_hand = if fact.outgoing { 0.0 } else { 0.1 } + if at_source { 0.1 } else { 0.0 };
        let promise = if lex().is("bookkeeping", &fact.f().verb) { 0.25 } else { 0.0 };
        let mine = match matter.mine {
            true if fact.f().subj == head.me.name => 0.4,
            // "is her neighbour" may be anybody's
            true if fact.text.contains(head.me.name.as_str()) => 0.2,
            _ => 0.0,
        };
        let dated = matter.when.as_ref().and_then(|when| when.day);
        let on_day = dated.is_some() && fact.f().when.as_ref().and_then(|when| when.day) == dated;
        let summary = if of_talk(fact) { 0.5 } else { 0.0 };
        let day = if on_day { 0.6 } else { 0.0 };
        // who is asked what they think says that, and not what else they know of it
        let asks_view = matter.words.contains(" think ") || matter.words.contains(" make of ");
        let view = if asks_view && fact.text.contains(" thinks that ") && fact.from.is_none() { 0.6 } else { 0.0 };
        view + day - summary + mine + share(stems, &words) + if answers { 0.3 } else { 0.0 } + first_hand - promise
            + f32::from(fact.imp) * 0.01
    };
    let fits = |fact: &&Fact| {
        let mut words = fact.f().key();
        words.extend(content(&fact.f().rest));
        let (key, people) = (words, fact.f().persons());
        enough(stems, share(stems, &key))
            && matter.named.iter().filter(|who| head.names.is_person(who)).all(|who| people.contains(who))
    };
    let best = |facts: &mut dyn Iterator<Item = &'h Fact>| facts.max_by(|a, b| score(a).total_cmp(&score(b)));
    let myself = || facts(head).filter(of_myself).filter(fits).filter(|_| !stems.is_empty());
    if bound(matter) {
        // What it must have may stand in any of them.
        let has = |fact: &&Fact| has_it(fact, matter);
        let all = facts(head).filter(from_memory).filter(fits).chain(myself()).filter(has);
        return best(&mut { all }).or_else(|| best(&mut facts(head).filter(|fact| counts(head, fact, matter))));
    }
    let known = best(&mut facts(head).filter(from_memory));
    // That one talked of something says less of it than what one is.
    known.filter(|fact| !of_talk(fact)).or_else(|| best(&mut myself())).or(known)
}

/// Whether something of one's own counts just what is asked: "wants thirty good questions", whatever they are for.
fn counts(head: &Beliefs, fact: &Fact, matter: &Matter) -> bool {
    let Some(noun) = matter.counted.as_ref().filter(|_| matter.mine && fact.f().subj == head.me.name) else {
        return false;
    };
    let rest = &fact.f().rest;
    let of_it =
        |at: usize| rest.iter().skip(at + 1).take(NEAR).any(|word| content(std::slice::from_ref(word)).contains(noun));
    fact.from.is_none() && rest.iter().enumerate().any(|(at, word)| number(word) && of_it(at))
}

/// Whether a word is a number.
fn number(word: &str) -> bool {
    let small = word.to_lowercase();
    let whole = |part: &str| lex().is("numbers", part) || lex().is("numbers.more", part);
    whole(&small) || small.split('-').all(whole) || small.starts_with(|c: char| c.is_ascii_digit())
}

/// That one had a talk about something.
fn of_talk(fact: &Fact) -> bool {
    fact.at > 0 && fact.f().verb == "have" && fact.f().rest.iter().take(4).any(|word| word == "talk")
}

/// Whether only what has something of a kind, or a number, is an answer.
pub fn bound(matter: &Matter) -> bool {
    !matter.kind.is_empty() || matches!(matter.point, Point::Number | Point::Long)
}

/// Whether it has what the question wants: something of that kind, a number, a span of time.
fn has_it(fact: &Fact, matter: &Matter) -> bool {
    let words: Vec<String> = fact.f().rest.iter().map(|word| word.to_lowercase()).collect();
    let spans = |word: &String| lex().is("units", word);
    match matter.point {
        _ if !matter.kind.is_empty() => words.iter().any(|word| matter.kind.contains(word)),
        Point::Number => words.iter().any(|word| number(word)),
        Point::Long => fact.f().when.is_some() || words.iter().any(|word| number(word)) && words.iter().any(spans),
        _ => true,
    }
}
