//! Town time and percepts in words: English sentences where people speak English, else symbols of no language, since an
//! English sentence around words of another language is a sentence in neither.

use jiff::civil::Date;

use crate::{
    clock::{Calendar, Minute},
    language::script::contains_name,
    memory::{Memory, MemoryKind},
    mind::question::{Moment, Recalled, TimeOfDay},
    world::{ArenaId, ObjectId, TownMap},
};

/// `the stove in the kitchen of Hobbs Cafe is burning`, or `stove (Hobbs Cafe: kitchen): brennt`.
pub fn looks(id: ObjectId, state: &str, map: &TownMap, english: bool) -> String {
    if english {
        return format!("{} is {state}", thing(id, map));
    }
    let object = map.object(id);
    format!("{} ({}): {state}", object.name, map.arena_name(object.arena))
}

/// `Maria Lopez is reading at Hobbs Cafe: cafe`, or `Maria Lopez: lesen (Hobbs Cafe: cafe)`.
pub fn does(name: &str, state: &str, arena: ArenaId, map: &TownMap, english: bool) -> String {
    match english {
        true => format!("{name} is {state} {}", at_place(arena, map)),
        false => format!("{name}: {state} ({})", map.arena_name(arena)),
    }
}

/// `Ann Lee said to Bo Dale: "Hello."`, or `Ann Lee → Bo Dale: "Hallo."`.
pub fn said(name: &str, to: &[&str], line: &str, english: bool) -> String {
    match english {
        true => format!("{name} said to {}: \"{line}\"", to.join(" and ")),
        false => format!("{name} → {}: \"{line}\"", to.join(", ")),
    }
}

/// `at Hobbs Cafe: cafe`, or `outdoors`.
pub fn at_place(arena: ArenaId, map: &TownMap) -> String {
    match map.arena(arena).sector {
        Some(_) => format!("at {}", map.arena_name(arena)),
        None => "outdoors".into(),
    }
}

/// `the stove in the kitchen of Hobbs Cafe`, or `the fountain outdoors`.
pub fn thing(id: ObjectId, map: &TownMap) -> String {
    let object = map.object(id);
    let arena = map.arena(object.arena);
    match arena.sector {
        Some(sector) => format!("the {} in the {} of {}", object.name, arena.name, map.sector(sector).name),
        None => format!("the {} outdoors", object.name),
    }
}

/// Does `text` name this person, in full or by the first name, as a word of its own?
pub fn names(text: &str, person: &str) -> bool {
    let first = person.split_whitespace().next().unwrap_or(person);
    !first.is_empty() && contains_name(text, first)
}

/// `Monday 13 February`.
pub fn date(date: Date) -> String {
    date.strftime("%A %-d %B").to_string()
}

/// `February`.
pub fn month(date: Date) -> String {
    date.strftime("%B").to_string()
}

/// The moment of `now`.
pub fn moment(calendar: &Calendar, now: Minute, place: String, doing: String, until: Option<TimeOfDay>) -> Moment {
    let day = calendar.date(now);
    Moment { date: date(day), iso: day.to_string(), time: now.time_of_day(), place, doing, until }
}

/// A memory with its time in words; seed memories have none.
pub fn recalled(memory: &Memory, calendar: &Calendar) -> Recalled {
    let when = match memory.created {
        0 => String::new(),
        tick => calendar.date_time(tick).strftime("%-d %b %H:%M").to_string(),
    };
    Recalled {
        n: None,
        when,
        text: memory.text.clone(),
        by: memory.source.clone(),
        secret: memory.secret,
        own: memory.kind == MemoryKind::Reflection,
        importance: memory.importance,
        bears: false,
        at: (memory.created > 0).then(|| calendar.minute(memory.created).0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_word_of_its_own() {
        assert!(names("Have you seen Ann?", "Ann Lee") && names("Ann Lee's cake", "Ann Lee"));
        assert!(!names("an Annual fair", "Ann Lee") && !names("nothing", ""));
    }
}
