//! What a plan must know of places: which is home, where one can eat, what is open when.

use std::cmp::Reverse;

use super::question::{KnownPlace, PlanDay};
use crate::language::inflect;

/// The places of a question, with their use for this person.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    /// All that are known.
    pub all: &'a [KnownPlace],
    /// The numbers of those where one works.
    pub work: &'a [u32],
}

impl<'a> Places<'a> {
    /// Those of a day that is planned.
    pub fn of(question: &'a PlanDay) -> Self {
        Self { all: &question.places, work: question.work.as_ref().map_or(&[], |work| &work.places) }
    }

    /// The place with this number.
    pub fn get(&self, n: u32) -> Option<&'a KnownPlace> {
        self.all.iter().find(|place| place.n == n)
    }

    /// What can be done there.
    pub fn offers(&self, n: u32) -> &'a [String] {
        self.get(n).map_or(&[], |place| &place.offers)
    }

    /// Whether it is a part of one's home.
    pub fn is_home(&self, n: u32) -> bool {
        self.get(n).is_some_and(at_home)
    }

    /// Whether one works there on this day.
    pub fn is_work(&self, n: u32) -> bool {
        self.work.contains(&n)
    }

    /// The rooms of one's home.
    pub fn home(&self) -> impl Iterator<Item = &'a KnownPlace> {
        self.all.iter().filter(|place| at_home(place))
    }

    /// The room one is in when nothing else is said: one's own, else another at home, else what never closes. 0 when
    /// no place is known at all.
    pub fn own(&self) -> u32 {
        let own = self.all.iter().find(|place| place.note.to_lowercase().contains("own"));
        let own = own.or_else(|| self.home().next()).or_else(|| self.all.iter().find(|place| place.open.is_none()));
        own.or(self.all.first()).map_or(0, |place| place.n)
    }

    /// Where one eats at home: at a table in the same room as the food, else at either; elsewhere if there is no home.
    pub fn table(&self) -> u32 {
        let has = |place: &KnownPlace, what: &str| place.offers.iter().any(|offer| offer == what);
        let worth = |place: &KnownPlace| (has(place, "eat"), has(place, "cook"), has(place, "fetch food"));
        let fit = self.home().filter(|place| worth(place) != (false, false, false));
        fit.max_by_key(|place| (worth(place), Reverse(place.n))).map_or_else(|| self.own(), |place| place.n)
    }

    /// Whether food can be had there, as far as is known.
    pub fn feeds(&self, n: u32) -> bool {
        let food = |offer: &String| ["eat", "cook", "food", "snack"].iter().any(|word| offer.contains(word));
        self.get(n).is_some_and(|place| place.offers.is_empty() || place.offers.iter().any(food))
    }

    /// Whether it is open all the time from `from` to `until`.
    pub fn open(&self, n: u32, from: i32, until: i32) -> bool {
        self.window(n, from, until) == Some((from, until))
    }

    /// The longest time between `from` and `until` at which it is open to this person: to who works there, earlier.
    pub fn window(&self, n: u32, from: i32, until: i32) -> Option<(i32, i32)> {
        let Some(open) = self.get(n)?.open else { return Some((from, until)) };
        let whole = match i32::from(open.from.until(open.until)) {
            0 => 1440,
            minutes => minutes,
        };
        (-1..=2)
            .map(|day| i32::from(open.from.0 % 1440) + day * 1440)
            .map(|begin| (from.max(begin), until.min(begin + whole)))
            .filter(|(from, until)| until > from)
            .max_by_key(|(from, until)| (until - from, Reverse(*from)))
    }

    /// The place that a text names, or the one that suits it best, or where one is if nothing is said.
    pub fn named(&self, text: &str) -> u32 {
        let work = self.work.iter().copied().find(|n| self.get(*n).is_some());
        let usual = work.filter(|_| !text.to_lowercase().contains("home")).unwrap_or_else(|| self.own());
        self.suits(text).unwrap_or(usual)
    }

    /// The place that a text names, or the one that suits it best; `None`: it has to do with none. A house named without
    /// a room is its first room: there one receives.
    pub fn suits(&self, text: &str) -> Option<u32> {
        let low = text.to_lowercase();
        let says = |text: &str, name: &str| name.len() > 2 && text.contains(name);
        let score = |place: &KnownPlace| {
            let name = place.name.to_lowercase();
            let (house, room) = name.split_once(':').map_or((&*name, ""), |(house, room)| (house.trim(), room.trim()));
            if says(&low, &name) {
                return 2000 + name.len();
            }
            if says(&low, house) {
                return 1000 + 2 * house.len() + usize::from(says(&low.replace(house, ""), room));
            }
            let offers = place.offers.iter().map(|offer| inflect::shared_stems(offer, text)).max().unwrap_or(0);
            32 * usize::from(says(&low, room)) + 3 * inflect::shared_stems(&place.name, text) + offers
        };
        let best = self.all.iter().map(|place| (score(place), Reverse(place.n))).max();
        best.filter(|(score, _)| *score > 1).map(|(_, Reverse(n))| n)
    }
}

fn at_home(place: &KnownPlace) -> bool {
    let note = place.note.to_lowercase();
    note.contains("home") || note.contains("own room")
}
