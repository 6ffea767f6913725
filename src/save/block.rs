//! Parts of the state as a save keeps them: what changed, tick by tick, in one row for each writing, and at snapshots all
//! that there is. Both are a JSON array, compressed, of parts as arrays:
//!
//! `[tick, owner, number, part, version, is_cut, body]`
//!
//! The body of a part that is cut is an array with the numbers of its pieces; a part without a version is gone.

use std::{borrow::Cow, fmt::Write};

use rusqlite::{Connection, params};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    fault::nonsense,
    marks::insert,
    pieces::{compressed, decompressed},
    rows::signed,
};
use crate::{agent::state::Owner, clock::AgentId, world::ObjectId};

/// How much of what changed is put into one row, in bytes.
const ROW: usize = 1 << 20;
/// The most memory that a row may take, in bytes.
const MAX: u64 = 64 << 20;

/// What a row of `changes` or `snapshots` will hold.
#[derive(Default)]
pub(super) struct Block {
    json: String,
    /// The first and the last tick in it.
    ticks: Option<(u64, u64)>,
}

impl Block {
    /// Puts a part behind the others.
    pub(super) fn push(&mut self, Changed { tick, owner, name, kept }: Changed) {
        self.json.push(if self.json.is_empty() { '[' } else { ',' });
        let ((owner, number), name) = (as_row(owner), serde_json::to_string(name).unwrap_or_default());
        let put = match kept {
            Some((version, is_cut, body)) => {
                write!(self.json, "[{tick},\"{owner}\",{number},{name},{version},{is_cut},{body}]")
            }
            None => write!(self.json, "[{tick},\"{owner}\",{number},{name},null,false,null]"),
        };
        put.expect("there is room");
        self.ticks = Some((self.ticks.map_or(tick, |(first, _)| first), tick));
    }

    /// Writes it as the state at a tick.
    pub(super) fn write_snapshot(self, connection: &Connection, tick: u64) -> rusqlite::Result<()> {
        let body = compressed((self.json + "]").as_bytes());
        connection.prepare_cached(&insert("snapshots", "tick, body"))?.execute(params![signed(tick)?, body]).map(drop)
    }

    /// Writes it as what changed, if there is anything, and begins a new one.
    pub(super) fn write_changes(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let Self { json, ticks: Some((first, last)) } = std::mem::take(self) else { return Ok(()) };
        let (first, last) = (signed(first)?, signed(last)?);
        let nth = "SELECT count(*) FROM main.changes WHERE last = ?1";
        let nth: i64 = connection.prepare_cached(nth)?.query_row([last], |row| row.get(0))?;
        let mut put = connection.prepare_cached(&insert("changes", "last, nth, first, body"))?;
        put.execute(params![last, nth, first, compressed((json + "]").as_bytes())]).map(drop)
    }

    /// Whether it is time to write it.
    pub(super) fn is_long(&self) -> bool {
        self.json.len() > ROW
    }
}

/// A part as it stands in a row.
#[derive(Deserialize)]
struct Entry<'a>(
    u64,
    #[serde(borrow)] Cow<'a, str>,
    u32,
    #[serde(borrow)] Cow<'a, str>,
    Option<u32>,
    bool,
    #[serde(borrow)] &'a RawValue,
);

/// A part that is otherwise from a tick on; `None`: it is gone.
pub(super) struct Changed<'a> {
    pub(super) tick: u64,
    pub(super) owner: Owner,
    pub(super) name: &'a str,
    /// Its version, whether it is cut, and its body.
    pub(super) kept: Option<(u32, bool, &'a str)>,
}

/// Takes a row apart.
pub(super) fn parts(body: &[u8], mut each: impl FnMut(Changed) -> rusqlite::Result<()>) -> rusqlite::Result<()> {
    let json = decompressed(body, MAX).ok_or_else(|| nonsense("a part of its state cannot be unpacked"))?;
    let entries: Vec<Entry> =
        serde_json::from_slice(&json).map_err(|why| nonsense(format!("a part of its state makes no sense: {why}")))?;
    for Entry(tick, owner, number, name, version, is_cut, body) in &entries {
        let owner = owner_of(owner, *number)?;
        let kept = version.map(|version| (version, *is_cut, body.get()));
        each(Changed { tick: *tick, owner, name, kept })?;
    }
    Ok(())
}

/// Whose a part is.
pub(super) fn owner_of(owner: &str, number: u32) -> rusqlite::Result<Owner> {
    match (owner, u16::try_from(number)) {
        ("town", _) => Ok(Owner::Town),
        ("object", Ok(number)) => Ok(Owner::Object(ObjectId(number))),
        ("agent", _) => Ok(Owner::Agent(AgentId(number))),
        _ => Err(nonsense(format!("it holds a part of {owner:?} {number}, and there is no such thing"))),
    }
}

/// Whose a part is, as it stands in a row.
pub(super) fn as_row(owner: Owner) -> (&'static str, u32) {
    match owner {
        Owner::Town => ("town", 0),
        Owner::Object(ObjectId(n)) => ("object", n.into()),
        Owner::Agent(AgentId(n)) => ("agent", n),
    }
}
