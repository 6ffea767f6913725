//! The information boundary: what somebody's question holds comes from their own memories, their own tree, what they
//! notice and what is said to them. A word that exists nowhere else is planted in one person's memories and followed.

use std::collections::BTreeMap;

use smallville::{
    agent::{
        KnownPlaces, Persona,
        components::{plan::DayPlan, talk::Talks},
        persona::Whereabouts,
    },
    clock::AgentId,
    memory::MemoryStream,
    mind::Ask,
    world::{ArenaId, TownMap},
};

use super::{
    copied::Copied,
    lived::{How, Lived},
};

/// Kept to oneself.
const SECRET: &str = "Quovantrel";
/// Worth telling.
const NEWS: &str = "Brimsolka";

fn planted() -> Copied {
    let copied = Copied::of("harbour");
    copied.plant("Samira Haddad", &format!("Samira Haddad is secretly in love with {SECRET}."), 9, true);
    let news = format!("Nora Quill is holding a {NEWS} party at Lantern Inn on 15 May 2024 from 19:00 to 21:00.");
    copied.plant("Nora Quill", &news, 9, false);
    copied
}

/// From when on somebody may know a word, and where it was found too early.
struct Provenance {
    word: &'static str,
    /// The tick from which on each may know it: 0 for who has it as a seed.
    may: BTreeMap<u32, u64>,
    /// Who had it without having heard it.
    leaks: Vec<String>,
    /// How many hold it in memory in the end.
    holders: usize,
}

impl Provenance {
    fn of(word: &'static str, source: u32) -> Self {
        Self { word, may: [(source, 0)].into(), leaks: vec![], holders: 0 }
    }

    /// Who stands where a line with the word is being said may know it from here on, if who says it may.
    fn hear(&mut self, tick: u64, town: &mut Lived) {
        let world = town.app.world_mut();
        let mut people = world.query::<(&AgentId, &Whereabouts)>();
        let where_is: BTreeMap<u32, ArenaId> = people.iter(world).map(|(id, here)| (id.0, here.0)).collect();
        let talks = world.resource::<Talks>();
        let over = talks.over.iter().rev().take(8).map(|(_, talk)| talk);
        for talk in talks.open.values().chain(over) {
            for line in talk.lines.iter().filter(|line| line.words.contains(self.word) && line.until + 2 >= tick) {
                if !self.may.contains_key(&line.by.0) {
                    self.leaks.push(format!("tick {tick}: {:?} says {:?} and has not heard it", line.by, line.words));
                }
                let hears = where_is.iter().filter(|(_, arena)| **arena == talk.arena).map(|(id, _)| *id);
                let all: Vec<u32> = hears.chain(talk.members.iter().map(|one| one.0)).collect();
                for id in all {
                    self.may.entry(id).or_insert(tick);
                }
            }
        }
    }

    /// Nobody else has it: in memory, in plans, in what they ask.
    fn look(&mut self, tick: u64, town: &mut Lived, asks: &[Ask]) {
        for ask in asks.iter().filter(|ask| ask.inputs.contains(self.word) && !self.may.contains_key(&ask.id.agent)) {
            let what = format!("tick {tick}: question {} of {} has it: {}", ask.purpose, ask.id.agent, ask.inputs);
            self.leaks.push(what);
        }
        if tick.is_multiple_of(90) {
            let world = town.app.world_mut();
            let mut people = world.query::<(&AgentId, &MemoryStream, &DayPlan)>();
            self.holders = 0;
            for (id, stream, plan) in people.iter(world) {
                let remembers = stream.all().iter().any(|memory| memory.text.contains(self.word));
                self.holders += usize::from(remembers);
                if (remembers || format!("{plan:?}").contains(self.word)) && !self.may.contains_key(&id.0) {
                    self.leaks.push(format!("tick {tick}: {} has it in memory or plan", id.0));
                }
            }
        }
    }
}

fn number(town: &mut Lived, name: &str) -> u32 {
    let world = town.app.world_mut();
    let mut people = world.query::<(&AgentId, &Persona)>();
    people.iter(world).find(|(_, who)| who.name == name).expect("somebody").0.0
}

/// Lives a day tick by tick: the trail of the secret, that of the news, and what was said.
fn followed(talk: f64) -> (Provenance, Provenance, Lived) {
    let copied = planted();
    let mut town = Lived::new(copied.id(), &copied.data(), How { seed: 3, talk });
    let (doctor, host) = (number(&mut town, "Samira Haddad"), number(&mut town, "Nora Quill"));
    let (mut secret, mut news) = (Provenance::of(SECRET, doctor), Provenance::of(NEWS, host));
    let mut strange = Vec::new();
    for tick in 1..=town.end(24.0) {
        town.until(tick);
        let asks = town.asked();
        for trail in [&mut secret, &mut news] {
            trail.hear(tick, &mut town);
            trail.look(tick, &mut town, &asks);
        }
        strange.extend(asks.iter().flat_map(|ask| strange_places(ask, &mut town)));
    }
    assert!(strange.is_empty(), "{} places that the asker does not know: {}", strange.len(), strange[0]);
    (secret, news, town)
}

/// Places offered or named as known in a question that are not in the asker's own tree.
fn strange_places(ask: &Ask, town: &mut Lived) -> Vec<String> {
    let inputs: serde_json::Value = serde_json::from_str(&ask.inputs).expect("inputs are JSON");
    let mut named = Vec::new();
    for list in [&inputs["places"], &inputs["known"]["places"]] {
        for place in list.as_array().into_iter().flatten() {
            named.extend(place.as_str().or(place["name"].as_str()).map(str::to_string));
        }
    }
    let world = town.app.world_mut();
    let mut people = world.query::<(&AgentId, &KnownPlaces, &Whereabouts)>();
    let (_, tree, here) = people.iter(world).find(|(id, ..)| id.0 == ask.id.agent).expect("somebody");
    let map = world.resource::<TownMap>();
    let own = tree.0.keys().chain([&here.0]).flat_map(|id| {
        let sector = map.arena(*id).sector.map(|sector| map.sector(sector).name.clone());
        sector.into_iter().chain([map.arena_name(*id)])
    });
    let own: std::collections::BTreeSet<String> = own.collect();
    let strange = named.into_iter().filter(|name| !own.contains(name));
    strange.map(|name| format!("{} of {} has {name:?}", ask.purpose, ask.id.agent)).collect()
}

#[test]
fn without_talk_nobody_knows_what_nobody_told_them() {
    let (secret, news, town) = followed(0.0);
    assert!(town.said().is_empty(), "with no talk nothing is said");
    for trail in [secret, news] {
        assert!(trail.leaks.is_empty(), "{}: {}", trail.word, trail.leaks.join("\n"));
        assert_eq!((trail.may.len(), trail.holders), (1, 1), "{} is with its source alone", trail.word);
    }
}

#[test]
fn with_talk_what_is_known_was_heard_from_somebody_who_knew() {
    let (secret, news, town) = followed(1.0);
    for trail in [&secret, &news] {
        assert!(trail.leaks.is_empty(), "{}: {}", trail.word, trail.leaks.join("\n"));
    }
    assert_eq!((secret.may.len(), secret.holders), (1, 1), "a secret is told to nobody");
    let lines = town.said();
    assert!(!lines.is_empty(), "people talk");
    assert!(lines.iter().all(|line| !line.words.contains(SECRET)), "a secret is not said aloud");
    println!("{} lines; {} may know the news, {} remember it", lines.len(), news.may.len(), news.holders);
}
