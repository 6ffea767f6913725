//! Where sentences end, and how they are contracted in speech.

use std::rc::Rc;

use super::{
    super::{cache::Cache, lexicon::lex},
    tokens::is_capitalized,
};

thread_local! {
    /// The same memories are read again for every question.
    static STATEMENTS: Cache<String, Vec<Rc<str>>> = const { Cache::new(16_384) };
}

/// The sentences of a text, each with its mark.
pub fn sentences(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut sentence = String::new();
    let letters: Vec<char> = text.chars().collect();
    for (at, &letter) in letters.iter().enumerate() {
        sentence.push(letter);
        let ends = matches!(letter, '.' | '?' | '!') && letters.get(at + 1).is_none_or(|next| next.is_whitespace());
        // "well... it goes on": three dots before a small letter end nothing
        let dots = letter == '.' && at > 1 && letters[at - 1] == '.' && letters[at - 2] == '.';
        let goes_on = dots && letters.get(at + 2).is_some_and(|next| next.is_lowercase());
        if ends && !goes_on {
            out.push(sentence.trim().to_owned());
            sentence.clear();
        }
    }
    if !sentence.trim().is_empty() {
        out.push(sentence.trim().to_owned());
    }
    out
}

/// The statements of a memory: its sentences, and what stands between semicolons.
pub fn statements(text: &str) -> Rc<Vec<Rc<str>>> {
    let fresh = || {
        let parts = sentences(text);
        let parts = parts.iter().flat_map(|one| one.split("; ")).map(str::trim).filter(|one| !one.is_empty());
        Rc::new(parts.map(Rc::from).collect::<Vec<_>>())
    };
    STATEMENTS.with(|cache| cache.get_or(text, fresh))
}

/// "I paint, and Sam is running": two sentences, where the second has a subject of its own.
pub fn clauses(sentence: &str) -> Vec<String> {
    const JOINT: &str = ", and ";
    if sentence.ends_with('?') {
        return vec![sentence.to_owned()];
    }
    let mut out = Vec::new();
    let mut rest = sentence;
    let mut from = 0;
    while let Some(at) = rest.get(from..).and_then(|tail| tail.find(JOINT)).map(|at| at + from) {
        let next = rest[at + JOINT.len()..].split(' ').next().unwrap_or_default();
        let pronoun = matches!(next, "I" | "I'm" | "I've" | "you" | "he" | "she" | "they");
        if pronoun || is_capitalized(next) && next.len() > 1 {
            out.push(format!("{}.", &rest[..at]));
            rest = &rest[at + JOINT.len()..];
            from = 0;
        } else {
            from = at + JOINT.len();
        }
    }
    match named(rest) {
        Some(at) => out.extend([format!("{}.", &rest[..at]), rest[at + " and ".len()..].to_owned()]),
        None => out.push(rest.to_owned()),
    }
    out
}

/// "The mill burned down and Sam Moore is in jail": where the second begins that has a name for its subject.
fn named(sentence: &str) -> Option<usize> {
    sentence.match_indices(" and ").map(|(at, _)| at).find(|at| {
        let words: Vec<&str> = sentence[at + " and ".len()..].split(' ').collect();
        let name = words.iter().take_while(|word| is_capitalized(word) && word.len() > 1).count();
        let is = words.get(name).is_some_and(|word| matches!(*word, "is" | "was" | "has"));
        let done = |word: &str| word.len() > 3 && word.ends_with("ed") || lex().contains("aux", word);
        (1..4).contains(&name) && is && words.len() > name + 1 && sentence[..*at].split(' ').any(done)
    })
}

/// Contracted as one speaks.
pub fn contract(text: &str) -> String {
    let mut text = format!(" {text} ");
    for (long, short) in lex().pairs("contract") {
        if text.contains(long.get(1..).unwrap_or_default()) {
            text = text.replace(&format!(" {long} "), &format!(" {short} "));
            text = text.replace(&format!(" {} ", super::capitalize(long)), &format!(" {} ", super::capitalize(short)));
        }
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_named_begins_a_clause_of_their_own() {
        let parts = ["The mill burned down last night.", "Sam Moore is in jail."];
        assert_eq!(clauses("The mill burned down last night and Sam Moore is in jail."), parts);
        for whole in ["I told Ann and Sam Moore.", "Ann and Sam is a good name.", "She saw Bo and Cid Dorn is."] {
            assert_eq!(clauses(whole), [whole]);
        }
    }
}
