//! From what somebody wrote to whom or what they mean; where nothing fits, the nearest that does.

use bevy::prelude::*;

pub use crate::command::{quoted, short};
use crate::{
    agent::persona::Persona,
    clock::{AgentId, Roster},
    command::Names,
    world::{ArenaId, ObjectId, Tile, TownMap},
};

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
    let name = name.trim().trim_matches(['"', '<', '>', '.', ',']).trim();
    if name.is_empty() {
        return Err("it is not said who: write a name, such as those that `where` lists".into());
    }
    let (all, wanted) = (everybody(world), name.to_lowercase());
    if let Some(one) = all.iter().find(|one| one.name.to_lowercase() == wanted) {
        return Ok(one.clone());
    }
    let called: Vec<&Somebody> = all.iter().filter(|one| is_part(&one.name.to_lowercase(), &wanted)).collect();
    match called.as_slice() {
        [one] => Ok((*one).clone()),
        [] => {
            let near = nearest(&wanted, all.iter().map(|one| one.name.clone()));
            Err(format!("there is nobody called {}{}", quoted(name), or_near(&near)))
        }
        many => {
            let names: Vec<&str> = many.iter().map(|one| one.name.as_str()).collect();
            Err(format!("{} may be {}: write more of the name", quoted(name), names.join(" or ")))
        }
    }
}

/// Somebody's name, whole words of it that only they have, at the beginning of a line, and what follows; `None`: nobody
/// here is called like any beginning of it. The longest name counts.
///
/// # Errors
/// Several people are called so.
pub fn beginning<'a>(world: &World, line: &'a str) -> Result<Option<(Somebody, &'a str)>, String> {
    let line = line.trim();
    let (all, ends) = (everybody(world), ends(line).take(WORDS).collect::<Vec<_>>());
    for &end in ends.iter().rev() {
        let wanted = line[..end].trim_end_matches([',', ':']).to_lowercase();
        let called: Vec<&Somebody> =
            all.iter().filter(|one| is_whole_part(&one.name.to_lowercase(), &wanted)).collect();
        let exact = called.iter().find(|one| one.name.to_lowercase() == wanted);
        let rest = line[end..].trim_start_matches([',', ':']).trim();
        match (exact, called.as_slice()) {
            (Some(one), _) => return Ok(Some(((*one).clone(), rest))),
            (None, [one]) => return Ok(Some(((*one).clone(), rest))),
            (None, []) => {}
            (None, _) => return person(world, &wanted).map(|one| Some((one, rest))),
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

/// Somebody's name at the beginning of a line, and what follows it.
///
/// # Errors
/// As [`person`].
pub fn leading<'a>(world: &World, line: &'a str) -> Result<(Somebody, &'a str), String> {
    let line = line.trim();
    let ends: Vec<usize> = ends(line).take(WORDS).collect();
    // The longest that is a name, else the longest that can only be one person's.
    let all = everybody(world);
    for &end in ends.iter().rev() {
        let wanted = line[..end].trim_end_matches([',', ':']).to_lowercase();
        if let Some(one) = all.iter().find(|one| one.name.to_lowercase() == wanted) {
            return Ok((one.clone(), line[end..].trim_start_matches([',', ':']).trim()));
        }
    }
    for &end in ends.iter().rev() {
        let wanted = line[..end].trim_end_matches([',', ':']).to_lowercase();
        let mut called = all.iter().filter(|one| is_part(&one.name.to_lowercase(), &wanted));
        if let (Some(one), None) = (called.next(), called.next()) {
            return Ok((one.clone(), line[end..].trim_start_matches([',', ':']).trim()));
        }
    }
    person(world, &line[..ends.get(1).or(ends.first()).copied().unwrap_or(0)]).map(|one| (one, ""))
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
    let tail = format!(": {wanted}");
    let ends: Vec<ObjectId> = objects(map).filter(|(_, name)| name.ends_with(&tail)).map(|(id, _)| id).collect();
    let (Some((sector, _)), Some((_, name))) = (wanted.split_once(": "), wanted.rsplit_once(": ")) else { return ends };
    if !ends.is_empty() {
        return ends;
    }
    let (head, tail) = (format!("{sector}: "), format!(": {name}"));
    let fits = |address: &str| address.starts_with(&head) && address.ends_with(&tail);
    objects(map).filter(|(_, address)| fits(address)).map(|(id, _)| id).collect()
}

/// The object that words mean to somebody at `at` in `here`: of several that they may mean the nearest that can be got at,
/// those in the same room and the same house first.
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
    let shown = quoted_address(address);
    let list = |ids: &mut dyn Iterator<Item = ObjectId>| {
        ids.take(NEAREST).map(|id| map.address(id)).collect::<Vec<_>>().join(", ")
    };
    match things(map, address).as_slice() {
        [one] => Ok(*one),
        [] => {
            let near = top(&plain(address), objects(map));
            match near.is_empty() {
                true => Err(format!("there is no object {shown}")),
                false => {
                    let near = list(&mut near.into_iter());
                    Err(format!("there is no object {shown}; the nearest are {near}"))
                }
            }
        }
        many => {
            let some = list(&mut many.iter().copied());
            Err(format!("there are {} of {shown}: which one? For example {some}", many.len()))
        }
    }
}

/// The room of a name: `sector: room`, a sector (its first room that is nobody's own), or a room's name that only one has.
///
/// # Errors
/// One sentence with the nearest places.
pub fn place(map: &TownMap, name: &str) -> Result<ArenaId, String> {
    let wanted = plain(name);
    let all = || (0..map.arenas.len()).map(|n| ArenaId(n as u16));
    if wanted.is_empty() {
        return Err("it is not said where".into());
    }
    if let Some(id) = all().find(|id| plain(&map.arena_name(*id)) == wanted) {
        return Ok(id);
    }
    let sector = |id: &ArenaId| map.arena(*id).sector.is_some_and(|of| map.sector(of).name.to_lowercase() == wanted);
    let rooms = || all().filter(&sector);
    if let Some(id) = rooms().find(|id| map.arena(*id).owners.is_empty()).or_else(|| rooms().next()) {
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

/// The names written most like a text, nearest first.
pub fn nearest(wanted: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    let wanted = wanted.to_lowercase();
    let mut all: Vec<String> = names.collect();
    all.sort_unstable();
    all.dedup();
    let parts = |name: &String| {
        let small = name.to_lowercase();
        let words: Vec<(String, String)> =
            small.split([' ', ':']).map(|word| (name.clone(), word.to_string())).collect();
        words.into_iter().chain([(name.clone(), small)])
    };
    let mut near = Vec::new();
    for name in top_of(NEAREST * 4, &wanted, all.iter().flat_map(parts)) {
        if !near.contains(&name) {
            near.push(name);
        }
    }
    near.truncate(NEAREST);
    near
}

/// What belongs to the names written most like a text, nearest first.
fn top<T: Ord + Clone>(wanted: &str, names: impl Iterator<Item = (T, String)>) -> Vec<T> {
    top_of(NEAREST, wanted, names)
}

fn top_of<T: Ord + Clone>(most: usize, wanted: &str, names: impl Iterator<Item = (T, String)>) -> Vec<T> {
    let length = wanted.chars().take(COMPARED).count();
    let mut best: Vec<(usize, T)> = Vec::new();
    for (what, name) in names {
        // Names of quite another length are farther than what is there already.
        let least = name.chars().take(COMPARED).count().abs_diff(length);
        if best.len() >= most && best.last().is_some_and(|(far, _)| least > *far) {
            continue;
        }
        best.push((apart(&name, wanted), what));
        best.sort_unstable();
        best.truncate(most);
    }
    best.into_iter().map(|(_, what)| what).collect()
}

/// `; the nearest are A, B, C`.
pub fn or_near(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; the nearest are {}", near.join(", ")) }
}

fn quoted_address(text: &str) -> String {
    format!("<{}>", short(text.trim().trim_matches(['<', '>']), 60))
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
