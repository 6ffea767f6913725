//! The tables of a save, and whether a file has these and nothing else.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    path::Path,
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior, limits::Limit, params};

use super::{
    Meta, SaveError,
    copy::sqlite_files,
    fault::nonsense,
    marks::{self, insert},
    migrate::STATE_BEFORE,
    pieces::{compressed, decompressed},
};
use crate::data::Files;

/// "Town": SQLite's own place for saying whose file this is.
pub(super) const APPLICATION_ID: i64 = 0x546F_776E;

/// The format that this version of the game writes; the file's `user_version`.
pub(super) const VERSION: i64 = 6;

/// The tables. A file with other ones is refused, so a change here needs another [`VERSION`] and a way to it from the one
/// before, see [`migrate`]. From format 5 on each begins with the column `mark`, see [`marks`].
const TABLES: &str = "
    -- What the town is, and how far it has been lived.
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    -- The files of scenario, map and prompts as they were when the town began, compressed with zlib.
    CREATE TABLE files (path TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
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
    -- Pieces of long texts, each once: a JSON array of texts compressed with zlib, numbered from `first` on. A text in
    -- pieces begins with a zero byte; then the number of each, as its distance from the one before plus one, times two
    -- (less one if it is negative), seven bits a byte, the lowest first, 128 added to all but the last.
    CREATE TABLE pieces (first INTEGER PRIMARY KEY, count INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
    -- What people remember, as it was when it was first saved.
    CREATE TABLE memories (
        agent INTEGER NOT NULL,
        place INTEGER NOT NULL,     -- in the stream, from 0
        saved INTEGER NOT NULL,     -- the tick of the snapshot that was the first to hold it
        tick INTEGER NOT NULL,      -- the tick it came; seed memories have 0
        kind TEXT NOT NULL,         -- 'observation', 'reflection', 'plan', 'dialogue'
        text TEXT NOT NULL,
        importance INTEGER NOT NULL, -- 1 to 10
        accessed INTEGER NOT NULL,  -- the tick it was last retrieved
        source TEXT,                -- who said it; NULL: seen, done or thought oneself
        partner TEXT,               -- with whom it was said
        secret INTEGER NOT NULL,    -- 1: kept to oneself
        fixed INTEGER NOT NULL,     -- 1: no rating changes its importance
        evidence TEXT NOT NULL,     -- JSON: places of the memories it was concluded from
        PRIMARY KEY (agent, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX memories_by_tick ON memories (tick);
    -- Questions that were answered, as they were asked.
    CREATE TABLE questions (
        agent INTEGER NOT NULL, count INTEGER NOT NULL,
        tick INTEGER NOT NULL,      -- the tick of the answer
        asked INTEGER NOT NULL, due INTEGER NOT NULL, give_up INTEGER NOT NULL, dice INTEGER NOT NULL,
        purpose TEXT NOT NULL,      -- the kind of question
        inputs BLOB NOT NULL,       -- JSON, a long one in pieces
        came BLOB NOT NULL,         -- JSON, a long one in pieces: its memories, and how they were retrieved
        PRIMARY KEY (agent, count)
    ) STRICT, WITHOUT ROWID;
    -- Who lives here or did; rooms and grounds; furniture, with its first cell and the state it rests in.
    CREATE TABLE people (agent INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE places (place INTEGER PRIMARY KEY, address TEXT NOT NULL) STRICT;
    CREATE TABLE things (
        object INTEGER PRIMARY KEY, place INTEGER NOT NULL, name TEXT NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,
        rest TEXT NOT NULL
    ) STRICT;
    -- Where people stand, what they do and how things look, from this tick on.
    CREATE TABLE positions (
        tick INTEGER NOT NULL, agent INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, PRIMARY KEY (tick, agent)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE actions (
        tick INTEGER NOT NULL, agent INTEGER NOT NULL, activity TEXT NOT NULL, emoji TEXT NOT NULL, object INTEGER,
        PRIMARY KEY (tick, agent)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE states (
        tick INTEGER NOT NULL, object INTEGER NOT NULL, state TEXT, PRIMARY KEY (tick, object)
    ) STRICT, WITHOUT ROWID;
    -- What happened: the tick, the place within the tick from 0, about whom, where, what, and JSON by kind.
    CREATE TABLE events (
        tick INTEGER NOT NULL, nth INTEGER NOT NULL, who INTEGER, place INTEGER NOT NULL, kind TEXT NOT NULL,
        body TEXT NOT NULL, PRIMARY KEY (tick, nth)
    ) STRICT, WITHOUT ROWID;
    -- What was said: the talk, the place in it from 0, ticks of beginning and end, who said it to whom (JSON).
    CREATE TABLE lines (
        talk TEXT NOT NULL, nth INTEGER NOT NULL, tick INTEGER NOT NULL, until INTEGER NOT NULL,
        speaker INTEGER NOT NULL, hearers TEXT NOT NULL, words TEXT NOT NULL, PRIMARY KEY (talk, nth)
    ) STRICT, WITHOUT ROWID;
    -- Talks that are over, from this tick on, in the order in which they ended, as JSON.
    CREATE TABLE talks (talk TEXT NOT NULL, tick INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
";

/// The tables of the state, see [`TABLES`].
pub(super) const STATE: &str = "
    -- What changed of what can be seen, a row for each writing, and the whole state at ticks from which a town can go on: a
    -- JSON array compressed with zlib, of arrays: tick, owner ('town', 'object', 'agent'), which object or agent (0 for the
    -- town), name of the component or resource, version of its type (null: it is gone), whether it is cut, body. One that is
    -- cut is an array with the numbers of its pieces, each less the one before and one.
    CREATE TABLE changes (
        last INTEGER NOT NULL,      -- the last tick in it
        nth INTEGER NOT NULL,       -- of several with the same last tick, from 0
        first INTEGER NOT NULL,     -- the first tick in it
        body BLOB NOT NULL, PRIMARY KEY (last, nth)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE snapshots (tick INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
    -- What was different about memories at a later tick: a JSON array of arrays: agent, place, accessed, importance, fixed.
    CREATE TABLE memory_changes (
        tick INTEGER NOT NULL, nth INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (tick, nth)
    ) STRICT, WITHOUT ROWID;
";

/// The first format that is still read.
pub(super) const OLDEST: i64 = 4;

/// The declarations of a format.
pub(super) fn tables(version: i64) -> String {
    let mark = |line: &str| match line.trim_start().starts_with("CREATE TABLE") && version >= 5 {
        true => line.replacen(" (", " (mark INTEGER NOT NULL, ", 1) + "\n",
        false => format!("{line}\n"),
    };
    let state = if version >= 6 { STATE } else { STATE_BEFORE };
    TABLES.lines().chain(state.lines()).map(mark).collect()
}

/// Makes the tables and says which town it is, all or nothing; false: there is something in the file already.
pub(super) fn create(connection: &mut Connection, meta: &Meta, files: &Files) -> rusqlite::Result<bool> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Somebody may have begun the same file at the same time.
    if !has_nothing(&transaction) {
        return Ok(false);
    }
    transaction.execute_batch(&tables(VERSION))?;
    meta.write(&transaction)?;
    write_files(&transaction, files)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit().map(|()| true)
}

/// Writes the files that a town goes on with.
pub(super) fn write_files(connection: &Connection, files: &Files) -> rusqlite::Result<()> {
    let mut put = connection.prepare(&insert("files", "path, body"))?;
    files.iter().try_for_each(|(path, body)| put.execute(params![path, compressed(body)]).map(drop))
}

/// The files that the town began with.
pub(super) fn read_files(connection: &Connection) -> rusqlite::Result<Files> {
    let (mut files, mut left) = (Files::new(), FILES);
    let mut all = connection.prepare("SELECT path, body FROM files")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let (path, packed): (String, Vec<u8>) = (row.get(0)?, row.get(1)?);
        let body = decompressed(&packed, left).ok_or_else(|| nonsense(format!("{path:?} cannot be unpacked")))?;
        left -= body.len() as u64;
        files.insert(path, body);
    }
    Ok(files)
}

/// The most that all files of a town take, in bytes.
const FILES: u64 = 128 << 20;

/// Whether there is nothing at all in the file: what is left when a process is killed before its first save.
fn has_nothing(connection: &Connection) -> bool {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).ok();
    let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0)).ok();
    (tables, number("application_id"), number("user_version")) == (Some(0), Some(0), Some(0))
}

/// What the file holds besides the tables of a save, or instead of them; `None`: exactly these. Views and triggers run
/// when a table is read or written, so nothing is read from a file that has any.
fn unexpected_object(connection: &Connection, version: i64) -> rusqlite::Result<Option<String>> {
    let known = declared(version)?;
    let mut rows = connection.prepare("SELECT type, name, sql FROM sqlite_schema")?;
    let mut rows = rows.query([])?;
    let mut seen = BTreeSet::new();
    while let Some(row) = rows.next()? {
        let (kind, name): (String, String) = (row.get(0)?, row.get(1)?);
        let one = bare(&row.get::<_, Option<String>>(2)?.unwrap_or_default());
        if !["table", "index"].contains(&kind.as_str()) || !known.contains(&one) || !seen.insert(one) {
            let name: String = name.chars().take(40).collect();
            return Ok(Some(format!("it holds the {kind} {name:?}, which is not one that a save has")));
        }
    }
    Ok((seen.len() < known.len()).then(|| "some of its tables are missing".into()))
}

/// Whether the table `meta` is the one of a save, whatever else is in the file.
fn has_meta(connection: &Connection) -> bool {
    let sql = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'meta'";
    let sql = connection.query_row(sql, [], |row| row.get::<_, String>(0));
    sql.is_ok_and(|sql| declared(VERSION).is_ok_and(|known| known.contains(&bare(&sql))))
}

/// The tables of a format as SQLite keeps them.
fn declared(version: i64) -> rusqlite::Result<BTreeSet<String>> {
    let blank = Connection::open_in_memory()?;
    blank.execute_batch(&tables(version))?;
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

/// The longest value and the longest row, in bytes.
const LONGEST: i32 = 16 << 20;
/// The longest statement; a declaration of a table in the file is one too.
const STATEMENT: i32 = 16 << 10;
/// The largest file, in bytes.
const LARGEST: u64 = 4 << 30;
/// The longest that it may take to read which tables there are, and again to look at a file for a list.
pub(super) const GLANCE: Duration = Duration::from_millis(300);
/// The largest file whose pages are all looked at when it is opened, in bytes: a longer one would take seconds. What is
/// wrong with it shows when it is read.
pub(super) const CHECKED: u64 = 48 << 20;
/// How long to wait for another process to finish what it is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
/// Steps of SQLite's machine between two looks at the clock.
const STEPS: i32 = 1000;

/// Opens a file under limits, without a look into it.
pub(super) fn limited(path: &Path, flags: OpenFlags) -> Result<Connection, SaveError> {
    let fault = |error| SaveError::of(path, &error);
    // Names such as `:memory:` mean something to SQLite; a whole path is a file.
    let is_uri = flags.contains(OpenFlags::SQLITE_OPEN_URI);
    let whole =
        if is_uri { path.to_path_buf() } else { std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()) };
    let connection = Connection::open_with_flags(whole, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(fault)?;
    limit(&connection).and_then(|()| marks::add_functions(&connection)).map_err(fault)?;
    Ok(connection)
}

/// Whether a file that exists is a database with nothing in it.
pub(super) fn is_blank(path: &Path) -> bool {
    let connection = limited(path, OpenFlags::SQLITE_OPEN_READ_WRITE);
    connection.is_ok_and(|mut connection| limit_time(&mut connection, Some(GLANCE)).is_ok() && has_nothing(&connection))
}

/// Opens an existing save and validates it: the application id, the version, exactly the expected tables, and intact
/// pages. Everything read from it is a snapshot of one moment, however long it stays open.
pub(super) fn open(path: &Path, flags: OpenFlags, most: Option<Duration>) -> Result<Connection, SaveError> {
    let file = path.display().to_string();
    match fs::metadata(path) {
        Err(error) => return Err(SaveError::of_files(path, &error)),
        Ok(about) if !about.is_file() => return Err(SaveError::NotATown(file)),
        Ok(about) if about.len() > LARGEST => return Err(SaveError::TooLarge(file)),
        _ => {}
    }
    // SQLite keeps what is newest beside the file itself, wherever a link to it lies.
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let [newest, _] = sqlite_files(&real);
    match limited(path, flags).and_then(|connection| validate(path, connection, most)) {
        // SQLite wants to write beside the file even to read it. Where nobody may or can, nobody else writes either.
        Err(SaveError::Denied(_) | SaveError::Full(_) | SaveError::Other(..))
            if flags.contains(OpenFlags::SQLITE_OPEN_READ_ONLY) && File::open(path).is_ok() =>
        {
            if fs::metadata(&newest).is_ok_and(|about| about.len() > 0) {
                return Err(SaveError::Beside(file, newest.display().to_string()));
            }
            let path_in_uri = file.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
            let uri = format!("file:{path_in_uri}?immutable=1");
            let connection = limited(uri.as_ref(), flags | OpenFlags::SQLITE_OPEN_URI);
            validate(path, connection.map_err(|_| SaveError::Denied(file))?, most)
        }
        // Somebody may have put a copy in the place of a file that a run had not closed.
        Err(SaveError::Damaged(file, what)) if fs::metadata(&newest).is_ok_and(|about| about.len() > 0) => {
            let newest = newest.display();
            let advice = "if that belongs to another file of this name, move it away";
            Err(SaveError::Damaged(file, format!("{what}, as {newest} beside it has it ({advice})")))
        }
        connection => connection,
    }
}

pub(super) fn limit(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, STATEMENT)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    // Functions that do something are not for whatever stands in the file to call.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "cell_size_check", true)
}

fn validate(path: &Path, mut connection: Connection, most: Option<Duration>) -> Result<Connection, SaveError> {
    let (file, fault) = (path.display().to_string(), |error| SaveError::of(path, &error));
    let reading = |error| SaveError::reading(path, &error);
    // Pages that lead back to themselves would be read for ever.
    limit_time(&mut connection, Some(GLANCE)).map_err(fault)?;
    connection.execute_batch("BEGIN").map_err(fault)?;
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(fault);
    let (whose, version) = (number("application_id")?, number("user_version")?);
    match version {
        _ if whose != APPLICATION_ID || version < 1 => return Err(SaveError::NotATown(file)),
        OLDEST..=VERSION => {}
        1.. if version < OLDEST => return Err(SaveError::Older(file, version)),
        _ => return Err(SaveError::Newer(file, writer(&connection), version)),
    }
    if let Some(what) = unexpected_object(&connection, version).map_err(reading)? {
        return Err(SaveError::Damaged(file, what));
    }
    limit_time(&mut connection, most).map_err(fault)?;
    let is_checked = fs::metadata(path).is_ok_and(|about| about.len() <= CHECKED);
    let health = match is_checked {
        true => connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0)),
        false => Ok("ok".into()),
    };
    let health = match health {
        // A large save is not looked at page by page for a list.
        Err(rusqlite::Error::SqliteFailure(why, _)) if why.code == ErrorCode::OperationInterrupted => "ok".into(),
        health => health.map_err(reading)?,
    };
    if health != "ok" {
        tracing::debug!("{file}: {health}");
        return Err(SaveError::Damaged(file, "its pages do not fit together".into()));
    }
    limit_time(&mut connection, most).map_err(fault)?;
    marks::guard(&connection).map_err(reading)?;
    Ok(connection)
}

/// The version of the game that wrote a newer file.
fn writer(connection: &Connection) -> String {
    let version = || connection.query_row("SELECT value FROM meta WHERE key = 'version'", [], |row| row.get(0)).ok();
    let version: Option<String> = if has_meta(connection) { version() } else { None };
    version.map_or_else(|| "it does not say which".into(), |version| version.chars().take(40).collect())
}

/// Reading stops when it has taken this long from now on; `None`: it may take its time.
fn limit_time(connection: &mut Connection, most: Option<Duration>) -> rusqlite::Result<()> {
    let end = most.map(|most| Instant::now() + most);
    connection.progress_handler(STEPS, end.map(|end| move || Instant::now() > end))
}
