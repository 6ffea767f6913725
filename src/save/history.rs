//! What a save tells of all the time that was lived, row by row: for whoever shows it afterwards and lives nothing again.

use rusqlite::{Connection, Row};

use super::{PartChange, Save, SaveError, changes, rows::unsigned};
use crate::{
    agent::state::{Owner, Part},
    clock::AgentId,
    world::{ObjectId, Tile},
};

/// Somebody was in this cell from this tick on.
pub struct Step {
    /// From then on.
    pub tick: u64,
    /// Who.
    pub agent: AgentId,
    /// Where.
    pub at: Tile,
}

/// Somebody did this from this tick on.
pub struct Deed {
    /// From then on.
    pub tick: u64,
    /// Who.
    pub agent: AgentId,
    /// `frying two eggs`.
    pub what: String,
    /// One or two emoji.
    pub emoji: String,
    /// At which thing.
    pub object: Option<ObjectId>,
}

/// Something looked so from this tick on.
pub struct Look {
    /// From then on.
    pub tick: u64,
    /// What.
    pub object: ObjectId,
    /// In words; empty: as it rests.
    pub state: String,
}

/// A line of a talk.
pub struct Line {
    /// The tick at which it began.
    pub tick: u64,
    /// The tick at which it had been said.
    pub until: u64,
    /// In which talk.
    pub talk: String,
    /// By whom.
    pub speaker: AgentId,
    /// To whom.
    pub hearers: Vec<AgentId>,
    /// In these words.
    pub words: String,
}

/// A part of somebody, from a tick on.
pub struct PartOf {
    /// From then on.
    pub tick: u64,
    /// Whose.
    pub agent: AgentId,
    /// As JSON.
    pub body: Vec<u8>,
}

/// Reads what was lived, in the order of ticks.
pub struct History<'a>(pub(super) &'a Save);

impl History<'_> {
    fn connection(&self) -> &Connection {
        &self.0.connection
    }

    fn rows<T>(&self, sql: &str, row: impl FnMut(&Row) -> rusqlite::Result<T>) -> Result<Vec<T>, SaveError> {
        let read = self.connection().prepare(sql).and_then(|mut all| all.query_map([], row)?.collect());
        read.map_err(|error| self.0.unreadable(&error))
    }

    /// Where everybody was.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn steps(&self) -> Result<Vec<Step>, SaveError> {
        self.rows("SELECT tick, agent, x, y FROM positions ORDER BY tick, agent", |row| {
            let at = Tile::new(row.get(2)?, row.get(3)?);
            Ok(Step { tick: unsigned(row, 0)?, agent: AgentId(row.get(1)?), at })
        })
    }

    /// What everybody did.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn deeds(&self) -> Result<Vec<Deed>, SaveError> {
        self.rows("SELECT tick, agent, activity, emoji, object FROM actions ORDER BY tick, agent", |row| {
            let object = row.get::<_, Option<u16>>(4)?.map(ObjectId);
            let agent = AgentId(row.get(1)?);
            Ok(Deed { tick: unsigned(row, 0)?, agent, what: row.get(2)?, emoji: row.get(3)?, object })
        })
    }

    /// How things looked.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn looks(&self) -> Result<Vec<Look>, SaveError> {
        self.rows("SELECT tick, object, state FROM states ORDER BY tick, object", |row| {
            let state = row.get::<_, Option<String>>(2)?.unwrap_or_default();
            Ok(Look { tick: unsigned(row, 0)?, object: ObjectId(row.get(1)?), state })
        })
    }

    /// What was said.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn lines(&self) -> Result<Vec<Line>, SaveError> {
        let sql = "SELECT tick, until, talk, speaker, hearers, words FROM lines ORDER BY tick, talk, nth";
        self.rows(sql, |row| {
            let hearers: Vec<u32> = serde_json::from_str(&row.get::<_, String>(4)?).unwrap_or_default();
            Ok(Line {
                tick: unsigned(row, 0)?,
                until: unsigned(row, 1)?,
                talk: row.get(2)?,
                speaker: AgentId(row.get(3)?),
                hearers: hearers.into_iter().map(AgentId).collect(),
                words: row.get(5)?,
            })
        })
    }

    /// What people set out to do about what they noticed: when, who, what.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn reactions(&self) -> Result<Vec<(u64, AgentId, String)>, SaveError> {
        let sql = "SELECT tick, who, body ->> '$.what' FROM events WHERE kind = 'SetOut' AND who NOT NULL
                   AND json_valid(body) ORDER BY tick, nth";
        self.rows(sql, |row| {
            let what = row.get::<_, Option<String>>(2)?.unwrap_or_default();
            Ok((unsigned(row, 0)?, AgentId(row.get(1)?), what))
        })
    }

    /// A part of everybody at each tick at which it changed.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn part(&self, name: &str) -> Result<Vec<PartOf>, SaveError> {
        let read = changes::changes(self.connection(), (None, self.0.meta.tick), Some(name));
        let changes = read.map_err(|error| self.0.unreadable(&error))?.into_iter();
        let of_agents = changes.filter_map(|(tick, change)| match change {
            PartChange::Is(Part { owner: Owner::Agent(agent), body, .. }) => Some(PartOf { tick, agent, body }),
            _ => None,
        });
        Ok(of_agents.collect())
    }
}
