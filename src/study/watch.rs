//! What is noted while a town is lived, or lived again from its journal: who was where at events, which talks carry
//! news of the scenario, and stays at places that somebody cannot know of. Reads only.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use bevy::prelude::*;

use crate::{
    agent::{
        Home, KnownPlaces, Persona, Whereabouts,
        components::{action::CurrentAction, talk::TalkId},
        scenario::{NewsEvent, mentions},
    },
    chronicle::{self, Chronicle, EventKind},
    clock::{AgentId, Calendar, Minute, Now, Roster},
    memory::MemoryStream,
    schedule::{Tick, TickStep, TownResources},
    town::TownInfo,
    world::{ArenaId, SectorId, TownMap},
};

/// Minutes at an event that make a guest, and before it a helper.
const THERE: u32 = 10;

/// Minutes in a sector that are a stay.
const STAY: u32 = 5;

/// What one person did about one event.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The first tick in its place in its time.
    pub came: Option<u64>,
    /// Minutes there.
    pub minutes: u32,
    /// Minutes at its place before it, in the hours of helping, doing what helps.
    pub helped: u32,
    /// Minutes of its time asleep or at work.
    pub bound: u32,
    /// What they did elsewhere in its time, with the minutes.
    pub doings: BTreeMap<String, u32>,
}

/// What is kept of one person.
#[derive(Clone, Debug, Default)]
pub struct Life {
    /// By news; of those without an event nothing is ever noted.
    pub parts: Vec<Part>,
    known: BTreeSet<SectorId>,
    stay: Option<Stay>,
}

#[derive(Clone, Copy, Debug)]
struct Stay {
    sector: SectorId,
    odd: bool,
    minutes: u32,
}

/// Everybody, by number; and what is odd.
#[derive(Resource, Clone, Debug, Default)]
pub struct Watched {
    /// By number.
    pub lives: BTreeMap<AgentId, Life>,
    /// Stays where one neither lives nor works, and of which one knew nothing: who, where, since which minute.
    pub odd: Vec<(String, String, Minute)>,
    /// Talks in which news of the scenario were told.
    pub carried: BTreeMap<TalkId, Carried>,
    /// Events of the chronicle before this place have been read.
    read: usize,
}

impl Watched {
    /// Who was at the event of the `news`-th news long enough to be a guest, and whether they knew of it when they came.
    /// `knows`: since when somebody has known of it.
    pub fn guests(&self, news: usize, knows: impl Fn(AgentId) -> Option<u64>) -> impl Iterator<Item = (AgentId, bool)> {
        self.parts(news).filter(|(_, part)| part.minutes >= THERE).filter_map(move |(id, part)| {
            let came = part.came?;
            Some((id, knows(id).is_some_and(|since| since <= came)))
        })
    }

    /// Who has helped with the event of the `news`-th news.
    pub fn helpers(&self, news: usize) -> impl Iterator<Item = AgentId> {
        self.parts(news).filter(|(_, part)| part.helped >= THERE).map(|(id, _)| id)
    }

    fn parts(&self, news: usize) -> impl Iterator<Item = (AgentId, &Part)> {
        self.lives.iter().filter_map(move |(id, life)| Some((*id, life.parts.get(news)?)))
    }
}

/// News of the scenario that are told in a talk.
#[derive(Clone, Copy, Debug)]
pub struct Carried {
    /// Who told them last.
    pub by: AgentId,
    /// Are any of them about an event?
    pub event: bool,
}

/// Watches from now on.
pub fn plugin(app: &mut App) {
    chronicle::plugin(app);
    app.init_town_resource::<Watched>().add_systems(Tick, watch.in_set(TickStep::WatchEvents));
    super::stalls::plugin(app);
}

type Body<'a> =
    ((&'a AgentId, &'a Persona, &'a Home, &'a Whereabouts, &'a CurrentAction), (&'a KnownPlaces, &'a MemoryStream));

/// Reads what is said, and looks round once a minute.
fn watch(
    (now, calendar, map, roster, played): (Res<Now>, Res<Calendar>, Res<TownMap>, Res<Roster>, Res<TownInfo>),
    (people, chronicle): (Query<Body>, Res<Chronicle>),
    mut watched: ResMut<Watched>,
) {
    let Watched { lives, odd, carried, read } = &mut *watched;
    for event in chronicle.since(read) {
        let (Some(by), EventKind::Said { talk, words, .. }) = (event.who, &event.kind) else { continue };
        for news in played.news.iter().filter(|news| news.told_in(words)) {
            let event = news.event.is_some() || carried.get(talk).is_some_and(|before| before.event);
            carried.insert(*talk, Carried { by, event });
        }
    }
    if !calendar.begins_minute(now.0) {
        return;
    }
    let minute = calendar.minute(now.0);
    for ((id, persona, home, here, action), (places, stream)) in people.iter_many(roster.0.values()) {
        let life = lives.entry(*id).or_default();
        life.parts.resize_with(played.news.len(), Part::default);
        for (news, part) in played.news.iter().zip(&mut life.parts) {
            let Some(event) = &news.event else { continue };
            take_part(part, event, (now.0, minute), &calendar, &map, here.0, action, home);
        }
        let known = |sector: SectorId| {
            let name = &map.sector(sector).name;
            let told = || stream.all().iter().any(|memory| memory.text.contains(name.as_str()));
            let works = home.work.iter().any(|work| map.arena(*work).sector == Some(sector));
            sector == home.sector || works || persona.places.iter().any(|place| place.starts_with(name)) || told()
        };
        let sector = map.arena(here.0).sector;
        match (&mut life.stay, sector) {
            (Some(stay), Some(sector)) if stay.sector == sector => {
                stay.minutes += u32::from(action.doing());
                if stay.odd && stay.minutes == STAY {
                    odd.push((persona.name.clone(), map.sector(sector).name.clone(), minute));
                }
            }
            (stay, Some(sector)) => {
                let odd = now.0 > 0 && !life.known.contains(&sector) && !known(sector);
                *stay = Some(Stay { sector, odd, minutes: 0 });
            }
            (stay, None) => *stay = None,
        }
        // What was known before this minute's stay began is looked at when the next one begins.
        if life.stay.is_none_or(|stay| !stay.odd || stay.minutes >= STAY) {
            life.known.extend(places.0.keys().filter_map(|arena| map.arena(*arena).sector));
        }
    }
}

fn take_part(
    part: &mut Part,
    event: &NewsEvent,
    (tick, minute): (u64, Minute),
    calendar: &Calendar,
    map: &TownMap,
    here: ArenaId,
    action: &CurrentAction,
    home: &Home,
) {
    let time = time_of(event, calendar);
    let there = is_at(&event.place, here, map);
    if (helps_from(event, calendar)..time.start).contains(&minute) && there {
        part.helped += u32::from(event.helps.iter().any(|words| mentions(&action.what, words)));
    }
    if !time.contains(&minute) {
        return;
    }
    if there {
        part.came.get_or_insert(tick);
        part.minutes += 1;
    } else {
        part.bound += u32::from(action.asleep || home.work.contains(&here) && action.doing());
        *part.doings.entry(action.what.clone()).or_default() += 1;
    }
}

/// From when until when an event is.
pub fn time_of(event: &NewsEvent, calendar: &Calendar) -> Range<Minute> {
    let [from, until] = [event.from, event.until].map(|when| calendar.minute_at(when).unwrap_or_default());
    from..until
}

/// From when helpers are looked for.
pub fn helps_from(event: &NewsEvent, calendar: &Calendar) -> Minute {
    let given = event.helps_from.and_then(|when| calendar.minute_at(when));
    given.unwrap_or(Minute(time_of(event, calendar).start.0.saturating_sub(180)))
}

/// Is this arena the place, or a room of it?
pub fn is_at(place: &str, arena: ArenaId, map: &TownMap) -> bool {
    let sector = map.arena(arena).sector.map(|sector| map.sector(sector).name.as_str());
    sector == Some(place) || map.arena_name(arena) == place
}
