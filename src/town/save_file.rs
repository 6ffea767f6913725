//! The save of an open town: written while it runs, switched to another file, copied as a snapshot; and leaving a town.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    thread::{self, JoinHandle},
};

use super::{ActivePrompts, Recorded, TownError, TownInfo, is_same_file};
use crate::{
    agent::{access::Entrances, prelude::*},
    clock::Driver,
    exchange::AnsweredQuestions,
    journal::Journal,
    save::{Pending, Recorder, Save, SaveError, SavedState, sqlite_files, write_copy},
    schedule::{Replaying, Teardown},
    world::object::TownRoot,
};

/// Game minutes between two writings of a save.
const SAVE_INTERVAL: u32 = 15;
/// Game minutes between two snapshots of the whole state: what a town that is opened lives again is less than that.
const SNAPSHOT_INTERVAL: u32 = 60;

/// The save being written; a part of the way out, not of the town. A thread of its own writes, so that no tick and no
/// frame waits for a disk.
#[derive(Resource)]
pub struct OpenSave {
    // Only the lock makes it `Sync`; it is never contended.
    file: Mutex<SaveFile>,
    recorder: Recorder,
    /// The tick of the last writing, done or not.
    tried: u64,
    /// Whether some of what was gathered went down with the thread that was to write it.
    lost: bool,
    /// Where it lies.
    pub path: PathBuf,
    /// The first tick that is not known to be in the file.
    pub kept: u64,
    /// Why the last writing failed; it is tried again at the next one, and nothing that was written is lost.
    pub trouble: Option<String>,
}

/// Who has the file.
enum SaveFile {
    /// Nobody is writing.
    Idle(Box<Save>),
    /// A thread is.
    Busy(JoinHandle<(Box<Save>, Written)>),
    /// A thread that was writing broke down.
    Gone,
}

/// What came of a writing, and what was to be written: it is dropped where it was gathered, for memory that wanders from
/// thread to thread makes both slow.
type Written = (Result<(), SaveError>, Journal, Pending);

impl OpenSave {
    /// From now on writes a town into this save, which holds a beginning of it; `stood` is its end, if that has been read.
    pub(super) fn open(mut save: Save, world: &mut World, stood: Option<SavedState>) -> Result<(), SaveError> {
        world.init_resource::<AnsweredQuestions>();
        let kept = save.meta().tick;
        let is_new = kept == 0 && save.snapshots()?.is_empty();
        let mut recorder = if is_new { Recorder::begin(world) } else { save.recorder(stood)? };
        recorder.catch_up(world);
        Self::go_on(save, world, recorder);
        Ok(())
    }

    fn go_on(save: Save, world: &mut World, recorder: Recorder) {
        let (kept, path) = (save.meta().tick, save.path().to_path_buf());
        let file = Mutex::new(SaveFile::Idle(Box::new(save)));
        world.insert_resource(Self { file, recorder, path, tried: kept, lost: false, kept, trouble: None });
    }

    fn file(&mut self) -> &mut SaveFile {
        self.file.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a thread is still writing.
    fn is_busy(&mut self) -> bool {
        matches!(self.file(), SaveFile::Busy(thread) if !thread.is_finished())
    }

    /// Whether a writing has come to its end and nobody has looked at it.
    fn is_written(&mut self) -> bool {
        matches!(self.file(), SaveFile::Busy(thread) if thread.is_finished())
    }

    /// The file, once it is free; notes what came of the writing before.
    fn free(&mut self) -> Option<Box<Save>> {
        let save = match std::mem::replace(self.file(), SaveFile::Gone) {
            SaveFile::Idle(save) => save,
            SaveFile::Busy(thread) => {
                let joined = thread.join();
                self.lost |= joined.is_err();
                let (save, (written, _, pending)) = joined.ok()?;
                match &written {
                    Ok(()) => self.recorder.reuse(pending),
                    Err(_) => self.recorder.put_back(pending),
                }
                self.trouble = written.err().map(|fault| fault.to_string());
                save
            }
            SaveFile::Gone => return None,
        };
        self.kept = save.meta().tick;
        Some(save)
    }

    /// Looks what came of the last writing, as soon as it is over.
    fn look(&mut self) {
        if let Some(save) = self.free() {
            *self.file() = SaveFile::Idle(save);
        }
    }
}

/// Writes the town into a new save with all its past that is kept anywhere, and from now on there. The save that it is kept
/// in or was opened from is gone on in. Gives a sentence about what of the past is in no file and so not in this one.
///
/// # Errors
/// Why it cannot be written; a save that there was goes on being written, and there is no new one.
pub fn save_as(world: &mut World, path: &Path) -> Result<Option<String>, TownError> {
    let from = world.resource::<TownInfo>().from.clone();
    match world.get_resource::<OpenSave>().map(|keeping| keeping.path.clone()) {
        Some(kept) if is_same_file(&kept, path) => return finish(world).map(|()| None),
        None if from.as_deref().is_some_and(|from| is_same_file(from, path)) => {
            go_on_in(world, path)?;
            return finish(world).map(|()| None);
        }
        _ => {}
    }
    // What has no room there may have some here.
    drop(finish(world));
    let mut before = world.remove_resource::<OpenSave>();
    let moved = move_to(world, path, before.as_mut());
    if moved.is_err() {
        before.into_iter().for_each(|before| world.insert_resource(before));
    }
    moved
}

/// Writes the past of a town, what has been gathered since and how it stands into a new save.
fn move_to(world: &mut World, path: &Path, before: Option<&mut OpenSave>) -> Result<Option<String>, TownError> {
    let (now, TownInfo { meta, files, from, .. }) = (world.resource::<Now>().0, world.resource::<TownInfo>().clone());
    let was_there = path.exists();
    let past = before.as_ref().map(|before| before.path.clone()).or(from).map(|file| past_in(world, &file));
    let at = match &past {
        Some(Ok(past)) => {
            let at = past.meta().tick.min(now);
            past.fork_as(at, path, &meta, &files)?;
            at
        }
        _ => {
            drop(Save::create_or_resume(path, &meta, &files, &Journal::default(), 0)?);
            0
        }
    };
    let mut gathered = before.filter(|before| before.kept == at && !before.lost);
    let mut open = |world: &mut World| -> Result<(), TownError> {
        let mut save = Save::open(path)?;
        match &mut gathered {
            None => OpenSave::open(save, world, None)?,
            Some(before) => {
                // So that it knows what it has.
                save.recorder(None)?;
                OpenSave::go_on(save, world, std::mem::take(&mut before.recorder));
            }
        }
        finish(world)
    };
    let written = open(world);
    if let Err(why) = written {
        let new = world.remove_resource::<OpenSave>();
        if let Some((before, new)) = gathered.zip(new) {
            before.recorder = new.recorder;
            before.lost |= new.lost;
        }
        if !was_there {
            [path.to_path_buf()].iter().chain(&sqlite_files(path)).for_each(|file| drop(std::fs::remove_file(file)));
        }
        return Err(why);
    }
    if gathered.is_some() || at == now {
        return Ok(None);
    }
    let why = past.and_then(Result::err).unwrap_or_else(|| "that was kept nowhere".into());
    let calendar = world.resource::<Calendar>();
    let [from, until] = [at, now].map(|tick| calendar.date_time(tick).strftime("%Y-%m-%d %H:%M"));
    Ok(Some(format!(
        "from {from} to {until} it lacks where people were, what they did and what they were asked from moment to moment: {why}"
    )))
}

/// The save in which a beginning of this town is kept.
fn past_in(world: &World, file: &Path) -> Result<Save, String> {
    let (now, meta) = (world.resource::<Now>().0, &world.resource::<TownInfo>().meta);
    let read = || -> Result<Option<Save>, SaveError> {
        let save = Save::read(file)?;
        let at = save.meta().tick.min(now);
        let is_same = (&save.meta().scenario, save.meta().seed) == (&meta.scenario, meta.seed)
            && save.journal()?.before(at).hash() == world.resource::<Journal>().before(at).hash();
        Ok(is_same.then_some(save))
    };
    let save = read().map_err(|why| why.to_string())?;
    save.ok_or_else(|| format!("{} holds another town by now", file.display()))
}

/// From now on writes the town into the save that it was opened from.
///
/// # Errors
/// Why that cannot be written: also if it is no longer a beginning of this town.
pub fn go_on_in(world: &mut World, path: &Path) -> Result<(), TownError> {
    let (now, TownInfo { meta, files, .. }) = (world.resource::<Now>().0, world.resource::<TownInfo>());
    let save = Save::create_or_resume(path, meta, files, world.resource::<Journal>(), now)?;
    Ok(OpenSave::open(save, world, None)?)
}

/// Gathers what this tick has brought.
pub(super) fn record(world: &mut World) {
    let now = world.resource::<Now>().0;
    // Quicker than to take the whole out of the world.
    let mut recorder = std::mem::take(&mut world.resource_mut::<OpenSave>().recorder);
    recorder.tick(world, now);
    world.resource_mut::<OpenSave>().recorder = recorder;
}

/// Saves every quarter of a game hour. Where ticks come faster than they can be written, they wait only when a whole hour is
/// left to be written.
pub(super) fn autosave(world: &mut World) {
    let now = world.resource::<Now>().0;
    let every = world.resource::<Calendar>().ticks(SAVE_INTERVAL);
    let hour = world.resource::<Calendar>().ticks(SNAPSHOT_INTERVAL);
    let snapshot = world.resource::<OpenSave>().recorder.newest_snapshot().unwrap_or_default();
    if now / hour > snapshot / hour {
        world.resource_scope(|world, mut keeping: Mut<OpenSave>| keeping.recorder.snapshot(world));
    }
    let mut keeping = world.resource_mut::<OpenSave>();
    let keeping = keeping.bypass_change_detection();
    if now / every > keeping.tried / every && (!keeping.is_busy() || now >= keeping.tried + hour) {
        keep(world, false);
    } else if keeping.is_written() {
        world.resource_mut::<OpenSave>().look();
    }
}

/// Begins to write what has come in by now and how the town stands, if it is kept; a fault stands in
/// [`OpenSave::trouble`] and is tried again.
pub fn keep_now(world: &mut World) {
    keep(world, true);
}

fn keep(world: &mut World, with_snapshot: bool) {
    let now = world.resource::<Now>().0;
    let Some(mut keeping) = world.remove_resource::<OpenSave>() else { return };
    keeping.tried = now;
    match keeping.free() {
        None => keeping.trouble = Some("the thread that writes it has ended; save to another file".into()),
        // What is lived again is in the file.
        Some(save) if save.meta().tick > now => *keeping.file() = SaveFile::Idle(save),
        Some(mut save) => {
            if with_snapshot {
                keeping.recorder.snapshot(world);
            } else {
                keeping.recorder.memories(world);
            }
            let pending = keeping.recorder.take();
            let journal = world.resource::<Journal>().between(save.meta().tick, now);
            let write = move || {
                make_way();
                let written = save.append(&journal, now, &pending);
                (save, (written, journal, pending))
            };
            match thread::Builder::new().name("save".into()).spawn(write) {
                Ok(thread) => *keeping.file() = SaveFile::Busy(thread),
                Err(why) => {
                    keeping.lost = true;
                    keeping.trouble = Some(format!("no thread could be started to write it: {why}"));
                }
            }
        }
    }
    world.insert_resource(keeping);
}

/// Lets the other threads go first: they live the town. Elsewhere threads share as they like.
fn make_way() {
    #[cfg(target_os = "linux")]
    if let Err(why) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 10) {
        tracing::debug!("the thread that writes the save is as urgent as the others: {why}");
    }
}

/// Writes the rest of what happened; to be called before the end.
///
/// # Errors
/// One sentence.
pub fn finish(world: &mut World) -> Result<(), TownError> {
    keep_now(world);
    let Some(mut keeping) = world.get_resource_mut::<OpenSave>() else { return Ok(()) };
    keeping.look();
    let Some(why) = keeping.trouble.clone() else { return Ok(()) };
    if keeping.kept == 0
        && let SaveFile::Idle(save) = std::mem::replace(keeping.file(), SaveFile::Gone)
    {
        save.discard_if_empty();
    }
    Err(TownError::Message(why))
}

/// Writes the town as it stands into a file of its own, in place of what is there; the town goes on as before. All or
/// nothing.
///
/// # Errors
/// Why it could not be written; a file that was there is then as it was.
pub fn copy(world: &mut World, path: &Path) -> Result<(), TownError> {
    keep_now(world);
    if let Some(mut keeping) = world.get_resource_mut::<OpenSave>()
        && let Some(save) = keeping.free()
    {
        let copied = match &keeping.trouble {
            None => save.copy_to(path).map_err(TownError::from),
            Some(why) => Err(TownError::Message(why.clone())),
        };
        *keeping.file() = SaveFile::Idle(save);
        return copied;
    }
    let (now, TownInfo { meta, files, .. }) = (world.resource::<Now>().0, world.resource::<TownInfo>().clone());
    let pending = Recorder::begin(world).take();
    Ok(write_copy(path, (&meta, &files), world.resource::<Journal>(), now, &pending)?)
}

/// Leaves the town: writes the rest of it if it is kept, and takes all of it out of the world: people, places, time,
/// journal, the way to its mind. Nobody is left who could live another tick, and whatever named itself as of one town
/// ([`crate::schedule::TownResources`]) is as new. Where there is no town, or half of one, nothing is amiss.
///
/// # Errors
/// Why the rest could not be written. The town has been left all the same.
pub fn leave(world: &mut World) -> Result<(), TownError> {
    let written = if world.contains_resource::<OpenSave>() { finish(world) } else { Ok(()) };
    // No tick may run from here on.
    world.remove_resource::<Driver>();
    world.remove_resource::<OpenSave>();
    world.remove_resource::<AnsweredQuestions>();
    world.remove_resource::<Recorded>();
    world.remove_resource::<Replaying>();
    let mut people = world.query_filtered::<Entity, With<AgentId>>();
    let mut roots = world.query_filtered::<Entity, With<TownRoot>>();
    let all: Vec<Entity> = people.iter(world).chain(roots.iter(world)).collect();
    for one in all {
        // Children go with whoever they hang on.
        world.despawn(one);
    }
    world.remove_resource::<TownMap>();
    world.remove_resource::<Objects>();
    world.remove_resource::<Ways>();
    world.remove_resource::<Entrances>();
    world.remove_resource::<Names>();
    world.remove_resource::<Calendar>();
    world.remove_resource::<Seed>();
    world.remove_resource::<ActivePrompts>();
    world.remove_resource::<TownInfo>();
    drop(world.try_run_schedule(Teardown));
    written
}
