//! When and where something is that was said in words.

use std::collections::BTreeMap;

use jiff::civil::{Date, Time};

use crate::{
    agent::{prelude::*, resolve},
    language::script::contains_name,
    mind::question::{Terms, TimeOfDay},
    world::SectorId,
};

/// Minutes that something takes of which nobody said how long.
const USUAL: u32 = 90;
/// And a hand that is lent at once.
const AT_ONCE: u32 = 30;
/// The longest that a promise holds one, in minutes.
const LONGEST: u32 = 8 * 60;

/// From when until when; `None` if that was not said. An hour of no day is the next one.
fn when(terms: &Terms, (now, calendar): (Minute, &Calendar), theirs: bool) -> Option<(Minute, Minute)> {
    let midnight = |date: Date| calendar.minute_at(date.to_datetime(Time::midnight()));
    let day = terms.date.parse().ok().and_then(midnight);
    let from = match (day, terms.from.parse::<TimeOfDay>()) {
        (Some(midnight), Ok(at)) => Minute(midnight.0 + u32::from(at.0)),
        (None, Ok(at)) => now.next(at),
        // Today and no hour: a hand that is lent at once, if it is lent to them or somewhere. Anything else is meant,
        // and has no time of its own.
        (Some(midnight), Err(_)) if midnight.day() == now.day() && (theirs || !terms.place.trim().is_empty()) => now,
        _ => return None,
    };
    let usual = if terms.from.is_empty() { AT_ONCE } else { USUAL };
    let until = terms.until.parse::<TimeOfDay>().ok().map(|until| Minute(from.0 + 1).next(until));
    Some((from, until.unwrap_or(Minute(from.0 + usual)).min(Minute(from.0 + LONGEST))))
}

/// The same where nothing but an hour that was said counts: from when, and until when if that was said too.
pub fn hours_said(terms: &Terms, now: Minute, calendar: &Calendar) -> Option<(Minute, Option<Minute>)> {
    terms.from.parse::<TimeOfDay>().ok()?;
    let (from, until) = when(terms, (now, calendar), false)?;
    Some((from, Some(until).filter(|_| !terms.until.is_empty())))
}

/// From when, until when and where; `None` if it is over, or if that was not said. `theirs`: it is done for or with the
/// one it was promised to. `likely` is where it may be at that time if no place was named.
pub fn resolve(
    terms: &Terms,
    (now, calendar): (Minute, &Calendar),
    (known, map): (&KnownPlaces, &TownMap),
    theirs: bool,
    likely: impl FnOnce(Minute, Minute) -> Option<ArenaId>,
) -> Option<(Minute, Minute, ArenaId)> {
    let (from, until) = when(terms, (now, calendar), theirs)?;
    let named = || spoken_of(&format!("{} {}", terms.place, terms.what), known, map);
    let place = resolve::place_named(map, &terms.place, known.0.keys().copied());
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
