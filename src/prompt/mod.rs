//! Questions in words, for a language model: `prompts/<question>.md`, filled in.
//!
//! A file has settings, a system part and a user part. It is cut into these before anything is filled in, and every value
//! goes through one formatter ([`clean`]), so that nothing a town holds can pose as a part, a line or a rule. The inputs
//! of a question ([`crate::mind::question`]) are the slots under their own names. Files are read again while the game
//! runs: see [`Prompts::reload_if_changed`].

mod engine;
mod file;
mod filters;
mod repeats;
mod set;
mod trim;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use self::set::Set;
pub use self::set::Texts;
pub use self::{
    file::{Cut, FrontMatter},
    filters::clean,
};
pub use crate::data::{Fault, list};
use crate::{
    data::{Data, Folder},
    mind::{Ask, Phrasing, Prompt},
};

/// The texts of all prompts among the game's files, as they are written.
///
/// # Errors
/// Files that cannot be read.
pub fn texts(data: &Data) -> Result<Texts, Vec<Fault>> {
    set::texts(&data.prompts())
}

/// All prompts, as last read without a fault.
pub struct Prompts {
    folder: Folder,
    state: RwLock<State>,
}

struct State {
    good: Arc<Set>,
    /// What the files held when they were last looked at, good or not.
    seen: Result<Texts, Vec<Fault>>,
    fault: Option<String>,
}

impl Prompts {
    /// The prompts among the game's files.
    ///
    /// # Errors
    /// Every fault of every file.
    pub fn open(data: &Data) -> Result<Self, Vec<Fault>> {
        Self::open_folder(data.prompts())
    }

    /// The prompts of a folder, which must have all of them.
    ///
    /// # Errors
    /// Every fault of every file.
    pub fn open_folder(folder: Folder) -> Result<Self, Vec<Fault>> {
        let texts = set::texts(&folder)?;
        let good = Arc::new(parsed(&texts)?);
        Ok(Self { folder, state: RwLock::new(State { good, seen: Ok(texts), fault: None }) })
    }

    /// Re-reads the files. If they have changed, loads them, or keeps the last good prompts and remembers the fault.
    /// Returns whether anything changed. Reads some twenty small files: do not call it every frame.
    pub fn reload_if_changed(&self) -> bool {
        let texts = set::texts(&self.folder);
        let same = |state: &State| state.seen == texts;
        if same(&self.state.read().unwrap_or_else(PoisonError::into_inner)) {
            return false;
        }
        let read = texts.as_ref().map_err(Clone::clone).and_then(parsed);
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.seen = texts;
        match read {
            Ok(set) => (state.good, state.fault) = (Arc::new(set), None),
            Err(faults) => state.fault = Some(list(&faults)),
        }
        true
    }

    /// What is wrong with the files as they are now, a line each; the prompts are those from before.
    pub fn fault(&self) -> Option<String> {
        self.state.read().unwrap_or_else(PoisonError::into_inner).fault.clone()
    }

    /// What the head of this question's file says.
    pub fn front_matter(&self, purpose: &str) -> Option<FrontMatter> {
        self.good().front_matter(purpose).cloned()
    }

    fn good(&self) -> Arc<Set> {
        self.state.read().unwrap_or_else(PoisonError::into_inner).good.clone()
    }
}

impl Phrasing for Prompts {
    fn phrase(&self, ask: &Ask) -> Result<Prompt, String> {
        self.good().phrase(ask).map_err(|fault| fault.to_string())
    }
}

/// The prompts of these texts. Parsed on a stack that no expression of the longest file can fill.
fn parsed(texts: &Texts) -> Result<Set, Vec<Fault>> {
    let read = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || Set::read(texts));
        thread.ok()?.join().ok()
    });
    read.unwrap_or_else(|| Err(vec![fault("", 0, "the prompts cannot be read: there is too little memory")]))
}

/// In bytes; what is not used takes no memory.
const STACK: usize = 1 << 30;

/// Is this a folder that holds prompts?
pub fn is_folder(path: &Path) -> bool {
    let files = std::fs::read_dir(path).into_iter().flatten().flatten();
    let name = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    !path.join("scenario.toml").exists() && files.map(name).any(|name| name != "README.md" && name.ends_with(".md"))
}

/// Every fault of a folder of prompts; what it lacks is taken from the data.
pub fn check(folder: impl Into<PathBuf>, data: &Data) -> Vec<Fault> {
    Prompts::open_folder(Folder::on_disk(folder).over(data.prompts())).err().unwrap_or_default()
}

/// A fault in a line of a file, counted from 1; 0: in the file as a whole.
fn fault(file: impl Into<PathBuf>, line: usize, what: impl Into<String>) -> Fault {
    Fault::new(file, if line > 0 { format!("line {line}") } else { String::new() }, what, "")
}
