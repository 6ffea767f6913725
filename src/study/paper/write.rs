//! Facts into headlines and sentences. Pure; each sentence says what the facts say and no more, in turns of its own.

use std::collections::BTreeMap;

use jiff::civil::DateTime;

use super::{
    Item, Paper, Section,
    facts::{Facts, Gathering, Trouble, pair},
};
use crate::{
    agent::dialogue::Talk,
    clock::{AgentId, Calendar},
};

/// Most items under one heading.
const MOST: usize = 5;
/// Most names in one sentence.
const NAMES: usize = 5;
/// A line that is quoted has so many letters.
const QUOTED: std::ops::RangeInclusive<usize> = 30..=150;

/// Writes the paper.
pub(super) fn write(facts: &Facts) -> Paper {
    let mut stories = stories(facts);
    stories.sort_by_key(|story| std::cmp::Reverse(story.0));
    let (headline, lead) = match stories.first() {
        Some((_, headline, lead)) => (headline.clone(), lead.clone()),
        None => quiet(facts),
    };
    let sections = [
        ("Mishaps", mishaps(facts)),
        ("Who was at what", gatherings(facts)),
        ("Heard in town", news(facts)),
        ("Talks", talks(facts)),
        ("Promised", promises(facts)),
        ("Reached", reached(facts)),
        ("From outside", outside(facts)),
    ];
    let sections = sections.into_iter().map(|(title, mut items)| {
        // What stands at the top is not told again.
        items.retain(|item| item.text != lead.text);
        items.truncate(MOST);
        Section { title: title.into(), items }
    });
    let calendar = Calendar { start: facts.start, tick_seconds: facts.seconds };
    Paper {
        town: facts.town.clone(),
        day: facts.day,
        date: facts.date,
        until: calendar.date_time(facts.ticks.1),
        out: facts.out,
        headline,
        sections: sections.filter(|section| !section.items.is_empty()).collect(),
        quote: quote(facts, &lead),
        lead,
    }
}

/// One of these turns, by the day and what it is about: always the same for the same paper.
fn turn<'a>(facts: &Facts, n: u64, turns: &[&'a str]) -> &'a str {
    turns.get((u64::from(facts.day) * 3 + n) as usize % turns.len().max(1)).copied().unwrap_or_default()
}

/// `three`, `17`.
fn count(n: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).into())
}

fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `Ann Vale, Bo Ek and 3 others`.
fn list(facts: &Facts, who: &[AgentId]) -> String {
    let mut names: Vec<String> = who.iter().take(NAMES).map(|id| facts.name(*id).to_owned()).collect();
    match who.len().saturating_sub(NAMES) {
        0 => {}
        1 => names.push("one other".into()),
        more => names.push(format!("{} others", count(more))),
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "nobody".into(),
    }
}

fn time(when: DateTime) -> String {
    when.strftime("%H:%M").to_string()
}

fn burns(what: &str) -> bool {
    let what = what.to_lowercase();
    ["burn", "fire", "flame", "smok"].iter().any(|word| what.contains(word))
}

/// `the stove`, and a thing that is called by a name of its own as it is called.
fn the(thing: &str) -> String {
    if thing.starts_with(char::is_uppercase) || thing.contains("'s ") { thing.into() } else { format!("the {thing}") }
}

/// A place as it stands in a sentence: a family's house has an article.
fn at(place: &str) -> String {
    if place.contains(" family's ") { format!("the {place}") } else { place.into() }
}

/// What could stand at the top: how much it matters, a headline, and the story.
fn stories(facts: &Facts) -> Vec<(u32, String, Item)> {
    let mut all = Vec::new();
    for trouble in facts.troubles.iter().filter(|one| one.span.0 >= facts.ticks.0) {
        let (worth, headline) = if burns(&trouble.what) {
            let turns = ["Fire at {}", "Flames at {}", "Fire breaks out at {}"];
            (90, turn(facts, trouble.span.0, &turns).replace("{}", &at(&trouble.place)))
        } else {
            (35, format!("{} {} at {}", upper(&trouble.thing), trouble.what, at(&trouble.place)))
        };
        all.push((worth, headline, mishap(facts, trouble)));
    }
    for one in &facts.gatherings {
        let guests = one.came.len();
        if guests > 0 {
            let plural = if guests == 1 { "guest" } else { "guests" };
            let headline = format!("{} {plural} at {}", upper(&count(guests)), one.place);
            all.push((50 + (guests as u32).min(30), headline, gathering(facts, one)));
        } else if one.over {
            all.push((48, format!("Nobody comes to {}", one.place), gathering(facts, one)));
        }
    }
    for rumour in facts.news.iter().filter(|one| !one.heard.is_empty()) {
        let turns = ["News from {} goes round", "The town hears of {}", "{} is talked about"];
        let headline = turn(facts, rumour.heard.len() as u64, &turns).replace("{}", &rumour.source);
        all.push((30 + (rumour.heard.len() as u32 * 2).min(35), headline, spread(facts, rumour)));
    }
    all
}

fn quiet(facts: &Facts) -> (String, Item) {
    let talks = facts.talks.len();
    let headline = match talks {
        0 => "Not a word is spoken",
        _ => turn(facts, talks as u64, &["A quiet day", "All is well", "A day like any other"]),
    };
    let told = match talks {
        0 => format!("Nobody in {} has said anything so far.", facts.town),
        1 => "There was a single talk, and nothing out of order.".to_string(),
        n => format!("There were {} talks, and nothing was out of order.", count(n)),
    };
    (headline.into(), Item { text: told, tick: facts.ticks.0, ..Item::default() })
}

fn mishap(facts: &Facts, trouble: &Trouble) -> Item {
    let (since, thing) = (facts.clock(trouble.span.0), the(&trouble.thing));
    let mut text = if trouble.span.0 < facts.ticks.0 {
        format!("{} at {} was {} since the day before.", upper(&thing), at(&trouble.place), trouble.what)
    } else {
        format!("At {since} {thing} at {} was {}.", at(&trouble.place), trouble.what)
    };
    let tended = list(facts, &trouble.tended);
    text += &match (trouble.span.1, trouble.tended.is_empty()) {
        (Some(end), true) => format!(" It was over at {}.", facts.clock(end)),
        (Some(end), false) => {
            let turns = ["{who} saw to it, and at {end} it was over.", "{who} went to it; by {end} it was over."];
            format!(" {}", turn(facts, end, &turns)).replace("{who}", &tended).replace("{end}", &facts.clock(end))
        }
        (None, true) => " Nobody has seen to it yet.".into(),
        (None, false) => format!(" {tended} went to it, and it is so still."),
    };
    Item { text, tick: trouble.span.0, who: None, tile: trouble.tile }
}

fn mishaps(facts: &Facts) -> Vec<Item> {
    facts.troubles.iter().map(|trouble| mishap(facts, trouble)).collect()
}

fn gathering(facts: &Facts, one: &Gathering) -> Item {
    let (from, until) = (time(one.span.0), time(one.span.1));
    let mut text = one.text.clone();
    text += &match (one.came.len(), one.over) {
        (0, true) => format!(" From {from} to {until} nobody came who had heard of it."),
        (0, false) => " Nobody has come yet who had heard of it.".into(),
        (n, _) => format!(" {} came: {}.", upper(&count(n)), list(facts, &one.came)),
    };
    if !one.by_chance.is_empty() {
        text += &format!(" {} happened to be there.", upper(&list(facts, &one.by_chance)));
    }
    let host = facts.names.iter().find(|(_, name)| **name == one.host).map(|(id, _)| *id);
    Item { text, tick: one.tick, who: one.came.first().copied().or(host), tile: None }
}

fn gatherings(facts: &Facts) -> Vec<Item> {
    facts.gatherings.iter().map(|one| gathering(facts, one)).collect()
}

fn spread(facts: &Facts, rumour: &super::facts::Rumour) -> Item {
    let heard = rumour.heard.len();
    let to: Vec<AgentId> = rumour.heard.iter().map(|(.., to)| *to).collect();
    let mut text = rumour.text.clone();
    text += &if heard == 1 {
        format!(" {} has heard of it today", list(facts, &to))
    } else {
        format!(" {} have heard of it today: {}", upper(&count(heard)), list(facts, &to))
    };
    text += &format!("; {} of {} know it now.", count(rumour.known), count(facts.names.len()));
    let mut tellers: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, from, _) in rumour.heard.iter().filter(|(_, from, _)| !from.is_empty()) {
        *tellers.entry(from).or_default() += 1;
    }
    let most = tellers.iter().max_by_key(|(name, n)| (**n, std::cmp::Reverse(**name)));
    if let Some((name, n)) = most.filter(|(_, n)| **n > 1) {
        text += &format!(" {} of them had it from {name}.", upper(&count(*n)));
    }
    let first = rumour.heard.first();
    Item { text, tick: first.map_or(facts.ticks.0, |one| one.0), who: first.map(|one| one.2), tile: None }
}

fn news(facts: &Facts) -> Vec<Item> {
    facts.news.iter().filter(|one| !one.heard.is_empty()).map(|one| spread(facts, one)).collect()
}

fn place(facts: &Facts, talk: &Talk) -> String {
    facts.places.get(&talk.arena).map_or_else(|| "town".into(), |place| at(place))
}

fn talks(facts: &Facts) -> Vec<Item> {
    let mut items = Vec::new();
    let lines = |talk: &Talk| talk.lines.len();
    if let Some(talk) = facts.talks.iter().rev().max_by_key(|talk| lines(talk)).filter(|talk| lines(talk) > 3) {
        let text = format!(
            "{} talked longest: {} lines at {}, from {} on.",
            list(facts, &pair(talk)),
            count(lines(talk)),
            place(facts, talk),
            facts.clock(talk.began)
        );
        items.push(Item { text, tick: talk.began, who: talk.members.first().copied(), tile: None });
    }
    let mut met = facts.met.clone();
    let first: Vec<&Talk> = facts.talks.iter().filter(|talk| met.insert(pair(talk))).collect();
    if facts.day > 1 {
        for talk in first.iter().take(3) {
            let turns = ["{who} talked for the first time, at {place}.", "A first talk between {who}, at {place}."];
            let text = turn(facts, talk.began, &turns);
            let text = text.replace("{who}", &list(facts, &pair(talk))).replace("{place}", &place(facts, talk));
            items.push(Item { text, tick: talk.began, who: talk.members.first().copied(), tile: None });
        }
    }
    let mut by: BTreeMap<AgentId, usize> = BTreeMap::new();
    facts.talks.iter().flat_map(pair).for_each(|who| *by.entry(who).or_default() += 1);
    if let Some((who, n)) = by.iter().max_by_key(|(who, n)| (**n, std::cmp::Reverse(**who))).filter(|(_, n)| **n > 2) {
        let all = facts.talks.len();
        let text = format!("{} talks in all; {} was in {} of them.", upper(&count(all)), facts.name(*who), count(*n));
        items.push(Item { text, tick: facts.ticks.0, who: Some(*who), tile: None });
    }
    items
}

fn promises(facts: &Facts) -> Vec<Item> {
    let mut by: BTreeMap<&str, Vec<(u64, AgentId)>> = BTreeMap::new();
    for (tick, who, what) in &facts.promises {
        by.entry(what).or_default().push((*tick, *who));
    }
    let mut all: Vec<_> = by.into_iter().collect();
    all.sort_by_key(|(what, who)| (std::cmp::Reverse(who.len()), *what));
    let item = |(what, who): &(&str, Vec<(u64, AgentId)>)| {
        let names: Vec<AgentId> = who.iter().map(|(_, id)| *id).collect();
        let verb = if names.len() == 1 { "means" } else { "mean" };
        let text = format!("{} {verb} to {}.", list(facts, &names), what.trim_end_matches('.'));
        let first = who.first();
        Item { text, tick: first.map_or(facts.ticks.0, |one| one.0), who: first.map(|one| one.1), tile: None }
    };
    all.iter().map(item).collect()
}

fn reached(facts: &Facts) -> Vec<Item> {
    let told = |(tick, goal): &(u64, String)| Item {
        text: format!("At {}: {goal}", facts.clock(*tick)),
        tick: *tick,
        ..Item::default()
    };
    facts.reached.iter().map(told).collect()
}

/// What the player did.
fn outside(facts: &Facts) -> Vec<Item> {
    let mut items = Vec::new();
    if let Some((who, new)) = facts.player {
        let lines = facts.talks.iter().flat_map(|talk| &talk.lines).filter(|line| line.by == who).count();
        let with = facts.talks.iter().map(pair).filter(|all| all.contains(&who)).flatten().filter(|id| *id != who);
        let with: std::collections::BTreeSet<AgentId> = with.collect();
        let name = facts.name(who);
        let mut text =
            if new { format!("{name} is new in town.") } else { format!("{name} was not quite themselves.") };
        if lines > 0 {
            let plural = if lines == 1 { "line" } else { "lines" };
            let others: Vec<AgentId> = with.into_iter().collect();
            text += &format!(" They said {} {plural}, to {}.", count(lines), list(facts, &others));
        }
        items.push(Item { text, tick: facts.ticks.0, who: Some(who), tile: None });
    }
    for (tick, line) in &facts.commands {
        let Some(rest) = line.trim().strip_prefix("set <") else { continue };
        let Some((address, is)) = rest.split_once("> is ") else { continue };
        let thing = address.rsplit(": ").next().unwrap_or(address);
        let sector = at(address.split(": ").next().unwrap_or(address));
        let text = format!(
            "At {} an unseen hand was at work: {} at {sector} was made {}.",
            facts.clock(*tick),
            the(thing),
            is.trim()
        );
        items.push(Item { text, tick: *tick, who: None, tile: None });
    }
    let word = |line: &str| line.split_whitespace().next().unwrap_or_default().to_lowercase();
    let mut others: BTreeMap<String, usize> = BTreeMap::new();
    for (_, line) in facts.commands.iter().filter(|(_, line)| !line.trim().starts_with("set <")) {
        *others.entry(word(line)).or_default() += 1;
    }
    let steps = others.remove("step").unwrap_or_default() + others.remove("walk").unwrap_or_default();
    let told: Vec<String> = others.iter().map(|(word, n)| format!("“{word}” {}", times(*n))).collect();
    if !told.is_empty() {
        let text = format!("Other things were done by hand: {}.", told.join(", "));
        items.push(Item { text, tick: facts.ticks.0, who: facts.player.map(|player| player.0), tile: None });
    }
    if steps > 0 {
        let text = format!("{} steps and walks were taken by hand.", upper(&count(steps)));
        items.push(Item { text, tick: facts.ticks.0, who: facts.player.map(|player| player.0), tile: None });
    }
    items
}

fn times(n: usize) -> String {
    match n {
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{} times", count(n)),
    }
}

/// A line worth reading again: one that tells the news if there is any, else one of the longest talk; never one that
/// was said twice.
fn quote(facts: &Facts, lead: &Item) -> Option<(Item, String)> {
    let mut said: BTreeMap<&str, usize> = BTreeMap::new();
    let all = || facts.talks.iter().flat_map(|talk| talk.lines.iter().map(move |line| (talk, line)));
    all().for_each(|(_, line)| *said.entry(line.words.as_str()).or_default() += 1);
    let fits = |words: &str| QUOTED.contains(&words.chars().count()) && said.get(words) == Some(&1);
    let worth = |talk: &Talk, words: &str| {
        let told = facts.telling.iter().any(|news| news.told_in(words));
        let fresh = !lead.text.contains(words);
        (fresh, told, talk.lines.len(), words.len())
    };
    let best = all().filter(|(_, line)| fits(&line.words)).max_by_key(|(talk, line)| worth(talk, &line.words));
    let (talk, line) = best?;
    let to: Vec<AgentId> = pair(talk).into_iter().filter(|who| *who != line.by).collect();
    let by = format!("{} to {}, {}", facts.name(line.by), list(facts, &to), facts.clock(line.from));
    Some((Item { text: line.words.clone(), tick: line.from, who: Some(line.by), tile: None }, by))
}
