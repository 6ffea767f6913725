//! What of the state is read back: how it was at any tick, and what changed in between.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension};

use super::{
    block::{Block, Changed, parts},
    fault::nonsense,
    pieces::Unpacker,
    rows::signed,
};
use crate::agent::state::{Owner, Part, upgraded};

/// The most memory that all parts read at once may take, in bytes.
const MAX: u64 = 2_000_000_000;
/// The most that is read to find out how a town stood, in bytes.
const STATE: u64 = 1 << 29;

/// Goes through all that changed after one tick up to another.
fn walk(
    connection: &Connection,
    (after, until): (Option<u64>, u64),
    mut each: impl FnMut(Changed) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut all = connection.prepare_cached("SELECT first, body FROM changes WHERE last > ?1 ORDER BY last, nth")?;
    let (from, until_row) = (after.map_or(Ok(-1), signed)?, signed(until)?);
    let mut rows = all.query([from])?;
    while let Some(row) = rows.next()? {
        if row.get::<_, i64>(0)? > until_row {
            break;
        }
        let body = row.get_ref(1)?.as_blob()?;
        let is_asked = |tick: u64| after.is_none_or(|after| tick > after) && tick <= until;
        parts(body, |change| if is_asked(change.tick) { each(change) } else { Ok(()) })?;
    }
    Ok(())
}

/// A part as it is kept: its version, whether it is cut, and the body.
type Kept = (u32, bool, String);

/// How the town stood at a tick: what can be seen as it was then, the rest as of the snapshot before.
type State = BTreeMap<(Owner, String), Kept>;

fn state(connection: &Connection, at: u64) -> rusqlite::Result<State> {
    let (mut state, mut read) = (State::new(), 0);
    let mut put = |Changed { owner, name, kept, .. }: Changed| {
        let key = (owner, name.to_owned());
        read += kept.map_or(0, |(.., body)| body.len() as u64);
        if read > STATE {
            return Err(nonsense("its state does not fit into memory"));
        }
        match kept {
            Some((version, is_cut, body)) => state.insert(key, (version, is_cut, body.to_owned())),
            None => state.remove(&key),
        };
        Ok(())
    };
    let newest = "SELECT tick, body FROM snapshots WHERE tick <= ?1 ORDER BY tick DESC LIMIT 1";
    let found = connection.prepare_cached(newest)?.query_row([signed(at)?], |row| {
        let tick: i64 = row.get(0)?;
        Ok((tick.unsigned_abs(), parts(row.get_ref(1)?.as_blob()?, &mut put)))
    });
    let after = found.optional()?.map(|(tick, read)| read.map(|()| tick)).transpose()?;
    walk(connection, (after, at), put)?;
    Ok(state)
}

/// Puts parts together.
struct Whole<'a>(Unpacker<'a>);

impl<'a> Whole<'a> {
    fn new(connection: &'a Connection) -> Self {
        Self(Unpacker::new(connection, MAX))
    }

    /// A part from how it is kept.
    fn part(&mut self, owner: Owner, name: &str, (version, is_cut, body): (u32, bool, &str)) -> rusqlite::Result<Part> {
        let body = match is_cut.then(|| serde_json::from_str(body)) {
            Some(Ok(numbers)) => self.0.join(numbers)?,
            Some(Err(_)) => None,
            None => self.0.takes(body.len()).then(|| body.as_bytes().to_vec()),
        };
        let body =
            body.ok_or_else(|| nonsense(format!("{} is missing or cannot be unpacked", owner.part(name, None))))?;
        Ok(upgraded(Part { owner, name: name.to_owned(), version, body }))
    }
}

/// All parts as they were at a tick.
pub(super) fn standing(connection: &Connection, at: u64) -> rusqlite::Result<Vec<Part>> {
    let state = state(connection, at)?;
    let mut whole = Whole::new(connection);
    let parts = state
        .iter()
        .map(|((owner, name), (version, is_cut, body))| whole.part(*owner, name, (*version, *is_cut, body)));
    parts.collect()
}

/// A part that is another one from here on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartChange {
    /// This.
    Is(Part),
    /// There is none any more.
    Gone(Owner, String),
}

/// What changed after one tick up to another, in the order of ticks; `only`: of the parts of this name.
pub(super) fn changes(
    connection: &Connection,
    ticks: (Option<u64>, u64),
    only: Option<&str>,
) -> rusqlite::Result<Vec<(u64, PartChange)>> {
    let (mut whole, mut changes) = (Whole::new(connection), Vec::new());
    walk(connection, ticks, |Changed { tick, owner, name, kept }| {
        if only.is_none_or(|only| only == name) {
            let is = kept.map(|kept| whole.part(owner, name, kept)).transpose()?;
            changes.push((tick, is.map_or_else(|| PartChange::Gone(owner, name.to_owned()), PartChange::Is)));
        }
        Ok(())
    })?;
    Ok(changes)
}

/// What is otherwise at one tick than at another, as it is at the first.
pub(super) fn between(connection: &Connection, at: u64, other: u64) -> rusqlite::Result<Vec<PartChange>> {
    let (state, other) = (state(connection, at)?, state(connection, other)?);
    let mut whole = Whole::new(connection);
    let gone = other.keys().filter(|key| !state.contains_key(*key));
    let mut changes: Vec<PartChange> = gone.map(|(owner, name)| PartChange::Gone(*owner, name.clone())).collect();
    for ((owner, name), (version, is_cut, body)) in state.iter().filter(|(key, kept)| other.get(*key) != Some(*kept)) {
        changes.push(PartChange::Is(whole.part(*owner, name, (*version, *is_cut, body))?));
    }
    Ok(changes)
}

/// Takes out every state, and what changed, after the tick `last`.
pub(super) fn forget_after(connection: &Connection, last: i64) -> rusqlite::Result<()> {
    let mut within = connection.prepare("SELECT body FROM changes WHERE first <= ?1 AND last > ?1")?;
    let bodies: rusqlite::Result<Vec<Vec<u8>>> = within.query_map([last], |row| row.get(0))?.collect();
    // The row in which that tick lies is cut.
    let mut kept = Block::default();
    for body in bodies? {
        let is_before = |change: &Changed| i64::try_from(change.tick).is_ok_and(|tick| tick <= last);
        parts(&body, |change| {
            if is_before(&change) {
                kept.push(change);
            }
            Ok(())
        })?;
    }
    connection.execute("DELETE FROM main.changes WHERE last > ?1", [last])?;
    connection.execute("DELETE FROM main.snapshots WHERE tick > ?1", [last])?;
    kept.write_changes(connection)
}
