//! People and things described in words, for panels and plates. Pure.

use std::collections::BTreeMap;

use jiff::civil::DateTime;

pub use crate::agent::wording::date as day;

use crate::{
    agent::components::action::{CurrentAction, Phase},
    clock::{AgentId, Calendar, Minute},
    language::condition::ConditionKind,
    world::{ArenaId, ObjectId, ObjectState, TownMap},
};

/// `07:42`.
pub fn clock(at: DateTime) -> String {
    format!("{:02}:{:02}", at.hour(), at.minute())
}

/// Is the sun up, for the little picture beside the clock?
pub fn daylight(at: DateTime) -> bool {
    (6..20).contains(&at.hour())
}

/// With a capital first letter.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `1 talk`, `3 talks`, `2 memories`.
pub fn counted(count: usize, what: &str) -> String {
    match (count, what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        _ => format!("{count} {what}s"),
    }
}

/// `one`, `one and two`, `one, two and three`.
pub fn listed(all: &[&str]) -> String {
    match all {
        [some @ .., last] if !some.is_empty() => format!("{} and {last}", some.join(", ")),
        all => all.concat(),
    }
}

/// What somebody is doing: `walking to the cafe`, `waiting for the stove`, `frying two eggs`.
pub fn doing(action: Option<&CurrentAction>, map: &TownMap) -> String {
    let Some(action) = action else { return "deciding what to do".into() };
    let object = action.object.map(|id| &map.object(id).name);
    match action.phase {
        Phase::Going if action.asleep => "going to bed".into(),
        Phase::Going => format!("on the way to {}: {}", short_place(map, action.arena), action.what),
        Phase::Waiting { .. } => {
            let object = object.map_or_else(String::new, |object| format!(" for the {object}"));
            format!("waiting{object}: {}", action.what)
        }
        Phase::Doing { .. } if action.asleep => "asleep".into(),
        Phase::Doing { .. } => action.what.clone(),
    }
}

/// The same in as few words as a list has room for.
pub fn briefly(action: Option<&CurrentAction>) -> String {
    let Some(action) = action else { return "Deciding what to do".into() };
    match action.phase {
        Phase::Going if action.asleep => "Soon: to bed".into(),
        // Some ways are told as ways already.
        Phase::Going if action.what.starts_with("on the way") => sentence(&action.what),
        Phase::Going => format!("Soon: {}", action.what),
        Phase::Waiting { .. } => format!("Waiting: {}", action.what),
        Phase::Doing { .. } if action.asleep => "Asleep".into(),
        Phase::Doing { .. } => sentence(&action.what),
    }
}

/// A place in a word or two, as people say it.
pub fn short_place(map: &TownMap, arena: ArenaId) -> String {
    map.spoken_name(arena)
}

/// A place as a scenario writes it, in the same words: `Hobbs Cafe: cafe` is `Hobbs Cafe`.
pub fn spoken_place(written: &str) -> String {
    match written.split_once(": ") {
        Some((house, room)) if house.to_lowercase().contains(&room.to_lowercase()) => house.to_owned(),
        Some((house, room)) => format!("{house}, {room}"),
        None => written.to_owned(),
    }
}

/// Days of the week as a scenario writes them, in words: `on weekdays`, `Monday to Saturday`, `Sunday and Tuesday`.
/// None: every day.
pub fn weekdays(short: &[String]) -> String {
    const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    let is_meant = |day: &str| short.iter().any(|one| day.to_lowercase().starts_with(&one.to_lowercase()));
    let days: Vec<&str> = DAYS.into_iter().filter(|day| is_meant(day)).collect();
    match days.as_slice() {
        [] => "every day".into(),
        all if all == DAYS => "every day".into(),
        all if all == &DAYS[..5] => "on weekdays".into(),
        [one] => format!("on {one}"),
        [first, _, .., last] if DAYS.windows(days.len()).any(|run| run == days) => format!("{first} to {last}"),
        all => listed(all),
    }
}

/// Where an action is done: `stove · Hobbs Cafe`.
pub fn place_of(action: &CurrentAction, map: &TownMap) -> String {
    let place = short_place(map, action.arena);
    action.object.map_or_else(|| place.clone(), |id| format!("{} · {place}", map.object(id).name))
}

/// When an action ends by plan: `until 08:30`; a sleep ends with the waking `wakes`. `None`: nobody can say.
pub fn until(action: &CurrentAction, wakes: Option<Minute>, now: u64, calendar: &Calendar) -> Option<String> {
    let wakes = wakes.filter(|_| action.asleep).map(|minute| calendar.tick(minute));
    let end = wakes.unwrap_or(action.until);
    (end > now).then(|| format!("until {}", clock(calendar.date_time(end))))
}

/// An object as it is now: `coffee machine: brewing, 38 coffee beans left`.
pub fn object(map: &TownMap, id: ObjectId, state: &ObjectState) -> String {
    let object = map.object(id);
    let shows = state.shows(object);
    let mut text = if shows.is_empty() { object.name.clone() } else { format!("{}: {shows}", object.name) };
    // What was called empty is not contradicted by what it could still hold.
    let called_empty = state.condition.as_ref().is_some_and(|condition| condition.kind == ConditionKind::Empty);
    if let Some(holds) = object.holds.as_ref().filter(|_| !called_empty) {
        let left = if state.left == 0 { "no".to_owned() } else { state.left.to_string() };
        text.push_str(&format!(", {left} {} left", holds.what));
    }
    text
}

/// Who is at an object: `used by Ada Byron and Carl Gauss`; empty: nobody.
pub fn users(state: &ObjectState, names: &BTreeMap<AgentId, &str>) -> String {
    let who: Vec<&str> = state.uses.iter().filter_map(|one| names.get(&one.by).copied()).collect();
    if who.is_empty() { String::new() } else { format!("used by {}", listed(&who)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{
        EndState, Facing, SectorId, SpotId, Use,
        map::{Arena, Drawing, Holding, Object, Sector, SectorLook},
    };

    #[test]
    fn days_and_places_of_work_are_words() {
        let days = |text: &str| weekdays(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        for (short, words) in [
            ("mon tue wed thu fri", "on weekdays"),
            ("mon tue wed thu fri sat", "Monday to Saturday"),
            ("", "every day"),
            ("sat", "on Saturday"),
            ("sat sun", "Saturday and Sunday"),
            ("mon wed fri", "Monday, Wednesday and Friday"),
        ] {
            assert_eq!(days(short), words);
        }
        assert_eq!(spoken_place("Hobbs Cafe: cafe"), "Hobbs Cafe");
        assert_eq!(spoken_place("Hobbs Cafe: kitchen"), "Hobbs Cafe, kitchen");
    }

    fn map() -> TownMap {
        let arena = |name: &str, sector| Arena {
            name: name.into(),
            sector,
            owners: vec![],
            capacity: None,
            indoor: true,
            floor: String::new(),
            paper: String::new(),
        };
        let sector = Sector { name: "Corner Cafe".into(), owners: vec![], open: None, look: SectorLook::default() };
        let stove = Object {
            name: "coffee machine".into(),
            kind: "coffee machine".into(),
            arena: ArenaId(1),
            affordances: vec![],
            capacity: 1,
            rest: "off".into(),
            holds: Some(Holding { what: "coffee beans".into(), full: 40 }),
            owners: vec![],
            facing: Facing::Down,
            cells: vec![],
        };
        TownMap {
            id: "t".into(),
            width: 1,
            height: 1,
            footing: vec![],
            arena_at: vec![],
            sector_at: vec![],
            walls: vec![],
            sectors: vec![sector],
            arenas: vec![
                arena("outdoors", None),
                arena("cafe", Some(SectorId(0))),
                arena("kitchen", Some(SectorId(0))),
            ],
            objects: vec![stove],
            spots: vec![],
            spawns: vec![],
            drawing: Drawing::default(),
            crowd: 1,
        }
    }

    #[test]
    fn places_are_not_named_twice() {
        let map = map();
        assert_eq!(short_place(&map, ArenaId(0)), "outdoors");
        assert_eq!(short_place(&map, ArenaId(1)), "Corner Cafe");
        assert_eq!(short_place(&map, ArenaId(2)), "Corner Cafe, kitchen");
    }

    #[test]
    fn an_object_says_what_it_holds_and_who_uses_it() {
        let (map, names) = (map(), BTreeMap::from([(AgentId(1), "Ada Byron"), (AgentId(2), "Carl Gauss")]));
        let mut state = ObjectState { left: 38, ..Default::default() };
        assert_eq!(object(&map, ObjectId(0), &state), "coffee machine: off, 38 coffee beans left");
        assert_eq!(users(&state, &names), "");
        for by in [1, 2, 9] {
            state.uses.push(Use {
                by: AgentId(by),
                spot: SpotId(0),
                state: "brewing".into(),
                since: 0,
                leaves: EndState::default(),
            });
        }
        state.left = 0;
        assert_eq!(object(&map, ObjectId(0), &state), "coffee machine: brewing, no coffee beans left");
        assert_eq!(users(&state, &names), "used by Ada Byron and Carl Gauss");
    }

    #[test]
    fn days_are_named() {
        let at = jiff::civil::date(2023, 2, 13).at(7, 42, 30, 0);
        assert_eq!(day(at.date()), "Monday 13 February");
        assert_eq!(clock(at), "07:42");
        assert!(daylight(at));
        assert_eq!(sentence("éclair"), "Éclair");
    }
}
