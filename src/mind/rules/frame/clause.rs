//! One clause: its subject, its verb, and the rest.

use super::{
    Deixis, Form, Frame, Stems,
    both::both,
    sense::{event_in, sense},
};
use crate::language::{
    lexicon::lex,
    text::{Pron, Toks, finite, is_cap, is_punct, join, plain_of_ing, unpast, unthird},
    time::{self, When},
};

/// A noun phrase for a subject is at most so long.
const SUBJECT: usize = 9;

/// The verb of a clause and what came with it.
struct Predicate {
    aux: Option<String>,
    neg: bool,
    adv: Vec<String>,
    verb: String,
    form: Form,
    /// Where the rest begins.
    end: usize,
}

/// Reads a clause.
pub fn clause(mut tokens: Toks, d: &Deixis) -> Option<Frame> {
    if tokens.len() < 2 {
        return None;
    }
    let small = format!(" {} ", tokens.join(" ").to_lowercase());
    let secret = lex().hit("secret", &small).is_some();
    let when = appointment(&mut tokens, d);
    let place = take_place(&mut tokens, d);
    without_apposition(&mut tokens, d);
    if let Some(frame) = both(&tokens, d, secret) {
        return Some(frame);
    }
    let (subj, person, at) = subject(&tokens, d)?;
    let Predicate { aux, neg, adv, verb, form, end } = predicate(&tokens, at, person)?;
    let rest = tokens.get(end..).unwrap_or_default().to_vec();
    if form == Form::Copula && rest.is_empty() && place.is_none() && when.is_none() || rest == [subj.clone()] {
        return None;
    }
    let about: Vec<String> = rest.iter().filter(|word| d.names.is_person(word)).cloned().collect();
    let event = event_in(&rest);
    let mut frame = Frame {
        subj,
        person,
        aux,
        neg,
        adv,
        verb,
        form,
        rest,
        place,
        when,
        class: super::Class::Other,
        secret,
        event,
        about,
        stems: Stems::default(),
    };
    sense(&mut frame, d);
    Some(frame)
}

/// Takes day and hours out. Hours with no day are a habit ("gets up at six"), no appointment, but for an event.
fn appointment(tokens: &mut Toks, d: &Deixis) -> Option<When> {
    let before = tokens.clone();
    let when = time::take(tokens, d.now)?;
    let event = || before.iter().any(|word| lex().is("events", &word.to_lowercase()));
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
fn take_place(tokens: &mut Toks, d: &Deixis) -> Option<String> {
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
fn without_apposition(tokens: &mut Toks, d: &Deixis) {
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
    let pronoun = match small.as_str() {
        "he" => Some(Pron::He),
        "she" => Some(Pron::She),
        "they" => Some(Pron::They),
        _ => None,
    };
    if let Some(want) = pronoun {
        let who = d.last.clone()?;
        let is = d.prons.get(&who).copied().unwrap_or(Pron::They);
        let fits = want == is || is == Pron::They;
        return fits.then_some((who, true, 1));
    }
    if small == "there" {
        return Some(("there".into(), false, 1));
    }
    if lex().is("nosubject", &small) {
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
        let verb = at > 1 && form && !is_cap(&tokens[at]) && !lex().is("notname", &word) && finite(&word).is_some();
        if lex().is("aux", &word) || verb {
            if !lex().is("article", &small) && !is_cap(first) {
                return None;
            }
            let mut phrase = tokens[..at].to_vec();
            if lex().is("notname", &small) {
                phrase[0] = small;
            }
            return Some((join(&phrase), false, at));
        }
    }
    None
}

/// The verb at `at`, with what stands before it.
fn predicate(tokens: &[String], at: usize, person: bool) -> Option<Predicate> {
    let mut p = Predicate { aux: None, neg: false, adv: Vec::new(), verb: String::new(), form: Form::Copula, end: at };
    p.adverbs(tokens);
    let word = tokens.get(p.end)?.to_lowercase();
    if lex().is("aux", &word) {
        p.end += 1;
        p.auxiliary(tokens, &word);
    } else if let Some((verb, past)) = finite(&word) {
        p.verb = verb;
        p.form = if past { Form::Past } else { Form::Present };
        p.end += 1;
    } else if person && word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") {
        p.verb = unthird(&word).pop()?;
        p.form = Form::Present;
        p.end += 1;
    } else {
        return None;
    }
    Some(p)
}

impl Predicate {
    fn adverbs(&mut self, tokens: &[String]) {
        while let Some(word) = tokens.get(self.end).filter(|word| lex().is("adverbs", word)) {
            self.adv.push(word.clone());
            self.end += 1;
        }
    }

    fn auxiliary(&mut self, tokens: &[String], word: &str) {
        let aux = match word {
            "are" | "am" => "is",
            "were" => "was",
            "have" => "has",
            "do" => "does",
            other => other,
        };
        self.aux = Some(aux.to_owned());
        self.neg = tokens.get(self.end).is_some_and(|word| word == "not");
        self.end += usize::from(self.neg);
        self.adverbs(tokens);
        let Some(next) = tokens.get(self.end).map(|word| word.to_lowercase()) else { return };
        let after = tokens.get(self.end + 1).map(|word| word.to_lowercase()).unwrap_or_default();
        let ing = |word: &str| word.ends_with("ing") && word.len() > 4 && !lex().is("notverb", word);
        let participle = || {
            unpast(&next).iter().any(|verb| lex().verb(verb))
                || lex().map("past").contains_key(&next)
                || lex().is("participle", &next)
        };
        match aux {
            "is" | "was" if ing(&next) => {
                (self.form, self.verb, self.end) = (Form::Ing, plain_of_ing(&next), self.end + 1)
            }
            "has" | "had" if next == "been" && ing(&after) => {
                self.aux = Some(format!("{aux} been"));
                (self.form, self.verb, self.end) = (Form::Ing, plain_of_ing(&after), self.end + 2);
            }
            "has" | "had" if next == "been" => {
                self.aux = Some(format!("{aux} been"));
                self.end += 1;
            }
            "has" | "had" if participle() => (self.form, self.verb, self.end) = (Form::Part, next, self.end + 1),
            "has" | "had" => {
                self.aux = None;
                self.verb = "have".to_owned();
                self.form = if aux == "had" { Form::Past } else { Form::Present };
            }
            "does" | "did" if !self.neg && !lex().verb(&next) => {
                self.aux = None;
                self.verb = "do".to_owned();
                self.form = if aux == "did" { Form::Past } else { Form::Present };
            }
            "is" | "was" => {}
            _ => (self.form, self.verb, self.end) = (Form::Base, next, self.end + 1),
        }
    }
}
