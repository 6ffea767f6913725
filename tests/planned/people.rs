//! Made-up people with their places.

use smallville::mind::question::{
    Appointment, AtHand, Habit, KnownPlace, Me, Meals, PlanDay, PlanHours, PlanSteps, Span, Stretch, Work,
};

use super::{now, stretch, time};

/// name · wakes · sleeps · work · hours · work places · tasks · lunch · free on which days of four
pub struct Person {
    name: &'static str,
    wake: &'static str,
    sleep: &'static str,
    work: Option<(&'static str, &'static str, &'static str, &'static [u32])>,
    tasks: &'static [&'static str],
    lunch: &'static [u32],
    dinner: &'static [u32],
}

const WRITES: [&str; 5] =
    ["write the third chapter", "read about bees", "take notes on wax", "check the sources", "draft a letter"];
const SERVES: [&str; 5] = ["serve tea", "bake scones", "wash the cups", "wipe the tables", "write the shopping list"];

/// Eight lives.
pub fn all() -> Vec<Person> {
    let person =
        |name, wake, sleep, work, tasks, lunch, dinner| Person { name, wake, sleep, work, tasks, lunch, dinner };
    vec![
        person(
            "Ann Bell",
            "06:00",
            "22:00",
            Some(("run the tearoom", "08:00", "20:00", &[4][..])),
            &SERVES,
            &[4],
            &[1],
        ),
        person(
            "Bo Carr",
            "07:00",
            "23:00",
            Some(("study bees", "09:00", "17:00", &[5, 2][..])),
            &WRITES,
            &[4, 1],
            &[1],
        ),
        person("Cy Dunn", "08:30", "00:30", Some(("keep the bar", "11:00", "23:00", &[6][..])), &SERVES, &[6], &[6]),
        person("Di Eves", "06:40", "22:30", None, &WRITES, &[1, 4], &[1, 6]),
        person("Ed Fox", "10:00", "02:00", Some(("paint", "13:00", "20:00", &[2][..])), &WRITES, &[4], &[1]),
        person("Flo Gray", "07:30", "23:30", Some(("write a novel", "09:00", "13:00", &[2][..])), &WRITES, &[1], &[1]),
        person("Gus Hale", "05:30", "21:30", Some(("sell goods", "08:30", "18:00", &[7][..])), &SERVES, &[4, 7], &[1]),
        person("Ida Jay", "15:00", "07:00", Some(("watch the mill", "22:00", "06:00", &[8][..])), &WRITES, &[1], &[1]),
    ]
}

/// Something fixed.
pub fn appointment(from: &str, until: &str, what: &str) -> Appointment {
    Appointment { from: time(from), until: time(until), what: what.into(), how: "agreed".into() }
}

fn places(work: &[u32]) -> Vec<KnownPlace> {
    let place = |n: u32, name: &str, note: &str, offers: &str, open: Option<(&str, &str)>| KnownPlace {
        n,
        name: name.into(),
        note: if work.contains(&n) && note.is_empty() { "work".into() } else { note.into() },
        offers: offers.split(", ").map(str::to_owned).collect(),
        open: open.map(|(from, until)| Span { from: time(from), until: time(until) }),
    };
    vec![
        place(1, "A house: main room", "home", "cook, eat, fetch food, wash dishes, rest, watch, listen, talk", None),
        place(2, "A house: study", "own room", "sleep, read, write, work, paint", None),
        place(3, "A house: bathroom", "home", "use toilet, shower, wash", None),
        place(4, "Old Mill: tearoom", "", "eat, drink, talk, serve, buy, make coffee", Some(("08:00", "20:00"))),
        place(5, "School: library", "", "read, study, research, browse", Some(("08:00", "18:00"))),
        place(6, "The Swan: taproom", "", "drink, eat, talk, order, pour beer, serve", Some(("11:00", "23:30"))),
        place(7, "Shop: floor", "", "browse, buy, restock, serve, sell", Some(("09:00", "18:00"))),
        place(8, "Mill: yard", "", "rest, think", None),
        place(9, "Green: pond", "", "rest, watch people, think, look at the water", None),
    ]
}

impl Person {
    /// Who it is.
    pub fn me(&self) -> Me {
        Me {
            name: self.name.into(),
            age: 30,
            pronouns: "they".into(),
            traits: "calm".into(),
            background: "Made up.".into(),
            lifestyle: "Regular.".into(),
            aim: "None.".into(),
            voice: "Plain.".into(),
            summary: None,
            nature: 7,
        }
    }

    /// What their work consists of.
    pub fn tasks(&self) -> &'static [&'static str] {
        self.tasks
    }

    /// The question for their n-th day; every fourth is free.
    pub fn day(&self, n: u64) -> PlanDay {
        let work = self.work.filter(|_| n % 4 != 3);
        let habit = |what: &str, places: &[u32], at: &str, minutes, often| {
            let places = places.to_vec();
            Habit { what: what.into(), places, at: time(at), minutes, often }
        };
        PlanDay {
            language: "English".into(),
            me: self.me(),
            now: now(),
            date: "Monday 13 February".into(),
            usual_wake: time(self.wake),
            usual_sleep: time(self.sleep),
            work: work.map(|(what, from, until, places)| Work {
                what: what.into(),
                hours: Span { from: time(from), until: time(until) },
                places: places.to_vec(),
                tasks: self.tasks.iter().map(|task| (*task).into()).collect(),
            }),
            habits: vec![
                habit("walk round the pond", &[9], "17:00", 45, 60),
                habit("read a crime novel", &[2], "20:30", 60, 70),
                habit("drink a half at the bar", &[6], "20:00", 60, 40),
                habit("feed the ducks", &[9], "07:30", 20, 40),
                habit("drink a coffee and look about", &[4], "10:30", 40, 50),
            ],
            meals: Meals { breakfast: vec![1], lunch: self.lunch.to_vec(), dinner: self.dinner.to_vec() },
            places: places(work.map_or(&[], |(.., places)| places)),
            yesterday: String::new(),
            memories: Vec::new(),
            appointments: Vec::new(),
        }
    }

    /// The question to split a part.
    pub fn hours(&self, from: &str, until: &str, what: &str, works: bool) -> PlanHours {
        let part = Stretch { what: what.into(), ..stretch(from, until) };
        let tasks = if works { self.tasks.iter().map(|task| (*task).into()).collect() } else { Vec::new() };
        PlanHours {
            language: "English".into(),
            me: self.me(),
            now: now(),
            day: vec![part.clone(), stretch(until, "22:00")],
            appointments: Vec::new(),
            tasks,
            offers: vec!["eat".into(), "cook".into(), "rest".into()],
            memories: Vec::new(),
            part,
        }
    }

    /// The question to split a piece.
    pub fn steps(&self) -> PlanSteps {
        let at_hand = AtHand {
            name: "desk".into(),
            affordances: vec!["work".into(), "write".into()],
            state: "tidy".into(),
            ..AtHand::default()
        };
        PlanSteps {
            language: "English".into(),
            me: self.me(),
            now: now(),
            at_hand: vec![at_hand],
            before: String::new(),
            after: String::new(),
            memories: Vec::new(),
            part: stretch("09:00", "10:00"),
        }
    }
}
