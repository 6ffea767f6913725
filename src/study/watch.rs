//! What is noted while a town is lived, or lived again from its journal: who was where at events, which talks carry
//! news of the scenario, stays at places that somebody cannot know of, and whether the town keeps going: nobody is left
//! without anything to do, nobody sees to the same thing for ever, no place holds half the town for half a day. Reads
//! only.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use bevy::{ecs::query::QueryData, prelude::*};
use serde::Serialize;

use crate::{
    agent::{
        Home, KnownPlaces, Persona, Whereabouts,
        components::{Avatar, Company, CurrentAction, TalkId},
        scenario::{NewsEvent, mentions},
    },
    chronicle::{self, Chronicle, EventKind},
    clock::{AgentId, Calendar, Minute, Now, Roster},
    memory::MemoryStream,
    schedule::{Tick, TickStep, TownResources},
    town::TownInfo,
    world::{ArenaId, ObjectId, SectorId, TownMap},
};

/// Minutes at an event that make a guest, and before it a helper.
const THERE: u32 = 10;

/// Minutes in a sector that are a stay.
const STAY: u32 = 5;

/// In a town of fewer people half of it is soon at one place.
const TOWN: usize = 8;

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
    /// Minutes for which they have had nothing to do.
    idle: u32,
    /// How often they have set out to see to something today.
    errands: BTreeMap<ObjectId, u32>,
}

#[derive(Clone, Copy, Debug)]
struct Stay {
    sector: SectorId,
    odd: bool,
    minutes: u32,
}

/// How far the town stood still: the worst of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Still {
    /// The longest time, in minutes, that somebody awake and alone had nothing to do: no action, or one whose time was
    /// over.
    pub idle_minutes: u32,
    /// Who, where, and what they had done before.
    pub idle: String,
    /// How often one person saw to the same thing on one day, at most.
    pub errands_again: u32,
    /// Who, and what they did about it.
    pub errands: String,
    /// The longest time in one day, in minutes, that one place held half of the town, awake, with nothing on there.
    pub crowd_minutes: u32,
    /// Which place.
    pub crowd: String,
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
    /// Does the town keep going?
    pub still: Still,
    /// Minutes of today for which a place has held half of the town.
    crowds: BTreeMap<SectorId, u32>,
    day: u32,
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
}

#[derive(QueryData)]
struct Observed {
    id: &'static AgentId,
    persona: &'static Persona,
    home: &'static Home,
    here: &'static Whereabouts,
    action: &'static CurrentAction,
    places: &'static KnownPlaces,
    stream: &'static MemoryStream,
    company: &'static Company,
    /// What a player does is no measure of how the town keeps going.
    avatar: Has<Avatar>,
}

/// Reads what has happened, and looks round once a minute.
fn watch(
    (now, calendar, map, roster, played): (Res<Now>, Res<Calendar>, Res<TownMap>, Res<Roster>, Res<TownInfo>),
    (people, chronicle): (Query<Observed>, Res<Chronicle>),
    mut watched: ResMut<Watched>,
) {
    let Watched { lives, odd, carried, still, crowds, day, read } = &mut *watched;
    let minute = calendar.minute(now.0);
    if *day != minute.day() {
        *day = minute.day();
        crowds.clear();
        lives.values_mut().for_each(|life| life.errands.clear());
    }
    for event in chronicle.since(read) {
        let Some(who) = event.who else { continue };
        match &event.kind {
            EventKind::Said { talk, words, .. } => {
                for news in played.news.iter().filter(|news| news.told_in(words)) {
                    let event = news.event.is_some() || carried.get(talk).is_some_and(|before| before.event);
                    carried.insert(*talk, Carried { by: who, event });
                }
            }
            EventKind::SetOut { what, about: Some(thing) } => {
                let one = roster.0.get(&who).and_then(|one| people.get(*one).ok());
                let Some(one) = one.filter(|one| !one.avatar) else { continue };
                let times = lives.entry(who).or_default().errands.entry(*thing).or_default();
                *times += 1;
                if *times > still.errands_again {
                    still.errands_again = *times;
                    still.errands = format!("{}, {what}", one.persona.name);
                }
            }
            _ => {}
        }
    }
    if !calendar.begins_minute(now.0) {
        return;
    }
    let mut awake: BTreeMap<SectorId, usize> = BTreeMap::new();
    for one in people.iter_many(roster.0.values()) {
        let life = lives.entry(*one.id).or_default();
        life.parts.resize_with(played.news.len(), Part::default);
        for (news, part) in played.news.iter().zip(&mut life.parts) {
            let Some(event) = &news.event else { continue };
            take_part(part, event, (now.0, minute), &calendar, &map, &one);
        }
        let sector = map.arena(one.here.0).sector;
        if life.strays(&one, sector, &map, now.0) {
            let place = sector.map(|sector| map.sector(sector).name.clone());
            odd.push((one.persona.name.clone(), place.unwrap_or_default(), minute));
        }
        if one.avatar {
            continue;
        }
        if let Some(sector) = sector.filter(|_| !(one.action.asleep && one.action.doing())) {
            *awake.entry(sector).or_default() += 1;
        }
        let nothing = one.action.what.trim().is_empty() || one.action.until <= now.0;
        let idle = nothing && one.company.0.is_none() && !one.action.asleep;
        life.idle = if idle { life.idle + 1 } else { 0 };
        if life.idle > still.idle_minutes {
            let (time, place) = (calendar.date_time(now.0).strftime("%a %H:%M"), map.arena_name(one.here.0));
            still.idle_minutes = life.idle;
            still.idle = format!("{} in {place}, {time}, after {:?}", one.persona.name, one.action.what);
        }
    }
    let all = roster.0.len();
    let events = played.news.iter().filter_map(|news| news.event.as_ref());
    let now_on = events.filter(|event| time_of(event, &calendar).contains(&minute));
    let busy: BTreeSet<&str> = now_on.filter_map(|event| event.place.split(": ").next()).collect();
    for (sector, count) in awake.into_iter().filter(|(_, count)| all >= TOWN && count * 2 >= all) {
        let name = map.sector(sector).name.as_str();
        if !busy.contains(name) {
            let minutes = crowds.entry(sector).or_default();
            *minutes += 1;
            if *minutes > still.crowd_minutes {
                still.crowd_minutes = *minutes;
                still.crowd = format!("{name}, {count} of {all}");
            }
        }
    }
}

impl Life {
    /// Looks where somebody is; has it become a stay at a place they cannot know of?
    fn strays(&mut self, one: &ObservedItem, sector: Option<SectorId>, map: &TownMap, now: u64) -> bool {
        let known = |sector: SectorId| {
            let name = map.sector(sector).name.as_str();
            let works = one.home.work.iter().any(|work| map.arena(*work).sector == Some(sector));
            let listed = || one.persona.places.iter().any(|place| place.starts_with(name));
            let told = || one.stream.all().iter().any(|memory| memory.text.contains(name));
            sector == one.home.sector || works || listed() || told()
        };
        let mut strays = false;
        match (&mut self.stay, sector) {
            (Some(stay), Some(sector)) if stay.sector == sector => {
                stay.minutes += u32::from(one.action.doing());
                strays = stay.odd && stay.minutes == STAY;
            }
            (stay, Some(sector)) => {
                let odd = now > 0 && !self.known.contains(&sector) && !known(sector);
                *stay = Some(Stay { sector, odd, minutes: 0 });
            }
            (stay, None) => *stay = None,
        }
        // What was known before this minute's stay began is looked at when the next one begins.
        if self.stay.is_none_or(|stay| !stay.odd || stay.minutes >= STAY) {
            self.known.extend(one.places.0.keys().filter_map(|arena| map.arena(*arena).sector));
        }
        strays
    }
}

fn take_part(
    part: &mut Part,
    event: &NewsEvent,
    (tick, minute): (u64, Minute),
    calendar: &Calendar,
    map: &TownMap,
    ObservedItem { here, action, home, .. }: &ObservedItem,
) {
    let time = time_of(event, calendar);
    let there = is_at(&event.place, here.0, map);
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
        part.bound += u32::from(action.asleep || home.work.contains(&here.0) && action.doing());
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
