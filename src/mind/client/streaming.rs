//! Whose lines are wanted while they are still being thought of: those of a talk that a player looks at or takes part in.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::mind::{
    Ask, QuestionId,
    llm::StreamListener,
    question::{Question, Utter},
};

/// Hears lines as they come. Shared between the window and the mind's thread; nothing in it reaches the town.
#[derive(Debug, Default)]
pub struct Ear(Mutex<Heard>);

#[derive(Debug, Default)]
struct Heard {
    wanted: BTreeSet<u32>,
    lines: BTreeMap<u32, (QuestionId, String)>,
}

impl Ear {
    /// Whose lines are wanted from now on, by agent; what was heard of others is forgotten.
    pub fn listen_to(&self, agents: BTreeSet<u32>) {
        let mut heard = self.lock();
        heard.lines.retain(|agent, _| agents.contains(agent));
        heard.wanted = agents;
    }

    /// What has come so far of the answer to this question.
    pub fn heard(&self, question: QuestionId) -> Option<String> {
        let heard = self.lock();
        heard.lines.get(&question.agent).filter(|(id, _)| *id == question).map(|(_, line)| line.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StreamListener for Ear {
    fn wants(&self, ask: &Ask) -> bool {
        ask.purpose == Utter::PURPOSE && self.lock().wanted.contains(&ask.id.agent)
    }

    fn hears(&self, ask: &Ask, so_far: &str) {
        let mut heard = self.lock();
        if heard.wanted.contains(&ask.id.agent) {
            heard.lines.insert(ask.id.agent, (ask.id, so_far.to_owned()));
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
        let ear = Ear::default();
        ear.listen_to([1, 2].into());
        assert!(ear.wants(&line(1, 0)) && !ear.wants(&line(3, 0)));
        assert!(!ear.wants(&Ask { purpose: "reaction".into(), ..line(1, 0) }));
        ear.hears(&line(1, 4), "Good mor");
        ear.hears(&line(3, 4), "Psst");
        assert_eq!(ear.heard(line(1, 4).id).as_deref(), Some("Good mor"));
        assert_eq!(ear.heard(line(1, 5).id), None, "of the next line nothing has come yet");
        assert_eq!(ear.heard(line(3, 4).id), None);
        ear.listen_to([2].into());
        assert_eq!(ear.heard(line(1, 4).id), None);
    }
}
