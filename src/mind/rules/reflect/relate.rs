//! What somebody is to one, read from what one remembers of them.

use super::{
    super::{
        beliefs::{Beliefs, Fact, Relation},
        dice::Dice,
        frame::{Class, Form},
    },
    heart,
    wording::{about_known, clause, end, without_time, word},
};
use crate::language::{lexicon::lex, text::Pron, time::date};
use crate::{
    language::time::DAY,
    mind::question::{Relate, RelateAnswer},
};

/// Most memories that are cited.
const MOST: usize = 6;
/// What was seen longer ago says nothing of what they do now.
const LATELY: u32 = 90;

/// The relation.
pub fn relate(ask: &Relate, dice: &mut Dice) -> RelateAnswer {
    let other = crate::mind::question::Other { relation: String::new(), ..ask.other.clone() };
    let head = Beliefs::new(&ask.me, &ask.now, &ask.known).meeting(&other).remembering(&ask.memories).read();
    let who = ask.other.name.as_str();
    let about: Vec<&Fact> =
        head.facts.iter().filter(|fact| fact.f().persons().iter().any(|name| name == who)).collect();
    let relation = head.relation(who);
    let mut evidence: Vec<u32> = Vec::new();
    let mut cite = |fact: &Fact| {
        if let Some(n) = fact.n.filter(|n| !evidence.contains(n)) {
            evidence.push(n);
        }
    };
    let (what, from) = what_they_are(&head, who, &about, &relation, dice);
    from.iter().for_each(|fact| cite(fact));
    let (feeling, causes) = feeling(&head, who, &about, dice);
    causes.iter().for_each(|fact| cite(fact));
    let (doing, seen) = doing(&head, who, &about, &ask.other.doing);
    seen.iter().for_each(|fact| cite(fact));
    evidence.truncate(MOST);
    evidence.sort_unstable();
    RelateAnswer { relation: what, feeling, doing, evidence }
}

rule!(Relate, relate);

/// First-hand facts only: nobody becomes a friend by saying so.
fn first_hand<'h>(about: &[&'h Fact]) -> impl Iterator<Item = &'h Fact> {
    about.iter().copied().filter(|fact| fact.from.is_none() && !fact.outgoing)
}

fn what_they_are<'h>(
    head: &Beliefs,
    who: &str,
    about: &[&'h Fact],
    relation: &Relation,
    dice: &mut Dice,
) -> (String, Vec<&'h Fact>) {
    let me = head.me.name.as_str();
    let mut say = |section: &str, slots: &[(&str, &str)]| {
        let mut all = vec![("me", me), ("x", who)];
        all.extend_from_slice(slots);
        word(head, section, &all, dice)
    };
    let of_me = |fact: &&Fact| fact.f().persons().iter().any(|name| name == me);
    if let Some(fact) = first_hand(about).filter(of_me).find(|fact| fact.f().class == Class::Kin) {
        return (end(head, &clause(head, &without_time(fact.f()))), vec![fact]);
    }
    let talks: Vec<&Fact> = first_hand(about).filter(|fact| of_me(fact) && is_talk(fact)).collect();
    let theirs = |fact: &&Fact| {
        let f = fact.f();
        let momentary = f.class == Class::Doing && !f.lasting();
        let noted = matches!(f.class, Class::Know | Class::Met | Class::Told | Class::Event)
            || lex().is("bookkeeping", &f.verb);
        f.subj == who && !momentary && !noted && !f.secret
    };
    let known_for = first_hand(about).filter(theirs).max_by_key(|fact| (fact.f().form != Form::Past, fact.imp));
    let said = |fact: &Fact| about_known(head, &without_time(fact.f()));
    let heard: Vec<&Fact> = about.iter().copied().filter(|fact| fact.from.is_some() && !fact.outgoing).collect();
    let seen: Vec<&Fact> = first_hand(about).filter(|fact| fact.at > 0 && fact.f().form == Form::Ing).collect();
    match (talks.len(), known_for) {
        (0, Some(fact)) => (say("relate.known", &[("r", &said(fact))]), vec![fact]),
        (0, None) if relation.met => (say("relate.met", &[]), first_hand(about).take(2).collect()),
        (0, None) if !heard.is_empty() => {
            let source = heard[0].from.as_deref().unwrap_or_default();
            (
                say(if source == who { "relate.met" } else { "relate.heard" }, &[("src", source)]),
                heard.into_iter().take(2).collect(),
            )
        }
        (0, None) if !seen.is_empty() => (say("relate.seen", &[]), seen.into_iter().take(2).collect()),
        (0, None) => (say("relate.stranger", &[]), Vec::new()),
        (_, known_for) => {
            let last = talks.iter().map(|fact| fact.at).max().unwrap_or(0);
            let section = match (talks.len(), relation.close >= 1.5, known_for.is_some()) {
                (1, _, _) => "relate.talked.once",
                (_, true, _) => "relate.talked.friend",
                (_, _, true) => "relate.talked.known",
                _ => "relate.talked",
            };
            let r = known_for.map(said).unwrap_or_default();
            let slots = [("date", date(last / DAY)), ("r", r)];
            let slots: Vec<(&str, &str)> = slots.iter().map(|(slot, text)| (*slot, text.as_str())).collect();
            (say(section, &slots), talks.into_iter().rev().take(3).chain(known_for).collect())
        }
    }
}

/// A note that one has talked with them.
fn is_talk(fact: &Fact) -> bool {
    let words = fact.f().rest.join(" ");
    matches!(fact.f().verb.as_str(), "have" | "talk") && words.contains("talk")
        || fact.f().verb == "talk"
        || fact.f().class == Class::Met
}

fn feeling<'h>(head: &Beliefs, who: &str, about: &[&'h Fact], dice: &mut Dice) -> (String, Vec<&'h Fact>) {
    let me = head.me.name.as_str();
    let none = || ("No particular feeling.".to_owned(), Vec::new());
    if let Some(fact) = first_hand(about).find(|fact| {
        fact.f().class == Class::Love && fact.f().subj == me && fact.f().about.iter().any(|name| name == who)
    }) {
        let section = if fact.f().secret { "relate.love.secret" } else { "relate.love" };
        return (word(head, section, &[("me", me), ("x", who)], dice), vec![fact]);
    }
    let well = match heart::warmth(head, who) {
        warm if warm > 0.4 => true,
        warm if warm < -0.4 => false,
        _ => return none(),
    };
    let causes: Vec<&Fact> =
        first_hand(about).filter(|fact| heart::speaks(head, fact, who) == Some(well) && !fact.f().secret).collect();
    let Some(cause) = causes.iter().max_by_key(|fact| fact.imp) else {
        let talks: Vec<&Fact> = first_hand(about).filter(|fact| is_talk(fact)).collect();
        let section = if well { "relate.fond" } else { "relate.cold" };
        return if talks.is_empty() { none() } else { (word(head, section, &[("me", me), ("x", who)], dice), talks) };
    };
    let why = clause(head, &without_time(cause.f()));
    let own = cause.f().subj == me;
    let section = match (well, own) {
        (_, true) => return (end(head, &why), causes),
        (true, false) => "relate.fond.why",
        (false, false) => "relate.cold.why",
    };
    (word(head, section, &[("me", me), ("x", who), ("why", &why)], dice), causes)
}

fn doing<'h>(head: &Beliefs, who: &str, about: &[&'h Fact], seen: &str) -> (String, Option<&'h Fact>) {
    let fresh =
        |fact: &&Fact| fact.at > 0 && fact.at.saturating_add(LATELY) >= head.sit.now && fact.f().class == Class::Doing;
    let seen = seen.trim().trim_end_matches('.');
    if !seen.is_empty() {
        let pronoun = head.pron(who);
        let is = if pronoun == Pron::They { who.to_owned() } else { pronoun.of(0).to_owned() };
        let text = if seen.contains(who) { seen.to_owned() } else { format!("{is} is {seen}") };
        return (end(head, &text), None);
    }
    match first_hand(about).filter(|fact| fact.f().subj == who).filter(fresh).max_by_key(|fact| fact.at) {
        Some(fact) => (end(head, &clause(head, fact.f())), Some(fact)),
        None => ("Not known.".to_owned(), None),
    }
}
