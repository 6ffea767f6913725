//! Choosing a phrase: of several draws the one that fits the voice and sounds least like what was said lately. No
//! bookkeeping of phrases is needed: one's own last lines are all it takes.

use std::{hash::BuildHasher, rc::Rc};

use foldhash::fast::FixedState;

use super::{
    super::dice::{Dice, mix},
    Voice,
    book::{Phrase, book, slots_of},
};
use crate::language::{
    cache::Cache,
    text::{capitalize, is_punct, tokens},
};

/// Draws.
const DRAWS: usize = 10;
/// How much a phrase that is marked for a voice is liked better by it.
const SUITS: f32 = 0.4;
/// Among the last so many lines a repetition weighs double.
const FRESH: usize = 12;
/// So many in a hundred of the plain phrases are anybody's own, and of those marked for a voice: different mouths say
/// different things.
const OWN_PLAIN: u64 = 75;
/// See [`OWN_PLAIN`].
const OWN_MARKED: u64 = 55;
/// With fewer of one's own than this one takes anybody's.
const FEW: usize = 6;
/// Slots for what is told, said back or done.
const MATTER: [&str; 5] = ["f", "ob", "g", "need", "d"];
/// In so many of a hundred lines with such a slot the other's name is left out.
const NAMELESS: u32 = 28;
/// Slots that say nothing of the matter: who speaks to whom, at what time of day.
const BARE: [&str; 5] = ["o", "me", "tod", "he", "him"];

/// The best of several draws from a section; nothing if no phrase of it has all its slots filled.
pub fn pick(
    section: &str,
    slots: &[(&str, &str)],
    voice: &Voice,
    recent: &[String],
    dice: &mut Dice,
) -> Option<String> {
    let filled =
        |slot: &str| slots.iter().any(|(of, text)| (*of == slot || capitalize(of) == slot) && !text.is_empty());
    let fits = |phrase: &&Phrase| {
        phrase.want.iter().all(|mark| voice.has(mark))
            && !phrase.not.iter().any(|mark| voice.has(mark))
            && slots_of(phrase.text).all(filled)
    };
    let all: Vec<&Phrase> = book().get(section)?.iter().filter(fits).collect();
    let own: Vec<&Phrase> = all.iter().copied().filter(|phrase| is_own(phrase, voice)).collect();
    let mut fit = if own.len() < FEW { all } else { own };
    // who has something to say with it does not use a phrase that anybody could say of anything
    if fit.iter().any(|phrase| says_something(phrase)) {
        fit.retain(|phrase| says_something(phrase));
    }
    let said: Vec<(Rc<[u64]>, &str)> = recent.iter().rev().map(|line| (triples(line), line.as_str())).collect();
    let mut best: Option<(f32, String)> = None;
    for _ in 0..DRAWS {
        let phrase = *dice.pick(&fit)?;
        let mut chosen = choose(phrase.text, dice);
        // people call each other by name now and then, not in every line
        if has_slot_of(phrase, &MATTER) && dice.chance(NAMELESS) {
            chosen = chosen.replace(", {o}", "");
        }
        let text = fill(&chosen, slots);
        // a favourite turn of one's own: each person leans to some of the phrases
        let leaning = (mix(voice.nature ^ phrase.id) % 100) as f32 / 100.0;
        let fresh = dice.unit() + leaning + phrase.want.len() as f32 * SUITS;
        let score = fresh - repetition(&chosen, &text, &said);
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, text));
        }
    }
    best.map(|(_, text)| text)
}

/// Whether a phrase has a slot for the matter at hand.
fn says_something(phrase: &Phrase) -> bool {
    slots_of(phrase.text).any(|slot| !BARE.contains(&slot.to_lowercase().as_str()))
}

fn has_slot_of(phrase: &Phrase, all: &[&str]) -> bool {
    slots_of(phrase.text).any(|slot| all.contains(&slot.to_lowercase().as_str()))
}

/// Whether it is one of the phrases that this person has.
fn is_own(phrase: &Phrase, voice: &Voice) -> bool {
    let most = if phrase.want.is_empty() { OWN_PLAIN } else { OWN_MARKED };
    mix(mix(voice.nature).wrapping_add(phrase.id)) % 100 < most
}

/// How much a phrase sounds like what was said, the newest line first.
fn repetition(phrase: &str, text: &str, said: &[(Rc<[u64]>, &str)]) -> f32 {
    let own = triples(&without_slots(phrase));
    let mut sum = 0.0;
    for (age, (words, line)) in said.iter().enumerate() {
        let hits = own.iter().filter(|triple| words.contains(triple)).count();
        if hits > 0 {
            let near = if age < FRESH { 2.0 } else { 1.0 };
            sum += (0.6 + hits as f32 * 0.5) * near * 20.0 / (20.0 + age as f32);
        }
        if line.contains(text) {
            sum += 6.0;
        }
    }
    sum
}

/// Words in threes, each three a number.
fn triples(text: &str) -> Rc<[u64]> {
    TRIPLES.with(|cache| {
        cache.get_or(text, || {
            let words: Vec<String> =
                tokens(text).iter().filter(|word| !is_punct(word)).map(|word| word.to_lowercase()).collect();
            let number = |three: &[String]| FixedState::with_seed(0).hash_one(three);
            if words.len() < 3 { Rc::new([number(&words)]) } else { words.windows(3).map(number).collect() }
        })
    })
}

thread_local! {
    static TRIPLES: Cache<String, [u64]> = const { Cache::new(10_000) };
}

/// One of each `[a|b]`.
fn choose(text: &str, dice: &mut Dice) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        out += before;
        let Some((choices, tail)) = after.split_once(']') else { break };
        let choices: Vec<&str> = choices.split('|').collect();
        out += dice.pick(&choices).copied().unwrap_or_default();
        rest = tail;
    }
    out + rest
}

/// With the slots filled. What fills one is not looked at again.
fn fill(text: &str, slots: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out += before;
        let Some((slot, tail)) = after.split_once('}') else { break };
        for (name, value) in slots {
            if *name == slot {
                out += value;
                break;
            }
            if capitalize(name) == slot {
                out += &capitalize(value);
                break;
            }
        }
        rest = tail;
    }
    out + rest
}

/// The phrase's own words: each slot is a word like no other.
fn without_slots(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for letter in text.chars() {
        match letter {
            '{' => {
                inside = true;
                out.push_str(" # ");
            }
            '}' => inside = false,
            _ if !inside => out.push(letter),
            _ => {}
        }
    }
    out
}
