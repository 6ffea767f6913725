//! News of others, told by somebody who is no old acquaintance: one shows that one has heard it before one speaks of
//! anything of one's own.

use super::{super::after_talk::importance, *};

/// A clause of so many words is not said back.
const LONG: usize = 14;
/// What weighs so much is news, of whatever it is.
const WEIGHTY: u8 = 6;
/// In so many of one's own lines one listens to news and nothing else.
const LISTENS: usize = 5;

/// What is said to the last line if it tells something new of somebody else, or of what is theirs.
pub(super) fn tidings(q: &Utter, head: &Beliefs, lines: &[Line], dice: &mut Dice) -> Option<UtterAnswer> {
    let mut t = Turn::new(head, &q.other.name, lines, &q.own_lines, dice.next());
    let known_all_along = |fact: &Fact| fact.at == 0 && fact.f().persons().contains(&t.other);
    let mine = lines.iter().filter(|line| line.0 == head.me.name).count();
    if mine >= LISTENS || t.rel.warm < tuning::COLD || head.facts.iter().any(known_all_along) {
        return None;
    }
    if !t.last.iter().all(|act| matches!(act, Act::Tell(_) | Act::Greet | Act::Phatic)) {
        return None;
    }
    let third = |name: &String| *name != head.me.name && *name != t.other && head.names.is_person(name);
    // "Ann's counter burned" is about Ann, too
    let of_somebody = |frame: &Frame| {
        let of_a_place = head.names.is_place(&frame.subj) && !frame.verb.is_empty();
        let weighs = frame.event.is_none() && importance(&t.clause(frame), "") >= WEIGHTY;
        weighs
            || of_a_place
            || frame.persons().iter().any(third)
            || head.names.merge(split(&frame.subj)).iter().any(third)
    };
    let heavy = |frame: &Frame| importance(&t.clause(frame), "");
    let told = t.last.iter().filter_map(|act| match act {
        Act::Tell(said) => Some(&said.frame).filter(|frame| of_somebody(frame)),
        _ => None,
    });
    let told = told.max_by_key(|frame| heavy(frame))?.clone();
    let of_us = told.subj == t.other || told.subj == head.me.name;
    let taste = matches!(told.class, Class::Like | Class::Dislike | Class::Love | Class::Need);
    let says_much =
        (!told.verb.is_empty() || heavy(&told) >= WEIGHTY) && (!told.person || !content(&told.rest).is_empty());
    let plain = told.event.is_none() && !told.of_newcomer() && !of_us && !taste && says_much;
    // that he sells his clocks is another thing than that he mends them
    let known = |fact: &Fact| fact.f().same(&told) && fact.f().verb == told.verb;
    if !plain || head.facts.iter().any(known) {
        return None;
    }
    let clause = Some(t.clause(&told)).filter(|clause| clause.split(' ').count() <= LONG).unwrap_or_default();
    let bad = tone(&told) == Tone::Bad || matches!(sort_of(&told), Sort::Loss | Sort::Worry);
    let words = t.p(if bad { "tidings.bad" } else { "tidings.new" }, &[("f", &clause)]);
    let words = phrases::finish(&words, &head.voice);
    (!words.is_empty()).then_some(UtterAnswer { words, end: false })
}
