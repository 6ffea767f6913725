//! Finding a path to where an action is done, and using the object there.
//!
//! Rules: an object is claimed on arrival, not from afar; a use-state ends when its user leaves, and what a step leaves
//! behind begins then; what is left lit goes out when its user's hour is over; an agent that finds an object taken uses
//! another spot of it, else waits a while, else does without.

use bevy::{prelude::*, tasks::ComputeTaskPool};

use crate::{
    agent::{access::Visitor, prelude::*},
    language::condition::ConditionKind,
    world::{Condition, Object, Use},
};

/// Ticks that somebody waits for an object or for a room that holds one.
const WAIT: u64 = 90;
/// From this many steps on one sees that the spot one is going to is taken.
const NEAR: u32 = 3;

/// Adds finding ways and using things.
pub fn plugin(app: &mut App) {
    app.add_systems(Tick, (find_paths.in_set(TickStep::FindPaths), use_objects.in_set(TickStep::UseObjects)));
}

/// Finds a path for everyone who needs one, in parallel; the result does not depend on the number of threads.
fn find_paths(
    (active, ways): (Res<Active>, Res<Ways>),
    mut people: Query<(&Tile, &InTalk, &mut CurrentAction, &mut Path)>,
) {
    let mut lost = Vec::new();
    for &entity in &active.0 {
        if let Ok((at, InTalk(None), action, path)) = people.get(entity)
            && path.cells.is_empty()
            && *at != action.goal
            && action.phase == Phase::Going
        {
            lost.push((entity, *at, action.goal));
        }
    }
    let ways = &*ways;
    let found = match lost.as_slice() {
        [] => return,
        [(_, from, to)] => vec![ways.route(*from, *to, |_| false)],
        many => ComputeTaskPool::get().scope(|scope| {
            for &(_, from, to) in many {
                scope.spawn(async move { ways.route(from, to, |_| false) });
            }
        }),
    };
    for ((entity, at, _), way) in lost.into_iter().zip(found) {
        let Ok((.., mut action, mut path)) = people.get_mut(entity) else { continue };
        match way {
            Some(cells) => path.cells = cells.into(),
            None => action.abandon(at),
        }
    }
}

fn use_objects(
    (now, active, map, objects): (Res<Now>, Res<Active>, Res<TownMap>, Res<Objects>),
    mut things: Query<&mut ObjectState>,
    mut people: Query<(
        (&AgentId, &Persona, &Home, &Tile),
        (&mut CurrentAction, &mut Path, &mut Using, &mut Posture, &mut Facing),
    )>,
) -> Result {
    // What is lit goes out when whoever lit it is done.
    for &entity in &objects.entities {
        let over = |condition: &Condition| condition.until.is_some_and(|until| until <= now.0);
        if things.get(entity)?.condition.as_ref().is_some_and(over) {
            things.get_mut(entity)?.condition = None;
        }
    }
    // First all let go, then all take: so that nobody waits for what is free.
    for &entity in &active.0 {
        let ((id, ..), (mut action, _, mut using, mut posture, _)) = people.get_mut(entity)?;
        let kept = action.is_doing().then_some(action.object.zip(action.spot)).flatten();
        if action.left.is_some()
            && let Some((object, state)) = action.left.take()
        {
            let mut thing = things.get_mut(objects.entity(object))?;
            let goes_on = using.0.is_some_and(|used| used.0 == object) && using.0 == kept;
            match thing.uses.iter_mut().find(|one| goes_on && one.by == *id) {
                // Nobody clears away what they go on with.
                Some(used) => used.leaves = state,
                None => thing.set(map.object(object), state, Some(*id), now.0),
            }
        }
        if let Some((object, _)) = using.0.filter(|used| Some(*used) != kept) {
            things.get_mut(objects.entity(object))?.let_go(map.object(object), *id, now.0);
            using.0 = None;
            *posture = Posture::Stand;
        }
    }
    for &entity in &active.0 {
        let ((id, persona, home, at), (mut action, mut path, mut using, mut posture, mut facing)) =
            people.get_mut(entity)?;
        // Untouched where it is not: who touches it every tick has it looked at every tick.
        let fresh = action.fresh && std::mem::take(&mut action.fresh);
        let Some((object, spot)) = action.object.zip(action.spot) else {
            if *at == action.goal && !action.is_doing() {
                action.phase = Phase::Doing { since: now.0 };
            }
            continue;
        };
        let mut thing = things.get_mut(objects.entity(object))?;
        if using.0.is_some() {
            if fresh {
                start_use(&mut thing, map.object(object), (*id, spot), &action, now.0);
            }
            continue;
        }
        let near = at.steps(action.goal) <= NEAR;
        if !near || action.is_doing() {
            continue;
        }
        let full = thing.uses.len() >= map.object(object).capacity as usize;
        if !full && !thing.taken(spot, map.crowd) {
            if *at == action.goal {
                action.phase = Phase::Doing { since: now.0 };
                start_use(&mut thing, map.object(object), (*id, spot), &action, now.0);
                using.0 = Some((object, spot));
                *facing = map.spot(spot).facing;
                *posture = posture_at(*at, object, action.asleep, &map);
            } else if path.cells.is_empty() {
                action.phase = Phase::Going;
            }
            continue;
        }
        let visitor = Visitor { persona, home, map: &map };
        let other = visitor.spots(object).filter(|other| !full && !thing.taken(*other, map.crowd));
        if let Some(other) = other.min_by_key(|other| (map.spot(*other).at.steps(*at), *other)) {
            action.spot = Some(other);
            action.goal = map.spot(other).at;
            action.phase = Phase::Going;
            *path = Path::default();
            continue;
        }
        match action.phase {
            Phase::Waiting { since } if now.0 - since >= WAIT => action.abandon(*at),
            Phase::Waiting { .. } => {}
            _ if map.is_door(*at) || map.footing(*at) != Footing::Free => {} // Goes on until there is room to stand.
            _ => action.phase = Phase::Waiting { since: now.0 },
        }
        if matches!(action.phase, Phase::Waiting { .. }) {
            path.cells.clear();
        }
    }
    Ok(())
}

/// Takes or goes on using a thing.
fn start_use(
    thing: &mut ObjectState,
    object: &Object,
    (by, spot): (AgentId, SpotId),
    action: &CurrentAction,
    now: u64,
) {
    let leaves = thing.uses.extract_if(.., |one| one.by == by).map(|one| one.leaves).last().unwrap_or_default();
    thing.uses.push(Use { by, spot, state: action.state.clone(), since: now, leaves });
    // Whoever comes to it has it in hand.
    thing.condition.take_if(|condition| condition.kind == ConditionKind::Lit);
    thing.use_up(object, action.uses, now);
}

/// Lying where one can sleep and does, sitting on any other seat, else upright.
fn posture_at(at: Tile, object: ObjectId, asleep: bool, map: &TownMap) -> Posture {
    let bed = map.object(object).affordances.iter().any(|what| what == "sleep");
    match map.footing(at) {
        Footing::End if bed && asleep => Posture::Lie,
        Footing::End => Posture::Sit,
        _ => Posture::Stand,
    }
}
