//! One line of talk. All is read again from the talk so far and from memory at each turn; there is no hidden state. A line
//! makes one move ([`moves`]), and a question, a request or news are answered before one brings up anything of one's own.

mod answer;
mod closing;
mod courtesy;
mod deeds;
mod going;
mod moves;
mod news;
mod opening;
mod raise;
mod react;
mod requests;
mod sort;
mod told;
mod turn;
mod wording;

use self::{requests::settled_by, turn::Turn};
pub use self::{
    requests::{Requests, Step},
    sort::{Sort, sort_of},
    wording::{event_clause, gerund, noun, object},
};
use super::{beliefs::Beliefs, dice::Dice, phrases};
use crate::mind::question::{Recalled, Settled, Spoken, Utter, UtterAnswer};

/// A line of so many words is a short one: it is said to somebody by name, or it would be anybody's. A longer one of at
/// most so many now and then.
const BRIEF: usize = 8;
const LONGER: usize = 14;
const NAMES: f32 = 0.6;

/// The next line of a talk.
pub fn answer_question(q: &Utter, dice: &mut Dice) -> UtterAnswer {
    let memories = q.about.iter().chain(&q.brought_up).chain(&q.weighs).chain(&q.told).chain(&q.asked);
    let new = |one: &&Settled| !memories.clone().any(|memory| memory.text == one.sentence);
    let settled: Vec<Recalled> = q.agreements.iter().filter(new).filter_map(remembered).collect();
    let head = Beliefs::new(&q.me, &q.now, &q.known).meeting(&q.other).remembering(memories).remembering(&settled);
    let head = head.hearing(&q.lines).planning(&q.plan).read();
    let mut t = Turn::new(&head, q, dice.next());
    let hello = opening::greeting_back(&mut t);
    let said = moves::choose(&mut t);
    let line = once_by_name(format!("{hello} {}", said.words).trim(), &t.o());
    let line = if t.lines.is_empty() || t.cold() && said.end { line } else { by_name(&mut t, line) };
    let words = phrases::finish(&line, &head.voice);
    let acts = {
        let mine = Spoken { who: q.me.name.clone(), words: words.clone() };
        let lines: Vec<Spoken> = q.lines.iter().cloned().chain([mine]).collect();
        settled_by(&head, &q.other.name, &lines)
    };
    UtterAnswer { words, end: said.end, acts }
}

rule!(Utter, answer_question);

/// What was settled as a memory, which it becomes when the talk is over.
fn remembered(one: &Settled) -> Option<Recalled> {
    let text = Some(one.sentence.clone()).filter(|text| !text.is_empty())?;
    Some(Recalled { text, importance: 5, ..Recalled::default() })
}

/// A short line is said to somebody by name.
fn by_name(t: &mut Turn, line: String) -> String {
    let (name, words) = (t.o(), line.split(' ').count());
    let mine = t.lines.iter().rev().find(|line| line.who == t.h.me.name);
    let lately = mine.is_some_and(|line| line.words.contains(&name));
    let plainly = words > BRIEF && (lately || words > LONGER || t.dice.unit() >= NAMES);
    let end = line.find(['.', '?', '!']).filter(|end| !line[*end..].starts_with(".."));
    match end {
        Some(end) if t.named && !plainly && !line.contains(&name) => {
            format!("{}, {name}{}", &line[..end], &line[end..])
        }
        _ => line,
    }
}

/// Nobody says the other's name twice in one breath.
fn once_by_name(line: &str, name: &str) -> String {
    let Some(at) = line.find(name) else { return line.to_owned() };
    let (head, tail) = line.split_at(at + name.len());
    let mut tail = tail.to_owned();
    for mark in ["!", "?", ".", ":", ","] {
        tail = tail.replace(&format!(", {name}{mark}"), mark);
    }
    format!("{head}{tail}")
}
