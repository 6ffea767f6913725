//! Where a place is that one knows. A mind knows no map: it tells in which house, or that one stands in it.

use std::collections::BTreeSet;

use super::{super::beliefs::Beliefs, Answer, Asked};
use crate::language::lexicon::lex;

/// The house or room that is asked for: `Where is Hobbs Cafe?`, `Where is the pharmacy?`.
pub(super) fn place_asked_for(head: &Beliefs, tokens: &[String], padded: &str) -> Option<String> {
    let opens = |opener: &&String| padded.starts_with(&format!(" {opener} "));
    let opener = lex().list("ask.way").iter().filter(opens).max_by_key(|opener| opener.len())?;
    let rest = tokens.get(opener.split(' ').count()..)?.iter();
    let idle = |word: &str| matches!(word, "the" | "nearest" | "next") || lex().is("ask.filler", word);
    let rest: Vec<&String> = rest.filter(|word| !idle(&word.to_lowercase())).collect();
    let [one] = rest.as_slice() else { return None };
    if head.names.is_place(one) {
        return Some((*one).clone());
    }
    let noun = one.to_lowercase();
    let named = |place: &&String| place.to_lowercase().rsplit([':', ' ']).next() == Some(noun.as_str());
    let all: Vec<&String> = head.names.places.iter().filter(named).collect();
    let house = |place: &str| place.split(": ").next().unwrap_or_default().to_owned();
    let near = all.iter().find(|place| house(place) == house(&head.sit.place));
    let alone = |first: &&String| all.iter().all(|place| house(place) == house(first));
    near.copied().or_else(|| all.first().copied().filter(alone)).cloned()
}

impl Asked<'_, '_> {
    /// Where it is.
    pub fn way(&mut self, place: &str) -> Answer {
        let here = &self.head.sit.place;
        let inside = here == place || here.starts_with(&format!("{place}: "));
        let (section, told) = match place.split_once(": ") {
            _ if inside => ("tell.way.here", place),
            Some((house, _)) => ("tell.way.in", house),
            None => ("tell.way.town", place),
        };
        self.surface.say(section, &[("r", told)], true, BTreeSet::new())
    }
}
