//! Everybody is asked, outside of the town: an interview leaves no trace, and touches no memory.

use super::{
    jobs::each,
    people::{Folk, Inhabitant},
};
use crate::{
    agent::recall::{Recall, numbered, together},
    mind::{
        Ask, MindError, QuestionId, Reply,
        question::{Interview, InterviewAnswer, Other, Question, Recalled},
    },
};

/// Memories that an interview brings back.
const RECALLED: usize = 30;
/// And those of somebody whom the question names.
const OF_PERSON: usize = 6;

/// Who answers for the people: a mind, asked from outside.
pub type Answers<'a> = &'a (dyn Fn(&Ask) -> Result<Reply, MindError> + Sync);

/// What somebody said to a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// In these words; empty: no answer came.
    pub words: String,
    /// As the mind marks it: they know the main thing asked.
    pub known: bool,
}

/// Puts questions to people.
pub struct Interviewer<'a> {
    /// To whom.
    pub folk: &'a Folk,
    /// Who answers for them.
    pub answers: Answers<'a>,
    /// How many at a time.
    pub threads: usize,
}

impl Interviewer<'_> {
    /// A question to somebody, as a stranger puts it: its inputs, and how it is sent.
    pub fn question(&self, who: &Inhabitant, question: &str) -> Option<(Interview, Ask)> {
        let inputs = Interview {
            language: self.folk.conditions.language.clone(),
            me: who.me.clone(),
            now: who.now.clone(),
            known: who.known.clone(),
            memories: self.recalled(who, question),
            asker: Other { name: "a stranger".into(), pronouns: "they".into(), ..Other::default() },
            plan: Vec::new(),
            honest: true,
            lines: Vec::new(),
            question: question.to_string(),
        };
        let now = self.folk.now;
        let ask = Ask {
            id: QuestionId { agent: who.id.0, count: u32::MAX },
            purpose: Interview::PURPOSE.into(),
            inputs: serde_json::to_string(&inputs).ok()?,
            asked: now,
            due: now,
            give_up: now,
            dice: self.folk.seed.draw(who.id, now, question),
        };
        Some((inputs, ask))
    }

    /// What the person of this place says to a question.
    fn ask(&self, place: usize, question: &str) -> Option<Said> {
        let (inputs, ask) = self.question(self.folk.people.get(place)?, question)?;
        let answer: InterviewAnswer = serde_json::from_str(&(self.answers)(&ask).ok()?.0).ok()?;
        inputs.admits(&answer).ok()?;
        Some(Said { words: answer.answer, known: answer.known })
    }

    /// Puts all of `questions` (to whom, what) and gives what was said, in their order.
    pub fn ask_all(&self, questions: &[(usize, String)]) -> Vec<Said> {
        let said = each(questions, self.threads, |(who, question)| Ok(self.ask(*who, question).unwrap_or_default()));
        said.unwrap_or_default()
    }

    /// What comes to mind about the question, and about whom it names.
    fn recalled(&self, who: &Inhabitant, about: &str) -> Vec<Recalled> {
        let Folk { now, calendar, conditions, directory, .. } = self.folk;
        // What a stranger asks has no embedding of a server.
        let recall =
            Recall { stream: &who.stream, embeddings: None, now: *now, calendar: *calendar, ablation: conditions };
        let of = |other| recall.of_person(&who.circle, other, about, OF_PERSON);
        let named = directory.named_in(about).into_iter().filter(|other| *other != who.id).map(of);
        let general = recall.about(about, RECALLED);
        numbered(together(named.chain([general])))
    }
}

/// How a yes and a no begin.
const YES: [&str; 9] = ["yes", "of course", "sure", "certainly", "i do,", "i do.", "i know ", "oh yes", "i have heard"];
const NO: [&str; 13] = [
    "no,",
    "no.",
    "no ",
    "i don't know",
    "i do not know",
    "i don't think i know",
    "never heard",
    "not that i know",
    "i have no idea",
    "i haven't heard",
    "i have not heard",
    "i couldn't say",
    "i wouldn't know",
];

impl Said {
    /// Do they claim to know what was asked? The mark counts unless the words take it back, and words that say so
    /// count without the mark.
    pub fn claims(&self) -> bool {
        let affirms = YES.iter().any(|start| self.words.to_lowercase().starts_with(start));
        !self.words.is_empty() && (affirms || self.known && !self.denies())
    }

    /// Do the words say that they do not know?
    pub fn denies(&self) -> bool {
        NO.iter().any(|start| self.words.to_lowercase().starts_with(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_what_says_so() {
        let said = |words: &str, known| Said { words: words.into(), known }.claims();
        assert!(said("Yes, it is on Tuesday.", false), "the words say it whatever the mark");
        assert!(said("It is on Tuesday at five.", true));
        assert!(!said("I don't know of any.", true), "the words take the mark back");
        assert!(!said("It could be anything.", false) && !said("", true));
    }
}
