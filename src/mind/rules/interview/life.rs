//! Answers about oneself: how one is, what one does, did and means to do.

use std::collections::BTreeSet;

use super::{
    super::{
        asked::{Window, facts},
        beliefs::{Fact, Kind},
        frame::{Class, Form},
    },
    Answer, Respondent,
};
use crate::language::{
    lexicon::lex,
    text::past,
    time::{DAY, say_hour},
};

/// What weighs so much and was decided is told of first.
const DECIDED: u8 = 9;
/// What weighs so much has shaken one.
const SHAKES: u8 = 8;
/// Most things that are told at once.
const MOST: usize = 3;

impl Respondent<'_, '_> {
    /// My own facts that may be told.
    fn own(&self) -> Vec<&Fact> {
        let me = self.head.me.name.as_str();
        let own = facts(self.head).filter(|fact| fact.f().subj == me && fact.from.is_none() && !fact.outgoing);
        own.filter(|fact| !lex().is("bookkeeping", &fact.f().verb) || fact.f().verb == "agree").collect()
    }

    fn list(&self, told: &[&Fact]) -> (String, BTreeSet<u32>) {
        let said: Vec<String> = told.iter().map(|fact| self.surface.clause(fact)).collect();
        (said.join(", and "), told.iter().filter_map(|fact| fact.n).collect())
    }

    /// What was done within some days.
    pub fn done(&mut self, window: Window) -> Answer {
        let head = self.head;
        let me = head.me.name.as_str();
        let within =
            |fact: &&Fact| fact.at > 0 && (window.0..=window.1).contains(&(fact.at / DAY)) && fact.at <= head.sit.now;
        let done = |fact: &&Fact| {
            let f = fact.f();
            // "put" is past and present
            let put = f.form == Form::Present && past(&f.verb) == f.verb;
            let deed = f.form == Form::Past || (f.form == Form::Ing || put) && fact.kind == Kind::Observation;
            f.subj == me && fact.from.is_none() && !fact.outgoing && deed && f.when.is_none()
        };
        // what one has known all along may be dated
        let dated = |fact: &&Fact| {
            let (f, day) = (fact.f(), fact.f().when.as_ref().and_then(|when| when.day));
            let deed = f.form == Form::Past && f.subj == me && fact.from.is_none() && !fact.outgoing;
            fact.at == 0 && deed && day.is_some_and(|day| (window.0..=window.1).contains(&day))
        };
        let lived = facts(head).filter(within).filter(done);
        let mut deeds: Vec<&Fact> = lived.chain(facts(head).filter(dated)).collect();
        deeds.sort_by(|a, b| b.imp.cmp(&a.imp).then(a.at.cmp(&b.at)));
        let mut told: Vec<&Fact> = Vec::new();
        for fact in deeds {
            if told.len() < MOST
                && !told.iter().any(|other| other.f().verb == fact.f().verb && other.f().rest == fact.f().rest)
            {
                told.push(fact);
            }
        }
        // what shook one's day comes before all else of it
        told.sort_by_key(|fact| (fact.at == 0 || fact.imp < SHAKES, fact.at));
        if told.is_empty() {
            return self.surface.say("tell.forgotten", &[], false, BTreeSet::new());
        }
        let because: BTreeSet<u32> = told.iter().filter_map(|fact| fact.n).collect();
        let said: Vec<String> = told
            .iter()
            .map(|fact| {
                let mut past = (*fact).clone();
                if past.f().form == Form::Ing {
                    std::rc::Rc::make_mut(&mut past.said).frame.aux = Some("was".to_owned());
                }
                self.surface.clause(&past)
            })
            .collect();
        self.surface.say("tell.done", &[("r", &said.join(", and "))], true, because)
    }

    /// What is meant for some days: what was agreed, what one gives, what one has made up one's mind to, what the day
    /// holds; else what one is after. `hours` are minutes of a day.
    pub fn plans(&mut self, window: Window, hours: Option<(u32, u32)>) -> Answer {
        let head = self.head;
        let today = head.sit.now / DAY;
        let within = |from: u32, to: u32| hours.is_none_or(|(begin, end)| from < end && to > begin);
        let due = |fact: &&&Fact| {
            let when = fact.f().when.as_ref();
            let at = when.and_then(|when| when.from);
            let day = when.and_then(|when| when.day);
            day.is_some_and(|day| (window.0..=window.1).contains(&day) && day >= today)
                && at.is_none_or(|from| within(from, from + 1))
        };
        let own = self.own();
        let mut told: Vec<&Fact> = own.iter().filter(due).copied().collect();
        told.sort_by_key(|fact| std::cmp::Reverse(fact.imp));
        told.dedup_by(|a, b| a.f().same(b.f()));
        // a decision that weighs is read as a plan
        let decides = |fact: &Fact| fact.f().verb == "decided" || fact.text.contains(" has decided ");
        let decided = |fact: &&Fact| fact.at > 0 && fact.imp >= DECIDED && decides(fact) && fact.f().when.is_none();
        if hours.is_none()
            && let Some(decision) = own.iter().copied().filter(decided).max_by_key(|fact| fact.at)
        {
            told.insert(0, decision);
        }
        told.truncate(2);
        let parts = if (window.0..=window.1).contains(&today) {
            let to_come = head.sit.plan.iter().filter(|(from, to, _)| match hours {
                Some(_) => within(from % DAY, if to % DAY < from % DAY { DAY } else { to % DAY }),
                None => *from > head.sit.now,
            });
            let most = if told.is_empty() || window.0 == window.1 { MOST } else { 1 };
            to_come.take(most).map(|part| self.part(part)).collect()
        } else {
            Vec::new()
        };
        if told.is_empty() && parts.is_empty() && hours.is_none() {
            told = own.into_iter().filter(|fact| fact.f().class == Class::Aim).take(1).collect();
        }
        if told.is_empty() && parts.is_empty() {
            return self.surface.say("tell.plans.none", &[], false, BTreeSet::new());
        }
        let (said, because) = self.list(&told);
        let said: Vec<String> = [said].into_iter().filter(|said| !said.is_empty()).chain(parts).collect();
        self.surface.say("tell.plans", &[("r", &said.join(", and "))], true, because)
    }

    /// A part of the day: `at five I'm going to read`.
    fn part(&self, (from, to, what): &(u32, u32, String)) -> String {
        let own = self.head.pron(&self.head.me.name).of(2);
        let others =
            self.head.names.people().iter().any(|name| *name != self.head.me.name && what.contains(name.as_str()));
        let what = if others {
            what.clone()
        } else {
            format!(" {what} ").replace(&format!(" {own} "), " my ").trim().to_owned()
        };
        let doing = what.split(' ').next().is_some_and(|verb| verb.ends_with("ing"));
        let what = if doing { format!("I'm {what}") } else { format!("I'm going to {what}") };
        match *from <= self.head.sit.now {
            true => format!("until {} {what}", say_hour(to % DAY)),
            false => format!("at {} {what}", say_hour(from % DAY)),
        }
    }

    /// How one is: trouble first, then what one is after.
    pub fn how_are_you(&mut self) -> Answer {
        let own = self.own();
        let of = |class: Class| {
            own.iter()
                .copied()
                .filter(move |fact| fact.f().class == class && fact.f().lasting())
                .max_by_key(|fact| fact.imp)
        };
        let (section, fact) = match (of(Class::Trouble), of(Class::Aim).or_else(|| of(Class::Work))) {
            (Some(trouble), _) if self.head.relation(&self.by).close >= 0.8 => ("tell.bad", Some(trouble)),
            (_, Some(aim)) => ("tell.good", Some(aim)),
            _ => ("tell.well", None),
        };
        let said = fact.map(|fact| self.surface.clause(fact)).unwrap_or_default();
        let because = fact.and_then(|fact| fact.n).into_iter().collect();
        self.surface.say(section, &[("r", &said)], true, because)
    }

    /// What one is doing.
    pub fn doing(&mut self) -> Answer {
        let doing = self.head.sit.doing.trim().trim_end_matches('.').to_owned();
        let own = self.own();
        let project = |fact: &&Fact| matches!(fact.f().class, Class::Doing | Class::Aim) && fact.f().lasting();
        let at = own.into_iter().filter(project).max_by_key(|fact| fact.imp);
        let said = at.map(|fact| self.surface.clause(fact)).unwrap_or_default();
        let because = at.and_then(|fact| fact.n).into_iter().collect();
        let section = match (doing.is_empty(), said.is_empty()) {
            (false, false) => "tell.doing.and",
            (false, true) => "tell.doing",
            (true, false) => "tell.fact",
            (true, true) => "tell.unknown",
        };
        self.surface.say(section, &[("d", &doing), ("r", &said)], section != "tell.unknown", because)
    }

    /// Who one is.
    pub fn yourself(&mut self) -> Answer {
        let own = self.own();
        let of_life = |fact: &&Fact| {
            matches!(fact.f().class, Class::Work | Class::Doing | Class::Aim | Class::State | Class::Other)
        };
        let told: Vec<&Fact> = own
            .into_iter()
            .filter(of_life)
            .filter(|fact| fact.f().lasting() && fact.at == 0 && fact.f().when.is_none())
            .take(2)
            .collect();
        let (said, because) = self.list(&told);
        let me = self.head.me.name.clone();
        let section = if said.is_empty() { "tell.name" } else { "tell.yourself" };
        self.surface.say(section, &[("me", &me), ("r", &said)], true, because)
    }
}
