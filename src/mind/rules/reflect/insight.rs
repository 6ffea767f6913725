//! What one concludes about a question to oneself: all that can be concluded, and of it what answers the question.

use std::collections::BTreeSet;

use super::{
    super::{
        beliefs::{Beliefs, Kind, Memory},
        dice::Dice,
    },
    Mirror, Thought, heart,
    wording::list,
};
use crate::language::text::{content, overlap, split, tokens};
use crate::mind::question::{Conclude, Insight, Insights};

/// Most insights of one question.
const MOST: usize = 5;
/// What does not answer the question is worth that much less.
const BESIDE: f32 = 0.25;
/// What answers an open question is worth that much.
const OPEN: f32 = 0.7;
/// Below it a thought is not worth keeping.
const LEAST: f32 = 0.3;
/// Most people that are named at once.
const CIRCLE: usize = 3;

/// The insights.
pub fn conclude(ask: &Conclude, dice: &mut Dice) -> Insights {
    let head = &Beliefs::new(&ask.me, &ask.now, &ask.known).remembering(&ask.memories).read();
    let mut mirror = Mirror::new(head, dice);
    mirror.ground();
    mirror.heart();
    mirror.ahead();
    mirror.doubt();
    mirror.conclusions();
    let mut thoughts = mirror.thoughts;
    // what a question turns on: names in full, and words that carry meaning
    let me = content(&tokens(&head.me.name));
    let without_me = |stems: Vec<String>| stems.into_iter().filter(|stem| !me.contains(stem)).collect::<Vec<_>>();
    let asked = without_me(content(&head.names.merge(split(&ask.ask))));
    // how far a thought answers it: 1 wholly
    let answers = |thought: &Thought| {
        let words = without_me(content(&tokens(&thought.text)));
        let shared = asked.iter().filter(|stem| words.contains(stem)).count() as f32;
        if asked.is_empty() { 1.0 } else { BESIDE + (1.0 - BESIDE) * (shared / asked.len().min(3) as f32).min(1.0) }
    };
    let share: Vec<f32> = thoughts.iter().map(answers).collect();
    // "What have I been spending my days on?" has no word that an answer would have: then all count
    let open = share.iter().all(|share| *share <= BESIDE);
    for (thought, share) in thoughts.iter_mut().zip(share) {
        thought.because.retain(|n| ask.memories.iter().any(|memory| memory.n == Some(*n)));
        thought.weight *= if open { OPEN } else { share };
    }
    thoughts.retain(|thought| thought.because.len() >= 2 && thought.weight >= LEAST && !held(head, &thought.text));
    thoughts.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let mut insights: Vec<Insight> = Vec::new();
    for Thought { text, because, .. } in thoughts {
        if insights.len() < MOST && !insights.iter().any(|other| alike(head, &other.text, &text)) {
            insights.push(Insight { text, because: because.into_iter().take(8).collect() });
        }
    }
    Insights { insights }
}

rule!(Conclude, conclude);

/// Whether it has been concluded before, in whatever words.
fn held(head: &Beliefs, text: &str) -> bool {
    let mut own = head.memories.iter().filter(|memory| memory.kind == Kind::Reflection);
    own.any(|memory| memory.text == text || alike(head, &memory.text, text))
}

/// Whether two sentences say much the same.
fn alike(head: &Beliefs, a: &str, b: &str) -> bool {
    let stems = |text: &str| content(&head.names.merge(split(text)));
    let (a, b) = (stems(a), stems(b));
    a.len().min(b.len()) >= 2 && overlap(&a, &b) >= 0.85
}

impl Mirror<'_, '_> {
    /// Conclusions from conclusions: what several insights come to when they are seen together.
    fn conclusions(&mut self) {
        let head = self.head;
        let mut people: Vec<(String, BTreeSet<Option<u32>>)> = Vec::new();
        let own = |memory: &_| matches!(memory, Memory { kind: Kind::Reflection, n: Some(_), secret: false, .. });
        for memory in head.memories.iter().filter(|memory| own(*memory)) {
            let words = head.names.merge(split(&memory.text));
            for who in words.into_iter().filter(|word| head.names.is_person(word) && *word != head.me.name) {
                match people.iter_mut().find(|(name, _)| *name == who) {
                    Some((_, numbers)) => _ = numbers.insert(memory.n),
                    None => people.push((who, BTreeSet::from([memory.n]))),
                }
            }
        }
        // several people of whom one has concluded something and whom one does not dislike: a circle
        let liked = people.iter().filter(|(who, _)| heart::warmth(head, who) > 0.3).take(CIRCLE);
        let (names, numbers): (Vec<String>, Vec<_>) = liked.cloned().unzip();
        if names.len() >= 2 {
            self.think("insight.circle", &[("names", &list(&names))], numbers.into_iter().flatten(), 0.75);
        }
        // several conclusions about the same person: that person matters
        if let Some((who, because)) = people.iter().rev().max_by_key(|(_, numbers)| numbers.len()) {
            let ill = heart::warmth(head, who) < -0.5;
            let section = if ill { "insight.matters.ill" } else { "insight.matters" };
            self.think(section, &[("x", who)], because.iter().copied(), 0.7);
        }
    }
}
