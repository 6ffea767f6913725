//! The last touches: marks, "a" or "an", contractions, capitals.

use super::Voice;
use crate::language::text::{capitalize, contract, sentences};

/// So formal a voice contracts nothing.
const STIFF: i32 = 3;

/// A line as it is said.
pub fn finish(text: &str, voice: &Voice) -> String {
    let text = article(&marks(text));
    let text = if voice.formal >= STIFF { text } else { contract(&text) };
    let sentences: Vec<String> = sentences(&text).iter().map(|sentence| capitalize(sentence)).collect();
    sentences.join(" ")
}

/// No two marks where one is meant, no space before one.
fn marks(text: &str) -> String {
    const DOTS: &str = "\u{2026}";
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (from, to) in
        [(" ,", ","), (" .", "."), ("...", DOTS), ("..", "."), (DOTS, "..."), ("?.", "?"), ("!.", "!"), (".,", ",")]
    {
        text = text.replace(from, to);
    }
    text
}

/// "an apple".
fn article(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let vowel = |word: &str| {
        let sounds = ["one", "uni", "use", "eu"].iter().all(|start| !word.starts_with(start));
        word.starts_with(['a', 'e', 'i', 'o']) && sounds || word.starts_with("hour") || word.starts_with("honest")
    };
    let mut out = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let an = matches!(*word, "a" | "A") && words.get(at + 1).is_some_and(|next| vowel(next));
        out.push(if an { format!("{word}n") } else { (*word).to_owned() });
    }
    out.join(" ")
}
