//! One tick of the town into events.

use std::collections::{BTreeMap, BTreeSet};

use bevy::{ecs::query::QueryData, prelude::*};

use super::{
    Chronicle,
    event::{Activity, Because, Event, EventKind},
};
use crate::{
    agent::{
        agenda::{Agenda, Engagement},
        components::{Approach, Avatar, Company, CurrentAction, Errand, Percepts, Relations, Talks},
        context::Town,
        persona::Whereabouts,
        voices::Whispers,
    },
    clock::{AgentId, Minute},
    journal::{By, Journal},
    language::tone::{Tone, tone},
    memory::{Kind, MemoryStream},
    mind::question::{AfterAnswer, AfterTalk, Question, Utter},
    world::{ArenaId, ObjectId, ObjectState},
};

/// What was heard matters from this importance on.
const MATTERS: u8 = 7;
/// Ticks that a memory is watched for: how much it matters is judged a little after it came.
const JUDGED: u64 = 90;
/// Ticks within which a hard opinion of somebody is not told a second time as a feeling.
const AGAIN: u64 = 360;

/// What of the town is in the chronicle already.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// How many talks that are over have been read.
    pub talks_over: usize,
    /// Whose next line is the fallback's, and why.
    pub fallback_lines: BTreeMap<AgentId, String>,
    whispers: usize,
    people: BTreeMap<AgentId, KnownPerson>,
    conditions: BTreeMap<ObjectId, String>,
}

#[derive(Debug, Default)]
struct KnownPerson {
    activity: Option<Activity>,
    errand: Option<(Minute, String)>,
    engagements: Vec<Engagement>,
    memories: usize,
    /// What was heard and may yet turn out to matter.
    heard: Vec<u32>,
    /// Of whom they think badly.
    resents: BTreeSet<AgentId>,
}

#[derive(QueryData)]
pub(super) struct Observed {
    id: &'static AgentId,
    here: &'static Whereabouts,
    action: &'static CurrentAction,
    errand: &'static Errand,
    company: &'static Company,
    approach: &'static Approach,
    avatar: Option<&'static Avatar>,
    percepts: &'static Percepts,
    stream: &'static MemoryStream,
    agenda: Ref<'static, Agenda>,
    relations: Ref<'static, Relations>,
}

pub(super) fn write(
    town: Town,
    (talks, journal, whispers): (Res<Talks>, Res<Journal>, Res<Whispers>),
    people: Query<Observed>,
    things: Query<(&ObjectId, &ObjectState), Changed<ObjectState>>,
    mut chronicle: ResMut<Chronicle>,
) {
    let here = |who: AgentId| {
        let person = town.entity(who).and_then(|entity| people.get(entity).ok());
        person.map_or(ArenaId::OUTDOORS, |person| person.here.0)
    };
    let now = town.now.0;
    for whisper in whispers.0.iter().skip(chronicle.known.whispers) {
        let (at, who, kind) = (now, Some(whisper.who), EventKind::Whispered(whisper.what.clone()));
        chronicle.push(Event { at, who, place: here(whisper.who), kind });
    }
    chronicle.known.whispers = whispers.0.len();
    chronicle.read_answers(&journal, &talks, now, here);
    chronicle.read_talks(&talks, &town.names, town.ablation.english(), now);
    for person in people.iter_many(town.roster.0.values()) {
        chronicle.read_person(&person, now);
    }
    let mut things: Vec<_> = things.iter().collect();
    things.sort_unstable_by_key(|(id, _)| **id);
    for (id, state) in things {
        chronicle.read_thing(*id, state, town.map.object(*id).arena, now);
    }
}

impl Chronicle {
    /// Reads the answers that counted at this tick.
    fn read_answers(&mut self, journal: &Journal, talks: &Talks, now: u64, here: impl Fn(AgentId) -> ArenaId) {
        for ((_, id), entry) in journal.answers_between(now, now + 1) {
            let who = AgentId(id.agent);
            let event = |kind| Event { at: now, who: Some(who), place: here(who), kind };
            let why = entry.why.as_ref().filter(|_| entry.by == By::Builtin);
            if let Some(why) = why {
                let (purpose, why) = (entry.purpose.clone(), why.clone());
                self.push(event(EventKind::FellBack { purpose, why }));
            }
            if entry.purpose == Utter::PURPOSE {
                match why {
                    Some(why) => self.known.fallback_lines.insert(who, why.clone()),
                    None => self.known.fallback_lines.remove(&who),
                };
            }
            let reply = entry.reply.as_ref().filter(|_| entry.purpose == AfterTalk::PURPOSE);
            let Some(kept) = reply.and_then(|reply| serde_json::from_str::<AfterAnswer>(&reply.0).ok()) else {
                continue;
            };
            if tone(&kept.opinion) == Some(Tone::Cold) {
                let last =
                    talks.over.iter().rev().map(|(_, talk)| talk).find(|talk| talk.participants().contains(&who));
                let whom = last.and_then(|talk| talk.members.iter().copied().find(|one| *one != who));
                self.push(event(EventKind::Resents { whom, words: kept.opinion.trim().to_owned() }));
            }
            self.push(event(EventKind::LookedBack(Box::new(kept))));
        }
    }

    fn read_person(&mut self, person: &ObservedItem, now: u64) {
        let who = *person.id;
        let mut known = self.known.people.remove(&who).unwrap_or_default();
        let mut new = Vec::new();
        let (action, because) = (person.action, because(person));
        let same = |old: &Activity| (old.because, &old.what, old.object) == (because, &action.what, action.object);
        if !known.activity.as_ref().is_some_and(same) {
            let (what, emoji) = (action.what.clone(), action.emoji.clone());
            let activity = Activity { what, emoji, object: action.object, because };
            new.push(EventKind::Did(activity.clone()));
            known.activity = Some(activity);
        }
        let struck = person.percepts.0.iter().filter(|percept| percept.fresh && percept.striking);
        new.extend(struck.map(|percept| EventKind::Noticed(percept.subject)));
        let errand = person.errand.0.as_ref();
        let same =
            |known: &(Minute, String)| errand.is_some_and(|doing| (doing.from, &doing.what) == (known.0, &known.1));
        if !known.errand.as_ref().is_some_and(same) {
            known.errand = errand.map(|doing| (doing.from, doing.what.clone()));
            if let Some(doing) = errand {
                let about = doing.about.as_ref().map(|about| about.0);
                new.push(EventKind::SetOut { what: doing.what.clone(), about });
            }
        }
        if person.agenda.is_changed() {
            let fresh = person.agenda.0.iter().filter(|one| !known.engagements.contains(one)).cloned();
            let fresh: Vec<Engagement> = fresh.collect();
            new.extend(fresh.iter().cloned().map(EventKind::Engaged));
            known.engagements.extend(fresh);
        }
        let before = known.memories;
        known.memories = person.stream.all().len();
        for (memory, place) in person.stream.all().iter().zip(0..).skip(before) {
            new.push(EventKind::Remembered(place));
            if memory.kind == Kind::Dialogue && memory.source.is_some() && memory.created > 0 {
                known.heard.push(place);
            }
        }
        known.heard.retain(|place| {
            let Some(memory) = person.stream.get(*place) else { return false };
            if memory.importance >= MATTERS {
                let by = memory.source.clone().unwrap_or_default();
                new.push(EventKind::WasTold { by, memory: *place });
            }
            memory.importance < MATTERS && memory.created + JUDGED > now
        });
        if person.relations.is_changed() {
            for (other, relation) in &person.relations.0 {
                if tone(&relation.feeling) != Some(Tone::Cold) {
                    known.resents.remove(other);
                } else if known.resents.insert(*other) && now > 0 && !self.resented(who, *other, now) {
                    new.push(EventKind::Resents { whom: Some(*other), words: relation.feeling.clone() });
                }
            }
        }
        self.known.people.insert(who, known);
        for kind in new {
            self.push(Event { at: now, who: Some(who), place: person.here.0, kind });
        }
    }

    /// Has it been written lately that one thinks badly of another?
    fn resented(&self, who: AgentId, other: AgentId, now: u64) -> bool {
        self.from_tick(now.saturating_sub(AGAIN)).iter().any(|event| {
            event.who == Some(who) && matches!(event.kind, EventKind::Resents { whom: Some(whom), .. } if whom == other)
        })
    }

    fn read_thing(&mut self, object: ObjectId, state: &ObjectState, place: ArenaId, now: u64) {
        let is = state.condition.as_ref();
        let was = self.known.conditions.get(&object);
        if is.map(|condition| &condition.what) == was {
            return;
        }
        let kind = match is {
            Some(is) => EventKind::Became { object, kind: is.kind, what: is.what.clone() },
            None => EventKind::Restored { object, was: was.cloned().unwrap_or_default() },
        };
        match is {
            Some(is) => self.known.conditions.insert(object, is.what.clone()),
            None => self.known.conditions.remove(&object),
        };
        self.push(Event { at: now, who: None, place, kind });
    }
}

fn because(person: &ObservedItem) -> Because {
    match (person.company.0, &person.approach.0, &person.errand.0) {
        (Some(talk), ..) => Because::Talk(talk),
        _ if person.avatar.is_some() => Because::Player,
        (_, Some(approach), _) => Because::Approach(approach.with),
        (_, _, Some(doing)) => Because::Errand(doing.from),
        _ if person.action.asleep => Because::Night,
        _ => Because::Plan(person.action.begun),
    }
}
