//! `--agents N`: fewer than the cast, or the cast again and again under other names, in a town with room for them.
//!
//! A copy of a person lives the same life in the same house, among the copies of the people they know: names are
//! changed everywhere in what they are and remember, and places stay what they are called. The map keeps its rooms;
//! beds, rooms, seats, cells and stores have room for so many times as many.

use std::collections::{BTreeMap, BTreeSet};

use super::{CastMember, Scenario};
use crate::{agent::persona::Persona, world::TownMap};

/// Names that are given to copies.
const NAMES: &str = include_str!("names.txt");

/// Makes the cast `number` people, and the map fit for them.
///
/// # Errors
/// One sentence about a number that cannot be.
pub fn repeat(scenario: &mut Scenario, map: &mut TownMap, number: usize) -> Result<(), String> {
    let cast = scenario.people.len();
    if number == 0 || number > super::MAX_PEOPLE {
        return Err(format!("{number} people cannot live here; take 1 to {}", super::MAX_PEOPLE));
    }
    if number <= cast {
        scenario.people.truncate(number);
        return Ok(());
    }
    let copies = number.div_ceil(cast);
    let stay = places(map);
    let mut given = NamePool::new(&scenario.people, &stay);
    let first: Vec<CastMember> = scenario.people.clone();
    for _ in 1..copies {
        let names = given.names(&first);
        let renamed = Renamed { stay: &stay, words: words(&names) };
        rename_owners(map, &names);
        scenario
            .people
            .extend(first.iter().map(|one| CastMember { persona: renamed.person(&one.persona), ..one.clone() }));
    }
    scenario.people.truncate(number);
    let crowd = copies as u32;
    map.crowd = crowd;
    for arena in &mut map.arenas {
        arena.capacity = arena.capacity.map(|capacity| capacity.saturating_mul(crowd));
    }
    for object in &mut map.objects {
        object.capacity = object.capacity.saturating_mul(crowd);
        object.holds.iter_mut().for_each(|holds| holds.full = holds.full.saturating_mul(crowd));
    }
    Ok(())
}

/// What places are called, longest first: a place named after somebody stays the same place.
fn places(map: &TownMap) -> Vec<String> {
    let arenas = map.arenas.iter().map(|arena| arena.name.clone());
    let mut names: Vec<String> = map.sectors.iter().map(|sector| sector.name.clone()).chain(arenas).collect();
    names.retain(|name| name.chars().any(char::is_uppercase));
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

/// Names given so far, and those there are to give.
struct NamePool {
    used: BTreeSet<String>,
    first: BTreeMap<&'static str, Vec<&'static str>>,
    family: Vec<&'static str>,
    next: usize,
}

impl NamePool {
    fn new(people: &[CastMember], places: &[String]) -> Self {
        let mut lists: BTreeMap<&'static str, Vec<&'static str>> = NAMES
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once(':'))
            .map(|(which, names)| (which, names.split_whitespace().collect()))
            .collect();
        let mut taken: BTreeSet<&str> = people.iter().flat_map(|one| one.persona.name.split_whitespace()).collect();
        taken.extend(places.iter().flat_map(|place| place.split(|c: char| !c.is_alphanumeric())));
        lists.values_mut().for_each(|names| names.retain(|name| !taken.contains(name)));
        let family = lists.remove("family").unwrap_or_default();
        Self { used: BTreeSet::new(), first: lists, family, next: 0 }
    }

    /// New names for one copy of the cast: those of a family stay one.
    fn names(&mut self, cast: &[CastMember]) -> BTreeMap<String, String> {
        let mut families: BTreeMap<&str, &'static str> = BTreeMap::new();
        let mut firsts: BTreeSet<&'static str> = BTreeSet::new();
        let mut names = BTreeMap::new();
        for one in cast {
            let old = one.persona.name.as_str();
            let last = old.rsplit(' ').next().unwrap_or(old);
            let family = *families.entry(last).or_insert_with(|| {
                self.next += 1;
                self.family[self.next % self.family.len()]
            });
            let list = self.first.get(one.persona.pronouns.as_str()).or(self.first.get("they"));
            let list = list.map_or(&[][..], Vec::as_slice);
            // Another stride through the list for each copy, so that the same families do not repeat the same names.
            let from = (self.next * 7 + names.len() * 3) % list.len().max(1);
            let free = |first: &&&'static str| !firsts.contains(**first) && !self.used.contains(&full(first, family));
            let round = list[from..].iter().chain(&list[..from]);
            let first = round.clone().find(free).copied().unwrap_or("Somebody");
            firsts.insert(first);
            let mut name = full(first, family);
            while !self.used.insert(name.clone()) {
                name.push_str(" II");
            }
            names.insert(old.to_string(), name);
        }
        names
    }
}

fn full(first: &str, family: &str) -> String {
    format!("{first} {family}")
}

/// What is written for what: full names, and first names that are one person's alone. Longest first.
fn words(names: &BTreeMap<String, String>) -> Vec<(String, String)> {
    let first = |name: &str| name.split(' ').next().unwrap_or_default().to_string();
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    names.keys().for_each(|name| *count.entry(first(name)).or_default() += 1);
    let alone = names.iter().filter(|(old, _)| count[&first(old)] == 1);
    let mut words: Vec<(String, String)> = alone.map(|(old, new)| (first(old), first(new))).collect();
    words.extend(names.iter().map(|(old, new)| (old.clone(), new.clone())));
    words.sort_by_key(|(old, _)| std::cmp::Reverse(old.len()));
    words
}

/// A copy of the cast under other names.
struct Renamed<'a> {
    stay: &'a [String],
    words: Vec<(String, String)>,
}

impl Renamed<'_> {
    fn text(&self, text: &str) -> String {
        let (mut out, mut rest, mut inside) = (String::with_capacity(text.len()), text, false);
        while let Some(letter) = rest.chars().next() {
            let ends = |word: &str| {
                rest.strip_prefix(word).is_some_and(|after| !after.chars().next().is_some_and(char::is_alphanumeric))
            };
            let place = self.stay.iter().find(|place| !inside && ends(place));
            let name = self.words.iter().find(|(old, _)| !inside && ends(old));
            let (taken, written) = match (place, name) {
                (Some(place), _) => (place.len(), place.as_str()),
                (None, Some((old, new))) => (old.len(), new.as_str()),
                (None, None) => (letter.len_utf8(), &rest[..letter.len_utf8()]),
            };
            inside = letter.is_alphanumeric();
            out.push_str(written);
            rest = &rest[taken..];
        }
        out
    }

    fn person(&self, persona: &Persona) -> Persona {
        let mut copy = persona.clone();
        let texts = [&mut copy.name, &mut copy.background, &mut copy.aim, &mut copy.lifestyle, &mut copy.voice];
        let texts = texts.into_iter().chain([&mut copy.traits]);
        let people = copy.people.iter_mut().flat_map(|other| [&mut other.name, &mut other.knows]);
        let memories = copy.memories.iter_mut().flat_map(|memory| [&mut memory.text, &mut memory.by]);
        let habits = copy.habits.iter_mut().map(|habit| &mut habit.what);
        let work = copy.work.iter_mut().flat_map(|work| [&mut work.what].into_iter().chain(&mut work.tasks));
        texts.chain(people).chain(memories).chain(habits).chain(work).for_each(|text| *text = self.text(text));
        copy
    }
}

/// Who owns a place owns it together with their copies.
fn rename_owners(map: &mut TownMap, names: &BTreeMap<String, String>) {
    let sectors = map.sectors.iter_mut().map(|sector| &mut sector.owners);
    let arenas = map.arenas.iter_mut().map(|arena| &mut arena.owners);
    let objects = map.objects.iter_mut().map(|object| &mut object.owners);
    for owners in sectors.chain(arenas).chain(objects) {
        let copies: Vec<String> = owners.iter().filter_map(|owner| names.get(owner).cloned()).collect();
        owners.extend(copies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_and_places_stay() {
        let stay = vec!["Ann Vale's house".to_string(), "Vale Park".to_string()];
        let names = BTreeMap::from([
            ("Ann Vale".to_string(), "Thea Holm".to_string()),
            ("Bo Ek".to_string(), "Otto Lund".to_string()),
        ]);
        let renamed = Renamed { stay: &stay, words: words(&names) };
        let text = "Ann Vale met Bo at Ann Vale's house; Ann's Bonbons are Bo Ek's.";
        assert_eq!(renamed.text(text), "Thea Holm met Otto at Ann Vale's house; Thea's Bonbons are Otto Lund's.");
    }

    #[test]
    fn owners_are_the_cast_and_its_copies_once_each() {
        let names = |old: &str, new: &str| BTreeMap::from([(old.to_string(), new.to_string())]);
        let mut owners = vec!["Ann Vale".to_string()];
        for names in [names("Ann Vale", "Thea Holm"), names("Ann Vale", "Nora Falk")] {
            let copies: Vec<String> = owners.iter().filter_map(|owner| names.get(owner).cloned()).collect();
            owners.extend(copies);
        }
        assert_eq!(owners, ["Ann Vale", "Thea Holm", "Nora Falk"]);
    }
}
