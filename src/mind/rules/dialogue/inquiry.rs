//! A question that is no small talk wants to know something: it is answered at once and at any point of a talk with what
//! one knows, and plainly with "I don't know" if that is nothing.

use super::{
    super::{beliefs::Beliefs, dialogue_act, dice::Dice, interview},
    Act, Ask, Line,
    customary::customary,
    outright::{instead, interviewed, spoken_place},
};
use crate::language::cues::small;
use crate::language::{lexicon::lex, text};
use crate::mind::question::{Utter, UtterAnswer};

/// What has so many words of weight is noticed when it is said again, and so much of it.
const LONG: usize = 10;
const SAME: f32 = 0.9;

/// What is said to the last line, if it asks for something that one may know; `line` is what small talk says to it.
pub(super) fn inquiry(q: &Utter, head: &Beliefs, line: &UtterAnswer, dice: &mut Dice) -> Option<UtterAnswer> {
    let last = q.lines.last().filter(|line| line.who != q.me.name)?;
    // "Was there a fire? Who put it out?": the last that has something to go by
    let asked: Vec<String> = text::sentences(&last.words).into_iter().filter(|one| asks(one)).collect();
    let whole = asked.iter().rfind(|one| interview::wants(head, one));
    let question = whole.or(asked.last())?.clone();
    let first = q.lines.len() == 1;
    let kind = kind(q, head)?;
    if customary(&question, &q.me.name, false) {
        // Whoever begins a talk with a stranger asks who they are: anything else wants to know.
        let idle = matches!(kind, Some(Ask::Doing | Ask::Opinion(_) | Ask::Past | Ask::Know(_)));
        let idle = idle || question.to_lowercase().starts_with("why ");
        let odd = first && idle && !head.relation(&q.other.name).met && !customary(&question, &q.me.name, true);
        if !odd {
            return None;
        }
    }
    let small = small(&question);
    // "It's nice here, isn't it?" wants no more than a yes
    let idle = matches!(kind, Some(Ask::Small)) || lex().opens("inquiry.not", &small);
    if idle || !interview::wants(head, &question) {
        return None;
    }
    if let Some(words) = spoken_place(q, &small, "", dice) {
        return Some(instead(line.clone(), first, words));
    }
    let answer = interviewed(q, &question, dice);
    if answer.known && !says_it(&line.words, &answer.answer, &question)
        || !answer.known && !handled(kind.as_ref(), &small)
    {
        return Some(instead(line.clone(), first, answer.answer));
    }
    None
}

/// What kind of question the last line is, if it is one to be answered: not where something is asked of one, and not
/// after a goodbye.
fn kind(q: &Utter, head: &Beliefs) -> Option<Option<Ask>> {
    let lines: Vec<Line> = q.lines.iter().map(|line| (line.who.clone(), line.words.clone())).collect();
    let mut topic = None;
    let mut last = Vec::new();
    for (who, words) in &lines {
        let to = if *who == q.me.name { &q.other.name } else { &q.me.name };
        last = dialogue_act::acts(head, who, to, words, &mut topic);
    }
    let apart = |act: &Act| matches!(act, Act::Invite | Act::Help(_) | Act::Bye | Act::Ask(Ask::Coming));
    if last.iter().any(apart) {
        return None;
    }
    Some(last.into_iter().rev().find_map(|act| if let Act::Ask(ask) = act { Some(ask) } else { None }))
}

/// Does this sentence ask something?
fn asks(sentence: &str) -> bool {
    sentence.ends_with('?') || lex().opens("inquiry", &small(sentence))
}

/// Where nothing is known, small talk has an answer to questions of this kind all the same.
fn handled(kind: Option<&Ask>, small: &str) -> bool {
    if lex().hit("ask.witness", small).is_some() {
        return false;
    }
    let points = [" it ", " that ", " this "].iter().any(|word| small.contains(word)) && small.split(' ').count() < 8;
    let idle = matches!(
        kind,
        Some(
            Ask::HowAre
                | Ask::Back
                | Ask::Small
                | Ask::Better
                | Ask::Hard
                | Ask::Here
                | Ask::Fares(_)
                | Ask::Seen(_)
                | Ask::Doing
                | Ask::Plans
                | Ask::Yourself
        )
    );
    // "How long have you lived here?" asks for no progress
    let progress = matches!(kind, Some(Ask::Progress(_))) && !small.starts_with(" how long ");
    points || idle || progress
}

/// The answer, unless all of it stood in one's line before: nobody says the same sentence twice.
pub(super) fn once(q: &Utter, told: UtterAnswer, dice: &mut Dice) -> UtterAnswer {
    let stems = |text: &str| text::content(&text::split(text));
    let own = stems(&told.words);
    let said = |line: &str| {
        let said = stems(line);
        own.iter().filter(|stem| said.contains(stem)).count() as f32 >= SAME * own.len() as f32
    };
    let before = q.lines.iter().rfind(|line| line.who == q.me.name);
    if own.len() < LONG || !before.is_some_and(|line| said(&line.words)) {
        return told;
    }
    let words = interview::plainly("tell.again", "", (&q.me, &q.now, &q.known), dice);
    UtterAnswer { words, ..told }
}

/// Whether it was said already, all that the answer has and the question has not.
fn says_it(said: &str, answer: &str, question: &str) -> bool {
    let stems = |text: &str| text::content(&text::split(text));
    let (asked, told) = (stems(question), stems(said));
    let own: Vec<String> = stems(answer).into_iter().filter(|stem| !asked.contains(stem)).collect();
    // a reason is in the one word that is missing
    let whole = small(question).starts_with(" why ");
    let share = if whole { 5 } else { 4 };
    !own.is_empty() && own.iter().filter(|stem| told.contains(stem)).count() * 5 >= own.len() * share
}
