//! An honest picture of oneself: nature as it shows, what fills the days, how life is going. It rests on memories;
//! where they say nothing, the persona's own words stand.

use std::{cmp::Reverse, collections::BTreeMap};

use super::{
    super::{
        beliefs::{Beliefs, Fact, Kind},
        dice::Dice,
        frame::{Class, Form},
    },
    Mirror, facts, lasting, mine,
    wording::{about_known, end, gerund, list, without_time},
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
    let mut mirror = Mirror::new(&head, dice);
    let mut evidence: Vec<Option<u32>> = Vec::new();
    let core = mirror.core(&mut evidence);
    let occupation = mirror.occupation(&mut evidence);
    let feeling = mirror.mood(&mut evidence);
    let mut evidence: Vec<u32> = evidence.into_iter().flatten().collect();
    evidence.sort_unstable();
    evidence.dedup();
    SummaryAnswer { core, occupation, feeling, evidence }
}

rule!(Summarise, summarise);

fn recent(head: &Beliefs, fact: &Fact) -> bool {
    fact.at == 0 || fact.at.saturating_add(DAYS * DAY) >= head.sit.now
}

impl Mirror<'_, '_> {
    /// The traits, and a deed or an opinion that shows them.
    fn core(&mut self, evidence: &mut Vec<Option<u32>>) -> String {
        let head = self.head;
        let traits = head.me.traits.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty());
        let traits = match list(&traits.collect::<Vec<_>>()) {
            none if none.is_empty() => "hard to describe".to_owned(),
            traits => traits,
        };
        let shows = |fact: &&Fact| {
            let f = fact.f();
            let view = matches!(f.class, Class::Like | Class::Dislike | Class::Think | Class::Other)
                && !lex().is("bookkeeping", &f.verb);
            let word = matches!(f.verb.as_str(), "agree" | "decline");
            let telling = fact.kind == Kind::Reflection || view || word;
            fact.n.is_some() && !f.secret && recent(head, fact) && telling
        };
        if let Some(fact) = mine(head).filter(shows).max_by_key(|fact| (fact.imp, fact.at)) {
            evidence.push(fact.n);
            let deed = about_known(head, &without_time(fact.f()));
            return self.word("summary.core.shown", &[("traits", &traits), ("r", &deed)]);
        }
        let talk = |fact: &&Fact| fact.f().verb == "talk" || fact.f().rest.iter().any(|word| word == "talk");
        let talks: Vec<&Fact> = mine(head).filter(|fact| fact.at > 0).filter(talk).collect();
        if talks.len() < 3 {
            return self.word("summary.core", &[("traits", &traits)]);
        }
        evidence.extend(talks.iter().filter(|fact| fact.n.is_some()).map(|fact| fact.n).take(3));
        self.word("summary.core.company", &[("traits", &traits)])
    }

    /// What one was seen at, most of all, before what one says one does.
    fn occupation(&mut self, evidence: &mut Vec<Option<u32>>) -> String {
        let (head, me) = (self.head, self.me);
        let mut done: BTreeMap<String, Vec<Option<u32>>> = BTreeMap::new();
        let at_it = |fact: &&Fact| {
            let f = fact.f();
            let light = lex().is("light", &f.verb) || fact.imp <= 2;
            f.form == Form::Ing && f.class == Class::Doing && !light && !f.secret && recent(head, fact)
        };
        for fact in mine(head).filter(at_it) {
            if let Some(what) = gerund(head, fact.f()).filter(|what| what.len() < 60) {
                done.entry(what).or_default().push(fact.n);
            }
        }
        let mut done: Vec<(String, Vec<Option<u32>>)> = done.into_iter().collect();
        done.sort_by_key(|(_, numbers)| Reverse(numbers.len()));
        done.truncate(3);
        evidence.extend(done.iter().flat_map(|(_, numbers)| numbers.iter().filter(|n| n.is_some()).take(2)));
        let what: Vec<String> = done.into_iter().map(|(what, _)| what).collect();
        let works = mine(head).filter(|fact| lasting(fact) && fact.f().class == Class::Work);
        let work = works.max_by_key(|fact| (fact.n.is_some(), fact.imp));
        evidence.extend(work.map(|fact| fact.n));
        let said = work.map(|fact| about_known(head, fact.f())).unwrap_or_default();
        let slots = [("g", list(&what)), ("r", said.clone())];
        let slots = slots.each_ref().map(|(slot, text)| (*slot, text.as_str()));
        match (what.is_empty(), said.is_empty()) {
            (true, true) => "Not known.".to_owned(),
            (true, false) => end(head, &said.replacen(head.pron(me).of(0), me, 1)),
            (false, true) => self.word("summary.days", &slots),
            (false, false) => self.word("summary.days.work", &slots),
        }
    }

    /// Trouble weighs most, then what one is looking forward to, then what one has concluded.
    fn mood(&mut self, evidence: &mut Vec<Option<u32>>) -> String {
        let head = self.head;
        let own: Vec<&Fact> = facts(head)
            .filter(|fact| fact.f().subj == self.me && fact.from.is_none())
            .filter(|fact| fact.n.is_some() && recent(head, fact) && !fact.f().secret)
            .collect();
        let hard = |fact: &&&Fact| {
            let f = fact.f();
            matches!(f.class, Class::Trouble | Class::Need) || f.class == Class::Think && f.verb == "worry"
        };
        let to_come = |fact: &&&Fact| {
            let start = fact.f().when.as_ref().and_then(When::start);
            start.is_some_and(|start| start > head.sit.now) && (fact.f().event.is_some() || fact.f().verb == "agree")
        };
        let trouble = own.iter().filter(hard).max_by_key(|fact| (fact.imp, fact.at));
        let ahead = own.iter().filter(to_come).max_by_key(|fact| fact.imp);
        let aim = own.iter().filter(|fact| fact.f().class == Class::Aim).max_by_key(|fact| fact.at);
        evidence.extend([trouble, ahead, aim].into_iter().flatten().map(|fact| fact.n));
        let (section, fact) = match (trouble, ahead, aim) {
            (Some(hard), Some(_), _) => ("summary.mixed", hard),
            (Some(hard), None, _) => ("summary.hard", hard),
            (None, Some(good), _) => ("summary.glad", good),
            (None, None, Some(aim)) => ("summary.aim", aim),
            _ => return "Not known.".to_owned(),
        };
        let good = ahead.map(|fact| about_known(head, fact.f())).unwrap_or_default();
        let he = head.pron(self.me).of(0);
        self.word(section, &[("r", &about_known(head, fact.f())), ("s", &good), ("he", he)])
    }
}
