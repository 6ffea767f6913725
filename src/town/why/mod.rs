//! Why somebody did, said or thinks something: from there back to what was noticed, what came to mind, the question,
//! the answer and who gave it, and from a conclusion down to what it rests on.
//!
//! | file | concern |
//! |---|---|
//! | `chain` | the links from something back to what led to it |
//! | `thought` | one question with all there is to know about it; the whole chain as text |
//!
//! Looking changes nothing: everything here reads, and what it reads beyond the town itself (the [`Provenance`], the
//! [`Chronicle`]) nothing of the town reads.

mod chain;
mod thought;

use bevy::{ecs::system::SystemParam, prelude::*};
use serde_json::Value;

use crate::{
    agent::{ablation::Ablation, prelude::*},
    chronicle::Chronicle,
    exchange::Provenance,
    journal::{Entry, Journal},
    mind::{
        Ask, QuestionId,
        question::{
            AfterTalk, PlanDay, PlanHours, PlanSteps, Question, React, ReactAnswer, ReactionKind, Utter, Weigh,
            WhereAndLook, asked, kind_of, label,
        },
    },
};

pub use self::thought::Thought;

/// What one asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
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
    pub of: Topic,
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
    pub on: Option<(AgentId, Topic)>,
}

/// Something that somebody did, said or thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// When.
    pub tick: u64,
    /// What to ask about: what was done, a line, or a question of which nothing was to be seen.
    pub of: Topic,
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
    pub provenance: Option<Res<'w, Provenance>>,
    /// What happened.
    pub chronicle: Res<'w, Chronicle>,
    /// In which language people think.
    pub ablation: Res<'w, Ablation>,
    roster: Res<'w, Roster>,
    people: Query<'w, 's, (&'static MemoryStream, &'static Thinking)>,
}

impl Explainer<'_, '_> {
    /// What somebody is called.
    pub fn name(&self, who: AgentId) -> &str {
        self.names.get(who)
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
            of: Topic::Moment(event.at),
            text: format!("{} {}", deed.what, deed.emoji),
        });
        let talks = self.all_talks().filter(|(_, talk)| talk.members.contains(&who));
        let lines = talks.flat_map(|(id, talk)| {
            let mine = talk.lines.iter().enumerate().filter(move |(_, line)| line.by == who && line.from >= since);
            mine.map(move |(n, line)| Moment {
                tick: line.from,
                of: Topic::Line(id, n),
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
                    (question.chosen(&answer)?.kind == ReactionKind::CarryOn)
                        .then(|| format!("carried on: {}", question.noticed.text))?
                }
                purpose => kind_of(purpose)?.moment?.to_string(),
            };
            Some(Moment { tick, of: Topic::Question(id), text })
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

/// Minutes back in which a talk was decided upon that began then.
const APPROACH: u32 = 60;
/// Minutes in which an errand is over, however long it takes.
const ERRAND: u32 = 160;
/// Minutes after a line within which it may be remembered by who overheard it.
const HEARD: u32 = 5;

/// Which question stands behind what was done, said or kept. An entry of the journal says when an answer came and to
/// whom; what it led to is found by what it says.
impl Explainer<'_, '_> {
    /// Somebody's answers that had come by `tick`, the last first.
    fn answers(&self, who: AgentId, tick: u64) -> impl Iterator<Item = (u64, QuestionId, &Entry)> {
        let last = (tick, QuestionId { agent: u32::MAX, count: u32::MAX });
        let all = self.journal.answers.range(..=last).rev().filter(move |((_, id), _)| id.agent == who.0);
        all.map(|((at, id), entry)| (*at, *id, &**entry))
    }

    /// The last of the answers of a kind that had come by `tick`, at most so many ticks before, that fits.
    fn last<Q: Question>(
        &self,
        who: AgentId,
        (tick, before): (u64, u64),
        fits: impl Fn(QuestionId, &Q::Answer) -> bool,
    ) -> Option<QuestionId> {
        let read = |entry: &Entry| serde_json::from_str::<Q::Answer>(&entry.reply.as_ref()?.0).ok();
        let lately = self.answers(who, tick).take_while(|(at, ..)| at + before >= tick);
        let of = lately.filter(|(.., entry)| entry.purpose == Q::PURPOSE);
        of.filter_map(|(_, id, entry)| Some((id, read(entry)?))).find(|(id, one)| fits(*id, one)).map(|(id, _)| id)
    }

    /// A question as it was asked, answered or still open.
    fn asked(&self, id: QuestionId) -> Option<Ask> {
        let open = || self.thinking(AgentId(id.agent))?.open().find(|ask| ask.id == id).cloned();
        self.provenance.as_ref().and_then(|provenance| provenance.get(id)).map(|kept| kept.ask).or_else(open)
    }

    /// The inputs of a question, if they were kept.
    fn inputs<Q: Question>(&self, id: QuestionId) -> Option<Q> {
        self.asked(id).and_then(|ask| asked::<Q>(&ask).ok())
    }

    /// The sort of option that was chosen; `None` if the question was not kept.
    fn way(&self, id: QuestionId, answer: &ReactAnswer) -> Option<ReactionKind> {
        self.inputs::<React>(id)?.chosen(answer).map(|option| option.kind)
    }

    /// What was decided about something noticed, and is being done at `tick`.
    fn errand(&self, who: AgentId, tick: u64, what: &str) -> Option<QuestionId> {
        let acts = |id, answer: &ReactAnswer| {
            answer.what.trim() == what
                && !matches!(self.way(id, answer), Some(ReactionKind::CarryOn | ReactionKind::Talk))
        };
        self.last::<React>(who, (tick, self.calendar.ticks(ERRAND)), acts)
    }

    /// The decision to walk up to somebody that was made shortly before `tick`.
    fn approach(&self, who: AgentId, with: AgentId, tick: u64) -> Option<QuestionId> {
        let name = self.name(with);
        let means = |id: QuestionId, answer: &ReactAnswer| {
            let question = self.inputs::<React>(id);
            question
                .as_ref()
                .and_then(|question| question.chosen(answer))
                .is_some_and(|option| option.kind == ReactionKind::Talk && option.with.as_deref() == Some(name))
        };
        self.last::<React>(who, (tick, self.calendar.ticks(APPROACH)), means)
    }

    /// The question whose answer a line was.
    fn line(&self, talk: &Talk, n: usize) -> Option<QuestionId> {
        let line = talk.lines.get(n)?;
        let since = line.from.saturating_sub(talk.began);
        self.last::<Utter>(line.by, (line.from, since), |_, answer| answer.words.trim() == line.words)
    }

    /// Where a step is done: the question, and the step it was asked about.
    fn place(&self, who: AgentId, tick: u64, what: &str) -> Option<QuestionId> {
        let about = |id, _: &_| {
            self.inputs::<WhereAndLook>(id)
                .is_some_and(|q| q.step.what == what || q.then.iter().any(|step| step.what == what))
        };
        self.last::<WhereAndLook>(who, (tick, self.calendar.ticks(Minute::DAY)), about)
    }

    /// The plan of an hour in which this is a step.
    fn steps(&self, who: AgentId, tick: u64, what: &str) -> Option<QuestionId> {
        self.last::<PlanSteps>(who, (tick, self.calendar.ticks(Minute::DAY)), |_, answer| {
            answer.steps.iter().any(|step| step.what.trim() == what)
        })
    }

    /// The plan of a part in which this is an hour.
    fn hours(&self, who: AgentId, tick: u64, what: &str) -> Option<QuestionId> {
        self.last::<PlanHours>(who, (tick, self.calendar.ticks(Minute::DAY)), |_, answer| {
            answer.hours.iter().any(|hour| hour.what.trim() == what)
        })
    }

    /// The plan of the day of `tick`.
    fn day(&self, who: AgentId, tick: u64) -> Option<QuestionId> {
        self.last::<PlanDay>(who, (tick, self.calendar.ticks(2 * Minute::DAY)), |_, _| true)
    }

    /// The question whose answer brought a text into somebody's memory at `tick`.
    fn kept_by(&self, who: AgentId, tick: u64, text: &str) -> Option<QuestionId> {
        let says = |entry: &Entry| {
            let reply = entry.reply.as_ref().and_then(|reply| serde_json::from_str(&reply.0).ok());
            let is_looked_back_at = kind_of(&entry.purpose).is_some_and(|kind| kind.moment.is_some());
            is_looked_back_at && reply.is_some_and(|reply| holds(&reply, text))
        };
        let then = self.answers(who, tick).take_while(|(at, ..)| *at == tick);
        then.filter(|(.., entry)| says(entry)).map(|(_, id, _)| id).next()
    }

    /// The question in which it was judged how much a memory of `tick` matters.
    fn judged(&self, who: AgentId, tick: u64, place: u32) -> Option<QuestionId> {
        let provenance = self.provenance.as_ref()?;
        let day = self.calendar.ticks(Minute::DAY);
        let about = |id: QuestionId| provenance.came(id).iter().any(|one| one.index == place);
        self.last::<Weigh>(who, (tick + day, day), |id, _| about(id))
    }

    /// The talk that was thought over by this question: the last before it with the one it asks about.
    fn talk_over(&self, id: QuestionId, tick: u64) -> Option<(TalkId, &Talk)> {
        let (who, with) = (AgentId(id.agent), self.inputs::<AfterTalk>(id).map(|question| question.other.name));
        let over = self.talks.over.iter().map(|(id, talk)| (*id, talk));
        let of_them = |talk: &Talk| {
            let other = |with: &String| talk.members.iter().any(|one| self.name(*one) == with);
            talk.members.contains(&who) && talk.began <= tick && with.as_ref().is_none_or(other)
        };
        over.filter(|(_, talk)| of_them(talk)).max_by_key(|(_, talk)| talk.began)
    }

    /// The line by somebody of this name that was being said, or had just been, at `tick`.
    fn heard(&self, by: &str, tick: u64) -> Option<(TalkId, usize)> {
        let just = self.calendar.ticks(HEARD);
        let then = self.all_talks().filter(|(_, talk)| talk.began <= tick && talk.said() + just >= tick);
        let lines = then.flat_map(|(id, talk)| talk.lines.iter().enumerate().map(move |(n, line)| (id, n, line)));
        let theirs = lines.filter(|(.., line)| line.from <= tick && self.name(line.by) == by);
        theirs.max_by_key(|(.., line)| line.from).map(|(id, n, _)| (id, n))
    }
}

/// Does a text stand anywhere in an answer? What is made of it may be a little longer: a promise becomes a sentence.
fn holds(answer: &Value, text: &str) -> bool {
    match answer {
        Value::String(one) => {
            let one = one.trim();
            one == text || one.len() > 12 && text.contains(one.trim_end_matches('.'))
        }
        Value::Array(all) => all.iter().any(|one| holds(one, text)),
        Value::Object(all) => all.values().any(|one| holds(one, text)),
        _ => false,
    }
}
