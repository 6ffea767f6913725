//! What is compared of a save: as it stood at one moment, with all that came before.

use std::{collections::BTreeMap, path::Path};

use serde::Serialize;

use crate::{
    agent::prelude::*,
    chronicle::Chronicle,
    console::ToldTalk,
    data::Data,
    headless,
    journal::Journal,
    save::Save,
    study::{asking::Folk, events, news, talks},
    town::{self, TownError, TownInfo},
};

/// What is compared.
pub struct Lived {
    pub calendar: Calendar,
    /// The tick at which it stands; what came in before is compared.
    pub end: u64,
    /// Full names, by number.
    pub people: Vec<String>,
    pub journal: Journal,
    /// By number, also of who has left.
    pub names: BTreeMap<AgentId, String>,
    /// By id.
    pub news: BTreeMap<String, Told>,
    /// What one thinks of another.
    pub relations: BTreeMap<(String, String), Feeling>,
    pub talks: Vec<ToldTalk>,
    /// By name: from which tick on they did what.
    activities: BTreeMap<String, Vec<(u64, String)>>,
}

/// A piece of news, and since which tick who knows it.
pub struct Told {
    pub text: String,
    pub since: Vec<(u64, String)>,
}

/// What somebody thinks of somebody else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Feeling {
    /// What they are to them, in words; from before the beginning, if they have not been thought about since.
    pub relation: String,
    /// What they feel, in words.
    pub feeling: String,
}

impl Lived {
    /// Reads a save as it stood at the tick `end`, and relations as they stood at the tick `whole`.
    pub fn read(
        path: &Path,
        calendar: Calendar,
        (end, whole): (u64, Option<u64>),
        data: &Data,
    ) -> Result<Self, TownError> {
        let mut app = headless::recorded_at(path, end, 1, data)?;
        let world = app.world();
        let (names, map) = (world.resource::<Names>().clone(), world.resource::<TownMap>());
        let events = world.resource::<Chronicle>();
        let folk = Folk::of(world);
        let activities = folk.people.iter().map(|one| {
            let did = events.activities(one.id).map(|(event, activity)| (event.at, activity.what.clone()));
            (one.name.clone(), did.collect())
        });
        let said = events::talks(world);
        let told = world.resource::<TownInfo>().news.iter().map(|news| {
            let from_before =
                folk.people.iter().filter(|one| one.name == news.source && news::evidence(news, one).is_some());
            let handed = news::handings(news, &folk, &said).into_iter().map(|one| (one.tick, one.to));
            let since = from_before.map(|one| (0, one.name.clone())).chain(handed);
            (news.id.clone(), Told { text: news.text.clone(), since: since.collect() })
        });
        let place = |id: ArenaId| map.arena_name(id);
        let meant = talks::Meant { people: &|id| names.name(id), places: &place, calendar };
        let mut lived = Self {
            calendar,
            end,
            people: folk.people.iter().map(|one| one.name.clone()).collect(),
            journal: world.resource::<Journal>().clone(),
            news: told.collect(),
            relations: BTreeMap::new(),
            talks: talks::told(events.events(), &meant),
            activities: activities.collect(),
            names: names.0.clone(),
        };
        if let Some(whole) = whole {
            town::show(app.world_mut(), Save::read(path)?, whole)?;
            lived.relations = relations(app.world(), &names);
        }
        Ok(lived)
    }

    /// Tells what somebody did at each minute since the beginning, asked in order.
    pub fn doing<'a>(&'a self, name: &str) -> impl FnMut(u64) -> &'a str + use<'a> {
        let did = self.activities.get(name).map_or(&[][..], Vec::as_slice);
        let (mut next, seconds) = (0, u64::from(self.calendar.tick_seconds));
        move |minute| {
            while did.get(next).is_some_and(|(tick, _)| tick * seconds <= minute * 60) {
                next += 1;
            }
            next.checked_sub(1).map_or("", |last| did[last].1.as_str())
        }
    }
}

fn relations(world: &World, names: &Names) -> BTreeMap<(String, String), Feeling> {
    let mut all = BTreeMap::new();
    for entity in world.resource::<Roster>().0.values() {
        let Some(persona) = world.get::<Persona>(*entity) else { continue };
        for other in &persona.people {
            let known = Feeling { relation: other.knows.clone(), feeling: String::new() };
            all.insert((persona.name.clone(), other.name.clone()), known);
        }
        let thought = world.get::<Relations>(*entity).into_iter().flat_map(|all| &all.0);
        for (other, one) in thought.filter(|(_, one)| !one.relation.is_empty() || !one.feeling.is_empty()) {
            let feeling = Feeling { relation: one.relation.clone(), feeling: one.feeling.clone() };
            all.insert((persona.name.clone(), names.name(*other)), feeling);
        }
    }
    all
}
