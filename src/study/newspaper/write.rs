//! Facts into headlines and sentences. Pure; each sentence says what the facts say and no more, in turns of its own.

use std::collections::BTreeMap;

use jiff::civil::DateTime;

use super::{
    Item, Paper, Section, doings,
    facts::{Facts, Gathering, Rumour, Trouble, pair},
    quote::quote,
};
use crate::{
    agent::components::talk::Talk,
    clock::{AgentId, Calendar},
    language::condition::ConditionKind,
};

/// Most items under one heading.
const MOST: usize = 5;
/// Most names in one sentence, where more than one other are left out.
const NAMES: usize = 5;

/// Writes the paper.
pub(super) fn write(facts: &Facts) -> Paper {
    let mut stories = stories(facts);
    stories.sort_by_key(|story| std::cmp::Reverse(story.0));
    let (headline, lead) = match stories.first() {
        Some((_, headline, lead)) => (headline.clone(), lead.clone()),
        None => quiet(facts),
    };
    let about = facts.troubles.iter().find(|trouble| mishap(facts, trouble) == lead);
    let sections = [
        ("Mishaps", mishaps(facts)),
        ("Who was at what", gatherings(facts, &lead)),
        ("Heard in town", news(facts, &lead)),
        ("Talks", talks(facts)),
        ("Promised", promises(facts)),
        ("Goals", reached(facts)),
        ("From outside", doings::outside(facts)),
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
        quote: quote(facts, &lead, about),
        lead,
    }
}

/// One of these turns, by the day and what it is about: always the same for the same paper.
fn turn<'a>(facts: &Facts, n: u64, turns: &[&'a str]) -> &'a str {
    turns.get((u64::from(facts.day) * 3 + n) as usize % turns.len().max(1)).copied().unwrap_or_default()
}

/// `three`, `27`.
pub(super) fn count(n: usize) -> String {
    const WORDS: &str = "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
                         sixteen seventeen eighteen nineteen twenty";
    WORDS.split(' ').nth(n).map_or_else(|| n.to_string(), str::to_owned)
}

pub(super) fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `Ann Vale, Bo Ek and 3 others`.
pub(super) fn list(facts: &Facts, who: &[AgentId]) -> String {
    let named = if who.len() == NAMES + 1 { who.len() } else { NAMES };
    let mut names: Vec<String> = who.iter().take(named).map(|id| facts.name(*id).to_owned()).collect();
    match who.len().saturating_sub(named) {
        0 => {}
        more => names.push(format!("{} others", count(more))),
    }
    if names.is_empty() { "nobody".into() } else { series(names) }
}

/// `one, two and three`.
pub(super) fn series(all: Vec<String>) -> String {
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn time(when: DateTime) -> String {
    when.strftime("%H:%M").to_string()
}

pub(super) fn burns(what: &str) -> bool {
    ConditionKind::of(what).is_fire()
}

/// `the stove`, and a thing that is called by a name of its own as it is called.
pub(super) fn the(thing: &str) -> String {
    if thing.starts_with(char::is_uppercase) || thing.contains("'s ") { thing.into() } else { format!("the {thing}") }
}

/// A place as it stands in a sentence: a family's house has an article.
pub(super) fn at(place: &str) -> String {
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
            all.push((50 + (guests as u32).min(30), headline, gathering(facts, one, false)));
        } else if one.over {
            all.push((48, format!("Nobody comes to {}", one.place), gathering(facts, one, false)));
        }
    }
    for rumour in facts.news.iter().filter(|one| !one.heard.is_empty()) {
        // What one person has heard is no talk of the town.
        let turns = match rumour.heard.len() {
            1 => ["{} tells the news", "A word from {}", "{} has something to tell"],
            _ => ["News from {} goes round", "The town hears of {}", "{} is talked about"],
        };
        let headline = turn(facts, rumour.heard.len() as u64, &turns).replace("{}", &rumour.source);
        all.push((30 + (rumour.heard.len() as u32 * 2).min(35), headline, spread(facts, rumour, false)));
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

/// `17 of 25`, `three of eight`.
fn share(n: usize, of: usize) -> String {
    if n.max(of) > 12 { format!("{n} of {of}") } else { format!("{} of {}", count(n), count(of)) }
}

/// What was announced, once it is over.
fn past(text: &str) -> String {
    let turns = [(" is holding ", " held "), (" is hosting ", " hosted "), (" is giving ", " gave ")];
    turns.iter().fold(text.to_owned(), |text, (now, then)| text.replacen(now, then, 1))
}

/// `known`: what it was stands in the paper already.
fn gathering(facts: &Facts, one: &Gathering, known: bool) -> Item {
    let (from, until) = (time(one.span.0), time(one.span.1));
    let mut text = match () {
        () if known => format!("At {}, from {from} to {until}.", at(&one.place)),
        () if one.over => past(&one.text),
        () => one.text.clone(),
    };
    // What is told of something may leave out where it is to be done.
    let there = if text.contains(&one.place) { String::new() } else { format!(" to {}", at(&one.place)) };
    let hours = if text.contains(&from) { String::new() } else { format!(" from {from} to {until}") };
    text += &match (one.came.len(), one.over) {
        (0, true) => format!(" Nobody came{there}{hours} who had heard of it."),
        (0, false) => " Nobody has come yet who had heard of it.".into(),
        (n, _) => format!(" {} came{there}{hours}: {}.", upper(&count(n)), list(facts, &one.came)),
    };
    if !one.by_chance.is_empty() {
        text += &format!(" {} happened to be there.", upper(&list(facts, &one.by_chance)));
    }
    let who = one.came.first().copied().or_else(|| facts.find(&one.host));
    Item { text, tick: one.tick, who, tile: None }
}

fn gatherings(facts: &Facts, lead: &Item) -> Vec<Item> {
    let told = |one: &Gathering| lead.text.starts_with(&one.text) && *lead != gathering(facts, one, false);
    facts.gatherings.iter().map(|one| gathering(facts, one, told(one))).collect()
}

/// `known`: what it says stands in the paper already.
fn spread(facts: &Facts, rumour: &Rumour, known: bool) -> Item {
    let heard = rumour.heard.len();
    let to: Vec<AgentId> = rumour.heard.iter().map(|(.., to)| *to).collect();
    let mut tellers: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, from, _) in rumour.heard.iter().filter(|(_, from, _)| !from.is_empty()) {
        *tellers.entry(from).or_default() += 1;
    }
    let most = tellers.iter().max_by_key(|(name, n)| (**n, std::cmp::Reverse(**name)));
    let from = match most {
        Some((name, _)) if known && **name == rumour.source => String::new(),
        Some((name, _)) if heard == 1 => format!(", from {name}"),
        Some((name, n)) if *n == heard => format!(", {} from {name}", if heard == 2 { "both" } else { "all" }),
        Some((name, n)) if *n > 1 => format!(", {} of them from {name}", count(*n)),
        _ => String::new(),
    };
    let mut text = if known { String::new() } else { format!("{} ", rumour.text) };
    let what = if known { format!("the news from {}", rumour.source) } else { "of it".into() };
    text += &if heard == 1 {
        format!("{} has heard {what} today{from}", list(facts, &to))
    } else {
        format!("{} have heard {what} today{from}: {}", upper(&count(heard)), list(facts, &to))
    };
    text += &match facts.names.len() {
        all if rumour.known >= all => "; by now everybody knows.".to_owned(),
        all => format!("; {} know it now.", share(rumour.known, all)),
    };
    let first = rumour.heard.first();
    Item { text, tick: first.map_or(facts.ticks.0, |one| one.0), who: first.map(|one| one.2), tile: None }
}

fn news(facts: &Facts, lead: &Item) -> Vec<Item> {
    let heard = facts.news.iter().filter(|one| !one.heard.is_empty());
    // What is at the top in full is not told again; what is told of as an event is only carried on.
    let fresh = heard.filter(|one| *lead != spread(facts, one, false));
    fresh.map(|one| spread(facts, one, facts.gatherings.iter().any(|event| event.text == one.text))).collect()
}

/// `at Old Mill`, `outdoors`.
fn place(facts: &Facts, talk: &Talk) -> String {
    match facts.places.get(&talk.arena).map(String::as_str) {
        None => "in town".into(),
        Some("outdoors") => "outdoors".into(),
        Some(place) => format!("at {}", at(place)),
    }
}

fn talks(facts: &Facts) -> Vec<Item> {
    let mut items = Vec::new();
    let lines = |talk: &Talk| talk.lines.len();
    if let Some(talk) = facts.talks.iter().rev().max_by_key(|talk| lines(talk)).filter(|talk| lines(talk) > 3) {
        let text = format!(
            "{} talked longest: {} lines {}, from {} on.",
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
            let turns = ["{who} talked for the first time, {place}.", "A first talk between {who}, {place}."];
            let text = turn(facts, talk.began, &turns);
            let text = text.replace("{who}", &list(facts, &pair(talk))).replace("{place}", &place(facts, talk));
            items.push(Item { text, tick: talk.began, who: talk.members.first().copied(), tile: None });
        }
    }
    let mut by: BTreeMap<AgentId, usize> = BTreeMap::new();
    facts.talks.iter().flat_map(pair).for_each(|who| *by.entry(who).or_default() += 1);
    if let Some((who, n)) = by.iter().max_by_key(|(who, n)| (**n, std::cmp::Reverse(**who))).filter(|(_, n)| **n > 2) {
        let all = facts.talks.len();
        let text = match turn(facts, all as u64, &["most", "none"]) {
            "most" => format!("Of {} talks in all, {} had a part in {}.", count(all), facts.name(*who), count(*n)),
            _ => format!("Nobody talked more than {}: {} of all talks.", facts.name(*who), share(*n, all)),
        };
        items.push(Item { text, tick: facts.ticks.0, who: Some(*who), tile: None });
    }
    items
}

/// `listen to Bo Ek's act`, which had been promised as `help Bo Ek listen to Bo Ek's act`.
fn plain(what: &str) -> String {
    let split = what.strip_prefix("help ").and_then(|rest| rest.split_once(" listen to "));
    match split {
        Some((name, what)) if what.starts_with(name) => format!("listen to {what}"),
        Some((name, what)) => format!("listen to {name}'s {}", what.strip_prefix("the ").unwrap_or(what)),
        None => what.to_owned(),
    }
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
        let text = format!("{} {verb} to {}.", list(facts, &names), plain(what.trim_end_matches('.')));
        let first = who.first();
        Item { text, tick: first.map_or(facts.ticks.0, |one| one.0), who: first.map(|one| one.1), tile: None }
    };
    all.iter().map(item).collect()
}

fn reached(facts: &Facts) -> Vec<Item> {
    let mut all: Vec<&(u64, String)> = facts.reached.iter().collect();
    all.sort_by_key(|(tick, _)| *tick);
    let told = |(tick, goal): &(u64, String)| Item {
        text: format!("Reached at {}: “{}”", facts.clock(*tick), goal.trim()),
        tick: *tick,
        ..Item::default()
    };
    all.into_iter().map(told).collect()
}
