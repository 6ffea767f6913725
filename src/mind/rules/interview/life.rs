//! Answers about oneself: how one is and lives, what one likes, did and means to do.

use std::{cmp::Reverse, rc::Rc};

use super::{
    super::{
        asked::{Matter, Window, enough, facts, share},
        beliefs::{Fact, Kind},
        frame::{Class, Form, Frame},
        reflect::list,
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
/// Most likings and plans that are told at once.
const FEW: usize = 2;

impl<'a> Respondent<'a, '_> {
    /// What I know of myself, not from what others said.
    fn mine(&self) -> impl Iterator<Item = &'a Fact> + use<'a> {
        let me = self.head.me.name.as_str();
        facts(self.head).filter(move |fact| fact.f().subj == me && fact.from.is_none() && !fact.outgoing)
    }

    /// The same without what only notes that one met, told or was asked.
    fn own(&self) -> Vec<&'a Fact> {
        let noted = |fact: &Fact| lex().is("bookkeeping", &fact.f().verb) && fact.f().verb != "agree";
        self.mine().filter(|fact| !noted(fact)).collect()
    }

    /// What I have always known of myself in words of that list.
    pub fn always(&self, words: &str) -> Vec<&'a Fact> {
        let says = |fact: &&Fact| {
            let text = format!(" {} ", fact.text.to_lowercase().replace([',', '.'], ""));
            fact.at == 0 && lex().hit(words, &text).is_some()
        };
        self.mine().filter(says).collect()
    }

    /// What one is like.
    pub fn like(&mut self) -> Answer {
        let traits: Vec<String> =
            self.head.me.traits.trim().trim_end_matches('.').split(", ").map(str::to_owned).collect();
        match list(&traits) {
            none if none.is_empty() => self.yourself(),
            said => self.say("tell.like.me", &[("r", &said)], None),
        }
    }

    /// Where one lives: a place that bears one's name, or what one remembers of it.
    pub fn home(&mut self) -> Answer {
        let me = self.head.me.name.as_str();
        let own =
            facts(self.head).find(|fact| fact.f().subj == me && fact.from.is_none() && fact.f().class == Class::Home);
        if own.is_some() {
            return self.fact("tell.fact", own);
        }
        let last = me.rsplit(' ').next().unwrap_or(me);
        let names = |place: &&String| {
            !place.contains(": ") && (place.contains(me) || place.contains(&format!("{last} family")))
        };
        match self.head.names.places().iter().find(names) {
            Some(place) => self.say("tell.home", &[("r", place)], None),
            None => self.no("tell.dodge", &[]),
        }
    }

    /// Where a place is. A mind knows no map: it tells in which house, or that one stands in it.
    pub fn way(&mut self, place: &str) -> Answer {
        let here = self.head.sit.place;
        let inside = here == place || here.starts_with(&format!("{place}: "));
        let (section, told) = match place.split_once(": ") {
            _ if inside => ("tell.way.here", place),
            Some((house, _)) => ("tell.way.in", house),
            None => ("tell.way.town", place),
        };
        self.say(section, &[("r", told)], None)
    }

    /// What one studies, as one tells it of oneself.
    pub fn studies(&mut self) -> Answer {
        let always = self.always("studies.words").into_iter().next();
        let fact = always.or_else(|| self.mine().find(|fact| fact.f().verb == "study"));
        self.fact("tell.fact", fact)
    }

    /// When one goes to bed, as one's habits are.
    pub fn bed(&mut self) -> Answer {
        let of_life = |fact: &&Fact| {
            self.head.me.lifestyle.contains(&fact.text) && !fact.text.to_lowercase().contains(" out of bed")
        };
        // What stands last of it is the evening.
        let told = self.always("bed.words").into_iter().rfind(of_life);
        self.fact("tell.fact", told)
    }

    /// What one was before: what one's story tells as past.
    pub fn before(&mut self) -> Answer {
        let past = |fact: &&Fact| {
            let frame = fact.f();
            let was = frame.aux.as_deref().is_some_and(|aux| matches!(aux, "was" | "were")) || frame.form == Form::Past;
            was && fact.at == 0 && frame.when.is_none() && self.head.me.background.contains(&fact.text)
        };
        // what one was goes before what one did
        let told = self.mine().filter(past).min_by_key(|fact| !fact.f().verb.is_empty());
        self.fact("tell.fact", told)
    }

    /// Whether one likes something: yes or no as it is, however it was asked.
    pub fn taste(&mut self, matter: &Matter, pro: bool) -> Answer {
        let touches = |fact: &&Fact| {
            let named = matter.named.iter().all(|who| fact.text.contains(who.as_str()));
            named && enough(&matter.stems, share(&matter.stems, &fact.f().words()))
        };
        let told = self.mine().filter(|fact| liking(fact.f()).is_some()).filter(touches).max_by_key(|fact| fact.imp);
        if let Some(fact) = told {
            let agrees = liking(fact.f()) == Some(pro);
            return self.fact(if agrees { "tell.agree" } else { "tell.disagree" }, Some(fact));
        }
        match matter.named.iter().find(|name| self.head.names.is_person(name)) {
            Some(who) if matter.stems.is_empty() => self.opinion(who),
            _ => self.matter(matter),
        }
    }

    /// What of a kind one likes: a liking, or what else of one's life is of it; else one owns that there is none.
    pub fn fond(&mut self, matter: &Matter) -> Answer {
        let touches =
            |fact: &&Fact| !matter.stems.is_empty() && enough(&matter.stems, share(&matter.stems, &fact.f().words()));
        let liked = self.mine().filter(|fact| liking(fact.f()) == Some(true)).find(touches);
        match liked.or_else(|| self.mine().filter(|fact| fact.at == 0).find(touches)) {
            None => self.no("tell.fond.none", &[]),
            told => self.fact("tell.fact", told),
        }
    }

    /// What one likes or dislikes.
    pub fn tastes(&mut self, pro: bool) -> Answer {
        let mut told: Vec<&Fact> = self.mine().filter(|fact| liking(fact.f()) == Some(pro)).collect();
        told.dedup_by(|one, other| one.f().same(other.f()));
        told.sort_by_key(|fact| (!fact.f().about.is_empty(), Reverse(fact.imp)));
        told.truncate(FEW);
        if told.is_empty() { self.unknown() } else { self.tell("tell.fact", &told, ", and ") }
    }

    /// What was done within some days.
    pub fn done(&mut self, (first, last): Window) -> Answer {
        let lived = |fact: &Fact| {
            let f = fact.f();
            // "put" is past and present
            let put = f.form == Form::Present && past(&f.verb) == f.verb;
            let deed = f.form == Form::Past || (f.form == Form::Ing || put) && fact.kind == Kind::Observation;
            let within = (first..=last).contains(&(fact.at / DAY)) && fact.at <= self.head.sit.now;
            fact.at > 0 && within && deed && f.when.is_none()
        };
        // what one has known all along may be dated
        let dated = |fact: &Fact| {
            let day = fact.f().when.as_ref().and_then(|when| when.day);
            fact.at == 0 && fact.f().form == Form::Past && day.is_some_and(|day| (first..=last).contains(&day))
        };
        let mut deeds: Vec<&Fact> = self.mine().filter(|fact| lived(fact) || dated(fact)).collect();
        deeds.sort_by_key(|fact| (Reverse(fact.imp), fact.at));
        let mut told: Vec<&Fact> = Vec::new();
        for fact in deeds {
            let said = |other: &&Fact| other.f().verb == fact.f().verb && other.f().rest == fact.f().rest;
            if told.len() < MOST && !told.iter().any(said) {
                told.push(fact);
            }
        }
        if told.is_empty() {
            return self.no("tell.forgotten", &[]);
        }
        // what shook one's day comes before all else of it
        told.sort_by_key(|fact| (fact.at == 0 || fact.imp < SHAKES, fact.at));
        let mut told: Vec<Fact> = told.into_iter().cloned().collect();
        for fact in told.iter_mut().filter(|fact| fact.f().form == Form::Ing) {
            Rc::make_mut(&mut fact.said).frame.aux = Some("was".to_owned());
        }
        self.tell("tell.done", &told.iter().collect::<Vec<_>>(), ", and ")
    }

    /// What is meant for some days: what was agreed, what one gives, what one has made up one's mind to, what the day
    /// holds; else what one is after. `hours` are minutes of a day.
    pub fn plans(&mut self, (first, last): Window, hours: Option<(u32, u32)>) -> Answer {
        let now = self.head.sit.now;
        let today = now / DAY;
        let within = |from: u32, to: u32| hours.is_none_or(|(begin, end)| from < end && to > begin);
        let due = |fact: &&&Fact| {
            fact.f().when.as_ref().is_some_and(|when| {
                when.day.is_some_and(|day| (first..=last).contains(&day) && day >= today)
                    && when.from.is_none_or(|from| within(from, from + 1))
            })
        };
        let own = self.own();
        let mut told: Vec<&Fact> = own.iter().filter(due).copied().collect();
        told.sort_by_key(|fact| Reverse(fact.imp));
        told.dedup_by(|a, b| a.f().same(b.f()));
        // a decision that weighs is read as a plan
        let decides = |fact: &Fact| fact.f().verb == "decided" || fact.text.contains(" has decided ");
        let decided = |fact: &&&Fact| {
            fact.at > 0 && fact.imp >= DECIDED && decides(fact) && fact.f().when.is_none() && hours.is_none()
        };
        let decision = own.iter().filter(decided).max_by_key(|fact| fact.at);
        told.splice(0..0, decision.copied());
        told.truncate(FEW);
        let mut parts: Vec<String> = Vec::new();
        if (first..=last).contains(&today) {
            let to_come = self.head.sit.plan.iter().filter(|(from, to, _)| match hours {
                Some(_) => within(from % DAY, if to % DAY < from % DAY { DAY } else { to % DAY }),
                None => *from > now,
            });
            let most = if told.is_empty() || first == last { MOST } else { 1 };
            parts.extend(to_come.take(most).map(|part| self.part(part)));
        }
        if told.is_empty() && parts.is_empty() {
            told = own.into_iter().filter(|fact| fact.f().class == Class::Aim && hours.is_none()).take(1).collect();
        }
        if told.is_empty() && parts.is_empty() {
            return self.no("tell.plans.none", &[]);
        }
        let said: Vec<String> = told.iter().map(|fact| self.clause(fact)).chain(parts).collect();
        self.say("tell.plans", &[("r", &said.join(", and "))], told.iter().filter_map(|fact| fact.n))
    }

    /// A part of the day: `at five I'm going to read`.
    fn part(&self, (from, to, what): &(u32, u32, String)) -> String {
        let own = self.head.pron(&self.head.me.name).of(2);
        let others =
            self.head.names.people().iter().any(|name| *name != self.head.me.name && what.contains(name.as_str()));
        let what = match others {
            true => what.clone(),
            false => format!(" {what} ").replace(&format!(" {own} "), " my ").trim().to_owned(),
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
            own.iter().copied().filter(|fact| fact.f().class == class && fact.f().lasting()).max_by_key(|fact| fact.imp)
        };
        match (of(Class::Trouble), of(Class::Aim).or_else(|| of(Class::Work))) {
            (trouble @ Some(_), _) if self.head.relation(self.by).close >= 0.8 => self.fact("tell.bad", trouble),
            (_, aim @ Some(_)) => self.fact("tell.good", aim),
            _ => self.say("tell.well", &[], None),
        }
    }

    /// What one is doing.
    pub fn doing(&mut self) -> Answer {
        let doing = self.head.sit.doing.trim().trim_end_matches('.');
        let project = |fact: &&Fact| matches!(fact.f().class, Class::Doing | Class::Aim) && fact.f().lasting();
        let at = self.own().into_iter().filter(project).max_by_key(|fact| fact.imp);
        match at {
            _ if doing.is_empty() => self.fact("tell.fact", at),
            Some(fact) => self.say("tell.doing.and", &[("d", doing), ("r", &self.clause(fact))], fact.n),
            None => self.say("tell.doing", &[("d", doing)], None),
        }
    }

    /// Who one is.
    pub fn yourself(&mut self) -> Answer {
        let of_life = |fact: &&Fact| {
            matches!(fact.f().class, Class::Work | Class::Doing | Class::Aim | Class::State | Class::Other)
                && fact.f().lasting()
                && fact.at == 0
                && fact.f().when.is_none()
        };
        let told: Vec<&Fact> = self.own().into_iter().filter(of_life).take(FEW).collect();
        let said: Vec<String> = told.iter().map(|fact| self.clause(fact)).collect();
        let section = if said.is_empty() { "tell.name" } else { "tell.yourself" };
        let slots = [("me", self.head.me.name.as_str()), ("r", &said.join(", and "))];
        self.say(section, &slots, told.iter().filter_map(|fact| fact.n))
    }
}

/// Whether a frame says that one likes something, or that one dislikes it.
fn liking(frame: &Frame) -> Option<bool> {
    match frame.class {
        Class::Like => Some(!frame.neg),
        Class::Dislike => Some(false),
        _ => None,
    }
}
