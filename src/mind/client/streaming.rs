//! Lines of talk that somebody reads while the model still writes them: those of a talk that a player watches or takes
//! part in.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::mind::{
    Ask, QuestionId,
    question::{Question, Utter},
};

/// Lines of talk as they are written. Shared between the window and the mind's thread. Nothing of it reaches the town,
/// which waits for the whole answer.
#[derive(Debug, Default)]
pub struct StreamedLines(Mutex<Lines>);

#[derive(Debug, Default)]
struct Lines {
    wanted: BTreeSet<u32>,
    partial: BTreeMap<u32, (QuestionId, String)>,
}

impl StreamedLines {
    /// Sets whose lines are wanted from now on, by agent; lines of others are forgotten.
    pub fn listen_to(&self, agents: BTreeSet<u32>) {
        let mut lines = self.lock();
        lines.partial.retain(|agent, _| agents.contains(agent));
        lines.wanted = agents;
    }

    /// Whether the answer to this question is wanted as it is written.
    pub fn is_wanted(&self, ask: &Ask) -> bool {
        ask.purpose == Utter::PURPOSE && self.lock().wanted.contains(&ask.id.agent)
    }

    /// All that is written so far of the answer to this question. A model that is asked again begins anew.
    pub fn update(&self, question: QuestionId, text: &str) {
        let mut lines = self.lock();
        if lines.wanted.contains(&question.agent) {
            lines.partial.insert(question.agent, (question, text.to_owned()));
        }
    }

    /// What is written so far of the answer to this question.
    pub fn so_far(&self, question: QuestionId) -> Option<String> {
        let lines = self.lock();
        lines.partial.get(&question.agent).filter(|(id, _)| *id == question).map(|(_, line)| line.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    fn only_lines_of_those_listened_to_are_kept() {
        let lines = StreamedLines::default();
        lines.listen_to([1, 2].into());
        assert!(lines.is_wanted(&line(1, 0)) && !lines.is_wanted(&line(3, 0)));
        assert!(!lines.is_wanted(&Ask { purpose: "reaction".into(), ..line(1, 0) }));
        lines.update(line(1, 4).id, "Good mor");
        lines.update(line(3, 4).id, "Psst");
        assert_eq!(lines.so_far(line(1, 4).id).as_deref(), Some("Good mor"));
        assert_eq!(lines.so_far(line(1, 5).id), None, "nothing of the next line is written yet");
        assert_eq!(lines.so_far(line(3, 4).id), None);
        lines.listen_to([2].into());
        assert_eq!(lines.so_far(line(1, 4).id), None);
    }
}
