//! "They have been close friends since ..", after a sentence about somebody: the two of us.

use super::{Class, Deixis, Form, Frame, Stems};
use crate::language::{
    lexicon::lex,
    text::{Pron, is_punct},
};

/// A clause about me and the one last spoken of; nothing if it is not one.
pub fn both(tokens: &[String], d: &Deixis, secret: bool) -> Option<Frame> {
    let they = tokens.first().is_some_and(|word| word.eq_ignore_ascii_case("they") || word.eq_ignore_ascii_case("we"));
    let other = d.last.as_ref().filter(|other| they && *other != d.me && !d.me.is_empty())?;
    let frame = |verb: &str, form, rest: Vec<String>, class, subj: &str, about: &str| Frame {
        subj: subj.to_owned(),
        person: true,
        aux: (form == Form::Copula).then(|| "is".to_owned()),
        neg: false,
        adv: Vec::new(),
        verb: verb.to_owned(),
        form,
        rest,
        place: None,
        when: None,
        class,
        secret,
        event: None,
        about: vec![about.to_owned()],
        stems: Stems::default(),
    };
    let small: Vec<String> = tokens.iter().map(|word| word.to_lowercase()).collect();
    if let Some(at) = small.windows(2).position(|two| two == ["each", "other"]) {
        let know = small[..at].iter().any(|word| matches!(word.as_str(), "know" | "knew" | "known"));
        let mut rest = vec![other.clone()];
        rest.extend(tokens[at + 2..].iter().take_while(|word| !is_punct(word) && *word != "and").cloned());
        return know.then(|| frame("know", Form::Present, rest, Class::Know, d.me, other));
    }
    // "close friends": what they are to each other, in the singular
    let plural = small
        .iter()
        .position(|word| word.strip_suffix('s').is_some_and(|one| lex().list("kin").iter().any(|kin| kin == one)))?;
    let start = (0..plural)
        .rev()
        .find(|&at| lex().is("aux", &small[at]) || matches!(small[at].as_str(), "been" | "become" | "became"))?;
    let mut rest = vec![d.me.to_owned(), "'s".to_owned()];
    rest.extend(tokens[start + 1..plural].iter().cloned());
    rest.push(small[plural].trim_end_matches('s').to_owned());
    let known = d.prons.get(other).is_some_and(|pronoun| *pronoun != Pron::They) || rest.len() >= 3;
    known.then(|| frame("", Form::Copula, rest, Class::Kin, other, d.me))
}
