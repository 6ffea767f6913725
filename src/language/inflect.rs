//! The words of a text, their stems, and verb phrases in their -ing form.

use std::{collections::BTreeSet, rc::Rc, sync::OnceLock};

use super::{
    cache::Cache,
    table::table,
    text::{self, is_stop_word, stem, words},
};

table!(
    /// Verbs and irregular forms.
    verbs, "data/verbs.txt");

/// The words of a text in small letters.
pub fn tokens(text: &str) -> Vec<String> {
    words(text).iter().map(|word| word.to_lowercase()).collect()
}

thread_local! {
    static STEMS: Cache<String, [String]> = const { Cache::new(16_384) };
}

/// The stems of a text's words, in order.
pub fn stems(text: &str) -> Rc<[String]> {
    STEMS.with(|cache| cache.get_or(text, || tokens(text).iter().map(|word| stem(word)).collect()))
}

/// Whether a word is known as a verb in its plain form.
pub fn is_verb(word: &str) -> bool {
    static VERBS: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    let all = || verbs().section("verbs").iter().flatten().flat_map(|row| row.split_whitespace()).collect();
    VERBS.get_or_init(all).contains(word)
}

/// Whether the first word of a phrase can be taken for a verb: known as one, or followed by what only verbs have.
pub fn starts_with_verb(phrase: &str) -> bool {
    let words = tokens(phrase);
    let Some(first) = words.first() else { return false };
    if is_verb(first) {
        return true;
    }
    let follows = ["the", "a", "an", "his", "her", "their", "some", "up", "out", "off"];
    words.get(1).is_some_and(|next| follows.contains(&next.as_str())) && first.chars().all(char::is_alphabetic)
}

/// A verb phrase in its -ing form, coordinated verbs too: `wash and dress` gives `washing and dressing`. What is no
/// verb phrase gets a verb: `lunch at the bar` gives `having lunch at the bar`.
pub fn ing(phrase: &str) -> String {
    let phrase = phrase.trim().trim_end_matches(['.', '!', '?', ',', ';']);
    let first = phrase.split_whitespace().next().unwrap_or_default();
    if first.is_empty() {
        return "looking about".into();
    }
    let small = first.to_lowercase();
    if small.len() > 4 && small.ends_with("ing") && !is_verb(&small) && !NOUNS.contains(&small.as_str()) {
        return uncapital(phrase);
    }
    let adverb = small.ends_with("ly") && phrase.split_whitespace().nth(1).is_some_and(|w| is_verb(&w.to_lowercase()));
    if !adverb && !starts_with_verb(phrase) {
        let stems = stems(phrase);
        let taken = |word: &str| verbs().section("had").iter().any(|row| stem(row[0]) == word);
        let verb = if stems.iter().any(|word| taken(word)) { "having" } else { "seeing to" };
        return format!("{verb} {}", uncapital(phrase));
    }
    let mut out: Vec<String> = Vec::new();
    let mut due = true;
    for word in phrase.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let joined = out.last().is_none_or(|before| before.ends_with(',') || JOINS.contains(&before.as_str()));
        let skip = out.is_empty() && adverb;
        if (due || (joined && is_verb(&bare))) && !skip && !bare.is_empty() {
            due = false;
            out.push(word.to_lowercase().replacen(&bare, &text::ing(&bare), 1));
        } else {
            out.push(if out.is_empty() { word.to_lowercase() } else { word.to_owned() });
        }
    }
    out.join(" ")
}

const JOINS: [&str; 4] = ["and", "or", "then", "but"];
const NOUNS: [&str; 6] = ["evening", "morning", "wedding", "meeting", "painting", "reading"];

fn uncapital(text: &str) -> String {
    let mut words = text.splitn(2, ' ');
    let first = words.next().unwrap_or_default();
    // A name keeps its capital: only a word that stands small in our lists, or an -ing form, loses it.
    let small = first.to_lowercase();
    let known = is_verb(&small) || small.ends_with("ing") || verbs().section("had").iter().any(|r| r[0] == small);
    match (known, words.next()) {
        (true, Some(rest)) => format!("{small} {rest}"),
        (true, None) => small,
        (false, _) => text.to_owned(),
    }
}

/// At most `most` words, cut where a phrase may end, never after a word that wants another.
pub fn truncate_words(text: &str, most: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() <= most {
        return words.join(" ");
    }
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let opens = |word: &str| {
        verbs().section("opens").iter().flatten().any(|row| row.split_whitespace().any(|known| known == bare(word)))
    };
    // Prefer the last place within reach at which a further phrase begins.
    let mut end = (3..=most).rev().find(|&i| opens(words[i]) && !opens(words[i - 1])).unwrap_or(most);
    while end > 1 && opens(words[end - 1]) {
        end -= 1;
    }
    words[..end].join(" ").trim_end_matches([',', ';', ':']).to_owned()
}

/// How many meaningful stems two texts have in common.
pub fn shared_stems(a: &str, b: &str) -> usize {
    let b: BTreeSet<String> = content(b).collect();
    content(a).collect::<BTreeSet<_>>().intersection(&b).count()
}

/// The stems of a text that carry meaning.
pub fn content(text: &str) -> impl Iterator<Item = String> {
    let empty = |word: &String| word.chars().count() < 3 || is_stop_word(word);
    tokens(text).into_iter().filter(move |word| !empty(word)).map(|word| stem(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verb_phrases_take_their_ing_form() {
        for (plain, form) in [
            ("have breakfast", "having breakfast"),
            ("get up, wash and have breakfast", "getting up, washing and having breakfast"),
            ("run the cafe", "running the cafe"),
            ("lie down", "lying down"),
            ("write about Iago's short words", "writing about Iago's short words"),
            ("Serve coffee and cake", "serving coffee and cake"),
            ("lunch and a look at the paper", "having lunch and a look at the paper"),
            ("having lunch", "having lunch"),
            ("quietly read a book", "quietly reading a book"),
            ("crystallise the compound", "crystallising the compound"),
            ("sing", "singing"),
            ("sit and see to it", "sitting and seeing to it"),
            ("", "looking about"),
        ] {
            assert_eq!(ing(plain), form);
        }
    }

    #[test]
    fn a_cut_ends_well() {
        assert_eq!(
            truncate_words("writing the second chapter of the long book about the old town", 8),
            "writing the second chapter of the long book"
        );
        assert_eq!(truncate_words("one two three", 8), "one two three");
    }
}
