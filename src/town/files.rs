//! The files that a town is made of, and whether they are those of a save.

use super::TownError;
use crate::{
    agent::Scenario,
    data::{Data, Files},
    prompt,
    save::{Meta, Save},
    world::TownMap,
};

/// Reads a scenario and its map, and what was read for it: the save takes that along.
pub(super) fn read(which: &str, data: &Data) -> Result<(Scenario, TownMap, Files), TownError> {
    let (read, files) = data.noting(|data| -> Result<_, TownError> {
        let scenario = Scenario::open(which, data)?;
        let map = TownMap::read(&scenario.map, data)?;
        // What is wrong with them is said when they are used.
        drop(prompt::texts(data));
        Ok((scenario, map))
    });
    read.map(|(scenario, map)| (scenario, map, files))
}

/// Changes when any file of a town changes but its prompts: those of the scenario, and the tilesets of its map.
pub(super) fn hash(scenario: &Scenario, files: &Files) -> String {
    let mut hash = blake3::Hasher::new();
    hash.update(scenario.hash.as_bytes());
    files.iter().filter(|(name, _)| name.ends_with(".tsx")).for_each(|(_, bytes)| {
        hash.update(blake3::hash(bytes).as_bytes());
    });
    hash.finalize().to_hex()[..32].to_string()
}

/// Whether a town that is opened has the files of this save: its `own`, or others with the same in them. The save may say
/// otherwise, since earlier builds left the tilesets out.
pub(super) fn are_those_of(save: &Save, own: bool, (scenario, now): (&Scenario, &Meta), data: &Data) -> bool {
    if own {
        return save.meta().scenario_hash == scenario.hash;
    }
    let before = || {
        let (scenario, _, files) = read(&save.meta().scenario, &data.with_saved(save.files().ok()?)).ok()?;
        Some(hash(&scenario, &files))
    };
    before().as_ref() == Some(&now.scenario_hash)
}
