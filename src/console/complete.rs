//! What may follow what has been typed: names of commands, people, things and places, from the same table that runs them.

use bevy::prelude::*;

use super::{usage, usages};
use crate::{
    agent::resolve,
    command::{Takes, Usage, cut},
    world::{ObjectId, TownMap},
};

/// Maximum number of completions offered at once.
const MAX: usize = 12;
/// A longer line is not completed.
const LONGEST: usize = 400;

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// As it is listed.
    pub shown: String,
    /// What it is, in a few words; may be empty.
    pub about: String,
    /// The whole line, if it is taken.
    pub line: String,
}

/// The ways to go on with a line, best first.
pub fn complete(world: &World, text: &str) -> Vec<Suggestion> {
    let text = text.trim_start();
    if text.chars().nth(LONGEST).is_some() {
        return Vec::new();
    }
    if !text.contains(char::is_whitespace) {
        return commands(text);
    }
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let Some(usage) = usage(verb) else { return Vec::new() };
    let mut head = format!("{verb} ");
    let mut rest = rest.trim_start();
    for take in usage.takes {
        match next(world, *take, rest) {
            Ok(word) => {
                let end = rest.len() - rest[word..].trim_start_matches([' ', ':', ',']).len();
                head.push_str(&rest[..end]);
                rest = &rest[end..];
            }
            Err(ways) => {
                let offer = |(shown, about, put): Completion| Suggestion { shown, about, line: format!("{head}{put}") };
                return ways.into_iter().take(MAX).map(offer).collect();
            }
        }
    }
    Vec::new()
}

/// Commands that start with the text, then those that contain it.
fn commands(text: &str) -> Vec<Suggestion> {
    let wanted = text.to_lowercase();
    let begins = usages().filter(|usage| usage.name().starts_with(&wanted));
    let holds = usages().filter(|usage| !usage.name().starts_with(&wanted) && usage.name().contains(&wanted));
    let line = |usage: &Usage| format!("{}{}", usage.name(), if usage.takes.is_empty() { "" } else { " " });
    let all = begins.chain(holds).take(MAX);
    all.map(|usage| Suggestion { shown: usage.name().into(), about: usage.help.into(), line: line(usage) }).collect()
}

/// Shown, about, put into the line.
type Completion = (String, String, String);

/// The length of the argument in bytes if it is complete; otherwise the possible completions.
fn next(world: &World, take: Takes, rest: &str) -> Result<usize, Vec<Completion>> {
    let plain = |shown: String, put: String| (shown, String::new(), put);
    match take {
        Takes::Person | Takes::Named => {
            let all = resolve::everybody(world);
            let small = rest.to_lowercase();
            let whole = all.iter().map(|one| one.name.to_lowercase()).filter(|name| small.starts_with(name.as_str()));
            if let Some(end) = whole.map(|name| name.len()).max().filter(|end| ends_there(rest, *end)) {
                return Ok(end);
            }
            let after = if take == Takes::Named { ": " } else { " " };
            let fits = all.into_iter().filter(|one| holds(&one.name, rest));
            Err(fits.map(|one| plain(one.name.clone(), format!("{}{after}", one.name))).collect())
        }
        Takes::Thing => {
            if let Some(end) = rest.find('>') {
                return Ok(end + 1);
            }
            let Some(map) = world.get_resource::<TownMap>() else { return Err(Vec::new()) };
            let wanted = rest.trim_start_matches('<');
            let all = (0..map.objects.len()).map(|n| map.address(ObjectId(n as u16)));
            let fits = all.filter(|address| holds(address, wanted)).take(MAX);
            Err(fits.map(|address| plain(address.clone(), format!("{address} "))).collect())
        }
        Takes::OneOf(words) => {
            let (word, _) = cut(rest);
            if rest.len() > word.len() && words.contains(&word) {
                return Ok(word.len());
            }
            let fits = words.iter().filter(|one| one.starts_with(word) && **one != word);
            Err(fits.map(|one| plain(one.to_string(), format!("{one} "))).collect())
        }
        Takes::Command => {
            Err(commands(rest).into_iter().map(|one| (one.shown.clone(), one.about, one.shown)).collect())
        }
        _ => Err(Vec::new()),
    }
}

/// After a whole name comes a blank or a colon; a name alone may still be part of a longer one.
fn ends_there(rest: &str, end: usize) -> bool {
    rest.get(end..).and_then(|after| after.chars().next()).is_some_and(|next| matches!(next, ' ' | ':' | ','))
}

/// Each word typed begins a word of the name.
pub(super) fn holds(name: &str, typed: &str) -> bool {
    let name = name.to_lowercase();
    let typed = typed.to_lowercase();
    let begins = |word: &str| name.match_indices(word).any(|(at, _)| !name[..at].ends_with(char::is_alphanumeric));
    typed.split([' ', ':', '<', '>', ',']).filter(|word| !word.is_empty()).all(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_completed() {
        let lines = |text| commands(text).into_iter().map(|offer| offer.line).collect::<Vec<_>>();
        assert_eq!(lines("sche")[0], "schedule ");
        assert_eq!(lines("all")[0], "all-schedules");
        assert!(lines("xyz").is_empty() && lines("").len() == MAX);
    }

    #[test]
    fn words_begin_words() {
        assert!(holds("<Old Mill: kitchen: stove>", "mill st") && !holds("<Old Mill: kitchen: stove>", "tove"));
        assert!(holds("O'Hara Bo", "o'h"));
    }
}
