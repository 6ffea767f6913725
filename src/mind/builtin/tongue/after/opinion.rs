//! What one thinks of the other, now that one has talked to them. Mostly nothing new.

use super::super::{
    Dice,
    frame::Class,
    head::{Head, Relation},
    temper,
};
use crate::mind::question::Spoken;

/// One sentence, or nothing.
pub fn of(head: &Head, other: &str, relation: &Relation, lines: &[Spoken], dice: &mut Dice) -> String {
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
    if words < 5 && relation.close < 1.5 && !thought(Class::Think) {
        return format!("{me} thinks that {other} is cold.");
    }
    let grown = lines.len() >= 6 && relation.warm >= 0.0 && relation.close < 1.5;
    if grown && !thought(Class::Like) && dice.unit() < temper::WARMS_TO {
        return format!("{me} likes {other}.");
    }
    String::new()
}
