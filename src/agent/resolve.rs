//! Resolves typed names and addresses to people, objects and places, or suggests the nearest ones.

pub use crate::command::quoted;
use crate::{agent::prelude::*, command::Names, language::clean::short_line};

/// So many names are suggested.
const NEAREST: usize = 3;
/// No more letters of a name are compared: nobody is called anything longer.
const COMPARED: usize = 100;
/// A full name has at most so many words.
pub const WORDS: usize = 6;
/// And an address.
const ADDRESS_WORDS: usize = 16;

/// Somebody who lives here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Somebody {
    /// Their number.
    pub id: AgentId,
    /// Where their parts are.
    pub entity: Entity,
    /// Full name.
    pub name: String,
}

/// The people and things of a town, for reading what is typed in it.
pub struct Known<'a>(pub &'a World);

impl Names for Known<'_> {
    fn person<'a>(&self, line: &'a str) -> Result<Option<(String, &'a str)>, String> {
        Ok(beginning(self.0, line)?.map(|(one, rest)| (one.name, rest)))
    }

    fn thing<'a>(&self, line: &'a str) -> Result<Option<(&'a str, &'a str)>, String> {
        self.0.get_resource::<TownMap>().map(|map| leading_thing(map, line)).transpose()
    }
}

/// Everybody, by number.
pub fn everybody(world: &World) -> Vec<Somebody> {
    let Some(roster) = world.get_resource::<Roster>() else { return Vec::new() };
    let named = roster.0.iter().filter_map(|(&id, &entity)| {
        let name = world.get::<Persona>(entity)?.name.clone();
        Some(Somebody { id, entity, name })
    });
    named.collect()
}

/// Whoever is called so: by full name, or by a part of it that only one has. Capitals do not matter.
///
/// # Errors
/// One sentence with the nearest names.
pub fn person(world: &World, name: &str) -> Result<Somebody, String> {
    let all = everybody(world);
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    one_of(&names, name).map(|n| all[n].clone())
}

/// Which of these full names is meant, as [`person`].
///
/// # Errors
/// As [`person`].
pub fn one_of(names: &[&str], name: &str) -> Result<usize, String> {
    let name = name.trim().trim_matches(['"', '<', '>', '.', ',']).trim();
    if name.is_empty() {
        return Err("it is not said who: write a name; `where` lists everybody".into());
    }
    let wanted = name.to_lowercase();
    match called(names, &wanted, is_part).as_slice() {
        [one] => Ok(*one),
        [] => {
            let near = nearest(&wanted, names.iter().map(|one| (*one).to_owned()));
            Err(format!("there is nobody called {}{}", quoted(name), or_near(&near)))
        }
        many => {
            let names: Vec<&str> = many.iter().map(|n| names[*n]).collect();
            Err(format!("{} may be {}: write more of the name", quoted(name), names.join(" or ")))
        }
    }
}

/// Whose full name this is, in small letters; else all of whose names it is a part.
fn called(names: &[&str], small: &str, is_part: fn(&str, &str) -> bool) -> Vec<usize> {
    let all = || names.iter().map(|name| name.to_lowercase()).enumerate();
    match all().find(|(_, name)| *name == small) {
        Some((one, _)) => vec![one],
        None => all().filter(|(_, name)| is_part(name, small)).map(|(n, _)| n).collect(),
    }
}

/// Somebody's name, whole words of it that only they have, at the beginning of a line, and what follows; `None`: nobody
/// here is called like any beginning of it. The longest name counts.
///
/// # Errors
/// Several people are called so.
pub fn beginning<'a>(world: &World, line: &'a str) -> Result<Option<(Somebody, &'a str)>, String> {
    let (all, line) = (everybody(world), line.trim());
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    let ends: Vec<usize> = ends(line).take(WORDS).collect();
    for end in ends.into_iter().rev() {
        let wanted = line[..end].trim_end_matches([',', ':']).to_lowercase();
        let rest = line[end..].trim_start_matches([',', ':']).trim();
        match called(&names, &wanted, is_whole_part).as_slice() {
            [] => {}
            [one] => return Ok(Some((all[*one].clone(), rest))),
            _ => return person(world, &wanted).map(|one| Some((one, rest))),
        }
    }
    Ok(None)
}

/// The same, and no word is cut short.
fn is_whole_part(name: &str, part: &str) -> bool {
    let ends = |at: usize| name[at + part.len()..].chars().next().is_none_or(|next| matches!(next, ' ' | '-'));
    let begins = |at: usize| at == 0 || name[..at].ends_with([' ', '-']);
    !part.is_empty() && name.match_indices(part).any(|(at, _)| begins(at) && ends(at))
}

/// The words of `part` stand in a row in `name`, the last perhaps cut short.
fn is_part(name: &str, part: &str) -> bool {
    name.match_indices(part).any(|(at, _)| at == 0 || name[..at].ends_with([' ', '-']))
}

/// Somebody's name at the beginning of a line, the first perhaps cut short, and what follows it.
///
/// # Errors
/// As [`person`].
pub fn leading<'a>(world: &World, line: &'a str) -> Result<(Somebody, &'a str), String> {
    let (first, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    match beginning(world, line)? {
        Some(found) => Ok(found),
        None => person(world, first).map(|one| (one, rest.trim())),
    }
}

/// Where each word of a line ends.
fn ends(line: &str) -> impl Iterator<Item = usize> {
    let gaps = line.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
    gaps.filter(|at| !line[..*at].ends_with(char::is_whitespace)).chain([line.len()])
}

fn plain(address: &str) -> String {
    let inner = address.trim().trim_start_matches('<').trim_end_matches('>');
    inner.split(':').map(str::trim).collect::<Vec<_>>().join(": ").to_lowercase()
}

fn objects(map: &TownMap) -> impl Iterator<Item = (ObjectId, String)> {
    (0..map.objects.len()).map(|n| ObjectId(n as u16)).map(|id| (id, plain(&map.address(id))))
}

/// The objects that an address may mean: the one of that address, capitals apart; else all whose address ends so; else,
/// where the sector has no such room, all of that name in the sector.
pub fn things(map: &TownMap, address: &str) -> Vec<ObjectId> {
    let wanted = plain(address);
    if wanted.is_empty() {
        return Vec::new();
    }
    if let Some((id, _)) = objects(map).find(|(_, name)| *name == wanted) {
        return vec![id];
    }
    let fits = |head: &str, tail: &str| -> Vec<ObjectId> {
        let tail = format!(": {tail}");
        objects(map).filter(|(_, name)| name.starts_with(head) && name.ends_with(&tail)).map(|(id, _)| id).collect()
    };
    let ends = fits("", &wanted);
    match (wanted.split_once(": "), wanted.rsplit_once(": ")) {
        (Some((sector, _)), Some((_, name))) if ends.is_empty() => fits(&format!("{sector}: "), name),
        _ => ends,
    }
}

/// The object that words mean to somebody at `at` in `here`: of several that they may mean the nearest that can be got
/// at, those in the same room and the same house first.
///
/// # Errors
/// As [`thing`].
pub fn thing_near(map: &TownMap, address: &str, at: Tile, here: ArenaId) -> Result<ObjectId, String> {
    let far = |id: &ObjectId| {
        let object = map.object(*id);
        let house = map.arena(object.arena).sector != map.arena(here).sector;
        let steps = object.cells.iter().map(|cell| cell.steps(at)).min();
        (map.spots_of(*id).next().is_none(), object.arena != here, house, steps, *id)
    };
    things(map, address).into_iter().min_by_key(far).map_or_else(|| thing(map, address), Ok)
}

/// A thing at the beginning of a line, and what follows it: up to the sign that closes its address, else the longest
/// beginning that means something.
///
/// # Errors
/// No beginning does; with the nearest addresses.
pub fn leading_thing<'a>(map: &TownMap, line: &'a str) -> Result<(&'a str, &'a str), String> {
    let line = line.trim();
    if let Some((address, rest)) = line.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        return Ok((address, rest.trim()));
    }
    let line = line.trim_start_matches('<');
    let line = line.strip_prefix("the ").unwrap_or(line);
    let ends: Vec<usize> = ends(line).take(ADDRESS_WORDS).collect();
    let means = |end: &&usize| !things(map, line[..**end].trim_end_matches([',', '>'])).is_empty();
    match ends.iter().rev().find(means) {
        Some(&end) => Ok((line[..end].trim_end_matches([',', '>']), line[end..].trim())),
        None => thing(map, line).map(|_| (line, "")),
    }
}

/// What is said of an object to who wrote something else than its address: ` (<Sector: room: object>)`.
pub fn meant(map: &TownMap, id: ObjectId, written: &str) -> String {
    let address = map.address(id);
    if plain(&address) == plain(written) { String::new() } else { format!(" ({address})") }
}

/// The object of an address; or of the end of one that only one object has, such as `kitchen: stove`.
///
/// # Errors
/// One sentence with the nearest addresses.
pub fn thing(map: &TownMap, address: &str) -> Result<ObjectId, String> {
    let shown = format!("<{}>", short_line(address.trim().trim_matches(['<', '>']), 60));
    let list = |ids: &[ObjectId]| ids.iter().take(NEAREST).map(|id| map.address(*id)).collect::<Vec<_>>().join(", ");
    match things(map, address).as_slice() {
        [one] => Ok(*one),
        [] => {
            let wanted = plain(address);
            let near = closest(objects(map).map(|(id, name)| (apart(&name, &wanted), id)));
            let near = if near.is_empty() { String::new() } else { format!("; the nearest are {}", list(&near)) };
            Err(format!("there is no object {shown}{near}"))
        }
        many => Err(format!("there are {} of {shown}: which one? For example {}", many.len(), list(many))),
    }
}

/// The room of a name: `sector: room`, a sector (its first room that is nobody's own), or a room's name that only one
/// has.
///
/// # Errors
/// One sentence with the nearest places.
pub fn place(map: &TownMap, name: &str) -> Result<ArenaId, String> {
    let wanted = plain(name);
    let all = || (0..map.arenas.len()).map(|n| ArenaId(n as u16));
    if wanted.is_empty() {
        return Err("it is not said where".into());
    }
    if let Some(id) = place_named(map, name, all()) {
        return Ok(id);
    }
    let mut same = all().filter(|id| map.arena(*id).name.to_lowercase() == wanted);
    if let (Some(id), None) = (same.next(), same.next()) {
        return Ok(id);
    }
    let sectors = map.sectors.iter().map(|sector| sector.name.clone());
    let near = nearest(&wanted, sectors.chain(all().map(|id| map.arena_name(id))));
    Err(format!("there is no place called {}{}", quoted(name), or_near(&near)))
}

/// Of these rooms the one of that full name; else of the sector of that name the first that is nobody's own, in which
/// one receives, else the first.
pub fn place_named(map: &TownMap, name: &str, among: impl Iterator<Item = ArenaId> + Clone) -> Option<ArenaId> {
    let wanted = plain(name);
    let sector = |id: &ArenaId| map.arena(*id).sector.is_some_and(|of| map.sector(of).name.to_lowercase() == wanted);
    let mut rooms = among.clone().filter(sector);
    let whole = among.clone().find(|id| !wanted.is_empty() && plain(&map.arena_name(*id)) == wanted);
    whole.or_else(|| rooms.clone().find(|id| map.arena(*id).owners.is_empty())).or_else(|| rooms.next())
}

/// The names written most like a text, in whole or in one of their words, nearest first.
pub fn nearest(wanted: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    let wanted = wanted.to_lowercase();
    closest(names.map(|name| {
        let small = name.to_lowercase();
        let words = small.split([' ', ':']).chain([small.as_str()]);
        (words.map(|word| apart(word, &wanted)).min().unwrap_or(usize::MAX), name)
    }))
}

/// Those that are least apart, nearest first, each once.
fn closest<T: Ord>(all: impl Iterator<Item = (usize, T)>) -> Vec<T> {
    let all: std::collections::BTreeSet<(usize, T)> = all.collect();
    all.into_iter().take(NEAREST).map(|(_, one)| one).collect()
}

/// `; the nearest are A, B, C`.
pub fn or_near(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; the nearest are {}", near.join(", ")) }
}

/// How many letters must be put in, taken out or changed to make one text of the other.
pub fn apart(one: &str, other: &str) -> usize {
    let start = |text: &str| text.chars().take(COMPARED).collect::<String>();
    strsim::levenshtein(&start(one), &start(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_apart() {
        assert_eq!((apart("stove", "stove"), apart("stove", "stvoe"), apart("", "ab")), (0, 2, 2));
        let near = nearest("shedule", ["time", "schedule", "tile"].map(String::from).into_iter());
        assert_eq!(near[0], "schedule");
    }

    #[test]
    fn a_part_of_a_name_begins_at_a_word() {
        assert!(is_part("ann lee brown", "lee") && is_part("ann lee", "ann l") && !is_part("ann lee", "nn"));
        assert!(is_whole_part("ann-lee brown", "lee brown") && !is_whole_part("ann lee", "ann l"));
        assert_eq!(ends("a  bc d").collect::<Vec<_>>(), [1, 5, 7]);
    }
}
