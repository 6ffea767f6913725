//! One line of talk. All is read again from the talk so far and from memory at each turn; there is no hidden state. A line
//! makes one move ([`moves`]), and a question, a request or news are answered before one brings up anything of one's own.

mod answer;
mod between;
mod closing;
mod courtesy;
mod going;
mod moves;
mod news;
mod opening;
mod progress;
mod raise;
mod react;
mod sort;
mod story;
mod told;
mod turn;
mod wording;

use super::{
    asked::Asked,
    beliefs::*,
    dialogue_act::{self, Act},
    dice::Dice,
    frame::*,
    need::Need,
    phrases::{self, pick},
    tuning,
};
use crate::language::{lexicon::lex, text::*, time::*};
use crate::mind::question::{Utter, UtterAnswer};

use self::{
    answer::*, between::*, closing::*, going::*, news::*, opening::*, progress::*, react::*, sort::*, story::*,
    turn::*, wording::*,
};
pub use self::{
    sort::{Sort, sort_of},
    wording::{event_clause, gerund, noun, object},
};

/// The next line of a talk.
pub fn answer_question(q: &Utter, dice: &mut Dice) -> UtterAnswer {
    let head = Beliefs::new(&q.me, &q.now, &q.known)
        .meeting(&q.other)
        .remembering(q.about.iter().chain(&q.brought_up).chain(&q.weighs).chain(&q.told).chain(&q.asked))
        .hearing(&q.lines)
        .planning(&q.plan)
        .read();
    let mut t = Turn::new(&head, q, dice.next());
    let hello = greeting_back(&mut t);
    let said = moves::choose(&mut t);
    let line = once_by_name(format!("{hello} {}", said.words).trim(), &t.o());
    let line = if t.lines.is_empty() || t.cold() && said.end { line } else { by_name(&mut t, line) };
    let line = phrases::finish(&line, &head.voice);
    // a greeting, a leave and a short answer are said plainly
    let plain = t.lines.is_empty() || said.end || line.len() < SHORT;
    let asked = t.question().is_some();
    let words = if plain { line } else { head.voice.ways.touch(&line, (&t.o(), asked), &t.recent, &mut t.dice) };
    UtterAnswer { words, end: said.end }
}

/// A line shorter than this shows no habit of speech.
const SHORT: usize = 36;
/// A line of so many words is a short one: it is said to somebody by name, or it would be anybody's. A longer one of at
/// most so many now and then.
const BRIEF: usize = 8;
const LONGER: usize = 14;
const NAMES: f32 = 0.6;

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

rule!(Utter, answer_question);
