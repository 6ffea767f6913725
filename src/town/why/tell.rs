//! The whole chain as text: for the command line, and to be copied.

use std::fmt::Write;

use super::{Came, Link, Looking, Of, Thought, Why};
use crate::{clock::AgentId, mind::Phrasing};

/// How far down evidence is followed in text.
const DEPTH: u8 = 3;
/// Characters of a line of evidence.
const WIDE: usize = 160;

impl Looking<'_, '_> {
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
        if let Some((who, Of::Memory(place))) = link.on {
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
            let when = if below.created == 0 { "long known".into() } else { self.when(below.created) };
            let _ = writeln!(text, "{}rests on [{when}] {}", "  ".repeat(depth.into()), short(&below.text));
            self.tell_evidence(text, who, place, depth + 1);
        }
    }

    fn tell_thought(&self, text: &mut String, thought: &Thought, phrasing: Option<&dyn Phrasing>) {
        let answered = thought.answered.map_or("open".into(), |tick| format!("answered {}", self.when(tick)));
        let _ = writeln!(text, "question: {} · asked {} · {answered}", thought.purpose, self.when(thought.asked));
        if !thought.came.is_empty() {
            let _ = writeln!(text, "-- what came to mind: recency + importance + relevance = sum");
        }
        for one in &thought.came {
            let _ = writeln!(text, "{} {}", scores(one), self.shown(one));
        }
        if let Some(phrasing) = phrasing {
            match thought.prompt(phrasing) {
                Ok(prompt) => {
                    let _ = writeln!(
                        text,
                        "-- the prompt, {} tokens\n{}\n--\n{}",
                        prompt.tokens(),
                        prompt.system,
                        prompt.user
                    );
                }
                Err(why) => {
                    let _ = writeln!(text, "-- no prompt: {why}");
                }
            }
        }
        let _ = writeln!(text, "-- the answer, by {}", thought.by());
        for (name, words) in &thought.answer {
            let _ = writeln!(text, "{name}: {words}");
        }
        if let Some(took) = thought.took() {
            let _ = writeln!(text, "-- it took {took}");
        }
    }

    /// A memory with its time and who said it.
    pub fn shown(&self, one: &Came) -> String {
        let when = if one.created == 0 { "long known".into() } else { self.when(one.created) };
        let by = one.by.as_ref().map(|by| format!(", {by} said")).unwrap_or_default();
        format!("[{when}{by}] {}", one.text)
    }
}

/// `0.930 + 0.500 + 1.000 = 2.430`, or by which other way it came.
fn scores(one: &Came) -> String {
    match one.brought.parts() {
        Some([recency, importance, relevance, sum]) => {
            format!("{recency:.3} + {importance:.3} + {relevance:.3} = {sum:.3}")
        }
        None => format!("({})", one.brought.way.words()),
    }
}

fn short(text: &str) -> String {
    match text.char_indices().nth(WIDE) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}
