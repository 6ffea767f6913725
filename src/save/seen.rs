//! What could be seen, in plain tables for any SQL tool: where people were, what they did and said, how things stood,
//! what happened. Everything here also stands in the parts of the state, or is told by the chronicle.

use rusqlite::{Connection, Row, params};

use super::{
    record::Pending,
    rows::{signed, unsigned},
};
use crate::{
    agent::{
        components::{
            CurrentAction,
            talk::{Ending, Talk, TalkId},
        },
        persona::Persona,
        state::Owner,
    },
    chronicle::{Event, EventKind},
    clock::AgentId,
    world::{ArenaId, ObjectId, ObjectState, Tile, TownMap},
};

/// Writes what happened.
pub(super) fn write(connection: &Connection, pending: &Pending) -> rusqlite::Result<()> {
    pending.events.iter().try_for_each(|event| write_event(connection, event))?;
    let mut put = connection.prepare_cached("INSERT INTO talks (talk, tick, body) VALUES (?1, ?2, ?3)")?;
    for (tick, id, talk) in &pending.talks {
        put.execute(params![name_of(*id), signed(*tick)?, json(&(id, talk, talk.ending))])?;
    }
    Ok(())
}

/// Writes which places and things there are.
pub(super) fn write_map(connection: &Connection, map: &TownMap) -> rusqlite::Result<()> {
    let mut put = connection.prepare_cached("INSERT OR REPLACE INTO places (place, address) VALUES (?1, ?2)")?;
    for n in 0..map.arenas.len() as u16 {
        put.execute(params![n, map.arena_name(ArenaId(n))])?;
    }
    let sql = "INSERT OR REPLACE INTO things (object, place, name, x, y, rest) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut put = connection.prepare_cached(sql)?;
    for (n, object) in map.objects.iter().enumerate() {
        let at = object.cells.first().copied().unwrap_or_default();
        put.execute(params![n as i64, object.arena.0, object.name, at.x, at.y, object.rest])?;
    }
    Ok(())
}

/// Writes what a part shows that is as in `body` from a tick on.
pub(super) fn write_part(
    connection: &Connection,
    tick: u64,
    owner: Owner,
    name: &str,
    body: &[u8],
) -> rusqlite::Result<()> {
    let tick = signed(tick)?;
    match (owner, name) {
        (Owner::Agent(AgentId(agent)), "persona") => {
            let Ok(persona) = serde_json::from_slice::<Persona>(body) else { return Ok(()) };
            let sql = "INSERT OR REPLACE INTO people (agent, name) VALUES (?1, ?2)";
            connection.prepare_cached(sql)?.execute(params![agent, persona.name])?;
        }
        (Owner::Agent(AgentId(agent)), "tile") => {
            let Ok(Tile { x, y }) = serde_json::from_slice(body) else { return Ok(()) };
            let sql = "INSERT INTO positions (tick, agent, x, y) VALUES (?1, ?2, ?3, ?4)";
            connection.prepare_cached(sql)?.execute(params![tick, agent, x, y])?;
        }
        (Owner::Agent(AgentId(agent)), "action") => {
            let Ok(action) = serde_json::from_slice::<CurrentAction>(body) else { return Ok(()) };
            let sql = "INSERT INTO actions (tick, agent, activity, emoji, object) VALUES (?1, ?2, ?3, ?4, ?5)";
            let object = action.object.map(|ObjectId(n)| n);
            connection.prepare_cached(sql)?.execute(params![tick, agent, action.what, action.emoji, object])?;
        }
        (Owner::Object(ObjectId(object)), "state") => {
            let Ok(state) = serde_json::from_slice::<ObjectState>(body) else { return Ok(()) };
            let used = || state.uses.iter().rev().map(|one| &one.state).find(|state| !state.is_empty());
            let shown = state.condition.as_ref().map(|condition| &condition.what).or_else(used);
            let sql = "INSERT INTO states (tick, object, state) \
                       VALUES (?1, ?2, ifnull(?3, (SELECT rest FROM things WHERE object = ?2)))";
            connection.prepare_cached(sql)?.execute(params![tick, object, shown])?;
        }
        _ => {}
    }
    Ok(())
}

fn write_event(connection: &Connection, event: &Event) -> rusqlite::Result<()> {
    let Event { at, who, place, kind } = event;
    let tick = signed(*at)?;
    let body = serde_json::to_value(kind).unwrap_or_default();
    // `"Arrived"`, or `{"Did": …}`.
    let (kind_name, body) = match &body {
        serde_json::Value::Object(one) => {
            one.iter().next().map_or(("", String::new()), |(name, body)| (name.as_str(), body.to_string()))
        }
        name => (name.as_str().unwrap_or_default(), "null".to_owned()),
    };
    let nth = "SELECT count(*) FROM events WHERE tick = ?1";
    let nth: i64 = connection.prepare_cached(nth)?.query_row([tick], |row| row.get(0))?;
    let sql = "INSERT INTO events (tick, nth, who, place, kind, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let who = who.map(|AgentId(who)| who);
    connection.prepare_cached(sql)?.execute(params![tick, nth, who, place.0, kind_name, body])?;
    if let (EventKind::Said { talk, to, words, until, .. }, Some(speaker)) = (kind, who) {
        let talk = name_of(*talk);
        let nth = "SELECT count(*) FROM lines WHERE talk = ?1";
        let nth: i64 = connection.prepare_cached(nth)?.query_row([&talk], |row| row.get(0))?;
        let sql = "INSERT INTO lines (talk, nth, tick, until, speaker, hearers, words) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let until = signed(*until)?;
        connection.prepare_cached(sql)?.execute(params![talk, nth, tick, until, speaker, json(to), words])?;
    }
    Ok(())
}

/// A talk by the number of who began it and its own.
fn name_of(TalkId { by: AgentId(by), count }: TalkId) -> String {
    format!("{by}.{count}")
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// What happened before a tick. The inner error says which row makes no sense.
pub(super) fn events(
    connection: &Connection,
    (from, until): (u64, u64),
) -> rusqlite::Result<Result<Vec<Event>, String>> {
    let sql = "SELECT tick, who, place, kind, body FROM events WHERE tick >= ?1 AND tick < ?2 ORDER BY tick, nth";
    let mut all = connection.prepare_cached(sql)?;
    let mut rows = all.query([signed(from)?, signed(until)?])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let (at, name) = (unsigned(row, 0)?, row.get::<_, String>(3)?);
        let Some(kind) = kind(&name, &row.get::<_, String>(4)?) else {
            return Ok(Err(format!("an event of tick {at}, {name:?}, makes no sense")));
        };
        events.push(Event { at, who: row.get::<_, Option<u32>>(1)?.map(AgentId), place: ArenaId(row.get(2)?), kind });
    }
    Ok(Ok(events))
}

/// All that happened of these kinds, oldest first; what makes no sense is left out.
pub(super) fn events_of(connection: &Connection, kinds: &[&str]) -> rusqlite::Result<Vec<Event>> {
    let sql = "SELECT tick, who, place, kind, body FROM events \
               WHERE kind IN (SELECT value FROM json_each(?1)) ORDER BY tick, nth";
    let mut all = connection.prepare(sql)?;
    let rows = all.query_map([json(&kinds)], |row| {
        let (at, who, place) = (unsigned(row, 0)?, row.get::<_, Option<u32>>(1)?, row.get(2)?);
        let kind = kind(&row.get::<_, String>(3)?, &row.get::<_, String>(4)?);
        Ok(kind.map(|kind| Event { at, who: who.map(AgentId), place: ArenaId(place), kind }))
    })?;
    Ok(rows.collect::<rusqlite::Result<Vec<_>>>()?.into_iter().flatten().collect())
}

fn kind(name: &str, body: &str) -> Option<EventKind> {
    let body: serde_json::Value = serde_json::from_str(body).ok()?;
    let whole = match body {
        serde_json::Value::Null => serde_json::Value::String(name.to_owned()),
        body => serde_json::Value::Object([(name.to_owned(), body)].into_iter().collect()),
    };
    serde_json::from_value(whole).ok()
}

/// Talks that were over at a tick, in the order in which they ended.
pub(super) fn talks(
    connection: &Connection,
    (from, until): (u64, u64),
) -> rusqlite::Result<Result<Vec<(u64, TalkId, Talk)>, String>> {
    let mut all = connection
        .prepare_cached("SELECT body, talk, tick FROM talks WHERE tick > ?1 AND tick <= ?2 ORDER BY rowid")?;
    let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, unsigned(row, 2)?));
    let from = if from == 0 { -1 } else { signed(from)? };
    let rows = all.query_map([from, signed(until)?], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
    let whole = |(body, name, tick): (String, String, u64)| {
        let (id, talk) = talk(&body).ok_or_else(|| format!("talk {name} makes no sense"))?;
        Ok((tick, id, talk))
    };
    Ok(rows.into_iter().map(whole).collect())
}

fn talk(body: &str) -> Option<(TalkId, Talk)> {
    let (id, talk, ending): (TalkId, Talk, Ending) = serde_json::from_str(body).ok()?;
    Some((id, Talk { ending, ..talk }))
}

/// Takes out what was seen from a tick on.
pub(super) fn forget_from(connection: &Connection, from: u64) -> rusqlite::Result<()> {
    let from = signed(from)?;
    for table in ["events", "lines"] {
        connection.execute(&format!("DELETE FROM {table} WHERE tick >= ?1"), [from])?;
    }
    for table in ["positions", "actions", "states", "talks"] {
        connection.execute(&format!("DELETE FROM {table} WHERE tick > ?1"), [from])?;
    }
    Ok(())
}
