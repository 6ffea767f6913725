//! Small talk, follow-ups and leaves.

use super::*;

/// What is longer is not quoted back.
const LONG: usize = 12;

/// Nothing presses: keep to what was said, or to what is before one's eyes.
pub(super) fn filler(t: &mut Turn) -> String {
    let v = t.h.view(&t.other);
    let g = t
        .told
        .iter()
        .rev()
        .filter(|f| f.subj == t.other && f.worth_keeping(5) && f.form != Form::Past && f.when.is_none())
        .find_map(|f| gerund(f, &v))
        .unwrap_or_default();
    let n = t.mine.iter().filter(|a| matches!(a, Act::Ask(Ask::Progress(_) | Ask::Why))).count();
    if !g.is_empty() && n < 2 && t.dice.unit() < 0.7 {
        return t.p("ask.topic", &[("g", &g)]);
    }
    if let Some(f) =
        t.h.facts
            .iter()
            .filter(|f| {
                f.f().class == Class::Doing
                    && f.kind == Kind::Observation
                    && f.f().subj != t.h.me.name
                    && f.f().subj != t.other
                    && f.at > 0
                    && f.at + 240 > t.h.sit.now
                    && !t.said(f.f())
            })
            .max_by_key(|f| f.at)
            .cloned()
        && t.dice.unit() < 0.6
    {
        return share(t, &f);
    }
    t.p("small", &[])
}

pub(super) fn leave(t: &mut Turn, cold: bool, soon: Option<&(Minute, Minute, String)>) -> String {
    if cold {
        return t.p("leave.cold", &[]);
    }
    if let Some(s) = soon {
        let pl = format!("I'm {} at {}", s.2, say_hour(s.0 % DAY));
        return t.p("leave.plan", &[("pl", &pl)]);
    }
    t.p("leave.plain", &[])
}

pub(super) fn agreed_when(t: &Turn) -> Option<String> {
    let yes = t.mine.iter().chain(&t.theirs).any(|a| matches!(a, Act::Accept));
    if !yes {
        return None;
    }
    t.told
        .iter()
        .rev()
        .filter_map(|f| f.when.as_ref())
        .find(|w| w.day.is_some())
        .map(|w| When { to: None, ..w.clone() }.say(t.h.sit.now))
}

pub(super) fn follow_up(t: &mut Turn) -> Option<String> {
    let now = t.h.sit.now;
    let v = t.h.view(&t.other);
    // what they told me last time
    let c: Vec<&Fact> =
        t.h.facts
            .iter()
            .filter(|f| {
                f.from.as_deref() == Some(&t.other)
                    && f.f().subj == t.other
                    && !f.f().secret
                    && now.saturating_sub(f.at) > 90
                    && now.saturating_sub(f.at) < 3 * DAY
                    && f.f().lasting()
                    && !lex().is("bookkeeping", &f.f().verb)
                    && !t.said(f.f())
                    && !matches!(f.f().verb.as_str(), "go" | "come" | "help")
                    && matches!(f.f().class, Class::Aim | Class::Doing | Class::Trouble | Class::Need)
                    && f.f().when.is_none()
                    && f.f().worth_keeping(5)
                    && f.f().rest.len() <= LONG
            })
            .collect();
    if !c.is_empty() && t.dice.unit() < 0.7 {
        let f = c[t.dice.below(c.len())].f().clone();
        let s = f.say(&v);
        if f.class == Class::Trouble {
            return Some(t.p("ask.trouble", &[("f", &s)]));
        }
        if t.dice.unit() < 0.6 {
            return Some(t.p("ask.said", &[("f", &s)]));
        }
    }
    let g = t.concern().map(|c| c.1)?;
    Some(t.p("ask.progress", &[("g", &g)]))
}
