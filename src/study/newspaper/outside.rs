//! What came into the town from outside, in sentences: the player, voices in heads, unseen hands. Pure.

use std::collections::BTreeMap;

use super::{
    Item,
    facts::Facts,
    write::{at, count, series, the},
};
use crate::{
    command::{Arrival, Command},
    language::text::capitalize,
};

/// All of it, in the order of the day.
pub(super) fn outside(facts: &Facts) -> Vec<Item> {
    let mut items: Vec<Item> = visits(facts).into_iter().chain(hands(facts)).chain(words(facts)).collect();
    items.sort_by_key(|item| item.tick);
    items
}

/// What came in on this day.
fn today(facts: &Facts) -> impl Iterator<Item = &(u64, Command)> {
    facts.commands.iter().filter(|(tick, _)| *tick >= facts.ticks.0)
}

/// A time in which the player was somebody.
struct Visit {
    name: String,
    /// Did they come to town as them?
    new: bool,
    from: u64,
    until: Option<u64>,
    /// What they were seen to do on this day, each once.
    deeds: Vec<String>,
}

/// Whom the player was, from when to when, and what they did as them.
fn visits(facts: &Facts) -> Vec<Item> {
    let first = facts.ticks.0;
    let mut visits: Vec<Visit> = Vec::new();
    for (tick, command) in &facts.commands {
        let open = visits.last_mut().filter(|visit| visit.until.is_none());
        let (name, new) = match (command, open) {
            (Command::Join(Arrival { name, .. }), _) => (name.clone(), true),
            (Command::Possess(name), _) => (full(facts, name), false),
            (Command::Leave, Some(visit)) => {
                visit.until = Some(*tick);
                continue;
            }
            (Command::Use { thing, deed }, Some(visit)) if *tick >= first => {
                let deed = seen_to(thing, deed);
                visit.deeds.extend(Some(deed).filter(|deed| !visit.deeds.contains(deed)));
                continue;
            }
            _ => continue,
        };
        visits.push(Visit { name, new, from: *tick, until: None, deeds: Vec::new() });
    }
    let told = |Visit { name, new, from, until, deeds }: Visit| {
        let (since, left) = ((from >= first).then(|| facts.clock(from)), until.map(|tick| facts.clock(tick)));
        let mut text = match (new, since, left) {
            (true, Some(since), None) => format!("{name} came to town at {since}."),
            (true, Some(since), Some(left)) => format!("{name} came to town at {since} and left at {left}."),
            (true, None, None) => format!("{name} is new in town."),
            (true, None, Some(left)) => format!("{name} left town at {left}."),
            (false, Some(since), None) => format!("{name} was not quite as usual from {since} on."),
            (false, Some(since), Some(left)) => format!("{name} was not quite as usual from {since} to {left}."),
            (false, None, None) => format!("{name} was not quite as usual all day."),
            (false, None, Some(left)) => format!("{name} was not quite as usual up to {left}."),
        };
        if !deeds.is_empty() {
            text += &format!(" They were seen to {}.", series(deeds));
        }
        Item { text, tick: from.max(first), who: facts.find(&name), tile: None }
    };
    visits.into_iter().filter(|visit| visit.until.is_none_or(|tick| tick >= first)).map(told).collect()
}

/// `cook`, `put the stove right`, as it follows upon *was seen to*.
fn seen_to(address: &str, deed: &str) -> String {
    let thing = the(address.rsplit(": ").next().unwrap_or(address));
    match deed {
        "" => format!("use {thing}"),
        "mend" => format!("put {thing} right"),
        deed => deed.to_owned(),
    }
}

/// Things that were changed, or put back as they rest, by no one in town.
fn hands(facts: &Facts) -> impl Iterator<Item = Item> {
    let named = |address: &str| {
        let (thing, sector) = (address.rsplit(": ").next(), address.split(": ").next());
        format!("{} at {}", the(thing.unwrap_or(address)), at(sector.unwrap_or(address)))
    };
    today(facts).filter_map(move |(tick, command)| {
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

/// Words that came to somebody from outside: for each head and sort the first, and how many followed.
fn words(facts: &Facts) -> impl Iterator<Item = Item> {
    let mut all: BTreeMap<(&str, String), Vec<(u64, String)>> = BTreeMap::new();
    for (tick, command) in today(facts) {
        let (sentence, to, words) = match command {
            Command::Voice { to, words } => ("At {when} a voice in {name}'s head said: “{words}.”", to, words.clone()),
            Command::Tell { to, memory } => ("Since {when} {name} remembers: “{words}.”", to, memory.clone()),
            Command::GivePlan { to, from, until, what } => {
                ("At {when} {name} was given a plan: {words}.", to, format!("{from}-{until} {what}"))
            }
            Command::Ask(asked) => {
                ("At {when} {name} was asked by somebody from elsewhere: “{words}”", &asked.to, asked.question.clone())
            }
            _ => continue,
        };
        all.entry((sentence, full(facts, to))).or_default().push((*tick, words));
    }
    all.into_iter().map(|((sentence, name), said)| {
        let (tick, words) = &said[0];
        let text = sentence.replace("{when}", &facts.clock(*tick)).replace("{name}", &name);
        let more = match said.len() - 1 {
            0 => String::new(),
            1 => " Another followed.".into(),
            more => format!(" {} more followed.", capitalize(&count(more))),
        };
        let text = text.replace("{words}", words.trim_end_matches('.')) + &more;
        Item { text, tick: *tick, who: facts.find(&name), tile: None }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{AgentId, Calendar};

    fn told(commands: &[(u64, &str)], first: u64) -> Vec<String> {
        let names = [(1, "Ann Lee"), (2, "Bo Carr"), (3, "Cleo")].map(|(id, name)| (AgentId(id), name.to_owned()));
        let facts = Facts {
            names: names.into(),
            commands: commands.iter().map(|(tick, line)| (*tick, line.parse().expect("a command"))).collect(),
            calendar: Calendar { tick_seconds: 60, ..Calendar::default() },
            ticks: (first, 9999),
            ..Facts::default()
        };
        outside(&facts).into_iter().map(|item| item.text).collect()
    }

    #[test]
    fn what_was_whispered_is_told_once_for_each_head() {
        let told = told(
            &[
                (3, "voice Ann Lee: You like Bo Carr."),
                (4, "voice Ann: You trust Bo Carr."),
                (5, "tell Bo Carr: It rains"),
                (6, "step north"),
                (7, "reset <Old Mill: kitchen: stove>"),
                (8, "ask Bo as a doctor, remembered: How are you?"),
            ],
            0,
        );
        assert_eq!(told.len(), 4, "{told:?}");
        assert!(told[0].ends_with("a voice in Ann Lee's head said: “You like Bo Carr.” Another followed."), "{told:?}");
        assert!(told[1].ends_with("Bo Carr remembers: “It rains.”"), "{told:?}");
        assert!(told[2].ends_with("an unseen hand put the stove at Old Mill back in order."), "{told:?}");
        assert!(told[3].ends_with("Bo Carr was asked by somebody from elsewhere: “How are you?”"), "{told:?}");
    }

    #[test]
    fn whom_the_player_was_is_told_with_their_deeds() {
        let commands = [
            (10, "join Ann Lee; she; a painter; at 3 4"),
            (20, "step north"),
            (30, "use <Old Mill: kitchen: stove> cook"),
            (31, "use <Old Mill: kitchen: stove> cook"),
            (40, "use <Old Mill: kitchen: sink> mend"),
            (100, "leave"),
            (200, "possess Bo"),
        ];
        let first = "Ann Lee came to town at 00:10 and left at 01:40. They were seen to cook and put the sink right.";
        assert_eq!(told(&commands, 0), [first, "Bo Carr was not quite as usual from 03:20 on."]);
        assert_eq!(told(&commands, 150), ["Bo Carr was not quite as usual from 03:20 on."]);
        assert_eq!(told(&commands[..1], 50), ["Ann Lee is new in town."]);
    }
}
