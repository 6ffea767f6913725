//! What everybody did and when, for whoever looks back. Noted only where a [`Provenance`] is kept; nothing of the town reads
//! it, so it is no part of its state.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::persona::Whereabouts;
use crate::{
    agent::components::{
        action::CurrentAction,
        avatar::Avatar,
        reaction::Errand,
        talk::{Approach, Company, TalkId},
    },
    clock::{Active, AgentId, Minute, Now},
    exchange::Provenance,
    schedule::{OfTown, Tick, TickStep},
    world::{ArenaId, ObjectId},
};

/// What lies behind something that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// The step of the plan that began at this minute.
    Plan(Minute),
    /// The night.
    Night,
    /// Something was noticed; the errand began at this minute.
    Errand(Minute),
    /// Somebody is walked up to.
    Approach(AgentId),
    /// A talk.
    Talk(TalkId),
    /// A player decides for them.
    Player,
}

/// Something that somebody did, from its first tick until the next one's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activity {
    /// The first tick.
    pub from: u64,
    /// `frying two eggs`.
    pub what: String,
    /// One or two emoji.
    pub emoji: String,
    /// At which object.
    pub object: Option<ObjectId>,
    /// In which arena they were when they began.
    pub arena: ArenaId,
    /// What lies behind it.
    pub because: Because,
}

/// Everybody's deeds, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct ActivityLog(BTreeMap<AgentId, Vec<Activity>>);

impl ActivityLog {
    /// Somebody's, oldest first.
    pub fn of(&self, who: AgentId) -> &[Activity] {
        self.0.get(&who).map_or(&[], Vec::as_slice)
    }

    /// What somebody did at a tick.
    pub fn at(&self, who: AgentId, tick: u64) -> Option<&Activity> {
        let all = self.of(who);
        all[..all.partition_point(|deed| deed.from <= tick)].last()
    }
}

/// Adds noting.
pub fn plugin(app: &mut App) {
    app.of_town::<ActivityLog>()
        .add_systems(Tick, note.in_set(TickStep::LogActivities).run_if(resource_exists::<Provenance>));
}

type Doer<'a> =
    (&'a AgentId, &'a CurrentAction, &'a Whereabouts, &'a Errand, &'a Company, &'a Approach, Option<&'a Avatar>);

fn note((now, active): (Res<Now>, Res<Active>), mut deeds: ResMut<ActivityLog>, people: Query<Doer>) {
    for (id, action, here, errand, company, approach, avatar) in people.iter_many(&active.0) {
        let because = match (company.0, &approach.0, &errand.0) {
            (Some(talk), ..) => Because::Talk(talk),
            _ if avatar.is_some() => Because::Player,
            (_, Some(approach), _) => Because::Approach(approach.with),
            (_, _, Some(doing)) => Because::Errand(doing.from),
            _ if action.asleep => Because::Night,
            _ => Because::Plan(action.begun),
        };
        let all = deeds.0.entry(*id).or_default();
        let same =
            |deed: &Activity| deed.because == because && deed.what == action.what && deed.object == action.object;
        if all.last().is_none_or(|last| !same(last)) {
            let (what, emoji, object) = (action.what.clone(), action.emoji.clone(), action.object);
            all.push(Activity { from: now.0, what, emoji, object, arena: here.0, because });
        }
    }
}
