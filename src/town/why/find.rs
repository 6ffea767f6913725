//! Which question stands behind what was done, said or kept. An entry of the journal says when an answer came and to whom;
//! what it led to is found by what it says.

use serde_json::Value;

use super::Explainer;
use crate::{
    agent::components::talk::{Talk, TalkId},
    clock::{AgentId, Minute},
    journal::Entry,
    mind::{
        Ask, QuestionId,
        question::{
            AfterTalk, PlanDay, PlanHours, PlanSteps, Question, React, ReactAnswer, Utter, Way, Weigh, WhereAndLook,
            asked, kind_of,
        },
    },
};

/// Minutes back in which a talk was decided upon that began then.
const APPROACH: u32 = 60;
/// Minutes in which an errand is over, however long it takes.
const ERRAND: u32 = 160;
/// Minutes after a line within which it may be remembered by who overheard it.
const HEARD: u32 = 5;

impl Explainer<'_, '_> {
    /// Somebody's answers that had come by `tick`, the last first.
    pub(super) fn answers(&self, who: AgentId, tick: u64) -> impl Iterator<Item = (u64, QuestionId, &Entry)> {
        let last = (tick, QuestionId { agent: u32::MAX, count: u32::MAX });
        let all = self.journal.answers.range(..=last).rev().filter(move |((_, id), _)| id.agent == who.0);
        all.map(|((at, id), entry)| (*at, *id, entry))
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
        of.filter_map(|(_, id, entry)| Some((id, read(entry)?)))
            .find(|(id, answer)| fits(*id, answer))
            .map(|(id, _)| id)
    }

    /// A question as it was asked, answered or still open.
    pub(super) fn asked(&self, id: QuestionId) -> Option<Ask> {
        let open = || self.thinking(AgentId(id.agent))?.open().find(|ask| ask.id == id).cloned();
        self.trail.as_ref().and_then(|trail| trail.get(id)).map(|kept| kept.ask).or_else(open)
    }

    /// The inputs of a question, if they were kept.
    pub(super) fn inputs<Q: Question>(&self, id: QuestionId) -> Option<Q> {
        self.asked(id).and_then(|ask| asked::<Q>(&ask).ok())
    }

    /// The sort of option that was chosen; `None` if the question was not kept.
    pub(super) fn way(&self, id: QuestionId, answer: &ReactAnswer) -> Option<Way> {
        self.inputs::<React>(id)?.chosen(answer).map(|option| option.way)
    }

    /// What was decided about something noticed, and is being done at `tick`.
    pub(super) fn errand(&self, who: AgentId, tick: u64, what: &str) -> Option<QuestionId> {
        let acts = |id, answer: &ReactAnswer| {
            answer.what.trim() == what && !matches!(self.way(id, answer), Some(Way::CarryOn | Way::Talk))
        };
        self.last::<React>(who, (tick, self.calendar.ticks(ERRAND)), acts)
    }

    /// The decision to walk up to somebody that was made shortly before `tick`.
    pub(super) fn approach(&self, who: AgentId, with: AgentId, tick: u64) -> Option<QuestionId> {
        let name = self.name(with);
        let means = |id: QuestionId, answer: &ReactAnswer| {
            let question = self.inputs::<React>(id);
            question
                .as_ref()
                .and_then(|question| question.chosen(answer))
                .is_some_and(|option| option.way == Way::Talk && option.with.as_deref() == Some(name))
        };
        self.last::<React>(who, (tick, self.calendar.ticks(APPROACH)), means)
    }

    /// The question whose answer a line was.
    pub(super) fn line(&self, talk: &Talk, n: usize) -> Option<QuestionId> {
        let line = talk.lines.get(n)?;
        let since = line.from.saturating_sub(talk.began);
        self.last::<Utter>(line.by, (line.from, since), |_, answer| answer.words.trim() == line.words)
    }

    /// Where a step is done: the question, and the step it was asked about.
    pub(super) fn place(&self, who: AgentId, tick: u64, what: &str) -> Option<QuestionId> {
        let about = |id, _: &_| {
            self.inputs::<WhereAndLook>(id)
                .is_some_and(|q| q.step.what == what || q.then.iter().any(|step| step.what == what))
        };
        self.last::<WhereAndLook>(who, (tick, self.calendar.ticks(Minute::DAY)), about)
    }

    /// The plan of an hour in which this is a step.
    pub(super) fn steps(&self, who: AgentId, tick: u64, what: &str) -> Option<QuestionId> {
        self.last::<PlanSteps>(who, (tick, self.calendar.ticks(Minute::DAY)), |_, answer| {
            answer.steps.iter().any(|step| step.what.trim() == what)
        })
    }

    /// The plan of a part in which this is an hour.
    pub(super) fn hours(&self, who: AgentId, tick: u64, what: &str) -> Option<QuestionId> {
        self.last::<PlanHours>(who, (tick, self.calendar.ticks(Minute::DAY)), |_, answer| {
            answer.hours.iter().any(|hour| hour.what.trim() == what)
        })
    }

    /// The plan of the day of `tick`.
    pub(super) fn day(&self, who: AgentId, tick: u64) -> Option<QuestionId> {
        self.last::<PlanDay>(who, (tick, self.calendar.ticks(2 * Minute::DAY)), |_, _| true)
    }

    /// The question whose answer brought a text into somebody's memory at `tick`.
    pub(super) fn kept_by(&self, who: AgentId, tick: u64, text: &str) -> Option<QuestionId> {
        let says = |entry: &Entry| {
            let reply = entry.reply.as_ref().and_then(|reply| serde_json::from_str(&reply.0).ok());
            let is_looked_back_at = kind_of(&entry.purpose).is_some_and(|kind| kind.moment.is_some());
            is_looked_back_at && reply.is_some_and(|reply| holds(&reply, text))
        };
        let then = self.answers(who, tick).take_while(|(at, ..)| *at == tick);
        then.filter(|(.., entry)| says(entry)).map(|(_, id, _)| id).next()
    }

    /// The question in which it was judged how much a memory of `tick` matters.
    pub(super) fn judged(&self, who: AgentId, tick: u64, place: u32) -> Option<QuestionId> {
        let trail = self.trail.as_ref()?;
        let day = self.calendar.ticks(Minute::DAY);
        let about = |id: QuestionId| trail.came(id).iter().any(|one| one.place == place);
        self.last::<Weigh>(who, (tick + day, day), |id, _| about(id))
    }

    /// The talk that was thought over by this question: the last before it with the one it asks about.
    pub(super) fn talk_over(&self, id: QuestionId, tick: u64) -> Option<(TalkId, &Talk)> {
        let (who, with) = (AgentId(id.agent), self.inputs::<AfterTalk>(id).map(|question| question.other.name));
        let over = self.talks.over.iter().map(|(id, talk)| (*id, talk));
        let of_them = |talk: &Talk| {
            let other = |with: &String| talk.members.iter().any(|one| self.name(*one) == with);
            talk.members.contains(&who) && talk.began <= tick && with.as_ref().is_none_or(other)
        };
        over.filter(|(_, talk)| of_them(talk)).max_by_key(|(_, talk)| talk.began)
    }

    /// The line by somebody of this name that was being said, or had just been, at `tick`.
    pub(super) fn heard(&self, by: &str, tick: u64) -> Option<(TalkId, usize)> {
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
