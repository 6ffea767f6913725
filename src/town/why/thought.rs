//! One question with all there is to know about it; and the whole chain as text, for the command line and to be copied.

use std::fmt::Write;

use super::{Explainer, Link, Topic, Why};
use crate::{
    clock::AgentId,
    journal::{By, Entry},
    language::clean::short_line,
    memory::{FoundBy, Memory, Retrieved},
    mind::{
        Ask, Phrasing, Prompt, QuestionId, Reply, TokenUsage,
        question::{BECAUSE, Field, fields, kind_of},
    },
};

/// How far down evidence is followed in text.
const DEPTH: u8 = 3;
/// Characters of a line of evidence.
const WIDE: usize = 160;

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
    /// The memories that were retrieved and how, with their scores at that moment; best first where there are scores.
    pub retrieved: Vec<(Retrieved, Memory)>,
    /// The answer as it came, JSON; `None` if nobody could answer.
    pub reply: Option<String>,
    /// The answer in words: what, and which.
    pub answer: Vec<Field>,
    /// Who answered.
    pub by: Option<By>,
    /// Why the mind that was asked has not answered.
    pub fallback: Option<String>,
    /// Requests, tokens and time.
    pub usage: TokenUsage,
}

impl Explainer<'_, '_> {
    /// All about a question; `None` if it was never asked.
    pub fn thought(&self, id: QuestionId) -> Option<Thought> {
        let who = AgentId(id.agent);
        let open = self.thinking(who).and_then(|one| Some((one, one.open().find(|ask| ask.id == id)?)));
        let entry = if open.is_none() { Some(self.entry(id)?) } else { None };
        let (ask, retrieved) = match open {
            Some((thinking, ask)) => (Some(ask.clone()), thinking.came(&ask.purpose).to_vec()),
            None => {
                let kept = self.provenance.as_ref().and_then(|provenance| provenance.get(id));
                kept.map_or((None, Vec::new()), |kept| (Some(kept.ask), kept.came))
            }
        };
        let reply = entry.and_then(|(_, entry)| entry.reply.as_ref());
        let asked = ask.as_ref().map(|ask| (ask.purpose.clone(), ask.asked));
        let (purpose, asked) = asked.or_else(|| entry.map(|(_, entry)| (entry.purpose.clone(), entry.asked)))?;
        Some(Thought {
            id,
            asked,
            answered: entry.map(|(tick, _)| tick),
            retrieved: self.with_memories(who, &retrieved),
            answer: reply.map_or_else(Vec::new, |reply| in_words(&purpose, reply, ask.as_ref())),
            purpose,
            ask,
            reply: reply.map(|reply| reply.0.clone()),
            by: entry.map(|(_, entry)| entry.by.clone()),
            fallback: entry.and_then(|(_, entry)| entry.why.clone()),
            usage: entry.map(|(_, entry)| entry.usage.clone()).unwrap_or_default(),
        })
    }

    /// When a question was answered, and how.
    fn entry(&self, id: QuestionId) -> Option<(u64, &Entry)> {
        // What was asked is known to have been asked at some tick only if it was kept; else all are looked through.
        let first = self.provenance.as_ref().and_then(|provenance| provenance.get(id)).map_or(0, |kept| kept.ask.asked);
        let from = (first, QuestionId { agent: 0, count: 0 });
        let mut all = self.journal.answers.range(from..).filter(|((_, one), _)| *one == id);
        all.next().map(|((at, _), entry)| (*at, &**entry))
    }

    fn with_memories(&self, who: AgentId, retrieved: &[Retrieved]) -> Vec<(Retrieved, Memory)> {
        let memory = |one: &Retrieved| Some((*one, self.memory(who, one.index)?.clone()));
        let mut all: Vec<_> = retrieved.iter().filter_map(memory).collect();
        let sum = |one: &Retrieved| one.scores.iter().map(|score| u32::from(*score)).sum::<u32>();
        all.sort_by_key(|(one, _)| (one.by, std::cmp::Reverse((sum(one), one.index))));
        all
    }

    /// The chain as text, with the prompts if there is something to write them with.
    pub fn tell(&self, why: &Why, phrasing: Option<&dyn Phrasing>) -> String {
        let mut text = format!("{}\n{} · {}\n", why.what, why.name, self.when(why.tick));
        for link in &why.links {
            self.tell_link(&mut text, link, phrasing);
        }
        text
    }

    fn tell_link(&self, text: &mut String, link: &Link, phrasing: Option<&dyn Phrasing>) {
        let when = link.tick.map(|tick| format!(" · {}", self.when(tick))).unwrap_or_default();
        let _ = writeln!(text, "\n== {}{when}", link.title);
        if !link.text.is_empty() {
            let _ = writeln!(text, "{}", link.text);
        }
        if let Some((who, Topic::Memory(place))) = link.on {
            self.tell_evidence(text, who, place, 1);
        }
        if let Some(thought) = &link.thought {
            self.tell_thought(text, thought, phrasing);
        }
    }

    /// What a memory rests on, and what that rests on.
    fn tell_evidence(&self, text: &mut String, who: AgentId, place: u32, depth: u8) {
        let Some(memory) = self.memory(who, place).filter(|_| depth <= DEPTH) else { return };
        for (place, below) in memory.evidence.iter().filter_map(|place| Some((*place, self.memory(who, *place)?))) {
            let when = self.since(below);
            let _ = writeln!(text, "{}rests on [{when}] {}", "  ".repeat(depth.into()), short_line(&below.text, WIDE));
            self.tell_evidence(text, who, place, depth + 1);
        }
    }

    fn tell_thought(&self, text: &mut String, thought: &Thought, phrasing: Option<&dyn Phrasing>) {
        let answered = thought.answered.map_or("open".into(), |tick| format!("answered {}", self.when(tick)));
        let _ = writeln!(text, "question: {} · asked {} · {answered}", thought.purpose, self.when(thought.asked));
        if !thought.retrieved.is_empty() {
            let _ = writeln!(text, "-- what came to mind: recency + importance + relevance = sum");
        }
        for (one, memory) in &thought.retrieved {
            // `0.930 + 0.500 + 1.000 = 2.430`, or by which other way it came.
            let scores = one.parts().map(|[recency, importance, relevance, sum]| {
                format!("{recency:.3} + {importance:.3} + {relevance:.3} = {sum:.3}")
            });
            let scores = scores.unwrap_or_else(|| format!("({})", one.by.words()));
            let by = memory.source.as_ref().map(|by| format!(", {by} said")).unwrap_or_default();
            let _ = writeln!(text, "{scores} [{}{by}] {}", self.since(memory), memory.text);
        }
        if let Some(phrasing) = phrasing {
            let prompt = thought.prompt(phrasing).map(|prompt| {
                format!("-- the prompt, {} tokens\n{}\n--\n{}", prompt.tokens(), prompt.system, prompt.user)
            });
            let _ = writeln!(text, "{}", prompt.unwrap_or_else(|why| format!("-- no prompt: {why}")));
        }
        let _ = writeln!(text, "-- the answer, by {}", thought.by());
        for (name, words) in &thought.answer {
            let _ = writeln!(text, "{name}: {words}");
        }
        if let Some(usage) = thought.usage_in_words() {
            let _ = writeln!(text, "-- it took {usage}");
        }
    }

    fn since(&self, memory: &Memory) -> String {
        if memory.created == 0 { "long known".into() } else { self.when(memory.created) }
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

    /// Requests, tokens and time in words; `None` for the built-in mind.
    pub fn usage_in_words(&self) -> Option<String> {
        let TokenUsage { calls, tokens_in, tokens_cached, tokens_out, millis, .. } = self.usage;
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
        let scored = self.retrieved.iter().filter(|one| one.0.by == FoundBy::Scored).count();
        (scored, self.retrieved.len() - scored)
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
            retrieved: vec![],
            reply: None,
            answer,
            by: None,
            fallback: None,
            usage: TokenUsage::default(),
        };
        let told = thought(vec![row("chose", "do it"), row("because", "It burns.")]);
        assert_eq!(told.reason(), Some("It burns."));
        assert_eq!(thought(vec![row("chose", "do it")]).reason(), None);
    }
}
