//! A town's state as rows, both ways: parts that changed, new memories, and what changed about old ones.

use std::collections::BTreeMap;

use bevy::prelude::{Entity, World};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{
    known::Bodies,
    marks::insert,
    pieces::{Packer, Unpacker},
    record::{Body, Change, Pending, Rated},
    rows::{signed, unsigned},
    seen,
};
use crate::{
    agent::state::{Owner, Part, Parts, Standing, for_each_part, is_note, upgraded},
    clock::{AgentId, Roster},
    memory::{Memory, MemoryKind, MemoryStream},
    world::ObjectId,
};

/// Writes what has come about, but for parts that are as the file has them; gives those that are not.
pub(super) fn write(
    connection: &Connection,
    pending: &Pending,
    known: &Bodies,
    packer: &mut Packer,
) -> rusqlite::Result<Bodies> {
    for tick in &pending.snapshots {
        connection.prepare_cached(&insert("snapshots", "tick"))?.execute([signed(*tick)?])?;
    }
    let mut put = connection.prepare_cached(&insert("parts", "owner, number, part, tick, version, body"))?;
    let (mut new, mut words) = (Bodies::default(), Vec::new());
    for Change { tick, owner, name, value } in &pending.changes {
        let json = match value {
            Some((_, Body::At(place))) => &pending.json[place.clone()],
            Some((_, Body::Later(write))) => {
                words.clear();
                write(&mut words);
                &words[..]
            }
            None => &[],
        };
        let hash = value.is_some().then(|| blake3::hash(json));
        if new.get(*owner, name).or_else(|| known.get(*owner, name)) == Some(hash) {
            continue;
        }
        new.set(*owner, name, hash);
        let version = value.as_ref().map(|(version, _)| version);
        if version.is_some() {
            seen::write_part(connection, *tick, *owner, name, json)?;
        }
        let body = packer.pack(std::str::from_utf8(json).unwrap_or_default());
        let (owner, number) = as_row(*owner);
        put.execute(params![owner, number, name, signed(*tick)?, version, body])?;
    }
    let columns =
        "agent, place, saved, tick, kind, text, importance, accessed, source, partner, secret, fixed, evidence";
    let mut put = connection.prepare_cached(&insert("memories", columns))?;
    for (saved, AgentId(agent), place, memory) in &pending.memories {
        let (saved, created, accessed) = (signed(*saved)?, signed(memory.created)?, signed(memory.accessed)?);
        let evidence = format!("{:?}", memory.evidence);
        put.execute(params![
            agent,
            place,
            saved,
            created,
            memory.kind.name(),
            memory.text,
            memory.importance,
            accessed,
            memory.source,
            memory.with,
            memory.secret,
            memory.importance_fixed,
            evidence
        ])?;
    }
    let columns = "tick, agent, place, accessed, importance, fixed";
    let mut put = connection.prepare_cached(&insert("memory_changes", columns))?;
    for (tick, AgentId(agent), place, Rated { accessed, importance, fixed }) in &pending.ratings {
        put.execute(params![signed(*tick)?, agent, place, signed(*accessed)?, importance, fixed])?;
    }
    Ok(new)
}

/// The ticks of all snapshots, in order.
pub(super) fn ticks(connection: &Connection) -> rusqlite::Result<Vec<u64>> {
    let mut ticks = connection.prepare("SELECT tick FROM snapshots ORDER BY tick")?;
    ticks.query_map([], |row| unsigned(row, 0))?.collect()
}

/// Takes out every state after the tick `last`.
pub(super) fn forget_after(connection: &Connection, last: u64) -> rusqlite::Result<()> {
    let last = signed(last)?;
    for table in ["snapshots", "parts", "memory_changes"] {
        connection.execute(&format!("DELETE FROM main.{table} WHERE tick > ?1"), [last])?;
    }
    connection.execute("DELETE FROM main.memories WHERE saved > ?1", [last])?;
    Ok(())
}

/// The state of a town as it was saved.
#[derive(Clone, Debug, Default)]
pub struct SavedState {
    /// The tick at which it stood so.
    pub tick: u64,
    /// All but memories.
    pub parts: Vec<Part>,
    /// What everybody remembered, also who was not in town.
    pub memories: BTreeMap<AgentId, Vec<Memory>>,
}

impl SavedState {
    /// The first part of a town at the same tick that is not as it was saved: whose, and which. Commands that are set
    /// down for later do not count.
    pub fn difference(&self, world: &World) -> Option<(Owner, String)> {
        let mut saved: BTreeMap<(Owner, &str), &[u8]> =
            self.parts.iter().map(|part| ((part.owner, part.name.as_str()), part.body.as_slice())).collect();
        let (mut found, mut body) = (None, Vec::new());
        for_each_part(world, Parts::All, None, |Standing { owner, name, hashed, value, .. }| {
            body.clear();
            value.into_iter().for_each(|value| value.write(&mut body));
            let is_same = saved.remove(&(owner, name)) == Some(&*body);
            if hashed && !is_same && found.is_none() {
                found = Some((owner, name.to_owned()));
            }
        });
        // What those who looked on have noted is no part of the town.
        let left = || {
            saved
                .keys()
                .find(|(owner, name)| *owner != Owner::Town || !is_note(name))
                .map(|(owner, name)| (*owner, (*name).to_owned()))
        };
        found.or_else(left).or_else(|| {
            let stream = |entity: Entity| world.get::<MemoryStream>(entity).map_or(&[][..], MemoryStream::all);
            let is_other =
                |id: &AgentId, entity: Entity| self.memories.get(id).map_or(&[][..], Vec::as_slice) != stream(entity);
            let mut people = world.resource::<Roster>().0.iter();
            people.find(|(id, entity)| is_other(id, **entity)).map(|(id, _)| (Owner::Agent(*id), "memories".to_owned()))
        })
    }
}

/// The most memory that a state may take, in bytes.
const MAX: u64 = 2_000_000_000;

/// The tick of the newest snapshot at or before a tick.
pub(super) fn newest_snapshot(connection: &Connection, at: u64) -> rusqlite::Result<Option<u64>> {
    let newest = "SELECT max(tick) FROM snapshots WHERE tick <= ?1";
    let tick = connection.query_row(newest, [signed(at)?], |row| row.get::<_, Option<i64>>(0))?;
    Ok(tick.map(i64::unsigned_abs))
}

/// How the town stood at a tick, as far as it was recorded: what can be seen as it was then, the rest as of the snapshot
/// before. The inner error says what makes no sense.
pub(super) fn read(connection: &Connection, at: u64) -> rusqlite::Result<Result<SavedState, String>> {
    let memory = "SELECT total(400 + octet_length(text) + octet_length(evidence) + ifnull(octet_length(source), 0) \
                  + ifnull(octet_length(partner), 0)) FROM main.memories";
    if connection.query_row(memory, [], |row| row.get::<_, f64>(0))? > MAX as f64 {
        return Ok(Err("it holds more memories than fit into memory".into()));
    }
    let parts = match read_parts(connection, signed(at)?)? {
        Ok(parts) => parts,
        Err(why) => return Ok(Err(why)),
    };
    let memories = read_memories(connection, signed(at)?)?;
    Ok(memories.map(|memories| SavedState { tick: at, parts, memories }))
}

fn read_parts(connection: &Connection, tick: i64) -> rusqlite::Result<Result<Vec<Part>, String>> {
    let mut newest = connection.prepare(NEWEST)?;
    let mut next = connection.prepare(
        "SELECT owner, number, part FROM main.parts WHERE (owner, number, part) > (?1, ?2, ?3) \
         ORDER BY owner, number, part LIMIT 1",
    )?;
    let (mut parts, mut unpacker) = (Vec::new(), Unpacker::new(connection, MAX));
    // From one part to the next along the index: there are many more rows than parts.
    let mut key = (String::new(), 0_u32, String::new());
    while let Some(found) =
        next.query_row(params![key.0, key.1, key.2], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?
    {
        key = found;
        let row = newest.query_row(params![key.0, key.1, key.2, tick], |row| Ok((row.get(0)?, row.get(1)?)));
        let Some((Some(version), body)) = row.optional()? else { continue };
        let part = match part((&key.0, key.1, &key.2), version, body, &mut unpacker)? {
            Ok(part) => part,
            Err(why) => return Ok(Err(why)),
        };
        parts.push(part);
    }
    parts.sort_by_key(|part| part.owner);
    Ok(Ok(parts))
}

/// A part that is another one from here on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartChange {
    /// This.
    Is(Part),
    /// There is none any more.
    Gone(Owner, String),
}

/// What changed after one tick up to another, in the order of ticks. The inner error says what makes no sense.
pub(super) fn changes(
    connection: &Connection,
    (from, until): (u64, u64),
) -> rusqlite::Result<Result<Vec<(u64, PartChange)>, String>> {
    let mut all = connection.prepare_cached(
        "SELECT owner, number, part, version, body, tick FROM parts WHERE tick > ?1 AND tick <= ?2 ORDER BY tick",
    )?;
    let (mut changes, mut unpacker) = (Vec::new(), Unpacker::new(connection, MAX));
    let mut rows = all.query([signed(from)?, signed(until)?])?;
    while let Some(row) = rows.next()? {
        let (owner, number, name): (String, u32, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let change = match row.get::<_, Option<u32>>(3)? {
            Some(version) => {
                let of = (owner.as_str(), number, name.as_str());
                part(of, version, row.get(4)?, &mut unpacker)?.map(PartChange::Is)
            }
            None => owner_of(&owner, number).map(|owner| PartChange::Gone(owner, name)),
        };
        match change {
            Ok(change) => changes.push((unsigned(row, 5)?, change)),
            Err(why) => return Ok(Err(why)),
        }
    }
    Ok(Ok(changes))
}

/// What is otherwise at one tick than at another, of parts that can be seen: as it is at the first.
pub(super) fn between(
    connection: &Connection,
    at: u64,
    other: u64,
) -> rusqlite::Result<Result<Vec<PartChange>, String>> {
    let mut touched = connection
        .prepare_cached("SELECT DISTINCT owner, number, part FROM main.parts WHERE tick > ?1 AND tick <= ?2")?;
    let mut newest = connection.prepare_cached(NEWEST)?;
    let (mut changes, mut unpacker) = (Vec::new(), Unpacker::new(connection, MAX));
    let mut rows = touched.query([signed(at.min(other))?, signed(at.max(other))?])?;
    while let Some(row) = rows.next()? {
        let (owner, number, name): (String, u32, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let found = newest.query_row(params![owner, number, name, signed(at)?], |row| Ok((row.get(0)?, row.get(1)?)));
        let change = match found.optional()? {
            Some((Some(version), body)) => {
                part((&owner, number, &name), version, body, &mut unpacker)?.map(PartChange::Is)
            }
            _ => owner_of(&owner, number).map(|owner| PartChange::Gone(owner, name)),
        };
        match change {
            Ok(change) => changes.push(change),
            Err(why) => return Ok(Err(why)),
        }
    }
    Ok(Ok(changes))
}

const NEWEST: &str = "SELECT version, body FROM parts WHERE owner = ?1 AND number = ?2 AND part = ?3 AND tick <= ?4 \
                      ORDER BY tick DESC LIMIT 1";

fn owner_of(owner: &str, number: u32) -> Result<Owner, String> {
    match (owner, u16::try_from(number)) {
        ("town", _) => Ok(Owner::Town),
        ("object", Ok(number)) => Ok(Owner::Object(ObjectId(number))),
        ("agent", _) => Ok(Owner::Agent(AgentId(number))),
        _ => Err(format!("it holds a part of {owner:?} {number}, and there is no such thing")),
    }
}

/// A part from its row; the inner error says what makes no sense.
fn part(
    (owner, number, name): (&str, u32, &str),
    version: u32,
    packed: Vec<u8>,
    unpacker: &mut Unpacker,
) -> rusqlite::Result<Result<Part, String>> {
    let owner = match owner_of(owner, number) {
        Ok(owner) => owner,
        Err(why) => return Ok(Err(why)),
    };
    let whole = unpacker.unpack(packed)?;
    let Some(body) = whole else {
        return Ok(Err(format!("{} is missing or cannot be unpacked", owner.part(name, None))));
    };
    Ok(Ok(upgraded(Part { owner, name: name.to_owned(), version, body })))
}

fn read_memories(
    connection: &Connection,
    tick: i64,
) -> rusqlite::Result<Result<BTreeMap<AgentId, Vec<Memory>>, String>> {
    let mut memories: BTreeMap<AgentId, Vec<Memory>> = BTreeMap::new();
    let sql = format!("{MEMORIES} WHERE saved <= ?1 OR tick < ?1 AND saved > 0 ORDER BY agent, place");
    let mut stored = connection.prepare(&sql)?;
    let mut rows = stored.query([tick])?;
    while let Some(row) = rows.next()? {
        let (agent, place): (u32, u32) = (row.get(0)?, row.get(1)?);
        let stream = memories.entry(AgentId(agent)).or_default();
        match memory(row)? {
            Some(memory) if stream.len() == place as usize => stream.push(memory),
            _ => return Ok(Err(format!("memory {place} of person {agent} makes no sense where it stands"))),
        }
    }
    let mut changes = connection.prepare(
        "SELECT agent, place, accessed, importance, fixed FROM memory_changes WHERE tick <= ?1 \
         ORDER BY tick, agent, place",
    )?;
    let mut rows = changes.query([tick])?;
    while let Some(row) = rows.next()? {
        let (agent, place): (u32, u32) = (row.get(0)?, row.get(1)?);
        let Some(memory) = memories.get_mut(&AgentId(agent)).and_then(|stream| stream.get_mut(place as usize)) else {
            return Ok(Err(format!("memory {place} of person {agent} changed, and there is none")));
        };
        memory.accessed = unsigned(row, 2)?;
        memory.importance = row.get::<_, u8>(3)?.clamp(1, 10);
        memory.importance_fixed = row.get(4)?;
    }
    Ok(Ok(memories))
}

const MEMORIES: &str = "SELECT agent, place, tick, kind, text, importance, accessed, source, partner, secret, fixed, evidence FROM memories";

/// When somebody concluded something, and who.
pub(super) fn reflections(connection: &Connection) -> rusqlite::Result<Vec<(u64, AgentId)>> {
    let sql = "SELECT tick, agent FROM memories WHERE kind = ?1 AND tick > 0 ORDER BY tick, agent";
    let mut all = connection.prepare(sql)?;
    let rows = all.query_map([MemoryKind::Reflection.name()], |row| Ok((unsigned(row, 0)?, AgentId(row.get(1)?))))?;
    rows.collect()
}

/// Memories of these ticks, oldest first. The inner error says which makes no sense.
pub(super) fn new_memories(
    connection: &Connection,
    (from, until): (u64, u64),
) -> rusqlite::Result<Result<Vec<(AgentId, u32, Memory)>, String>> {
    let sql = format!("{MEMORIES} WHERE tick >= ?1 AND tick < ?2 ORDER BY tick, agent, place");
    let mut all = connection.prepare_cached(&sql)?;
    let mut rows = all.query([signed(from)?, signed(until)?])?;
    let mut memories = Vec::new();
    while let Some(row) = rows.next()? {
        let (agent, place): (u32, u32) = (row.get(0)?, row.get(1)?);
        let Some(memory) = memory(row)? else {
            return Ok(Err(format!("memory {place} of person {agent} makes no sense")));
        };
        memories.push((AgentId(agent), place, memory));
    }
    Ok(Ok(memories))
}

/// `None`: it makes no sense.
fn memory(row: &Row<'_>) -> rusqlite::Result<Option<Memory>> {
    let (kind, evidence): (String, String) = (row.get(3)?, row.get(11)?);
    let kind = MemoryKind::ALL.into_iter().find(|one| one.name() == kind);
    let Some((kind, evidence)) = kind.zip(serde_json::from_str(&evidence).ok()) else { return Ok(None) };
    Ok(Some(Memory {
        kind,
        text: row.get(4)?,
        created: unsigned(row, 2)?,
        accessed: unsigned(row, 6)?,
        importance: row.get::<_, u8>(5)?.clamp(1, 10),
        source: row.get(7)?,
        with: row.get(8)?,
        secret: row.get(9)?,
        importance_fixed: row.get(10)?,
        evidence,
    }))
}

fn as_row(owner: Owner) -> (&'static str, u32) {
    match owner {
        Owner::Town => ("town", 0),
        Owner::Object(ObjectId(n)) => ("object", n.into()),
        Owner::Agent(AgentId(n)) => ("agent", n),
    }
}
