//! The files of the game: scenarios, maps, prompts and pictures, from the user's folders and from inside the program.
//!
//! Each file is looked for on its own, in this order (see [`Data::find`]):
//!
//! 1. the user's own folder for data, `~/.local/share/smallville`
//! 2. the folder of `--data`
//! 3. what is inside the program
//!
//! So a user's folder needs no more than the files that differ. A folder's files are those of all three together.

mod embedded;
mod fault;
mod file;
pub mod home;
mod read_log;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

pub use self::{
    fault::{Fault, list},
    file::{File, Folder, Unread},
    read_log::Files,
};
use self::{file::Layer, read_log::ReadLog};

/// The folder of scenarios.
const SCENARIOS: &str = "assets/scenarios";

/// Where the game's files are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    root: Folder,
    /// Not in saves: what a town looks like is no part of it.
    pictures: Folder,
    prompts: Folder,
}

/// The folder of pictures.
const PICTURES: &str = "assets/pictures";
/// The folder of prompts.
const PROMPTS: &str = "prompts";

impl Data {
    /// The user's own folder, then `given`, then the files inside the program.
    pub fn find(given: Option<&Path>) -> Self {
        let folders = home::data().into_iter().chain(given.map(Path::to_path_buf));
        let layers = folders.map(Layer::on_disk).chain([Layer::Embedded(String::new())]);
        Self::of(Folder::of(layers.collect()))
    }

    /// The files inside the program alone.
    pub fn built_in() -> Self {
        Self::of(Folder::of(vec![Layer::Embedded(String::new())]))
    }

    /// The files in this folder alone.
    pub fn only(root: impl Into<PathBuf>) -> Self {
        Self::of(Folder::on_disk(root))
    }

    fn of(root: Folder) -> Self {
        Self { pictures: root.bounded(PICTURES), prompts: root.bounded(PROMPTS), root }
    }

    /// The files that a save had, alone, with the pictures of this data; with its prompts too if the save had none.
    pub fn with_saved(&self, files: Files) -> Self {
        let root = Folder::of(vec![Layer::Saved(Arc::new(files), String::new())]);
        let saved = root.bounded(PROMPTS);
        let prompts = if saved.names().is_empty() { self.prompts.clone() } else { saved };
        Self { root, pictures: self.pictures.clone(), prompts }
    }

    /// The same data, and what `read` has read of it.
    pub fn noting<T>(&self, read: impl FnOnce(&Self) -> T) -> (T, Files) {
        let log = ReadLog::default();
        let value = read(&Self {
            root: self.root.clone().noted("", Some(log.clone())),
            prompts: self.prompts.clone().noted(PROMPTS, Some(log.clone())),
            ..self.clone()
        });
        (value, log.files())
    }

    /// A folder outside of the data as the scenario `id`.
    pub fn as_scenario(&self, folder: &Path, id: &str) -> Folder {
        Folder::on_disk(folder).noted(&format!("{SCENARIOS}/{id}"), self.root.log().cloned())
    }

    /// The places that are there, first choice first, for people to read.
    pub fn places(&self) -> Vec<PathBuf> {
        self.root.places()
    }

    /// The folder of the scenario `id`, `None` if there is none.
    pub fn scenario(&self, id: &str) -> Option<Folder> {
        is_id(id).then(|| self.root.bounded(SCENARIOS).bounded(id)).filter(Folder::exists)
    }

    /// The ids of all scenarios, sorted.
    pub fn scenarios(&self) -> Vec<String> {
        let all = self.root.bounded(SCENARIOS);
        let whole = |id: &String| all.bounded(id).file("scenario.toml").exists();
        all.names().into_iter().filter(whole).collect()
    }

    /// The map `id` of the game's own maps, `None` if there is none.
    pub fn map(&self, id: &str) -> Option<File> {
        is_id(id).then(|| self.root.bounded("maps").file(&format!("{id}.tmx"))).filter(File::exists)
    }

    /// The folder of prompts.
    pub fn prompts(&self) -> Folder {
        self.prompts.clone()
    }

    /// A day that was recorded, to be shown to whoever comes new: a save.
    pub fn recording(&self) -> File {
        self.root.bounded("assets/recordings").file("harbour.town")
    }

    /// A file of `assets/pictures`; it need not be there.
    pub fn picture(&self, name: &str) -> File {
        self.pictures.file(name)
    }
}

/// Is this a name of letters, digits, `_` and `-`, so that no path can be made of it?
pub fn is_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= 64 && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}
