//! One line of talk: what to answer, what to bring up, when to leave. Everything is read again from the talk so far and
//! from memory at each turn; there is no hidden state.

mod answer;
mod between;
mod closing;
mod courtesy;
mod customary;
mod danger;
mod fits;
mod going;
mod grave;
mod initiative;
mod inquiry;
mod know;
mod news;
mod of_me;
mod of_them;
mod opening;
mod opinion;
mod outright;
mod progress;
mod react;
mod respond;
mod small;
mod sort;
mod story;
mod tidings;
mod turn;
mod utter;
mod wording;

use super::{
    beliefs::*,
    dialogue_act::{self, Act, Ask},
    dice::Dice,
    frame::*,
    need::Need,
    phrases::{self, pick},
    tuning,
};
use crate::language::{lexicon::lex, text::*, time::*};
use crate::mind::question::{Utter, UtterAnswer};

use self::{
    answer::*, between::*, closing::*, fits::*, going::*, initiative::*, know::*, news::*, opening::*, opinion::*,
    progress::*, react::*, respond::*, small::*, sort::*, story::*, turn::*, utter::*, wording::*,
};
pub use self::{
    sort::{Sort, sort_of},
    wording::{event_clause, gerund, noun, object},
};

/// The next line of a talk.
pub fn answer_question(q: &Utter, dice: &mut Dice) -> UtterAnswer {
    let mindset = super::context::Context::new(&q.me, &q.now, &q.known)
        .meeting(&q.other)
        .remembering(q.about.iter().chain(&q.brought_up).chain(&q.weighs).chain(&q.told))
        .hearing(&q.lines)
        .planning(&q.plan);
    let head = mindset.head();
    let lines: Vec<Line> = q.lines.iter().map(|l| (l.who.clone(), l.words.clone())).collect();
    if let Some(answer) = danger::danger(q, &head, &lines, &mut dice.clone()) {
        return answer;
    }
    // Dice apart: whoever is asked nothing bare speaks as if this were not here.
    if let Some(words) = super::follow_up::follow_up(&head, &q.other.name, &lines, &mut dice.clone()) {
        let answer = UtterAnswer { words, end: false };
        return as_last(q, &head, &lines, answer, &mut dice.clone());
    }
    if let Some(answer) = courtesy::courtesy(q, &head, &lines, &mut dice.clone()) {
        return as_last(q, &head, &lines, answer, &mut dice.clone());
    }
    if let Some(answer) = grave::grave(q, &head, &lines, &mut dice.clone()) {
        return as_last(q, &head, &lines, answer, &mut dice.clone());
    }
    if let Some(answer) = of_me::of_me(q, &head, &lines, &mut dice.clone()) {
        return as_last(q, &head, &lines, answer, &mut dice.clone());
    }
    let of_them = of_them::of_them(q, &head, &lines, &mut dice.clone());
    if let Some(answer) = of_them.or_else(|| tidings::tidings(q, &head, &lines, &mut dice.clone())) {
        return as_last(q, &head, &lines, answer, &mut dice.clone());
    }
    let u = utterance(&head, &q.other.name, &lines, &q.own_lines, dice.next());
    let line = UtterAnswer { words: u.words, end: u.end };
    if let Some(told) = inquiry::inquiry(q, &head, &line, &mut dice.clone()) {
        let told = inquiry::once(q, told, &mut dice.clone());
        return as_last(q, &head, &lines, told, &mut dice.clone());
    }
    match outright::outright(q, &line.words, dice) {
        Some(words) => {
            let told = outright::instead(line, q.lines.len() == 1, words);
            let told = inquiry::once(q, told, &mut dice.clone());
            as_last(q, &head, &lines, told, dice)
        }
        None => line,
    }
}

rule!(Utter, answer_question);
