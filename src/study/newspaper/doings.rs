//! What came into the town from outside, in sentences: the player, voices in heads, unseen hands. Pure.

use std::collections::BTreeMap;

use super::{
    Item,
    facts::Facts,
    player,
    write::{at, count, the, upper},
};
use crate::command::Command;

/// All of it, in the order of the day.
pub(super) fn outside(facts: &Facts) -> Vec<Item> {
    let mut items: Vec<Item> = player::items(facts).into_iter().chain(hands(facts)).chain(words(facts)).collect();
    items.sort_by_key(|item| item.tick);
    items
}

/// Things that were changed, or put back as they rest, by no one in town.
fn hands(facts: &Facts) -> impl Iterator<Item = Item> + '_ {
    let named = |address: &str| {
        let (thing, sector) = (address.rsplit(": ").next(), address.split(": ").next());
        format!("{} at {}", the(thing.unwrap_or(address)), at(sector.unwrap_or(address)))
    };
    facts.commands.iter().filter_map(move |(tick, command)| {
        let did = match command {
            Command::Set { thing, state, .. } => format!("was at work: {} was made {state}", named(thing)),
            Command::Reset(Some(thing)) => format!("put {} back in order", named(thing)),
            Command::Reset(None) => "put everything back in order".into(),
            _ => return None,
        };
        let text = format!("At {} an unseen hand {did}.", facts.clock(*tick));
        Some(Item { text, tick: *tick, ..Item::default() })
    })
}

/// How words come to somebody from outside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Voice,
    Memory,
    Plan,
    /// A question from outside that is remembered.
    Question,
}

/// For each head and sort the first in its words, and how many followed.
fn words(facts: &Facts) -> impl Iterator<Item = Item> + '_ {
    let mut all: BTreeMap<(Sort, String), Vec<(u64, String)>> = BTreeMap::new();
    for (tick, command) in &facts.commands {
        let (sort, to, words) = match command {
            Command::Voice { to, words } => (Sort::Voice, to, words.clone()),
            Command::Tell { to, memory } => (Sort::Memory, to, memory.clone()),
            Command::GivePlan { to, from, until, what } => (Sort::Plan, to, format!("{from}-{until} {what}")),
            Command::Ask(inquiry) => (Sort::Question, &inquiry.to, inquiry.question.clone()),
            _ => continue,
        };
        all.entry((sort, full(facts, to))).or_default().push((*tick, words));
    }
    all.into_iter().filter_map(move |((sort, name), said)| {
        let (tick, whole) = said.first()?;
        let (tick, when, words) = (*tick, facts.clock(*tick), whole.trim_end_matches('.'));
        let mut text = match sort {
            Sort::Voice => format!("At {when} a voice in {name}'s head said: “{words}.”"),
            Sort::Memory => format!("Since {when} {name} remembers: “{words}.”"),
            Sort::Plan => format!("At {when} {name} was given a plan: {words}."),
            Sort::Question => format!("At {when} {name} was asked by somebody from elsewhere: “{whole}”"),
        };
        text += &match said.len() - 1 {
            0 => String::new(),
            1 => " Another followed.".into(),
            more => format!(" {} more followed.", upper(&count(more))),
        };
        Some(Item { text, tick, who: facts.find(&name), tile: None })
    })
}

/// The name of somebody who was called by a part of it, where only one can be meant.
pub(super) fn full(facts: &Facts, called: &str) -> String {
    let mut meant = facts.names.values().filter(|name| name.split_whitespace().any(|part| part == called));
    match (meant.next(), meant.next()) {
        (Some(one), None) => one.clone(),
        _ => called.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::AgentId;

    #[test]
    fn what_was_whispered_is_told_once_for_each_head() {
        let names = BTreeMap::from([(AgentId(1), "Ann Lee".to_owned()), (AgentId(2), "Bo Carr".to_owned())]);
        let line = |tick, line: &str| (tick, line.parse().expect("a command"));
        let commands = vec![
            line(3, "voice Ann Lee: You like Bo Carr."),
            line(4, "voice Ann: You trust Bo Carr."),
            line(5, "tell Bo Carr: It rains"),
            line(6, "step north"),
            line(7, "reset <Old Mill: kitchen: stove>"),
            line(8, "ask Bo as a doctor, remembered: How are you?"),
        ];
        let facts = Facts { names, commands, seconds: 10, ..Facts::default() };
        let told: Vec<String> = outside(&facts).into_iter().map(|item| item.text).collect();
        assert_eq!(told.len(), 4, "{told:?}");
        assert!(told[0].ends_with("a voice in Ann Lee's head said: “You like Bo Carr.” Another followed."), "{told:?}");
        assert!(told[1].ends_with("Bo Carr remembers: “It rains.”"), "{told:?}");
        assert!(told[2].ends_with("an unseen hand put the stove at Old Mill back in order."), "{told:?}");
        assert!(told[3].ends_with("Bo Carr was asked by somebody from elsewhere: “How are you?”"), "{told:?}");
    }
}
