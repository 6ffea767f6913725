//! What one brings up of one's own accord: events, a need of one's own, questions.

use super::{
    Turn,
    answer::own,
    moves::{Line, goes_on},
    news::concluded,
    sort::unsaid,
    wording::{gerund, noun, object},
};
use crate::{
    language::{
        text::{content, overlap, tokens},
        time::{DAY, EpochMinute, When},
    },
    mind::rules::{
        asked::Asked,
        beliefs::{Fact, Go},
        dialogue_act::Act,
        frame::{Class, Frame},
        need::Need,
        tuning,
    },
};

/// Those so close are asked for a hand though others were asked lately.
const CLOSE_ENOUGH: f32 = 1.5;
/// Among so many of my last lines nobody else is asked for the same.
const SPACED: usize = 12;
/// Who needs a hand within so many minutes asks everybody they know.
const PRESSING: EpochMinute = 14 * 60;
/// What is longer is not quoted back, in words.
const LONG: usize = 12;
/// How often one comes back to what they told last time, and how often in their words.
const COMES_BACK: f32 = 0.7;
const QUOTES: f32 = 0.35;
/// So much of closeness to the event's host makes one ask somebody one loves to go together.
const TOGETHER: f32 = 0.9;
/// Nobody is asked after whose name was said in so many of the last lines.
const NAMED: usize = 10;

fn is_to_come(t: &Turn, event: &Frame) -> bool {
    event.when.as_ref().and_then(When::start).is_some_and(|start| start > t.h.now)
}

/// An event of my own that they do not know of yet.
pub(super) fn own_event<'h>(t: &Turn<'h, '_>) -> Option<&'h Frame> {
    let open = |event: &&Frame| {
        event.subj == t.h.me.name && is_to_come(t, event) && !t.said(event) && !t.h.knows(&t.other, event)
    };
    t.h.events().into_iter().map(Fact::f).find(open).filter(|_| !t.cold())
}

/// It, as an invitation.
pub(super) fn invite(t: &mut Turn) -> Option<Line> {
    let event = own_event(t)?;
    goes_on(t.tell("invite.own", event))
}

/// Somebody else's event that they have not heard of, or to which one would go with them; and how much it presses.
pub(super) fn others_event<'h>(t: &mut Turn<'h, '_>) -> Option<(&'h Fact, f32)> {
    let (h, me) = (t.h, t.h.me.name.as_str());
    let has_invited = t.acts(true).any(|act| matches!(act, Act::Invite | Act::Coming));
    if t.cold() || has_invited {
        return None;
    }
    let asked = h.own().any(|fact| fact.f().verb == "invite" && fact.f().about.contains(&t.other));
    let mut best: Option<(&Fact, f32)> = None;
    for fact in h.events() {
        let event = fact.f();
        if t.said(event) || event.subj == t.other || event.subj == me || !is_to_come(t, event) {
            continue;
        }
        let weight = if !h.knows(&t.other, event) {
            let close = t.rel.close >= tuning::RELAY_CLOSE || h.newcomer(&event.subj);
            let near = if close { 1.0 } else { tuning::RELAY_EVENT };
            h.salience(fact, &t.other, &t.rel) * near * (0.5 + t.dice.unit())
        } else if t.rel.love && !asked && matches!(h.go(event).0, Go::Agreed | Go::Yes) {
            TOGETHER
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
    let event = others_event(t)?.0.f();
    let clause = t.clause(event);
    let (section, name) = match t.h.go(event).0 {
        _ if t.rel.love => ("invite.love", noun(event)),
        Go::Agreed => ("invite.going", t.event_said(event)),
        _ => ("invite.relay", String::new()),
    };
    goes_on(t.p(section, &[("ev", &clause), ("evn", &name)]))
}

/// What I need a hand with and may ask them for: never a stranger, unless they have just said that they will come, nor
/// anybody at sight.
pub(super) fn need<'h>(t: &Turn<'h, '_>) -> Option<&'h Frame> {
    let (h, me) = (t.h, t.h.me.name.as_str());
    let comes = t.acts(false).any(|act| matches!(act, Act::Accept));
    let acquainted = t.rel.met && t.rel.close >= tuning::ASKS_HELP || comes;
    let asks = acquainted && !t.cold() && t.my_lines() > 0;
    let asked = t.acts(true).any(|act| matches!(act, Act::Help(_)));
    let before = |fact: &Fact| fact.f().subj == me && fact.f().verb == "ask" && fact.f().about.contains(&t.other);
    if !asks || asked || h.facts.iter().any(before) {
        return None;
    }
    let presses = |need: &Frame| need.when.as_ref().and_then(When::start).is_some_and(|at| at < h.now + PRESSING);
    let lately = |need: &Frame| {
        let stems = content(&need.rest);
        t.recent.iter().rev().take(SPACED).any(|line| overlap(&content(&tokens(line)), &stems) >= 0.8)
    };
    let agreed = |need: &Frame| {
        let yes = |fact: &Fact| fact.f().verb == "agree" && fact.f().subj != me;
        h.facts.iter().any(|fact| yes(fact) && overlap(fact.f().of_rest(), &need.key()) > 0.5)
    };
    let open = |need: &&Frame| need.class == Class::Need && !h.begun(need) && !agreed(need) && !t.said(need);
    let mut open = h.own_open().map(Fact::f).filter(open);
    open.find(|need| t.rel.close >= CLOSE_ENOUGH || presses(need) || !lately(need))
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
    let new = |fact: &&Fact| {
        let frame = fact.f();
        !concluded(t, fact) && !h.knows(&t.other, frame) && !t.said(frame) && frame.event.is_none() && touches(frame)
    };
    let mine = own(h, &[Class::Aim, Class::Doing, Class::Work, Class::Trouble]);
    let fact = mine.into_iter().filter(new).max_by_key(|fact| fact.imp)?;
    goes_on(t.tell("share.related", fact.f()))
}

/// How something of theirs goes: what is hardly over, what they told last time, or what I know them to be at.
pub(super) fn ask_progress(t: &mut Turn) -> Option<Line> {
    if t.acts(true).any(|act| matches!(act, Act::Ask(Asked::Progress(_)))) {
        return None;
    }
    if let Some(name) = event_just_over(t) {
        return goes_on(t.p("ask.event.after", &[("ev", &name)]));
    }
    let now = t.h.now;
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
    if let Some(frame) = back.filter(|frame| frame.class == Class::Trouble || t.dice.unit() < QUOTES) {
        let clause = frame.say(&t.h.view(&t.other));
        let section = if frame.class == Class::Trouble { "ask.trouble" } else { "ask.said" };
        return goes_on(t.p(section, &[("f", &clause)]));
    }
    let concern = back.cloned().or_else(|| t.concern())?;
    let view = t.h.view(&t.other);
    let thing = object(&concern, &view).unwrap_or_default();
    let doing = gerund(&concern, &view).filter(|_| thing.is_empty()).unwrap_or_default();
    goes_on(t.p("ask.progress", &[("ob", &thing), ("g", &doing)]))
}

/// `the party`, if it was theirs and is hardly over.
fn event_just_over(t: &Turn) -> Option<String> {
    let now = t.h.now;
    let just_over = |fact: &&Fact| {
        let frame = fact.f();
        let end = frame.when.as_ref().filter(|when| when.from.is_some()).and_then(When::end);
        frame.class == Class::Event && frame.subj == t.other && end.is_some_and(|end| end < now && end + DAY > now)
    };
    let name = noun(t.h.facts.iter().find(just_over)?.f());
    let asked = t.recent.iter().any(|line| line.contains('?') && line.contains(&name));
    (!asked).then(|| format!("the {name}"))
}

/// How they are.
pub(super) fn ask_how(t: &mut Turn) -> Option<Line> {
    let asked = t.was_asked(|asked| matches!(asked, Asked::HowAre));
    if asked { None } else { goes_on(t.p("howare", &[])) }
}

/// Who they are, of somebody who has not said it; of others now and then what brings them here.
pub(super) fn ask_who(t: &mut Turn) -> Option<Line> {
    let told = t.told.iter().any(|frame| frame.subj == t.other);
    let asked = t.asks() > 0 || told && (t.was_asked(|asked| matches!(asked, Asked::Here)) || t.dice.chance(40));
    if asked { None } else { goes_on(t.p(if told { "ask.here" } else { "ask.yourself" }, &[])) }
}

/// What they think of somebody who was spoken of and whom both know.
pub(super) fn ask_opinion(t: &mut Turn) -> Option<Line> {
    if t.rel.close < 1.0 || t.was_asked(|asked| matches!(asked, Asked::Opinion(_))) {
        return None;
    }
    let third = |frame: &&Frame| frame.person && frame.subj != t.h.me.name && frame.subj != t.other;
    let named = t.told.iter().rev().filter(third).map(|frame| frame.subj.clone());
    // of one's own family one does not ask what others think
    let who = { named }.find(|who| t.h.relation(who).met && !t.h.relation(who).kin)?;
    goes_on(t.speak_of("ask.opinion", &who, &[]))
}

/// Somebody whom both of us know, and whether they are of the other's house or family.
pub(super) fn in_common_with(t: &mut Turn) -> Option<(String, bool)> {
    let h = t.h;
    let links = |fact: &Fact| {
        let persons = fact.f().persons();
        let third = persons.iter().find(|who| **who != h.me.name && **who != t.other)?;
        let both = persons.contains(&t.other) && !fact.f().secret && third.contains(' ');
        let kin = fact.f().class == Class::Kin;
        (both && (kin || fact.from.is_none() && fact.at > 0)).then(|| (third.clone(), kin))
    };
    let named = |who: &str| {
        let short = h.names.short(who);
        t.recent.iter().rev().take(NAMED).any(|line| line.contains(&short))
    };
    let mut all: Vec<(String, bool)> = h.facts.iter().filter_map(links).collect();
    all.retain(|(who, _)| h.relation(who).met && !named(who));
    all.sort();
    all.dedup();
    t.dice.pick(&all).cloned()
}

/// "How's Ann?", "Have you seen Ann today?"
pub(super) fn ask_after(t: &mut Turn) -> Option<Line> {
    let (who, kin) = in_common_with(t)?;
    goes_on(t.speak_of(if kin { "ask.fares" } else { "ask.seen" }, &who, &[]))
}
