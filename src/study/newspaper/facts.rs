//! The facts of a day, out of the town as it stands.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use jiff::civil::{Date, DateTime};

use super::HOUR;
use crate::{
    agent::{Persona, avatar::Departed, components::talk::Talk},
    chronicle::{Chronicle, EventKind, Incident},
    clock::{AgentId, Calendar, Minute, Now},
    command::Command,
    journal::Journal,
    language::text::{Pron, Prons},
    study::{
        goals::Goals,
        lines,
        news::{self, handings},
        people::{Folk, Inhabitant},
        watch::Watched,
    },
    town::{RefusedCommands, TownInfo},
    world::{ArenaId, Tile, TownMap},
};

/// A piece of news, on this day.
#[derive(Clone, Debug, Default)]
pub struct Rumour {
    /// The fact.
    pub text: String,
    /// Who alone knew it at first.
    pub source: String,
    /// How many know it, the source included.
    pub known: usize,
    /// Who has heard it on this day: when, from whom (empty: nobody can be named), who.
    pub heard: Vec<(u64, String, AgentId)>,
}

/// Something with a time and a place, on this day.
#[derive(Clone, Debug, Default)]
pub struct Gathering {
    /// What it is, in the words of the news.
    pub text: String,
    /// Whose it is.
    pub host: String,
    /// Where.
    pub place: String,
    /// From, until.
    pub span: (DateTime, DateTime),
    /// The tick of its beginning.
    pub tick: u64,
    /// Is its time over?
    pub over: bool,
    /// Who came and had heard of it, and who came by chance; not the host.
    pub came: Vec<AgentId>,
    /// Who was there so long and knew nothing of it before.
    pub by_chance: Vec<AgentId>,
}

/// A thing that was out of order on this day.
#[derive(Clone, Debug, Default)]
pub struct Trouble {
    /// `stove`.
    pub thing: String,
    /// Where.
    pub place: String,
    /// What it was.
    pub what: String,
    /// Since when, until when.
    pub span: (u64, Option<u64>),
    /// Who went about it.
    pub tended: Vec<AgentId>,
    /// Where exactly.
    pub tile: Option<Tile>,
}

/// A day.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The town.
    pub town: String,
    /// Which day, from 1.
    pub day: u32,
    /// Its date.
    pub date: Date,
    /// The first tick of it, and the tick up to which it is told.
    pub ticks: (u64, u64),
    /// Is its paper's hour come?
    pub out: bool,
    /// The calendar's.
    pub start: DateTime,
    /// Seconds of a tick.
    pub seconds: u32,
    /// Everybody's name.
    pub names: BTreeMap<AgentId, String>,
    /// Talks that began on this day and in which something was said.
    pub talks: Vec<Talk>,
    /// Where each of them was.
    pub places: BTreeMap<ArenaId, String>,
    /// Who had talked with whom before.
    pub met: BTreeSet<Vec<AgentId>>,
    /// News.
    pub news: Vec<Rumour>,
    /// Words by which news are known.
    pub telling: Vec<crate::agent::scenario::News>,
    /// Events.
    pub gatherings: Vec<Gathering>,
    /// Things out of order.
    pub troubles: Vec<Trouble>,
    /// What people promised on this day: when, who, what.
    pub promises: Vec<(u64, AgentId, String)>,
    /// What came from outside: when, the line.
    pub commands: Vec<(u64, Command)>,
    /// Goals that were reached on this day: when, which.
    pub reached: Vec<(u64, String)>,
    /// The same of the days before, as far as it says whom the player was.
    pub earlier: Vec<(u64, Command)>,
    /// How everybody is spoken of, also those who left town, by their full names.
    pub pronouns: Prons,
}

impl Facts {
    /// Their full name.
    pub fn name(&self, who: AgentId) -> &str {
        self.names.get(&who).map_or("somebody", String::as_str)
    }

    /// Whoever is called so in full.
    pub fn find(&self, name: &str) -> Option<AgentId> {
        self.names.iter().find(|(_, one)| *one == name).map(|(id, _)| *id)
    }

    /// The time of a tick on the clock.
    pub fn clock(&self, tick: u64) -> String {
        Calendar { start: self.start, tick_seconds: self.seconds }.date_time(tick).strftime("%H:%M").to_string()
    }
}

/// A name, and how one speaks of them.
fn spoken_of(persona: &Persona) -> (String, Pron) {
    let pron = match persona.pronouns.as_str() {
        "she" => Pron::She,
        "he" => Pron::He,
        _ => Pron::They,
    };
    (persona.name.clone(), pron)
}

/// Who took part in a talk, sorted.
pub(super) fn pair(talk: &Talk) -> Vec<AgentId> {
    talk.participants().into_iter().collect()
}

/// Who set out to see to a thing while it was out of order.
fn tended(chronicle: &Chronicle, one: &Incident) -> Vec<AgentId> {
    let meanwhile =
        chronicle.events()[one.event..].iter().take_while(|event| one.until.is_none_or(|end| event.at <= end));
    let seen_to =
        meanwhile.filter(|event| matches!(event.kind, EventKind::SetOut { about, .. } if about == Some(one.object)));
    seen_to.filter_map(|event| event.who).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Gathers the facts; `None`: the day has not begun.
pub(super) fn gather(world: &mut World, day: u32) -> Option<Facts> {
    let (calendar, now) = (*world.get_resource::<Calendar>()?, world.get_resource::<Now>()?.0);
    let first = calendar.tick(Minute(day.checked_sub(1)? * 1440));
    let (next, hour) = (calendar.tick(Minute(day * 1440)), calendar.tick(Minute((day - 1) * 1440 + HOUR * 60)));
    if first > now || (first == now && day > 1) {
        return None;
    }
    let until = now.min(next);
    let today = |tick: u64| (first..until).contains(&tick);
    let folk = Folk::of(world);
    let mut people = world.query::<(&AgentId, &Persona)>();
    let names = people.iter(world).map(|(id, persona)| (*id, persona.name.clone())).collect();
    let gone = world.get_resource::<Departed>().into_iter().flat_map(|all| all.0.values().map(|one| &one.persona));
    let gone: Vec<(String, Pron)> = gone.map(spoken_of).collect();
    let pronouns = people.iter(world).map(|(_, persona)| spoken_of(persona)).chain(gone).collect();
    let (played, map) = (world.resource::<TownInfo>(), world.resource::<TownMap>());
    let short = |arena: ArenaId| {
        let sector = map.arena(arena).sector.map(|sector| map.sector(sector).name.clone());
        sector.unwrap_or_else(|| map.arena(arena).name.clone())
    };
    let all = lines::talks(world);
    let said = |talk: &&Talk| talk.lines.iter().any(|line| line.from < until);
    let (talks, before): (Vec<&Talk>, Vec<&Talk>) =
        all.iter().filter(said).filter(|talk| talk.began < until).partition(|talk| today(talk.began));
    let by_name: BTreeMap<&str, AgentId> = folk.people.iter().map(|one| (one.name.as_str(), one.id)).collect();
    let news = played.news.iter().map(|one| {
        let path = handings(one, &folk, &all);
        let heard = path.iter().filter(|handing| today(handing.tick));
        let heard = heard.filter_map(|to| Some((to.tick, to.from.clone(), *by_name.get(to.to.as_str())?)));
        let known = folk.people.iter().filter(|who| news::evidence(one, who).is_some_and(|m| m.created < until));
        Rumour { text: one.text.clone(), source: one.source.clone(), known: known.count(), heard: heard.collect() }
    });
    let chronicle = world.resource::<Chronicle>();
    let troubles =
        chronicle.incidents().into_iter().filter(|one| one.since < until && one.until.is_none_or(|end| end > first));
    let troubles = troubles.map(|one| {
        let object = map.object(one.object);
        Trouble {
            thing: object.name.clone(),
            place: short(object.arena),
            what: one.what.to_owned(),
            span: (one.since, one.until.filter(|end| *end <= until)),
            tended: tended(chronicle, &one),
            tile: object.cells.first().copied(),
        }
    });
    let journal = world.resource::<Journal>();
    // What was refused was not done.
    let refused = world.get_resource::<RefusedCommands>().map_or(&[][..], |refused| &refused.0);
    let done = |tick: u64, command: &Command| !refused.iter().any(|one| one.tick == tick && one.command == *command);
    let between = |from: u64, until: u64| {
        let all = journal.commands_between(from, until).flat_map(|(tick, all)| all.iter().map(|one| (*tick, one)));
        all.filter(|(tick, one)| done(*tick, one)).map(|(tick, one)| (tick, one.clone()))
    };
    let commands = between(first, until);
    let whom = |one: &Command| matches!(one, Command::Join(_) | Command::Possess(_) | Command::Leave);
    let earlier = between(0, first).filter(|(_, one)| whom(one));
    let standings = world.get_resource::<Goals>().into_iter().flat_map(|goals| &goals.all);
    let reached = played.goals.iter().zip(standings);
    let reached = reached.filter_map(|(goal, one)| Some((one.reached.filter(|tick| today(*tick))?, goal.text.clone())));
    let watched = world.get_resource::<Watched>();
    let promised = folk.people.iter().flat_map(|who| {
        // What one was born with is no promise.
        let promised = chronicle.engagements(who.id).filter(|(tick, _)| *tick > 0);
        promised.map(|(tick, one)| (tick, who.id, one.what.clone()))
    });
    let mut promises: Vec<_> = promised.filter(|(tick, ..)| today(*tick)).collect();
    promises.sort();
    let facts = Facts {
        town: played.name.clone(),
        day,
        date: calendar.date(Minute((day - 1) * 1440)),
        ticks: (first, until),
        out: until >= hour,
        start: calendar.start,
        seconds: calendar.tick_seconds,
        names,
        places: talks.iter().map(|talk| (talk.arena, short(talk.arena))).collect(),
        met: before.iter().map(|talk| pair(talk)).collect(),
        news: news.collect(),
        telling: played.news.clone(),
        gatherings: gatherings(played, watched, &folk, (first, until), day),
        troubles: troubles.collect(),
        promises,
        commands: commands.collect(),
        reached: reached.collect(),
        earlier: earlier.collect(),
        pronouns,
        talks: talks.into_iter().cloned().collect(),
    };
    Some(facts)
}

fn gatherings(
    played: &TownInfo,
    watched: Option<&Watched>,
    folk: &Folk,
    (first, until): (u64, u64),
    day: u32,
) -> Vec<Gathering> {
    let calendar = folk.calendar;
    let mut all = Vec::new();
    for (n, news) in played.news.iter().enumerate() {
        let Some(event) = &news.event else { continue };
        let Some(from) = calendar.minute_at(event.from).filter(|from| from.day() + 1 == day) else { continue };
        let tick = calendar.tick(from);
        if !(first..until).contains(&tick) {
            continue;
        }
        let guests = folk.people.iter().filter(|who| who.name != news.source);
        let guests: BTreeMap<AgentId, &Inhabitant> = guests.map(|who| (who.id, who)).collect();
        let knows = |id| guests.get(&id).and_then(|who| news::evidence(news, who)).map(|memory| memory.created);
        let there = watched.into_iter().flat_map(|all| all.guests(n, knows)).filter(|(id, _)| guests.contains_key(id));
        let (came, by_chance): (Vec<_>, Vec<_>) = there.partition(|(_, knew)| *knew);
        all.push(Gathering {
            text: news.text.clone(),
            host: news.source.clone(),
            place: event.place.clone(),
            span: (event.from, event.until),
            tick,
            over: calendar.minute_at(event.until).is_some_and(|end| calendar.tick(end) <= until),
            came: came.into_iter().map(|(id, _)| id).collect(),
            by_chance: by_chance.into_iter().map(|(id, _)| id).collect(),
        });
    }
    all
}
