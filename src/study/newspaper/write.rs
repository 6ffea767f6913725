//! Facts into headlines and sentences. Pure; each sentence says what the facts say and no more, in turns of its own.

use std::collections::BTreeMap;

use jiff::civil::DateTime;

use super::{
    Item, Paper, Section,
    facts::{Facts, Gathering, Rumour, Trouble},
    outside::outside,
};
use crate::{
    agent::components::talk::{Talk, Utterance},
    clock::AgentId,
    language::{condition::ConditionKind, text::capitalize},
};

/// Most items under one heading.
const MAX: usize = 5;
/// Most names in one sentence, where more than one other are left out.
const NAMES: usize = 5;
/// A line that is quoted has at most so many sentences, if there is one.
const SENTENCES: usize = 2;
/// A line that is quoted has so many letters.
const QUOTED: std::ops::RangeInclusive<usize> = 30..=150;

/// Writes the paper.
pub(super) fn write(facts: &Facts) -> Paper {
    let best = stories(facts).into_iter().rev().max_by_key(|(worth, ..)| *worth);
    let (headline, lead) = best.map_or_else(|| quiet(facts), |(_, headline, lead)| (headline, lead));
    let about = facts.troubles.iter().find(|trouble| mishap(facts, trouble) == lead);
    let sections = [
        ("Mishaps", facts.troubles.iter().map(|trouble| mishap(facts, trouble)).collect()),
        ("Who was at what", gatherings(facts, &lead)),
        ("Heard in town", news(facts, &lead)),
        ("Talks", talks(facts)),
        ("Promised", promises(facts)),
        ("Goals", reached(facts)),
        ("From outside", outside(facts)),
    ];
    let sections = sections.into_iter().map(|(title, mut items)| {
        // What is at the top is not told again.
        items.retain(|item| item.text != lead.text);
        items.truncate(MAX);
        Section { title: title.into(), items }
    });
    Paper {
        town: facts.town.clone(),
        day: facts.day,
        date: facts.date,
        until: facts.calendar.date_time(facts.ticks.1),
        out: facts.out,
        headline,
        sections: sections.filter(|section| !section.items.is_empty()).collect(),
        quote: quote(facts, &lead, about),
        lead,
    }
}

/// One of these turns, by the day and what it is about: always the same for the same paper.
fn turn<'a>(facts: &Facts, n: u64, turns: [&'a str; 3]) -> &'a str {
    turns[(u64::from(facts.day) * 3 + n) as usize % turns.len()]
}

/// `three`, `27`.
pub(super) fn count(n: usize) -> String {
    const WORDS: &str = "no one two three four five six seven eight nine ten eleven twelve";
    WORDS.split(' ').nth(n).map_or_else(|| n.to_string(), str::to_owned)
}

/// `Ann Vale, Bo Ek and 3 others`.
fn list<'a>(facts: &Facts, who: impl IntoIterator<Item = &'a AgentId>) -> String {
    let mut names: Vec<String> = who.into_iter().map(|id| facts.name(*id).to_owned()).collect();
    if names.len() > NAMES + 1 {
        let others = names.split_off(NAMES).len();
        names.push(format!("{} others", count(others)));
    }
    if names.is_empty() { "nobody".into() } else { series(names) }
}

/// `one, two and three`.
pub(super) fn series(mut all: Vec<String>) -> String {
    let last = all.pop().unwrap_or_default();
    if all.is_empty() { last } else { format!("{} and {last}", all.join(", ")) }
}

fn time(when: DateTime) -> String {
    when.strftime("%H:%M").to_string()
}

/// `the stove`, and a thing that has a name of its own as it is called.
pub(super) fn the(thing: &str) -> String {
    if thing.starts_with(char::is_uppercase) || thing.contains("'s ") { thing.into() } else { format!("the {thing}") }
}

/// A place as it is written in a sentence: a family's house has an article.
pub(super) fn at(place: &str) -> String {
    if place.contains(" family's ") { format!("the {place}") } else { place.into() }
}

/// What could be at the top: how much it matters, a headline, and the story.
fn stories(facts: &Facts) -> Vec<(u32, String, Item)> {
    let troubles = facts.troubles.iter().filter(|one| one.span.0 >= facts.ticks.0).map(|trouble| {
        let (worth, headline) = if trouble.kind.is_fire() {
            let turns = ["Fire at {}", "Flames at {}", "Fire breaks out at {}"];
            (90, turn(facts, trouble.span.0, turns).replace("{}", &at(&trouble.place)))
        } else {
            (35, format!("{} {} at {}", capitalize(&trouble.thing), trouble.what, at(&trouble.place)))
        };
        (worth, headline, mishap(facts, trouble))
    });
    let events = facts.gatherings.iter().filter(|one| one.over || !one.came.is_empty()).map(|one| {
        let (guests, place) = (one.came.len(), &one.event.place);
        let headline = match guests {
            0 => format!("Nobody comes to {place}"),
            1 => format!("One guest at {place}"),
            n => format!("{} guests at {place}", capitalize(&count(n))),
        };
        let worth = if guests == 0 { 48 } else { 50 + (guests as u32).min(30) };
        (worth, headline, gathering(facts, one, false))
    });
    let rumours = facts.news.iter().filter(|one| !one.heard.is_empty()).map(|rumour| {
        let heard = rumour.heard.len();
        // What one person has heard is no talk of the town.
        let turns = match heard {
            1 => ["{} tells the news", "A word from {}", "{} has something to tell"],
            _ => ["News from {} goes round", "The town hears of {}", "{} is talked about"],
        };
        let headline = turn(facts, heard as u64, turns).replace("{}", &rumour.source);
        (30 + (heard as u32 * 2).min(35), headline, spread(facts, rumour, false))
    });
    troubles.chain(events).chain(rumours).collect()
}

fn quiet(facts: &Facts) -> (String, Item) {
    let talks = facts.talks.len();
    let headline = match talks {
        0 => "Not a word is spoken",
        _ => turn(facts, talks as u64, ["A quiet day", "All is well", "A day like any other"]),
    };
    let text = match talks {
        0 => format!("Nobody in {} has said anything so far.", facts.town),
        1 => "There was a single talk, and nothing out of order.".to_string(),
        n => format!("There were {} talks, and nothing was out of order.", count(n)),
    };
    (headline.into(), Item { text, tick: facts.ticks.0, ..Item::default() })
}

fn mishap(facts: &Facts, trouble: &Trouble) -> Item {
    let (thing, place, (since, until)) = (the(&trouble.thing), at(&trouble.place), trouble.span);
    let mut text = if since < facts.ticks.0 {
        format!("{} at {place} was {} since the day before.", capitalize(&thing), trouble.what)
    } else {
        format!("At {} {thing} at {place} was {}.", facts.clock(since), trouble.what)
    };
    let tended = list(facts, &trouble.tended);
    text += &match (until.map(|end| facts.clock(end)), trouble.tended.is_empty()) {
        (Some(end), true) => format!(" It was over at {end}."),
        (Some(end), false) => format!(" {tended} saw to it, and at {end} it was over."),
        (None, true) => " Nobody has seen to it yet.".into(),
        (None, false) => format!(" {tended} went to it, and it is so still."),
    };
    Item { text, tick: since, who: None, tile: trouble.tile }
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

/// `known`: what it was is in the paper already.
fn gathering(facts: &Facts, one: &Gathering, known: bool) -> Item {
    let (from, until, place) = (time(one.event.from), time(one.event.until), &one.event.place);
    let mut text = match () {
        () if known => format!("At {}, from {from} to {until}.", at(place)),
        () if one.over => past(&one.text),
        () => one.text.clone(),
    };
    // What is told of something may leave out where it is.
    let there = if text.contains(place) { String::new() } else { format!(" to {}", at(place)) };
    let hours = if text.contains(&from) { String::new() } else { format!(" from {from} to {until}") };
    text += &match (one.came.len(), one.over) {
        (0, true) => format!(" Nobody came{there}{hours} who had heard of it."),
        (0, false) => " Nobody has come yet who had heard of it.".into(),
        (n, _) => format!(" {} came{there}{hours}: {}.", capitalize(&count(n)), list(facts, &one.came)),
    };
    if !one.by_chance.is_empty() {
        text += &format!(" {} happened to be there.", capitalize(&list(facts, &one.by_chance)));
    }
    Item { text, tick: one.tick, who: one.came.first().copied().or_else(|| facts.find(&one.host)), tile: None }
}

fn gatherings(facts: &Facts, lead: &Item) -> Vec<Item> {
    let told = |one: &Gathering| lead.text.starts_with(&one.text) && *lead != gathering(facts, one, false);
    facts.gatherings.iter().map(|one| gathering(facts, one, told(one))).collect()
}

/// `known`: what it says is in the paper already.
fn spread(facts: &Facts, rumour: &Rumour, known: bool) -> Item {
    let heard = &rumour.heard;
    let to = list(facts, heard.iter().map(|(.., to)| to));
    // From whom is told where all have it from the same one.
    let from = heard.first().map_or("", |one| one.1.as_str());
    let same = !from.is_empty() && heard.iter().all(|one| one.1 == from) && !(known && from == rumour.source);
    let from = if same { format!(" from {from}") } else { String::new() };
    let (before, what) = match known {
        true => (String::new(), format!("the news from {}", rumour.source)),
        false => (format!("{} ", rumour.text), "of it".into()),
    };
    let now = match facts.names.len() {
        all if rumour.known >= all => "by now everybody knows".to_owned(),
        all => format!("{} know it now", share(rumour.known, all)),
    };
    let text = match heard.len() {
        1 => format!("{before}{to} has heard {what} today{from}; {now}."),
        n => format!("{before}{} have heard {what} today{from}: {to}; {now}.", capitalize(&count(n))),
    };
    let first = heard.first();
    Item { text, tick: first.map_or(facts.ticks.0, |one| one.0), who: first.map(|one| one.2), tile: None }
}

fn news(facts: &Facts, lead: &Item) -> Vec<Item> {
    let heard = facts.news.iter().filter(|one| !one.heard.is_empty());
    // What is at the top in full is not told again; what is told of as an event is only carried on.
    let fresh = heard.filter(|one| *lead != spread(facts, one, false));
    fresh.map(|one| spread(facts, one, facts.gatherings.iter().any(|event| event.text == one.text))).collect()
}

fn talks(facts: &Facts) -> Vec<Item> {
    let item = |talk: &Talk, text| Item { text, tick: talk.began, who: talk.members.first().copied(), tile: None };
    // `at Old Mill`, `outdoors`.
    let place = |talk: &Talk| match facts.places.get(&talk.arena).map(String::as_str) {
        None => "in town".into(),
        Some("outdoors") => "outdoors".into(),
        Some(place) => format!("at {}", at(place)),
    };
    let who = |talk: &Talk| list(facts, &talk.participants());
    let longest = facts.talks.iter().rev().max_by_key(|talk| talk.lines.len()).filter(|talk| talk.lines.len() > 3);
    let longest = longest.map(|talk| {
        let (lines, since) = (count(talk.lines.len()), facts.clock(talk.began));
        item(talk, format!("{} talked longest: {lines} lines {}, from {since} on.", who(talk), place(talk)))
    });
    let mut met = facts.met.clone();
    let first = facts.talks.iter().filter(|talk| met.insert(talk.participants()) && facts.day > 1).take(3);
    let first = first.map(|talk| item(talk, format!("{} talked for the first time, {}.", who(talk), place(talk))));
    longest.into_iter().chain(first).collect()
}

fn promises(facts: &Facts) -> Vec<Item> {
    let mut by: BTreeMap<&str, Vec<(u64, AgentId)>> = BTreeMap::new();
    for (tick, who, what) in &facts.promises {
        by.entry(what.trim_end_matches('.')).or_default().push((*tick, *who));
    }
    let mut all: Vec<_> = by.into_iter().collect();
    all.sort_by_key(|(what, who)| (std::cmp::Reverse(who.len()), *what));
    let item = |(what, who): (&str, Vec<(u64, AgentId)>)| {
        let verb = if who.len() == 1 { "means" } else { "mean" };
        let text = format!("{} {verb} to {what}.", list(facts, who.iter().map(|(_, id)| id)));
        Item { text, tick: who[0].0, who: Some(who[0].1), tile: None }
    };
    all.into_iter().map(item).collect()
}

fn reached(facts: &Facts) -> Vec<Item> {
    let told = |(tick, goal): &(u64, String)| Item {
        text: format!("Reached at {}: “{}”", facts.clock(*tick), goal.trim()),
        tick: *tick,
        ..Item::default()
    };
    let mut all: Vec<Item> = facts.reached.iter().map(told).collect();
    all.sort_by_key(|item| item.tick);
    all
}

/// A line worth reading again: one that tells the news if there is any, else one of the longest talk; never one that
/// was said twice. `about`: what was out of order, if the paper is headed by that; then only what was said of it
/// counts.
fn quote(facts: &Facts, lead: &Item, about: Option<&Trouble>) -> Option<(Item, String)> {
    let mut said: BTreeMap<&str, usize> = BTreeMap::new();
    let all = || facts.talks.iter().flat_map(|talk| talk.lines.iter().map(move |line| (talk, line)));
    all().for_each(|(_, line)| *said.entry(line.words.as_str()).or_default() += 1);
    let fits = |words: &str| QUOTED.contains(&words.chars().count()) && said.get(words) == Some(&1);
    let to_it =
        |line: &Utterance| about.is_none_or(|trouble| line.from >= trouble.span.0 && names(trouble, &line.words));
    let worth = |talk: &Talk, words: &str| {
        let told = facts.telling.iter().any(|news| news.told_in(words));
        // A heap of scraps is no quotation.
        let sentences = words.split_inclusive(['.', '?', '!']).filter(|one| one.trim().len() > 1).count();
        (!lead.text.contains(words), told, sentences <= SENTENCES, talk.lines.len(), words.len())
    };
    let fit = all().filter(|(_, line)| fits(&line.words) && to_it(line));
    let (talk, line) = fit.max_by_key(|(talk, line)| worth(talk, &line.words))?;
    let to = talk.participants();
    let to = list(facts, to.iter().filter(|who| **who != line.by));
    let by = format!("{} to {to}, {}", facts.name(line.by), facts.clock(line.from));
    Some((Item { text: line.words.clone(), tick: line.from, who: Some(line.by), tile: None }, by))
}

/// Does a line speak of what was out of order: of the thing, of what it was, of any fire if it burnt? That it names the
/// place alone may be chance.
fn names(trouble: &Trouble, words: &str) -> bool {
    let words = words.to_lowercase();
    let has = |part: &str| !part.is_empty() && words.contains(&part.to_lowercase());
    has(&trouble.thing) || has(&trouble.what) || trouble.kind.is_fire() && ConditionKind::of(&words).is_fire()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Calendar;

    fn facts() -> Facts {
        Facts { calendar: Calendar { tick_seconds: 60, ..Calendar::default() }, ..Facts::default() }
    }

    #[test]
    fn under_a_fire_stands_what_was_said_of_it_or_nothing() {
        let line = |from, words: &str| Utterance { by: AgentId(1), words: words.into(), from, until: from + 1 };
        let day = |lines: Vec<Utterance>| {
            let members = vec![AgentId(1), AgentId(2)];
            Facts { talks: vec![Talk { members, lines, ..Talk::default() }], ..facts() }
        };
        let trouble = Trouble {
            thing: "shelf".into(),
            kind: ConditionKind::Burning,
            what: "burning".into(),
            span: (100, None),
            ..Trouble::default()
        };
        let (party, late) =
            ("I heard that there is a party at Old Mill tomorrow.", "Will you come to my party tomorrow?");
        let (fire, early) = ("Somebody put the fire out before I came.", "I lit a fire at home this morning.");
        let facts = day(vec![line(20, party), line(30, early), line(120, late), line(130, fire)]);
        let said = |about| quote(&facts, &Item::default(), about).map(|(item, _)| item.text);
        assert_eq!(said(Some(&trouble)).as_deref(), Some(fire));
        assert!(said(None).is_some_and(|words| words != fire));
        let facts = day(vec![line(20, party), line(30, early), line(120, late)]);
        assert_eq!(quote(&facts, &Item::default(), Some(&trouble)), None);
        let leak = Trouble { kind: ConditionKind::Leaking, what: "leaking".into(), ..trouble };
        assert!(!names(&leak, fire) && names(&leak, "The shelf is wet."));
    }
}
