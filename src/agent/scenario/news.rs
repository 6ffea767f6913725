//! News of a scenario: a fact that one person knows at the start, how to ask for it and how to know it again.
//!
//! The town never reads this. It is for whoever measures afterwards how far the news has travelled.

use std::{collections::BTreeSet, path::Path};

use jiff::civil;
use serde::{Deserialize, Serialize};

use super::{
    CastMember,
    file::{line_of, plain, read_text},
};
use crate::{
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
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// After so many game hours; of a shorter run, and of one twice as long, nothing is expected.
    #[serde(default = "two_days")]
    pub hours: f64,
    /// The share of seeds that must come up to it.
    #[serde(default = "most_seeds")]
    pub seeds: f64,
    /// Density of the mutual network of acquaintance in the end, least and most.
    pub density: Option<[f64; 2]>,
    /// The share of spoken lines that are said again word for word, at most.
    pub repeated_lines: Option<f64>,
}

fn two_days() -> f64 {
    48.0
}

fn most_seeds() -> f64 {
    0.85
}

impl Default for Expect {
    fn default() -> Self {
        Self { hours: two_days(), seeds: most_seeds(), density: None, repeated_lines: None }
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

/// What is wrong with the news of a file, before the map is known. `own`: not taken over from another scenario.
pub(super) fn check(news: &[News], own: &Path, text: &str, people: &[CastMember], faults: &mut Vec<Fault>) {
    let mut say = |needle: &str, what: String, advice: &str| {
        let line = match line_of(text, needle) {
            line if line.is_empty() => line_of(text, "news"),
            line => line,
        };
        faults.push(Fault::new(own, line, plain(&what), advice));
    };
    let mut ids = BTreeSet::new();
    for one in news {
        if !is_id(&one.id) {
            say(&one.id, format!("{:?} cannot be the id of news", one.id), "letters, digits, _ and - only");
        } else if !ids.insert(&one.id) {
            say(&one.id, format!("there are two news {:?}", one.id), "give each an id of its own");
        }
        check_form(one, &mut say);
        check_knowers(one, people, &mut say);
        if let Some([least, most]) = one.known.filter(|range| !is_range(*range)) {
            say("known", format!("known from {least} to {most} is no range"), "two shares of the town, as [0.3, 0.9]");
        }
        if let Some(event) = one.event.as_ref().filter(|event| event.until <= event.from) {
            let what = format!("the event ends at {} and begins at {}", event.until, event.from);
            say("until", what, "write the end after the beginning");
        }
    }
}

/// As 0.3 to 0.9.
pub(super) fn is_range([least, most]: [f64; 2]) -> bool {
    (0.0..=1.0).contains(&least) && (least..=1.0).contains(&most)
}

fn check_form(one: &News, say: &mut dyn FnMut(&str, String, &str)) {
    let id = &one.id;
    if one.text.trim().is_empty() || one.text.len() > 2000 {
        say("text", format!("the text of {id:?} is empty or longer than 2000 bytes"), "tell the fact in a sentence");
    }
    if one.ask.is_empty() || one.ask.len() > 8 || one.ask.iter().any(|ask| ask.trim().is_empty() || ask.len() > 500) {
        say("ask", format!("the questions of {id:?} are none, empty or too many"), "write one to eight questions");
    }
    if one.must.is_empty() || one.must.iter().any(|group| group.iter().all(|words| words.trim().is_empty())) {
        let advice = "write groups of words: must = [[\"party\", \"celebration\"], [\"Ada\"]]";
        say("must", format!("by the words of {id:?} nothing could be known again"), advice);
    } else if !one.told_in(&one.text) {
        let advice = "let text and must agree: one word of each group stands in the text";
        say(&one.text, format!("the text of {id:?} lacks a word that a memory of it must have"), advice);
    }
}

/// One knows it, and nobody else.
fn check_knowers(one: &News, people: &[CastMember], say: &mut dyn FnMut(&str, String, &str)) {
    let seeds = |who: &CastMember| {
        let (memories, people) = (&who.persona.memories, &who.persona.people);
        let texts = memories.iter().map(|seed| &seed.text).chain(people.iter().map(|other| &other.knows));
        texts.filter(|text| one.told_in(text)).count()
    };
    match people.iter().find(|who| who.persona.name == one.source) {
        None => {
            let near = nearest(&one.source, people.iter().map(|who| who.persona.name.as_str()));
            let advice = near.map_or("write a full name".into(), |near| format!("did you mean {near:?}?"));
            say(&one.source, format!("there is nobody called {:?} to know {:?}", one.source, one.id), &advice);
        }
        Some(source) if seeds(source) == 0 => {
            let what = format!("{} has no memory that tells {:?}", one.source, one.id);
            say(&one.source, what, "give this person a memory with the words of `must`");
        }
        Some(_) => {}
    }
    for other in people.iter().filter(|who| who.persona.name != one.source && seeds(who) > 0) {
        let what = format!("{} knows {:?} at the start too", other.persona.name, one.id);
        say(&one.source, what, "leave it to the source alone, or choose other words in `must`");
    }
}

/// Whether the places of events are on the map.
pub fn check_places(news: &[News], map: &TownMap, file: &File) -> Vec<Fault> {
    let text = read_text(file, &mut Vec::new()).unwrap_or_default();
    let places = news.iter().filter_map(|one| one.event.as_ref()).map(|event| &event.place);
    let lost = places.filter(|place| map.find_sector(place).is_none() && map.find_arena(place).is_none());
    let fault = |place: &String| {
        let what = plain(&format!("there is no place {place:?} on the map"));
        Fault::new(file.path(), line_of(&text, place), what, "write a sector, or `sector: arena`")
    };
    lost.map(fault).collect()
}

/// The one of `names` that is written most like `name`, if it is like it at all.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let small = name.to_lowercase();
    let far = |other: &str| {
        let other = other.to_lowercase();
        let part = !small.is_empty() && other.split_whitespace().any(|word| word == small);
        if part { 0 } else { strsim::levenshtein(&small, &other) }
    };
    let best = names.map(|other| (far(other), other)).min()?;
    (best.0 <= 1 + name.chars().count() / 3).then_some(best.1)
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

    #[test]
    fn the_nearest_name_is_found() {
        let names = ["Anna Berg", "Carl Dahl", "Anna Lund"];
        let near = |name| nearest(name, names.into_iter());
        assert_eq!(near("Ana Berg"), Some("Anna Berg"));
        assert_eq!(near("carl"), Some("Carl Dahl"));
        assert_eq!(near("Zebulon Quartermaine"), None);
    }
}
