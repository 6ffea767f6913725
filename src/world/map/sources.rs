//! The files a map may read, those of its own folder and nothing else, and the faults found in them.

use std::path::{Path, PathBuf};

use super::xml::Element;
use crate::{
    data::{Data, File, Unread},
    world::Fault,
};

/// The longest file read: 8 MiB.
const LONGEST: u64 = 8 << 20;

/// How many faults of one file are listed; a broken layer can have thousands.
const MOST_FAULTS: usize = 400;

/// The faults found so far in one file.
pub struct Faults {
    file: PathBuf,
    /// The byte at which each line of it begins.
    lines: Vec<usize>,
    /// In the order in which they were found.
    pub list: Vec<Fault>,
}

impl Faults {
    /// None yet, to be named after `file`.
    pub fn of(file: &Path) -> Self {
        Self { file: file.to_owned(), lines: Vec::new(), list: Vec::new() }
    }

    /// The text of the file; that it cannot be read is a fault.
    pub fn read(&mut self, file: &File) -> Option<String> {
        let text = file.text(LONGEST).map_err(|why| self.list.push(Fault::unread(file, &why))).ok()?;
        self.lines = [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Some(text)
    }

    /// `line 31`: where an element of the file begins.
    pub fn line(&self, element: Element) -> String {
        let start = element.range().start;
        format!("line {}", self.lines.partition_point(|line| *line <= start))
    }

    /// One more.
    pub fn add(&mut self, place: impl Into<String>, what: impl Into<String>, advice: impl Into<String>) {
        if self.list.len() < MOST_FAULTS {
            self.list.push(Fault::new(&self.file, place, what, advice));
        }
    }

    /// One more, about an element.
    pub fn add_at(&mut self, element: Element, what: impl Into<String>, advice: impl Into<String>) {
        self.add(self.line(element), what, advice);
    }
}

/// The file that the path `written` in the file `at` of a map means; both begin at the map's folder. A path that leaves
/// this folder can only name one of the game's pictures, of which the end counts: `../assets/pictures/ground.png`.
///
/// # Errors
/// What is wrong with it: it is absolute, is not there, or leaves the folder.
pub fn resolve(map: &File, data: &Data, at: &str, written: &str) -> Result<File, String> {
    let foreign = written.contains(['\\', ':', '\0']) || written.len() > 1024;
    if written.is_empty() || foreign || written.starts_with('/') {
        return Err(format!("the path {written:?} is not a relative one"));
    }
    let outside = || format!("the path {written:?} leaves the map's folder and the game's pictures");
    let Some(inner) = inner_path(at, written) else {
        let name = written.rsplit_once("/pictures/").map(|(_, name)| name).filter(|name| !name.contains('/'));
        return name.map(|name| data.picture(name)).filter(File::exists).ok_or_else(outside);
    };
    let file = map.folder().file(&inner);
    match file.stays_inside() {
        _ if !file.exists() => Err(format!("there is no file {written:?}")),
        Ok(()) => Ok(file),
        Err(Unread::LeadsOut(_)) => Err(outside()),
        Err(why) => Err(format!("the file {written:?} {why}")),
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
