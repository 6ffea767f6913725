//! Looking at what one remembers: questions to oneself, insights, what somebody is to one, a picture of oneself.
//!
//! All of it is read from sentences; what is said rests on memories that are cited, and names nobody else.

mod ask;
mod conclude;
mod portrait;

use super::{
    beliefs::{Beliefs, Fact},
    dialogue,
    dice::Dice,
    frame::{Class, Form, Frame, View},
    phrases::{Voice, finish, pick},
};
use crate::language::{
    lexicon::lex,
    text::{content, is_punct},
    time::When,
};

/// A longer way to say what somebody is at is none.
const LONG: usize = 60;

/// Somebody who looks at what they remember.
struct Mirror<'a, 'h> {
    head: &'a Beliefs<'h>,
    me: &'a str,
    dice: &'a mut Dice,
    /// What was concluded lately: nothing is said in the same words again.
    lately: Vec<String>,
}

impl<'a, 'h> Mirror<'a, 'h> {
    fn new(head: &'a Beliefs<'h>, dice: &'a mut Dice) -> Self {
        let lately = head.memories.iter().rev().take(40).map(|memory| memory.text.clone()).collect();
        Self { head, me: &head.me.name, dice, lately }
    }

    /// One of the wordings of a section, filled in. `{me}` is always filled.
    fn word(&mut self, section: &str, slots: &[(&str, &str)]) -> String {
        let slots = [&[("me", self.me)], slots].concat();
        let text = pick(section, &slots, &plain(self.head), &self.lately, self.dice);
        text.map(|text| end(self.head, &text)).unwrap_or_default()
    }
}

/// The point of view of a memory: nobody is "I" or "you", names are full and dates are absolute.
pub fn record<'h>(head: &'h Beliefs) -> View<'h> {
    View { me: "", record: true, ..head.view("") }
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Whether a fact speaks well of `who` (true), badly (false), or neither.
pub fn speaks(head: &Beliefs, fact: &Fact, who: &str) -> Option<bool> {
    let f = fact.f();
    let mine = f.subj == head.me.name && f.about.iter().any(|name| name == who);
    if !mine && f.subj != who {
        return None;
    }
    let words = format!(" {} {} ", f.verb, f.rest.join(" ").to_lowercase());
    let hit = |section: &str| lex().find(section, &words).is_some();
    // "is a good neighbour" speaks of them; "sees good in everyone" does not
    let judges = f.form == Form::Copula || f.class == Class::Think;
    match f.class {
        Class::Like | Class::Love if mine => Some(true),
        Class::Dislike if mine => Some(false),
        _ if judges && hit("bad") || hit("badly.done") => Some(false),
        _ if judges && hit("good") || hit("well.done") => Some(true),
        _ => None,
    }
}

/// How warm one feels towards somebody: the relation, and what one knows at first hand that speaks for or against them.
fn warmth(head: &Beliefs, who: &str) -> f32 {
    let first_hand = facts(head).filter(|fact| fact.from.is_none());
    let spoken = first_hand.filter_map(|fact| speaks(head, fact, who)).map(|well| if well { 0.4 } else { -0.6 });
    head.relation(who).warm + spoken.sum::<f32>().clamp(-1.5, 1.2)
}

/// Nobody's voice: a thought is not spoken aloud, so nothing in it is contracted.
fn plain(head: &Beliefs) -> Voice {
    Voice { formal: 3, nature: head.voice.nature, age: 40, ..Voice::default() }
}

/// A sentence as it is kept.
fn end(head: &Beliefs, text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    if text.is_empty() { String::new() } else { finish(&format!("{text}."), &plain(head)) }
}

/// A fact as a clause with full names: `Klaus Mueller is writing a paper`.
fn clause(head: &Beliefs, fact: &Fact) -> String {
    fact.f().say(&record(head))
}

/// The same with a pronoun for its subject, where that cannot be mistaken.
fn about_known(head: &Beliefs, fact: &Fact) -> String {
    fact.f().say(&View { known: Some(fact.f().subj.as_str()), ..record(head) })
}

/// The same fact with no day and no hour.
fn timeless(fact: &Fact) -> Fact {
    let frame = Frame { when: None, ..fact.f().clone() };
    Fact { said: super::frame::Said { frame, ..(*fact.said).clone() }.into(), ..fact.clone() }
}

/// What somebody is at, as a thing that can be spoken of: `writing a paper`.
fn gerund(head: &Beliefs, fact: &Fact) -> Option<String> {
    dialogue::gerund(fact.f(), &record(head)).filter(|what| what.len() < LONG)
}

/// When it begins, if that is still to come.
fn ahead(head: &Beliefs, fact: &Fact) -> bool {
    fact.f().when.as_ref().and_then(When::start).is_some_and(|start| start > head.now)
}

/// What is going to happen, and its name without an article: `Valentine's Day party`.
fn coming<'h>(head: &'h Beliefs) -> impl Iterator<Item = (&'h Fact, String)> {
    let events = head.events().into_iter().filter(|fact| ahead(head, fact) && fact.f().person);
    events.map(|fact| (fact, dialogue::noun(fact.f())))
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
    let named = head.facts.iter().flat_map(|fact| fact.f().persons()).filter(|name| *name != head.me.name);
    group(named.map(|name| (name, ()))).into_iter().map(|(name, _)| name).collect()
}

/// By key, in the order in which the keys come up.
fn group<K: PartialEq, T>(all: impl Iterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (key, one) in all {
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(one),
            None => groups.push((key, vec![one])),
        }
    }
    groups
}

/// The stems of a fact's words that carry meaning, without names and without words that say nothing.
fn matter(head: &Beliefs, fact: &Fact) -> Vec<String> {
    let word = |word: &&String| !head.names.is_person(word) && !head.names.is_place(word) && !is_punct(word);
    let words: Vec<String> = fact.f().rest.iter().filter(word).cloned().collect();
    content(&words).into_iter().filter(|stem| !lex().has_stem("empty", stem)).collect()
}

/// Whether a fact is about what somebody is at for longer than a moment.
fn lasting(fact: &&Fact) -> bool {
    let f = fact.f();
    let of_life = matches!(f.class, Class::Work | Class::Aim | Class::Doing | Class::Like)
        || f.class == Class::Other && lex().contains("project", &f.verb);
    let over = matches!(f.form, Form::Past | Form::Part) || f.secret || f.neg;
    of_life && !over && f.lasting() && !lex().contains("stative", &f.verb) && !lex().contains("bookkeeping", &f.verb)
}
