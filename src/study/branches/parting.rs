//! Where two journals part: the first command or answer that is not the same in both.

use std::{collections::BTreeSet, sync::Arc};

use jiff::civil::DateTime;
use serde::Serialize;

use super::lived::Lived;
use crate::{
    clock::AgentId,
    command::Command,
    journal::{Entry, Journal, Key},
};

/// Where two towns part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parting {
    /// The tick.
    pub tick: u64,
    /// Date and time of that tick.
    pub time: DateTime,
    /// `command`, or the kind of question of an answer.
    pub what: String,
    /// Who was asked; `None`: a command.
    pub who: Option<String>,
    /// The command or the answer in the first town; `None`: it has none there.
    pub a: Option<String>,
    /// And in the second.
    pub b: Option<String>,
}

/// The first difference of two journals before the end of the shorter. Who gave an answer, and what it took, is none.
pub fn find(a: &Lived, b: &Lived) -> Option<Parting> {
    let (one, other) = (&a.journal, &b.journal);
    let end = a.end.min(b.end);
    let ticks: BTreeSet<u64> = one.commands.keys().chain(other.commands.keys()).copied().collect();
    let command = ticks.into_iter().find_map(|tick| command(one, other, tick)).filter(|(tick, ..)| *tick < end);
    let keys: BTreeSet<&Key> = one.answers.keys().chain(other.answers.keys()).collect();
    let is_same = |key: &Key| {
        let [one, other] = [one, other].map(|journal| journal.answers.get(key).map(|entry| said(entry)));
        one == other
    };
    let answer = keys.into_iter().find(|key| !is_same(key)).filter(|(tick, _)| *tick < end);
    // Commands enter a tick before answers.
    match (command, answer) {
        (Some((tick, a_line, b_line)), answer) if answer.is_none_or(|(other, _)| tick <= *other) => Some(Parting {
            tick,
            time: a.calendar.date_time(tick),
            what: "command".into(),
            who: None,
            a: a_line,
            b: b_line,
        }),
        (_, Some(key)) => {
            let [one, other] = [one, other].map(|journal| journal.answers.get(key));
            let who = AgentId(key.1.agent);
            let name = a.names.get(&who).or_else(|| b.names.get(&who)).cloned().unwrap_or_default();
            let text = |entry: &Arc<Entry>| entry.reply.as_ref().map_or_else(String::new, |reply| reply.0.clone());
            Some(Parting {
                tick: key.0,
                time: a.calendar.date_time(key.0),
                what: one.or(other).map(|entry| entry.purpose.clone()).unwrap_or_default(),
                who: Some(name),
                a: one.map(text),
                b: other.map(text),
            })
        }
        _ => None,
    }
}

/// What of an answer the town lives by.
fn said(entry: &Entry) -> impl PartialEq + use<'_> {
    (entry.asked, entry.question, &entry.purpose, &entry.reply)
}

/// The first command of a tick that is not the same in both, if there is one.
fn command(one: &Journal, other: &Journal, tick: u64) -> Option<(u64, Option<String>, Option<String>)> {
    let [a, b] = [one, other].map(|journal| journal.commands.get(&tick).map_or(&[][..], Vec::as_slice));
    let differs = (0..a.len().max(b.len())).find(|n| a.get(*n) != b.get(*n))?;
    let line = |all: &[Command]| all.get(differs).map(ToString::to_string);
    Some((tick, line(a), line(b)))
}
