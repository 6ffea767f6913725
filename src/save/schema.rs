//! The tables of a save, and how older ones are brought up to date.

use rusqlite::Connection;

use super::Meta;

/// "Town": SQLite's own place for saying whose file this is.
pub(super) const APPLICATION_ID: i64 = 0x546F_776E;

/// One step for each version of the format; the file's `user_version` says how many have been taken. Never change
/// a step that has been released: add one.
const STEPS: &[&str] = &[
    "
    -- What the town is, and how far it has been lived.
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    -- Answers as they entered: the tick, whose question, the how-manieth of this agent.
    CREATE TABLE answers (
        tick INTEGER NOT NULL, agent INTEGER NOT NULL, count INTEGER NOT NULL,
        asked INTEGER NOT NULL,     -- the tick of the question
        question TEXT NOT NULL,     -- hash of the question, 32 hex digits
        purpose TEXT NOT NULL,      -- the kind of question
        reply TEXT,                 -- JSON; NULL: nobody had an answer
        who TEXT NOT NULL,          -- 'builtin', 'model', 'cassette'
        model TEXT,                 -- the model's name
        why TEXT,                   -- why not by the mind that was asked
        PRIMARY KEY (tick, agent, count)
    ) STRICT, WITHOUT ROWID;
    -- What people did to the town: the tick, the how-manieth of this tick, the line.
    CREATE TABLE commands (
        tick INTEGER NOT NULL, nth INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (tick, nth)
    ) STRICT, WITHOUT ROWID;
",
    "
    -- What an answer took: requests, tokens (sent, of these cached by the server, received, of both not shared with an
    -- earlier request), milliseconds, and which template was filled in (content hash).
    ALTER TABLE answers ADD COLUMN calls INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE answers ADD COLUMN tokens_in INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE answers ADD COLUMN tokens_cached INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE answers ADD COLUMN tokens_out INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE answers ADD COLUMN tokens_new INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE answers ADD COLUMN millis INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE answers ADD COLUMN template TEXT;
",
];

/// Whether there is nothing at all in the file: what is left when a process is killed before its first save.
pub(super) fn is_blank(connection: &Connection) -> bool {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).ok();
    let tables = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0)).ok();
    (tables, number("application_id"), number("user_version")) == (Some(0), Some(0), Some(0))
}

/// The format that this version of the game writes.
pub(super) const VERSION: i64 = STEPS.len() as i64;

/// Brings the tables up to date and says of a new file which town it is, all or nothing.
pub(super) fn bring_up_to_date(connection: &mut Connection, new: Option<&Meta>) -> rusqlite::Result<()> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version >= VERSION {
        return Ok(());
    }
    let transaction = connection.transaction()?;
    for step in STEPS.iter().skip(usize::try_from(version).unwrap_or(0)) {
        transaction.execute_batch(step)?;
    }
    if let Some(meta) = new {
        meta.write(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}
