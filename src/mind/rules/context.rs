//! From a question's inputs to a head: whose it is, when it is, what is remembered, who is known.

use super::beliefs::{Beliefs, Kind, Memory, Persona, Situation};
use crate::language::importance::importance;
use crate::language::{
    text::{Pron, Prons},
    time::{DAY, Minute, day_of_iso, minute_of},
};
use crate::mind::question::{Known, Me, Moment, Other, Recalled, Spoken, Stretch, TimeOfDay};

/// The day on which a question is asked that does not say when: any will do, if only it is always the same.
const SOME_DAY: u32 = 19_000;

/// All that a question says, in the words of this mind. A [`Beliefs`] borrows from it.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// Who is asked.
    pub me: Persona,
    /// When and where, and what goes on.
    pub sit: Situation,
    /// What is remembered, in the order it was given.
    pub memories: Vec<Memory>,
    /// The places one knows.
    pub places: Vec<String>,
    /// The people one knows, by full name.
    pub others: Vec<String>,
    /// What to call them by.
    pub pronouns: Prons,
}

impl Context {
    /// Who one is and whom one knows, with nothing remembered yet.
    pub fn new(me: &Me, now: &Moment, known: &Known) -> Self {
        let mut mindset = Self::of(me, minute(&now.iso, now.time));
        mindset.sit.place = sector(&now.place).to_owned();
        mindset.sit.doing = now.doing.clone();
        mindset.knows(known);
        mindset
    }

    /// Who one is, for questions that name no moment.
    pub fn timeless(me: &Me) -> Self {
        Self::of(me, SOME_DAY * DAY)
    }

    fn of(me: &Me, now: Minute) -> Self {
        let persona = Persona {
            name: me.name.clone(),
            age: me.age,
            // how somebody talks stands before the first comma: "Short and dry, says no first"
            manner: me.voice.split(',').next().unwrap_or_default().to_owned(),
            voice: me.voice.clone(),
            traits: me.traits.clone(),
            background: me.background.clone(),
            aim: me.aim.clone(),
            lifestyle: me.lifestyle.clone(),
        };
        let sit = Situation { now, seed: me.nature, ..Situation::default() };
        let mut mindset = Self { me: persona, sit, ..Self::default() };
        mindset.person(&me.name, &me.pronouns);
        mindset
    }

    /// The names one knows.
    fn knows(&mut self, known: &Known) {
        known.people.iter().for_each(|one| self.person(&one.name, &one.pronouns));
        for place in &known.places {
            let sector = sector(place).to_owned();
            for name in [place.clone(), sector] {
                if !name.is_empty() && !self.places.contains(&name) {
                    self.places.push(name);
                }
            }
        }
    }

    fn person(&mut self, name: &str, pronouns: &str) {
        if name.trim().is_empty() {
            return;
        }
        if !self.others.iter().any(|other| other == name) {
            self.others.push(name.to_owned());
        }
        let pronoun = match pronouns {
            "he" => Pron::He,
            "she" => Pron::She,
            _ => return,
        };
        self.pronouns.insert(name.to_owned(), pronoun);
    }

    /// The one who stands there: known by name from now on, with what they are to oneself as a memory of one's own.
    #[must_use]
    pub fn meeting(mut self, other: &Other) -> Self {
        self.person(&other.name, &other.pronouns);
        self.sit.other_doing = other.doing.clone();
        if !other.relation.trim().is_empty() {
            let text = other.relation.clone();
            self.memories.push(Memory {
                n: None,
                secret: false,
                at: 0,
                kind: Kind::Reflection,
                importance: 5,
                text,
                from: None,
            });
        }
        self
    }

    /// What is remembered; what is there already is not taken twice.
    #[must_use]
    pub fn remembering<'r>(mut self, memories: impl IntoIterator<Item = &'r Recalled>) -> Self {
        for recalled in memories {
            let at = self.when(recalled);
            let known = |memory: &Memory| memory.text == recalled.text && (memory.at, memory.n) == (at, recalled.n);
            if recalled.text.trim().is_empty() || self.memories.iter().any(known) {
                continue;
            }
            let kind = match recalled {
                Recalled { own: true, .. } => Kind::Reflection,
                Recalled { by: Some(_), .. } => Kind::Dialogue,
                _ => Kind::Observation,
            };
            let importance = match recalled.importance {
                0 => importance(&recalled.text, &self.me.name),
                judged => judged.min(10),
            };
            let from = recalled.by.clone().filter(|by| *by != self.me.name);
            let (n, secret, text) = (recalled.n, recalled.secret, recalled.text.clone());
            self.memories.push(Memory { n, secret, at, kind, importance, text, from });
        }
        self
    }

    /// When a memory was made; 0 for what was always known.
    fn when(&self, recalled: &Recalled) -> Minute {
        let Some(stamp) = minute_of(&recalled.when, self.sit.now) else { return 0 };
        match recalled.at {
            // a date alone: the minute of the day is known all the same
            Some(at) if !recalled.when.contains(':') => stamp + at % DAY,
            _ => stamp,
        }
    }

    /// What was said so far: names one hears for the first time.
    #[must_use]
    pub fn hearing(mut self, lines: &[Spoken]) -> Self {
        self.sit.heard.extend(lines.iter().map(|line| line.words.clone()));
        self
    }

    /// The rest of today's plan.
    #[must_use]
    pub fn planning(mut self, plan: &[Stretch]) -> Self {
        let today = self.sit.now / DAY * DAY;
        let minute = |time: TimeOfDay| today + u32::from(time.0);
        self.sit.plan.extend(plan.iter().map(|part| (minute(part.from), minute(part.until), part.what.clone())));
        self
    }

    /// All of it read and understood.
    pub fn head(&self) -> Beliefs<'_> {
        let others: Vec<&str> = self.others.iter().map(String::as_str).collect();
        Beliefs::new(&self.me, &self.sit, &self.memories, &self.places, &others, &self.pronouns)
    }
}

/// The minute of a date and a time on the clock.
pub fn minute(iso: &str, time: TimeOfDay) -> Minute {
    day_of_iso(iso).unwrap_or(SOME_DAY).saturating_mul(DAY).saturating_add(u32::from(time.0))
}

/// `Hobbs Cafe` of `Hobbs Cafe: kitchen`.
pub fn sector(place: &str) -> &str {
    place.split_once(": ").map_or(place, |(sector, _)| sector)
}
