//! Hands: what a thing is for, and doing it. How it looks meanwhile is for the built-in mind to say, as for anybody.

use bevy::prelude::*;

use super::{Avatar, found};
use crate::{
    agent::{
        action::{CurrentAction, Path, Phase},
        called,
        dialogue::{self, free},
        persona::{Home, Persona, Whereabouts},
        visitor::Visitor,
    },
    clock::{AgentId, Now, Seed},
    mind::{
        builtin,
        question::{OfferedObject, Placed, Stock},
    },
    world::{Facing, ObjectId, ObjectState, Objects, SpotId, Tile, TownMap},
};

/// What stands for putting a thing right in `use <...> mend`.
const MEND: &str = "mend";
/// Ticks after which something that was begun counts as done.
const DONE: u64 = 6;

/// Something that can be done with a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// As it stands in a command: `cook`.
    pub deed: String,
    /// As it is shown: `cook`, or `put right: it is burning`.
    pub shown: String,
}

/// What can be done with a thing as it is now: putting it right if something is the matter with it, then what it is for.
pub fn offers(map: &TownMap, object: ObjectId, state: &ObjectState) -> Vec<Offer> {
    let condition = state.condition.as_ref();
    let mend = condition.map(|one| Offer { deed: MEND.into(), shown: format!("put right: it is {}", one.what) });
    let uses = map.object(object).affordances.iter();
    let uses = uses.map(|deed| Offer { deed: deed.clone(), shown: deed.clone() });
    mend.into_iter().chain(uses).collect()
}

/// `use <Sector: arena: object>`, `use <...> cook`, `use stove cook`, `use <...> mend`: goes there and does it, until
/// something else is done.
///
/// # Errors
/// No avatar, no such thing, or not for this.
pub fn use_thing(world: &mut World, rest: &str) -> Result<String, String> {
    let (_, entity) = found(world)?;
    let (object, deed, note) = wanted(world, entity, rest)?;
    let map = world.resource::<TownMap>();
    let state = world.get::<ObjectState>(world.resource::<Objects>().entity(object)).cloned().unwrap_or_default();
    let offers = offers(map, object, &state);
    let deed = deed.trim().to_lowercase();
    let offer = offers.iter().find(|one| deed.is_empty() || one.deed.to_lowercase() == deed);
    let Some(offer) = offer.map(|one| one.deed.clone()) else {
        let known: Vec<&str> = offers.iter().map(|one| one.deed.as_str()).collect();
        let name = map.address(object);
        return Err(match known.is_empty() {
            true => format!("there is nothing to be done with {name}"),
            false => format!("{name} is not for {deed:?}; it is for {}", known.join(", ")),
        });
    };
    let at = world.get::<Tile>(entity).copied().unwrap_or_default();
    let spot = spot(world, entity, object, at);
    let spot = spot.ok_or_else(|| format!("nobody can get at {}", map_address(world, object)))?;
    begin(world, entity, (object, spot), &offer).map(|what| format!("{what}{note}"))
}

/// The thing that `<address> deed`, or `thing deed`, means to an avatar: the nearest. What is to be done with it, and its
/// address if that is not what was written.
fn wanted<'a>(world: &World, entity: Entity, rest: &'a str) -> Result<(ObjectId, &'a str, String), String> {
    if rest.trim().is_empty() {
        return Err("it is not said what: write use <Sector: room: object> cook, or use stove cook".into());
    }
    let map = world.resource::<TownMap>();
    let at = world.get::<Tile>(entity).copied().unwrap_or_default();
    let here = world.get::<Whereabouts>(entity).map(|here| here.0).unwrap_or_default();
    let (address, deed) = called::leading_thing(map, rest)?;
    let object = called::thing_near(map, address, at, here)?;
    Ok((object, deed, called::meant(map, object, address)))
}

fn map_address(world: &World, object: ObjectId) -> String {
    world.resource::<TownMap>().address(object)
}

/// The nearest spot that is free: one that is meant for this person, else any.
fn spot(world: &World, entity: Entity, object: ObjectId, at: Tile) -> Option<SpotId> {
    let map = world.resource::<TownMap>();
    let state = world.get::<ObjectState>(world.resource::<Objects>().entity(object))?;
    let (persona, home) = (world.get::<Persona>(entity)?, world.get::<Home>(entity)?);
    let meant: Vec<SpotId> = Visitor { persona, home, map }.spots(object).collect();
    let order = |spot: &SpotId| {
        let cell = map.spot(*spot).at;
        (state.taken(*spot, map.crowd), !meant.contains(spot), cell.steps(at), cell)
    };
    map.spots_of(object).min_by_key(order)
}

/// What one sits or lies on in a cell.
pub(super) fn seat(map: &TownMap, at: Tile) -> Option<(ObjectId, SpotId)> {
    let spots = map.objects.iter().enumerate().flat_map(|(n, _)| {
        let object = ObjectId(n as u16);
        map.spots_of(object).map(move |spot| (object, spot))
    });
    { spots }.find(|(_, spot)| map.spot(*spot).at == at)
}

/// Sits or lies down, doing what the seat is first of all for.
pub(super) fn settle_down(world: &mut World, entity: Entity, object: ObjectId, spot: SpotId) -> Result<String, String> {
    let deed = world.resource::<TownMap>().object(object).affordances.first().cloned();
    begin(world, entity, (object, spot), deed.as_deref().unwrap_or("sit"))
}

/// Goes to a thing and does something there.
fn begin(world: &mut World, entity: Entity, (object, spot): (ObjectId, SpotId), deed: &str) -> Result<String, String> {
    dialogue::walk_off(world, entity);
    let now = world.resource::<Now>().0;
    let look = look(world, entity, object, deed);
    let map = world.resource::<TownMap>();
    let (goal, arena, name) = (map.spot(spot).at, map.object(object).arena, map.object(object).name.clone());
    let facing = map.spot(spot).facing;
    let mends = (deed == MEND).then_some(object);
    let what = match mends {
        Some(_) => format!("seeing to the {name}"),
        None => doing(deed, &name),
    };
    let here = world.get::<Tile>(entity) == Some(&goal);
    let Some(mut action) = world.get_mut::<CurrentAction>(entity) else { return Err("you are nowhere".into()) };
    let left = let_go(&action, now);
    let stays = action.spot == Some(spot) && action.doing();
    *action = CurrentAction {
        object: Some(object),
        spot: Some(spot),
        state: if mends.is_some() { "in use".into() } else { look.state },
        uses: look.uses,
        leaves: look.leaves,
        emoji: if mends.is_some() { "🔧".into() } else { look.emoji },
        phase: if stays { Phase::Doing { since: now } } else { Phase::Going },
        left,
        ..free(what.clone(), goal, arena, now)
    };
    // Who lies down is taken to sleep by whoever sees them.
    action.asleep = deed == "sleep";
    if let Some(mut path) = world.get_mut::<Path>(entity) {
        *path = Path::default();
    }
    if let Some(mut looks) = world.get_mut::<Facing>(entity).filter(|_| here) {
        *looks = facing;
    }
    if let Some(mut avatar) = world.get_mut::<Avatar>(entity) {
        (avatar.mends, avatar.after) = (mends, None);
    }
    Ok(what)
}

/// What a thing is left as by an action that is broken off: what was done long enough is done.
pub(super) fn let_go(action: &CurrentAction, now: u64) -> Option<(ObjectId, String)> {
    let Phase::Doing { since } = action.phase else { return action.left.clone() };
    let done = now >= since + DONE && !action.leaves.is_empty();
    action.left.clone().or_else(|| action.object.filter(|_| done).map(|object| (object, action.leaves.clone())))
}

/// How doing something at a thing looks, by the built-in mind.
fn look(world: &World, entity: Entity, object: ObjectId, deed: &str) -> Placed {
    let thing = world.resource::<TownMap>().object(object);
    let state = world.get::<ObjectState>(world.resource::<Objects>().entity(object)).cloned().unwrap_or_default();
    let (now, id) = (world.resource::<Now>().0, world.get::<AgentId>(entity).copied().unwrap_or(AgentId(0)));
    let offered = OfferedObject {
        n: 1,
        name: thing.name.clone(),
        affordances: thing.affordances.clone(),
        state: state.shows(thing).to_string(),
        stock: thing.holds.as_ref().map(|holds| Stock { what: holds.what.clone(), left: state.left }),
        taken_by: None,
    };
    builtin::looks(&offered, &doing(deed, &thing.name), world.resource::<Seed>().draw(id, now, deed))
}

/// `cooking at the stove`, `sitting on the bench`.
fn doing(deed: &str, name: &str) -> String {
    let on = ["sit", "sleep", "lie", "rest", "nap"].contains(&deed.split_whitespace().next().unwrap_or_default());
    builtin::ing(&format!("{deed} {} the {name}", if on { "on" } else { "at" }))
}
