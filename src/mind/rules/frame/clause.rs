//! One clause: its subject, its verb, and the rest.

use super::{Class, Deixis, Form, Frame, event::is_event, sense::sense};
use crate::language::{
    kin::is_kin,
    lexicon::lex,
    text::{
        Pronoun, Tokens, is_capitalized, is_holding, is_punct, join, lemma_and_tense, past_bases, plain_of_ing,
        third_person_bases,
    },
    time::{self, When},
};

/// A noun phrase for a subject is at most so long.
const SUBJECT: usize = 9;

/// Reads a clause.
pub fn clause(mut tokens: Tokens, d: &Deixis) -> Option<Frame> {
    if tokens.len() < 2 {
        return None;
    }
    let small = format!(" {} ", tokens.join(" ").to_lowercase());
    let secret = lex().find("secret", &small).is_some();
    let when = appointment(&mut tokens, d);
    let place = take_place(&mut tokens, d);
    without_apposition(&mut tokens, d);
    if let Some(frame) = both(&tokens, d) {
        return Some(Frame { secret, ..frame });
    }
    let (subj, person, at) = subject(&tokens, d)?;
    let mut frame = Frame { subj, person, place, when, secret, ..Frame::default() };
    let end = frame.predicate(&tokens, at)?;
    frame.rest = tokens.get(end..).unwrap_or_default().to_vec();
    let nothing = frame.rest.is_empty() && frame.place.is_none() && frame.when.is_none();
    if frame.form == Form::Copula && nothing || frame.rest == [frame.subj.clone()] {
        return None;
    }
    frame.about = frame.rest.iter().filter(|word| d.names.is_person(word)).cloned().collect();
    sense(&mut frame, d);
    Some(frame)
}

/// "They have been close friends since ..", after a sentence about somebody: a clause about me and the one last spoken
/// of; nothing if it is not one.
fn both(tokens: &[String], d: &Deixis) -> Option<Frame> {
    let they = tokens.first().is_some_and(|word| word.eq_ignore_ascii_case("they") || word.eq_ignore_ascii_case("we"));
    let other = d.last.as_ref().filter(|other| they && *other != d.me && !d.me.is_empty())?;
    let small: Vec<String> = tokens.iter().map(|word| word.to_lowercase()).collect();
    let is = |word: &String, one_of: &[&str]| one_of.contains(&word.as_str());
    if let Some(at) = small.windows(2).position(|two| two == ["each", "other"]) {
        let mut rest = vec![other.clone()];
        rest.extend(tokens[at + 2..].iter().take_while(|word| !is_punct(word) && *word != "and").cloned());
        return small[..at].iter().any(|word| is(word, &["know", "knew", "known"])).then(|| Frame {
            subj: d.me.to_owned(),
            person: true,
            verb: "know".to_owned(),
            form: Form::Present,
            rest,
            class: Class::Know,
            about: vec![other.clone()],
            ..Frame::default()
        });
    }
    // "close friends": what they are to each other, in the singular
    let kin = |word: &String| word.strip_suffix('s').is_some_and(|one| is_kin(one) || lex().contains("kin", one));
    let plural = small.iter().position(kin)?;
    let verb = |word: &String| lex().contains("aux", word) || is(word, &["been", "become", "became"]);
    let start = small[..plural].iter().rposition(verb)?;
    let mut rest = vec![d.me.to_owned(), "'s".to_owned()];
    rest.extend(tokens[start + 1..plural].iter().cloned());
    rest.push(small[plural].trim_end_matches('s').to_owned());
    let known = d.prons.get(other).is_some_and(|pronoun| *pronoun != Pronoun::They) || rest.len() >= 3;
    known.then(|| Frame {
        subj: other.clone(),
        person: true,
        aux: Some("is".to_owned()),
        rest,
        class: Class::Kin,
        about: vec![d.me.to_owned()],
        ..Frame::default()
    })
}

/// Takes day and hours out. Hours with no day are a habit ("gets up at six"), no appointment, but for an event.
fn appointment(tokens: &mut Tokens, d: &Deixis) -> Option<When> {
    let before = tokens.clone();
    let when = time::extract_time(tokens, d.now)?;
    let event = || before.iter().any(|word| is_event(word) || is_holding(word));
    tokens.dedup_by(|next, before| next == "," && before == ",");
    while tokens.last().is_some_and(|word| word == ",") {
        tokens.pop();
    }
    if when.day.is_none() && !event() {
        *tokens = before;
        return None;
    }
    Some(when)
}

/// Takes "at Known Place" out.
fn take_place(tokens: &mut Tokens, d: &Deixis) -> Option<String> {
    let mut place = None;
    let mut at = 1;
    while at + 1 < tokens.len() {
        let end = at + 1 + usize::from(tokens[at + 1] == "the");
        let named = tokens.get(end).is_some_and(|word| d.names.is_place(word));
        let owner = tokens.get(end + 1).is_some_and(|word| word == "'s");
        if matches!(tokens[at].as_str(), "at" | "in" | "inside") && named && !owner {
            // "at the mill: loft", a loft that one has not been in
            let arena = tokens.get(end + 1).is_some_and(|word| word == ":") && tokens.len() > end + 2;
            let comma = (end + 1..tokens.len()).find(|&mark| tokens[mark] == ",").unwrap_or(tokens.len());
            let end = if arena { comma - 1 } else { end };
            place = Some(join(&tokens[at..=end]));
            tokens.drain(at..=end);
        } else {
            at += 1;
        }
    }
    place
}

/// "John Lin, the pharmacist, has been .." without what stands between the commas.
fn without_apposition(tokens: &mut Tokens, d: &Deixis) {
    if tokens.len() > 4 && d.names.is_person(&tokens[0]) && tokens[1] == "," {
        let close = (2..tokens.len().min(10)).find(|&at| tokens[at] == ",");
        if let Some(close) = close.filter(|close| close + 1 < tokens.len()) {
            tokens.drain(1..=close);
        }
    }
}

/// Who or what the clause is about, whether that is a person, and where the predicate begins.
fn subject(tokens: &[String], d: &Deixis) -> Option<(String, bool, usize)> {
    let first = tokens.first()?;
    let small = first.to_lowercase();
    if let Some(want) = [Pronoun::He, Pronoun::She, Pronoun::They].into_iter().find(|pronoun| pronoun.of(0) == small) {
        let who = d.last.clone()?;
        let is = d.prons.get(&who).copied().unwrap_or(Pronoun::They);
        let fits = want == is || is == Pronoun::They;
        return fits.then_some((who, true, 1));
    }
    if small == "there" {
        return Some(("there".into(), false, 1));
    }
    if lex().contains("nosubject", &small) {
        return None;
    }
    if d.names.is_person(first) && tokens.get(1).is_none_or(|word| word != "'s" && word != "and") {
        return Some((first.clone(), true, 1));
    }
    // a noun phrase up to the first auxiliary or verb
    for at in 1..tokens.len().min(SUBJECT) {
        let word = tokens[at].to_lowercase();
        if is_punct(&word) {
            return None;
        }
        let form = word.ends_with('s') || word.ends_with("ed") || lex().map("past").contains_key(&word);
        let no_name = || !is_capitalized(&tokens[at]) && !lex().contains("notname", &word);
        let verb = at > 1 && form && no_name() && lemma_and_tense(&word).is_some();
        if lex().contains("aux", &word) || verb {
            if !lex().contains("article", &small) && !is_capitalized(first) {
                return None;
            }
            let mut phrase = tokens[..at].to_vec();
            if lex().contains("notname", &small) {
                phrase[0] = small;
            }
            return Some((join(&phrase), false, at));
        }
    }
    None
}

impl Frame {
    /// The verb at `at`, with what stands before it; gives where the rest begins.
    fn predicate(&mut self, tokens: &[String], at: usize) -> Option<usize> {
        let at = self.adverbs(tokens, at);
        let word = tokens.get(at)?.to_lowercase();
        if lex().contains("aux", &word) {
            return Some(self.auxiliary(tokens, &word, at + 1));
        }
        let third = self.person && word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
        let (verb, past) = lemma_and_tense(&word)
            .or_else(|| third_person_bases(&word).pop().filter(|_| third).map(|verb| (verb, false)))?;
        self.verb = verb;
        self.form = if past { Form::Past } else { Form::Present };
        Some(at + 1)
    }

    fn adverbs(&mut self, tokens: &[String], at: usize) -> usize {
        let adverbs = tokens.iter().skip(at).take_while(|word| lex().contains("adverbs", word));
        let before = self.adv.len();
        self.adv.extend(adverbs.cloned());
        at + self.adv.len() - before
    }

    /// An auxiliary before `at`, and the verb it goes with.
    fn auxiliary(&mut self, tokens: &[String], word: &str, at: usize) -> usize {
        let aux = match word {
            "are" | "am" => "is",
            "were" => "was",
            "have" => "has",
            "do" => "does",
            other => other,
        };
        self.aux = Some(aux.to_owned());
        self.neg = tokens.get(at).is_some_and(|word| word == "not");
        let at = self.adverbs(tokens, at + usize::from(self.neg));
        let Some(next) = tokens.get(at).map(|word| word.to_lowercase()) else { return at };
        let after = tokens.get(at + 1).map(|word| word.to_lowercase()).unwrap_or_default();
        let ing = |word: &str| word.ends_with("ing") && word.len() > 4 && !lex().contains("notverb", word);
        let participle = || {
            past_bases(&next).iter().any(|verb| lex().verb(verb))
                || lex().map("past").contains_key(&next)
                || lex().contains("participle", &next)
        };
        let tense = |past: &str| if aux == past { Form::Past } else { Form::Present };
        let (aux, verb, form, end) = match aux {
            "is" | "was" if ing(&next) => (self.aux.take(), plain_of_ing(&next), Form::Ing, at + 1),
            "has" | "had" if next == "been" && ing(&after) => {
                (Some(format!("{aux} been")), plain_of_ing(&after), Form::Ing, at + 2)
            }
            "has" | "had" if next == "been" => (Some(format!("{aux} been")), String::new(), Form::Copula, at + 1),
            "has" | "had" if participle() => (self.aux.take(), next, Form::Part, at + 1),
            "has" | "had" => (None, "have".to_owned(), tense("had"), at),
            "does" | "did" if !self.neg && !lex().verb(&next) => (None, "do".to_owned(), tense("did"), at),
            "is" | "was" => (self.aux.take(), String::new(), Form::Copula, at),
            _ => (self.aux.take(), next, Form::Base, at + 1),
        };
        (self.aux, self.verb, self.form) = (aux, verb, form);
        end
    }
}
