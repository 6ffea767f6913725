//! A town at one tick, in a file of its own: as it stands now, or forked from a save.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::ErrorKind,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, backup::Backup};

use super::{
    Known, Meta, Pending, Save, SaveError, changes, folder_of, is_begun, memories, questions, rows,
    schema::{self, limited},
    seen, write_pending,
};
use crate::{data::Files, journal::Journal};

/// Writes a town as it stands at the tick `now` into the file `path`, in place of what is there: all or nothing. What
/// is `pending` is all of it that is gathered.
///
/// # Errors
/// Why it could not be written; a file that was there is then as it was.
pub fn write_copy(
    path: &Path,
    (meta, files): (&Meta, &Files),
    journal: &Journal,
    now: u64,
    pending: &Pending,
) -> Result<(), SaveError> {
    let meta = Meta { tick: now, ..meta.clone() };
    put_in_place((path, false), &meta, |connection| {
        schema::create(connection, &meta, files)?;
        let transaction = connection.transaction()?;
        rows::write(&transaction, journal, 0, now)?;
        write_pending(&transaction, pending, &Known::default())?;
        transaction.commit()
    })
}

/// Writes the town of an open save as it stood at the tick `at` into a new file, with all that was saved of it before: as
/// the town `meta`, with other files if there are any.
pub(super) fn fork(from: &Save, at: u64, path: &Path, meta: &Meta, files: Option<&Files>) -> Result<(), SaveError> {
    let lived = from.meta.tick;
    if at > lived {
        return Err(SaveError::NotLived(from.path.display().to_string(), at, lived));
    }
    if is_begun(path) {
        return Err(SaveError::Exists(path.display().to_string()));
    }
    let meta = Meta { tick: at, label: None, ..meta.clone() };
    put_in_place((path, true), &meta, |connection| {
        Backup::new(&from.connection, connection)?.run_to_completion(PAGES, Duration::ZERO, None)?;
        let transaction = connection.transaction()?;
        rows::forget_from(&transaction, at)?;
        let last = rows::signed(at)?;
        changes::forget_after(&transaction, last)?;
        memories::forget_after(&transaction, last)?;
        seen::forget_from(&transaction, at)?;
        questions::forget_from(&transaction, at)?;
        meta.write(&transaction)?;
        if let Some(files) = files {
            transaction.execute("DELETE FROM main.files", [])?;
            schema::write_files(&transaction, files)?;
        }
        transaction.commit()
    })
}

/// Writes all of an open save into the file `path`, in place of what is there.
pub(super) fn duplicate(from: &Save, path: &Path) -> Result<(), SaveError> {
    // What somebody called the one is no name of the other.
    let meta = Meta { label: None, ..from.meta.clone() };
    put_in_place((path, false), &meta, |connection| {
        Backup::new(&from.connection, connection)?.run_to_completion(PAGES, Duration::ZERO, None)?;
        meta.write(connection)
    })
}

/// Pages that are copied at a time.
pub(super) const PAGES: i32 = 4096;

/// Makes a new file and puts it in the place of `path`. It is whole, read back and on the disk before that; `meta` is what
/// it must say then; if it `is_new`, there must be nothing at `path`.
fn put_in_place(
    (path, is_new): (&Path, bool),
    meta: &Meta,
    write: impl FnOnce(&mut Connection) -> rusqlite::Result<()>,
) -> Result<(), SaveError> {
    // Another process may be at the same.
    let (folder, new) = (folder_of(path)?, beside(path, &format!(".new-{}", std::process::id())));
    sweep(path, folder);
    let is_begun = path.exists();
    let put = remove(&new, path)
        .and_then(|()| make(&new, path, meta, write))
        .and_then(|()| replace(&new, (path, is_new), folder));
    put.map_err(|why| {
        // Where it went wrong, SQLite may have left something of its own beside the new file.
        [&[new.clone()][..], &sqlite_files(&new)].concat().iter().for_each(|file| drop(remove(file, path)));
        if is_begun { why } else { why.of_new() }
    })
}

/// Takes away what processes that were killed on the way have left beside `path`. One whose number is none here may still
/// run on another machine, and then writes now and then.
fn sweep(path: &Path, folder: &Path) {
    let Some(name) = path.file_name().and_then(OsStr::to_str) else { return };
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let left = file.file_name();
        let left = left
            .to_str()
            .and_then(|left| left.strip_prefix(name)?.strip_prefix(".new-")?.split('-').next()?.parse::<u32>().ok());
        let is_still = |about: fs::Metadata| about.modified().ok()?.elapsed().ok().map(|age| age > STILL);
        if left.is_some_and(|process| !Path::new(&format!("/proc/{process}")).exists())
            && file.metadata().ok().and_then(is_still) == Some(true)
        {
            let _ = fs::remove_file(file.path());
        }
    }
}

/// Nobody who makes a file leaves it untouched for so long.
const STILL: Duration = Duration::from_secs(600);

/// Makes `new`; faults name the file `path` that it is to become.
fn make(
    new: &Path,
    path: &Path,
    meta: &Meta,
    write: impl FnOnce(&mut Connection) -> rusqlite::Result<()>,
) -> Result<(), SaveError> {
    let fault = |error| SaveError::of(path, &error);
    let connection = limited(new, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE);
    let mut connection = connection.map_err(|why| match why {
        SaveError::Denied(_) => SaveError::Denied(path.display().to_string()),
        SaveError::Full(_) => SaveError::Full(path.display().to_string()),
        why => why,
    })?;
    // Straight into the file, with nothing beside it that would have to be brought in later: when the last commit has
    // succeeded, all of it is there.
    connection.pragma_update_and_check(None, "journal_mode", "MEMORY", |_| Ok(())).map_err(fault)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(fault)?;
    write(&mut connection).map_err(fault)?;
    // A copy of a file that is being written says that there is more beside it.
    connection.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(())).map_err(fault)?;
    connection.close().map_err(|(_, error)| fault(error))?;
    let unreadable = |why: String| SaveError::Other(path.display().to_string(), format!("what was written {why}"));
    match Save::read(new) {
        Ok(save) if save.meta() == meta => Ok(()),
        Ok(_) => Err(unreadable("is not what is there".into())),
        Err(why) => Err(unreadable(format!("cannot be read back: {why}"))),
    }
}

/// Puts `new` in the place of `path`, for good.
fn replace(new: &Path, (path, is_new): (&Path, bool), folder: &Path) -> Result<(), SaveError> {
    let fault = |error| SaveError::of_files(path, &error);
    File::open(new).and_then(|file| file.sync_all()).map_err(fault)?;
    // What lies beside the old file belongs to that one, and would be taken for a part of the new one. Until the new one is
    // in its place the old one must be whole without it.
    let newest = &sqlite_files(path)[0];
    if fs::metadata(newest).is_ok_and(|about| about.len() > 0) {
        let old = limited(path, OpenFlags::SQLITE_OPEN_READ_WRITE);
        drop(old.map(|old| old.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))));
    }
    for file in sqlite_files(path) {
        remove(&file, path)?;
    }
    // Two who begin the same file at the same moment: a second name is given to whoever comes first. Not every disk can.
    let named = if is_new { fs::hard_link(new, path) } else { Err(ErrorKind::Unsupported.into()) };
    match named {
        Ok(()) => remove(new, path)?,
        Err(why) if why.kind() == ErrorKind::AlreadyExists && is_begun(path) => {
            return Err(SaveError::Exists(path.display().to_string()));
        }
        Err(_) => fs::rename(new, path).map_err(fault)?,
    }
    // So that the new name is on the disk too. Where a folder cannot be opened as a file, there is no way to ask for it.
    File::open(folder).map_or(Ok(()), |folder| folder.sync_all()).or_else(|error| match error.kind() {
        ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied => Ok(()),
        _ => Err(fault(error)),
    })
}

/// Takes a file away if it is there.
fn remove(file: &Path, path: &Path) -> Result<(), SaveError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(SaveError::of_files(path, &error)),
        _ => Ok(()),
    }
}

/// What SQLite keeps beside a database: what was written last, and an index of that.
pub fn sqlite_files(path: &Path) -> [PathBuf; 2] {
    ["-wal", "-shm"].map(|ending| beside(path, ending))
}

/// The file with this ending behind its whole name.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
