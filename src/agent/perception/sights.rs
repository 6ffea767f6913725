//! What each agent perceives, as things stood when the tick began.

use std::collections::BTreeMap;

use crate::{
    agent::{prelude::*, wording},
    language::{condition::ConditionKind, sight::visible},
    world::{Condition, SectorId},
};

/// Minutes for which an event is not new again, however much else was seen since.
const FRESH_AGAIN: u32 = 30;

/// What somebody on their way is seen to do, and whoever does nothing.
pub(super) const WALKING: &str = "walking";
pub(super) const LOOKING: &str = "looking about";

/// Somebody as others see them.
struct VisibleAgent {
    id: AgentId,
    at: Tile,
    state: String,
}

/// Something said aloud that has just begun.
struct AudibleLine<'a> {
    talk: &'a Talk,
    by: AgentId,
    words: &'a str,
    at: Tile,
}

/// What may be noticed, before it is put into words.
enum Sight<'a> {
    /// An object, and how it looks.
    Object(ObjectId, &'a str, ConditionKind),
    Agent(&'a VisibleAgent),
    Speech(&'a AudibleLine<'a>),
}

impl Sight<'_> {
    fn subject(&self) -> Subject {
        match self {
            Self::Object(id, ..) => Subject::Object(*id),
            Self::Agent(body) => Subject::Agent(body.id),
            Self::Speech(line) => Subject::Speech(line.by),
        }
    }

    /// In words. `here` is where who notices it is.
    fn percept(&self, town: &Town, here: ArenaId, distance: u32, striking: bool) -> Percept {
        let (map, english) = (&town.map, town.ablation.english());
        let (state, kind, arena, text) = match self {
            Self::Object(id, state, kind) => {
                (*state, *kind, map.object(*id).arena, wording::looks(*id, state, map, english))
            }
            Self::Agent(VisibleAgent { id, state, .. }) => {
                let text = wording::does(town.names.get(*id), state, here, map, english);
                (state.as_str(), ConditionKind::AtRest, here, text)
            }
            Self::Speech(AudibleLine { talk, by, words, .. }) => {
                let to: Vec<&str> =
                    talk.members.iter().filter(|one| *one != by).map(|one| town.names.get(*one)).collect();
                (*words, ConditionKind::AtRest, here, wording::said(town.names.get(*by), &to, words, english))
            }
        };
        let (subject, state) = (self.subject(), state.to_owned());
        Percept { subject, state, kind, text, arena, distance, memory: None, fresh: false, striking }
    }
}

type VisibleComponents<'a> = (&'a AgentId, &'a Tile, &'a Whereabouts, &'a CurrentAction, &'a InTalk);
type Senses<'a> = (&'a Attention, &'a mut KnownPlaces, &'a mut Percepts, &'a mut RecentPercepts);

pub(super) fn look_around(
    town: Town,
    (talks, objects): (Res<Talks>, Res<Objects>),
    things: Query<(&ObjectId, &ObjectState)>,
    mut people: ParamSet<(Query<VisibleComponents>, Query<(VisibleComponents, Senses)>)>,
) -> Result {
    let name_of = |id: AgentId| town.names.get(id);
    let (now, map) = (town.now.0, &town.map);
    let mut bodies: BTreeMap<ArenaId, Vec<VisibleAgent>> = BTreeMap::new();
    let mut places: BTreeMap<AgentId, Tile> = BTreeMap::new();
    let mut ends: BTreeMap<AgentId, u64> = BTreeMap::new();
    for (id, at, Whereabouts(arena), action, in_talk) in people.p0().iter_many(&town.active.0) {
        let talk = in_talk.0.and_then(|talk| talks.open.get(&talk));
        let state = visible_activity(*id, *arena, action, talk, &name_of);
        bodies.entry(*arena).or_default().push(VisibleAgent { id: *id, at: *at, state });
        places.insert(*id, *at);
        ends.insert(*id, action.until);
    }
    let mut said: BTreeMap<ArenaId, Vec<AudibleLine>> = BTreeMap::new();
    for talk in talks.open.values() {
        let begun = talk.lines.iter().rev().take(4).filter(|line| line.from <= now && line.from + 2 > now);
        for line in begun {
            let Some(&at) = places.get(&line.by) else { continue };
            said.entry(talk.arena).or_default().push(AudibleLine { talk, by: line.by, words: &line.words, at });
        }
    }
    // A fire is smelt and seen in the whole building, within sight's radius.
    let mut alarming: BTreeMap<SectorId, Vec<ObjectId>> = BTreeMap::new();
    for (id, thing) in &things {
        let sector = map.arena(map.object(*id).arena).sector;
        if let Some(sector) = sector.filter(|_| thing.condition.as_ref().is_some_and(|one| one.kind.is_danger())) {
            alarming.entry(sector).or_default().push(*id);
        }
    }
    alarming.values_mut().for_each(|ids| ids.sort());
    let again = town.ticks(FRESH_AGAIN);
    let mut people = people.p1();
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(((me, at, Whereabouts(arena), action, in_talk), senses)) = people.fetch_next() {
        let (attention, mut known, mut percepts, mut lately) = senses;
        percepts.0.clear();
        if action.is_sleeping() {
            continue;
        }
        let beside = map.arena(*arena).sector.and_then(|sector| alarming.get(&sector)).into_iter().flatten();
        let beside = beside.filter(|id| map.object(**id).arena != *arena);
        let mut sights: Vec<(Sight, u32, bool)> = Vec::new();
        for &id in objects.in_arena(*arena).iter().chain(beside) {
            let Some(distance) = map.object(id).cells.iter().map(|cell| at.distance(*cell)).min() else { continue };
            if distance > attention.radius {
                continue;
            }
            let (_, thing) = things.get(objects.entity(id))?;
            // Whoever should be done by now is seen not to be.
            let until = |by: AgentId| ends.get(&by).copied().unwrap_or_default().max(now + 1);
            known.see(*me, id, thing, (map, until));
            lately.is_over(Subject::Object(id), thing.condition.as_ref().map(|condition| condition.what.as_str()));
            let Some(state) = noteworthy_state(*me, id, thing, map) else { continue };
            let striking = thing.condition.as_ref().is_some_and(|condition| is_striking(*me, condition));
            sights.push((Sight::Object(id, state, thing.kind()), distance, striking));
        }
        let partners = |id: &AgentId| talks.open.get(&in_talk.0?).map(|talk| talk.members.contains(id));
        for body in bodies.get(arena).into_iter().flatten() {
            let distance = at.distance(body.at);
            if body.id == *me || distance > attention.radius || partners(&body.id) == Some(true) {
                continue;
            }
            sights.push((Sight::Agent(body), distance, false));
        }
        for line in said.get(arena).into_iter().flatten() {
            let distance = at.distance(line.at);
            if line.talk.members.contains(me) || distance > attention.radius {
                continue;
            }
            sights.push((Sight::Speech(line), distance, wording::names(line.words, name_of(*me))));
        }
        sights.sort_by_key(|(sight, distance, striking)| (!striking, *distance, sight.subject()));
        // Only what is noticed is put into words.
        let noticed = sights.iter().take(attention.bandwidth as usize);
        percepts.0.extend(noticed.map(|(sight, far, striking)| sight.percept(&town, *arena, *far, *striking)));
        for one in &mut percepts.0 {
            one.fresh = lately.take_in(one, now);
        }
        lately.forget(attention.retention, again, now);
    }
    Ok(())
}

/// What somebody does, as others see it.
fn visible_activity<'a>(
    me: AgentId,
    arena: ArenaId,
    action: &CurrentAction,
    talk: Option<&Talk>,
    name_of: &dyn Fn(AgentId) -> &'a str,
) -> String {
    if let Some(talk) = talk {
        let others: Vec<&str> = talk.members.iter().filter(|one| **one != me).map(|one| name_of(*one)).collect();
        return format!("talking with {}", others.join(" and "));
    }
    if action.asleep {
        return if action.is_doing() { "sleeping".into() } else { "on the way to bed".into() };
    }
    match action.phase {
        Phase::Going if action.arena != arena => WALKING.into(),
        // Where somebody means to go, and what for, is not to be seen.
        Phase::Going if action.what.starts_with(ON_THE_WAY) => WALKING.into(),
        _ if action.what.trim().is_empty() || action.what.starts_with(ON_THE_WAY) => LOOKING.into(),
        _ => visible(&action.what).to_owned(),
    }
}

/// Is a condition out of the ordinary for somebody? What others leave behind in going about their day is, if something
/// is wrong with it; what one has left oneself, in danger alone.
fn is_striking(me: AgentId, condition: &Condition) -> bool {
    match condition.by {
        None => true,
        Some(by) if by == me => condition.kind.is_danger(),
        Some(_) => condition.kind.is_trouble(),
    }
}

/// How an object looks if that is worth a glance: its condition, unless one left it so, or what others use it for.
fn noteworthy_state<'a>(me: AgentId, id: ObjectId, thing: &'a ObjectState, map: &TownMap) -> Option<&'a str> {
    if let Some(condition) = &thing.condition {
        return Some(condition.what.as_str()).filter(|_| condition.by != Some(me) || is_striking(me, condition));
    }
    let used = thing.uses.iter().rev().filter(|one| one.by != me && !one.state.is_empty());
    let mut states = used.map(|one| one.state.as_str());
    states.find(|state| *state != map.object(id).rest)
}
