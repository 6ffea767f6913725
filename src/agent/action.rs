//! What an agent does now, at which object, and how far it has got: hands.
//!
//! Rules: an object is claimed on arrival and not from afar; a use-state ends with its user; whoever finds an object
//! taken takes another spot of it, else waits a while, else does without.

use std::collections::VecDeque;

use bevy::{prelude::*, tasks::ComputeTaskPool};
use serde::{Deserialize, Serialize};

use super::access::Visitor;
use super::dialogue::Company;
use super::persona::{Home, Persona};
use crate::{
    clock::{Active, AgentId, Calendar, Minute, Now},
    mind::question::TimeOfDay,
    schedule::{Tick, TickStep},
    world::{ArenaId, Facing, Footing, ObjectId, ObjectState, Objects, SpotId, Tile, TownMap, Use, Ways},
};

/// Ticks that somebody waits for an object or for a room that holds one.
const WAIT: u64 = 90;
/// From this many steps on one sees that the spot one is going to is taken.
const NEAR: u32 = 3;

/// How far an action has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// On the way.
    Going,
    /// There, or nearly, but somebody else is at it.
    Waiting {
        /// Since which tick.
        since: u64,
    },
    /// At it.
    Doing {
        /// Since which tick.
        since: u64,
    },
}

/// What an agent does now.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrentAction {
    /// `frying two eggs`.
    pub what: String,
    /// In which arena.
    pub arena: ArenaId,
    /// At which object.
    pub object: Option<ObjectId>,
    /// From which of its spots.
    pub spot: Option<SpotId>,
    /// The cell in which it is done.
    pub goal: Tile,
    /// What others see of the object meanwhile.
    pub state: String,
    /// How much of what the object holds is used up when it begins.
    pub uses: u32,
    /// What the object is once it is done; empty: as before.
    pub leaves: String,
    /// What the action before it has left an object as, not yet seen to by hands.
    pub left: Option<(ObjectId, String)>,
    /// One or two emoji.
    pub emoji: String,
    /// The tick at which it was begun.
    pub from: u64,
    /// The tick at which it ends by plan.
    pub until: u64,
    /// How far it has got.
    pub phase: Phase,
    /// Is this the night's sleep?
    pub asleep: bool,
    /// The minute of the plan's step that it follows.
    pub begun: Minute,
    /// Not yet seen to by hands.
    pub fresh: bool,
}

/// What somebody has in use.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Using(pub Option<(ObjectId, SpotId)>);

/// How a body is held.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Posture {
    /// Upright, walking or not.
    #[default]
    Stand,
    /// On a seat.
    Sit,
    /// In a bed.
    Lie,
}

/// A walk under way.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Path {
    /// The cells still to be walked, next first; empty: no walk, or none found yet.
    pub cells: VecDeque<Tile>,
    /// For how many ticks it has not gone on.
    pub blocked: u16,
}

/// Adds finding ways and using things.
pub fn plugin(app: &mut App) {
    app.add_systems(Tick, (find_ways.in_set(TickStep::FindPaths), hands.in_set(TickStep::UseObjects)));
}

/// Finds the way for everyone who needs one, side by side; each way is the same whoever looks for it.
fn find_ways(
    (active, ways): (Res<Active>, Res<Ways>),
    mut people: Query<(&Tile, &Company, &mut CurrentAction, &mut Path)>,
) {
    let mut lost = Vec::new();
    for &entity in &active.0 {
        if let Ok((at, Company(None), action, path)) = people.get(entity)
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
            None => action.give_up(at),
        }
    }
}

impl CurrentAction {
    /// Does it on the spot, without the object.
    pub fn give_up(&mut self, at: Tile) {
        (self.object, self.spot, self.goal, self.phase) = (None, None, at, Phase::Going);
        self.state.clear();
        self.leaves.clear();
        self.uses = 0;
    }

    /// When it ends by plan, on the clock; `None` for the night's sleep and for what should be over.
    pub fn ends(&self, calendar: &Calendar, now: Minute) -> Option<TimeOfDay> {
        let until = calendar.minute(self.until);
        (!self.asleep && until > now).then(|| until.time_of_day())
    }

    /// Is it being done?
    pub fn doing(&self) -> bool {
        matches!(self.phase, Phase::Doing { .. })
    }
}

fn hands(
    (now, active, map, objects): (Res<Now>, Res<Active>, Res<TownMap>, Res<Objects>),
    mut things: Query<&mut ObjectState>,
    mut people: Query<(
        (&AgentId, &Persona, &Home, &Tile),
        (&mut CurrentAction, &mut Path, &mut Using, &mut Posture, &mut Facing),
    )>,
) -> Result {
    // First all let go, then all take: so that nobody waits for what is free.
    for &entity in &active.0 {
        let ((id, ..), (mut action, _, mut using, mut posture, _)) = people.get_mut(entity)?;
        if action.left.is_some()
            && let Some((object, state)) = action.left.take()
        {
            things.get_mut(objects.entity(object))?.set(state, Some(*id), now.0);
        }
        let kept = action.doing().then_some(action.object.zip(action.spot)).flatten();
        if let Some((object, _)) = using.0.filter(|used| Some(*used) != kept) {
            things.get_mut(objects.entity(object))?.uses.retain(|one| one.by != *id);
            using.0 = None;
            *posture = Posture::Stand;
        }
    }
    for &entity in &active.0 {
        let ((id, persona, home, at), (mut action, mut path, mut using, mut posture, mut facing)) =
            people.get_mut(entity)?;
        let fresh = std::mem::take(&mut action.fresh);
        let Some((object, spot)) = action.object.zip(action.spot) else {
            if *at == action.goal && !action.doing() {
                action.phase = Phase::Doing { since: now.0 };
            }
            continue;
        };
        let mut thing = things.get_mut(objects.entity(object))?;
        if using.0.is_some() {
            if fresh {
                take(&mut thing, *id, spot, &action, now.0);
            }
            continue;
        }
        let near = at.steps(action.goal) <= NEAR;
        if !near || action.doing() {
            continue;
        }
        let full = thing.uses.len() >= map.object(object).capacity as usize;
        if !full && !thing.taken(spot, map.crowd) {
            if *at == action.goal {
                action.phase = Phase::Doing { since: now.0 };
                take(&mut thing, *id, spot, &action, now.0);
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
            Phase::Waiting { since } if now.0 - since >= WAIT => action.give_up(*at),
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
fn take(thing: &mut ObjectState, by: AgentId, spot: SpotId, action: &CurrentAction, now: u64) {
    thing.uses.retain(|one| one.by != by);
    thing.uses.push(Use { by, spot, state: action.state.clone(), since: now });
    thing.use_up(action.uses, now);
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
