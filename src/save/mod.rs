//! Saves: one SQLite file (`*.town`) that holds which town it is and what came into it from outside.
//!
//! What is in the file survives the process: each [`Save::append`] is one transaction, forced to the disk. What is
//! read from a file is never believed: every fault is a sentence ([`SaveError`]), none a panic.

mod block;
mod changes;
mod copy;
mod ends;
mod fault;
mod history;
mod known;
mod marks;
mod memories;
mod meta;
mod migrate;
mod pieces;
mod place;
mod questions;
mod read;
mod record;
mod rows;
mod schema;
mod seen;
mod state;
mod tables;

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

pub use self::{
    changes::PartChange,
    copy::{sqlite_files, write_copy},
    fault::SaveError,
    history::{Deed, History, Line, Look, PartOf, Step},
    meta::Meta,
    questions::SavedQuestions,
    record::{Pending, Recorder},
    state::SavedState,
    tables::{Cell, Column, Kind, POSITIONS, TABLES, Table},
};
use self::{
    known::{Bodies, Known},
    migrate::{migrate, migrated},
    pieces::Packer,
    place::{folder_of, has_two_names, identity, is_begun},
    schema::{GLANCE, limited},
};
use crate::{data::Files, journal::Journal, world::map::Numbers};

/// An open save.
#[derive(Debug)]
pub struct Save {
    path: PathBuf,
    /// Which file it was when it was opened.
    file: Option<(u64, u64)>,
    connection: Connection,
    meta: Meta,
    /// What it has, as far as this run knows.
    known: Known,
    /// What there is on its map; until that is known, any number counts.
    numbers: std::cell::Cell<Numbers>,
}

impl Save {
    /// A new save of a town that has not lived yet. An existing file is taken only if it is of this very town and
    /// nothing has been lived in it.
    ///
    /// # Errors
    /// When there is a save of another town or of a lived one, when there is no such folder, no permission, no
    /// room.
    pub fn create(path: &Path, meta: &Meta) -> Result<Self, SaveError> {
        Self::create_or_resume(path, meta, &Files::new(), &Journal::default(), 0)
    }

    /// Opens or creates the save for a town that has played `lived` up to the tick `until`, and began with these `files`. An existing save is taken
    /// only if it is of this town and its journal is a prefix of `lived`.
    ///
    /// # Errors
    /// When there is a save of another town, of this one lived otherwise or further; as [`Self::open`].
    pub fn create_or_resume(
        path: &Path,
        meta: &Meta,
        files: &Files,
        lived: &Journal,
        until: u64,
    ) -> Result<Self, SaveError> {
        let there = Self::resume(path, meta, lived, until)?;
        there.map_or_else(|| Self::begin(path, meta, files), Ok)
    }

    /// The save for a town that has played `lived` up to the tick `until`, if there is one; `None`: there is nothing.
    ///
    /// # Errors
    /// As [`Self::create_or_resume`].
    pub fn resume(path: &Path, meta: &Meta, lived: &Journal, until: u64) -> Result<Option<Self>, SaveError> {
        if !is_begun(path) {
            return Ok(None);
        }
        let (save, file) = (Self::open(path)?, path.display().to_string());
        let held = save.meta.tick;
        match save.meta.differs(meta) {
            Some(what) => Err(SaveError::OfAnother(file, what)),
            None if held > until => Err(SaveError::Lived(file, held)),
            None if save.journal()?.hash() != lived.before(held).hash() => Err(SaveError::OtherPast(file)),
            None => Ok(Some(save)),
        }
    }

    /// A save in a file that is not there or has nothing in it.
    fn begin(path: &Path, meta: &Meta, files: &Files) -> Result<Self, SaveError> {
        folder_of(path)?;
        let fault = |error| SaveError::of(path, &error).of_new();
        let meta = Meta { tick: 0, ..meta.clone() };
        let was_there = path.exists();
        let mut connection = limited(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        match prepare(&connection).and_then(|()| schema::create(&mut connection, &meta, files)) {
            Ok(true) => Ok(Self::new(path, connection, meta)),
            Ok(false) => Err(SaveError::Exists(path.display().to_string())),
            Err(error) => {
                drop(connection);
                // Nothing can be begun in what was begun without room.
                if !was_there && SaveError::of(path, &error) == SaveError::Full(path.display().to_string()) {
                    let _ = fs::remove_file(path);
                    sqlite_files(path).iter().for_each(|file| drop(fs::remove_file(file)));
                }
                Err(fault(error))
            }
        }
    }

    /// Opens a save to go on with it.
    ///
    /// # Errors
    /// When there is none, when it is no save, damaged, older, newer, in use, has two names, or may not be written.
    pub fn open(path: &Path) -> Result<Self, SaveError> {
        if has_two_names(path) {
            return Err(SaveError::TwoNames(path.display().to_string()));
        }
        let mut save = Self::with(path, schema::open(path, OpenFlags::SQLITE_OPEN_READ_WRITE, None)?)?;
        save.check_ends()?;
        let connection = &mut save.connection;
        let prepared = connection.execute_batch("COMMIT").and_then(|()| prepare(connection));
        prepared.and_then(|()| migrate(connection)).map_err(|error| SaveError::of(path, &error))?;
        Ok(save)
    }

    /// Opens a save to look at it; the file stays as it is. What is read is of one moment, also while another process
    /// goes on writing.
    ///
    /// # Errors
    /// When there is none, when it is no save, damaged, older or newer.
    pub fn read(path: &Path) -> Result<Self, SaveError> {
        let connection = schema::open(path, OpenFlags::SQLITE_OPEN_READ_ONLY, None)?;
        let copy = migrated(&connection).map_err(|error| SaveError::reading(path, &error))?;
        let save = Self::with(path, copy.unwrap_or(connection))?;
        save.check_ends().map(|()| save)
    }

    /// The same save opened once more, for another thread; `None`: it is another one by now, or lies where that cannot be
    /// done.
    pub fn again(&self) -> Option<Self> {
        // One of an older format is in memory.
        self.connection.path().filter(|path| !path.is_empty())?;
        let connection = limited(&self.path, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
        connection.execute_batch("BEGIN").and_then(|()| marks::guard(&connection)).ok()?;
        let same = identity(&self.path) == self.file;
        same.then(|| Self { numbers: self.numbers.clone(), ..Self::new(&self.path, connection, self.meta.clone()) })
    }

    /// Which town is in a file, for lists: takes little time and memory whatever the file is.
    ///
    /// # Errors
    /// As [`Self::read`], as far as can be seen in that time.
    pub fn glance(path: &Path) -> Result<Meta, SaveError> {
        let save = Self::with(path, schema::open(path, OpenFlags::SQLITE_OPEN_READ_ONLY, Some(GLANCE))?)?;
        Ok(save.meta)
    }

    /// Whether there is a save of a town at this path, damaged or not: nothing else may be written over it.
    pub fn lies_at(path: &Path) -> bool {
        let mut head = [0; 72];
        let is_file = fs::metadata(path).is_ok_and(|about| about.is_file());
        is_file
            && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok()
            && head.starts_with(b"SQLite format 3\0")
            && head[68..] == (schema::APPLICATION_ID as u32).to_be_bytes()
    }

    /// Whether a town is being kept in this file, by this process or another.
    pub fn is_in_use(path: &Path) -> bool {
        let Ok(connection) = limited(path, OpenFlags::SQLITE_OPEN_READ_WRITE) else { return false };
        // Leaving WAL needs the file for oneself.
        let left = connection
            .busy_timeout(Duration::ZERO)
            .and_then(|()| connection.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(())));
        matches!(left, Err(rusqlite::Error::SqliteFailure(why, _))
            if matches!(why.code, ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
    }

    fn with(path: &Path, connection: Connection) -> Result<Self, SaveError> {
        let meta = Meta::read(&connection).map_err(|error| SaveError::reading(path, &error))?;
        let meta = meta.map_err(|why| SaveError::Damaged(path.display().to_string(), why))?;
        Ok(Self::new(path, connection, meta))
    }

    fn new(path: &Path, connection: Connection, meta: Meta) -> Self {
        Self {
            file: identity(path),
            path: path.to_owned(),
            connection,
            meta,
            known: Known::default(),
            numbers: std::cell::Cell::new(Numbers::ANY),
        }
    }

    /// From now on refuses what stands in it and is not on this map.
    pub fn on_map(&self, numbers: Numbers) {
        self.numbers.set(numbers);
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Which town this is, and how far it is saved.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Calls a save something, in the list of saves.
    ///
    /// # Errors
    /// As [`Save::open`], or when it cannot be written.
    pub fn call(path: &Path, label: &str) -> Result<(), SaveError> {
        let mut save = Self::open(path)?;
        save.meta.label = Some(label.to_owned());
        save.meta.write(&save.connection).map_err(|error| SaveError::of(path, &error))
    }

    /// Takes all rows of a file for what was written: for whoever has changed some on purpose.
    ///
    /// # Errors
    /// As [`Save::open`], but for damaged rows; or when it cannot be written.
    pub fn renew_marks(path: &Path) -> Result<(), SaveError> {
        let connection = limited(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        marks::renew(&connection).map_err(|error| SaveError::of(path, &error))
    }

    /// Writes the town as it stood at the tick `at`, with all that was saved of it before, into a new file that can be
    /// gone on in.
    ///
    /// # Errors
    /// When there is such a file, when the town was not lived up to that tick, when it cannot be written.
    pub fn fork(&self, at: u64, path: &Path) -> Result<(), SaveError> {
        copy::fork(self, at, path, &self.meta, None)
    }

    /// As [`Save::fork`], and says that it is the town `meta`, which goes on with these files.
    ///
    /// # Errors
    /// As [`Save::fork`].
    pub fn fork_as(&self, at: u64, path: &Path, meta: &Meta, files: &Files) -> Result<(), SaveError> {
        copy::fork(self, at, path, meta, Some(files))
    }

    /// Writes all of the town into the file `path`, in place of what is there: all or nothing.
    ///
    /// # Errors
    /// Why it could not be written; a file that was there is then as it was.
    pub fn copy_to(&self, path: &Path) -> Result<(), SaveError> {
        copy::duplicate(self, path)
    }

    /// Gathers from here on what this file has not got. `stood` is how the town stands at its end, if that has been read.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn recorder(&mut self, stood: Option<SavedState>) -> Result<Recorder, SaveError> {
        let until = self.meta.tick;
        let stood = stood.filter(|stood| stood.tick == until).map_or_else(|| self.standing(until), Ok)?;
        self.known.bodies = Bodies::of(&stood);
        let talks = seen::talks_over(&self.connection).map_err(|error| self.unreadable(&error))?;
        Ok(Recorder::resume(&stood, until, self.snapshots()?.last().copied(), talks))
    }

    /// Saves what came in since the last time, up to the tick `now` that is the next to be lived. All or nothing,
    /// and on the disk when it returns. What was saved before is skipped, so that a town that lives again what
    /// it was loaded with can go on in the same file. What is `pending` was gathered by its [`Recorder`].
    ///
    /// # Errors
    /// When the disk is full, when another process holds the file or has written into it. The file is then as it
    /// was before, and the next call tries again with all that is missing.
    pub fn append(&mut self, journal: &Journal, now: u64, pending: &Pending) -> Result<(), SaveError> {
        let from = self.meta.tick;
        if now < from || now == from && pending.is_empty() {
            return Ok(());
        }
        if identity(&self.path) != self.file {
            return Err(SaveError::Gone(self.path.display().to_string()));
        }
        let fault = |error| match SaveError::of(&self.path, &error) {
            fault if from == 0 => fault.of_new(),
            fault => fault,
        };
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fault)?;
        let there: String =
            transaction.query_row("SELECT value FROM meta WHERE key = 'tick'", [], |row| row.get(0)).map_err(fault)?;
        if there != from.to_string() {
            let file = self.path.display().to_string();
            return Err(SaveError::Overtaken(file, there.parse().unwrap_or_default(), from));
        }
        rows::write(&transaction, journal, from, now).map_err(fault)?;
        let meta = Meta { tick: now, version: env!("CARGO_PKG_VERSION").into(), ..self.meta.clone() };
        meta.write(&transaction).map_err(fault)?;
        let new = write_pending(&transaction, pending, &self.known).map_err(fault)?;
        transaction.commit().map_err(fault)?;
        self.meta = meta;
        self.known.keep(new);
        // Into the file itself, so that it is whole even if copied without its `-wal`. If not now, then later.
        drop(self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())));
        Ok(())
    }

    /// Takes the file away if nothing has ever been saved in it: it was begun, and there was no room for more.
    pub fn discard_if_empty(self) {
        if self.meta.tick == 0 && self.snapshots().is_ok_and(|all| all.is_empty()) {
            let Self { path, connection, .. } = self;
            drop(connection);
            let _ = fs::remove_file(&path);
            sqlite_files(&path).iter().for_each(|file| drop(fs::remove_file(file)));
        }
    }

    /// Limits the file to this many pages of 4096 bytes; beyond that, writes fail as on a full disk.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn limit_pages(&self, pages: u32) -> Result<(), SaveError> {
        let set = self.connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()));
        set.map_err(|error| SaveError::of(&self.path, &error))
    }
}

/// Writes what has come about; gives what of it is new.
fn write_pending(connection: &Connection, pending: &Pending, known: &Known) -> rusqlite::Result<Known> {
    let mut packer = Packer::new(connection, &known.pieces)?;
    pending.map.iter().try_for_each(|map| seen::write_map(connection, map))?;
    let bodies = state::write(connection, pending, &known.bodies, &mut packer)?;
    memories::write(connection, pending)?;
    seen::write(connection, pending)?;
    questions::write(connection, pending, &mut packer)?;
    Ok(Known { pieces: packer.finish(connection)?, bodies })
}

/// Safe against a killed process and a lost power line.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // A thread of its own writes: it can wait until another program has looked at the file.
    connection.busy_timeout(PATIENCE)
}

/// How long what is to be written waits for another program.
const PATIENCE: Duration = Duration::from_secs(15);
