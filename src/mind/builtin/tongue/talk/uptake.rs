//! The third turn: I asked, they answered in a word or two that tell nothing new, and I show that I have heard it.

use super::*;

/// A word to the answer that my question got; nothing where I asked none, or none that wants it.
pub(super) fn uptake(t: &mut Turn) -> Option<String> {
    let asked = t.before.iter().rev().find_map(|act| match act {
        Act::Ask(ask) if !matches!(ask, Ask::Small) => Some(ask.clone()),
        _ => None,
    })?;
    let line = format!(" {} ", split(t.last_line()).join(" ").to_lowercase());
    let bad = lex().hit("wentbadly", &line).is_some();
    let section = match &asked {
        Ask::Progress(_) if bad => "after.progress.bad",
        Ask::Progress(_) => "after.progress.good",
        Ask::HowAre | Ask::Past if lex().hit("worn", &line).is_some() => "after.tired",
        Ask::HowAre => "after.fine",
        Ask::Why => "after.why",
        Ask::Hard if lex().hit("nothard", &line).is_some() => "after.easy",
        Ask::Hard => "after.hard",
        Ask::Story => "after.story",
        Ask::Apt(_) => "after.apt",
        Ask::Heard(_) if t.last_line().len() < NONE => "after.none",
        _ => return None,
    };
    let thing = if let Ask::Progress(topic) = &asked { asked_thing(t, topic) } else { String::new() };
    Some(t.p(section, &[("ob", &thing)]))
}

/// An answer so short tells no news.
const NONE: usize = 48;

/// The thing that I asked after, as one names it: `your novel`.
fn asked_thing(t: &Turn, topic: &[String]) -> String {
    let of_it = |frame: &&Frame| overlap(&content(&frame.rest), topic) >= 0.5;
    let known = t.h.facts.iter().map(Fact::f).filter(|frame| frame.subj == t.other);
    let told = t.told.iter().filter(|frame| frame.subj == t.other);
    told.chain(known).filter(of_it).map(|frame| t.named(frame).0).find(|thing| !thing.is_empty()).unwrap_or_default()
}
