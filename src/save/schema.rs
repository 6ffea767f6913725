//! The tables of a save, and whether a file has these and nothing else.

use std::collections::BTreeSet;

use rusqlite::Connection;

use super::Meta;

/// "Town": SQLite's own place for saying whose file this is.
pub(super) const APPLICATION_ID: i64 = 0x546F_776E;

/// The format that this version of the game reads and writes; the file's `user_version`.
pub(super) const VERSION: i64 = 3;

/// The tables. A file with other ones is refused, so a change here needs another [`VERSION`].
const TABLES: &str = "
    -- What the town is, and how far it has been lived.
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    -- Answers by the tick at which they entered, the agent who asked, and the agent's own count of questions.
    CREATE TABLE answers (
        tick INTEGER NOT NULL, agent INTEGER NOT NULL, count INTEGER NOT NULL,
        asked INTEGER NOT NULL,     -- the tick of the question
        question TEXT NOT NULL,     -- hash of the question, 32 hex digits
        purpose TEXT NOT NULL,      -- the kind of question
        reply TEXT,                 -- JSON; NULL: nobody had an answer
        who TEXT NOT NULL,          -- 'builtin', 'model', 'cassette'
        model TEXT,                 -- the model's name
        why TEXT,                   -- why not by the mind that was asked
        -- What the answer took: requests, tokens (sent, of these cached by the server, received, of both not shared
        -- with an earlier request), milliseconds, and which template was filled in (content hash).
        calls INTEGER NOT NULL DEFAULT 0, tokens_in INTEGER NOT NULL DEFAULT 0,
        tokens_cached INTEGER NOT NULL DEFAULT 0, tokens_out INTEGER NOT NULL DEFAULT 0,
        tokens_new INTEGER NOT NULL DEFAULT 0, millis INTEGER NOT NULL DEFAULT 0, template TEXT,
        PRIMARY KEY (tick, agent, count)
    ) STRICT, WITHOUT ROWID;
    -- What people did to the town: the tick, the place within the tick from 0, the line.
    CREATE TABLE commands (
        tick INTEGER NOT NULL, nth INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (tick, nth)
    ) STRICT, WITHOUT ROWID;
";

/// Makes the tables and says which town it is, all or nothing.
pub(super) fn create(connection: &mut Connection, meta: &Meta) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    meta.write(&transaction)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Whether there is nothing at all in the file: what is left when a process is killed before its first save.
pub(super) fn is_blank(connection: &Connection) -> bool {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).ok();
    let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0)).ok();
    (tables, number("application_id"), number("user_version")) == (Some(0), Some(0), Some(0))
}

/// What the file holds besides the tables of a save, or instead of them; `None`: exactly these. Views and triggers run
/// when a table is read or written, so nothing is read from a file that has any.
pub(super) fn foreign(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let known = declared()?;
    let mut rows = connection.prepare("SELECT type, name, sql FROM sqlite_schema")?;
    let mut rows = rows.query([])?;
    let mut seen = BTreeSet::new();
    while let Some(row) = rows.next()? {
        let (kind, name): (String, String) = (row.get(0)?, row.get(1)?);
        let one = bare(&row.get::<_, Option<String>>(2)?.unwrap_or_default());
        if kind != "table" || !known.contains(&one) || !seen.insert(one) {
            let name: String = name.chars().take(40).collect();
            return Ok(Some(format!("it holds the {kind} {name:?}, which is not one that a save has")));
        }
    }
    Ok((seen.len() < known.len()).then(|| "some of its tables are missing".into()))
}

/// Whether the table `meta` is the one of a save, whatever else is in the file.
pub(super) fn has_meta(connection: &Connection) -> bool {
    let sql = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'meta'";
    let sql = connection.query_row(sql, [], |row| row.get::<_, String>(0));
    sql.is_ok_and(|sql| declared().is_ok_and(|known| known.contains(&bare(&sql))))
}

/// The tables as SQLite keeps them.
fn declared() -> rusqlite::Result<BTreeSet<String>> {
    let blank = Connection::open_in_memory()?;
    blank.execute_batch(TABLES)?;
    let mut rows = blank.prepare("SELECT sql FROM sqlite_schema")?;
    rows.query_map([], |row| Ok(bare(&row.get::<_, String>(0)?)))?.collect()
}

/// A declaration without comments and blanks, which tell saves of different versions of the game apart. No declaration
/// of ours quotes anything, so nothing can hide in a comment that is none.
fn bare(sql: &str) -> String {
    let lines = sql.lines().map(|line| line.split_once("--").map_or(line, |(sql, _)| sql));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ").replace(", ", ",").replace("( ", "(").replace(" )", ")").replace(" (", "(")
}
