//! Engagements: what somebody intends or has promised to attend, with its time and place. They enter the plan of their
//! day. A promise with a date, a time and a known place becomes an engagement.

use std::collections::BTreeMap;

use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize};

use crate::{
    agent::{ablation::Ablation, prelude::*, resolve},
    language::script::contains_name,
    mind::question::{Appointment, Promise, TimeOfDay},
    world::SectorId,
};

/// Words that a place may follow.
const JOINTS: [&str; 12] =
    ["to", "for", "of", "from", "with", "around", "through", "by", "near", "into", "about", "over"];

/// Something with a time and a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engagement {
    /// First minute.
    pub from: Minute,
    /// The minute after the last.
    pub until: Minute,
    /// What, a verb phrase with full names: `come to Isabella Rodriguez's party`.
    pub what: String,
    /// Where.
    pub place: ArenaId,
    /// On whose word: `agreed with Maria Lopez`.
    pub how: String,
    /// Its place in the stream.
    pub memory: u32,
}

/// All of it, by beginning; what is over is taken out.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agenda(pub Vec<Engagement>);

impl Agenda {
    /// Takes something up, unless it is there already; what is said again later and better takes its place.
    pub fn take_up(&mut self, new: Engagement) {
        let same =
            |old: &Engagement| old.what == new.what && old.place == new.place && old.from.day() == new.from.day();
        self.0.retain(|old| !same(old));
        let at = self.0.partition_point(|old| (old.from, old.until) <= (new.from, new.until));
        self.0.insert(at, new);
    }

    /// Removes and returns all that overlaps a time: `from` is its first minute, `until` the one after its last.
    pub fn make_room(&mut self, from: Minute, until: Minute) -> Vec<Engagement> {
        let (out, stays): (Vec<_>, Vec<_>) = self.0.drain(..).partition(|old| old.from < until && from < old.until);
        self.0 = stays;
        out
    }

    /// Removes what was over at `now`.
    pub fn forget(&mut self, now: Minute) {
        self.0.retain(|one| one.until > now);
    }

    /// The engagements between two minutes, as a question carries them; none where plans cannot be recalled.
    pub fn appointments(&self, from: Minute, until: Minute, map: &TownMap, ablation: &Ablation) -> Vec<Appointment> {
        let within = |one: &&Engagement| one.from < until && one.until > from && ablation.allow(MemoryKind::Plan);
        self.0.iter().filter(within).map(|one| one.appointment(map)).collect()
    }

    /// The same for the day after `now`.
    pub fn tomorrow(&self, now: Minute, map: &TownMap, ablation: &Ablation) -> Vec<Appointment> {
        let from = Minute((now.day() + 1) * Minute::DAY);
        self.appointments(from, Minute(from.0 + Minute::DAY), map, ablation)
    }

    /// What lies in the day that begins at `midnight`.
    pub fn on(&self, midnight: Minute) -> impl Iterator<Item = &Engagement> {
        self.0.iter().filter(move |one| one.from.day() == midnight.day())
    }
}

impl Engagement {
    /// As a question carries it; where it is stands at the end.
    pub fn appointment(&self, map: &TownMap) -> Appointment {
        let place = map.arena_name(self.place);
        let sector = map.arena(self.place).sector.map(|sector| map.sector(sector).name.as_str());
        let what = sector.map_or(self.what.as_str(), |sector| {
            self.what.trim_end().trim_end_matches(sector).trim_end().trim_end_matches(" at").trim_end_matches(" in")
        });
        // "go to the park": the place goes with its own word, and not after one more
        let last = what.rsplit(' ').next().unwrap_or_default();
        let joint = if JOINTS.contains(&last) { " " } else { " at " };
        Appointment {
            from: self.from.time_of_day(),
            until: self.until.time_of_day(),
            what: format!("{what}{joint}{place}"),
            how: self.how.clone(),
        }
    }
}

/// Minutes that something takes of which nobody said how long.
const USUAL: u32 = 90;
/// And a hand that is lent at once.
const AT_ONCE: u32 = 30;
/// The longest that a promise holds one, in minutes.
const LONGEST: u32 = 8 * 60;

/// From when, until when and where; `None` if it is over, or if that was not said. `theirs`: it is done for or with the
/// one it was promised to. `likely` is where it may be at that time if no place was named.
pub fn resolve(
    promise: &Promise,
    (now, calendar): (Minute, &Calendar),
    (known, map): (&KnownPlaces, &TownMap),
    theirs: bool,
    likely: impl FnOnce(Minute, Minute) -> Option<ArenaId>,
) -> Option<(Minute, Minute, ArenaId)> {
    let date: Date = promise.date.parse().ok()?;
    let midnight = calendar.minute_at(date.to_datetime(Time::midnight()))?;
    let from = match promise.from.parse::<TimeOfDay>() {
        Ok(at) => Minute(midnight.0 + u32::from(at.0)),
        // Today and no hour: a hand that is lent at once, if it is lent to them or somewhere. Anything else is meant,
        // and has no time of its own.
        Err(_) if midnight.day() == now.day() && (theirs || !promise.place.trim().is_empty()) => now,
        Err(_) => return None,
    };
    let usual = if promise.from.is_empty() { AT_ONCE } else { USUAL };
    let until = promise.until.parse::<TimeOfDay>().ok().map(|until| Minute(from.0 + 1).next(until));
    let until = until.unwrap_or(Minute(from.0 + usual)).min(Minute(from.0 + LONGEST));
    let named = || spoken_of(&format!("{} {}", promise.place, promise.what), known, map);
    let place = resolve::place_named(map, &promise.place, known.0.keys().copied());
    let place = place.or_else(named).or_else(|| likely(from, until))?;
    (until > now).then_some((from, until, place))
}

/// The one place of one's own tree whose own name stands in a text as words, `the quay`, and that is nobody's own room.
fn spoken_of(text: &str, known: &KnownPlaces, map: &TownMap) -> Option<ArenaId> {
    let text = text.to_lowercase();
    let stands = |name: &str| !name.is_empty() && contains_name(&text, name);
    let mut found = known.0.keys().filter(|arena| {
        let room = map.arena(**arena);
        let house = room.sector.map(|sector| map.sector(sector).name.to_lowercase()).unwrap_or_default();
        // Somebody's house has to be named in full, and its kitchen is any kitchen.
        room.owners.is_empty() && stands(&house) || public(**arena, map) && stands(&room.name.to_lowercase())
    });
    let first = found.next()?;
    let same_house = |other: &ArenaId| map.arena(*other).sector == map.arena(*first).sector;
    found.all(same_house).then_some(*first)
}

/// A place that anyone may go to.
fn public(arena: ArenaId, map: &TownMap) -> bool {
    let room = map.arena(arena);
    let open = |house: SectorId| map.sector(house).open.is_some() || map.sector(house).owners.is_empty();
    room.owners.is_empty() && room.sector.is_some_and(open)
}

/// The public place of one's own tree that is named most in what one remembers of somebody: where one would look for
/// them.
pub fn most_mentioned_place<'a>(
    of_them: impl Iterator<Item = &'a str>,
    known: &KnownPlaces,
    map: &TownMap,
) -> Option<ArenaId> {
    let mut times: BTreeMap<SectorId, (u32, ArenaId)> = BTreeMap::new();
    for arena in known.0.keys().filter(|arena| public(**arena, map)) {
        let Some(house) = map.arena(*arena).sector else { continue };
        times.entry(house).or_insert((0, *arena));
    }
    for text in of_them {
        for (house, (count, _)) in &mut times {
            *count += u32::from(text.contains(&map.sector(*house).name));
        }
    }
    let most = times.into_values().filter(|(count, _)| *count > 0);
    most.max_by_key(|(count, arena)| (*count, std::cmp::Reverse(*arena))).map(|(_, arena)| arena)
}
