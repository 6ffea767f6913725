//! A town's state in a save, both ways: parts that changed, and the whole at snapshots.

use std::collections::BTreeMap;

use bevy::prelude::{Entity, World};
use rusqlite::Connection;

use super::{
    block::{Block, Changed},
    changes,
    known::{Bodies, Held},
    memories,
    pieces::Packer,
    record::{Change, Pending},
    rows::{signed, unsigned},
    seen,
};
use crate::{
    agent::state::{Owner, Part, Parts, Standing, for_each_part, is_note},
    clock::{AgentId, Roster},
    memory::{Memory, MemoryStream},
};

/// Writes parts that are not as the file has them, and snapshots; gives those parts.
pub(super) fn write(
    connection: &Connection,
    pending: &Pending,
    known: &Bodies,
    packer: &mut Packer,
) -> rusqlite::Result<Bodies> {
    let (mut new, mut block) = (Bodies::default(), Block::default());
    let mut snapshots = pending.snapshots.iter().copied().peekable();
    for Change { tick, owner, name, is_seen, value } in &pending.changes {
        while let Some(before) = snapshots.next_if(|snapshot| snapshot < tick) {
            write_snapshot(connection, before, known, &mut new, packer)?;
        }
        let json = value.as_ref().map_or(&[][..], |(_, place)| &pending.json[place.clone()]);
        let version = value.as_ref().map(|(version, _)| *version);
        let hash = version.map(|_| blake3::hash(json));
        let before = new.get(*owner, name).or_else(|| known.get(*owner, name));
        if before.is_some_and(|held| held.map(|held| held.hash) == hash) {
            continue;
        }
        let held = version.zip(hash).map(|(version, hash)| {
            let text = String::from_utf8_lossy(json);
            let (is_cut, body) = packed(&text, packer).map_or((false, text.into_owned()), |numbers| (true, numbers));
            Held { hash, version, is_cut, body }
        });
        if held.is_some() {
            seen::write_part(connection, *tick, *owner, name, json)?;
        }
        // What cannot be seen is looked for in snapshots alone.
        if *is_seen || held.is_none() {
            let kept = held.as_ref().map(|one| (one.version, one.is_cut, &*one.body));
            block.push(Changed { tick: *tick, owner: *owner, name, kept });
        }
        new.set(*owner, name, held);
        if block.is_long() {
            block.write_changes(connection)?;
        }
    }
    block.write_changes(connection)?;
    for tick in snapshots {
        write_snapshot(connection, tick, known, &mut new, packer)?;
    }
    Ok(new)
}

/// A long text as the numbers of its pieces.
fn packed(text: &str, packer: &mut Packer) -> Option<String> {
    packer.cut(text).and_then(|numbers| serde_json::to_string(&numbers).ok())
}

fn write_snapshot(
    connection: &Connection,
    tick: u64,
    known: &Bodies,
    new: &mut Bodies,
    packer: &mut Packer,
) -> rusqlite::Result<()> {
    let (mut block, mut cut) = (Block::default(), Vec::new());
    for ((owner, name), Held { hash, version, is_cut, body }) in known.all(new) {
        // What was read from a file is whole.
        let numbers = if *is_cut { None } else { packed(body, packer) };
        let (is_cut, body) = numbers.as_ref().map_or((*is_cut, body), |numbers| (true, numbers));
        block.push(Changed { tick, owner, name, kept: Some((*version, is_cut, body)) });
        let held = |body| Held { hash: *hash, version: *version, is_cut: true, body };
        cut.extend(numbers.map(|numbers| (owner, name.to_owned(), held(numbers))));
    }
    cut.into_iter().for_each(|(owner, name, held)| new.set(owner, &name, Some(held)));
    block.write_snapshot(connection, tick)
}

/// The ticks of all snapshots, in order.
pub(super) fn ticks(connection: &Connection) -> rusqlite::Result<Vec<u64>> {
    let mut ticks = connection.prepare("SELECT tick FROM main.snapshots ORDER BY tick")?;
    ticks.query_map([], |row| unsigned(row, 0))?.collect()
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

/// The tick of the newest snapshot at or before a tick.
pub(super) fn newest_snapshot(connection: &Connection, at: u64) -> rusqlite::Result<Option<u64>> {
    let newest = "SELECT max(tick) FROM main.snapshots WHERE tick <= ?1";
    let tick = connection.query_row(newest, [signed(at)?], |row| row.get::<_, Option<i64>>(0))?;
    Ok(tick.map(i64::unsigned_abs))
}

/// How the town stood at a tick, as far as it was recorded: what can be seen as it was then, the rest as of the snapshot
/// before.
pub(super) fn read(connection: &Connection, at: u64) -> rusqlite::Result<SavedState> {
    let (parts, memories) = (changes::standing(connection, at)?, memories::read(connection, signed(at)?)?);
    Ok(SavedState { tick: at, parts, memories })
}
