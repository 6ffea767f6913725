//! From a question's inputs to what one has in mind: whose head it is, when it is, who is known, what is remembered.

use super::{Beliefs, Kind, Memory, Situation};
use crate::{
    language::{
        importance::importance,
        text::{Names, Pron, Prons},
        time::{DAY, Minute, day_of_iso, minute_of},
    },
    mind::{
        question::{Known, Me, Moment, Other, Recalled, Spoken, Stretch, TimeOfDay},
        rules::{
            phrases::{Voice, Ways},
            sector,
        },
    },
};

/// The day on which a question is asked that does not say when: any will do, if only it is always the same.
const SOME_DAY: u32 = 19_000;

impl<'a> Beliefs<'a> {
    /// Who one is and whom one knows, with nothing remembered yet. What is remembered and heard is added with the methods
    /// below; [`Beliefs::read`] comes last.
    pub fn new(me: &'a Me, now: &'a Moment, known: &Known) -> Self {
        let mut head = Self::timeless(me);
        head.sit.now = minute(&now.iso, now.time);
        head.sit.place = sector(&now.place);
        head.sit.doing = &now.doing;
        known.people.iter().for_each(|one| head.person(&one.name, &one.pronouns));
        for place in &known.places {
            head.names.place(place);
            head.names.place(sector(place));
        }
        head
    }

    /// Who one is, for questions that name no moment.
    pub fn timeless(me: &'a Me) -> Self {
        // how somebody talks stands before the first comma: "Short and dry, says no first"
        let manner = me.voice.split(',').next().unwrap_or_default();
        let voice = Voice::of(&me.name, &format!("{}, {manner}", me.traits), me.age);
        let mut head = Self {
            me,
            sit: Situation { now: SOME_DAY * DAY, ..Situation::default() },
            memories: Vec::new(),
            heard: &[],
            names: Names::default(),
            prons: Prons::default(),
            facts: Vec::new(),
            voice: Voice { nature: me.nature, ways: Ways::of(&me.voice), ..voice },
            relations: Default::default(),
        };
        head.person(&me.name, &me.pronouns);
        head
    }

    fn person(&mut self, name: &str, pronouns: &str) {
        self.names.person(name);
        let pronoun = match pronouns {
            "he" => Pron::He,
            "she" => Pron::She,
            _ => return,
        };
        self.prons.insert(name.to_owned(), pronoun);
    }

    /// The one who stands there: known by name from now on, with what they are to oneself as a memory of one's own.
    #[must_use]
    pub fn meeting(mut self, other: &'a Other) -> Self {
        self.person(&other.name, &other.pronouns);
        self.sit.other_doing = &other.doing;
        if !other.relation.trim().is_empty() {
            self.memories.push(Memory { importance: 5, text: other.relation.clone(), ..Memory::default() });
        }
        self
    }

    /// What is remembered; what is there already is not taken twice.
    #[must_use]
    pub fn remembering<'r>(mut self, memories: impl IntoIterator<Item = &'r Recalled>) -> Self {
        for recalled in memories {
            let Recalled { n, secret, ref text, .. } = *recalled;
            let at = self.when(recalled);
            let known = |memory: &Memory| memory.text == *text && (memory.at, memory.n) == (at, n);
            if text.trim().is_empty() || self.memories.iter().any(known) {
                continue;
            }
            let kind = match recalled {
                Recalled { own: true, .. } => Kind::Reflection,
                Recalled { by: Some(_), .. } => Kind::Dialogue,
                _ => Kind::Observation,
            };
            let importance = match recalled.importance {
                0 => importance(text, &self.me.name),
                judged => judged.min(10),
            };
            let from = recalled.by.clone().filter(|by| *by != self.me.name);
            self.memories.push(Memory { n, secret, at, kind, importance, text: text.clone(), from });
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
    pub fn hearing(self, heard: &'a [Spoken]) -> Self {
        Self { heard, ..self }
    }

    /// The rest of today's plan.
    #[must_use]
    pub fn planning(mut self, plan: &[Stretch]) -> Self {
        let today = self.sit.now / DAY * DAY;
        let minute = |time: TimeOfDay| today + u32::from(time.0);
        self.sit.plan.extend(plan.iter().map(|part| (minute(part.from), minute(part.until), part.what.clone())));
        self
    }
}

/// The minute of a date and a time on the clock.
pub fn minute(iso: &str, time: TimeOfDay) -> Minute {
    day_of_iso(iso).unwrap_or(SOME_DAY).saturating_mul(DAY).saturating_add(u32::from(time.0))
}
