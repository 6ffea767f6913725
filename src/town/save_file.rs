//! The save of an open town: written while it runs, switched to another file, copied as a snapshot; and leaving a town.

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

use super::{ActivePrompts, TownError, TownInfo};
use crate::{
    agent::{access::Entrances, prelude::*},
    clock::Driver,
    journal::Journal,
    save::{Save, SaveError, Snapshot, write_copy},
    schedule::Teardown,
    world::object::TownRoot,
};

/// Game minutes between two writings of a save.
const SAVE_INTERVAL: u32 = 15;

/// The save being written; a part of the way out, not of the town.
#[derive(Resource)]
pub struct OpenSave {
    // Only the lock makes it `Sync`; it is never contended.
    save: Mutex<Save>,
    /// The first tick that is not in the file yet.
    pub kept: u64,
    /// Why the last writing failed; it is tried again at the next one, and nothing that was written is lost.
    pub trouble: Option<String>,
}

impl OpenSave {
    pub(super) fn new(save: Save) -> Self {
        Self { kept: save.meta().tick, save: Mutex::new(save), trouble: None }
    }
}

/// Writes the town into a new save, and from now on there.
///
/// # Errors
/// Why it cannot be written; a save that there was goes on being written.
pub fn save_as(world: &mut World, path: &Path) -> Result<(), TownError> {
    let (now, meta) = (world.resource::<Now>().0, world.resource::<TownInfo>().meta.clone());
    let mut save = Save::create(path, &meta)?;
    let snapshot = save.snapshot(world);
    save.append(world.resource::<Journal>(), now, Some(snapshot))?;
    world.insert_resource(OpenSave::new(save));
    Ok(())
}

/// From now on writes the town into the save that it was opened from.
///
/// # Errors
/// Why that cannot be written: also if it is no longer a beginning of this town.
pub fn go_on_in(world: &mut World, path: &Path) -> Result<(), TownError> {
    let (now, meta) = (world.resource::<Now>().0, &world.resource::<TownInfo>().meta);
    let save = Save::create_or_resume(path, meta, world.resource::<Journal>(), now)?;
    world.insert_resource(OpenSave::new(save));
    Ok(())
}

/// Saves every quarter of a game hour.
pub(super) fn autosave(world: &mut World) {
    let now = world.resource::<Now>().0;
    let every = world.resource::<Calendar>().ticks(SAVE_INTERVAL);
    if now / every > world.resource::<OpenSave>().kept / every {
        keep_now(world);
    }
}

fn append_to_save(world: &mut World) -> Result<(), SaveError> {
    let now = world.resource::<Now>().0;
    let Some(mut keeping) = world.remove_resource::<OpenSave>() else { return Ok(()) };
    let save = keeping.save.get_mut().unwrap_or_else(PoisonError::into_inner);
    let snapshot = save.snapshot(world);
    let written = save.append(world.resource::<Journal>(), now, Some(snapshot));
    keeping.kept = now;
    world.insert_resource(keeping);
    written
}

/// Writes what has come in by now, if the town is kept; a fault stands in [`OpenSave::trouble`] and is tried again.
pub fn keep_now(world: &mut World) {
    let trouble = append_to_save(world).err().map(|fault| fault.to_string());
    if let Some(mut keeping) = world.get_resource_mut::<OpenSave>() {
        keeping.trouble = trouble;
    }
}

/// Writes the rest of what happened; to be called before the end.
///
/// # Errors
/// One sentence.
pub fn finish(world: &mut World) -> Result<(), TownError> {
    Ok(append_to_save(world)?)
}

/// Writes the town as it stands into a file of its own, in place of what is there; the town goes on as before. All or
/// nothing.
///
/// # Errors
/// Why it could not be written; a file that was there is then as it was.
pub fn copy(world: &World, path: &Path) -> Result<(), TownError> {
    let meta = &world.resource::<TownInfo>().meta;
    Ok(write_copy(path, meta, world.resource::<Journal>(), Snapshot::whole(world))?)
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
