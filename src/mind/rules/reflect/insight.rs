//! What one concludes about a question to oneself: all that can be concluded, and of it what answers the question.

use std::collections::BTreeSet;

use super::{
    super::{
        beliefs::{Beliefs, Kind},
        dice::Dice,
    },
    Thought, ahead, doubt, ground, heart, tree,
};
use crate::language::text::{content, overlap, split};
use crate::mind::question::{Conclude, Insight, Insights};

/// Most insights of one question.
const MOST: usize = 5;
/// What does not answer the question is worth that much less.
const BESIDE: f32 = 0.25;
/// What answers an open question is worth that much.
const OPEN: f32 = 0.7;
/// Below it a thought is not worth keeping.
const LEAST: f32 = 0.3;

/// The insights.
pub fn conclude(ask: &Conclude, dice: &mut Dice) -> Insights {
    let head = Beliefs::new(&ask.me, &ask.now, &ask.known).remembering(&ask.memories).read();
    let numbers: BTreeSet<u32> = ask.memories.iter().filter_map(|memory| memory.n).collect();
    let mut thoughts = ground::thoughts(&head, dice);
    thoughts.extend(heart::thoughts(&head, dice));
    thoughts.extend(ahead::thoughts(&head, dice));
    thoughts.extend(doubt::thoughts(&head, dice));
    thoughts.extend(tree::thoughts(&head, dice));
    let asked = asked(&head, &ask.ask);
    let share: Vec<f32> = thoughts.iter().map(|thought| answers(&head, thought, &asked)).collect();
    // "What have I been spending my days on?" has no word that an answer would have: then all count
    let open = share.iter().all(|share| *share <= BESIDE);
    for (thought, share) in thoughts.iter_mut().zip(share) {
        thought.because.retain(|n| numbers.contains(n));
        thought.weight *= if open { OPEN } else { share };
    }
    thoughts.retain(|thought| thought.because.len() >= 2 && thought.weight >= LEAST && !held(&head, &thought.text));
    thoughts.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let mut kept: Vec<Thought> = Vec::new();
    for thought in thoughts {
        let said = |other: &Thought| alike(&head, &other.text, &thought.text);
        if kept.len() < MOST && !kept.iter().any(said) {
            kept.push(thought);
        }
    }
    let insights = kept
        .into_iter()
        .map(|thought| Insight { text: thought.text, because: thought.because.into_iter().take(8).collect() });
    Insights { insights: insights.collect() }
}

rule!(Conclude, conclude);

/// The stems that a question turns on: names in full, and words that carry meaning.
fn asked(head: &Beliefs, question: &str) -> Vec<String> {
    let tokens = head.names.merge(split(question));
    let me: Vec<String> = content(&split(&head.me.name));
    content(&tokens).into_iter().filter(|stem| !me.contains(stem)).collect()
}

/// How far a thought answers a question: 1 wholly.
fn answers(head: &Beliefs, thought: &Thought, asked: &[String]) -> f32 {
    if asked.is_empty() {
        return 1.0;
    }
    let me: Vec<String> = content(&split(&head.me.name));
    let words: Vec<String> = content(&split(&thought.text)).into_iter().filter(|stem| !me.contains(stem)).collect();
    let shared = asked.iter().filter(|stem| words.contains(stem)).count() as f32;
    BESIDE + (1.0 - BESIDE) * (shared / asked.len().min(3) as f32).min(1.0)
}

/// Whether it has been concluded before, in whatever words.
fn held(head: &Beliefs, text: &str) -> bool {
    let own = head.memories.iter().filter(|memory| memory.kind == Kind::Reflection);
    { own }.any(|memory| memory.text == text || alike(head, &memory.text, text))
}

/// Whether two sentences say much the same.
fn alike(head: &Beliefs, a: &str, b: &str) -> bool {
    let stems = |text: &str| content(&head.names.merge(split(text)));
    let (a, b) = (stems(a), stems(b));
    a.len().min(b.len()) >= 2 && overlap(&a, &b) >= 0.85
}
