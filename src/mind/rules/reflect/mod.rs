//! Looking at what one remembers: questions to oneself, insights, what somebody is to one, a picture of oneself.
//!
//! All of it is read from sentences; what is said rests on memories that are cited, and names nobody else.

mod ahead;
mod ask;
mod doubt;
mod ground;
mod heart;
mod insight;
mod relate;
mod summary;
mod tree;
mod wording;

pub use self::{
    heart::speaks,
    wording::{list, record},
};

use std::collections::BTreeSet;

use super::{
    beliefs::{Beliefs, Fact},
    frame::{Class, Form},
};
use crate::language::{
    lexicon::lex,
    text::{content, is_punct},
};

/// Something that may be concluded.
#[derive(Clone, Debug)]
struct Thought {
    /// A sentence without a full stop.
    text: String,
    /// The numbers of the memories it rests on.
    because: BTreeSet<u32>,
    /// How much it says: the higher, the sooner it is said.
    weight: f32,
}

impl Thought {
    fn new(text: String, because: impl IntoIterator<Item = Option<u32>>, weight: f32) -> Option<Self> {
        let because: BTreeSet<u32> = because.into_iter().flatten().collect();
        (because.len() >= 2 && !text.trim().is_empty()).then_some(Self { text, because, weight })
    }
}

/// Facts one may reflect on: no notes of one's own words to others.
fn facts<'h>(head: &'h Beliefs) -> impl Iterator<Item = &'h Fact> {
    head.facts.iter().filter(|fact| !fact.outgoing && !fact.f().subj.is_empty())
}

/// Facts about oneself, known at first hand.
fn mine<'h>(head: &'h Beliefs) -> impl Iterator<Item = &'h Fact> {
    let me = head.me.name.clone();
    facts(head).filter(move |fact| fact.f().subj == me && fact.from.is_none())
}

/// Facts about other people, at first hand or by hearsay.
fn others<'h>(head: &'h Beliefs) -> impl Iterator<Item = &'h Fact> {
    let me = head.me.name.clone();
    facts(head).filter(move |fact| fact.f().person && fact.f().subj != me)
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
    of_life
        && f.form != Form::Past
        && f.form != Form::Part
        && !lex().is("stative", &f.verb)
        && fact.f().lasting()
        && !fact.f().secret
        && !fact.f().neg
        && !lex().is("bookkeeping", &fact.f().verb)
}
