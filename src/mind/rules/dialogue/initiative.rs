//! What one brings up of one's own accord.

use super::*;

/// Those so close are asked for a hand though others were asked lately.
const CLOSE_ENOUGH: f32 = 1.5;

/// Among so many of my last lines nobody else is asked for the same.
const SPACED: usize = 12;
/// Who needs a hand within so many minutes asks everybody.
const PRESSING: Minute = 14 * 60;

/// Whether the hand is needed before long.
fn presses(h: &Beliefs, need: &Frame) -> bool {
    need.when.as_ref().and_then(When::start).is_some_and(|start| start < h.sit.now + PRESSING)
}

/// Whether it stood in one of my last lines.
fn lately_said(t: &Turn, need: &Frame) -> bool {
    let stems = content(&need.rest);
    t.recent.iter().rev().take(SPACED).any(|line| overlap(&content(&split(line)), &stems) >= 0.8)
}

/// What I bring up of my own accord: the words and how much I want to.
/// `quiet`: only what presses, for one has just told something.
pub(super) fn initiative(t: &mut Turn, cold: bool, leaving: bool, quiet: bool) -> Option<(String, f32)> {
    if cold {
        return None;
    }
    let h = t.h;
    let me = h.me.name.clone();
    let mut c: Vec<(f32, u8, Option<Fact>)> = vec![];
    let mut common = None;
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
            if !h.knows(&t.other, f) && t.rel.warm > tuning::COLD {
                c.push((tuning::OWN_EVENT, 1, Some(e.clone())));
            }
        } else if !h.knows(&t.other, f) && !invited {
            let near = match t.rel.close >= tuning::RELAY_CLOSE || h.newcomer(&f.subj) {
                true => 1.0,
                false => tuning::RELAY_EVENT,
            };
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
    if let Some(fact) = meant_for_all(t) {
        c.push((tuning::SHAKEN, 3, Some(fact)));
    }
    if let Some(fact) = shaken(t) {
        c.push((tuning::SHAKEN, 14, Some(fact)));
    }
    // need help
    if !pending
        && (t.rel.met || !t.mine.is_empty())
        && (t.rel.close >= tuning::ASKS_HELP || t.theirs.iter().any(|a| matches!(a, Act::Accept)) || t.theirs.len() > 2)
        && t.rel.warm > tuning::COLD
        && !t.mine.iter().any(|a| matches!(a, Act::Help(_)))
        && !h.facts.iter().any(|f| f.f().subj == me && f.f().verb == "ask" && f.f().about.contains(&t.other))
    {
        for f in &h.facts {
            if f.f().subj == me
                && f.f().class == Class::Need
                && f.from.is_none()
                && !h.begun(f.f())
                && !t.mine.iter().any(|act| matches!(act, Act::Help(_)))
                && (t.rel.close >= CLOSE_ENOUGH || presses(h, f.f()) || !lately_said(t, f.f()))
                && !h.facts.iter().any(|g| {
                    g.f().verb == "agree" && g.f().subj != me && overlap(&content(&g.f().rest), &f.f().key()) > 0.5
                })
            {
                c.push((tuning::OWN_NEED, 4, Some(f.clone())));
            }
        }
    }
    if !quiet && !leaving {
        let mine = t.mine.clone();
        let asked_before = |ask: fn(&Ask) -> bool| mine.iter().any(|act| matches!(act, Act::Ask(it) if ask(it)));
        let after_them = |it: &Ask| {
            matches!(it, Ask::HowAre | Ask::Progress(_) | Ask::Doing | Ask::Yourself | Ask::Plans | Ask::Back)
        };
        if !asked_before(after_them) {
            c.push((0.3 + 0.25 * t.dice.unit() + h.voice.w as f32 * 0.02, 5, None));
        }
        if t.rel.close >= 1.0 && !asked_before(|it| matches!(it, Ask::Plans)) {
            c.push((0.05 + 0.2 * t.dice.unit(), 6, None));
        }
        let opinions = t.mine.iter().chain(&t.theirs).any(|act| matches!(act, Act::Ask(Ask::Opinion(_))));
        if !opinions && t.rel.close >= 1.0 && spoken_of(t).is_some() {
            c.push((0.2 + 0.3 * t.dice.unit(), 7, None));
        }
        if h.voice.t >= 2 && !asked_before(|it| matches!(it, Ask::Heard(_))) {
            c.push((0.1 + 0.25 * t.dice.unit(), 8, None));
        }
        // small things of one's own day and life, to those one has met
        if t.rel.met && !t.told_small {
            let drawn = t.dice.unit();
            if let Some((fact, _)) = lately(t, &[]) {
                c.push((0.15 + 0.4 * drawn, 10, Some(fact.clone())));
            }
            if let Some(fact) = story(t, false) {
                c.push((0.35 + 0.6 * t.dice.unit(), 11, Some(fact)));
            }
            if let Some(fact) = shared(t) {
                c.push((0.3 + 0.6 * t.dice.unit(), 12, Some(fact)));
            }
        }
        common =
            in_common_with(t).filter(|_| t.rel.met && !asked_before(|it| matches!(it, Ask::Seen(_) | Ask::Fares(_))));
        if common.is_some() {
            c.push((0.15 + 0.45 * t.dice.unit(), 13, None));
        }
    }
    // something of mine that touches what was just said
    let lastkeys: Vec<String> = t
        .last
        .iter()
        .filter_map(|a| if let Act::Tell(s) = a { Some(content(&s.frame.rest)) } else { None })
        .flatten()
        .collect();
    if !quiet
        && !lastkeys.is_empty()
        && let Some(f) = h
            .facts
            .iter()
            .filter(|f| {
                f.f().subj == me
                    && f.from.is_none()
                    && f.said.to.is_none()
                    && !f.f().secret
                    && f.f().lasting()
                    && !unsaid(f.f())
                    && !concluded(t, f)
                    && !h.knows(&t.other, f.f())
                    && f.f().form != Form::Past
                    && !t.said(f.f())
                    && f.f().event.is_none()
                    && matches!(f.f().class, Class::Aim | Class::Doing | Class::Work | Class::Trouble)
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
    if s < tuning::BRINGS_UP {
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
            let going = matches!(h.go(e.f()).0, Go::Agreed);
            if t.rel.love {
                t.p("invite.love", &[("ev", &ev), ("evn", &n)])
            } else if going {
                let whose = t.event_said(e.f());
                t.p("invite.going", &[("ev", &ev), ("evn", &whose)])
            } else {
                t.p("invite.relay", &[("ev", &ev), ("src", &src)])
            }
        }
        (3, Some(f)) => share(t, &f),
        (4, Some(f)) => {
            let n = t.clause(f.f());
            t.told.push(f.f().clone());
            // "help carry lamps" can be asked for in one breath; "somebody to listen" cannot
            let need = Need::of(f.f()).filter(|_| f.f().rest.iter().any(|word| word == "help"));
            let need = need.map(|need| need.say(h)).unwrap_or_default();
            t.p("help.ask", &[("n", &n), ("need", &need)])
        }
        (5, _) => match follow_up(t) {
            Some(question) if t.dice.unit() < 0.75 => question,
            _ => ask_after_them(t),
        },
        (9, Some(f)) => {
            let clause = t.clause(f.f());
            t.told.push(f.f().clone());
            t.p("share.related", &[("f", &clause)])
        }
        (6, _) => t.p("ask.plans", &[]),
        (7, _) => {
            let who = spoken_of(t)?;
            let (x, he, him) = t.x(&who);
            t.p("ask.opinion", &[("x", &x), ("he", &he), ("him", &him)])
        }
        (10, Some(fact)) => {
            let done = progress(h, &fact)?;
            tell_progress(t, &fact, &done, false)
        }
        (11, Some(fact)) => tell_story(t, &fact),
        (12, Some(fact)) => tell_shared(t, &fact),
        (14, Some(fact)) => tell_shaken(t, &fact),
        (13, _) => ask_after(t, &common?),
        _ => t.p("ask.news", &[]),
    };
    (!words.is_empty()).then_some((words, s))
}

/// A question about them: what they do, how they are, or more of what they told.
pub(super) fn ask_after_them(t: &mut Turn) -> String {
    let told = t.told.iter().any(|frame| frame.subj == t.other);
    match () {
        () if !t.rel.met && !told => t.p("ask.yourself", &[]),
        () if t.rel.met && !t.greeted_today() && t.dice.unit() < 0.6 => t.p("howare", &[]),
        () => ask_topic(t).unwrap_or_else(|| t.p("ask.doing", &[])),
    }
}

/// Somebody, not one of the two of us, who was spoken of and whom both know.
fn spoken_of(t: &Turn) -> Option<String> {
    let third = |frame: &&Frame| frame.person && frame.subj != t.h.me.name && frame.subj != t.other;
    let named = t.told.iter().rev().filter(third).map(|frame| frame.subj.clone());
    // of one's own family one does not ask what others think
    { named }.find(|who| t.h.relation(who).met && !t.h.relation(who).kin)
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
