//! What could be seen, in plain tables for any SQL tool: where people were, what they did and said, how things stood,
//! what happened. Everything here also stands in the parts of the state, or is told by the chronicle.

use std::{collections::BTreeMap, sync::LazyLock};

use rusqlite::{Connection, Row, ToSql, params};
use serde_json::value::RawValue;

use super::{
    fault::nonsense,
    marks::{insert, replace},
    record::{Happened, Pending},
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
    let mut of_tick = Counted("SELECT count(*) FROM main.events WHERE tick = ?1", BTreeMap::new());
    let mut of_talk = Counted("SELECT count(*) FROM main.lines WHERE talk = ?1", BTreeMap::new());
    for event in &pending.events {
        write_event(connection, event, &pending.json, &mut of_tick, &mut of_talk)?;
    }
    let mut put = connection.prepare_cached(&insert("talks", "talk, tick, body"))?;
    for (tick, id, talk) in &pending.talks {
        put.execute(params![name_of(*id), signed(*tick)?, json(&(id, talk, talk.ending))])?;
    }
    Ok(())
}

/// Writes which places and things there are.
pub(super) fn write_map(connection: &Connection, map: &TownMap) -> rusqlite::Result<()> {
    let mut put = connection.prepare_cached(&replace("places", "place, address"))?;
    for n in 0..map.arenas.len() as u16 {
        put.execute(params![n, map.arena_name(ArenaId(n))])?;
    }
    let mut put = connection.prepare_cached(&replace("things", "object, place, name, x, y, rest"))?;
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
            connection.prepare_cached(&replace("people", "agent, name"))?.execute(params![agent, persona.name])?;
        }
        (Owner::Agent(AgentId(agent)), "tile") => {
            let Ok(Tile { x, y }) = serde_json::from_slice(body) else { return Ok(()) };
            static POSITION: LazyLock<String> = LazyLock::new(|| insert("positions", "tick, agent, x, y"));
            connection.prepare_cached(&POSITION)?.execute(params![tick, agent, x, y])?;
        }
        (Owner::Agent(AgentId(agent)), "action") => {
            let Ok(action) = serde_json::from_slice::<CurrentAction>(body) else { return Ok(()) };
            static ACTION: LazyLock<String> =
                LazyLock::new(|| insert("actions", "tick, agent, activity, emoji, object"));
            let object = action.object.map(|ObjectId(n)| n);
            connection.prepare_cached(&ACTION)?.execute(params![tick, agent, action.what, action.emoji, object])?;
        }
        (Owner::Object(ObjectId(object)), "state") => {
            let Ok(state) = serde_json::from_slice::<ObjectState>(body) else { return Ok(()) };
            let used = || state.uses.iter().rev().map(|one| &one.state).find(|state| !state.is_empty());
            let shown = state.condition.as_ref().map(|condition| &condition.what).or_else(used);
            let sql = "INSERT INTO main.states (tick, object, state, mark) SELECT ?1, ?2, state, mark(?1, ?2, state) FROM \
                       (SELECT ifnull(?3, (SELECT rest FROM main.things WHERE object = ?2)) AS state)";
            connection.prepare_cached(sql)?.execute(params![tick, object, shown])?;
        }
        _ => {}
    }
    Ok(())
}

/// How many rows there are in a table of the same tick or talk as the one to be written.
struct Counted<K>(&'static str, BTreeMap<K, i64>);

impl<K: Ord + Clone + ToSql> Counted<K> {
    /// The place of the next row.
    fn next(&mut self, connection: &Connection, key: &K) -> rusqlite::Result<i64> {
        let next = match self.1.get(key) {
            Some(last) => last + 1,
            None => connection.prepare_cached(self.0)?.query_row([key], |row| row.get(0))?,
        };
        self.1.insert(key.clone(), next);
        Ok(next)
    }
}

fn write_event(
    connection: &Connection,
    event: &Happened,
    texts: &[u8],
    of_tick: &mut Counted<i64>,
    of_talk: &mut Counted<String>,
) -> rusqlite::Result<()> {
    let Happened { at, who, place, kind } = event;
    let tick = signed(*at)?;
    let whole = &texts[kind.clone()];
    // `{"Did": …}`, or `"Arrived"`.
    let (kind_name, body) = match serde_json::from_slice::<BTreeMap<&str, &RawValue>>(whole) {
        Ok(one) => one.into_iter().next().map_or(("", ""), |(name, body)| (name, body.get())),
        Err(_) => (serde_json::from_slice(whole).unwrap_or_default(), "null"),
    };
    let nth = of_tick.next(connection, &tick)?;
    static EVENT: LazyLock<String> = LazyLock::new(|| insert("events", "tick, nth, who, place, kind, body"));
    let who = who.map(|AgentId(who)| who);
    connection.prepare_cached(&EVENT)?.execute(params![tick, nth, who, place.0, kind_name, body])?;
    if let ("Said", Some(speaker)) = (kind_name, who)
        && let Ok(EventKind::Said { talk, to, words, until, .. }) = serde_json::from_slice(whole)
    {
        let talk = name_of(talk);
        let nth = of_talk.next(connection, &talk)?;
        let sql = insert("lines", "talk, nth, tick, until, speaker, hearers, words");
        let until = signed(until)?;
        connection.prepare_cached(&sql)?.execute(params![talk, nth, tick, until, speaker, json(&to), words])?;
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

/// What happened before a tick.
pub(super) fn events(connection: &Connection, (from, until): (u64, u64)) -> rusqlite::Result<Vec<Event>> {
    let sql = "SELECT tick, who, place, kind, body FROM events WHERE tick >= ?1 AND tick < ?2 ORDER BY tick, nth";
    let mut all = connection.prepare_cached(sql)?;
    let mut rows = all.query([signed(from)?, signed(until)?])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let (at, name) = (unsigned(row, 0)?, row.get::<_, String>(3)?);
        let place = ArenaId::try_from(row.get::<_, u16>(2)?).ok();
        let Some((kind, place)) = kind(&name, &row.get::<_, String>(4)?).zip(place) else {
            return Err(nonsense(format!("an event of tick {at}, {name:?}, makes no sense")));
        };
        events.push(Event { at, who: row.get::<_, Option<u32>>(1)?.map(AgentId), place, kind });
    }
    Ok(events)
}

/// All that happened of these kinds, oldest first; what makes no sense is left out.
pub(super) fn events_of(connection: &Connection, kinds: &[&str]) -> rusqlite::Result<Vec<Event>> {
    let sql = "SELECT tick, who, place, kind, body FROM events \
               WHERE kind IN (SELECT value FROM json_each(?1)) ORDER BY tick, nth";
    let mut all = connection.prepare(sql)?;
    let rows = all.query_map([json(&kinds)], |row| {
        let (at, who) = (unsigned(row, 0)?, row.get::<_, Option<u32>>(1)?.map(AgentId));
        let place = ArenaId::try_from(row.get::<_, u16>(2)?).ok();
        let kind = kind(&row.get::<_, String>(3)?, &row.get::<_, String>(4)?).zip(place);
        Ok(kind.map(|(kind, place)| Event { at, who, place, kind }))
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
pub(super) fn talks(connection: &Connection, (from, until): (u64, u64)) -> rusqlite::Result<Vec<(u64, TalkId, Talk)>> {
    let mut all = connection
        .prepare_cached("SELECT body, talk, tick FROM talks WHERE tick > ?1 AND tick <= ?2 ORDER BY rowid")?;
    let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, unsigned(row, 2)?));
    let from = if from == 0 { -1 } else { signed(from)? };
    let rows = all.query_map([from, signed(until)?], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
    let whole = |(body, name, tick): (String, String, u64)| {
        let (id, talk) = talk(&body).ok_or_else(|| nonsense(format!("talk {name} makes no sense")))?;
        Ok((tick, id, talk))
    };
    rows.into_iter().map(whole).collect()
}

/// How many talks are over.
pub(super) fn talks_over(connection: &Connection) -> rusqlite::Result<usize> {
    connection.query_row("SELECT count(*) FROM main.talks", [], |row| unsigned(row, 0)).map(|count| count as usize)
}

fn talk(body: &str) -> Option<(TalkId, Talk)> {
    let (id, talk, ending): (TalkId, Talk, Ending) = serde_json::from_str(body).ok()?;
    Some((id, Talk { ending, ..talk }))
}

/// Takes out what was seen from a tick on.
pub(super) fn forget_from(connection: &Connection, from: u64) -> rusqlite::Result<()> {
    let from = signed(from)?;
    for table in ["events", "lines"] {
        connection.execute(&format!("DELETE FROM main.{table} WHERE tick >= ?1"), [from])?;
    }
    for table in ["positions", "actions", "states", "talks"] {
        connection.execute(&format!("DELETE FROM main.{table} WHERE tick > ?1"), [from])?;
    }
    Ok(())
}
