//! What is told of what happened: talks, invitations, refusals, hard feelings, news, errands, conditions of things,
//! conclusions, promises.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{Entry, Ticker, brief_days, brief_names, passed_on};
use crate::{
    agent::{components::talk::Ending, persona::Names, voices::Whispered},
    chronicle::{Chronicle, Event, EventKind},
    clock::{AgentId, Calendar, Now},
    language::{condition::ConditionKind, speech_act::SpeechAct},
    memory::{MemoryKind, MemoryStream},
    study::goals::Goals,
    town::TownInfo,
    view::panels::widgets::{sentence, short_line, short_place},
    world::TownMap,
};

/// Maximum number of entries for news that one person tells another at once.
const SAID: usize = 2;
/// Maximum number of entries for whispers that reach one person at once.
const WHISPERED: usize = 3;
/// Most letters of a line.
const LONG: usize = 220;

/// How far the chronicle has been told.
#[derive(Resource, Default)]
pub struct TickerCursor {
    /// Events before this place; `None`: it has not been looked yet.
    cursor: Option<usize>,
    /// Goals that were reached before this tick.
    goals: u64,
}

/// Tells what is new. Of what was before one looked only that which is out of order still is news.
pub fn tell(
    (now, names, map, calendar): (Res<Now>, Res<Names>, Res<TownMap>, Res<Calendar>),
    streams: Query<(&AgentId, &MemoryStream)>,
    (chronicle, goals, played): (Res<Chronicle>, Res<Goals>, Res<TownInfo>),
    (mut told, mut ticker): (ResMut<TickerCursor>, ResMut<Ticker>),
) {
    if names.0.is_empty() {
        return;
    }
    let old = if told.cursor.is_none() { chronicle.incidents() } else { Vec::new() };
    let old = old.into_iter().filter(|one| one.until.is_none()).map(|one| &chronicle.events()[one.event]);
    let mut cursor = told.cursor.unwrap_or(chronicle.events().len());
    let since = if told.cursor.is_none() { now.0 } else { told.goals };
    let telling = Telling { names: &names, map: &map };
    let mut many: BTreeMap<(u64, AgentId, &str), usize> = BTreeMap::new();
    let mut new = Vec::new();
    for event in old.chain(chronicle.since(&mut cursor)) {
        let stream = event.who.and_then(|who| streams.iter().find(|(id, _)| **id == who)).map(|(_, stream)| stream);
        let mut lines = telling.told(event, stream);
        // A talk in which much is told is two lines here, and a whole file of memories is not told one by one.
        let (key, most) = match &event.kind {
            EventKind::WasTold { by, .. } => (by.as_str(), SAID),
            EventKind::Whispered(_) => ("", WHISPERED),
            _ => ("", usize::MAX),
        };
        if let Some(who) = event.who.filter(|_| most < usize::MAX) {
            let count = many.entry((event.at, who, key)).or_default();
            *count += 1;
            match (&event.kind, count.saturating_sub(most)) {
                (_, 0) => {}
                (EventKind::Whispered(_), 1) => {
                    lines = vec![("📝", format!("{} remembers more than that", names.get(who)))]
                }
                _ => lines.clear(),
            }
        }
        let tile = match &event.kind {
            EventKind::Became { object, .. } | EventKind::Restored { object, .. } => {
                map.object(*object).cells.first().copied()
            }
            _ => None,
        };
        let entry =
            |(sign, text): (_, String)| Entry { at: event.at, sign, text, who: event.who, tile, ..Entry::default() };
        new.extend(lines.into_iter().map(entry));
    }
    for (goal, standing) in played.goals.iter().zip(&goals.all) {
        if let Some(at) = standing.reached.filter(|at| (since..now.0).contains(at)) {
            let text = format!("A goal is reached: {}", goal.text);
            new.push(Entry { at, sign: "🏆", text, ..Entry::default() });
        }
    }
    *told = TickerCursor { cursor: Some(cursor), goals: now.0 };
    let all: Vec<&str> = names.0.values().map(String::as_str).collect();
    for entry in new {
        let text = brief_names(&short_line(&entry.text, LONG), &all);
        let text = brief_days(&text, calendar.date_time(entry.at).date());
        ticker.tell(Entry { text, ..entry }, &all);
    }
}

/// What events are told with.
pub struct Telling<'a> {
    /// What people are called.
    pub names: &'a Names,
    /// Where things are.
    pub map: &'a TownMap,
}

impl Telling<'_> {
    /// Everybody but one: `Ada Byron, Carl Gauss`.
    fn others(&self, all: &[AgentId], but: Option<AgentId>) -> String {
        all.iter().filter(|who| Some(**who) != but).map(|who| self.names.get(*who)).collect::<Vec<_>>().join(", ")
    }

    /// `Ada Byron and Carl Gauss`.
    fn together(&self, all: &[AgentId]) -> String {
        let all: Vec<&str> = all.iter().map(|who| self.names.get(*who)).collect();
        match all.as_slice() {
            [some @ .., last] if !some.is_empty() => format!("{} and {last}", some.join(", ")),
            one => one.join(""),
        }
    }

    /// What is told of an event, each with a picture. `stream`: what whoever it is about remembers.
    pub fn told(&self, event: &Event, stream: Option<&MemoryStream>) -> Vec<(&'static str, String)> {
        let who = event.who.map(|who| self.names.get(who)).unwrap_or_default();
        let place = short_place(self.map, event.place);
        let memory = |place: &u32| stream.and_then(|stream| stream.get(*place));
        match &event.kind {
            EventKind::TalkBegan { members } => vec![("💬", format!("{} talk, {place}", self.together(members)))],
            EventKind::Said { to, words, acts, .. } => {
                let told = acts.iter().filter_map(|act| match act {
                    SpeechAct::Invites => Some(("💌", "invites")),
                    SpeechAct::Scolds => Some(("💢", "has hard words for")),
                    _ => None,
                });
                let others = self.others(to, None);
                told.map(|(sign, verb)| (sign, format!("{who} {verb} {others}: “{words}”"))).collect()
            }
            EventKind::TalkEnded { members, lines, ending, anger } => {
                let lines = if *lines == 1 { "one line".to_owned() } else { format!("{lines} lines") };
                let all = self.together(members);
                vec![match (anger, ending) {
                    (Some(_), _) => ("💢", format!("{all} part in anger")),
                    (None, Ending::WalkedOff(by) | Ending::Urgent(by)) => {
                        let (by, others) = (self.names.get(*by), self.others(members, Some(*by)));
                        match ending {
                            Ending::Urgent(_) => ("👋", format!("{by} leaves {others} in the middle of their talk")),
                            _ => ("💢", format!("{by} leaves {others} standing in mid-sentence")),
                        }
                    }
                    (None, Ending::Expected(by)) => {
                        ("👋", format!("{all} part after {lines}: {} has to go", self.names.get(*by)))
                    }
                    (None, Ending::Said) => ("👋", format!("{all} part after {lines}")),
                }]
            }
            EventKind::Settled { what, refused: true } => vec![("🙅", what.clone())],
            EventKind::Resents { words, .. } => vec![("💢", words.clone())],
            EventKind::Remembered(place) => {
                let (Some(memory), Some(stream)) = (memory(place), stream) else { return Vec::new() };
                let evidence = || memory.evidence.iter().filter_map(|at| stream.get(*at));
                let sign = match memory.kind {
                    // What one thinks of the other after a talk rests on that talk alone; that is no reflection.
                    MemoryKind::Reflection if memory.evidence.len() > 1 => "💡",
                    MemoryKind::Plan if evidence().any(|one| one.kind == MemoryKind::Dialogue) => "🤝",
                    _ => return Vec::new(),
                };
                vec![(sign, memory.text.clone())]
            }
            EventKind::WasTold { by, memory: place } => {
                memory(place).map(|memory| ("📰", passed_on(by, who, &memory.text))).into_iter().collect()
            }
            EventKind::SetOut { what, .. } => vec![("❗", format!("{who}: {what}"))],
            EventKind::Whispered(whispered) => whispers(who, whispered),
            EventKind::Became { object, kind, what } => {
                let thing = sentence(&self.map.object(*object).name);
                let sign = match kind {
                    ConditionKind::Burning | ConditionKind::Smoking => "🔥",
                    ConditionKind::Leaking => "💧",
                    ConditionKind::Decorated => "🎉",
                    _ => "⚠️",
                };
                vec![(sign, format!("{thing}: {} · {place}", short_line(what, 60)))]
            }
            EventKind::Restored { object, was } => {
                let thing = sentence(&self.map.object(*object).name);
                vec![("✅", format!("{thing}: no longer {} · {place}", short_line(was, 60)))]
            }
            _ => Vec::new(),
        }
    }
}

/// What is told of what arrived in somebody's head.
fn whispers(who: &str, whispered: &Whispered) -> Vec<(&'static str, String)> {
    match whispered {
        Whispered::Voice { said, planned, decided } => {
            let led_to = match (planned, decided) {
                (Some(when), _) => Some(("📅", format!("{who} heeds it: {when}"))),
                (None, Some(decided)) => Some(("💡", decided.clone())),
                (None, None) => None,
            };
            std::iter::once(("💭", format!("A voice in {who}'s head: “{said}”"))).chain(led_to).collect()
        }
        Whispered::Memory(said) => vec![("📝", format!("{who} remembers from now on: {said}"))],
        Whispered::Plan(plan) => vec![("📅", plan.clone())],
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{agent::Scenario, data::Data, memory::Memory, world::ArenaId};

    const ADA: AgentId = AgentId(1);
    const CARL: AgentId = AgentId(2);

    fn told(kind: EventKind, stream: &MemoryStream) -> Vec<(&'static str, String)> {
        let names = Names([(ADA, "Ada Byron".to_owned()), (CARL, "Carl Gauss".to_owned())].into());
        let data = Data::only(Path::new(env!("CARGO_MANIFEST_DIR")));
        let scenario = Scenario::open("harbour", &data).unwrap_or_else(|faults| panic!("{faults:?}"));
        let map = TownMap::read(&scenario.map, &data).unwrap_or_else(|faults| panic!("{faults:?}"));
        Telling { names: &names, map: &map }
            .told(&Event { at: 5, who: Some(ADA), place: ArenaId::OUTDOORS, kind }, Some(stream))
    }

    #[test]
    fn conclusions_and_promises_are_told_and_opinions_are_not() {
        let mut stream = MemoryStream::default();
        let talk = stream.remember(Memory { kind: MemoryKind::Dialogue, ..Memory::observed("We talked.", 1, 3) });
        let mut sign = |kind, evidence: Vec<u32>| {
            let place = stream.remember(Memory { kind, evidence, ..Memory::observed("x", 2, 3) });
            told(EventKind::Remembered(place), &stream).first().map(|(sign, _)| *sign)
        };
        assert_eq!(sign(MemoryKind::Reflection, vec![talk]), None);
        assert_eq!(sign(MemoryKind::Reflection, vec![talk, talk]), Some("💡"));
        assert_eq!(sign(MemoryKind::Plan, vec![talk]), Some("🤝"));
        assert_eq!(sign(MemoryKind::Plan, vec![]), None);
    }

    #[test]
    fn what_was_heard_how_they_part_and_what_a_voice_led_to_are_told() {
        let mut stream = MemoryStream::default();
        let memory = stream.remember(Memory::observed("There is a dance.", 10, 8));
        let lines = |kind| told(kind, &stream).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        let heard = EventKind::WasTold { by: "Carl Gauss".into(), memory };
        assert_eq!(lines(heard), ["Carl to Ada: There is a dance."]);
        let ended = |ending, anger| EventKind::TalkEnded { members: vec![ADA, CARL], lines: 3, ending, anger };
        assert_eq!(lines(ended(Ending::Said, None)), ["Ada Byron and Carl Gauss part after 3 lines"]);
        assert_eq!(lines(ended(Ending::Expected(ADA), Some(CARL))), ["Ada Byron and Carl Gauss part in anger"]);
        let left = lines(ended(Ending::WalkedOff(CARL), None));
        assert_eq!(left, ["Carl Gauss leaves Ada Byron standing in mid-sentence"]);
        let voice = |planned: Option<&str>, decided: Option<&str>| {
            let (planned, decided) = (planned.map(str::to_owned), decided.map(str::to_owned));
            lines(EventKind::Whispered(Whispered::Voice { said: "Swim.".into(), planned, decided }))
        };
        let both = ["A voice in Ada Byron's head: “Swim.”", "Ada Byron heeds it: Monday, 09:00-10:00 at Pond"];
        assert_eq!(voice(Some("Monday, 09:00-10:00 at Pond"), Some("Ada has decided to swim.")), both);
        assert_eq!(voice(None, None), both[..1]);
    }
}
