//! To what somebody is asked, where that stands in the same sentence: "Will you come to my party at the mill at seven?"
//! It is heard as if the event had been told of first.

use super::{
    super::{
        beliefs::Beliefs,
        frame::{Class, Deixis, Said, event, parse},
    },
    Act, Heard,
};
use crate::language::{
    lexicon::lex,
    text::{is_punct, join, split, tokens},
    time::{DAY, When, extract_time},
};

/// A line of more words says more than an hour.
const BRIEF: usize = 12;
/// Words that may stand between "my" and what one is asked to.
const BETWEEN: usize = 5;

/// The event of a line said `by` somebody in which one is asked to come; nothing, if none is named.
pub fn event(h: &Beliefs, d: &Deixis, heard: &Heard) -> Option<Said> {
    let told = before_the_question(&heard.text);
    let of_event = |text: String| {
        let mut said = parse(&text, d)?;
        said.frame.event = Some(said.frame.event.take().or_else(|| event::offered(&said.frame))?);
        Some(said)
    };
    let mut said = told.and_then(of_event).or_else(|| of_event(as_told(h, &heard.text)?))?;
    (said.frame.class, said.frame.verb) = (Class::Event, "hold".to_owned());
    said.frame.when = said.frame.when.map(|when| on_a_day(when, d.now));
    // "at seven" of no day is no appointment to the reader of sentences, and stays among the words
    if said.frame.when.is_none() {
        let when = extract_time(&mut said.frame.rest, d.now).filter(|when| when.from.is_some());
        said.frame.when = when.map(|when| on_a_day(when, d.now));
    }
    Some(said)
}

/// "I am giving a concert tonight. Will you come?": what is told beside an invitation is the event one is asked to.
pub fn gathering(acts: &mut [Act], by: &str) {
    let event = |act: &Act| matches!(act, Act::Tell(said) if said.frame.event.is_some());
    let invites = acts.iter().any(|act| matches!(act, Act::Invite | Act::Coming));
    if !invites || acts.iter().any(event) {
        return;
    }
    let told = acts.iter_mut().rev().filter_map(|act| if let Act::Tell(said) = act { Some(said) } else { None });
    for said in told.filter(|said| said.frame.subj == by && !said.frame.neg && said.frame.when.is_some()) {
        if let Some(event) = event::offered(&said.frame) {
            (said.frame.event, said.frame.class) = (Some(event), Class::Event);
            return;
        }
    }
}

/// An invitation that named no hour, and by whom it was said.
pub type Open = Option<(String, Said)>;

/// "Will you have dinner with me?" and, a line or two later, "Tomorrow at six.": the hour belongs to what was asked before,
/// and the line asks anew. Whether that was so.
pub fn hour_named(acts: &mut Vec<Act>, (by, line): (&str, &str), open: &mut Open, now: u32) -> bool {
    let invites = acts.iter().any(|act| matches!(act, Act::Invite | Act::Coming));
    let told = acts.iter().rev().find_map(|act| match act {
        Act::Tell(said) if said.frame.event.is_some() => Some(said),
        _ => None,
    });
    if let Some(said) = told {
        let hour = said.frame.when.as_ref().and_then(|when| when.from);
        *open = Some((by.to_owned(), said.clone())).filter(|_| invites && hour.is_none());
        return false;
    }
    let mut words: Vec<String> = split(line).into_iter().filter(|word| !is_punct(word)).collect();
    if words.len() > BRIEF || open.as_ref().is_none_or(|(who, _)| who != by) {
        return false;
    }
    let Some(when) = extract_time(&mut words, now).filter(|when| when.from.is_some()) else { return false };
    let Some((_, mut said)) = open.take() else { return false };
    let day = when.day.or(said.frame.when.as_ref().and_then(|when| when.day));
    said.frame.when = Some(on_a_day(When { day, ..when }, now));
    acts.retain(|act| !matches!(act, Act::Tell(_) | Act::Remark(_) | Act::Ask(_)));
    acts.extend([Act::Tell(said), Act::Invite]);
    true
}

/// An hour of no day is the next one.
fn on_a_day(when: When, now: u32) -> When {
    let today = now / DAY;
    match (when.day, when.from) {
        (None, Some(from)) => When { day: Some(if from > now % DAY { today } else { today + 1 }), ..when },
        _ => when,
    }
}

/// `I am giving a concert at the mill tonight` of `I am giving a concert at the mill tonight, will you come?`
fn before_the_question(text: &str) -> Option<String> {
    let (told, asks) = text.rsplit_once(", ")?;
    let small = format!(" {} ", split(asks).join(" ").to_lowercase());
    let invites = lex().find("invitewords", &small).or_else(|| lex().find("comingwords", &small)).is_some();
    invites.then(|| format!("{told}."))
}

/// `I am holding a party at Old Mill at seven.` of `Will you come to my party at Old Mill at seven?`
fn as_told(h: &Beliefs, text: &str) -> Option<String> {
    let tokens = h.names.merge(&tokens(text));
    let small: Vec<String> = tokens.iter().map(|token| token.to_lowercase()).collect();
    let known = |word: &String| event::is_event(word) || lex().contains("meetings", word);
    // "to a tasting", "on a hike": any noun
    let led = |at: &usize| matches!(small[at - 1].as_str(), "to" | "on");
    let any = || (1..tokens.len()).filter(led).find_map(|at| event::phrase(&tokens, at));
    let any = any().map(|words| words.end - 1);
    let at = small.iter().rposition(known).or(any)?;
    let opens = |&start: &usize| {
        let owner = tokens[start] == "'s" && start > 0;
        owner || matches!(small[start].as_str(), "my" | "our" | "a" | "an" | "the" | "some" | "have" | "for" | "to")
    };
    let start = (at.saturating_sub(BETWEEN)..at).rev().find(opens).or((at == 0 || small[at] == "meet").then_some(at))?;
    // Of somebody else's, and of what was spoken of before, it is known already.
    let whose = match small[start].as_str() {
        "the" => return None,
        "'s" => tokens[start - 1].clone(),
        _ => "I".to_owned(),
    };
    let is = if whose == "I" { "am" } else { "is" };
    let noun = match lex().contains("meetings", &small[at]) {
        false if start < at => join(&tokens[start + 1..=at]),
        false => small[at].clone(),
        true => "meeting".to_owned(),
    };
    let mine = |word: &String| matches!(word.to_lowercase().as_str(), "with" | "me" | "us" | "please");
    let rest: Vec<String> = tokens[at + 1..].iter().filter(|word| !mine(word) && !is_punct(word)).cloned().collect();
    Some(format!("{whose} {is} hosting {} {}.", event::named(&[noun]), join(&rest)))
}
