//! What they think of me, or think that somebody else feels for me, said to my face: one takes it as what it is.

use super::*;

/// What is said to the last line if it tells something of the kind.
pub(super) fn of_me(q: &Utter, head: &Beliefs, lines: &[Line], dice: &mut Dice) -> Option<UtterAnswer> {
    let mut t = Turn::new(head, &q.other.name, lines, &q.own_lines, dice.next());
    if t.last.iter().any(|act| matches!(act, Act::Ask(_) | Act::Invite | Act::Help(_))) {
        return None;
    }
    let me = &head.me.name;
    let of_me = |frame: &&Frame| {
        frame.subj == t.other && frame.class == Class::Think && frame.event.is_none() && frame.about.contains(me)
    };
    let told = t.last.iter().filter_map(|act| match act {
        Act::Tell(said) => Some(&said.frame),
        _ => None,
    });
    let frame = { told }.rfind(of_me)?;
    let likes = frame.rest.iter().any(|word| lex().is("likewords", word));
    let section = match tone(frame) {
        _ if frame.neg != (tone(frame) == Tone::Bad) => "ofme.bad",
        _ if likes => "ofme.liked",
        Tone::Good => "courtesy.praise",
        _ => "ofme.plain",
    };
    let words = phrases::finish(&t.p(section, &[]), &head.voice);
    (!words.is_empty()).then_some(UtterAnswer { words, end: false })
}
