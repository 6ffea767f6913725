//! Noise: letters in which nobody could find a word.

use std::{collections::BTreeSet, sync::OnceLock};

use super::super::{beliefs::Beliefs, data, phrases};
use crate::language::{
    lexicon::lex,
    text::{is_capitalized, is_punct, split, stem},
};

/// A line of more words was written by somebody who writes words.
const MAX: usize = 12;

/// All words that the files of this mind know, as stems, and all threes of letters in them.
struct Known {
    stems: BTreeSet<String>,
    threes: BTreeSet<[char; 3]>,
}

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let mut known = Known { stems: BTreeSet::new(), threes: BTreeSet::new() };
        let phrases = phrases::sections().flat_map(|(_, phrases)| phrases);
        for text in phrases.chain([crate::language::lexicon::TEXT]).chain(data::TEXTS) {
            for word in text.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty()) {
                let word = word.to_lowercase();
                known.stems.insert(stem(&word));
                known.threes.extend(threes(&word));
            }
        }
        known
    })
}

/// Three letters at a time, with its edges.
fn threes(word: &str) -> Vec<[char; 3]> {
    let letters: Vec<char> = format!(" {word} ").chars().collect();
    letters.windows(3).map(|three| [three[0], three[1], three[2]]).collect()
}

/// Whether a line is noise: no word of it is known, or most of it are letters that stand together in no word.
pub fn babble(h: &Beliefs, line: &str) -> bool {
    let words: Vec<String> = split(line).into_iter().filter(|word| !is_punct(word) && word != "'s").collect();
    if words.len() > MAX {
        return false;
    }
    let letters = |word: &&String| word.chars().any(char::is_alphabetic);
    let spoken: Vec<&String> = words.iter().filter(letters).collect();
    if spoken.is_empty() {
        // "..." and ":)" say nothing; a number or a smile of signs may answer something
        return !line.chars().any(char::is_alphanumeric);
    }
    let strange: Vec<&&String> = spoken.iter().filter(|word| !heard_of(h, word)).collect();
    let odd = strange.iter().filter(|word| is_odd(word)).count();
    odd * 2 >= spoken.len() || strange.len() == spoken.len() && spoken.len() > 1
}

/// A word of the files, of somebody's own memories, or a name; each part of `half-eaten`.
fn heard_of(h: &Beliefs, word: &str) -> bool {
    let parts = word.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty());
    { parts }.all(|part| part_heard_of(h, part))
}

fn part_heard_of(h: &Beliefs, word: &str) -> bool {
    let small = word.to_lowercase();
    let in_name = |names: &[String]| names.iter().any(|name| name.to_lowercase().split(' ').any(|part| part == small));
    known().stems.contains(&stem(&small))
        || lex().contains("numbers", &small)
        || in_name(h.names.people())
        || in_name(h.names.places())
        || h.memories.iter().any(|memory| memory.text.to_lowercase().contains(&small) && small.len() > 3)
}

/// Letters that stand together in no word that is known, or the same one over and over. A name may be any.
fn is_odd(word: &str) -> bool {
    let small = word.to_lowercase();
    let letters: Vec<char> = small.chars().collect();
    if letters.len() > 3 && letters.iter().collect::<BTreeSet<_>>().len() < 3 {
        return true;
    }
    let threes = threes(&small);
    let strange = threes.iter().filter(|three| !known().threes.contains(*three)).count();
    // A short name or a word of somebody's own has one or two.
    let most = if is_capitalized(word) { 3 } else { 2 };
    letters.iter().all(|letter| letter.is_ascii()) && strange >= most
}
