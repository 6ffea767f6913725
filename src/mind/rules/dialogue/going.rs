//! Whether one comes, whether one helps, in words; and what one says to the other's yes or no.

use super::{
    super::dialogue_act::Line,
    moves::{self, goes_on},
    *,
};

/// They ask for a hand.
pub(super) fn answer_request(t: &mut Turn) -> Option<moves::Line> {
    let told = t.last()?.told().find_map(|said| said.frame.when.clone());
    let mut need = Need::heard(t.h, t.last_words()).unwrap_or_default();
    need.when = told.or(need.when);
    goes_on(help_answer(t, &need))
}

/// They ask me to come.
pub(super) fn answer_invitation(t: &mut Turn) -> Option<moves::Line> {
    let Some(event) = latest_event(t) else {
        return goes_on(t.p("hedge", &[]));
    };
    let answer = go_answer(t, &event);
    let answer = if answer.is_empty() { t.p("react.plain", &[]) } else { answer };
    let hour = event.when.as_ref().and_then(|when| when.from);
    if hour.is_none() && event.subj == t.other && matches!(t.h.go(&event).0, Go::Yes | Go::Maybe) {
        return goes_on(format!("{answer} {}", t.p("invite.hour", &[])));
    }
    goes_on(answer)
}

/// They say yes, no or perhaps to what I asked.
pub(super) fn take_answer(t: &mut Turn) -> Option<moves::Line> {
    let (answer, help) = t.was_answered()?;
    let event = latest_event(t);
    let host = event.as_ref().is_none_or(|event| event.subj == t.h.me.name);
    let section = match (answer, help) {
        (Act::Accept, true) => "help.thanks",
        (Act::Decline, true) => "help.pity",
        (Act::Accept, false) if host => "ok.accept",
        (Act::Decline, false) if host => "ok.decline",
        (Act::Accept, false) => "ok.too",
        (Act::Decline, false) => "ok.not",
        _ => "ok.hedge",
    };
    if help {
        let need = asked_for(t).unwrap_or_default();
        let when = hour(t, need.when.as_ref());
        return goes_on(t.p(section, &[("need", &need.task), ("when", &when)]));
    }
    let when = hour(t, event.as_ref().and_then(|event| event.when.as_ref()));
    let whose = event.map(|event| t.event_said(&event)).unwrap_or_default();
    goes_on(t.p(section, &[("when", &when), ("evn", &whose)]))
}

/// With what I have asked for a hand.
fn asked_for(t: &Turn) -> Option<Need> {
    let asks = |line: &&Line| line.who == t.h.me.name && line.acts.iter().any(|act| matches!(act, Act::Help(_)));
    let line = t.lines.iter().rfind(asks)?;
    let frames: Vec<Frame> = line.told().map(|said| said.frame.clone()).collect();
    Need::in_line(t.h, &t.h.me.name, &line.words, &frames)
}

/// `tomorrow at five`, without its end.
fn hour(t: &Turn, when: Option<&When>) -> String {
    when.map(|when| When { to: None, ..when.clone() }.say(t.h.sit.now)).unwrap_or_default()
}

/// Something that I am at and that takes time: `the heron film`.
fn work_of_mine(t: &Turn) -> String {
    let (h, view) = (t.h, t.h.view(""));
    let own = |fact: &&Fact| fact.f().subj == h.me.name && fact.from.is_none() && !fact.f().secret;
    h.facts.iter().filter(own).find_map(|fact| object(fact.f(), &view)).unwrap_or_default()
}

/// The event that was spoken of last.
pub(super) fn latest_event(t: &Turn) -> Option<Frame> {
    let f = t.told.iter().rev().find(|f| f.event.is_some())?;
    // what I know of it may be more than what was said
    Some(t.h.events().into_iter().map(|e| e.f()).find(|e| e.same(f) && e.when.is_some()).unwrap_or(f).clone())
}

/// Yes, no or perhaps to an event.
pub(super) fn go_answer(t: &mut Turn, ev: &Frame) -> String {
    let (go, why) = t.h.go(ev);
    let with_love = t.rel.love;
    let (when, whose) = (hour(t, ev.when.as_ref()), t.event_said(ev));
    let of_it = [("when", when.as_str()), ("evn", whose.as_str())];
    let x = if ev.subj == t.other { t.o() } else { t.h.names.short(&ev.subj) };
    if t.acts(true).any(|act| matches!(act, Act::Accept)) {
        return t.p("already", &[]);
    }
    if let Some(words) = by_plan(t, ev, go) {
        return words;
    }
    match go {
        Go::Agreed => {
            if ev.subj == t.h.me.name {
                String::new()
            } else {
                t.p("already", &[("x", &x)])
            }
        }
        Go::Yes if with_love => t.p("accept.love", &[]),
        Go::Yes => t.p("accept", &of_it),
        Go::Maybe if with_love => t.p("accept.love", &[]),
        Go::Maybe => t.p("hedge", &of_it),
        Go::Conflict => t.p("decline.conflict", &[("why", &why)]),
        // to their face one says no, and no more
        Go::Dislike if ev.subj == t.other => t.p("courtesy.decline", &[]),
        Go::Dislike => t.p("decline.dislike", &[("x", &x)]),
        Go::Shy => t.p("decline.shy", &of_it),
        // not to their face
        Go::Stranger if ev.subj == t.other => t.p("decline.stranger", &[]),
        Go::Stranger => t.p("decline.stranger", &[("x", &x)]),
        Go::Over => t.p("event.over", &[]),
        Go::Busy => {
            let work = work_of_mine(t);
            t.p("decline.busy", &[("ob", &work), ("evn", &whose)])
        }
    }
}

/// No or perhaps, with what I mean to do at that hour: to somebody new in town, or who asks in one breath. Others hear
/// how I feel about it.
fn by_plan(t: &mut Turn, ev: &Frame, go: Go) -> Option<String> {
    let at_once = dialogue_act::asks_to_event(t.last_words());
    let fits = ev.subj == t.other && (at_once || t.h.newcomer(&t.other));
    // to be two is another thing than to be one of many
    let two = split(t.last_words()).iter().any(|word| lex().is("meetings", &word.to_lowercase()));
    if fits && two && matches!(go, Go::Stranger | Go::Shy) {
        return Some(t.p("courtesy.decline.new", &[]));
    }
    let section = match go {
        Go::Maybe => "courtesy.hedge.plan",
        Go::Busy | Go::Stranger => "courtesy.decline.plan",
        _ => return None,
    };
    let at = ev.when.as_ref().filter(|when| when.from.is_some()).and_then(When::start).filter(|_| fits)?;
    let part = t.h.sit.plan.iter().find(|part| part.0 <= at && at < part.1)?.2.clone();
    let plan = plan_to_do(&by_first_names(t, &part))?;
    Some(t.p(section, &[("inf", &plan)]))
}

/// Yes or no to somebody who needs a hand.
fn help_answer(t: &mut Turn, need: &Need) -> String {
    if t.cold() {
        return t.p("help.cold", &[]);
    }
    let me = &t.h.me.name;
    if let Some(w) = &need.when
        && let (Some(a), Some(b)) = (w.start(), w.end())
    {
        let other = &t.other;
        // what one does for them anyway, or has refused to do, is no reason against it
        let stands = |f: &&Fact| {
            f.f().subj == *me && f.from.is_none() && !f.f().about.contains(other) && f.f().verb != "decline"
        };
        for f in t.h.facts.iter().filter(stands) {
            if let Some(x) = &f.f().when
                && x.from.is_some()
                && let (Some(c), Some(e)) = (x.start(), x.end())
                && c < b
                && a < e
            {
                let why = f.f().say(&t.h.view(""));
                return t.p("help.no", &[("why", &why)]);
            }
        }
    }
    // whoever comes anyway may as well come early
    let comes = if t.acts(true).any(|act| matches!(act, Act::Accept)) { tuning::HELPS_WHERE_ONE_GOES } else { 0.0 };
    let nature = t.h.voice.w as f32 * 0.3 + t.dice.unit() * tuning::HELP_CHANCE;
    let s = t.rel.close * 0.8 + t.rel.warm + comes + nature - tuning::HELP_COST;
    if s > tuning::HELPS {
        let task = your(&need.task);
        let when = hour(t, need.when.as_ref());
        t.p("help.yes", &[("need", &task), ("when", &when)])
    } else {
        let work = work_of_mine(t);
        t.p("help.busy", &[("ob", &work)])
    }
}

/// `carry your bags` of `carry my bags`.
fn your(task: &str) -> String {
    let words = split(task).into_iter().map(|word| match word.as_str() {
        "my" => "your".to_owned(),
        "me" => "you".to_owned(),
        _ => word,
    });
    join(&words.collect::<Vec<_>>())
}
