//! What one thinks of somebody, what one knows about something.

use super::*;

pub fn opinion(t: &mut Turn, x: &str) -> String {
    let h = t.h;
    let r = h.relation(x);
    let (xs, he, him) = t.x(x);
    let why = h
        .facts
        .iter()
        .filter(|f| {
            (f.f().subj == x || f.f().about.iter().any(|a| a == x) && f.f().subj == h.me.name)
                && !f.f().secret
                && f.from.is_none()
                && matches!(f.f().class, Class::State | Class::Think | Class::Kin | Class::Like | Class::Work)
        })
        .map(|f| {
            let mut v = h.view(&t.other);
            if f.f().subj == x {
                v.known = Some(x);
            }
            f.f().say(&v)
        })
        .next()
        .unwrap_or_default();
    let why = if why.is_empty() { String::new() } else { why };
    let s = [("x", xs.as_str()), ("he", &he), ("him", &him), ("r", &why)];
    if r.love {
        return t.p("love.dodge", &s);
    }
    // what one has thought of them is the answer
    let thought = h.facts.iter().map(|fact| (fact, fact.f())).find(|(fact, frame)| {
        let about = frame.class == Class::Think && frame.subj == h.me.name && frame.about.iter().any(|who| who == x);
        about && fact.from.is_none() && !frame.secret && x != t.other && !t.said(frame)
    });
    if let Some((_, frame)) = thought {
        let thought = t.clause(frame);
        return t.p("share.opinion", &[("f", &thought)]);
    }
    if !known(t, x) && h.about(x).is_empty() {
        return t.p("dontknow.x", &s);
    }
    if r.warm < tuning::COLD {
        t.p("dislike", &s)
    } else if r.warm > tuning::FOND {
        t.p("like", &s)
    } else {
        t.p("neutral", &s)
    }
}

pub(super) fn about(t: &mut Turn, topic: &[String], ask: Option<&str>) -> String {
    let h = t.h;
    let other = t.other.clone();
    let stems: Vec<String> = topic
        .iter()
        .flat_map(|w| if h.names.is_person(w) { content(std::slice::from_ref(w)) } else { vec![w.clone()] })
        .filter(|w| !lex().is("empty", w))
        .collect();
    let person = topic.iter().find(|x| h.names.is_person(x)).cloned();
    if stems.is_empty() {
        return t.p("dontknow", &[]);
    }
    let best = h
        .facts
        .iter()
        .filter(|f| {
            !f.f().secret
                && !f.outgoing
                // what they are doing they know
                && (f.f().subj != other || f.f().lasting())
                && !matches!(f.f().class, Class::Told)
                && !lex().is("bookkeeping", &f.f().verb)
                && (f.f().verb != "have" || f.f().form != Form::Past)
        })
        .map(|f| {
            let mut k = f.f().key();
            k.extend(content(&f.f().rest));
            let hit = stems.iter().filter(|s| k.contains(s)).count() as f32 / stems.len() as f32;
            let bonus = match ask {
                Some("when") => f.f().when.is_some() as u8,
                Some("where") => f.f().place.is_some() as u8,
                Some("who") => f.f().person as u8,
                _ => 0,
            } as f32
                * 0.2
                + f32::from(u8::from(f.f().event.is_some())) * 0.15;
            (f, hit + if hit > 0.0 { bonus + f.imp as f32 * 0.01 } else { 0.0 })
        })
        .filter(|x| x.1 >= if stems.len() <= 2 { 0.95 } else { 0.6 })
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|x| x.0.clone());
    match best {
        Some(f) if ask.is_none() && person.is_none() && t.said(f.f()) => t.p("ans.vague", &[]),
        Some(f) => {
            let mut r = t.clause(f.f());
            match ask {
                Some("when") if f.f().when.is_some() => r = f.f().when.as_ref().unwrap().say(h.sit.now),
                Some("where") if f.f().place.is_some() => r = f.f().place.clone().unwrap(),
                Some("when") if f.f().when.is_none() => return t.p("dontknow", &[]),
                _ => {}
            }
            match h.source(&f).filter(|s| *s != f.f().subj && *s != other) {
                Some(src) if !matches!(ask, Some("when" | "where")) => {
                    let src = h.names.short(src);
                    t.p("ans.fact.src", &[("r", &r), ("src", &src)])
                }
                _ => t.p("ans.fact", &[("r", &r)]),
            }
        }
        None => match person {
            Some(x) => {
                let (xs, he, him) = t.x(&x);
                if h.about(&x).is_empty() {
                    t.p("dontknow.x", &[("x", &xs), ("he", &he), ("him", &him)])
                } else {
                    opinion(t, &x)
                }
            }
            None => t.p("dontknow", &[]),
        },
    }
}
