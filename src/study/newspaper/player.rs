//! Whom the player was on a day, from when to when, and what they did as them, in plain words. Pure.

use std::collections::BTreeSet;

use super::{
    Item,
    doings::full,
    facts::{Facts, pair},
    write::{count, list, series, the},
};
use crate::{
    clock::AgentId,
    command::{Arrival, Command},
    language::text::Pron,
};

/// Most deeds that are told of somebody.
const MOST: usize = 4;
/// Who has made so many steps has walked about.
const ABOUT: usize = 8;

/// Somebody whom the player was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Part {
    name: String,
    /// Did they come to town as them?
    new: bool,
    /// From which tick to which; `None`: since before the day, or still.
    times: Vec<(Option<u64>, Option<u64>)>,
    /// What they were seen to do, each once.
    deeds: Vec<String>,
    /// How many steps they have made; a walk to some place counts as enough of them.
    steps: usize,
}

/// What of a command makes somebody the player, if it does: their name, and whether they come to town.
fn becomes(facts: &Facts, command: &Command) -> Option<(String, bool)> {
    let known = |name: &str| facts.pronouns.keys().find(|one| one.to_lowercase() == name.to_lowercase()).cloned();
    match command {
        Command::Join(Arrival { name, .. }) => Some((known(name).unwrap_or_else(|| name.clone()), true)),
        Command::Possess(name) => Some((full(facts, name), false)),
        _ => None,
    }
}

/// `cook`, `put the stove right`, as it follows upon *was seen to*.
fn deed(command: &Command) -> Option<String> {
    let Command::Use { thing: address, deed } = command else { return None };
    let thing = the(address.rsplit(": ").next().unwrap_or(address));
    match deed.as_str() {
        "" => Some(format!("use {thing}")),
        "mend" => Some(format!("put {thing} right")),
        deed => Some(deed.to_owned()),
    }
}

/// Everybody the player was, in their order, each once.
fn parts(facts: &Facts) -> Vec<Part> {
    let mut all: Vec<Part> = Vec::new();
    let mut now: Option<usize> = None;
    let begin = |all: &mut Vec<Part>, (name, new): (String, bool), at: Option<u64>| {
        let known = all.iter().position(|one| one.name == name);
        let n = known.unwrap_or_else(|| {
            all.push(Part { name, new, ..Part::default() });
            all.len() - 1
        });
        all[n].times.push((at, None));
        n
    };
    let end = |all: &mut Vec<Part>, now: Option<usize>, at: u64| {
        if let Some(last) = now.and_then(|n| all.get_mut(n)).and_then(|one| one.times.last_mut()) {
            last.1 = Some(at);
        }
    };
    let mut before = None;
    for (_, command) in &facts.earlier {
        before = if *command == Command::Leave { None } else { becomes(facts, command).or(before) };
    }
    if let Some(before) = before {
        now = Some(begin(&mut all, before, None));
    }
    for (tick, command) in &facts.commands {
        if *command == Command::Leave {
            end(&mut all, now.take(), *tick);
        } else if let Some(who) = becomes(facts, command) {
            end(&mut all, now.take(), *tick);
            now = Some(begin(&mut all, who, Some(*tick)));
        } else if let Some(one) = now.and_then(|n| all.get_mut(n)) {
            one.steps += match command {
                Command::Step(_) => 1,
                Command::Goto(_) => ABOUT,
                _ => 0,
            };
            if let Some(deed) = deed(command).filter(|deed| !one.deeds.contains(deed)) {
                one.deeds.push(deed);
            }
        }
    }
    all
}

/// `came to town at 09:10 and left at 11:00`; `was not quite himself from 09:10 to 11:00`.
fn whole(facts: &Facts, part: &Part, pron: Pron) -> String {
    let clock = |tick: u64| facts.clock(tick);
    if !part.new {
        let times = part.times.iter().map(|time| match time {
            (None, None) => "all day".to_owned(),
            (None, Some(until)) => format!("up to {}", clock(*until)),
            (Some(from), None) => format!("from {} on", clock(*from)),
            (Some(from), Some(until)) => format!("from {} to {}", clock(*from), clock(*until)),
        });
        let usual = if pron == Pron::They { "as usual" } else { pron.of(3) };
        return format!("was not quite {usual} {}", series(times.collect()));
    }
    let mut turns = Vec::new();
    for (n, (from, until)) in part.times.iter().enumerate() {
        let came = if n == 0 { "came to town" } else { "came back" };
        turns.extend(from.map(|from| format!("{came} at {}", clock(from))));
        turns.extend(until.map(|until| format!("left at {}", clock(until))));
    }
    if turns.is_empty() { "is new in town".into() } else { series(turns) }
}

/// To whom they spoke while they were the player's, and how many lines.
fn spoken(facts: &Facts, part: &Part, id: Option<AgentId>) -> Option<String> {
    let id = id?;
    let theirs = |tick: u64| {
        let within = |(from, until): &(Option<u64>, Option<u64>)| {
            from.is_none_or(|from| from <= tick) && until.is_none_or(|until| tick < until)
        };
        part.times.iter().any(within)
    };
    let own = |line: &&crate::agent::components::talk::Utterance| line.by == id && theirs(line.from);
    // Who was greeted by somebody and said nothing has not talked to them.
    let talks: Vec<_> = facts.talks.iter().filter(|talk| talk.lines.iter().any(|line| own(&line))).collect();
    let lines = talks.iter().flat_map(|talk| &talk.lines).filter(own).count();
    let with: BTreeSet<AgentId> = talks.iter().flat_map(|talk| pair(talk)).filter(|one| *one != id).collect();
    let others: Vec<AgentId> = with.into_iter().collect();
    let plural = if lines == 1 { "line" } else { "lines" };
    (lines > 0).then(|| format!("said {} {plural}, to {}", count(lines), list(facts, &others)))
}

/// An item for each of them.
pub(super) fn items(facts: &Facts) -> Vec<Item> {
    let told = |part: &Part| {
        let pron = facts.pronouns.get(&part.name).copied().unwrap_or(Pron::They);
        let who = facts.find(&part.name);
        let again = match pron {
            // Of whom it is not known how they are called, the name is said again, the first of it.
            Pron::They => part.name.split_whitespace().next().unwrap_or_default().to_owned(),
            Pron::She => "She".into(),
            Pron::He => "He".into(),
        };
        let did = part.deeds.iter().take(MOST).cloned().collect::<Vec<_>>();
        let did = (!did.is_empty()).then(|| format!("was seen to {}", series(did)));
        let mut then: Vec<String> = spoken(facts, part, who).into_iter().chain(did).collect();
        if then.is_empty() && part.steps >= ABOUT {
            then.push("walked about".into());
        }
        let first = format!("{} {}.", part.name, whole(facts, part, pron));
        let text = then.iter().fold(first, |text, one| format!("{text} {again} {one}."));
        let tick = part.times.first().and_then(|time| time.0).unwrap_or(facts.ticks.0);
        Item { text, tick, who, tile: None }
    };
    parts(facts).iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::talk::{Talk, Utterance};
    use std::collections::BTreeMap;

    fn day(commands: &[(u64, &str)], earlier: &[&str]) -> Facts {
        let names = [(1, "Ann Lee"), (2, "Bo Carr"), (3, "Cleo")].map(|(id, name)| (AgentId(id), name.to_owned()));
        let line = |by: u32, from| Utterance { by: AgentId(by), words: "Hello.".into(), from, until: from + 1 };
        let talk =
            Talk { members: vec![AgentId(1), AgentId(2)], lines: vec![line(1, 50), line(2, 400)], ..Talk::default() };
        Facts {
            pronouns: [("Ann Lee", Pron::She), ("Bo Carr", Pron::He), ("Cleo", Pron::They)]
                .map(|(name, pron)| (name.to_owned(), pron))
                .into(),
            names: BTreeMap::from(names),
            commands: commands.iter().map(|(tick, line)| (*tick, line.parse().expect("a command"))).collect(),
            earlier: earlier.iter().map(|line| (0, line.parse().expect("a command"))).collect(),
            talks: vec![talk],
            seconds: 60,
            ..Facts::default()
        }
    }

    fn told(commands: &[(u64, &str)], earlier: &[&str]) -> Vec<String> {
        items(&day(commands, earlier)).into_iter().map(|item| item.text).collect()
    }

    #[test]
    fn who_comes_goes_and_comes_back_is_told_of_once_and_by_their_pronoun() {
        let commands = [
            (10, "join Ann Lee; she; a painter; at 3 4"),
            (20, "step north"),
            (30, "use <Old Mill: kitchen: stove> cook"),
            (31, "use <Old Mill: kitchen: stove> cook"),
            (40, "use <Old Mill: kitchen: sink> mend"),
            (100, "leave"),
            (200, "join ann lee; at 3 4"),
        ];
        let text = "Ann Lee came to town at 00:10, left at 01:40 and came back at 03:20. She said one line, to Bo Carr. \
                    She was seen to cook and put the sink right.";
        assert_eq!(told(&commands, &[]), [text]);
    }

    #[test]
    fn who_was_taken_over_was_not_quite_themselves_and_of_their_own_lines_nothing_is_said() {
        let commands =
            [(60, "possess Bo"), (70, "walk 3 4"), (90, "leave"), (100, "possess Cleo"), (101, "step north")];
        let both = [
            "Bo Carr was not quite himself from 01:00 to 01:30. He walked about.",
            "Cleo was not quite as usual from 01:40 on.",
        ];
        assert_eq!(told(&commands, &[]), both);
    }

    #[test]
    fn who_came_the_day_before_is_still_there() {
        let earlier = ["possess Bo", "leave", "join Cleo"];
        assert_eq!(told(&[], &earlier), ["Cleo is new in town."]);
        assert_eq!(told(&[(9, "goto Bo")], &earlier), ["Cleo is new in town. Cleo walked about."]);
        let steps: Vec<_> = (9..20).map(|tick| (tick, "step north")).collect();
        assert_eq!(told(&steps, &earlier), ["Cleo is new in town. Cleo walked about."]);
        assert_eq!(told(&steps[..2], &earlier), ["Cleo is new in town."], "two steps are no walk");
        assert_eq!(told(&[(9, "leave")], &earlier), ["Cleo left at 00:09."]);
        assert!(told(&[(9, "set <A: b: c> is hot")], &["join Cleo", "leave"]).is_empty());
    }
}
