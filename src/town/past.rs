//! What a town goes on with: read from its save side by side, and put in place of its beginning.

use std::{collections::BTreeMap, thread};

use bevy::prelude::World;

use crate::{
    agent::{
        prelude::*,
        state::{Part, lacking, restore},
    },
    chronicle::{Chronicle, Event},
    exchange::Recording,
    journal::{Journal, Tally},
    save::{Save, SaveError, SavedState},
};

/// What a save holds up to its newest snapshot.
pub(super) struct Past {
    /// How the town stood, all but what people remember.
    tick: u64,
    parts: Vec<Part>,
    streams: BTreeMap<AgentId, MemoryStream>,
    events: Vec<Event>,
    talks: Vec<(u64, TalkId, Talk)>,
    /// All as it was saved, if that is wanted.
    pub(super) stood: Option<SavedState>,
}

type Happened = (Vec<Event>, Vec<(u64, TalkId, Talk)>);

impl Past {
    /// Reads the newest snapshot up to the tick `at` and what happened before, if there is one, and the whole journal. A long
    /// past is read in three parts at the same time.
    pub(super) fn read(save: &Save, at: u64, keep: bool) -> Result<(Recording, Option<Self>), SaveError> {
        let Some(tick) = save.snapshots()?.into_iter().rev().find(|tick| *tick <= at) else {
            return Ok((save.recording()?, None));
        };
        let happened =
            |save: &Save| -> Result<Happened, SaveError> { Ok((save.events(0, tick)?, save.talks(0, tick)?)) };
        let stood = |save: &Save| save.standing(tick).map(|stood| with_streams(stood, keep));
        let (recording, happened, stood) = match (save.again(), save.again()) {
            (Some(one), Some(other)) => thread::scope(|scope| {
                let (stood, happened) = (scope.spawn(move || stood(&one)), scope.spawn(move || happened(&other)));
                (save.recording(), join(happened), join(stood))
            }),
            _ => (save.recording(), happened(save), stood(save)),
        };
        let ((events, talks), (parts, streams, stood)) = (happened?, stood?);
        Ok((recording?, Some(Self { tick, parts, streams, events, talks, stood })))
    }

    /// Puts it in place of how a town began: nothing before it is lived again.
    pub(super) fn put(self, world: &mut World, journal: &Journal) -> Result<(), String> {
        let fault = restore(world, self.tick, &self.parts, self.streams).into_iter().next();
        let nobody = || world.resource::<Roster>().0.is_empty().then(|| "nobody is in its newest state".to_owned());
        if let Some(why) = fault.or_else(|| lacking(world)).or_else(nobody) {
            return Err(why);
        }
        bring_journal(world, journal.between(0, self.tick));
        world.resource_mut::<Talks>().over = self.talks.into_iter().map(|(_, id, talk)| (id, talk)).collect();
        let mut chronicle = world.resource_mut::<Chronicle>();
        self.events.into_iter().for_each(|event| chronicle.push(event));
        Ok(())
    }
}

fn join<T>(thread: thread::ScopedJoinHandle<T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

type Stood = (Vec<Part>, BTreeMap<AgentId, MemoryStream>, Option<SavedState>);

/// Each memory gets its embedding again, which takes the longest of all.
fn with_streams(stood: SavedState, keep: bool) -> Stood {
    let kept = keep.then(|| stood.clone());
    let streams = thread::scope(|scope| {
        let streams = stood.memories.into_iter();
        let made: Vec<_> = streams.map(|(id, stream)| (id, scope.spawn(|| MemoryStream::from(stream)))).collect();
        made.into_iter().map(|(id, stream)| (id, join(stream))).collect()
    });
    (stood.parts, streams, kept)
}

/// Puts into the world what came into it before.
pub(super) fn bring_journal(world: &mut World, before: Journal) {
    let calendar = *world.resource::<Calendar>();
    let mut tally = world.resource_mut::<Tally>();
    for ((tick, id), entry) in &before.answers {
        tally.count(id.agent, calendar.minute(*tick), entry, false);
    }
    world.insert_resource(before);
}
