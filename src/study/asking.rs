//! The people of a town as they stand, and what they say when somebody from outside asks them: an interview leaves no
//! trace.

use bevy::prelude::*;

use super::each;
use crate::{
    agent::{resolve, voices},
    clock::{AgentId, Calendar, Now},
    command::Inquiry,
    memory::{Memory, MemoryStream},
    mind::{
        Ask, MindError, Reply,
        question::{Interview, InterviewAnswer, read},
    },
};

/// Somebody, with all they remember.
pub struct Inhabitant<'w> {
    /// Their number.
    pub id: AgentId,
    /// Full name.
    pub name: String,
    /// All they remember, oldest first.
    pub memories: &'w [Memory],
}

/// Everybody in a town at one moment.
pub struct Folk<'w> {
    /// By number.
    pub people: Vec<Inhabitant<'w>>,
    /// The tick.
    pub now: u64,
    /// The town's time.
    pub calendar: Calendar,
    /// The town.
    pub world: &'w World,
}

impl<'w> Folk<'w> {
    /// As they stand now.
    pub fn of(world: &'w World) -> Self {
        let people = resolve::everybody(world).into_iter().filter_map(|one| {
            let memories = world.get::<MemoryStream>(one.entity)?.all();
            Some(Inhabitant { id: one.id, name: one.name, memories })
        });
        let (now, calendar) = (world.resource::<Now>().0, *world.resource::<Calendar>());
        Self { people: people.collect(), now, calendar, world }
    }

    /// The one of this number.
    pub fn get(&self, id: AgentId) -> Option<&Inhabitant<'w>> {
        self.people.iter().find(|one| one.id == id)
    }
}

/// Who answers for the people: a mind, asked from outside.
pub type Answers<'a> = &'a (dyn Fn(&Ask) -> Result<Reply, MindError> + Sync);

/// What somebody says to a stranger, and where it stands in their memory.
pub fn interview(world: &World, name: &str, question: &str, answers: Answers) -> Option<InterviewAnswer> {
    let inquiry = Inquiry { honest: Some(true), ..Inquiry::new(name, question) };
    let ask = voices::traceless(world, &inquiry).ok()?;
    let reply = answers(&ask).ok()?;
    read::<Interview>(&ask, &reply).ok().map(|(_, answer)| answer)
}

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
    pub folk: &'a Folk<'a>,
    /// Who answers for them.
    pub answers: Answers<'a>,
    /// How many at a time.
    pub threads: usize,
}

impl Interviewer<'_> {
    /// Puts all of `questions` (to whom, what) and gives what was said, in their order.
    pub fn ask_all(&self, questions: &[(usize, String)]) -> Vec<Said> {
        let said = each(questions, self.threads, |(who, question)| {
            let answer = interview(self.folk.world, &self.folk.people[*who].name, question, self.answers);
            Ok(answer.map(|one| Said { words: one.answer, known: one.known }).unwrap_or_default())
        });
        said.unwrap_or_default()
    }
}

/// How a yes and a no begin.
const YES: &str = "yes|of course|sure|certainly|i do,|i do.|i know |oh yes|i have heard";
const NO: &str = "no,|no.|no |i don't know|i do not know|i don't think i know|never heard|not that i know|i have no idea|\
                  i haven't heard|i have not heard|i couldn't say|i wouldn't know";

impl Said {
    /// Do they claim to know what was asked? The mark counts unless the words take it back, and words that say so
    /// count without the mark.
    pub fn claims(&self) -> bool {
        !self.words.is_empty() && (self.begins(YES) || self.known && !self.denies())
    }

    /// Do the words say that they do not know?
    pub fn denies(&self) -> bool {
        self.begins(NO)
    }

    fn begins(&self, with: &str) -> bool {
        let words = self.words.to_lowercase();
        with.split('|').any(|start| words.starts_with(start))
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
