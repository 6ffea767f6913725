//! What shakes the life of whoever tells it: a death, an illness, a wedding. One feels with them before anything else.

use super::*;

/// What is said to the last line if it tells something of the kind, of the other or of what is theirs.
pub(super) fn grave(q: &Utter, head: &Beliefs, lines: &[Line], dice: &mut Dice) -> Option<UtterAnswer> {
    let mut t = Turn::new(head, &q.other.name, lines, &q.own_lines, dice.next());
    if t.rel.warm < tuning::COLD || t.last.iter().any(|act| matches!(act, Act::Ask(_) | Act::Invite | Act::Help(_))) {
        return None;
    }
    let theirs = |frame: &&Frame| {
        frame.subj == t.other || frame.subj.strip_prefix(&t.other).is_some_and(|rest| rest.starts_with("'s "))
    };
    let told = t.last.iter().filter_map(|act| match act {
        Act::Tell(said) => Some(&said.frame),
        _ => None,
    });
    let glad = told.filter(theirs).find(|frame| frame.grave() && frame.event.is_none())?.glad();
    let words = phrases::finish(&t.p(if glad { "grave.glad" } else { "grave.bad" }, &[]), &head.voice);
    (!words.is_empty()).then_some(UtterAnswer { words, end: false })
}
