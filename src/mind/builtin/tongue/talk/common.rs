//! What anybody could say to anybody seldom makes up a whole line: one joins to it something of one's own.

use super::*;

/// How often.
const JOINS: f32 = 0.9;
/// A line of so many words is long enough without.
const ENOUGH: usize = 16;

/// The parts of a line, and something of my own after them where they hold nothing of the sort.
pub(super) fn widened(t: &mut Turn, stance: Stance, mut parts: Vec<String>) -> Vec<String> {
    let said = parts.join(" ");
    let waits = said.ends_with('?') || said.is_empty() || said.split(' ').count() > ENOUGH;
    let grave = |act: &Act| matches!(act, Act::Tell(said) if listens(&said.frame) && tone(&said.frame) == Tone::Bad);
    let presses = |act: &Act| matches!(act, Act::Help(_) | Act::Invite | Act::Ask(Ask::Coming) | Act::Bye);
    let held = stance.cold || t.leaving || !t.rel.met || t.last.iter().any(|act| grave(act) || presses(act));
    if t.ours || waits || held || t.dice.unit() >= JOINS {
        return parts;
    }
    let more = one_more(t).filter(|more| words_of(more) + words_of(&said) <= temper::LINE_WORDS);
    t.ours |= more.is_some();
    parts.extend(more);
    parts
}

fn words_of(text: &str) -> usize {
    text.split(' ').count()
}

/// Something of my own: like what they told, or of today, or of late, or a question after what they are at.
fn one_more(t: &mut Turn) -> Option<String> {
    let told = t.last.iter().rev().find_map(|act| match act {
        Act::Tell(said) if said.frame.subj == t.other => Some(said.frame.clone()),
        _ => None,
    });
    if let Some(fact) = told.as_ref().and_then(|told| like_it(t, told)) {
        return Some(tell_like(t, &fact));
    }
    let asked = t.last.iter().any(|act| matches!(act, Act::Ask(_)));
    let after_them = |act: &Act| matches!(act, Act::Ask(Ask::HowAre | Ask::Progress(_) | Ask::Doing));
    // to an answer belongs a question back, to what they told something of one's own
    if asked
        && !t.mine.iter().any(after_them)
        && let Some(question) = follow_up(t)
    {
        return Some(question);
    }
    if let Some((fact, done)) = lately(t, &[]) {
        return Some(tell_progress(t, fact, &done, false));
    }
    if t.told_small {
        return None;
    }
    if let Some(fact) = story(t, false) {
        return Some(tell_story(t, &fact));
    }
    shared(t).map(|fact| tell_shared(t, &fact))
}
