//! A town's state as rows: the parts that changed since the snapshot before, new memories, and what changed about old
//! ones.

use std::{
    collections::BTreeMap,
    io::{Read, Write},
};

use bevy::{
    ecs::change_detection::Tick as ChangeTick,
    prelude::{Entity, World},
};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::rows::{signed, unsigned};
use crate::{
    agent::state::{Owner, Part, Standing, for_each_part},
    clock::{AgentId, Now, Roster},
    data::Files,
    memory::{Memory, MemoryKind, MemoryStream},
    world::ObjectId,
};

/// What of a memory can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rated {
    accessed: u64,
    importance: u8,
    fixed: bool,
}

impl Rated {
    fn of(memory: &Memory) -> Self {
        Self { accessed: memory.accessed, importance: memory.importance, fixed: memory.importance_fixed }
    }
}

/// What the newest snapshot of a file holds, so that the next one writes only what is different.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    /// The tick of that snapshot; `None`: there is none.
    pub(super) tick: Option<u64>,
    /// A hash of each part's body.
    parts: BTreeMap<Owner, BTreeMap<String, blake3::Hash>>,
    memories: BTreeMap<AgentId, Vec<Rated>>,
    /// The world's change tick at that snapshot; `None`: it was taken by another run.
    at: Option<ChangeTick>,
}

/// The state of a town at one tick, as far as it differs from the snapshot before.
#[derive(Debug)]
pub struct Snapshot {
    tick: u64,
    changed: Vec<Part>,
    gone: Vec<(Owner, String)>,
    new: Vec<(AgentId, u32, Memory)>,
    touched: Vec<(AgentId, u32, Rated)>,
    /// What is held once this is written.
    after: Held,
}

impl Held {
    /// What a restored state says is in the file.
    pub(super) fn of(state: &SavedState) -> Self {
        let mut parts: BTreeMap<Owner, BTreeMap<String, blake3::Hash>> = BTreeMap::new();
        for Part { owner, name, body, .. } in &state.parts {
            parts.entry(*owner).or_default().insert(name.clone(), blake3::hash(body));
        }
        let standing = |stream: &Vec<Memory>| stream.iter().map(Rated::of).collect();
        let memories = state.memories.iter().map(|(id, stream)| (*id, standing(stream)));
        Self { tick: Some(state.tick), parts, memories: memories.collect(), at: None }
    }

    /// The town as it stands, as far as it is not held.
    pub(super) fn snapshot(&self, world: &mut World) -> Snapshot {
        let (mut changed, mut new, mut touched, mut after) = (Vec::new(), Vec::new(), Vec::new(), self.clone());
        let mut missing = std::mem::take(&mut after.parts);
        for_each_part(world, self.at, |Standing { owner, name, version, body, .. }| {
            let before = missing.get_mut(&owner).and_then(|held| held.remove_entry(name));
            let (name, before) = before.map_or_else(|| (name.to_owned(), None), |(name, hash)| (name, Some(hash)));
            let hash = match (body, before) {
                (None, Some(before)) => before,
                (body, before) => {
                    let body = body.unwrap_or_default();
                    let hash = blake3::hash(body);
                    if before != Some(hash) {
                        changed.push(Part { owner, name: name.clone(), version, body: body.to_vec() });
                    }
                    hash
                }
            };
            after.parts.entry(owner).or_default().insert(name, hash);
        });
        // What is changed from here on is newer.
        after.at = Some(world.increment_change_tick());
        after.tick = Some(world.resource::<Now>().0);
        let gone = missing.into_iter().flat_map(|(owner, held)| held.into_keys().map(move |name| (owner, name)));
        let gone = gone.collect();
        for (id, entity) in &world.resource::<Roster>().0 {
            let Some(stream) = world.get::<MemoryStream>(*entity) else { continue };
            let held = after.memories.entry(*id).or_default();
            for (place, memory) in (0_u32..).zip(stream.all()) {
                let rated = Rated::of(memory);
                match held.get_mut(place as usize) {
                    None => {
                        held.push(rated);
                        new.push((*id, place, memory.clone()));
                    }
                    Some(before) if *before != rated => {
                        *before = rated;
                        touched.push((*id, place, rated));
                    }
                    Some(_) => {}
                }
            }
        }
        Snapshot { tick: world.resource::<Now>().0, changed, gone, new, touched, after }
    }
}

impl Snapshot {
    /// All of a town.
    pub fn whole(world: &mut World) -> Self {
        Held::default().snapshot(world)
    }

    /// The tick at which the town stood so.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Writes it; gives what is held then.
    pub(super) fn write(self, connection: &Connection) -> rusqlite::Result<Held> {
        let tick = signed(self.tick)?;
        connection.prepare_cached("INSERT INTO snapshots (tick) VALUES (?1)")?.execute([tick])?;
        let mut put_body = connection.prepare_cached("INSERT INTO bodies (body) VALUES (?1)")?;
        let mut put = connection.prepare_cached(
            "INSERT INTO parts (owner, number, part, tick, version, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        for part in &self.changed {
            put_body.execute([compressed(&part.body)])?;
            let (owner, number) = as_row(part.owner);
            put.execute(params![owner, number, part.name, tick, part.version, connection.last_insert_rowid()])?;
        }
        for (owner, name) in &self.gone {
            let (owner, number) = as_row(*owner);
            put.execute(params![owner, number, name, tick, None::<u32>, 0])?;
        }
        let mut put = connection.prepare_cached(
            "INSERT INTO memories (agent, place, saved, tick, kind, text, importance, accessed, source, partner, secret, \
             fixed, evidence) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )?;
        for (AgentId(agent), place, memory) in &self.new {
            let (created, accessed) = (signed(memory.created)?, signed(memory.accessed)?);
            let evidence = format!("{:?}", memory.evidence);
            put.execute(params![
                agent,
                place,
                tick,
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
        let mut put = connection.prepare_cached(
            "INSERT INTO memory_changes (tick, agent, place, accessed, importance, fixed) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        for (AgentId(agent), place, Rated { accessed, importance, fixed }) in &self.touched {
            put.execute(params![tick, agent, place, signed(*accessed)?, importance, fixed])?;
        }
        Ok(self.after)
    }
}

/// The files that the town began with. The inner error says what makes no sense.
pub(super) fn files(connection: &Connection) -> rusqlite::Result<Result<Files, String>> {
    let (mut files, mut left) = (Files::new(), MAX);
    let mut all = connection.prepare("SELECT path, body FROM files")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let (path, packed): (String, Vec<u8>) = (row.get(0)?, row.get(1)?);
        let Some(body) = decompressed(&packed, left) else { return Ok(Err(format!("{path:?} cannot be unpacked"))) };
        left -= body.len() as u64;
        files.insert(path, body);
    }
    Ok(Ok(files))
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
        connection.execute(&format!("DELETE FROM {table} WHERE tick > ?1"), [last])?;
    }
    connection.execute("DELETE FROM memories WHERE saved > ?1", [last])?;
    connection.execute("DELETE FROM bodies WHERE id NOT IN (SELECT body FROM parts)", [])?;
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
        let mut found = None;
        for_each_part(world, None, |Standing { owner, name, hashed, body, .. }| {
            let is_same = saved.remove(&(owner, name)) == body;
            if hashed && !is_same && found.is_none() {
                found = Some((owner, name.to_owned()));
            }
        });
        let left = || saved.keys().next().map(|(owner, name)| (*owner, (*name).to_owned()));
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

/// The newest state at or before a tick; `None`: there is none. The inner error says what makes no sense.
pub(super) fn read(connection: &Connection, at: u64) -> rusqlite::Result<Result<Option<SavedState>, String>> {
    let newest = "SELECT max(tick) FROM snapshots WHERE tick <= ?1";
    let Some(tick) = connection.query_row(newest, [signed(at)?], |row| row.get::<_, Option<i64>>(0))? else {
        return Ok(Ok(None));
    };
    let memory = "SELECT total(400 + octet_length(text) + octet_length(evidence) + ifnull(octet_length(source), 0) \
                  + ifnull(octet_length(partner), 0)) FROM memories";
    if connection.query_row(memory, [], |row| row.get::<_, f64>(0))? > MAX as f64 {
        return Ok(Err("it holds more memories than fit into memory".into()));
    }
    let parts = match read_parts(connection, tick)? {
        Ok(parts) => parts,
        Err(why) => return Ok(Err(why)),
    };
    let memories = read_memories(connection, tick)?;
    Ok(memories.map(|memories| Some(SavedState { tick: tick.unsigned_abs(), parts, memories })))
}

fn read_parts(connection: &Connection, tick: i64) -> rusqlite::Result<Result<Vec<Part>, String>> {
    let mut newest = connection.prepare(
        "SELECT owner, number, part, version, body, max(tick) FROM parts WHERE tick <= ?1 GROUP BY owner, number, part",
    )?;
    let mut body = connection.prepare("SELECT body FROM bodies WHERE id = ?1")?;
    let (mut parts, mut left) = (Vec::new(), MAX);
    let mut rows = newest.query([tick])?;
    while let Some(row) = rows.next()? {
        let (owner, number, name): (String, u32, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let Some(version) = row.get::<_, Option<u32>>(3)? else { continue };
        let owner = match (owner.as_str(), u16::try_from(number)) {
            ("town", _) => Owner::Town,
            ("object", Ok(number)) => Owner::Object(ObjectId(number)),
            ("agent", _) => Owner::Agent(AgentId(number)),
            _ => return Ok(Err(format!("it holds a part of {owner:?} {number}, and there is no such thing"))),
        };
        let packed = body.query_row([row.get::<_, i64>(4)?], |row| row.get::<_, Vec<u8>>(0)).optional()?;
        let whole = packed.and_then(|packed| decompressed(&packed, left));
        let Some(body) = whole else { return Ok(Err(format!("{name} of {owner:?} is missing or cannot be unpacked"))) };
        left -= body.len() as u64;
        parts.push(Part { owner, name, version, body });
    }
    parts.sort_by_key(|part| part.owner);
    Ok(Ok(parts))
}

fn read_memories(
    connection: &Connection,
    tick: i64,
) -> rusqlite::Result<Result<BTreeMap<AgentId, Vec<Memory>>, String>> {
    let mut memories: BTreeMap<AgentId, Vec<Memory>> = BTreeMap::new();
    let mut stored = connection.prepare(
        "SELECT agent, place, tick, kind, text, importance, accessed, source, partner, secret, fixed, evidence \
         FROM memories WHERE saved <= ?1 ORDER BY agent, place",
    )?;
    let mut rows = stored.query([tick])?;
    while let Some(row) = rows.next()? {
        let (agent, place): (u32, u32) = (row.get(0)?, row.get(1)?);
        let stream = memories.entry(AgentId(agent)).or_default();
        match memory(row)? {
            Some(memory) if stream.len() == place as usize => stream.push(memory),
            _ => return Ok(Err(format!("memory {place} of agent {agent} makes no sense where it stands"))),
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
            return Ok(Err(format!("memory {place} of agent {agent} changed, and there is none")));
        };
        memory.accessed = unsigned(row, 2)?;
        memory.importance = row.get::<_, u8>(3)?.clamp(1, 10);
        memory.importance_fixed = row.get(4)?;
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

pub(super) fn compressed(body: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    // Writing into memory cannot fail.
    packed.write_all(body).and_then(|()| packed.finish()).unwrap_or_default()
}

/// `None`: it is damaged, or longer than `most` bytes.
pub(super) fn decompressed(packed: &[u8], most: u64) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    let read = ZlibDecoder::new(packed).take(most + 1).read_to_end(&mut body).ok()?;
    (read as u64 <= most).then_some(body)
}
