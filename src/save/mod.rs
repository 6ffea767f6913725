//! Saves: one SQLite file (`*.town`) that holds which town it is and what came into it from outside.
//!
//! What is in the file survives the process: each [`Save::append`] is one transaction, forced to the disk. What is
//! read from a file is never believed: every fault is a sentence ([`SaveFault`]), none a panic.

mod fault;
mod meta;
mod rows;
mod schema;

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

pub use self::{fault::SaveFault, meta::Meta};
use crate::{exchange::Recording, journal::Journal};

/// An open save.
#[derive(Debug)]
pub struct Save {
    path: PathBuf,
    connection: Connection,
    meta: Meta,
}

impl Save {
    /// A new save of a town that has not lived yet. An existing file is taken only if it is of this very town and
    /// nothing has been lived in it.
    ///
    /// # Errors
    /// When there is a save of another town or of a lived one, when there is no such folder, no permission, no
    /// room.
    pub fn create(path: &Path, meta: &Meta) -> Result<Self, SaveFault> {
        let file = path.display().to_string();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(SaveFault::NoFolder(file, folder.display().to_string()));
        }
        let fault = |error| SaveFault::of(path, &error);
        let begun = fs::metadata(path).is_ok_and(|about| about.is_dir() || about.len() > 0);
        let blank = || Connection::open(path).is_ok_and(|connection| schema::is_blank(&connection));
        if begun && !blank() {
            let save = Self::open(path)?;
            return match save.meta.differs(meta) {
                Some(what) => Err(SaveFault::OfAnother(file, what)),
                None if save.meta.tick > 0 => Err(SaveFault::Lived(file, save.meta.tick)),
                None => Ok(save),
            };
        }
        let meta = Meta { tick: 0, ..meta.clone() };
        let mut connection = Connection::open(path).map_err(fault)?;
        prepare(&connection).map_err(fault)?;
        schema::bring_up_to_date(&mut connection, Some(&meta)).map_err(fault)?;
        Ok(Self { path: path.to_owned(), connection, meta })
    }

    /// Opens a save to go on with it. Brings an older format up to date.
    ///
    /// # Errors
    /// When there is none, when it is no save, damaged, newer, in use, or may not be written.
    pub fn open(path: &Path) -> Result<Self, SaveFault> {
        let fault = |error| SaveFault::of(path, &error);
        let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        prepare(&connection).map_err(fault)?;
        schema::bring_up_to_date(&mut connection, None).map_err(fault)?;
        Self::with(path, connection)
    }

    /// Opens a save to look at it; the file stays as it is.
    ///
    /// # Errors
    /// When there is none, when it is no save, damaged or newer.
    pub fn read(path: &Path) -> Result<Self, SaveFault> {
        match connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY) {
            // SQLite wants to write beside the file even to read it. Where nobody may, nobody else writes either.
            Err(SaveFault::Denied(_)) => Self::with(path, connect_unchanging(path)?),
            connection => Self::with(path, connection?),
        }
    }

    fn with(path: &Path, connection: Connection) -> Result<Self, SaveFault> {
        let meta = Meta::read(&connection).map_err(|error| SaveFault::reading(path, &error))?;
        let meta = meta.map_err(|why| SaveFault::Damaged(path.display().to_string(), why))?;
        Ok(Self { path: path.to_owned(), connection, meta })
    }

    /// Which town this is, and how far it is saved.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// The whole journal, as far as it is saved.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn journal(&self) -> Result<Journal, SaveFault> {
        let journal =
            rows::read(&self.connection, self.meta.tick).map_err(|error| SaveFault::reading(&self.path, &error))?;
        journal.map_err(|why| SaveFault::Damaged(self.path.display().to_string(), why))
    }

    /// The journal, to be lived again.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn recording(&self) -> Result<Recording, SaveFault> {
        Ok(Recording::new(self.journal()?, self.meta.tick))
    }

    /// Saves what came in since the last time, up to the tick `now` that is the next to be lived. All or nothing,
    /// and on the disk when it returns. What was saved before is skipped, so that a town that lives again what
    /// it was loaded with can go on in the same file.
    ///
    /// # Errors
    /// When the disk is full, when another process holds the file or has written into it. The file is then as it
    /// was before, and the next call tries again with all that is missing.
    pub fn append(&mut self, journal: &Journal, now: u64) -> Result<(), SaveFault> {
        let from = self.meta.tick;
        if now <= from {
            return Ok(());
        }
        let fault = |error| SaveFault::of(&self.path, &error);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fault)?;
        let there: String =
            transaction.query_row("SELECT value FROM meta WHERE key = 'tick'", [], |row| row.get(0)).map_err(fault)?;
        if there != from.to_string() {
            let file = self.path.display().to_string();
            return Err(SaveFault::Overtaken(file, there.parse().unwrap_or_default(), from));
        }
        rows::write(&transaction, journal, from, now).map_err(fault)?;
        let meta = Meta { tick: now, version: env!("CARGO_PKG_VERSION").into(), ..self.meta.clone() };
        meta.write(&transaction).map_err(fault)?;
        transaction.commit().map_err(fault)?;
        self.meta = meta;
        // Into the file itself, so that it is whole even if copied without its `-wal`. If not now, then later.
        drop(self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())));
        Ok(())
    }

    /// Lets the file grow to so many pages of 4096 bytes and no further, as if the disk were full there.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn limit_pages(&self, pages: u32) -> Result<(), SaveFault> {
        let set = self.connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()));
        set.map_err(|error| SaveFault::of(&self.path, &error))
    }
}

/// Opens what exists, and believes it only when it says whose it is and its pages fit together.
fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, SaveFault> {
    let file = path.display().to_string();
    match fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(SaveFault::Missing(file)),
        Ok(about) if !about.is_file() => return Err(SaveFault::NotATown(file)),
        _ => {}
    }
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX);
    believe(path, connection.map_err(|error| SaveFault::of(path, &error))?)
}

/// Opens a file on something that cannot be written, such as a disc.
fn connect_unchanging(path: &Path) -> Result<Connection, SaveFault> {
    let path_in_uri = path.display().to_string().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let uri = format!("file:{path_in_uri}?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    believe(path, Connection::open_with_flags(uri, flags).map_err(|error| SaveFault::of(path, &error))?)
}

fn believe(path: &Path, connection: Connection) -> Result<Connection, SaveFault> {
    let (file, fault) = (path.display().to_string(), |error| SaveFault::of(path, &error));
    connection.busy_timeout(PATIENCE).map_err(fault)?;
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(fault);
    let (whose, version) = (number("application_id")?, number("user_version")?);
    if whose != schema::APPLICATION_ID || version < 1 {
        return Err(SaveFault::NotATown(file));
    }
    if version > schema::VERSION {
        let by = connection.query_row("SELECT value FROM meta WHERE key = 'version'", [], |row| row.get(0));
        return Err(SaveFault::Newer(file, by.unwrap_or_else(|_| "it does not say which".into()), version));
    }
    let health: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| SaveFault::reading(path, &error))?;
    if health != "ok" {
        return Err(SaveFault::Damaged(file, health));
    }
    Ok(connection)
}

/// How long to wait for another process to finish what it is writing.
const PATIENCE: Duration = Duration::from_secs(2);

/// Safe against a killed process and a lost power line.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "FULL")
}
