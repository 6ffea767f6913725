//! Which file a town is kept in, changed while it lives.

use std::{path::Path, sync::Mutex};

use bevy::prelude::*;

use super::{OpenSave, TownError, TownInfo};
use crate::{clock::Now, journal::Journal, save::Save};

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
