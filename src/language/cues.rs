//! Cues in a line that everybody in earshot must catch, whichever mind answers: a goodbye, and a cry that something is in
//! danger.

use super::{
    lexicon::lex,
    text::{clauses, is_punct, sentences, split},
};

/// Whether a line says goodbye, or that one must go.
pub fn is_goodbye(line: &str) -> bool {
    sentences(line).iter().flat_map(|sentence| clauses(sentence)).any(|clause| is_goodbye_clause(&normalize(&clause)))
}

/// Is a clause, in lower case between spaces, a goodbye? "see you" must begin it: "I see you are busy" is not one.
pub fn is_goodbye_clause(small: &str) -> bool {
    let said = |bye: &String| match bye.as_str() {
        "see you" | "so long" | "have a good" | "good night" => small.starts_with(&format!(" {bye} ")),
        bye => small.contains(&format!(" {bye} ")),
    };
    lex().list("byewords").iter().any(said) || lex().starts_with("byemore", small)
}

/// What an alarmed line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alarm {
    /// There is a danger, such as a fire or a flood.
    News,
    /// Nobody does anything about it.
    Reproach,
}

/// Does any sentence of these words raise an alarm? `called` is the name of whoever hears it.
pub fn raises_alarm(words: &str, called: &str) -> bool {
    sentences(words).iter().any(|one| alarm_in(one, called).is_some())
}

/// What a sentence cries, and what the danger is called; `called` is the name of whoever hears it.
pub fn alarm_in(sentence: &str, called: &str) -> Option<(Alarm, &'static str)> {
    let without = |words: String, name: &str| words.replace(&format!(" {} ", name.to_lowercase()), " ");
    let words = called.split(' ').fold(normalize(sentence), without);
    let book = lex();
    let said = |section: &str| book.find(section, &words).is_some() || book.contains("danger.cry", words.trim());
    if book.find("danger.not", &words).is_some() {
        return None;
    }
    let asks = sentence.ends_with('?') && !book.starts_with("danger.asked", &words);
    if asks {
        let thing = thing(&words);
        let reproach = book.starts_with("danger.why", &words) && book.find("danger.fight", &words).is_some();
        return (reproach && !thing.is_empty()).then_some((Alarm::Reproach, thing));
    }
    said("danger.now").then(|| (Alarm::News, thing(&words)))
}

/// `fire` or `flood`; empty for any other danger.
fn thing(words: &str) -> &'static str {
    let has = |section: &str| words.split(' ').any(|word| lex().contains(section, word));
    match () {
        () if has("danger.fire") => "fire",
        () if has("danger.water") => "flood",
        () => "",
    }
}

/// The words of a sentence in small letters, between spaces, without punctuation.
pub fn normalize(sentence: &str) -> String {
    let words: Vec<String> = split(sentence).into_iter().filter(|word| !is_punct(word)).collect();
    format!(" {} ", words.join(" ").to_lowercase())
}
