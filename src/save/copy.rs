//! A copy of a town at one tick, in a file of its own that is not continued.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::ErrorKind,
    path::{Path, PathBuf},
};

use rusqlite::OpenFlags;

use super::{
    Meta, Save, SaveError, Snapshot, folder_of, rows,
    schema::{self, limited},
};
use crate::journal::Journal;

/// Writes a town as it stands in a snapshot of all of it into the file `path`, in place of what is there. All or nothing: the
/// new file is whole, read back and on the disk before it takes the other's place.
///
/// # Errors
/// Why it could not be written; a file that was there is then as it was.
pub fn write_copy(path: &Path, meta: &Meta, journal: &Journal, snapshot: Snapshot) -> Result<(), SaveError> {
    let (folder, new) = (folder_of(path)?, beside(path, ".new"));
    let put = remove(&new, path)
        .and_then(|()| write(&new, path, &Meta { tick: snapshot.tick(), ..meta.clone() }, journal, snapshot))
        .and_then(|()| replace(&new, path, folder));
    if put.is_err() {
        let _ = remove(&new, path);
    }
    put
}

/// Writes `new`; faults name the file `path` that it is to become.
fn write(new: &Path, path: &Path, meta: &Meta, journal: &Journal, snapshot: Snapshot) -> Result<(), SaveError> {
    let fault = |error| SaveError::of(path, &error);
    let mut connection = limited(new, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
    // Straight into the file, with nothing beside it that would have to be brought in later: when the last commit has
    // succeeded, all of it is there.
    connection.pragma_update_and_check(None, "journal_mode", "MEMORY", |_| Ok(())).map_err(fault)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(fault)?;
    schema::create(&mut connection, meta).map_err(fault)?;
    let transaction = connection.transaction().map_err(fault)?;
    rows::write(&transaction, journal, 0, meta.tick).map_err(fault)?;
    snapshot.write(&transaction).map_err(fault)?;
    transaction.commit().map_err(fault)?;
    connection.close().map_err(|(_, error)| fault(error))?;
    let unreadable = |why: String| SaveError::Other(path.display().to_string(), format!("what was written {why}"));
    match Save::read(new) {
        Ok(save) if save.meta() == meta => Ok(()),
        Ok(_) => Err(unreadable("is not what is there".into())),
        Err(why) => Err(unreadable(format!("cannot be read back: {why}"))),
    }
}

/// Puts `new` in the place of `path`, for good.
fn replace(new: &Path, path: &Path, folder: &Path) -> Result<(), SaveError> {
    let fault = |error| SaveError::of_files(path, &error);
    File::open(new).and_then(|file| file.sync_all()).map_err(fault)?;
    // What lies beside the old file belongs to that one, and would be taken for a part of the new one.
    for file in sqlite_files(path) {
        remove(&file, path)?;
    }
    fs::rename(new, path).map_err(fault)?;
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
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
