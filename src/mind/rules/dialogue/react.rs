//! What one says to what one is told: by its sort, by whom it is about, and whether it is good or bad.

use super::*;

/// How often one asks on, after something that invites a question.
const ASKS_ON: f32 = 0.45;
/// How often one says the thing again that one was told of.
const ECHOES: f32 = 0.45;
/// How often one says that one has something in common.
const IN_COMMON: f32 = 0.7;
/// How often one lets slip that one has been told before.
const SAYS_KNOWN: f32 = 0.35;

/// A word to what was told.
pub(super) fn react(t: &mut Turn, said: &Said, cold: bool) -> String {
    let frame = &said.frame;
    if cold {
        return if t.dice.unit() < 0.5 { t.p("react.plain", &[]) } else { String::new() };
    }
    if frame.subj == t.h.me.name {
        // "you do have days" wants no answer
        return if frame.worth_keeping(5) { t.p("react.mine", &[]) } else { String::new() };
    }
    if let Some(words) = known_before(t, frame) {
        return words;
    }
    if frame.event.is_some() {
        return to_event(t, frame);
    }
    match () {
        () if frame.subj == t.other => to_theirs(t, frame),
        () if frame.person => to_gossip(t, frame),
        () => t.p("react.plain", &[]),
    }
}

/// Somebody has told me already: now and then one says so, of others' affairs more than of their own.
fn known_before(t: &mut Turn, frame: &Frame) -> Option<String> {
    let me = &t.h.me.name;
    let to_me = |fact: &&Fact| fact.said.to.as_ref().is_none_or(|to| to == me);
    let known = t.h.facts.iter().filter(to_me).find(|fact| fact.from.is_some() && fact.f().same(frame))?;
    let from = known.from.clone()?;
    let own = frame.subj == t.other;
    if from == t.other {
        return (own && t.dice.unit() < SAYS_KNOWN).then(|| t.p("react.known.self", &[]));
    }
    let src = t.h.names.short(&from);
    (!own && t.dice.unit() < 2.0 * SAYS_KNOWN).then(|| t.p("react.known", &[("src", &src)]))
}

/// An event, new to me or not: a word to it, and whether one comes.
fn to_event(t: &mut Turn, frame: &Frame) -> String {
    let noun = noun(frame);
    let new = !t.h.knows_self(frame);
    let words = if new { t.p("react.event", &[("evn", &noun)]) } else { String::new() };
    let dated = frame.when.as_ref().is_some_and(|when| when.from.is_some());
    if words.ends_with('?') || frame.subj == t.h.me.name || !dated {
        return if words.is_empty() { t.p("react.plain", &[]) } else { words };
    }
    let going = go_answer(t, frame);
    format!("{words} {going}").trim().to_owned()
}

/// Something of the other's own.
fn to_theirs(t: &mut Turn, frame: &Frame) -> String {
    let (sort, tone) = (sort_of(frame), tone(frame));
    // "I refused a loan last week": a thing done, on whatever day
    let past = matches!(frame.form, Form::Past | Form::Part) && matches!(frame.class, Class::Other | Class::Doing);
    let lately = ["last", "yesterday", "ago"].iter().any(|mark| frame.rest.iter().any(|word| word == mark));
    let sort = if past && lately && matches!(sort, Sort::Job | Sort::Plan) { Sort::Deed } else { sort };
    // "I'd like to have something to show for it" was an answer itself
    let mood = frame.class == Class::State
        && frame.rest.first().is_none_or(|word| !matches!(word.as_str(), "a" | "an" | "the" | "in"));
    if mood || !frame.worth_keeping(5) && matches!(sort, Sort::Taste | Sort::View | Sort::Aim | Sort::Job) {
        return String::new();
    }
    if let (Sort::View, Some(about)) = (sort, third_of(t, frame)) {
        return to_view(t, frame, &about);
    }
    if t.rel.love && matches!(sort, Sort::Aim | Sort::Job | Sort::Taste | Sort::Deed) && t.dice.unit() < 0.5 {
        return t.p("react.love", &[]);
    }
    if sort == Sort::Going {
        return to_going(t, frame);
    }
    if matches!(sort, Sort::Aim | Sort::Job | Sort::Taste | Sort::Worry)
        && let Some(words) = in_common(t, frame)
    {
        return words;
    }
    let small = format!(" {} ", frame.rest.join(" ").to_lowercase());
    let lost = lex().is("lost", &plain_verb(frame)) || lex().hit("lostwords", &small).is_some();
    // what is burned or broken will not turn up
    let (sort, tone) = if sort == Sort::Loss && !lost { (Sort::Deed, Tone::Bad) } else { (sort, tone) };
    let stuck = sort == Sort::Worry && frame.rest.iter().any(|word| lex().is("stuck", &word.to_lowercase()));
    let section = match (sort, tone) {
        _ if stuck => "react.stuck.you",
        (Sort::Office, _) => "react.office.you",
        (Sort::Loss, _) => "react.loss.you",
        (Sort::Worry, _) => "react.worry.you",
        (Sort::Feud, _) => "react.feud.you",
        (Sort::Deed, Tone::Bad) => "react.deed.bad",
        (Sort::Deed, Tone::Good) => "react.deed.good",
        (Sort::Deed, _) => "react.deed.plain",
        (Sort::Taste, _) => "react.taste",
        (Sort::Job, _) => "react.job",
        (Sort::Progress, _) => "react.progress",
        (Sort::Aim, _) => "react.aim.you",
        (Sort::Helping, _) => "react.helping",
        (Sort::Need, _) => "react.need.you",
        _ => "react.plan",
    };
    let view = t.h.view(&t.other);
    let echo = thing(frame, &view).filter(|_| matches!(sort, Sort::Deed | Sort::Aim | Sort::Loss | Sort::Progress));
    let echo = echo.filter(|_| t.dice.unit() < ECHOES).map(|thing| t.p("react.echo", &[("ob", &thing)]));
    let words = format!("{} {}", echo.unwrap_or_default(), t.p(section, &[])).trim().to_owned();
    match asks_on(t, sort, tone) {
        Some(question) if !words.contains('?') => format!("{words} {question}"),
        _ => words,
    }
}

/// A question that goes on with it; not more than two in a talk.
fn asks_on(t: &mut Turn, sort: Sort, tone: Tone) -> Option<String> {
    let section = match sort {
        Sort::Aim => "ask.more.aim",
        Sort::Job => "ask.more",
        Sort::Worry => "ask.more.trouble",
        Sort::Loss => "ask.story.loss",
        Sort::Feud => "ask.story.feud",
        Sort::Deed if tone == Tone::Bad => "ask.story.bad",
        Sort::Deed if tone == Tone::Good => "ask.story.good",
        Sort::Deed => "ask.story",
        _ => return None,
    };
    let on = |act: &&Act| matches!(act, Act::Ask(Ask::Why | Ask::Progress(_) | Ask::Story | Ask::Hard | Ask::Better));
    let asked = t.mine.iter().filter(on).count();
    (asked < 2 && t.dice.unit() < ASKS_ON).then(|| t.p(section, &[]))
}

/// They go somewhere: I do too, or I could.
fn to_going(t: &mut Turn, frame: &Frame) -> String {
    let Some(event) = frame.inner_event(&t.h.names) else { return t.p("react.plan", &[]) };
    if event.subj == t.h.me.name {
        return t.p("ok.accept", &[]);
    }
    match t.h.go(&event).0 {
        Go::Agreed | Go::Yes => t.p("react.going.too", &[]),
        _ => t.p("react.going", &[]),
    }
}

/// Whom, but the two of us, they speak of.
fn third_of(t: &Turn, frame: &Frame) -> Option<String> {
    frame.about.iter().find(|who| **who != t.h.me.name && **who != t.other).cloned()
}

/// An opinion of theirs about somebody: mine.
fn to_view(t: &mut Turn, frame: &Frame, who: &str) -> String {
    let (x, he, him) = t.x(who);
    let slots = [("x", x.as_str()), ("he", &he), ("him", &him)];
    let relation = t.h.relation(who);
    let bad = frame.class == Class::Dislike || frame.neg || frame.rest.iter().any(|word| lex().is("bad", word));
    if !relation.met {
        return t.p("neutral", &slots);
    }
    let section = match (bad, relation.warm > tuning::FOND, relation.warm < tuning::COLD) {
        (true, true, _) => "disagree.good",
        (true, _, true) => "agree.bad",
        (false, _, true) => "disagree.bad",
        (false, true, _) => "agree.good",
        _ => "neutral",
    };
    t.p(section, &slots)
}

/// The same is true of me.
fn in_common(t: &mut Turn, frame: &Frame) -> Option<String> {
    let mine = |fact: &&Fact| {
        let own = fact.f();
        own.subj == t.h.me.name
            && fact.from.is_none()
            && fact.said.to.is_none()
            && !own.secret
            && own.class == frame.class
            && own.verb == frame.verb
            && overlap(&content(&own.rest), &content(&frame.rest)) >= 0.5
            && !t.said(own)
    };
    let fact = t.h.facts.iter().find(mine)?.clone();
    if t.dice.unit() >= IN_COMMON {
        return None;
    }
    let clause = t.clause(fact.f());
    t.told.push(fact.f().clone());
    Some(t.p("common", &[("f", &clause)]))
}

/// Something about a third person.
fn to_gossip(t: &mut Turn, frame: &Frame) -> String {
    let relation = t.h.relation(&frame.subj);
    let (x, he, him) = t.x(&frame.subj);
    let slots = [("x", x.as_str()), ("he", &he), ("him", &him)];
    let cold = relation.warm < tuning::COLD;
    let section = match (sort_of(frame), tone(frame)) {
        _ if frame.of_newcomer() => "react.newcomer",
        (Sort::Need, _) => "react.need",
        (Sort::Office, _) if cold => "react.aim.bad",
        (Sort::Office, _) => "react.office",
        (Sort::Going, _) => "react.going.x",
        (Sort::Loss | Sort::Worry, _) | (Sort::Deed, Tone::Bad) => "react.trouble",
        (Sort::Feud, _) => "react.feud",
        (Sort::Deed, Tone::Good) => "react.aim.good",
        (Sort::Plan | Sort::Deed | Sort::Helping | Sort::Progress, _) => "react.seen",
        _ if cold => "react.aim.bad",
        _ if relation.warm > 0.9 => "react.aim.good",
        _ => "react.aim.plain",
    };
    t.p(section, &slots)
}

impl Beliefs<'_> {
    /// Whether I know this already.
    pub fn knows_self(&self, frame: &Frame) -> bool {
        self.facts.iter().any(|fact| fact.f().same(frame))
    }
}
