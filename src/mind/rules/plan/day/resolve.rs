//! What one has made up one's mind to, with no hour to it: `Ann Lee has decided to learn to play the guitar.` It gets a
//! part of the day where there is time, in one's own words, and at a place that suits.
//!
//! Only what was decided in the town counts, and only if it weighs heavily: what one was always after is in one's habits
//! already. What is done at one go is meant for the next day, or the day that was named; what takes longer is gone on
//! with for some days. What one has decided not to do is left out.

use super::places::Places;
use crate::{
    language::{
        inflect,
        text::{join, split, stem},
        time::{self, DAY, Minute},
    },
    mind::{
        question::{Appointment, KnownPlace, PlanDay},
        rules::data::listed,
    },
};

/// What weighs less is no strong thought.
const STRONG: u8 = 9;
/// For so many days after it one is at what takes longer.
const DAYS: u32 = 5;
/// Words of a part, at most.
const WORDS: usize = 11;

/// Where it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    /// At the place that it names, and nowhere else: one goes there.
    Named,
    /// Where people are.
    People,
    /// Wherever it suits, else in one's own room.
    Suits,
}

/// Something one has made up one's mind to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolve {
    /// As a part of a day, a verb phrase: `tell people about running for mayor`.
    pub what: String,
    /// It is not to be done.
    pub not: bool,
    /// It takes more than one go.
    pub lasting: bool,
    /// The day that was named, in days since the first of 1970.
    pub day: Option<u32>,
    about: Vec<String>,
    at: At,
}

impl Resolve {
    /// Reads a memory of `name`'s, made at `made`: `NAME has decided to ..`. `None`: it says no such thing, names an hour
    /// (then it is an appointment), or is nothing one can do.
    pub fn read(text: &str, name: &str, made: Minute) -> Option<Self> {
        let said = text.trim().strip_prefix(name)?.trim_start().strip_prefix("has decided ")?;
        let said = said.split(['.', '!', '?', ';']).next().unwrap_or_default();
        let (mut not, said) = match said.strip_prefix("not to ") {
            Some(rest) => (true, rest),
            None => (false, said.strip_prefix("to ")?),
        };
        let mut tokens = split(said);
        let when = time::take(&mut tokens, made);
        if when.as_ref().is_some_and(|when| when.from.is_some()) {
            return None;
        }
        let mut deed = join(&tokens).trim_end_matches([',', ' ']).to_owned();
        let mut small = inflect::tokens(&deed);
        // "stop smoking" is not to smoke
        if small.first().is_some_and(|verb| listed("stops", verb)) {
            not = !not;
            deed = deed.split_once(' ')?.1.to_owned();
            small.remove(0);
        }
        let verb = small.first()?.clone();
        if !not && (listed("no resolve", &verb) || !inflect::is_verb(&verb) || small.len() < 2 && verb != "run") {
            return None;
        }
        let goes = listed("goes", &verb);
        let stands = verb == "run" && small.get(1).is_some_and(|next| matches!(next.as_str(), "for" | "against"));
        let tells = listed("tells", &verb);
        let about = inflect::content(&deed).filter(|word| !goes || *word != stem(&verb)).collect();
        let what = if stands { format!("tell people about {}", inflect::ing(&deed)) } else { deed };
        Some(Self {
            what: inflect::at_most(&what, WORDS),
            not,
            lasting: when.is_none() && (stands || listed("lasts", &verb)),
            day: when.and_then(|when| when.day),
            about,
            at: match () {
                () if goes => At::Named,
                () if stands || tells => At::People,
                () => At::Suits,
            },
        })
    }

    /// Is this meant for a day, if it was decided on another? `done`: what was done the day before.
    fn on(&self, day: u32, made: u32, done: &str) -> bool {
        match self.day {
            Some(named) => named == day,
            None if self.lasting => (made..=made + DAYS).contains(&day),
            None => (made..=made + 1).contains(&day) && !done.split_inclusive('.').any(|one| self.touches(one)),
        }
    }

    /// Does a text speak of just this?
    pub fn touches(&self, text: &str) -> bool {
        let has: Vec<String> = inflect::content(text).collect();
        !self.about.is_empty() && self.about.iter().all(|word| has.contains(word))
    }

    /// Where it may be done, by number among `places`, the best first; none: it names a place that one does not know.
    pub fn places(&self, places: &[KnownPlace]) -> Vec<u32> {
        let all = Places { all: places, work: &[] };
        let suits = all.suits(&self.what);
        match self.at {
            At::Named => suits.into_iter().collect(),
            At::People => {
                let mut met: Vec<&KnownPlace> =
                    places.iter().filter(|place| place.note.is_empty() && !place.offers.is_empty()).collect();
                // Where one can eat and drink there are always some.
                let feeds = |place: &KnownPlace| place.offers.iter().any(|offer| offer == "eat" || offer == "drink");
                met.sort_by_key(|place| (!feeds(place), place.open.is_none(), place.n));
                met.into_iter().map(|place| place.n).collect()
            }
            At::Suits => {
                let free = |n: &u32| all.get(*n).is_some_and(|place| place.note != "work");
                suits.filter(free).into_iter().chain([all.own()]).filter(|n| all.get(*n).is_some()).collect()
            }
        }
    }
}

/// What one has made up one's mind to that bears on the day planned; what was decided last comes first, and what one
/// has decided against since is gone.
pub fn of(question: &PlanDay, day: Option<u32>) -> Vec<Resolve> {
    let Some(day) = day else { return Vec::new() };
    let mut found: Vec<Resolve> = Vec::new();
    let strong = |one: &&crate::mind::question::Recalled| one.by.is_none() && one.importance >= STRONG;
    for memory in question.memories.iter().filter(strong).rev() {
        let Some(made) = time::minute_of(&memory.when, day * DAY) else { continue };
        let Some(one) = Resolve::read(&memory.text, &question.me.name, made) else { continue };
        let settled = found.iter().any(|later| later.about == one.about || later.not && later.touches(&one.what));
        if !settled
            && (one.not && one.day.is_none_or(|named| named == day) || one.on(day, made / DAY, &question.yesterday))
        {
            found.push(one);
        }
    }
    found
}

/// Without what one has decided not to do: habits, and places one does not go to of one's own accord.
pub fn without(question: &PlanDay, resolves: &[Resolve]) -> PlanDay {
    let mut question = question.clone();
    let barred = |text: &str| bars(resolves, text);
    question.habits.retain(|habit| !barred(&habit.what));
    for place in question.places.iter_mut().filter(|place| place.note.is_empty()) {
        if barred(&place.name) {
            place.offers.clear();
        }
    }
    question
}

/// Has one decided against it?
pub fn bars(resolves: &[Resolve], text: &str) -> bool {
    resolves.iter().any(|one| one.not && one.touches(text))
}

/// Takes out of what is fixed what one has decided against; says so.
pub fn drop_barred(resolves: &[Resolve], list: &mut Vec<Appointment>, drops: &mut Vec<String>) {
    let barred = |one: &Appointment| bars(resolves, &one.what);
    drops.extend(list.iter().filter(|one| barred(one)).map(|one| format!("{}: has decided not to", one.what.trim())));
    list.retain(|one| !barred(one));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(deed: &str) -> Option<Resolve> {
        Resolve::read(&format!("Ann Lee has decided {deed}."), "Ann Lee", 19_400 * DAY)
    }

    fn place(n: u32, name: &str, note: &str, offers: &[&str]) -> KnownPlace {
        let offers = offers.iter().map(|one| (*one).to_owned()).collect();
        KnownPlace { n, name: name.into(), note: note.into(), offers, open: None }
    }

    #[test]
    fn a_decision_becomes_a_part_in_its_own_words() {
        for (deed, part, lasting) in [
            ("to run for mayor against Bo Ek", "tell people about running for mayor against Bo Ek", true),
            ("to run against Bo Ek", "tell people about running against Bo Ek", true),
            ("to learn to play the guitar", "learn to play the guitar", true),
            ("to visit the pharmacy", "visit the pharmacy", false),
            ("to write a letter to Bo Ek on 14 February", "write a letter to Bo Ek", false),
        ] {
            let one = read(deed).unwrap_or_else(|| panic!("{deed}"));
            assert_eq!((one.what.as_str(), one.lasting, one.not), (part, lasting, false), "{deed}");
        }
    }

    #[test]
    fn what_cannot_be_done_or_has_an_hour_is_no_part() {
        for deed in [
            "to flurb the gronk",
            "to trust Bo Ek",
            "to be happy",
            "to ignore her instructions",
            "to meet Bo Ek at 15:00",
            "nothing",
            "to",
        ] {
            assert_eq!(read(deed), None, "{deed}");
        }
        assert_eq!(Resolve::read("Bo Ek has decided to visit Rome.", "Ann Lee", 0), None);
    }

    #[test]
    fn what_is_not_to_be_done_is_left_out() {
        for deed in ["not to go to Green Inn", "to stop going to Green Inn"] {
            let one = read(deed).unwrap_or_else(|| panic!("{deed}"));
            assert!(
                one.not && bars(std::slice::from_ref(&one), "go to Ann's party at Green Inn: bar"),
                "{deed}: {one:?}"
            );
            assert!(!bars(&[one], "walk to the mill"), "{deed}");
        }
    }

    #[test]
    fn it_is_done_where_it_can_be() {
        let places = [
            place(1, "Lee House: room", "own room", &["sleep", "play music"]),
            place(2, "Store: pharmacy", "", &["buy"]),
            place(3, "Green Inn: bar", "", &["drink", "eat"]),
            place(4, "Mill: loft", "work", &["mill"]),
        ];
        let at = |deed: &str| read(deed).and_then(|one| one.places(&places).first().copied());
        assert_eq!(at("to visit the pharmacy"), Some(2));
        assert_eq!(at("to run for mayor"), Some(3));
        assert_eq!(at("to visit Rome"), None, "nobody knows the way");
        assert_eq!(at("to learn to whistle"), Some(1));
    }
}
