//! What is worth telling, and how it is told.

use super::{
    Turn,
    deeds::{got_done, whole},
    moves::{Line, goes_on},
    sort::{Sort, sort_of, unsaid},
    wording::{event_clause, gerund, wish},
};
use crate::{
    language::{lexicon::lex, time::DAY},
    mind::rules::{
        beliefs::{Fact, Kind, bare},
        frame::{Class, Form, View},
        tuning,
    },
};

/// How much less what somebody else is after is worth telling.
const OTHERS_AIMS: f32 = 0.5;
/// How much more what somebody is or means to do who has just come to town.
const OF_NEWCOMERS: f32 = 1.5;
/// To those one is less close to nobody says what they think of others, nor what ails them.
const CONFIDES: f32 = 1.2;
/// News of one's own presses so much more than the same as an event.
const PRESSES: f32 = 1.25;
/// Nothing lighter is news.
const MIN: f32 = 0.1;
/// What weighs so much is told to whoever comes by.
const SHAKES: u8 = 8;

/// Whether it is something to tell just so: no promise, nothing done by the body, nothing that anybody got done today.
fn tellable(t: &Turn, fact: &Fact) -> bool {
    let (frame, sort) = (fact.f(), sort_of(fact.f()));
    let (mine, event) = (frame.subj == t.h.me.name, frame.event.is_some());
    // what concerns the two of us they know
    let ours = frame.about.contains(&t.other) && !event;
    let intimate = matches!(sort, Sort::View | Sort::Worry) && mine && t.rel.close < CONFIDES;
    // what others do for a living, and what those who know me know of me
    let known = sort == Sort::Job && !frame.of_newcomer() && (t.rel.met || !mine);
    // an appointment of mine, what somebody is at just now, where somebody is on the way to
    let passing = sort == Sort::Plan && !event
        || frame.class == Class::Doing && !frame.lasting() && !mine
        || frame.form == Form::Copula && frame.rest.iter().any(|word| word == "way");
    let thing = !frame.person && !event && sort != Sort::Loss;
    // what one is after oneself one tells those who ask, and with what one needs one asks for a hand
    let own = mine && !is_resolve(fact) && matches!(sort, Sort::Aim | Sort::Job | Sort::Progress | Sort::Taste)
        || mine && frame.class == Class::Need;
    !(ours || intimate || concluded(t, fact) || known || passing || thing || own)
        && !t.said(frame)
        && !unsaid(frame)
        && !got_done(fact)
        && passes_on(fact).is_none()
}

/// What one has concluded of others, or of the other: it is not said aloud, and never to their face.
pub(super) fn concluded(t: &Turn, fact: &Fact) -> bool {
    let frame = fact.f();
    let thought = fact.kind == Kind::Reflection && fact.at > 0;
    frame.event.is_none() && (thought && sort_of(frame) != Sort::Aim || frame.about.contains(&t.other))
}

/// Whether it is something that I have newly made up my mind to, for good: that is news.
fn is_resolve(fact: &Fact) -> bool {
    fact.at > 0 && fact.imp >= 9 && fact.f().verb == "plan" && fact.from.is_none()
}

/// The heaviest thing the other has not heard of, and how much it presses.
pub(super) fn best_news<'h>(t: &Turn<'h, '_>) -> Option<(&'h Fact, f32)> {
    let h = t.h;
    let weight = |fact: &Fact| {
        let frame = fact.f();
        let share = match frame.subj != h.me.name && sort_of(frame) == Sort::Aim {
            _ if h.newcomer(&frame.subj) => OF_NEWCOMERS,
            true => OTHERS_AIMS,
            false => 1.0,
        };
        let chance = 0.6 + 0.8 * h.steady(&[h.number(frame), u64::from(h.now)]).unit();
        Some(h.salience(fact, &t.other, &t.rel)).filter(|salience| *salience > MIN).map(|one| one * share * chance)
    };
    let all = h.facts.iter().filter(|fact| tellable(t, fact)).filter_map(|fact| Some((fact, weight(fact)?)));
    // of those that weigh the same the first
    all.reduce(|best, one| if one.1 > best.1 { one } else { best })
}

/// The same, if it is no event, and how much it presses.
pub(super) fn news<'h>(t: &Turn<'h, '_>) -> Option<(&'h Fact, f32)> {
    let (fact, weight) = best_news(t).filter(|(fact, _)| fact.f().event.is_none() && !t.cold())?;
    Some((fact, weight * PRESSES)).filter(|(_, weight)| *weight >= tuning::BRINGS_UP)
}

/// In words.
pub(super) fn tell_news(t: &mut Turn) -> Option<Line> {
    let (fact, _) = news(t)?;
    goes_on(share(t, fact))
}

/// What somebody who is new in town means to do, as they have said, to go with the news of them.
fn says_of_themselves(t: &Turn, who: &str) -> Option<String> {
    let theirs = |fact: &&Fact| {
        let frame = fact.f();
        let kind = matches!(frame.class, Class::Aim | Class::Event | Class::Work) && !frame.secret;
        frame.subj == who && kind && !fact.outgoing && !t.said(frame) && !t.h.knows(&t.other, frame)
    };
    let frame = t.h.facts.iter().filter(theirs).max_by_key(|fact| (fact.imp, fact.at))?.f();
    let view = View { known: Some(who), ..t.h.view(&t.other) };
    let clause = event_clause(frame).unwrap_or_else(|| frame.clone()).say(&view);
    Some(format!(" {clause}."))
}

/// A fact as news.
pub(super) fn share(t: &mut Turn, fact: &Fact) -> String {
    let (h, frame) = (t.h, fact.f());
    if frame.subj == h.me.name {
        return share_own(t, fact);
    }
    let clause = t.clause(frame);
    if frame.of_newcomer() && fact.from.is_none() {
        let words = t.speak_of("share.newcomer", &frame.subj, &[("x", &frame.subj)]);
        return words + &says_of_themselves(t, &frame.subj).unwrap_or_default();
    }
    let seen = frame.class == Class::Doing && frame.person && frame.when.is_none() && fact.at > 0;
    if let Some(doing) = gerund(frame, &h.view(&t.other)).filter(|_| seen && fact.from.is_none()) {
        return t.speak_of("share.seen", &frame.subj, &[("g", &doing)]);
    }
    let Some(source) = h.source(fact).filter(|source| *source != t.other) else {
        return t.p("share.plain", &[("f", &clause)]);
    };
    // "X told me that she ...": a pronoun only where the source is named first; before it, the listener would take it for
    // another
    let of_themselves = source == frame.subj;
    let after = match of_themselves && frame.event.is_none() {
        true => frame.say(&View { known: Some(&frame.subj), ..h.view(&t.other) }),
        false => clause.clone(),
    };
    let section = if of_themselves { "share.src.self" } else { "share.src" };
    t.p(section, &[("f", &clause), ("fp", &after), ("src", &h.names.short(source))])
}

/// Something of my own as news.
fn share_own(t: &mut Turn, fact: &Fact) -> String {
    let frame = fact.f();
    if let Some(wish) = wish(frame, &t.h.view(&t.other)).filter(|_| sort_of(frame) == Sort::Aim) {
        return t.p("share.aim", &[("w", &wish)]);
    }
    let opinion =
        matches!(frame.class, Class::Dislike | Class::Think) || frame.class == Class::Like && !frame.about.is_empty();
    let section = match sort_of(frame) {
        _ if opinion => "share.opinion",
        Sort::Loss | Sort::Worry => "share.worry",
        _ => "share.own",
    };
    t.tell(section, frame)
}

/// What I did today that still shakes me, a fire put out, and that they have not heard of.
pub(super) fn shaken<'h>(t: &Turn<'h, '_>) -> Option<&'h Fact> {
    let h = t.h;
    let mine = |fact: &&Fact| {
        let frame = fact.f();
        let today = fact.at > 0 && fact.at <= h.now && h.now - fact.at < DAY && fact.kind == Kind::Observation;
        // "put" is past and present
        let done = matches!(frame.form, Form::Past | Form::Present) && frame.event.is_none() && frame.when.is_none();
        let tells = !lex().contains("bookkeeping", &frame.verb) && !bare(frame) && whole(frame) && !got_done(fact);
        today && done && tells && fact.imp >= SHAKES && !t.said(frame) && !h.knows(&t.other, frame)
    };
    h.own_open().filter(mine).max_by_key(|fact| (fact.imp, fact.at))
}

/// In words.
pub(super) fn tell_what_shook(t: &mut Turn) -> Option<Line> {
    let fact = shaken(t)?;
    goes_on(t.tell("share.shaken", fact.f()))
}

/// What I have made up my mind to tell people, and they have not heard: "Ann has decided to tell everybody that the mill is
/// closed", and "The mill is closed".
pub(super) fn meant_for_all<'h>(t: &Turn<'h, '_>) -> Option<&'h Fact> {
    let h = t.h;
    let own = h.facts.iter().filter(|fact| fact.f().subj == h.me.name);
    let meant: Vec<String> = own.filter_map(passes_on).map(str::to_lowercase).collect();
    let news = |fact: &&Fact| {
        let (frame, text) = (fact.f(), fact.text.trim_end_matches('.').to_lowercase());
        let new = !frame.secret && frame.subj != t.other && !t.said(frame) && !h.knows(&t.other, frame);
        new && !h.past(frame)
            && fact.from.is_none()
            && !fact.outgoing
            && meant.iter().any(|meant| meant.starts_with(&text))
    };
    h.facts.iter().filter(|_| !meant.is_empty()).filter(news).max_by_key(|fact| fact.at)
}

/// What somebody has made up their mind to tell others.
fn passes_on(fact: &Fact) -> Option<&str> {
    let (deed, news) = fact.text.split_once(" has decided to ")?.1.split_once(" that ")?;
    deed.split(' ').next().is_some_and(|verb| lex().contains("passes.on", verb)).then_some(news)
}

/// In words.
pub(super) fn tell_all(t: &mut Turn) -> Option<Line> {
    let fact = meant_for_all(t)?;
    goes_on(share(t, fact))
}
