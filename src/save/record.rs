//! What comes about in a town, as it will be rows of its save: gathered tick by tick, written from time to time.
//!
//! Of what can be seen each change is gathered at its tick, so that any tick can be shown again. The rest of the state is
//! gathered at snapshots, from which a town goes on.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};

use bevy::{
    ecs::change_detection::Tick as ChangeTick,
    prelude::{Resource, World},
};

use super::SavedState;
use crate::{
    agent::{
        avatar::Departed,
        components::talk::{Talk, TalkId, Talks},
        state::{Owner, Part, Parts, Standing, Watch, for_each_part},
    },
    chronicle::{Chronicle, Event},
    clock::{AgentId, Now, Roster},
    exchange::{AnsweredQuestions, Kept},
    memory::{Memory, MemoryStream, Retrieved},
    mind::Ask,
    world::{ArenaId, TownMap},
};

/// What of a memory can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rated {
    pub(super) accessed: u64,
    pub(super) importance: u8,
    pub(super) fixed: bool,
}

impl Rated {
    fn of(memory: &Memory) -> Self {
        Self { accessed: memory.accessed, importance: memory.importance, fixed: memory.importance_fixed }
    }
}

/// A part of the state that may be another one from a tick on.
pub(super) struct Change {
    pub(super) tick: u64,
    pub(super) owner: Owner,
    pub(super) name: Cow<'static, str>,
    /// Whether it can be seen.
    pub(super) is_seen: bool,
    /// Its version and what it is, in [`Pending::json`]; `None`: it is gone.
    pub(super) value: Option<(u32, Range<usize>)>,
}

/// An event.
pub(super) struct Happened {
    pub(super) at: u64,
    pub(super) who: Option<AgentId>,
    pub(super) place: ArenaId,
    /// Its kind, in [`Pending::json`].
    pub(super) kind: Range<usize>,
}

/// A question that was answered at a tick.
pub(super) struct Question {
    pub(super) tick: u64,
    /// Without its inputs.
    pub(super) ask: Ask,
    /// They stand in [`Pending::json`].
    pub(super) inputs: Range<usize>,
    /// What came to mind for it, in [`Pending::came`].
    pub(super) came: Range<usize>,
}

/// What has not been written yet, each piece with the tick from which on it holds.
#[derive(Default)]
pub struct Pending {
    pub(super) map: Option<Arc<TownMap>>,
    pub(super) snapshots: Vec<u64>,
    pub(super) changes: Vec<Change>,
    /// The texts of all changes, events and questions, one behind the other: what goes from one thread to another in many
    /// small pieces slows both.
    pub(super) json: Vec<u8>,
    pub(super) memories: Vec<(u64, AgentId, u32, Memory)>,
    pub(super) ratings: Vec<(u64, AgentId, u32, Rated)>,
    pub(super) events: Vec<Happened>,
    pub(super) talks: Vec<(u64, TalkId, Talk)>,
    pub(super) questions: Vec<Question>,
    /// What came to mind for all questions.
    pub(super) came: Vec<Retrieved>,
}

impl Pending {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.snapshots.is_empty() && self.changes.is_empty() && self.events.is_empty() && self.questions.is_empty()
    }

    /// Empties it, and keeps the room for as much again.
    pub fn clear(&mut self) {
        let Self { map, snapshots, changes, json, memories, ratings, events, talks, questions, came } = self;
        *map = None;
        snapshots.clear();
        changes.clear();
        json.clear();
        memories.clear();
        ratings.clear();
        events.clear();
        talks.clear();
        questions.clear();
        came.clear();
    }

    /// Puts what is newer behind it.
    pub fn append(&mut self, mut newer: Self) {
        self.map = newer.map.take().or(self.map.take());
        self.snapshots.append(&mut newer.snapshots);
        let moved = |place: &mut Range<usize>, by: usize| *place = place.start + by..place.end + by;
        let (json, came) = (self.json.len(), self.came.len());
        for change in &mut newer.changes {
            if let Some((_, place)) = &mut change.value {
                moved(place, json);
            }
        }
        newer.events.iter_mut().for_each(|event| moved(&mut event.kind, json));
        for question in &mut newer.questions {
            moved(&mut question.inputs, json);
            moved(&mut question.came, came);
        }
        self.changes.append(&mut newer.changes);
        self.json.append(&mut newer.json);
        self.memories.append(&mut newer.memories);
        self.ratings.append(&mut newer.ratings);
        self.events.append(&mut newer.events);
        self.talks.append(&mut newer.talks);
        self.questions.append(&mut newer.questions);
        self.came.append(&mut newer.came);
    }

    /// Puts events behind those that are there.
    fn happened<'a>(&mut self, events: impl IntoIterator<Item = &'a Event>) {
        for Event { at, who, place, kind } in events {
            let from = self.json.len();
            serde_json::to_writer(&mut self.json, kind).expect("plain data");
            self.events.push(Happened { at: *at, who: *who, place: *place, kind: from..self.json.len() });
        }
    }

    /// Puts a question behind those that are there.
    fn answered(&mut self, tick: u64, Kept { mut ask, came }: Kept) {
        let (inputs, first) = (self.json.len(), self.came.len());
        self.json.extend_from_slice(std::mem::take(&mut ask.inputs).as_bytes());
        self.came.extend_from_slice(&came);
        let (inputs, came) = (inputs..self.json.len(), first..self.came.len());
        self.questions.push(Question { tick, ask, inputs, came });
    }
}

/// Gathers what a save has not got.
#[derive(Resource, Default)]
pub struct Recorder {
    /// Up to which tick everything has been gathered; what is lived again up to there is in the save.
    until: Option<u64>,
    /// The tick of the newest snapshot.
    snapshot: Option<u64>,
    /// Which parts of people and things there were.
    parts: BTreeSet<(Owner, Cow<'static, str>)>,
    memories: BTreeMap<AgentId, Vec<Rated>>,
    /// How many talks that are over have been gathered.
    talks: usize,
    /// The world's change tick when parts were compared last; `None`: they have to be looked at, all of them.
    seen_at: Option<ChangeTick>,
    unseen_at: Option<ChangeTick>,
    /// How many parts could be seen then.
    standing: usize,
    watch: Watch,
    pending: Pending,
    /// An empty one: it need not grow again.
    spare: Option<Pending>,
}

impl Recorder {
    /// One for a new save, from how the town stands.
    pub fn begin(world: &mut World) -> Self {
        let mut new = Self::default();
        new.snapshot(world);
        new
    }

    /// One for a save that holds all of the town up to a tick: how it stood there, when it was saved whole, and how many
    /// talks were over.
    pub(super) fn resume(stood: &SavedState, until: u64, snapshot: Option<u64>, talks: usize) -> Self {
        let parts = stood.parts.iter().map(|Part { owner, name, .. }| (*owner, name.clone().into()));
        let parts = parts.filter(|(owner, _)| *owner != Owner::Town).collect();
        let standing = |stream: &Vec<Memory>| stream.iter().map(Rated::of).collect();
        let memories = stood.memories.iter().map(|(id, stream)| (*id, standing(stream)));
        Self { until: Some(until), snapshot, parts, memories: memories.collect(), talks, ..Self::default() }
    }

    /// The tick of the newest snapshot.
    pub fn newest_snapshot(&self) -> Option<u64> {
        self.snapshot
    }

    /// Gathers what happened since the save ends, of a town that was kept nowhere in between.
    pub fn catch_up(&mut self, world: &World) {
        let now = world.resource::<Now>().0;
        let Some(until) = self.until.filter(|until| *until < now) else { return };
        let events = world.get_resource::<Chronicle>().map_or(&[][..], |chronicle| chronicle.from_tick(until));
        self.pending.happened(events.iter().filter(|event| event.at < now));
        let over = world.get_resource::<Talks>().map_or(&[][..], |talks| &talks.over);
        let new = over.get(self.talks..).unwrap_or_default();
        self.pending.talks.extend(new.iter().map(|(id, talk)| (now, *id, talk.clone())));
        (self.talks, self.until) = (over.len(), Some(now));
    }

    /// Gathers what the tick `lived` has brought; to be called at its end.
    pub fn tick(&mut self, world: &mut World, lived: u64) {
        let over = world.get_resource::<Talks>().map_or(&[][..], |talks| &talks.over);
        let new = over.get(self.talks..).unwrap_or_default();
        self.talks = over.len();
        let is_old = self.until.is_some_and(|until| lived < until);
        if !is_old {
            self.pending.talks.extend(new.iter().map(|(id, talk)| (lived + 1, *id, talk.clone())));
            let events = world.get_resource::<Chronicle>().map_or(&[][..], |chronicle| chronicle.from_tick(lived));
            self.pending.happened(events);
        }
        if let Some(mut answered) = world.get_resource_mut::<AnsweredQuestions>() {
            let kept = std::mem::take(&mut answered.0);
            if !is_old {
                kept.into_iter().for_each(|kept| self.pending.answered(lived, kept));
            }
        }
        if !is_old {
            self.compare(world, Parts::Seen, lived + 1);
            self.until = Some(lived + 1);
        }
    }

    /// Gathers the whole state, and all of what happened if nothing has been gathered before.
    pub fn snapshot(&mut self, world: &mut World) {
        let now = world.resource::<Now>().0;
        if self.until.is_some_and(|until| now < until) || self.snapshot.is_some_and(|newest| now <= newest) {
            return;
        }
        if self.until.is_none() {
            self.pending.map = world.get_resource::<TownMap>().cloned().map(Arc::new);
            let events = world.get_resource::<Chronicle>().map_or(&[][..], Chronicle::events);
            self.pending.happened(events);
            let over = world.get_resource::<Talks>().map_or(&[][..], |talks| &talks.over);
            self.pending.talks.extend(over.iter().map(|(id, talk)| (now, *id, talk.clone())));
            self.talks = over.len();
            self.until = Some(now);
        }
        self.compare(world, Parts::Seen, now);
        self.compare(world, Parts::Unseen, now);
        self.memories(world);
        self.snapshot = Some(now);
        self.pending.snapshots.push(now);
    }

    /// Gathers what is new in streams of memories.
    pub fn memories(&mut self, world: &World) {
        let now = world.resource::<Now>().0;
        if self.until.is_some_and(|until| now < until) {
            return;
        }
        let here = world.resource::<Roster>().0.iter().map(|(id, entity)| (*id, world.get::<MemoryStream>(*entity)));
        // Whoever has left took along what nobody had looked at yet.
        let gone = world.get_resource::<Departed>().into_iter().flat_map(|gone| &gone.0);
        let gone = gone.map(|(id, one)| (*id, Some(&one.memory)));
        for (id, stream) in here.chain(gone) {
            let Some(stream) = stream else { continue };
            let held = self.memories.entry(id).or_default();
            for (place, memory) in (0_u32..).zip(stream.all()) {
                let rated = Rated::of(memory);
                match held.get_mut(place as usize) {
                    None => {
                        held.push(rated);
                        self.pending.memories.push((now, id, place, memory.clone()));
                    }
                    Some(before) if *before != rated => {
                        *before = rated;
                        self.pending.ratings.push((now, id, place, rated));
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// Gathers the parts that somebody touched. Whoever writes them finds out which are not as they were: here they are only
    /// put into words, so that a tick waits for as little as can be.
    fn compare(&mut self, world: &mut World, which: Parts, tick: u64) {
        let is_seen = which == Parts::Seen;
        let since = if is_seen { self.seen_at } else { self.unseen_at };
        let Self { pending, watch, .. } = self;
        let put = |Standing { owner, name, version, value, .. }: Standing| {
            let Some(value) = value else { return };
            let from = pending.json.len();
            value.write(&mut pending.json);
            let value = Some((version, from..pending.json.len()));
            pending.changes.push(Change { tick, owner, name: name.into(), is_seen, value });
        };
        let standing = match since {
            Some(since) if is_seen => watch.touched(world, since, put),
            _ => {
                for_each_part(world, which, since, put);
                0
            }
        };
        // Whoever left takes all parts along: the number of those that can be seen tells.
        if is_seen && (since.is_none() || standing != self.standing) {
            self.forget_gone(world, tick);
        }
        // What is changed from here on is newer.
        let now = Some(world.increment_change_tick());
        if !is_seen {
            self.unseen_at = now;
        } else {
            (self.standing, self.seen_at) = (standing, now);
        }
    }

    fn forget_gone(&mut self, world: &World, tick: u64) {
        let (mut there, now) = (BTreeSet::new(), Some(world.read_change_tick()));
        // Notes of whoever does not look on this time stay as they are.
        for_each_part(world, Parts::All, now, |Standing { owner, name, .. }| {
            if owner != Owner::Town {
                there.insert((owner, name.into()));
            }
        });
        let gone = self.parts.difference(&there).cloned();
        let gone = gone.map(|(owner, name)| Change { tick, owner, name, is_seen: true, value: None });
        self.pending.changes.extend(gone);
        self.parts = there;
    }

    /// What has been gathered since the last time.
    pub fn take(&mut self) -> Pending {
        std::mem::replace(&mut self.pending, self.spare.take().unwrap_or_default())
    }

    /// Takes back what has been written.
    pub fn reuse(&mut self, mut written: Pending) {
        written.clear();
        self.spare = Some(written);
    }

    /// Takes back what could not be written.
    pub fn put_back(&mut self, older: Pending) {
        let newer = std::mem::replace(&mut self.pending, older);
        self.pending.append(newer);
    }
}
