//! Where the built-in mind stood in for the one that was asked: for whom, for what, and why.
//!
//! Rule: whoever is looked at is marked for an hour of the game, a line of talk for as long as it is shown.

use crate::{
    chronicle::{Chronicle, Event, EventKind},
    clock::{AgentId, Calendar},
};

/// Minutes for which somebody is marked.
const LATELY: u32 = 60;

/// What marks a stand-in.
pub const SIGN: &str = "⚙️";

/// Answers in somebody's name within the last hour, newest first: when, which kind of question, why.
pub fn lately<'a>(
    chronicle: &'a Chronicle,
    who: AgentId,
    now: u64,
    calendar: &Calendar,
) -> impl Iterator<Item = (u64, &'a str, &'a str)> {
    let since = now.saturating_sub(calendar.ticks(LATELY));
    let late = chronicle.of(who).rev().take_while(move |event| event.at >= since);
    late.filter_map(|event| match &event.kind {
        EventKind::FellBack { purpose, why } => Some((event.at, purpose.as_str(), why.as_str())),
        _ => None,
    })
}

/// Why a line that `who` began to say at tick `from` is not the asked mind's; `None` if it is.
pub fn line(chronicle: &Chronicle, who: AgentId, from: u64) -> Option<&str> {
    let mut late = chronicle.of(who).rev().take_while(|event| event.at >= from).filter(|event| event.at == from);
    late.find_map(|Event { kind, .. }| match kind {
        EventKind::Said { fallback, .. } => Some(fallback.as_deref()),
        _ => None,
    })?
}
