//! Answering the acts of the last line.

use super::*;

/// How often a word to an event that is new to one goes before yes or no.
const REMARKS_ON_EVENT: f32 = 0.35;
/// How often one shows that one has heard what needs no word.
const ACKNOWLEDGES: f32 = 0.85;
/// How often small talk is answered.
const ANSWERS_SMALL: f32 = 0.7;

/// A word to the last line; nothing if it needs none.
pub(super) fn respond(t: &mut Turn, acts: &[Act], cold: bool) -> Option<String> {
    let invites = acts.iter().any(|act| matches!(act, Act::Invite | Act::Ask(Ask::Coming)));
    let words = if acts.iter().any(|act| matches!(act, Act::Help(_))) {
        let when = acts.iter().find_map(|act| if let Act::Tell(said) = act { said.frame.when.clone() } else { None });
        let when = when.or_else(|| need_heard(t).and_then(|need| need.when));
        help_answer(t, cold, when)
    } else if invites {
        to_invitation(t, cold)
    } else {
        match to_answer(t, acts) {
            // "Yes, I'll help. Any news?": both want a word
            Some(words) => match question_of(acts) {
                Some(question) => format!("{words} {}", answer(t, &question)),
                None => match weightiest(acts).filter(|said| said.frame.subj == t.other && listens(&said.frame)) {
                    Some(said) => format!("{words} {}", react(t, said, cold)),
                    None => words,
                },
            },
            None => to_talk(t, acts, cold).unwrap_or_default(),
        }
    };
    (!words.trim().is_empty()).then_some(words)
}

/// What they need, in the words of their last line.
fn need_heard(t: &Turn) -> Option<Need> {
    Need::heard(t.h, t.last_line())
}

/// They ask me to come.
fn to_invitation(t: &mut Turn, cold: bool) -> String {
    let Some(event) = latest_event(t) else {
        let doing = t.h.sit.doing.clone();
        return t.p("hedge", &[("g", &doing)]);
    };
    let new = !t.h.knows_self(&event);
    let mut words = Vec::new();
    if new && !cold && t.dice.unit() < REMARKS_ON_EVENT {
        let noun = noun(&event);
        words.extend(Some(t.p("react.event", &[("evn", &noun)])).filter(|words| !words.ends_with('?')));
    }
    let answer = go_answer(t, &event);
    words.push(if answer.is_empty() { t.p("react.plain", &[]) } else { answer });
    let hour = event.when.as_ref().and_then(|when| when.from);
    if hour.is_none() && event.subj == t.other && matches!(t.h.go(&event).0, Go::Yes | Go::Maybe) {
        words.push(t.p("invite.hour", &[]));
    }
    words.join(" ")
}

/// They say yes, no or perhaps to what I asked.
fn to_answer(t: &mut Turn, acts: &[Act]) -> Option<String> {
    let asked = |act: &&Act| matches!(act, Act::Help(_) | Act::Invite | Act::Ask(Ask::Coming));
    let help = matches!(t.mine.iter().rev().find(asked)?, Act::Help(_));
    let answer = acts.iter().find(|act| matches!(act, Act::Accept | Act::Decline | Act::Hedge))?;
    let host = latest_event(t).is_none_or(|event| event.subj == t.h.me.name);
    let section = match (answer, help) {
        (Act::Accept, true) => "help.thanks",
        (Act::Decline, true) => "help.pity",
        (Act::Accept, false) if host => "ok.accept",
        (Act::Decline, false) if host => "ok.decline",
        (Act::Accept, false) => "ok.too",
        (Act::Decline, false) => "ok.not",
        _ => "ok.hedge",
    };
    Some(t.p(section, &[]))
}

/// They ask or tell something, or talk of nothing much.
fn to_talk(t: &mut Turn, acts: &[Act], cold: bool) -> Option<String> {
    if let Some(question) = question_of(acts) {
        return Some(answer(t, &question));
    }
    if t.last_line().contains("saw you ") {
        let words = t.p("react.saw", &[]);
        return Some(match lately(t, &[]) {
            Some((fact, done)) => format!("{words} {}", tell_progress(t, fact, &done, false)),
            None => words,
        });
    }
    if let Some(said) = weightiest(acts) {
        let theirs = said.frame.subj == t.other;
        let words = react(t, said, cold);
        // nothing of what somebody tells goes unheard
        let heard = theirs && words.is_empty() && !cold && t.dice.unit() < ACKNOWLEDGES;
        return Some(if heard { t.p("react.ack", &[]) } else { words });
    }
    if acts.iter().any(|act| matches!(act, Act::Thanks)) {
        return Some(t.p("welcome", &[]));
    }
    let greets = acts.iter().any(|act| matches!(act, Act::Greet));
    let idle = acts.iter().any(|act| matches!(act, Act::Phatic | Act::Remark(_)));
    (idle && t.dice.unit() < ANSWERS_SMALL).then(|| to_small(t, greets)).flatten()
}

/// "You're busy", "It's quiet here": a word to what can be seen; none to a mere "I see".
fn to_small(t: &mut Turn, greets: bool) -> Option<String> {
    let line = t.last_line().to_owned();
    let of_me = overlap(&content(&split(&t.h.sit.doing)), &content(&split(&line))) >= 0.5;
    let said = |starts: &[&str]| sentences(&line).iter().any(|one| starts.iter().any(|start| one.starts_with(start)));
    let section = match () {
        () if of_me || said(&["You're ", "You are ", "You look", "Busy", "Don't let me", "Don't stop"]) => {
            "react.phatic"
        }
        () if sentences(&line)
            .last()
            .is_some_and(|one| ["It's ", "It is ", "This "].iter().any(|start| one.starts_with(start))) =>
        {
            "small.back"
        }
        () if greets => return None,
        () => return None,
    };
    Some(t.p(section, &[]))
}

/// The question that wants an answer: a real one before one that only keeps the talk going.
fn question_of(acts: &[Act]) -> Option<Ask> {
    let asks = || acts.iter().filter_map(|act| if let Act::Ask(ask) = act { Some(ask) } else { None });
    let tells = acts.iter().any(|act| matches!(act, Act::Tell(_)));
    let real = asks().find(|ask| !matches!(ask, Ask::Other(_) | Ask::Small));
    real.or_else(|| asks().find(|ask| !(matches!(ask, Ask::Small) && tells))).cloned()
}

/// What of all they tell matters most.
fn weightiest(acts: &[Act]) -> Option<&Said> {
    let told = acts.iter().filter_map(|act| if let Act::Tell(said) = act { Some(said) } else { None });
    told.max_by_key(|said| {
        let frame = &said.frame;
        u8::from(frame.event.is_some()) * 3 + u8::from(frame.worth_keeping(5)) * 4 + frame.persons().len() as u8
    })
}
