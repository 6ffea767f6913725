//! Frames in the forms that talk needs: as an event, as something one goes to, as an -ing phrase, as a noun.

use super::*;

/// "is holding a party", whatever wanting or deciding came before it.
pub fn event_clause(f: &Frame) -> Option<Frame> {
    let ev = f.event.as_ref()?;
    if f.subj == "there" || !f.person {
        return None;
    }
    Some(Frame {
        aux: Some("is".into()),
        neg: false,
        adv: vec![],
        verb: "hold".into(),
        form: Form::Ing,
        rest: split(ev),
        ..f.clone()
    })
}

/// "agreed to come to Y's party" is said as "is going to Y's party"
pub(super) fn going(f: &Frame) -> Option<Frame> {
    if f.verb != "agree" || f.rest.len() < 3 || f.rest[0] != "to" {
        return None;
    }
    let (verb, rest) = if f.rest[1] == "come" {
        ("go".to_string(), f.rest[2..].to_vec())
    } else {
        let end = f.rest.iter().position(|w| w == "because").unwrap_or(f.rest.len());
        (f.rest[1].clone(), f.rest[2..end].to_vec())
    };
    Some(Frame { aux: Some("is".into()), neg: false, adv: vec![], verb, form: Form::Ing, rest, ..f.clone() })
}

pub fn gerund_text(s: &str) -> String {
    s.trim_end_matches('.').to_string()
}

pub fn gerund(f: &Frame, v: &View) -> Option<String> {
    let (verb, rest) = match (&f.form, f.verb.as_str()) {
        (Form::Ing, x) => (x.to_string(), f.rest.clone()),
        (_, x) if lex().map("class").get(x).is_some_and(|c| c == "aim") || x == "need" => {
            if f.rest.first()? != "to" {
                return None;
            }
            (f.rest.get(1)?.clone(), f.rest[2..].to_vec())
        }
        (Form::Copula, _) | (_, "have" | "know" | "feel" | "be") => return None,
        (_, x) if f.class == Class::Work || f.class == Class::Other => (x.to_string(), f.rest.clone()),
        _ => return None,
    };
    if let Some(i) = rest.iter().position(|w| matches!(w.as_str(), "and" | "but" | "," | "because")) {
        let r = rest[..i].to_vec();
        if r.is_empty() {
            return None;
        }
        return Some(format!("{} {}", ing(&verb), shift(&r, f, v)));
    }
    if rest.is_empty() && f.place.is_none() {
        return None;
    }
    let mut s = format!("{} {}", ing(&verb), shift(&rest, f, v)).trim().to_string();
    if f.event.is_some()
        && let Some(p) = &f.place
    {
        s += " ";
        s += p;
    }
    Some(s)
}

pub fn noun(ev: &Frame) -> String {
    let e = ev.event.clone().unwrap_or_default();
    let w: Vec<&str> = e.split(' ').collect();
    if matches!(w.first().map(|x| x.to_lowercase()).as_deref(), Some("a" | "an" | "the")) {
        w[1..].join(" ")
    } else {
        e
    }
}
