//! What one thinks of the other, now that one has talked to them. Mostly nothing new.

use super::super::{
    beliefs::{Beliefs, Relation},
    dialogue_act::Gesture,
    dice::Dice,
    frame::Class,
    tuning,
};
use crate::mind::question::Spoken;

/// One sentence, or nothing.
pub fn of(head: &Beliefs, other: &str, relation: &Relation, lines: &[Spoken], dice: &mut Dice) -> String {
    let me = head.me.name.as_str();
    let thought = |class: Class| {
        head.facts.iter().any(|fact| {
            fact.f().subj == me && fact.f().class == class && fact.f().about.iter().any(|about| about == other)
        })
    };
    let theirs: Vec<usize> =
        lines.iter().filter(|line| line.who == other).map(|line| line.words.split(' ').count()).collect();
    if theirs.is_empty() {
        return String::new();
    }
    let words = theirs.iter().sum::<usize>() / theirs.len();
    // who asks after one is not cold, however short their words
    let asks = lines.iter().any(|line| line.who == other && line.words.trim_end().ends_with('?'));
    if words < 5 && !asks && relation.close < 1.5 && !thought(Class::Think) {
        return format!("{me} thinks that {other} is cold.");
    }
    let grown = lines.len() >= 6 && relation.warm >= 0.0 && relation.close < 1.5;
    if grown && !thought(Class::Like) && dice.unit() < tuning::WARMS_TO {
        return format!("{me} likes {other}.");
    }
    String::new()
}

/// Whether they had hard words for me and took none of them back.
pub fn hurt(gestures: &[Gesture]) -> bool {
    let last = gestures.iter().rfind(|one| matches!(one, Gesture::Insult | Gesture::Apology));
    last == Some(&Gesture::Insult)
}

/// What one thinks of somebody after hard words, after an apology for them, or after praise; nothing, where none of it
/// was said.
pub fn of_gestures(head: &Beliefs, other: &str, relation: &Relation, gestures: &[Gesture]) -> Option<String> {
    let me = head.me.name.as_str();
    let has = |gesture: &Gesture| gestures.contains(gesture);
    let thought = |class: Class| {
        let mut mine = head.facts.iter().map(|fact| fact.f()).filter(|frame| frame.subj == me && frame.class == class);
        mine.any(|frame| frame.about.iter().any(|about| about == other))
    };
    match () {
        () if hurt(gestures) => Some(format!("{me} thinks that {other} is rude.")),
        () if has(&Gesture::Insult) => Some(String::new()),
        () if has(&Gesture::Apology) && relation.warm < tuning::COLD => Some(format!("{me} has forgiven {other}.")),
        () if has(&Gesture::Praise) && relation.warm >= 0.0 && relation.close < 1.5 && !thought(Class::Like) => {
            Some(format!("{me} likes {other}."))
        }
        // who talks in few words while offering something is not cold
        () if gestures.is_empty() => None,
        () => Some(String::new()),
    }
}
