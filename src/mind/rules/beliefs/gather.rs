//! From a question's inputs to what one has in mind: who one is, when it is, who is known, what is remembered.

use std::ops::Deref;

use super::{Beliefs, Kind};
use crate::{
    language::{
        importance::importance,
        text::{Names, Pronoun, PronounMap},
        time::{DAY, EpochMinute, day_of_iso, minute_of},
    },
    mind::{
        question::{Known, Me, Moment, Other, Recalled, Spoken, Stretch, TimeOfDay},
        rules::{phrases::Voice, sector},
    },
};

/// The day on which a question is asked whose date cannot be read: any will do, if only it is always the same.
const SOME_DAY: u32 = 19_000;

/// A memory of the question, with the minute in which it was made.
#[derive(Clone, Debug)]
pub struct Memory {
    /// When it was made; 0 for what was always known.
    pub made: EpochMinute,
    recalled: Recalled,
}

impl Deref for Memory {
    type Target = Recalled;

    fn deref(&self) -> &Recalled {
        &self.recalled
    }
}

impl Memory {
    /// A sentence that one has always known.
    pub(super) fn always_known(text: &str, importance: u8) -> Self {
        let recalled = Recalled {
            n: None,
            when: String::new(),
            text: text.to_owned(),
            by: None,
            secret: false,
            own: true,
            importance,
            bears: false,
            at: None,
        };
        Self { made: 0, recalled }
    }

    /// How it came to be.
    pub fn kind(&self) -> Kind {
        match self.recalled {
            Recalled { own: true, .. } => Kind::Reflection,
            Recalled { by: Some(_), .. } => Kind::Dialogue,
            _ => Kind::Observation,
        }
    }

    /// Who said it, if not `me`.
    pub fn teller(&self, me: &str) -> Option<&str> {
        self.by.as_deref().filter(|by| *by != me)
    }
}

impl<'a> Beliefs<'a> {
    /// Who one is and whom one knows, with nothing remembered yet. What is remembered and heard is added with the methods
    /// below; [`Beliefs::read`] comes last.
    pub fn new(me: &'a Me, now: &'a Moment, known: &Known) -> Self {
        // how somebody talks stands before the first comma: "Short and dry, says no first"
        let manner = me.voice.split(',').next().unwrap_or_default();
        let mut beliefs = Self {
            me,
            now: minute(&now.iso, now.time),
            place: sector(&now.place),
            doing: &now.doing,
            other: "",
            other_doing: "",
            plan: &[],
            memories: Vec::new(),
            heard: &[],
            names: Names::default(),
            prons: PronounMap::default(),
            facts: Vec::new(),
            voice: Voice::of(&format!("{}, {manner}", me.traits), me.age, me.nature),
            relations: Default::default(),
        };
        beliefs.person(&me.name, &me.pronouns);
        known.people.iter().for_each(|one| beliefs.person(&one.name, &one.pronouns));
        for place in &known.places {
            beliefs.names.place(place);
            beliefs.names.place(sector(place));
        }
        beliefs
    }

    fn person(&mut self, name: &str, pronouns: &str) {
        self.names.person(name);
        let pronoun = Pronoun::named(pronouns);
        if pronoun != Pronoun::They {
            self.prons.insert(name.to_owned(), pronoun);
        }
    }

    /// The one who stands there: known by name from now on, with what they are to oneself as a memory of one's own.
    #[must_use]
    pub fn meeting(mut self, other: &'a Other) -> Self {
        self.person(&other.name, &other.pronouns);
        (self.other, self.other_doing) = (&other.name, &other.doing);
        if !other.relation.trim().is_empty() {
            self.memories.push(Memory::always_known(&other.relation, 5));
        }
        self
    }

    /// What is remembered; what is there already is not taken twice.
    #[must_use]
    pub fn remembering<'r>(mut self, memories: impl IntoIterator<Item = &'r Recalled>) -> Self {
        for recalled in memories {
            let made = self.made(recalled);
            let known = |memory: &Memory| memory.text == recalled.text && (memory.made, memory.n) == (made, recalled.n);
            if recalled.text.trim().is_empty() || self.memories.iter().any(known) {
                continue;
            }
            let mut recalled = recalled.clone();
            recalled.importance = match recalled.importance {
                0 => importance(&recalled.text, &self.me.name),
                judged => judged.min(10),
            };
            self.memories.push(Memory { made, recalled });
        }
        self
    }

    /// When a memory was made; 0 for what was always known.
    fn made(&self, recalled: &Recalled) -> EpochMinute {
        let Some(stamp) = minute_of(&recalled.when, self.now) else { return 0 };
        match recalled.at {
            // a date alone: the minute of the day is known all the same
            Some(at) if !recalled.when.contains(':') => stamp + at % DAY,
            _ => stamp,
        }
    }

    /// What was said so far: names one hears for the first time.
    #[must_use]
    pub fn hearing(mut self, heard: &'a [Spoken]) -> Self {
        // Of three who talk one may be new to oneself.
        heard.iter().for_each(|line| self.names.person(&line.who));
        Self { heard, ..self }
    }

    /// The rest of today's plan.
    #[must_use]
    pub fn planning(self, plan: &'a [Stretch]) -> Self {
        Self { plan, ..self }
    }

    /// The minute of a time of today.
    pub fn today_at(&self, time: TimeOfDay) -> EpochMinute {
        self.now / DAY * DAY + u32::from(time.0)
    }
}

/// The minute of a date and a time on the clock.
pub fn minute(iso: &str, time: TimeOfDay) -> EpochMinute {
    day_of_iso(iso).unwrap_or(SOME_DAY).saturating_mul(DAY).saturating_add(u32::from(time.0))
}
