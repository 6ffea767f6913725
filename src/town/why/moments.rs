//! All that somebody decided, by time: what one steps through when looking back.

use super::{Looking, Of, Thought};
use crate::{
    clock::AgentId,
    mind::question::{
        AfterTalk, AskMyself, Conclude, PlanDay, PlanHours, PlanSteps, Question, React, ReactAnswer, Relate, Summarise,
        Utter, Way, Weigh, WhereAndLook,
    },
};

/// Sorts of moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Something begun.
    Deed,
    /// Something said.
    Line,
    /// Something thought, of which nothing was to be seen.
    Thought,
}

/// A decision somebody made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// When.
    pub tick: u64,
    /// Which sort.
    pub sort: Sort,
    /// What to ask about.
    pub of: Of,
    /// In a few words.
    pub text: String,
}

impl Looking<'_, '_> {
    /// All that somebody did, said and thought from a tick on, oldest first.
    pub fn moments(&self, who: AgentId, since: u64) -> Vec<Moment> {
        let deeds = self.deeds.of(who).iter().filter(|deed| deed.from >= since).map(|deed| Moment {
            tick: deed.from,
            sort: Sort::Deed,
            of: Of::Moment(deed.from),
            text: format!("{} {}", deed.what, deed.emoji),
        });
        let over = self.talks.over.iter().map(|(id, talk)| (id, talk));
        let talks = over.chain(&self.talks.open).filter(|(_, talk)| talk.members.contains(&who));
        let lines = talks.flat_map(|(id, talk)| {
            let mine = talk.lines.iter().enumerate().filter(move |(_, line)| line.by == who && line.from >= since);
            mine.map(move |(n, line)| Moment {
                tick: line.from,
                sort: Sort::Line,
                of: Of::Line(*id, n),
                text: format!("“{}”", line.words),
            })
        });
        let mut all: Vec<Moment> = deeds.chain(lines).chain(self.thoughts(who, since)).collect();
        all.sort_by_key(|one| (one.tick, one.sort, one.of));
        all
    }

    /// What was decided without being seen: nothing done about something noticed, and what was concluded.
    fn thoughts(&self, who: AgentId, since: u64) -> impl Iterator<Item = Moment> {
        let late = self.answers(who, u64::MAX).take_while(move |(tick, ..)| *tick >= since);
        late.filter_map(move |(tick, id, entry)| {
            let text = match entry.purpose.as_str() {
                React::PURPOSE => {
                    let answer: ReactAnswer = serde_json::from_str(&entry.reply.as_ref()?.0).ok()?;
                    let way = self.way(id, &answer);
                    let noticed = self.inputs::<React>(id)?.noticed.text;
                    (way == Some(Way::CarryOn)).then(|| format!("carried on: {noticed}"))?
                }
                purpose => name(purpose)?.to_string(),
            };
            Some(Moment { tick, sort: Sort::Thought, of: Of::Question(id), text })
        })
    }

    /// What a thought is about, in a few words.
    pub fn title(&self, thought: &Thought) -> String {
        if thought.purpose == React::PURPOSE
            && let Some(question) = self.inputs::<React>(thought.id)
        {
            return format!("what to do about this: {}", question.noticed.text);
        }
        name(&thought.purpose)
            .or(behind(&thought.purpose))
            .map_or_else(|| thought.purpose.replace('_', " "), str::to_string)
    }
}

/// Kinds of thoughts that one steps to, in words; the others stand behind what is done and said.
fn name(purpose: &str) -> Option<&'static str> {
    Some(match purpose {
        PlanDay::PURPOSE => "planned the day",
        Summarise::PURPOSE => "thought about who they are",
        AskMyself::PURPOSE => "asked themselves what it all comes to",
        Conclude::PURPOSE => "looked back and concluded",
        Relate::PURPOSE => "thought about somebody",
        AfterTalk::PURPOSE => "thought a talk over",
        _ => return None,
    })
}

/// The other kinds: those behind what is done and said.
fn behind(purpose: &str) -> Option<&'static str> {
    Some(match purpose {
        PlanHours::PURPOSE => "how to spend this part of the day",
        PlanSteps::PURPOSE => "what to do in this hour, step by step",
        WhereAndLook::PURPOSE => "where to do it, and how that looks",
        Utter::PURPOSE => "what to say next",
        Weigh::PURPOSE => "how much this matters",
        _ => return None,
    })
}
