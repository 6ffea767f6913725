//! The folders that the system keeps for this user. On Linux the XDG variables name them; one that is empty or relative
//! counts as unset.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use directories::{BaseDirs, UserDirs};

/// The program's own folder within each.
const OURS: &str = "smallville";

/// For settings: `~/.config/smallville`. `None`: the user has no home.
pub fn config() -> Option<PathBuf> {
    BaseDirs::new().map(|dirs| dirs.config_dir().join(OURS))
}

/// For files of the user's that go before those of the game: `~/.local/share/smallville`. `None`: the user has no home.
pub fn data() -> Option<PathBuf> {
    BaseDirs::new().map(|dirs| dirs.data_dir().join(OURS))
}

/// For saves: the folder that the variable `SMALLVILLE_SAVES` names, else `saves` in [`data`].
pub fn saves() -> PathBuf {
    let named = std::env::var_os("SMALLVILLE_SAVES").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    named.unwrap_or_else(|| data().unwrap_or_else(|| std::env::temp_dir().join(OURS)).join("saves"))
}

/// For pictures of the window: the first of `XDG_PICTURES_DIR`, the desktop's own and `~/Pictures` that is there, else
/// the current folder.
pub fn pictures() -> PathBuf {
    let named = std::env::var_os("XDG_PICTURES_DIR").map(PathBuf::from);
    let desktop = || UserDirs::new().and_then(|dirs| dirs.picture_dir().map(Path::to_path_buf));
    let usual = || BaseDirs::new().map(|dirs| dirs.home_dir().join("Pictures"));
    let there = |folder: &PathBuf| folder.is_dir();
    named.filter(there).or_else(|| desktop().filter(there)).or_else(|| usual().filter(there)).unwrap_or(".".into())
}

/// Writes a file, and its folder, in place of what is there; beside it first, so that a full disk takes nothing away. A
/// link stays one. What is no file is written to only if it is the system's own, such as /dev/stdout: to open a pipe
/// would wait for ever.
///
/// # Errors
/// Why it cannot be written; what was there is then as it was.
pub fn replace(file: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let real = file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
    if fs::metadata(&real).is_ok_and(|about| !about.is_file()) {
        if !file.starts_with("/dev") && !real.starts_with("/dev") {
            return Err(io::Error::other("it is not a file"));
        }
        return fs::write(&real, text);
    }
    let mut beside = real.clone().into_os_string();
    beside.push(".new");
    fs::write(&beside, text).and_then(|()| fs::rename(&beside, &real)).inspect_err(|_| drop(fs::remove_file(&beside)))
}
