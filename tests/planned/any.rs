//! Inputs of every sort, sensible or not.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use smallville::mind::question::{
    Appointment, AtHand, Habit, KnownPlace, Meals, OfferedObject, OfferedPlace, PlanDay, PlanHours, PlanSteps,
    Recalled, Span, Stock, Stretch, TimeOfDay, WhereAndLook, Work,
};

use super::{now, people};

const WORDS: [&str; 40] = [
    "eat",
    "breakfast",
    "run",
    "the",
    "and",
    "wash",
    "cook",
    "Ünsal",
    "to",
    "dinner",
    "café",
    "write",
    "",
    "bed",
    "at",
    ",",
    "read",
    "sleep",
    "lunch",
    "12:30",
    "party",
    "in",
    "fridge",
    "then",
    "work",
    "go",
    "on",
    "paint",
    "🙂",
    "fetch food",
    "drink",
    "use toilet",
    "shower",
    "browse",
    "home",
    "İstanbul",
    "sell",
    "food",
    "pub:",
    "a",
];

/// A source of inputs.
pub struct Any(ChaCha8Rng);

impl Any {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed ^ 0x5eed))
    }

    fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { self.0.next_u32() as usize % n }
    }

    fn words(&mut self, most: usize) -> String {
        let count = self.below(most + 1);
        (0..count).map(|_| WORDS[self.below(WORDS.len())]).collect::<Vec<_>>().join(" ")
    }

    fn list<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self, usize) -> T) -> Vec<T> {
        let count = self.below(most + 1);
        (0..count).map(|i| one(self, i)).collect()
    }

    fn time(&mut self) -> TimeOfDay {
        let coarse = self.below(3) > 0;
        TimeOfDay(if coarse { self.below(288) * 5 } else { self.below(1441) } as u16)
    }

    fn span(&mut self) -> Span {
        Span { from: self.time(), until: self.time() }
    }

    fn numbers(&mut self) -> Vec<u32> {
        self.list(4, |any, _| any.below(12) as u32)
    }

    fn appointments(&mut self) -> Vec<Appointment> {
        self.list(10, |any, _| Appointment {
            from: any.time(),
            until: any.time(),
            what: any.words(14),
            how: any.words(3),
        })
    }

    fn memories(&mut self) -> Vec<Recalled> {
        self.list(3, |any, _| Recalled {
            n: None,
            when: any.words(2),
            text: any.words(12),
            by: None,
            secret: false,
            own: false,
            importance: 3,
            bears: false,
            at: None,
        })
    }

    fn stretch(&mut self) -> Stretch {
        let from = self.time();
        // Never of no length: that is no part. Short and odd ones are.
        let minutes = if self.below(2) == 0 { 1 + self.below(60) } else { 5 * (1 + self.below(200)) };
        let until = TimeOfDay(((usize::from(from.0) + minutes) % 1440) as u16);
        Stretch { from, until, what: self.words(14), place: self.words(4) }
    }

    pub fn day(&mut self) -> PlanDay {
        let places = self.list(11, |any, i| KnownPlace {
            n: i as u32 + 1,
            name: any.words(4),
            note: ["home", "own room", "work", ""][any.below(4)].into(),
            offers: any.list(5, |any, _| any.words(2)),
            open: if any.below(2) == 0 { None } else { Some(any.span()) },
        });
        let work = Work {
            what: self.words(5),
            hours: self.span(),
            places: self.numbers(),
            tasks: self.list(4, |any, _| any.words(6)),
        };
        PlanDay {
            usual_wake: self.time(),
            usual_sleep: self.time(),
            work: if self.below(3) == 0 { None } else { Some(work) },
            habits: self.list(6, |any, _| Habit {
                what: any.words(9),
                places: any.numbers(),
                at: any.time(),
                minutes: any.below(400) as u32,
                often: any.below(130) as u32,
            }),
            meals: Meals { breakfast: self.numbers(), lunch: self.numbers(), dinner: self.numbers() },
            places,
            yesterday: self.words(20),
            memories: self.memories(),
            appointments: self.appointments(),
            ..people::all()[0].day(0)
        }
    }

    pub fn hours(&mut self) -> PlanHours {
        let part = self.stretch();
        let last = self.below(2) == 0;
        PlanHours {
            day: if last { vec![part.clone()] } else { self.list(4, |any, _| any.stretch()) },
            appointments: self.appointments(),
            tasks: self.list(4, |any, _| any.words(6)),
            offers: self.list(5, |any, _| any.words(2)),
            memories: self.memories(),
            part,
            ..people::all()[0].hours("08:00", "09:00", "", false)
        }
    }

    pub fn steps(&mut self) -> PlanSteps {
        PlanSteps {
            at_hand: self.list(5, |any, _| AtHand {
                name: any.words(2),
                affordances: any.list(4, |any, _| any.words(2)),
                state: any.words(2),
                ..AtHand::default()
            }),
            before: self.words(8),
            after: self.words(8),
            memories: self.memories(),
            part: self.stretch(),
            ..people::all()[0].steps()
        }
    }

    pub fn place(&mut self) -> WhereAndLook {
        let mut n = 0;
        let places = self.list(5, |any, _| OfferedPlace {
            name: any.words(4),
            here: any.below(3) == 0,
            meant: any.below(3) == 0,
            note: any.words(4),
            objects: any.list(6, |any, _| {
                n += 1;
                OfferedObject {
                    n,
                    name: any.words(2),
                    affordances: any.list(4, |any, _| any.words(2)),
                    state: any.words(2),
                    stock: if any.below(2) == 0 {
                        None
                    } else {
                        Some(Stock { what: any.words(2), left: any.below(3) as u32 })
                    },
                    taken_by: if any.below(4) == 0 { Some("Bo Carr".into()) } else { None },
                    ..OfferedObject::default()
                }
            }),
        });
        let step = self.stretch();
        WhereAndLook {
            language: "English".into(),
            me: people::all()[0].me(),
            now: now(),
            places,
            step,
            part_of: self.words(9),
            then: self.list(4, |any, _| any.stretch()),
        }
    }
}
