//! The words after the verb, turned to a point of view: "her book" is "my book" when I say it.

use super::{Form, Frame, say::View};
use crate::language::{
    lexicon::lex,
    text::{Pronoun, is_punct, is_stop_word, join, lemma_and_tense, third},
};

/// Turns `tokens` to a point of view; `frame` says whom "her" means.
pub fn shift(tokens: &[String], frame: &Frame, view: &View) -> String {
    let subject = if frame.person { frame.subj.as_str() } else { "" };
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let word = &tokens[at];
        let owner = tokens.get(at + 1).is_some_and(|next| next == "'s");
        if view.names.is_person(word) {
            let acts = acts(tokens.get(at + 1));
            out.push(named(word, owner, acts, subject, view));
            at += 1 + usize::from(owner);
            // "loses more than Ann find": kept as Ann said it
            let third_person = acts && word == subject && subject != view.me && subject != view.you;
            if let Some(verb) = tokens.get(at).filter(|verb| third_person && lex().verb(verb)) {
                out.push(third(verb));
                at += 1;
            }
            continue;
        }
        // after another person is named, "his" may be theirs: it stays
        let another = tokens[..at].iter().any(|word| word != subject && view.names.is_person(word));
        let speaks = (subject == view.me || subject == view.you) && !tokens[..at].iter().any(|word| word == "who");
        let person = match () {
            () if another || subject.is_empty() => None,
            () if subject == view.me => Some(["I", "me", "my", "myself", "am", "have"]),
            () if subject == view.you => Some(["you", "you", "your", "yourself", "are", "have"]),
            () => None,
        };
        // "she brings his coffee": his is mine, where nobody else is named whose it could be
        let mine = person.is_none() && !another && !view.record && frame.person && subject != view.you;
        if let Some(word) =
            Some(view.pronoun(view.me)).filter(|_| mine).and_then(|me| my(tokens, at, me, view.pronoun(subject)))
        {
            out.push(word);
            at += 1;
            continue;
        }
        out.push(match person {
            Some(forms) => turned(tokens, at, view.pronoun(subject), forms),
            // "I help Ann and make lanterns": what I do, though another is named
            None if another && speaks && tokens[at - 1] == "and" => with_subject(word, "and"),
            None => third_again(tokens, at, frame),
        });
        at += 1;
    }
    join(&out)
}

/// Whether what comes after a name is what the name does: "until I drop".
fn acts(next: Option<&String>) -> bool {
    next.is_some_and(|next| lex().contains("aux", next) || lex().verb(next) || lemma_and_tense(next).is_some())
}

fn named(word: &str, owner: bool, acts: bool, subject: &str, view: &View) -> String {
    let form = |plain: &str, own: &str, oneself: &str| match () {
        () if owner => own.to_owned(),
        () if acts && word == view.me => "I".to_owned(),
        () if acts => "you".to_owned(),
        () if word == subject => oneself.to_owned(),
        () => plain.to_owned(),
    };
    if word == view.me {
        form("me", "my", "myself")
    } else if word == view.you {
        form("you", "your", "yourself")
    } else if owner && word == subject {
        view.pronoun(word).of(2).to_owned()
    } else {
        let name = if view.record { word.to_owned() } else { view.names.short(word) };
        if owner { format!("{name}'s") } else { name }
    }
}

/// A word that speaks of the subject, as the subject says it: `forms` are I, me, my, myself, am, have.
fn turned(
    tokens: &[String],
    at: usize,
    pronoun: Pronoun,
    [nominative, accusative, own, oneself, be, have]: [&str; 6],
) -> String {
    let word = &tokens[at];
    let small = word.to_lowercase();
    // a pronoun of another kind is somebody else's: "asks shopkeepers about their rents"
    let other = match small.as_str() {
        "his" | "he" | "him" | "himself" => !matches!(pronoun, Pronoun::He | Pronoun::They),
        "her" | "she" | "herself" => !matches!(pronoun, Pronoun::She | Pronoun::They),
        "their" | "themselves" => pronoun != Pronoun::They,
        _ => false,
    };
    if other {
        return word.clone();
    }
    let before = at.checked_sub(1).map(|before| tokens[before].to_lowercase()).unwrap_or_default();
    let after_pronoun = matches!(before.as_str(), "he" | "she");
    // "and still sees": the adverb stands between
    let early = at.checked_sub(2).map(|before| tokens[before].to_lowercase()).unwrap_or_default();
    let before = if lex().contains("adverbs", &before) && matches!(early.as_str(), "and" | "she" | "he" | "they") {
        early
    } else {
        before
    };
    let form = match small.as_str() {
        "his" | "their" => own,
        "he" | "she" => nominative,
        "himself" | "herself" | "themselves" => oneself,
        "him" => accusative,
        "her" if stands_alone(tokens.get(at + 1)) => accusative,
        "her" => own,
        "is" if after_pronoun || before == "and" => be,
        "has" if after_pronoun || before == "and" => have,
        _ => return with_subject(word, &before),
    };
    form.to_owned()
}

/// Whether "her" before this word is no owner: "helps her at home".
fn stands_alone(next: Option<&String>) -> bool {
    let Some(next) = next.map(|next| next.to_lowercase()) else { return true };
    is_punct(&next)
        || !lex().contains("stop.described", &next) && is_stop_word(&next)
        || matches!(next.as_str(), "to" | "at" | "in" | "on" | "by")
}

/// "and knows her regulars": the second verb follows the subject too.
fn with_subject(word: &str, before: &str) -> String {
    let joined = matches!(before, "and" | "but" | "," | "she" | "he" | "never" | "always" | "often");
    let form = word.ends_with('s') && !word.ends_with("ss") && !lex().contains("notverb", word);
    let plain =
        lemma_and_tense(word).filter(|(plain, past)| joined && form && !past && plain != word && !plain.is_empty());
    plain.map_or_else(|| word.to_owned(), |(plain, _)| plain)
}

/// Heard as "I grow roses and know every path", kept as "grows .. and knows".
fn third_again(tokens: &[String], at: usize, frame: &Frame) -> String {
    let word = &tokens[at];
    let joined = at > 0 && tokens[at - 1] == "and" && frame.person && frame.form == Form::Present;
    let plural = |next: &str| next.len() > 3 && next.ends_with('s') && !next.ends_with("ss");
    let takes = tokens.get(at + 1).is_some_and(|next| lex().contains("afterverb", next) || plural(next));
    if joined && takes && lex().verb(word) { third(word) } else { word.clone() }
}

/// A word that speaks of me, or what I do, in a sentence on somebody whom another pronoun is for.
fn my(tokens: &[String], at: usize, me: Pronoun, subject: Pronoun) -> Option<String> {
    if me == Pronoun::They || subject == Pronoun::They || me == subject {
        return None;
    }
    let small = tokens[at].to_lowercase();
    let before = at.checked_sub(1).map(|before| tokens[before].to_lowercase()).unwrap_or_default();
    let is = |case: usize| small == me.of(case);
    let said = match small.as_str() {
        _ if before == me.of(0) => match small.as_str() {
            "is" => "am".to_owned(),
            "has" => "have".to_owned(),
            verb => lemma_and_tense(verb).filter(|(plain, past)| !past && !plain.is_empty()).map(|(plain, _)| plain)?,
        },
        _ if is(0) => "I".to_owned(),
        _ if is(3) => "myself".to_owned(),
        _ if is(1) && (me == Pronoun::He || stands_alone(tokens.get(at + 1))) => "me".to_owned(),
        _ if is(2) => "my".to_owned(),
        _ => return None,
    };
    Some(said)
}
