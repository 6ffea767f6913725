//! Looking at what one remembers: questions to oneself, insights, what somebody is to one, a picture of oneself.
//!
//! All of it is read from sentences; what is said rests on memories that are cited, and names nobody else.

mod ahead;
mod ask;
mod ground;
mod heart;
mod insight;
mod relate;
mod summary;
mod wording;

pub use self::{
    heart::speaks,
    wording::{list, record},
};

use std::collections::BTreeSet;

use super::{
    beliefs::{Beliefs, Fact},
    dice::Dice,
    frame::{Class, Form},
    phrases::pick,
};
use crate::language::{
    lexicon::lex,
    text::{content, is_punct},
};

/// Something that may be concluded.
struct Thought {
    /// A sentence without a full stop.
    text: String,
    /// The numbers of the memories it rests on.
    because: BTreeSet<u32>,
    /// How much it says: the higher, the sooner it is said.
    weight: f32,
}

/// Somebody who looks at what they remember.
struct Mirror<'a, 'h> {
    head: &'a Beliefs<'h>,
    me: &'a str,
    dice: &'a mut Dice,
    /// What may be concluded so far.
    thoughts: Vec<Thought>,
}

impl<'a, 'h> Mirror<'a, 'h> {
    fn new(head: &'a Beliefs<'h>, dice: &'a mut Dice) -> Self {
        Self { head, me: &head.me.name, dice, thoughts: Vec::new() }
    }

    /// One of the wordings of a section, filled in, and not in the words of what was concluded lately. `{me}` is always
    /// filled.
    fn word(&mut self, section: &str, slots: &[(&str, &str)]) -> String {
        let lately: Vec<String> = self.head.memories.iter().rev().take(40).map(|memory| memory.text.clone()).collect();
        let slots = [&[("me", self.me)], slots].concat();
        let text = pick(section, &slots, &wording::plain(self.head), &lately, self.dice);
        text.map(|text| wording::end(self.head, &text)).unwrap_or_default()
    }

    /// A thought in a wording of a section, if it rests on two memories at least.
    fn think(
        &mut self,
        section: &str,
        slots: &[(&str, &str)],
        because: impl IntoIterator<Item = Option<u32>>,
        weight: f32,
    ) {
        let text = self.word(section, slots);
        let because: BTreeSet<u32> = because.into_iter().flatten().collect();
        if because.len() >= 2 && !text.trim().is_empty() {
            self.thoughts.push(Thought { text, because, weight });
        }
    }
}

/// Facts one may reflect on: no notes of one's own words to others.
fn facts<'h>(head: &'h Beliefs) -> impl Iterator<Item = &'h Fact> + use<'h> {
    head.facts.iter().filter(|fact| !fact.outgoing && !fact.f().subj.is_empty())
}

/// Facts about oneself, known at first hand.
fn mine<'h>(head: &'h Beliefs) -> impl Iterator<Item = &'h Fact> + use<'h> {
    let me = head.me.name.as_str();
    facts(head).filter(move |fact| fact.f().subj == me && fact.from.is_none())
}

/// Facts about other people, at first hand or by hearsay.
fn others<'h>(head: &'h Beliefs) -> impl Iterator<Item = &'h Fact> + use<'h> {
    let me = head.me.name.as_str();
    facts(head).filter(move |fact| fact.f().person && fact.f().subj != me)
}

/// Whether somebody is named in a fact.
fn names(fact: &Fact, who: &str) -> bool {
    fact.f().persons().iter().any(|name| name == who)
}

/// The people that memories speak of, in the order in which they come up, without oneself. Nothing may hang on how a
/// name is spelt, so nothing is put in the order of names.
fn people(head: &Beliefs) -> Vec<String> {
    let mut people: Vec<String> = Vec::new();
    for name in head.facts.iter().flat_map(|fact| fact.f().persons()) {
        if name != head.me.name && !people.contains(&name) {
            people.push(name);
        }
    }
    people
}

/// The stems of a fact's words that carry meaning, without names and without words that say nothing.
fn matter(head: &Beliefs, fact: &Fact) -> Vec<String> {
    let word = |word: &&String| !head.names.is_person(word) && !head.names.is_place(word) && !is_punct(word);
    let words: Vec<String> = fact.f().rest.iter().filter(word).cloned().collect();
    content(&words).into_iter().filter(|stem| !lex().has_stem("empty", stem)).collect()
}

/// Whether a fact is about what somebody is at for longer than a moment.
fn lasting(fact: &Fact) -> bool {
    let f = fact.f();
    let of_life = matches!(f.class, Class::Work | Class::Aim | Class::Doing | Class::Like)
        || f.class == Class::Other && lex().is("project", &f.verb);
    let over = matches!(f.form, Form::Past | Form::Part) || f.secret || f.neg;
    of_life && !over && f.lasting() && !lex().is("stative", &f.verb) && !lex().is("bookkeeping", &f.verb)
}
