//! What a plan must know of places: which is home, where one can eat, what is open when.

use crate::{
    language::inflect,
    mind::{
        question::{KnownPlace, PlanDay},
        rules::{dice::Dice, sector},
    },
};

/// The places of a question, with their use for this person.
pub struct Places<'a> {
    all: &'a [KnownPlace],
    work: &'a [u32],
}

impl<'a> Places<'a> {
    pub fn of(question: &'a PlanDay) -> Self {
        Self { all: &question.places, work: question.work.as_ref().map_or(&[], |work| &work.places) }
    }

    /// These, whoever works where.
    pub fn among(all: &'a [KnownPlace]) -> Self {
        Self { all, work: &[] }
    }

    /// All of them.
    pub fn all(&self) -> &'a [KnownPlace] {
        self.all
    }

    /// The place with this number.
    pub fn get(&self, n: u32) -> Option<&'a KnownPlace> {
        self.all.iter().find(|place| place.n == n)
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

    /// Where one eats at home; elsewhere if there is no home.
    pub fn table(&self) -> u32 {
        let worth = |place: &&KnownPlace| {
            let has = |what: &str| place.offers.iter().any(|offer| offer == what);
            // A table in the same room as the food beats either alone.
            4 * usize::from(has("eat")) + 2 * usize::from(has("cook")) + usize::from(has("fetch food"))
        };
        let best = self.home().map(|place| (worth(&place), place.n)).max_by_key(|(worth, n)| (*worth, u32::MAX - n));
        best.filter(|(worth, _)| *worth > 0).map_or_else(|| self.own(), |(_, n)| n)
    }

    /// Whether food can be had there, as far as is known.
    pub fn feeds(&self, n: u32) -> bool {
        self.get(n).is_some_and(|place| {
            let food = |offer: &String| ["eat", "cook", "food", "snack"].iter().any(|word| offer.contains(word));
            place.offers.is_empty() || place.offers.iter().any(food)
        })
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
        let begin = i32::from(open.from.0 % 1440);
        (-1..=2)
            .map(|day| (from.max(begin + day * 1440), until.min(begin + day * 1440 + whole)))
            .filter(|(a, b)| b > a)
            .max_by_key(|(a, b)| (b - a, -a))
    }

    /// One of the places listed for a meal that is open then and has food; `None` if none is.
    pub fn meal(&self, listed: &[u32], from: i32, until: i32, dice: &mut Dice) -> Option<u32> {
        let mut fit: Vec<u32> = listed
            .iter()
            .map(|&n| if self.is_home(n) { self.table() } else { n })
            .filter(|&n| self.feeds(n) && self.open(n, from, until))
            .collect();
        fit.dedup();
        dice.pick(&fit).copied()
    }

    /// The place that a text names, or the one that suits it best, or where one is if nothing is said.
    pub fn named(&self, text: &str) -> u32 {
        let usual = || match () {
            () if text.to_lowercase().contains("home") || self.work.is_empty() => self.own(),
            () => self.work.iter().copied().find(|&n| self.get(n).is_some()).unwrap_or_else(|| self.own()),
        };
        self.suits(text).unwrap_or_else(usual)
    }

    /// The place that a text names, or the one that suits it best; `None`: it has to do with none.
    pub fn suits(&self, text: &str) -> Option<u32> {
        let low = text.to_lowercase();
        let whole = self.all.iter().filter(|place| low.contains(&place.name.to_lowercase()));
        if let Some(place) = whole.max_by_key(|place| place.name.len()) {
            return Some(place.n);
        }
        // A house by its name alone: its first room is the one in which one receives.
        let says = |text: &str, name: &str| name.len() > 2 && text.contains(name);
        let named = |place: &KnownPlace| {
            let name = place.name.to_lowercase();
            let room = name.split_once(':').map_or("", |(_, room)| room.trim());
            let house = sector(&name);
            says(&low, house).then(|| (house.len(), says(&low.replace(house, ""), room)))
        };
        let houses = self.all.iter().filter_map(|place| Some((named(place)?, place.n)));
        if let Some((_, n)) = houses.max_by_key(|(said, n)| (*said, u32::MAX - n)) {
            return Some(n);
        }
        let fit = |place: &&KnownPlace| {
            let offers: usize = place.offers.iter().map(|offer| inflect::share(offer, text)).max().unwrap_or(0);
            3 * inflect::share(&place.name, text) + offers
        };
        let room = |place: &KnownPlace| {
            place.name.split_once(':').is_some_and(|(_, room)| says(&low, &room.trim().to_lowercase()))
        };
        let score = |place: &&KnownPlace| 32 * usize::from(room(place)) + fit(place);
        let best = self.all.iter().map(|place| (score(&place), place.n)).max_by_key(|(s, n)| (*s, u32::MAX - n));
        best.filter(|(score, _)| *score > 1).map(|(_, n)| n)
    }
}

fn at_home(place: &KnownPlace) -> bool {
    let note = place.note.to_lowercase();
    note.contains("home") || note.contains("own room")
}
