//! The tables of a save for whoever reads them outside of the game: which columns each has, what these mean, and their
//! rows with numbers, names and texts.

use std::collections::BTreeMap;

use rusqlite::{Row, types::ValueRef};

use super::{Save, SaveError};
use crate::{
    clock::{AgentId, Calendar},
    world::ArenaId,
};

/// A table of a save.
#[derive(Debug)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// What one row of it is.
    pub about: &'static str,
    /// Its columns, in order.
    pub columns: &'static [Column],
    sql: &'static str,
}

/// A column of a table.
#[derive(Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What stands in it.
    pub kind: Kind,
    /// What that means.
    pub about: &'static str,
}

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number or a text.
    Plain,
    /// A tick.
    Tick,
    /// JSON as a text.
    Json,
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// None.
    Null,
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

const fn plain(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: Kind::Plain, about }
}

const fn tick(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: Kind::Tick, about }
}

const fn json(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: Kind::Json, about }
}

const AGENT: Column = plain("agent", "number of the person");
const NAME: Column = plain("name", "full name of the person");

const PEOPLE: Table = Table {
    name: "people",
    about: "somebody who lives here or did",
    columns: &[AGENT, NAME],
    sql: "SELECT agent, name FROM people ORDER BY agent",
};
const PLACES: Table = Table {
    name: "places",
    about: "a room or a ground",
    columns: &[plain("place", "number of the place"), plain("address", "sector and room")],
    sql: "SELECT place, address FROM places ORDER BY place",
};
/// Where people stand.
pub const POSITIONS: Table = Table {
    name: "positions",
    about: "where somebody stands from this tick on",
    columns: &[
        tick("tick", "from when on"),
        AGENT,
        NAME,
        plain("x", "cells from the left edge of the map"),
        plain("y", "cells from its upper edge"),
    ],
    sql: "SELECT tick, agent, name, x, y FROM positions LEFT JOIN people USING (agent) ORDER BY tick, agent",
};

/// All tables that are of use outside of the game.
pub const TABLES: [Table; 12] = [
    PEOPLE,
    PLACES,
    Table {
        name: "things",
        about: "a piece of furniture",
        columns: &[
            plain("object", "number of the thing"),
            plain("place", "number of the place it is in"),
            plain("address", "that place in words"),
            plain("name", "what it is called"),
            plain("x", "its first cell: cells from the left edge of the map"),
            plain("y", "cells from its upper edge"),
            plain("rest", "how it looks when nobody uses it"),
        ],
        sql: "SELECT object, place, address, name, x, y, rest FROM things LEFT JOIN places USING (place) ORDER BY object",
    },
    POSITIONS,
    Table {
        name: "actions",
        about: "what somebody does from this tick on",
        columns: &[
            tick("tick", "from when on"),
            AGENT,
            NAME,
            plain("activity", "what they do"),
            plain("emoji", "the same in one or two signs"),
            plain("object", "number of the thing they do it at; empty: at none"),
            plain("thing", "what it is called"),
        ],
        sql: "SELECT tick, agent, people.name, activity, emoji, object, things.name FROM actions \
              LEFT JOIN people USING (agent) LEFT JOIN things USING (object) ORDER BY tick, agent",
    },
    Table {
        name: "states",
        about: "how a thing looks from this tick on",
        columns: &[
            tick("tick", "from when on"),
            plain("object", "number of the thing"),
            plain("thing", "what it is called"),
            plain("state", "how it looks"),
        ],
        sql: "SELECT tick, object, name, state FROM states LEFT JOIN things USING (object) ORDER BY tick, object",
    },
    Table {
        name: "talks",
        about: "a talk that is over",
        columns: &[
            plain("talk", "who began it and how many they had begun before: 3.0"),
            tick("began", "when it began"),
            tick("over", "the first tick at which it was over"),
            plain("place", "number of the place"),
            plain("address", "that place in words"),
            json("members", "numbers of those who were in it at its end, in the order in which they came"),
            plain("topic", "what the one who began it came to talk about"),
            plain("line_count", "how many lines it has"),
            json("ending", "how it ended: Said; or Urgent, Expected or WalkedOff, with the number of who had to go"),
        ],
        sql: "SELECT talk, body ->> '$[1].began', tick, place, address, body -> '$[1].members', body ->> '$[1].topic', \
              json_array_length(body, '$[1].lines'), body ->> '$[2]' FROM talks \
              LEFT JOIN places ON place = body ->> '$[1].arena' ORDER BY talks.rowid",
    },
    Table {
        name: "lines",
        about: "something that was said",
        columns: &[
            plain("talk", "the talk, see talks"),
            plain("nth", "its place in the talk, from 0"),
            tick("tick", "when it was begun"),
            tick("until", "when it had been said"),
            plain("speaker", "number of who said it"),
            plain("speaker_name", "their full name"),
            json("hearers", "numbers of those to whom it was said"),
            json("hearer_names", "their full names"),
            plain("words", "what was said"),
        ],
        sql: "SELECT talk, nth, tick, until, speaker, name, hearers, \
              (SELECT json_group_array(people.name ORDER BY key) FROM json_each(hearers) JOIN people ON agent = value), \
              words FROM lines LEFT JOIN people ON agent = speaker ORDER BY tick, talk, nth",
    },
    Table {
        name: "events",
        about: "something that happened",
        columns: &[
            tick("tick", "when"),
            plain("nth", "its place within the tick, from 0"),
            plain("who", "number of the person it is about; empty: it is about a thing"),
            NAME,
            plain("place", "number of the place they were in"),
            plain("address", "that place in words"),
            plain("kind", "what happened, such as Arrived, Did, Noticed, Said, TalkEnded, Became"),
            json("body", "more about it, by kind"),
        ],
        sql: "SELECT tick, nth, who, name, place, address, kind, body FROM events LEFT JOIN people ON agent = who \
              LEFT JOIN places USING (place) ORDER BY tick, nth",
    },
    Table {
        name: "memories",
        about: "something that somebody remembers, as it is at the end of the save",
        columns: &[
            AGENT,
            NAME,
            plain("nth", "its place in the memory of this person, from 0"),
            tick("tick", "when it came; what is from before the beginning has 0"),
            plain("kind", "observation, reflection, plan or dialogue"),
            plain("text", "what is remembered"),
            plain("importance", "from 1 to 10; 0: a newer memory has taken its place"),
            tick("accessed", "when it last came to mind"),
            plain("source", "full name of who said it; empty: seen, done or thought oneself"),
            plain("partner", "full name of the one with whom it was said"),
            plain("secret", "1: kept to oneself"),
            plain("fixed", "1: no rating changes its importance"),
            json("evidence", "places (nth) of the memories of the same person it was concluded from"),
        ],
        // The columns beside `max` are those of the row that has it.
        sql: "WITH last AS (SELECT value ->> 0 AS agent, value ->> 1 AS place, value ->> 2 AS accessed, \
              value ->> 3 AS importance, value ->> 4 AS fixed, max(tick * 1000 + nth) \
              FROM memory_changes, json_each(body) GROUP BY value ->> 0, value ->> 1) \
              SELECT agent, name, place, m.tick, kind, text, ifnull(last.importance, m.importance), \
              ifnull(last.accessed, m.accessed), source, partner, secret, ifnull(last.fixed, m.fixed), evidence \
              FROM memories m LEFT JOIN last USING (agent, place) LEFT JOIN people USING (agent) ORDER BY agent, place",
    },
    Table {
        name: "answers",
        about: "an answer of a mind to somebody's question",
        columns: &[
            tick("tick", "when it entered the town"),
            AGENT,
            NAME,
            plain("count", "the which question of this person it answers, counted from 0"),
            tick("asked", "when it was asked"),
            plain("question", "hash of the question with all that was in it"),
            plain("purpose", "kind of question"),
            json("reply", "the answer; empty: nobody had one"),
            plain("mind", "who answered: builtin, model or cassette"),
            plain("model", "name of the model"),
            plain("why", "why not by the mind that was asked"),
            plain("calls", "requests it took"),
            plain("tokens_in", "tokens sent"),
            plain("tokens_cached", "of these cached by the server"),
            plain("tokens_out", "tokens received"),
            plain("tokens_new", "of both not shared with an earlier request"),
            plain("millis", "milliseconds it took"),
            plain("template", "hash of the prompt that was filled in"),
        ],
        sql: "SELECT tick, agent, name, count, asked, question, purpose, reply, who, model, why, calls, tokens_in, \
              tokens_cached, tokens_out, tokens_new, millis, template FROM answers LEFT JOIN people USING (agent) \
              ORDER BY tick, agent, count",
    },
    Table {
        name: "commands",
        about: "something that somebody outside did to the town",
        columns: &[
            tick("tick", "when"),
            plain("nth", "its place within the tick, from 0"),
            plain("line", "the command, as at the console"),
        ],
        sql: "SELECT tick, nth, line FROM commands ORDER BY tick, nth",
    },
];

impl Save {
    /// The town's time.
    ///
    /// # Errors
    /// When the file does not say when its town began.
    pub fn calendar(&self) -> Result<Calendar, SaveError> {
        let (start, tick_seconds) = (self.meta.start.parse().ok(), self.meta.tick_seconds);
        let start = start.filter(|_| tick_seconds > 0);
        let why = || SaveError::Damaged(self.path.display().to_string(), "the times of its town make no sense".into());
        start.map(|start| Calendar { start, tick_seconds }).ok_or_else(why)
    }

    /// Goes through the rows of a table, each with a value for every column, in the order of time or number. Stops at the
    /// first trouble of whoever takes them.
    ///
    /// # Errors
    /// When the file is damaged; what `take` gives.
    pub fn rows<E: From<SaveError>>(
        &self,
        table: &Table,
        mut take: impl FnMut(&[Cell]) -> Result<(), E>,
    ) -> Result<(), E> {
        let unreadable = |error| E::from(self.unreadable(&error));
        let mut all = self.connection.prepare(table.sql).map_err(unreadable)?;
        let mut rows = all.query([]).map_err(unreadable)?;
        while let Some(row) = rows.next().map_err(unreadable)? {
            let cells: rusqlite::Result<Vec<Cell>> = (0..table.columns.len()).map(|n| cell(row, n)).collect();
            take(&cells.map_err(unreadable)?)?;
        }
        Ok(())
    }

    /// The full name of everybody who lives in the town or did.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn people(&self) -> Result<BTreeMap<AgentId, String>, SaveError> {
        Ok(self.numbered(&PEOPLE)?.into_iter().map(|(number, name)| (AgentId(number), name)).collect())
    }

    /// The address of each place.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn places(&self) -> Result<BTreeMap<ArenaId, String>, SaveError> {
        let all = self.numbered(&PLACES)?.into_iter();
        Ok(all.filter_map(|(number, address)| Some((ArenaId(number.try_into().ok()?), address))).collect())
    }

    fn numbered(&self, table: &Table) -> Result<BTreeMap<u32, String>, SaveError> {
        let mut all = BTreeMap::new();
        self.rows(table, |row| {
            if let [Cell::Number(number), Cell::Text(text)] = row
                && let Ok(number) = u32::try_from(*number)
            {
                all.insert(number, text.clone());
            }
            Ok::<(), SaveError>(())
        })?;
        Ok(all)
    }
}

fn cell(row: &Row<'_>, n: usize) -> rusqlite::Result<Cell> {
    Ok(match row.get_ref(n)? {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Number(number),
        // No column of these tables is of another type; what a JSON text holds may be.
        ValueRef::Real(number) => Cell::Text(number.to_string()),
        value => Cell::Text(value.as_str()?.to_owned()),
    })
}
