//! A town that is shown as it was recorded. Nobody lives in it: at each tick what was recorded of it is put in place, so
//! that a town is to be seen as it was also with later rules, and to the end of what its save holds.

use std::{
    collections::{BTreeSet, VecDeque},
    path::Path,
    sync::{Mutex, PoisonError},
};

use super::{CHRONICLE, TownError};
use crate::{
    agent::{
        prelude::*,
        state::{Owner, apply, forget, is_note, restore},
    },
    chronicle::{Chronicle, Event},
    exchange::{CommandQueue, CommandResult},
    memory::Memory,
    save::{PartChange, Save, SaveError, SavedState},
    schedule::Replaying,
};

/// The save that a town is shown from.
#[derive(Resource)]
pub struct Recorded {
    // Only the lock makes it `Sync`; it is never contended.
    save: Mutex<Save>,
    /// The last tick that can be shown.
    pub end: u64,
    /// Why nothing more of it can be shown.
    pub fault: Option<String>,
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
        if tick < self.until || self.fault.is_some() {
            return Ok(());
        }
        let (from, until) = (self.until, self.until + READ);
        let save = self.save.get_mut().unwrap_or_else(PoisonError::into_inner);
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
    save.on_map(world.resource::<TownMap>().numbers());
    let at = at.min(save.meta().tick);
    let SavedState { parts, memories, .. } = save.standing(at)?;
    let (events, talks) = (save.events(0, at)?, save.talks(0, at)?);
    let memories = memories.into_iter().map(|(id, stream)| (id, MemoryStream::from(stream))).collect();
    for why in restore(world, at, &parts, memories) {
        tracing::warn!("{why}; it is not shown");
    }
    if world.resource::<Roster>().0.is_empty() {
        let file = save.path().display().to_string();
        return Err(SaveError::Damaged(file, format!("nobody is in its state of tick {at}")).into());
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
        fault: None,
        until: at,
        changes: VecDeque::new(),
        events: VecDeque::new(),
        talks: VecDeque::new(),
        memories: VecDeque::new(),
    });
    Ok(())
}

/// Shows another tick of the town that is shown, earlier or later; gives that tick, which is at most the last.
///
/// # Errors
/// When the save is damaged.
pub fn seek(world: &mut World, to: u64) -> Result<u64, TownError> {
    let Some(mut recorded) = world.remove_resource::<Recorded>() else { return Ok(world.resource::<Now>().0) };
    let sought = recorded.seek(world, to);
    world.insert_resource(recorded);
    sought
}

impl Recorded {
    fn seek(&mut self, world: &mut World, to: u64) -> Result<u64, TownError> {
        let (now, to) = (world.resource::<Now>().0, to.min(self.end));
        let save = self.save.get_mut().unwrap_or_else(PoisonError::into_inner);
        let over = save.talks(0, to)?.into_iter().map(|(_, id, talk)| (id, talk)).collect();
        let before: BTreeSet<AgentId> = world.resource::<Roster>().0.keys().copied().collect();
        for change in save.between(to, now)? {
            put(world, change);
        }
        fill_streams(world, &before, save, now)?;
        world.resource_mut::<Talks>().over = over;
        if to < now {
            let people: Vec<Entity> = world.resource::<Roster>().0.values().copied().collect();
            for one in people {
                let Some(mut stream) = world.get_mut::<MemoryStream>(one) else { continue };
                let len = stream.all().partition_point(|memory| memory.created < to.max(1));
                stream.rewind(len);
            }
            world.resource_mut::<Chronicle>().rewind(to);
        } else {
            save.memories(now, to)?.into_iter().for_each(|memory| remember(world, memory));
            let events = save.events(now, to)?;
            events.into_iter().for_each(|event| world.resource_mut::<Chronicle>().push(event));
        }
        self.changes.clear();
        self.events.clear();
        self.talks.clear();
        self.memories.clear();
        self.until = to;
        world.resource_mut::<Now>().0 = to;
        Ok(to)
    }

    /// What can be found on a timeline: what happened of these kinds, and when people concluded something.
    ///
    /// # Errors
    /// When the save is damaged.
    pub fn marks(&mut self, kinds: &[&str]) -> Result<(Vec<Event>, Vec<(u64, AgentId)>), TownError> {
        let save = self.save.get_mut().unwrap_or_else(PoisonError::into_inner);
        Ok((save.events_of(kinds)?, save.reflections()?))
    }

    /// Writes the town as it stood at a tick into a new save, to be gone on with.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn fork(&mut self, at: u64, path: &Path) -> Result<(), TownError> {
        let save = self.save.get_mut().unwrap_or_else(PoisonError::into_inner);
        Ok(save.fork(at, path)?)
    }
}

fn put(world: &mut World, change: PartChange) {
    let shown = match change {
        // Its events come one by one.
        PartChange::Is(part) if part.name == CHRONICLE => Ok(()),
        PartChange::Is(part) => apply(world, &part),
        PartChange::Gone(owner, name) => {
            forget(world, owner, &name);
            Ok(())
        }
    };
    if let Err(why) = shown {
        tracing::warn!("{why}; it is not shown");
    }
}

/// Gives those who have come what they had remembered before the tick `until`: it may be that they have come back.
fn fill_streams(world: &mut World, before: &BTreeSet<AgentId>, save: &Save, until: u64) -> Result<(), TownError> {
    let came: Vec<AgentId> = world.resource::<Roster>().0.keys().filter(|id| !before.contains(id)).copied().collect();
    if !came.is_empty() {
        let theirs = save.memories(0, until)?.into_iter().filter(|(who, ..)| came.contains(who));
        theirs.for_each(|memory| remember(world, memory));
    }
    Ok(())
}

fn remember(world: &mut World, (who, place, memory): (AgentId, u32, Memory)) {
    let entity = world.resource::<Roster>().0.get(&who).copied();
    let stream = entity.and_then(|entity| world.get_mut::<MemoryStream>(entity));
    if let Some(mut stream) = stream.filter(|stream| stream.all().len() == place as usize) {
        stream.remember(memory);
    }
}

/// Puts in place what this tick has brought.
pub(super) fn play_back(world: &mut World) {
    let now = world.resource::<Now>().0;
    let Some(mut recorded) = world.remove_resource::<Recorded>() else { return };
    let read = recorded.read(now);
    let before: BTreeSet<AgentId> = world.resource::<Roster>().0.keys().copied().collect();
    let is_now = |tick: &u64| *tick <= now + 1;
    // No part of the state, so it would be lost with the next talk.
    let over = std::mem::take(&mut world.resource_mut::<Talks>().over);
    while let Some((_, change)) = recorded.changes.pop_front_if(|(tick, _)| is_now(tick)) {
        // Notes are written anew by whoever looks on.
        if !matches!(&change, PartChange::Is(part) if part.owner == Owner::Town && is_note(&part.name)) {
            put(world, change);
        }
    }
    let save = recorded.save.get_mut().unwrap_or_else(PoisonError::into_inner);
    let filled = fill_streams(world, &before, save, now);
    while let Some(memory) = recorded.memories.pop_front_if(|(.., memory)| memory.created <= now) {
        remember(world, memory);
    }
    world.resource_mut::<Talks>().over = over;
    while let Some((_, id, talk)) = recorded.talks.pop_front_if(|(tick, ..)| is_now(tick)) {
        world.resource_mut::<Talks>().over.push((id, talk));
    }
    while let Some(event) = recorded.events.pop_front_if(|event| event.at <= now) {
        world.resource_mut::<Chronicle>().push(event);
    }
    if let Some(why) = read.and(filled).err() {
        tracing::error!("{why}");
        recorded.fault = Some(why.to_string());
    }
    world.insert_resource(recorded);
    refuse(world, now);
}

/// What somebody wants done in a town that is only shown.
fn refuse(world: &mut World, now: u64) {
    let given = world.resource_mut::<CommandQueue>().bypass_change_detection().take_given();
    for (ticket, command) in given {
        let result = Err("this town is shown as it was recorded: go on from here to change it".to_owned());
        world.trigger(CommandResult { tick: now, ticket: Some(ticket), command, result });
    }
}
