//! What is on: what one has agreed to, what one's own memories say of this day, and what one may look in at unasked.
//!
//! Everything is read from the question's sentences; what has to fall the same way whenever it is asked depends on the
//! person's nature and the hour, not on the dice of this question.

use crate::{
    language::{
        inflect,
        lexicon::lex,
        text::{content, join, overlap, tokens},
        time::{When, day_of_iso},
    },
    mind::{
        places::Places,
        question::{Appointment, Known, PlanDay, TimeOfDay},
        rules::{
            beliefs::{Beliefs, Go},
            data::day as words,
            dice::Dice,
            frame::{Class, Form, Frame},
            sector,
        },
    },
};

/// Minutes of getting ready for what one gives oneself.
const READY: u16 = 60;
/// Percent of what was agreed to that is forgotten, and so much more by one who forgets.
const FORGOTTEN: u32 = 3;
const FORGETFUL: u32 = 7;
/// Percent of the appointments in working hours that work wins, and so much more with the dutiful.
const WORK_WINS: u32 = 15;
const DUTIFUL: u32 = 12;
/// Percent of what one would like and was never asked to that one goes to, and of what one is unsure of.
const LIKES: u32 = 80;
const UNSURE: u32 = 35;

/// What one means to go to, and what one gives up though one had agreed, and why.
pub fn on(question: &PlanDay, places: &Places, day: Option<u32>) -> (Vec<Appointment>, Vec<String>) {
    let known = Known { people: vec![], places: question.places.iter().map(|place| place.name.clone()).collect() };
    let head = &Beliefs::new(&question.me, &question.now, &known).remembering(&question.memories).read();
    let day = Day { question, places, head, day };
    let (mut list, mut drops) = (Vec::new(), Vec::new());
    for one in &question.appointments {
        match day.work_wins(one) {
            _ if day.forgets(one) => {}
            Some(why) => drops.push(why),
            None => list.push(one.clone()),
        }
    }
    day.own(&mut list);
    day.unasked(&mut list);
    (list, drops)
}

/// The day that is planned: today or the next.
pub fn day(question: &PlanDay) -> Option<u32> {
    let today = day_of_iso(&question.now.iso)?;
    let number = |text: &str| text.split(|c: char| !c.is_ascii_digit()).find_map(|word| word.parse::<u32>().ok());
    let same = number(&question.date).is_none_or(|date| Some(date) == number(&question.now.date));
    Some(if same { today } else { today + 1 })
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

    /// Percent by which somebody with one of these traits is more inclined to something.
    fn trait_adds(&self, section: &str, percent: u32) -> u32 {
        let traits = self.question.me.traits.to_lowercase();
        let has = words().section(section).iter().filter_map(|row| row.get(1)).any(|word| traits.contains(word));
        if has { percent } else { 0 }
    }

    /// Minutes of it that lie in one's hours of work, unless it is where one works.
    fn worked(&self, from: TimeOfDay, until: TimeOfDay, place: u32) -> u32 {
        let work = self.question.work.as_ref().filter(|_| !self.places.is_work(place));
        let shared = |(a, a_long): (i32, u16), (b, b_long): (i32, u16)| {
            ((a + i32::from(a_long)).min(b + i32::from(b_long)) - a.max(b)).max(0) as u32
        };
        work.map_or(0, |work| {
            let hours = |day: i32| (i32::from(work.hours.from.0) + day * 1440, work.hours.from.until(work.hours.until));
            let own = (i32::from(from.0), from.until(until));
            (-1..=1).map(|day| shared(own, hours(day))).max().unwrap_or_default()
        })
    }

    fn forgets(&self, one: &Appointment) -> bool {
        let percent = FORGOTTEN + self.trait_adds("forgetful", FORGETFUL);
        agreed(one) && self.dice(one.from, 1).chance(percent)
    }

    /// Why one does not come to what was agreed: one has to work, and work goes first.
    fn work_wins(&self, one: &Appointment) -> Option<String> {
        let work = self.question.work.as_ref().filter(|_| agreed(one))?;
        let long = u32::from(one.from.until(one.until)).max(1);
        let shared = self.worked(one.from, one.until, self.places.named(&one.what)).min(long);
        let wins = (WORK_WINS + self.trait_adds("dutiful", DUTIFUL)) * shared / long;
        let wins = self.dice(one.from, 2).chance(wins);
        wins.then(|| format!("{}: has to {} until {}", one.what.trim(), work.what, work.hours.until))
    }

    /// What one's own memories say one does at an hour of this day, and getting ready for what one gives oneself.
    fn own(&self, list: &mut Vec<Appointment>) {
        let mut taken: Vec<&Frame> = Vec::new();
        for frame in self.head.own().filter(|fact| !fact.outgoing).map(|fact| fact.f()) {
            let (Some((from, until)), Some((what, host))) = (self.hours(frame), action(frame)) else { continue };
            let what = self.with_place(what, frame);
            // What is fixed already for that very time is not fixed again in other words.
            let settled = |one: &Appointment| one.from == from || alike(one, from, &what);
            let fixed = self.question.appointments.iter().chain(&*list).any(settled);
            if fixed || taken.iter().any(|before| before.same(frame)) {
                continue;
            }
            taken.push(frame);
            let how = if host { "is the host" } else { "fixed by oneself" };
            list.push(Appointment { from, until, what, how: how.into() });
            if let Some(event) = frame.event.as_deref().filter(|_| host) {
                let ready = self.get_ready(event, list);
                list.extend(ready);
            }
        }
    }

    /// Getting a place ready for the event that was listed last.
    fn get_ready(&self, event: &str, list: &[Appointment]) -> Option<Appointment> {
        let (one, others) = list.split_last()?;
        let from = TimeOfDay(one.from.0.checked_sub(READY).filter(|from| *from >= 300)?);
        if others.iter().any(|other| other.until > from && other.from < one.from) {
            return None;
        }
        let mut dice = self.dice(one.from, 3);
        let words = dice.pick(words().section("prepare"))?[1].replace("{event}", &format!("the {}", bare(event)));
        let place = self.places.get(self.places.named(&one.what)).map_or("", |place| &place.name);
        let (what, how) = (format!("{words} at {place}"), "must be ready".into());
        Some(Appointment { from, until: one.from, what, how })
    }

    /// What one has heard of and was not asked to, or not given an answer: now and then one goes all the same.
    fn unasked(&self, list: &mut Vec<Appointment>) {
        for frame in self.head.events().into_iter().map(|fact| fact.f()) {
            let Some((from, until)) = self.hours(frame) else { continue };
            let (Some(event), Some(at)) = (&frame.event, self.known_place(frame)) else { continue };
            let handled = self.question.appointments.iter().chain(&*list).any(|one| one.from == from);
            if handled || frame.subj == self.question.me.name {
                continue;
            }
            let busy = self.worked(from, until, self.places.named(at)) * 2 > u32::from(from.until(until));
            let likes = match self.head.go(frame).0 {
                Go::Agreed => 90,
                Go::Yes if !busy => LIKES,
                Go::Maybe if !busy => UNSURE,
                _ => 0,
            };
            if self.dice(from, 4).chance(likes) {
                let whose = if frame.person { format!("{}'s", frame.subj) } else { "the".into() };
                let what = format!("go to {whose} {} at {at}", bare(event));
                list.push(Appointment { from, until, what, how: "perhaps; nobody was promised".into() });
            }
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
        let mut named = self.places.all.iter().filter(|place| {
            let room = inflect::tokens(place.name.split_once(':').map_or("", |(_, room)| room));
            !self.places.is_home(place.n) && !room.is_empty() && room.iter().all(|word| words.contains(word))
        });
        if let (Some(place), None) = (named.next(), named.next()) {
            return Some(&place.name);
        }
        let work = self.question.work.as_ref()?;
        let works = std::iter::once(&work.what).chain(&work.tasks).any(|text| inflect::shared_stems(text, what) > 0);
        self.places.get(*work.places.first().filter(|_| works)?).map(|place| place.name.as_str())
    }

    /// The place it names, if one knows it.
    fn known_place(&self, frame: &Frame) -> Option<&str> {
        let text = frame.place.clone().unwrap_or_else(|| join(&frame.rest));
        let all = self.places.all.iter().map(|place| sector(&place.name));
        all.filter(|name| !name.is_empty() && text.contains(name)).max_by_key(|name| name.len())
    }

    fn with_place(&self, what: String, frame: &Frame) -> String {
        match (self.known_place(frame), self.likely_place(&what)) {
            (Some(place), _) if what.contains(place) => what,
            (Some(place), _) | (None, Some(place)) => format!("{what} at {place}"),
            (None, None) => what,
        }
    }
}

fn agreed(one: &Appointment) -> bool {
    one.how.to_lowercase().contains("agreed")
}

/// What one does, as a verb phrase, and whether one is the host; `None` if the sentence is no deed of that hour.
fn action(frame: &Frame) -> Option<(String, bool)> {
    if lex().contains("bookkeeping", &frame.verb) || matches!(frame.form, Form::Past | Form::Copula) {
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
    inflect::starts_with_verb(deed) && !lex().contains("deed.not", &lead)
}

/// An event without its article: `tea dance`.
fn bare(event: &str) -> &str {
    ["a ", "an ", "the "].iter().find_map(|article| event.strip_prefix(article)).unwrap_or(event)
}

/// The same thing at the same hour in other words?
fn alike(one: &Appointment, from: TimeOfDay, what: &str) -> bool {
    let near = i32::from(one.from.0).abs_diff(i32::from(from.0)) <= 30;
    near && overlap(&content(&tokens(&one.what)), &content(&tokens(what))) >= 0.5
}

#[cfg(test)]
mod tests;
