//! What a page needs of a save, row by row. Nothing in it is believed: what makes no sense is left out.

use std::{collections::BTreeMap, io::Read, path::Path};

use flate2::read::ZlibDecoder;
use rusqlite::{Connection, OpenFlags, Row};

use crate::{
    data::Files,
    memory::{Memory, MemoryKind},
    town::TownError,
};

/// The longest thing that is unpacked, in bytes.
const LONGEST: u64 = 32 << 20;

/// Somebody was in this cell from this tick on.
pub(super) struct Step {
    pub(super) tick: u64,
    pub(super) agent: u32,
    pub(super) x: i32,
    pub(super) y: i32,
}

/// Somebody did this from this tick on.
pub(super) struct Deed {
    pub(super) tick: u64,
    pub(super) agent: u32,
    pub(super) what: String,
    pub(super) emoji: String,
    pub(super) object: Option<usize>,
}

/// A line of a talk.
pub(super) struct Line {
    pub(super) tick: u64,
    pub(super) talk: String,
    pub(super) speaker: u32,
    pub(super) hearers: Vec<u32>,
    pub(super) words: String,
    pub(super) until: Option<u64>,
}

/// Something that happened.
pub(super) struct Happened {
    pub(super) tick: u64,
    pub(super) who: Option<u32>,
    pub(super) kind: String,
    pub(super) body: serde_json::Value,
}

/// A component of somebody, from a tick on.
pub(super) struct PartAt {
    pub(super) tick: u64,
    pub(super) agent: u32,
    pub(super) body: serde_json::Value,
}

/// An open save.
pub(super) struct Reader {
    file: String,
    connection: Connection,
}

impl Reader {
    /// Opens a save to look at it.
    pub(super) fn open(path: &Path) -> Result<Self, TownError> {
        let file = path.display().to_string();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(|why| unread(&file, &why))?;
        let reader = Self { file, connection };
        if !reader.has("positions")? {
            let why = "it does not hold where people were; live it again with this version of the game";
            return Err(TownError::Message(format!("{}: {why}", reader.file)));
        }
        Ok(reader)
    }

    fn has(&self, table: &str) -> Result<bool, TownError> {
        let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        let count = self.connection.query_row(sql, [table], |row| row.get::<_, i64>(0));
        count.map(|count| count > 0).map_err(|why| unread(&self.file, &why))
    }

    fn rows<T>(&self, sql: &str, row: impl FnMut(&Row) -> rusqlite::Result<T>) -> Result<Vec<T>, TownError> {
        let fault = |why| unread(&self.file, &why);
        let mut statement = self.connection.prepare(sql).map_err(fault)?;
        let rows = statement.query_map([], row).map_err(fault)?;
        rows.collect::<rusqlite::Result<_>>().map_err(fault)
    }

    /// What the town says of itself.
    pub(super) fn meta(&self) -> Result<BTreeMap<String, String>, TownError> {
        let rows = self.rows("SELECT key, value FROM meta", |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.into_iter().collect())
    }

    /// The files of scenario and map.
    pub(super) fn files(&self) -> Result<Files, TownError> {
        let packed = self.rows("SELECT path, body FROM files", |row| Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?)))?;
        let broken = || TownError::Message(format!("{}: a file in it is damaged", self.file));
        packed.into_iter().map(|(path, body)| Ok((path, unpacked(&body).ok_or_else(broken)?))).collect()
    }

    /// Everybody, by number.
    pub(super) fn people(&self) -> Result<BTreeMap<u32, String>, TownError> {
        let rows = self.rows("SELECT agent, name FROM people", |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.into_iter().collect())
    }

    /// Where everybody was.
    pub(super) fn steps(&self) -> Result<Vec<Step>, TownError> {
        self.rows("SELECT tick, agent, x, y FROM positions ORDER BY tick, agent", |row| {
            Ok(Step { tick: tick(row, 0)?, agent: row.get(1)?, x: row.get(2)?, y: row.get(3)? })
        })
    }

    /// What everybody did.
    pub(super) fn deeds(&self) -> Result<Vec<Deed>, TownError> {
        self.rows("SELECT tick, agent, activity, emoji, object FROM actions ORDER BY tick, agent", |row| {
            let [what, emoji] = [2, 3].map(|n| row.get::<_, Option<String>>(n));
            Ok(Deed {
                tick: tick(row, 0)?,
                agent: row.get(1)?,
                what: what?.unwrap_or_default(),
                emoji: emoji?.unwrap_or_default(),
                object: row.get::<_, Option<u16>>(4)?.map(usize::from),
            })
        })
    }

    /// In which state things were: tick, object, words.
    pub(super) fn states(&self) -> Result<Vec<(u64, usize, String)>, TownError> {
        self.rows("SELECT tick, object, state FROM states ORDER BY tick, object", |row| {
            let words: Option<String> = row.get(2)?;
            Ok((tick(row, 0)?, usize::from(row.get::<_, u16>(1)?), words.unwrap_or_default()))
        })
    }

    /// What was said.
    pub(super) fn lines(&self) -> Result<Vec<Line>, TownError> {
        self.rows("SELECT tick, talk, nth, speaker, hearers, words, until FROM lines ORDER BY tick, talk, nth", |row| {
            let hearers: String = row.get(4)?;
            let talk = match row.get_ref(1)? {
                rusqlite::types::ValueRef::Integer(number) => number.to_string(),
                other => other.as_str()?.to_owned(),
            };
            Ok(Line {
                tick: tick(row, 0)?,
                talk,
                speaker: row.get(3)?,
                hearers: serde_json::from_str(&hearers).unwrap_or_default(),
                words: row.get(5)?,
                until: row.get::<_, Option<i64>>(6)?.and_then(|tick| u64::try_from(tick).ok()),
            })
        })
    }

    /// What happened.
    pub(super) fn events(&self) -> Result<Vec<Happened>, TownError> {
        self.rows("SELECT tick, who, kind, body FROM events ORDER BY tick, nth", |row| {
            let body: Option<String> = row.get(3)?;
            let body = body.and_then(|body| serde_json::from_str(&body).ok()).unwrap_or_default();
            Ok(Happened { tick: tick(row, 0)?, who: row.get(1)?, kind: row.get(2)?, body })
        })
    }

    /// All memories, in the order of each stream.
    pub(super) fn memories(&self) -> Result<BTreeMap<u32, Vec<Memory>>, TownError> {
        let sql = "SELECT agent, tick, kind, text, importance, source, partner, secret, evidence FROM memories
                   ORDER BY agent, place";
        let rows = self.rows(sql, |row| {
            let (kind, evidence): (String, String) = (row.get(2)?, row.get(8)?);
            let memory = Memory {
                kind: match kind.as_str() {
                    "reflection" => MemoryKind::Reflection,
                    "plan" => MemoryKind::Plan,
                    "dialogue" => MemoryKind::Dialogue,
                    _ => MemoryKind::Observation,
                },
                text: row.get(3)?,
                created: tick(row, 1)?,
                importance: row.get::<_, i64>(4)?.clamp(1, 10) as u8,
                source: row.get(5)?,
                with: row.get(6)?,
                secret: row.get(7)?,
                evidence: serde_json::from_str(&evidence).unwrap_or_default(),
                ..Memory::default()
            };
            Ok((row.get::<_, u32>(0)?, memory))
        })?;
        let mut all: BTreeMap<u32, Vec<Memory>> = BTreeMap::new();
        for (agent, memory) in rows {
            all.entry(agent).or_default().push(memory);
        }
        Ok(all)
    }

    /// A component of everybody at each tick at which it changed.
    pub(super) fn parts(&self, part: &str) -> Result<Vec<PartAt>, TownError> {
        let fault = |why| unread(&self.file, &why);
        let sql = "SELECT parts.tick, number, bodies.body FROM parts JOIN bodies ON bodies.id = parts.body
                   WHERE owner = 'agent' AND part = ?1 ORDER BY parts.tick, number";
        let mut statement = self.connection.prepare(sql).map_err(fault)?;
        let rows = statement.query_map([part], |row| Ok((tick(row, 0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?)));
        let mut found = Vec::new();
        for row in rows.map_err(fault)? {
            let (tick, agent, body) = row.map_err(fault)?;
            let body = unpacked(&body).and_then(|body| serde_json::from_slice(&body).ok());
            found.extend(body.map(|body| PartAt { tick, agent, body }));
        }
        Ok(found)
    }
}

fn unread(file: &str, why: &rusqlite::Error) -> TownError {
    TownError::Message(format!("{file} cannot be read: {why}"))
}

fn tick(row: &Row, column: usize) -> rusqlite::Result<u64> {
    Ok(u64::try_from(row.get::<_, i64>(column)?).unwrap_or_default())
}

fn unpacked(body: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = ZlibDecoder::new(body).take(LONGEST).read_to_end(&mut bytes);
    read.ok().filter(|read| (*read as u64) < LONGEST).map(|_| bytes)
}
