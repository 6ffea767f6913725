//! What can go wrong with a save, as sentences.

use std::{fs, io::ErrorKind, path::Path};

use rusqlite::{Error, ErrorCode, ffi};

use super::{copy::beside, marks::UNSOUND};

/// Why a save cannot be read or written. Displays as a sentence that names the file and says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// There is no such file.
    #[error("there is no save {0}. Check the name; a save is a file ending in .town")]
    Missing(String),
    /// The folder that should hold it does not exist.
    #[error("{0} cannot be created: there is no folder {1}. Create the folder first, or choose another place")]
    NoFolder(String, String),
    /// A folder, or no save at all.
    #[error("{0} is no save of a town. Choose a file ending in .town that this game has written")]
    NotATown(String),
    /// From a later version of the game.
    #[error(
        "{0} was written by a newer version of the game ({1}; format {2}, and this one knows up to {known}). \
         Update the game to load it",
        known = super::schema::VERSION
    )]
    Newer(String, String, i64),
    /// From an earlier version of the game.
    #[error(
        "{0} was written by an older version of the game (format {1}, and this one reads from {known} on). Begin the \
         town anew, or load it with the version that wrote it",
        known = super::schema::OLDEST
    )]
    Older(String, i64),
    /// Larger than any town gets.
    #[error("{0} is larger than a save may be, so it is not read. Load another one")]
    TooLarge(String),
    /// Broken.
    #[error("{0} is damaged: {1}. Load an older copy if there is one; nothing has been changed in the file")]
    Damaged(String, String),
    /// Another process has it.
    #[error("{0} is in use by another program. Close the other one first, or save to another file")]
    Busy(String),
    /// Somebody else went on writing.
    #[error(
        "{0} has been written by another run since it was opened (it is at tick {1}, this run had saved up to \
         tick {2}). Save to another file"
    )]
    Overtaken(String, u64, u64),
    /// No room.
    #[error("{0} could not be written: the disk is full. Make room; what was saved before is safe")]
    Full(String),
    /// No room to begin it.
    #[error("{0} could not be begun: the disk is full. Make room, or choose another place")]
    NoRoom(String),
    /// A town is kept in it.
    #[error("{0} is in use by another Smallville. Close the town there first, or save to another file")]
    InUse(String),
    /// Not allowed.
    #[error("{0} cannot be written or opened: permission denied. Choose a place that you may write to")]
    Denied(String),
    /// Another name leads to the same file.
    #[error(
        "{0} has a second name on this disk (a hard link). Two towns that are kept under two names of one file destroy it: \
         make a copy and take that, or remove the other name"
    )]
    TwoNames(String),
    /// No name that a file can have.
    #[error("{0} cannot be written or opened: its name is too long. Choose a shorter one")]
    LongName(String),
    /// A link to a file that is not there.
    #[error("{0} is a link to {1}, which is not there. Mend the link, or choose another file")]
    LinkToNothing(String, String),
    /// A link that leads back to itself.
    #[error("{0} is a link that leads round in a circle. Mend the link, or choose another file")]
    CircularLink(String),
    /// Its newest part lies beside it and cannot be read there.
    #[error(
        "{0} cannot be read where it is: its newest part lies in {1}. Copy both to a folder that you may write to, and open \
         the copy"
    )]
    Beside(String, String),
    /// There is one already, of another town.
    #[error("{0} exists already and holds another town: {1}. Choose another name; saves are never overwritten")]
    OfAnother(String, String),
    /// There is one already, of this town.
    #[error(
        "{0} exists already and has been lived up to tick {1}. Load it to go on from there, or choose another \
         name; saves are never overwritten"
    )]
    Lived(String, u64),
    /// There is one already, of this town with another past.
    #[error(
        "{0} exists already and holds this town with another past. Choose another name; saves are never overwritten"
    )]
    OtherPast(String),
    /// There is one already, of whatever town.
    #[error("{0} exists already. Choose another name; saves are never overwritten")]
    Exists(String),
    /// The tick that is asked for has not come yet.
    #[error("{0} has been lived up to tick {2}, so there is nothing of tick {1} in it. Choose an earlier moment")]
    NotLived(String, u64, u64),
    /// Somebody took it away.
    #[error(
        "{0} was deleted, moved or replaced while the town was kept in it, so nothing more can be saved there. Save \
         to another file"
    )]
    Gone(String),
    /// Anything else that SQLite says.
    #[error("{0} could not be read or written: {1}. Try again, or choose another file")]
    Other(String, String),
}

impl SaveError {
    /// As [`Self::of`], while reading a file that has passed for a save: what does not fit is damage.
    pub(super) fn reading(path: &Path, error: &Error) -> Self {
        match Self::of(path, error) {
            // A row that is not sound says so itself.
            Self::Other(file, what) if what.starts_with(UNSOUND) => Self::Damaged(file, what),
            Self::Other(file, what) => {
                tracing::debug!("{file}: {what}");
                Self::Damaged(file, "a part of it cannot be read".into())
            }
            fault => fault,
        }
    }

    /// As it is said of a file in which nothing has been saved before.
    pub(super) fn of_new(self) -> Self {
        if let Self::Full(file) = self { Self::NoRoom(file) } else { self }
    }

    /// What an error of the file system means for a person.
    pub(super) fn of_files(path: &Path, error: &std::io::Error) -> Self {
        let file = path.display().to_string();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full(file),
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => Self::Denied(file),
            ErrorKind::InvalidFilename => Self::LongName(file),
            kind => match fs::read_link(path) {
                Ok(target) if kind == ErrorKind::NotFound => Self::LinkToNothing(file, target.display().to_string()),
                Ok(_) if fs::canonicalize(path).is_err() => Self::CircularLink(file),
                Err(_) if kind == ErrorKind::NotFound => Self::Missing(file),
                _ => Self::Other(file, kind.to_string()),
            },
        }
    }

    /// Why SQLite cannot open a file or make it; it does not say so itself.
    fn unopened(path: &Path) -> Self {
        // Beside a file lie others with longer names while it is made.
        let longest = beside(path, &format!(".new-{}-journal", u32::MAX));
        let mut faults = [path, &longest].into_iter().filter_map(|file| fs::metadata(file).err());
        match faults.find(|error| error.kind() != ErrorKind::NotFound) {
            Some(error) => Self::of_files(path, &error),
            None => Self::Denied(path.display().to_string()),
        }
    }

    /// What SQLite's error means for a person.
    pub(super) fn of(path: &Path, error: &Error) -> Self {
        let file = path.display().to_string();
        match error {
            Error::SqliteFailure(failure, words) => match failure.code {
                ErrorCode::NotADatabase => Self::NotATown(file),
                ErrorCode::DatabaseCorrupt => Self::Damaged(file, "a part of it cannot be read".into()),
                ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Busy(file),
                ErrorCode::TooBig => Self::Damaged(file, "it holds a value that is longer than any of a town".into()),
                ErrorCode::OperationInterrupted => Self::Damaged(file, "reading it takes far too long".into()),
                ErrorCode::DiskFull => Self::Full(file),
                // Where there is no room for what lies beside the file, SQLite does not say so.
                _ if [ffi::SQLITE_IOERR_SHMSIZE, ffi::SQLITE_IOERR_WRITE].contains(&failure.extended_code) => {
                    Self::Full(file)
                }
                ErrorCode::CannotOpen => Self::unopened(path),
                ErrorCode::ConstraintViolation => {
                    Self::Damaged(file, "it holds rows of a time that is still to come".into())
                }
                ErrorCode::PermissionDenied | ErrorCode::ReadOnly => Self::Denied(file),
                _ => Self::Other(file, words.clone().unwrap_or_else(|| error.to_string())),
            },
            Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..) => {
                tracing::debug!("{file}: {error}");
                Self::Damaged(file, "a value in it makes no sense".into())
            }
            Error::UserFunctionError(why) => Self::Damaged(file, why.to_string()),
            _ => Self::Other(file, error.to_string()),
        }
    }
}

/// What stands in a file and makes no sense, as a fault of the one who reads it.
pub(super) fn nonsense(why: impl Into<String>) -> Error {
    Error::UserFunctionError(why.into().into())
}
