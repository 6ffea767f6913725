//! News of a danger, a fire or a flood that goes on now: it is answered as such at once, whatever was talked of, and ends
//! the talk. So does the reproach that nobody sees to it.

use super::*;
use crate::language::cues::{Cry, cry};

/// What is said to the last line if it cries out that something is in danger.
pub(super) fn danger(q: &Utter, head: &Beliefs, lines: &[Line], dice: &mut Dice) -> Option<UtterAnswer> {
    let last = lines.last().filter(|line| line.0 != head.me.name)?;
    let called = &head.me.name;
    let (cry, thing) = sentences(&last.1).iter().rev().find_map(|one| cry(one, called))?;
    let mut t = Turn::new(head, &q.other.name, lines, &q.own_lines, dice.next());
    let section = if cry == Cry::News { "danger.news" } else { "danger.reproach" };
    let words = phrases::finish(&t.p(section, &[("ob", thing)]), &head.voice);
    (!words.is_empty()).then_some(UtterAnswer { words, end: true })
}
