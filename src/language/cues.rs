//! Cues in a line that everybody in earshot must catch, whichever mind answers: a goodbye, and a cry that something is in
//! danger.

use super::{
    lexicon::lex,
    text::{clauses, is_punct, sentences, split},
};

/// Whether a line says goodbye, or that one must go.
pub fn takes_leave(line: &str) -> bool {
    sentences(line).iter().flat_map(|sentence| clauses(sentence)).any(|clause| leaves(&small(&clause)))
}

/// Is a clause, in lower case between spaces, a goodbye? "see you" must begin it: "I see you are busy" is not one.
pub fn leaves(small: &str) -> bool {
    let said = |bye: &String| match bye.as_str() {
        "see you" | "so long" | "have a good" | "good night" => small.starts_with(&format!(" {bye} ")),
        bye => small.contains(&format!(" {bye} ")),
    };
    lex().list("byewords").iter().any(said) || lex().opens("byemore", small)
}

/// What an alarmed line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cry {
    /// There is a danger, such as a fire or a flood.
    News,
    /// Nobody does anything about it.
    Reproach,
}

/// Does any sentence of these words raise an alarm? `called` is the name of whoever hears it.
pub fn cries(words: &str, called: &str) -> bool {
    sentences(words).iter().any(|one| cry(one, called).is_some())
}

/// What a sentence cries, and what the danger is called; `called` is the name of whoever hears it.
pub fn cry(sentence: &str, called: &str) -> Option<(Cry, &'static str)> {
    let words = called
        .split(' ')
        .fold(small(sentence), |words, name| words.replace(&format!(" {} ", name.to_lowercase()), " "));
    let book = lex();
    let said = |section: &str| book.hit(section, &words).is_some() || book.is("danger.cry", words.trim());
    if book.hit("danger.not", &words).is_some() {
        return None;
    }
    let asks = sentence.ends_with('?') && !book.opens("danger.asked", &words);
    if asks {
        let thing = thing(&words);
        let reproach = book.opens("danger.why", &words) && book.hit("danger.fight", &words).is_some();
        return (reproach && !thing.is_empty()).then_some((Cry::Reproach, thing));
    }
    said("danger.now").then(|| (Cry::News, thing(&words)))
}

/// `fire` or `flood`; empty for any other danger.
fn thing(words: &str) -> &'static str {
    let has = |section: &str| words.split(' ').any(|word| lex().is(section, word));
    match () {
        () if has("danger.fire") => "fire",
        () if has("danger.water") => "flood",
        () => "",
    }
}

/// The words of a sentence in small letters, between spaces, without punctuation.
pub fn small(sentence: &str) -> String {
    let words: Vec<String> = split(sentence).into_iter().filter(|word| !is_punct(word)).collect();
    format!(" {} ", words.join(" ").to_lowercase())
}
