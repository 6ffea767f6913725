//! A town that is shown as it was recorded. Nobody lives in it: at each tick what was recorded of it is put in place, so
//! that a town is to be seen as it was also with later rules, and to the end of what its save holds.

use std::{collections::VecDeque, sync::Mutex};

use super::{CHRONICLE, TownError};
use crate::{
    agent::{
        prelude::*,
        state::{apply, forget, restore},
    },
    chronicle::{Chronicle, Event},
    memory::Memory,
    save::{PartChange, Save, SavedState},
    schedule::Replaying,
};

/// The save that a town is shown from.
#[derive(Resource)]
pub struct Recorded {
    // Only the lock makes it `Sync`; it is never contended.
    save: Mutex<Save>,
    /// The last tick that can be shown.
    pub end: u64,
    /// What has been read of it and not been shown yet: all before this tick.
    until: u64,
    changes: VecDeque<(u64, PartChange)>,
    events: VecDeque<Event>,
    talks: VecDeque<(u64, TalkId, Talk)>,
    memories: VecDeque<(AgentId, u32, Memory)>,
}

/// Ticks that are read at once.
const READ: u64 = 90;

impl Recorded {
    /// Reads the next ticks if none are left.
    fn read(&mut self, tick: u64) -> Result<(), TownError> {
        if tick < self.until {
            return Ok(());
        }
        let (from, until) = (self.until, self.until + READ);
        let save = self.save.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        self.changes.extend(save.changes(from, until)?);
        self.events.extend(save.events(from, until)?);
        self.talks.extend(save.talks(from, until)?);
        self.memories.extend(save.memories(from, until)?);
        self.until = until;
        Ok(())
    }
}

/// Shows the town of a save as it stood at a tick, in a world in which it has been opened.
///
/// # Errors
/// When the save is damaged.
pub fn show(world: &mut World, save: Save, at: u64) -> Result<(), TownError> {
    let at = at.min(save.meta().tick);
    let SavedState { parts, memories, .. } = save.standing(at)?;
    let (events, talks) = (save.events(0, at)?, save.talks(0, at)?);
    let memories = memories.into_iter().map(|(id, stream)| (id, MemoryStream::from(stream))).collect();
    for why in restore(world, at, &parts, memories) {
        tracing::warn!("{why}; it is not shown");
    }
    let mut chronicle = Chronicle::default();
    events.into_iter().for_each(|event| chronicle.push(event));
    world.insert_resource(chronicle);
    world.resource_mut::<Talks>().over = talks.into_iter().map(|(_, id, talk)| (id, talk)).collect();
    world.insert_resource(Replaying);
    let end = save.meta().tick;
    world.insert_resource(Recorded {
        save: Mutex::new(save),
        end,
        until: at,
        changes: VecDeque::new(),
        events: VecDeque::new(),
        talks: VecDeque::new(),
        memories: VecDeque::new(),
    });
    Ok(())
}

/// Puts in place what this tick has brought.
pub(super) fn play_back(world: &mut World) -> Result {
    let now = world.resource::<Now>().0;
    let Some(mut recorded) = world.remove_resource::<Recorded>() else { return Ok(()) };
    let read = recorded.read(now);
    let is_now = |tick: &u64| *tick <= now + 1;
    // No part of the state, so it would be lost with the next talk.
    let over = std::mem::take(&mut world.resource_mut::<Talks>().over);
    while let Some((_, change)) = recorded.changes.pop_front_if(|(tick, _)| is_now(tick)) {
        let shown = match change {
            // Its events come one by one.
            PartChange::Is(part) if part.name == CHRONICLE => Ok(()),
            PartChange::Is(part) => apply(world, &part),
            PartChange::Gone(owner, name) => Ok(forget(world, owner, &name)),
        };
        if let Err(why) = shown {
            tracing::warn!("{why}; it is not shown");
        }
    }
    while let Some((who, place, memory)) = recorded.memories.pop_front_if(|(.., memory)| memory.created <= now) {
        let entity = world.resource::<Roster>().0.get(&who).copied();
        let stream = entity.and_then(|entity| world.get_mut::<MemoryStream>(entity));
        if let Some(mut stream) = stream.filter(|stream| stream.all().len() == place as usize) {
            stream.remember(memory);
        }
    }
    world.resource_mut::<Talks>().over = over;
    while let Some((_, id, talk)) = recorded.talks.pop_front_if(|(tick, ..)| is_now(tick)) {
        world.resource_mut::<Talks>().over.push((id, talk));
    }
    while let Some(event) = recorded.events.pop_front_if(|event| event.at <= now) {
        world.resource_mut::<Chronicle>().push(event);
    }
    world.insert_resource(recorded);
    Ok(read?)
}
