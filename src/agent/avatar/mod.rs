//! The avatar: an agent like any other, whose decisions come from a person. Here: what it says, and to whom.
//!
//! | file | concern |
//! |---|---|
//! | `join` | a newcomer comes to town, a resident is taken over, and either is let go; newcomers who left and may come back |
//! | `name` | what a newcomer may be called |
//! | `walk` | steps, and walks to somewhere or after somebody |
//! | `hands` | what is offered at a thing; things are used, and put right; what is remembered of it |
//!
//! Rules: everything that a player does is a [`crate::command::Command`], so it is journaled and can be replayed.
//! Others perceive, remember and talk to an avatar as to anybody; no mind is asked for its plans, reactions or lines.
//! There is at most one avatar.

mod hands;
mod join;
mod name;
mod walk;

use crate::{
    agent::{prelude::*, resolve},
    language::clean::short_line,
};

pub use self::{
    hands::{Offer, offers, use_thing},
    join::{Departed, DepartedPerson, LONGEST_NAME, check, join, leave, possess},
    walk::{step, walk},
};

/// The avatar, if there is one.
pub fn find(world: &mut World) -> Option<(AgentId, Entity)> {
    let mut all = world.query_filtered::<(&AgentId, Entity), With<Avatar>>();
    all.iter(world).min().map(|(id, entity)| (*id, entity))
}

/// Who the player is, and where they stand.
#[derive(Clone, Copy)]
struct Player {
    id: AgentId,
    entity: Entity,
    at: Tile,
    here: ArenaId,
}

/// The avatar, or why nothing can be done.
fn found(world: &mut World) -> Result<Player, String> {
    let nobody = "you are nobody in this town yet: join, or take somebody over with possess";
    let (id, entity) = find(world).ok_or(nobody)?;
    let at = world.get::<Tile>(entity).copied().unwrap_or_default();
    let here = world.get::<Whereabouts>(entity).map(|here| here.0).unwrap_or_default();
    Ok(Player { id, entity, at, here })
}

/// The avatar does something else from now on: what was in hand is let go of, and `path` is where they go first.
fn begin(world: &mut World, me: Player, action: CurrentAction, path: Path) {
    let now = world.resource::<Now>().0;
    let mut one = world.entity_mut(me.entity);
    let parts = one.get_components_mut::<(&mut CurrentAction, &mut Path, &mut Avatar)>();
    let Ok((mut doing, mut walked, mut avatar)) = parts else { return };
    let left = hands::let_go(&doing, now);
    *doing = CurrentAction { left, ..action };
    *walked = path;
    (avatar.mends, avatar.after) = (None, None);
}

/// Somebody in town by their name, in full or by any part of it that is theirs alone.
pub(super) fn by_name(world: &World, name: &str) -> Result<AgentId, String> {
    resolve::person(world, name).map(|one| one.id).map_err(|why| {
        let gone = world.resource::<Names>().0.values().find(|one| one.to_lowercase() == name.trim().to_lowercase());
        gone.map_or(why, |name| format!("{name} is not in town any more: join {name} brings them back"))
    })
}

/// Adds what goes on by itself about an avatar.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Departed>().add_systems(
        Tick,
        (
            walk::follow_person.in_set(TickStep::FollowPerson),
            hands::remember_talks.in_set(TickStep::RememberPlayerTalks),
            hands::finish_actions.in_set(TickStep::FinishPlayerActions),
        ),
    );
}

/// One is heard as far as this, in tiles.
const EARSHOT: u32 = 4;
/// Letters of a line, at most; longer ones are cut.
const LONGEST: usize = 600;
/// Lines that wait to be said, at most.
const LINES_WAITING: usize = 4;

type Hearer<'a> = (&'a AgentId, &'a Tile, &'a Whereabouts, &'a Facing, &'a InTalk);

/// Who would be spoken to by an avatar that speaks now: whoever it talks to, else who is nearest, before it first.
/// With `name`, nobody but them.
///
/// # Errors
/// Nobody is near enough, or they cannot listen.
pub fn hears(world: &World, entity: Entity, name: Option<&str>) -> Result<AgentId, String> {
    let parts = world.get_entity(entity).ok().and_then(|one| one.get_components::<Hearer>().ok());
    let Some((me, at, here, facing, in_talk)) = parts else { return Err("you are nowhere".into()) };
    let wanted = name.map(|name| by_name(world, name)).transpose()?;
    let (talks, names) = (world.resource::<Talks>(), world.resource::<Names>());
    let talk = in_talk.0.and_then(|id| talks.open.get(&id));
    if let Some(partner) = talk.and_then(|talk| talk.partner(*me)).filter(|_| wanted.is_none()) {
        return Ok(partner);
    }
    let facing = facing.step();
    let near = world.resource::<Roster>().0.iter().filter(|(id, _)| **id != *me).filter_map(|(id, one)| {
        let (there, arena) = (*world.get::<Tile>(*one)?, world.get::<Whereabouts>(*one)?.0);
        let far = at.distance(there);
        let ahead = (there.x - at.x) * facing.0 + (there.y - at.y) * facing.1 > 0;
        (arena == here.0 && far <= EARSHOT).then_some((!ahead && far > 1, far, *id, *one))
    });
    let mut near: Vec<_> = near.filter(|(_, _, id, _)| wanted.is_none_or(|wanted| wanted == *id)).collect();
    near.sort_unstable();
    let mut why = match wanted {
        Some(id) => format!("{} is not near enough to hear you", names.get(id)),
        None => "nobody is near enough to hear you".into(),
    };
    for (_, _, id, one) in near {
        match listens(world, one, talks) {
            Ok(()) => return Ok(id),
            Err(what) => why = format!("{} {what}", names.get(id)),
        }
    }
    Err(why)
}

/// Who is near enough and is called by name in what is said, so that it is meant for nobody else: "Klaus, good
/// morning!", "Good morning, Klaus." Whom one asks about is not called: "Do you know Klaus?"
fn hailed(world: &World, entity: Entity, words: &str) -> Option<AgentId> {
    let calls = |first: &str| {
        words.match_indices(first).any(|(at, _)| {
            let (before, after) = (words[..at].trim_end(), &words[at + first.len()..]);
            let opens = before.is_empty() && after.starts_with([',', '!']);
            opens || before.ends_with(',') && (after.is_empty() || after.starts_with([',', '.', '!', '?']))
        })
    };
    let people = &world.resource::<Names>().0;
    let called = people.values().filter(|name| name.split_whitespace().next().is_some_and(calls));
    { called }.find_map(|name| hears(world, entity, Some(name)).ok())
}

/// Can somebody be spoken to?
fn listens(world: &World, one: Entity, talks: &Talks) -> Result<(), String> {
    let action = world.get::<CurrentAction>(one);
    if action.is_some_and(|action| action.is_sleeping()) {
        return Err("is asleep".into());
    }
    if let Some(doing) = world.get::<Errand>(one).and_then(|errand| errand.0.as_ref()) {
        return Err(format!("has no ear for you: busy {}", doing.what));
    }
    let talk = world.get::<InTalk>(one).and_then(|in_talk| talks.open.get(&in_talk.0?));
    if talk.is_some_and(|talk| talk.members.len() >= MAX_MEMBERS) {
        return Err(format!("is one of {MAX_MEMBERS} who talk already"));
    }
    Ok(())
}

/// Says something to somebody, or to whoever is near; to who talks to another already, one joins them.
///
/// # Errors
/// No avatar, no words, or nobody who listens.
pub fn say(world: &mut World, to: Option<&str>, words: &str) -> Result<String, String> {
    let Player { id: me, entity, .. } = found(world)?;
    let words = short_line(words, LONGEST - 1);
    let names = world.resource::<Names>();
    let talk = world.get::<InTalk>(entity).and_then(|in_talk| world.resource::<Talks>().open.get(&in_talk.0?));
    let talk = talk.filter(|talk| talk.ended.is_none());
    let to = match (to, talk) {
        (Some(_), _) => None,
        (None, Some(talk)) => talk.called(me, &words, |id| names.first_name(id)),
        (None, None) => hailed(world, entity, &words),
    }
    .map_or_else(|| hears(world, entity, to), Ok)?;
    let name = names.name(to);
    let elsewhere = talk.is_none_or(|talk| !talk.members.contains(&to));
    if elsewhere {
        walk_off(world, entity);
    }
    let Some(mut avatar) = world.get_mut::<Avatar>(entity) else { return Err("you are nowhere".into()) };
    if avatar.lines.len() >= LINES_WAITING {
        return Err("one thing after the other: wait until that has been said".into());
    }
    avatar.lines.push_back(words);
    avatar.to = elsewhere.then_some(to);
    Ok(format!("to {name}"))
}

/// Leaves the talk.
///
/// # Errors
/// No avatar, or no talk.
pub fn bye(world: &mut World) -> Result<String, String> {
    let me = found(world)?;
    let left = walk_off(world, me.entity);
    left.then(|| "you leave the talk".into()).ok_or_else(|| "you are talking to nobody".into())
}
