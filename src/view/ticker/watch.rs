//! What is new in the town: talks, invitations, refusals, hard feelings, news, errands, conditions of things, conclusions,
//! promises.
//!
//! Rule: found by looking at what is there now and what was there before; nothing in the town knows that it is told.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::{
    Event, Ticker,
    wording::{brief_days, brief_names, passed_on},
};
use crate::{
    agent::{
        Persona,
        components::{
            reaction::Errand,
            talk::{Talk, TalkId, Talks},
        },
        scenario::Goal,
    },
    clock::{AgentId, Calendar, Minute, Now},
    language::condition::ConditionKind,
    memory::{Kind, Memory, MemoryStream},
    mind::rules::dialogue_act::Deed,
    study::goals::Goals,
    town::Played,
    view::{
        drama::{Drama, Ending, Sort},
        panels::telling::{sentence, short_place},
        sanitize::tame,
        voices::{Arrival, Voices},
    },
    world::{ObjectId, ObjectState, TownMap},
};

/// Heard news that matters so much is told.
const NEWS: u8 = 7;
/// Ticks that a memory is watched for: how much it matters is judged a little after it came.
const JUDGED: u64 = 90;
/// So many news that came from one to another at once are told.
const SAID: usize = 2;
/// Most letters of a line.
const LONG: usize = 220;

/// What was there when it was looked last.
#[derive(Resource, Default)]
pub struct Eyes {
    tick: Option<u64>,
    open: BTreeSet<TalkId>,
    over: usize,
    /// How much of each stream has been looked at.
    streams: BTreeMap<AgentId, usize>,
    /// What was heard and may yet turn out to matter.
    heard: Vec<(AgentId, u32)>,
    errands: BTreeMap<AgentId, (Minute, String)>,
    conditions: BTreeMap<ObjectId, String>,
    /// How much of what came of talks has been told.
    after: usize,
    /// How many invitations and hard words of each open talk have been told.
    spoken: BTreeMap<TalkId, usize>,
    /// How much of what arrived in heads has been told.
    voices: usize,
    /// Goals that were reached.
    reached: BTreeSet<usize>,
}

type Watched = (&'static AgentId, &'static Persona, &'static MemoryStream, Option<&'static Errand>);

/// Looks, once a tick at the most.
pub fn watch(
    (now, talks, map, calendar): (Option<Res<Now>>, Option<Res<Talks>>, Option<Res<TownMap>>, Option<Res<Calendar>>),
    people: Query<Watched>,
    things: Query<(&ObjectId, &ObjectState)>,
    (drama, voices, goals, played): (Res<Drama>, Res<Voices>, Res<Goals>, Option<Res<Played>>),
    mut eyes: ResMut<Eyes>,
    mut ticker: ResMut<Ticker>,
) {
    let (Some(now), Some(talks), Some(map)) = (now, talks, map) else { return };
    if eyes.tick == Some(now.0) || people.is_empty() {
        return;
    }
    let first = eyes.tick.replace(now.0).is_none();
    let names: BTreeMap<AgentId, &str> = people.iter().map(|(id, persona, ..)| (*id, persona.name.as_str())).collect();
    let mut new = Vec::new();
    let onlooker = Onlooker { talks: &talks, drama: &drama, names: &names };
    eyes.spoken(&onlooker, now.0, &mut new);
    eyes.talks(&onlooker, &map, now.0, &mut new);
    eyes.after(&drama, &mut new);
    eyes.voices(&voices, &mut new);
    eyes.goals(&goals, played.as_ref().map_or(&[][..], |played| &played.goals[..]), &mut new);
    for (id, persona, stream, errand) in &people {
        eyes.stream(*id, stream, now.0, &mut new);
        eyes.errand(*id, &persona.name, errand, now.0, &mut new);
    }
    let streams: BTreeMap<AgentId, &MemoryStream> = people.iter().map(|(id, _, stream, _)| (*id, stream)).collect();
    eyes.news(&names, &streams, now.0, &mut new);
    if first {
        // What was before one looked is no news.
        new.clear();
        eyes.heard.clear();
    }
    for (id, state) in &things {
        eyes.thing(*id, state, &map, now.0, &mut new);
    }
    let all: Vec<&str> = names.values().copied().collect();
    for event in new {
        let text = brief_names(&event.text, &all);
        let today = calendar.as_ref().map(|calendar| calendar.date_time(event.at).date());
        let text = today.map_or(text.clone(), |today| brief_days(&text, today));
        ticker.tell(Event { text, ..event }, &all);
    }
}

/// What talks are seen with.
struct Onlooker<'a> {
    talks: &'a Talks,
    drama: &'a Drama,
    names: &'a BTreeMap<AgentId, &'a str>,
}

impl Onlooker<'_> {
    fn name(&self, who: AgentId) -> &str {
        self.names.get(&who).copied().unwrap_or("somebody")
    }

    /// Everybody in a talk but one.
    fn others(&self, talk: &Talk, but: AgentId) -> String {
        let others = talk.members.iter().filter(|who| **who != but);
        others.filter_map(|who| self.names.get(who).copied()).collect::<Vec<_>>().join(", ")
    }

    /// How a talk ended; `None`: it is told elsewhere.
    fn parted(&self, id: TalkId, talk: &Talk) -> Option<String> {
        let count = talk.lines.len();
        let lines = if count == 1 { "one line".to_owned() } else { format!("{count} lines") };
        let named = named(talk, self.names);
        match self.drama.end(id) {
            Some(Ending::Urgent(who)) => {
                Some(format!("{} leaves {} in the middle of their talk", self.name(who), self.others(talk, who)))
            }
            Some(Ending::Expected(who)) => Some(format!("{named} part after {lines}: {} has to go", self.name(who))),
            Some(Ending::Anger(_) | Ending::WalkedOff(_)) => None,
            Some(Ending::Said) | None => Some(format!("{named} part after {lines}")),
        }
    }
}

fn event(at: u64, sign: &'static str, text: &str, who: AgentId) -> Event {
    Event { at, sign, text: tame(text, LONG), who: Some(who), tile: None }
}

/// `Ada Byron and Carl Gauss`.
fn named(talk: &Talk, names: &BTreeMap<AgentId, &str>) -> String {
    let all: BTreeSet<AgentId> = talk.members.iter().copied().chain(talk.lines.iter().map(|line| line.by)).collect();
    let all: Vec<&str> = all.iter().filter_map(|id| names.get(id).copied()).collect();
    match all.as_slice() {
        [some @ .., last] if !some.is_empty() => format!("{} and {last}", some.join(", ")),
        one => one.join(""),
    }
}

/// What a memory that has just come tells of its owner; `None`: nothing.
fn told(memory: &Memory, stream: &MemoryStream) -> Option<&'static str> {
    let rests_on = |kind| memory.evidence.iter().filter_map(|at| stream.get(*at)).any(|one| one.kind == kind);
    match memory.kind {
        // What one thinks of the other after a talk rests on that talk alone; that is no reflection.
        Kind::Reflection if memory.evidence.len() > 1 => Some("💡"),
        Kind::Plan if rests_on(Kind::Dialogue) => Some("🤝"),
        _ => None,
    }
}

/// A picture for a condition.
fn sign(kind: ConditionKind) -> &'static str {
    match kind {
        ConditionKind::Burning | ConditionKind::Smoking => "🔥",
        ConditionKind::Leaking => "💧",
        ConditionKind::Decorated => "🎉",
        _ => "⚠️",
    }
}

impl Eyes {
    fn talks(&mut self, seen: &Onlooker, map: &TownMap, now: u64, new: &mut Vec<Event>) {
        // Whoever walked up in vain has not talked.
        for (id, talk) in seen.talks.over.iter().skip(self.over).filter(|(_, talk)| !talk.lines.is_empty()) {
            if let Some(text) = seen.parted(*id, talk) {
                new.push(event(talk.ended.unwrap_or(now).min(now), "👋", &text, id.by));
            }
        }
        self.over = seen.talks.over.len();
        let begun = |(_, talk): &(&TalkId, &Talk)| talk.lines.iter().any(|line| line.from <= now);
        for (id, talk) in seen.talks.open.iter().filter(begun).filter(|(id, _)| !self.open.contains(id)) {
            let text = format!("{} talk, {}", named(talk, seen.names), short_place(map, talk.arena));
            let began = talk.lines.first().map_or(now, |line| line.from.min(now));
            new.push(event(began, "💬", &text, id.by));
        }
        self.open = seen.talks.open.iter().filter(begun).map(|(id, _)| *id).collect();
    }

    /// Invitations and hard words, as they are said.
    fn spoken(&mut self, seen: &Onlooker, now: u64, new: &mut Vec<Event>) {
        self.spoken.retain(|id, _| seen.talks.open.contains_key(id));
        for (id, talk) in &seen.talks.open {
            let all = seen.drama.of(*id);
            let told = self.spoken.entry(*id).or_default();
            for one in all.iter().skip(*told) {
                let (sign, verb) = match one.deed {
                    Deed::Invites => ("💌", "invites"),
                    Deed::Scolds => ("💢", "has hard words for"),
                    _ => continue,
                };
                let (by, others) = (seen.name(one.by), seen.others(talk, one.by));
                let (at, words) = talk.lines.get(one.line).map_or((now, ""), |line| (line.from, line.words.as_str()));
                new.push(event(at.min(now), sign, &format!("{by} {verb} {others}: “{words}”"), one.by));
            }
            *told = all.len();
        }
    }

    /// What arrived in somebody's head from outside.
    fn voices(&mut self, voices: &Voices, new: &mut Vec<Event>) {
        let (all, count) = voices.since(self.voices);
        self.voices = count;
        for Arrival { tick, who, told, .. } in all {
            new.extend(told.iter().map(|(sign, text)| event(*tick, sign, text, *who)));
        }
    }

    fn after(&mut self, drama: &Drama, new: &mut Vec<Event>) {
        let (all, count) = drama.since(self.after);
        for one in all {
            let sign = match one.sort {
                Sort::Refused => "🙅",
                Sort::Cold | Sort::Quarrel => "💢",
            };
            new.push(event(one.tick, sign, &one.words, one.who));
        }
        self.after = count;
    }

    fn goals(&mut self, goals: &Goals, all: &[Goal], new: &mut Vec<Event>) {
        for (n, (standing, goal)) in goals.all.iter().zip(all).enumerate() {
            if let Some(at) = standing.reached.filter(|_| self.reached.insert(n)) {
                let text = tame(&format!("A goal is reached: {}", goal.text), LONG);
                new.push(Event { at, sign: "🏆", text, who: None, tile: None });
            }
        }
    }

    fn stream(&mut self, who: AgentId, stream: &MemoryStream, now: u64, new: &mut Vec<Event>) {
        let from = self.streams.insert(who, stream.all().len()).unwrap_or_default();
        for (place, memory) in stream.all().iter().enumerate().skip(from) {
            if let Some(sign) = told(memory, stream) {
                new.push(event(memory.created.min(now), sign, &memory.text, who));
            }
            // What was merely overheard would be told once for each who stood by.
            if memory.kind == Kind::Dialogue && memory.source.is_some() && memory.created > 0 {
                self.heard.push((who, place as u32));
            }
        }
    }

    fn news(
        &mut self,
        names: &BTreeMap<AgentId, &str>,
        streams: &BTreeMap<AgentId, &MemoryStream>,
        now: u64,
        new: &mut Vec<Event>,
    ) {
        let mut said: BTreeMap<(AgentId, String), usize> = BTreeMap::new();
        self.heard.retain(|(who, place)| {
            let Some(memory) = streams.get(who).and_then(|stream| stream.get(*place)) else { return false };
            if memory.importance < NEWS {
                return memory.created + JUDGED > now;
            }
            let by = memory.source.as_deref().unwrap_or("somebody");
            let to = names.get(who).copied().unwrap_or("somebody");
            // A talk in which much is told is two lines here, not five.
            let told = said.entry((*who, by.to_owned())).or_default();
            *told += 1;
            if *told > SAID {
                return false;
            }
            new.push(event(memory.created.min(now), "📰", &passed_on(by, to, &memory.text), *who));
            false
        });
    }

    fn errand(&mut self, who: AgentId, name: &str, errand: Option<&Errand>, now: u64, new: &mut Vec<Event>) {
        let Some(doing) = errand.and_then(|errand| errand.0.as_ref()) else {
            self.errands.remove(&who);
            return;
        };
        let this = (doing.from, doing.what.clone());
        if self.errands.get(&who).is_none_or(|before| before.1 != this.1) {
            new.push(event(now, "❗", &format!("{name}: {}", doing.what), who));
        }
        self.errands.insert(who, this);
    }

    fn thing(&mut self, id: ObjectId, state: &ObjectState, map: &TownMap, now: u64, new: &mut Vec<Event>) {
        let is = state.condition.as_ref().map(|condition| condition.what.as_str());
        let was = self.conditions.get(&id).map(String::as_str);
        if is == was {
            return;
        }
        let object = map.object(id);
        let (thing, place) = (sentence(&object.name), short_place(map, object.arena));
        let tile = object.cells.first().copied();
        let (at, sign, text) = match (&state.condition, was) {
            (Some(is), _) => (is.since, sign(is.kind), format!("{thing}: {} · {place}", tame(&is.what, 60))),
            (None, was) => {
                let was = tame(was.unwrap_or_default(), 60);
                (now, "✅", format!("{thing}: no longer {was} · {place}"))
            }
        };
        new.push(Event { at, sign, text: tame(&text, LONG), who: None, tile });
        match is {
            Some(what) => self.conditions.insert(id, what.to_owned()),
            None => self.conditions.remove(&id),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heard_news_is_told_once_it_is_judged_to_matter() {
        let (mut eyes, who, mut stream) = (Eyes::default(), AgentId(2), MemoryStream::default());
        let names = BTreeMap::from([(who, "Ada Byron")]);
        let (kind, source) = (Kind::Dialogue, Some("Carl Gauss".into()));
        let heard = Memory { kind, source, ..Memory::observed("There is a dance.", 10, 4) };
        let place = stream.remember(heard);
        let mut new = Vec::new();
        eyes.stream(who, &stream, 10, &mut new);
        eyes.news(&names, &BTreeMap::from([(who, &stream)]), 10, &mut new);
        assert!(new.is_empty());
        stream.judge(place, 8);
        eyes.news(&names, &BTreeMap::from([(who, &stream)]), 20, &mut new);
        eyes.news(&names, &BTreeMap::from([(who, &stream)]), 21, &mut new);
        assert_eq!(new.len(), 1);
        assert_eq!(new[0].text, "Carl to Ada: There is a dance.");
    }

    #[test]
    fn conclusions_and_promises_are_told_and_opinions_are_not() {
        let mut stream = MemoryStream::default();
        let talk = stream.remember(Memory { kind: Kind::Dialogue, ..Memory::observed("We talked.", 1, 3) });
        let with = |kind, evidence: Vec<u32>| Memory { kind, evidence, ..Memory::observed("x", 2, 3) };
        assert_eq!(told(&with(Kind::Reflection, vec![talk]), &stream), None);
        assert_eq!(told(&with(Kind::Reflection, vec![talk, talk]), &stream), Some("💡"));
        assert_eq!(told(&with(Kind::Plan, vec![talk]), &stream), Some("🤝"));
        assert_eq!(told(&with(Kind::Plan, vec![]), &stream), None);
    }
}
