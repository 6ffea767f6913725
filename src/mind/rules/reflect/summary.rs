//! An honest picture of oneself: nature as it shows, what fills the days, how life is going. It rests on memories;
//! where they say nothing, the persona's own words stand.

use std::collections::BTreeMap;

use super::{
    super::{
        beliefs::{Beliefs, Fact, Kind},
        dice::Dice,
        frame::{Class, Form},
    },
    facts, lasting, mine,
    wording::{about_known, end, gerund, list, without_time, word},
};
use crate::language::{
    lexicon::lex,
    time::{DAY, When},
};
use crate::mind::question::{Summarise, SummaryAnswer};

/// How far back one looks for how life is going.
const DAYS: u32 = 3;

/// The picture.
pub fn summarise(ask: &Summarise, dice: &mut Dice) -> SummaryAnswer {
    let head = Beliefs::new(&ask.me, &ask.now, &ask.known).remembering(&ask.memories).read();
    let mut evidence: Vec<u32> = Vec::new();
    let core = core(&head, dice, &mut evidence);
    let occupation = occupation(&head, dice, &mut evidence);
    let feeling = feeling(&head, dice, &mut evidence);
    evidence.sort_unstable();
    evidence.dedup();
    SummaryAnswer { core, occupation, feeling, evidence }
}

rule!(Summarise, summarise);

fn recent(head: &Beliefs, fact: &Fact) -> bool {
    fact.at == 0 || fact.at.saturating_add(DAYS * DAY) >= head.sit.now
}

/// The traits, and a deed or an opinion that shows them.
fn core(head: &Beliefs, dice: &mut Dice, evidence: &mut Vec<u32>) -> String {
    let me = head.me.name.as_str();
    let traits: Vec<String> =
        head.me.traits.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect();
    let shows = |fact: &&Fact| {
        let f = fact.f();
        fact.n.is_some()
            && !f.secret
            && recent(head, fact)
            && (fact.kind == Kind::Reflection
                || matches!(f.class, Class::Like | Class::Dislike | Class::Think | Class::Other)
                    && !lex().is("bookkeeping", &f.verb)
                || f.verb == "agree"
                || f.verb == "decline")
    };
    let shown = mine(head).filter(shows).max_by_key(|fact| (fact.imp, fact.at));
    let company = mine(head).filter(|fact| fact.f().rest.iter().any(|word| word == "talk") || fact.f().verb == "talk");
    let talks: Vec<&Fact> = company.filter(|fact| fact.at > 0).collect();
    let traits = match traits.is_empty() {
        true => "hard to describe".to_owned(),
        false => list(&traits),
    };
    let mut slots = vec![("me", me), ("traits", traits.as_str())];
    let (deed, section);
    match shown {
        Some(fact) => {
            evidence.extend(fact.n);
            deed = about_known(head, &without_time(fact.f()));
            section = "summary.core.shown";
            slots.push(("r", &deed));
        }
        None if talks.len() >= 3 => {
            evidence.extend(talks.iter().filter_map(|fact| fact.n).take(3));
            section = "summary.core.company";
        }
        None => section = "summary.core",
    }
    word(head, section, &slots, dice)
}

/// What one was seen at, most of all, before what one says one does.
fn occupation(head: &Beliefs, dice: &mut Dice, evidence: &mut Vec<u32>) -> String {
    let me = head.me.name.as_str();
    let mut done: BTreeMap<String, (usize, Vec<Option<u32>>)> = BTreeMap::new();
    for fact in
        mine(head).filter(|fact| fact.f().form == Form::Ing && fact.f().class == Class::Doing && recent(head, fact))
    {
        let light = lex().is("light", &fact.f().verb) || fact.imp <= 2;
        if let Some(what) = gerund(head, fact.f()).filter(|what| what.len() < 60 && !light && !fact.f().secret) {
            let entry = done.entry(what).or_default();
            entry.0 += 1;
            entry.1.push(fact.n);
        }
    }
    let mut done: Vec<_> = done.into_iter().collect();
    done.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(&b.0)));
    done.truncate(3);
    for (_, (_, numbers)) in &done {
        evidence.extend(numbers.iter().flatten().take(2));
    }
    let what: Vec<String> = done.into_iter().map(|(what, _)| what).collect();
    let work = mine(head)
        .filter(|fact| lasting(fact) && fact.f().class == Class::Work)
        .max_by_key(|fact| (fact.n.is_some(), fact.imp));
    let work = work.map(|fact| {
        evidence.extend(fact.n);
        about_known(head, fact.f())
    });
    let work = work.unwrap_or_default();
    let days = list(&what);
    let slots = [("me", me), ("g", days.as_str()), ("r", work.as_str())];
    match (what.is_empty(), work.is_empty()) {
        (true, true) => "Not known.".to_owned(),
        (true, false) => end(head, &work.replacen(head.pron(me).of(0), me, 1)),
        (false, true) => word(head, "summary.days", &slots, dice),
        (false, false) => word(head, "summary.days.work", &slots, dice),
    }
}

/// Trouble weighs most, then what one is looking forward to, then what one has concluded.
fn feeling(head: &Beliefs, dice: &mut Dice, evidence: &mut Vec<u32>) -> String {
    let me = head.me.name.as_str();
    let about = |fact: &&Fact| fact.n.is_some() && recent(head, fact) && !fact.f().secret;
    let trouble = mine(head).filter(about).filter(|fact| {
        fact.f().class == Class::Trouble
            || fact.f().class == Class::Need
            || fact.f().class == Class::Think && fact.f().verb == "worry"
    });
    let trouble = trouble.max_by_key(|fact| (fact.imp, fact.at));
    let ahead = facts(head).filter(about).filter(|fact| {
        let to_come = fact.f().when.as_ref().and_then(When::start).is_some_and(|start| start > head.sit.now);
        to_come
            && (fact.f().subj == me && fact.from.is_none())
            && (fact.f().event.is_some() || fact.f().verb == "agree")
    });
    let ahead = ahead.max_by_key(|fact| fact.imp);
    let aim = mine(head).filter(about).filter(|fact| fact.f().class == Class::Aim).max_by_key(|fact| fact.at);
    let say = |fact: &Fact| about_known(head, fact.f());
    let text = |section: &str, fact: &Fact, dice: &mut Dice| {
        word(head, section, &[("me", me), ("r", &say(fact)), ("he", head.pron(me).of(0))], dice)
    };
    evidence.extend([trouble, ahead, aim].into_iter().flatten().filter_map(|fact| fact.n));
    match (trouble, ahead, aim) {
        (Some(hard), Some(good), _) => {
            let (hard, good) = (say(hard), say(good));
            word(head, "summary.mixed", &[("me", me), ("r", &hard), ("s", &good)], dice)
        }
        (Some(hard), None, _) => text("summary.hard", hard, dice),
        (None, Some(good), _) => text("summary.glad", good, dice),
        (None, None, Some(aim)) => text("summary.aim", aim, dice),
        _ => "Not known.".to_owned(),
    }
}
