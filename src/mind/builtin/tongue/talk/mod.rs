//! One line of talk: what to answer, what to bring up, when to leave. Everything is read again from the talk so far and
//! from memory at each turn; there is no hidden state.

mod answer;
mod going;
mod initiative;
mod news;
mod opinion;
mod react;
mod respond;
mod small;
mod turn;
mod utter;
mod wording;

use super::{
    Dice,
    frame::*,
    grammar::{self, pick},
    head::*,
    hear::{self, Act, Ask},
    lexicon::lex,
    temper,
    text::*,
    time::*,
};

pub use self::wording::{event_clause, gerund, noun};
use self::{
    answer::*, going::*, initiative::*, news::*, opinion::*, react::*, respond::*, small::*, turn::*, utter::*,
    wording::*,
};

/// The next line of a talk.
pub fn answer_question(q: &crate::mind::question::Utter, dice: &mut Dice) -> crate::mind::question::UtterAnswer {
    let mindset = super::mindset::Mindset::new(&q.me, &q.now, &q.known)
        .meeting(&q.other)
        .remembering(q.about.iter().chain(&q.brought_up).chain(&q.weighs).chain(&q.told))
        .hearing(&q.lines)
        .planning(&q.plan);
    let head = mindset.head();
    let lines: Vec<Line> = q.lines.iter().map(|l| (l.who.clone(), l.words.clone())).collect();
    let u = utterance(&head, &q.other.name, &lines, &q.own_lines, dice.next());
    crate::mind::question::UtterAnswer { words: u.words, end: u.end }
}
