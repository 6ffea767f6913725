//! What somebody said, as a paper quotes it: it belongs to what stands above it, or there is none. Pure.

use std::collections::BTreeMap;

use super::{
    Item,
    facts::{Facts, Trouble, pair},
    write::{burns, list},
};
use crate::{
    agent::components::talk::{Talk, Utterance},
    clock::AgentId,
};

/// A line that is quoted has so many sentences at most, if there is such a one.
const SENTENCES: usize = 2;
/// A line that is quoted has so many letters.
const QUOTED: std::ops::RangeInclusive<usize> = 30..=150;

/// A line worth reading again: one that tells the news if there is any, else one of the longest talk; never one that
/// was said twice. `about`: what was out of order, if the paper is headed by that; then only what was said of it counts.
pub(super) fn quote(facts: &Facts, lead: &Item, about: Option<&Trouble>) -> Option<(Item, String)> {
    let mut said: BTreeMap<&str, usize> = BTreeMap::new();
    let all = || facts.talks.iter().flat_map(|talk| talk.lines.iter().map(move |line| (talk, line)));
    all().for_each(|(_, line)| *said.entry(line.words.as_str()).or_default() += 1);
    let fits = |words: &str| QUOTED.contains(&words.chars().count()) && said.get(words) == Some(&1);
    let worth = |talk: &Talk, words: &str| {
        let told = facts.telling.iter().any(|news| news.told_in(words));
        let fresh = !lead.text.contains(words);
        // A heap of scraps is no quotation.
        let sentences = words.split_inclusive(['.', '?', '!']).filter(|one| one.trim().len() > 1).count();
        (fresh, told, sentences <= SENTENCES, talk.lines.len(), words.len())
    };
    let to_it =
        |line: &Utterance| about.is_none_or(|trouble| line.from >= trouble.span.0 && names(trouble, &line.words));
    let best =
        all().filter(|(_, line)| fits(&line.words) && to_it(line)).max_by_key(|(talk, line)| worth(talk, &line.words));
    let (talk, line) = best?;
    let to: Vec<AgentId> = pair(talk).into_iter().filter(|who| *who != line.by).collect();
    let by = format!("{} to {}, {}", facts.name(line.by), list(facts, &to), facts.clock(line.from));
    Some((Item { text: line.words.clone(), tick: line.from, who: Some(line.by), tile: None }, by))
}

/// Does a line speak of what was out of order: of the thing, of what it was, of any fire if it burnt? That it names the
/// place alone may be chance.
fn names(trouble: &Trouble, words: &str) -> bool {
    let words = words.to_lowercase();
    let has = |part: &str| !part.is_empty() && words.contains(&part.to_lowercase());
    has(&trouble.thing) || has(&trouble.what) || burns(&trouble.what) && burns(&words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn under_a_fire_stands_what_was_said_of_it_or_nothing() {
        let line = |from, words: &str| Utterance { by: AgentId(1), words: words.into(), from, until: from + 1 };
        let day = |lines: Vec<Utterance>| {
            let members = vec![AgentId(1), AgentId(2)];
            Facts { talks: vec![Talk { members, lines, ..Talk::default() }], seconds: 60, ..Facts::default() }
        };
        let trouble =
            Trouble { thing: "shelf".into(), what: "burning".into(), span: (100, None), ..Trouble::default() };
        let (party, late) =
            ("I heard that there is a party at Old Mill tomorrow.", "Will you come to my party tomorrow?");
        let (fire, early) = ("Somebody put the fire out before I came.", "I lit a fire at home this morning.");
        let facts = day(vec![line(20, party), line(30, early), line(120, late), line(130, fire)]);
        let said = |about| quote(&facts, &Item::default(), about).map(|(item, _)| item.text);
        assert_eq!(said(Some(&trouble)).as_deref(), Some(fire));
        assert!(said(None).is_some_and(|words| words != fire));
        let facts = day(vec![line(20, party), line(30, early), line(120, late)]);
        assert_eq!(quote(&facts, &Item::default(), Some(&trouble)), None);
        let leak = Trouble { what: "leaking".into(), ..trouble };
        assert!(!names(&leak, fire) && names(&leak, "The shelf is wet."));
    }
}
