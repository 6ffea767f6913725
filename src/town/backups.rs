//! Copies of the player's saves, for the day on which one of them cannot be opened any more. They lie in a folder of their
//! own beside them; when they take too much room the oldest go, but never the newest of a save.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{SaveLibrary, TownError};
use crate::save::Save;

/// The room that all of them take at most, in bytes.
const ROOM: u64 = 512 << 20;
/// Between the name of a save and the number of its copy.
const MARK: &str = " copy ";

impl SaveLibrary {
    fn backups(&self) -> PathBuf {
        self.folder().join("backups")
    }

    /// Copies a save as it is now, also while it is written.
    ///
    /// # Errors
    /// Why it cannot be copied; copies that there were stay.
    pub fn back_up(&self, file: &Path) -> Result<(), TownError> {
        let save = Save::read(file)?;
        let folder = self.backups();
        let fault =
            |why: std::io::Error| TownError::Message(format!("{} cannot be made: {}", folder.display(), why.kind()));
        fs::create_dir_all(&folder).map_err(fault)?;
        let stem = stem(file);
        let number =
            self.copies().iter().filter(|one| one.of == stem).map(|one| one.number).max().unwrap_or_default() + 1;
        save.copy_to(&folder.join(format!("{stem}{MARK}{number}.town")))?;
        self.make_room(ROOM);
        Ok(())
    }

    /// Copies a save before it is written into. That it cannot be copied is no reason not to play.
    pub fn copy_before(&self, file: &Path) {
        if self.holds(file)
            && let Err(trouble) = self.back_up(file)
        {
            tracing::warn!("{} is not copied: {trouble}", file.display());
        }
    }

    /// The newest copy of a save that can be opened.
    pub fn backup_of(&self, file: &Path) -> Option<PathBuf> {
        let stem = stem(file);
        let copies = self.copies().into_iter().rev().filter(|one| one.of == stem);
        copies.map(|one| one.file).find(|file| Save::glance(file).is_ok())
    }

    /// All copies, oldest first.
    fn copies(&self) -> Vec<Copy> {
        let entries = fs::read_dir(self.backups()).into_iter().flatten().flatten();
        let mut all: Vec<Copy> = entries.filter_map(|entry| Copy::of(entry.path())).collect();
        all.sort_by(|one, other| (one.written, one.number, &one.file).cmp(&(other.written, other.number, &other.file)));
        all
    }

    /// Deletes the oldest copies until the rest takes at most so many bytes.
    fn make_room(&self, most: u64) {
        let all = self.copies();
        let mut taken: u64 = all.iter().map(|one| one.size).sum();
        for (n, one) in all.iter().enumerate() {
            let later: BTreeSet<&str> = all[n + 1..].iter().map(|one| one.of.as_str()).collect();
            if taken > most && later.contains(one.of.as_str()) && fs::remove_file(&one.file).is_ok() {
                taken -= one.size;
            }
        }
    }
}

/// A copy of a save.
struct Copy {
    file: PathBuf,
    /// The name of the save, without its ending.
    of: String,
    number: u32,
    written: SystemTime,
    size: u64,
}

impl Copy {
    /// `None`: it is something else.
    fn of(file: PathBuf) -> Option<Self> {
        let about = file.metadata().ok().filter(|about| about.is_file())?;
        let name = stem(&file);
        let (of, number) = name.rsplit_once(MARK)?;
        let (of, number) = (of.to_owned(), number.parse().ok()?);
        Some(Self { of, number, written: about.modified().ok()?, size: about.len(), file })
    }
}

fn stem(file: &Path) -> String {
    file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{journal::Journal, save::Pending};

    fn saved(library: &SaveLibrary, name: &str, tick: u64) -> PathBuf {
        let file = library.folder().join(name);
        let _ = fs::remove_file(&file);
        let mut save = Save::create(&file, &Default::default()).expect("it is made");
        save.append(&Journal::default(), tick, &Pending::default()).expect("it is written");
        file
    }

    #[test]
    fn the_newest_good_copy_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = SaveLibrary::find(Some(folder.path()));
        let file = saved(&library, "harbour.town", 60);
        assert_eq!(library.backup_of(&file), None);
        for tick in [60, 120, 180] {
            saved(&library, "harbour.town", tick);
            library.back_up(&file).expect("it is copied");
        }
        saved(&library, "harbour 2.town", 7);
        library.back_up(&library.folder().join("harbour 2.town")).expect("it is copied");
        fs::write(&file, "no save").expect("it is spoilt");
        let ticks = |file: Option<PathBuf>| Save::glance(&file.expect("a copy")).expect("it opens").tick;
        assert_eq!(ticks(library.backup_of(&file)), 180);
        fs::write(library.backup_of(&file).expect("a copy"), "spoilt too").expect("it is spoilt");
        assert_eq!(ticks(library.backup_of(&file)), 120);
        assert_eq!(library.all().len(), 2, "copies are not in the list");
    }

    #[test]
    fn the_oldest_go_and_the_newest_of_each_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = SaveLibrary::find(Some(folder.path()));
        for name in ["old.town", "new.town", "new.town", "new.town"] {
            let file = saved(&library, name, 9);
            library.back_up(&file).expect("it is copied");
        }
        library.make_room(0);
        let left: Vec<(String, u32)> = library.copies().into_iter().map(|one| (one.of, one.number)).collect();
        assert!(left.len() == 2 && left.contains(&("old".into(), 1)) && left.contains(&("new".into(), 3)), "{left:?}");
    }
}
