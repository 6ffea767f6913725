//! Questions that want to know something, put to one outright: "Who is Ann Lee?", "Where do you live?". They are answered
//! with what one knows, as to somebody from outside; small talk has its own answers.

use super::super::{dice::Dice, interview};
use crate::language::{cues::small, lexicon::lex, text};
use crate::mind::question::{Interview, InterviewAnswer, Recalled, Utter, UtterAnswer};

/// What is said to the last line if it asks outright for something that is known and `said`, the answer of small talk,
/// does not have; `None`: that answer stands.
pub(super) fn outright(q: &Utter, said: &str, dice: &mut Dice) -> Option<String> {
    let last = q.lines.last().filter(|line| line.who != q.me.name)?;
    let question = text::sentences(&last.words).into_iter().rfind(|one| asks(one))?;
    let small = small(&question);
    if let Some(words) = spoken_place(q, &small, said, dice) {
        return Some(words).filter(|words| !words.is_empty());
    }
    let answer = interview_with(q, &[], &question, dice);
    let stems = |text: &str| text::content(&text::split(text));
    let (asked, told) = (stems(&question), stems(said));
    let own: Vec<String> = stems(&answer.answer).into_iter().filter(|stem| !asked.contains(stem)).collect();
    let answered = own.iter().filter(|stem| told.contains(stem)).count() * 3 >= own.len() * 2;
    match answer.known {
        true if answered => None,
        true => Some(answer.answer),
        // Nothing of what was asked is known: better to say so than to say something else.
        false => unheard(&question, q).then_some(answer.answer),
    }
}

/// Where one lives or works, if that is asked; empty, if it was `said`.
pub(super) fn spoken_place(q: &Utter, small: &str, said: &str, dice: &mut Dice) -> Option<String> {
    let asks_for = |section: &str| lex().hit(section, small).is_some();
    let place = [("outright.home", "tell.home", &q.home), ("outright.work", "tell.workplace", &q.workplace)];
    let (_, tell, place) = place.into_iter().find(|(section, _, place)| asks_for(section) && !place.is_empty())?;
    let told = !said.is_empty() && said.contains(place.as_str());
    Some(if told { String::new() } else { interview::plainly(tell, place, (&q.me, &q.now, &q.known), dice) })
}

/// What one says to a question as to somebody from outside, from all one has in mind and all that it brings back.
pub(super) fn interviewed(q: &Utter, question: &str, dice: &mut Dice) -> InterviewAnswer {
    interview_with(q, &q.asked, question, dice)
}

fn interview_with(q: &Utter, more: &[Recalled], question: &str, dice: &mut Dice) -> InterviewAnswer {
    let numbered = |(n, memory): (usize, &Recalled)| Recalled { n: Some(n as u32 + 1), ..memory.clone() };
    let mut all: Vec<&Recalled> = Vec::new();
    for memory in q.about.iter().chain(&q.brought_up).chain(&q.weighs).chain(&q.told).chain(more) {
        if !all.iter().any(|one| one.text == memory.text) {
            all.push(memory);
        }
    }
    all.sort_by_key(|memory| memory.at);
    let ask = Interview {
        language: q.language.clone(),
        me: q.me.clone(),
        now: q.now.clone(),
        known: q.known.clone(),
        memories: all.into_iter().enumerate().map(numbered).collect(),
        asker: q.other.clone(),
        plan: q.plan.clone(),
        lines: Vec::new(),
        question: question.to_owned(),
        // In the town everybody is one of them.
        honest: false,
    };
    interview::answer(&ask, dice)
}

/// Does this sentence ask for something, in so many words?
fn asks(sentence: &str) -> bool {
    let small = small(sentence);
    let opens = |opener: &String| small.strip_prefix(' ').is_some_and(|words| words.starts_with(&format!("{opener} ")));
    lex().list("outright").iter().any(opens) && lex().hit("outright.not", &small).is_none()
}

/// Is somebody or something named in it of which one has never heard?
fn unheard(question: &str, q: &Utter) -> bool {
    let known = |word: &str| {
        let people = q.known.people.iter().map(|one| one.name.as_str());
        people.chain(q.known.places.iter().map(String::as_str)).any(|name| name.contains(word))
    };
    let names = text::split(question).into_iter().skip(1).filter(|word| text::is_cap(word) && word.len() > 2);
    { names }.any(|word| !known(&word) && !lex().is("notname", &word.to_lowercase()))
}

/// The line as it is said: after a greeting, if there was one.
pub(super) fn instead(line: UtterAnswer, first: bool, words: String) -> UtterAnswer {
    let greeting = text::sentences(&line.words).into_iter().next().filter(|one| first && one.split(' ').count() <= 4);
    // One's name is not said twice.
    let twice = |one: &String| words.starts_with(one.trim_end_matches(['.', '!']));
    let greeting = greeting.filter(|one| !one.ends_with('?') && !twice(one));
    UtterAnswer { words: greeting.map_or(words.clone(), |greeting| format!("{greeting} {words}")), end: false }
}
