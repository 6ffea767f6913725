//! Talks as they are told, line by line: when, where, who to whom, in which words. And `chats`, which tells the last ones.

use jiff::civil::DateTime;
use serde::Serialize;

use super::{
    Outcome,
    table::{Arguments, Town, resource, said},
};
use crate::{
    agent::components::talk::{Cooldowns, Talk, TalkId, Talks},
    clock::AgentId,
    language::clean::one_line,
};

/// So many talks are told.
const LAST: usize = 3;

/// A talk as it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToldTalk {
    /// Its name in a save: who began it, by number, and how many they had begun before.
    pub talk: String,
    /// The tick of its first line.
    pub tick: u64,
    /// Date and time of that tick.
    pub time: DateTime,
    /// Sector and room.
    pub place: String,
    /// Full names of who spoke or was spoken to, in this order.
    pub people: Vec<String>,
    /// What was said, in order.
    pub lines: Vec<ToldLine>,
}

/// A line of a talk as it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToldLine {
    /// The tick at which it was begun.
    pub tick: u64,
    /// Date and time of that tick.
    pub time: DateTime,
    /// Full name of who said it.
    pub speaker: String,
    /// To whom, by full name.
    pub hearers: Vec<String>,
    /// What was said.
    pub words: String,
}

impl ToldTalk {
    /// A talk of these lines; `None`: nothing was said.
    pub fn new(TalkId { by, count }: TalkId, place: String, lines: Vec<ToldLine>) -> Option<Self> {
        let (tick, time) = lines.first().map(|line| (line.tick, line.time))?;
        let mut people: Vec<String> = Vec::new();
        for name in lines.iter().flat_map(|line| [&line.speaker].into_iter().chain(&line.hearers)) {
            if !people.contains(name) {
                people.push(name.clone());
            }
        }
        Some(Self { talk: format!("{}.{count}", by.0), tick, time, place, people, lines })
    }

    /// When, who and where: `Mon 13 Feb 2023 08:12  Ann Lee and Bo Ek at Old Mill: loft`.
    pub fn head(&self) -> String {
        format!("{}  {} at {}", self.time.strftime("%a %-d %b %Y %H:%M"), listed(&self.people), self.place)
    }

    /// The head, and a line of text for each that was said.
    pub fn text(&self) -> String {
        let said = self.lines.iter().map(|ToldLine { time, speaker, hearers, words, .. }| {
            let (time, hearers) = (time.strftime("%H:%M:%S"), listed(hearers));
            format!("\n  {time}  {speaker} to {hearers}: {}", one_line(words))
        });
        self.head() + &said.collect::<String>()
    }
}

/// `A, B and C`.
fn listed(names: &[String]) -> String {
    match names {
        [] => "nobody".into(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `chats [NAME]`: the last talks of the town, or of somebody.
pub(super) fn chats(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let (one, talks) = (arguments.somebody.as_ref(), resource::<Talks>(town.world)?);
    let all = talks.over.iter().map(|(id, talk)| (*id, talk)).chain(talks.open.iter().map(|(id, talk)| (*id, talk)));
    let is_theirs = |talk: &Talk| one.is_none_or(|one| talk.participants().contains(&one.id));
    let mut all: Vec<(TalkId, &Talk)> = all.filter(|(_, talk)| !talk.lines.is_empty() && is_theirs(talk)).collect();
    all.sort_by_key(|(id, talk)| (talk.began, *id));
    let who = one.map_or("the town", |one| one.name.as_str());
    let last = &all[all.len().saturating_sub(LAST)..];
    let mut lines = vec![match all.len() {
        0 => format!("{who} has had no talk yet"),
        1 => format!("{who} has had one talk:"),
        count if count <= LAST => format!("{who} has had {count} talks:"),
        count => format!("{who} has had {count} talks, the last {LAST}:"),
    }];
    lines.extend(last.iter().filter_map(|(id, talk)| {
        let under_way = if talk.ended.is_none() { "\n  (under way)" } else { "" };
        Some(told(town, *id, talk)?.text() + under_way)
    }));
    if let Some(one) = one {
        let cool: &Cooldowns = town.part(one)?;
        for (other, from) in cool.0.iter().filter(|(_, from)| **from > town.now) {
            let time = town.calendar.date_time(*from).strftime("%H:%M");
            lines.push(format!("has just talked with {}: not again before {time}", town.name(*other)));
        }
    }
    said(&lines)
}

fn told(town: &Town, id: TalkId, talk: &Talk) -> Option<ToldTalk> {
    let everybody = talk.participants();
    let name = |id: AgentId| town.name(id).to_owned();
    let lines = talk.lines.iter().map(|line| ToldLine {
        tick: line.from,
        time: town.calendar.date_time(line.from),
        speaker: name(line.by),
        hearers: everybody.iter().filter(|one| **one != line.by).map(|one| name(*one)).collect(),
        words: line.words.clone(),
    });
    ToldTalk::new(id, town.map.arena_name(talk.arena), lines.collect())
}
