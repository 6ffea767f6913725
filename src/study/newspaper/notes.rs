//! What would else be forgotten: which things were out of order, since when, until when, and who saw to them.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use crate::{
    agent::components::reaction::Errand,
    clock::{AgentId, Now, Roster},
    language::condition::ConditionKind,
    schedule::{OfTown, Tick, TickStep},
    world::{ObjectId, ObjectState},
};

/// A thing that was out of order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mishap {
    /// Which thing.
    pub object: ObjectId,
    /// What it was: `burning`.
    pub what: String,
    /// The first tick of it.
    pub since: u64,
    /// The tick at which it was over; `None`: it is so still.
    pub until: Option<u64>,
    /// Who went about it.
    pub tended: BTreeSet<AgentId>,
}

/// All of it, by time.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notes {
    /// What was out of order.
    pub mishaps: Vec<Mishap>,
    open: BTreeMap<ObjectId, usize>,
}

impl Notes {
    /// A thing is in this condition now, or in none.
    fn note(&mut self, object: ObjectId, condition: Option<&str>, tick: u64) {
        let open = self.open.get(&object).copied();
        let was = open.and_then(|n| self.mishaps.get(n)).map(|mishap| mishap.what.as_str());
        if was == condition {
            return;
        }
        if let Some(mishap) = open.and_then(|n| self.mishaps.get_mut(n)) {
            mishap.until = Some(tick);
            self.open.remove(&object);
        }
        if let Some(what) = condition {
            self.open.insert(object, self.mishaps.len());
            let (what, tended) = (what.to_owned(), BTreeSet::new());
            self.mishaps.push(Mishap { object, what, since: tick, until: None, tended });
        }
    }

    fn tended(&mut self, object: ObjectId, by: AgentId) {
        if let Some(mishap) = self.open.get(&object).and_then(|n| self.mishaps.get_mut(*n)) {
            mishap.tended.insert(by);
        }
    }
}

fn look(
    (now, roster): (Res<Now>, Res<Roster>),
    changed: Query<(&ObjectId, &ObjectState), Changed<ObjectState>>,
    people: Query<(&AgentId, &Errand)>,
    mut notes: ResMut<Notes>,
) {
    let mut all: Vec<(ObjectId, Option<&str>)> = changed
        .iter()
        .map(|(id, state)| {
            // That something is used up is everyday.
            let told = state.condition.as_ref().filter(|condition| condition.kind != ConditionKind::Empty);
            (*id, told.map(|condition| condition.what.as_str()))
        })
        .collect();
    all.sort_by_key(|(id, _)| *id);
    // Before it is noted that something is over, that somebody is about it.
    if !notes.open.is_empty() {
        for (id, errand) in people.iter_many(roster.0.values()) {
            if let Some((object, _)) = errand.0.as_ref().and_then(|doing| doing.about.as_ref()) {
                notes.tended(*object, *id);
            }
        }
    }
    for (id, what) in all {
        notes.note(id, what, now.0);
    }
}

/// Notes from now on.
pub(super) fn plugin(app: &mut App) {
    app.of_town::<Notes>().add_systems(Tick, look.in_set(TickStep::NoteIncidents));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fire_has_a_beginning_an_end_and_somebody_who_put_it_out() {
        let mut notes = Notes::default();
        let stove = ObjectId(3);
        notes.note(stove, None, 5);
        notes.note(stove, Some("burning"), 10);
        notes.note(stove, Some("burning"), 11);
        notes.tended(stove, AgentId(4));
        notes.tended(ObjectId(9), AgentId(5));
        notes.note(stove, Some("charred"), 20);
        notes.note(stove, None, 30);
        let told: Vec<_> = notes.mishaps.iter().map(|one| (one.what.as_str(), one.since, one.until)).collect();
        assert_eq!(told, [("burning", 10, Some(20)), ("charred", 20, Some(30))]);
        assert!(notes.mishaps[0].tended.contains(&AgentId(4)) && notes.mishaps[1].tended.is_empty());
        assert!(notes.open.is_empty());
    }
}
