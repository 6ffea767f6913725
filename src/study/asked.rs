//! What people are asked while a town lives, or lives again from its journal: the last question of each kind of one
//! person, and how many tokens the prompts of everybody have. Reads only.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::{
    clock::{Active, AgentId, Now},
    exchange::Thinking,
    mind::{Ask, Phrasing, llm::PrefixCache, question::kind_of},
    prompt::Prompts,
    schedule::{Tick, TickStep},
};

/// Prompts of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// How many questions.
    pub asked: u64,
    /// Their tokens together, one for 4 bytes.
    pub tokens: u64,
    /// Of these, those behind the longest beginning shared with one of the last 64 prompts of anybody.
    pub new: u64,
    /// Those of the longest.
    pub most: u64,
    /// How many were longer than their bound.
    pub over: u64,
}

/// What has been asked so far.
#[derive(Resource)]
pub struct Asked {
    /// Whose questions are kept.
    who: AgentId,
    /// How questions are put into words.
    pub prompts: Prompts,
    /// What a server has read before.
    sent: PrefixCache,
    /// The last question of each kind, by purpose.
    pub last: BTreeMap<String, Ask>,
    /// Of everybody, by purpose.
    pub sizes: BTreeMap<String, Sizes>,
    /// Of everybody: the first prompt that could not be made.
    pub fault: Option<String>,
}

impl Asked {
    /// Notes one question.
    pub fn note(&mut self, ask: &Ask) {
        match self.prompts.phrase(ask) {
            Ok(prompt) => {
                let sizes = self.sizes.entry(ask.purpose.clone()).or_default();
                let tokens = prompt.tokens();
                sizes.asked += 1;
                sizes.tokens += tokens;
                let text = prompt.system + "\n" + &prompt.user;
                sizes.new += self.sent.new_bytes(text.into_bytes()).div_ceil(4) as u64;
                sizes.most = sizes.most.max(tokens);
                let bound = self.prompts.front(&ask.purpose).map_or(u64::MAX, |front| front.bound.into());
                sizes.over += u64::from(tokens > bound);
            }
            Err(why) => self.fault = self.fault.take().or(Some(why)),
        }
        if ask.id.agent == self.who.0 {
            self.last.insert(ask.purpose.clone(), ask.clone());
        }
    }
}

/// Listens from now on, and keeps the questions of `who`.
pub fn listen(app: &mut App, who: AgentId, prompts: Prompts) {
    let (sent, last, sizes) = (PrefixCache::default(), BTreeMap::new(), BTreeMap::new());
    app.insert_resource(Asked { who, prompts, sent, last, sizes, fault: None });
    app.add_systems(Tick, note.in_set(TickStep::LogQuestions));
}

/// A question is open at the end of the tick in which it was asked: none is missed.
fn note(active: Res<Active>, now: Res<Now>, thinkers: Query<&Thinking>, mut asked: ResMut<Asked>) {
    for thinking in thinkers.iter_many(&active.0) {
        // What is no question in words has no prompt.
        let fresh = |ask: &&Ask| ask.asked == now.0 && kind_of(&ask.purpose).is_some();
        let mut fresh: Vec<&Ask> = thinking.open().filter(fresh).collect();
        fresh.sort_unstable_by_key(|ask| ask.id);
        fresh.into_iter().for_each(|ask| asked.note(ask));
    }
}
