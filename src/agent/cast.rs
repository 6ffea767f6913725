//! People against the map: whether each can live there as written, and what of a persona lies where.

use std::collections::BTreeMap;

use painter::people::Look;

use crate::{
    agent::{
        persona::{Home, Persona},
        scenario::{CastMember, line_of, plain},
    },
    language::clean::is_invisible,
    mind::question::TimeOfDay,
    world::{ArenaId, Fault, ObjectId, TownMap},
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
            let what = format!("{:?} is the name of somebody in {} too", one.persona.name, first.file.display());
            let advice = "give each person a name of their own";
            faults.push(Fault::new(&one.file, line_of(&one.text, "name"), plain(&what), advice));
        }
    }
    let mut beds: BTreeMap<ObjectId, Vec<&CastMember>> = BTreeMap::new();
    for one in people {
        let mut say = |needle: &str, what: String, advice: &str| {
            faults.push(Fault::new(&one.file, line_of(&one.text, needle), plain(&what), advice));
        };
        words(one, &mut say);
        hours(one, map, &mut say);
        places(one, map, &mut say);
        for other in one.persona.people.iter().filter(|other| other.name == one.persona.name) {
            say(&other.knows, format!("{} knows themselves as somebody else", other.name), "take this entry out");
        }
        let whole = one.persona.rooms.iter().all(|room| at_home(room, &one.persona, map));
        match bed(&one.persona, map) {
            Some(bed) if !mine(map.object(bed).arena, &one.persona, map) => {
                let what = format!("the bed of {}, {}, is in another's room", one.persona.name, map.address(bed));
                say("rooms", what, "write them as an owner of the room in the map, or give them another bed");
            }
            Some(bed) => beds.entry(bed).or_default().push(one),
            None if whole && map.find_sector(&one.persona.home).is_some() => {
                let what = format!("{} has no bed in {:?}", one.persona.name, one.persona.home);
                say("rooms", what, "name as own room one with a bed, or write the owner on a bed in the map");
            }
            None => {}
        }
    }
    for (bed, sleepers) in beds {
        // As many as the bed takes, and no more than there are places to lie in it.
        let room = (map.spots_of(bed).count() * map.crowd as usize).min(map.object(bed).capacity as usize);
        if sleepers.len() > room {
            let names: Vec<&str> = sleepers.iter().map(|one| one.persona.name.as_str()).collect();
            let what = format!("{} share {}, a bed for {room}", names.join(" and "), map.address(bed));
            let last = sleepers[sleepers.len() - 1];
            let advice = "give each a room with a bed";
            faults.push(Fault::new(&last.file, line_of(&last.text, "rooms"), plain(&what), advice));
        }
    }
    faults
}

type Say<'a> = dyn FnMut(&str, String, &str) + 'a;

fn words(one: &CastMember, say: &mut Say) {
    let Persona { name, age, pronouns, .. } = &one.persona;
    if name.trim().is_empty() {
        say("name", "the name is empty".into(), "write a full name");
    } else if name.trim() != name || name.chars().any(|c| is_invisible(c) || "<>:,".contains(c)) || name.len() > 60 {
        say("name", format!("{name:?} cannot be a name"), "letters, spaces, - and ' only, at most 60 bytes");
    }
    if !(1..=120).contains(age) {
        say("age", format!("nobody is {age} years old"), "write the age in years");
    }
    if !["she", "he", "they"].contains(&pronouns.as_str()) {
        say("pronouns", format!("{pronouns:?} are no pronouns known here"), "write she, he or they");
    }
    if one.persona.look.contains('=')
        && let Err(why) = Look::read(&one.persona.look)
    {
        say("look", why, "choose among these");
    }
    texts(one, say);
    for memory in &one.persona.memories {
        if !(1..=10).contains(&memory.importance) {
            say(&memory.text, format!("importance {} is not 1 to 10", memory.importance), "write 1 to 10");
        }
    }
}

/// What a field of many words may have, and a verb phrase, in bytes.
const LONG: usize = 2000;
const SHORT: usize = 200;

/// All that is written: nothing empty, nothing without end, nothing hidden, and phrases on one line.
fn texts(one: &CastMember, say: &mut Say) {
    let Persona { traits, background, aim, lifestyle, voice, work, habits, people, memories, .. } = &one.persona;
    let fields =
        [("traits", traits), ("background", background), ("aim", aim), ("lifestyle", lifestyle), ("voice", voice)];
    let fields = fields.map(|(field, text)| (field, field.to_string(), text, LONG));
    let work = work.iter().flat_map(|work| [&work.what].into_iter().chain(&work.tasks));
    let work = work.map(|what| ("work", what, SHORT));
    let habits = habits.iter().map(|habit| ("habits", &habit.what, SHORT));
    let people = people.iter().flat_map(|other| [("people", &other.name, SHORT), ("people", &other.knows, LONG)]);
    let memories = memories.iter().map(|memory| ("memories", &memory.text, LONG));
    let lists = work.chain(habits).chain(people).chain(memories).map(|(table, text, most)| {
        // What is written with \\ in the file is not found as it is; then the table has to do.
        let needle = if line_of(&one.text, text).is_empty() { table } else { text.as_str() };
        (needle, format!("a text in {table}"), text, most)
    });
    for (needle, what, text, most) in fields.into_iter().chain(lists) {
        let on_one_line = most == SHORT || what.ends_with("memories");
        if text.trim().is_empty() && needle != "voice" {
            say(needle, format!("{what} is empty"), "write it, or take the entry out");
        } else if text.len() > most {
            say(needle, format!("{what} has {} bytes", text.len()), "say it in fewer words");
        } else if on_one_line && text.chars().any(char::is_control) {
            say(needle, format!("{what} has a line break or the like"), "write it on one line");
        } else if let Some(sign) = text.chars().find(|c| is_invisible(*c) && !c.is_whitespace()) {
            let what = format!("{what} has a hidden sign, U+{:04X}", u32::from(sign));
            say(needle, what, "take it out: nobody sees it");
        }
    }
}

fn hours(one: &CastMember, map: &TownMap, say: &mut Say) {
    let Persona { wake, sleep, work, habits, .. } = &one.persona;
    let night = sleep.until(*wake);
    if !(300..=660).contains(&night) {
        let what = format!("from {sleep} to {wake} are {} h {} min of sleep", night / 60, night % 60);
        say("sleep", what, "leave 5 to 11 hours");
    }
    let days = work.iter().flat_map(|work| &work.days).chain(habits.iter().flat_map(|habit| &habit.days));
    for day in days.filter(|day| weekday(day).is_none()) {
        say(day, format!("{day:?} is no day of the week"), "write mon, tue, wed, thu, fri, sat or sun");
    }
    for habit in habits.iter().filter(|habit| habit.often > 100 || !(5..=600).contains(&habit.minutes)) {
        let what = format!("{:?}: {} minutes on {} percent of days", habit.what, habit.minutes, habit.often);
        say(&habit.what, what, "5 to 600 minutes, 0 to 100 percent");
    }
    let Some(work) = work else { return };
    let long = work.from.until(work.until);
    if !(30..=900).contains(&long) {
        say("from", format!("work from {} to {} is {long} minutes", work.from, work.until), "30 minutes to 15 hours");
    }
    let main = work.places.first().and_then(|place| map.find_arena(place));
    let open = main.and_then(|arena| map.arena(arena).sector).and_then(|sector| map.sector(sector).open);
    if let Some(open) = open {
        let early = work.from.0 + 60 < open.from.0;
        let late = end(work.from, work.until) > end(open.from, open.until) + 60;
        if early || late {
            let what =
                format!("work from {} to {} at a place open {} to {}", work.from, work.until, open.from, open.until);
            say("from", what, "stay within an hour of the opening hours");
        }
    }
}

/// Minutes of the end of a span from the midnight before its beginning.
fn end(from: TimeOfDay, until: TimeOfDay) -> u32 {
    u32::from(from.0) + u32::from(from.until(until))
}

/// `mon` is 1.
pub fn weekday(day: &str) -> Option<i8> {
    let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    days.iter().position(|one| *one == day).map(|n| n as i8 + 1)
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

fn places(one: &CastMember, map: &TownMap, say: &mut Say) {
    let persona = &one.persona;
    if map.find_sector(&persona.home).is_none() {
        say(&persona.home, format!("there is no sector {:?} on the map", persona.home), "name a sector as home");
    }
    for room in persona.rooms.iter().filter(|_| map.find_sector(&persona.home).is_some()) {
        if !at_home(room, persona, map) {
            say(room, format!("there is no room {room:?} at home"), "write `sector: arena`, in the home's sector");
        }
    }
    if persona.work.as_ref().is_some_and(|work| work.places.is_empty()) {
        say("work", "there is no place to work at".into(), "name one: places = [\"sector: arena\"]");
    }
    for room in persona.rooms.iter().chain(persona.work.iter().flat_map(|work| &work.places)) {
        if map.find_arena(room).is_some_and(|arena| !owned(arena, persona, map)) {
            let advice = "write them as an owner of the room in the map, or name another";
            say(room, format!("{room:?} is another's room"), advice);
        }
    }
    let work = persona.work.iter().flat_map(|work| &work.places);
    let habits = persona.habits.iter().flat_map(|habit| &habit.places);
    let meals = persona.meals.breakfast.iter().chain(&persona.meals.lunch).chain(&persona.meals.dinner);
    for place in persona.places.iter().chain(work).chain(habits).chain(meals) {
        if arenas(place, persona, map).is_empty() && (place != "home" || map.find_sector(&persona.home).is_some()) {
            say(place, format!("there is no place {place:?} on the map"), "write a sector, or `sector: arena`");
        }
    }
}
