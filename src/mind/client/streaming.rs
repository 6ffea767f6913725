//! Whose lines are wanted while they are still being thought of: those of a talk that a player looks at or takes part in.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::mind::{
    Ask, QuestionId,
    question::{Question, Utter},
};

/// Gets words before the answer is whole. None of them counts until the town has the whole answer.
pub trait StreamListener: Send + Sync + 'static {
    /// Whether this question's words are wanted as they come.
    fn wants(&self, ask: &Ask) -> bool;
    /// All of the answer's first text so far; it may begin anew, if the answer does not fit and is given again.
    fn hears(&self, ask: &Ask, so_far: &str);
}

/// Lines of talk as they come. Shared between the window and the mind's thread; nothing in it reaches the town.
#[derive(Debug, Default)]
pub struct StreamedLines(Mutex<Lines>);

#[derive(Debug, Default)]
struct Lines {
    wanted: BTreeSet<u32>,
    so_far: BTreeMap<u32, (QuestionId, String)>,
}

impl StreamedLines {
    /// Whose lines are wanted from now on, by agent; what came of others is forgotten.
    pub fn listen_to(&self, agents: BTreeSet<u32>) {
        let mut lines = self.lock();
        lines.so_far.retain(|agent, _| agents.contains(agent));
        lines.wanted = agents;
    }

    /// What has come so far of the answer to this question.
    pub fn so_far(&self, question: QuestionId) -> Option<String> {
        let lines = self.lock();
        lines.so_far.get(&question.agent).filter(|(id, _)| *id == question).map(|(_, line)| line.clone())
    }

    /// Whether anybody's lines are.
    pub(super) fn is_wanted(&self) -> bool {
        !self.lock().wanted.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StreamListener for StreamedLines {
    fn wants(&self, ask: &Ask) -> bool {
        ask.purpose == Utter::PURPOSE && self.lock().wanted.contains(&ask.id.agent)
    }

    fn hears(&self, ask: &Ask, so_far: &str) {
        let mut lines = self.lock();
        if lines.wanted.contains(&ask.id.agent) {
            lines.so_far.insert(ask.id.agent, (ask.id, so_far.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(agent: u32, count: u32) -> Ask {
        let id = QuestionId { agent, count };
        Ask { id, purpose: Utter::PURPOSE.into(), inputs: String::new(), asked: 0, due: 3, give_up: 9, dice: 0 }
    }

    #[test]
    fn only_lines_of_those_listened_to_are_heard() {
        let lines = StreamedLines::default();
        lines.listen_to([1, 2].into());
        assert!(lines.wants(&line(1, 0)) && !lines.wants(&line(3, 0)));
        assert!(!lines.wants(&Ask { purpose: "reaction".into(), ..line(1, 0) }));
        lines.hears(&line(1, 4), "Good mor");
        lines.hears(&line(3, 4), "Psst");
        assert_eq!(lines.so_far(line(1, 4).id).as_deref(), Some("Good mor"));
        assert_eq!(lines.so_far(line(1, 5).id), None, "of the next line nothing has come yet");
        assert_eq!(lines.so_far(line(3, 4).id), None);
        lines.listen_to([2].into());
        assert_eq!(lines.so_far(line(1, 4).id), None);
    }
}
