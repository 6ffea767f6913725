//! What is coming and what it means; what somebody still needs; what one wants next.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::{
        beliefs::{Beliefs, Fact},
        dice::Dice,
        frame::{Class, Frame},
    },
    Thought, facts, lasting, matter, others,
    wording::{clause, gerund, list, word},
};
use crate::language::{
    text::{content, overlap, split},
    time::When,
};

/// All thoughts of this kind.
pub fn thoughts(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let mut out = coming(head, dice);
    out.extend(needs(head, dice));
    out.extend(next(head, dice));
    out
}

/// `the Valentine's Day party`.
fn the_event(event: &str) -> String {
    let bare = ["a ", "an ", "the "].iter().find_map(|article| event.strip_prefix(article)).unwrap_or(event);
    format!("the {bare}")
}

/// Who said that they will come to it, at first hand or by hearsay; the numbers too.
fn comers(head: &Beliefs, event: &Frame) -> (Vec<String>, Vec<Option<u32>>) {
    let named = content(&split(event.event.as_deref().unwrap_or_default()));
    let will = |fact: &&Fact| {
        fact.f().person
            && fact.f().verb == "agree"
            && fact.f().subj != event.subj
            && overlap(&named, fact.f().of_rest()) >= 0.6
    };
    let coming: Vec<&Fact> = head.facts.iter().filter(will).collect();
    let mut who: Vec<String> = Vec::new();
    for fact in &coming {
        if !who.contains(&fact.f().subj) {
            who.push(fact.f().subj.clone());
        }
    }
    (who, coming.iter().map(|fact| fact.n).collect())
}

/// How many people have spoken of it: what one heard from somebody twice is one of them.
fn tellers(head: &Beliefs, event: &Frame) -> usize {
    let told = head.facts.iter().filter(|fact| !fact.outgoing && fact.f().same(event));
    told.filter_map(|fact| fact.from.as_deref()).collect::<BTreeSet<_>>().len()
}

/// What is going to happen, whom it touches, and who comes.
fn coming(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let me = head.me.name.as_str();
    let mut out = Vec::new();
    for event in head.events() {
        let f = event.f();
        let ahead = f.when.as_ref().and_then(When::start).is_some_and(|start| start > head.sit.now);
        let Some(name) = f.event.as_deref().filter(|_| ahead && f.person) else { continue };
        let (name, when) = (the_event(name), f.when.as_ref().map(When::write).unwrap_or_default());
        let (who, mut because) = comers(head, f);
        let told = |fact: &&Fact| fact.f().same(f);
        because.extend(head.facts.iter().filter(told).map(|fact| fact.n));
        let names = who;
        let section = match (f.subj == me, names.is_empty(), names.iter().any(|name| name == me)) {
            (true, true, _) => "insight.event.mine.alone",
            (true, false, _) => "insight.event.mine",
            (false, false, true) if names.len() == 1 => "insight.event.going",
            (false, false, _) => "insight.event.comers",
            (false, true, _) if tellers(head, f) > 1 => "insight.event.many",
            (false, true, _) => "insight.event",
        };
        let bare = name.strip_prefix("the ").unwrap_or(&name);
        let (x, list) = (f.subj.as_str(), list(&names));
        let mean = if names.len() == 1 { "means" } else { "mean" };
        let slots = [("me", me), ("x", x), ("evn", &name), ("bare", bare), ("when", &when), ("names", &list)];
        let slots = slots.into_iter().chain([("mean", mean)]).collect::<Vec<_>>();
        out.extend(Thought::new(word(head, section, &slots, dice), because, 0.8 + 0.1 * names.len().min(4) as f32));
    }
    out
}

/// What somebody needs and nobody has promised.
fn needs(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let mut out = Vec::new();
    for need in facts(head).filter(|fact| fact.f().class == Class::Need && fact.f().person && !fact.f().secret) {
        let f = need.f();
        let over = f.when.as_ref().and_then(When::end).is_some_and(|end| end < head.sit.now);
        let words = matter(head, need);
        let touches = |fact: &&Fact| overlap(&words, fact.f().of_rest()) >= 0.5;
        let promised = |fact: &Fact| fact.f().verb == "agree" && fact.f().subj != f.subj;
        if over || words.is_empty() || head.facts.iter().filter(touches).any(promised) {
            continue;
        }
        let bears = |fact: &&Fact| {
            fact.f().subj == f.subj
                && (touches(fact) || matches!(fact.f().class, Class::Aim | Class::Event | Class::Trouble))
        };
        let because: Vec<Option<u32>> =
            std::iter::once(need.n).chain(head.facts.iter().filter(bears).map(|fact| fact.n)).take(4).collect();
        let Some(what) = needed(head, f) else { continue };
        let section = if f.subj == head.me.name { "insight.need.mine" } else { "insight.need" };
        let text = word(head, section, &[("me", &head.me.name), ("x", &f.subj), ("what", &what)], dice);
        out.extend(Thought::new(text, because, 0.95));
    }
    out
}

/// What is needed, short: up to where the sentence goes on to something else.
fn needed(head: &Beliefs, need: &Frame) -> Option<String> {
    let stop = |word: &String| matches!(word.as_str(), "because" | "," | "but" | "before" | "who");
    let end = need.rest.iter().position(stop).unwrap_or(need.rest.len());
    let short = Frame { rest: need.rest[..end].to_vec(), when: None, place: None, ..need.clone() };
    let said = clause(head, &short);
    let (_, what) = said.split_once(" needs ").or_else(|| said.split_once(" need "))?;
    (!what.trim().is_empty() && what.len() < 90).then(|| what.to_owned())
}

/// What I want next: not the same for a week. It grows out of what I have been at and whom I share it with.
fn next(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let me = head.me.name.as_str();
    let mut out = Vec::new();
    let mut at_it: BTreeMap<String, Vec<&Fact>> = BTreeMap::new();
    for fact in head.facts.iter().filter(|fact| fact.f().subj == me && fact.from.is_none() && bears(fact)) {
        for stem in matter(head, fact) {
            at_it.entry(stem).or_default().push(fact);
        }
    }
    // what fills most memories is what I have had enough of, or should show to somebody
    let most = at_it.into_iter().filter(|(_, facts)| facts.iter().filter(|fact| fact.n.is_some()).count() >= 2);
    let Some((stem, own)) = most.max_by(|a, b| a.1.len().cmp(&b.1.len()).then_with(|| b.0.cmp(&a.0))) else {
        return out;
    };
    let Some(work) = own
        .iter()
        .filter(|fact| lasting(fact))
        .filter_map(|fact| gerund(head, fact.f()))
        .filter(|what| what.len() < 50)
        .min_by_key(String::len)
    else {
        return out;
    };
    let because: Vec<Option<u32>> = own.iter().map(|fact| fact.n).collect();
    let akin =
        others(head).filter(|fact| lasting(fact) && matter(head, fact).contains(&stem)).max_by_key(|fact| fact.imp);
    let text = match akin {
        Some(fact) => word(head, "insight.want.with", &[("me", me), ("x", &fact.f().subj), ("g", &work)], dice),
        None => {
            let close = super::people(head).into_iter().filter(|who| head.relation(who).close >= 1.5);
            let close: Vec<String> = close.collect();
            match dice.pick(&close) {
                Some(who) => word(head, "insight.want.show", &[("me", me), ("x", who), ("g", &work)], dice),
                None => word(head, "insight.want", &[("me", me), ("g", &work)], dice),
            }
        }
    };
    let because = because.into_iter().chain(akin.map(|fact| fact.n)).take(6);
    out.extend(Thought::new(text, because, 0.7));
    out
}

/// Whether a fact of mine shows what I am at: a meal does not.
fn bears(fact: &Fact) -> bool {
    let of_mind = matches!(fact.f().class, Class::Think | Class::Need | Class::Trouble);
    (lasting(fact) || of_mind || fact.f().class == Class::Doing && fact.imp >= 3) && !fact.f().secret
}
