//! The answer to a bare question.

use super::{
    super::{
        asked::Point,
        beliefs::{Beliefs, Fact, bare},
        dialogue_act::Line,
        dice::Dice,
        frame::{Class, Frame, spoken},
        phrases::{self, pick},
    },
    behind::{Behind, Knows, likeness, retold},
};
use crate::language::{
    text::{content, overlap, split, statements},
    time::{DAY, Minute, When},
};

/// So much of the words of a reason must stand in what it is a reason for.
const BEARS_ON: f32 = 0.34;

/// What it is all said with.
struct Voice<'a, 'h> {
    head: &'a Beliefs<'h>,
    other: &'a str,
    recent: Vec<String>,
    dice: &'a mut Dice,
}

/// The answer.
pub fn reply(head: &Beliefs, other: &str, before: &[Line], point: Point, dice: &mut Dice) -> String {
    let recent = before.iter().map(|line| line.words.clone()).collect();
    let mut voice = Voice { head, other, recent, dice };
    let behind = match Behind::of(head, other, before) {
        Ok(behind) => behind,
        Err(told) => {
            let section = match point {
                Point::Sure => "follow.sure.known",
                Point::Meaning => "follow.mean.none",
                _ if told => "follow.said",
                _ => "follow.none",
            };
            return voice.say(section, &[]);
        }
    };
    match point {
        Point::Why => voice.why(&behind),
        Point::Sure => voice.sure(&behind),
        Point::Meaning => voice.mean(&behind),
        Point::When => voice.when(&behind),
        Point::Where => voice.place(&behind),
        Point::Source => voice.source(&behind),
        Point::Who => voice.who(&behind),
        Point::With => voice.with(&behind),
        Point::Whether | Point::All | Point::Number | Point::Long => voice.say("follow.said", &[]),
    }
}

impl Voice<'_, '_> {
    fn say(&mut self, section: &str, slots: &[(&str, &str)]) -> String {
        let words = pick(section, slots, &self.head.voice, &self.recent, self.dice).unwrap_or_default();
        phrases::finish(&words, &self.head.voice)
    }

    fn knows(&self, behind: &Behind) -> Knows {
        behind.knows(&self.head.me.name, self.other)
    }

    fn name(&self, behind: &Behind) -> String {
        behind.source.as_deref().map(|who| self.head.names.short(who)).unwrap_or_default()
    }

    fn source(&mut self, behind: &Behind) -> String {
        let name = self.name(behind);
        let when = behind.fact.filter(|fact| fact.at > 0).map(|fact| self.day(fact.at)).unwrap_or_default();
        let section = match self.knows(behind) {
            Knows::Own => "follow.source.own",
            Knows::You => "follow.source.you",
            Knows::Told => "follow.source",
            Knows::Seen => "follow.source.seen",
            Knows::Known => "follow.source.known",
            Knows::Nowhere => "follow.source.none",
        };
        self.say(section, &[("src", &name), ("when", &when)])
    }

    fn sure(&mut self, behind: &Behind) -> String {
        let name = self.name(behind);
        let section = match self.knows(behind) {
            Knows::Own => "follow.sure.own",
            Knows::Told => "follow.sure.src",
            Knows::Seen => "follow.sure.seen",
            Knows::Known => "follow.sure.known",
            Knows::You => "follow.source.you",
            Knows::Nowhere => "follow.sure.none",
        };
        self.say(section, &[("src", &name)])
    }

    fn mean(&mut self, behind: &Behind) -> String {
        let clause = self.clause(behind.fullest());
        self.say("follow.mean", &[("r", &clause)])
    }

    fn when(&mut self, behind: &Behind) -> String {
        let now = self.head.sit.now;
        if let Some(when) = behind.part(|frame| frame.when.clone()) {
            let section = if when.end().is_some_and(|end| end < now) { "follow.when.past" } else { "follow.when" };
            return self.say(section, &[("r", &when.say(now))]);
        }
        // What was seen or done was so when it came to be remembered.
        let seen = behind.fact.filter(|fact| fact.at > 0 && fact.from.is_none()).map(|fact| fact.at);
        match seen {
            Some(at) => {
                let when = When { day: Some(at / DAY), from: Some(at % DAY), to: None }.say(now);
                self.say("follow.when.past", &[("r", &when)])
            }
            None => self.say("follow.when.none", &[]),
        }
    }

    fn place(&mut self, behind: &Behind) -> String {
        match behind.part(|frame| frame.place.clone()) {
            Some(place) => {
                let place = spoken(&place, &self.head.names);
                self.say("follow.where", &[("r", &place)])
            }
            None => self.say("follow.where.none", &[]),
        }
    }

    /// Everybody named in it but the two who talk.
    fn people(&self, behind: &Behind) -> Vec<String> {
        let mut all = behind.frame.persons();
        all.extend(behind.fact.into_iter().flat_map(|fact| fact.f().persons()));
        let mut people: Vec<String> = Vec::new();
        for who in all {
            if who != self.head.me.name && who != self.other && !people.contains(&who) {
                people.push(who);
            }
        }
        people
    }

    fn with(&mut self, behind: &Behind) -> String {
        match self.people(behind).as_slice() {
            [] => self.say("follow.with.none", &[]),
            people => {
                let names = people.join(" and ");
                self.say("follow.with", &[("x", &names)])
            }
        }
    }

    fn who(&mut self, behind: &Behind) -> String {
        let Some(who) = self.people(behind).into_iter().next() else {
            let own = behind.frame.subj == self.head.me.name;
            return self.say(if own { "follow.who.me" } else { "follow.who.none" }, &[]);
        };
        let told = |fact: &&Fact| {
            let frame = fact.f();
            let private = matches!(frame.class, Class::Love | Class::Dislike | Class::Event);
            !frame.secret && !private && frame.lasting() && !bare(frame) && likeness(frame, &behind.frame) < 0.9
        };
        let mut view = self.head.view(self.other);
        view.known = Some(&who);
        let of_them = self.head.about(&who).into_iter().find(told).map(|fact| fact.f().say(&view));
        match of_them {
            Some(clause) => self.say("follow.who.why", &[("x", &who), ("r", &clause)]),
            None => self.say("follow.who", &[("x", &who)]),
        }
    }

    fn why(&mut self, behind: &Behind) -> String {
        if let Some(reason) = self.reason(behind) {
            return self.say("follow.why", &[("r", &reason)]);
        }
        let name = self.name(behind);
        let section = match self.knows(behind) {
            Knows::Own if self.planned(&behind.frame) => "follow.why.plan",
            Knows::Own if behind.frame.class == Class::Aim => "ans.why.aim",
            Knows::Own if behind.frame.class == Class::Work => "ans.why",
            Knows::Own if matches!(behind.frame.class, Class::Think | Class::Like | Class::Dislike) => {
                "follow.why.view"
            }
            Knows::Own => "follow.why.own",
            Knows::Told => "follow.why.src",
            Knows::Seen => "follow.why.seen",
            _ => "follow.why.none",
        };
        self.say(section, &[("src", &name)])
    }

    /// Why it is so, as far as one knows: as it was said, what somebody wants, or what there is between two people.
    fn reason(&self, behind: &Behind) -> Option<String> {
        let frame = &behind.frame;
        self.because(frame).or_else(|| self.wish(frame)).or_else(|| self.feeling(frame))
    }

    /// "... because Ann has lost the key": of a memory that says the same.
    fn because(&self, frame: &Frame) -> Option<String> {
        let said = self.head.facts.iter().filter(|fact| !fact.f().secret && likeness(frame, fact.f()) >= BEARS_ON);
        { said }.find_map(|fact| {
            let (_, reason) = fact.text.split_once(" because ")?;
            let reason = statements(reason).first()?.to_string();
            retold(self.head, self.other, &reason, &fact.f().subj)
        })
    }

    /// What whoever does it is after, if that bears on it.
    fn wish(&self, frame: &Frame) -> Option<String> {
        let names = |stem: &String| self.head.names.is_person(stem) || self.head.names.is_place(stem);
        let key = |frame: &Frame| {
            let mut words = content(&frame.rest);
            words.retain(|stem| !names(stem));
            words
        };
        let done = key(frame);
        let wish = |fact: &&Fact| {
            let (other, aim) = (fact.f(), key(fact.f()));
            let bears = aim.len() > 1 && overlap(&aim, &done) >= BEARS_ON;
            // To do it because one wants to do it is no reason.
            let more = aim.iter().any(|stem| !done.contains(stem));
            !other.secret && !fact.outgoing && other.subj == frame.subj && other.class == Class::Aim && bears && more
        };
        let found = self.head.facts.iter().filter(wish).filter(|_| frame.class != Class::Aim);
        Some(self.clause(found.max_by_key(|fact| fact.imp)?.f()))
    }

    /// What there is between oneself and whom one likes or does not.
    fn feeling(&self, frame: &Frame) -> Option<String> {
        let me = self.head.me.name.as_str();
        let feels = matches!(frame.class, Class::Like | Class::Dislike | Class::Think | Class::Know | Class::Kin);
        let who = frame.about.iter().find(|who| *who != me).filter(|_| feels && frame.subj == me)?;
        let relation = self.head.relation(who);
        let why = relation.why.filter(|_| !relation.love)?;
        let own = |fact: &&Fact| fact.text == why && !fact.f().secret;
        let fact = self.head.facts.iter().find(own)?;
        (!fact.f().same(frame)).then(|| self.clause(fact.f()))
    }

    /// Is it on one's plan for today?
    fn planned(&self, frame: &Frame) -> bool {
        let key = content(&frame.rest);
        self.head.sit.plan.iter().any(|(.., what)| overlap(&content(&split(what)), &key) >= 0.6)
    }

    /// As I say it to them.
    fn clause(&self, frame: &Frame) -> String {
        let mut view = self.head.view(self.other);
        view.local = true;
        frame.say(&view)
    }

    /// `today`, `yesterday`, `last Monday`.
    fn day(&self, at: Minute) -> String {
        let now = self.head.sit.now;
        if at / DAY == now / DAY {
            return "today".into();
        }
        When { day: Some(at / DAY), from: None, to: None }.say(now)
    }
}
