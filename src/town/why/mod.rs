//! Why somebody did, said or thinks something: from there back to what was noticed, what came to mind, the question, the
//! answer and who gave it, and from a conclusion down to what it rests on.
//!
//! | file | concern |
//! |---|---|
//! | `chain` | the links from something back to what led to it |
//! | `find` | which question stands behind what was done, said or kept |
//! | `thought` | one question with all there is to know about it; the whole chain as text |
//!
//! Looking changes nothing: everything here reads, and what it reads beyond the town itself (the [`Provenance`], the
//! [`Chronicle`]) nothing of the town reads.

mod chain;
mod find;
mod thought;

use bevy::{ecs::system::SystemParam, prelude::*};

pub use self::thought::Thought;
use crate::{
    agent::{
        ablation::Ablation,
        components::talk::{Talk, TalkId, Talks},
        persona::Names,
    },
    chronicle::Chronicle,
    clock::{AgentId, Calendar, Now, Roster},
    exchange::{Provenance, Thinking},
    journal::Journal,
    memory::{Memory, MemoryStream},
    mind::{
        QuestionId,
        question::{Question, React, ReactAnswer, Way, kind_of, label},
    },
    world::TownMap,
};

/// What one asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Of {
    /// What somebody did at a tick.
    Moment(u64),
    /// A line of a talk, from 0.
    Line(TalkId, usize),
    /// A memory, by its place in the stream.
    Memory(u32),
    /// A question.
    Question(QuestionId),
}

/// What led to something, nearest first.
#[derive(Clone, Debug)]
pub struct Why {
    /// About whom.
    pub who: AgentId,
    /// Their full name.
    pub name: String,
    /// What was asked about.
    pub of: Of,
    /// The tick of it.
    pub tick: u64,
    /// What it is, in a sentence.
    pub what: String,
    /// What led to it.
    pub links: Vec<Link>,
}

/// One step back.
#[derive(Clone, Debug, Default)]
pub struct Link {
    /// What this is to the one before it: `was noticed`.
    pub title: String,
    /// In words; may be empty.
    pub text: String,
    /// When.
    pub tick: Option<u64>,
    /// The thought it is, if it is one.
    pub thought: Option<Box<Thought>>,
    /// About whom and what one can ask on.
    pub on: Option<(AgentId, Of)>,
}

/// Something that somebody did, said or thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// When.
    pub tick: u64,
    /// What to ask about: what was done, a line, or a question of which nothing was to be seen.
    pub of: Of,
    /// In a few words.
    pub text: String,
}

/// All that is read to say why.
#[derive(SystemParam)]
pub struct Explainer<'w, 's> {
    /// The tick.
    pub now: Res<'w, Now>,
    /// The town's time.
    pub calendar: Res<'w, Calendar>,
    /// Its map.
    pub map: Res<'w, TownMap>,
    /// What people are called.
    pub names: Res<'w, Names>,
    /// Its talks.
    pub talks: Res<'w, Talks>,
    /// What came in.
    pub journal: Res<'w, Journal>,
    /// What was asked; without it only answers are known.
    pub trail: Option<Res<'w, Provenance>>,
    /// What happened.
    pub chronicle: Res<'w, Chronicle>,
    /// In which language people think.
    pub conditions: Res<'w, Ablation>,
    roster: Res<'w, Roster>,
    people: Query<'w, 's, (&'static MemoryStream, &'static Thinking)>,
}

impl Explainer<'_, '_> {
    /// What somebody is called.
    pub fn name(&self, who: AgentId) -> &str {
        self.names.0.get(&who).map_or("somebody", String::as_str)
    }

    /// The first of somebody's names.
    fn first(&self, who: AgentId) -> &str {
        self.name(who).split_whitespace().next().unwrap_or("somebody")
    }

    /// All that somebody remembers.
    pub fn stream(&self, who: AgentId) -> Option<&MemoryStream> {
        Some(self.people.get(*self.roster.0.get(&who)?).ok()?.0)
    }

    fn thinking(&self, who: AgentId) -> Option<&Thinking> {
        Some(self.people.get(*self.roster.0.get(&who)?).ok()?.1)
    }

    /// A memory of somebody.
    pub fn memory(&self, who: AgentId, place: u32) -> Option<&Memory> {
        self.stream(who)?.get(place)
    }

    /// A talk, under way or over.
    pub fn talk(&self, id: TalkId) -> Option<&Talk> {
        let over = || self.talks.over.iter().rev().find(|(one, _)| *one == id).map(|(_, talk)| talk);
        self.talks.open.get(&id).or_else(over)
    }

    /// A tick on the clock, with its date: `Mon 13 Feb 08:10`.
    pub fn when(&self, tick: u64) -> String {
        self.calendar.date_time(tick).strftime("%a %-d %b %H:%M").to_string()
    }

    /// All talks, those that are over first.
    fn all_talks(&self) -> impl Iterator<Item = (TalkId, &Talk)> {
        let over = self.talks.over.iter().map(|(id, talk)| (*id, talk));
        over.chain(self.talks.open.iter().map(|(id, talk)| (*id, talk)))
    }

    /// All that somebody did, said and thought from a tick on, oldest first.
    pub fn moments(&self, who: AgentId, since: u64) -> Vec<Moment> {
        let deeds = self.chronicle.activities(who).filter(|(event, _)| event.at >= since).map(|(event, deed)| Moment {
            tick: event.at,
            of: Of::Moment(event.at),
            text: format!("{} {}", deed.what, deed.emoji),
        });
        let talks = self.all_talks().filter(|(_, talk)| talk.members.contains(&who));
        let lines = talks.flat_map(|(id, talk)| {
            let mine = talk.lines.iter().enumerate().filter(move |(_, line)| line.by == who && line.from >= since);
            mine.map(move |(n, line)| Moment {
                tick: line.from,
                of: Of::Line(id, n),
                text: format!("“{}”", line.words),
            })
        });
        let mut all: Vec<Moment> = deeds.chain(lines).chain(self.thoughts(who, since)).collect();
        all.sort_by_key(|one| (one.tick, one.of));
        all
    }

    /// What was decided without being seen: nothing done about something noticed, and what was concluded.
    fn thoughts(&self, who: AgentId, since: u64) -> impl Iterator<Item = Moment> {
        let late = self.answers(who, u64::MAX).take_while(move |(tick, ..)| *tick >= since);
        late.filter_map(move |(tick, id, entry)| {
            let text = match entry.purpose.as_str() {
                React::PURPOSE => {
                    let answer: ReactAnswer = serde_json::from_str(&entry.reply.as_ref()?.0).ok()?;
                    let question = self.inputs::<React>(id)?;
                    (question.chosen(&answer)?.way == Way::CarryOn)
                        .then(|| format!("carried on: {}", question.noticed.text))?
                }
                purpose => kind_of(purpose)?.moment?.to_string(),
            };
            Some(Moment { tick, of: Of::Question(id), text })
        })
    }

    /// What a thought is about, in a few words.
    pub fn title(&self, thought: &Thought) -> String {
        if thought.purpose == React::PURPOSE
            && let Some(question) = self.inputs::<React>(thought.id)
        {
            return format!("what to do about this: {}", question.noticed.text);
        }
        let moment = kind_of(&thought.purpose).and_then(|kind| kind.moment);
        moment.map_or_else(|| label(&thought.purpose), str::to_string)
    }
}
