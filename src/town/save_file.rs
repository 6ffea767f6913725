//! The file that a town is kept in: written while it lives, exchanged for another, and a snapshot into one of its own.

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

use bevy::prelude::*;

use super::{TownError, TownInfo};
use crate::{
    clock::{Calendar, Now},
    journal::Journal,
    save::{Save, SaveFault, snapshot},
};

/// Game minutes between two writings of a save.
const KEEP: u32 = 15;

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
    save.append(world.resource::<Journal>(), now)?;
    world.insert_resource(OpenSave::new(save));
    Ok(())
}

/// From now on writes the town into the save that it was opened from.
///
/// # Errors
/// Why that cannot be written: also if it is no longer a beginning of this town.
pub fn go_on_in(world: &mut World, path: &Path) -> Result<(), TownError> {
    let (now, meta) = (world.resource::<Now>().0, &world.resource::<TownInfo>().meta);
    let save = Save::go_on(path, meta, world.resource::<Journal>(), now)?;
    world.insert_resource(OpenSave::new(save));
    Ok(())
}

/// Saves every quarter of a game hour.
pub(super) fn autosave(world: &mut World) {
    let now = world.resource::<Now>().0;
    let every = world.resource::<Calendar>().ticks(KEEP);
    if now / every > world.resource::<OpenSave>().kept / every {
        keep_now(world);
    }
}

fn append_to_save(world: &mut World) -> Result<(), SaveFault> {
    let now = world.resource::<Now>().0;
    let Some(mut keeping) = world.remove_resource::<OpenSave>() else { return Ok(()) };
    let written =
        keeping.save.get_mut().unwrap_or_else(PoisonError::into_inner).append(world.resource::<Journal>(), now);
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
    let (played, now) = (world.resource::<TownInfo>(), world.resource::<Now>().0);
    Ok(snapshot(path, &played.meta, world.resource::<Journal>(), now)?)
}
