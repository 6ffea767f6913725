//! The links from something back to what led to it.

use super::{Explainer, Link, Thought, Topic, Why};
use crate::{
    agent::prelude::*,
    chronicle::{Activity, Because},
    command::Command,
    mind::{
        QuestionId,
        question::{AfterTalk, PlanHours, PlanSteps, Question, React, Sort, kind_of},
    },
};

impl Explainer<'_, '_> {
    /// What led to something; `None` if there is no such thing.
    pub fn why(&self, who: AgentId, of: Topic) -> Option<Why> {
        let (tick, what, links) = match of {
            Topic::Moment(tick) => self.moment(who, tick)?,
            Topic::Line(talk, n) => self.said(talk, n)?,
            Topic::Memory(place) => self.remembers(who, place)?,
            Topic::Question(id) => self.decided(id)?,
        };
        let who = match of {
            Topic::Line(talk, n) => self.talk(talk)?.lines.get(n)?.by,
            Topic::Question(id) => AgentId(id.agent),
            Topic::Moment(_) | Topic::Memory(_) => who,
        };
        Some(Why { who, name: self.name(who).to_string(), of, tick, what, links })
    }

    fn moment(&self, who: AgentId, tick: u64) -> Option<(u64, String, Vec<Link>)> {
        let (event, activity) = self.chronicle.activity_at(who, tick)?;
        let from = event.at;
        let first = self.first(who);
        let thing = activity.object.map(|id| self.map.object(id).name.as_str());
        let thing = thing.filter(|thing| !activity.what.ends_with(thing));
        let (name, doing, emoji) = (self.name(who), &activity.what, &activity.emoji);
        let what = match (thing, self.ablation.english()) {
            (Some(thing), true) => format!("{name} is {doing} at the {thing} {emoji}"),
            (None, true) => format!("{name} is {doing} {emoji}"),
            (Some(thing), false) => format!("{name}: {doing} ({thing}) {emoji}"),
            (None, false) => format!("{name}: {doing} {emoji}"),
        };
        let mut links = vec![link("did", format!("{doing} · {}", self.map.spoken_name(event.place)), Some(from))];
        match activity.because {
            Because::Errand(_) => links.extend(match self.errand(who, from, &activity.what) {
                Some(id) => self.reaction(id),
                None => vec![link("no question", format!("It is not known why {first} set out to do this."), None)],
            }),
            Because::Approach(with) => links.extend(match self.approach(who, with, from) {
                Some(id) => self.reaction(id),
                None => vec![link("walks up", format!("to {}", self.name(with)), None)],
            }),
            Because::Talk(id) => links.extend(self.in_talk(who, id, tick)),
            Because::Player => {
                links.push(link("no question", format!("A player decides what {first} does."), None));
                links.extend(self.command(from, |_| true));
            }
            Because::Night | Because::Plan(_) => links.extend(self.planned(who, from, activity)),
        }
        if tick >= self.now.0 {
            let open = self.thinking(who).into_iter().flat_map(|one| one.open()).map(|ask| ask.id);
            links.extend(open.filter_map(|id| self.thought(id)).map(|one| of_thought("is thinking about", one)));
        }
        Some((from, what, links))
    }

    /// From a decision about something noticed back to what was noticed.
    fn reaction(&self, id: QuestionId) -> Vec<Link> {
        let Some(thought) = self.thought(id) else { return Vec::new() };
        let who = AgentId(id.agent);
        let mut links = Vec::new();
        if let Some(question) = self.inputs::<React>(id) {
            let noticed = &question.noticed;
            let sense = if noticed.sort == Sort::Speech { "heard" } else { "saw" };
            let kept = self.stream(who).and_then(|stream| {
                let same = |memory: &Memory| memory.text == noticed.text && memory.created <= thought.asked;
                stream.all().iter().rposition(same)
            });
            let concerns = if noticed.concerns { ", where they live or work" } else { "" };
            let on = kept.map(|place| (who, Topic::Memory(place as u32)));
            let title = format!("{sense}{concerns}");
            links.push(Link { on, ..link(&title, noticed.text.as_str(), Some(thought.asked)) });
            links.extend(self.command(thought.asked, |command| match command {
                Command::Set { thing, state, .. } => {
                    thing.ends_with(noticed.subject.as_str()) && state.contains(&noticed.state)
                }
                _ => false,
            }));
        }
        links.push(of_thought("thought about it", thought));
        links
    }

    /// The last thing of this kind that a person outside of the town did in the day before `tick`.
    fn command(&self, tick: u64, fits: impl Fn(&Command) -> bool) -> Option<Link> {
        let lately = self.journal.commands.range(tick.saturating_sub(self.calendar.ticks(Minute::DAY))..=tick).rev();
        let mut all = lately.flat_map(|(at, commands)| commands.iter().rev().map(move |one| (*at, one)));
        let (at, command) = all.find(|(_, command)| fits(command))?;
        Some(link("came from outside of the town", command.to_string(), Some(at)))
    }

    /// What stands behind a step of the plan: where it is done, the steps of the hour, the hours of the part, the day.
    fn planned(&self, who: AgentId, tick: u64, activity: &Activity) -> Vec<Link> {
        let what = activity.what.strip_prefix(ON_THE_WAY).unwrap_or(&activity.what);
        let mut links = Vec::new();
        let mut add = |title: &str, id: Option<QuestionId>| {
            if let Some(thought) = id.and_then(|id| self.thought(id)) {
                links.push(of_thought(title, thought));
            }
        };
        let steps = self.steps(who, tick, what);
        add("where it is done", self.place(who, tick, what));
        add("a step of this hour", steps);
        let hour = steps.and_then(|id| self.inputs::<PlanSteps>(id)).map(|q| q.part.what);
        let hours = self.hours(who, tick, hour.as_deref().unwrap_or(what));
        add("an hour of this part of the day", hours);
        let part = hours.and_then(|id| self.inputs::<PlanHours>(id)).map(|q| q.part.what);
        add("the plan of the day", self.day(who, tick));
        let whole = part.or(hour).filter(|whole| whole != what);
        if let (Some(whole), false) = (whole, links.is_empty()) {
            links.insert(0, link("is part of", whole, None));
        }
        if links.is_empty() {
            let text = "No question stands behind this: it was begun as the town began, or done as it always is.";
            links.push(link("no question", text, None));
        }
        links
    }

    /// What somebody does in a talk: the line they are saying or said last, else how it began.
    fn in_talk(&self, who: AgentId, id: TalkId, tick: u64) -> Vec<Link> {
        let Some(talk) = self.talk(id) else { return Vec::new() };
        let mine = talk.lines.iter().rposition(|line| line.by == who && line.from <= tick);
        match mine {
            Some(n) => {
                let words = link("said", quoted(&talk.lines[n].words), Some(talk.lines[n].from));
                std::iter::once(words).chain(self.behind_line(id, talk, n)).collect()
            }
            None => self.opening(talk),
        }
    }

    fn said(&self, id: TalkId, n: usize) -> Option<(u64, String, Vec<Link>)> {
        let talk = self.talk(id)?;
        let line = talk.lines.get(n)?;
        let what = format!("{}: {}", self.name(line.by), quoted(&line.words));
        Some((line.from, what, self.behind_line(id, talk, n)))
    }

    fn behind_line(&self, id: TalkId, talk: &Talk, n: usize) -> Vec<Link> {
        let mut links = Vec::new();
        let by = talk.lines[n].by;
        match self.line(talk, n).and_then(|question| self.thought(question)) {
            Some(thought) => links.push(of_thought("thought of what to say", thought)),
            None => {
                links.push(link("no question", "No mind was asked for these words.", None));
                let words = &talk.lines[n].words;
                links.extend(self.command(
                    talk.lines[n].from,
                    |one| matches!(one, Command::Say { words: said, .. } if said == words),
                ));
            }
        }
        if let Some((before, line)) = n.checked_sub(1).and_then(|m| talk.lines.get(m).map(|line| (m, line))) {
            links.push(to_line(format!("heard from {}", self.name(line.by)), id, before, line));
        }
        if talk.members.first() == Some(&by) || n == 0 {
            links.extend(self.opening(talk));
        }
        links
    }

    /// Why a talk began.
    fn opening(&self, talk: &Talk) -> Vec<Link> {
        let [by, with, ..] = talk.members[..] else { return Vec::new() };
        let about = if talk.topic.is_empty() { String::new() } else { format!(", about: {}", talk.topic) };
        let text = format!("{} came up to {}{about}", self.name(by), self.name(with));
        let mut links = vec![link("they talk because", text, Some(talk.began))];
        links.extend(self.approach(by, with, talk.began).map(|id| self.reaction(id)).into_iter().flatten());
        links
    }

    fn remembers(&self, who: AgentId, place: u32) -> Option<(u64, String, Vec<Link>)> {
        let memory = self.memory(who, place)?;
        let mut links = Vec::new();
        let sort = match memory.kind {
            MemoryKind::Observation => "seen, heard or done",
            MemoryKind::Reflection => "concluded",
            MemoryKind::Plan => "meant to be done",
            MemoryKind::Dialogue => "kept of a talk",
        };
        let said = memory.source.as_ref().map(|by| format!(", as {by} said it")).unwrap_or_default();
        let secret = if memory.secret { ", kept to themselves" } else { "" };
        let text = match memory.created {
            0 => format!("{sort}{said}{secret}; brought along from before the town began"),
            _ => format!("{sort}{said}{secret}; matters {} of 10", memory.importance),
        };
        links.push(link("remembers", text, (memory.created > 0).then_some(memory.created)));
        if memory.created > 0 {
            links.extend(self.behind_memory(who, memory));
            let judged = self.judged(who, memory.created, place).and_then(|id| self.thought(id));
            links.extend(judged.map(|thought| of_thought("judged how much it matters", thought)));
        }
        links.extend(memory.evidence.iter().filter_map(|place| self.rests_on(who, *place)));
        Some((memory.created, format!("{} remembers: {}", self.name(who), memory.text), links))
    }

    fn behind_memory(&self, who: AgentId, memory: &Memory) -> Vec<Link> {
        let thought = self.kept_by(who, memory.created, &memory.text).and_then(|id| self.thought(id));
        let mut links = Vec::new();
        if let Some(thought) = thought {
            let title = kind_of(&thought.purpose).and_then(|kind| kind.moment).unwrap_or("thought");
            let after = thought.purpose == AfterTalk::PURPOSE;
            let talk = after.then(|| self.talk_over(thought.id, thought.asked)).flatten();
            links.push(of_thought(title, thought));
            if let Some((id, talk)) = talk {
                let others: Vec<&str> =
                    talk.members.iter().filter(|one| **one != who).map(|one| self.name(*one)).collect();
                let said = |line: &Utterance| memory.source.as_deref() == Some(self.name(line.by));
                let n = talk.lines.iter().rposition(said).unwrap_or(talk.lines.len().saturating_sub(1));
                let line = talk.lines.get(n);
                links.extend(line.map(|line| to_line(format!("talked with {}", others.join(" and ")), id, n, line)));
            }
            return links;
        }
        if let Some(by) = &memory.source {
            let line = self.heard(by, memory.created).and_then(|(id, n)| Some((id, n, self.talk(id)?.lines.get(n)?)));
            links.extend(line.map(|(id, n, line)| to_line(format!("overheard {by}"), id, n, line)));
            return links;
        }
        if let Some((event, activity)) = self.chronicle.activity_at(who, memory.created.saturating_sub(1)) {
            let on = Some((who, Topic::Moment(memory.created.saturating_sub(1))));
            links
                .push(Link { on, ..link("was then", format!("{} {}", activity.what, activity.emoji), Some(event.at)) });
        }
        links
    }

    fn rests_on(&self, who: AgentId, place: u32) -> Option<Link> {
        let memory = self.memory(who, place)?;
        let since = (memory.created > 0).then_some(memory.created);
        Some(Link { on: Some((who, Topic::Memory(place))), ..link("rests on", memory.text.as_str(), since) })
    }

    fn decided(&self, id: QuestionId) -> Option<(u64, String, Vec<Link>)> {
        let thought = self.thought(id)?;
        let what = format!("{}: {}", self.name(AgentId(id.agent)), self.title(&thought));
        let tick = thought.asked;
        if thought.purpose == React::PURPOSE {
            return Some((tick, what, self.reaction(id)));
        }
        let mut links = vec![of_thought("thought", thought)];
        if links[0].thought.as_ref().is_some_and(|thought| thought.purpose == AfterTalk::PURPOSE)
            && let Some((talk_id, talk)) = self.talk_over(id, tick)
        {
            let last = talk.lines.iter().enumerate().next_back();
            links.extend(last.map(|(n, line)| to_line("talked".into(), talk_id, n, line)));
        }
        Some((tick, what, links))
    }
}

fn link(title: &str, text: impl Into<String>, tick: Option<u64>) -> Link {
    Link { title: title.into(), text: text.into(), tick, ..Link::default() }
}

/// To a line of a talk.
fn to_line(title: String, id: TalkId, n: usize, line: &Utterance) -> Link {
    Link { on: Some((line.by, Topic::Line(id, n))), ..link(&title, quoted(&line.words), Some(line.from)) }
}

fn of_thought(title: &str, thought: Thought) -> Link {
    let asked = Some(thought.asked);
    Link { thought: Some(Box::new(thought)), ..link(title, "", asked) }
}

fn quoted(words: &str) -> String {
    format!("“{words}”")
}
