//! Turns one tick of the town into events. Each line of a talk is read once, when it begins to be said.

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::query::QueryData;
use serde::{Deserialize, Serialize};

use super::{Act, Activity, Because, Chronicle, Event, EventKind};
use crate::{
    agent::{
        agenda::{Agenda, Engagement, Standing},
        prelude::*,
        voices::{Whisper, Whispers},
    },
    journal::{By, Journal},
    language::{
        condition::ConditionKind,
        importance::{Sentiment, sentiment},
        speech_act::{SpeechAct, speech_acts},
    },
    mind::question::{AfterAnswer, AfterTalk, Question, Utter},
};

/// What was heard matters from this importance on.
const MATTERS: u8 = 7;
/// Ticks that a memory is watched for: how much it matters is judged a little after it came.
const JUDGED: u64 = 90;
/// Ticks within which a hard opinion of somebody is not told a second time as a feeling.
const AGAIN: u64 = 360;

/// What of the town is in the chronicle already.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Known {
    /// How many talks that are over have been read.
    pub talks_over: usize,
    /// Whose next line is the fallback's, and why.
    pub fallback_lines: BTreeMap<AgentId, String>,
    people: BTreeMap<AgentId, KnownPerson>,
    conditions: BTreeMap<ObjectId, String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct KnownPerson {
    place: Option<ArenaId>,
    activity: Option<Activity>,
    is_idle: bool,
    /// Since when they have been asleep, and in which bed.
    sleep: Option<(u64, Option<ObjectId>)>,
    errand: Option<(Minute, String)>,
    engagements: Vec<Engagement>,
    /// Up to which tick what they settled is written.
    #[serde(default)]
    settled: u64,
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
    in_talk: &'static InTalk,
    approach: &'static Approach,
    avatar: Option<&'static Avatar>,
    percepts: &'static Percepts,
    stream: &'static MemoryStream,
    agenda: Ref<'static, Agenda>,
    relations: Ref<'static, Relations>,
}

pub(super) fn write(
    town: Town,
    (talks, journal, mut whispers): (Res<Talks>, Res<Journal>, ResMut<Whispers>),
    people: Query<Observed>,
    things: Query<(&ObjectId, &ObjectState), Changed<ObjectState>>,
    mut chronicle: ResMut<Chronicle>,
) {
    let here = |who: AgentId| {
        let person = town.entity(who).and_then(|entity| people.get(entity).ok());
        person.map_or(ArenaId::OUTDOORS, |person| person.here.0)
    };
    let now = town.now.0;
    for Whisper { who, what } in whispers.0.drain(..) {
        chronicle.push(Event { at: now, who: Some(who), place: here(who), kind: EventKind::Whispered(what) });
    }
    chronicle.read_answers(&journal, &talks, now, here);
    chronicle.read_talks(&talks, &town.names, town.ablation.english(), now);
    for person in people.iter_many(town.roster.0.values()) {
        chronicle.read_person(&person, &town.names, now);
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
            if sentiment(&kept.opinion) == Some(Sentiment::Cold) {
                let last =
                    talks.over.iter().rev().map(|(_, talk)| talk).find(|talk| talk.participants().contains(&who));
                let whom = last.and_then(|talk| talk.members.iter().copied().find(|one| *one != who));
                self.push(event(EventKind::Resents { whom, words: kept.opinion.trim().to_owned() }));
            }
            self.push(event(EventKind::LookedBack(Box::new(kept))));
        }
    }

    fn read_person(&mut self, person: &ObservedItem, names: &Names, now: u64) {
        let who = *person.id;
        let mut known = self.known.people.remove(&who).unwrap_or_default();
        let mut new = Vec::new();
        if known.place.replace(person.here.0) != Some(person.here.0) {
            new.push(EventKind::Arrived);
        }
        let (action, because) = (person.action, because(person));
        let same = |old: &Activity| (old.because, &old.what, old.object) == (because, &action.what, action.object);
        if !known.activity.as_ref().is_some_and(same) {
            let (what, emoji) = (action.what.clone(), action.emoji.clone());
            let activity = Activity { what, emoji, object: action.object, because };
            new.push(EventKind::Did(activity.clone()));
            known.activity = Some(activity);
        }
        match known.sleep {
            None if action.is_sleeping() => {
                known.sleep = Some((now, action.object));
                new.push(EventKind::FellAsleep);
            }
            Some((since, bed)) if !action.is_sleeping() => {
                known.sleep = None;
                new.push(EventKind::WokeUp { since, bed });
            }
            _ => {}
        }
        let is_done = action.what.trim().is_empty() || action.until <= now;
        let is_idle = is_done && person.in_talk.0.is_none() && !action.asleep;
        if std::mem::replace(&mut known.is_idle, is_idle) != is_idle {
            new.push(if is_idle { EventKind::BecameIdle } else { EventKind::BecameBusy });
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
            let fresh = person.agenda.engagements.iter().filter(|one| !known.engagements.contains(one)).cloned();
            let fresh: Vec<Engagement> = fresh.collect();
            new.extend(fresh.iter().cloned().map(EventKind::Engaged));
            known.engagements.extend(fresh);
            let said = person.agenda.agreements.iter().filter(|one| one.said.0 == who && one.at > known.settled);
            let told = said.filter_map(|one| {
                let refused = one.standing != Standing::Agreed;
                Some(EventKind::Settled { what: one.sentence(names, true)?, refused })
            });
            new.extend(told);
            known.settled = person.agenda.agreements.iter().map(|one| one.at).max().unwrap_or(known.settled);
        }
        let before = known.memories;
        known.memories = person.stream.all().len();
        for (memory, place) in person.stream.all().iter().zip(0..).skip(before) {
            new.push(EventKind::Remembered(place));
            if memory.kind == MemoryKind::Dialogue && memory.source.is_some() && memory.created > 0 {
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
                if sentiment(&relation.feeling) != Some(Sentiment::Cold) {
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
        // A stove that is lit is everyday life.
        let is = state.condition.as_ref().filter(|condition| condition.kind != ConditionKind::Lit);
        if is.map(|condition| &condition.what) == self.known.conditions.get(&object) {
            return;
        }
        let kind = match is {
            Some(is) => {
                self.known.conditions.insert(object, is.what.clone());
                EventKind::Became { object, kind: is.kind, what: is.what.clone() }
            }
            None => EventKind::Restored { object, was: self.known.conditions.remove(&object).unwrap_or_default() },
        };
        self.push(Event { at: now, who: None, place, kind });
    }
}

fn because(person: &ObservedItem) -> Because {
    match (person.in_talk.0, &person.approach.0, &person.errand.0) {
        (Some(talk), ..) => Because::Talk(talk),
        _ if person.avatar.is_some() => Because::Player,
        (_, Some(approach), _) => Because::Approach(approach.with),
        (_, _, Some(doing)) => Because::Errand(doing.from),
        _ if person.action.asleep => Because::Night,
        _ => Because::Plan(person.action.begun),
    }
}

/// Hard words among so many of the last lines were not made up for.
const NEAR: usize = 4;

/// A talk that is under way.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct OpenTalk {
    /// Lines before this one have been read.
    read: usize,
    /// What was done so far.
    pub acts: Vec<Act>,
}

impl Chronicle {
    /// Reads what has begun to be said, and which talks are over. `english`: are the lines in English?
    pub(super) fn read_talks(&mut self, talks: &Talks, names: &Names, english: bool, now: u64) {
        for (id, talk) in talks.over.iter().skip(self.known.talks_over) {
            self.read_lines(*id, talk, names, english, now);
            let open = self.talks.remove(id).unwrap_or_default();
            if !talk.lines.is_empty() {
                self.end(*id, talk, &open.acts, now);
            }
        }
        self.known.talks_over = talks.over.len();
        for (id, talk) in &talks.open {
            self.read_lines(*id, talk, names, english, now);
        }
    }

    fn read_lines(&mut self, id: TalkId, talk: &Talk, names: &Names, english: bool, now: u64) {
        let mut open = self.talks.remove(&id).unwrap_or_default();
        let event = |who: AgentId, kind| Event { at: now, who: Some(who), place: talk.arena, kind };
        if open.read == 0 && !talk.lines.is_empty() {
            self.push(event(id.by, EventKind::TalkBegan { members: talk.participants().into_iter().collect() }));
        }
        for (n, line) in talk.lines.iter().enumerate().skip(open.read) {
            let mut acts = if english { understood(talk, n, names) } else { Vec::new() };
            // Whoever says no has been asked before.
            let asks = |act: SpeechAct| matches!(act, SpeechAct::Invites | SpeechAct::Asks);
            let asked = open.acts.iter().any(|one| one.by != line.by && asks(one.act));
            acts.retain(|act| asked || *act != SpeechAct::Declines);
            open.acts.extend(acts.iter().map(|act| Act { by: line.by, line: n, act: *act }));
            let to = talk.members.iter().copied().filter(|one| *one != line.by).collect();
            let fallback = self.known.fallback_lines.get(&line.by).cloned();
            let (words, until) = (line.words.clone(), line.until);
            self.push(event(line.by, EventKind::Said { talk: id, to, words, until, acts, fallback }));
        }
        open.read = talk.lines.len();
        self.talks.insert(id, open);
    }

    fn end(&mut self, id: TalkId, talk: &Talk, acts: &[Act], now: u64) {
        let lines = talk.lines.len();
        let near = |one: &&Act| one.act == SpeechAct::Scolds && one.line + NEAR >= lines;
        let hard = acts.iter().rev().find(near).map(|one| one.by);
        let anger = hard.filter(|_| !matches!(talk.ending, Ending::Urgent(_)));
        let members = talk.participants().into_iter().collect();
        let kind = EventKind::TalkEnded { members, lines, ending: talk.ending, anger };
        self.push(Event { at: now, who: Some(id.by), place: talk.arena, kind });
    }
}

/// What the line of this place does.
fn understood(talk: &Talk, n: usize, names: &Names) -> Vec<SpeechAct> {
    let name = |id: AgentId| names.0.get(&id).map_or("", String::as_str);
    let Some(line) = talk.lines.get(n) else { return Vec::new() };
    let before = talk.lines[..n].iter().rev().map(|line| line.by).find(|by| *by != line.by);
    let to = before.or_else(|| talk.members.iter().copied().find(|one| *one != line.by)).map_or("", name);
    let people: Vec<&str> = names.0.values().map(String::as_str).collect();
    speech_acts(to, &line.words, &people)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::talk::Utterance;

    const ANN: AgentId = AgentId(1);
    const BO: AgentId = AgentId(2);
    const ID: TalkId = TalkId { by: ANN, count: 0 };

    fn talk(lines: &[(AgentId, &str)]) -> Talk {
        let line = |(by, words): &(AgentId, &str)| Utterance { by: *by, words: (*words).into(), from: 0, until: 3 };
        Talk { members: vec![ANN, BO], lines: lines.iter().map(line).collect(), ..Talk::default() }
    }

    fn names() -> Names {
        Names([(ANN, "Ann Lee".to_owned()), (BO, "Bo Carr".to_owned())].into())
    }

    fn ended(lines: &[(AgentId, &str)], ending: Ending) -> (Option<AgentId>, usize) {
        let (mut chronicle, talk) = (Chronicle::default(), Talk { ending, ..talk(lines) });
        chronicle.read_talks(&Talks { over: vec![(ID, talk)], ..Talks::default() }, &names(), true, 5);
        match chronicle.events().last().map(|event| event.kind.clone()) {
            Some(EventKind::TalkEnded { anger, lines, .. }) => (anger, lines),
            other => panic!("no end: {other:?}"),
        }
    }

    #[test]
    fn an_invitation_and_its_refusal_are_seen_once_each() {
        let no = "I would love to, but I can't make it.";
        let mut lines = vec![(BO, no), (ANN, "I'm holding a concert at Old Hall tomorrow at six. Will you come?")];
        let mut chronicle = Chronicle::default();
        let mut read = |lines: &[(AgentId, &str)], now| {
            let talks = Talks { open: [(ID, talk(lines))].into(), over: Vec::new() };
            chronicle.read_talks(&talks, &names(), true, now);
            let acts = chronicle.acts(ID).iter().map(|one| (one.by, one.act)).collect::<Vec<_>>();
            (acts, chronicle.events().len())
        };
        assert_eq!(read(&lines[..1], 1), (vec![], 2), "nobody had asked before");
        assert_eq!(read(&lines, 4), (vec![(ANN, SpeechAct::Invites)], 3));
        lines.push((BO, no));
        let both = vec![(ANN, SpeechAct::Invites), (BO, SpeechAct::Declines)];
        assert_eq!((read(&lines, 8), read(&lines, 9)), ((both.clone(), 4), (both, 4)));
        chronicle.read_talks(&Talks { over: vec![(ID, talk(&lines))], ..Talks::default() }, &names(), true, 10);
        assert!(chronicle.acts(ID).is_empty());
    }

    #[test]
    fn lines_in_another_language_are_not_read_as_english() {
        let mut chronicle = Chronicle::default();
        let talks = Talks { open: [(ID, talk(&[(ANN, "You are a liar!")]))].into(), over: Vec::new() };
        chronicle.read_talks(&talks, &names(), false, 1);
        assert!(chronicle.acts(ID).is_empty() && chronicle.events().len() == 2);
    }

    #[test]
    fn only_hard_words_that_were_not_made_up_for_make_a_quarrel() {
        let (hard, soft) = ((BO, "You are a liar!"), (ANN, "So it is."));
        assert_eq!(ended(&[soft, hard], Ending::Said), (Some(BO), 2));
        assert_eq!(ended(&[soft], Ending::Said), (None, 1));
        assert_eq!(ended(&[hard, soft, soft, soft, soft], Ending::Said), (None, 5), "they have gone on since");
        assert_eq!(ended(&[soft, hard], Ending::Urgent(ANN)), (None, 2), "a fire explains why somebody goes");
        assert_eq!(ended(&[soft, hard], Ending::Expected(ANN)), (Some(BO), 2));
    }
}
