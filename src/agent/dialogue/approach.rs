//! Walking up to somebody, who carries on meanwhile. When the two are near enough, a talk opens.

use rand::RngExt;

use super::{Participant, ParticipantItem};
use crate::{agent::prelude::*, command::Command, exchange::CommandResult};

/// Minutes after which one gives up reaching somebody or waiting for them to be free.
const GIVE_UP_MINUTES: u32 = 3;
/// Minutes for which one does not try again.
const AGAIN: u32 = 20;
/// Minutes until a pair whose talk an ablation has suppressed tries again: as if they had talked.
const AS_IF: u32 = 90;
/// The most tiles between two who talk.
const REACH: u32 = 2;

impl ParticipantItem<'_, '_> {
    /// Notes what is broken off for the sake of a talk.
    fn remember_activity(&mut self) {
        if !self.action.is_unplanned() {
            self.dialogue.was = self.action.what.clone();
        }
    }
}

/// The other, as whoever walks up to them finds them: awake and in the same room.
#[derive(Clone, Copy)]
struct Found {
    at: Tile,
    here: ArenaId,
    busy: bool,
    /// The talk they are in.
    talk: Option<TalkId>,
}

pub(super) fn approach_partner(town: Town, mut talks: ResMut<Talks>, mut people: Query<Participant>) -> Result {
    let now = town.now.0;
    for &entity in &town.active.0 {
        let one = people.get(entity)?;
        let Some(approaching) = one.approach.0.clone() else { continue };
        let (me, at, here) = (*one.person.id, *one.person.at, one.person.here.0);
        if one.in_talk.0.is_some() || one.action.is_sleeping() || one.errand.0.is_some() {
            people.get_mut(entity)?.approach.0 = None;
            continue;
        }
        let with = approaching.with;
        let there = town.entity(with).filter(|other| *other != entity);
        let found = there.and_then(|other| people.get(other).ok());
        let found = found.filter(|other| other.person.here.0 == here && !other.action.is_sleeping());
        let found = found.map(|other| Found {
            at: *other.person.at,
            here,
            // Whom a player leads somewhere is not stopped for a word.
            busy: other.in_talk.0.is_some()
                || other.errand.0.is_some()
                || other.avatar.is_some() && !other.path.cells.is_empty(),
            talk: other.in_talk.0,
        });
        let late = now >= approaching.since + town.ticks(GIVE_UP_MINUTES);
        let (Some(other), Some(found), false) = (there, found, late) else {
            let mut one = people.get_mut(entity)?;
            one.approach.0 = None;
            one.cooldowns.0.insert(with, now + town.ticks(AGAIN));
            continue;
        };
        let near = at.distance(found.at) <= REACH && !town.map.is_door(at) && !town.map.is_door(found.at);
        if !near {
            come_nearer(&mut people, entity, found, &town)?;
            continue;
        }
        if found.busy {
            // Where there is room one joins; else one stands by until they are free, or patience is out.
            let room = |id: &TalkId| talks.open.get(id).is_some_and(|talk| open_to(talk, &people, &town));
            if let Some(id) = found.talk.filter(room) {
                people.get_mut(entity)?.approach.0 = None;
                join(id, entity, &mut talks, &mut people, &town)?;
            }
            continue;
        }
        let comes_about = town.seed.dice(me, now, "talk").random_range(0.0..1.0) < town.ablation.talk;
        let again = now + town.ticks(AS_IF);
        for (entity, with) in [(entity, with), (other, me)] {
            let mut one = people.get_mut(entity)?;
            one.approach.0 = None;
            if !comes_about {
                one.cooldowns.0.insert(with, again);
            }
        }
        if comes_about {
            open((entity, other), approaching.topic, &mut talks, &mut people, &town)?;
        }
    }
    Ok(())
}

/// Whom a player lets speak is heard at once: whoever is spoken to turns and listens, who talks already is joined.
pub(super) fn answer_hail(
    town: Town,
    mut talks: ResMut<Talks>,
    mut people: Query<Participant>,
    mut commands: Commands,
) -> Result {
    for &entity in &town.active.0 {
        let mut one = people.get_mut(entity)?;
        if let Some(id) = one.in_talk.0 {
            let talk = talks.open.get(&id).filter(|talk| talk.ended.is_none() && talk.is_staying(*one.person.id));
            let with = |to: &AgentId| talk.is_none_or(|talk| talk.members.contains(to));
            // Another has spoken to them first: what was meant for one is not said to the other.
            if let Some(mut avatar) = one.avatar
                && let Some(to) = avatar.to.take_if(|to| !with(to))
            {
                let name = town.names.get(to);
                for words in std::mem::take(&mut avatar.lines) {
                    let command = Command::Say { to: Some(name.into()), words };
                    let result = Err(format!("{name} has not heard it: you were spoken to first"));
                    commands.trigger(CommandResult { tick: town.now.0, ticket: None, command, result });
                }
            }
            continue;
        }
        let Some(avatar) = one.avatar.as_mut().filter(|avatar| !avatar.lines.is_empty()) else { continue };
        let to = avatar.to.take().and_then(|to| town.entity(to)).filter(|to| *to != entity);
        let Some(to) = to else {
            avatar.lines.clear();
            continue;
        };
        let in_talk = people.get(to)?.in_talk.0.filter(|id| talks.open.contains_key(id));
        match in_talk {
            // Their last words are being said: they are spoken to when these are out.
            Some(id) if talks.open.get(&id).is_some_and(|talk| talk.ended.is_some()) => {
                let to = *people.get(to)?.person.id;
                if let Some(mut avatar) = people.get_mut(entity)?.avatar {
                    avatar.to = Some(to);
                }
            }
            Some(id) => {
                join(id, entity, &mut talks, &mut people, &town)?;
                // Whoever answers looks at the newcomer first.
                for member in talks.open.get(&id).map(|talk| talk.members.clone()).unwrap_or_default() {
                    if let Some(mut one) = town.entity(member).and_then(|one| people.get_mut(one).ok()) {
                        one.dialogue.recollection = None;
                    }
                }
            }
            None => open((entity, to), String::new(), &mut talks, &mut people, &town)?,
        }
    }
    Ok(())
}

/// May somebody join a talk uninvited? If there is room: in one that a player takes part in, for as many as can talk.
fn open_to(talk: &Talk, people: &Query<Participant>, town: &Town) -> bool {
    let is_avatar = |one: Entity| people.get(one).is_ok_and(|one| one.avatar.is_some());
    let with_a_player = talk.members.iter().any(|id| town.entity(*id).is_some_and(is_avatar));
    let room = if with_a_player { MAX_MEMBERS } else { town.ablation.together.min(MAX_MEMBERS) };
    talk.ended.is_none() && talk.members.len() < room
}

/// Two begin to talk.
fn open(
    (entity, other): (Entity, Entity),
    topic: String,
    talks: &mut Talks,
    people: &mut Query<Participant>,
    town: &Town,
) -> Result {
    let [one, two] =
        [people.get(entity)?, people.get(other)?].map(|one| (*one.person.id, *one.person.at, one.person.here.0));
    let mut dialogue = people.get_mut(entity)?.dialogue;
    let id = TalkId { by: one.0, count: dialogue.begun };
    dialogue.begun += 1;
    for (entity, with, there) in [(entity, two.0, two.1), (other, one.0, one.1)] {
        people.get_mut(entity)?.approach.0 = None;
        listen(entity, id, (with, there), people, town)?;
    }
    let members = vec![one.0, two.0];
    talks.open.insert(id, Talk { members, topic, began: town.now.0, arena: one.2, ..Talk::default() });
    Ok(())
}

/// Somebody comes to a talk that is under way.
fn join(id: TalkId, entity: Entity, talks: &mut Talks, people: &mut Query<Participant>, town: &Town) -> Result {
    let me = *people.get(entity)?.person.id;
    let Some(talk) = talks.open.get_mut(&id).filter(|talk| !talk.members.contains(&me)) else { return Ok(()) };
    let Some(with) = talk.partner(me) else { return Ok(()) };
    let there = town.entity(with).and_then(|entity| people.get(entity).ok()).map(|one| *one.person.at);
    talk.members.push(me);
    listen(entity, id, (with, there.unwrap_or_default()), people, town)
}

/// Stops for a talk, and turns to who is talked with.
fn listen(
    entity: Entity,
    id: TalkId,
    (with, there): (AgentId, Tile),
    people: &mut Query<Participant>,
    town: &Town,
) -> Result {
    let mut one = people.get_mut(entity)?;
    one.in_talk.0 = Some(id);
    (one.dialogue.next, one.dialogue.recollection) = (None, None);
    if !one.action.is_doing() {
        one.remember_activity();
        let what = format!("talking with {}", town.names.get(with));
        *one.action = CurrentAction {
            phase: Phase::Doing { since: town.now.0 },
            ..CurrentAction::unplanned(what, "💬", *one.person.at, one.person.here.0, town.now.0)
        };
        *one.path = Path::default();
    }
    one.posture.turn_to(&mut one.facing, *one.person.at, there);
    Ok(())
}

/// Goes on toward the other, or sets out anew when they have moved on.
fn come_nearer(people: &mut Query<Participant>, entity: Entity, found: Found, town: &Town) -> Result {
    let taken: Vec<Tile> = people.iter().map(|one| *one.person.at).collect();
    let mut one = people.get_mut(entity)?;
    let on_the_way = one.action.is_unplanned() && !one.path.cells.is_empty();
    if on_the_way && one.action.goal.distance(found.at) <= REACH {
        return Ok(());
    }
    match cell_near(found, *one.person.at, &taken, &town.map) {
        Some(goal) => {
            one.remember_activity();
            *one.action = CurrentAction::unplanned("walking".into(), "🚶", goal, found.here, town.now.0);
            *one.path = Path::default();
        }
        None => one.approach.0 = None,
    }
    Ok(())
}

/// A free cell of the same arena by the other's side, the nearer to both the better; not one from which something is
/// used.
fn cell_near(found: Found, at: Tile, taken: &[Tile], map: &TownMap) -> Option<Tile> {
    let reach = REACH as i32;
    let cells = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)));
    let cells = cells.map(|(dx, dy)| Tile::new(found.at.x + dx, found.at.y + dy));
    let free = |cell: &Tile| {
        let inside = map.index(*cell).is_some_and(|n| map.arena_at[n] == Some(found.here));
        inside && map.footing(*cell) == Footing::Free && !map.is_door(*cell) && !taken.contains(cell)
    };
    let spot = |cell: Tile| map.spots.iter().any(|spot| spot.at == cell);
    cells.filter(free).min_by_key(|cell| (spot(*cell), cell.distance(found.at), cell.steps(at), *cell))
}
