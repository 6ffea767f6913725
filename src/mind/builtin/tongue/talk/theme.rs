//! What something told is about, by its theme: a word to it, a question that goes on with it, something of one's own
//! that is like it. Which words call which theme stands in the word lists.

use super::*;

/// How old a thing of one's own may be that comes to mind, in days.
const DAYS: u32 = 60;
/// And how many words it takes at most.
const WORDS: usize = 14;

/// The theme of what a frame tells; none where it has none that one could say a word to.
pub(super) fn theme_of(frame: &Frame) -> Option<&'static str> {
    let grave = matches!(
        sort_of(frame),
        Sort::Office | Sort::Worry | Sort::Loss | Sort::Feud | Sort::Going | Sort::Helping | Sort::View | Sort::Need
    );
    if frame.event.is_some() || grave {
        return None;
    }
    let called = |map: &str, word: &str| lex().map(map).get(word).map(String::as_str);
    let words = || frame.rest.iter().map(|word| word.to_lowercase());
    let wished = frame.rest.first().filter(|word| *word == "to").and_then(|_| frame.rest.get(1));
    let verb = wished.cloned().unwrap_or_else(|| plain_verb(frame));
    called("themeverbs", &verb)
        .or_else(|| {
            // of "heron film" and "fish soup" the second says what it is
            let themes: Vec<_> = words().map(|word| called("themes", &word)).collect();
            let first = themes.iter().position(Option::is_some)?;
            themes[first..].iter().map_while(|theme| *theme).last()
        })
        .or_else(|| called("themes", &verb))
        .or_else(|| frame.place.as_ref()?.to_lowercase().split(' ').find_map(|word| called("themes", word)))
}

/// A word to it.
pub(super) fn on_theme(t: &mut Turn, frame: &Frame) -> Option<String> {
    let section = format!("on.{}", theme_of(frame)?);
    themed(t, frame, &section)
}

/// A question that goes on with it; each is asked once in a talk.
pub(super) fn ask_on_theme(t: &mut Turn, frame: &Frame) -> Option<String> {
    let section = format!("ask.on.{}", theme_of(frame)?);
    themed(t, frame, &section).filter(|words| words.ends_with('?'))
}

fn themed(t: &mut Turn, frame: &Frame, section: &str) -> Option<String> {
    let (thing, _) = t.named(frame);
    let words = t.p(section, &[("ob", &thing)]);
    let said = t.recent.iter().rev().take(t.words.len()).any(|line| line.contains(&words));
    (!said && !words.is_empty()).then_some(words)
}

/// What comes to my mind when they tell something: a thing of my own of the same theme that I have told nobody here.
pub(super) fn like_it(t: &mut Turn, frame: &Frame) -> Option<Fact> {
    let theme = theme_of(frame)?;
    let (h, now) = (t.h, t.h.sit.now);
    let fits = |fact: &&Fact| {
        let own = fact.f();
        let past = matches!(own.form, Form::Past) || own.form == Form::Part && own.aux.as_deref() == Some("has");
        let day = own.when.as_ref().and_then(|when| when.day);
        let young = day.is_some_and(|day| day <= now / DAY && now / DAY - day <= DAYS);
        let lasting = day.is_none() && matches!(own.class, Class::Like | Class::Aim | Class::Doing) && own.lasting();
        own.subj == h.me.name
            && fact.at == 0
            && fact.from.is_none()
            && fact.said.to.is_none()
            && !own.secret
            && !own.neg
            && own.event.is_none()
            && !own.about.contains(&t.other)
            && own.rest.len() <= WORDS
            && (past && young || lasting)
            && theme_of(own) == Some(theme)
            && !unsaid(own)
            && !bare(own)
            && whole(own)
            && !concluded(t, fact)
            && !uttered(t, own)
            && !t.said(own)
            && !h.knows(&t.other, own)
    };
    let all: Vec<&Fact> = h.facts.iter().filter(fits).collect();
    t.dice.pick(&all).map(|fact| (*fact).clone())
}

/// In words.
pub(super) fn tell_like(t: &mut Turn, fact: &Fact) -> String {
    let frame = fact.f();
    t.told.push(frame.clone());
    let clause = t.clause(frame);
    t.p("share.like", &[("f", &clause)])
}
