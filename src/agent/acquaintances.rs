//! The people somebody knows or has heard of, and where in their memory these stand.
//!
//! All of it is read from the person's own cast file and memory stream, with the names that the town had when each
//! memory was read.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    agent::{components::Memo, persona::Persona},
    clock::{Active, AgentId},
    language::script::{is_of_word, is_unspaced},
    memory::{Memory, MemoryKind, MemoryStream},
    mind::question::Named,
    schedule::{Tick, TickStep, TownResources},
};

/// Everybody in the town. To be used for one thing alone: to recognise a name that stands in somebody's own memory.
#[derive(Resource, Clone, Debug, Default)]
pub struct Directory {
    people: BTreeMap<AgentId, Named>,
    by_first_word: BTreeMap<String, Vec<AgentId>>,
}

impl Directory {
    /// Of these people.
    pub fn new(people: impl IntoIterator<Item = (AgentId, Named)>) -> Self {
        let mut directory = Self::default();
        people.into_iter().for_each(|(id, one)| directory.add(id, one));
        directory
    }

    /// Somebody comes to town, for the first time or again.
    pub fn add(&mut self, id: AgentId, one: Named) {
        let first: String = one.name.chars().take_while(|c| c.is_alphanumeric()).collect();
        let ids = self.by_first_word.entry(first).or_default();
        if !ids.contains(&id) {
            ids.push(id);
        }
        self.people.insert(id, one);
    }

    /// Name and pronouns.
    pub fn get(&self, id: AgentId) -> Option<&Named> {
        self.people.get(&id)
    }

    /// Whose full name this is.
    pub fn find(&self, name: &str) -> Option<AgentId> {
        let first: String = name.chars().take_while(|c| c.is_alphanumeric()).collect();
        self.by_first_word.get(&first)?.iter().copied().find(|id| self.people[id].name == name)
    }

    /// Those whose full names stand in `text`, each once.
    pub fn named_in(&self, text: &str) -> Vec<AgentId> {
        let mut found: Vec<AgentId> = Vec::new();
        let mut within = false;
        for (at, c) in text.char_indices() {
            let begins = is_of_word(c) && !within;
            within = is_of_word(c);
            let rest = &text[at..];
            if is_unspaced(c) {
                // Any letter may begin a name.
                let from = c.to_string();
                let known = self.by_first_word.range(from..).take_while(|(first, _)| first.starts_with(c));
                known.for_each(|(_, ids)| self.those_named(rest, ids, &mut found));
            } else if begins {
                let first = rest.split(|c: char| !is_of_word(c)).next().unwrap_or_default();
                self.by_first_word.get(first).into_iter().for_each(|ids| self.those_named(rest, ids, &mut found));
            }
        }
        found
    }

    /// Those of these whose names `rest` begins with.
    fn those_named(&self, rest: &str, ids: &[AgentId], found: &mut Vec<AgentId>) {
        for id in ids {
            let after = rest.strip_prefix(self.people[id].name.as_str());
            let ends = after.is_some_and(|after| !after.chars().next().is_some_and(is_of_word));
            if ends && !found.contains(id) {
                found.push(*id);
            }
        }
    }
}

/// What one has of somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownPerson {
    /// Known from before, or seen, or talked to; else only heard of.
    pub met: bool,
    /// Places in one's stream that name them, oldest first.
    pub places: Vec<u32>,
}

/// The people somebody knows or has heard of.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Acquaintances {
    read: usize,
    people: BTreeMap<AgentId, Memo<KnownPerson>>,
}

impl Acquaintances {
    /// What one has of somebody; `None`: never heard of.
    pub fn get(&self, id: AgentId) -> Option<&KnownPerson> {
        self.people.get(&id).map(|one| &**one)
    }

    /// Everybody one knows or has heard of.
    pub fn all(&self) -> impl Iterator<Item = (AgentId, &KnownPerson)> {
        self.people.iter().map(|(id, one)| (*id, &**one))
    }

    /// Reads on in the stream from where it left off.
    pub fn read(&mut self, me: AgentId, persona: &Persona, stream: &MemoryStream, directory: &Directory) {
        if self.read == 0 {
            for id in persona.people.iter().filter_map(|one| directory.find(&one.name)) {
                Memo::make_mut(self.people.entry(id).or_default()).met = true;
            }
        }
        for (place, memory) in stream.all().iter().enumerate().skip(self.read) {
            let speaks = [memory.source.as_deref(), memory.with.as_deref()];
            let speaks: Vec<AgentId> = speaks.into_iter().flatten().filter_map(|name| directory.find(name)).collect();
            let mut named = directory.named_in(&memory.text);
            named.extend(speaks.iter().filter(|id| !named.contains(id)).copied().collect::<Vec<_>>());
            for id in named.into_iter().filter(|id| *id != me) {
                let one = Memo::make_mut(self.people.entry(id).or_default());
                one.met |= memory.created > 0 && (speaks.contains(&id) || seen(memory, id, directory));
                one.places.push(place as u32);
            }
        }
        self.read = stream.all().len();
    }
}

/// Is this a memory of having seen them?
fn seen(memory: &Memory, id: AgentId, directory: &Directory) -> bool {
    let own = memory.kind == MemoryKind::Observation && memory.source.is_none();
    own && directory.get(id).is_some_and(|one| memory.text.starts_with(&one.name))
}

/// Adds the reading.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Directory>().add_systems(Tick, read.in_set(TickStep::UpdateAcquaintances));
}

fn read(
    (active, directory): (Res<Active>, Res<Directory>),
    mut people: Query<(&AgentId, &Persona, &MemoryStream, &mut Acquaintances)>,
) {
    let mut people = people.iter_many_mut(&active.0);
    while let Some((id, persona, stream, mut acquaintances)) = people.fetch_next() {
        if acquaintances.read < stream.all().len() {
            acquaintances.read(*id, persona, stream, &directory);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory() -> Directory {
        let named = |name: &str| Named { name: name.into(), pronouns: "she".into() };
        let names = ["Ann Lee", "Ann Leeds", "O'Hara Bo", "Ann Lee Brown", "Élise"];
        Directory::new(names.iter().enumerate().map(|(n, name)| (AgentId(n as u32), named(name))))
    }

    #[test]
    fn names_are_found_whole() {
        let names = |text: &str| directory().named_in(text).into_iter().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(names("Ann Lee's cake, and Ann Lee again"), [0]);
        assert_eq!(names("Ann Leeds met O'Hara Bo. Élise: yes"), [1, 2, 4]);
        assert_eq!(names("ann lee, Joann Lee, Ann, Élisee"), [0_u32; 0]);
        assert_eq!(names("so Ann Lee Brown said"), [0, 3], "one name may begin as another");
        assert_eq!((directory().find("Ann Leeds"), directory().find("Ann")), (Some(AgentId(1)), None));
    }
}
