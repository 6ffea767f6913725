//! All that somebody decided, by time: what one steps through when looking back.

use super::{Looking, Of, Thought};
use crate::{
    clock::AgentId,
    mind::question::{Question, React, ReactAnswer, Way, kind_of, label},
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
        let deeds = self.chronicle.activities(who).filter(|(event, _)| event.at >= since).map(|(event, deed)| Moment {
            tick: event.at,
            sort: Sort::Deed,
            of: Of::Moment(event.at),
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
                    let question = self.inputs::<React>(id)?;
                    (question.chosen(&answer)?.way == Way::CarryOn)
                        .then(|| format!("carried on: {}", question.noticed.text))?
                }
                purpose => kind_of(purpose)?.moment?.to_string(),
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
        let moment = kind_of(&thought.purpose).and_then(|kind| kind.moment);
        moment.map_or_else(|| label(&thought.purpose), str::to_string)
    }
}
