//! When a talk is over: what is kept of it. Everything is read again from the lines, whoever spoke them.

mod keep;
mod opinion;

use self::keep::Ledger;
use super::{beliefs::Beliefs, dialogue_act, dice::Dice};
use crate::mind::question::{AfterAnswer, AfterTalk, Question};

/// As many facts are kept from either side at most.
const MAX_FACTS: usize = 6;

/// The answer to what is kept of a talk.
pub fn answer(question: &AfterTalk, dice: &mut Dice) -> AfterAnswer {
    let head = Beliefs::new(&question.me, &question.now, &question.known).meeting(&question.other);
    let head = head.remembering(&question.memories).hearing(&question.lines).planning(&question.plan);
    after_talk(&head.read(), question, dice)
}

rule!(AfterTalk, answer);

fn after_talk(head: &Beliefs, question: &AfterTalk, dice: &mut Dice) -> AfterAnswer {
    let (me, other) = (question.me.name.as_str(), question.other.name.as_str());
    let relation = head.relation(other);
    let mut ledger = Ledger::new(head, other);
    let mut gestures = Vec::new();
    for (n, line) in dialogue_act::transcript(head, other, &question.lines).iter().enumerate() {
        let n = n as u32 + 1;
        ledger.line(n, line);
        if line.who != me {
            let hurt = relation.warm < super::tuning::COLD || gestures.contains(&dialogue_act::Gesture::Insult);
            gestures.extend(ledger.gesture(n, &line.who, &line.words, hurt));
        }
    }
    let theirs = question.lines.iter().filter(|line| line.who == other).map(|line| line.words.len()).sum::<usize>();
    let hurt = opinion::hurt(&gestures);
    let curt = hurt || relation.warm < super::tuning::COLD || (theirs < 40 && question.lines.len() < 4);
    let mut answer = ledger.close();
    answer.heard.truncate(MAX_FACTS);
    answer.told.truncate(MAX_FACTS);
    let mood = if curt { "curt" } else { "pleasant" };
    // who was called away before a word of theirs has had no talk, and has not met anybody
    let silent = question.lines.iter().all(|line| line.who != me);
    answer.summary = match silent {
        true => format!("{other} spoke to {me} in passing."),
        false => format!("{me} had a {mood} talk with {other} about {}.", answer.summary),
    };
    if silent {
        return answer;
    }
    question.repair(&mut answer);
    answer.opinion = opinion::of_gestures(head, other, &relation, &gestures)
        .unwrap_or_else(|| opinion::of(head, other, &relation, &question.lines, dice));
    answer
}
