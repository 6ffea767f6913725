//! What one brings up of one's own accord.

use super::*;

/// What I bring up of my own accord: the words and how much I want to.
pub(super) fn initiative(t: &mut Turn, cold: bool, leaving: bool, asked: bool) -> Option<(String, f32)> {
    if cold {
        return None;
    }
    let h = t.h;
    let me = h.me.name.clone();
    let mut c: Vec<(f32, u8, Option<Fact>)> = vec![];
    let pending = t.last.iter().any(|a| matches!(a, Act::Help(_) | Act::Invite));
    // my own event: invite
    let invited = t.mine.iter().any(|a| matches!(a, Act::Invite | Act::Ask(Ask::Coming)));
    for e in h.events() {
        let f = e.f();
        if t.said(f) || f.subj == t.other {
            continue;
        }
        if f.when.as_ref().and_then(When::start).is_none_or(|start| start <= h.sit.now) {
            continue;
        }
        if f.subj == me {
            if !h.knows(&t.other, f) && t.rel.warm > temper::COLD {
                c.push((temper::OWN_EVENT, 1, Some(e.clone())));
            }
        } else if !h.knows(&t.other, f) && !invited {
            let near = if t.rel.close >= temper::RELAY_CLOSE { 1.0 } else { temper::RELAY_EVENT };
            let s = h.salience(e, &t.other, &t.rel) * near;
            if s > 0.05 {
                c.push((s * (0.5 + t.dice.unit()), 2, Some(e.clone())));
            }
        } else if t.rel.love
            && !invited
            && !h.facts.iter().any(|g| g.f().subj == me && g.f().verb == "invite" && g.f().about.contains(&t.other))
            && matches!(h.go(f).0, Go::Agreed | Go::Yes)
        {
            c.push((0.9, 2, Some(e.clone())));
        }
    }
    if let Some((f, s)) = best_news(t).filter(|(f, _)| f.f().event.is_none()) {
        c.push((s * 1.25, 3, Some(f)));
    }
    // need help
    if !pending
        && (t.rel.close >= temper::ASKS_HELP || t.theirs.iter().any(|a| matches!(a, Act::Accept)) || t.theirs.len() > 2)
        && t.rel.warm > temper::COLD
        && !t.mine.iter().any(|a| matches!(a, Act::Help(_)))
        && !h.facts.iter().any(|f| f.f().subj == me && f.f().verb == "ask" && f.f().about.contains(&t.other))
    {
        for f in &h.facts {
            if f.f().subj == me
                && f.f().class == Class::Need
                && f.from.is_none()
                && !h.begun(f.f())
                && !h.facts.iter().any(|g| {
                    g.f().verb == "agree" && g.f().subj != me && overlap(&content(&g.f().rest), &f.f().key()) > 0.5
                })
            {
                c.push((temper::OWN_NEED, 4, Some(f.clone())));
            }
        }
    }
    if !asked && !leaving {
        if !t
            .mine
            .iter()
            .any(|a| matches!(a, Act::Ask(Ask::HowAre | Ask::Progress(_) | Ask::Doing | Ask::Yourself | Ask::Plans)))
        {
            c.push((0.3 + 0.25 * t.dice.unit() + h.voice.w as f32 * 0.02, 5, None));
        }
        if t.rel.close >= 1.0 && !t.mine.iter().any(|a| matches!(a, Act::Ask(Ask::Plans))) {
            c.push((0.05 + 0.2 * t.dice.unit(), 6, None));
        }
        if let Some(x) =
            t.told.iter().rev().filter(|f| f.person && f.subj != me && f.subj != t.other).map(|f| f.subj.clone()).next()
            && !t.mine.iter().chain(&t.theirs).any(|a| matches!(a, Act::Ask(Ask::Opinion(_))))
            && t.rel.close >= 1.0
        {
            let _ = x;
            c.push((0.2 + 0.3 * t.dice.unit(), 7, None));
        }
        if h.voice.t >= 2 && !t.mine.iter().any(|a| matches!(a, Act::Ask(Ask::Heard(_)))) {
            c.push((0.1 + 0.25 * t.dice.unit(), 8, None));
        }
    }
    // something of mine that touches what was just said
    let lastkeys: Vec<String> = t
        .last
        .iter()
        .filter_map(|a| if let Act::Tell(s) = a { Some(content(&s.frame.rest)) } else { None })
        .flatten()
        .collect();
    if !lastkeys.is_empty()
        && let Some(f) = h
            .facts
            .iter()
            .filter(|f| {
                f.f().subj == me
                    && f.from.is_none()
                    && f.said.to.is_none()
                    && !f.f().secret
                    && f.f().lasting()
                    && !lex().is("bookkeeping", &f.f().verb)
                    && f.f().form != Form::Past
                    && !t.said(f.f())
                    && f.f().event.is_none()
                    && matches!(f.f().class, Class::Aim | Class::Doing | Class::Work | Class::Trouble | Class::Need)
                    && content(
                        &f.f()
                            .rest
                            .iter()
                            .filter(|w| !h.names.is_person(w) && !h.names.is_place(w))
                            .cloned()
                            .collect::<Vec<_>>(),
                    )
                    .iter()
                    .any(|k| lastkeys.contains(k))
            })
            .max_by_key(|f| f.imp)
    {
        c.push((0.5, 9, Some(f.clone())));
    }
    c.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (s, k, f) = c.into_iter().next()?;
    if s < temper::BRINGS_UP {
        return None;
    }
    let words = match (k, f) {
        (1, Some(e)) => {
            let ev = t.clause(e.f());
            t.p("invite.own", &[("ev", &ev)])
        }
        (2, Some(e)) => {
            let ev = t.clause(e.f());
            let n = noun(e.f());
            let src = e.from.as_ref().map(|s| h.names.short(s)).unwrap_or_default();
            if t.rel.love {
                t.p("invite.love", &[("ev", &ev), ("evn", &n)])
            } else {
                t.p("invite.relay", &[("ev", &ev), ("src", &src)])
            }
        }
        (3, Some(f)) => share(t, &f),
        (4, Some(f)) => {
            let n = t.clause(f.f());
            t.p("help.ask", &[("n", &n)])
        }
        (5, _) => match follow_up(t) {
            Some(q) if t.dice.unit() < 0.75 => q,
            _ => {
                let knows = t.told.iter().any(|f| f.subj == t.other);
                let k = if !t.rel.met && !knows {
                    "ask.yourself"
                } else if t.rel.met && t.dice.unit() < 0.6 {
                    "howare"
                } else if knows {
                    "ask.topic"
                } else {
                    "ask.doing"
                };
                let g = t
                    .told
                    .iter()
                    .rev()
                    .filter(|f| f.subj == t.other && f.form != Form::Past && f.worth_keeping(5) && f.when.is_none())
                    .find_map(|f| gerund(f, &h.view(&t.other)))
                    .unwrap_or_default();
                t.p(k, &[("g", &g)])
            }
        },
        (9, Some(f)) => {
            let c = t.clause(f.f());
            t.p("share.related", &[("f", &c)])
        }
        (6, _) => t.p("ask.plans", &[]),
        (7, _) => {
            let x =
                t.told.iter().rev().find(|f| f.person && f.subj != me && f.subj != t.other).map(|f| f.subj.clone())?;
            let (xs, he, him) = t.x(&x);
            t.p("ask.opinion", &[("x", &xs), ("he", &he), ("him", &him)])
        }
        _ => t.p("ask.news", &[]),
    };
    (!words.is_empty()).then_some((words, s))
}

/// An event of my own that the other does not know of yet, as an invitation.
pub(super) fn own_event(t: &mut Turn) -> Option<String> {
    let h = t.h;
    let open = h.events().into_iter().map(|fact| fact.f()).find(|event| {
        let to_come = event.when.as_ref().and_then(When::start).is_some_and(|start| start > h.sit.now);
        event.subj == h.me.name && to_come && !h.knows(&t.other, event)
    })?;
    let ev = t.clause(open);
    Some(t.p("invite.own", &[("ev", &ev)]))
}
