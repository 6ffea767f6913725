//! What is noted while a town runs, or is replayed from its journal: who attends events, which talks carry news of the
//! scenario, stays at places that somebody cannot know of, how people spend their days, and whether the town stagnates:
//! somebody has nothing to do, sees to the same thing again and again, or half the town stays in one place.
//!
//! What the chronicle tells is read there; the rest is sampled once a minute. Reads only.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use bevy::ecs::query::QueryData;
use serde::{Deserialize, Serialize};

use super::days::Days;
use crate::{
    agent::{
        access::Visitor,
        prelude::*,
        scenario::{NewsEvent, mentions},
        state::SaveApp,
    },
    chronicle::{Chronicle, Event, EventKind},
    town::TownInfo,
    world::SectorId,
};

/// Minutes at an event that make a guest, and before it a helper.
const MIN_ATTENDANCE: u32 = 10;

/// Minutes in a sector that are a stay.
const STAY: u32 = 5;

/// In a town of fewer people half of it is soon at one place.
const MIN_TOWN: usize = 8;

/// What one person did about one event.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Attendance {
    /// The first tick in its place in its time.
    pub arrived: Option<u64>,
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
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Life {
    /// By news; of those without an event nothing is ever noted.
    pub attendance: Vec<Attendance>,
    /// How they spend their days.
    pub days: Days,
    /// Where they are.
    here: ArenaId,
    asleep: bool,
    /// Since when they have had nothing to do.
    idle_since: Option<u64>,
    known: BTreeSet<SectorId>,
    stay: Option<Stay>,
    /// How often they have set out to see to something today.
    errands: BTreeMap<ObjectId, u32>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Stay {
    sector: SectorId,
    odd: bool,
    minutes: u32,
}

/// How far the town stagnated: the worst of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stagnation {
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
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Watched {
    /// By number.
    pub lives: BTreeMap<AgentId, Life>,
    /// Stays where one neither lives nor works, and of which one knew nothing: who, where, since which minute.
    pub odd: Vec<(String, String, Minute)>,
    /// Talks in which news of the scenario were told.
    #[serde(with = "crate::journal::pairs")]
    pub carried: BTreeMap<TalkId, Carried>,
    /// Does the town keep going?
    pub stagnation: Stagnation,
    /// Minutes of today for which a place has held half of the town.
    crowds: BTreeMap<SectorId, u32>,
    day: u32,
    /// Events of the chronicle before this place have been read.
    read: usize,
}

impl Watched {
    /// Who was at the event of the `news`-th news long enough to be a guest, and whether they knew of it when they
    /// came. `knows`: since when somebody has known of it.
    pub fn guests(&self, news: usize, knows: impl Fn(AgentId) -> Option<u64>) -> impl Iterator<Item = (AgentId, bool)> {
        let stayed = self.attendance(news).filter(|(_, one)| one.minutes >= MIN_ATTENDANCE);
        stayed.filter_map(move |(id, one)| {
            let arrived = one.arrived?;
            Some((id, knows(id).is_some_and(|since| since <= arrived)))
        })
    }

    /// Who has helped with the event of the `news`-th news.
    pub fn helpers(&self, news: usize) -> impl Iterator<Item = AgentId> {
        self.attendance(news).filter(|(_, one)| one.helped >= MIN_ATTENDANCE).map(|(id, _)| id)
    }

    fn attendance(&self, news: usize) -> impl Iterator<Item = (AgentId, &Attendance)> {
        self.lives.iter().filter_map(move |(id, life)| Some((*id, life.attendance.get(news)?)))
    }
}

/// News of the scenario that are told in a talk.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Carried {
    /// Who told them last.
    pub by: AgentId,
    /// Are any of them about an event?
    pub event: bool,
}

/// Watches from now on.
pub fn plugin(app: &mut App) {
    if !app.world().contains_resource::<Watched>() {
        app.init_town_resource::<Watched>().save_resource::<Watched>("watched", 1);
        app.add_systems(Tick, watch.in_set(TickStep::WatchEvents));
    }
}

#[derive(QueryData)]
pub(super) struct Observed {
    pub persona: &'static Persona,
    pub home: &'static Home,
    pub action: &'static CurrentAction,
    pub plan: &'static DayPlan,
    places: &'static KnownPlaces,
    stream: &'static MemoryStream,
    /// What a player does is no measure of how the town keeps going.
    avatar: Has<Avatar>,
}

/// Reads what has happened, and looks round once a minute.
fn watch(
    (now, calendar, map, roster, town): (Res<Now>, Res<Calendar>, Res<TownMap>, Res<Roster>, Res<TownInfo>),
    (people, chronicle): (Query<Observed>, Res<Chronicle>),
    (objects, things): (Res<Objects>, Query<&ObjectState>),
    mut watched: ResMut<Watched>,
) {
    let minute = calendar.minute(now.0);
    if watched.day != minute.day() {
        watched.day = minute.day();
        watched.crowds.clear();
        watched.lives.values_mut().for_each(|life| life.errands.clear());
    }
    for event in chronicle.since(&mut watched.read) {
        let Some(who) = event.who else { continue };
        let one = roster.0.get(&who).and_then(|one| people.get(*one).ok());
        watched.note_event(who, event, one, &town, &map);
    }
    if !calendar.begins_minute(now.0) {
        return;
    }
    let has_food = |arena| super::days::has_food(arena, &map, &objects, &things);
    let mut awake: BTreeMap<SectorId, usize> = BTreeMap::new();
    for (id, entity) in &roster.0 {
        let Ok(one) = people.get(*entity) else { continue };
        let Watched { lives, odd, stagnation, .. } = &mut *watched;
        let life = lives.entry(*id).or_default();
        life.attendance.resize_with(town.news.len(), Attendance::default);
        for (news, attendance) in town.news.iter().zip(&mut life.attendance) {
            let Some(event) = &news.event else { continue };
            attendance.note(event, (now.0, minute), (&calendar, &map), &one, life.here);
        }
        let sector = map.arena(life.here).sector;
        if life.strays(&one, sector, &map, now.0) {
            let place = sector.map(|sector| map.sector(sector).name.clone());
            odd.push((one.persona.name.clone(), place.unwrap_or_default(), minute));
        }
        if one.avatar {
            continue;
        }
        let visitor = Visitor { persona: one.persona, home: one.home, map: &map };
        life.days.note_minute(&one, &visitor, life.here, minute, &calendar, has_food(life.here));
        if let Some(sector) = sector.filter(|_| !life.asleep) {
            *awake.entry(sector).or_default() += 1;
        }
        let idle_minutes = life.idle_since.map_or(0, |since| minute.0 - calendar.minute(since).0);
        if idle_minutes > stagnation.idle_minutes {
            let (time, place) = (calendar.date_time(now.0).strftime("%a %H:%M"), map.arena_name(life.here));
            stagnation.idle_minutes = idle_minutes;
            stagnation.idle = format!("{} in {place}, {time}, after {:?}", one.persona.name, one.action.what);
        }
    }
    watched.note_crowds(&awake, (roster.0.len(), minute), (&calendar, &map), &town);
}

impl Watched {
    fn note_event(&mut self, who: AgentId, event: &Event, one: Option<ObservedItem>, town: &TownInfo, map: &TownMap) {
        let life = self.lives.entry(who).or_default();
        match &event.kind {
            EventKind::Arrived => life.here = event.place,
            EventKind::FellAsleep => life.asleep = true,
            EventKind::WokeUp { since, bed } => {
                life.asleep = false;
                if let Some(one) = one.filter(|one| !one.avatar) {
                    let visitor = Visitor { persona: one.persona, home: one.home, map };
                    life.days.note_sleep(*bed, (*since, event.at), &visitor);
                }
            }
            EventKind::BecameIdle => life.idle_since = Some(event.at),
            EventKind::BecameBusy => life.idle_since = None,
            EventKind::Said { talk, words, .. } => {
                for news in town.news.iter().filter(|news| news.told_in(words)) {
                    let event = news.event.is_some() || self.carried.get(talk).is_some_and(|before| before.event);
                    self.carried.insert(*talk, Carried { by: who, event });
                }
            }
            EventKind::SetOut { what, about: Some(thing) } => {
                let Some(one) = one.filter(|one| !one.avatar) else { return };
                let times = life.errands.entry(*thing).or_default();
                *times += 1;
                if *times > self.stagnation.errands_again {
                    self.stagnation.errands_again = *times;
                    self.stagnation.errands = format!("{}, {what}", one.persona.name);
                }
            }
            _ => {}
        }
    }

    /// Notes places that hold half of the town though nothing is on there. `awake`: how many are awake in each.
    fn note_crowds(
        &mut self,
        awake: &BTreeMap<SectorId, usize>,
        (all, minute): (usize, Minute),
        (calendar, map): (&Calendar, &TownMap),
        town: &TownInfo,
    ) {
        let events = town.news.iter().filter_map(|news| news.event.as_ref());
        let now_on = events.filter(|event| time_of(event, calendar).contains(&minute));
        let busy: BTreeSet<&str> = now_on.filter_map(|event| event.place.split(": ").next()).collect();
        for (sector, count) in awake.iter().filter(|(_, count)| all >= MIN_TOWN && **count * 2 >= all) {
            let name = map.sector(*sector).name.as_str();
            if !busy.contains(name) {
                let minutes = self.crowds.entry(*sector).or_default();
                *minutes += 1;
                if *minutes > self.stagnation.crowd_minutes {
                    self.stagnation.crowd_minutes = *minutes;
                    self.stagnation.crowd = format!("{name}, {count} of {all}");
                }
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
                stay.minutes += u32::from(one.action.is_doing());
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

impl Attendance {
    /// Notes one minute.
    fn note(
        &mut self,
        event: &NewsEvent,
        (tick, minute): (u64, Minute),
        (calendar, map): (&Calendar, &TownMap),
        ObservedItem { action, home, .. }: &ObservedItem,
        here: ArenaId,
    ) {
        let time = time_of(event, calendar);
        let there = is_at(&event.place, here, map);
        if (helps_from(event, calendar)..time.start).contains(&minute) && there {
            self.helped += u32::from(event.helps.iter().any(|words| mentions(&action.what, words)));
        }
        if !time.contains(&minute) {
            return;
        }
        if there {
            self.arrived.get_or_insert(tick);
            self.minutes += 1;
        } else {
            self.bound += u32::from(action.asleep || home.work.contains(&here) && action.is_doing());
            *self.doings.entry(action.what.clone()).or_default() += 1;
        }
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
