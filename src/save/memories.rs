//! What people remember, as rows both ways: new memories, and what changed about old ones.

use std::{collections::BTreeMap, fmt::Write};

use rusqlite::{Connection, Row, params};

use super::{
    fault::nonsense,
    marks::insert,
    record::{Pending, Rated},
    rows::{signed, unsigned},
};
use crate::{
    clock::AgentId,
    memory::{Memory, MemoryKind},
};

/// Writes what is new.
pub(super) fn write(connection: &Connection, pending: &Pending) -> rusqlite::Result<()> {
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
    // Mostly all of one writing have the same tick.
    for changed in pending.ratings.chunk_by(|one, other| one.0 == other.0) {
        let (tick, mut body) = (signed(changed[0].0)?, String::new());
        for (_, AgentId(agent), place, Rated { accessed, importance, fixed }) in changed {
            let comma = if body.is_empty() { '[' } else { ',' };
            let fixed = u8::from(*fixed);
            write!(body, "{comma}[{agent},{place},{accessed},{importance},{fixed}]").expect("there is room");
        }
        body.push(']');
        let nth = "SELECT count(*) FROM main.memory_changes WHERE tick = ?1";
        let nth: i64 = connection.prepare_cached(nth)?.query_row([tick], |row| row.get(0))?;
        connection.prepare_cached(&insert("memory_changes", "tick, nth, body"))?.execute(params![tick, nth, body])?;
    }
    Ok(())
}

/// Takes out what was remembered, and what changed, after the tick `last`.
pub(super) fn forget_after(connection: &Connection, last: i64) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM main.memory_changes WHERE tick > ?1", [last])?;
    connection.execute("DELETE FROM main.memories WHERE saved > ?1", [last]).map(drop)
}

/// What everybody remembered at a tick.
pub(super) fn read(connection: &Connection, tick: i64) -> rusqlite::Result<BTreeMap<AgentId, Vec<Memory>>> {
    let size = "SELECT total(400 + octet_length(text) + octet_length(evidence) + ifnull(octet_length(source), 0) \
                + ifnull(octet_length(partner), 0)) FROM main.memories";
    if connection.query_row(size, [], |row| row.get::<_, f64>(0))? > MAX {
        return Err(nonsense("it holds more memories than fit into memory"));
    }
    let mut memories: BTreeMap<AgentId, Vec<Memory>> = BTreeMap::new();
    let sql = format!("{MEMORIES} WHERE saved <= ?1 OR tick < ?1 AND saved > 0 ORDER BY agent, place");
    let mut stored = connection.prepare(&sql)?;
    let mut rows = stored.query([tick])?;
    while let Some(row) = rows.next()? {
        let (agent, place): (u32, u32) = (row.get(0)?, row.get(1)?);
        let stream = memories.entry(AgentId(agent)).or_default();
        match memory(row)? {
            Some(memory) if stream.len() == place as usize => stream.push(memory),
            _ => return Err(nonsense(format!("memory {place} of person {agent} makes no sense where it stands"))),
        }
    }
    let sql = "SELECT body FROM memory_changes WHERE tick <= ?1 ORDER BY tick, nth";
    let mut changes = connection.prepare(sql)?;
    let mut rows = changes.query([tick])?;
    while let Some(row) = rows.next()? {
        let Ok(all) = serde_json::from_str::<Vec<(u32, u32, u64, u8, u8)>>(row.get_ref(0)?.as_str()?) else {
            return Err(nonsense("what changed about memories makes no sense"));
        };
        for (agent, place, accessed, importance, fixed) in all {
            let Some(memory) = memories.get_mut(&AgentId(agent)).and_then(|stream| stream.get_mut(place as usize))
            else {
                return Err(nonsense(format!("memory {place} of person {agent} changed, and there is none")));
            };
            memory.accessed = accessed;
            memory.importance = importance.min(10);
            memory.importance_fixed = fixed != 0;
        }
    }
    Ok(memories)
}

/// The most memory that all of them may take, in bytes.
const MAX: f64 = 2e9;

const MEMORIES: &str = "SELECT agent, place, tick, kind, text, importance, accessed, source, partner, secret, fixed, evidence FROM memories";

/// When somebody concluded something, and who.
pub(super) fn reflections(connection: &Connection) -> rusqlite::Result<Vec<(u64, AgentId)>> {
    let sql = "SELECT tick, agent FROM memories WHERE kind = ?1 AND tick > 0 ORDER BY tick, agent";
    let mut all = connection.prepare(sql)?;
    let rows = all.query_map([MemoryKind::Reflection.name()], |row| Ok((unsigned(row, 0)?, AgentId(row.get(1)?))))?;
    rows.collect()
}

/// Memories of these ticks, oldest first.
pub(super) fn new(connection: &Connection, (from, until): (u64, u64)) -> rusqlite::Result<Vec<(AgentId, u32, Memory)>> {
    let sql = format!("{MEMORIES} WHERE tick >= ?1 AND tick < ?2 ORDER BY tick, agent, place");
    let mut all = connection.prepare_cached(&sql)?;
    let mut rows = all.query([signed(from)?, signed(until)?])?;
    let mut memories = Vec::new();
    while let Some(row) = rows.next()? {
        let (agent, place): (u32, u32) = (row.get(0)?, row.get(1)?);
        let Some(memory) = memory(row)? else {
            return Err(nonsense(format!("memory {place} of person {agent} makes no sense")));
        };
        memories.push((AgentId(agent), place, memory));
    }
    Ok(memories)
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
        importance: row.get::<_, u8>(5)?.min(10),
        source: row.get(7)?,
        with: row.get(8)?,
        secret: row.get(9)?,
        importance_fixed: row.get(10)?,
        evidence,
    }))
}
