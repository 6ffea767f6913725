//! What people are asked while a town lives, or lives again from its journal: the last question of each kind of one
//! person, and how many tokens the prompts of everybody have. Reads only.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::{
    clock::{Active, AgentId},
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
    prompts: Prompts,
    /// What a server has read before.
    sent: PrefixCache,
    /// Of each person, how many of their questions have been seen.
    seen: BTreeMap<u32, u32>,
    /// The last question of each kind, by purpose.
    pub last: BTreeMap<String, Ask>,
    /// Of everybody, by purpose.
    pub sizes: BTreeMap<String, Sizes>,
    /// Of everybody: the first prompt that could not be made.
    pub fault: Option<String>,
}

impl Asked {
    /// Nothing yet.
    pub fn of(who: AgentId, prompts: Prompts) -> Self {
        Self {
            who,
            prompts,
            sent: PrefixCache::default(),
            seen: BTreeMap::new(),
            last: BTreeMap::new(),
            sizes: BTreeMap::new(),
            fault: None,
        }
    }

    /// How questions are put into words.
    pub fn prompts(&self) -> &Prompts {
        &self.prompts
    }

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

/// Listens from now on, if there is an [`Asked`].
pub fn plugin(app: &mut App) {
    app.add_systems(Tick, listen.in_set(TickStep::LogQuestions).run_if(resource_exists::<Asked>));
}

/// A question is open at the end of the tick in which it was asked: none is missed.
fn listen(active: Res<Active>, thinkers: Query<(&AgentId, &Thinking)>, mut asked: ResMut<Asked>) {
    for (id, thinking) in thinkers.iter_many(&active.0) {
        let seen = asked.seen.insert(id.0, thinking.count()).unwrap_or_default();
        if seen == thinking.count() {
            continue;
        }
        // What is no question in words has no prompt.
        let worded = |ask: &&Ask| ask.id.count >= seen && kind_of(&ask.purpose).is_some();
        let mut fresh: Vec<&Ask> = thinking.open().filter(worded).collect();
        fresh.sort_unstable_by_key(|ask| ask.id);
        fresh.into_iter().for_each(|ask| asked.note(ask));
    }
}
