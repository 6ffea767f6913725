//! The player's saves: a list with the town of each, and file names for new ones. Works without a window too.
//!
//! | file | what it is |
//! |---|---|
//! | `<scenario>.town`, `<scenario> 2.town` … | a town that goes on in its own file |
//! | `<scenario> at <date> <time>.town` | as it stood when somebody saved it |
//! | `quick.town` | the same by one key, over the last |
//! | `thumbnails/<name>.png` | what the window showed when it was saved |
//! | `backups/<name> copy <n>.town` | a copy of a save, see [`super::backups`] |
//!
//! What stands as it stood is never gone on in: a town that is opened from it gets a file of its own.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use jiff::{SignedDuration, civil::DateTime};

use super::{TownError, TownInfo};
use crate::{
    data::{home, is_id},
    save::{Meta, Save, sqlite_files},
};

/// The folder of saves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveLibrary {
    folder: PathBuf,
}

/// A save, as a list shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveEntry {
    /// Its file.
    pub file: PathBuf,
    /// The town's name for people; the file's name if it is no save.
    pub name: String,
    /// What somebody called it.
    pub label: Option<String>,
    /// Town time at which it stands; `None` if it cannot be told.
    pub when: Option<DateTime>,
    /// Which day of the town that is, from 1.
    pub day: i32,
    /// The id of its scenario; empty if it cannot be told.
    pub scenario: String,
    /// Its seed.
    pub seed: u64,
    /// How many people.
    pub people: u32,
    /// When it was written last.
    pub saved: SystemTime,
    /// It stands as it stood, and is not gone on in.
    pub still: bool,
    /// Saved by the one key.
    pub quick: bool,
    /// Why it cannot be opened: one sentence.
    pub fault: Option<String>,
    /// The newest copy of it that can be opened, if it cannot be opened itself.
    pub copy: Option<PathBuf>,
}

/// The longest that a list of saves takes: a frame waits for it.
const LOOK: Duration = Duration::from_secs(2);
const THUMBNAILS: &str = "thumbnails";
const QUICK: &str = "quick.town";
const AT: &str = " at ";

impl SaveLibrary {
    /// The folder that was given, else [`home::saves`]. It need not be there yet.
    pub fn find(given: Option<&Path>) -> Self {
        Self { folder: given.map_or_else(home::saves, Path::to_path_buf) }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes the folder if it is not there.
    ///
    /// # Errors
    /// One sentence that names it.
    pub fn make(&self) -> Result<(), TownError> {
        let fault = |error: std::io::Error| {
            let (folder, kind) = (self.folder.display(), error.kind());
            TownError::Message(format!("the folder for saves, {folder}, cannot be made: {kind}"))
        };
        std::fs::create_dir_all(&self.folder).map_err(fault)
    }

    /// All saves, the one written last first. Those for which the time is too short say so.
    pub fn all(&self) -> Vec<SaveEntry> {
        self.looked().collect()
    }

    /// The save written last of all that can be opened.
    pub fn newest(&self) -> Option<SaveEntry> {
        self.looked().find(|kept| kept.fault.is_none())
    }

    fn looked(&self) -> impl Iterator<Item = SaveEntry> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_save = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "town") && path.is_file();
        let mut files: Vec<PathBuf> = entries.filter(is_save).collect();
        files.sort_by_cached_key(|file| (std::cmp::Reverse(written(file)), file.clone()));
        let end = Instant::now() + LOOK;
        files.into_iter().map(move |file| match Instant::now() < end {
            true => self.with_copy(look(file)),
            false => SaveEntry { fault: Some("there was no time to look into it".into()), ..unread_entry(file) },
        })
    }

    fn with_copy(&self, entry: SaveEntry) -> SaveEntry {
        let copy = entry.fault.as_ref().and_then(|_| self.backup_of(&entry.file));
        SaveEntry { copy, ..entry }
    }

    /// A file for a town of this scenario to go on in; none is there yet.
    pub fn fresh(&self, scenario: &str) -> PathBuf {
        let stem = stem(scenario);
        self.free(|n| if n < 2 { format!("{stem}.town") } else { format!("{stem} {n}.town") })
    }

    /// A file for a town as it stands; none is there yet.
    pub fn still(&self, played: &TownInfo, when: DateTime) -> PathBuf {
        let (stem, at) = (stem(&played.meta.scenario), when.strftime("%Y-%m-%d %H.%M"));
        self.free(|n| match n {
            0 | 1 => format!("{stem}{AT}{at}.town"),
            n => format!("{stem}{AT}{at} ({n}).town"),
        })
    }

    fn free(&self, name: impl Fn(u32) -> String) -> PathBuf {
        (1..).map(|n| self.folder.join(name(n))).find(|file| !file.exists()).unwrap_or_default()
    }

    /// The file of the one key.
    pub fn quick(&self) -> PathBuf {
        self.folder.join(QUICK)
    }

    /// The file that a town opened from `file` goes on in: what stands as it stood, and what lies elsewhere, stays as
    /// it is.
    pub fn goes_on(&self, file: &Path, scenario: &str) -> PathBuf {
        if is_still(file) || !self.holds(file) { self.fresh(scenario) } else { file.to_path_buf() }
    }

    /// Does a file lie in this folder?
    pub(super) fn holds(&self, file: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        file.parent().is_some_and(|beside| {
            beside == self.folder || real(beside).is_some_and(|one| Some(one) == real(&self.folder))
        })
    }

    /// The file that somebody means who writes `name`: as it is written, else one of this folder, also without its
    /// ending. If there is none, as it is written.
    pub fn meant(&self, name: &Path) -> PathBuf {
        let ended = || PathBuf::from(format!("{}.town", name.display()));
        let ways = [name.to_path_buf(), self.folder.join(name), ended(), self.folder.join(ended())];
        ways.into_iter().find(|file| file.is_file()).unwrap_or_else(|| name.to_path_buf())
    }

    /// Where the thumbnail of a save lies; there may be none.
    pub fn thumbnail(&self, file: &Path) -> PathBuf {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        self.folder.join(THUMBNAILS).join(format!("{name}.png"))
    }

    /// Keeps a thumbnail, as PNG, for a save of this folder. That it cannot be kept is no reason not to play.
    pub fn keep_thumbnail(&self, file: &Path, png: &[u8]) {
        if self.holds(file)
            && !png.is_empty()
            && let Err(why) = home::replace(&self.thumbnail(file), png)
        {
            tracing::warn!("no thumbnail of {} is kept: {}", file.display(), why.kind());
        }
    }

    /// A file as the list shows it, wherever it lies.
    pub fn look(&self, file: PathBuf) -> SaveEntry {
        look(file)
    }

    /// Calls a save something in the list, in one line; no letters: nothing again.
    ///
    /// # Errors
    /// One sentence.
    pub fn call(&self, file: &Path, label: &str) -> Result<(), TownError> {
        let (label, saved): (Vec<&str>, _) = (label.split_whitespace().collect(), written(file));
        Save::call(file, &label.join(" "))?;
        // It keeps its place in the list.
        let _ = std::fs::File::options().write(true).open(file).and_then(|file| file.set_modified(saved));
        Ok(())
    }

    /// Takes a save away, with what SQLite may have left beside it.
    ///
    /// # Errors
    /// One sentence, also if a town is being kept in it.
    pub fn remove(&self, file: &Path) -> Result<(), TownError> {
        if Save::is_in_use(file) {
            let file = file.display();
            return Err(TownError::Message(format!("{file} is not deleted: a town that is open is kept in it")));
        }
        std::fs::remove_file(file)
            .map_err(|error| TownError::Message(format!("{} cannot be deleted: {}", file.display(), error.kind())))?;
        for beside in sqlite_files(file).into_iter().chain([self.thumbnail(file)]) {
            let _ = std::fs::remove_file(beside);
        }
        Ok(())
    }
}

/// A scenario as the beginning of a file's name.
fn stem(scenario: &str) -> String {
    let last = Path::new(scenario).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if is_id(&last) { last } else { "town".into() }
}

fn is_still(file: &Path) -> bool {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name == QUICK || name.contains(AT)
}

fn written(file: &Path) -> SystemTime {
    let time = |path: &Path| path.metadata().ok().filter(|about| path == file || about.len() > 0)?.modified().ok();
    // What was written last may still lie beside the file.
    let [written, _] = sqlite_files(file);
    time(file).max(time(&written)).unwrap_or(SystemTime::UNIX_EPOCH)
}

/// As far as it is known without a look into it.
fn unread_entry(file: PathBuf) -> SaveEntry {
    let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let (saved, still) = (written(&file), is_still(&file));
    let quick = file.file_name().is_some_and(|name| name == QUICK);
    let (label, when, day, scenario, seed, people, fault, copy) = Default::default();
    SaveEntry { file, name, label, when, day, scenario, seed, people, saved, still, quick, fault, copy }
}

fn look(file: PathBuf) -> SaveEntry {
    let blank = unread_entry(file);
    let meta = match Save::glance(&blank.file) {
        Ok(meta) => meta,
        Err(fault) => return SaveEntry { fault: Some(fault.to_string()), ..blank },
    };
    let Meta { scenario, name, label, seed, agents: people, tick, start, tick_seconds, .. } = meta;
    let start: Option<DateTime> = start.parse().ok();
    let passed = i64::try_from(tick.saturating_mul(u64::from(tick_seconds))).unwrap_or(i64::MAX);
    let when = start.and_then(|start| start.checked_add(SignedDuration::from_secs(passed)).ok());
    let day = start.zip(when).map_or(0, |(start, when)| (when.date() - start.date()).get_days() + 1);
    SaveEntry { name, label: label.filter(|label| !label.is_empty()), scenario, when, day, seed, people, ..blank }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf() -> (tempfile::TempDir, SaveLibrary) {
        let folder = tempfile::tempdir().expect("there is a folder");
        let shelf = SaveLibrary::find(Some(folder.path()));
        (folder, shelf)
    }

    fn meta(tick: u64) -> Meta {
        Meta {
            scenario: "harbour".into(),
            name: "Harbour".into(),
            seed: 7,
            agents: 8,
            start: "2024-05-13T06:00:00".into(),
            tick_seconds: 10,
            tick,
            ..Meta::default()
        }
    }

    #[test]
    fn names_are_free_and_say_what_they_are() {
        let (_folder, shelf) = shelf();
        let first = shelf.fresh("harbour");
        assert!(first.ends_with("harbour.town") && !is_still(&first));
        std::fs::write(&first, "x").expect("it is written");
        assert!(shelf.fresh("harbour").ends_with("harbour 2.town"));
        assert!(shelf.fresh("/some/where/harbour").ends_with("harbour 2.town"));
        assert!(shelf.fresh("../..").ends_with("town.town"));
        assert!(is_still(&shelf.quick()));
        assert_eq!(shelf.goes_on(&first, "harbour"), first);
        assert!(shelf.goes_on(&shelf.quick(), "harbour").ends_with("harbour 2.town"));
        let elsewhere = tempfile::tempdir().expect("there is a folder");
        assert!(shelf.goes_on(&elsewhere.path().join("harbour.town"), "harbour").ends_with("harbour 2.town"));
        assert_eq!(shelf.meant(Path::new("harbour")), first);
        assert_eq!(shelf.meant(&first), first);
        assert_eq!(shelf.meant(Path::new("nowhere.town")), Path::new("nowhere.town"));
        assert!(shelf.look(first).fault.is_some(), "an x is no save");
    }

    #[test]
    fn a_list_tells_the_town_the_day_and_the_hour() {
        let (_folder, shelf) = shelf();
        assert!(shelf.all().is_empty() && shelf.newest().is_none());
        let file = shelf.fresh("harbour");
        let mut save = Save::create(&file, &meta(0)).expect("it is made");
        save.append(&crate::journal::Journal::default(), 7000, &Default::default()).expect("it is written");
        drop(save);
        std::fs::write(shelf.folder().join("odd.town"), "no save").expect("it is written");
        let all = shelf.all();
        assert_eq!(all.len(), 2);
        let (good, bad): (Vec<_>, Vec<_>) = all.into_iter().partition(|kept| kept.fault.is_none());
        assert_eq!((good[0].day, good[0].seed, good[0].people, good[0].still), (2, 7, 8, false));
        assert!(bad[0].name == "odd" && bad[0].when.is_none());
        assert_eq!(shelf.newest().map(|kept| kept.file), Some(file.clone()));
        let saved = shelf.look(file.clone()).saved;
        shelf.call(&file, " before the\nparty ").expect("it can be called something");
        assert_eq!(shelf.look(file.clone()).saved, saved, "it keeps its place in the list");
        let copy = shelf.folder().join("copy.town");
        Save::read(&file).expect("a save").copy_to(&copy).expect("copied");
        assert_eq!(shelf.look(copy.clone()).label, None, "a copy is called nothing");
        shelf.remove(&copy).expect("it is taken away");
        assert_eq!(shelf.look(file.clone()).label.as_deref(), Some("before the party"));
        shelf.keep_thumbnail(&file, b"a picture");
        assert!(shelf.thumbnail(&file).exists());
        shelf.remove(&file).expect("it is taken away");
        assert!(!shelf.thumbnail(&file).exists(), "nothing of it is left");
        assert!(shelf.remove(&file).is_err() && shelf.newest().is_none());
    }

    #[test]
    fn a_list_takes_no_longer_than_it_may_whatever_lies_there() {
        let (_folder, shelf) = shelf();
        // A file of the present format, but for a table whose rows never end.
        let endless = "DROP TABLE meta; CREATE VIEW meta AS \
            WITH RECURSIVE c(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM c) SELECT 'k' || n AS key, n AS value FROM c";
        let first = shelf.folder().join("0.town");
        drop(Save::create(&first, &meta(0)).expect("it is made"));
        rusqlite::Connection::open(&first).and_then(|raw| raw.execute_batch(endless)).expect("it is changed");
        for n in 1..200 {
            std::fs::copy(&first, shelf.folder().join(format!("{n}.town"))).expect("it is copied");
        }
        let file = shelf.fresh("harbour");
        drop(Save::create(&file, &meta(0)).expect("it is made"));
        let began = Instant::now();
        let all = shelf.all();
        assert!(began.elapsed() < LOOK + Duration::from_secs(2), "{:?}", began.elapsed());
        assert_eq!((all.len(), all.iter().filter(|kept| kept.fault.is_none()).count()), (201, 1));
        assert_eq!(shelf.newest().map(|kept| kept.file), Some(file.clone()));
        let open = Save::open(&file).expect("it opens");
        let why = shelf.remove(&file).expect_err("a town is kept in it").to_string();
        assert!(why.contains("is kept in it") && file.exists(), "{why}");
        drop(open);
        shelf.remove(&file).expect("it is taken away");
    }

    #[test]
    fn a_folder_that_cannot_be_made_says_so() {
        let (folder, _) = shelf();
        let file = folder.path().join("file");
        std::fs::write(&file, "x").expect("it is written");
        let why = SaveLibrary::find(Some(&file.join("saves"))).make().expect_err("a file is no folder").to_string();
        assert!(why.contains("folder for saves"), "{why}");
    }
}
