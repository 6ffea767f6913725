//! What one feels for somebody, and why; what has changed.

use super::{
    super::{
        beliefs::{Beliefs, Fact},
        dice::Dice,
        frame::{Class, Form},
    },
    Thought, facts, lasting, mine, people,
    wording::{about_known, clause, gerund, word},
};
use crate::language::{lexicon::lex, text::overlap};

/// All thoughts of this kind.
pub fn thoughts(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let mut out: Vec<Thought> = people(head).iter().filter_map(|who| feeling(head, who, dice)).collect();
    out.extend(turned(head, dice));
    out
}

/// Whether a fact speaks well of `who` (true), badly (false), or neither.
pub fn speaks(head: &Beliefs, fact: &Fact, who: &str) -> Option<bool> {
    let f = fact.f();
    let mine = f.subj == head.me.name && f.about.iter().any(|name| name == who);
    if !mine && f.subj != who {
        return None;
    }
    let words = format!(" {} {} ", f.verb, f.rest.join(" ").to_lowercase());
    let hit = |section: &str| lex().hit(section, &words).is_some();
    match f.class {
        Class::Like | Class::Love if mine => Some(true),
        Class::Dislike if mine => Some(false),
        // "is a good neighbour" speaks of them; "sees good in everyone" does not
        _ if (f.form == Form::Copula || f.class == Class::Think) && hit("bad") || hit("badly.done") => Some(false),
        _ if (f.form == Form::Copula || f.class == Class::Think) && hit("good") || hit("well.done") => Some(true),
        _ => None,
    }
}

/// How warm one feels towards somebody: the relation, and what one knows at first hand that speaks for or against them.
pub fn warmth(head: &Beliefs, who: &str) -> f32 {
    let first_hand = facts(head).filter(|fact| fact.from.is_none());
    let spoken = first_hand.filter_map(|fact| speaks(head, fact, who)).map(|well| if well { 0.4 } else { -0.6 });
    head.relation(who).warm + spoken.sum::<f32>().clamp(-1.5, 1.2)
}

/// A feeling with its cause: at first hand only, so that nobody is talked into it.
fn feeling(head: &Beliefs, who: &str, dice: &mut Dice) -> Option<Thought> {
    let warm = warmth(head, who);
    let well = if warm > 0.9 {
        true
    } else if warm < -0.5 {
        false
    } else {
        return None;
    };
    let told_me = |fact: &Fact| fact.from.as_deref() == Some(who) && fact.f().subj != who;
    let causes: Vec<&Fact> = facts(head)
        .filter(|fact| fact.from.is_none() || told_me(fact))
        .filter(|fact| speaks(head, fact, who) == Some(well) && !fact.f().secret)
        .collect();
    let about = facts(head)
        .filter(|fact| fact.f().persons().iter().any(|name| name == who) && fact.from.is_none() && !fact.f().secret);
    let told = |fact: &&&Fact| fact.f().subj == who && fact.f().class != Class::Dislike;
    let why = causes.iter().filter(told).max_by_key(|fact| fact.imp).map(|fact| about_known(head, fact.f()));
    let numbers: Vec<Option<u32>> = causes.iter().map(|fact| fact.n).chain(about.map(|fact| fact.n).take(3)).collect();
    let section = match (well, why.is_some()) {
        (true, true) => "insight.fond.why",
        (true, false) => "insight.fond",
        (false, true) => "insight.cold.why",
        (false, false) => "insight.cold",
    };
    let why = why.unwrap_or_default();
    let text = word(head, section, &[("me", &head.me.name), ("x", who), ("why", &why)], dice);
    Thought::new(text, numbers, 0.75 + warm.abs().min(3.0) * 0.1)
}

/// What somebody wanted, liked or agreed to, and does no longer.
fn turned(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let mut out = Vec::new();
    let all: Vec<&Fact> = facts(head).filter(|fact| fact.f().person && !fact.f().secret).collect();
    for (i, before) in all.iter().enumerate() {
        for now in all.iter().skip(i + 1).filter(|now| now.f().subj == before.f().subj && now.at > before.at) {
            if before.n == now.n || before.at / 60 == now.at / 60 {
                continue;
            }
            let (old, new) = (before.f(), now.f());
            let same = || overlap(old.of_rest(), new.of_rest()) >= 0.6;
            let against = match (old.class, new.class) {
                (Class::Like, Class::Dislike) | (Class::Dislike, Class::Like) => same(),
                _ => {
                    matches!((old.verb.as_str(), new.verb.as_str()), ("agree", "decline") | ("decline", "agree"))
                        && same()
                }
            };
            if !against {
                continue;
            }
            let (was, is) = (clause(head, old), about_known(head, new));
            let text = word(head, "insight.turned", &[("was", &was), ("is", &is), ("x", &old.subj)], dice);
            out.extend(Thought::new(text, [before.n, now.n], 1.0));
        }
    }
    out.extend(moved_on(head, dice));
    out
}

/// My own aim, once I have worked on it for a while and wanted something else since.
fn moved_on(head: &Beliefs, dice: &mut Dice) -> Option<Thought> {
    let aims: Vec<&Fact> =
        mine(head).filter(|fact| fact.f().class == Class::Aim && lasting(fact) && fact.n.is_some()).collect();
    let (old, new) = (aims.iter().min_by_key(|fact| fact.at)?, aims.iter().max_by_key(|fact| fact.at)?);
    if old.at == new.at || overlap(old.f().of_rest(), new.f().of_rest()) > 0.4 {
        return None;
    }
    let (was, is) = (gerund(head, old.f())?, gerund(head, new.f())?);
    let text = word(head, "insight.moved", &[("me", &head.me.name), ("was", &was), ("is", &is)], dice);
    Thought::new(text, [old.n, new.n], 0.8)
}
