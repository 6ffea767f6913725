//! What lies between two people: what one did for the other, where one was seen by the other, whom both know.

use super::{
    moves::{Line, goes_on},
    *,
};

/// How long what happened between two is spoken of, in days.
const DAYS: u32 = 45;
/// What was seen so long ago is no longer worth a word, in minutes.
const SEEN: Minute = 600;
/// A place is added to a doing of so many words.
const FEW_WORDS: usize = 4;

/// Something that happened between the two of us, that I have not spoken of lately.
fn shared(t: &mut Turn) -> Option<Fact> {
    let (h, now) = (t.h, t.h.sit.now);
    let fits = |fact: &&Fact| {
        let frame = fact.f();
        let ours = frame.subj == h.me.name && frame.about.contains(&t.other)
            || frame.subj == t.other && frame.about.contains(&h.me.name);
        let day = frame.when.as_ref().and_then(|when| when.day);
        ours && fact.at == 0
            && fact.from.is_none()
            && fact.said.to.is_none()
            && !frame.secret
            && frame.form == Form::Past
            && frame.event.is_none()
            && day.is_some_and(|day| day <= now / DAY && now / DAY - day <= DAYS)
            && !lex().is("bookkeeping", &frame.verb)
            && !t.said(frame)
            && !uttered(t, frame)
    };
    let all: Vec<&Fact> = h.facts.iter().filter(fits).collect();
    t.dice.pick(&all).map(|fact| (*fact).clone())
}

/// Whether I have said it in one of my last lines, to whomever.
pub(super) fn uttered(t: &Turn, frame: &Frame) -> bool {
    let stems = content(&frame.rest);
    t.recent.iter().any(|line| overlap(&content(&split(line)), &stems) >= 0.8)
}

/// In words.
pub(super) fn tell_shared(t: &mut Turn) -> Option<Line> {
    let fact = shared(t)?;
    let frame = fact.f();
    let clause = t.clause(frame);
    let section = match () {
        () if matches!(frame.verb.as_str(), "quarrel" | "argue") => "past.feud",
        () if frame.verb == "promise" && frame.subj == t.other => "past.promise",
        () if frame.subj == t.other && lex().is("kindness", &frame.verb) => "past.kind",
        () => "past.plain",
    };
    goes_on(t.p(section, &[("f", &clause)]))
}

/// What somebody was last seen doing, in words, and when.
pub(super) fn last_seen(t: &Turn, who: &str) -> Option<(String, String)> {
    let (h, now) = (t.h, t.h.sit.now);
    let seen = |fact: &&Fact| {
        let frame = fact.f();
        frame.subj == who
            && fact.from.is_none()
            && fact.said.to.is_none()
            && fact.kind == Kind::Observation
            && fact.at > 0
            && now.saturating_sub(fact.at) < SEEN
            && frame.form == Form::Ing
            && !frame.secret
            && frame.event.is_none()
            && !bare(frame)
            && frame.class != Class::Event
            && !frame.about.contains(&h.me.name)
            && !lex().is("private", &frame.verb)
            && !lex().is("unseen", &frame.verb)
    };
    let fact = h.facts.iter().filter(seen).max_by_key(|fact| fact.at)?;
    let frame = fact.f();
    let view = View { local: true, ..h.view(&t.other) };
    let mut doing = gerund(&Frame { place: None, ..frame.clone() }, &view)?;
    if let Some(place) = frame.place.as_ref().filter(|_| frame.rest.len() <= FEW_WORDS) {
        let home = ["house", "apartment", "room", "Dorm"].iter().any(|kind| place.contains(kind));
        let place = if home { "at home".to_owned() } else { spoken(place, &h.names) };
        doing = format!("{doing} {place}");
    }
    Some((doing, ago(now, fact.at)))
}

/// When it was, as one says it.
fn ago(now: Minute, at: Minute) -> String {
    let part = |minute: Minute| minute % DAY / 60;
    let words = match now.saturating_sub(at) {
        0..25 => "just now",
        _ if at / DAY != now / DAY => "yesterday",
        25..100 => "a while ago",
        _ if part(at) < 12 => "this morning",
        _ if part(at) < 17 && part(now) >= 17 => "this afternoon",
        _ => "earlier",
    };
    words.to_owned()
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
        t.recent.iter().rev().take(10).any(|line| line.contains(&short))
    };
    let mut all: Vec<(String, bool)> = h.facts.iter().filter_map(links).collect();
    all.retain(|(who, _)| h.relation(who).met && !named(who));
    all.sort();
    all.dedup();
    t.dice.pick(&all).cloned()
}

/// Whether I know somebody: of those one has only heard of one does not know he or she.
pub(super) fn known(t: &Turn, who: &str) -> bool {
    t.h.relation(who).met || t.h.pron(who) != Pron::They
}

/// "How's Ann?", "Have you seen Ann today?"
pub(super) fn ask_after(t: &mut Turn) -> Option<Line> {
    let (who, kin) = in_common_with(t)?;
    let (x, he, him) = t.x(&who);
    goes_on(t.p(if kin { "ask.fares" } else { "ask.seen" }, &[("x", &x), ("he", &he), ("him", &him)]))
}
