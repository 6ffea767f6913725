//! Which memories bear out what is asked.

use super::{
    super::{
        beliefs::{Beliefs, Fact, Memory},
        frame::Frame,
    },
    Matter, Point,
};
use crate::language::{
    lexicon::lex,
    text::{content, lemma_and_tense, tokens},
    time::DAY,
};

/// So many of the words must stand in a memory of it, if there are more than two; all, if not.
const SHARE: f32 = 0.6;
/// Of oneself one knows how many or of what kind by half of the words: "thirty good questions", whatever they are for.
const HALF: f32 = 0.5;
/// A word of so many letters has hardly a stem.
const SHORT: usize = 5;

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
    pub fn because(&self) -> Vec<u32> {
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

/// Whether so much of the words stands in a text that it is about them.
pub fn enough(stems: &[String], text: &[String]) -> bool {
    share(stems, text) >= if stems.len() <= 2 { 1.0 } else { SHARE }
}

/// Verbs in their plain form, so that "lost" is found by "lose".
pub fn plain(words: Vec<String>) -> Vec<String> {
    let known = |word: &str| lex().map("past").get(word).or_else(|| lex().map("same").get(&word.to_lowercase()));
    let plain = |word: String| match known(&word) {
        // what burns is a fire
        Some(plain) => plain.clone(),
        // "worries", "worried": the stem of "worry" is another
        None if word.ends_with("ies") || word.ends_with("ied") => format!("{}y", &word[..word.len() - 3]),
        // A short one has no stem to speak of: "owes" and "used" would not be found by "owe" and "use".
        None if word.len() <= SHORT && (word.ends_with("ed") || word.ends_with('s')) => {
            lemma_and_tense(&word).map(|(plain, _)| plain).filter(|plain| lex().verb(plain)).unwrap_or(word)
        }
        None => word,
    };
    words.into_iter().map(plain).collect()
}

/// Looks for a matter among all memories.
pub fn search<'h>(head: &'h Beliefs, matter: &Matter) -> Found<'h> {
    let must: Vec<String> = content(&matter.named).into_iter().chain(matter.must.iter().cloned()).collect();
    let fits = |memory: &&Memory| {
        let text = content(&plain(head.names.merge(&tokens(&memory.text))));
        let fits = must.iter().all(|stem| text.contains(stem)) && enough(&matter.stems, &text);
        let others = matter.own && !memory.text.contains(head.me.name.as_str());
        (fits && !others && on_that_day(head, memory, matter)).then(|| share(&matter.stems, &text))
    };
    let all = head.memories.iter().filter_map(|memory| Some((fits(&memory)?, memory)));
    let (mut found, hidden): (Vec<_>, Vec<_>) = all.partition(|(_, memory)| open(head, memory));
    let weight = |(share, memory): &(f32, &Memory)| share + f32::from(memory.importance) * 0.01;
    found.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let memories: Vec<&Memory> = found.into_iter().map(|(_, memory)| memory).collect();
    Found { fact: best_fact(head, &memories, matter), hidden: !hidden.is_empty() && memories.is_empty(), memories }
}

/// A question that names a day wants what is of that day: written in the memory, or made then.
fn on_that_day(head: &Beliefs, memory: &Memory, matter: &Matter) -> bool {
    let Some(day) = matter.when.as_ref().and_then(|when| when.day) else { return true };
    let mut dated = head.facts.iter().filter(|fact| fact.f().when.is_some() && memory.text.contains(&fact.text));
    let undated = dated.clone().next().is_none();
    dated.any(|fact| fact.f().day() == Some(day)) || undated && (memory.made / DAY == day || !matter.stems.is_empty())
}

/// Of the facts in those memories, or in what I know of myself, the one that answers best.
fn best_fact<'h>(head: &'h Beliefs, memories: &[&Memory], matter: &Matter) -> Option<&'h Fact> {
    let (me, stems) = (&head.me.name, &matter.stems);
    let from_memory =
        |fact: &&Fact| memories.iter().any(|memory| memory.text.contains(&fact.text) && memory.n == fact.n);
    let asks_view = matter.words.contains(" think ") || matter.words.contains(" make of ");
    let day = matter.when.as_ref().and_then(|when| when.day);
    let score = |fact: &&'h Fact| {
        let f = fact.f();
        let answers = match matter.point {
            Point::When => f.when.is_some(),
            Point::Where => f.place.is_some(),
            Point::Who => f.person,
            _ => f.event.is_some(),
        };
        let marks = [
            (answers, 0.3),
            (!fact.outgoing, 0.1),
            (fact.from.as_ref().is_none_or(|from| *from == f.subj), 0.1),
            (matter.mine && f.subj == *me, 0.4),
            // "is her neighbour" may be anybody's
            (matter.mine && f.subj != *me && fact.text.contains(me.as_str()), 0.2),
            (day.is_some() && f.day() == day, 0.6),
            // who is asked what they think says that, and not what else they know of it
            (asks_view && fact.text.contains(" thinks that ") && fact.from.is_none(), 0.6),
            (lex().contains("bookkeeping", &f.verb), -0.25),
            (of_talk(fact), -0.5),
        ];
        let marks = marks.into_iter().filter(|(applies, _)| *applies).map(|(_, weight)| weight);
        marks.sum::<f32>() + share(stems, &f.words()) + f32::from(fact.imp) * 0.01
    };
    let names = |fact: &&Fact| {
        let people = fact.f().persons();
        matter.named.iter().filter(|who| head.names.is_person(who)).all(|who| people.contains(who))
    };
    let touches = |fact: &&Fact| enough(stems, &fact.f().words()) && names(fact);
    let best = |facts: &mut dyn Iterator<Item = &'h Fact>| facts.max_by(|a, b| score(a).total_cmp(&score(b)));
    let mut myself = facts(head).filter(|fact| fact.n.is_none() && fact.at == 0 && !stems.is_empty()).filter(touches);
    if bound(matter) {
        // What it must have may stand in any of them, and in all that one knows of oneself.
        let of_me = |fact: &&Fact| {
            let mine = matter.mine && fact.f().subj == *me && fact.from.is_none();
            mine && share(stems, &fact.f().words()) >= HALF
        };
        let known = facts(head).filter(|fact| from_memory(fact) && touches(fact) || of_me(fact)).chain(myself);
        return best(&mut known.filter(|fact| has_it(fact, matter)));
    }
    let known = best(&mut facts(head).filter(from_memory));
    // That one talked of something says less of it than what one is; so does what another does, of oneself, and what one
    // did nobody knows where.
    let mine = |f: &Frame| !matter.mine || f.subj == *me && (matter.point != Point::Where || f.place.is_some());
    known.filter(|fact| !of_talk(fact) && mine(fact.f())).or_else(|| best(&mut myself)).or(known)
}

/// Whether a word is a number.
fn number(word: &str) -> bool {
    let whole = |part: &str| lex().contains("numbers", part) || lex().contains("numbers.more", part);
    whole(word) || word.split('-').all(whole) || word.starts_with(|c: char| c.is_ascii_digit())
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
    let numbers = words.iter().any(|word| number(word));
    match matter.point {
        _ if !matter.kind.is_empty() => words.iter().any(|word| matter.kind.contains(word)),
        Point::Long => fact.f().when.is_some() || numbers && words.iter().any(|word| lex().contains("units", word)),
        _ => numbers,
    }
}
