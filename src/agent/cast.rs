//! People against the map: whether each can live there as written, and what of a persona lies where.

use std::collections::BTreeMap;

use jiff::civil::Date;
use painter::people::Look;

use crate::{
    agent::{
        persona::WorkLife,
        prelude::*,
        scenario::{CastMember, Report},
    },
    language::clean::is_invisible,
    mind::question::TimeOfDay,
    world::Fault,
};

/// What `persona` calls `place` on the map: `home`, a sector, or `sector: arena`. Empty if there is no such place.
pub fn arenas(place: &str, persona: &Persona, map: &TownMap) -> Vec<ArenaId> {
    let name = if place == "home" { &persona.home } else { place };
    match map.find_sector(name) {
        Some(sector) => map.arenas_of(sector).filter(|id| place != "home" || mine(*id, persona, map)).collect(),
        None => map.find_arena(name).into_iter().collect(),
    }
}

/// Is it nobody else's room?
fn mine(arena: ArenaId, persona: &Persona, map: &TownMap) -> bool {
    let owners = &map.arena(arena).owners;
    owners.is_empty() || owners.contains(&persona.name) || persona.rooms.contains(&map.arena_name(arena))
}

/// What of a persona lies on the map. Places that are not there are left out; [`check`] says so.
pub fn home(persona: &Persona, map: &TownMap) -> Option<Home> {
    let places = |names: &[String]| names.iter().filter_map(|name| map.find_arena(name)).collect();
    let work = persona.work.as_ref().map(|work| places(&work.places)).unwrap_or_default();
    Some(Home { sector: map.find_sector(&persona.home)?, rooms: places(&persona.rooms), work })
}

/// The bed of `persona`: one in their own rooms that is theirs, else one there that is nobody's, else one that is
/// theirs anywhere at home.
pub fn bed(persona: &Persona, map: &TownMap) -> Option<ObjectId> {
    let home = home(persona, map)?;
    let beds = (0..map.objects.len()).map(|n| ObjectId(n as u16)).filter(|id| {
        let object = map.object(*id);
        object.affordances.iter().any(|what| what == "sleep") && map.arena(object.arena).sector == Some(home.sector)
    });
    let own = |id: &ObjectId| map.object(*id).owners.contains(&persona.name);
    let free = |id: &ObjectId| map.object(*id).owners.is_empty();
    let room = |id: &ObjectId| home.rooms.contains(&map.object(*id).arena);
    let beds: Vec<ObjectId> = beds.collect();
    let pick = |wanted: &dyn Fn(&ObjectId) -> bool| beds.iter().copied().find(|id| wanted(id));
    pick(&|id| own(id) && room(id)).or_else(|| pick(&|id| own(id))).or_else(|| pick(&|id| free(id) && room(id)))
}

/// All that is wrong with `people` on `map`.
pub fn check(people: &[CastMember], map: &TownMap) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut names: BTreeMap<&str, &CastMember> = BTreeMap::new();
    for one in people {
        if let Some(first) = names.insert(&one.persona.name, one) {
            let what = format!("{:?} is also the name of the person in {}", one.persona.name, first.file.display());
            one.report(&mut faults).add("name", what, "give each person their own name");
        }
    }
    let mut beds: BTreeMap<ObjectId, Vec<&CastMember>> = BTreeMap::new();
    for one in people {
        let Persona { name, home, .. } = &one.persona;
        let mut report = one.report(&mut faults);
        check_identity(&one.persona, &mut report);
        check_texts(&one.persona, &mut report);
        check_times(&one.persona, map, &mut report);
        check_places(&one.persona, map, &mut report);
        for other in one.persona.people.iter().filter(|other| other.name == *name) {
            report.add(&other.knows, format!("{name} lists themselves as an acquaintance"), "remove this entry");
        }
        let has_valid_rooms = one.persona.rooms.iter().all(|room| at_home(room, &one.persona, map));
        match bed(&one.persona, map) {
            Some(bed) if !mine(map.object(bed).arena, &one.persona, map) => {
                let what = format!("the bed of {name}, {}, is in somebody else's room", map.address(bed));
                report.add("rooms", what, "make them an owner of the room on the map, or give them another bed");
            }
            Some(bed) => beds.entry(bed).or_default().push(one),
            None if has_valid_rooms && map.find_sector(home).is_some() => {
                let advice = "list a room with a bed in rooms, or make them the owner of a bed on the map";
                report.add("rooms", format!("{name} has no bed in {home:?}"), advice);
            }
            None => {}
        }
    }
    for (bed, sleepers) in beds {
        // As many as the bed takes, and no more than there are places to lie in it.
        let room = (map.spots_of(bed).count() * map.crowd as usize).min(map.object(bed).capacity as usize);
        if let Some(last) = sleepers.last().filter(|_| sleepers.len() > room) {
            let names: Vec<&str> = sleepers.iter().map(|one| one.persona.name.as_str()).collect();
            let what = format!("{} share {}, a bed for {room}", names.join(" and "), map.address(bed));
            last.report(&mut faults).add("rooms", what, "give each person a room with a bed");
        }
    }
    faults
}

fn check_identity(persona: &Persona, report: &mut Report) {
    let Persona { name, age, pronouns, look, memories, needs, .. } = persona;
    if name.trim().is_empty() {
        report.add("name", "the name is empty", "write a full name");
    } else if name.trim() != name || name.chars().any(|c| is_invisible(c) || "<>:,".contains(c)) || name.len() > 60 {
        let advice = "use letters, spaces, - and ' only, at most 60 bytes";
        report.add("name", format!("{name:?} is not a valid name"), advice);
    }
    if !(1..=120).contains(age) {
        report.add("age", format!("age {age} is not between 1 and 120"), "write the age in years");
    }
    if !["she", "he", "they"].contains(&pronouns.as_str()) {
        report.add("pronouns", format!("{pronouns:?} are not supported pronouns"), "write she, he or they");
    }
    if let Some(Err(why)) = look.contains('=').then(|| Look::read(look)) {
        report.add("look", why, "use one of these");
    }
    for memory in memories.iter().filter(|memory| !(1..=10).contains(&memory.importance)) {
        report.add(&memory.text, format!("importance {} is not 1 to 10", memory.importance), "write 1 to 10");
    }
    for need in needs.iter().filter(|need| !(1..=10).contains(&need.importance)) {
        report.add(&need.what, format!("importance {} is not 1 to 10", need.importance), "write 1 to 10");
    }
}

/// The longest text of several sentences, and the longest phrase, in bytes.
const LONGEST_TEXT: usize = 2000;
const LONGEST_PHRASE: usize = 200;

/// Checks all texts: none is empty, too long or has invisible characters, and phrases and memories are on one line.
fn check_texts(persona: &Persona, report: &mut Report) {
    let Persona { traits, background, aim, lifestyle, voice, work, habits, people, memories, needs, .. } = persona;
    let fields =
        [("traits", traits), ("background", background), ("aim", aim), ("lifestyle", lifestyle), ("voice", voice)];
    let fields = fields.map(|(field, text)| (field, true, text, LONGEST_TEXT));
    let work = work.iter().flat_map(|work| [&work.what].into_iter().chain(&work.tasks));
    let work = work.map(|what| ("work", false, what, LONGEST_PHRASE));
    let habits = habits.iter().map(|habit| ("habits", false, &habit.what, LONGEST_PHRASE));
    let people = people.iter().flat_map(|other| {
        [("people", false, &other.name, LONGEST_PHRASE), ("people", false, &other.knows, LONGEST_TEXT)]
    });
    let memories = memories.iter().map(|memory| ("memories", false, &memory.text, LONGEST_TEXT));
    let needs = needs.iter().map(|need| ("needs", false, &need.what, LONGEST_PHRASE));
    let texts = fields.into_iter().chain(work).chain(habits).chain(people).chain(memories).chain(needs);
    for (table, is_field, text, most) in texts {
        report.table = table;
        let (needle, what) =
            if is_field { (table, table.to_owned()) } else { (text.as_str(), format!("a text in {table}")) };
        let on_one_line = most == LONGEST_PHRASE || table == "memories";
        if text.trim().is_empty() && table != "voice" {
            report.add(needle, format!("{what} is empty"), "write it, or remove the entry");
        } else if text.len() > most {
            report.add(needle, format!("{what} is {} bytes long", text.len()), format!("shorten it to {most} bytes"));
        } else if on_one_line && text.chars().any(char::is_control) {
            report.add(needle, format!("{what} has a line break or control character"), "write it on one line");
        } else if let Some(sign) = text.chars().find(|c| is_invisible(*c) && !c.is_whitespace()) {
            report.add(needle, format!("{what} has an invisible character, U+{:04X}", u32::from(sign)), "remove it");
        }
    }
    report.table = "";
}

fn check_times(persona: &Persona, map: &TownMap, report: &mut Report) {
    let Persona { wake, sleep, work, habits, .. } = persona;
    let night = sleep.until(*wake);
    if !(300..=660).contains(&night) {
        let what = format!("{sleep} to {wake} is {} h {} min of sleep", night / 60, night % 60);
        report.add("sleep", what, "leave 5 to 11 hours");
    }
    let days = work.iter().flat_map(|work| &work.days).chain(habits.iter().flat_map(|habit| &habit.days));
    for day in days.filter(|day| weekday(day).is_none()) {
        report.add(day, format!("{day:?} is not a day of the week"), "write mon, tue, wed, thu, fri, sat or sun");
    }
    for habit in habits.iter().filter(|habit| habit.often > 100 || !(5..=600).contains(&habit.minutes)) {
        let what = format!("{:?}: {} minutes on {} percent of days", habit.what, habit.minutes, habit.often);
        report.add(&habit.what, what, "use 5 to 600 minutes and 0 to 100 percent");
    }
    let Some(WorkLife { from, until, places, .. }) = work else { return };
    let long = from.until(*until);
    if !(30..=900).contains(&long) {
        report.add("from", format!("work from {from} to {until} is {long} minutes"), "make it 30 minutes to 15 hours");
    }
    let main = places.first().and_then(|place| map.find_arena(place));
    let open = main.and_then(|arena| map.arena(arena).sector).and_then(|sector| map.sector(sector).open);
    if let Some(open) = open {
        let early = from.0 + 60 < open.from.0;
        let late = end(*from, *until) > end(open.from, open.until) + 60;
        if early || late {
            let what = format!("work from {from} to {until} at a place open {} to {}", open.from, open.until);
            report.add("from", what, "stay within an hour of the opening hours");
        }
    }
}

/// Minutes of the end of a span from the midnight before its beginning.
fn end(from: TimeOfDay, until: TimeOfDay) -> u32 {
    u32::from(from.0) + u32::from(from.until(until))
}

/// `mon` is 1.
fn weekday(day: &str) -> Option<i8> {
    let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    days.iter().position(|one| *one == day).map(|n| n as i8 + 1)
}

/// Is `date` one of these days of the week? None are named: it is.
pub fn is_on(days: &[String], date: Date) -> bool {
    days.is_empty() || days.iter().any(|day| weekday(day) == Some(date.weekday().to_monday_one_offset()))
}

/// Is `room` an arena of the home?
fn at_home(room: &str, persona: &Persona, map: &TownMap) -> bool {
    let sector = map.find_arena(room).and_then(|arena| map.arena(arena).sector);
    sector.is_some_and(|sector| map.sector(sector).name == persona.home)
}

/// Is it theirs, or nobody's in particular?
fn owned(arena: ArenaId, persona: &Persona, map: &TownMap) -> bool {
    let owners = &map.arena(arena).owners;
    owners.is_empty() || owners.contains(&persona.name)
}

fn check_places(persona: &Persona, map: &TownMap, report: &mut Report) {
    let Persona { home, rooms, work, habits, meals, places, .. } = persona;
    let has_home = map.find_sector(home).is_some();
    if !has_home {
        report.add(home, format!("there is no sector {home:?} on the map"), "name the sector they live in");
    }
    for room in rooms.iter().filter(|room| has_home && !at_home(room, persona, map)) {
        report.add(room, format!("there is no room {room:?} at home"), "write `sector: arena`, in the home's sector");
    }
    if work.as_ref().is_some_and(|work| work.places.is_empty()) {
        report.add("work", "there is no place to work at", "add one: places = [\"sector: arena\"]");
    }
    let work = work.iter().flat_map(|work| &work.places);
    for room in rooms.iter().chain(work.clone()) {
        if map.find_arena(room).is_some_and(|arena| !owned(arena, persona, map)) {
            let advice = "make them an owner of the room on the map, or name another room";
            report.add(room, format!("{room:?} is somebody else's room"), advice);
        }
    }
    let habits = habits.iter().flat_map(|habit| &habit.places);
    let meals = meals.breakfast.iter().chain(&meals.lunch).chain(&meals.dinner);
    for place in places.iter().chain(work).chain(habits).chain(meals) {
        if arenas(place, persona, map).is_empty() && (place != "home" || has_home) {
            report.add(place, format!("there is no place {place:?} on the map"), "write a sector, or `sector: arena`");
        }
    }
}
