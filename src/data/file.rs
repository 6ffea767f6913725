//! A folder that is several folders laid over each other, and a file in it.

use std::{
    borrow::Cow,
    collections::BTreeSet,
    fs, io,
    io::Read,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    embedded,
    read_log::{Files, ReadLog},
};

/// What stands before the path of a file inside the program, and of one in a save.
const BUILT_IN: &str = "built-in ";
const SAVED: &str = "saved ";

/// One of the folders that are laid over each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// On the disk.
    Disk {
        folder: PathBuf,
        /// No link may lead out of this.
        bound: PathBuf,
    },
    /// Inside the program, by its path there; empty: all of it.
    Embedded(String),
    /// In memory, as a save had them, by its path there.
    Saved(Arc<Files>, String),
}

impl Layer {
    pub(super) fn on_disk(folder: PathBuf) -> Self {
        Self::Disk { bound: folder.clone(), folder }
    }

    fn sub(&self, name: &str, bounded: bool) -> Self {
        match self {
            Self::Disk { folder, bound } => {
                let folder = folder.join(name);
                Self::Disk { bound: if bounded { folder.clone() } else { bound.clone() }, folder }
            }
            Self::Embedded(_) => Self::Embedded(self.inner(name)),
            Self::Saved(files, _) => Self::Saved(files.clone(), self.inner(name)),
        }
    }

    /// The path of a file inside the program or a save.
    fn inner(&self, name: &str) -> String {
        match self {
            Self::Embedded(folder) | Self::Saved(_, folder) if !folder.is_empty() => format!("{folder}/{name}"),
            _ => name.to_string(),
        }
    }

    fn path(&self) -> PathBuf {
        match self {
            Self::Disk { folder, .. } => folder.clone(),
            Self::Embedded(folder) => format!("{BUILT_IN}{}", if folder.is_empty() { "files" } else { folder }).into(),
            Self::Saved(_, folder) => format!("{SAVED}{}", if folder.is_empty() { "files" } else { folder }).into(),
        }
    }

    fn exists(&self) -> bool {
        match self {
            Self::Disk { folder, .. } => folder.is_dir(),
            Self::Embedded(_) | Self::Saved(..) => !self.names().is_empty(),
        }
    }

    fn has(&self, name: &str) -> bool {
        match self {
            // A link that leads nowhere is there too: whoever reads it is told so.
            Self::Disk { folder, .. } => folder.join(name).symlink_metadata().is_ok(),
            Self::Embedded(_) => embedded::get(&self.inner(name)).is_some(),
            Self::Saved(files, _) => files.contains_key(&self.inner(name)),
        }
    }

    fn names(&self) -> BTreeSet<String> {
        match self {
            Self::Disk { folder, .. } => {
                let entries = fs::read_dir(folder).into_iter().flatten().flatten();
                entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
            }
            Self::Embedded(_) => first_parts(embedded::paths().iter().map(AsRef::as_ref), &self.inner("")),
            Self::Saved(files, _) => first_parts(files.keys().map(String::as_str), &self.inner("")),
        }
    }
}

/// Of paths that begin so, the names of the files and folders that follow.
fn first_parts<'a>(paths: impl Iterator<Item = &'a str>, start: &str) -> BTreeSet<String> {
    let inside = paths.filter_map(|path| path.strip_prefix(start));
    inside.filter_map(|rest| rest.split('/').next()).map(str::to_string).collect()
}

/// One or more folders laid over each other: of files of the same name the first one counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    layers: Vec<Layer>,
    /// Its path among the game's files; empty: all of them.
    place: String,
    /// Where it is noted what is read.
    log: Option<ReadLog>,
}

impl Folder {
    pub(super) fn of(layers: Vec<Layer>) -> Self {
        Self { layers, place: String::new(), log: None }
    }

    /// The same folder, taken for the one at this path among the game's files, with what is read noted.
    pub(super) fn noted(self, place: &str, log: Option<ReadLog>) -> Self {
        Self { place: place.into(), log, ..self }
    }

    pub(super) fn log(&self) -> Option<&ReadLog> {
        self.log.as_ref()
    }

    /// A folder on the disk.
    pub fn on_disk(path: impl Into<PathBuf>) -> Self {
        Self::of(vec![Layer::on_disk(path.into())])
    }

    /// This one laid over `other`.
    pub fn over(mut self, other: Self) -> Self {
        self.layers.extend(other.layers);
        self
    }

    /// A folder in this one. Its files may be links to anywhere in this one.
    pub fn sub(&self, name: &str) -> Self {
        self.within(name, false)
    }

    /// A folder in this one, out of which no link may lead.
    pub(super) fn bounded(&self, name: &str) -> Self {
        self.within(name, true)
    }

    fn within(&self, name: &str, bounded: bool) -> Self {
        let layers = self.layers.iter().map(|layer| layer.sub(name, bounded)).collect();
        Self { layers, place: self.place_of(name), log: self.log.clone() }
    }

    /// The path of what is in it.
    fn place_of(&self, name: &str) -> String {
        if self.place.is_empty() { name.into() } else { format!("{}/{name}", self.place) }
    }

    /// Is there such a folder?
    pub fn exists(&self) -> bool {
        self.layers.iter().any(Layer::exists)
    }

    /// The names of the files and folders in it.
    pub fn names(&self) -> BTreeSet<String> {
        self.layers.iter().flat_map(Layer::names).collect()
    }

    /// A file in it, by its name or its path from here. It need not be there.
    pub fn file(&self, name: &str) -> File {
        let found = self.layers.iter().position(|layer| layer.has(name));
        let layer = found.unwrap_or_else(|| self.first());
        let path = self.layers.get(layer).map_or_else(|| name.into(), |layer| layer.path().join(name));
        File { folder: self.clone(), layer, name: name.to_string(), path }
    }

    /// The layer in which one looks for what is nowhere.
    fn first(&self) -> usize {
        self.layers.iter().position(Layer::exists).unwrap_or_default()
    }

    /// Where it is, for people to read.
    pub fn path(&self) -> PathBuf {
        self.layers.get(self.first()).map(Layer::path).unwrap_or_default()
    }

    /// The folders of which it is made that are there.
    pub(super) fn places(&self) -> Vec<PathBuf> {
        self.layers.iter().filter(|layer| layer.exists()).map(Layer::path).collect()
    }
}

/// A file in a [`Folder`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    folder: Folder,
    layer: usize,
    name: String,
    path: PathBuf,
}

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unread {
    /// It is nowhere.
    #[error("cannot be read: there is no such file")]
    Missing,
    /// The system says why.
    #[error("cannot be read: {0}")]
    Io(io::ErrorKind),
    /// It is a folder, a pipe or a device.
    #[error("is not a file")]
    NotAFile,
    /// It is a link.
    #[error("leads out of {}", .0.display())]
    LeadsOut(PathBuf),
    /// So many bytes at most are read.
    #[error("is longer than {0} bytes")]
    TooLong(u64),
    /// The line, from 1.
    #[error("is not UTF-8 text")]
    NotText(usize),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            kind => Self::Io(kind),
        }
    }
}

impl Unread {
    /// The line at fault, from 1; 0: the file as a whole.
    pub fn line(&self) -> usize {
        if let Self::NotText(line) = self { *line } else { 0 }
    }

    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Missing | Self::Io(_) => "check its name and permissions",
            Self::NotAFile => "put a text file there, or remove it",
            Self::LeadsOut(_) => "put the file itself there, not a link",
            Self::TooLong(_) => "shorten it",
            Self::NotText(_) => "save it as UTF-8",
        }
    }
}

impl File {
    /// A file on the disk.
    pub fn on_disk(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Self { folder: Folder::on_disk(folder), layer: 0, name, path: path.to_path_buf() }
    }

    /// The folder in which it was found, with all that is laid over each other there.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Its path from its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is, for people to read: of a file inside the program `built-in maps/ground.tsx`.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Is it there?
    pub fn exists(&self) -> bool {
        self.folder.layers.get(self.layer).is_some_and(|layer| layer.has(&self.name))
    }

    /// Does it lie where it seems to, once links are followed?
    ///
    /// # Errors
    /// It is a link out of its folder, or cannot be found.
    pub fn stays_inside(&self) -> Result<(), Unread> {
        let Some(Layer::Disk { bound, .. }) = self.folder.layers.get(self.layer) else { return Ok(()) };
        let inside = self.path.canonicalize()?.starts_with(bound.canonicalize()?);
        if inside { Ok(()) } else { Err(Unread::LeadsOut(bound.clone())) }
    }

    /// Its content, if that is no longer than so many bytes.
    ///
    /// # Errors
    /// See [`Unread`].
    pub fn bytes(&self, longest: u64) -> Result<Cow<'static, [u8]>, Unread> {
        let bytes = match self.folder.layers.get(self.layer) {
            Some(layer @ Layer::Embedded(_)) => embedded::get(&layer.inner(&self.name)).ok_or(Unread::Missing)?,
            Some(layer @ Layer::Saved(files, _)) => {
                files.get(&layer.inner(&self.name)).ok_or(Unread::Missing)?.clone().into()
            }
            _ => read(&self.path, longest)?.into(),
        };
        if bytes.len() as u64 > longest {
            return Err(Unread::TooLong(longest));
        }
        if let Some(log) = &self.folder.log {
            log.note(self.folder.place_of(&self.name), &bytes);
        }
        Ok(bytes)
    }

    /// The same as text.
    ///
    /// # Errors
    /// See [`Unread`].
    pub fn text(&self, longest: u64) -> Result<String, Unread> {
        String::from_utf8(self.bytes(longest)?.into_owned()).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            Unread::NotText(1 + before.iter().filter(|byte| **byte == b'\n').count())
        })
    }
}

fn read(path: &Path, longest: u64) -> Result<Vec<u8>, Unread> {
    // Looked at before it is opened: to open a pipe would wait for ever.
    if !fs::metadata(path)?.is_file() {
        return Err(Unread::NotAFile);
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(longest + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_files_of_the_same_name_the_first_counts() {
        let (mine, yours) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir(mine.path().join("empty")).unwrap();
        fs::write(mine.path().join("a"), "mine").unwrap();
        fs::write(yours.path().join("a"), "yours").unwrap();
        fs::write(yours.path().join("b"), "yours").unwrap();
        let folder = Folder::on_disk(mine.path()).over(Folder::on_disk(yours.path()));
        assert_eq!(Vec::from_iter(folder.names()), ["a", "b", "empty"]);
        let text = |name: &str| folder.file(name).text(9).map_err(|why| why.to_string());
        assert_eq!((text("a"), text("b")), (Ok("mine".into()), Ok("yours".into())));
        assert!(text("c").unwrap_err().contains("no such file") && !folder.file("c").exists());
        assert_eq!(folder.file("c").path(), mine.path().join("c"));
        assert!(text("empty").unwrap_err().contains("not a file"));
        fs::write(mine.path().join("a"), "much too long").unwrap();
        assert!(text("a").unwrap_err().contains("longer than 9 bytes"));
        fs::write(mine.path().join("a"), b"a\n\xff").unwrap();
        assert_eq!(folder.file("a").text(9).unwrap_err().line(), 2);
    }

    #[test]
    fn the_files_inside_the_program_lie_under_those_of_the_disk() {
        let mine = tempfile::tempdir().unwrap();
        fs::write(mine.path().join("_now.md"), "mine").unwrap();
        let ours = Folder::of(vec![Layer::Embedded("prompts".into())]);
        let folder = Folder::on_disk(mine.path()).over(ours.clone());
        assert!(ours.names().len() > 10);
        assert_eq!(folder.names(), ours.names());
        assert_eq!(folder.file("_now.md").text(9).unwrap(), "mine");
        let (found, same) = (folder.file("steps.md"), ours.file("steps.md"));
        assert_eq!(found.text(1 << 20).unwrap(), same.text(1 << 20).unwrap());
        assert_eq!(found.path(), Path::new("built-in prompts/steps.md"));
        assert!(found.stays_inside().is_ok() && !ours.sub("nowhere").exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_may_not_lead_out() {
        let (mine, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(other.path().join("a"), "").unwrap();
        fs::create_dir(mine.path().join("inner")).unwrap();
        std::os::unix::fs::symlink(other.path().join("a"), mine.path().join("a")).unwrap();
        fs::write(mine.path().join("c"), "").unwrap();
        std::os::unix::fs::symlink("../c", mine.path().join("inner/b")).unwrap();
        let folder = Folder::on_disk(mine.path());
        assert!(matches!(folder.file("a").stays_inside(), Err(Unread::LeadsOut(_))));
        assert!(folder.sub("inner").file("b").stays_inside().is_ok());
        assert!(matches!(folder.bounded("inner").file("b").stays_inside(), Err(Unread::LeadsOut(_))));
    }
}
