//! Where what one was told does not fit together.

use super::{
    super::{
        beliefs::{Beliefs, Fact},
        dice::Dice,
        frame::Class,
    },
    Thought, facts, heart, people,
    wording::{clause, word},
};
use crate::language::time::When;

/// All thoughts of this kind.
pub fn thoughts(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let mut out: Vec<Thought> = people(head).iter().filter_map(|who| of_somebody(head, who, dice)).collect();
    out.extend(of_an_event(head, dice));
    out
}

/// Who says so: somebody else, or I myself.
fn source<'f>(head: &'f Beliefs, fact: &'f Fact) -> &'f str {
    fact.from.as_deref().unwrap_or(&head.me.name)
}

/// One speaks well of somebody, another badly.
fn of_somebody(head: &Beliefs, who: &str, dice: &mut Dice) -> Option<Thought> {
    let said = |well: bool| {
        let fits = move |fact: &&Fact| judged(head, fact, who) == Some(well) && !fact.f().secret;
        facts(head).filter(fits).max_by_key(|fact| fact.at)
    };
    let (good, bad) = (said(true)?, said(false)?);
    let (a, b) = (source(head, good), source(head, bad));
    if a == b || a == who || b == who {
        return None;
    }
    let (pro, con) = (clause(head, good.f()), clause(head, bad.f()));
    let text = word(head, "insight.doubt", &[("a", a), ("b", b), ("x", who), ("pro", &pro), ("con", &con)], dice);
    Thought::new(text, [good.n, bad.n], 1.0)
}

/// What a fact says of somebody, whoever says it.
fn judged(head: &Beliefs, fact: &Fact, who: &str) -> Option<bool> {
    let f = fact.f();
    if f.subj == head.me.name || f.subj == who {
        return heart::speaks(head, fact, who);
    }
    let of_them = fact.from.is_some() && f.about.iter().any(|name| name == who);
    match f.class {
        Class::Like | Class::Love if of_them => Some(true),
        Class::Dislike if of_them => Some(false),
        _ => None,
    }
}

/// The same event at two times or two places.
fn of_an_event(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let events: Vec<&Fact> = facts(head).filter(|fact| fact.f().event.is_some() && fact.f().person).collect();
    let mut out = Vec::new();
    for (i, a) in events.iter().enumerate() {
        let differs = |b: &&&Fact| {
            let day = |fact: &Fact| fact.f().when.as_ref().and_then(When::start);
            let times = (day(a), day(b));
            a.f().subj == b.f().subj
                && a.f().same(b.f())
                && source(head, a) != source(head, b)
                && matches!(times, (Some(one), Some(other)) if one != other)
        };
        if let Some(b) = events.iter().skip(i + 1).find(differs) {
            let when = |fact: &Fact| fact.f().when.as_ref().map(When::write).unwrap_or_default();
            let slots = [
                ("a", source(head, a)),
                ("b", source(head, b)),
                ("x", a.f().subj.as_str()),
                ("evn", a.f().event.as_deref().unwrap_or_default()),
                ("one", &when(a)),
                ("two", &when(b)),
            ];
            let slots: Vec<(&str, &str)> = slots.into_iter().collect();
            out.extend(Thought::new(word(head, "insight.doubt.when", &slots, dice), [a.n, b.n], 1.1));
        }
    }
    out
}
