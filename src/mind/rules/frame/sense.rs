//! What a clause is about.

use super::{Class, Deixis, Form, Frame, event};
use crate::language::{
    kin::says_kin,
    lexicon::lex,
    text::{Pronoun, is_holding},
};

/// Finds the class of a clause, and keeps the event only where it is one.
pub fn sense(frame: &mut Frame, d: &Deixis) {
    own_of(frame);
    settled(frame);
    let (event, end) = event::of(frame, d.now).unzip();
    frame.event = event;
    let small = format!(" {} ", frame.rest.join(" ").to_lowercase());
    let base = lex().map("class").get(&frame.verb).map(String::as_str).unwrap_or_default();
    let intends = base == "aim" || frame.verb == "go";
    let holds = base == "hold" || intends && frame.rest.iter().any(|word| is_holding(word));
    let is_held = (frame.subj == "there" || frame.form == Form::Copula) && frame.when.is_some();
    // "is planning an exhibition at P on D": whose event it is, while "plans to go to one" is not
    let own = frame.rest.first().is_some_and(|word| matches!(word.as_str(), "a" | "an" | "the"));
    let planned = matches!(frame.verb.as_str(), "plan" | "prepare") && own && frame.when.is_some();
    let copula = frame.form == Form::Copula;
    let kin = || lex().find("kin", &small).is_some() || says_kin(&frame.rest);
    let related = related(frame, d);
    let trouble = || {
        copula && frame.rest.iter().take(3).any(|word| lex().contains("trouble", &word.to_lowercase()))
            || lex().contains("troubleverbs", &frame.verb)
    };
    frame.class = if frame.verb.is_empty() && small.contains(" in love with ") {
        Class::Love
    } else if frame.event.is_some() && (holds || is_held || planned) {
        Class::Event
    } else if base == "like" && frame.neg {
        Class::Dislike
    } else if let Some(who) = related {
        if !frame.about.contains(&who) {
            frame.about.push(who);
        }
        Class::Kin
    } else if copula && kin() && !frame.about.is_empty() {
        Class::Kin
    } else if copula && kin() && frame.person && d.you.is_empty() && frame.subj != d.me && !frame.neg {
        // "X has been a good neighbour": to whom, if nobody is named, but to me
        frame.about.push(d.me.to_owned());
        Class::Kin
    } else if trouble() && base != "told" {
        Class::Trouble
    } else {
        of_verb(frame, base, &small)
    };
    if frame.class != Class::Event {
        frame.event = None;
    } else if let Some(end) = end.filter(|end| frame.rest.get(*end).is_some_and(|next| next == ",")) {
        // "a party, and everybody is welcome": what comes after the comma is no part of the event
        frame.rest.truncate(end);
    }
}

/// To whom somebody is something: "is Ann's landlady", "is a pupil of Ann", "is her rival".
fn related(frame: &Frame, d: &Deixis) -> Option<String> {
    let role = event::phrase(&frame.rest, 0)?;
    let fits = |who: &&String| {
        let pronoun = d.prons.get(*who).copied().unwrap_or(Pronoun::They);
        pronoun.of(2) == frame.rest[0] && **who != frame.subj
    };
    let me = d.me.to_owned();
    let person = |at: usize| frame.rest.get(at).filter(|who| d.names.is_person(who));
    let of = || person(role.end + 1).filter(|who| frame.rest[role.end] == "of" && frame.rest.last() == Some(*who));
    let said = frame.form == Form::Copula && frame.person && !frame.neg;
    let meant = || d.last.iter().chain([&me]).find(fits);
    let who = person(0).or_else(of).or_else(meant).filter(|who| said && **who != frame.subj);
    who.cloned()
}

/// "the concert of Ann", if it is Ann who gives it, is a concert.
fn own_of(frame: &mut Frame) {
    let of = frame.rest.windows(2).position(|two| two[0] == "of" && two[1] == frame.subj);
    let owns = |at: usize| frame.rest.get(at + 2).is_some_and(|next| next == "'s");
    if let Some(at) = of.filter(|at| frame.person && *at > 0 && !owns(*at)) {
        let article = frame.rest[..at].iter().rposition(|word| word.eq_ignore_ascii_case("the"));
        frame.rest.drain(at..at + 2);
        if let Some(article) = article {
            frame.rest.splice(article..=article, [frame.subj.clone(), "'s".to_owned()]);
        }
        frame.about.retain(|who| *who != frame.subj);
    }
}

/// "will open a gallery", "is going to move here": something new that is meant, and no mere word for the next moment,
/// is a plan.
fn settled(frame: &mut Frame) {
    let going = frame.form == Form::Ing && frame.verb == "go" && frame.rest.first().is_some_and(|word| word == "to");
    let will = frame.form == Form::Base && frame.aux.as_deref() == Some("will");
    let deed = match (going, will) {
        (true, _) => frame.rest.get(1).cloned(),
        (_, true) => Some(frame.verb.clone()),
        _ => None,
    };
    let new = deed.is_some_and(|deed| lex().contains("ventures", &deed));
    if !frame.person || frame.neg || !new || frame.rest.is_empty() {
        return;
    }
    if will {
        frame.rest.splice(0..0, ["to".to_owned(), frame.verb.clone()]);
    }
    (frame.verb, frame.aux, frame.form) = ("plan".to_owned(), None, Form::Present);
}

fn of_verb(frame: &Frame, base: &str, small: &str) -> Class {
    match base {
        "like" => Class::Like,
        "love" if frame.about.is_empty() => Class::Like,
        "love" => Class::Love,
        "dislike" => Class::Dislike,
        "aim" => Class::Aim,
        "need" => Class::Need,
        "work" => Class::Work,
        "know" => Class::Know,
        "met" => Class::Met,
        "think" => Class::Think,
        "home" => Class::Home,
        "told" => Class::Told,
        _ if frame.verb == "run" && small.starts_with(" for ") => Class::Aim,
        _ if frame.form == Form::Ing => Class::Doing,
        _ if frame.form == Form::Copula => Class::State,
        _ => Class::Other,
    }
}
