//! Conclusions from conclusions: what several insights come to when they are seen together.

use std::collections::BTreeSet;

use super::{
    super::{
        beliefs::{Beliefs, Kind, Memory},
        dice::Dice,
    },
    Thought, heart,
    wording::{list, word},
};
use crate::language::text::split;

/// Most people that are named at once.
const CIRCLE: usize = 3;

/// All thoughts of this kind.
pub fn thoughts(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let own =
        head.memories.iter().filter(|memory| memory.kind == Kind::Reflection && memory.n.is_some() && !memory.secret);
    let own: Vec<&Memory> = own.collect();
    let mut people: Vec<(String, BTreeSet<u32>)> = Vec::new();
    for memory in own {
        let tokens = head.names.merge(split(&memory.text));
        for who in tokens.into_iter().filter(|word| head.names.is_person(word) && *word != head.me.name) {
            match people.iter_mut().find(|(name, _)| *name == who) {
                Some((_, numbers)) => numbers.extend(memory.n),
                None => people.push((who, memory.n.into_iter().collect())),
            }
        }
    }
    circle(head, &people, dice).into_iter().chain(of_one_person(head, &people, dice)).collect()
}

/// Several people of whom one has concluded something and whom one does not dislike: a circle.
fn circle(head: &Beliefs, people: &[(String, BTreeSet<u32>)], dice: &mut Dice) -> Option<Thought> {
    let liked = people.iter().filter(|(who, _)| heart::warmth(head, who) > 0.3).take(CIRCLE);
    let (names, numbers): (Vec<String>, Vec<&BTreeSet<u32>>) =
        liked.map(|(who, numbers)| (who.clone(), numbers)).unzip();
    if names.len() < 2 {
        return None;
    }
    let text = word(head, "insight.circle", &[("me", &head.me.name), ("names", &list(&names))], dice);
    Thought::new(text, numbers.into_iter().flatten().copied().map(Some), 0.75)
}

/// Several conclusions about the same person: that person matters.
fn of_one_person(head: &Beliefs, people: &[(String, BTreeSet<u32>)], dice: &mut Dice) -> Option<Thought> {
    let (who, because) = people.iter().rev().max_by_key(|(_, numbers)| numbers.len())?;
    let section = if heart::warmth(head, who) < -0.5 { "insight.matters.ill" } else { "insight.matters" };
    let text = word(head, section, &[("me", &head.me.name), ("x", who)], dice);
    Thought::new(text, because.iter().copied().map(Some), 0.7)
}
