//! What one did and what happened to one: what one got done today, small things that make a person, and what lies between
//! two people.

use super::{
    Turn,
    moves::{Line, goes_on},
    sort::{Sort, Tone, plain_verb, sort_of, tone, unsaid},
};
use crate::{
    language::{
        lexicon::lex,
        text::{is_punct, overlap, plain_of_ing, split, tokens},
        time::DAY,
    },
    mind::rules::{
        beliefs::{Beliefs, Fact, bare},
        frame::{Form, Frame, shift},
    },
};

/// What happened is spoken of while it is so young, in days.
const DAYS: u32 = 40;
/// What happened is news for so many days.
const NEW_DAYS: u32 = 6;
/// Nobody tells a story in more words.
const WORDS: usize = 14;
/// Nobody tells in more words what they got done.
const DEED_WORDS: usize = 9;

/// What somebody got done, in words that one would say.
pub(super) struct Progress {
    /// `studying old exam problems`, as I say it.
    what: String,
    /// How far it came: a value of the list `progress`.
    stage: &'static str,
    /// What came in the way: `one passage stayed dark`.
    snag: String,
}

/// How far somebody came with what, and what follows it, from the sentence in which that is remembered.
fn stage(fact: &Fact) -> Option<(&'static str, &str, &str)> {
    let who = fact.f().subj.as_str();
    let text = fact.text[fact.text.find(who)? + who.len()..].trim().trim_end_matches('.');
    lex().pairs("progress").iter().find_map(|(pattern, stage)| {
        let (before, after) = pattern.split_once('*')?;
        let rest = text.strip_prefix(before.trim_end())?.strip_prefix(' ')?;
        let after = after.trim_end();
        let end = if after.is_empty() { rest.len() } else { rest.find(after)? };
        Some((stage.as_str(), rest[..end].trim(), rest[end..].trim_start_matches(after).trim()))
    })
}

/// Whether it says how far somebody came with what they did.
pub(super) fn got_done(fact: &Fact) -> bool {
    stage(fact).and_then(|(_, what, _)| what.split(' ').next()).is_some_and(|word| word.ends_with("ing"))
}

/// What a fact of mine says of getting something done; nothing if it says no such thing.
pub(super) fn progress(head: &Beliefs, fact: &Fact) -> Option<Progress> {
    let mine = fact.f().subj == head.me.name && fact.from.is_none() && fact.said.to.is_none() && fact.at > 0;
    let (stage, what, after) = stage(fact).filter(|_| mine)?;
    // "..., but one passage stayed dark"
    let (what, after) = match what.split_once(", ") {
        Some((what, tail)) => (what, tail.trim_start_matches("but ")),
        None => (what, after),
    };
    let words = split(what);
    let first = words.first()?;
    let worth = lex().contains("told", &plain_of_ing(first)) && !lex().contains("private", &plain_of_ing(first));
    // "reading in peace" says nothing of what was read
    let idle =
        words.get(1).is_some_and(|word| lex().contains("idle.after", word)) || words.iter().any(|word| word == "plans");
    if !first.ends_with("ing") || words.len() < 2 || words.len() > DEED_WORDS || !worth || idle {
        return None;
    }
    let frame = Frame { subj: head.me.name.clone(), person: true, about: Vec::new(), ..fact.f().clone() };
    let shifted = |text: &str| shift(&head.names.merge(&tokens(text)), &frame, &head.view(""));
    Some(Progress { what: shifted(what), stage, snag: shifted(after) })
}

/// What I got done since this morning and have told nobody here, the newest first; `about` narrows it.
pub(super) fn lately(t: &Turn, about: &[String]) -> Option<Progress> {
    let today = t.h.now / DAY * DAY;
    let told = |fact: &Fact| t.said(fact.f()) || t.h.knows(&t.other, fact.f());
    let of_today = t.h.facts.iter().rev().filter(|fact| (today..=t.h.now).contains(&fact.at));
    let asked = of_today.filter(|fact| about.is_empty() || overlap(fact.f().of_rest(), about) >= 0.3);
    let done = asked.filter(|fact| !told(fact)).find_map(|fact| progress(t.h, fact))?;
    (!t.said_here(&done.what)).then_some(done)
}

/// In words, of one's own accord.
pub(super) fn tell_done(t: &mut Turn) -> Option<Line> {
    let done = lately(t, &[])?;
    goes_on(say_progress(t, &done))
}

/// In words.
pub(super) fn say_progress(t: &mut Turn, done: &Progress) -> String {
    t.p(&format!("progress.{}", done.stage), &[("g", &done.what), ("why", &done.snag)])
}

/// Something that happened to me and that they have not heard of; `lately` only of the last days.
pub(super) fn story(t: &mut Turn, lately: bool) -> Option<Fact> {
    let h = t.h;
    let days = if lately { NEW_DAYS } else { DAYS };
    let mine = |fact: &&Fact| {
        let frame = fact.f();
        happened(t, fact, days)
            && !frame.about.contains(&t.other)
            && frame.rest.len() <= WORDS
            && (!unsaid(frame) || lex().contains("story.verbs", &frame.verb))
            && !lex().contains("story.not", &frame.verb)
            && !bare(frame)
            && whole(frame)
            && !h.knows(&t.other, frame)
    };
    let stories: Vec<&Fact> = h.own_open().filter(mine).collect();
    t.dice.pick(&stories).map(|fact| (*fact).clone())
}

/// Whether it is something that happened within so many days, always known, and not spoken of lately.
fn happened(t: &Turn, fact: &Fact, days: u32) -> bool {
    let (frame, today) = (fact.f(), t.h.now / DAY);
    let past = frame.form == Form::Past || frame.form == Form::Part && frame.aux.as_deref() == Some("has");
    let young = frame.day().is_some_and(|day| day <= today && today - day <= days);
    past && young && fact.at == 0 && frame.event.is_none() && !t.uttered(frame) && !t.said(frame)
}

/// Whether nothing is missing from it: "the evening of" was cut where a date stood.
pub(super) fn whole(frame: &Frame) -> bool {
    let cut = |at: usize| frame.rest.get(at + 1).is_none_or(|next| lex().contains("npend", next) || is_punct(next));
    !(0..frame.rest.len()).any(|at| frame.rest[at] == "of" && cut(at))
}

/// In words.
pub(super) fn tell_story(t: &mut Turn) -> Option<Line> {
    let fact = story(t, false)?;
    goes_on(say_story(t, &fact))
}

/// In words.
pub(super) fn say_story(t: &mut Turn, fact: &Fact) -> String {
    let frame = fact.f();
    let section = match (sort_of(frame), tone(frame)) {
        (Sort::Loss | Sort::Feud, _) | (_, Tone::Bad) => "share.story.bad",
        (_, Tone::Good) => "share.story.good",
        _ => "share.story",
    };
    t.tell(section, frame)
}

/// Something that happened between the two of us, that I have not spoken of lately, in words.
pub(super) fn tell_shared(t: &mut Turn) -> Option<Line> {
    let h = t.h;
    let ours = |fact: &&Fact| {
        let frame = fact.f();
        let mine = frame.subj == h.me.name && frame.about.contains(&t.other);
        let theirs = frame.subj == t.other && frame.about.contains(&h.me.name);
        (mine || theirs) && fact.from.is_none() && fact.said.to.is_none() && !frame.secret
    };
    let told = |fact: &&Fact| happened(t, fact, DAYS) && !lex().contains("bookkeeping", &plain_verb(fact.f()));
    let all: Vec<&Fact> = h.facts.iter().filter(ours).filter(told).collect();
    let frame = t.dice.pick(&all)?.f();
    let theirs = frame.subj == t.other;
    let section = match frame.verb.as_str() {
        "quarrel" | "argue" => "past.feud",
        "promise" if theirs => "past.promise",
        verb if theirs && lex().contains("kindness", verb) => "past.kind",
        _ => "past.plain",
    };
    goes_on(t.tell(section, frame))
}
