//! The files a map may read: its own folder and the folder of the sheets, nothing else.
//!
//! Every file is read once, whole and bounded; what is parsed later is what was checked here.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read},
    path::{Component, Path, PathBuf},
};

use crate::world::Fault;

/// The longest file read: 8 MiB.
pub const LONGEST: u64 = 8 << 20;

/// How many faults of one map are listed; a broken layer can have thousands.
const MOST_FAULTS: usize = 400;

/// Where a map may reach beside its own folder.
#[derive(Clone, Debug)]
pub struct MapRoots {
    /// The folder of the sheets, `assets`.
    pub sheets: PathBuf,
}

impl MapRoots {
    /// With the sheets in this folder.
    pub fn new(sheets: impl Into<PathBuf>) -> Self {
        Self { sheets: sheets.into() }
    }
}

/// The faults found so far, in one file after the other.
pub struct Faults {
    file: PathBuf,
    list: Vec<Fault>,
}

impl Faults {
    /// None yet, to be named after `file`.
    pub fn of(file: &Path) -> Self {
        Self { file: file.to_owned(), list: Vec::new() }
    }

    /// One more, in the file at hand.
    pub fn add(&mut self, place: impl Into<String>, what: impl Into<String>, mend: impl Into<String>) {
        if self.list.len() < MOST_FAULTS {
            self.list.push(Fault::new(&self.file, place, what, mend));
        }
    }

    /// Goes on in another file; gives back the one at hand.
    pub fn turn_to(&mut self, file: &Path) -> PathBuf {
        std::mem::replace(&mut self.file, file.to_owned())
    }

    /// How many so far.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// All of them.
    pub fn into_list(self) -> Vec<Fault> {
        self.list
    }
}

/// The folders a map may read, and what was read.
pub struct Sources {
    home: PathBuf,
    allowed: Vec<PathBuf>,
    /// By the path that the map's reader asks with.
    texts: BTreeMap<PathBuf, Vec<u8>>,
}

impl Sources {
    /// For the map at `tmx`.
    pub fn new(tmx: &Path, roots: &MapRoots) -> Self {
        let home = tmx.parent().filter(|home| !home.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
        let allowed = [&home, &roots.sheets].into_iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        Self { home, allowed, texts: BTreeMap::new() }
    }

    /// The file that a path in the map or in one of its tilesets means.
    ///
    /// # Errors
    /// What is wrong with it: it is absolute, is not there, or lies outside the folders.
    pub fn resolve(&self, beside: &Path, written: &str) -> Result<PathBuf, String> {
        let path = Path::new(written);
        let foreign = written.contains(['\\', ':', '\0']) || written.len() > 1024;
        if written.is_empty() || foreign || path.components().any(|part| is_root(&part)) {
            return Err(format!("the path {written:?} is not a relative one"));
        }
        let joined = beside.join(path);
        let outside = || format!("the path {written:?} leaves the map's folder and the sheets");
        let true_path = match joined.canonicalize() {
            Ok(true_path) => true_path,
            // A stranger's map must not learn what exists outside, either.
            Err(_) if self.leaves(&joined) => return Err(outside()),
            Err(error) => return Err(format!("there is no file {written:?} ({error})")),
        };
        if self.allowed.iter().any(|folder| true_path.starts_with(folder)) { Ok(joined) } else { Err(outside()) }
    }

    /// Does this path, which leads to no file, lead out of the folders as written?
    fn leaves(&self, joined: &Path) -> bool {
        let mut parts = Vec::new();
        for part in joined.components() {
            match part {
                Component::ParentDir if matches!(parts.last(), Some(Component::Normal(_))) => _ = parts.pop(),
                Component::CurDir => {}
                part => parts.push(part),
            }
        }
        let plain: PathBuf = parts.iter().collect();
        let known = plain.ancestors().find_map(|folder| {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            folder.canonicalize().ok()
        });
        !known.is_some_and(|known| self.allowed.iter().any(|folder| known.starts_with(folder)))
    }

    /// The map's own folder.
    pub fn home(&self) -> PathBuf {
        self.home.clone()
    }

    /// Reads a file whole and keeps it for [`Sources::open`].
    ///
    /// # Errors
    /// What is wrong with it, and what to do.
    pub fn read(&mut self, path: &Path) -> Result<String, (String, String)> {
        let bytes = read_bounded(path)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let line = 1 + error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count();
            (format!("line {line} is not UTF-8 text"), "save it from Tiled, which writes UTF-8".to_owned())
        })?;
        self.texts.insert(path.to_owned(), text.clone().into_bytes());
        Ok(text)
    }

    /// A file read before; every other one is refused.
    ///
    /// # Errors
    /// It was not read before.
    pub fn open(&self, path: &Path) -> io::Result<io::Cursor<Vec<u8>>> {
        match self.texts.get(path) {
            Some(text) => Ok(io::Cursor::new(text.clone())),
            None => Err(io::Error::new(io::ErrorKind::PermissionDenied, "a map may not read this file")),
        }
    }
}

fn is_root(part: &Component<'_>) -> bool {
    matches!(part, Component::RootDir | Component::Prefix(_))
}

fn read_bounded(path: &Path) -> Result<Vec<u8>, (String, String)> {
    let failed = |error: io::Error| (format!("it cannot be read: {error}"), "check the path and its rights".to_owned());
    // Looked at before it is opened: to open a pipe would wait for ever.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(("it is no file".to_owned(), "give the path of a .tmx or .tsx file".to_owned()));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(failed)?.take(LONGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LONGEST {
        return Err(("it is longer than 8 MiB".to_owned(), "a town of 1024 x 1024 cells needs less".to_owned()));
    }
    Ok(bytes)
}
