//! Looking at what travels: `news`. That of the scenario, and whatever one wants to follow, by its words.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{
    Outcome, ProgramCommand,
    table::{Arguments, Town, resource, said},
};
use crate::{
    agent::{
        resolve::{self, Somebody},
        scenario::News,
    },
    command::unquoted,
    language::{clean::short_line, inflect::tokens, text::is_stop_word},
    memory::{Memory, MemoryStream, memory_of_origin},
    town::TownInfo,
};

/// How it is written.
const USAGE: &str = "news, or news follow \"WORDS\" [from NAME]";

/// What travels in this town, and who has it in their memory; or how far something else has come.
pub(super) fn news(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    match (arguments.choice, arguments.rest) {
        ("", "") => of_scenario(town),
        ("", more) => Err(format!("{} is too much: write {USAGE}", resolve::quoted(more))),
        (_, words) => {
            let news = watch(town.world, words)?;
            let told = follow(town, &news);
            Ok(Outcome::Program(ProgramCommand::Watch(Box::new(news)), told))
        }
    }
}

fn of_scenario(town: &Town) -> Result<Outcome, String> {
    let played = resource::<TownInfo>(town.world)?;
    let all = resolve::everybody(town.world);
    let mut lines = Vec::new();
    for news in &played.news {
        let who = all.iter().filter_map(|one| knows(town, one, news)).map(|known| known.who).collect::<Vec<_>>();
        lines.push(format!("{}\n  known to {} of {}: {}", news.text, who.len(), all.len(), who.join(", ")));
    }
    if lines.is_empty() {
        lines.push(format!("this scenario names no news; {USAGE} looks for any"));
    }
    said(&lines)
}

/// How somebody came to know it.
struct Known<'a> {
    who: &'a str,
    since: u64,
    /// Who told them; `None`: nobody, they saw or thought it.
    by: Option<&'a str>,
    words: &'a str,
}

/// `"WORDS" [from NAME]` as a piece of news: whoever remembers something with all these words has it. It is nothing of
/// the town, which goes on as if nobody had asked.
///
/// # Errors
/// No word tells what it is about.
pub fn watch(world: &World, rest: &str) -> Result<News, String> {
    let (about, source) = parts(world, rest);
    let words = content(about);
    if words.is_empty() {
        return Err(format!("it is not said what to follow: write {USAGE}"));
    }
    let text = words.join(" ");
    let (id, source) = (text.clone(), source.map_or_else(String::new, |one| one.name));
    let must = words.into_iter().map(|word| vec![word]).collect();
    Ok(News { id, text, source, ask: vec![], must, known: None, event: None })
}

/// Who has it, since when, and who told them.
fn follow(town: &Town, news: &News) -> String {
    let all = resolve::everybody(town.world);
    let mut known: Vec<Known> = all.iter().filter_map(|one| knows(town, one, news)).collect();
    known.sort_by_key(|one| (one.since, one.who));
    let mut lines = vec![format!("{}: {} of {} know it", news.text, known.len(), all.len())];
    for one in &known {
        let when = if one.since == 0 { "from before".into() } else { town.when(one.since) };
        let by = one.by.map_or_else(|| "seen or thought".into(), |by| format!("from {by}"));
        lines.push(format!("  {when:>12}  {}, {by}: {}", one.who, short_line(one.words, 120)));
    }
    if !news.source.is_empty() {
        let lost = untraced(&known, &news.source);
        lines.push(match lost.is_empty() {
            true => format!("every way leads back to {}", news.source),
            false => format!("no way leads from {} to: {}", news.source, lost.join(", ")),
        });
    }
    lines.join("\n")
}

/// The words, and who is named behind the last `from`.
fn parts<'a>(world: &World, rest: &'a str) -> (&'a str, Option<Somebody>) {
    let named = rest.rsplit_once(" from ").and_then(|(words, name)| Some((words, resolve::person(world, name).ok()?)));
    match named {
        Some((words, one)) => (unquoted(words), Some(one)),
        None => (unquoted(rest), None),
    }
}

/// The words that something is about.
fn content(about: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let tells = |word: &String| {
        let short = word.is_ascii() && word.len() < 3 && !word.chars().any(|c| c.is_ascii_digit());
        !short && !is_stop_word(word) && seen.insert(word.clone())
    };
    tokens(about).into_iter().filter(tells).collect()
}

fn knows<'a>(town: &Town<'a>, one: &'a Somebody, news: &News) -> Option<Known<'a>> {
    let stream: &MemoryStream = town.part(one).ok()?;
    let tells = |memory: &&Memory| news.told_in(&memory.text);
    let memory = memory_of_origin(stream.all().iter().filter(tells))?;
    let by = memory.source.as_deref().or(memory.with.as_deref()).filter(|by| *by != one.name);
    Some(Known { who: &one.name, since: memory.created, by, words: &memory.text })
}

/// Those to whom no chain of tellers leads from the source.
fn untraced<'a>(known: &[Known<'a>], source: &str) -> Vec<&'a str> {
    let mut reached = BTreeSet::from([source.to_string()]);
    loop {
        let before = reached.len();
        for one in known.iter().filter(|one| one.by.is_some_and(|by| reached.contains(by))).collect::<Vec<_>>() {
            reached.insert(one.who.to_string());
        }
        if reached.len() == before {
            return known.iter().map(|one| one.who).filter(|who| !reached.contains(*who)).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_leads_from_teller_to_teller() {
        let known = |who, by| Known { who, since: 1, by, words: "" };
        let all = [known("Cy", Some("Bo")), known("Bo", Some("Ann")), known("Di", None), known("Ed", Some("Di"))];
        assert_eq!(untraced(&all, "Ann"), ["Di", "Ed"]);
        assert_eq!(content("Anna will open a gallery, the Gallery at 5!"), ["anna", "open", "gallery", "5"]);
    }
}
