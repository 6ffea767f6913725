//! The facts of a day, out of the town as it stands.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::HOUR;
use crate::{
    agent::{
        prelude::*,
        scenario::{News, NewsEvent},
    },
    chronicle::{Chronicle, EventKind, Incident},
    command::Command,
    journal::Journal,
    language::condition::ConditionKind,
    study::{
        asking::Folk,
        events,
        goals::Goals,
        news::{self, handings},
        watch::{Watched, time_of},
    },
    town::{RefusedCommands, TownInfo},
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
#[derive(Clone, Debug)]
pub struct Gathering {
    /// What it is, in the words of the news.
    pub text: String,
    /// Whose it is.
    pub host: String,
    /// When and where.
    pub event: NewsEvent,
    /// The tick at which it begins.
    pub tick: u64,
    /// Is its time over?
    pub over: bool,
    /// Who came and had heard of it; not the host.
    pub came: Vec<AgentId>,
    /// Who was there as long and knew nothing of it before.
    pub by_chance: Vec<AgentId>,
}

/// A thing that was out of order on this day.
#[derive(Clone, Debug, Default)]
pub struct Trouble {
    /// `stove`.
    pub thing: String,
    /// Where.
    pub place: String,
    /// What kind of state it was in.
    pub kind: ConditionKind,
    /// The same in words.
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
    /// Has the hour come at which the paper is out?
    pub out: bool,
    /// The town's time.
    pub calendar: Calendar,
    /// Everybody's name.
    pub names: BTreeMap<AgentId, String>,
    /// Talks that began on this day and in which something was said.
    pub talks: Vec<Talk>,
    /// Where each of them was.
    pub places: BTreeMap<ArenaId, String>,
    /// Who had talked with whom before.
    pub met: BTreeSet<BTreeSet<AgentId>>,
    /// News.
    pub news: Vec<Rumour>,
    /// Words by which news are known.
    pub telling: Vec<News>,
    /// Events.
    pub gatherings: Vec<Gathering>,
    /// Things out of order.
    pub troubles: Vec<Trouble>,
    /// What people promised on this day: when, who, what.
    pub promises: Vec<(u64, AgentId, String)>,
    /// What came from outside since the town began, and was done: when, what.
    pub commands: Vec<(u64, Command)>,
    /// Goals that were reached on this day: when, which.
    pub reached: Vec<(u64, String)>,
}

impl Facts {
    /// Their full name.
    pub fn name(&self, who: AgentId) -> &str {
        self.names.get(&who).map_or("somebody", String::as_str)
    }

    /// Whoever has this full name.
    pub fn find(&self, name: &str) -> Option<AgentId> {
        self.names.iter().find(|(_, one)| *one == name).map(|(id, _)| *id)
    }

    /// The time of a tick on the clock.
    pub fn clock(&self, tick: u64) -> String {
        self.calendar.date_time(tick).strftime("%H:%M").to_string()
    }
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
pub(super) fn gather(world: &World, day: u32) -> Option<Facts> {
    let (calendar, now) = (*world.get_resource::<Calendar>()?, world.get_resource::<Now>()?.0);
    let at = |hour: u32| calendar.tick(Minute((day - 1) * Minute::DAY + hour * 60));
    let first = day.checked_sub(1).map(|_| at(0))?;
    if first > now || (first == now && day > 1) {
        return None;
    }
    let until = now.min(at(24));
    let today = |tick: u64| (first..until).contains(&tick);
    let folk = Folk::of(world);
    let (played, map) = (world.resource::<TownInfo>(), world.resource::<TownMap>());
    let (chronicle, journal) = (world.resource::<Chronicle>(), world.resource::<Journal>());
    let short = |arena: ArenaId| {
        let sector = map.arena(arena).sector.map(|sector| map.sector(sector).name.clone());
        sector.unwrap_or_else(|| map.arena(arena).name.clone())
    };
    let names: BTreeMap<AgentId, String> = folk.people.iter().map(|one| (one.id, one.name.clone())).collect();
    let all = events::talks(world);
    let said = |talk: &&Talk| talk.began < until && talk.lines.iter().any(|line| line.from < until);
    let (talks, before): (Vec<&Talk>, Vec<&Talk>) = all.iter().filter(said).partition(|talk| today(talk.began));
    let news = played.news.iter().map(|one| {
        let path = handings(one, &folk, &all);
        let who = |name: &str| names.iter().find(|(_, one)| *one == name).map(|(id, _)| *id);
        let heard = path.iter().filter(|handing| today(handing.tick));
        let heard = heard.filter_map(|to| Some((to.tick, to.from.clone(), who(&to.to)?)));
        let known = folk.people.iter().filter(|who| news::evidence(one, who).is_some_and(|m| m.created < until));
        Rumour { text: one.text.clone(), source: one.source.clone(), known: known.count(), heard: heard.collect() }
    });
    let incidents = chronicle.incidents().into_iter();
    let incidents = incidents.filter(|one| one.since < until && one.until.is_none_or(|end| end > first));
    let troubles = incidents.map(|one| {
        let object = map.object(one.object);
        Trouble {
            thing: object.name.clone(),
            place: short(object.arena),
            kind: one.kind,
            what: one.what.to_owned(),
            span: (one.since, one.until.filter(|end| *end <= until)),
            tended: tended(chronicle, &one),
            tile: object.cells.first().copied(),
        }
    });
    // What was refused was not done.
    let refused = world.get_resource::<RefusedCommands>().map_or(&[][..], |refused| &refused.0);
    let done = |tick: u64, command: &Command| !refused.iter().any(|one| one.tick == tick && one.command == *command);
    let commands = journal.commands_between(0, until).flat_map(|(tick, all)| all.iter().map(|one| (*tick, one)));
    let commands = commands.filter(|(tick, one)| done(*tick, one)).map(|(tick, one)| (tick, one.clone()));
    let standings = world.get_resource::<Goals>().into_iter().flat_map(|goals| &goals.all);
    let reached = played.goals.iter().zip(standings);
    let reached = reached.filter_map(|(goal, one)| Some((one.reached.filter(|tick| today(*tick))?, goal.text.clone())));
    let promised = folk.people.iter().flat_map(|who| {
        // What one was born with is no promise.
        let promised = chronicle.engagements(who.id).filter(|(tick, _)| *tick > 0 && today(*tick));
        promised.map(|(tick, one)| (tick, who.id, one.what.clone()))
    });
    let mut promises: Vec<_> = promised.collect();
    promises.sort();
    Some(Facts {
        town: played.name.clone(),
        day,
        date: calendar.date(Minute((day - 1) * Minute::DAY)),
        ticks: (first, until),
        out: until >= at(HOUR),
        calendar,
        places: talks.iter().map(|talk| (talk.arena, short(talk.arena))).collect(),
        met: before.iter().map(|talk| talk.participants()).collect(),
        news: news.collect(),
        telling: played.news.clone(),
        gatherings: gatherings(played, world.get_resource(), &folk, (first, until)),
        troubles: troubles.collect(),
        promises,
        commands: commands.collect(),
        reached: reached.collect(),
        talks: talks.into_iter().cloned().collect(),
        names,
    })
}

fn gatherings(played: &TownInfo, watched: Option<&Watched>, folk: &Folk, day: (u64, u64)) -> Vec<Gathering> {
    let gathering = |(n, news): (usize, &News)| {
        let event = news.event.as_ref()?;
        let time = time_of(event, &folk.calendar);
        let tick = folk.calendar.tick(time.start);
        let guest = |id| folk.get(id).filter(|who| who.name != news.source);
        let knows = |id| guest(id).and_then(|who| news::evidence(news, who)).map(|memory| memory.created);
        let there = watched.into_iter().flat_map(|all| all.guests(n, knows)).filter(|(id, _)| guest(*id).is_some());
        let (came, by_chance): (Vec<_>, Vec<_>) = there.partition(|(_, knew)| *knew);
        let ids = |those: Vec<(AgentId, bool)>| those.into_iter().map(|(id, _)| id).collect();
        (day.0..day.1).contains(&tick).then(|| Gathering {
            text: news.text.clone(),
            host: news.source.clone(),
            event: event.clone(),
            tick,
            over: folk.calendar.tick(time.end) <= day.1,
            came: ids(came),
            by_chance: ids(by_chance),
        })
    };
    played.news.iter().enumerate().filter_map(gathering).collect()
}
