//! The ways of news on a page: from whom each has it, when and in which words.

use std::collections::BTreeMap;

use serde::Serialize;

use super::day::{Talk, Texts};
use crate::{
    agent::{components::talk, scenario::News},
    clock::AgentId,
    memory::{Memory, memory_of_origin},
    study::news::{How, handing},
};

/// The way of a piece of news.
#[derive(Serialize)]
pub(super) struct Way {
    id: String,
    text: usize,
    /// Who knew it first, -1 if that is nobody of this town.
    source: i64,
    /// Tick, from whom or -1, to whom, seen oneself, words.
    hops: Vec<(u64, i64, i64, bool, usize)>,
}

/// Follows all news.
pub(super) fn ways(
    news: &[News],
    people: &[(AgentId, &str)],
    memories: &BTreeMap<AgentId, Vec<Memory>>,
    talks: &[Talk],
    texts: &mut Texts,
) -> Vec<Way> {
    let said: Vec<talk::Talk> = talks.iter().map(|one| spoken(one, texts)).collect();
    let said: Vec<&talk::Talk> = said.iter().collect();
    let names: BTreeMap<AgentId, &str> = people.iter().copied().collect();
    let number = |wanted: &str| people.iter().find(|(_, name)| *name == wanted).map_or(-1, |(id, _)| i64::from(id.0));
    let follow = |one: &News, texts: &mut Texts| {
        let has = |id: &AgentId| {
            let stream = memories.get(id).into_iter().flatten();
            memory_of_origin(stream.filter(|memory| one.told_in(&memory.text)))
        };
        let has: Vec<(AgentId, &str, &Memory)> =
            people.iter().filter_map(|(id, name)| Some((*id, *name, has(id)?))).collect();
        let since: BTreeMap<&str, u64> = has.iter().map(|(_, name, memory)| (*name, memory.created)).collect();
        let others = has.iter().filter(|(_, name, _)| *name != one.source);
        let mut hops: Vec<_> = others
            .map(|(id, _, memory)| {
                let hop = handing(one, &names, *id, memory, &since, &said);
                (hop.tick, number(&hop.from), i64::from(id.0), hop.how == How::Sight, texts.number(&hop.words))
            })
            .collect();
        hops.sort_unstable();
        Way { id: one.id.clone(), text: texts.number(&one.text), source: number(&one.source), hops }
    };
    news.iter().map(|one| follow(one, texts)).collect()
}

fn spoken(one: &Talk, texts: &Texts) -> talk::Talk {
    let line = |(from, by, words, until): &(u64, u32, usize, u64)| talk::Utterance {
        by: AgentId(*by),
        words: texts.all.get(*words).cloned().unwrap_or_default(),
        from: *from,
        until: *until,
    };
    talk::Talk {
        members: one.members.iter().copied().map(AgentId).collect(),
        lines: one.lines.iter().map(line).collect(),
        ..talk::Talk::default()
    }
}
