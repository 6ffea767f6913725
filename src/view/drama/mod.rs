//! What in the town's talks is worth turning round for: invitations, requests, refusals, hard words; and what those who
//! talked keep of it.
//!
//! | file | concern |
//! |---|---|
//! | [`spoken`] | what is done by the lines of a talk that is under way |
//! | [`kept`] | what came of talks: refusals and hard feelings, as the journal and the people have them |
//!
//! Rule: found by looking on; nothing in the town knows that it is seen. What a line does is understood by the built-in
//! mind, what came of a talk is what the people themselves keep of it.

pub mod kept;
pub mod spoken;

use bevy::prelude::*;

pub use self::{
    kept::{After, Sort},
    spoken::Deeds,
};
use crate::{
    agent::{
        Persona,
        dialogue::{TalkId, Talks},
        reflection::Relations,
    },
    clock::{AgentId, Now, driver::drive},
    journal::Journal,
    schedule::OfTown,
};

/// What has been seen.
#[derive(Resource, Default)]
pub struct Drama {
    spoken: spoken::Spoken,
    kept: kept::Kept,
}

impl Drama {
    /// What was done so far in a talk that is under way, by whom, oldest first.
    pub fn of(&self, talk: TalkId) -> &[Deeds] {
        self.spoken.of(talk)
    }

    /// What came of talks, numbered from 0, those from `from` on that are still known; and how many there have been.
    pub fn since(&self, from: usize) -> (impl Iterator<Item = &After>, usize) {
        self.kept.since(from)
    }
}

/// Before whoever tells of it in the same frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seen;

type Watched = (&'static AgentId, &'static Persona, &'static Relations);

fn watch(
    (now, talks, journal): (Option<Res<Now>>, Option<Res<Talks>>, Option<Res<Journal>>),
    people: Query<Watched>,
    mut drama: ResMut<Drama>,
) {
    let (Some(now), Some(talks), Some(journal)) = (now, talks, journal) else { return };
    if people.is_empty() || drama.kept.has_seen(now.0) {
        return;
    }
    let mut names: Vec<(AgentId, &str)> = people.iter().map(|(id, one, _)| (*id, one.name.as_str())).collect();
    names.sort_unstable();
    let mut feelings: Vec<(AgentId, &Relations)> = people.iter().map(|(id, _, all)| (*id, all)).collect();
    feelings.sort_by_key(|(id, _)| *id);
    let Drama { spoken, kept } = &mut *drama;
    spoken.hear(&talks, &names, now.0);
    kept.look(&journal, &talks, &feelings, now.0);
}

/// Adds the onlooker.
pub fn plugin(app: &mut App) {
    app.of_town::<Drama>().add_systems(Update, watch.in_set(Seen).after(drive));
}
