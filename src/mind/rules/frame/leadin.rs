//! What stands around a statement and is no part of it: "Guess what:", "I have to tell somebody: ..", ".., by the way".

use crate::language::{
    lexicon::lex,
    text::{Tokens, is_capitalized, is_punct, join},
};

/// A tail is at most so many tokens long.
const TAIL: usize = 8;
/// So far into a sentence a mark of its source may stand.
const SOURCE: usize = 14;
/// So far into a sentence a colon ends the wrapping.
const COLON: usize = 9;

/// Takes the wrapping off. Where it names who told it, it becomes "X told me that ..".
pub fn strip_leadins(tokens: &mut Tokens) {
    strip_tail(tokens);
    if understood_from(tokens) || source_mark(tokens) {
        return;
    }
    before_colon(tokens);
    while opening(tokens) {}
}

fn told_by(who: String, what: &[String]) -> Tokens {
    let mut out: Tokens = vec![who, "told".into(), "me".into(), "that".into()];
    out.extend(what.iter().cloned());
    out
}

/// ".., and that's from the horse's mouth"
fn strip_tail(tokens: &mut Tokens) {
    while tokens.len() > 4
        && let Some(comma) = tokens.iter().rposition(|word| word == ",")
        && comma + TAIL > tokens.len()
        && lex().contains("tail", &tokens[comma + 1..].join(" ").to_lowercase())
    {
        tokens.truncate(comma);
    }
}

/// "I understand from X that .."
fn understood_from(tokens: &mut Tokens) -> bool {
    let fits = tokens.len() > 6 && join(&tokens[..3]).eq_ignore_ascii_case("i understand from") && tokens[4] == "that";
    if fits {
        *tokens = told_by(tokens[3].clone(), &tokens[5..]);
    }
    fits
}

/// "I was talking to X yesterday, and it seems that ..", "A little bird by the name of X told me that .."
fn source_mark(tokens: &mut Tokens) -> bool {
    for mark in lex().list("sourcemark") {
        let mark: Vec<&str> = mark.split(' ').collect();
        let stands = |at: usize| {
            let mut words = mark.iter().zip(tokens.iter().skip(at));
            at + mark.len() <= tokens.len() && words.all(|(word, token)| token.eq_ignore_ascii_case(word))
        };
        let Some(at) = (1..tokens.len().min(SOURCE)).find(|&at| stands(at)) else { continue };
        if at + mark.len() + 2 >= tokens.len() {
            continue;
        }
        let name = |one: &&String| {
            is_capitalized(one) && one.chars().count() > 1 && !lex().contains("notname", &one.to_lowercase())
        };
        if let Some(who) = tokens[..at].iter().rev().find(name) {
            *tokens = told_by(who.clone(), &tokens[at + mark.len()..]);
            return true;
        }
    }
    false
}

/// Whatever leads up to a colon is no part of the news, unless it names the source.
fn before_colon(tokens: &mut Tokens) {
    let Some(colon) = tokens.iter().position(|word| word == ":") else { return };
    if colon == 0 || colon > COLON || colon + 3 >= tokens.len() {
        return;
    }
    let tells = |word: &String| matches!(word.as_str(), "told" | "tells" | "says" | "said");
    let names = |at: &usize| *at > 0 && is_capitalized(&tokens[at - 1]) && tokens[at - 1] != "I";
    let source = tokens[..colon].iter().position(tells).filter(names);
    match source {
        Some(at) => *tokens = told_by(tokens[at - 1].clone(), &tokens[colon + 1..]),
        None => {
            let to_me = tokens[colon - 1] == "you" && tokens[..colon].iter().any(|word| word == "told");
            if !to_me {
                tokens.drain(..=colon);
            }
        }
    }
}

/// "By the way", "honestly", "the thing is": one of them; more may follow.
fn opening(tokens: &mut Tokens) -> bool {
    let words = tokens.iter().filter(|word| !is_punct(word)).take(9).map(|word| word.to_lowercase());
    let small = format!("{} ", words.collect::<Vec<_>>().join(" "));
    let opens = |opener: &&String| small.strip_prefix(opener.as_str()).is_some_and(|rest| rest.starts_with(' '));
    for opener in lex().list("leadin").iter().filter(opens) {
        let words = tokens.iter().enumerate().filter(|(_, word)| !is_punct(word));
        let last = words.map(|(at, _)| at).nth(opener.split(' ').count() - 1);
        let cut = last.map_or(tokens.len(), |at| at + 1);
        let marks = tokens.iter().skip(cut).take_while(|word| is_punct(word)).count();
        // "I think" with a noun after it is no wrapping
        if cut + marks + 3 <= tokens.len() {
            tokens.drain(..cut + marks);
            return true;
        }
    }
    false
}
