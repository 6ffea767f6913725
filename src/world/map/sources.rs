//! The files a map may read: those of its own folder, and nothing else.
//!
//! Every file is read once, whole and bounded; what is parsed later is what was checked here.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use crate::{
    data::{Data, File, Unread},
    world::Fault,
};

/// The longest file read: 8 MiB.
const LONGEST: u64 = 8 << 20;

/// How many faults of one map are listed; a broken layer can have thousands.
const MOST_FAULTS: usize = 400;

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
    pub fn add(&mut self, place: impl Into<String>, what: impl Into<String>, advice: impl Into<String>) {
        if self.list.len() < MOST_FAULTS {
            self.list.push(Fault::new(&self.file, place, what, advice));
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

    /// The file at hand cannot be read.
    pub fn add_unread(&mut self, file: &File, why: &Unread) {
        self.list.push(Fault::unread(file, why));
    }

    /// All of them.
    pub fn into_list(self) -> Vec<Fault> {
        self.list
    }
}

/// The files a map may read, and what was read.
pub struct Sources<'a> {
    map: &'a File,
    data: &'a Data,
    /// By the path from the map's folder.
    texts: BTreeMap<String, Vec<u8>>,
}

impl<'a> Sources<'a> {
    /// For this map.
    pub fn new(map: &'a File, data: &'a Data) -> Self {
        Self { map, data, texts: BTreeMap::new() }
    }

    /// The file that the path `written` in the file `at` means; both begin at the map's folder. A path that leaves this
    /// folder can only name one of the game's pictures, of which the end counts: `../assets/pictures/ground.png`.
    ///
    /// # Errors
    /// What is wrong with it: it is absolute, is not there, or leaves the folder.
    pub fn resolve(&self, at: &str, written: &str) -> Result<File, String> {
        let foreign = written.contains(['\\', ':', '\0']) || written.len() > 1024;
        if written.is_empty() || foreign || written.starts_with('/') {
            return Err(format!("the path {written:?} is not a relative one"));
        }
        let outside = || format!("the path {written:?} leaves the map's folder and the game's pictures");
        let Some(inner) = inner_path(at, written) else {
            let name = written.rsplit_once("/pictures/").map(|(_, name)| name).filter(|name| !name.contains('/'));
            return name.map(|name| self.data.picture(name)).filter(File::exists).ok_or_else(outside);
        };
        let file = self.map.folder().file(&inner);
        match file.stays_inside() {
            _ if !file.exists() => Err(format!("there is no file {written:?}")),
            Ok(()) => Ok(file),
            Err(Unread::LeadsOut(_)) => Err(outside()),
            Err(why) => Err(format!("the file {written:?} {why}")),
        }
    }

    /// Reads a file of the map's folder whole and keeps it for [`Sources::open`].
    ///
    /// # Errors
    /// See [`Unread`].
    pub fn read(&mut self, file: &File) -> Result<String, Unread> {
        let text = file.text(LONGEST)?;
        self.texts.insert(file.name().to_string(), text.clone().into_bytes());
        Ok(text)
    }

    /// A file read before; every other one is refused.
    ///
    /// # Errors
    /// It was not read before.
    pub fn open(&self, path: &Path) -> io::Result<io::Cursor<Vec<u8>>> {
        let inner = path.to_str().and_then(|path| inner_path("", path));
        match inner.and_then(|inner| self.texts.get(&inner)) {
            Some(text) => Ok(io::Cursor::new(text.clone())),
            None => Err(io::Error::new(io::ErrorKind::PermissionDenied, "a map may not read this file")),
        }
    }
}

/// The path `written` in the file `at`, from where the path of `at` begins; `None` if it leads out of there.
fn inner_path(at: &str, written: &str) -> Option<String> {
    let mut parts: Vec<&str> = at.split('/').collect();
    parts.pop();
    for part in written.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
