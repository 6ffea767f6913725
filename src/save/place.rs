//! Where a save lies: whether there is something, and which file it is.

use std::{fs, path::Path};

use super::{SaveError, schema};

/// Whether there is something in a file, or something that is no file.
pub(super) fn is_begun(path: &Path) -> bool {
    match fs::metadata(path) {
        Ok(about) if about.is_file() && about.len() > 0 => {
            // What is left of a process that was killed as it began.
            !schema::is_blank(path)
        }
        Ok(about) => !about.is_file(),
        // A link that leads nowhere is something too.
        Err(_) => fs::symlink_metadata(path).is_ok(),
    }
}

/// The folder that holds a file, which must be there.
pub(super) fn folder_of(path: &Path) -> Result<&Path, SaveError> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        None => Ok(Path::new(".")),
        Some(folder) if folder.is_dir() => Ok(folder),
        Some(folder) => Err(SaveError::NoFolder(path.display().to_string(), folder.display().to_string())),
    }
}

/// Which file a path leads to: its disk and its number there.
#[cfg(unix)]
pub(super) fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|about| (about.dev(), about.ino()))
}

/// Whether another name leads to the same file: what SQLite keeps beside a file has the name that it was opened by, so
/// whoever writes under the other one knows nothing of it.
#[cfg(unix)]
pub(super) fn has_two_names(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.nlink() > 1)
}

/// Elsewhere that cannot be asked.
#[cfg(not(unix))]
pub(super) fn has_two_names(_: &Path) -> bool {
    false
}

/// Elsewhere no file that is open is deleted or replaced.
#[cfg(not(unix))]
pub(super) fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}
