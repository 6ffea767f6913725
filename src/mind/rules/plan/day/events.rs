//! What is on: what one has agreed to, what one's own memories say of this day, and what one may look in at unasked.
//!
//! Everything is read from the question's sentences; what has to fall the same way whenever it is asked hangs on the
//! person's nature and the hour, not on the dice of this question.

use super::{places::Places, resolve};
use crate::{
    language::{
        inflect,
        lexicon::lex,
        text::{content, join, overlap, split},
        time::{When, day_of_iso},
    },
    mind::{
        question::{Appointment, Known, KnownPlace, PlanDay, TimeOfDay},
        rules::{
            beliefs::{Beliefs, Go},
            data,
            dice::Dice,
            frame::{Class, Form, Frame},
            sector,
        },
    },
};

/// Minutes of getting ready for what one gives oneself.
const READY: u32 = 60;
/// Percent of what was agreed to that is forgotten, and so much more by one who forgets.
const FORGOTTEN: u32 = 3;
const FORGETFUL: u32 = 9;
/// Percent of the appointments in working hours that work wins, and so much more with the dutiful.
const WORK_WINS: u32 = 18;
const DUTIFUL: u32 = 14;
/// Percent of what one would like and was never asked to that one goes to, and of what one is unsure of.
const LIKES: u32 = 80;
const UNSURE: u32 = 35;

/// What is fixed for the day, and what is given up and why.
pub struct Fixtures {
    /// What one means to go to.
    pub list: Vec<Appointment>,
    /// What one does not go to, though one had agreed.
    pub drops: Vec<String>,
}

/// All that is on.
pub fn on(question: &PlanDay, places: &Places) -> Fixtures {
    let known = Known { people: vec![], places: question.places.iter().map(|place| place.name.clone()).collect() };
    let head = &Beliefs::new(&question.me, &question.now, &known).remembering(&question.memories).read();
    let day = Day { question, places, head, day: day(question) };
    let mut fixtures = Fixtures { list: Vec::new(), drops: Vec::new() };
    for appointment in &question.appointments {
        match day.keeps(appointment) {
            Kept::Yes => fixtures.list.push(appointment.clone()),
            Kept::Forgotten => {}
            Kept::Dropped(why) => fixtures.drops.push(why),
        }
    }
    day.own(&mut fixtures.list);
    day.unasked(&mut fixtures.list);
    resolve::drop_barred(&resolve::of(question, day.day), &mut fixtures.list, &mut fixtures.drops);
    fixtures
}

/// The day that is planned: today or the next.
pub fn day(question: &PlanDay) -> Option<u32> {
    let today = day_of_iso(&question.now.iso)?;
    let number = |text: &str| text.split(|c: char| !c.is_ascii_digit()).find_map(|word| word.parse::<u32>().ok());
    let same = number(&question.date).is_none() || number(&question.date) == number(&question.now.date);
    Some(if same { today } else { today + 1 })
}

enum Kept {
    Yes,
    Forgotten,
    Dropped(String),
}

struct Day<'a> {
    question: &'a PlanDay,
    places: &'a Places<'a>,
    head: &'a Beliefs<'a>,
    day: Option<u32>,
}

impl Day<'_> {
    /// Dice that fall the same way for this person, this hour and this matter.
    fn dice(&self, from: TimeOfDay, matter: u64) -> Dice {
        let about = [u64::from(self.day.unwrap_or_default()), u64::from(from.0), matter];
        Dice::steady(self.question.me.nature, &about)
    }

    fn chance(&self, from: TimeOfDay, matter: u64, percent: u32) -> bool {
        self.dice(from, matter).chance(percent.min(95))
    }

    fn is(&self, section: &str) -> bool {
        let traits = self.question.me.traits.to_lowercase();
        data::day().section(section).iter().filter_map(|row| row.get(1)).any(|word| traits.contains(word))
    }

    /// How much it matters, as the memory of it was judged; 6 if there is none.
    fn importance(&self, appointment: &Appointment) -> u8 {
        let what = content(&split(&appointment.what));
        let like = |text: &str| overlap(&what, &content(&split(text))) >= 0.6;
        let own = self.question.memories.iter().filter(|one| one.by.is_none() && like(&one.text));
        own.map(|one| one.importance).max().unwrap_or(6)
    }

    /// Is it somebody's whom one is close to?
    fn for_a_friend(&self, appointment: &Appointment) -> bool {
        let people = self.head.names.people().iter().filter(|name| **name != self.question.me.name);
        people.filter(|name| appointment.what.contains(*name)).any(|name| self.head.relation(name).close >= 2.0)
    }

    /// Minutes of it that lie in one's hours of work, unless it is where one works.
    fn worked(&self, from: TimeOfDay, until: TimeOfDay, place: u32) -> u32 {
        let Some(work) = &self.question.work else { return 0 };
        if self.places.is_work(place) {
            return 0;
        }
        let (begin, long) = (i32::from(work.hours.from.0), i32::from(work.hours.from.until(work.hours.until)));
        let (from, end) = (i32::from(from.0), i32::from(from.0) + i32::from(from.until(until)));
        let shared = |day: i32| (end.min(begin + day + long) - from.max(begin + day)).max(0);
        shared(-1440).max(shared(0)).max(shared(1440)) as u32
    }

    fn keeps(&self, one: &Appointment) -> Kept {
        let how = one.how.to_lowercase();
        if !how.contains("agreed") {
            return Kept::Yes;
        }
        let matters = self.importance(one);
        let forgets = FORGOTTEN + if self.is("forgetful") { FORGETFUL } else { 0 };
        let forgets = match matters {
            0..=5 => forgets * 2,
            6 | 7 => forgets,
            _ => forgets / 2,
        };
        if self.chance(one.from, 1, forgets) {
            return Kept::Forgotten;
        }
        let place = self.places.named(&one.what);
        let (shared, long) = (self.worked(one.from, one.until, place), u32::from(one.from.until(one.until)).max(1));
        let wins = (WORK_WINS + if self.is("dutiful") { DUTIFUL } else { 0 }) * shared.min(long) / long;
        let wins = if self.for_a_friend(one) || matters >= 9 { wins / 2 } else { wins };
        if shared > 0 && self.chance(one.from, 2, wins) {
            let work = self.question.work.as_ref();
            let (what, until) = work.map_or((String::new(), one.until), |work| (work.what.clone(), work.hours.until));
            return Kept::Dropped(format!("{}: has to {what} until {until}", one.what.trim()));
        }
        Kept::Yes
    }

    /// What one's own memories say one does at an hour of this day, and getting ready for what one gives oneself.
    fn own(&self, list: &mut Vec<Appointment>) {
        let mut taken: Vec<&Frame> = Vec::new();
        let mut given: Vec<(Appointment, String)> = Vec::new();
        for frame in self.head.own().filter(|fact| !fact.outgoing).map(|fact| fact.f()) {
            let Some((from, until)) = self.hours(frame) else { continue };
            let Some((what, host)) = action(frame) else { continue };
            let what = self.with_place(what, frame);
            // What is fixed already for that very time is not fixed again in other words.
            let settled = |one: &Appointment| one.from == from || alike(one, from, &what);
            let fixed = self.question.appointments.iter().chain(&*list).any(settled);
            if fixed || taken.iter().any(|before| before.same(frame)) {
                continue;
            }
            taken.push(frame);
            let how = if host { "is the host" } else { "fixed by oneself" };
            let one = Appointment { from, until, what, how: how.into() };
            if let Some(event) = frame.event.clone().filter(|_| host) {
                given.push((one.clone(), event));
            }
            list.push(one);
        }
        for (one, event) in given {
            let ready = TimeOfDay((i32::from(one.from.0) - READY as i32).rem_euclid(1440) as u16);
            let busy = |other: &Appointment| other.until.0 > ready.0 && other.from.0 < one.from.0;
            if one.from.0 < READY as u16 + 300 || list.iter().any(busy) {
                continue;
            }
            let row = self
                .dice(one.from, 3)
                .pick(data::day().section("prepare"))
                .map_or("get ready for {event}", |row| row[1]);
            let what = row.replace("{event}", &format!("the {}", bare(&event)));
            let place = self.places.get(self.places.named(&one.what)).map_or("", |place| place.name.as_str());
            let what = format!("{what} at {place}");
            list.push(Appointment { from: ready, until: one.from, what, how: "must be ready".into() });
        }
    }

    /// What one has heard of and was not asked to, or not given an answer: now and then one goes all the same.
    fn unasked(&self, list: &mut Vec<Appointment>) {
        for fact in self.head.events() {
            let frame = fact.f();
            let Some((from, until)) = self.hours(frame) else { continue };
            let handled = self.question.appointments.iter().chain(&*list).any(|one| one.from == from);
            let Some(event) = frame.event.as_deref().filter(|_| frame.subj != self.question.me.name && !handled) else {
                continue;
            };
            let Some(at) = self.known_place(frame) else { continue };
            let shared = self.worked(from, until, self.places.named(at)) * 2 > u32::from(from.until(until));
            let likes = match self.head.go(frame).0 {
                Go::Agreed => 90,
                Go::Yes if shared => 0,
                Go::Yes => LIKES,
                Go::Maybe if !shared => UNSURE,
                _ => 0,
            };
            if !self.chance(from, 4, likes) {
                continue;
            }
            let whose = if frame.person { format!("{}'s", frame.subj) } else { "the".into() };
            let what = format!("go to {whose} {} at {at}", bare(event));
            list.push(Appointment { from, until, what, how: "perhaps; nobody was promised".into() });
        }
    }

    /// From when until when, if it is on this day and its hour is known.
    fn hours(&self, frame: &Frame) -> Option<(TimeOfDay, TimeOfDay)> {
        let When { day, from, to } = frame.when.as_ref()?;
        let (from, today) = ((*from)?, *day == self.day && day.is_some());
        let until = to.unwrap_or(from + 120);
        let clock = |minutes: u32| TimeOfDay((minutes % 1440) as u16);
        (today && !frame.neg && until > from).then(|| (clock(from), clock(until)))
    }

    /// Where one does a thing of which it is not said where: the one place whose own name stands in it, else where one
    /// works, if it has to do with that.
    fn likely_place(&self, what: &str) -> Option<&str> {
        let words = inflect::tokens(what);
        let names_room = |place: &&KnownPlace| {
            let room = inflect::tokens(place.name.split_once(':').map_or("", |(_, room)| room));
            !self.places.is_home(place.n) && !room.is_empty() && room.iter().all(|word| words.contains(word))
        };
        let mut said = self.places.all().iter().filter(names_room);
        if let (Some(place), None) = (said.next(), said.next()) {
            return Some(&place.name);
        }
        let work = self.question.work.as_ref()?;
        let works = std::iter::once(&work.what).chain(&work.tasks).any(|text| inflect::share(text, what) > 0);
        self.places.get(*work.places.first().filter(|_| works)?).map(|place| place.name.as_str())
    }

    /// The place it names, if one knows it.
    fn known_place(&self, frame: &Frame) -> Option<&str> {
        let text = frame.place.clone().unwrap_or_else(|| join(&frame.rest));
        let all = self.places.all().iter().map(|place| sector(&place.name));
        all.filter(|name| !name.is_empty() && text.contains(name)).max_by_key(|name| name.len())
    }

    fn with_place(&self, what: String, frame: &Frame) -> String {
        let known = self.known_place(frame);
        match known.or_else(|| self.likely_place(&what)) {
            Some(place) if known.is_none() || !what.contains(place) => format!("{what} at {place}"),
            _ => what,
        }
    }
}

/// What one does, as a verb phrase, and whether one is the host; `None` if the sentence is no deed of that hour.
fn action(frame: &Frame) -> Option<(String, bool)> {
    if lex().is("bookkeeping", &frame.verb) || matches!(frame.form, Form::Past | Form::Copula) {
        return None;
    }
    let clause = |words: &[String]| {
        let end = words.iter().position(|word| matches!(word.as_str(), "," | ";" | ":" | "because" | "but"));
        join(&words[..end.unwrap_or(words.len())])
    };
    let after = |word: &str| frame.rest.iter().position(|one| one == word).map(|at| clause(&frame.rest[at + 1..]));
    match frame.class {
        Class::Event => Some((format!("host {}", frame.event.as_deref()?), true)),
        Class::Need => Some((after("help").filter(|deed| inflect::starts_with_verb(deed))?, false)),
        Class::Aim if frame.event.is_none() => Some((after("to").filter(|deed| does(deed))?, false)),
        Class::Work | Class::Doing | Class::Other if frame.event.is_none() => {
            let rest = clause(&frame.rest);
            let deed = format!("{} {rest}", frame.verb);
            (does(&deed) && !rest.is_empty() && (frame.aux.is_none() || frame.form == Form::Ing))
                .then_some((deed, false))
        }
        _ => None,
    }
}

/// Is it something to do there and then, and not about others, or about what one thinks?
fn does(deed: &str) -> bool {
    let lead = inflect::tokens(deed).into_iter().next().unwrap_or_default();
    inflect::starts_with_verb(deed) && !data::listed("no deed", &lead)
}

/// An event without its article: `tea dance`.
fn bare(event: &str) -> &str {
    ["a ", "an ", "the "].iter().find_map(|article| event.strip_prefix(article)).unwrap_or(event)
}

/// The same thing at the same hour in other words?
fn alike(one: &Appointment, from: TimeOfDay, what: &str) -> bool {
    let near = i32::from(one.from.0).abs_diff(i32::from(from.0)) <= 30;
    near && overlap(&content(&split(&one.what)), &content(&split(what))) >= 0.5
}

#[cfg(test)]
mod tests;
