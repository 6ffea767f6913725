//! A save may come from anybody: what is known about a file before any row of it is read, and limits on what SQLite
//! may do with it.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, OpenFlags, limits::Limit};

use super::{SaveFault, schema};

/// The longest value and the longest row, in bytes.
const LONGEST: i32 = 16 << 20;
/// The longest statement; a declaration of a table in the file is one too.
const STATEMENT: i32 = 16 << 10;
/// The largest file, in bytes.
const LARGEST: u64 = 4 << 30;
/// The longest that it may take to read which tables there are, and again to look at a file for a list.
const GLANCE: Duration = Duration::from_millis(300);
/// How long to wait for another process to finish what it is writing.
const PATIENCE: Duration = Duration::from_secs(2);
/// Steps of SQLite's machine between two looks at the clock.
const STEPS: i32 = 1000;

/// How much of a file is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    /// Every page, however long that takes.
    Whole,
    /// As many pages as time allows; for lists.
    Glance,
}

/// Opens a file under limits, without a look into it.
pub(super) fn limited(path: &Path, flags: OpenFlags) -> Result<Connection, SaveFault> {
    let fault = |error| SaveFault::of(path, &error);
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(fault)?;
    limit(&connection).map_err(fault)?;
    Ok(connection)
}

/// Whether a file that exists is a database with nothing in it.
pub(super) fn is_blank(path: &Path) -> bool {
    let connection = limited(path, OpenFlags::SQLITE_OPEN_READ_WRITE);
    connection
        .is_ok_and(|mut connection| limit_time(&mut connection, Some(GLANCE)).is_ok() && schema::is_blank(&connection))
}

/// Opens a save that exists, and believes it only when it says whose it is, has the tables of a save and nothing else,
/// and its pages fit together. What is read from it is of one moment, however long it stays open.
pub(super) fn open(path: &Path, flags: OpenFlags, care: Care) -> Result<Connection, SaveFault> {
    let file = path.display().to_string();
    match fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(SaveFault::Missing(file)),
        Ok(about) if !about.is_file() => return Err(SaveFault::NotATown(file)),
        Ok(about) if about.len() > LARGEST => return Err(SaveFault::TooLarge(file)),
        _ => {}
    }
    match limited(path, flags).and_then(|connection| believe(path, connection, care)) {
        // SQLite wants to write beside the file even to read it. Where nobody may, nobody else writes either.
        Err(SaveFault::Denied(_)) if flags.contains(OpenFlags::SQLITE_OPEN_READ_ONLY) => {
            let path_in_uri = file.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
            let uri = format!("file:{path_in_uri}?immutable=1");
            believe(path, limited(uri.as_ref(), flags | OpenFlags::SQLITE_OPEN_URI)?, care)
        }
        connection => connection,
    }
}

fn limit(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, STATEMENT)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    // Functions that do something are not for whatever stands in the file to call.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)
}

fn believe(path: &Path, mut connection: Connection, care: Care) -> Result<Connection, SaveFault> {
    let (file, fault) = (path.display().to_string(), |error| SaveFault::of(path, &error));
    let reading = |error| SaveFault::reading(path, &error);
    // Pages that lead back to themselves would be read for ever.
    limit_time(&mut connection, Some(GLANCE)).map_err(fault)?;
    connection.execute_batch("BEGIN").map_err(fault)?;
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(fault);
    let (whose, version) = (number("application_id")?, number("user_version")?);
    match version {
        _ if whose != schema::APPLICATION_ID || version < 1 => return Err(SaveFault::NotATown(file)),
        schema::VERSION => {}
        1.. if version < schema::VERSION => return Err(SaveFault::Older(file, version)),
        _ => return Err(SaveFault::Newer(file, writer(&connection), version)),
    }
    if let Some(what) = schema::foreign(&connection).map_err(reading)? {
        return Err(SaveFault::Damaged(file, what));
    }
    limit_time(&mut connection, (care == Care::Glance).then_some(GLANCE)).map_err(fault)?;
    let health = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    let health = match health {
        // A large save is not looked at page by page for a list.
        Err(rusqlite::Error::SqliteFailure(why, _)) if why.code == ErrorCode::OperationInterrupted => "ok".into(),
        health => health.map_err(reading)?,
    };
    if health != "ok" {
        return Err(SaveFault::Damaged(file, health));
    }
    if care == Care::Glance {
        limit_time(&mut connection, Some(GLANCE)).map_err(fault)?;
    }
    Ok(connection)
}

/// The version of the game that wrote a newer file.
fn writer(connection: &Connection) -> String {
    let version = || connection.query_row("SELECT value FROM meta WHERE key = 'version'", [], |row| row.get(0)).ok();
    let version: Option<String> = if schema::has_meta(connection) { version() } else { None };
    version.map_or_else(|| "it does not say which".into(), |version| version.chars().take(40).collect())
}

/// Reading stops when it has taken this long from now on; `None`: it may take its time.
fn limit_time(connection: &mut Connection, most: Option<Duration>) -> rusqlite::Result<()> {
    let end = most.map(|most| Instant::now() + most);
    connection.progress_handler(STEPS, end.map(|end| move || Instant::now() > end))
}
