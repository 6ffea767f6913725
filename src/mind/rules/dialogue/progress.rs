//! What somebody got done today, from the sentence it is remembered in, in words that one would say.

use super::{
    moves::{Line, goes_on},
    *,
};

/// How far something came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// It is done.
    Done,
    /// About half of it.
    Half,
    /// Something came in the way.
    Snag,
    /// It did one good.
    Eased,
}

/// One piece of it.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    /// `studying old exam problems`, as I say it.
    pub what: String,
    /// How far it came.
    pub stage: Stage,
    /// What came in the way: `one passage stayed dark`.
    pub snag: String,
}

/// Nobody tells of what takes more words.
const WORDS: usize = 9;

/// What a fact of mine says of getting something done; nothing if it says no such thing.
pub(super) fn progress(head: &Beliefs, fact: &Fact) -> Option<Progress> {
    let mine = fact.f().subj == head.me.name && fact.from.is_none() && fact.said.to.is_none() && fact.at > 0;
    let text = fact.text.strip_prefix(&head.me.name).filter(|_| mine)?.trim().trim_end_matches('.');
    let (stage, what, after) = lex().pairs("progress").iter().find_map(|(pattern, stage)| {
        let (before, after) = pattern.split_once('*')?;
        let rest = text.strip_prefix(before.trim_end())?.strip_prefix(' ')?;
        let after = after.trim_end();
        let end = if after.is_empty() { rest.len() } else { rest.find(after)? };
        Some((stage.as_str(), rest[..end].trim(), rest[end..].trim_start_matches(after).trim()))
    })?;
    // "..., but one passage stayed dark"
    let (what, after) = match what.split_once(", ") {
        Some((what, tail)) => (what, tail.trim_start_matches("but ")),
        None => (what, after),
    };
    let words = split(what);
    let first = words.first()?;
    let worth = lex().is("told", &plain_of_ing(first));
    // "reading in peace" says nothing of what was read
    let idle = words.get(1).is_some_and(|word| matches!(word.as_str(), "in" | "with" | "at" | "on"));
    let small = idle || lex().is("private", &plain_of_ing(first)) || words.iter().any(|word| word == "plans");
    if !first.ends_with("ing") || words.len() < 2 || words.len() > WORDS || !worth || small {
        return None;
    }
    let stage = match stage {
        "done" => Stage::Done,
        "half" => Stage::Half,
        "snag" => Stage::Snag,
        _ => Stage::Eased,
    };
    let frame = Frame { subj: head.me.name.clone(), person: true, about: Vec::new(), ..fact.f().clone() };
    let shifted = |text: &str| shift(&head.names.merge(split(text)), &frame, &head.view(""));
    Some(Progress { what: shifted(what), stage, snag: shifted(after) })
}

/// What I got done since this morning and have told nobody here, the newest first; `about` narrows it.
pub(super) fn lately<'h>(t: &Turn<'h, '_>, about: &[String]) -> Option<(&'h Fact, Progress)> {
    let today = t.h.sit.now / DAY * DAY;
    let told = |fact: &Fact| t.said(fact.f()) || t.h.knows(&t.other, fact.f());
    t.h.facts
        .iter()
        .rev()
        .filter(|fact| fact.at >= today && fact.at <= t.h.sit.now)
        .filter(|fact| about.is_empty() || overlap(fact.f().of_rest(), about) >= 0.3)
        .filter(|fact| !told(fact))
        .find_map(|fact| Some((fact, progress(t.h, fact)?)))
        .filter(|(_, progress)| {
            !t.lines.iter().any(|line| overlap(&line.stems, &content(&split(&progress.what))) > 0.8)
        })
}

/// In words, of one's own accord.
pub(super) fn tell_done(t: &mut Turn) -> Option<Line> {
    let (_, done) = lately(t, &[])?;
    goes_on(say_progress(t, &done, false))
}

/// In words; `asked`: they want to know.
pub(super) fn say_progress(t: &mut Turn, progress: &Progress, asked: bool) -> String {
    let section = match (progress.stage, asked) {
        (Stage::Done, _) => "progress.done",
        (Stage::Half, true) => "progress.half.asked",
        (Stage::Half, false) => "progress.half",
        (Stage::Snag, true) => "progress.snag.asked",
        (Stage::Snag, false) => "progress.snag",
        (Stage::Eased, _) => "progress.eased",
    };
    let (what, snag) = (progress.what.as_str(), progress.snag.as_str());
    t.p(section, &[("g", what), ("why", snag)])
}
