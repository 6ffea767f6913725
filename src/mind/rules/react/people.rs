//! Whether to talk to somebody one meets or overhears: by what they are to oneself, one's nature, and how busy one is.

use super::{carry_on, speak};
use crate::mind::{
    question::{Other, React, ReactAnswer, Recalled},
    rules::{data, dice::Dice},
};

/// Percent with which somebody of whom nothing tells for or against is spoken to.
const USUAL: i32 = 32;
/// And at most.
const MAX: i32 = 85;
/// More for somebody one does not know: a new face in a small town is worth a word.
const NEW_FACE: i32 = 75;
/// And for leaving a talk for somebody.
const LEAVING: i32 = 25;
/// Minutes after hearing from somebody in which there is less to say.
const JUST_TALKED: u32 = 120;
/// What matters at least so much is worth telling.
const NEWS: u8 = 6;

/// About somebody one sees.
pub fn about(question: &React, dice: &mut Dice) -> ReactAnswer {
    let Some(other) = question.people.iter().find(|one| one.name == question.noticed.subject) else {
        return carry_on(question, "They are gone.");
    };
    let wish = wish(question, other);
    let ready = readiness(question, other) + wish.map_or(0, |memory| 4 + i32::from(memory.importance));
    if !dice.chance(ready.clamp(0, MAX) as u32) {
        let why = if ready <= 0 { "There is nothing to say to them." } else { "Not now." };
        return carry_on(question, why);
    }
    let topic = wish.or_else(|| news(question, other, dice)).map(|memory| memory.text.clone()).unwrap_or_default();
    let why = if wish.is_some() { "I wanted a word with them." } else { "It is good to see them." };
    speak(question, &other.name, why, topic).unwrap_or_else(|| carry_on(question, "They are busy."))
}

/// About words that were meant for others.
pub fn overheard(question: &React, dice: &mut Dice) -> ReactAnswer {
    let first = question.me.name.split_whitespace().next().unwrap_or_default();
    let noticed = &question.noticed;
    let named = !first.is_empty() && noticed.state.contains(first);
    let Some(other) = question.people.iter().find(|one| one.name == noticed.subject) else {
        return carry_on(question, "That was not meant for me.");
    };
    let ready = readiness(question, other) + if named { 22 } else { -4 };
    if !dice.chance(ready.clamp(0, MAX) as u32) {
        return carry_on(question, "That was not meant for me.");
    }
    let why = if named { "They talk about me." } else { "I should like to know more of that." };
    speak(question, &other.name, why, noticed.state.clone()).unwrap_or_else(|| carry_on(question, "They are busy."))
}

/// Percent.
fn readiness(question: &React, other: &Other) -> i32 {
    let now = question.now.time;
    let mut ready = USUAL + points("relation", &feelings(question, other)) + points("traits", &question.me.traits);
    ready += points("doing", &question.now.doing).max(-100) + points("doing", &other.doing).min(0);
    if other.relation.trim().is_empty() {
        ready += NEW_FACE;
    }
    // A person's days are not all alike, nor are two people's.
    ready += (question.me.nature % 7) as i32 - 3;
    // To leave somebody standing takes more than to greet somebody.
    if question.talk.is_some() {
        ready -= LEAVING;
    }
    if now.0 >= 22 * 60 || now.0 < 6 * 60 {
        ready -= 6;
    }
    let newest = question.memories.iter().filter_map(|memory| memory.at).max();
    let of_them = question.memories.iter().filter(|memory| memory.by.as_deref() == Some(other.name.as_str()));
    let heard = of_them.filter_map(|memory| memory.at).max();
    if newest.zip(heard).is_some_and(|(newest, heard)| newest < heard + JUST_TALKED) {
        ready -= 10;
    }
    ready
}

/// What is said of the other in what one remembers, and what they are to oneself.
fn feelings(question: &React, other: &Other) -> String {
    let own = question.memories.iter().filter(|memory| memory.by.is_none() && memory.text.contains(&other.name));
    let own = own.filter(|memory| memory.importance >= 3).map(|memory| memory.text.as_str());
    std::iter::once(other.relation.as_str()).chain(own).collect::<Vec<_>>().join(" ")
}

/// The strongest that a text says, for and against.
fn points(section: &str, text: &str) -> i32 {
    let text = text.to_lowercase();
    let (mut best, mut worst) = (0, 0);
    for row in data::react().section(section).iter().filter(|row| row.len() == 2) {
        if row[0].split(',').map(str::trim).any(|word| stands_in(&text, word)) {
            let points: i32 = row[1].parse().unwrap_or(0);
            (best, worst) = (points.max(best), points.min(worst));
        }
    }
    best + worst
}

/// Does `phrase` stand in `text` as words of its own?
fn stands_in(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + phrase.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// What one wanted from this person or meant to tell them.
fn wish<'a>(question: &'a React, other: &Other) -> Option<&'a Recalled> {
    let first = other.name.split_whitespace().next().unwrap_or_default();
    let mut wishes = question.memories.iter().filter(|memory| {
        let own = memory.by.is_none() && memory.text.starts_with(&question.me.name);
        own && !memory.secret && stands_in(&memory.text, first) && points("wish", &memory.text) > 0
    });
    wishes.next_back()
}

/// Something worth telling: heavy, no secret, and neither theirs nor about them.
fn news<'a>(question: &'a React, other: &Other, dice: &mut Dice) -> Option<&'a Recalled> {
    let fit = question.memories.iter().filter(|memory| {
        let theirs = memory.by.as_deref() == Some(other.name.as_str()) || memory.text.contains(&other.name);
        memory.importance >= NEWS && !memory.secret && !theirs
    });
    let fit: Vec<&Recalled> = fit.collect();
    dice.pick(&fit).copied()
}
