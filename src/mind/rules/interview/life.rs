//! Answers about oneself: how one is and lives, what one likes, did and means to do.

use std::{cmp::Reverse, rc::Rc};

use super::{
    super::{
        asked::{Matter, Point, Window, enough, facts},
        beliefs::{Fact, Kind},
        frame::{Class, Form, Frame},
    },
    Answer, Respondent,
};
use crate::{
    language::{
        lexicon::lex,
        text::past,
        time::{DAY, say_hour},
    },
    mind::question::Stretch,
};

/// What weighs so much and was decided is told of first.
const DECIDED: u8 = 9;
/// What weighs so much has shaken one.
const SHAKES: u8 = 8;
/// Most things that are told at once.
const MAX: usize = 3;
/// Most likings and plans that are told at once.
const FEW: usize = 2;

impl<'a> Respondent<'a, '_> {
    /// What I know of myself, not from what others said.
    pub fn mine(&self) -> impl Iterator<Item = &'a Fact> + use<'a> {
        let me = self.head.me.name.as_str();
        facts(self.head).filter(move |fact| fact.f().subj == me && fact.from.is_none() && !fact.outgoing)
    }

    /// The same without what only notes that one met, told or was asked.
    fn own(&self) -> impl Iterator<Item = &'a Fact> + use<'a> {
        self.mine().filter(|fact| !lex().contains("bookkeeping", &fact.f().verb) || fact.f().verb == "agree")
    }

    /// What I have always known of myself in words of that list; how one lives before all else.
    pub fn life(&mut self, words: &str) -> Answer {
        let says = |fact: &&Fact| {
            let text = format!(" {} ", fact.text.to_lowercase().replace([',', '.'], ""));
            fact.at == 0 && lex().find(words, &text).is_some()
        };
        let told = self.mine().filter(says).min_by_key(|fact| !self.head.me.lifestyle.contains(&fact.text));
        self.tell("tell.fact", told)
    }

    /// Where one lives: what one remembers of it, or a place that bears one's name.
    pub fn home(&mut self) -> Answer {
        let me = self.head.me.name.as_str();
        let own = self.mine().find(|fact| fact.f().class == Class::Home);
        if own.is_some() {
            return self.tell("tell.fact", own);
        }
        let family = format!("{} family", me.rsplit(' ').next().unwrap_or(me));
        let named = |place: &&String| !place.contains(": ") && (place.contains(me) || place.contains(&family));
        match self.head.names.places().iter().find(named) {
            Some(place) => self.say("tell.home", &[("r", place)], None),
            None => self.no("tell.dodge", &[]),
        }
    }

    /// Where a place is. A mind knows no map: it tells in which house, or that one stands in it.
    pub fn way(&mut self, place: &str) -> Answer {
        let here = self.head.place;
        let inside = here == place || here.starts_with(&format!("{place}: "));
        let (section, told) = match place.split_once(": ") {
            _ if inside => ("tell.way.here", place),
            Some((house, _)) => ("tell.way.in", house),
            None => ("tell.way.town", place),
        };
        self.say(section, &[("r", told)], None)
    }

    /// What one likes or dislikes, of a kind or of all; or whether one likes something: yes or no as it is, however it
    /// was asked.
    pub fn taste(&mut self, matter: &Matter, pro: bool) -> Answer {
        let touches = |fact: &&Fact| {
            let named = matter.named.iter().all(|who| fact.text.contains(who.as_str()));
            named && enough(&matter.stems, &fact.f().words())
        };
        let mut told: Vec<&Fact> = self.mine().filter(|fact| liking(fact.f()).is_some()).filter(touches).collect();
        told.dedup_by(|one, other| one.f().same(other.f()));
        told.sort_by_key(|fact| (!fact.f().about.is_empty(), Reverse(fact.imp)));
        if matter.point == Point::All {
            told.retain(|fact| liking(fact.f()) == Some(pro));
            // what else of one's life is of that kind
            let of_kind = || self.mine().filter(|fact| fact.at == 0 && !matter.stems.is_empty()).find(touches);
            let told: Vec<&Fact> = if told.is_empty() { of_kind().into_iter().collect() } else { told };
            return match told.is_empty() {
                true => self.no("tell.fond.none", &[]),
                false => self.tell("tell.fact", told.into_iter().take(FEW)),
            };
        }
        let person = matter.named.iter().find(|name| self.head.names.is_person(name));
        match (told.first(), person) {
            (Some(fact), _) if liking(fact.f()) == Some(pro) => self.tell("tell.agree", [*fact]),
            (Some(fact), _) => self.tell("tell.disagree", [*fact]),
            (None, Some(who)) if matter.stems.is_empty() => self.opinion(who),
            _ => self.matter(&Matter { point: Point::All, ..matter.clone() }),
        }
    }

    /// What was done within some days.
    pub fn done(&mut self, (first, last): Window) -> Answer {
        let within = |day: u32| (first..=last).contains(&day);
        let lived = |fact: &&Fact| {
            let f = fact.f();
            // "put" is past and present
            let put = f.form == Form::Present && past(&f.verb) == f.verb;
            let seen = (f.form == Form::Ing || put) && fact.kind == Kind::Observation;
            match fact.at {
                // what one has known all along may be dated
                0 => f.form == Form::Past && f.day().is_some_and(within),
                at => within(at / DAY) && at <= self.head.now && f.when.is_none() && (seen || f.form == Form::Past),
            }
        };
        let mut told: Vec<&Fact> = self.mine().filter(lived).collect();
        told.sort_by_key(|fact| (Reverse(fact.imp), fact.at));
        let mut said = Vec::new();
        told.retain(|fact| {
            let deed = (&fact.f().verb, &fact.f().rest);
            let new = said.len() < MAX && !said.contains(&deed);
            said.extend(new.then_some(deed));
            new
        });
        if told.is_empty() {
            return self.no("tell.forgotten", &[]);
        }
        // what shook one's day comes before all else of it
        told.sort_by_key(|fact| (fact.at == 0 || fact.imp < SHAKES, fact.at));
        let mut told: Vec<Fact> = told.into_iter().cloned().collect();
        for fact in told.iter_mut().filter(|fact| fact.f().form == Form::Ing) {
            Rc::make_mut(&mut fact.said).frame.aux = Some("was".to_owned());
        }
        self.tell("tell.done", &told)
    }

    /// What is meant for some days: what was decided or agreed, what one gives, what the day holds; else what one is
    /// after. `hours` are minutes of a day.
    pub fn plans(&mut self, (first, last): Window, hours: Option<(u32, u32)>) -> Answer {
        let now = self.head.now;
        let within = |from: u32, to: u32| hours.is_none_or(|(begin, end)| from < end && to > begin);
        let due = |fact: &&Fact| {
            let from = fact.f().when.as_ref().and_then(|when| when.from);
            let day = fact.f().day().is_some_and(|day| (first..=last).contains(&day) && day >= now / DAY);
            day && from.is_none_or(|from| within(from, from + 1))
        };
        let mut told: Vec<&Fact> = self.own().filter(due).collect();
        told.sort_by_key(|fact| Reverse(fact.imp));
        told.dedup_by(|a, b| a.f().same(b.f()));
        // a decision that weighs is read as a plan
        let decided = |fact: &&Fact| {
            let decides = fact.f().verb == "decided" || fact.text.contains(" has decided ");
            decides && fact.at > 0 && fact.imp >= DECIDED && fact.f().when.is_none() && hours.is_none()
        };
        told.splice(0..0, self.own().filter(decided).max_by_key(|fact| fact.at));
        told.truncate(FEW);
        let coming = |part: &&Stretch| match hours {
            Some(_) => within(part.from.0.into(), if part.until < part.from { DAY } else { part.until.0.into() }),
            None => self.head.today_at(part.from) > now,
        };
        let most = match (first..=last).contains(&(now / DAY)) {
            true if told.is_empty() || first == last => MAX,
            true => 1,
            false => 0,
        };
        let parts: Vec<String> =
            self.head.plan.iter().filter(coming).take(most).map(|part| self.planned(part)).collect();
        if told.is_empty() && parts.is_empty() {
            told.extend(self.own().find(|fact| fact.f().class == Class::Aim && hours.is_none()));
        }
        let said: Vec<String> = told.iter().map(|fact| self.clause(fact)).chain(parts).collect();
        match said.is_empty() {
            true => self.no("tell.plans.none", &[]),
            false => self.say("tell.plans", &[("r", &said.join(", and "))], told.iter().filter_map(|fact| fact.n)),
        }
    }

    /// A part of the day: `at five I'm going to read`.
    fn planned(&self, Stretch { from, until, what, .. }: &Stretch) -> String {
        let own = self.head.pron(&self.head.me.name).of(2);
        let others = |name: &String| *name != self.head.me.name && what.contains(name.as_str());
        let what = match self.head.names.people().iter().any(others) {
            true => what.clone(),
            false => format!(" {what} ").replace(&format!(" {own} "), " my ").trim().to_owned(),
        };
        let to_do = if what.split(' ').next().is_some_and(|verb| verb.ends_with("ing")) { "" } else { "going to " };
        let now = self.head.today_at(*from) <= self.head.now;
        let (word, hour) = if now { ("until", until) } else { ("at", from) };
        format!("{word} {} I'm {to_do}{what}", say_hour(u32::from(hour.0) % DAY))
    }

    /// How one is: trouble first, then what one is after.
    pub fn how_are_you(&mut self) -> Answer {
        let of = |class: Class| {
            let lasting = self.own().filter(|fact| fact.f().class == class && fact.f().lasting());
            lasting.max_by_key(|fact| fact.imp)
        };
        match (of(Class::Trouble), of(Class::Aim).or_else(|| of(Class::Work))) {
            (trouble @ Some(_), _) if self.head.relation(self.by).close >= 0.8 => self.tell("tell.bad", trouble),
            (_, aim @ Some(_)) => self.tell("tell.good", aim),
            _ => self.say("tell.well", &[], None),
        }
    }

    /// What one is doing.
    pub fn doing(&mut self) -> Answer {
        let doing = self.head.doing.trim().trim_end_matches('.');
        let project = |fact: &&Fact| matches!(fact.f().class, Class::Doing | Class::Aim) && fact.f().lasting();
        match self.own().filter(project).max_by_key(|fact| fact.imp) {
            at if doing.is_empty() => self.tell("tell.fact", at),
            Some(fact) => self.say("tell.doing.and", &[("d", doing), ("r", &self.clause(fact))], fact.n),
            None => self.say("tell.doing", &[("d", doing)], None),
        }
    }

    /// Who one is.
    pub fn yourself(&mut self) -> Answer {
        let of_life = |fact: &&Fact| {
            let f = fact.f();
            let kind = matches!(f.class, Class::Work | Class::Doing | Class::Aim | Class::State | Class::Other);
            kind && f.lasting() && fact.at == 0 && f.when.is_none()
        };
        let mut told = self.own().filter(of_life).take(FEW).peekable();
        match told.peek() {
            Some(_) => self.tell("tell.yourself", told),
            None => self.say("tell.name", &[], None),
        }
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
