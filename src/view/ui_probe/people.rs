//! Where the player is in the town and how, and who talks with whom.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::{
    agent::{
        components::{
            action::Posture,
            talk::{TalkId, Talks},
        },
        persona::{Names, Whereabouts},
    },
    clock::AgentId,
    view::{
        avatar::{You, speak::Speak},
        panels::telling::short_place,
        scene::Scene,
    },
    world::{ArenaId, TownMap},
};

/// Who the player is, in which room, and whether they stand, sit or lie.
fn you(
    you: Res<You>,
    bodies: Query<(&Whereabouts, &Posture)>,
    (names, map): (Res<Names>, Res<TownMap>),
    mut before: Local<Option<(Entity, ArenaId, Posture)>>,
) {
    // By entity: in a town that is loaded anew they are somebody else.
    let body = you.entity.and_then(|entity| Some((entity, bodies.get(entity).ok()?)));
    let now = body.map(|(entity, (at, posture))| (entity, at.0, *posture));
    if *before == now {
        return;
    }
    *before = now;
    match now {
        Some((_, arena, posture)) => {
            let (name, place) = (you.id.and_then(|id| names.0.get(&id)), short_place(&map, arena));
            tracing::info!(target: "screen", name = name.map_or("", String::as_str), place, ?posture, "you");
        }
        None => tracing::info!(target: "screen", "you are nobody"),
    }
}

/// Who would hear what the player says.
fn hears(speak: Res<Speak>, names: Res<Names>, mut before: Local<Option<AgentId>>) {
    let now = speak.whom();
    if *before != now {
        let to = now.and_then(|id| names.0.get(&id)).map_or("", String::as_str);
        tracing::info!(target: "screen", to, "hears");
        *before = now;
    }
}

/// Who talks with whom, the one who began it first.
fn talks(talks: Res<Talks>, names: Res<Names>, mut before: Local<BTreeMap<TalkId, Vec<AgentId>>>) {
    before.retain(|id, _| talks.open.contains_key(id));
    for (id, talk) in &talks.open {
        if before.get(id) != Some(&talk.members) {
            let members: Vec<_> = talk.members.iter().filter_map(|id| names.0.get(id)).collect();
            tracing::info!(target: "screen", ?members, "talk");
            before.insert(*id, talk.members.clone());
        }
    }
}

/// Adds it.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Last,
        (you, hears, talks.run_if(resource_exists_and_changed::<Talks>)).run_if(in_state(Scene::Town)),
    );
}
