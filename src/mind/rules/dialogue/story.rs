//! Small things that happened to one: they make a person, and nobody needs them.

use super::{
    moves::{Line, goes_on},
    *,
};

/// A story is told while it is so young, in days.
const DAYS: u32 = 40;
/// And in so many words.
const WORDS: usize = 14;

/// Something that happened to me and that they have not heard of; `lately` only of the last days.
pub(super) fn story(t: &mut Turn, lately: bool) -> Option<Fact> {
    let h = t.h;
    let now = h.sit.now;
    let mine = |fact: &&Fact| {
        let frame = fact.f();
        let past = matches!(frame.form, Form::Past) || frame.form == Form::Part && frame.aux.as_deref() == Some("has");
        let day = frame.when.as_ref().and_then(|when| when.day);
        let young = day.is_some_and(|day| day <= now / DAY && now / DAY - day <= if lately { 6 } else { DAYS });
        frame.subj == h.me.name
            && past
            && young
            && fact.at == 0
            && fact.from.is_none()
            && fact.said.to.is_none()
            && !frame.secret
            && frame.event.is_none()
            && !frame.about.contains(&t.other)
            && frame.rest.len() <= WORDS
            && (!unsaid(frame) || matches!(frame.verb.as_str(), "get" | "sit"))
            && !matches!(frame.verb.as_str(), "promise" | "move" | "stand")
            && !bare(frame)
            && whole(frame)
            && !uttered(t, frame)
            && !t.said(frame)
            && !h.knows(&t.other, frame)
    };
    let stories: Vec<&Fact> = h.facts.iter().filter(mine).collect();
    t.dice.pick(&stories).map(|fact| (*fact).clone())
}

/// What weighs so much is told to whoever comes by.
const SHAKES: u8 = 8;

/// What I did today that still shakes me, a fire put out, and that they have not heard of.
pub(super) fn shaken(t: &Turn) -> Option<Fact> {
    let h = t.h;
    let mine = |fact: &&Fact| {
        let frame = fact.f();
        let today = fact.at > 0 && fact.at <= h.sit.now && h.sit.now - fact.at < DAY;
        let own = frame.subj == h.me.name && fact.from.is_none() && fact.said.to.is_none();
        // "put" is past and present
        let done = matches!(frame.form, Form::Past | Form::Present);
        let deed = done && fact.kind == Kind::Observation && frame.event.is_none() && frame.when.is_none();
        let tells =
            !frame.secret && !lex().is("bookkeeping", &frame.verb) && !bare(frame) && whole(frame) && !got_done(fact);
        today && own && deed && tells && fact.imp >= SHAKES && !t.said(frame) && !h.knows(&t.other, frame)
    };
    h.facts.iter().filter(mine).max_by_key(|fact| (fact.imp, fact.at)).cloned()
}

/// What I have made up my mind to tell people, and they have not heard: "Ann has decided to tell everybody that the mill is
/// closed", and "The mill is closed".
pub(super) fn meant_for_all(t: &Turn) -> Option<Fact> {
    let h = t.h;
    let own = h.facts.iter().filter(|fact| fact.f().subj == h.me.name);
    let meant: Vec<String> = own.filter_map(passes_on).map(str::to_lowercase).collect();
    let news = |fact: &&Fact| {
        let (frame, text) = (fact.f(), fact.text.trim_end_matches('.').to_lowercase());
        let open =
            !frame.secret && frame.subj != t.other && !t.said(frame) && !h.knows(&t.other, frame) && !h.past(frame);
        open && fact.from.is_none() && !fact.outgoing && meant.iter().any(|meant| meant.starts_with(&text))
    };
    h.facts.iter().filter(|_| !meant.is_empty()).filter(news).max_by_key(|fact| fact.at).cloned()
}

/// What somebody has made up their mind to tell others.
pub(super) fn passes_on(fact: &Fact) -> Option<&str> {
    let (deed, news) = fact.text.split_once(" has decided to ")?.1.split_once(" that ")?;
    deed.split(' ').next().is_some_and(|verb| lex().is("passes.on", verb)).then_some(news)
}

/// In words.
pub(super) fn tell_what_shook(t: &mut Turn) -> Option<Line> {
    let fact = shaken(t)?;
    let clause = t.clause(fact.f());
    goes_on(t.p("share.shaken", &[("f", &clause)]))
}

/// In words.
pub(super) fn tell_all(t: &mut Turn) -> Option<Line> {
    let fact = meant_for_all(t)?;
    goes_on(share(t, &fact))
}

/// Whether nothing is missing from it: "the evening of" was cut where a date stood.
fn whole(frame: &Frame) -> bool {
    let cut = |at: usize| frame.rest.get(at + 1).is_none_or(|next| lex().is("npend", next) || is_punct(next));
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
    let clause = t.clause(frame);
    let section = match (sort_of(frame), tone(frame)) {
        (Sort::Loss | Sort::Feud, _) | (_, Tone::Bad) => "share.story.bad",
        (_, Tone::Good) => "share.story.good",
        _ => "share.story",
    };
    t.p(section, &[("f", &clause)])
}
