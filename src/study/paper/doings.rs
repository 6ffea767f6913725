//! What came into the town from outside, in sentences: the player, voices in heads, unseen hands. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Item,
    facts::{Facts, pair},
    write::{at, count, list, the, upper},
};
use crate::clock::AgentId;

/// All of it, in the order of the day.
pub(super) fn outside(facts: &Facts) -> Vec<Item> {
    let mut items: Vec<Item> = set(facts).chain(whispered(facts)).collect();
    items.sort_by_key(|item| item.tick);
    let player = facts.player.map(|player| player.0);
    let whole = |text: String| Item { text, tick: facts.ticks.0, who: player, tile: None };
    if let Some(text) = newcomer(facts) {
        items.insert(0, whole(text));
    }
    items.extend(rest(facts).map(whole));
    items
}

/// Who the player was, and what they said.
fn newcomer(facts: &Facts) -> Option<String> {
    let (who, new) = facts.player?;
    let name = facts.name(who);
    let mut text = if new { format!("{name} is new in town.") } else { format!("{name} was not quite themselves.") };
    // Who was greeted by somebody and said nothing has not talked to them.
    let spoke = facts.talks.iter().filter(|talk| talk.lines.iter().any(|line| line.by == who));
    let lines = spoke.clone().flat_map(|talk| &talk.lines).filter(|line| line.by == who).count();
    let with = spoke.map(pair).filter(|all| all.contains(&who)).flatten().filter(|id| *id != who);
    let others: Vec<AgentId> = with.collect::<BTreeSet<_>>().into_iter().collect();
    if lines > 0 {
        let plural = if lines == 1 { "line" } else { "lines" };
        text += &format!(" They said {} {plural}, to {}.", count(lines), list(facts, &others));
    }
    Some(text)
}

/// Things that were changed by no one in town.
fn set(facts: &Facts) -> impl Iterator<Item = Item> + '_ {
    facts.commands.iter().filter_map(move |(tick, line)| {
        let (address, is) = line.trim().strip_prefix("set <")?.split_once("> is ")?;
        let thing = address.rsplit(": ").next().unwrap_or(address);
        let sector = at(address.split(": ").next().unwrap_or(address));
        let when = facts.clock(*tick);
        let text = format!("At {when} an unseen hand was at work: {} at {sector} was made {}.", the(thing), is.trim());
        Some(Item { text, tick: *tick, who: None, tile: None })
    })
}

/// A line that goes into somebody's head: which sort, whose, what.
fn into(line: &str) -> Option<(&'static str, &str, &str)> {
    let (verb, rest) = line.trim().split_once(char::is_whitespace)?;
    let (name, words) = rest.split_once(':')?;
    let verb = ["voice", "tell", "give-plan"].into_iter().find(|known| *known == verb.to_lowercase())?;
    Some((verb, name.trim(), words.trim()))
}

/// Voices, memories and plans: for each head and sort the first in its words, and how many followed.
fn whispered(facts: &Facts) -> impl Iterator<Item = Item> + '_ {
    let mut all: BTreeMap<(&str, String), Vec<(u64, &str)>> = BTreeMap::new();
    for (tick, line) in &facts.commands {
        if let Some((verb, name, words)) = into(line) {
            all.entry((verb, full(facts, name))).or_default().push((*tick, words));
        }
    }
    all.into_iter().filter_map(move |((verb, name), said)| {
        let (tick, words) = *said.first()?;
        let when = facts.clock(tick);
        let words = words.trim_end_matches('.');
        let mut text = match verb {
            "voice" => format!("At {when} a voice in {name}'s head said: “{words}.”"),
            "tell" => format!("Since {when} {name} remembers: “{words}.”"),
            _ => format!("At {when} {name} was given a plan: {words}."),
        };
        match said.len() - 1 {
            0 => {}
            1 => text += " Another followed.",
            more => text += &format!(" {} more followed.", upper(&count(more))),
        }
        let who = facts.names.iter().find(|(_, one)| **one == name).map(|(id, _)| *id);
        Some(Item { text, tick, who, tile: None })
    })
}

/// The name of somebody who was called by a part of it, where only one can be meant.
fn full(facts: &Facts, called: &str) -> String {
    let mut meant = facts.names.values().filter(|name| name.split_whitespace().any(|part| part == called));
    match (meant.next(), meant.next()) {
        (Some(one), None) => one.clone(),
        _ => called.to_owned(),
    }
}

/// How often anything else was done.
fn rest(facts: &Facts) -> impl Iterator<Item = String> {
    let mut others: BTreeMap<String, usize> = BTreeMap::new();
    let told = |line: &str| line.trim().starts_with("set <") || into(line).is_some();
    for (_, line) in facts.commands.iter().filter(|(_, line)| !told(line)) {
        let word = line.split_whitespace().next().unwrap_or_default().to_lowercase();
        *others.entry(word).or_default() += 1;
    }
    let steps = others.remove("step").unwrap_or_default() + others.remove("walk").unwrap_or_default();
    let done: Vec<String> = others.iter().map(|(word, n)| format!("“{word}” {}", times(*n))).collect();
    let done = (!done.is_empty()).then(|| format!("Other things were done by hand: {}.", done.join(", ")));
    let walked = (steps > 0).then(|| format!("{} steps and walks were taken by hand.", upper(&count(steps))));
    done.into_iter().chain(walked)
}

fn times(n: usize) -> String {
    match n {
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{} times", count(n)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_whispered_is_told_once_for_each_head() {
        let names = BTreeMap::from([(AgentId(1), "Ann Lee".to_owned()), (AgentId(2), "Bo Carr".to_owned())]);
        let line = |tick, line: &str| (tick, line.to_owned());
        let commands = vec![
            line(3, "voice Ann Lee: You like Bo Carr."),
            line(4, "voice Ann: You trust Bo Carr."),
            line(5, "tell Bo Carr: It rains"),
            line(6, "speed 4"),
        ];
        let facts = Facts { names, commands, seconds: 10, ..Facts::default() };
        let told: Vec<String> = outside(&facts).into_iter().map(|item| item.text).collect();
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[0].ends_with("a voice in Ann Lee's head said: “You like Bo Carr.” Another followed."), "{told:?}");
        assert!(told[1].ends_with("Bo Carr remembers: “It rains.”"), "{told:?}");
        assert_eq!(told[2], "Other things were done by hand: “speed” once.");
    }
}
