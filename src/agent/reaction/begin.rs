//! Observers store the answers; in Decide the chosen reactions begin.

use crate::{
    agent::{offers::FIRST_FOR_REACTION, prelude::*},
    mind::question::{React, ReactAnswer, ReactionKind},
};

/// Minutes that somebody is at a stop at least, besides the walk there.
const AT_A_STOP: u32 = 2;
/// No errand takes longer, however far its stops are.
const LONGEST: u32 = 90;

pub(super) fn store_answer(on: On<Answered<React>>, mut people: Query<&mut Reactions>) -> Result {
    let mut reactions = people.get_mut(on.entity)?;
    reactions.answer = Some(on.answer.clone());
    Ok(())
}

pub(super) fn forget_question(on: On<Unanswered<React>>, mut people: Query<&mut Reactions>) -> Result {
    let mut reactions = people.get_mut(on.entity)?;
    (reactions.asked, reactions.answer) = (None, None);
    Ok(())
}

type Will<'a> = (&'a Percepts, &'a mut Reactions, &'a mut Errand, &'a mut Approach, &'a mut InTalk, &'a mut DayPlan);

/// What was decided is begun. Of several who see each other and mean to see to the same thing, the first does.
pub(super) fn begin_reactions(
    (town, ways): (Town, Res<Ways>),
    mut talks: ResMut<Talks>,
    mut people: Query<(Person, Will)>,
) -> Result {
    for &entity in &town.active.0 {
        let (_, (percepts, mut reactions, ..)) = people.get_mut(entity)?;
        let Some(answer) = reactions.answer.take() else { continue };
        let Some(asked) = reactions.asked.take() else { continue };
        let subjects = percepts.0.iter().map(|percept| percept.subject);
        let near: Vec<AgentId> =
            subjects.filter_map(|one| if let Subject::Agent(id) = one { Some(id) } else { None }).collect();
        let about = if let Subject::Object(object) = asked.stimulus.subject { Some(object) } else { None };
        let sees_to_it =
            |id: &AgentId, errand: &Errand| about.is_some_and(|it| errand.is_about(it)) && near.contains(id);
        let in_hand = people.iter_many(&town.active.0).any(|(one, (_, _, errand, ..))| sees_to_it(one.id, errand));
        let (one, (_, _, mut errand, mut approach, mut in_talk, mut plan)) = people.get_mut(entity)?;
        let Some(way) = chosen_way(&asked, &answer) else { continue };
        match way {
            ReactionKind::CarryOn => {}
            ReactionKind::Talk => {
                let with = asked.people.get(&answer.option).filter(|with| *with != one.id);
                let Some(&with) = with else { continue };
                leave_talk(*one.id, &mut in_talk, &mut talks, town.now.0);
                approach.0 = Some(Approaching { with, topic: answer.what.trim().to_string(), since: town.now.0 });
            }
            ReactionKind::Act if in_hand => {}
            ReactionKind::Act | ReactionKind::Wait => {
                let stops: Vec<ObjectId> = { answer.places.iter() }
                    .filter_map(|n| asked.offered.get(n.checked_sub(FIRST_FOR_REACTION)? as usize).copied())
                    .filter(|_| way == ReactionKind::Act)
                    .collect();
                let walks = walk_minutes(&one, &stops, &ways, &town);
                let danger = way == ReactionKind::Act && about.is_some() && asked.stimulus.urgency == 0;
                let doing = ActiveErrand { danger, ..start_errand(&answer, about, stops, &walks, town.minute()) };
                if doing.stops.is_empty() && way == ReactionKind::Act && in_talk.0.is_some() {
                    continue; // Nothing to leave a talk for.
                }
                plan.interrupt(&interruption(&doing, one.here.0, &town.map));
                leave_talk(*one.id, &mut in_talk, &mut talks, town.now.0);
                approach.0 = None;
                errand.0 = Some(doing);
            }
        }
    }
    Ok(())
}

/// Which sort of thing was chosen. Who waits for what is taken goes on waiting where they are: that is no errand.
fn chosen_way(asked: &OpenReaction, answer: &ReactAnswer) -> Option<ReactionKind> {
    let way = answer.option.checked_sub(1).and_then(|n| asked.ways.get(n as usize)).copied()?;
    Some(if way == ReactionKind::Wait && asked.stimulus.needs { ReactionKind::CarryOn } else { way })
}

/// Leaves a talk without a word: life calls.
fn leave_talk(me: AgentId, in_talk: &mut InTalk, talks: &mut Talks, now: u64) {
    let Some(talk) = in_talk.0.take() else { return };
    if let Some(talk) = talks.open.get_mut(&talk) {
        talk.leave(me, now);
    }
}

/// Minutes to each stop from the one before.
pub(super) fn walk_minutes(one: &PersonItem, stops: &[ObjectId], ways: &Ways, town: &Town) -> Vec<u32> {
    let (mut at, visitor, map) = (*one.at, one.visitor(town), &town.map);
    let walk = |stop: &ObjectId| {
        let spot = visitor.spots(*stop).min_by_key(|spot| (map.spot(*spot).at.steps(at), *spot));
        let Some(to) = spot.map(|spot| map.spot(spot).at) else { return 0 };
        let steps = ways.route(at, to, |_| false).map_or(0, |cells| cells.len() as u32);
        at = to;
        steps.div_ceil(town.ticks(1) as u32)
    };
    stops.iter().map(walk).collect()
}

/// An errand with a share of the minutes for each stop: the walk there, and as long there as at the others.
pub(super) fn start_errand(
    answer: &ReactAnswer,
    about: Option<ObjectId>,
    stops: Vec<ObjectId>,
    walks: &[u32],
    now: Minute,
) -> ActiveErrand {
    let walking: u32 = walks.iter().sum();
    let least = walking + AT_A_STOP * stops.len() as u32;
    let minutes = answer.minutes.max(least).clamp(1, LONGEST.max(least));
    let count = stops.len().max(1) as u32;
    let (share, mut rest) = ((minutes - walking) / count, (minutes - walking) % count);
    let mut at = now;
    let mut ends: Vec<Minute> = Vec::new();
    for walk in walks {
        at = Minute(at.0 + walk + share + std::mem::take(&mut rest));
        ends.push(at);
    }
    let until = Minute(now.0 + minutes);
    let leaves = EndState::of(&answer.leaves, answer.leaves_kind);
    let about = about.filter(|about| stops.last() == Some(about)).map(|about| (about, leaves));
    let emoji = if answer.emoji.trim().is_empty() { "❗".to_string() } else { answer.emoji.clone() };
    let target = target(stops.first().copied(), &emoji);
    let what = answer.what.trim().to_string();
    let (from, begun, fetched, longer, danger) = (now, now, false, 0, false);
    ActiveErrand { what, emoji, stops, ends, from, until, about, begun, target, fetched, longer, danger }
}

/// A stop, as others see it.
pub(super) fn target(object: Option<ObjectId>, emoji: &str) -> Target {
    let state = if object.is_some() { "in use".to_string() } else { String::new() };
    Target { object, state, emoji: emoji.to_string(), ..Target::default() }
}

/// The errand, as it stands in the plan.
pub(super) fn interruption(doing: &ActiveErrand, here: ArenaId, map: &TownMap) -> Interruption {
    let last = doing.stops.last().copied();
    let place = last.map_or(here, |object| map.object(object).arena);
    let (from, until, what) = (doing.begun, doing.until, doing.what.clone());
    Interruption { from, until, what, place, target: target(last, &doing.emoji) }
}
