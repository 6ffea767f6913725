//! Using things as the avatar: what an object offers, using it, and what is remembered of it. Residents choose only
//! among the affordances of the map, so additional offers to a player change nothing for them.

use super::{
    Player, begin, found,
    walk::{LOOKS, STANDS, WALKS, idle},
};
use crate::{
    agent::{access::Visitor, prelude::*, resolve, wording::thing},
    language::{condition::ConditionKind, inflect, things},
    mind::{
        dice::Dice,
        look,
        question::{OfferedObject, Placed, Stock},
    },
    world::map::Object,
};

/// Ticks after which something that was begun counts as done, and is remembered.
const DONE: u64 = 6;

/// Goes to the nearest thing of this address, or part of one, and does something with it until something else is done;
/// with no `deed`, what it offers first.
///
/// # Errors
/// No avatar, no such thing, or not for this.
pub fn use_thing(world: &mut World, address: &str, deed: &str) -> Result<String, String> {
    let me = found(world)?;
    let map = world.resource::<TownMap>();
    let object = resolve::thing_near(map, address, me.at, me.here)?;
    let (note, name) = (resolve::meant(map, object, address), map.address(object));
    let offers = offers(map, object, state(world, object));
    let Some(offer) = offers.iter().find(|one| deed.is_empty() || one.deed.to_lowercase() == deed) else {
        let known: Vec<&str> = offers.iter().map(|one| one.deed.as_str()).collect();
        return Err(match known.is_empty() {
            true => format!("there is nothing to be done with {name}"),
            false => format!("{name} is not for {deed:?}; it is for {}", known.join(", ")),
        });
    };
    let spot = spot(world, me, object, [SIT, LIE].contains(&offer.deed.as_str()));
    let spot = spot.ok_or_else(|| format!("nobody can get at {name}"))?;
    Ok(format!("{}{note}", begin_use(world, me, (object, spot), offer)))
}

/// How a thing is now.
fn state(world: &World, object: ObjectId) -> &ObjectState {
    let entity = world.resource::<Objects>().entity(object);
    world.get(entity).expect("every object has a state")
}

/// The nearest spot that is free: one that is meant for this person, else any; to sit, a seat.
fn spot(world: &World, me: Player, object: ObjectId, sits: bool) -> Option<SpotId> {
    let (map, state) = (world.resource::<TownMap>(), state(world, object));
    let (persona, home) = (world.get::<Persona>(me.entity)?, world.get::<Home>(me.entity)?);
    let meant: Vec<SpotId> = Visitor { persona, home, map }.spots(object).collect();
    let order = |spot: &SpotId| {
        let cell = map.spot(*spot).at;
        (state.taken(*spot, map.crowd), !meant.contains(spot), cell.steps(me.at), cell)
    };
    if sits { seats(map, object).min_by_key(order) } else { map.spots_of(object).min_by_key(order) }
}

/// What one sits or lies on in a cell.
pub(super) fn seat(map: &TownMap, at: Tile) -> Option<(ObjectId, SpotId)> {
    let spots = map.objects.iter().enumerate().flat_map(|(n, _)| {
        let object = ObjectId(n as u16);
        map.spots_of(object).map(move |spot| (object, spot))
    });
    { spots }.find(|(_, spot)| map.spot(*spot).at == at)
}

/// Sits or lies down.
pub(super) fn settle_down(world: &mut World, me: Player, seat: (ObjectId, SpotId)) -> Result<String, String> {
    let map = world.resource::<TownMap>();
    let wanted = if is_bed(map.object(seat.0)) { LIE } else { SIT };
    let offer = offers(map, seat.0, &ObjectState::default()).into_iter().find(|one| one.deed == wanted);
    Ok(begin_use(world, me, seat, &offer.ok_or("there is nothing to sit on")?))
}

/// Goes to a thing and does something there; says what.
fn begin_use(world: &mut World, me: Player, (object, spot): (ObjectId, SpotId), offer: &Offer) -> String {
    walk_off(world, me.entity);
    let now = world.resource::<Now>().0;
    let deed = offer.deed.as_str();
    let look = look(world, me.id, object, offer);
    let map = world.resource::<TownMap>();
    let (goal, facing, thing) = (map.spot(spot).at, map.spot(spot).facing, map.object(object));
    let mends = deed == MEND;
    let what = match mends {
        true => format!("seeing to the {}", thing.name),
        false => doing(deed, &thing.name, on(map, object)),
    };
    let stays = |action: &CurrentAction| action.spot == Some(spot) && action.is_doing();
    let stays = world.get::<CurrentAction>(me.entity).is_some_and(stays);
    let action = CurrentAction {
        object: Some(object),
        spot: Some(spot),
        state: if mends { "in use".into() } else { look.state },
        uses: look.uses,
        leaves: EndState::of(&look.leaves, look.leaves_kind),
        emoji: look.emoji,
        phase: if stays { Phase::Doing { since: now } } else { Phase::Going },
        // Who lies down is taken to sleep by whoever sees them.
        asleep: deed == "sleep",
        ..CurrentAction::unplanned(what.clone(), "", goal, thing.arena, now)
    };
    begin(world, me, action, Path::default());
    if let Ok((mut looks, mut avatar)) = world.entity_mut(me.entity).get_components_mut::<(&mut Facing, &mut Avatar)>()
    {
        avatar.mends = mends.then_some(object);
        if me.at == goal {
            *looks = facing;
        }
    }
    what
}

/// What a thing is left as by an action that is broken off: what was done long enough is done.
pub(super) fn let_go(action: &CurrentAction, now: u64) -> Option<(ObjectId, EndState)> {
    let Phase::Doing { since } = action.phase else { return action.left.clone() };
    let done = now >= since + DONE && !action.leaves.is_empty();
    action.left.clone().or_else(|| action.object.filter(|_| done).map(|object| (object, action.leaves.clone())))
}

/// How doing something at a thing looks: as it is offered, and the rest by its words.
fn look(world: &World, id: AgentId, object: ObjectId, offer: &Offer) -> Placed {
    let (map, state, now) = (world.resource::<TownMap>(), state(world, object), world.resource::<Now>().0);
    let thing = map.object(object);
    let offered = OfferedObject {
        n: 1,
        name: thing.name.clone(),
        affordances: thing.affordances.clone(),
        state: state.shows(thing).to_string(),
        stock: thing.holds.as_ref().map(|holds| Stock { what: holds.what.clone(), left: state.left }),
        ..OfferedObject::default()
    };
    let deed = offer.deed.as_str();
    let doing = doing(deed, &thing.name, on(map, object));
    let mut look = look::look(&offered, &doing, &mut Dice::new(world.resource::<Seed>().draw(id, now, deed)));
    if !offer.emoji.is_empty() {
        look.emoji = offer.emoji.clone();
    }
    // Who only sits at a desk covers it with no papers.
    if [SIT, LIE].contains(&deed) {
        (look.state, look.uses, look.leaves) = (OCCUPIED.into(), 0, String::new());
    }
    look
}

/// `cooking at the stove`, `sitting on the bench`, `sitting at the table`, `using the toilet`.
fn doing(deed: &str, name: &str, on: bool) -> String {
    let rests = ["sit", "sleep", "lie", "rest", "nap"].contains(&deed.split_whitespace().next().unwrap_or_default());
    // "Jane's desk" is called so.
    let the = if name.starts_with(char::is_uppercase) { "" } else { "the " };
    match deed.strip_suffix(name) {
        Some("") => inflect::ing(deed),
        Some(verb) => inflect::ing(&format!("{verb}{the}{name}")),
        None => inflect::ing(&format!("{deed} {} {the}{name}", if rests && on { "on" } else { "at" })),
    }
}

/// What stands for putting a thing right in `use <...> mend`.
const MEND: &str = "mend";
/// Sitting down and lying down, on whatever that can be done.
const SIT: &str = "sit";
const LIE: &str = "lie down";
/// What others see of a thing meanwhile.
const OCCUPIED: &str = "occupied";

/// Something that can be done with a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// As it stands in a command: `cook`.
    pub deed: String,
    /// As it is shown: `cook`, or `put right: it is burning`.
    pub shown: String,
    /// How it looks over one's head while it is done; empty: the built-in mind says.
    pub emoji: String,
}

/// What can be done with a thing as it is now: putting it right if something is the matter with it, then what it is
/// for.
pub fn offers(map: &TownMap, object: ObjectId, state: &ObjectState) -> Vec<Offer> {
    let thing = map.object(object);
    let called = format!("{} {}", thing.kind, thing.name);
    let offer =
        |deed: &str| Offer { deed: deed.into(), shown: deed.into(), emoji: things::emoji(&called, deed).into() };
    // A stove that is lit is in order.
    let condition = state.condition.as_ref().filter(|one| one.kind != ConditionKind::Lit);
    let mend =
        condition.map(|one| Offer { shown: format!("put right: it is {}", one.what), ..offer(MEND) }).into_iter();
    if condition.is_some_and(|one| one.kind.is_danger()) {
        // Nobody naps on a burning sofa.
        return mend.collect();
    }
    let uses = || thing.affordances.iter().map(|deed| offer(deed));
    let own = match seats(map, object).next() {
        None => None,
        Some(_) if is_bed(thing) => Some(LIE),
        Some(_) => Some(SIT),
    };
    let own = own.filter(|own| !thing.affordances.iter().any(|deed| deed == own)).map(offer);
    // A bench is for sitting first of all, a desk for working.
    match own {
        Some(sit) if sit.deed == SIT && on(map, object) => mend.chain([sit]).chain(uses()).collect(),
        own => mend.chain(uses()).chain(own).collect(),
    }
}

/// Can one sleep on it?
pub(super) fn is_bed(thing: &Object) -> bool {
    thing.affordances.iter().any(|deed| deed == "sleep")
}

/// The spots at a thing where one sits or lies.
fn seats(map: &TownMap, object: ObjectId) -> impl Iterator<Item = SpotId> {
    map.spots_of(object).filter(|spot| map.footing(map.spot(*spot).at) == Footing::End)
}

/// Does one sit on the thing itself, as on a bench, and not beside it, as at a table?
fn on(map: &TownMap, object: ObjectId) -> bool {
    seats(map, object).any(|spot| map.object(object).cells.contains(&map.spot(spot).at))
}

/// Ticks that it takes to put something right.
const MENDING: u64 = 12;
/// How much what one did oneself matters, until somebody judges.
const IMPORTANCE: u8 = 3;

/// What is done lying, where it is done in a bed.
const LYING: [&str; 2] = ["lying", "napping"];

/// Words of others that are kept of a talk, at most.
const WORDS: usize = 12;

/// What a newcomer keeps of a talk: they have no mind to sum it up, so it is the words.
pub(super) fn remember_talks(now: Res<Now>, names: Res<Names>, mut people: Query<Keeper, With<Newcomer>>) {
    for (persona, mut ended_talks, mut memory) in &mut people {
        for past in ended_talks.0.drain(..) {
            let with = names.name(past.with);
            let lines = past.lines.into_iter().map(|line| (line.who, line.words));
            for one in kept_of_talk(&persona.name, &with, lines, now.0) {
                memory.remember(one);
            }
        }
    }
}

/// What `me` keeps of a talk with somebody: that it was, and what the others said.
pub(super) fn kept_of_talk(
    me: &str,
    with: &str,
    lines: impl Iterator<Item = (String, String)>,
    now: u64,
) -> Vec<Memory> {
    let keep = |text: String, source: Option<String>| Memory {
        kind: MemoryKind::Dialogue,
        source,
        with: Some(with.to_string()),
        ..Memory::observed(text, now, IMPORTANCE)
    };
    let first = keep(format!("{me} talked with {with}."), None);
    let theirs = lines.filter(|(who, _)| who != me).take(WORDS);
    let said = theirs.map(|(who, words)| keep(format!("{who} said: \"{words}\""), Some(who)));
    [first].into_iter().chain(said).collect()
}

type Keeper<'a> = (&'a Persona, &'a mut EndedTalks, &'a mut MemoryStream);
type Who<'a> = (&'a Persona, &'a Tile, &'a Whereabouts, &'a Path);

pub(super) fn finish_actions(
    (now, map, objects): (Res<Now>, Res<TownMap>, Res<Objects>),
    mut things: Query<&mut ObjectState>,
    mut people: Query<(Who, &mut Avatar, &mut CurrentAction, &mut Posture, &mut MemoryStream)>,
) {
    for ((persona, at, here, path), mut avatar, mut action, mut posture, mut memory) in &mut people {
        let name = &persona.name;
        if action.what == WALKS && path.cells.is_empty() && *at == action.goal {
            action.what = STANDS.into();
            action.emoji = LOOKS.into();
            if here.0 != avatar.told && here.0 != ArenaId::OUTDOORS {
                memory.remember(Memory::observed(format!("{name} went to {}.", map.arena_name(here.0)), now.0, 2));
                avatar.told = here.0;
            }
        }
        let Phase::Doing { since } = action.phase else { continue };
        let Some(object) = action.object else {
            avatar.done.clear();
            continue;
        };
        // One may lie awake.
        let lying = action.asleep || LYING.iter().any(|word| action.what.starts_with(word));
        let lies = lying && is_bed(map.object(object));
        if lies && *posture == Posture::Sit {
            *posture = Posture::Lie;
        }
        let whole = format!("{} {object:?}", action.what);
        let amiss = things.get(objects.entity(object)).is_ok_and(|state| state.condition.is_some());
        if avatar.mends == Some(object) && (!amiss || now.0 >= since + MENDING) {
            if let Ok(mut state) = things.get_mut(objects.entity(object))
                && let Some(condition) = state.condition.take()
            {
                if state.left == 0 {
                    state.refill(map.object(object));
                }
                let text = format!("{name} saw to {}, which was {}.", thing(object, &map), condition.what);
                memory.remember(Memory::observed(text, now.0, IMPORTANCE + 2));
            }
            // What is right again is let go of.
            avatar.mends = None;
            avatar.done.clear();
            *action = idle(*at, here.0, now.0);
        } else if avatar.mends.is_none() && now.0 >= since + DONE && avatar.done != whole {
            let text = format!("{name} was {} at {}.", action.what, map.arena_name(here.0));
            memory.remember(Memory::observed(text, now.0, IMPORTANCE));
            avatar.done = whole;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_is_said_as_people_say_it() {
        let said = [
            (("cook", "stove", false), "cooking at the stove"),
            (("sit", "bench", true), "sitting on the bench"),
            (("sit", "corner table", false), "sitting at the corner table"),
            (("lie down", "bed", true), "lying down on the bed"),
            (("rest", "fountain", false), "resting at the fountain"),
            (("use toilet", "toilet", false), "using the toilet"),
            (("shower", "shower", false), "showering"),
            (("work", "Ann's desk", false), "working at Ann's desk"),
        ];
        for ((deed, name, on), words) in said {
            assert_eq!(doing(deed, name, on), words);
        }
    }
}
