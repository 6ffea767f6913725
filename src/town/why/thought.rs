//! One question with all there is to know about it.

use super::Looking;
use crate::{
    clock::AgentId,
    journal::{By, Entry},
    memory::{Kind, Retrieved, Way},
    mind::{
        Ask, Phrasing, Prompt, QuestionId, Reply, TokenUsage,
        question::{BECAUSE, Field, fields, kind_of},
    },
};

/// A memory that a question carried.
#[derive(Clone, Debug)]
pub struct Came {
    /// How it came to mind, with its scores at that moment.
    pub brought: Retrieved,
    /// The tick at which it came; 0: before the town began.
    pub created: u64,
    /// What sort.
    pub kind: Kind,
    /// What.
    pub text: String,
    /// Who said it, if it was said.
    pub by: Option<String>,
    /// Does it rest on others?
    pub rests: bool,
}

/// A question, what came to mind for it, and what was answered.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Which.
    pub id: QuestionId,
    /// The kind of question.
    pub purpose: String,
    /// The tick at which it was asked.
    pub asked: u64,
    /// The tick at which the answer counted; `None`: it is still being thought about.
    pub answered: Option<u64>,
    /// As it was asked; `None` if it was not kept.
    pub ask: Option<Ask>,
    /// What came to mind, best first where there are scores.
    pub came: Vec<Came>,
    /// The answer as it came, JSON; `None` if nobody could answer.
    pub reply: Option<String>,
    /// The answer in words: what, and which.
    pub answer: Vec<Field>,
    /// Who answered.
    pub by: Option<By>,
    /// Why the mind that was asked has not answered.
    pub fallback: Option<String>,
    /// What it took.
    pub took: TokenUsage,
}

impl Looking<'_, '_> {
    /// All about a question; `None` if it was never asked.
    pub fn thought(&self, id: QuestionId) -> Option<Thought> {
        let who = AgentId(id.agent);
        let open = self.thinking(who).and_then(|one| one.open().find(|ask| ask.id == id).map(|ask| (one, ask)));
        if let Some((thinking, ask)) = open {
            return Some(Thought {
                id,
                purpose: ask.purpose.clone(),
                asked: ask.asked,
                answered: None,
                came: self.came(who, thinking.came(&ask.purpose)),
                ask: Some(ask.clone()),
                reply: None,
                answer: Vec::new(),
                by: None,
                fallback: None,
                took: TokenUsage::default(),
            });
        }
        let (answered, entry) = self.entry(id)?;
        let kept = self.trail.as_ref().and_then(|trail| trail.get(id));
        let (ask, came) = kept.map_or((None, Vec::new()), |kept| (Some(kept.ask), self.came(who, &kept.came)));
        let reply = entry.reply.as_ref().map(|reply| reply.0.clone());
        Some(Thought {
            id,
            purpose: entry.purpose.clone(),
            asked: entry.asked,
            answered: Some(answered),
            came,
            answer: entry.reply.as_ref().map_or_else(Vec::new, |reply| in_words(&entry.purpose, reply, ask.as_ref())),
            ask,
            reply,
            by: Some(entry.by.clone()),
            fallback: entry.why.clone(),
            took: entry.took.clone(),
        })
    }

    /// When a question was answered, and how.
    fn entry(&self, id: QuestionId) -> Option<(u64, &Entry)> {
        // What was asked is known to have been asked at some tick only if it was kept; else all are looked through.
        let first = self.trail.as_ref().and_then(|trail| trail.get(id)).map_or(0, |kept| kept.ask.asked);
        let from = (first, QuestionId { agent: 0, count: 0 });
        let mut all = self.journal.answers.range(from..).filter(|((_, one), _)| *one == id);
        all.next().map(|((at, _), entry)| (*at, entry))
    }

    fn came(&self, who: AgentId, brought: &[Retrieved]) -> Vec<Came> {
        let show = |one: &Retrieved| {
            let memory = self.memory(who, one.place)?;
            Some(Came {
                brought: *one,
                created: memory.created,
                kind: memory.kind,
                text: memory.text.clone(),
                by: memory.source.clone(),
                rests: !memory.evidence.is_empty(),
            })
        };
        let mut all: Vec<Came> = brought.iter().filter_map(show).collect();
        let sum = |one: &Came| one.brought.scores.iter().map(|score| u32::from(*score)).sum::<u32>();
        all.sort_by_key(|one| (one.brought.way, std::cmp::Reverse((sum(one), one.brought.place))));
        all
    }
}

/// An answer for people; without its question, field by field.
fn in_words(purpose: &str, reply: &Reply, ask: Option<&Ask>) -> Vec<Field> {
    let told = kind_of(purpose).zip(ask).and_then(|(kind, ask)| (kind.in_words)(ask, reply).ok());
    told.unwrap_or_else(|| fields(&serde_json::from_str(&reply.0).unwrap_or_else(|_| reply.0.clone().into())))
}

impl Thought {
    /// The question as a language model gets it, with the prompts of now.
    ///
    /// # Errors
    /// One sentence: it was not kept, or the prompts are at fault.
    pub fn prompt(&self, phrasing: &dyn Phrasing) -> Result<Prompt, String> {
        let ask = self.ask.as_ref().ok_or("the question itself was not kept: the room for looking back was full")?;
        phrasing.phrase(ask)
    }

    /// Who answered, in words.
    pub fn by(&self) -> String {
        let by = match &self.by {
            None => return "nobody yet: it is being thought about".into(),
            Some(By::Builtin) => "the built-in mind".to_string(),
            Some(By::Model(name)) if name.is_empty() => "a language model".to_string(),
            Some(By::Model(name)) => format!("the language model {name}"),
            Some(By::Cassette) => "a cassette of recorded answers".to_string(),
        };
        match (&self.fallback, &self.reply) {
            (Some(why), Some(_)) => format!("{by}, standing in: {why}"),
            (Some(why), None) => format!("nobody: {why}"),
            (None, _) => by,
        }
    }

    /// What it took, in words; of the built-in mind that is nothing.
    pub fn took(&self) -> Option<String> {
        let TokenUsage { calls, tokens_in, tokens_cached, tokens_out, millis, .. } = self.took;
        (calls > 0 || millis > 0).then(|| {
            let cached =
                if tokens_cached > 0 { format!(" ({tokens_cached} of them from before)") } else { String::new() };
            let requests = if calls == 1 { "request" } else { "requests" };
            let seconds = millis as f64 / 1000.0;
            format!("{calls} {requests}, {tokens_in} tokens sent{cached}, {tokens_out} received, {seconds:.1} s")
        })
    }

    /// Why they chose what they chose, in a sentence of theirs, if they said so.
    pub fn reason(&self) -> Option<&str> {
        self.answer.iter().find(|(name, _)| name == BECAUSE).map(|(_, why)| why.as_str())
    }

    /// How many of the memories came by their scores, and how many by other ways.
    pub fn ways(&self) -> (usize, usize) {
        let scored = self.came.iter().filter(|one| one.brought.way == Way::Scored).count();
        (scored, self.came.len() - scored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_what_they_said_it_is() {
        let row = |name: &str, words: &str| (name.to_owned(), words.to_owned());
        let thought = |answer| Thought {
            id: QuestionId { agent: 1, count: 0 },
            purpose: "react".into(),
            asked: 1,
            answered: Some(1),
            ask: None,
            came: vec![],
            reply: None,
            answer,
            by: None,
            fallback: None,
            took: TokenUsage::default(),
        };
        let told = thought(vec![row("chose", "do it"), row("because", "It burns.")]);
        assert_eq!(told.reason(), Some("It burns."));
        assert_eq!(thought(vec![row("chose", "do it")]).reason(), None);
    }
}
