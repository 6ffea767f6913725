//! What was said in a town: repeated lines, and who was asked for something and said no.

use std::collections::BTreeSet;

use bevy::prelude::*;
use serde::Serialize;

use crate::{
    agent::components::talk::{Talk, Talks},
    chronicle::{Chronicle, EventKind},
    clock::{AgentId, Calendar},
};

/// Everything said, counted.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Lines {
    /// Talks, those under way included.
    pub talks: u32,
    /// Lines said.
    pub lines: u32,
    /// The share of them that had been said before, word for word.
    pub repeated_lines: f64,
    /// Lines of the longest talk.
    pub longest_talk: u32,
    /// What one keeps of a talk as heard from the other: facts, on average.
    pub heard_in_a_talk: f64,
    /// Talks that began in each 24 hours.
    pub talks_by_day: Vec<u32>,
}

/// All talks, by their beginning.
pub fn talks(world: &World) -> Vec<Talk> {
    let Some(talks) = world.get_resource::<Talks>() else { return Vec::new() };
    let over = talks.over.iter().map(|(id, talk)| (*id, talk.clone()));
    let open = talks.open.iter().map(|(id, talk)| (*id, talk.clone()));
    let mut all: Vec<_> = over.chain(open).collect();
    all.sort_by_key(|(id, talk)| (talk.began, *id));
    all.into_iter().map(|(_, talk)| talk).collect()
}

/// Counts what was said.
pub fn count(talks: &[Talk], kept: &Kept, calendar: Calendar) -> Lines {
    let all = || talks.iter().flat_map(|talk| &talk.lines).map(|line| line.words.trim());
    let lines = all().count();
    let different: BTreeSet<&str> = all().collect();
    let repeated = lines - different.len();
    let mut by_day = Vec::new();
    for talk in talks {
        let day = (talk.began * u64::from(calendar.tick_seconds) / 86_400) as usize;
        by_day.resize(by_day.len().max(day + 1), 0);
        by_day[day] += 1;
    }
    Lines {
        talks: talks.len() as u32,
        lines: lines as u32,
        repeated_lines: repeated as f64 / lines.max(1) as f64,
        longest_talk: talks.iter().map(|talk| talk.lines.len()).max().unwrap_or(0) as u32,
        heard_in_a_talk: f64::from(kept.facts) / f64::from(kept.talks.max(1)),
        talks_by_day: by_day,
    }
}

/// What somebody promised or refused in a talk, as they kept it themselves.
#[derive(Clone, Debug)]
pub struct Word {
    /// Whose.
    pub by: AgentId,
    /// When.
    pub tick: u64,
    /// A verb phrase, with place and date of a promise.
    pub what: String,
    /// Refused.
    pub no: bool,
}

/// What people kept of their talks.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// All promises and refusals, in order of time.
    pub words: Vec<Word>,
    /// Facts heard from the other.
    facts: u32,
    /// Talks that somebody looked back on, counted for each who did.
    talks: u32,
}

/// What people kept of the talks that they have looked back on.
pub fn kept(chronicle: &Chronicle) -> Kept {
    let mut kept = Kept::default();
    for event in chronicle.events() {
        let (Some(by), EventKind::LookedBack(answer)) = (event.who, &event.kind) else { continue };
        let word = |what: String, no| Word { by, tick: event.at, what, no };
        let agreed = answer.agreed.iter().map(|one| word(format!("{} {} {}", one.what, one.place, one.date), false));
        kept.words.extend(agreed);
        kept.words.extend(Some(word(answer.refused.clone(), true)).filter(|_| !answer.refused.trim().is_empty()));
        kept.facts += answer.heard.len() as u32;
        kept.talks += 1;
    }
    kept
}
