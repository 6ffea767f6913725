//! News of a scenario: a fact that one person knows at the start, how to ask for it and how to know it again.
//!
//! The town never reads this. It is for whoever measures afterwards how far the news has travelled.

use std::collections::BTreeSet;

use jiff::civil;
use serde::{Deserialize, Serialize};

use super::{
    CastMember,
    file::{Report, read_text},
};
use crate::{
    agent::resolve::{nearest, or_near},
    data::{File, is_id},
    language::script::is_of_word,
    world::{Fault, TownMap},
};

/// A piece of news.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct News {
    /// What it is called in tables.
    pub id: String,
    /// The fact itself, in one sentence.
    pub text: String,
    /// Who alone knows it at the start; full name.
    pub source: String,
    /// Questions that are put to everybody; who knows the answer to one of them claims to know the news.
    pub ask: Vec<String>,
    /// Groups of words: a text tells the news if it has one of each group, at the beginning of a word.
    pub must: Vec<Vec<String>>,
    /// The share of the town that is to know it in the end, least and most.
    pub known: Option<[f64; 2]>,
    /// If it is about something with a time and a place.
    pub event: Option<NewsEvent>,
}

/// Something with a time and a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewsEvent {
    /// A sector, or `sector: arena`.
    pub place: String,
    /// Its beginning.
    pub from: civil::DateTime,
    /// Its end.
    pub until: civil::DateTime,
    /// Words for helping with it, at the beginning of a word: `decorat`.
    #[serde(default)]
    pub helps: Vec<String>,
    /// From when helpers are looked for; if not given, three hours before the beginning.
    pub helps_from: Option<civil::DateTime>,
    /// How many guests are expected at least.
    pub guests: Option<u32>,
    /// How many helpers at least.
    pub helpers: Option<u32>,
    /// For how many different reasons people are expected to stay away, at least.
    pub reasons: Option<u32>,
}

/// What is expected of a whole town after some hours; a study holds it against each seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Expect {
    /// After so many game hours; of a shorter run, and of one twice as long, nothing is expected.
    pub hours: f64,
    /// The share of seeds that must come up to it.
    pub seeds: f64,
    /// Density of the mutual network of acquaintance in the end, least and most.
    pub density: Option<[f64; 2]>,
    /// The share of spoken lines that are said again word for word, at most.
    pub repeated_lines: Option<f64>,
}

impl Default for Expect {
    fn default() -> Self {
        Self { hours: 48.0, seeds: 0.85, density: None, repeated_lines: None }
    }
}

/// Does `text` have `words` at the beginning of a word, in whatever letters?
pub fn mentions(text: &str, words: &str) -> bool {
    let (text, words) = (text.to_lowercase(), words.to_lowercase());
    let begins = |at: usize| !text[..at].chars().next_back().is_some_and(is_of_word);
    !words.is_empty() && text.match_indices(&words).any(|(at, _)| begins(at))
}

impl News {
    /// Is the news in these words?
    pub fn told_in(&self, text: &str) -> bool {
        self.must.iter().all(|group| group.iter().any(|words| mentions(text, words)))
    }

    /// How many of the groups have a word here.
    pub fn touched_in(&self, text: &str) -> usize {
        self.must.iter().filter(|group| group.iter().any(|words| mentions(text, words))).count()
    }
}

/// Reports what is wrong with the news of a file, before the map is known.
pub(super) fn check(news: &[News], people: &[CastMember], report: &mut Report) {
    report.table = "news";
    let mut ids = BTreeSet::new();
    for one in news {
        if !is_id(&one.id) {
            report.add(&one.id, format!("{:?} is not a valid news id", one.id), "use letters, digits, _ and - only");
        } else if !ids.insert(&one.id) {
            report.add(&one.id, format!("the news id {:?} is used twice", one.id), "give each news its own id");
        }
        check_form(one, report);
        check_knowers(one, people, report);
        if let Some([least, most]) = one.known.filter(|range| !is_range(*range)) {
            let advice = "write two shares of the town, such as [0.3, 0.9]";
            report.add("known", format!("known = [{least}, {most}] is not a range"), advice);
        }
        if let Some(event) = one.event.as_ref().filter(|event| event.until <= event.from) {
            let what = format!("the event ends at {}, and it begins at {}", event.until, event.from);
            report.add("until", what, "set the end after the beginning");
        }
    }
}

/// As 0.3 to 0.9.
pub(super) fn is_range([least, most]: [f64; 2]) -> bool {
    (0.0..=1.0).contains(&least) && (least..=1.0).contains(&most)
}

fn check_form(one: &News, report: &mut Report) {
    let id = &one.id;
    if one.text.trim().is_empty() || one.text.len() > 2000 {
        let what = format!("the text of {id:?} is empty or longer than 2000 bytes");
        report.add("text", what, "state the fact in one sentence");
    }
    if one.ask.is_empty() || one.ask.len() > 8 || one.ask.iter().any(|ask| ask.trim().is_empty() || ask.len() > 500) {
        let what = format!("{id:?} has no questions, more than eight, or one that is empty or too long");
        report.add("ask", what, "write one to eight questions of up to 500 bytes");
    }
    if one.must.is_empty() || one.must.iter().any(|group| group.iter().all(|words| words.trim().is_empty())) {
        let advice = "write groups of words: must = [[\"party\", \"celebration\"], [\"Ada\"]]";
        report.add("must", format!("`must` of {id:?} has no words to recognise the news by"), advice);
    } else if !one.told_in(&one.text) {
        let advice = "the text needs one word of each group in `must`";
        report.add(&one.text, format!("the text of {id:?} lacks a word that `must` requires"), advice);
    }
}

/// The source knows the news at the start, and nobody else does.
fn check_knowers(one: &News, people: &[CastMember], report: &mut Report) {
    let News { id, source, .. } = one;
    let is_told_by = |who: &CastMember| {
        let (memories, people) = (&who.persona.memories, &who.persona.people);
        let mut texts = memories.iter().map(|seed| &seed.text).chain(people.iter().map(|other| &other.knows));
        texts.any(|text| one.told_in(text))
    };
    match people.iter().find(|who| who.persona.name == *source) {
        None => {
            let near = nearest(source, people.iter().map(|who| who.persona.name.clone()));
            let what = format!("there is nobody called {source:?}, the source of {id:?}{}", or_near(&near));
            report.add(source, what, "write a full name");
        }
        Some(person) if !is_told_by(person) => {
            let what = format!("{source} has no memory that tells {id:?}");
            report.add(source, what, "give this person a memory with the words of `must`");
        }
        Some(_) => {}
    }
    for other in people.iter().filter(|who| who.persona.name != *source && is_told_by(who)) {
        let what = format!("{} knows {id:?} at the start too", other.persona.name);
        report.add(source, what, "remove it from this person, or make `must` more specific");
    }
}

/// The faults of events at places that are not on the map.
pub fn check_places(news: &[News], map: &TownMap, file: &File) -> Vec<Fault> {
    let mut faults = Vec::new();
    let text = read_text(file, &mut Vec::new()).unwrap_or_default();
    let mut report = Report::new(file.path(), &text, &mut faults);
    for place in news.iter().filter_map(|one| one.event.as_ref()).map(|event| &event.place) {
        if map.find_sector(place).is_none() && map.find_arena(place).is_none() {
            let what = format!("there is no place {place:?} on the map");
            report.add(place, what, "write a sector, or `sector: arena`");
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_at_the_beginning_of_words() {
        assert!(mentions("Dan's Concert, today", "concert") && mentions("the CONCERTS", "concert"));
        assert!(
            !mentions("a disconcerting tone", "concert") && !mentions("any", "") && mentions("a lost dog", "lost dog")
        );
    }
}
