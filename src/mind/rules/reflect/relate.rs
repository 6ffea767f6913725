//! What somebody is to one, read from what one remembers of them.

use super::{
    super::{
        beliefs::{Beliefs, Fact, Relation},
        dice::Dice,
        frame::{Class, Form},
    },
    Mirror, heart, names,
    wording::{about_known, clause, end, without_time},
};
use crate::{
    language::{
        lexicon::lex,
        text::Pron,
        time::{DAY, date},
    },
    mind::question::{Other, Relate, RelateAnswer},
};

/// Most memories that are cited.
const MOST: usize = 6;
/// What was seen longer ago says nothing of what they do now.
const LATELY: u32 = 90;

/// Something said of the other, and the facts that bear it out.
type Told<'h> = (String, Vec<&'h Fact>);

/// The relation.
pub fn relate(ask: &Relate, dice: &mut Dice) -> RelateAnswer {
    let other = Other { relation: String::new(), ..ask.other.clone() };
    let head = &Beliefs::new(&ask.me, &ask.now, &ask.known).meeting(&other).remembering(&ask.memories).read();
    let who = ask.other.name.as_str();
    let about: Vec<&Fact> = head.facts.iter().filter(|fact| names(fact, who)).collect();
    let mut mirror = Mirror::new(head, dice);
    let (relation, from) = mirror.what_they_are(who, &about, &head.relation(who));
    let (feeling, causes) = mirror.felt_for(who, &about);
    let (doing, seen) = doing(head, who, &about, &ask.other.doing);
    let mut evidence: Vec<u32> = Vec::new();
    for n in from.into_iter().chain(causes).chain(seen).filter_map(|fact| fact.n) {
        if evidence.len() < MOST && !evidence.contains(&n) {
            evidence.push(n);
        }
    }
    evidence.sort_unstable();
    RelateAnswer { relation, feeling, doing, evidence }
}

rule!(Relate, relate);

/// First-hand facts only: nobody becomes a friend by saying so.
fn first_hand<'h>(about: &[&'h Fact]) -> impl Iterator<Item = &'h Fact> {
    about.iter().copied().filter(|fact| fact.from.is_none() && !fact.outgoing)
}

/// A note that one has talked with them.
fn is_talk(fact: &Fact) -> bool {
    let f = fact.f();
    f.verb == "talk" || f.class == Class::Met || f.verb == "have" && f.rest.join(" ").contains("talk")
}

impl Mirror<'_, '_> {
    fn what_they_are<'h>(&mut self, who: &str, about: &[&'h Fact], relation: &Relation) -> Told<'h> {
        let (head, me) = (self.head, self.me);
        let of_me = |fact: &&Fact| names(fact, me);
        if let Some(fact) = first_hand(about).filter(of_me).find(|fact| fact.f().class == Class::Kin) {
            return (end(head, &clause(head, &without_time(fact.f()))), vec![fact]);
        }
        let talks: Vec<&Fact> = first_hand(about).filter(of_me).filter(|fact| is_talk(fact)).collect();
        let theirs = |fact: &&Fact| {
            let f = fact.f();
            let momentary = f.class == Class::Doing && !f.lasting();
            let noted = matches!(f.class, Class::Know | Class::Met | Class::Told | Class::Event)
                || lex().is("bookkeeping", &f.verb);
            f.subj == who && !momentary && !noted && !f.secret
        };
        let known_for = first_hand(about).filter(theirs).max_by_key(|fact| (fact.f().form != Form::Past, fact.imp));
        let said = known_for.map(|fact| about_known(head, &without_time(fact.f()))).unwrap_or_default();
        let heard = || about.iter().copied().filter(|fact| fact.from.is_some() && !fact.outgoing);
        let source = heard().find_map(|fact| fact.from.as_deref()).unwrap_or_default();
        let seen = || first_hand(about).filter(|fact| fact.at > 0 && fact.f().form == Form::Ing);
        let (section, from): (_, Vec<&Fact>) = match (talks.len(), known_for) {
            (0, Some(fact)) => ("relate.known", vec![fact]),
            (0, None) if relation.met => ("relate.met", first_hand(about).take(2).collect()),
            (0, None) if source == who => ("relate.met", heard().take(2).collect()),
            (0, None) if !source.is_empty() => ("relate.heard", heard().take(2).collect()),
            (0, None) if seen().next().is_some() => ("relate.seen", seen().take(2).collect()),
            (0, None) => ("relate.stranger", Vec::new()),
            (talked, known_for) => {
                let section = match (talked, relation.close >= 1.5, known_for.is_some()) {
                    (1, _, _) => "relate.talked.once",
                    (_, true, _) => "relate.talked.friend",
                    (_, _, true) => "relate.talked.known",
                    _ => "relate.talked",
                };
                (section, talks.iter().rev().copied().take(3).chain(known_for).collect())
            }
        };
        let last = talks.iter().map(|fact| fact.at).max().map(|at| date(at / DAY)).unwrap_or_default();
        (self.word(section, &[("x", who), ("r", &said), ("src", source), ("date", &last)]), from)
    }

    fn felt_for<'h>(&mut self, who: &str, about: &[&'h Fact]) -> Told<'h> {
        let (head, me) = (self.head, self.me);
        let none = || ("No particular feeling.".to_owned(), Vec::new());
        let loves = |f: &&Fact| f.f().class == Class::Love && f.f().subj == me && f.f().about.iter().any(|x| x == who);
        if let Some(fact) = first_hand(about).find(loves) {
            let section = if fact.f().secret { "relate.love.secret" } else { "relate.love" };
            return (self.word(section, &[("x", who)]), vec![fact]);
        }
        let warm = heart::warmth(head, who);
        let well = warm > 0.4;
        if !well && warm >= -0.4 {
            return none();
        }
        let speaks = |fact: &&Fact| heart::speaks(head, fact, who) == Some(well) && !fact.f().secret;
        let causes: Vec<&Fact> = first_hand(about).filter(speaks).collect();
        let Some(cause) = causes.iter().max_by_key(|fact| fact.imp) else {
            let talks: Vec<&Fact> = first_hand(about).filter(|fact| is_talk(fact)).collect();
            let section = if well { "relate.fond" } else { "relate.cold" };
            return if talks.is_empty() { none() } else { (self.word(section, &[("x", who)]), talks) };
        };
        let why = clause(head, &without_time(cause.f()));
        let section = match well {
            _ if cause.f().subj == me => return (end(head, &why), causes),
            true => "relate.fond.why",
            false => "relate.cold.why",
        };
        (self.word(section, &[("x", who), ("why", &why)]), causes)
    }
}

fn doing<'h>(head: &Beliefs, who: &str, about: &[&'h Fact], seen: &str) -> (String, Option<&'h Fact>) {
    let seen = seen.trim().trim_end_matches('.');
    if !seen.is_empty() {
        let pronoun = head.pron(who);
        let is = if pronoun == Pron::They { who } else { pronoun.of(0) };
        let text = if seen.contains(who) { seen.to_owned() } else { format!("{is} is {seen}") };
        return (end(head, &text), None);
    }
    let fresh = |fact: &&Fact| {
        let lately = fact.at > 0 && fact.at.saturating_add(LATELY) >= head.sit.now;
        lately && fact.f().class == Class::Doing && fact.f().subj == who
    };
    match first_hand(about).filter(fresh).max_by_key(|fact| fact.at) {
        Some(fact) => (end(head, &clause(head, fact.f())), Some(fact)),
        None => ("Not known.".to_owned(), None),
    }
}
