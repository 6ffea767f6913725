//! A town that goes on with other files than it began with: its cast, its map or its prompts were edited since.
//!
//! It is another town from then on, so it goes into a save of its own, and cannot be lived again from its beginning.

use std::{collections::BTreeMap, path::Path};

use super::{Options, TownError, is_same_file};
use crate::{
    agent::{prelude::*, scenario::Scenario},
    data::Data,
    save::{Meta, Save},
};

/// The setting of a save that says from which tick on a town had other files than at its beginning.
const EDITED: &str = "edited_at";

/// Where the town of a save can go on with these files: at its newest snapshot, which is noted in its settings.
pub(super) fn begin(
    save: &Save,
    options: &Options,
    (_, map): (&Scenario, &TownMap),
    data: &Data,
    settings: &mut BTreeMap<String, String>,
) -> Result<u64, TownError> {
    let file = save.path().display();
    if options.save.as_deref().is_some_and(|path| is_same_file(path, save.path())) {
        let why = format!("with --edited {file} becomes another town: name another file with --save");
        return Err(TownError::Message(why));
    }
    let saved = data.with_saved(save.files()?);
    let before = Scenario::open(&save.meta().scenario, &saved).and_then(|before| TownMap::read(&before.map, &saved))?;
    if let Some(what) = other_place(&before, map) {
        let why = format!(
            "{file} cannot go on on this map: {what}. Without --edited it goes on on the map that it began with"
        );
        return Err(TownError::Message(why));
    }
    let newest = save.snapshots()?.last().copied();
    let newest = newest.ok_or_else(|| TownError::Message(format!("{file} holds no state to go on from")))?;
    settings.insert(EDITED.into(), newest.to_string());
    Ok(newest)
}

/// The first room or thing that is not the same on two maps: the state of a town knows them by number.
fn other_place(before: &TownMap, now: &TownMap) -> Option<String> {
    let rooms =
        |map: &TownMap| -> Vec<String> { (0..map.arenas.len()).map(|n| map.arena_name(ArenaId(n as u16))).collect() };
    let things = |map: &TownMap| -> Vec<String> {
        map.objects.iter().map(|one| format!("{}: {}", map.arena_name(one.arena), one.name)).collect()
    };
    let differs = |before: Vec<String>, now: Vec<String>| {
        let longer = before.len().max(now.len());
        let pair =
            (0..longer).map(|n| (before.get(n).cloned(), now.get(n).cloned())).find(|(before, now)| before != now)?;
        Some(match pair {
            (Some(before), Some(now)) => format!("where {before:?} was, there is {now:?}"),
            (Some(before), None) => format!("{before:?} is gone"),
            (None, now) => format!("{:?} is new", now.unwrap_or_default()),
        })
    };
    differs(rooms(before), rooms(now)).or_else(|| differs(things(before), things(now)))
}

/// The settings of a town, with the note of what it is that goes on with other files.
pub(super) fn with_note(
    mut settings: BTreeMap<String, String>,
    saved: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    settings.extend(saved.get_key_value(EDITED).map(|(key, at)| (key.clone(), at.clone())));
    settings
}

/// A town that had other files from some tick on cannot be lived again.
pub(super) fn refuse_to_replay(meta: &Meta, file: Option<&Path>) -> Result<(), TownError> {
    let Some(at) = meta.settings.get(EDITED) else { return Ok(()) };
    let file = file.unwrap_or(Path::new("")).display();
    let why =
        format!("{file} went on with edited files from tick {at} on, so it cannot be lived again from its beginning");
    Err(TownError::Message(why))
}

/// People are from now on who the scenario says they are; what they remember stays. Who is new in it does not come.
pub(super) fn apply(world: &mut World, scenario: &Scenario) {
    let everybody: Vec<Entity> = world.resource::<Roster>().0.values().copied().collect();
    for entity in everybody {
        let Some(now) = world.get::<Persona>(entity) else { continue };
        let edited = scenario.people.iter().map(|one| &one.persona).find(|one| one.name == now.name);
        if let Some(edited) = edited.filter(|edited| *edited != now).cloned() {
            world.entity_mut(entity).insert(edited);
        }
    }
}
