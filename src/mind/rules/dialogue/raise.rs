//! What one brings up of one's own accord, beside what one did and what happened to one.

use super::{
    moves::{Line, goes_on},
    *,
};

/// Those so close are asked for a hand though others were asked lately.
const CLOSE_ENOUGH: f32 = 1.5;
/// Among so many of my last lines nobody else is asked for the same.
const SPACED: usize = 12;
/// Who needs a hand within so many minutes asks everybody they know.
const PRESSING: Minute = 14 * 60;
/// What is longer is not quoted back, in words.
const LONG: usize = 12;
/// How often one who has nothing else to say asks what they have on later.
const ASKS_PLANS: f32 = 0.4;
/// How often one comes back to what they told last time, and how often in their words.
const COMES_BACK: f32 = 0.7;
const QUOTES: f32 = 0.35;

/// Whether one has asked them to come to anything.
fn has_invited(t: &Turn) -> bool {
    t.acts(true).any(|act| matches!(act, Act::Invite | Act::Coming))
}

fn to_come(t: &Turn, event: &Frame) -> bool {
    event.when.as_ref().and_then(When::start).is_some_and(|start| start > t.h.sit.now)
}

/// An event of my own that they do not know of yet.
pub(super) fn own_event<'h>(t: &Turn<'h, '_>) -> Option<&'h Frame> {
    let mut events = t.h.events().into_iter().map(Fact::f);
    let open = |event: &&Frame| event.subj == t.h.me.name && to_come(t, event) && !t.said(event);
    events.find(|event| open(event) && !t.cold() && !t.h.knows(&t.other, event))
}

/// It, as an invitation.
pub(super) fn invitation(t: &mut Turn) -> Option<String> {
    let event = own_event(t)?;
    let clause = t.clause(event);
    Some(t.p("invite.own", &[("ev", &clause)]))
}

/// The same as a move.
pub(super) fn invite(t: &mut Turn) -> Option<Line> {
    goes_on(invitation(t)?)
}

/// Somebody else's event that they have not heard of, or to which one would go with them; and how much it presses.
pub(super) fn others_event<'h>(t: &mut Turn<'h, '_>) -> Option<(&'h Fact, f32)> {
    let (h, me) = (t.h, t.h.me.name.as_str());
    if t.cold() || has_invited(t) {
        return None;
    }
    let mut best: Option<(&Fact, f32)> = None;
    for fact in h.events() {
        let event = fact.f();
        if t.said(event) || event.subj == t.other || event.subj == me || !to_come(t, event) {
            continue;
        }
        let asked = |fact: &Fact| fact.f().subj == me && fact.f().verb == "invite" && fact.f().about.contains(&t.other);
        let weight = if !h.knows(&t.other, event) {
            let close = t.rel.close >= tuning::RELAY_CLOSE || h.newcomer(&event.subj);
            let near = if close { 1.0 } else { tuning::RELAY_EVENT };
            let weight = h.salience(fact, &t.other, &t.rel) * near;
            if weight > 0.05 { weight * (0.5 + t.dice.unit()) } else { 0.0 }
        } else if t.rel.love && !h.facts.iter().any(asked) && matches!(h.go(event).0, Go::Agreed | Go::Yes) {
            0.9
        } else {
            0.0
        };
        if weight >= tuning::BRINGS_UP && best.is_none_or(|(_, most)| weight > most) {
            best = Some((fact, weight));
        }
    }
    best
}

/// In words: whether they go, and that one goes oneself.
pub(super) fn speak_of_event(t: &mut Turn) -> Option<Line> {
    let fact = others_event(t)?.0;
    let (clause, event) = (t.clause(fact.f()), noun(fact.f()));
    let words = match t.h.go(fact.f()).0 {
        _ if t.rel.love => t.p("invite.love", &[("ev", &clause), ("evn", &event)]),
        Go::Agreed => {
            let whose = t.event_said(fact.f());
            t.p("invite.going", &[("ev", &clause), ("evn", &whose)])
        }
        _ => t.p("invite.relay", &[("ev", &clause)]),
    };
    goes_on(words)
}

/// The heaviest news, and how much it presses.
pub(super) fn news(t: &mut Turn) -> Option<(Fact, f32)> {
    let (fact, weight) = best_news(t).filter(|(fact, _)| fact.f().event.is_none() && !t.cold())?;
    Some((fact, weight * 1.25)).filter(|(_, weight)| *weight >= tuning::BRINGS_UP)
}

/// In words.
pub(super) fn tell_news(t: &mut Turn) -> Option<Line> {
    let fact = news(t)?.0;
    goes_on(share(t, &fact))
}

/// What I need a hand with and may ask them for: never a stranger, nor anybody at sight.
pub(super) fn need<'h>(t: &Turn<'h, '_>) -> Option<&'h Frame> {
    let (h, me) = (t.h, t.h.me.name.as_str());
    let acquainted = t.rel.met && t.rel.close >= tuning::ASKS_HELP && !t.cold() && t.my_lines() > 0;
    let asked = t.acts(true).any(|act| matches!(act, Act::Help(_)));
    let before = |fact: &Fact| fact.f().subj == me && fact.f().verb == "ask" && fact.f().about.contains(&t.other);
    if !acquainted || asked || h.facts.iter().any(before) {
        return None;
    }
    let presses = |need: &Frame| need.when.as_ref().and_then(When::start).is_some_and(|at| at < h.sit.now + PRESSING);
    let lately = |need: &Frame| {
        let stems = content(&need.rest);
        t.recent.iter().rev().take(SPACED).any(|line| overlap(&content(&split(line)), &stems) >= 0.8)
    };
    let agreed = |need: &Frame| {
        let yes = |fact: &Fact| fact.f().verb == "agree" && fact.f().subj != me;
        h.facts.iter().any(|fact| yes(fact) && overlap(fact.f().of_rest(), &need.key()) > 0.5)
    };
    let own = h.facts.iter().filter(|fact| fact.from.is_none()).map(Fact::f);
    let open = |need: &&Frame| {
        need.subj == me && need.class == Class::Need && !need.secret && !h.begun(need) && !agreed(need) && !t.said(need)
    };
    { own }.filter(open).find(|need| t.rel.close >= CLOSE_ENOUGH || presses(need) || !lately(need))
}

/// In words.
pub(super) fn ask_for_help(t: &mut Turn) -> Option<Line> {
    let frame = need(t)?;
    let clause = t.clause(frame);
    // "help carry lamps" can be asked for in one breath; "somebody to listen" cannot
    let need = Need::of(frame).filter(|_| frame.rest.iter().any(|word| word == "help"));
    let need = need.map(|need| need.say(t.h)).unwrap_or_default();
    goes_on(t.p("help.ask", &[("n", &clause), ("need", &need)]))
}

/// Something of my own that touches what they have just told.
pub(super) fn tell_related(t: &mut Turn) -> Option<Line> {
    let h = t.h;
    let touched: Vec<String> = t.last()?.told().flat_map(|said| content(&said.frame.rest)).collect();
    let touches = |frame: &Frame| {
        let name = |word: &&String| h.names.is_person(word) || h.names.is_place(word);
        let words: Vec<String> = frame.rest.iter().filter(|word| !name(word)).cloned().collect();
        content(&words).iter().any(|stem| touched.contains(stem))
    };
    let kinds = [Class::Aim, Class::Doing, Class::Work, Class::Trouble];
    let mine = own(h, &kinds).into_iter().filter(|fact| {
        !concluded(t, fact) && !h.knows(&t.other, fact.f()) && !t.said(fact.f()) && fact.f().event.is_none()
    });
    let fact = mine.filter(|fact| touches(fact.f())).max_by_key(|fact| fact.imp)?;
    let clause = t.clause(fact.f());
    goes_on(t.p("share.related", &[("f", &clause)]))
}

/// How something of theirs goes: what is hardly over, what they told last time, or what I know them to be at.
pub(super) fn ask_progress(t: &mut Turn) -> Option<Line> {
    if t.acts(true).any(|act| matches!(act, Act::Ask(Asked::Progress(_)))) {
        return None;
    }
    if let Some(words) = after_event(t) {
        return goes_on(words);
    }
    let now = t.h.sit.now;
    let told_me = |fact: &&Fact| {
        let frame = fact.f();
        fact.from.as_deref() == Some(&t.other)
            && fact.said.to.as_ref().is_none_or(|to| *to == t.h.me.name)
            && frame.subj == t.other
            && !frame.secret
            && (90..3 * DAY).contains(&now.saturating_sub(fact.at))
            && frame.lasting()
            && !unsaid(frame)
            && !t.said(frame)
            && matches!(frame.class, Class::Aim | Class::Doing | Class::Trouble)
            && frame.when.is_none()
            && frame.worth_keeping(5)
            && frame.rest.len() <= LONG
    };
    let told: Vec<&Frame> = t.h.facts.iter().filter(told_me).map(Fact::f).collect();
    let back = t.dice.pick(&told).copied().filter(|_| t.dice.unit() < COMES_BACK);
    if let Some(frame) = back {
        let clause = frame.say(&t.h.view(&t.other));
        if frame.class == Class::Trouble {
            return goes_on(t.p("ask.trouble", &[("f", &clause)]));
        }
        if t.dice.unit() < QUOTES {
            return goes_on(t.p("ask.said", &[("f", &clause)]));
        }
    }
    let concern = back.cloned().or_else(|| t.concern())?;
    let (thing, doing) = t.named(&concern);
    let doing = if thing.is_empty() { doing } else { String::new() };
    goes_on(t.p("ask.progress", &[("ob", &thing), ("g", &doing)]))
}

/// "How was the party?": theirs, and it is hardly over.
fn after_event(t: &mut Turn) -> Option<String> {
    let now = t.h.sit.now;
    let just_over = |fact: &&Fact| {
        let frame = fact.f();
        let end = frame.when.as_ref().filter(|when| when.from.is_some()).and_then(When::end);
        frame.class == Class::Event && frame.subj == t.other && end.is_some_and(|end| end < now && end + DAY > now)
    };
    let name = noun(t.h.facts.iter().find(just_over)?.f());
    let asked = t.recent.iter().any(|line| line.contains('?') && line.contains(&name));
    (!asked).then(|| t.p("ask.event.after", &[("ev", &format!("the {name}"))]))
}

/// How they are.
pub(super) fn ask_how(t: &mut Turn) -> Option<Line> {
    let asked = t.was_asked(|asked| matches!(asked, Asked::HowAre));
    if asked { None } else { goes_on(t.p("howare", &[])) }
}

/// What they have on later.
pub(super) fn ask_plans(t: &mut Turn) -> Option<Line> {
    let asked = t.was_asked(|asked| matches!(asked, Asked::Plans(..)));
    if asked || t.dice.unit() >= ASKS_PLANS {
        return None;
    }
    let mine = ahead(t).find(|plan| !t.recent.iter().any(|line| line.contains(plan))).unwrap_or_default();
    goes_on(t.p("ask.plans", &[("pl", &mine)]))
}

/// What is new with them.
pub(super) fn ask_news(t: &mut Turn) -> Option<Line> {
    goes_on(t.p("ask.news", &[]))
}

/// Who they are, of somebody who has not said it.
pub(super) fn ask_who(t: &mut Turn) -> Option<Line> {
    let told = t.told.iter().any(|frame| frame.subj == t.other);
    let asked = t.asks() > 0;
    if told || asked { None } else { goes_on(t.p("ask.yourself", &[])) }
}

/// What they think of somebody who was spoken of and whom both know.
pub(super) fn ask_opinion(t: &mut Turn) -> Option<Line> {
    let opinion = |act: &Act| matches!(act, Act::Ask(Asked::Opinion(_)));
    if t.rel.close < 1.0 || t.lines.iter().flat_map(|line| &line.acts).any(opinion) {
        return None;
    }
    let third = |frame: &&Frame| frame.person && frame.subj != t.h.me.name && frame.subj != t.other;
    let named = t.told.iter().rev().filter(third).map(|frame| frame.subj.clone());
    // of one's own family one does not ask what others think
    let who = { named }.find(|who| t.h.relation(who).met && !t.h.relation(who).kin)?;
    let (x, he, him) = t.x(&who);
    goes_on(t.p("ask.opinion", &[("x", &x), ("he", &he), ("him", &him)]))
}
