//! Retrieval for questions. Every question uses it, so that all memories come from the agent's own stream and an
//! ablation applies everywhere.
//!
//! Results are in order of time, each memory with its place in the stream and how it was retrieved. Retrieval does not
//! update the last access of a memory: an agent that thinks of something calls [`MemoryStream::touch`], an interviewer
//! does not.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::{
    agent::{
        ablation::Ablation,
        acquaintances::{Acquaintances, Directory},
        components::Relations,
        known_places::KnownPlaces,
        persona::Persona,
        wording,
    },
    clock::{AgentId, Calendar, Minute},
    memory::{
        FoundBy, Hit, Memory, MemoryKind, MemoryKinds, MemoryStream, Query, Retrieved, embedding_store::EmbeddingStore,
    },
    mind::question::{Known, Named, Recalled},
    world::TownMap,
};

/// Memories with their places in the stream and how they came to mind, in order of time.
pub type Memories = Vec<(Retrieved, Recalled)>;

/// Searches one agent's stream at one moment.
#[derive(Clone, Copy)]
pub struct Recall<'a> {
    /// All that is remembered.
    pub stream: &'a MemoryStream,
    /// The town's embeddings from a server, to search by; `None`: the built-in ones.
    pub embeddings: Option<&'a EmbeddingStore>,
    /// The tick.
    pub now: u64,
    /// Its date.
    pub calendar: Calendar,
    /// What an experiment leaves out.
    pub ablation: &'a Ablation,
}

/// Least relevance, of the best hit's 1, at which a memory is about the matter.
const CLOSE: f32 = 0.6;

impl Recall<'_> {
    fn query<'q>(&'q self, about: &'q str, limit: usize) -> Query<'q> {
        let (now, tick_seconds, rows) = (self.now, self.calendar.tick_seconds, self.embeddings);
        Query { about, now, tick_seconds, limit, kinds: kinds(self.ablation), rows }
    }

    /// What comes to mind about something.
    pub fn about(&self, about: &str, most: usize) -> Memories {
        self.relevant(self.stream.retrieve(&self.query(about, most)))
    }

    /// What bears on something to be done: memories about it, and the most important one that is not a secret. A secret
    /// is retrieved only if it is about the matter.
    pub fn bearing(&self, about: &str, most: usize) -> Memories {
        let secret = |place: u32| self.stream.get(place).is_some_and(|memory| memory.secret);
        let hits = self.stream.retrieve(&self.query(about, most));
        let near = self.relevant(hits.into_iter().filter(|hit| hit.relevance >= CLOSE || !secret(hit.index)));
        together([near, self.heavy(FoundBy::Heaviest, 1, |memory| !memory.secret)])
    }

    /// What comes to mind about something among the memories that name this person.
    pub fn of_person(&self, acquaintances: &Acquaintances, other: AgentId, about: &str, most: usize) -> Memories {
        self.among(acquaintances.get(other).map_or(&[][..], |one| &one.places), about, most)
    }

    /// What comes to mind about something among the memories at these places, which ascend.
    pub fn among(&self, places: &[u32], about: &str, most: usize) -> Memories {
        self.relevant(self.stream.retrieve_among(&self.query(about, most), places))
    }

    /// What bears on a date: what names it, and what was lived on it; the heaviest, if there is more of it.
    pub fn on_date(&self, date: Date, most: usize) -> Memories {
        let midnight = self.calendar.minute_at(date.at(0, 0, 0, 0));
        let day = midnight.map(|from| self.calendar.tick(from)..self.calendar.tick(Minute(from.0 + Minute::DAY)));
        let lived =
            |memory: &Memory| memory.created > 0 && day.as_ref().is_some_and(|day| day.contains(&memory.created));
        let named = naming(date);
        self.heavy(FoundBy::Dated, most, |memory| named(memory) || lived(memory))
    }

    /// What is to come on these dates, as one has it oneself and not from a talk; the heaviest, if there is more of it.
    pub fn ahead(&self, dates: &[Date], most: usize) -> Memories {
        let named: Vec<_> = dates.iter().map(|date| naming(*date)).collect();
        let own = |memory: &Memory| memory.source.is_none() && memory.kind != MemoryKind::Dialogue;
        self.heavy(FoundBy::Dated, most, |memory| own(memory) && named.iter().any(|on| on(memory)))
    }

    /// The most important memories; of equal ones the newer.
    pub fn heaviest(&self, most: usize) -> Memories {
        self.heavy(FoundBy::Heaviest, most, |_| true)
    }

    /// The newest memories.
    pub fn newest(&self, most: usize) -> Memories {
        let allowed = |(_, memory): &(usize, &Memory)| self.ablation.allow(memory.kind) && !memory.is_superseded();
        let last = self.stream.all().iter().enumerate().rev().filter(allowed).take(most);
        self.shown(last.map(|(n, _)| Retrieved::by(FoundBy::Newest, n as u32)))
    }

    /// The last that was said with somebody, by their full name.
    pub fn said_with(&self, name: &str, most: usize) -> Memories {
        let places = if self.ablation.allow(MemoryKind::Dialogue) { self.stream.with(name) } else { &[] };
        let stands = |place: &&u32| self.stream.get(**place).is_some_and(|memory| !memory.is_superseded());
        let last = places.iter().rev().filter(stands).take(most);
        self.shown(last.map(|place| Retrieved::by(FoundBy::Said, *place)))
    }

    /// The most important memories that may be recalled and satisfy `wanted`; of equal ones the newer.
    fn heavy(&self, by: FoundBy, most: usize, wanted: impl Fn(&Memory) -> bool) -> Memories {
        let counts = |(_, memory): &(usize, &Memory)| {
            self.ablation.allow(memory.kind) && !memory.is_superseded() && wanted(memory)
        };
        let all = self.stream.all().iter().enumerate().filter(counts);
        let mut order: Vec<(u8, u32)> = all.map(|(n, memory)| (memory.importance, n as u32)).collect();
        if order.len() > most && most > 0 {
            order.select_nth_unstable_by(most - 1, |a, b| b.cmp(a));
        }
        order.truncate(most);
        self.shown(order.into_iter().map(|(_, place)| Retrieved::by(by, place)))
    }

    /// Memories retrieved by relevance, marked as such.
    fn relevant(&self, hits: impl IntoIterator<Item = Hit>) -> Memories {
        let mut memories = self.shown(hits.into_iter().map(|hit| Retrieved::scored(&hit)));
        memories.iter_mut().for_each(|(_, memory)| memory.bears = true);
        memories
    }

    fn shown(&self, retrieved: impl Iterator<Item = Retrieved>) -> Memories {
        let mut retrieved: Vec<Retrieved> = retrieved.collect();
        retrieved.sort_unstable_by_key(|one| one.index);
        let show = |one: Retrieved| Some((one, wording::recalled(self.stream.get(one.index)?, &self.calendar)));
        retrieved.into_iter().filter_map(show).collect()
    }
}

/// The kinds of memory that can be recalled.
pub fn kinds(ablation: &Ablation) -> MemoryKinds {
    let all = [MemoryKind::Observation, MemoryKind::Reflection, MemoryKind::Plan, MemoryKind::Dialogue];
    MemoryKinds::of(all.into_iter().filter(|kind| ablation.allow(*kind)))
}

/// Those whom a text names, in full or by a first name that only one of those one knows has.
pub fn called_in(directory: &Directory, acquaintances: &Acquaintances, text: &str) -> Vec<AgentId> {
    let mut named = directory.named_in(text);
    let names = |id: AgentId| directory.get(id).is_some_and(|one| super::wording::names(text, &one.name));
    let called: Vec<AgentId> = acquaintances.all().map(|(id, _)| id).filter(|id| names(*id)).collect();
    named.extend(called.iter().filter(|id| !named.contains(id)).copied().collect::<Vec<_>>());
    named
}

/// Whether a memory names this date.
fn naming(date: Date) -> impl Fn(&Memory) -> bool {
    let (day, month) = (date.day(), wording::month(date));
    let names = [format!("{day} {month}"), format!("{month} {day}"), date.to_string()];
    let stands = |text: &str, name: &str| {
        text.match_indices(name).any(|(at, _)| {
            let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
            !digit(text[..at].chars().next_back()) && !digit(text[at + name.len()..].chars().next())
        })
    };
    move |memory| names.iter().any(|name| stands(&memory.text, name))
}

/// Merges several lists; each memory stands once, as in the first list that has it.
pub fn together(lots: impl IntoIterator<Item = Memories>) -> Memories {
    let mut all: Memories = lots.into_iter().flatten().collect();
    all.sort_by_key(|(one, _)| one.index);
    all.dedup_by_key(|(one, _)| one.index);
    all
}

/// Numbers them, for a question whose answer cites some. The number is the place in the stream plus one, so an
/// answer can be understood without the question: see [`cited`].
pub fn numbered(memories: Memories) -> Vec<Recalled> {
    memories.into_iter().map(|(one, memory)| Recalled { n: Some(one.index + 1), ..memory }).collect()
}

/// The places of cited numbers, each once, ascending.
pub fn cited(numbers: &[u32]) -> Vec<u32> {
    let places: BTreeSet<u32> = numbers.iter().filter_map(|n| n.checked_sub(1)).collect();
    places.into_iter().collect()
}

/// The people and places somebody knows.
pub fn known(acquaintances: &Acquaintances, places: &KnownPlaces, directory: &Directory, map: &TownMap) -> Known {
    let named = |(id, familiar): (AgentId, &super::acquaintances::KnownPerson)| {
        let one = directory.get(id)?;
        // Of somebody only heard of one cannot tell.
        let pronouns = if familiar.met { one.pronouns.clone() } else { "they".into() };
        Some(Named { name: one.name.clone(), pronouns })
    };
    let mut names: Vec<String> = Vec::new();
    let mut last = None;
    for &arena in places.0.keys() {
        let Some(sector) = map.arena(arena).sector else { continue };
        let name = &map.sector(sector).name;
        if last.replace(sector) != Some(sector) && !names.contains(name) {
            names.push(name.clone());
        }
        names.push(map.arena_name(arena));
    }
    Known { people: acquaintances.all().filter_map(named).collect(), places: names }
}

/// What somebody is to oneself, in a sentence or two: as last thought about, else as one's own cast file has it;
/// empty: a stranger.
pub fn relation_to(persona: &Persona, relations: &Relations, other: AgentId, name: &str) -> String {
    let thought = relations.0.get(&other).filter(|one| !one.relation.is_empty());
    let before = || persona.people.iter().find(|one| one.name == name).map(|one| one.knows.clone());
    match thought {
        Some(one) if one.feeling.is_empty() => one.relation.clone(),
        Some(one) => format!("{} {}", one.relation, one.feeling),
        None => before().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::memory::Memory;

    fn stream() -> MemoryStream {
        let mut stream = MemoryStream::default();
        for (text, tick, importance, kind) in [
            ("Ann gives a party on 14 February from 17:00 to 19:00.", 0, 7, MemoryKind::Observation),
            ("Bo lost a dog on 4 February.", 0, 3, MemoryKind::Observation),
            ("Ann is drinking coffee", 100, 1, MemoryKind::Observation),
            ("Bo: how was it?", 200, 2, MemoryKind::Dialogue),
            ("Ann is somebody to rely on", 300, 6, MemoryKind::Reflection),
        ] {
            stream.remember(Memory { kind, with: Some("Bo".into()), ..Memory::observed(text, tick, importance) });
        }
        stream
    }

    fn recall<'a>(stream: &'a MemoryStream, ablation: &'a Ablation) -> Recall<'a> {
        let calendar = Calendar { start: date(2023, 2, 13).at(6, 30, 0, 0), tick_seconds: 10 };
        Recall { stream, embeddings: None, now: 400, calendar, ablation }
    }

    fn places(memories: Memories) -> Vec<u32> {
        memories.into_iter().map(|(one, _)| one.index).collect()
    }

    #[test]
    fn by_date_weight_age_and_partner() {
        let (stream, all) = (stream(), Ablation::default());
        let recall = recall(&stream, &all);
        let on = |day| places(recall.on_date(date(2023, 2, day), 9));
        assert_eq!((on(14), on(4), on(24)), (vec![0], vec![1], vec![]));
        assert_eq!(on(13), [2, 3, 4], "lived on it");
        assert_eq!(places(recall.heaviest(2)), [0, 4]);
        assert_eq!(places(recall.newest(2)), [3, 4]);
        assert_eq!(places(recall.said_with("Bo", 9)), [3]);
        let lots = [recall.heaviest(2), recall.newest(2)];
        let numbers = numbered(together(lots)).into_iter().filter_map(|memory| memory.n).collect::<Vec<_>>();
        assert_eq!(cited(&numbers), [0, 3, 4]);
    }

    #[test]
    fn what_is_left_out_is_left_out_everywhere() {
        let stream = stream();
        let without =
            Ablation { without: [MemoryKind::Dialogue, MemoryKind::Reflection].into(), ..Ablation::default() };
        let recall = recall(&stream, &without);
        let lots = [recall.about("Ann", 9), recall.heaviest(9), recall.newest(9)];
        for lot in lots {
            assert_eq!(places(lot), [0, 1, 2]);
        }
        assert!(recall.said_with("Bo", 9).is_empty());
        assert_eq!(places(recall.on_date(date(2023, 2, 13), 9)), [2]);
    }
}
