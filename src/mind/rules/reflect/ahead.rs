//! What is coming and what it means; what somebody still needs; what one wants next.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::{
        beliefs::{Beliefs, Fact},
        frame::{Class, Frame},
    },
    Mirror, facts, lasting, matter, others, people,
    wording::{clause, gerund, list},
};
use crate::language::{
    text::{content, overlap, tokens},
    time::When,
};

/// What is going to happen, and its name without an article: `Valentine's Day party`.
pub fn coming<'h>(head: &'h Beliefs) -> impl Iterator<Item = (&'h Fact, &'h str)> {
    let named = |fact: &'h Fact| {
        let f = fact.f();
        let ahead = f.when.as_ref().and_then(When::start).is_some_and(|start| start > head.sit.now);
        let event = f.event.as_deref().filter(|_| ahead && f.person)?;
        Some((fact, ["a ", "an ", "the "].iter().find_map(|article| event.strip_prefix(article)).unwrap_or(event)))
    };
    head.events().into_iter().filter_map(named)
}

impl Mirror<'_, '_> {
    /// All thoughts of this kind.
    pub fn ahead(&mut self) {
        self.coming();
        self.needs();
        self.next();
    }

    /// What is going to happen, whom it touches, and who comes.
    fn coming(&mut self) {
        let (head, me) = (self.head, self.me);
        for (event, bare) in coming(head) {
            let f = event.f();
            let words = content(&tokens(f.event.as_deref().unwrap_or_default()));
            // who said that they will come to it, at first hand or by hearsay
            let will = |fact: &&Fact| {
                let other = fact.f();
                other.person && other.verb == "agree" && other.subj != f.subj && overlap(&words, other.of_rest()) >= 0.6
            };
            let comers: Vec<&Fact> = head.facts.iter().filter(will).collect();
            let mut names: Vec<String> = Vec::new();
            for fact in &comers {
                if !names.contains(&fact.f().subj) {
                    names.push(fact.f().subj.clone());
                }
            }
            let told: Vec<&Fact> = head.facts.iter().filter(|fact| fact.f().same(f)).collect();
            // what one heard from somebody twice is told by one
            let tellers: BTreeSet<_> =
                told.iter().filter(|fact| !fact.outgoing).filter_map(|fact| fact.from.as_ref()).collect();
            let section = match (f.subj == me, names.as_slice()) {
                (true, []) => "insight.event.mine.alone",
                (true, _) => "insight.event.mine",
                (false, [one]) if one == me => "insight.event.going",
                (false, [_, ..]) => "insight.event.comers",
                (false, []) if tellers.len() > 1 => "insight.event.many",
                (false, []) => "insight.event",
            };
            let (name, when) = (format!("the {bare}"), f.when.as_ref().map(When::write).unwrap_or_default());
            let (comes, mean) = (list(&names), if names.len() == 1 { "means" } else { "mean" });
            let slots = [
                ("x", &*f.subj),
                ("evn", &*name),
                ("bare", bare),
                ("when", &*when),
                ("names", &*comes),
                ("mean", mean),
            ];
            let because = comers.iter().chain(&told).map(|fact| fact.n);
            self.think(section, &slots, because, 0.8 + 0.1 * names.len().min(4) as f32);
        }
    }

    /// What somebody needs and nobody has promised.
    fn needs(&mut self) {
        let head = self.head;
        for need in facts(head).filter(|fact| fact.f().class == Class::Need && fact.f().person && !fact.f().secret) {
            let f = need.f();
            let over = f.when.as_ref().and_then(When::end).is_some_and(|end| end < head.sit.now);
            let words = matter(head, need);
            let touches = |fact: &&Fact| overlap(&words, fact.f().of_rest()) >= 0.5;
            let promised = |fact: &Fact| fact.f().verb == "agree" && fact.f().subj != f.subj;
            if over || words.is_empty() || head.facts.iter().filter(touches).any(promised) {
                continue;
            }
            let Some(what) = needed(head, f) else { continue };
            let of_life = |fact: &Fact| matches!(fact.f().class, Class::Aim | Class::Event | Class::Trouble);
            let bears = |fact: &&Fact| fact.f().subj == f.subj && (touches(fact) || of_life(fact));
            let because = std::iter::once(need).chain(head.facts.iter().filter(bears)).map(|fact| fact.n).take(4);
            let section = if f.subj == self.me { "insight.need.mine" } else { "insight.need" };
            self.think(section, &[("x", &f.subj), ("what", &what)], because, 0.95);
        }
    }

    /// What I want next: not the same for a week. It grows out of what I have been at and whom I share it with.
    fn next(&mut self) {
        let head = self.head;
        let mut at_it: BTreeMap<String, Vec<&Fact>> = BTreeMap::new();
        for fact in head.own().filter(|fact| bears(fact)) {
            for stem in matter(head, fact) {
                at_it.entry(stem).or_default().push(fact);
            }
        }
        // what fills most memories is what I have had enough of, or should show to somebody
        let most = at_it.into_iter().filter(|(_, facts)| facts.iter().filter(|fact| fact.n.is_some()).count() >= 2);
        let most = most.max_by(|a, b| a.1.len().cmp(&b.1.len()).then_with(|| b.0.cmp(&a.0)));
        let Some((stem, own)) = most else { return };
        let works = own.iter().filter(|fact| lasting(fact)).filter_map(|fact| gerund(head, fact.f()));
        let Some(work) = works.filter(|what| what.len() < 50).min_by_key(String::len) else { return };
        let akin = |fact: &&Fact| lasting(fact) && matter(head, fact).contains(&stem);
        let akin = others(head).filter(akin).max_by_key(|fact| fact.imp);
        let close: Vec<String> = people(head).into_iter().filter(|who| head.relation(who).close >= 1.5).collect();
        let (section, who) = match akin {
            Some(fact) => ("insight.want.with", fact.f().subj.as_str()),
            None => match self.dice.pick(&close) {
                Some(who) => ("insight.want.show", who.as_str()),
                None => ("insight.want", ""),
            },
        };
        let because = own.iter().copied().chain(akin).map(|fact| fact.n).take(6);
        self.think(section, &[("x", who), ("g", &work)], because, 0.7);
    }
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

/// Whether a fact of mine shows what I am at: a meal does not.
fn bears(fact: &Fact) -> bool {
    let of_mind = matches!(fact.f().class, Class::Think | Class::Need | Class::Trouble);
    (lasting(fact) || of_mind || fact.f().class == Class::Doing && fact.imp >= 3) && !fact.f().secret
}
